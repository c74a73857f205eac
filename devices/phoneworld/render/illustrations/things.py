# ruff: noqa: E501 - path data reads best unbroken
"""Objects, each on a quiet backdrop with a soft shadow: what shops, lists and files show."""

from collections.abc import Callable

from .pen import Pen, shade

# Colour name -> (main colour of the object, backdrop top left, backdrop bottom right).
COLORS: dict[str, tuple[int, int, int]] = {
    "rust": (0xFFC4572F, 0xFFF1E3D3, 0xFFD3C2AE),
    "navy": (0xFF2C5583, 0xFFE3EAF4, 0xFFC0CBD8),
    "moss": (0xFF7D8F52, 0xFFECEBE2, 0xFFCFCEC4),
    "plum": (0xFF4D4069, 0xFFE6E2EF, 0xFFC7C1D2),
    "brick": (0xFF9B4332, 0xFFF8E7E4, 0xFFDBC6C3),
    "pine": (0xFF1D6B58, 0xFFE0EFEA, 0xFFBCCFC8),
    "sand": (0xFFC9A877, 0xFFF5EFE4, 0xFFDCD1BE),
    "slate": (0xFF55606B, 0xFFE9ECEF, 0xFFC9CED3),
    "rose": (0xFFD68A93, 0xFFFAEBEB, 0xFFE2CBCC),
    "sun": (0xFFE0A526, 0xFFFBF2DA, 0xFFE4D6B1),
    "sky": (0xFF5C9BC9, 0xFFE6F1F8, 0xFFC3D6E3),
    "ink": (0xFF2B2B31, 0xFFEBEBEE, 0xFFCACACF),
    "cream": (0xFFE9DFCB, 0xFFE8E3DA, 0xFFC6BFB2),
    "lilac": (0xFF9A86C9, 0xFFEFEAF8, 0xFFD0C8E0),
}
THINGS: dict[str, Callable] = {}


def thing(default: str):
    """Register an object: draws its backdrop, then calls the function with the pen and its colour."""

    def register(function):
        def draw(pen: Pen, variant: str) -> None:
            color, light, dark = COLORS.get(variant) or COLORS[default]
            pen.cover(light, dark, angle=45)
            function(pen, color)

        THINGS[function.__name__.rstrip("_")] = draw
        return function

    return register


@thing("rust")
def shoe(p, c):
    p.ground(51, 80, 33)
    p.fill(
        "M22 40 C26 47 33 46 37 40 L41 36 C50 50 60 55 72 56 C79 57 81 62 81 69 L19 70 C18 58 20 48 22 40 Z",
        shade(c, 0.06),
        shade(c, -0.28),
    )
    p.fill("M22 40 C26 47 33 46 37 40 L39 44 C34 52 25 52 21 47 Z", shade(c, -0.3))
    for i in range(4):
        x, y = 42.5 + i * 4.6, 42.5 + i * 3.6
        p.stroke(f"M{x} {y} l-4.6 5.2", 1.3, 0xEEFFFFFF)
    p.stroke("M30 69 C32 58 44 62 52 69", 1.2, shade(c, -0.4))
    p.box(18.5, 69, 63.5, 8.4, 4, 0xFFF6F4F1, 0xFFC9C5C0)
    p.box(18.5, 75.2, 63.5, 2.2, 1.1, 0xFFA9A49E)


@thing("navy")
def lamp(p, c):
    p.ground(50, 86, 28)
    p.glow(50, 52, 34, 0x66FFE9B0)
    p.box(48.6, 45, 2.8, 38, 1.2, 0xFF6A625E, 0xFF3B3735)
    p.box(37, 82, 26, 3.6, 1.8, 0xFF54504E, 0xFF2B2928)
    p.fill("M39 14 H61 L71 46 H29 Z", shade(c, 0.1), shade(c, -0.22))
    p.fill("M39 14 H46 L41 46 H29 Z", shade(c, 0.25) & 0x55FFFFFF)
    p.oval(50, 46, 21, 1.8, 0xFFFFE7AE)


