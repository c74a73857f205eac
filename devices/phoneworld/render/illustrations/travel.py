"""Vehicles, rooms and houses: what travel and housing apps show, each in the colours of things.py."""

# ruff: noqa: E501 - path data reads best unbroken

from collections.abc import Callable

from .pen import Pen, shade
from .things import COLORS

TRAVEL: dict[str, Callable] = {}
GLASS = 0xFF2F3E4C


def scene(default: str):
    """Register a drawing `(pen, colour, light, dark)` with its backdrop."""

    def register(function):
        def draw(pen: Pen, variant: str) -> None:
            color, light, dark = COLORS.get(variant) or COLORS[default]
            pen.cover(light, dark, angle=45)
            function(pen, color, light, dark)

        TRAVEL[function.__name__.rstrip("_")] = draw
        return function

    return register


def wheels(p: Pen, *xs: float, y: float = 67, r: float = 8) -> None:
    for x in xs:
        p.dot(x, y, r, 0xFF26282C)
        p.dot(x, y, r * 0.5, 0xFFD4D8DC, 0xFF9CA3AB)


@scene("navy")
def car(p, c, light, dark):
    p.ground(50, 76, 40)
    p.fill(
        "M10 66 C9 56 12 52 22 50 L32 38 C34 35 37 34 41 34 H60 C64 34 67 36 69 38 L79 49 C89 51 92 55 91 66 Z",
        shade(c, 0.14),
        shade(c, -0.2),
    )
    p.fill(
        "M35 40 C36 38 38 38 40 38 H50 V49 H28 Z M53 38 H60 C63 38 65 39 66 41 L73 49 H53 Z",
        GLASS,
        shade(GLASS, 0.25),
    )
    p.box(85, 54, 6, 4, 2, 0xFFFFE7A0)
    wheels(p, 28, 73)


@scene("slate")
def van(p, c, light, dark):
    p.ground(50, 78, 42)
    p.fill(
        "M8 68 V34 C8 30 10 28 14 28 H66 C72 28 76 31 79 36 L89 50 C91 53 92 56 92 60 V68 Z",
        shade(c, 0.14),
        shade(c, -0.2),
    )
    p.fill(
        "M14 34 H30 V48 H14 Z M34 34 H50 V48 H34 Z M54 34 H66 C70 34 72 36 74 39 L80 48 H54 Z",
        GLASS,
        shade(GLASS, 0.25),
    )
    wheels(p, 26, 74, y=69, r=8.6)


@scene("pine")
def train(p, c, light, dark):
    p.box(p.x0, 74, p.x1 - p.x0, 3, 0, 0xFF7B6F66)
    p.fill(f"M{p.x0} 72 V34 H62 C80 34 92 52 92 66 C92 70 90 72 86 72 Z", shade(c, 0.16), shade(c, -0.2))
    p.fill("M66 40 C76 42 84 50 86 56 H66 Z", GLASS, shade(GLASS, 0.25))
    for x in range(-60, 60, 16):
        p.box(x, 42, 11, 12, 2.4, GLASS, shade(GLASS, 0.25))
    p.box(p.x0, 60, 90 - p.x0, 3, 0, 0xCCFFFFFF)
    wheels(p, 8, 24, 56, 72, y=74, r=4)


@scene("sky")
def plane(p, c, light, dark):
    p.oval(30, 76, 34, 7, 0x88FFFFFF, blur=4)
    p.oval(82, 26, 26, 6, 0x88FFFFFF, blur=4)
    p.turned(-14)
    p.fill(
        "M8 50 C8 44 16 42 24 42 H80 C90 42 96 47 96 50 C96 55 88 58 78 58 H22 C14 58 8 55 8 50 Z",
        0xFFFFFFFF,
        0xFFD5DCE3,
    )
    p.fill("M12 46 L4 24 H14 L28 43 Z", shade(c, 0.05), shade(c, -0.2))
    p.fill("M44 52 L24 80 H34 L66 53 Z", shade(c, 0.1), shade(c, -0.24))
    p.fill("M48 44 L38 26 H45 L62 43 Z", shade(c, -0.1), shade(c, -0.3))
    for x in range(30, 80, 6):
        p.dot(x, 48, 1.4, GLASS)
    p.fill("M86 44.6 C91 46 93 48 94 49 H85 Z", GLASS)
    p.restore()


@scene("rust")
def scooter(p, c, light, dark):
    p.ground(50, 80, 34)
    p.stroke("M28 70 L36 28 H26", 3.4, 0xFF3A3F45)
    p.fill("M30 70 C36 58 46 64 52 64 L60 48 H80 C86 52 86 64 80 70 H66 Z", shade(c, 0.14), shade(c, -0.22))
    p.box(58, 42, 24, 6, 3, 0xFF2B2B31)
    wheels(p, 27, 74, y=73, r=8)


