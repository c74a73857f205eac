"""The linter finds what it says it finds, says where, and lets pass what lint.yaml allows."""

import pytest

from devices.phoneworld import Phone
from devices.phoneworld.lint import ink, run
from devices.phoneworld.lint.findings import CHECKS

ROWS = ", ".join(f"{{title: Thing {n}}}" for n in range(31))
HEAD = f"""
package: org.example.bad
label: Bad
domain: notes
state:
  things:
    columns: {{title: ""}}
    rows: [{ROWS}]
screens:
"""
GOOD = """
  home:
    title: Things
    body:
      - list: {items: things, as: thing, row: {row: {title: "{thing.title}"}}, empty: {title: None}}
"""
LONG = "An exceedingly long label that no phone of this width can show in a single line of text"

BAD = {
    "load": ("  home: {title: Hi, body: [{text: '{nothing}'}]}", "unknown name 'nothing'"),
    "dead-screen": (GOOD + "  lost: {title: Lost, body: [{text: Hello}]}", "'lost'"),
    "dead-overlay": (GOOD + "    overlays: {ask: {dialog: {title: Really?}}}", "'ask'"),
    "dead-event": (GOOD + "events: {later: {do: toast('x')}}", "'later'"),
    "never-shown": (GOOD + "      - text: {text: Hello, when: false}", "never true"),
    "empty-state": (GOOD.replace(", empty: {title: None}", ""), "over 'things'"),
    "blank": ("  home: {title: Hi, body: [{text: {text: Hello, when: len(things) > 99}}]}", "empty"),
    "cut": (GOOD + f"      - button: {{label: {LONG}, tap: toast('x')}}", LONG),
    "overflow": (GOOD + f"      - line: [{{text: {LONG}}}]", LONG),
    "overlap": (GOOD + f"      - row: {{title: Hello there, meta: {LONG}}}", "lie on one another"),
    "picture": (GOOD + "      - image: {name: no/such}", "no/such"),
    "contrast": (GOOD + "      - text: {text: Pale, color: '#CCCCCC'}", "'Pale' has"),
    "description": (GOOD + "      - icon_button: {icon: add, desc: '', tap: toast('x')}", "no words"),
    "target": (GOOD + "      - avatar: {text: Al, size: 20, tap: toast('x')}", "20 by 20 dp"),
    "room": (
        GOOD + "    footer: [" + ", ".join(["{image: {name: gift, height: 200}}"] * 3) + "]",
        "of height",
    ),
}  # fmt: skip


@pytest.fixture
def app(tmp_path):
    def make(text, allow=None):
        folder = tmp_path / "bad"
        folder.mkdir(exist_ok=True)
        (folder / "app.yaml").write_text(text)
        if allow is not None:
            (folder / "lint.yaml").write_text(allow)
        return folder

    return make


def test_an_app_without_mistakes_has_no_findings(app):
    assert run.lint(app(HEAD + GOOD)) == []


@pytest.mark.parametrize("check", sorted(BAD))
def test_a_mistake_is_found_and_placed(app, check):
    spec, words = BAD[check]
    found = [f for f in run.lint(app(HEAD + spec)) if f.check == check]
    assert found, f"{check} not found"
    assert words in found[0].words
    assert found[0].file == "bad/app.yaml" and found[0].line > 1


def test_too_little_content_and_no_domain(app):
    found = {f.check for f in run.lint(app("package: a.b\nlabel: A\nscreens:\n  home: {title: Hi}\n"))}
    assert found & {"load", "domain", "content"}


def test_a_gesture_that_raises_is_a_finding(app, monkeypatch):
    def fall(phone, x, y):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(Phone, "tap", fall)
    button = "      - button: {label: Go, tap: toast('x')}\n"
    found = run.lint(app(HEAD + GOOD + button))
    assert [(f.check, f.words) for f in found] == [("crash", "ZeroDivisionError: oh")]


def test_an_allowance_covers_its_finding_and_is_told_when_stale(app):
    text = HEAD + BAD["contrast"][0]
    assert run.lint(app(text, "allow: [{check: contrast, text: Pale, why: A watermark.}]")) == []
    stale = run.lint(app(HEAD + GOOD, "allow: [{check: contrast, why: A watermark.}]"))
    assert [f.check for f in stale] == ["allowance"]


def test_contrast_is_wcags():
    assert ink.contrast(0xFF000000, 0xFFFFFFFF) == pytest.approx(21)
    assert ink.contrast(0xFF777777, 0xFFFFFFFF) == pytest.approx(4.48, abs=0.01)


def test_every_check_is_described():
    assert set(BAD) <= set(CHECKS)


@pytest.mark.parametrize("folder", run.folders(), ids=lambda folder: folder.name)
def test_the_app_is_clean(folder):
    assert [str(f) for f in run.lint(folder, steps=800)] == []
