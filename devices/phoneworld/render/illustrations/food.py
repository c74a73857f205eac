# ruff: noqa: E501 - path data reads best unbroken
"""Dishes and drinks, seen from the side or from above."""

from collections.abc import Callable

from .pen import Pen, shade
from .things import COLORS

FOOD: dict[str, Callable] = {}


def dish(default: str):
    def register(function):
        def draw(pen: Pen, variant: str) -> None:
            _, light, dark = COLORS.get(variant) or COLORS[default]
            pen.cover(light, dark, angle=45)
            function(pen)

        FOOD[function.__name__.rstrip("_")] = draw
        return function

    return register


def plate(p: Pen, r: float = 38) -> None:
    p.oval(50, 55, r, r, 0x38000000, blur=3)
    p.dot(50, 50, r, 0xFFFFFFFF, 0xFFE6E3DE)
    p.dot(50, 50, r * 0.76, 0xFFF1EEE9, 0xFFFBFAF8)


@dish("sun")
def burger(p):
    p.ground(50, 82, 34)
    p.box(20, 64, 60, 16, 8, 0xFFE2A858, 0xFFC07E33)
    p.fill(
        "M18 62 C26 68 30 58 38 64 C46 70 52 58 60 64 C68 70 74 58 82 62 L80 56 H20 Z", 0xFF8CBF4D, 0xFF5F9A33
    )
    p.box(18, 50, 64, 10, 5, 0xFF7A4526, 0xFF55301B)
    p.fill("M20 50 H80 L70 58 L62 50 Z", 0xFFFFC94A)
    p.box(20, 44, 60, 7, 3.5, 0xFFE0533D, 0xFFBF3B2B)
    p.fill("M18 45 C18 18 82 18 82 45 Z", 0xFFF0B866, 0xFFCB8438)
    for x, y in ((36, 32), (46, 27), (56, 31), (66, 35), (50, 37)):
        p.oval(x, y, 1.9, 1.1, 0xFFFFF0CF)


@dish("rust")
def pizza(p):
    p.oval(50, 55, 39, 38, 0x38000000, blur=3)
    p.dot(50, 50, 38, 0xFFDFA358, 0xFFB87431)
    p.dot(50, 50, 33, 0xFFF6C85C, 0xFFEBA93C)
    for x, y in ((38, 34), (60, 33), (70, 52), (55, 53), (36, 58), (54, 71), (28, 46)):
        p.dot(x, y, 5, 0xFFCC4A36, 0xFFA5321F)
    for x, y, a in ((47, 42, 20), (65, 66, 80), (43, 68, 130), (30, 66, 40), (52, 26, 100)):
        p.turned(a, x, y)
        p.oval(x, y, 3.6, 1.8, 0xFF5F9438)
        p.restore()
    for a in (0, 45, 90, 135):
        p.turned(a)
        p.stroke("M50 13 V87", 0.7, 0x66905A22)
        p.restore()


@dish("navy")
def ramen(p):
    p.oval(50, 56, 40, 38, 0x38000000, blur=3)
    p.dot(50, 50, 39, 0xFF37404E, 0xFF1D232C)
    p.dot(50, 50, 33.5, 0xFFD98F3E, 0xFFB9692A)
    for i in range(7):
        p.stroke(
            f"M{26 + i * 3} {42 + i * 2.4} C{34 + i * 3} {34 + i * 3} {44 + i * 3} {64 + i} {54 + i * 3} {52 + i * 2}",
            1.8,
            0xFFF4D994,
            0xFFE5BE68,
        )
    p.dot(64, 36, 9, 0xFFFFFDF6, 0xFFEFE8DA)
    p.dot(64, 36, 5, 0xFFFFB63F, 0xFFEF8E1E)
    p.fill("M28 30 L44 24 L48 40 L32 44 Z", 0xFF23402F, 0xFF162B20)
    p.dot(36, 66, 7, 0xFFFBEDEB)
    p.stroke("M33 66 C33 61 40 62 39 66 C38 69 35 68 36 66", 1.3, 0xFFE3788A)
    for x, y in ((58, 68), (62, 62), (68, 58), (54, 62)):
        p.dot(x, y, 1.8, 0xFF79B356)
    p.stroke("M66 96 L90 30 M71 98 L96 36", 1.6, 0xFF8A5A36)


