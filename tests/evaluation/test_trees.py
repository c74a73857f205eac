"""Stored UI trees: what is hit, what is secret, what a field gained."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from evaluation import trees


def node(role="group", bounds=(0, 0, 540, 1200), parent=None, **more):
    return {
        "id": "", "role": role, "text": "", "desc": "", "bounds": list(bounds), "parent": parent,
        "package": "com.example", "clickable": False, "focused": False, "password": False, **more,
    }  # fmt: skip


ROW = [
    node(),
    node("group", (0, 100, 540, 200), 0, clickable=True, id="row"),
    node("text", (20, 110, 300, 140), 1, text="Ada Lovelace"),
    node("text", (20, 150, 300, 180), 1, text="+44 20 7946"),
    node("text_field", (0, 300, 540, 360), 0, password=True, focused=True, text="hunter2", id="pin"),
    node("button", (0, 800, 60, 860), 0, package="com.example.inputmethod", text="q", clickable=True),
    node("button", (480, 900, 540, 960), 0, package="com.example.inputmethod", desc="Enter", clickable=True),
]


def test_a_touch_on_words_goes_to_the_row_that_takes_it():
    hit = trees.element_at(ROW, 30, 120)
    assert hit["id"] == "row" and hit["text"] == "Ada Lovelace +44 20 7946"


def test_nothing_there_is_none_and_a_bare_place_is_the_deepest():
    assert trees.element_at(ROW, 600, 5000) is None
    assert trees.element_at(ROW, 5, 1100)["role"] == "group"


def test_the_secret_text_is_nowhere_in_what_is_stored():
    echo = [*ROW, node("text", parent=0, text="You typed hunter2!", desc="hunter2")]
    assert b"hunter2" in trees.dump(echo, False)
    assert b"hunter2" not in trees.dump(trees.without_secrets(echo, {"hunter2"}), False)
    assert b"hunter2" not in trees.dump(trees.without_secrets(ROW), False)
    assert trees.element_at(ROW, 10, 330)["text"] == ""


def test_keys_are_told_from_the_app_and_taken_out():
    assert trees.keyboard_hit(ROW, 30, 830) == "key"
    assert trees.keyboard_hit(ROW, 500, 930) == "enter"
    assert trees.keyboard_hit(ROW, 30, 120) == ""
    kept = trees.without_keyboard(ROW)
    assert len(kept) == 5 and kept[3]["parent"] == 1


def test_a_password_field_is_painted_over_and_the_original_kept():
    picture = Image.new("RGB", (540, 1200), "white")
    safe = trees.blacked_out(picture, ROW)
    assert safe.getpixel((100, 330)) == (128, 128, 128)
    assert safe.getpixel((100, 299)) == (255, 255, 255)
    assert picture.getpixel((100, 330)) == (255, 255, 255)


@pytest.mark.parametrize(
    "before, after, gain",
    [
        ("", "abc", "abc"),
        ("ab", "axb", "x"),
        ("abc", "abcd", "d"),
        ("abc", "", ""),
        ("aa", "aaa", "a"),
        ("x", "x", ""),
    ],
)
def test_what_a_field_gained(before, after, gain):
    assert trees.gained(before, after) == gain


@given(st.text(max_size=20), st.text(max_size=20), st.text(max_size=20))
def test_an_insertion_is_found_whatever_surrounds_it(left, middle, right):
    assert len(trees.gained(left + right, left + middle + right)) == len(middle)
