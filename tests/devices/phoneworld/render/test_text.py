"""Measured text: directions, fallback, breaking, ellipsis, carets; what is measured is what is drawn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.phoneworld.render import text as text_module
from devices.phoneworld.render.bidi import levels, visual_order
from devices.phoneworld.render.canvas import Canvas
from devices.phoneworld.render.fonts import face, family_of
from devices.phoneworld.render.shaping import shape
from devices.phoneworld.render.text import ELLIPSIS, measure

STYLE = (24, 400, 36)


def ink(layout, width=700):
    """The columns and rows that drawing a layout at (40, 0) touches: (left, right, top, bottom)."""
    canvas = Canvas(width, int(layout.height) + 20)
    canvas.paint(
        [("t", 0, 0, width, canvas.height, None, (("text", 40, 0, layout.key, 0xFF000000),), 0xFFFFFFFF)]
    )
    drawn = np.argwhere((canvas.array()[:, :, :3] < 250).any(axis=2))
    return drawn[:, 1].min() - 40, drawn[:, 1].max() + 1 - 40, drawn[:, 0].min(), drawn[:, 0].max() + 1


@pytest.mark.parametrize(
    "text",
    [
        "Hello, world",
        "会议记录：周三下午",
        "شكرا جزيلا! نراكم الليلة",
        "שלום עולם",
        "Dinner 🍜 at 7? 🎉😍✅",
        "สวัสดีครับ",
        "नमस्ते",
        "Ελλάδα Привет",
        "設置 · الإعدادات · Settings 😀",
        "naïve café – “quoted” … €9.99 → ½",
    ],
)
def test_every_script_finds_a_glyph(text):
    for run in shape(text, 24, 400).runs:
        assert all(gid for gid, *_ in run.glyphs), (
            f"no glyph in {run.face.family} for part of {text[run.start : run.end]!r}"
        )


def test_fallback_prefers_latin_and_gives_emoji_their_colour():
    assert family_of("A", False) == "Roboto"
    assert family_of("会", False) == "NotoCJK"
    assert family_of("ش", False) == "NotoArabic"
    assert family_of("ש", False) == "NotoHebrew"
    assert family_of("🍜", True) == "NotoColorEmoji"
    assert face("NotoColorEmoji", 0).color


@pytest.mark.parametrize("text", ["Trail Runner 3", "王小明", "نراكم", "WAVE jog fly", "😀😀"])
@pytest.mark.parametrize("weight", [400, 500, 700])
def test_measured_extents_are_what_is_drawn(text, weight):
    layout = measure(text, (24, weight, 36))
    left, right, top, bottom = ink(layout)
    assert left >= -3 and right <= layout.width + 3
    assert right - left >= layout.width * 0.8
    assert top >= 0 and bottom <= layout.height


def test_letters_of_arabic_run_right_to_left():
    layout = measure("نراكم", STYLE)
    assert layout.rtl
    carets = layout.lines[0].carets
    assert carets[0] == pytest.approx(layout.width, abs=0.5) and carets[-1] == pytest.approx(0, abs=0.5)
    assert list(carets) == sorted(carets, reverse=True)


def test_numbers_stay_left_to_right_inside_hebrew():
    base, found = levels("שלום 123 עולם")
    assert base == 1
    assert found[:5] == [1] * 5 and found[5:8] == [2] * 3 and found[-4:] == [1] * 4


def test_runs_are_reordered_by_level():
    assert visual_order([0, 0]) == [0, 1]
    assert visual_order([1, 2, 1]) == [2, 1, 0]
    assert visual_order([0, 1, 2, 1, 0]) == [0, 3, 2, 1, 4]


def test_isolates_and_marks_do_not_break_the_order():
    layout = measure("a \u2067שלום\u2069 b \u202eabc\u202c \u200f!", STYLE)
    assert layout.width > 0 and len(layout.lines[0].carets) == len(layout.lines[0].text) + 1


def test_lines_break_at_words_and_keep_every_character():
    text = "Insurance renews 14 March, tyre pressure 2.4 bar, next service in June"
    layout = measure(text, STYLE, max_width=200)
    assert len(layout.lines) > 2
    assert "".join(line.text for line in layout.lines) == text
    assert all(line.width <= 200 for line in layout.lines)
    assert all(line.text[-1] == " " for line in layout.lines[:-1])


def test_chinese_breaks_between_characters_but_never_before_a_full_stop():
    text = "今晚见！记得带上相机。我们在餐厅门口等你，不要迟到。"
    for width in range(60, 300, 7):
        lines = [line.text for line in measure(text, STYLE, max_width=width).lines]
        assert "".join(lines) == text
        assert not any(line[0] in "！，。" for line in lines)


def test_a_word_wider_than_the_line_is_cut():
    layout = measure("x" * 60, STYLE, max_width=150)
    assert len(layout.lines) > 3 and all(0 < line.width <= 150 for line in layout.lines)


def test_ellipsis_fits_and_ends_the_last_line():
    text = "Milk, eggs, sourdough, olive oil, 2 lemons, basil, tomatoes and a bottle of red"
    for lines in (1, 2):
        layout = measure(text, STYLE, max_width=230, max_lines=lines)
        assert layout.truncated and len(layout.lines) == lines
        assert layout.lines[-1].text.endswith(ELLIPSIS) and layout.width <= 230.01
        assert layout.height == lines * 36


def test_text_that_fits_has_no_ellipsis():
    layout = measure("Milk", STYLE, max_width=230, max_lines=1)
    assert not layout.truncated and layout.lines[0].text == "Milk"


def test_line_feeds_make_lines_even_when_empty():
    assert [line.text for line in measure("a\n\nb\n", STYLE).lines] == ["a", "", "b", ""]
    assert measure("", STYLE).height == 36


def test_alignment_fills_the_width():
    layout = measure("Delete note?", STYLE, max_width=300, align="center")
    assert layout.width == 300 and layout.lines[0].x == pytest.approx((300 - layout.lines[0].width) / 2)
    assert measure("x", STYLE, max_width=300, align="right").lines[0].x > 280


def test_typed_space_moves_the_caret():
    assert measure("ab ", STYLE).caret_x(3) > measure("ab", STYLE).caret_x(2)


TEXTS = st.text(
    alphabet=st.sampled_from("abcXYZ 019.,-/\n!…会议记录。مرحباשלום😀👍🏽❤️\u200d\u200f\u0301éقل"),
    min_size=0,
    max_size=40,
)


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.one_of(st.none(), st.integers(30, 400)), st.one_of(st.none(), st.integers(1, 3)))
def test_any_text_lays_out_and_carets_invert(text, width, lines):
    layout = measure(text, STYLE, max_width=width, max_lines=lines)
    assert layout.height == len(layout.lines) * 36
    if lines:
        assert len(layout.lines) <= lines
    for line in layout.lines:
        assert len(line.carets) == line.end - line.start + 1
        for index in range(line.start, line.end + 1):
            x, top, height = layout.caret(index)
            found = layout.index_at(x, top + height / 2)
            assert layout.caret_x(found) == pytest.approx(x, abs=0.01)


def test_a_tap_finds_the_character():
    layout = measure("Book ideas for the cabin", STYLE, max_width=120)
    for index in range(24):
        x, top, height = layout.caret(index)
        assert layout.index_at(x + 1, top + height / 2) in (index, index + 1)


def test_selection_covers_what_lies_between_two_carets():
    layout = measure("one two three four", STYLE, max_width=110)
    boxes = layout.selection(2, 12)
    assert len(boxes) >= 2 and all(w > 0 and h == 36 for _, _, w, h in boxes)


def test_the_cache_is_bounded():
    for i in range(text_module.CACHED_LAYOUTS + 50):
        measure(f"{i}", (10, 400, 12))
    assert text_module.layout_of.cache_info().currsize == text_module.CACHED_LAYOUTS


@pytest.mark.parametrize("text", ["a\tb", "ä\tb"])
def test_a_tab_is_room_and_no_box(text):
    def blank(char):
        return face("Roboto", 400).glyph(" ") == next(
            gid for run in shape(char, 20, 400).runs for gid, at, *_ in run.glyphs if at == 1
        )

    assert blank(text) and blank("a\x07b")
    assert shape(text, 20, 400).advances[1] > 2 * shape("a b", 20, 400).advances[1]