@thing("moss")
def mug(p, c):
    p.ground(50, 84, 32)
    p.stroke("M65 41 C84 38 84 68 64 68", 6, shade(c, 0.08), shade(c, -0.2))
    p.fill("M28 32 H66 V76 Q66 82 60 82 H34 Q28 82 28 76 Z", shade(c, 0.12), shade(c, -0.3), angle=45)
    p.oval(47, 32, 19, 3.6, shade(c, 0.3))
    p.oval(47, 32.4, 16.6, 2.6, 0xFF5C3A22)
    p.box(31.5, 38, 3, 36, 1.5, 0x30FFFFFF)


@thing("plum")
def watch(p, c):
    p.ground(50, 80, 30)
    p.fill("M41 8 H59 L61 33 H39 Z", shade(c, 0.06), shade(c, -0.2))
    p.fill("M39 67 H61 L59 93 H41 Z", shade(c, -0.1), shade(c, -0.38))
    p.box(72.5, 47.5, 4, 5, 1.2, 0xFF8F9094, 0xFF55565A)
    p.dot(50, 50, 24.5, 0xFF45454A, 0xFF17171A)
    p.dot(50, 50, 21, 0xFFFCFCFD, 0xFFD6D7DC, angle=45)
    for i in range(12):
        p.turned(30 * i)
        p.box(49.5, 31, 1, 3.2 if i % 3 == 0 else 1.8, 0.4, 0xFF33333A)
        p.restore()
    p.stroke("M50 50 V36.5", 1.7, 0xFF24242A)
    p.stroke("M50 50 L60 54.5", 1.7, 0xFF24242A)
    p.stroke("M50 50 L43 60", 0.8, 0xFFC4412F)
    p.dot(50, 50, 1.6, 0xFF24242A)


@thing("brick")
def bag(p, c):
    p.ground(50, 84, 34)
    p.stroke("M36 44 C36 14 64 14 64 44", 3.2, shade(c, -0.1), shade(c, -0.35))
    p.box(24, 42, 52, 40, 6, shade(c, 0.1), shade(c, -0.3), angle=45)
    p.box(24, 42, 52, 13, 5, shade(c, -0.12), shade(c, -0.22))
    p.box(46, 51, 8, 8, 1.6, 0xFFE6C88A, 0xFFB28E49)
    p.stroke("M28 60 V76 M72 60 V76", 0.6, shade(c, 0.25))


@thing("pine")
def headphones(p, c):
    p.ground(50, 86, 30)
    p.stroke("M24 60 C22 10 78 10 76 60", 6, 0xFF48484C, 0xFF26262A)
    p.stroke("M30 34 C38 20 62 20 70 34", 2.4, 0x55FFFFFF)
    p.box(19, 50, 16, 32, 7, shade(c, 0.08), shade(c, -0.35), angle=0)
    p.box(65, 50, 16, 32, 7, shade(c, -0.35), shade(c, 0.08), angle=0)
    p.box(31, 52, 6, 28, 3, 0xFF2B2B2F)
    p.box(63, 52, 6, 28, 3, 0xFF2B2B2F)


@thing("sand")
def chair(p, c):
    p.ground(50, 90, 30)
    for x, lean in ((33, -3), (67, 3)):
        p.stroke(f"M{x} 62 L{x + lean} 89", 2.6, 0xFF8A5F3A, 0xFF5E3E24)
    p.stroke("M38 62 L37 84 M62 62 L63 84", 2, 0xFF6F4A2C)
    p.fill("M31 20 C30 12 70 12 69 20 L66 54 H34 Z", shade(c, 0.15), shade(c, -0.18))
    p.box(27, 52, 46, 12, 6, shade(c, 0.22), shade(c, -0.25))
    p.stroke("M40 22 V48 M50 21 V48 M60 22 V48", 0.7, shade(c, -0.28))


