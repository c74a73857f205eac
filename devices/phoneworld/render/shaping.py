"""One paragraph of text as shaped runs: direction, font and glyph of every character."""

from typing import NamedTuple

import uharfbuzz as hb

from . import bidi
from .fonts import Face, face, family_of, pick_weight, wants_emoji

_INVISIBLE = frozenset(
    "\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
)
_FEATURES = {"kern": True, "liga": True}


# A plain tuple, as thousands are made: glyph id, index of its first character, advance, dx, dy in px.
Glyph = tuple[int, int, float, float, float]


class Run(NamedTuple):
    """Characters start..end of one level and one font; the glyphs are in visual order, left to right.

    plain: no glyph is moved off its place, so positions are the sums of advances.
    """

    start: int
    end: int
    level: int
    face: Face
    bold: bool
    plain: bool
    glyphs: list[Glyph]


class Paragraph(NamedTuple):
    """Source text shaped once; lines are cut from it. `advances[i]` is the width character i adds."""

    text: str
    base: int
    runs: list[Run]
    levels: list[int]
    advances: list[float]


def _follows(char: str) -> bool:
    """True for a character that is drawn with the one before it (marks, selectors, skin tones, joiners)."""
    return (
        char in _INVISIBLE
        or "\u0300" <= char <= "\u036f"
        or "\u20d0" <= char <= "\u20ff"
        or "\U0001f3fb" <= char <= "\U0001f3ff"
    )


def _families(text: str) -> list[str]:
    if text.isascii():
        return ["Roboto"] * len(text)
    families: list[str] = []
    for i, char in enumerate(text):
        if families and _follows(char):
            families.append(families[-1])
        elif char == " " and families and families[-1] != "NotoColorEmoji":
            families.append(families[-1])  # a space breaks no run: Arabic and Chinese text stay in one piece
        else:
            families.append(family_of(char, wants_emoji(char, text[i + 1 : i + 2])))
    return families


def _emoji_glyphs(text: str, start: int, end: int, font: Face, size: float) -> list[Glyph]:
    """Emoji need no shaper: each sign is one glyph; what follows it (joined parts, tones) is part of it."""
    glyphs, scale, joined = [], size * font.scale, False
    for i in range(start, end):
        char = text[i]
        if _follows(char) or joined:
            joined = char == "\u200d"
            continue
        gid = font.glyph(char)
        glyphs.append((gid, i, font.hb_font.get_glyph_h_advance(gid) * scale, 0.0, 0.0))
    return glyphs


def _shape_run(
    text: str, start: int, end: int, level: int, font: Face, size: float, tracking: float
) -> list[Glyph]:
    if font.color:
        return _emoji_glyphs(text, start, end, font, size)
    buffer = hb.Buffer()
    buffer.add_str(text, start, end - start)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if level % 2 else "ltr"
    hb.shape(font.hb_font, buffer, _FEATURES)
    scale = size * font.scale
    glyphs = [
        (
            info.codepoint,
            info.cluster,
            at.x_advance * scale + tracking,
            at.x_offset * scale,
            -at.y_offset * scale,
        )
        for info, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    ]
    if any(
        gid == 0 for gid, *_ in glyphs
    ):  # marks of direction and the like, where a font has no glyph for them
        blank = font.glyph(" ")
        glyphs = [
            (blank, g[1], 0.0, 0.0, 0.0) if g[0] == 0 and text[g[1]] in _INVISIBLE else g for g in glyphs
        ]
    return glyphs


def shape(text: str, size: float, weight: int, tracking: float = 0.0) -> Paragraph:
    """Shape text without line feeds at `size` px. Never fails: what no font has is drawn as Roboto's box."""
    base, levels = bidi.levels(text)
    families = _families(text)
    runs, i, count = [], 0, len(text)
    advances = [0.0] * count
    while i < count:
        j = i + 1
        while j < count and levels[j] == levels[i] and families[j] == families[i]:
            j += 1
        family = families[i]
        font = face(family, pick_weight(family, weight))
        bold = weight >= 600 and font.weight < 500 and not font.color
        glyphs = _shape_run(text, i, j, levels[i], font, size, tracking)
        plain = True
        for _, at, advance, dx, dy in glyphs:
            advances[at] += advance
            plain = plain and dx == 0 and dy == 0
        runs.append(Run(i, j, levels[i], font, bold, plain, glyphs))
        i = j
    return Paragraph(text, base, runs, levels, advances)
