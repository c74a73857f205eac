"""City maps, codes to scan and posters: pictures told by their parameters."""

# ruff: noqa: E501 - path data reads best unbroken

import zlib
from collections.abc import Callable

from .pen import Pen, shade

# Name, from, to; the city is 100 by 100 units (80 m each), north up, the sea in the east.
STREETS = (
    ("Lantern Lane", (4, 20), (70, 20)),
    ("Mill Lane", (4, 32), (72, 32)),
    ("Market Street", (4, 42), (72, 42)),
    ("Harbour Street", (2, 50), (78, 50)),
    ("Canal Row", (2, 60), (74, 60)),
    ("Bridge Street", (4, 72), (72, 72)),
    ("Southgate", (4, 84), (70, 84)),
    ("Larch Avenue", (12, 6), (12, 94)),
    ("University Road", (26, 4), (26, 96)),
    ("Station Road", (40, 2), (40, 98)),
    ("Tram Street", (54, 4), (54, 96)),
    ("Quay Street", (70, 12), (70, 90)),
)
LIGHT = {"land": 0xFFF3F1EC, "block": 0xFFE9E6DF, "sea": 0xFFA8D3EA, "park": 0xFFC5E3BE, "minor": 0xFFFFFFFF, "main": 0xFFFFFFFF, "edge": 0xFFDAD5CB, "rail": 0xFFC2BCC9}  # fmt: skip
DARK = {"land": 0xFF23272E, "block": 0xFF2B3038, "sea": 0xFF16324A, "park": 0xFF1F3A2C, "minor": 0xFF363C46, "main": 0xFF49505C, "edge": 0xFF1D2127, "rail": 0xFF555063}  # fmt: skip
COAST = "M120 -20 L82 -20 L80 6 C78 18 74 24 73 34 C72 40 77 44 78 50 C79 55 74 58 74 64 C74 74 72 82 74 92 L78 120 L120 120 Z"
RIVER = "M-20 70 C6 62 14 70 30 66 C46 62 58 68 76 63"
PARKS = (
    "M14 8 H38 V18 H14 Z",
    "M42 52 H52 V58 H42 Z",
    "M56 22 H68 V30 H56 Z",
    "M-4 74 H10 V96 H-4 Z",
    "M28 74 H38 V82 H28 Z",
    "M57 87 C66 84 70 88 69 94 H57 Z",
)
PICTURES: dict[str, Callable] = {}


def picture(function):
    """Register a picture `(pen, variant)` under its own name."""
    PICTURES[function.__name__] = function
    return function


def city(pen: Pen, variant: str) -> None:
    """The map around a point: `x,y,span` in the city's units, and `dark` for the dark theme."""
    values = variant.split(",")
    x, y, span = (float(v) for v in [*values, "50", "50", "60"][:3]) if variant else (50, 50, 60)
    colors = DARK if "dark" in values else LIGHT
    pen.cover(colors["land"])
    scale = (pen.x1 - pen.x0) / span
    pen.canvas.save()
    pen.canvas.translate(50, 50)
    pen.canvas.scale(scale, scale)
    pen.canvas.translate(-x, -y)
    for column in range(25):
        for row in range(25):
            if (column * 7 + row * 11) % 5:
                pen.box(column * 4 - 8, row * 4 - 3, 3, 3, 0.3, colors["block"])
    for park in PARKS:
        pen.fill(park, colors["park"])
    for n in range(-4, 26):
        pen.stroke(f"M{n * 4 - 1.5 - 6.5} -10 V110", 0.35, colors["minor"])
        pen.stroke(f"M-20 {n * 4 + 0.5 - 8} H90", 0.35, colors["minor"])
    pen.stroke(RIVER, 3, colors["sea"])
    pen.stroke("M47 -10 C46 20 47 30 46 46 C45 70 48 90 47 110", 0.5, colors["rail"])
    for width, color in ((1.7, colors["edge"]), (1.3, colors["main"])):
        for _, (ax, ay), (bx, by) in STREETS:
            pen.stroke(f"M{ax} {ay} L{bx} {by}", width, color)
    pen.fill(COAST, colors["sea"])
    pen.stroke("M73 46 H82 M74 54 H84 M72 76 H79", 0.9, colors["main"])
    pen.restore()