@thing("slate")
def sofa(p, c):
    p.ground(50, 84, 40)
    p.box(22, 79, 4, 6, 1, 0xFF6B4A30)
    p.box(74, 79, 4, 6, 1, 0xFF6B4A30)
    p.box(18, 36, 64, 34, 8, shade(c, 0.12), shade(c, -0.16))
    p.box(20, 56, 60, 24, 5, shade(c, 0.04), shade(c, -0.3))
    p.box(21.5, 54, 28, 14, 4, shade(c, 0.25), shade(c, 0.02))
    p.box(50.5, 54, 28, 14, 4, shade(c, 0.25), shade(c, 0.02))
    p.box(12, 50, 12, 30, 6, shade(c, 0.16), shade(c, -0.26))
    p.box(76, 50, 12, 30, 6, shade(c, 0.16), shade(c, -0.26))
    p.turned(-10, 32, 48)
    p.box(26, 42, 14, 14, 3, 0xFFE8B45C, 0xFFC48B35)
    p.restore()


@thing("sand")
def plant(p, c):
    p.ground(50, 88, 25)
    leaf = "M50 58 C36 52 30 36 36 20 C48 28 54 42 50 58 Z"
    for angle, tone in ((-48, -0.25), (44, -0.2), (-20, 0.0), (22, 0.08), (0, 0.18)):
        p.turned(angle, 50, 62)
        p.fill(leaf, shade(0xFF4F8F55, tone + 0.1), shade(0xFF2E6B40, tone))
        p.stroke("M50 58 C45 46 41 34 37.5 24", 0.7, shade(0xFF2E6B40, -0.2))
        p.restore()
    p.fill("M34 58 H66 L62 84 Q61.6 87 58 87 H42 Q38.4 87 38 84 Z", shade(c, 0.16), shade(c, -0.24), angle=45)
    p.box(32, 55, 36, 7, 2.5, shade(c, 0.22), shade(c, -0.06))


@thing("navy")
def backpack(p, c):
    p.ground(50, 88, 29)
    p.stroke("M42 20 C42 8 58 8 58 20", 3, shade(c, -0.3))
    p.fill(
        "M27 40 C27 12 73 12 73 40 V80 Q73 86 67 86 H33 Q27 86 27 80 Z",
        shade(c, 0.14),
        shade(c, -0.28),
        angle=45,
    )
    p.stroke("M36 22 C40 34 60 34 64 22", 1.2, shade(c, -0.35))
    p.box(33, 52, 34, 28, 6, shade(c, 0.06), shade(c, -0.2))
    p.box(33, 52, 34, 9, 4, shade(c, -0.22))
    p.box(48, 58, 4, 7, 1.5, 0xFFE3C07A)
    p.box(44, 38, 12, 5, 1.2, 0xFFD9A35C)


@thing("sun")
def sunglasses(p, c):
    p.ground(50, 70, 34, 2.6)
    p.stroke("M20 42 C14 40 12 36 16 32 M80 42 C86 40 88 36 84 32", 3, 0xFF3A2C20)
    for x in (18, 54):
        p.fill(
            f"M{x} 40 H{x + 28} C{x + 29} 56 {x + 22} 62 {x + 14} 62 C{x + 6} 62 {x - 1} 56 {x} 40 Z",
            shade(c, 0.05),
            shade(c, -0.55),
        )
        p.fill(f"M{x + 4} 43 H{x + 14} L{x + 7} 54 C{x + 5} 51 {x + 4} 47 {x + 4} 43 Z", 0x44FFFFFF)
        p.stroke(
            f"M{x} 40 H{x + 28} C{x + 29} 56 {x + 22} 62 {x + 14} 62 C{x + 6} 62 {x - 1} 56 {x} 40 Z",
            2.6,
            0xFF3A2C20,
        )
    p.stroke("M46 42 C48 39.5 52 39.5 54 42", 2.8, 0xFF3A2C20)


@thing("ink")
def camera(p, c):
    p.ground(50, 80, 34)
    p.box(36, 26, 26, 14, 4, shade(c, 0.18), shade(c, -0.05))
    p.box(18, 34, 64, 44, 7, shade(c, 0.16), shade(c, -0.3))
    p.box(18, 42, 64, 26, 0, 0xFF6D4A3A, 0xFF4C3227)
    p.box(23, 30, 9, 5, 2, 0xFFB9BBC0)
    p.dot(51, 55, 19, 0xFFBFC2C8, 0xFF6D7076)
    p.dot(51, 55, 16.4, 0xFF2A2C31, 0xFF101114)
    p.dot(51, 55, 10, 0xFF3C5A86, 0xFF141C2E, angle=45)
    p.dot(47, 51, 3, 0x88FFFFFF)
    p.dot(75, 38.5, 1.8, 0xFFD84B3A)


