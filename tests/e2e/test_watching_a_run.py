"""An agent at work, watched: its thought before it acts; paused, taken over, handed back, done."""

import json
import queue
import re

import pytest
from playwright.sync_api import expect

from tests.e2e.phone import SLOW, Phone
from tests.evaluation.endpoint import Endpoint

NOTES = "org.phoneworld.notes"
GOAL = "Write a note titled “Errands”, while somebody watches."
TASK = f"""
from evaluation.models import Task
rules = [{{"rule": "present", "app": "Notes", "table": "notes", "where": {{"title": "Errands"}}}}]
Task.objects.create(key="e2e-watched", goal="{GOAL}", apps=["Notes"], device_kind="mock", wanted=0,
                    setup={{"seed": 3, "open": "{NOTES}"}}, verifier={{"rules": rules}})
"""


class Thinker:
    """An agent's model that answers only when the test lets it."""

    def __init__(self):
        self._answers: queue.Queue = queue.Queue()
        self.endpoint = Endpoint(lambda: self._answers.get(timeout=SLOW / 1000))

    def say(self, thought: str, name: str, **arguments) -> None:
        call = json.dumps({"name": name, "arguments": arguments})
        words = f"<think>{thought}</think><tool_call>{call}</tool_call>"
        message = {"message": {"content": words}, "finish_reason": "stop"}
        self._answers.put((200, {"choices": [message], "usage": {}, "model": "thinker"}))

    def wait_until_asked(self, page, times: int) -> dict:
        """The question of so many so far."""
        for _ in range(SLOW // 100):
            if len(self.endpoint.asked) >= times:
                return self.endpoint.asked[times - 1]
            page.wait_for_timeout(100)
        raise AssertionError(f"asked {len(self.endpoint.asked)} times, not {times}")


@pytest.fixture
def thinker():
    made = Thinker()
    yield made
    made.endpoint.close()


def test_a_run_is_watched_paused_taken_over_and_handed_back(as_user, platform, thinker):
    platform.up.run("manage.py", "shell", "-v", "0", "-c", TASK)
    page = as_user("lead")
    token = page.request.get("/api/session").json()["csrf_token"]
    settings = {"base_url": thinker.endpoint.url, "model": "thinker"}
    agent = {"name": "Thinker", "policy": "endpoint", "observation": "tree", "settings": settings}
    made = page.request.post("/api/agents", data=agent, headers={"X-CSRFToken": token})
    assert made.ok, made.text()

    # Started from the page, it waits for its model with the phone in sight.
    page.goto("/runs")
    page.get_by_role("button", name="Run an agent…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox", name="Agent").fill("Thinker")
    page.get_by_role("option", name="Thinker").click()
    dialog.get_by_role("combobox", name="Task").fill("Errands")
    page.get_by_role("option", name=GOAL).click()
    dialog.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("/runs/[0-9a-f-]{36}$"))
    run = page.url.rsplit("/", 1)[1]
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("Running", timeout=SLOW)
    expect(page.get_by_role("img", name=re.compile("Screen of"))).to_be_visible(timeout=SLOW)
    assert "New note" in json.dumps(thinker.wait_until_asked(page, 1))

    # What it thinks and where it will touch are on the page.
    turns = page.get_by_role("list", name="Turns").locator("> li")
    thinker.say("The round button makes a note.", "click", points=[[889, 908]])
    expect(turns).to_have_count(1, timeout=SLOW)
    expect(turns.first).to_contain_text("The round button makes a note.")
    expect(turns.first).to_contain_text("Tap “New note”")
    expect(page.get_by_test_id("next-action")).to_be_attached()

    # Paused, it does not do what it decides meanwhile; taken over, it never will.
    thinker.wait_until_asked(page, 2)
    page.get_by_role("button", name="Pause").click()
    expect(heading).to_contain_text("Paused", timeout=SLOW)
    thinker.say("I give it another name.", "type", text="Chores")
    page.get_by_role("button", name="Take over").click()
    expect(heading).to_contain_text("Taken over", timeout=SLOW)
    expect(page.get_by_role("textbox", name=re.compile("Keyboard of"))).to_be_attached(timeout=SLOW)
    device = page.request.get(f"/api/runs/{run}").json()["device"]["id"]
    phone = Phone(page, platform.up.adb_port, page.request.get(f"/api/devices/{device}").json()["serial"])
    phone.tap("Title", "clickable")
    phone.node("Title", "focused")
    page.keyboard.type("Errands", delay=30)
    phone.node("Errands", "focused")
    phone.tap("Save")
    phone.node("New note")

    # Handed back, it looks again and sees what the person did.
    page.get_by_role("button", name="Hand back").click()
    expect(heading).to_contain_text("Running", timeout=SLOW)
    seen = json.dumps(thinker.wait_until_asked(page, 3))
    assert "Errands" in seen and "Chores" not in seen
    thinker.say("Somebody did it for me.", "finish", text="Done.")
    expect(heading).to_contain_text("Says done", timeout=SLOW)
    expect(heading).to_contain_text("Goal reached", timeout=SLOW)
    expect(turns).to_have_count(2, timeout=SLOW)
    page.get_by_role("link", name="Look at every step, with pictures and film").click()
    expect(page).to_have_url(re.compile("/episodes/"))