@picture
def qr(pen: Pen, variant: str) -> None:
    """A code to scan, drawn from its text; it looks like one, and no reader reads it."""
    pen.cover(0xFFFFFFFF)
    side, pad = 25, 8
    cell = (100 - 2 * pad) / side
    bits = int.from_bytes(b"".join(zlib.crc32(f"{variant}/{n}".encode()).to_bytes(4) for n in range(20)))
    for row in range(side):
        for column in range(side):
            corner = any(
                abs(row - a) < 5 and abs(column - b) < 5 for a, b in ((3, 3), (3, side - 4), (side - 4, 3))
            )
            if not corner and bits >> (row * side + column) & 1:
                pen.box(pad + column * cell, pad + row * cell, cell, cell, 0, 0xFF141414)
    for a, b in ((0, 0), (0, side - 7), (side - 7, 0)):
        x, y = pad + b * cell, pad + a * cell
        pen.box(x, y, 7 * cell, 7 * cell, 1, 0xFF141414)
        pen.box(x + cell, y + cell, 5 * cell, 5 * cell, 0.6, 0xFFFFFFFF)
        pen.box(x + 2 * cell, y + 2 * cell, 3 * cell, 3 * cell, 0.6, 0xFF141414)


PALETTES = (
    (0xFF14213D, 0xFFFCA311, 0xFFE5E5E5), (0xFF5F0F40, 0xFFFB8B24, 0xFFE36414), (0xFF0B3954, 0xFFBFD7EA, 0xFFFF6663),
    (0xFF1B4332, 0xFF95D5B2, 0xFFFFE066), (0xFF2B2D42, 0xFFEF233C, 0xFFEDF2F4), (0xFF3D348B, 0xFFF7B801, 0xFFF35B04),
    (0xFF264653, 0xFFE9C46A, 0xFFE76F51), (0xFF4A1942, 0xFFEAC8CA, 0xFFF2D5F8), (0xFF012A4A, 0xFF61A5C2, 0xFFA9D6E5),
    (0xFF582F0E, 0xFFDDB892, 0xFFEDE0D4), (0xFF22223B, 0xFF9A8C98, 0xFFF2E9E4), (0xFF7F1D1D, 0xFFFDE68A, 0xFFF87171),
)  # fmt: skip


def _hills(pen, dark, bright, pale):
    pen.dot(50, 46, 26, bright, shade(bright, -0.3))
    pen.fill(f"M{pen.x0} 74 L30 56 L52 76 L70 60 L{pen.x1} 82 V{pen.y1} H{pen.x0} Z", shade(dark, -0.3))
    pen.fill(f"M{pen.x0} 88 L40 72 L{pen.x1} 90 V{pen.y1} H{pen.x0} Z", shade(dark, -0.55))


def _rings(pen, dark, bright, pale):
    for i in range(7):
        pen.ring(50, 50, 6 + i * 6, 2.2, bright if i % 2 else pale)
    pen.dot(50, 50, 4, pale)


def _bars(pen, dark, bright, pale):
    for i, height in enumerate((22, 48, 64, 36, 72, 54, 30, 60, 40)):
        pen.box(8 + i * 9.6, 86 - height, 6, height, 3, bright if i % 3 else pale)


def _star(pen, dark, bright, pale):
    pen.fill(
        "M50 14 L60 40 L88 42 L66 60 L74 88 L50 72 L26 88 L34 60 L12 42 L40 40 Z",
        bright,
        shade(bright, -0.25),
    )
    pen.dot(50, 54, 9, dark)


def _waves(pen, dark, bright, pale):
    for i in range(6):
        y = 22 + i * 12
        path = f"M{pen.x0} {y} C20 {y - 14} 34 {y + 14} 50 {y} C66 {y - 14} 80 {y + 14} {pen.x1} {y}"
        pen.stroke(path, 3.4, pale if i % 2 else bright)


