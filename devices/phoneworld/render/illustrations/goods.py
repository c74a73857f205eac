"""Groceries: fruit and vegetables, and packages of every shape, in the colours of things.py."""

# ruff: noqa: E501 - path data reads best unbroken

from collections.abc import Callable

from .pen import Pen, shade
from .things import COLORS

GOODS: dict[str, Callable] = {}
LEAF, LEAF_DARK = 0xFF6FAE52, 0xFF3F7A35


def good(default: str):
    """Register a drawing `(pen, colour)` on its backdrop."""

    def register(function):
        def draw(pen: Pen, variant: str) -> None:
            color, light, dark = COLORS.get(variant) or COLORS[default]
            pen.cover(shade(light, 0.35), shade(dark, 0.25), angle=45)
            function(pen, color)

        GOODS[function.__name__.rstrip("_")] = draw
        return function

    return register


def _label(p, x, y, w, h, c):
    p.box(x, y, w, h, 2, 0xFFFFFFFF, 0xFFF1EEE8)
    p.box(x + w * 0.16, y + h * 0.24, w * 0.68, h * 0.14, 1, c)
    p.box(x + w * 0.26, y + h * 0.54, w * 0.48, h * 0.1, 1, shade(c, 0.4))


@good("sky")
def carton(p, c):
    p.ground(50, 86, 24)
    p.fill("M32 36 L40 22 H62 L70 36 Z", shade(c, 0.25), shade(c, 0.05))
    p.box(40, 16, 22, 8, 1, shade(c, -0.1))
    p.box(32, 36, 38, 50, 2, shade(c, 0.15), shade(c, -0.15))
    _label(p, 36, 46, 30, 26, c)


@good("brick")
def can(p, c):
    p.ground(50, 84, 24)
    p.box(32, 26, 36, 58, 5, 0xFFE3E6EA, 0xFFB1B7BE)
    p.box(32, 34, 36, 42, 0, shade(c, 0.1), shade(c, -0.2), angle=0)
    p.oval(50, 27, 18, 4, 0xFFF2F4F6, 0xFFC3C9CF)
    _label(p, 37, 44, 26, 22, c)


@good("rust")
def jar(p, c):
    p.ground(50, 84, 24)
    p.box(34, 20, 32, 11, 3, 0xFFD9B36A, 0xFFA97F38)
    p.box(30, 31, 40, 53, 9, shade(c, 0.2), shade(c, -0.15))
    p.box(34, 36, 5, 40, 2.5, 0x55FFFFFF)
    _label(p, 36, 46, 28, 24, c)


@good("sun")
def pouch(p, c):
    p.ground(50, 86, 26)
    p.fill(
        "M28 22 H72 C70 40 76 70 72 84 C60 88 40 88 28 84 C24 70 30 40 28 22 Z",
        shade(c, 0.16),
        shade(c, -0.16),
    )
    p.box(28, 18, 44, 7, 2, shade(c, -0.25))
    _label(p, 35, 38, 30, 30, c)


@good("sand")
def packet(p, c):
    p.ground(50, 84, 28)
    p.box(26, 20, 48, 64, 3, shade(c, 0.2), shade(c, -0.12))
    p.box(66, 20, 8, 64, 2, shade(c, -0.2))
    _label(p, 31, 34, 30, 30, c)


@good("pine")
def flask(p, c):
    p.ground(50, 88, 18)
    p.box(44, 10, 12, 10, 2, shade(c, -0.4))
    p.fill(
        "M44 20 H56 C56 34 66 34 66 46 V82 C66 86 63 88 60 88 H40 C37 88 34 86 34 82 V46 C34 34 44 34 44 20 Z",
        shade(c, 0.12),
        shade(c, -0.2),
    )
    p.box(38, 44, 4, 36, 2, 0x55FFFFFF)
    _label(p, 37, 52, 26, 22, c)


@good("lilac")
def tub(p, c):
    p.ground(50, 78, 30)
    p.fill("M24 42 H76 L70 78 H30 Z", 0xFFFFFFFF, 0xFFE3E1DD)
    p.fill("M26 52 H74 L71 70 H29 Z", shade(c, 0.2), shade(c, -0.1))
    p.box(20, 34, 60, 10, 4, shade(c, 0.1), shade(c, -0.2))


@good("sun")
def fruit(p, c):
    p.ground(50, 80, 28)
    p.dot(50, 54, 27, shade(c, 0.25), shade(c, -0.2))
    p.oval(40, 44, 7, 10, 0x44FFFFFF, angle=45)
    p.stroke("M50 30 C49 24 51 22 54 19", 2, 0xFF6B4A2C)
    p.fill("M52 26 C58 16 70 16 74 20 C70 28 60 30 52 26 Z", LEAF, LEAF_DARK)


