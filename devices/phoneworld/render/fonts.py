"""The committed font files as skia typefaces and HarfBuzz fonts, and which of them draws a character."""

from functools import lru_cache
from pathlib import Path

import uharfbuzz as hb

from devices.phoneworld.memo import drop_oldest

from .skialib import skia

FONTS = Path(__file__).parent.parent / "assets" / "fonts"

# Family -> the weights on disk. The order is the order of fallback.
FAMILIES = {
    "Roboto": (400, 500, 700),
    "NotoCJK": (400,),
    "NotoArabic": (400, 600),
    "NotoHebrew": (400, 600),
    "NotoThai": (400,),
    "NotoDevanagari": (400,),
    "NotoColorEmoji": (0,),
}
FEATURES = {"kern": True, "liga": True}
PAIRS_KEPT = 16384
ROBOTO_ASCENT, ROBOTO_DESCENT = 0.927734375, 0.244140625


class Pairs(dict):
    """(glyph, advance in font units) of the first of two characters when the second follows, by the two (or
    the last one alone); None if they melt into one glyph."""

    def __init__(self, hb_font):
        super().__init__()
        self.hb_font = hb_font

    def __missing__(self, pair):
        drop_oldest(self, PAIRS_KEPT)
        found = self[pair] = _pair(pair, self.hb_font)
        return found


def _pair(pair, hb_font):
    buffer = hb.Buffer()
    buffer.add_str(pair)
    buffer.guess_segment_properties()
    buffer.direction = "ltr"
    hb.shape(hb_font, buffer, FEATURES)
    infos, places = buffer.glyph_infos, buffer.glyph_positions
    if len(infos) != len(pair) or any(p.x_offset or p.y_offset for p in places) or not infos[0].codepoint:
        return None
    return infos[0].codepoint, places[0].x_advance


class Face:
    """One font file: shapes in font units, draws through skia."""

    __slots__ = ("color", "data", "family", "hb_font", "pairs", "scale", "typeface", "weight")

    def __init__(self, family: str, weight: int):
        path = FONTS / (f"{family}-{weight}.otf" if family == "NotoCJK" else f"{family}-{weight}.ttf")
        if family == "NotoColorEmoji":
            path = FONTS / f"{family}.ttf"
        self.family, self.weight, self.color = family, weight, family == "NotoColorEmoji"
        self.data = path.read_bytes()
        self.typeface = skia.Typeface.MakeFromData(skia.Data.MakeWithoutCopy(self.data))
        face = hb.Face(self.data)
        self.hb_font = hb.Font(face)
        self.pairs = Pairs(self.hb_font)
        self.scale = 1.0 / face.upem

    def glyph(self, char: str) -> int:
        """The glyph of a character, 0 if the font has none."""
        return self.hb_font.get_nominal_glyph(ord(char)) or 0

    @lru_cache(maxsize=512)  # noqa: B019 - faces live as long as the process
    def font(self, size: float, bold: bool) -> "skia.Font":
        font = skia.Font(self.typeface, size)
        font.setEdging(skia.Font.Edging.kAntiAlias)
        font.setHinting(skia.FontHinting.kNone)
        font.setSubpixel(not self.color)
        font.setEmbolden(bold)
        return font


@lru_cache(maxsize=64)
def face(family: str, weight: int) -> Face:
    return Face(family, weight)


def pick_weight(family: str, weight: int) -> int:
    """The heaviest file that is not much heavier than asked for, like Android's matcher."""
    if family == "Roboto":
        return 400 if weight < 450 else 500 if weight < 600 else 700
    weights = FAMILIES[family]
    return weights[-1] if weight >= 500 else weights[0]


# Characters of the basic plane that are pictures unless a text selector says otherwise.
_EMOJI_BMP = frozenset("⌚⌛⏩⏪⏫⏬⏰⏳☔☕♿⚓⚡⚪⚫⚽⚾⛄⛅⛎⛔⛪⛲⛳⛵⛺⛽✅✊✋✨❌❎❓❔❕❗➕➖➗⭐⭕")


def wants_emoji(char: str, following: str) -> bool:
    if following == "\ufe0f":
        return True
    return (char >= "\U0001f000" or char in _EMOJI_BMP) and following != "\ufe0e"


@lru_cache(maxsize=8192)
def family_of(char: str, emoji: bool) -> str:
    """The family that draws this character: Latin, then CJK, Arabic and the rest, then emoji."""
    if emoji and face("NotoColorEmoji", 0).glyph(char):
        return "NotoColorEmoji"
    for family, weights in FAMILIES.items():
        if face(family, weights[0]).glyph(char):
            return family
    return "Roboto"