def _shapes(pen, dark, bright, pale):
    pen.fill(f"M{pen.x0} {pen.y0} L{pen.x1} {pen.y0} L{pen.x0} {pen.y1} Z", shade(bright, -0.1))
    pen.dot(62, 60, 22, pale, shade(pale, -0.2))
    pen.dot(62, 60, 11, dark)
    pen.box(22, 24, 26, 26, 3, dark)


def _skyline(pen, dark, bright, pale):
    pen.dot(74, 24, 10, pale)
    for i, height in enumerate((30, 46, 24, 58, 38, 50, 28, 42)):
        pen.box(4 + i * 12, 90 - height, 10, height + 20, 1, shade(bright, -0.1 * (i % 3)))
        for row in range(height // 9):
            pen.box(6.5 + i * 12, 94 - height + row * 8, 2, 3, 0.4, dark)
            pen.box(10.5 + i * 12, 94 - height + row * 8, 2, 3, 0.4, pale if (row + i) % 3 else dark)


def _boat(pen, dark, bright, pale):
    pen.dot(50, 30, 13, pale, shade(pale, -0.1))
    pen.fill("M48 58 V20 L24 58 Z", bright)
    pen.fill("M52 58 V28 L74 58 Z", shade(bright, -0.2))
    pen.fill("M20 62 H80 L70 76 H30 Z", pale, shade(pale, -0.3))
    for i in range(4):
        pen.stroke(
            f"M{pen.x0} {82 + i * 6} q8 -5 16 0 t16 0 t16 0 t16 0 t16 0 t16 0 t16 0",
            1.4,
            shade(bright, 0.2 - i * 0.1),
        )


def _arches(pen, dark, bright, pale):
    for i, color in enumerate((pale, bright, shade(bright, -0.25), shade(dark, 0.3))):
        r = 40 - i * 9
        pen.fill(f"M{50 - r} 92 V56 A{r} {r} 0 0 1 {50 + r} 56 V92 Z", color)


def _leaves(pen, dark, bright, pale):
    pen.stroke("M50 94 V24", 1.6, pale)
    for i in range(5):
        y = 84 - i * 13
        color = bright if i % 2 else shade(pale, -0.15)
        pen.fill(f"M50 {y} C60 {y - 22} 78 {y - 20} 86 {y - 14} C78 {y - 2} 62 {y + 2} 50 {y} Z", color)
        pen.fill(
            f"M50 {y} C40 {y - 22} 22 {y - 20} 14 {y - 14} C22 {y - 2} 38 {y + 2} 50 {y} Z",
            shade(color, -0.15),
        )


def _mask(pen, dark, bright, pale):
    pen.fill("M24 22 C40 30 60 30 76 22 C80 56 68 82 50 88 C32 82 20 56 24 22 Z", pale, shade(pale, -0.2))
    pen.fill("M50 27 C60 28 70 26 76 22 C80 56 68 82 50 88 Z", bright, shade(bright, -0.2))
    for x in (38, 62):
        pen.fill(f"M{x - 8} 46 q8 -8 16 0 q-8 6 -16 0 Z", dark)
    pen.stroke("M38 66 q12 10 24 0", 2.6, dark)


def _beams(pen, dark, bright, pale):
    for i, angle in enumerate((-36, -18, 0, 18, 36)):
        pen.turned(angle, 50, 0)
        pen.fill("M47 -6 L40 110 H60 L53 -6 Z", (bright if i % 2 else pale) & 0x66FFFFFF)
        pen.restore()
    pen.oval(50, 92, 46, 10, shade(dark, -0.4))
    for x in range(14, 92, 11):
        pen.dot(x, 92 - x % 4, 5, shade(dark, -0.6))


POSTERS = (_hills, _rings, _bars, _star, _waves, _shapes, _skyline, _boat, _arches, _leaves, _mask, _beams)


@picture
def poster(pen: Pen, variant: str) -> None:
    """A poster: its colours and motif follow from its number or words."""
    seed = zlib.crc32(variant.encode())
    dark, bright, pale = PALETTES[seed % len(PALETTES)]
    pen.cover(shade(dark, 0.1), shade(dark, -0.35))
    POSTERS[seed // 97 % len(POSTERS)](pen, dark, bright, pale)
