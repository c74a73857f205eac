# ruff: noqa: E501 - path data reads best unbroken
"""Scenes that fill their frame: photo libraries, feeds, covers. A variant "2" to "4" is the same in other light."""

from collections.abc import Callable

from .pen import Pen, shade

PLACES: dict[str, Callable] = {}

# Light of the hour: (overlay colour with alpha) laid over the finished scene.
LIGHTS = {"": 0, "2": 0x38FF9A4A, "3": 0x503A4A8C, "4": 0x38E87FA8}


def place(function):
    def draw(pen: Pen, variant: str) -> None:
        function(pen)
        if LIGHTS.get(variant):
            pen.cover(LIGHTS[variant])

    PLACES[function.__name__.rstrip("_")] = draw
    return function


def land(p: Pen, points: str, *colors) -> None:
    """A hill or shore line: points "x y x y …" across 0..100, smoothed, filled down to the bottom edge."""
    numbers = [float(n) for n in points.split()]
    xs, ys = numbers[::2], numbers[1::2]
    span = p.x1 - p.x0
    xs = [p.x0 + x / 100 * span for x in xs]
    d = f"M{xs[0]} {ys[0]}"
    for i in range(1, len(xs)):
        middle = (xs[i - 1] + xs[i]) / 2
        d += f" C{middle} {ys[i - 1]} {middle} {ys[i]} {xs[i]} {ys[i]}"
    p.fill(f"{d} V{p.y1 + 1} H{p.x0} Z", *colors)


def peaks(p: Pen, points: str, *colors) -> None:
    """Like land, with straight edges."""
    numbers = [float(n) for n in points.split()]
    span = p.x1 - p.x0
    line = " L".join(f"{p.x0 + x / 100 * span} {y}" for x, y in zip(numbers[::2], numbers[1::2], strict=True))
    p.fill(f"M{line} V{p.y1 + 1} H{p.x0} Z", *colors)


def cloud(p: Pen, x: float, y: float, s: float, color: int = 0xCCFFFFFF) -> None:
    for dx, dy, r in ((0, 0, 5), (7, -2, 6.5), (14, 0, 5), (7, 2, 6)):
        p.oval(x + dx * s, y + dy * s, r * s, r * s * 0.62, color)


def scattered(p: Pen, i: int, top: float, bottom: float) -> tuple[float, float]:
    """The i-th of points spread evenly but without a pattern over the width and top..bottom."""
    return p.x0 + i * 0.754877 % 1 * (p.x1 - p.x0), top + i * 0.569840 % 1 * (bottom - top)


def pine_tree(p: Pen, x: float, y: float, s: float, color: int) -> None:
    p.fill(
        f"M{x} {y - 20 * s} L{x + 6 * s} {y - 8 * s} H{x + 3.4 * s} L{x + 8 * s} {y} H{x - 8 * s} L{x - 3.4 * s} {y - 8 * s} H{x - 6 * s} Z",
        shade(color, 0.1),
        shade(color, -0.2),
    )


@place
def mountains(p):
    p.cover(0xFF8FC1E8, 0xFFF8E3CB)
    p.glow(70, 34, 34, 0x88FFF2D0)
    cloud(p, 16, 22, 0.9)
    peaks(p, "0 58 18 34 30 48 46 20 62 46 76 32 100 60", 0xFF7C93B4, 0xFFB9C4D3)
    p.fill("M46 20 L38 33 L44 31 L48 36 L52 31 L54.6 33.6 Z", 0xEEFFFFFF)
    peaks(p, "0 70 22 50 40 64 60 48 80 66 100 54", 0xFF4C6A86, 0xFF6F8AA0)
    land(p, "0 74 30 70 60 78 100 70", 0xFF47724F, 0xFF2A4C37)
    for x in range(-20, 121, 9):
        pine_tree(p, x + (x * 7 % 5), 92 + (x * 3 % 9), 0.9 + (x % 4) * 0.12, 0xFF28523C)


@place
def lake(p):
    p.cover(0xFF6FA9DA, 0xFFD7ECF5)
    peaks(p, "0 50 20 30 38 46 58 24 78 44 100 32", 0xFF7391A8, 0xFFA7BBC8)
    land(p, "0 52 40 48 70 52 100 47", 0xFF3F6B57, 0xFF2E5747)
    p.box(p.x0, 56, p.x1 - p.x0, 60, 0, 0xFF83B4D2, 0xFF2D6C96)
    p.fill("M40 56 L58 84 L78 56 Z", 0x2AFFFFFF)
    for i in range(7):
        p.stroke(f"M{20 + i * 9 % 50} {62 + i * 5} h{16 + i * 2}", 0.7, 0x55FFFFFF)
    p.fill("M56 76 H76 L72 81 H60 Z", 0xFF8A4B2B, 0xFF5E301A)
    p.stroke("M66 76 V70", 1, 0xFF3A2A20)