@good("sun")
def bananas(p, c):
    p.ground(50, 78, 28)
    for turn, tone in ((-16, 0.0), (0, 0.12), (16, 0.2)):
        p.turned(turn, 34, 26)
        p.fill(
            "M32 22 L38 21 C40 48 56 64 80 64 C84 66 84 70 80 72 C50 78 30 54 32 22 Z",
            shade(0xFFF3C93B, tone),
            shade(0xFFD9A521, tone),
        )
        p.restore()
    p.box(31, 16, 8, 9, 2, 0xFF6E5A22)


@good("moss")
def greens(p, c):
    p.ground(50, 84, 28)
    for x, y, r in ((36, 54, 18), (64, 54, 18), (50, 44, 22), (50, 62, 20)):
        p.dot(x, y, r, shade(c, 0.35), shade(c, -0.15))
    p.stroke("M50 78 V48 M50 66 L38 54 M50 64 L63 52", 2, shade(c, 0.6))


@good("rust")
def roots(p, c):
    p.ground(50, 84, 26)
    for turn, dx in ((-18, -6), (4, 2), (24, 10)):
        p.turned(turn, 50, 30)
        p.fill(
            f"M{42 + dx} 32 C{46 + dx} 28 {54 + dx} 28 {58 + dx} 32 C{57 + dx} 56 {53 + dx} 76 {50 + dx} 86 C{47 + dx} 76 {43 + dx} 56 {42 + dx} 32 Z",
            shade(c, 0.22),
            shade(c, -0.12),
        )
        p.stroke(
            f"M{50 + dx} 30 L{44 + dx} 14 M{50 + dx} 30 V12 M{50 + dx} 30 L{57 + dx} 15", 3, LEAF, LEAF_DARK
        )
        p.restore()


@good("brick")
def tomatoes(p, c):
    p.ground(50, 80, 32)
    for x, y, r in ((36, 58, 18), (64, 58, 18), (50, 46, 20)):
        p.dot(x, y, r, 0xFFE9573F, 0xFFB4281B)
        p.oval(x - 6, y - 7, 4, 3, 0x66FFFFFF)
        p.fill(f"M{x} {y - r + 5} l-6 -5 l5 1 l1 -5 l1 5 l5 -1 Z", LEAF, LEAF_DARK)


@good("cream")
def eggs(p, c):
    p.ground(50, 78, 36)
    for x in (28, 50, 72):
        p.oval(x, 52, 11, 15, 0xFFF7E5CF, 0xFFD9B48C)
    p.box(12, 58, 76, 20, 6, 0xFF9FA7A0, 0xFF7A827C)


@good("sun")
def cheese(p, c):
    p.ground(50, 78, 34)
    p.fill("M18 58 L70 28 C80 34 84 46 84 56 Z", 0xFFFBD768, 0xFFF0BC3C)
    p.fill("M18 58 H84 V76 H18 Z", 0xFFF3C24A, 0xFFD99D2B)
    for x, y, r in ((34, 66, 4), (56, 70, 3), (70, 64, 5), (60, 48, 4)):
        p.dot(x, y, r, 0xFFC98A20)


@good("sky")
def fish(p, c):
    p.ground(50, 74, 34)
    p.fill(
        "M14 52 C28 30 58 30 74 50 L88 38 C86 48 86 58 88 66 L74 56 C58 74 28 74 14 52 Z",
        shade(c, 0.3),
        shade(c, -0.15),
    )
    p.dot(27, 49, 2.6, 0xFF22303C)
    p.stroke("M38 40 C42 48 42 56 38 64", 1.6, shade(c, -0.25))


@good("rose")
def meat(p, c):
    p.ground(50, 78, 34)
    p.fill(
        "M20 50 C20 32 44 26 62 30 C80 34 86 48 78 60 C70 72 44 78 32 70 C24 66 20 60 20 50 Z",
        0xFFD9675F,
        0xFFA83C39,
    )
    p.stroke("M30 46 C42 38 58 42 70 46 M34 60 C46 54 58 60 68 58", 2.4, 0xFFF3C9BE)
    p.dot(40, 52, 6, 0xFFF7ECE0, 0xFFDCC7B4)


@good("ink")
def bankcard(p, c):
    p.cover(shade(c, 0.24), shade(c, -0.3), angle=45)
    p.dot(86, 10, 46, 0x18FFFFFF)
    p.dot(10, 100, 40, 0x14FFFFFF)
    p.box(p.x0 + 14, 40, 15, 12, 2.5, 0xFFE6C98A, 0xFFB8934A)
    p.stroke(f"M{p.x0 + 14} 46 h15 M{p.x0 + 21} 40 v12", 0.6, 0xFF8A6A2C)
