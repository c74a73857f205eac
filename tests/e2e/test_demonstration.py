"""The whole way of a demonstration: a live phone driven in the browser, recorded, reviewed, accepted."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.e2e.phone import SLOW, Phone
from tests.e2e.tools import PASSWORD

NOTES = "org.phoneworld.notes"
GOAL = "Write a note titled “Shop” that says 牛奶和面包."
TASK = f"""
from evaluation.models import Task
note = {{"title": "Shop", "body": "牛奶和面包"}}
rules = [{{"rule": "present", "app": "Notes", "table": "notes", "where": note}}]
Task.objects.create(key="e2e-note", goal="{GOAL}", apps=["Notes"], device_kind="mock", wanted=1,
                    setup={{"seed": 3, "open": "{NOTES}"}}, verifier={{"rules": rules}})
"""


@pytest.mark.slow
def test_from_the_queue_to_acceptance(as_user, platform):
    platform.up.run("manage.py", "shell", "-v", "0", "-c", TASK)
    admin = as_user("admin")
    token = admin.request.get("/api/session").json()["csrf_token"]
    person = {"username": "mira", "name": "Mira", "roles": ["annotator", "reviewer"], "password": PASSWORD}
    made = admin.request.post("/api/people", data=person, headers={"X-CSRFToken": token})
    assert made.ok, made.text()
    reviewer, author = as_user("reviewer"), as_user("mira")

    # The task is claimed, a phone chosen, and prepared.
    author.goto("/tasks?search=牛奶")
    author.get_by_role("button", name=f"Claim: {GOAL}").click()
    author.get_by_role("button", name="Choose a phone and start").click()
    author.get_by_role("dialog").get_by_role("button", name="Start").click()
    expect(author).to_have_url(re.compile("/demonstrations/[0-9a-f-]{36}$"), timeout=SLOW)
    episode = author.url.rsplit("/", 1)[1]
    expect(author.get_by_role("textbox", name=re.compile("Keyboard of"))).to_be_attached(timeout=SLOW)
    expect(author.get_by_text("Recording", exact=True)).to_be_visible(timeout=SLOW)
    expect(author.get_by_role("img", name=re.compile("Screen of"))).to_be_visible(timeout=SLOW)

    # The phone is operated with mouse and keyboard; what was done arrives as steps.
    device = author.request.get(f"/api/episodes/{episode}").json()["device"]["id"]
    serial = author.request.get(f"/api/devices/{device}").json()["serial"]
    phone = Phone(author, platform.up.adb_port, serial)
    steps = author.get_by_role("list", name="Steps").locator("> li")
    phone.node("New note")
    phone.scroll()
    expect(steps).to_have_count(1, timeout=SLOW)
    author.wait_for_timeout(1500)  # as a person looks first: then the step can name what is tapped
    phone.tap("New note")
    expect(steps).to_have_count(2, timeout=SLOW)
    phone.node("Title", "focused")
    author.keyboard.type("Shop", delay=30)
    phone.node("Shop", "focused")
    expect(steps).to_have_count(3, timeout=SLOW)
    phone.tap("Note", "clickable")
    phone.node("Note", "focused")
    author.keyboard.insert_text("牛奶和面包")  # as an input method commits it
    phone.node("牛奶和面包", "focused")
    expect(steps).to_have_count(5, timeout=SLOW)
    phone.tap("Save")
    expect(steps).to_have_count(6, timeout=SLOW)
    phone.node("New note")
    expect(steps.nth(4)).to_contain_text("牛奶和面包")
    expect(steps.nth(1).get_by_role("img").first).to_be_visible()

    # Texts and edits are saved by themselves.
    author.get_by_label("Thought before step 2").fill("The round button makes a new note.")
    author.get_by_role("toolbar", name="Edit step 1").get_by_role("button", name="Delete (Del)").click()
    expect(steps).to_have_count(5, timeout=SLOW)
    author.get_by_role("button", name="Undo (U)").click()
    expect(steps).to_have_count(6, timeout=SLOW)
    expect(author.get_by_label("Thought before step 2")).to_have_value("The round button makes a new note.")

    author.get_by_role("button", name="Finish…").click()
    author.get_by_role("dialog").get_by_role("button", name="Finish", exact=True).click()
    expect(author.get_by_role("dialog")).to_have_count(0, timeout=SLOW)
    expect(author.get_by_text("The recording has ended.")).to_be_visible(timeout=SLOW)
    submit = author.get_by_role("button", name="Submit")
    expect(submit).not_to_have_attribute("data-loading", "true", timeout=SLOW)
    submit.click()
    expect(author.get_by_text("Submitted for review. Thank you.")).to_be_visible(timeout=SLOW)

    # Nobody reviews their own.
    author.goto(f"/review/{episode}")
    expect(author.get_by_text("This is your own demonstration")).to_be_visible(timeout=SLOW)
    expect(author.get_by_role("button", name="Accept")).to_have_count(0)

    # The reviewer plays it back step by step and accepts it.
    reviewer.goto("/review")
    reviewer.get_by_role("link", name=GOAL).click()
    expect(reviewer.get_by_text("Goal reached")).to_be_visible(timeout=SLOW)
    for number in range(1, 8):
        expect(reviewer.get_by_text(f"{number} / 7")).to_be_visible()
        picture = reviewer.get_by_role("img", name=re.compile(f"Screen before step {number}"))
        expect(picture).to_be_visible(timeout=SLOW)
        reviewer.keyboard.press("j")
    reviewer.keyboard.press("a")
    reviewer.get_by_text("Good", exact=True).click()
    reviewer.get_by_label("Reason").fill("Short, and no step in vain but one.")
    reviewer.keyboard.press("Control+Enter")
    expect(reviewer.get_by_text("Accepted.")).to_be_visible(timeout=SLOW)

    author.goto("/demonstrations?view=accepted")
    expect(author.get_by_text("Short, and no step in vain but one.")).to_be_visible(timeout=SLOW)
    expect(author.get_by_text("Accepted, good")).to_be_visible()

    # And every step lies in PostgreSQL.
    rows = json.loads(platform.up.run("tests/e2e/rows.py", episode))
    assert (rows["state"], rows["quality"]) == ("accepted", "good")
    assert rows["verdict"]["success"] and rows["video"]
    names = [step["action"]["name"] for step in rows["steps"]]
    assert names == ["scroll", "click", "type", "click", "type", "click", "finish"]
    assert [step["seq"] for step in rows["steps"]] == list(range(7))
    assert all(step["screenshot"] and step["nodes"] for step in rows["steps"])
    assert all(step["foreground"]["package"] == NOTES for step in rows["steps"])
    assert rows["steps"][1]["element"]["desc"] == "New note"
    assert rows["steps"][2]["action"]["arguments"] == {"text": "Shop"}
    assert rows["steps"][4]["action"]["arguments"] == {"text": "牛奶和面包"}
