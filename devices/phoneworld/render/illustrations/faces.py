"""Portraits: invented, friendly people. face/1 to face/12; face/13 to face/40 are made of their parts."""

from collections.abc import Callable

from .pen import Pen, shade

# skin, hair, clothes, backdrop, hair style
_PEOPLE = (
    (0xFFF2C9A8, 0xFF5B3A24, 0xFF3F7C85, 0xFFDCEBEA, "bob"),
    (0xFFC68A5E, 0xFF1F1712, 0xFFE0A33E, 0xFFF7EBD3, "short"),
    (0xFF8D5A3B, 0xFF16110E, 0xFFB5546A, 0xFFF6DDE2, "curly"),
    (0xFFF5D3B8, 0xFFC98A3A, 0xFF5C6BB0, 0xFFE0E4F4, "long"),
    (0xFFE3AE84, 0xFF2A1D16, 0xFF6F8F4E, 0xFFE6EDDB, "beard"),
    (0xFFF0C6A4, 0xFF8E8A86, 0xFF7A5A86, 0xFFEBE2EF, "bun"),
    (0xFFD9A074, 0xFF38241A, 0xFF37474F, 0xFFDFE6EA, "scarf"),
    (0xFFFAD9C0, 0xFFA8462B, 0xFF2F6D5B, 0xFFDCEDE5, "long"),
    (0xFF6F4530, 0xFF120E0C, 0xFFD5673B, 0xFFF9E2D5, "short"),
    (0xFFEDC09A, 0xFF24201E, 0xFF4878A8, 0xFFDCE8F4, "fringe"),
    (0xFFF3CBAE, 0xFFDDD6CC, 0xFF8C5A3C, 0xFFF0E5DA, "beard"),
    (0xFFB97C52, 0xFF2B1A12, 0xFF9C4F86, 0xFFF3DFEE, "bun"),
)


def _portrait(p: Pen, skin: int, hair: int, clothes: int, backdrop: int, style: str) -> None:
    p.cover(backdrop, shade(backdrop, -0.1))
    if style == "long":
        p.fill("M26 44 C24 10 76 10 74 44 L78 84 H22 Z", hair, shade(hair, -0.2))
    elif style == "bob":
        p.fill("M26 44 C24 12 76 12 74 44 L75 62 H25 Z", hair, shade(hair, -0.2))
    elif style == "curly":
        for x, y, r in (
            (32, 30, 13),
            (50, 23, 14),
            (68, 30, 13),
            (26, 46, 11),
            (74, 46, 11),
            (29, 58, 8),
            (71, 58, 8),
        ):
            p.dot(x, y, r, shade(hair, 0.08), shade(hair, -0.1))
    elif style == "bun":
        p.dot(50, 15, 9, hair, shade(hair, -0.15))
    elif style == "scarf":
        p.fill(
            "M24 50 C20 8 80 8 76 50 C78 70 70 80 50 84 C30 80 22 70 24 50 Z",
            shade(clothes, 0.3),
            shade(clothes, 0.08),
        )
    p.fill("M10 104 C12 80 34 76 50 76 C66 76 88 80 90 104 Z", shade(clothes, 0.12), shade(clothes, -0.18))
    p.box(42, 60, 16, 21, 7, shade(skin, -0.1), shade(skin, -0.18))
    p.oval(50, 47, 20, 24, shade(skin, 0.06), shade(skin, -0.05))
    if style != "scarf":
        p.oval(30, 49, 3.4, 5, shade(skin, -0.07))
        p.oval(70, 49, 3.4, 5, shade(skin, -0.07))
    if style in ("short", "beard"):
        p.fill("M29 46 C25 14 75 14 71 46 C68 36 62 32 50 32 C38 32 32 36 29 46 Z", hair, shade(hair, -0.2))
    elif style == "fringe":
        p.fill(
            "M28 52 C22 14 78 14 72 52 C71 44 68 41 66 40 C54 42 40 41 34 40 C32 42 29 44 28 52 Z",
            hair,
            shade(hair, 0.12),
        )
    elif style == "scarf":
        p.fill("M29 46 C28 15 72 15 71 46 C64 34 36 34 29 46 Z", shade(clothes, 0.16))
    elif style == "curly":
        p.fill("M30 44 C30 14 70 14 70 44 C62 36 38 36 30 44 Z", hair)
    else:
        p.fill("M29 48 C26 13 74 13 71 48 C70 40 60 36 46 31 C42 38 34 40 29 48 Z", hair, shade(hair, -0.12))
    if style == "beard":
        p.fill(
            "M30 50 C31 74 42 76 50 76 C58 76 69 74 70 50 C68 60 60 60 50 59 C40 60 32 60 30 50 Z",
            hair,
            shade(hair, -0.15),
        )
    for x in (42, 58):
        p.oval(x, 47, 1.9, 2.3, 0xFF2A201B)
        p.stroke(f"M{x - 3.4} 41.6 q3.4 -2 6.8 0", 1.2, shade(hair, -0.1))
    p.stroke("M50 47 C51.6 51 51 53 49 53.4", 1, shade(skin, -0.25))
    p.stroke("M44.5 59 C47 62.4 53 62.4 55.5 59", 1.6, 0xFFB5524A)
    p.oval(37.6, 54, 3, 2, 0x33E0605A)
    p.oval(62.4, 54, 3, 2, 0x33E0605A)


def _draw(person: tuple) -> Callable:
    return lambda pen, variant: _portrait(pen, *person)


SKINS = (0xFFF2C9A8, 0xFFC68A5E, 0xFF8D5A3B, 0xFFE3AE84, 0xFF6F4530, 0xFFFAD9C0, 0xFFB97C52)
HAIRS = (0xFF2A1D16, 0xFF5B3A24, 0xFFC98A3A, 0xFF16110E, 0xFF8E8A86, 0xFFA8462B, 0xFF38241A, 0xFFDDD6CC)
CLOTHES = (0xFF3F7C85, 0xFFB5546A, 0xFF5C6BB0, 0xFF6F8F4E, 0xFFD5673B, 0xFF37474F, 0xFFE0A33E, 0xFF9C4F86)
STYLES = ("short", "long", "curly", "bob", "beard", "bun", "fringe", "short", "long", "scarf", "bun")


def _mixed(n: int) -> tuple:
    clothes = CLOTHES[n * 3 % len(CLOTHES)]
    parts = SKINS[n * 5 % len(SKINS)], HAIRS[n * 7 % len(HAIRS)]
    return (*parts, clothes, shade(CLOTHES[(n * 5 + 2) % len(CLOTHES)], 0.78), STYLES[n % len(STYLES)])


_PEOPLE += tuple(_mixed(n) for n in range(13, 41))

FACES: dict[str, Callable] = {str(i + 1): _draw(person) for i, person in enumerate(_PEOPLE)}
