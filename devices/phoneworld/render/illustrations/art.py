# ruff: noqa: E501 - path data reads best unbroken
"""Abstract covers for records, podcasts and books, art/1 to art/60, each made of its number: a palette and
a pattern out of the number, so that no two look the same."""

from collections.abc import Callable

from .pen import Pen, shade

# ground, two inks, a light
PALETTES = (
    (0xFF1F2A44, 0xFFE4572E, 0xFFF3A712, 0xFFF7EDE2),
    (0xFFF2E8CF, 0xFF386641, 0xFFBC4749, 0xFF6A994E),
    (0xFF2D1E2F, 0xFFD64161, 0xFFFF7B54, 0xFFFFD6A5),
    (0xFFDDE7F0, 0xFF27476E, 0xFF5FA8D3, 0xFFFFFFFF),
    (0xFF0B3C49, 0xFF13A89E, 0xFFF2C14E, 0xFFF8F4E3),
    (0xFFF6D6CF, 0xFF9B2C46, 0xFF3D405B, 0xFFF4F1DE),
    (0xFF3C2A6B, 0xFF9D79D6, 0xFFF0A6CA, 0xFFFDF0F7),
    (0xFFE9F1DF, 0xFF22543D, 0xFFE0A526, 0xFFFFFFFF),
    (0xFF171717, 0xFFB8B8B8, 0xFFE63946, 0xFFF1FAEE),
    (0xFFFFE8C2, 0xFFDF7A2F, 0xFF3B2F2F, 0xFFFFFFFF),
)


def _rings(p: Pen, a, b, c, n):
    for i in range(6):
        p.dot(50 + n % 5 * 4 - 8, 50, 44 - i * 7.5, (a, b)[i % 2])
    p.dot(50 + n % 5 * 4 - 8, 50, 4, c)


def _hills(p: Pen, a, b, c, n):
    p.dot(30 + n * 13 % 45, 30, 13, c)
    for i, color in enumerate((shade(a, 0.35), a, b)):
        y = 58 + i * 13
        p.fill(
            f"M{p.x0} {y} C{p.x0 + 30} {y - 22 + i * 5} {40 + n % 20} {y + 14} 70 {y - 6} S {p.x1} {y - 12} {p.x1} {y}"
            f" V{p.y1 + 1} H{p.x0} Z",
            color,
        )


def _bars(p: Pen, a, b, c, n):
    for i in range(9):
        h = 16 + (i * 37 + n * 23) % 56
        p.box(8 + i * 9.6, 50 - h / 2, 6, h, 3, (a, b, c)[(i + n) % 3])


def _tiles(p: Pen, a, b, c, n):
    for i in range(16):
        x, y = 6 + i % 4 * 22, 6 + i // 4 * 22
        kind = (i * 7 + n * 5 + i // 4) % 4
        color = (a, b, c)[(i + n) % 3]
        if kind == 0:
            p.dot(x + 11, y + 11, 10, color)
        elif kind == 1:
            p.fill(f"M{x + 1} {y + 1} H{x + 21} A20 20 0 0 1 {x + 1} {y + 21} Z", color)
        elif kind == 2:
            p.box(x + 1, y + 1, 20, 20, 2, color)
        else:
            p.fill(f"M{x + 1} {y + 21} L{x + 11} {y + 1} L{x + 21} {y + 21} Z", color)


def _waves(p: Pen, a, b, c, n):
    for i in range(8):
        y = 14 + i * 11
        bend = 6 + (n + i) % 4 * 3
        p.stroke(f"M{p.x0} {y} Q25 {y - bend} 50 {y} T100 {y} T150 {y}", 3.4, (a, b, c)[i % 3])


def _moon(p: Pen, a, b, c, n):
    p.dot(50, 42, 24, a, shade(a, 0.3))
    p.dot(50 + 10 - n % 3 * 9, 38, 20, b)
    for i in range(14):
        p.dot(p.x0 + i * 0.754877 % 1 * (p.x1 - p.x0), i * 0.56984 % 1 * 60, 0.9, c)
    p.fill(f"M{p.x0} 82 L{20 + n % 9} 66 L48 84 L{70 - n % 7} 60 L{p.x1} 86 V{p.y1 + 1} H{p.x0} Z", b)


def _leaf(p: Pen, a, b, c, n):
    p.stroke("M50 96 C48 70 52 50 50 16", 2.4, a)
    for i in range(5):
        y, w = 30 + i * 12, 26 - i * 1.6 + n % 4
        p.fill(
            f"M50 {y + 10} C{50 - w} {y + 6} {50 - w - 4} {y - 8} {50 - w - 2} {y - 12} C{50 - 8} {y - 10} 50 {y} 50 {y + 10} Z",
            (a, b)[i % 2],
        )
        p.fill(
            f"M50 {y + 10} C{50 + w} {y + 6} {50 + w + 4} {y - 8} {50 + w + 2} {y - 12} C{50 + 8} {y - 10} 50 {y} 50 {y + 10} Z",
            (b, a)[i % 2],
        )
    p.dot(50, 14, 5, c)


def _steps(p: Pen, a, b, c, n):
    for i in range(6):
        side = i * 16
        p.box(
            p.x0 - 1 if n % 2 else 100 - 16 - side,
            92 - i * 15,
            (side + 18) if n % 2 else 200,
            16,
            0,
            (a, shade(a, 0.25), b)[i % 3],
        )
    p.dot(72 if n % 2 else 26, 24, 12, c)


PATTERNS = (_rings, _hills, _bars, _tiles, _waves, _moon, _leaf, _steps)


def _draw(n: int) -> Callable:
    ground, a, b, c = PALETTES[n * 3 % len(PALETTES)]

    def draw(p: Pen, variant: str) -> None:
        p.cover(ground, shade(ground, -0.12), angle=45)
        PATTERNS[n % len(PATTERNS)](p, a, b, c, n)

    return draw


ART: dict[str, Callable] = {str(n): _draw(n) for n in range(1, 61)}