@thing("ink")
def phone(p, c):
    p.ground(50, 88, 23)
    p.box(32, 12, 36, 75, 6, shade(c, 0.28), shade(c, -0.4), angle=45)
    p.box(34, 14, 32, 71, 4.6, 0xFF7D6BD0, 0xFFF0A58A)
    p.fill("M34 60 C44 50 52 70 66 56 V80.4 Q66 85 61.4 85 H38.6 Q34 85 34 80.4 Z", 0x55FFFFFF)
    p.dot(50, 18, 1.3, 0xFF101014)
    p.box(44, 81.4, 12, 1.2, 0.6, 0xCCFFFFFF)


@thing("slate")
def laptop(p, c):
    p.ground(50, 79, 40)
    p.box(23, 28, 54, 40, 3, 0xFF3A3B40, 0xFF1E1F23)
    p.box(25.4, 30.4, 49.2, 34, 1.4, 0xFF89B4DE, 0xFFE9C8B8)
    p.fill(
        "M25.4 56 L42 44 L52 52 L62 42 L74.6 54 V63 Q74.6 64.4 73.2 64.4 H26.8 Q25.4 64.4 25.4 63 Z",
        0xFF4A6E91,
        0xFF2F4A68,
    )
    p.fill("M14 68 H86 L84 74 Q83.4 76 81 76 H19 Q16.6 76 16 74 Z", 0xFFD5D8DC, shade(c, 0.2))
    p.box(42, 68, 16, 2, 1, 0xFFA8ACB2)


@thing("pine")
def speaker(p, c):
    p.ground(50, 87, 26)
    p.box(30, 14, 40, 72, 9, shade(c, 0.14), shade(c, -0.35), angle=45)
    p.dot(50, 32, 9, 0xFF3A3B3F, 0xFF17181A)
    p.dot(50, 32, 4, 0xFF6A6C72, 0xFF2C2D31)
    p.dot(50, 62, 15, 0xFF3A3B3F, 0xFF17181A)
    p.dot(50, 62, 11, 0xFF2A2B2F, 0xFF44464B)
    p.dot(50, 62, 5, 0xFF7A7C82, 0xFF323338)


@thing("cream")
def keyboard(p, c):
    p.ground(50, 70, 42, 3)
    p.box(10, 38, 80, 30, 4, shade(c, -0.05), shade(c, -0.35))
    p.box(10, 36, 80, 30, 4, shade(c, 0.3), shade(c, -0.02))
    for row in range(4):
        for column in range(12):
            if row == 3 and 3 <= column <= 8:
                continue
            accent = (row, column) in ((0, 0), (2, 11))
            key = 0xFFD9734E if accent else 0xFF6C727B if column in (0, 11) else 0xFFFDFBF7
            p.box(13.4 + column * 6.15, 39.4 + row * 6.1, 5.3, 5.2, 1.1, key, shade(key, -0.12))
    p.box(31.9, 57.7, 36, 5.2, 1.1, 0xFFFDFBF7, 0xFFE3DFD8)


@thing("sky")
def tshirt(p, c):
    p.ground(50, 88, 26)
    p.fill(
        "M38 16 C42 23 58 23 62 16 L78 22 L88 42 L76 48 L71 40 V84 Q71 86 69 86 H31 Q29 86 29 84 V40 L24 48 L12 42 L22 22 Z",
        shade(c, 0.2),
        shade(c, -0.14),
    )
    p.stroke("M38 16 C42 24.6 58 24.6 62 16", 2, shade(c, -0.24))
    p.fill("M71 40 V84 Q71 86 69 86 H62 C66 70 66 54 71 40 Z", 0x18000000)