@scene("sand")
def room(p, c, light, dark):
    p.box(p.x0, p.y0, p.x1 - p.x0, 70 - p.y0, 0, shade(c, 0.72), shade(c, 0.6))
    p.box(p.x0, 70, p.x1 - p.x0, p.y1 - 70, 0, 0xFFB58D66, 0xFF8E6A49)
    p.box(12, 14, 24, 30, 1.5, 0xFFFFFFFF)
    p.box(14, 16, 20, 26, 1, 0xFF9CCBEA, 0xFFE6F2E4)
    p.stroke("M24 16 V42 M14 29 H34", 1, 0xFFFFFFFF)
    p.box(46, 18, 18, 14, 1, shade(c, -0.25), shade(c, 0.1))
    p.box(40, 40, 54, 26, 5, shade(c, -0.12), shade(c, -0.35))
    p.box(38, 58, 58, 20, 4, 0xFFFFFFFF, 0xFFE4E1DC)
    p.box(44, 50, 18, 11, 4, 0xFFFFFFFF, 0xFFE9E6E1)
    p.box(72, 50, 18, 11, 4, 0xFFFFFFFF, 0xFFE9E6E1)
    p.box(38, 66, 58, 14, 3, shade(c, 0.1), shade(c, -0.18))
    p.stroke("M30 76 V56", 1.4, 0xFF5B4B3A)
    p.fill("M24 56 L27 47 H33 L36 56 Z", 0xFFFFE9B0, 0xFFF5CE7C)


@scene("rose")
def house(p, c, light, dark):
    p.box(p.x0, p.y0, p.x1 - p.x0, p.y1 - p.y0, 0, 0xFF9CCDEB, 0xFFEAF4F2)
    p.box(p.x0, 78, p.x1 - p.x0, p.y1 - 78, 0, 0xFF8FBF7A, 0xFF5E9455)
    p.fill("M18 44 L50 20 L82 44 Z", shade(c, -0.35), shade(c, -0.5))
    p.box(24, 42, 52, 38, 0, shade(c, 0.45), shade(c, 0.25))
    for x in (30, 60):
        p.box(x, 50, 10, 11, 1, 0xFFFFFFFF)
        p.box(x + 1, 51, 8, 9, 0.6, GLASS, shade(GLASS, 0.3))
    p.box(44, 56, 12, 24, 1, shade(c, -0.2), shade(c, -0.4))
    p.dot(14, 72, 9, 0xFF6FA45C, 0xFF47793F)
    p.dot(87, 74, 8, 0xFF6FA45C, 0xFF47793F)


@scene("navy")
def hotel(p, c, light, dark):
    p.box(p.x0, p.y0, p.x1 - p.x0, p.y1 - p.y0, 0, shade(light, 0.2), dark)
    p.box(22, 14, 56, 74, 2, shade(c, 0.3), shade(c, -0.05))
    p.box(18, 84, 64, 6, 1, shade(c, -0.4))
    for row in range(5):
        for column in range(4):
            lit = (row * 3 + column * 5) % 4
            p.box(28 + column * 12, 22 + row * 11, 7.4, 7, 0.8, 0xFFFFE6A6 if lit else shade(c, -0.35))
    p.box(42, 76, 16, 12, 1, 0xFFFFE9B8, 0xFFE8B75C)
    p.fill("M36 76 H64 L60 70 H40 Z", shade(c, -0.3))


@scene("slate")
def apartment(p, c, light, dark):
    p.box(p.x0, p.y0, p.x1 - p.x0, p.y1 - p.y0, 0, 0xFFF1D9BF, 0xFFFBF1E4)
    for x, w, top, tone in ((4, 26, 34, 0.3), (32, 36, 18, 0.1), (70, 28, 28, 0.4)):
        p.box(x, top, w, p.y1 - top, 1, shade(c, tone), shade(c, tone - 0.2))
        for row in range(7):
            for column in range(int(w // 9)):
                p.box(
                    x + 3.4 + column * 9,
                    top + 5 + row * 11,
                    5,
                    7,
                    0.6,
                    0xFFFFF4D5 if (row + column) % 3 else GLASS,
                )


@scene("moss")
def tent(p, c, light, dark):
    p.box(p.x0, p.y0, p.x1 - p.x0, p.y1 - p.y0, 0, 0xFF243B5A, 0xFFEBA277)
    p.box(p.x0, 76, p.x1 - p.x0, p.y1 - 76, 0, 0xFF3E5A44, 0xFF22392B)
    for i in range(18):
        p.dot(p.x0 + i * 0.754877 % 1 * (p.x1 - p.x0), i * 0.56984 % 1 * 36, 0.5, 0xDDFFFFFF)
    p.fill("M16 82 L50 34 L84 82 Z", shade(c, 0.2), shade(c, -0.2))
    p.fill("M40 82 L50 34 L62 82 Z", 0xFFFFD98A, 0xFFDE9440)