@place
def beach(p):
    p.cover(0xFF54B4E8, 0xFFCBEBF5)
    p.dot(74, 22, 8, 0xFFFFF4C9)
    p.glow(74, 22, 24, 0x88FFF4C9)
    p.box(p.x0, 46, p.x1 - p.x0, 40, 0, 0xFF2C93BF, 0xFF7FD3D8)
    land(p, "0 70 30 64 60 72 100 60", 0xFFFFFFFF, 0xFFF5E6C5)
    land(p, "0 73 30 67 60 75 100 63", 0xFFF4DFB2, 0xFFE0BF84)
    p.stroke("M24 84 C25 68 22 56 29 42", 2.6, 0xFF8A6440, 0xFF6B4A2D)
    for a in (-75, -35, 5, 45, 90, 130):
        p.turned(a, 29, 42)
        p.fill("M29 42 C33 34 40 31 47 34 C41 36 35 39 29 42 Z", 0xFF3F9456, 0xFF2A6F40)
        p.restore()
    p.fill("M60 82 L72 70 L84 82 Z", 0xFFE5533D)
    p.fill("M68 74 L72 70 L76 74 L74.5 82 H69.5 Z", 0xFFFFF4E2)


@place
def sunset(p):
    p.cover(0xFF3B2E6B, 0xFFB5548A, 0xFFF88E5A, 0xFFFFD27E, stops=(0, 0.36, 0.58, 0.7))
    p.glow(50, 58, 40, 0x99FFE2A0)
    p.dot(50, 58, 11, 0xFFFFF0C0, 0xFFFFC35C)
    p.box(p.x0, 62, p.x1 - p.x0, 60, 0, 0xFFE98A62, 0xFF3C2D5E)
    for i in range(8):
        w = 26 - i * 2.6
        p.stroke(f"M{50 - w / 2 + (i % 3 - 1) * 2} {65 + i * 3.6} h{w}", 1.3, 0x88FFE2A0)
    land(p, "0 60 18 56 34 62 50 63 100 63.5", 0xFF3B2A52, 0x003B2A52)


@place
def forest(p):
    p.cover(0xFFD9EBD6, 0xFF8FB89A)
    p.glow(56, 20, 50, 0xAAFFF9D6)
    for depth, color, step in ((58, 0xFF86AE92, 7), (76, 0xFF4F8163, 9), (98, 0xFF244F3A, 13)):
        for x in range(-30, 131, step):
            pine_tree(p, x + (x * 13 % 7), depth + (x * 5 % 6), 1.2 + depth / 70 + (x % 5) * 0.1, color)
    p.fill("M40 100 C48 84 52 76 50 66 C56 76 58 86 66 100 Z", 0x66F3E7C0)


