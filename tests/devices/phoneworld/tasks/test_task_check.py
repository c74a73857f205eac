"""Every template holds; and the check finds what is wrong with templates that do not."""

import pytest

from devices.phoneworld.tasks.check import check, chosen_by
from devices.phoneworld.tasks.template import FOLDER, load_text

FOLDERS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
GOOD = """pin:
  apps: [Notes]
  draw: {note: "[n for n in notes if not n.pinned]"}
  goal: ["Pin “{note.title}” in Notes.", "Pin “{note.title}”.", "pin {note.title}"]
  verify:
    - {changed: notes, id: "{note.id}", is: {pinned: true}}
  oracle: [{open: Notes}, {long: "{note.title}"}, {tap: Pin to top}]
"""


@pytest.mark.parametrize("folder", FOLDERS)
def test_templates_hold(folder):
    """Oracle 1, nothing done 0, every mutant 0. (`manage.py phoneworld check` tries five seeds of each.)"""
    reports = [check(template, seeds=1) for template in chosen_by(folder)]
    assert reports
    assert not [f"{r.where} {r.key} seed {f[0]}: {f[1]}: {f[2]}" for r in reports for f in r.faults]


def faults(text, seeds=3):
    return {what for _, what, _ in check(load_text(text, "sample.yaml", "sample")[0], seeds).faults}


def test_a_good_template_has_no_faults():
    assert faults(GOOD) == set()


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("{tap: Pin to top}", "{tap: Edit}", "oracle"),
        ("{tap: Pin to top}", "{tap: Pin to the bottom}", "oracle"),
        ("is: {pinned: true}", "is: {pinned: false}", "oracle"),
        (
            '{changed: notes, id: "{note.id}", is: {pinned: true}}',
            "{present: notes, where: {pinned: true}}",
            "no-op",
        ),
        (
            '{changed: notes, id: "{note.id}", is: {pinned: true}}',
            "{count: notes, where: {pinned: true}, is: 2}",
            "mutant other",
        ),
        (
            '- {changed: notes, id: "{note.id}", is: {pinned: true}}',
            '- {present: notes, where: {id: "{note.id}", pinned: true}}\n    - {same: contacts}\n'
            "  mutants:\n    more: [{open: Notes}, {long: '{note.title}'}, {tap: [Pin to top, Sort, Title]}]",
            "mutant more",
        ),
        ("{tap: Pin to top}]", "{tap: Pin to top}, {tap: Sort}, {tap: Title}]", "side effect"),
        ("Pin “{note.title}”.", "Pin “{note.missing or None}”.", "error"),
        ("if not n.pinned]", "if n.title == 'no such note']", "draw"),
    ],
)
def test_what_is_wrong_is_found(old, new, found):
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    if found == "error":
        text = GOOD.replace(
            "verify:", "setup:\n    - {put: notes, id: nowhere, row: {pinned: true}}\n  verify:"
        )
    assert found in faults(text)


@pytest.mark.parametrize("extra", ["mutants: {extra: false}", "about: nothing"])
def test_a_weak_count_is_caught_by_the_extra_row_unless_it_is_allowed(extra):
    text = f"""new:
  apps: [Notes]
  draw: {{word: [Alpha, Beta, Gamma]}}
  goal: ["Write a note “{{word}}”.", "Note “{{word}}”.", "note {{word}}"]
  verify:
    - {{present: notes, where: {{title: "{{word}}"}}}}
    - {{same: notes, except: {{title: "{{word}}"}}}}
  {extra}
  oracle: [{{open: Notes}}, {{tap: New note}}, {{type: {{Title: "{{word}}"}}}}, {{tap: Save}}]
"""
    assert ("mutant extra" in faults(text)) == ("extra" not in extra)
