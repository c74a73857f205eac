"""Blocks to pixels: a damaged redraw equals a full one, clips and z order hold, caches stay bounded."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.phoneworld.render.canvas import Canvas, Sprites
from devices.phoneworld.render.text import measure

W, H = 160, 220
COLORS = st.sampled_from([0xFF6750A4, 0xFFEADDFF, 0x806750A4, 0xFFB3261E, 0x22000000, 0xFFFFFFFF])
NUMBER = st.integers(-8, 60)
SIZE = st.integers(1, 60)
HALVES = st.sampled_from([0.0, 0.5, 1.3])


@st.composite
def op(draw):
    x, y, w, h = draw(NUMBER) + draw(HALVES), draw(NUMBER) + draw(HALVES), draw(SIZE), draw(SIZE)
    color, radius = draw(COLORS), draw(st.integers(0, 20))
    kind = draw(
        st.sampled_from(
            [
                "rect",
                "rrect",
                "rrect4",
                "stroke",
                "circle",
                "line",
                "text",
                "icon",
                "image",
                "shadow",
                "path",
                "clip",
                "alpha",
            ]
        )
    )
    return {
        "rect": [("rect", x, y, w, h, color)],
        "rrect": [("rrect", x, y, w, h, radius, color)],
        "rrect4": [("rrect4", x, y, w, h, (radius, 0, radius, 4), color)],
        "stroke": [("stroke", x, y, w, h, radius, 1.5, color)],
        "circle": [("circle", x, y, radius + 1, color)],
        "line": [("line", x, y, x + w, y + h, 1.5, color)],
        "text": [
            (
                "text",
                x,
                y,
                measure(draw(st.sampled_from(["Hello", "会议", "مرحبا", "😀 x"])), (20, 500, 28)).key,
                color,
            )
        ],
        "icon": [("icon", draw(st.sampled_from(["home", "add", "search"])), x, y, 24, color, radius > 9)],
        "image": [
            (
                "image",
                draw(st.sampled_from(["mug", "photo/lake"])),
                x,
                y,
                w,
                h,
                draw(st.sampled_from([0, 9, (8, 8, 0, 0)])),
            )
        ],
        "shadow": [("shadow", x, y, w, h, radius, draw(st.integers(1, 9)))],
        "path": [("path", "M2 2 C9 -4 16 9 20 2 L12 22 Z", x, y, 1.4, color)],
        "clip": [("clip", x, y, w, h, radius), ("circle", x + 9, y + 9, 14, color), ("endclip",)],
        "alpha": [
            ("alpha", 0.4),
            ("circle", x + 9, y + 9, 14, color),
            ("rect", x, y, w, h, color),
            ("endalpha",),
        ],
    }[kind]


@st.composite
def block(draw, key):
    ops = tuple(item for group in draw(st.lists(op(), min_size=0, max_size=4)) for item in group)
    clip = draw(
        st.one_of(
            st.none(),
            st.tuples(st.integers(0, 60), st.integers(0, 80), st.integers(5, 120), st.integers(5, 150)),
        )
    )
    background = draw(st.sampled_from([None, None, 0xFFF3EDF7, 0x80F3EDF7]))
    return (
        key,
        draw(st.integers(-10, 130)),
        draw(st.integers(-10, 190)),
        draw(st.integers(4, 120)),
        draw(st.integers(4, 120)),
        clip,
        ops,
        background,
    )


@st.composite
def frames(draw):
    pool = [draw(block(f"b{i}")) for i in range(draw(st.integers(2, 6)))]
    ground = ("ground", 0, 0, W, H, None, (), 0xFFFEF7FF)
    shown = []
    for _ in range(draw(st.integers(2, 4))):
        blocks = draw(st.lists(st.sampled_from(pool), unique_by=lambda b: b[0], max_size=len(pool)))
        moved = [(b[0], b[1] + draw(st.integers(-3, 3)), *b[2:]) for b in blocks]
        shown.append([ground, *moved])
    return shown


@settings(max_examples=120, deadline=None)
@given(frames())
def test_damaged_redraw_equals_a_full_one(shown):
    damaged, full = Canvas(W, H), Canvas(W, H)
    for blocks in shown:
        damaged.paint(blocks)
        full.paint(blocks, damage=False)
        assert np.array_equal(damaged.array(), full.array())


def card(key, y, color=0xFF6750A4):
    return (key, 10, y, 100, 40, None, (("rrect", 0, 0, 100, 40, 12, color),), None)


GROUND = ("ground", 0, 0, W, H, None, (), 0xFFFFFFFF)


def test_nothing_changed_draws_nothing():
    canvas = Canvas(W, H)
    assert canvas.paint([GROUND, card("a", 10)]) == [(0, 0, W, H)]
    assert canvas.paint([GROUND, card("a", 10)]) == []


def test_only_what_changed_is_drawn_again():
    canvas = Canvas(W, H)
    canvas.paint([GROUND, card("a", 10), card("b", 100)])
    assert canvas.paint([GROUND, card("a", 10), card("b", 100, 0xFFB3261E)]) == [(10, 100, 100, 40)]
    assert canvas.paint([GROUND, card("a", 10)]) == [(10, 100, 100, 40)]
    assert tuple(canvas.array()[120, 60]) == (255, 255, 255, 255)


def test_later_blocks_lie_on_top_and_reordering_shows():
    canvas = Canvas(W, H)
    red, violet = card("red", 10, 0xFFFF0000), card("violet", 20, 0xFF0000FF)
    canvas.paint([GROUND, red, violet])
    assert tuple(canvas.array()[35, 60][:3]) == (0, 0, 255)
    canvas.paint([GROUND, violet, red])
    assert tuple(canvas.array()[35, 60][:3]) == (255, 0, 0)


def test_a_block_stays_inside_its_box_and_its_clip():
    canvas = Canvas(W, H)
    wild = ("wild", 40, 40, 60, 60, (50, 0, 20, H), (("rect", -500, -500, 2000, 2000, 0xFF000000),), None)
    canvas.paint([GROUND, wild])
    black = np.argwhere(canvas.array()[:, :, 0] == 0)
    assert (black.min(axis=0) == (40, 50)).all() and (black.max(axis=0) == (99, 69)).all()


def test_a_shadow_may_leave_the_box():
    canvas = Canvas(W, H)
    canvas.paint(
        [
            GROUND,
            (
                "fab",
                50,
                50,
                40,
                40,
                None,
                (("shadow", 0, 0, 40, 40, 10, 6), ("rrect", 0, 0, 40, 40, 10, 0xFFEADDFF)),
                None,
            ),
        ]
    )
    assert canvas.array()[94, 70, 0] < 255


def test_the_screen_is_opaque_rgba():
    canvas = Canvas(W, H)
    canvas.paint([card("a", 10, 0x40FF0000)])
    pixels = canvas.array()
    assert pixels.shape == (H, W, 4) and pixels.dtype == np.uint8 and (pixels[:, :, 3] == 255).all()


def test_sprites_are_bounded_by_bytes_and_found_by_value():
    sprites = Sprites(limit=5 * 40 * 40 * 4)
    for i in range(20):
        sprites.get((("circle", 20, 20, i, 0xFF000000),), 40, 40)
    assert 0 < len(sprites) < 20 and sprites.held <= sprites.limit
    again = sprites.get((("circle", 20, 20, 19, 0xFF000000),), 40, 40)
    assert again is sprites.get((("circle", 20, 20, 19, 0xFF000000),), 40, 40)


@pytest.mark.parametrize(
    "bad", [("icon", "no such icon", 0, 0, 24, 0, False), ("image", "no/such", 0, 0, 9, 9, 0), ("nonsense",)]
)
def test_a_wrong_name_fails_loudly(bad):
    with pytest.raises(KeyError):
        Canvas(W, H).paint([("x", 0, 0, 50, 50, None, (bad,), None)])
