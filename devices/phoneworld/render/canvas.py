"""Blocks to pixels: only what changed since the last paint is drawn again, pixel for pixel as if all were.

Antialiased curves come out a shade different when a clip cuts through them, so a damaged rect grows until
every block with curves that it shows lies wholly inside: a block is always drawn under one and the same clip.

A Block is (key, x, y, w, h, clip, ops, background):
  key         hashable, names the block from one paint to the next
  x, y, w, h  whole px on the screen; ops are local to (x, y)
  clip        (x, y, w, h) on the screen, or None
  ops         tuple of display list ops (see ops.py)
  background  an ARGB int fills the box first; True says the ops cover the whole box; None or False: neither
"""

from collections import OrderedDict

import numpy as np

from .ops import draw, shadow_margin
from .skialib import skia

Rect = tuple[int, int, int, int]  # left, top, right, bottom
CACHED_PICTURES = 2048
MAX_DAMAGE_RECTS = 6


class Pictures:
    """Display lists recorded once, found again by identity or by value; the least recently used go first."""

    def __init__(self, limit: int = CACHED_PICTURES):
        self.limit = limit
        self._by_value: OrderedDict[tuple, tuple] = OrderedDict()
        self._by_id: dict[int, tuple] = {}

    def get(self, ops: tuple) -> tuple["skia.Picture", int, bool]:
        """(picture, px its shadows reach outside the box, is it the same under any clip?)."""
        found = self._by_id.get(id(ops))
        if found is not None and found[0] is ops:
            return found[1]
        entry = self._by_value.get(ops)
        if entry is None:
            entry = self._by_value[ops] = _record(ops)
            if len(self._by_value) > self.limit:
                self._by_value.popitem(last=False)
        else:
            self._by_value.move_to_end(ops)
        if len(self._by_id) >= self.limit:
            self._by_id.clear()
        self._by_id[id(ops)] = (ops, entry)  # holds the tuple, so its id cannot be reused
        return entry

    def __len__(self) -> int:
        return len(self._by_value)


def _record(ops: tuple) -> tuple["skia.Picture", int, bool]:
    recorder = skia.PictureRecorder()
    canvas = recorder.beginRecording(skia.Rect.MakeLTRB(-4096, -4096, 8192, 8192))
    draw(canvas, ops)
    margin = max((shadow_margin(op[6]) for op in ops if op[0] == "shadow"), default=0)
    return recorder.finishRecordingAsPicture(), margin, all(op[0] in ("rect", "text") for op in ops)


PICTURES = Pictures()


