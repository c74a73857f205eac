"""Mistakes in a spec are told at load, with file, line and field; the schema and README follow the code."""

import json

import jsonschema
import pytest

from devices.phoneworld import schema
from devices.phoneworld.errors import SpecError
from devices.phoneworld.source import parse
from devices.phoneworld.spec import APPS, load_app, load_text

BASE = """package: org.example.a
label: A
state:
  notes:
    columns: {title: "", n: 0}
    rows:
      - {title: One}
screens:
  main:
    title: Hello
    body:
      - text: "{count(notes)}"
domain: notes
"""


def test_defaults_and_ids():
    app = load_text(BASE)
    assert app.initial["notes"]["n1"] == {"id": "n1", "title": "One", "n": 0}
    assert app.home == "main"


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("count(notes)", "count(nots)", 12, "unknown name 'nots'"),
        ("- text:", "- texxt:", 12, "unknown widget 'texxt'"),
        ("{title: One}", "{titel: One}", 7, "no column 'titel'"),
        ("    title: Hello", "    titel: Hello", 10, "unknown key 'titel'"),
        ('"{count(notes)}"', "{text: Hi, tap: 'open(\"there\")'}", 12, "no screen 'there'"),
        ('"{count(notes)}"', "{text: Hi, style: enormous}", 12, "not one of"),
        ('text: "{count(notes)}"', "row: {subtitle: x}", 12, "needs 'title'"),
        ('text: "{count(notes)}"', "row: {title: x, icon: no_such_icon}", 12, "no icon"),
        ("domain: notes", "domain: cooking", 13, "unknown domain 'cooking'"),
        ("domain: notes", "", 1, "an app needs 'domain'"),
        ("label: A", "labl: A", 2, "unknown key 'labl'"),
        ("    title: Hello", "    title: Hello\n    title: Again", 11, "stands twice"),
        ("  main:", "  main: [", 11, ""),
        (
            'text: "{count(notes)}"',
            "list: {items: notes, as: n, row: {row: {title: '{n.titel}'}}}",
            12,
            "no column 'titel'",
        ),
        ('text: "{count(notes)}"', "field: {bind: nothing}", 12, "not a variable"),
        ("state:", "uses: [cars]\nstate:", 3, "no system table"),
        ("state:", "modules: [{teleport: {}}]\nstate:", 3, "unknown module"),
    ],
)
def test_errors_tell_where(old, new, line, words):
    with pytest.raises(SpecError) as caught:
        load_text(BASE.replace(old, new, 1), "a/app.yaml")
    error = caught.value
    assert words in str(error)
    assert error.line == line
    assert str(error).startswith("a/app.yaml:")


def test_schema_and_readme_are_up_to_date():
    assert json.loads(schema.FILE.read_text(encoding="utf-8")) == json.loads(json.dumps(schema.schema()))
    text = schema.README.read_text(encoding="utf-8")
    assert schema.readme(text) == text


@pytest.mark.parametrize("folder", sorted(p.parent.name for p in APPS.glob("*/app.yaml")))
def test_bundled_apps_load_and_fit_the_schema(folder):
    app = load_app(APPS / folder)
    assert app.screens[app.home]
    document = parse((APPS / folder / "app.yaml").read_text(encoding="utf-8"), "app.yaml")
    jsonschema.Draft202012Validator(schema.schema()).validate(json.loads(json.dumps(document)))


def test_readme_example_runs():
    text = schema.README.read_text(encoding="utf-8")
    example = text.split("```yaml\n", 1)[1].split("```", 1)[0]
    app = load_text(example, "todo/app.yaml")
    from devices.phoneworld.world import World

    phone = World([app]).phone(1)
    phone.open_app(app.package)
    assert "Buy milk" in phone.ui_xml()


def test_schema_refuses_what_the_loader_refuses():
    document = parse(BASE.replace("title: Hello", "titel: Hello"), "app.yaml")
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema.schema()).validate(document)


def test_a_bundled_screen_is_compiled_when_first_used(tmp_path):
    (tmp_path / "app.yaml").write_text(BASE.replace("title: Hello", "titel: Hello", 1), encoding="utf-8")
    app = load_app(tmp_path, lazy=True)
    screen = app.screens[app.home]
    assert not screen.compiled
    for _ in range(2):
        with pytest.raises(SpecError, match="titel"):
            _ = screen.variables
    fine = load_text(BASE).screens
    assert all(s.compiled for s in fine.values())
