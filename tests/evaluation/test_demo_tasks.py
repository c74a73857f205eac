"""The demo tasks: believable in number, and each one possible but not already done."""

import pytest

from devices.phoneworld import Phone
from evaluation import demo
from evaluation.models import Task

TASKS = demo.tasks()


@pytest.fixture(scope="module")
def phone():
    return Phone(seed=1)


def doing(verifier: dict) -> list[dict]:
    """The edits of state that the rules ask for: what a person's work would leave behind."""
    edits = []
    for rule in verifier.get("rules", []):
        place = {key: rule[key] for key in ("app", "table") if key in rule}
        row = {
            k: next(iter(v.values())) if isinstance(v, dict) else v for k, v in rule.get("where", {}).items()
        }
        if rule["rule"] == "value":
            edits.append({"op": "setting", "key": rule["path"][1], "value": rule["value"]})
        elif rule["rule"] == "absent":
            edits.append({**place, "op": "delete", "where": row})
        elif "id" in row:
            edits.append({**place, "op": "put", "id": row.pop("id"), "row": row})
        else:
            edits.append({**place, "op": "insert", "row": row})
    return edits


def right_answer(verifier: dict) -> str | None:
    return f"It is {verifier['answer']['value']}" if verifier.get("answer", {}).get("kind") == "number" else (
        str(verifier["answer"]["value"]) if "answer" in verifier else None
    )  # fmt: skip


def test_there_is_enough_for_everybody():
    assert len(TASKS) >= 24
    assert sum(task.get("category") == "cross_app" for task in TASKS) >= 4
    assert sum(bool(task["goal_zh"]) for task in TASKS) >= len(TASKS) / 3
    used = {app for task in TASKS for app in task["apps"]}
    assert used == {"Notes", "Contacts", "Messages", "Clock", "Calendar", "Files", "Settings", "Marlow"}
    assert len({task["key"] for task in TASKS}) == len(TASKS)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task["key"])
def test_doing_nothing_is_not_enough_and_doing_it_is(phone, task):
    phone.reset(seed=1, setup=task["setup"])
    before = phone.state
    nothing = phone.verify(task["verifier"], before, None)
    assert not nothing["success"] and nothing["side_effects"] == []
    phone.reset(seed=1, setup={"edits": [*task["setup"].get("edits", []), *doing(task["verifier"])]})
    done = phone.verify(task["verifier"], before, right_answer(task["verifier"]))
    assert done["success"], done
    assert done["side_effects"] == []


@pytest.mark.parametrize(
    "task", [t for t in TASKS if "answer" in t["verifier"]], ids=lambda task: task["key"]
)
def test_a_wrong_answer_is_wrong(phone, task):
    phone.reset(seed=1)
    assert not phone.verify(task["verifier"], phone.state, "It is 99")["success"]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task["key"])
def test_the_apps_are_on_the_phone(phone, task):
    assert set(task["apps"]) <= {package["label"] for package in phone.packages()}


def test_loading_twice_leaves_one_of_each_and_renews_it(db):
    demo.load()
    Task.objects.filter(key="notes-packing-list").update(goal="Something old")
    assert demo.load() == len(TASKS) == Task.objects.filter(suite="demo").count()
    assert Task.objects.filter(suite="phoneworld-150").count() == 150
    task = Task.objects.get(key="notes-packing-list")
    assert "Packing" in task.goal and task.suite_id == "demo" and task.device_kind == "mock"
    task.full_clean()