@thing("moss")
def jacket(p, c):
    p.ground(50, 89, 28)
    p.fill(
        "M38 14 L50 22 L62 14 L78 22 L90 62 L78 67 L72 44 V86 H28 V44 L22 67 L10 62 L22 22 Z",
        shade(c, 0.12),
        shade(c, -0.26),
    )
    p.fill("M38 14 L50 22 L45 34 L33 19 Z M62 14 L50 22 L55 34 L67 19 Z", shade(c, -0.3))
    p.stroke("M50 24 V86", 1.4, shade(c, -0.45))
    p.stroke("M33 60 H44 M56 60 H67", 1.6, shade(c, -0.4))
    for y in (40, 52, 64, 76):
        p.dot(52.6, y, 1, 0xFFE8D9B0)


@thing("sand")
def hat(p, c):
    p.ground(50, 74, 42, 3)
    p.oval(50, 66, 42, 8, shade(c, 0.18), shade(c, -0.24))
    p.fill(
        "M28 64 C28 30 36 26 50 30 C64 26 72 30 72 64 C60 69 40 69 28 64 Z", shade(c, 0.24), shade(c, -0.12)
    )
    p.fill("M27.6 56 C40 61 60 61 72.4 56 L72.2 64 C60 69 40 69 28 64 Z", 0xFF3C2E26)


@thing("sky")
def bottle(p, c):
    p.ground(50, 90, 18)
    p.box(43, 8, 14, 12, 3, 0xFF3C4046, 0xFF202328)
    p.fill(
        "M43 19 H57 V24 C57 29 65 29 65 37 V83 Q65 89 59 89 H41 Q35 89 35 83 V37 C35 29 43 29 43 24 Z",
        shade(c, 0.22),
        shade(c, -0.3),
        angle=0,
    )
    p.box(39, 38, 3, 42, 1.5, 0x55FFFFFF)
    p.box(35, 54, 30, 14, 0, 0x33FFFFFF)


@thing("pine")
def teapot(p, c):
    p.ground(50, 82, 32)
    p.stroke("M70 46 C92 42 90 70 68 70", 4, shade(c, 0.02), shade(c, -0.3))
    p.fill("M32 50 C22 48 22 38 14 34 L18 31 C28 36 28 42 36 44 Z", shade(c, 0.1), shade(c, -0.2))
    p.oval(50, 58, 24, 23, shade(c, 0.16), shade(c, -0.34), angle=45)
    p.oval(50, 37, 13, 3.4, shade(c, 0.2), shade(c, -0.1))
    p.dot(50, 31, 3.6, shade(c, 0.1), shade(c, -0.3))
    p.oval(40, 50, 4, 8, 0x33FFFFFF)


@thing("rose")
def candle(p, c):
    p.ground(50, 86, 22)
    p.glow(50, 22, 22, 0x88FFD27A)
    p.fill("M50 12 C56 20 55 28 50 28 C45 28 44 20 50 12 Z", 0xFFFFE08A, 0xFFF08A2C)
    p.stroke("M50 26 V36", 1.2, 0xFF3A2C22)
    p.box(33, 34, 34, 51, 4, 0xCCFFFFFF, shade(c, 0.1))
    p.box(33, 44, 34, 41, 4, shade(c, 0.22), shade(c, -0.12))
    p.box(38, 54, 24, 18, 1.5, 0xFFFBF6EE)
    p.stroke("M43 60 H57 M45 65 H55", 1, 0xFF8A7A6A)


@thing("cream")
def clock(p, c):
    p.ground(50, 88, 24)
    p.dot(50, 49, 36, shade(c, 0.1), shade(c, -0.4))
    p.dot(50, 49, 31, 0xFFFFFFFF, 0xFFEDEAE4)
    for i in range(12):
        p.turned(30 * i, 50, 49)
        p.box(49.2, 21, 1.6, 5 if i % 3 == 0 else 3, 0.8, 0xFF3A3A3F)
        p.restore()
    p.stroke("M50 49 V31", 2.4, 0xFF2B2B30)
    p.stroke("M50 49 L63 57", 2.4, 0xFF2B2B30)
    p.stroke("M50 49 L40 63", 1, 0xFFCF5136)
    p.dot(50, 49, 2.2, 0xFFCF5136)