class Canvas:
    """A screen of width by height px."""

    def __init__(self, width: int, height: int, pictures: Pictures = PICTURES):
        self.width, self.height = width, height
        self._pictures = pictures
        self._pixels = np.zeros((height, width, 4), np.uint8)
        self._surface = skia.Surface(self._pixels, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType)
        self._canvas = self._surface.getCanvas()
        self._shown: dict = {}

    def array(self) -> np.ndarray:
        """The screen as (height, width, 4) RGBA, opaque. It is the live buffer: copy it to keep it."""
        return self._pixels

    def paint(self, blocks, damage: bool = True) -> list[tuple[int, int, int, int]]:
        """Draw blocks in order, bottom first. Returns the rects (x, y, w, h) that were drawn again.

        damage=False draws everything.
        """
        shown = self._index(blocks)
        rects = self._damage(shown) if damage and self._shown else [(0, 0, self.width, self.height)]
        self._shown = shown
        closed = [self._closed(rect, shown)[0] for rect in rects]
        rects = _merged(closed) if len(closed) > 1 else closed
        rects = [self._repaint(rect, shown) for rect in rects]
        return [(left, top, right - left, bottom - top) for left, top, right, bottom in rects]

    def _index(self, blocks) -> dict:
        """key -> (block, ink bounds). Ink is the box and its shadows, within the clip and the screen."""
        index: dict = {}
        for block in blocks:
            key, x, y, w, h, clip, ops, _ = block
            while key in index:  # a key used twice is still two blocks
                key = (key, "again")
            margin = self._pictures.get(ops)[1]
            left, top, right, bottom = (
                max(0, int(x) - margin),
                max(0, int(y) - margin),
                int(x + w) + margin,
                int(y + h) + margin,
            )
            right, bottom = min(right, self.width), min(bottom, self.height)
            if clip is not None:
                cx, cy, cw, ch = clip
                left, top = max(left, int(cx)), max(top, int(cy))
                right, bottom = min(right, int(cx + cw)), min(bottom, int(cy + ch))
            index[key] = (
                block,
                (left, top, right, bottom) if left < right and top < bottom else (0, 0, 0, 0),
            )
        return index

    def _damage(self, shown: dict) -> list[Rect]:
        before, rects = self._shown, []
        for key, (block, ink) in shown.items():
            old = before.get(key)
            if old is None:
                rects.append(ink)
            elif old[0] is not block and old[0] != block:
                rects += (old[1], ink)
        rects += [ink for key, (_, ink) in before.items() if key not in shown]
        stayed = [key for key in before if key in shown]
        if stayed != (now := [key for key in shown if key in before]):
            rects += [shown[b][1] for a, b in zip(stayed, now, strict=True) if a != b]
        return _merged([r for r in rects if r[0] < r[2] and r[1] < r[3]])

    def _visible(self, rect: Rect, shown: dict) -> list[tuple]:
        """The blocks seen in a rect: nothing below an opaque block that covers all of it."""
        hit = [entry for entry in shown.values() if _meet(entry[1], rect)]
        for i in range(len(hit) - 1, 0, -1):
            if _covers(hit[i][0], rect):
                return hit[i:]
        return hit

    def _closed(self, rect: Rect, shown: dict) -> tuple[Rect, list[tuple]]:
        """The rect grown until no curve in it is cut, and the blocks seen there."""
        while True:
            hit, grown = self._visible(rect, shown), rect
            for block, ink in hit:
                if not self._pictures.get(block[6])[2]:
                    grown = _union(grown, ink)
            if grown == rect:
                return rect, hit
            rect = grown

    def _repaint(self, rect: Rect, shown: dict) -> Rect:
        rect, hit = self._closed(rect, shown)
        canvas = self._canvas
        canvas.save()
        canvas.clipRect(skia.Rect.MakeLTRB(*rect), skia.ClipOp.kIntersect, False)
        canvas.clear(0xFF000000)
        for (_, x, y, w, h, _, ops, background), ink in hit:
            canvas.save()
            canvas.clipRect(skia.Rect.MakeLTRB(*ink), skia.ClipOp.kIntersect, False)
            canvas.translate(int(x), int(y))
            if background is not None and background is not True and background is not False:
                canvas.drawRect(skia.Rect.MakeWH(w, h), skia.Paint(Color=background))
            canvas.drawPicture(self._pictures.get(ops)[0])
            canvas.restore()
        canvas.restore()
        return rect


def _meet(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1]


def _covers(block, rect: Rect) -> bool:
    _, x, y, w, h, clip, _, background = block
    if background is None or background is False or (background is not True and background >> 24 != 0xFF):
        return False
    if clip is not None and not (
        clip[0] <= rect[0]
        and clip[1] <= rect[1]
        and clip[0] + clip[2] >= rect[2]
        and clip[1] + clip[3] >= rect[3]
    ):
        return False
    return x <= rect[0] and y <= rect[1] and x + w >= rect[2] and y + h >= rect[3]


def _merged(rects: list[Rect]) -> list[Rect]:
    """Rects that overlap become one, and many become few: each costs a walk over the blocks it meets."""
    done: list[Rect] = []
    for rect in rects:
        merging = True
        while merging:
            merging = False
            for other in done:
                if _meet(rect, other):
                    done.remove(other)
                    rect = _union(rect, other)
                    merging = True
                    break
        done.append(rect)
        if len(done) > MAX_DAMAGE_RECTS:
            whole = done[0]
            for other in done[1:]:
                whole = _union(whole, other)
            done = [whole]
    return done


def _union(a: Rect, b: Rect) -> Rect:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
