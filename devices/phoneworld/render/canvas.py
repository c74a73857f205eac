"""Blocks to pixels: only what changed since the last paint is drawn again, pixel for pixel as if all were.

Antialiased curves come out a shade different when a clip cuts through them, so a block is drawn once, by
itself, into an image, and the screen is put together from these images at whole pixels: no clip can show, and
a block seen before costs no more than copying it.

A Block is (key, x, y, w, h, clip, ops, background):
  key         hashable, names the block from one paint to the next
  x, y, w, h  whole px on the screen; ops are local to (x, y)
  clip        (x, y, w, h) on the screen, or None
  ops         tuple of display list ops (see ops.py)
  background  an ARGB int fills the box first; True says the ops cover the whole box; None or False: neither
"""

from collections import OrderedDict
from functools import lru_cache

import numpy as np

from .ops import draw, shadow_margin
from .skialib import skia

Rect = tuple[int, int, int, int]  # left, top, right, bottom
CACHED_BYTES = 256 << 20
MAX_DAMAGE_RECTS = 6


class Sprites:
    """Blocks drawn once into images, found again by identity or value; the least recently used go first."""

    def __init__(self, limit: int = CACHED_BYTES):
        self.limit, self.held = limit, 0
        self._by_value: OrderedDict[tuple, tuple] = OrderedDict()
        self._by_id: dict[int, tuple] = {}

    def get(self, ops: tuple, width: int, height: int, ground: int | None = None):
        """(pieces, px its shadows reach outside the box, opaque?); pieces None for plain rects.

        A piece is (image, x, y, opaque?). `ground`, an opaque colour, is painted under the ops where nothing
        reaches outside.
        """
        found = self._by_id.get(id(ops))
        if found is not None and found[0] is ops and found[2:] == (width, height, ground):
            return found[1]
        key = (ops, width, height, ground)
        entry = self._by_value.get(key)
        if entry is None:
            entry = self._by_value[key] = _draw_sprite(ops, width, height, ground)
            self.held += _size(entry)
            while self.held > self.limit and len(self._by_value) > 1:
                self.held -= _size(self._by_value.popitem(last=False)[1])
                self._by_id.clear()
        else:
            self._by_value.move_to_end(key)
        if len(self._by_id) >= 4096:
            self._by_id.clear()
        self._by_id[id(ops)] = (ops, entry, width, height, ground)  # holds ops: its id stays its own
        return entry

    def __len__(self) -> int:
        return len(self._by_value)


def _size(entry) -> int:
    return sum(4 * image.width() * image.height() for image, *_ in entry[0] or ())


def _draw_sprite(ops: tuple, width: int, height: int, ground: int | None) -> tuple["tuple | None", int, bool]:
    if all(op[0] == "rect" and all(v == int(v) for v in op[1:5]) for op in ops):
        return None, 0, False
    margin = max((shadow_margin(op[6]) for op in ops if op[0] == "shadow"), default=0)
    pixels = np.zeros((max(1, height + 2 * margin), max(1, width + 2 * margin), 4), np.uint8)
    canvas = skia.Surface(pixels, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType).getCanvas()
    solid = ground is not None and margin == 0
    canvas.clear(ground if solid else 0)
    canvas.translate(margin, margin)
    draw(canvas, ops)
    if solid:
        return ((_image(pixels), 0, 0, True),), 0, True
    return tuple(_pieces(pixels, margin)), margin, False


def _image(pixels: np.ndarray) -> "skia.Image":
    plain = np.ascontiguousarray(pixels)
    return skia.Image.fromarray(plain, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType)