@thing("brick")
def book(p, c):
    p.ground(50, 88, 27)
    p.box(29, 15, 44, 72, 2, 0xFFF7F2E8, 0xFFD9D2C4)
    p.fill(
        "M26 14 H68 Q70 14 70 16 V82 Q70 84 68 84 H30 Q26 84 26 80 Z", shade(c, 0.1), shade(c, -0.2), angle=45
    )
    p.box(26, 14, 5, 70, 1, shade(c, -0.3))
    p.box(38, 26, 25, 2.6, 1, 0xFFF3E3C2)
    p.box(38, 31, 17, 2, 1, 0xBBF3E3C2)
    p.dot(50.5, 56, 9, 0xFFF3E3C2, 0xFFE0BE86)
    p.fill("M41.5 60 L47 52 L51 57 L55 50 L59.5 60 A9.4 9.4 0 0 1 41.5 60 Z", shade(c, -0.3))


@thing("pine")
def notebook(p, c):
    p.ground(50, 88, 26)
    p.box(27, 14, 47, 73, 4, shade(c, 0.1), shade(c, -0.28), angle=45)
    p.box(64, 14, 3, 73, 0, shade(c, -0.45))
    p.box(34, 26, 22, 14, 1.6, 0xFFF7F2E4)
    p.stroke("M38 31 H52 M38 35 H48", 1, 0xFF9A917E)
    p.turned(32, 80, 50)
    p.box(78, 18, 4, 56, 1, 0xFFE8B33C, 0xFFC98A1D)
    p.fill("M78 74 H82 L80 81 Z", 0xFFEBD4B2)
    p.restore()


@thing("lilac")
def pillow(p, c):
    p.ground(50, 78, 36)
    p.fill(
        "M18 28 C32 24 68 24 82 28 C78 44 78 62 82 76 C66 80 34 80 18 76 C22 62 22 44 18 28 Z",
        shade(c, 0.3),
        shade(c, -0.16),
    )
    p.stroke("M50 30 V74 M30 30 C32 44 32 60 30 74 M70 30 C68 44 68 60 70 74", 1.6, shade(c, 0.45))


@thing("sky")
def bicycle(p, c):
    p.ground(50, 82, 40, 2.6)
    for x in (27, 73):
        p.ring(x, 64, 17, 2.8, 0xFF3B3C42, 0xFF232428)
        for i in range(6):
            p.turned(30 * i, x, 64)
            p.stroke(f"M{x} 48 V80", 0.35, 0xFF9A9CA3)
            p.restore()
        p.dot(x, 64, 2.2, 0xFF55575E)
    p.stroke("M27 64 L40 40 H64 L50 64 Z M50 64 L38 36 M73 64 L62 33", 2.8, shade(c, 0.1), shade(c, -0.25))
    p.stroke("M33 35 H43", 4, 0xFF3A2C22)
    p.stroke("M62 33 L60 29 H68 C71 29 71 33 68 34", 2.2, 0xFF2E2F34)
    p.dot(50, 64, 3.6, 0xFF4A4C52)


@thing("sun")
def umbrella(p, c):
    p.ground(50, 90, 16)
    p.stroke("M50 20 V80 C50 90 39 90 39 81", 2.4, 0xFF6B4A30, 0xFF49301F)
    p.fill(
        "M12 52 C14 26 32 14 50 14 C68 14 86 26 88 52 C82 46 74 46 69 52 C64 46 56 46 50 52 C44 46 36 46 31 52 C26 46 18 46 12 52 Z",
        shade(c, 0.16),
        shade(c, -0.22),
    )
    p.fill(
        "M31 52 C32 34 40 20 50 14 C60 20 68 34 69 52 C64 46 56 46 50 52 C44 46 36 46 31 52 Z",
        shade(c, 0.34),
        shade(c, -0.02),
    )
    p.stroke("M50 10 V15", 2, 0xFF49301F)


@thing("rose")
def skincare(p, c):
    p.ground(48, 86, 30)
    p.box(27, 40, 22, 45, 4, shade(c, 0.3), shade(c, -0.1), angle=0)
    p.box(33, 28, 10, 13, 2, 0xFFF5F1EC, 0xFFD2CBC2)
    p.stroke("M38 28 V22 H46", 3, 0xFFE8E2DA)
    p.box(31, 54, 14, 16, 1, 0xFFFCF9F5)
    p.stroke("M34 59 H42 M35 63 H41", 0.9, 0xFFA08E84)
    p.box(54, 62, 24, 23, 4, 0xFFFBF7F2, 0xFFDAD2C8)
    p.box(53, 56, 26, 9, 2.5, shade(c, 0.02), shade(c, -0.2))


