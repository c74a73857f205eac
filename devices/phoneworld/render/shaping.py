"""One paragraph of text as shaped runs: direction, font and glyph of every character."""

import re
import unicodedata
from functools import lru_cache
from operator import add
from typing import NamedTuple

import uharfbuzz as hb

from devices.phoneworld.memo import drop_oldest

from . import bidi
from .fonts import FEATURES, Face, face, family_of, pick_weight, wants_emoji

_INVISIBLE = frozenset(
    "\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
)
WORDS_KEPT = 4096  # of one style


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


class PlainParagraph:
    """The same for plain text, put together from words shaped before; its runs are made only when drawn."""

    __slots__ = ("_advances", "_runs", "_words", "base", "text", "width")

    def __init__(self, text, size, weight, tracking):
        self.text, self.base, self._runs, self._advances = text, 0, None, None
        known = _words(size, pick_weight("Roboto", weight), weight >= 600, tracking)
        self._words = words = []
        for word in _WORDS.findall(text):
            found = known.get(word)
            if found is None:
                drop_oldest(known, WORDS_KEPT)
                found = known[word] = _word(word, size, weight, tracking)
            words.append(found)
        self.width = sum([word[3] for word in words])

    @property
    def advances(self) -> list[float]:
        """The width each character adds."""
        if self._advances is None:
            self._advances = [advance for word in self._words for advance in word[1]]
        return self._advances

    def lines(self, max_width: float, most: int | None) -> list[tuple[int, int, float]] | None:
        """(start, end, visible width) of each line, as break_lines would cut; None if words must be cut."""
        if not self.text.isascii() or "-" in self.text or "/" in self.text:
            return None
        limit, found, start, at, width, hanging = max_width + 0.01, [], 0, 0, 0.0, 0.0
        for _, advances, _, full, shown in self._words:
            if shown and width + shown > limit:
                if shown > limit:
                    return None
                found.append((start, at, width - hanging))
                if most is not None and len(found) >= most:
                    width, start, at = 0.0, at, len(self.text)
                    break
                start, width = at, 0.0
            at += len(advances)
            width += full
            hanging = full - shown if shown else hanging + full
        found.append((start, at, width - hanging if at == len(self.text) else width))
        return found

    @property
    def levels(self) -> list[int]:
        """All left to right."""
        return [0] * len(self.text)

    @property
    def runs(self) -> list[Run]:
        """The words' glyphs, those of one font together."""
        if self._runs is None:
            self._runs, at = [], 0
            for pieces, advances, plain, _, _ in self._words:
                for font, bold, end, shaped in pieces:
                    if len(shaped[0]) == 2:
                        signs = enumerate(zip(shaped, advances, strict=True), at)
                        glyphs = [(gid, i, advance, 0.0, 0.0) for i, ((gid, _), advance) in signs]
                    else:
                        glyphs = [(gid, at + i, advance, dx, dy) for gid, i, advance, dx, dy in shaped]
                    last = self._runs[-1] if self._runs else None
                    if last is not None and last.face is font:
                        self._runs[-1] = last._replace(end=at + end, plain=last.plain and plain)
                        last.glyphs.extend(glyphs)
                    else:
                        start = last.end if last is not None else 0
                        self._runs.append(Run(start, at + end, 0, font, bold, plain, glyphs))
                at += len(advances)
        return self._runs


# Text that can be put together from words: left to right, no marks, joiners, emoji. Chinese signs are words.
_PLAIN = re.compile(
    "[\0-\x7f\xa1-\u024f\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20c0\u2212"
    "\u2e80-\u3029\u3031-\u9fff\uac00-\ud7a3\uff01-\uffe6]*"
)
_WORDS = re.compile("[\u2e80-\u9fff\uff01-\uffe6]\\s?|[^\\s\u2e80-\u9fff\uff01-\uffe6]+\\s?|\\s")


@lru_cache(maxsize=64)
def _words(size: float, weight: int, bold: bool, tracking: float) -> dict:
    """The words shaped in a style so far."""
    return {}


def _word(word: str, size: float, weight: int, tracking: float):
    """A word with the space after it: (pieces of one font each, advances, nothing moved, width, width without
    the space). A piece is (font, bold, end, glyphs); of plain Latin the glyphs are still pairs."""
    families = None if word.isascii() else _families(word)
    if families is None or families.count("Roboto") == len(word):
        font = face("Roboto", pick_weight("Roboto", weight))
        pairs, scale = font.pairs, size * font.scale
        try:
            found = [pairs[pair] for pair in map(add, word, word[1:])]
            found.append(pairs[word[-1]])
            advances = [advance * scale + tracking for _, advance in found]
        except TypeError:  # two of them melt into one glyph
            advances = None
        if advances is not None:
            full, bold = sum(advances), weight >= 600 and font.weight < 500
            pieces = ((font, bold, len(word), found),)
            return pieces, advances, True, full, full - advances[-1] if word[-1].isspace() else full
    pieces, advances, plain, start = [], [0.0] * len(word), True, 0
    families = families or ["Roboto"] * len(word)
    while start < len(word):
        family, end = families[start], start + 1
        while end < len(word) and families[end] == family:
            end += 1
        font = face(family, pick_weight(family, weight))
        glyphs = _shape_run(word, start, end, 0, font, size, tracking)
        for _, at, advance, dx, dy in glyphs:
            advances[at] += advance
            plain = plain and dx == 0 and dy == 0
        pieces.append((font, weight >= 600 and font.weight < 500 and not font.color, end, glyphs))
        start = end
    full = sum(advances)
    return pieces, advances, plain, full, full - advances[-1] if word[-1].isspace() else full


def _follows(char: str) -> bool:
    """True for a character that is drawn with the one before it (marks, selectors, skin tones, joiners)."""
    return (
        char in _INVISIBLE
        or "\u0300" <= char <= "\u036f"
        or "\u20d0" <= char <= "\u20ff"
        or "\U0001f3fb" <= char <= "\U0001f3ff"
    )


def _families(text: str) -> list[str]:
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
    hb.shape(font.hb_font, buffer, FEATURES)
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
    if any(gid == 0 for gid, *_ in glyphs):
        glyphs = [g if g[0] else _without_glyph(g, text[g[1]], font, scale) for g in glyphs]
    return glyphs


def _without_glyph(glyph: Glyph, char: str, font: Face, scale: float) -> Glyph:
    """What a font has no glyph for, and yet is no box: a pasted tab, controls, marks of direction."""
    blank = font.glyph(" ")
    if char == "\t":
        return (blank, glyph[1], 4 * font.hb_font.get_glyph_h_advance(blank) * scale, 0.0, 0.0)
    hidden = char in _INVISIBLE or unicodedata.category(char) in ("Cc", "Cf")
    return (blank, glyph[1], 0.0, 0.0, 0.0) if hidden else glyph


def shape(text: str, size: float, weight: int, tracking: float = 0.0) -> Paragraph | PlainParagraph:
    """Shape text without line feeds at `size` px. Never fails: what no font has is drawn as Roboto's box."""
    if _PLAIN.fullmatch(text):
        return PlainParagraph(text, size, weight, tracking)
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