def _pieces(pixels: np.ndarray, margin: int):
    """The inked part of a picture as an opaque core and the strips around it: blending costs twenty times as
    much as copying."""
    alpha = pixels[:, :, 3]
    rows, columns = alpha.any(axis=1).nonzero()[0], alpha.any(axis=0).nonzero()[0]
    if not len(rows):
        return
    top, bottom, left, right = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
    solid = alpha == 255
    x1, x2 = _stretch(solid[(top + bottom) // 2, left:right], left)
    y1, y2 = _stretch(solid[top:bottom, x1:x2].all(axis=1), top) if x1 < x2 else (top, top)
    if y1 == y2:
        x1, x2, y1, y2 = left, left, top, top
    for x, y, until_x, until_y, core in (
        (x1, y1, x2, y2, True),
        (left, top, right, y1, False),
        (left, y1, x1, y2, False),
        (x2, y1, right, y2, False),
        (left, y2, right, bottom, False),
    ):
        if x < until_x and y < until_y:
            yield _image(pixels[y:until_y, x:until_x]), x - margin, y - margin, core


def _stretch(flags: np.ndarray, start: int) -> tuple[int, int]:
    """The bounds, counted from `start`, of the run of true flags around the middle; an empty one if none."""
    middle = len(flags) // 2
    if not flags[middle]:
        return start, start
    gaps = (~flags).nonzero()[0]
    after = int(np.searchsorted(gaps, middle))
    low = int(gaps[after - 1]) + 1 if after else 0
    return start + low, start + (int(gaps[after]) if after < len(gaps) else len(flags))


SPRITES = Sprites()


class Canvas:
    """A screen of width by height px."""

    def __init__(self, width: int, height: int, sprites: Sprites = SPRITES):
        self.width, self.height = width, height
        self._sprites = sprites
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
        for rect in rects:
            self._repaint(rect, shown)
        return [(left, top, right - left, bottom - top) for left, top, right, bottom in rects]

    def _index(self, blocks) -> dict:
        """key -> (block, ink, sprite). Ink is the box and its shadows, within the clip and the screen."""
        index, before = {}, self._shown
        for block in blocks:
            key, x, y, w, h, clip, ops, background = block
            while key in index:  # a key used twice is still two blocks
                key = (key, "again")
            old = before.get(key)
            if old is not None and old[0] is block:
                index[key] = old
                continue
            sprite = self._sprites.get(ops, int(w), int(h), _solid(background))
            margin = sprite[1]
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
            ink = (left, top, right, bottom) if left < right and top < bottom else (0, 0, 0, 0)
            index[key] = (block, ink, sprite)
        return index

    def _damage(self, shown: dict) -> list[Rect]:
        before, rects = self._shown, []
        for key, (block, ink, _) in shown.items():
            old = before.get(key)
            if old is None:
                rects.append(ink)
            elif old[0] is not block and old[0] != block:
                rects += (old[1], ink)
        rects += [entry[1] for key, entry in before.items() if key not in shown]
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

    def _repaint(self, rect: Rect, shown: dict) -> None:
        canvas = self._canvas
        canvas.save()
        canvas.clipRect(skia.Rect.MakeLTRB(*rect), skia.ClipOp.kIntersect, False)
        hit = self._visible(rect, shown)
        if not hit or not _covers(hit[0][0], rect):
            canvas.clear(0xFF000000)
        elif not hit[0][0][6]:  # bare ground: only where no opaque block will lie on all its width
            paint = _flat(hit[0][0][7])
            for top, bottom in _gaps(rect, hit[1:]):
                canvas.drawRect(skia.Rect.MakeLTRB(rect[0], top, rect[2], bottom), paint)
            hit = hit[1:]
        for (_, x, y, w, h, clip, ops, background), ink, (pieces, _, opaque) in hit:
            x, y = int(x), int(y)
            if clip is not None:
                canvas.save()
                canvas.clipRect(skia.Rect.MakeLTRB(*ink), skia.ClipOp.kIntersect, False)
            if not opaque and background is not None and background is not True and background is not False:
                canvas.drawRect(skia.Rect.MakeXYWH(x, y, w, h), _flat(background))
            if pieces is not None:
                for image, dx, dy, core in pieces:
                    canvas.drawImage(image, x + dx, y + dy, _PLAIN, _COPY if core else None)
            else:
                for _, rx, ry, rw, rh, color in ops:
                    box = (max(0, rx), max(0, ry), min(int(w), rx + rw), min(int(h), ry + rh))
                    if box[0] < box[2] and box[1] < box[3]:
                        canvas.drawRect(skia.Rect.MakeLTRB(*box).makeOffset(x, y), _flat(color))
            if clip is not None:
                canvas.restore()
        canvas.restore()


def _gaps(rect: Rect, hit) -> list[tuple[int, int]]:
    """(top, bottom) of the bands of a rect that no opaque block covers from side to side."""
    left, top, right, bottom = rect
    found = []
    covered = [
        (ink[1], ink[3])
        for block, ink, (_, margin, _) in hit
        if not margin and ink[0] <= left and ink[2] >= right and _solid(block[7]) is not None
    ]
    for start, end in sorted(covered):
        if start > top:
            found.append((top, min(start, bottom)))
        top = max(top, end)
    return [*found, (top, bottom)] if top < bottom else found


_PLAIN, _COPY = skia.SamplingOptions(), skia.Paint(BlendMode=skia.BlendMode.kSrc)


def _solid(background) -> int | None:
    """The background if it is an opaque colour."""
    if background is None or background is True or background is False or background >> 24 != 0xFF:
        return None
    return background


@lru_cache(maxsize=512)
def _flat(color: int) -> "skia.Paint":
    return skia.Paint(AntiAlias=False, Color=color)


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