@dish("cream")
def coffee(p):
    p.oval(50, 57, 39, 34, 0x36000000, blur=3)
    p.dot(50, 52, 36, 0xFFFFFFFF, 0xFFE2DED8)
    p.dot(50, 52, 30, 0xFFEFECE6, 0xFFFFFFFF)
    p.stroke("M72 40 C86 34 90 48 76 52", 4, 0xFFFFFFFF, 0xFFDAD6CF)
    p.dot(50, 50, 24, 0xFFFFFFFF, 0xFFDCD8D2)
    p.dot(50, 50, 21, 0xFFB17843, 0xFF85502A)
    p.fill(
        "M50 66 C40 58 34 52 36 45 C38 39 46 39 50 45 C54 39 62 39 64 45 C66 52 60 58 50 66 Z",
        0xFFF5E2C5,
        0xFFE7C79B,
    )
    p.stroke(
        "M50 62 C43 56 39.5 51 41 47.4 C43 44.5 47.5 46 50 50 C52.5 46 57 44.5 59 47.4 C60.5 51 57 56 50 62",
        1.2,
        0xFFA9713E,
    )


@dish("rose")
def cake(p):
    p.ground(50, 84, 36)
    p.oval(50, 82, 38, 5, 0xFFFFFFFF, 0xFFDAD5D0)
    p.box(22, 44, 56, 37, 3, 0xFFF6DFC1, 0xFFE0BC92)
    p.box(22, 58, 56, 5, 0, 0xFFC8546A)
    p.box(22, 70, 56, 3, 0, 0xFFFFF6E8)
    p.fill(
        "M20 44 Q20 36 28 36 H72 Q80 36 80 44 V50 C77 57 73 57 71 50 C68 60 63 60 61 52 C57 60 52 58 50 51 C47 58 42 58 40 52 C37 60 32 60 29 51 C27 57 22 57 20 50 Z",
        0xFFFFF4F2,
        0xFFF6D3D6,
    )
    for x in (32, 44, 56, 68):
        p.dot(x, 35, 4.2, 0xFFE04A55, 0xFFB72C3E)
    p.box(49, 16, 2, 16, 1, 0xFF7FB3DA)
    p.glow(50, 13, 10, 0xAAFFD27A)
    p.oval(50, 13, 1.8, 3.2, 0xFFFFB13B)


@dish("moss")
def salad(p):
    plate(p)
    for x, y, a, c in (
        (38, 42, 10, 0xFF6FA843),
        (60, 40, 70, 0xFF5C9838),
        (50, 60, 130, 0xFF83BB55),
        (36, 60, 200, 0xFF69A23F),
        (64, 58, 300, 0xFF4F8C36),
        (50, 45, 30, 0xFF8FC661),
    ):
        p.turned(a, x, y)
        p.fill(
            f"M{x} {y - 13} C{x + 12} {y - 9} {x + 10} {y + 8} {x} {y + 12} C{x - 11} {y + 7} {x - 10} {y - 9} {x} {y - 13} Z",
            shade(c, 0.15),
            shade(c, -0.12),
        )
        p.stroke(f"M{x} {y - 9} V{y + 9}", 0.8, shade(c, 0.4))
        p.restore()
    for x, y in ((44, 38), (62, 50), (40, 66), (56, 68)):
        p.dot(x, y, 4.6, 0xFFE5553F, 0xFFC23B2A)
        p.dot(x - 1.2, y - 1.4, 1.2, 0x88FFFFFF)
    for x, y in ((52, 54), (34, 50), (64, 66)):
        p.ring(x, y, 4, 1.6, 0xFFC79AC9)


