"""Material 3 colours and type as numbers. Colours are ARGB ints (0xAARRGGBB)."""

from functools import lru_cache
from typing import NamedTuple

from .tones import Palette, hue_chroma


class Theme(NamedTuple):
    """Material 3 colour roles, each an ARGB int, and whether they are the dark set."""

    dark: bool
    primary: int
    on_primary: int
    primary_container: int
    on_primary_container: int
    secondary: int
    on_secondary: int
    secondary_container: int
    on_secondary_container: int
    tertiary: int
    on_tertiary: int
    tertiary_container: int
    on_tertiary_container: int
    error: int
    on_error: int
    error_container: int
    on_error_container: int
    surface: int
    surface_dim: int
    surface_bright: int
    surface_container_lowest: int
    surface_container_low: int
    surface_container: int
    surface_container_high: int
    surface_container_highest: int
    on_surface: int
    on_surface_variant: int
    outline: int
    outline_variant: int
    inverse_surface: int
    inverse_on_surface: int
    inverse_primary: int
    scrim: int
    shadow: int
    success: int
    warning: int


LIGHT = Theme(
    dark=False,
    primary=0xFF6750A4,
    on_primary=0xFFFFFFFF,
    primary_container=0xFFEADDFF,
    on_primary_container=0xFF21005D,
    secondary=0xFF625B71,
    on_secondary=0xFFFFFFFF,
    secondary_container=0xFFE8DEF8,
    on_secondary_container=0xFF1D192B,
    tertiary=0xFF7D5260,
    on_tertiary=0xFFFFFFFF,
    tertiary_container=0xFFFFD8E4,
    on_tertiary_container=0xFF31111D,
    error=0xFFB3261E,
    on_error=0xFFFFFFFF,
    error_container=0xFFF9DEDC,
    on_error_container=0xFF410E0B,
    surface=0xFFFEF7FF,
    surface_dim=0xFFDED8E1,
    surface_bright=0xFFFEF7FF,
    surface_container_lowest=0xFFFFFFFF,
    surface_container_low=0xFFF7F2FA,
    surface_container=0xFFF3EDF7,
    surface_container_high=0xFFECE6F0,
    surface_container_highest=0xFFE6E0E9,
    on_surface=0xFF1D1B20,
    on_surface_variant=0xFF49454F,
    outline=0xFF79747E,
    outline_variant=0xFFCAC4D0,
    inverse_surface=0xFF322F35,
    inverse_on_surface=0xFFF5EFF7,
    inverse_primary=0xFFD0BCFF,
    scrim=0xFF000000,
    shadow=0xFF000000,
    success=0xFF386A20,
    warning=0xFF8B5000,
)

DARK = Theme(
    dark=True,
    primary=0xFFD0BCFF,
    on_primary=0xFF381E72,
    primary_container=0xFF4F378B,
    on_primary_container=0xFFEADDFF,
    secondary=0xFFCCC2DC,
    on_secondary=0xFF332D41,
    secondary_container=0xFF4A4458,
    on_secondary_container=0xFFE8DEF8,
    tertiary=0xFFEFB8C8,
    on_tertiary=0xFF492532,
    tertiary_container=0xFF633B48,
    on_tertiary_container=0xFFFFD8E4,
    error=0xFFF2B8B5,
    on_error=0xFF601410,
    error_container=0xFF8C1D18,
    on_error_container=0xFFF9DEDC,
    surface=0xFF141218,
    surface_dim=0xFF141218,
    surface_bright=0xFF3B383E,
    surface_container_lowest=0xFF0F0D13,
    surface_container_low=0xFF1D1B20,
    surface_container=0xFF211F26,
    surface_container_high=0xFF2B2930,
    surface_container_highest=0xFF36343B,
    on_surface=0xFFE6E0E9,
    on_surface_variant=0xFFCAC4D0,
    outline=0xFF938F99,
    outline_variant=0xFF49454F,
    inverse_surface=0xFFE6E0E9,
    inverse_on_surface=0xFF322F35,
    inverse_primary=0xFF6750A4,
    scrim=0xFF000000,
    shadow=0xFF000000,
    success=0xFF9CD67D,
    warning=0xFFFFB870,
)

