"""Templates: mistakes are told where they are made; draws keep to their side; rules guard their tables."""

import json

import jsonschema
import pytest

from devices.phoneworld.errors import SpecError
from devices.phoneworld.source import parse
from devices.phoneworld.tasks import schema
from devices.phoneworld.tasks.draws import SPLITS, bucket
from devices.phoneworld.tasks.template import FOLDER, load_text

PIN = """pin:
  apps: [Notes]
  draw: {note: "[n for n in notes if not n.pinned]"}
  goal: ["Pin “{note.title}” in Notes.", "Pin “{note.title}”.", "pin {note.title}"]
  verify:
    - {changed: notes, id: "{note.id}", is: {pinned: true}}
  oracle:
    - open: Notes
    - long: "{note.title}"
    - tap: Pin to top
"""


def template(text=PIN):
    return load_text(text, "sample.yaml", "sample")[0]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("[Notes]", "[Noets]", 2, "no app 'Noets'"),
        ("in notes if", "in nots if", 3, "unknown name 'nots'"),
        ("not n.pinned", "not n.pined", 3, "no column 'pined'"),
        ("{note.title}” in", "{note.titel}” in", 4, "no column 'titel'"),
        (', "pin {note.title}"', "", 4, "three wordings"),
        ("changed: notes", "changed: nots", 6, "no table 'nots'"),
        ("{pinned: true}", "{pined: true}", 6, "no column 'pined'"),
        ("changed:", "canged:", 6, "a rule is one of"),
        ("{pinned: true}", "{pinned: {equals: true}}", 6, "unknown op 'equals'"),
        ("- long:", "- hold:", 9, "a move is one of"),
        ("  oracle:", "  orakel:", 7, "unknown key 'orakel'"),
        ("  draw:", "  split: test\n  draw:", 1, "needs a rubric"),
        ("  draw:", "  split: tests\n  draw:", 3, "unknown split"),
        ("  draw:", "  kind: play\n  draw:", 3, "unknown kind"),
    ],
)
def test_mistakes_are_told_where_they_are(old, new, line, words):
    assert old in PIN
    with pytest.raises(SpecError) as caught:
        template(PIN.replace(old, new, 1))
    assert words in str(caught.value) and "sample.yaml" in str(caught.value)
    if "orakel" not in new:
        assert str(caught.value).startswith(f"sample.yaml:{line}:"), caught.value


def test_held_out_apps_are_for_test_templates_alone(monkeypatch):
    monkeypatch.setattr("devices.phoneworld.tasks.template.held_out_apps", lambda: ("notes",))
    with pytest.raises(SpecError, match="held out"):
        template()


def test_same_seed_same_task_and_other_seeds_other_rows():
    pin = template()
    assert pin.task(3).id == pin.task(3).id and pin.task(3).goals == template().task(3).goals
    assert len({pin.task(seed).id for seed in range(12)}) > 5


@pytest.mark.parametrize("split", sorted(SPLITS))
def test_a_split_draws_its_own_rows(split):
    pin = template(
        PIN.replace(
            "  draw:", f"  split: {split}\n  rubric: [{{must: a}}, {{want: b}}, {{negative: c}}]\n  draw:"
        )
    )
    rows = [pin.task(seed).params["note"] for seed in range(40)]
    assert {bucket(row) for row in rows} <= SPLITS[split]
    assert len({row["id"] for row in rows}) > 2


def test_values_keep_their_kind_unless_the_column_is_text():
    text = PIN.replace(
        "is: {pinned: true}", 'is: {pinned: "{not note.pinned}", title: "{7}", updated: "{3 + 4}"}'
    )
    rules = template(text).task(0).verifier["rules"]
    assert {r["field"]: r["value"] for r in rules if r["rule"] == "field"} == {
        "pinned": True,
        "title": "7",
        "updated": 7,
    }


def test_rules_for_each_item_and_under_a_condition():
    text = PIN.replace(
        'changed: notes, id: "{note.id}"', 'changed: notes, each: three, as: n, id: "{n.id}", when: n.title'
    ).replace("draw: {note", "draw: {three: {from: notes, pick: 3}, note")
    rules = template(text).task(1).verifier["rules"]
    assert [r["rule"] for r in rules] == ["field", "field", "field", "unchanged"]
    assert len({r["where"]["id"] for r in rules[:3]}) == 3 == len(rules[3]["except"])


def test_every_file_of_templates_fits_the_schema():
    assert json.loads(schema.FILE.read_text(encoding="utf-8")) == schema.schema()
    validator = jsonschema.Draft202012Validator(schema.schema())
    for path in sorted(FOLDER.glob("*/*.yaml")):
        document = json.loads(json.dumps(parse(path.read_text(encoding="utf-8"), path.name)))
        document = dict(list(document.items())[:4])  # of each file, to be quick
        wrong = [f"{path.name} {list(e.path)}: {e.message[:200]}" for e in validator.iter_errors(document)]
        assert not wrong
