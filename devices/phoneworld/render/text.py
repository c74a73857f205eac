"""Measured, laid-out text. `measure` is pure and cached: the same words in the same style are shaped once.

style = (size_px, weight, line_height_px[, tracking_px])
layout = measure("Hello", (24, 400, 36), max_width=300, max_lines=2)
layout.width, layout.height            # px; draw it with ("text", x, y, layout.key, color)
"""

from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from .bidi import visual_order
from .fonts import ROBOTO_ASCENT, ROBOTO_DESCENT
from .linebreak import break_lines
from .shaping import Paragraph, PlainParagraph, shape
from .skialib import skia

ELLIPSIS = "…"
CACHED_LAYOUTS = 32768


class Line(NamedTuple):
    """One drawn line. start..end index the source text; x, width, top, baseline are px inside the layout."""

    text: str
    start: int
    end: int
    x: float
    width: float
    top: float
    baseline: float
    carets: tuple[float, ...]  # caret x, for each index start..end


class TextLayout:
    """Text with its lines and glyphs. Immutable.

    key: what a ("text", …) op carries. width, height: px of the box the lines fill. lines: tuple of Line.
    truncated: an ellipsis stands for text that did not fit. rtl: the first paragraph reads right to left.
    blob: skia text blob, None when nothing is visible. Text of one line is shaped when more than its height
    is asked for.
    """

    __slots__ = ("_drawn", "_pieces", "height", "key", "line_count", "rtl", "truncated", "width")

    def __init__(self, key):
        self.key, self._drawn = key, None
        if one_line(*key[:4]):
            self.height, self.line_count = key[1][2], 1
        else:
            self._shape()

    def _shape(self):
        self.width, self.height, self._pieces, self.truncated, self.rtl = _lay_out(*self.key)
        self.line_count = len(self._pieces)

    def __getattr__(self, name):
        if name not in TextLayout.__slots__:
            raise AttributeError(name)
        self._shape()
        return getattr(self, name)

    @property
    def blob(self):
        """The glyphs, placed when first asked for: much text is measured and never drawn."""
        if self._drawn is None:
            self._drawn = _place_all(self)
        return self._drawn[0]

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines with their carets, placed when first asked for."""
        if self._drawn is None:
            self._drawn = _place_all(self)
        return self._drawn[1]

    def line_of(self, index: int) -> int:
        """The number of the line the caret before character `index` is on."""
        for number, line in enumerate(self.lines):
            if index < line.end or number == len(self.lines) - 1:
                return number
            following = self.lines[number + 1]
            if index == line.end and following.start > line.end:  # just before a line feed
                return number
        return 0

    def caret_x(self, index: int) -> float:
        """x of the caret before character `index`, on that character's line."""
        return self.caret(index)[0]

    def caret(self, index: int) -> tuple[float, float, float]:
        """(x, top, height) of the caret before character `index`."""
        if self._unplaced():
            found = self._plain_caret(index)
            if found is not None:
                return found
        line = self.lines[self.line_of(index)]
        x = line.carets[max(0, min(index, line.end) - line.start)]
        return x, line.top, self.height / self.line_count

    def _unplaced(self):
        """Whether carets can be told without placing the glyphs."""
        return (
            self._drawn is None
            and self.key[4] == "start"
            and not self.truncated
            and all(piece[0].__class__ is PlainParagraph for piece in self._pieces)
        )

    def _plain_caret(self, index):
        """The caret of unplaced plain text: the sum of the advances before it on its line."""
        each = self.height / self.line_count
        for number, (paragraph, offset, start, end, _) in enumerate(self._pieces):
            last = number == self.line_count - 1
            stop = offset + end
            if index < stop or last or (index == stop and self._pieces[number + 1][1] > offset):
                last = max(start, min(index - offset, end))
                return sum(paragraph.advances[start:last]), number * each, each
        return None

    def index_at(self, x: float, y: float) -> int:
        """The index whose caret is nearest to a point."""
        number = int(y // (self.height / self.line_count)) if self.height else 0
        number = max(0, min(number, self.line_count - 1))
        if self._unplaced():
            paragraph, offset, start, end, _ = self._pieces[number]
            return offset + start + _nearest((0.0, *accumulate(paragraph.advances[start:end])), x)
        line = self.lines[number]
        best = min(range(len(line.carets)), key=lambda i: abs(line.carets[i] - x))
        return line.start + best

    def selection(self, first: int, last: int) -> list[tuple[float, float, float, float]]:
        """Boxes (x, y, w, h) behind the characters first..last, one or more a line."""
        boxes, height = [], self.height / len(self.lines)
        for line in self.lines:
            a, b = max(first, line.start), min(last, line.end)
            if a < b:
                xs = line.carets[a - line.start : b - line.start + 1]
                boxes.append((min(xs), line.top, max(xs) - min(xs), height))
        return boxes


def _nearest(carets, x) -> int:
    """The index of the caret nearest to x, of those that rise from left to right; the first of equals."""
    after = bisect_left(carets, x)
    if after == 0:
        return 0
    before = carets[after - 1]
    if after < len(carets) and carets[after] - x < x - before:
        return after
    return bisect_left(carets, before)


def one_line(text: str, style: tuple, max_width: float | None, max_lines: int | None) -> bool:
    """Whether text is of one line for sure, told without shaping it."""
    if max_lines == 1:
        return True
    return "\n" not in text and (max_width is None or fits(text, style, max_width))


def fits(text: str, style: tuple, width: float) -> bool:
    """Whether a line of text is within a width for sure, told without shaping it: no sign of ASCII is wider
    than its size, with the tracking (Roboto's `@` is 0.9 of it)."""
    return len(text) * style[0] <= width and text.isascii()


def measure(
    text: str,
    style: tuple,
    max_width: float | None = None,
    max_lines: int | None = None,
    align: str = "start",
) -> TextLayout:
    """Lay out text. Lines break at max_width; past max_lines the last one ends with an ellipsis.

    align places the lines in the layout: "start" (by the paragraph's direction), "left", "center", "right".
    With max_width, "center" and "right" fill that width; the others fill the widest line.
    """
    return layout_of((text, style, max_width, max_lines, align))


@lru_cache(maxsize=CACHED_LAYOUTS)
def layout_of(key: tuple) -> TextLayout:
    """The layout of a ("text", …) op's key."""
    return TextLayout(key)


def _lay_out(text, style, max_width, max_lines, align):
    """(width, height, pieces, truncated, right to left?) of a layout."""
    size, weight, line_height = style[:3]
    tracking = style[3] if len(style) > 3 else 0.0
    if text.isascii() and "\n" not in text and text[-1:] != " ":  # most texts: short and plain
        paragraph = PlainParagraph(text, size, weight, tracking)
        width = paragraph.width
        if max_width is None or width <= max_width:
            box = max_width if max_width is not None and align in ("center", "right") else width
            return box, line_height, ((paragraph, 0, 0, len(text), width),), False, False
    pieces, offset, truncated = [], 0, False
    for source in text.split("\n"):
        paragraph, cut, hanging = _cut(source, size, weight, tracking, max_width, max_lines)
        pieces += [(paragraph, offset, start, end, width) for start, end, width in cut]
        offset += len(source) + 1
    if max_lines is not None and len(pieces) > max_lines:
        truncated, hanging = True, 0.0
        last = _ellipsized(*pieces[max_lines - 1][:4], size, weight, tracking, max_width)
        pieces[max_lines - 1 :] = [(*last, _visible_width(last[0], *last[2:]))]
    if hanging:  # a typed space at the very end moves the caret
        last = pieces[-1]
        pieces[-1] = (*last[:4], last[4] + hanging)
    widest = max([piece[4] for piece in pieces])
    box = max_width if max_width is not None and align in ("center", "right") else widest
    return box, len(pieces) * line_height, pieces, truncated, pieces[0][0].base == 1


@lru_cache(maxsize=CACHED_LAYOUTS)
def _cut(source, size, weight, tracking, max_width, max_lines):
    """One paragraph, the (start, end, visible width) of its lines, and the width of the spaces at its end.
    Kept, as of a long text that is edited only one paragraph changes."""
    paragraph, found = shape(source, size, weight, tracking), None
    if paragraph.__class__ is PlainParagraph:
        if max_width is None or paragraph.width <= max_width:
            spaces = len(source) - len(source.rstrip()) if source[-1:].isspace() else 0
            hanging = sum(paragraph.advances[len(source) - spaces :]) if spaces else 0.0
            return paragraph, ((0, len(source), paragraph.width - hanging),), hanging
        found = paragraph.lines(max_width, max_lines)
    if found is None:
        cut = break_lines(source, paragraph.advances, max_width, max_lines)
        found = [(start, end, _visible_width(paragraph, start, end)) for start, end in cut]
    start, end, width = found[-1]
    return paragraph, tuple(found), max(0.0, sum(paragraph.advances[start:end]) - width)


def _place_all(layout: TextLayout):
    """(blob or None, lines) of a layout."""
    text, style, _, _, align = layout.key
    size, line_height = style[0], style[2]
    pieces, box, truncated = layout._pieces, layout.width, layout.truncated
    first_baseline = round((line_height - (ROBOTO_ASCENT + ROBOTO_DESCENT) * size) / 2 + ROBOTO_ASCENT * size)
    builder, drawn, lines = skia.TextBlobBuilder(), False, []
    for number, (paragraph, offset, start, end, width) in enumerate(pieces):
        right = align == "right" or (align == "start" and paragraph.base == 1)
        x = (box - width) / 2 if align == "center" else box - width if right else 0.0
        if paragraph.base == 1:  # the spaces that hang over the end of a line hang to the left
            x -= sum(paragraph.advances[start:end]) - width
        top = number * line_height
        baseline = top + first_baseline
        carets, inked = _place(builder, paragraph, start, end, x, baseline, size)
        drawn = drawn or inked
        shown = paragraph.text[start:end]
        source_end = (
            min(offset + end, len(text))
            if not (truncated and number == len(pieces) - 1)
            else offset + end - len(ELLIPSIS)
        )
        lines.append(
            Line(
                shown,
                offset + start,
                source_end,
                x,
                width,
                top,
                baseline,
                carets[: source_end - offset - start + 1],
            )
        )
    return builder.make() if drawn else None, tuple(lines)


@lru_cache(maxsize=4096)
def _shaped(text: str, size: float, weight: int, tracking: float) -> Paragraph:
    return shape(text, size, weight, tracking)


def _visible_width(paragraph: Paragraph, start: int, end: int) -> float:
    while end > start and paragraph.text[end - 1].isspace():  # spaces where a line breaks take no room
        end -= 1
    return sum(paragraph.advances[start:end])


def _ellipsized(paragraph, offset, start, end, size, weight, tracking, max_width):
    """The last line that is allowed, cut so that an ellipsis fits after it."""
    room = (
        float("inf")
        if max_width is None
        else max_width - _shaped(ELLIPSIS, size, weight, tracking).advances[0]
    )
    cut, width, end = start, 0.0, len(paragraph.text)  # the line fills up to its edge, also within a word
    while cut < end and width + paragraph.advances[cut] <= room:
        width += paragraph.advances[cut]
        cut += 1
    while cut < end and cut > start and paragraph.advances[cut] == 0.0:
        cut -= 1
    while True:
        while cut > start and paragraph.text[cut - 1].isspace():
            cut -= 1
        line = _shaped(paragraph.text[start:cut] + ELLIPSIS, size, weight, tracking)
        if cut <= start or max_width is None or sum(line.advances) <= max_width:
            break
        cut -= 1  # kerned differently, the shorter line came out wider than its parts
    return line, offset + start, 0, len(line.text)


def _place(builder, paragraph: Paragraph, start: int, end: int, x: float, baseline: float, size: float):
    """Put one line's glyphs into the blob. Returns (caret x for each index start..end, anything visible?)."""
    runs = [run for run in paragraph.runs if run.start < end and run.end > start]
    carets: list[float | None] = [None] * (end - start + 1)
    drawn, last_edge = False, x
    for index in visual_order([run.level for run in runs]):
        run = runs[index]
        rtl, left = run.level % 2 == 1, x
        glyphs = run.glyphs
        if run.start < start or run.end > end:
            glyphs = [g for g in glyphs if start <= g[1] < end]
        ids, xs = [], []
        for gid, at, advance, _, _ in glyphs:
            ids.append(gid)
            xs.append(x)
            edge = x + advance if rtl else x
            slot = at - start
            known = carets[slot]
            if known is None or (edge > known if rtl else edge < known):
                carets[slot] = edge
            x += advance
        if ids:
            font = run.face.font(size, run.bold)
            if run.plain:
                builder.allocRunPosH(font, ids, xs, baseline)
            else:
                points = [skia.Point(px + g[3], baseline + g[4]) for px, g in zip(xs, glyphs, strict=True)]
                builder.allocRunPos(font, ids, points)
            drawn = True
        if run.end >= end > run.start:
            last_edge = left if rtl else x
    carets[-1] = last_edge
    if None in carets:
        _fill_inner(carets, paragraph.levels[start:end])
    return tuple(carets), drawn


def _fill_inner(carets: list, levels: list[int]) -> None:
    """Characters inside one glyph (ligatures, marks) share its width evenly."""
    i = 0
    while i < len(carets):
        if carets[i] is not None:
            i += 1
            continue
        j = i
        while carets[j] is None:
            j += 1
        left = carets[i - 1] if i else carets[j]
        same = i > 0 and (j >= len(levels) or levels[j] == levels[i - 1])
        right = carets[j] if same else left
        for k in range(i, j):
            carets[k] = left + (right - left) * (k - i + 1) / (j - i + 1)
        i = j