@thing("sun")
def perfume(p, c):
    p.ground(50, 86, 24)
    p.box(43, 14, 14, 17, 2.5, 0xFF4A3C30, 0xFF241C16)
    p.box(45.4, 30, 9.2, 6, 0, 0xFFE2C383, 0xFFB08E48)
    p.box(30, 36, 40, 49, 5, 0xDDFFFFFF, 0xBBF2E9DA)
    p.box(33, 50, 34, 32, 3, shade(c, 0.3), shade(c, -0.05))
    p.box(40, 55, 20, 14, 0.8, 0xFFFFFDF8)
    p.stroke("M44 60 H56 M46 64 H54", 0.8, 0xFF8B7A5E)


@thing("rust")
def guitar(p, c):
    p.turned(38)
    p.oval(52, 70, 20, 19, 0x40000000, blur=2.5)
    p.box(47.6, 2, 4.8, 52, 1, 0xFF5B3B24, 0xFF3E2616)
    p.box(46, -6, 8, 11, 2, 0xFF3A2415)
    p.fill(
        "M50 36 C62 36 64 46 62 54 C60 58 70 62 70 73 C70 86 60 90 50 90 C40 90 30 86 30 73 C30 62 40 58 38 54 C36 46 38 36 50 36 Z",
        shade(c, 0.22),
        shade(c, -0.25),
    )
    p.dot(50, 58, 6.5, 0xFF2A1A10)
    p.box(41, 74, 18, 3, 1, 0xFF3A2415)
    p.stroke("M48.6 4 V75 M50 4 V75 M51.4 4 V75", 0.35, 0xFFEDE3D0)
    p.restore()


@thing("cream")
def ball(p, c):
    p.ground(50, 84, 26)
    p.dot(50, 50, 33, 0xFFFFFFFF, 0xFFC6CACF, angle=45)
    p.clipped("M50 17 A33 33 0 1 1 49.9 17 Z")
    p.fill("M50 38 L61 46 L57 59 H43 L39 46 Z", 0xFF2C2F36)
    for i in range(5):
        p.turned(72 * i)
        p.fill("M50 12 L60 17 L56 27 H44 L40 17 Z", 0xFF2C2F36)
        p.stroke("M50 27 V38", 1.1, 0xFF777B83)
        p.restore()
    p.restore()


@thing("slate")
def dumbbell(p, c):
    p.ground(50, 76, 40)
    p.box(30, 47, 40, 6, 3, 0xFFD2D5DA, 0xFF8C9097)
    for x in (13, 74):
        p.box(x, 30, 13, 40, 4, shade(c, 0.1), shade(c, -0.5))
    for x in (26, 66):
        p.box(x, 36, 8, 28, 3, shade(c, 0.2), shade(c, -0.4))


@thing("ink")
def pan(p, c):
    p.ground(44, 76, 36)
    p.stroke("M68 50 L92 38", 6, 0xFF7A4F2F, 0xFF51331C)
    p.oval(44, 58, 34, 17, shade(c, 0.25), shade(c, -0.4))
    p.oval(44, 55, 31, 13.6, shade(c, 0.06), shade(c, -0.2))
    p.fill(
        "M28 55 C26 48 38 44 44 48 C54 43 64 50 58 57 C60 64 46 66 40 62 C32 65 25 60 28 55 Z",
        0xFFFDFBF5,
        0xFFE9E4D8,
    )
    p.dot(44, 55, 5.4, 0xFFFFC93C, 0xFFF09A1E)


@thing("navy")
def suitcase(p, c):
    p.ground(50, 91, 25)
    p.stroke("M41 28 V12 H59 V28", 2.6, 0xFF8B8F96, 0xFF5A5D63)
    p.box(29, 26, 42, 60, 7, shade(c, 0.16), shade(c, -0.3), angle=45)
    for x in (38, 46, 54, 62):
        p.box(x - 0.7, 31, 1.4, 50, 0.7, 0x26FFFFFF)
    p.dot(36, 88, 3, 0xFF2B2C30)
    p.dot(64, 88, 3, 0xFF2B2C30)


