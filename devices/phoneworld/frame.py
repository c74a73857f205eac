"""Windows and frames: blocks put at places, top to bottom, with what a touch meets and what a dump shows."""

from devices.phoneworld.block import FRAME, SCROLL
from devices.phoneworld.uitree import HEADER, block_xml, elements, opening

OUTSIDE = ("outside",)


class Window:
    """A surface of one package. placed: `(block, x, y, clip)` in z order; clip is (l, t, r, b) or None.

    modal: takes every touch. scroll: `(l, t, r, b, key, offset, most)` of its scrolling part, or None; may
    be given as a function, called when it is first asked for.
    listed: `(first, last)` of the placed blocks inside the scrolling container. dumped: whether a UI dump
    shows it.
    """

    __slots__ = (
        "_boxes",
        "_paints",
        "_scroll",
        "_xml",
        "bounds",
        "dumped",
        "kind",
        "listed",
        "modal",
        "package",
        "placed",
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
        self.modal, self._scroll, self.listed, self.dumped = modal, scroll, listed, dumped
        self.secure, self._xml, self._boxes, self._paints = secure, None, None, None

    @property
    def scroll(self):
        """The scrolling part; see above."""
        if callable(self._scroll):
            self._scroll = self._scroll()
        return self._scroll

    def boxes(self):
        """`(l, t, r, b, target)` of every touchable box that shows, in z order; kept."""
        if self._boxes is None:
            found = []
            for block, x, y, clip in self.placed:
                if block.hits:
                    place = (x, y, clip)
                    told, boxes = block.told
                    found += boxes if told == place else block.boxes_at(place)
            self._boxes = tuple(found)
        return self._boxes

    def hit(self, x, y):
        """The topmost target at a point (None in a box that does nothing); OUTSIDE if no box is there."""
        boxes = self._boxes
        for box in reversed(self.boxes() if boxes is None else boxes):
            if y >= box[1] and y < box[3] and x >= box[0] and x < box[2]:  # most fail at the first
                return box[4]
        return OUTSIDE

    def inside(self, target, x, y):
        """A point in the pixels of the block that has the target there."""
        for found, bx, by in self.targets(x, y):
            if found is target:
                return x - bx, y - by
        return None

    def targets(self, x, y):
        """Every target at a point, topmost first, with the corner of its block: `(target, x, y)`."""
        for block, bx, by, clip in reversed(self.placed):
            py = y - by
            if (
                py >= 0
                and py < block.h
                and (clip is None or (clip[1] <= y < clip[3] and clip[0] <= x < clip[2]))
            ):
                px = x - bx
                for x1, y1, x2, y2, target in reversed(block.hits):
                    if y1 <= py < y2 and x1 <= px < x2:
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


class Frame:
    """All windows of one state, bottom first. Immutable; the windows are shared."""

    __slots__ = ("_boxes", "rotation", "windows")

    def __init__(self, windows, rotation):
        self.windows, self.rotation, self._boxes = windows, rotation, None

    def hit(self, x, y):
        """`(window, target)` at a point; the target is OUTSIDE on bare ground of a modal window."""
        for window in reversed(self.windows):
            if window.modal:
                return window, window.hit(x, y)
            if y < window.bounds[3] and y >= window.bounds[1]:  # all its boxes lie within
                found = window.hit(x, y)
                if found is not OUTSIDE:
                    return window, found
        return None, None

    @property
    def hit_boxes(self) -> tuple:
        """`(l, t, r, b, target)` of every box that takes touches now, bottom first. Kept."""
        if self._boxes is None:
            found = ()
            for window in self.windows:
                boxes = window._boxes
                if boxes is None:
                    boxes = window.boxes()
                if window.modal or not found:
                    found = boxes
                elif boxes:
                    found += boxes
            self._boxes = found
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