@place
def city(p):
    p.cover(0xFF9CC7EA, 0xFFF6E6D6)
    cloud(p, 60, 18, 1.0)
    for i, (x, w, top, c) in enumerate(
        (
            (-24, 14, 46, 0xFF9FB2C6),
            (-8, 12, 36, 0xFF8DA4BB),
            (6, 14, 44, 0xFF9FB2C6),
            (22, 11, 26, 0xFF7D97B1),
            (36, 16, 40, 0xFF93A9BE),
            (54, 12, 20, 0xFF6F8BA8),
            (68, 15, 38, 0xFF8AA2BA),
            (85, 13, 30, 0xFF7C96B0),
            (100, 16, 42, 0xFF9AAEC2),
            (116, 12, 34, 0xFF8DA4BB),
        )
    ):
        p.box(x, top, w, 90, 1, shade(c, 0.08), shade(c, -0.2))
        for row in range(9):
            for column in range(int(w // 4)):
                p.box(
                    x + 1.8 + column * 4,
                    top + 4 + row * 6,
                    2,
                    3,
                    0.3,
                    0xAAFFF6D0 if (row * 3 + column + i) % 4 else 0x553C5470,
                )
    p.stroke("M60 20 V8", 0.9, 0xFF56708C)
    land(p, "0 90 50 87 100 90", 0xFF5E8E6A, 0xFF3F6D50)


@place
def night_city(p):
    p.cover(0xFF0E1533, 0xFF38326B, 0xFFC4607E, stops=(0, 0.55, 1))
    p.dot(78, 18, 6, 0xFFFBF3D9)
    for i in range(40):
        p.dot(*scattered(p, i, 0, 50), 0.3 + i % 3 * 0.1, 0xCCFFFFFF)
    for i in range(13):
        x, w, top = -34 + i * 13, 12, 34 + i * 29 % 34
        p.box(x, top, w, 100, 0.6, 0xFF1C2145, 0xFF0B0E22)
        for row in range(12):
            for column in range(3):
                if (row * 5 + column * 3 + i * 7) % 5 < 2:
                    p.box(
                        x + 1.6 + column * 3.4,
                        top + 3 + row * 5,
                        1.8,
                        2.4,
                        0.2,
                        0xFFFFD98A if (row + i) % 3 else 0xFF9CD3FF,
                    )


@place
def aurora(p):
    p.cover(0xFF071126, 0xFF12324A)
    for i in range(50):
        p.dot(*scattered(p, i, p.y0, 70), 0.2 + i % 3 * 0.1, 0xBBFFFFFF)
    for x, c in ((18, 0x773BE0A0), (40, 0x884DEFB6), (62, 0x776BD7F0), (80, 0x55B47CF0)):
        p.fill(
            f"M{x - 8} 6 C{x + 6} 26 {x - 12} 40 {x + 2} 66 C{x + 12} 46 {x + 4} 28 {x + 14} 4 Z",
            c & 0xFFFFFF,
            c,
            blur=4,
        )
    peaks(p, "0 78 16 62 32 74 50 58 70 74 86 64 100 76", 0xFF14263A, 0xFF0A1420)
    land(p, "0 84 50 80 100 85", 0xFFDCE9F2, 0xFF8FA9BE)
    for x in range(-20, 121, 11):
        pine_tree(p, x, 92 + x % 5, 0.8, 0xFF0C1C26)


@place
def desert(p):
    p.cover(0xFFF6B26B, 0xFFFCE6BE)
    p.dot(28, 26, 9, 0xFFFFF6D8)
    land(p, "0 56 25 48 55 58 80 46 100 54", 0xFFE69A55, 0xFFCE7B3E)
    land(p, "0 70 30 62 58 74 100 58", 0xFFD98646, 0xFFB5622D)
    p.fill("M40 72 C60 60 80 66 112 60 L112 74 C84 70 64 82 40 72 Z", 0x33702F10)
    land(p, "0 84 40 76 70 88 100 78", 0xFFC4712F, 0xFF8F4A1C)
    p.box(68, 62, 4, 22, 2, 0xFF4E7A46, 0xFF365A32)
    p.stroke("M64 68 V73 H70 M76 64 V70 H70", 3, 0xFF44703E)


@place
def snow(p):
    p.cover(0xFFB8D4EC, 0xFFF4F8FC)
    peaks(p, "0 56 20 36 36 52 54 28 74 50 100 38", 0xFFDCE8F3, 0xFFFFFFFF)
    land(p, "0 68 40 62 70 70 100 62", 0xFFFFFFFF, 0xFFE1EBF4)
    for x in range(-24, 124, 15):
        pine_tree(p, x + x % 4, 84 + x % 6, 1.1, 0xFF4F7D72)
        p.fill(f"M{x + x % 4} {62 + x % 6} l3.4 7 h-6.8 Z", 0xEEFFFFFF)
    p.box(44, 66, 20, 14, 1, 0xFF8A5636, 0xFF6A3F26)
    p.fill("M40 68 L54 54 L68 68 Z", 0xFFFFFFFF, 0xFFDFE9F2)
    p.box(51, 72, 6, 8, 0.6, 0xFFFFD77C)
    land(p, "0 84 50 80 100 86", 0xFFF7FAFD, 0xFFCFDDEA)


@place
def field(p):
    p.cover(0xFF7DBDEB, 0xFFEAF5E6)
    cloud(p, 14, 20, 1.1)
    cloud(p, 66, 30, 0.8)
    land(p, "0 56 40 50 70 56 100 50", 0xFF8CBF6B, 0xFF6FA455)
    land(p, "0 68 30 60 70 70 100 60", 0xFF6FAE52, 0xFF4D8B3C)
    for i in range(46):
        x, y = scattered(p, i, 70, 100)
        c = (0xFFE8483F, 0xFFFFD23F, 0xFFFFFFFF, 0xFFD86BB0)[i % 4]
        p.stroke(f"M{x} {y} v5", 0.6, 0xFF356B2E)
        p.dot(x, y, 1.0 + (y - 68) / 26, c, shade(c, -0.15))


@place
def waves(p):
    p.cover(0xFF88CBE8, 0xFFE9F6F8)
    for i, c in enumerate((0xFF5FB3D4, 0xFF3C97C2, 0xFF257BA9, 0xFF17628F, 0xFF0E4A74)):
        y = 40 + i * 13
        land(
            p,
            f"0 {y + 4} 18 {y - 5} 36 {y + 6} 56 {y - 6} 76 {y + 5} 100 {y - 4}",
            shade(c, 0.16),
            shade(c, -0.12),
        )
        p.stroke(f"M{10 + i * 17 % 60} {y + 2} c6 -6 12 -6 18 -1", 0.9, 0x99FFFFFF)
    p.fill("M58 36 L58 14 L74 36 Z", 0xFFFFFFFF, 0xFFE6E9EE)
    p.fill("M56 36 L56 18 L46 36 Z", 0xFFF06A4B, 0xFFD5492D)
    p.fill("M42 38 H78 L72 45 H48 Z", 0xFF7A4A2C, 0xFF53301A)


@place
def canyon(p):
    p.cover(0xFF7FB9E0, 0xFFFCE9D0)
    for y, c in ((40, 0xFFE0986A), (52, 0xFFC9744A), (66, 0xFFAB5633), (80, 0xFF7F3A23)):
        peaks(
            p,
            f"0 {y} 12 {y - 3} 16 {y + 8} 30 {y + 9} 34 {y - 2} 50 {y - 1} 56 {y + 9} 74 {y + 8} 80 {y - 5} 100 {y - 3}",
            shade(c, 0.15),
            shade(c, -0.22),
        )
    p.stroke("M50 100 C46 92 58 88 52 80 C48 76 54 72 51 68", 2.4, 0xFF6FB9C9)


@place
def bridge(p):
    p.cover(0xFFE7C5AE, 0xFFF7E7DA)
    land(p, "0 56 30 50 60 57 100 48", 0xFF9FA9B4, 0xFFB9C0C8)
    p.box(p.x0, 66, p.x1 - p.x0, 60, 0, 0xFF7FA5B5, 0xFF456E82)
    for x in (24, 76):
        p.box(x - 2, 18, 4, 62, 0.6, 0xFFC9472F, 0xFF9B3221)
    left, right = p.x0, p.x1
    p.stroke(
        f"M{left} 40 Q{(left + 24) / 2} 58 24 20 Q50 92 76 20 Q{(right + 76) / 2} 58 {right} 40",
        1.2,
        0xFFC9472F,
    )
    for i in range(26):
        x = 26 + i * 2
        y = 20 + 36 * (1 - ((x - 50) / 26) ** 2)
        p.stroke(f"M{x} {y} V60", 0.35, 0xFFB5402B)
    p.box(p.x0, 59, p.x1 - p.x0, 3, 0, 0xFFC9472F, 0xFF94301F)


@place
def balloons(p):
    p.cover(0xFF86B9E6, 0xFFFBE0C8)
    land(p, "0 82 30 76 66 84 100 76", 0xFF7AA06A, 0xFF55804E)
    for x, y, s, a, b in (
        (34, 36, 1.25, 0xFFE5533D, 0xFFFFD36A),
        (70, 26, 0.8, 0xFF4C7CC2, 0xFFF4F0E6),
        (62, 60, 0.6, 0xFF7C5BB0, 0xFFF2A25C),
    ):
        p.oval(x, y, 15 * s, 16 * s, shade(a, 0.14), shade(a, -0.2), angle=45)
        p.oval(x, y, 8 * s, 16 * s, b, shade(b, -0.12))
        p.oval(x, y, 3 * s, 16 * s, shade(a, 0.05), shade(a, -0.2))
        p.stroke(
            f"M{x - 5 * s} {y + 15 * s} L{x - 2.4 * s} {y + 22 * s} M{x + 5 * s} {y + 15 * s} L{x + 2.4 * s} {y + 22 * s}",
            0.5,
            0xFF6B4A30,
        )
        p.box(x - 3 * s, y + 21.5 * s, 6 * s, 5 * s, 1 * s, 0xFF8A5A34, 0xFF62401F)


@place
def cabin(p):
    p.cover(0xFF2A3A62, 0xFFE09A7A)
    for x in range(-26, 126, 12):
        pine_tree(p, x, 78 + x % 5, 1.7 + x % 3 * 0.2, 0xFF27404A)
    p.box(28, 56, 44, 26, 0, 0xFF7A4B2E, 0xFF56331E)
    for y in range(60, 82, 4):
        p.stroke(f"M28 {y} H72", 0.5, 0xFF4A2A17)
    p.fill("M22 58 L50 34 L78 58 Z", 0xFF4A3328, 0xFF33221A)
    p.box(35, 62, 10, 9, 0.5, 0xFFFFD98A, 0xFFF7B04E)
    p.box(56, 62, 9, 20, 0.5, 0xFFF2A54A, 0xFFB9702A)
    p.glow(40, 66, 16, 0x66FFD98A)
    land(p, "0 82 50 80 100 83", 0xFF35523F, 0xFF1D3227)


@place
def autumn(p):
    p.cover(0xFFF3DFC0, 0xFFF7EDD9)
    land(p, "0 66 40 60 100 68", 0xFFD9A35C, 0xFFB67A38)
    for i in range(9):
        x, y, c = -22 + i * 18, 70 + i * 7 % 10, (0xFFD9682C, 0xFFE29A2E, 0xFFB8432A, 0xFFF0BC4A)[i % 4]
        p.box(x - 1.4, y - 18, 2.8, 24, 1, 0xFF6B4630)
        for dx, dy, r in ((0, -32, 12), (-8, -25, 9), (8, -25, 9), (0, -22, 10)):
            p.dot(x + dx, y + dy, r, shade(c, 0.14), shade(c, -0.14))
    p.fill("M38 100 C46 84 50 76 48 66 C56 76 62 86 72 100 Z", 0xFFE8CFA0, 0xFFD8B67C)


@place
def cat(p):
    p.cover(0xFFF6DFC6, 0xFFE4BE97)
    p.oval(50, 104, 44, 40, 0xFFE39A4D, 0xFFB96E2B)
    p.fill("M27 46 L24 16 L44 30 Z M73 46 L76 16 L56 30 Z", 0xFFE59C4F, 0xFFC67B34)
    p.fill("M29 38 L27.6 23 L39 31 Z M71 38 L72.4 23 L61 31 Z", 0xFFF4B9A3)
    p.oval(50, 50, 28, 25, 0xFFF0AC61, 0xFFD1863B)
    p.stroke("M44 28 L46 36 M50 26 V36 M56 28 L54 36", 2, 0xFFB56A28)
    for x in (39, 61):
        p.oval(x, 48, 5.4, 6, 0xFFDDEB9A, 0xFF9CC04F)
        p.oval(x, 48, 1.9, 5, 0xFF221C14)
        p.dot(x - 1.6, 45.6, 1.1, 0xFFFFFFFF)
    p.oval(50, 61, 10, 8, 0xFFFBE9D2)
    p.fill("M47.4 57 H52.6 L50 60 Z", 0xFFD97C78)
    p.stroke("M50 60 C50 65 45 65 44 62.6 M50 60 C50 65 55 65 56 62.6", 1, 0xFF7A4A2A)
    p.stroke("M38 60 L20 57 M38 63 L21 65 M62 60 L80 57 M62 63 L79 65", 0.6, 0xFFFFF6E8)


@place
def dog(p):
    p.cover(0xFFBFE0D2, 0xFF8CC0AC)
    p.oval(50, 108, 42, 40, 0xFF9A6A42, 0xFF6E4526)
    p.oval(50, 50, 26, 28, 0xFFB98353, 0xFF8F5F38)
    p.fill(
        "M28 34 C14 34 14 62 22 70 C30 68 32 48 32 38 Z M72 34 C86 34 86 62 78 70 C70 68 68 48 68 38 Z",
        0xFF7A4C2B,
        0xFF5A351C,
    )
    p.oval(50, 62, 14, 13, 0xFFF5E6D2, 0xFFE3CBAE)
    p.fill("M46 24 H54 L53 52 H47 Z", 0xFFF5E6D2)
    for x in (40, 60):
        p.dot(x, 45, 4, 0xFF2B1C12)
        p.dot(x - 1.2, 43.6, 1.2, 0xFFFFFFFF)
    p.oval(50, 56, 5, 3.6, 0xFF2B1C12)
    p.stroke("M50 60 V64 C50 68 43 68 42 65 M50 64 C50 68 57 68 58 65", 1.2, 0xFF4A2E1A)
    p.fill("M46 67 H54 C55 76 45 76 46 67 Z", 0xFFE77C82)


@place
def tulips(p):
    p.cover(0xFFCBE7F2, 0xFFF6F3E6)
    for i in range(12):
        x, y, c = -26 + i * 13, 46 + i * 11 % 16, (0xFFE9506A, 0xFFF7B733, 0xFFB36AD0, 0xFFF08BA6)[i % 4]
        p.stroke(f"M{x} {y + 8} V104", 2, 0xFF5E9A4C, 0xFF3C7635)
        p.fill(
            f"M{x} {y + 40} C{x + 12} {y + 30} {x + 10} {y + 18} {x + 13} {y + 10} C{x + 4} {y + 18} {x} {y + 28} {x} {y + 40} Z",
            0xFF6FAE58,
            0xFF43803A,
        )
        p.fill(
            f"M{x - 8} {y - 10} L{x - 4} {y - 5} L{x} {y - 13} L{x + 4} {y - 5} L{x + 8} {y - 10} C{x + 11} {y + 4} {x + 7} {y + 11} {x} {y + 11} C{x - 7} {y + 11} {x - 11} {y + 4} {x - 8} {y - 10} Z",
            shade(c, 0.16),
            shade(c, -0.16),
        )


@place
def street(p):
    p.cover(0xFFF5D9BF, 0xFFFBF0E3)
    for i, c in enumerate(
        (0xFFE0A48B, 0xFFEFCB8D, 0xFF9FBFA8, 0xFFB9C6D9, 0xFFE3B7B0, 0xFFD9C08B, 0xFFA9C4C9)
    ):
        x = -30 + i * 24
        top = 22 + i * 13 % 14
        p.box(x, top, 23, 66, 0, shade(c, 0.08), shade(c, -0.1))
        p.fill(f"M{x - 1} {top + 1} L{x + 11.5} {top - 10} L{x + 24} {top + 1} Z", 0xFFA85A42, 0xFF87432F)
        for row in range(3):
            for column in range(2):
                p.box(x + 4 + column * 9, top + 7 + row * 14, 6, 8.6, 0.6, 0xFF5C7286, 0xFF8FA6B6)
                p.box(x + 3.4 + column * 9, top + 15.4 + row * 14, 7.2, 1.4, 0.4, 0xFFFDF7EE)
        p.box(x + 8, 72, 7, 14, 0.8, 0xFF6B4A36, 0xFF4C3324)
    p.box(p.x0, 86, p.x1 - p.x0, 30, 0, 0xFFCBBBA8, 0xFFA99882)


@place
def stars(p):
    p.cover(0xFF0B1030, 0xFF2C2458, 0xFF614179)
    p.turned(-24)
    p.oval(50, 46, 90, 13, 0x33C9B7FF, blur=7)
    p.oval(50, 46, 70, 5, 0x44FFE9F6, blur=4)
    p.restore()
    for i in range(110):
        p.dot(*scattered(p, i, p.y0, 80), 0.2 + i * 7 % 5 * 0.1, 0xDDFFFFFF)
    land(p, "0 84 24 74 50 84 76 72 100 82", 0xFF171230, 0xFF0A0818)
    p.fill("M46 82 L52 72 L58 82 Z", 0xFFF2A65A, 0xFFC5702E)


@place
def waterfall(p):
    p.cover(0xFFBFE0EA, 0xFFE8F3EC)
    p.fill(f"M{p.x0} 18 H40 V100 H{p.x0} Z", 0xFF5F7A5B, 0xFF33503B)
    p.fill(f"M60 18 H{p.x1} V100 H60 Z", 0xFF6B8762, 0xFF38573F)
    p.box(39, 16, 22, 70, 0, 0xFFF7FCFE, 0xFFA8D6E6)
    for x in (42, 46, 51, 56):
        p.stroke(f"M{x} 20 V80", 0.9, 0xAAFFFFFF)
    land(p, "0 86 30 82 50 80 70 83 100 87", 0xFF6FB7CB, 0xFF2F7F9C)
    p.oval(50, 83, 17, 5, 0xCCFFFFFF, blur=2)
    for x, y, r in ((30, 22, 9), (20, 18, 10), (70, 20, 10), (82, 17, 9)):
        p.dot(x, y, r, 0xFF6FA45C, 0xFF47793F)
