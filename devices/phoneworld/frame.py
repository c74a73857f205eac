"""Windows and frames: blocks put at places, top to bottom, with what a touch meets and what a dump shows."""

from bisect import bisect_right
from collections.abc import Sequence

from devices.phoneworld.block import FRAME, SCROLL
from devices.phoneworld.uitree import HEADER, block_xml, elements, opening

OUTSIDE = ("outside",)


class Window:
    """A surface of one package. placed: `(block, x, y, clip)` in z order; clip is (l, t, r, b) or None.

    modal: takes every touch. scroll: `(l, t, r, b, key, offset, most)` of its scrolling part, or None.
    listed: `(first, last)` of the placed blocks inside the scrolling container. dumped: whether a UI dump
    shows it.
    """

    __slots__ = (
        "_paints",
        "_touched",
        "_xml",
        "bounds",
        "dumped",
        "kind",
        "listed",
        "modal",
        "package",
        "placed",
        "scroll",
        "secure",
    )

    def __init__(
        self,
        package,
        kind,
        placed,
        bounds,
        modal=False,
        scroll=None,
        listed=(0, 0),
        dumped=True,
        secure=False,
    ):
        self.package, self.kind, self.placed, self.bounds = package, kind, placed, bounds
        self.modal, self.scroll, self.listed, self.dumped = modal, scroll, listed, dumped
        self.secure, self._xml, self._touched, self._paints = secure, None, None, None

    def touched(self):
        """`(the placed blocks that take touches, how many boxes they and those before them have)`. A place is
        `(l, t, r, b of what shows, block, x, y, boxes)`; boxes are listed only where the clip cuts the block.
        """
        if self._touched is None:
            places, ends, count = [], [], 0
            for block, x, y, clip in self.placed:
                hits = block.hits
                if not hits:
                    continue
                bottom = y + block.h
                if clip is None:
                    places.append((x, y, x + block.w, bottom, block, x, y, None))
                elif y < clip[1] or bottom > clip[3]:
                    hits = block.boxes_at(x, y, clip)
                    places.append((x, max(y, clip[1]), x + block.w, min(bottom, clip[3]), block, x, y, hits))
                else:
                    places.append((x, y, min(x + block.w, clip[2]), bottom, block, x, y, None))
                count += len(hits)
                ends.append(count)
            self._touched = places, ends
        return self._touched

    def hit(self, x, y):
        """The target at a point, topmost first, with the block's corner: `(target, x, y)`; None if nothing
        is there."""
        for left, top, right, bottom, block, bx, by, _ in reversed((self._touched or self.touched())[0]):
            if top <= y < bottom and left <= x < right:
                px, py = x - bx, y - by
                for x1, y1, x2, y2, target in reversed(block.hits):
                    if x1 <= px < x2 and y1 <= py < y2:
                        return target, bx, by
        return None

    def targets(self, x, y):
        """Every target at a point, topmost first."""
        for left, top, right, bottom, block, bx, by, _ in reversed(self.touched()[0]):
            if top <= y < bottom and left <= x < right:
                px, py = x - bx, y - by
                for x1, y1, x2, y2, target in reversed(block.hits):
                    if x1 <= px < x2 and y1 <= py < y2:
                        yield target, bx, by

    def paints(self):
        """The blocks for the canvas, see `Frame.paint_list`. Kept: what stays is the same object."""
        if self._paints is None:
            found = self._paints = []
            for block, x, y, clip in self.placed:
                box = None
                if clip is not None and (y < clip[1] or y + block.h > clip[3]):
                    box = (clip[0], clip[1], clip[2] - clip[0], clip[3] - clip[1])
                found.append(((block.key, x, y, box), x, y, block.w, block.h, box, block.ops, block.bg))
        return self._paints

    def nodes_xml(self) -> str:
        """The window's `<node>`s, without the hierarchy element."""
        if self._xml is None:
            package = self.package
            parts = [opening(0, FRAME, "", "", "", 0, package, self.bounds)]
            index, (first, last) = 0, self.listed
            for n, (block, x, y, clip) in enumerate(self.placed):
                if n == first and last > first:
                    left, top, right, bottom, _key, _, most = self.scroll
                    parts.append(
                        opening(
                            index,
                            "androidx.recyclerview.widget.RecyclerView",
                            "",
                            "",
                            "list",
                            SCROLL if most > 0 else 0,
                            package,
                            (left, top, right, bottom),
                        )
                    )
                    index += 1
                inside = first <= n < last
                if block.nodes:
                    parts.append(
                        block_xml(block, x, y, clip or self.bounds, n - first if inside else index, package)
                    )
                    if not inside:
                        index += 1
                if n == last - 1 and last > first:
                    parts.append("</node>")
            parts.append("</node>")
            self._xml = "".join(parts)
        return self._xml


