"""The judge without a model: right where words say what to look for, and honest everywhere else."""

import pytest

from evaluation.judges import text
from evaluation.judges.base import Case, Criterion, Frame

APPS = {"Notes": "org.phoneworld.notes", "Harbour Bank": "org.phoneworld.bank"}


def node(words, **more):
    return {"text": words, "desc": "", "checkable": False, "checked": False, **more}


FRAMES = (
    Frame(0, {"name": "open_app"}, "org.phoneworld.launcher", (node("Notes"),)),
    Frame(1, {"name": "click"}, "org.phoneworld.notes", (node("Groceries"), node("Milk"))),
    Frame(
        2,
        {"name": "finish"},
        "org.phoneworld.notes",
        (node("Milk and 15 eggs"), node("", desc="Pinned"), node("Wi-Fi", checkable=True, checked=True)),
    ),
)


def verdict(words, answer="", frames=FRAMES):
    case = Case("x", (Criterion("1", words),), frames, answer, apps=APPS)
    return text.judge(case).verdicts["1"]


@pytest.mark.parametrize(
    ("words", "answer", "said"),
    [
        ('The answer is "15".', "15", "y"),
        ("The answer names “Maya” and “Tom”.", "It was Tom, then maya.", "y"),
        ("The answer names “Maya” and “Tom”.", "Maya", "n"),
        ('The answer is "5".', "15", "n"),
        ('The answer is "15".', "", "n"),
        ('The answer does not contain "15".', "14", "u"),
        ("The answer is polite.", "Yes, please.", "u"),
        ("The app Notes is opened.", "", "y"),
        ("Notes was reached.", "", "y"),
        ("Harbour Bank is opened.", "", "n"),
        ("Nowhere is opened.", "", "u"),
        ('The last screen shows "Milk".', "", "y"),
        ('The last screen shows "pinned".', "", "y"),
        ('The last screen shows "Groceries".', "", "n"),
        ('"Groceries" is shown at the end.', "", "u"),
        ('The last screen shows "5 eggs".', "", "n"),
        ('The last screen does not show "Milk".', "", "n"),
        ('The last screen does not show "Groceries".', "", "y"),
        ('"Milk" is not shown at the end.', "", "u"),
        ("Notes is in front at the end.", "", "y"),
        ("The app Harbour Bank is in front at the end.", "", "n"),
        ("Wi-Fi is on.", "", "y"),
        ("The switch Wi-Fi is turned off.", "", "n"),
        ("Bluetooth is on.", "", "u"),
        ("Nothing else was changed.", "", "u"),
        ("The note was deleted.", "", "u"),
    ],
)
def test_what_the_words_say(words, answer, said):
    assert verdict(words, answer).answer == said


def test_it_names_the_step_that_shows_it():
    assert verdict("Notes is opened.").step == 1
    assert verdict('The last screen shows "Milk".').step == 2


def test_without_a_tree_it_cannot_tell():
    blind = (Frame(0, {"name": "finish"}),)
    for words in ('The last screen shows "Milk".', "Notes is opened.", "Wi-Fi is on."):
        assert verdict(words, frames=blind).answer == "u"
    assert verdict('The last screen shows "Milk".', frames=()).answer == "u"
