"""Tonal palettes: one hue and chroma at any lightness, in CIE LCh (its L* is Material's tone)."""

import math


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _encoded(channel: float) -> float:
    return 12.92 * channel if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055


def _f(t: float) -> float:
    return t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116


def _finv(t: float) -> float:
    return t**3 if t**3 > 216 / 24389 else (116 * t - 16) * 27 / 24389


def hue_chroma(hex_color: str) -> tuple[float, float]:
    """(hue in degrees, chroma) of "#RRGGBB"."""
    r, g, b = (_linear(int(hex_color[i : i + 2], 16) / 255) for i in (1, 3, 5))
    x = 0.4124 * r + 0.3576 * g + 0.1805 * b
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = 0.0193 * r + 0.1192 * g + 0.9505 * b
    fx, fy, fz = _f(x / 0.95047), _f(y), _f(z / 1.08883)
    a, lab_b = 500 * (fx - fy), 200 * (fy - fz)
    return math.degrees(math.atan2(lab_b, a)) % 360, math.hypot(a, lab_b)


class Palette:
    """Colours of one hue (degrees) and at most one chroma, by tone 0 (black) to 100 (white)."""

    def __init__(self, hue: float, chroma: float):
        self.hue, self.chroma = math.radians(hue), chroma

    def tone(self, tone: float) -> int:
        """The ARGB int; where sRGB has no such colour, the chroma gives way and the tone stays."""
        chroma = self.chroma
        while chroma > 0.5:
            rgb = self._rgb(tone, chroma)
            if all(-0.0005 <= c <= 1.0005 for c in rgb):
                break
            chroma -= 0.5
        else:
            rgb = self._rgb(tone, 0.0)
        color = 0xFF
        for channel in rgb:
            color = color << 8 | round(255 * min(1.0, max(0.0, _encoded(max(0.0, channel)))))
        return color

    def _rgb(self, tone: float, chroma: float) -> tuple[float, float, float]:
        fy = (tone + 16) / 116
        x = 0.95047 * _finv(fy + chroma * math.cos(self.hue) / 500)
        y = _finv(fy)
        z = 1.08883 * _finv(fy - chroma * math.sin(self.hue) / 200)
        return (
            3.2406 * x - 1.5372 * y - 0.4986 * z,
            -0.9689 * x + 1.8758 * y + 0.0415 * z,
            0.0557 * x - 0.2040 * y + 1.0570 * z,
        )