@dish("slate")
def sushi(p):
    p.ground(50, 78, 40, 4)
    p.box(12, 66, 76, 9, 2, 0xFF6A4A34, 0xFF4A3122)
    for x, top in ((18, 0xFFF28B62), (40, 0xFFE8574A), (62, 0xFFF6B98C)):
        p.box(x, 50, 20, 17, 6, 0xFFFFFFFF, 0xFFE6E2DA)
        p.fill(
            f"M{x - 1.5} 54 C{x - 1} 40 {x + 21} 40 {x + 21.5} 54 C{x + 14} 57 {x + 6} 57 {x - 1.5} 54 Z",
            shade(top, 0.12),
            shade(top, -0.12),
        )
        p.stroke(
            f"M{x + 3} 48 L{x + 7} 54 M{x + 9} 46 L{x + 13} 54 M{x + 14} 46.6 L{x + 17.6} 53",
            0.9,
            shade(top, 0.5),
        )
    p.box(46.5, 42, 7, 26, 1, 0xFF26382D, 0xFF17241D)


@dish("sand")
def croissant(p):
    p.ground(50, 74, 36)
    p.fill(
        "M14 66 C12 40 34 26 50 26 C66 26 88 40 86 66 C84 74 76 72 72 64 C66 54 58 52 50 52 C42 52 34 54 28 64 C24 72 16 74 14 66 Z",
        0xFFE9B264,
        0xFFB87432,
    )
    for x1, x2 in ((22, 30), (36, 41), (50, 50), (64, 59), (78, 70)):
        p.stroke(
            f"M{x1} {34 + abs(50 - x1) * 0.35} Q{(x1 + x2) / 2 + 2} 44 {x2} {53 + abs(50 - x2) * 0.3}",
            1.6,
            0xFF9C5E26,
        )
    p.stroke("M30 38 C38 31 48 30 54 30", 2, 0x66FFF0CC)


@dish("rose")
def icecream(p):
    p.ground(50, 90, 14)
    p.fill("M34 48 H66 L51 90 Q50 92 49 90 Z", 0xFFE7B670, 0xFFC58A42)
    p.stroke("M38 52 L54 80 M46 50 L58 70 M62 52 L46 80 M54 50 L42 70", 0.8, 0xFFA96F2E)
    p.dot(42, 40, 12, 0xFFF7C7CF, 0xFFE59AA9)
    p.dot(58, 40, 12, 0xFFFFF3DC, 0xFFEBD3A8)
    p.dot(50, 27, 12.5, 0xFF9A6B4B, 0xFF6E462C)
    p.dot(54, 14.5, 3.4, 0xFFE0434F, 0xFFB52837)
    p.stroke("M54 12 C55 8 58 7 60 7", 0.9, 0xFF5C7F3A)


@dish("pine")
def apple(p):
    p.ground(50, 86, 26)
    p.fill(
        "M50 34 C42 24 22 28 21 50 C20 70 34 88 43 86 C47 85 53 85 57 86 C66 88 80 70 79 50 C78 28 58 24 50 34 Z",
        0xFFE8553F,
        0xFFB32A24,
        angle=45,
    )
    p.stroke("M50 34 C49 26 51 20 55 15", 2.2, 0xFF5E3E22)
    p.fill("M53 24 C58 13 70 13 74 17 C70 26 60 29 53 24 Z", 0xFF86B951, 0xFF5A9136)
    p.oval(33, 48, 4, 8, 0x55FFFFFF)


