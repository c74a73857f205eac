"""Home and lock screen backgrounds. The variant "dark" is for the dark theme."""

from collections.abc import Callable

from .pen import Pen, shade
from .places import land

WALLPAPERS: dict[str, Callable] = {}


def wallpaper(function):
    def draw(pen: Pen, variant: str) -> None:
        function(pen, variant == "dark")

    WALLPAPERS[function.__name__] = draw
    return function


def _layers(p: Pen, sky: tuple, hills: tuple, first: float, step: float) -> None:
    p.cover(*sky)
    for i, color in enumerate(hills):
        y, lean = first + i * step, 9 if i % 2 else -9
        land(
            p,
            f"0 {y + lean} 30 {y - lean * 0.7} 62 {y + lean * 0.6} 100 {y - lean}",
            shade(color, 0.1),
            shade(color, -0.1),
        )


@wallpaper
def violet(p, dark):
    if dark:
        _layers(
            p, (0xFF16121F, 0xFF2A2140, 0xFF4A3670), (0xFF3F3162, 0xFF332850, 0xFF271F3E, 0xFF1B162C), 62, 24
        )
        p.glow(68, 10, 46, 0x44C9B2FF)
    else:
        _layers(
            p, (0xFF7C68B8, 0xFFB3A0DD, 0xFFF2CFD6), (0xFFD3C0F0, 0xFFB9A3E3, 0xFF9A83CF, 0xFF7A64B4), 62, 24
        )
        p.glow(68, 10, 46, 0xAAFFF6E8)
        p.dot(68, 10, 11, 0xEEFFFDF6, 0xFFFFE3C9)
    if dark:
        p.dot(68, 10, 10, 0xFFF0E8FF, 0xFFC9B7EA)


@wallpaper
def dunes(p, dark):
    if dark:
        _layers(
            p, (0xFF141A2B, 0xFF2B2F4A, 0xFF6A4A52), (0xFF5E4242, 0xFF4A3434, 0xFF362727, 0xFF241B1C), 54, 26
        )
    else:
        _layers(
            p, (0xFF4A86AB, 0xFF8DB7C6, 0xFFF1D9BA), (0xFFF2C796, 0xFFE6AC74, 0xFFD48F57, 0xFFB8713F), 54, 26
        )
    p.dot(30, 6, 10, 0xFFFFF6DE)


@wallpaper
def ocean(p, dark):
    if dark:
        _layers(p, (0xFF07141F, 0xFF0D2B3C), (0xFF0F3C50, 0xFF0C3145, 0xFF092637, 0xFF061B29), 44, 26)
    else:
        _layers(p, (0xFF3F93B3, 0xFFA6DAE4), (0xFF72C2D3, 0xFF46A5C0, 0xFF2585A6, 0xFF166789), 44, 26)


@wallpaper
def meadow(p, dark):
    if dark:
        _layers(p, (0xFF101A16, 0xFF1E3A30), (0xFF24493A, 0xFF1C3B2F, 0xFF152E24, 0xFF0E211A), 52, 25)
    else:
        _layers(p, (0xFF5D9C86, 0xFFDDE9C2), (0xFFC3DFA8, 0xFF9CC988, 0xFF74AF6C, 0xFF4F9156), 52, 25)
        p.dot(70, 8, 10, 0xFFFFF0B8)


@wallpaper
def shapes(p, dark):
    base = (0xFF1B1A22, 0xFF22212C) if dark else (0xFF8B82A6, 0xFFB9A8C4)
    p.cover(*base, angle=45)
    tone = -0.35 if dark else 0.0
    p.dot(16, 6, 44, shade(0xFFF2B8A0, tone), shade(0xFFE88D7B, tone))
    p.dot(92, 46, 38, shade(0xFFB7A5E8, tone), shade(0xFF8570C9, tone))
    p.dot(20, 112, 46, shade(0xFF9ED0C6, tone), shade(0xFF5FA79D, tone))
    p.box(58, 92, 52, 52, 18, shade(0xFFF6D58A, tone), shade(0xFFE8B04C, tone))
