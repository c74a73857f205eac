"""Verdicts are exact: the right end state passes, near misses fail, and what else changed is told."""

import pytest

from devices.phoneworld.verify import check_answer, compare, normal
from tests.devices.phoneworld.samples import NOTES_PACKAGE, find, new_phone, tap

PIN = {
    "rules": [
        {
            "rule": "field",
            "app": "Notes",
            "table": "notes",
            "where": {"title": "Groceries"},
            "field": "pinned",
            "value": True,
        },
        {"rule": "unchanged", "app": "Notes", "table": "notes", "except": {"id": "food"}},
    ]
}


def test_nothing_done_is_no_success():
    phone = new_phone()
    verdict = phone.verify(PIN, phone.snapshot())
    assert not verdict["success"] and verdict["progress"] == 0 and verdict["side_effects"] == []


def test_done_and_overdone():
    phone = new_phone()
    before = phone.snapshot()
    phone.long_press(*find(phone, "Groceries"))
    assert phone.verify(PIN, before)["success"]
    phone.long_press(*find(phone, "会议记录"))
    verdict = phone.verify(PIN, before)
    assert not verdict["success"] and "meeting" in verdict["rules"][1]["detail"]


def test_side_effects_are_told_apart():
    phone = new_phone()
    before = phone.snapshot()
    tap(phone, "Sort")
    tap(phone, "By title")
    phone.long_press(*find(phone, "Groceries"))
    phone.settings.put("global", "stay_on_while_plugged_in", "7")  # by whoever streams the screen
    verdict = phone.verify(PIN, before)
    assert verdict["success"]
    assert [e["path"] for e in verdict["side_effects"]] == [f"apps/{NOTES_PACKAGE}/order"]
    allowed = {**PIN, "allow": [{"app": "Notes", "path": ["order"]}]}
    assert phone.verify(allowed, before)["side_effects"] == []


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ({"rule": "present", "where": {"title": "Groceries"}}, True),
        ({"rule": "present", "where": {"title": "Groceries"}, "new": True}, False),
        ({"rule": "absent", "where": {"title": "Nothing"}}, True),
        ({"rule": "absent", "where": {"title": "Nothing"}, "was": True}, False),
        ({"rule": "count", "where": {}, "value": 3}, True),
        ({"rule": "count", "where": {"pinned": False}, "op": "ge", "value": 3}, False),
        ({"rule": "count", "where": {}, "value": 0, "change": True}, True),
        ({"rule": "field", "id": "food", "field": "body", "op": "contains", "value": "EGGS"}, True),
        ({"rule": "field", "where": {}, "field": "body", "value": "x"}, False),
        ({"rule": "field", "id": "food", "field": "updated", "op": "same_day", "value": "@08:13"}, True),
        (
            {
                "rule": "present",
                "where": {"updated": {"lt": "@-1d 23:00"}, "title": {"text": "wi-fi at  THE cabin!"}},
            },
            True,
        ),
    ],
)
def test_rules(rule, expected):
    phone = new_phone()
    verdict = phone.verify({"rules": [{"app": "Notes", "table": "notes", **rule}]}, phone.snapshot())
    assert verdict["success"] is expected, verdict


def test_lists_compare_in_any_order():
    assert compare("set", ("b", "a"), ["a", "b"])
    assert not compare("set", ("a", "a"), ["a", "b"]) and not compare("set", None, ["a"])


@pytest.mark.parametrize(
    ("rule", "answer", "right"),
    [
        ({"kind": "number", "value": 12.5}, "It costs $12.50.", True),
        ({"kind": "number", "value": 12}, "12 or 13", False),
        ({"kind": "number", "value": 1234}, "1,234", True),
        ({"kind": "text", "value": "Café Ost"}, " cafe ost. ", True),
        ({"kind": "text", "value": "Ben"}, "Benjamin", False),
        ({"kind": "text", "value": "Ben", "contains": True}, "It is Ben", True),
        ({"kind": "set", "value": ["a", "b"]}, "B, a", True),
        ({"kind": "set", "value": ["a", "b"]}, "a, b and c", False),
        ({"kind": "date", "value": "2026-03-16"}, "16 March 2026", True),
        ({"kind": "date", "value": "2026-03-16"}, "March 16th", True),
        ({"kind": "date", "value": "2026-03-16"}, "2026年3月16日", True),
        ({"kind": "date", "value": "2026-03-16"}, "17 March", False),
        ({"kind": "text", "value": "x"}, None, False),
    ],
)
def test_answers(rule, answer, right):
    assert check_answer(rule, answer)[0] is right


def test_unknown_things_are_errors():
    phone = new_phone()
    for rule in (
        {"rule": "magic", "app": "Notes", "table": "notes"},
        {"rule": "present", "app": "Nope", "table": "notes"},
        {"rule": "present", "app": "Notes", "table": "nope"},
    ):
        with pytest.raises(ValueError):
            phone.verify({"rules": [rule]}, phone.snapshot())


def test_setup_edits():
    phone = new_phone()
    phone.reset(
        9,
        {
            "edits": [
                {
                    "app": "Notes",
                    "table": "notes",
                    "op": "insert",
                    "row": {"title": "Extra", "updated": "@-1d 10:00"},
                },
                {"app": "Notes", "table": "notes", "op": "put", "id": "food", "row": {"pinned": True}},
                {"app": "Notes", "table": "notes", "op": "delete", "id": "meeting"},
                {"app": "Notes", "table": "level", "op": "put", "value": 9},
                {"table": "contacts", "op": "delete"},
                {"op": "file", "path": "/sdcard/Download/t.txt", "text": "hi"},
                {"op": "setting", "key": "global.wifi_on", "value": 0},
                {"op": "grant", "app": "Notes", "permission": "contacts"},
            ],
            "open": NOTES_PACKAGE,
            "clipboard": "clip",
            "dark": True,
            "now": 1_800_000_000_000,
        },
    )
    table = phone.state["apps"][NOTES_PACKAGE]
    assert sorted(n["title"] for n in table["notes"].values()) == ["Extra", "Groceries", "Wi-Fi at the cabin"]
    assert table["notes"]["food"]["pinned"] and table["level"] == 9 and not phone.state["sys"]["contacts"]
    assert phone.clipboard == "clip" and phone.files.read("/sdcard/Download/t.txt") == b"hi"
    assert phone.now >= 1_800_000_000_000 and phone.foreground["package"] == NOTES_PACKAGE
    with pytest.raises(ValueError):
        phone.reset(9, {"edits": [{"app": "Notes", "table": "notes", "op": "insert", "row": {"titel": "x"}}]})


def test_normal_text():
    assert normal("  “Héllo,  WORLD!” ") == "hello, world"