# Role -> (palette, tone in light, tone in dark), as Material 3 derives them from one seed colour.
_TONES = {
    "primary": ("p", 40, 80),
    "on_primary": ("p", 100, 20),
    "primary_container": ("p", 90, 30),
    "on_primary_container": ("p", 10, 90),
    "secondary": ("s", 40, 80),
    "on_secondary": ("s", 100, 20),
    "secondary_container": ("s", 90, 30),
    "on_secondary_container": ("s", 10, 90),
    "tertiary": ("t", 40, 80),
    "on_tertiary": ("t", 100, 20),
    "tertiary_container": ("t", 90, 30),
    "on_tertiary_container": ("t", 10, 90),
    "surface": ("n", 98, 6),
    "surface_dim": ("n", 87, 6),
    "surface_bright": ("n", 98, 24),
    "surface_container_lowest": ("n", 100, 4),
    "surface_container_low": ("n", 96, 10),
    "surface_container": ("n", 94, 12),
    "surface_container_high": ("n", 92, 17),
    "surface_container_highest": ("n", 90, 22),
    "on_surface": ("n", 10, 90),
    "on_surface_variant": ("v", 30, 80),
    "outline": ("v", 50, 60),
    "outline_variant": ("v", 80, 30),
    "inverse_surface": ("n", 20, 90),
    "inverse_on_surface": ("n", 95, 20),
    "inverse_primary": ("p", 80, 40),
}


@lru_cache(maxsize=64)
def theme(dark: bool, seed_color: str | None = None) -> Theme:
    """The colour roles, derived from seed_color "#RRGGBB"; None is Material's baseline violet."""
    baseline = DARK if dark else LIGHT
    if seed_color is None:
        return baseline
    hue, chroma = hue_chroma(seed_color)
    palettes = {
        "p": Palette(hue, max(36.0, min(chroma, 52.0))),
        "s": Palette(hue, 15.0),
        "t": Palette(hue + 60.0, 22.0),
        "n": Palette(hue, 4.0),
        "v": Palette(hue, 7.0),
    }
    return baseline._replace(
        **{
            role: palettes[p].tone(on_dark if dark else on_light)
            for role, (p, on_light, on_dark) in _TONES.items()
        }
    )


# Name -> (size sp, line height sp, weight, tracking sp). The tracking is what Material prescribes.
TYPE: dict[str, tuple[float, float, int, float]] = {
    "display_large": (57, 64, 400, -0.25),
    "display_medium": (45, 52, 400, 0.0),
    "display_small": (36, 44, 400, 0.0),
    "headline_large": (32, 40, 400, 0.0),
    "headline_medium": (28, 36, 400, 0.0),
    "headline_small": (24, 32, 400, 0.0),
    "title_large": (22, 28, 400, 0.0),
    "title_medium": (16, 24, 500, 0.15),
    "title_small": (14, 20, 500, 0.1),
    "body_large": (16, 24, 400, 0.15),
    "body_medium": (14, 20, 400, 0.15),
    "body_small": (12, 16, 400, 0.2),
    "label_large": (14, 20, 500, 0.1),
    "label_medium": (12, 16, 500, 0.2),
    "label_small": (11, 16, 500, 0.2),
}

# Avatar and chart colours that carry white text, one row chosen by the caller (by name hash, say).
ACCENTS = (
    0xFF6750A4,
    0xFF00639B,
    0xFF386A20,
    0xFF9C4146,
    0xFF7A5900,
    0xFF006A6A,
    0xFF984061,
    0xFF4A5C92,
    0xFF8F4C38,
    0xFF5B6300,
)


def with_alpha(color: int, alpha: float) -> int:
    """The colour at alpha 0..1 of its own opacity."""
    return (round((color >> 24 & 255) * alpha) << 24) | (color & 0xFFFFFF)


def blend(under: int, over: int, alpha: float) -> int:
    """An opaque mix: `over` laid on `under` with alpha 0..1 (state layers, tonal surfaces)."""
    mixed = 0xFF
    for shift in (16, 8, 0):
        a, b = under >> shift & 255, over >> shift & 255
        mixed = mixed << 8 | round(a + (b - a) * alpha)
    return mixed