@thing("plum")
def gamepad(p, c):
    p.ground(50, 78, 34)
    p.fill(
        "M30 36 H70 C84 36 92 74 82 76 C74 78 70 62 64 62 H36 C30 62 26 78 18 76 C8 74 16 36 30 36 Z",
        shade(c, 0.2),
        shade(c, -0.26),
    )
    p.box(29, 43.5, 4, 13, 1.4, 0xFF26222F)
    p.box(24.5, 48, 13, 4, 1.4, 0xFF26222F)
    for x, y, tone in (
        (69, 44, 0xFFE3B23C),
        (74, 50, 0xFFD2553F),
        (64, 50, 0xFF5C9BC9),
        (69, 56, 0xFF6BA368),
    ):
        p.dot(x, y, 2.8, tone)
    p.dot(42, 58, 5, 0xFF26222F)
    p.dot(58, 58, 5, 0xFF26222F)


@thing("cream")
def vase(p, c):
    p.ground(50, 90, 20)
    for d, tone in (
        ("M50 50 C46 34 40 26 34 16", 0xFFE9A6A0),
        ("M50 50 C51 34 52 24 52 10", 0xFFEFC27A),
        ("M50 50 C55 36 60 28 68 20", 0xFFCE8AB8),
    ):
        p.stroke(d, 1.3, 0xFF5B8A5C)
        x, y = map(float, d.split()[-2:])
        for i in range(6):
            p.turned(60 * i, x, y)
            p.oval(x, y - 4.6, 2.7, 4.4, tone, shade(tone, -0.1))
            p.restore()
        p.dot(x, y, 2.6, 0xFFF9E3A0)
    p.fill(
        "M43 46 H57 C56 56 67 60 67 72 C67 84 60 89 50 89 C40 89 33 84 33 72 C33 60 44 56 43 46 Z",
        shade(c, 0.3),
        shade(c, -0.28),
        angle=0,
    )


@thing("slate")
def bulb(p, c):
    p.ground(50, 90, 14)
    p.glow(50, 42, 42, 0x99FFE9A8)
    p.fill(
        "M50 14 C68 14 77 28 74 42 C72 52 63 56 61 66 H39 C37 56 28 52 26 42 C23 28 32 14 50 14 Z",
        0xFFFFF7DC,
        0xFFF6D98A,
    )
    p.stroke("M43 64 L41 46 L47 50 L50 44 L53 50 L59 46 L57 64", 1.2, 0xFFD98A2C)
    p.box(39, 66, 22, 14, 3, 0xFFB7BCC3, shade(c, 0.1))
    p.stroke("M39 71 H61 M39 75.4 H61", 1, 0xFF7B828B)
    p.box(44, 80, 12, 5, 2, 0xFF4A4F57)


@thing("rose")
def gift(p, c):
    p.ground(50, 86, 32)
    p.box(24, 44, 52, 41, 3, shade(c, 0.14), shade(c, -0.2))
    p.box(20, 34, 60, 14, 3, shade(c, 0.26), shade(c, -0.06))
    p.box(45.5, 34, 9, 51, 0, 0xFFF7E2A9, 0xFFDDB968)
    p.stroke(
        "M50 34 C40 12 24 20 32 30 C36 34 46 34 50 34 C60 12 76 20 68 30 C64 34 54 34 50 34",
        4,
        0xFFEBCB82,
        0xFFCFA54F,
    )


@thing("ink")
def tablet(p, c):
    p.ground(50, 87, 30)
    p.box(24, 14, 52, 72, 5, shade(c, 0.25), shade(c, -0.3))
    p.box(27, 17.5, 46, 65, 2, 0xFFF3EDE2, 0xFFD9E3EA)
    p.fill(
        "M27 66 C36 50 44 60 52 52 C60 44 66 56 73 48 V80.5 Q73 82.5 71 82.5 H29 Q27 82.5 27 80.5 Z",
        0xFF7FA88B,
        0xFF3E6F6A,
    )
    p.dot(62, 32, 6, 0xFFF2B25C)