@dish("lilac")
def strawberry(p):
    p.ground(50, 88, 20)
    p.fill(
        "M50 32 C66 24 80 34 76 50 C72 68 58 84 50 88 C42 84 28 68 24 50 C20 34 34 24 50 32 Z",
        0xFFF0584F,
        0xFFBE2534,
    )
    for x, y in (
        (38, 46),
        (50, 44),
        (62, 46),
        (34, 58),
        (46, 57),
        (58, 57),
        (67, 57),
        (41, 69),
        (53, 70),
        (50, 80),
    ):
        p.oval(x, y, 1.1, 1.8, 0xFFFFE39A)
    p.fill(
        "M50 34 C44 36 34 36 30 28 C38 29 42 27 45 24 C46 20 48 16 50 14 C52 16 54 20 55 24 C58 27 62 29 70 28 C66 36 56 36 50 34 Z",
        0xFF7DB550,
        0xFF4C8A34,
    )


@dish("moss")
def avocado(p):
    p.ground(50, 88, 24)
    p.fill(
        "M50 12 C62 12 62 32 70 46 C80 64 72 88 50 88 C28 88 20 64 30 46 C38 32 38 12 50 12 Z",
        0xFF4F7A38,
        0xFF2F5426,
    )
    p.fill(
        "M50 17 C59 17 59 34 66 48 C74 64 68 83 50 83 C32 83 26 64 34 48 C41 34 41 17 50 17 Z",
        0xFFE9EFA6,
        0xFFC5D873,
    )
    p.dot(50, 63, 13, 0xFF9B6A3E, 0xFF683F20, angle=45)
    p.oval(46, 58, 3, 4, 0x55FFFFFF)


@dish("sand")
def bread(p):
    p.ground(50, 78, 34)
    p.fill(
        "M20 46 C14 28 34 24 50 24 C66 24 86 28 80 46 V74 Q80 78 76 78 H24 Q20 78 20 74 Z",
        0xFFD99B54,
        0xFFA9682E,
    )
    p.fill(
        "M25 46 C20 33 36 29 50 29 C64 29 80 33 75 46 V72 Q75 73.6 73.4 73.6 H26.6 Q25 73.6 25 72 Z",
        0xFFFBE7C4,
        0xFFEFCF9B,
    )
    for x, y in ((38, 42), (58, 40), (48, 52), (62, 58), (36, 62), (52, 66)):
        p.oval(x, y, 1.6, 1.1, 0xFFDDB57C)


@dish("sun")
def juice(p):
    p.ground(50, 90, 20)
    p.stroke("M56 40 L64 8 H74", 2.2, 0xFFD7553F)
    p.fill("M30 26 H70 L66 86 Q65.6 89 62.6 89 H37.4 Q34.4 89 34 86 Z", 0x66FFFFFF, 0x55FFFFFF)
    p.fill("M31.4 40 H68.6 L65.6 85 Q65.4 87 63 87 H37 Q34.6 87 34.4 85 Z", 0xFFFFB63C, 0xFFF08322)
    p.dot(68, 27, 11, 0xFFFFA53C, 0xFFF0892A)
    p.dot(68, 27, 8.6, 0xFFFFDB94)
    p.stroke("M68 19 V35 M60 27 H76 M62.4 21.4 L73.6 32.6 M73.6 21.4 L62.4 32.6", 0.8, 0xFFF7A23E)
    p.box(38, 46, 9, 9, 1.6, 0x66FFFFFF)
    p.box(50, 58, 9, 9, 1.6, 0x55FFFFFF)


@dish("rust")
def soup(p):
    plate(p, 40)
    p.dot(50, 50, 30, 0xFFD75A34, 0xFFB23F20)
    p.stroke("M32 48 C40 38 48 58 56 46 C60 41 66 44 68 50", 2.4, 0xFFF9E9D2)
    for x, y, a in ((44, 60, 0), (49, 63, 60), (41, 64, 110)):
        p.turned(a, x, y)
        p.oval(x, y, 4.4, 2.2, 0xFF5F9A45)
        p.restore()
    for x, y in ((60, 36), (64, 62), (36, 38), (56, 56)):
        p.dot(x, y, 1.2, 0xFF3B2A20)