class HitBoxes(Sequence):
    """`(l, t, r, b, target)` of every box that takes touches now, bottom first. Made when asked for: most who
    look at a frame want a few of them."""

    __slots__ = ("_count", "_parts")

    def __init__(self, windows):
        parts, count = [], 0
        for window in windows:
            if window.modal:
                parts, count = [], 0
            places, ends = window._touched or window.touched()
            if ends:
                parts.append((count, places, ends))
                count += ends[-1]
        self._parts, self._count = parts, count

    def __len__(self):
        return self._count

    def __getitem__(self, index):
        if index.__class__ is slice:
            return [self[i] for i in range(*index.indices(self._count))]
        if index < 0:
            index += self._count
        if not 0 <= index < self._count:
            raise IndexError("there are fewer boxes")
        for before, places, ends in self._parts:
            at = index - before
            if at < ends[-1]:
                n = bisect_right(ends, at)
                _, _, _, _, block, x, y, cut = places[n]
                at -= ends[n - 1] if n else 0
                if cut is not None:
                    return cut[at]
                x1, y1, x2, y2, target = block.hits[at]
                return x + x1, y + y1, x + x2, y + y2, target


class Frame:
    """All windows of one state, bottom first. Immutable; the windows are shared."""

    __slots__ = ("_boxes", "rotation", "windows")

    def __init__(self, windows, rotation):
        self.windows, self.rotation, self._boxes = windows, rotation, None

    def hit(self, x, y):
        """`(window, target, x, y)` at a point; the target is OUTSIDE on bare ground of a modal window."""
        for window in reversed(self.windows):
            found = window.hit(x, y)
            if found is not None:
                return (window, *found)
            if window.modal:
                return window, OUTSIDE, 0, 0
        return None, None, 0, 0

    @property
    def hit_boxes(self) -> HitBoxes:
        """`(l, t, r, b, target)` of every box that takes touches now, bottom first."""
        if self._boxes is None:
            self._boxes = HitBoxes(self.windows)
        return self._boxes

    def active(self) -> Window:
        """The window a UI dump shows: the topmost dumpable one."""
        for window in reversed(self.windows):
            if window.dumped:
                return window
        return self.windows[0]

    def xml(self) -> str:
        """uiautomator's dump of the active window."""
        return HEADER % self.rotation + self.active().nodes_xml() + "</hierarchy>"

    def elements(self) -> list[dict]:
        """Element dictionaries of every window in sight."""
        start = max((n for n, w in enumerate(self.windows) if w.modal), default=0)
        return elements(HEADER % 0 + w.nodes_xml() + "</hierarchy>" for w in self.windows[start:])

    @property
    def secure(self) -> bool:
        """Whether a window in sight forbids capture."""
        return any(w.secure for w in self.windows)

    def paint_list(self):
        """The blocks for the canvas: `(key, x, y, w, h, clip, ops, background)` in z order."""
        found = []
        for window in self.windows:
            found += window.paints()
        return found
