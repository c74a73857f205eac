"""Windows and frames: blocks put at places, top to bottom, with what a touch meets and what a dump shows."""

from bisect import bisect_right
from operator import itemgetter

from devices.phoneworld.block import (  # noqa: F401
    BUTTON,
    CLICK,
    FOCUSABLE,
    FRAME,
    GESTURE_DP,
    SCROLL,
    STATUS_DP,
    Pen,
)
from devices.phoneworld.uitree import HEADER, block_xml, elements, opening

OUTSIDE = ("outside",)
CAPSULE_DP = 96


class Window:
    """A surface of one package. placed: `(block, x, y, clip)` in z order; clip is (l, t, r, b) or None.

    modal: takes every touch. scroll: `(l, t, r, b, key, offset, most)` of its scrolling part, or None.
    listed: `(first, last)` of the placed blocks inside the scrolling container. dumped: whether a UI dump
    shows it.
    """

    __slots__ = (
        "_boxes",
        "_paints",
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
        self.secure, self._xml, self._boxes, self._paints = secure, None, None, None

    def hit(self, x, y):
        """The target at a point, topmost first, with the block's corner: `(target, x, y)`; None if nothing
        is there."""
        for block, bx, by, clip in reversed(self.placed):
            px, py = x - bx, y - by
            if (
                0 <= py < block.h
                and 0 <= px < block.w
                and (clip is None or (clip[1] <= y < clip[3] and clip[0] <= x < clip[2]))
            ):
                for x1, y1, x2, y2, target in reversed(block.hits):
                    if x1 <= px < x2 and y1 <= py < y2:
                        return target, bx, by
        return None

    def targets(self, x, y):
        """Every target at a point, topmost first."""
        for block, bx, by, clip in reversed(self.placed):
            px, py = x - bx, y - by
            if (
                0 <= py < block.h
                and 0 <= px < block.w
                and (clip is None or (clip[1] <= y < clip[3] and clip[0] <= x < clip[2]))
            ):
                for x1, y1, x2, y2, target in reversed(block.hits):
                    if x1 <= px < x2 and y1 <= py < y2:
                        yield target, bx, by

    def boxes(self):
        """`(l, t, r, b, target)` of every touchable box that shows, in z order. Kept: treat it as
        read-only."""
        if self._boxes is None:
            found = self._boxes = []
            for block, x, y, clip in self.placed:
                if block.hits:
                    found += block.boxes_at(x, y, clip)
        return self._boxes

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
    """All windows of one state, bottom first. Shared and immutable."""

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
    def hit_boxes(self):
        """`(l, t, r, b, target)` of every box that takes touches now, bottom first. Kept, so a tuple."""
        if self._boxes is None:
            found = []
            for window in self.windows:
                if window.modal:
                    found.clear()
                found += window.boxes()
            self._boxes = tuple(found)
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


def draw_ground(pen, x, y, w, color, height):
    """A plain coloured ground."""
    pen.fill(w, height, color)
    return height


def draw_scrim(pen, x, y, w, height, alpha):
    """The shade that dims what lies below."""
    pen.rect(x, y, w, height, (alpha << 24) | (pen.c.scrim & 0xFFFFFF))
    return height


def draw_capsule(pen, x, y, w):
    """The capsule at the corner of every mini-app's screen: the host's menu, and the way out."""
    d, c = pen.d, pen.c
    left, top, wide, h = x + d(6), y + d(16), d(84), d(32)
    pen.rect(left, top, wide, h, c.surface, d(16))
    pen.ops.append(("stroke", left, top, wide, h, d(16), max(1, d(1)), c.outline_variant))
    pen.rect(left + wide / 2, top + d(8), max(1, d(1)), d(16), c.outline_variant)
    for n, (icon, desc, target) in enumerate(
        (("more_horiz", "More", ("sys", "mini_menu")), ("close", "Close", ("sys", "mini_close")))
    ):
        at = left + n * wide / 2
        pen.icon(icon, at + d(10), top + d(5), d(22), c.on_surface)
        pen.hit(at, y + d(8), wide / 2, d(48), target)
        pen.node(BUTTON, at, y + d(8), wide / 2, d(48), desc=desc, name="capsule", flags=CLICK | FOCUSABLE)
    return d(64)


def app_window(look, screen, plan, inputs, S, V, Y, N, ime_height, keep):
    """The window of an app's screen. `keep` is the bottom inset that stays when the keyboard is away."""
    width, height = look.width, look.height
    theme = look.theme
    top, bottom = look.status, height - (ime_height or keep)
    placed = [(look.block((draw_ground, theme.surface, height)), 0, 0, None)]

    def made(part):
        pick, memo, section = part
        key = pick(inputs)
        return memo[key] if key in memo else section.make(look, memo, key, S, V, Y, N)

    if plan.appbar is not None:
        bar = made(plan.appbar)
        if bar is not None:
            if bar.bg != theme.surface:
                placed.append((look.block((draw_ground, bar.bg, top)), 0, 0, None))
            placed.append((bar, 0, top, None))
            top += bar.h
    for part in plan.header:
        block = made(part)
        if block is not None:
            placed.append((block, 0, top, None))
            top += block.h
    if screen.mini:
        capsule = look.block((draw_capsule,), look.d(CAPSULE_DP))
        placed.append((capsule, 0 if look.rtl else width - capsule.w, look.status, None))
    if plan.nav is not None and not ime_height:
        nav = made(plan.nav)
        bottom -= nav.h
        placed.append((look.block((draw_ground, theme.surface_container, keep)), 0, height - keep, None))
        placed.append((nav, 0, bottom, None))
    if plan.footer:
        blocks = [b for part in plan.footer if (b := made(part)) is not None]
        bottom -= sum([b.h for b in blocks])
        y = bottom
        for block in blocks:
            placed.append((block, 0, y, None))
            y += block.h
    first = len(placed)
    scroll = _body(look, plan, made, V["@scroll"], top, max(top + 1, bottom), placed)
    last = len(placed)
    if plan.fab is not None:
        block = made(plan.fab)
        if block is not None:
            placed.append((block, 0, bottom - block.h, None))
    return Window(
        screen.package,
        "app",
        tuple(placed),
        (0, 0, width, height),
        True,
        scroll,
        (first, last),
        secure=screen.secure,
    )


def _body(look, plan, made, offset, top, bottom, placed):
    """Place the visible part of the body; returns the window's scroll part."""
    parts, y = [], 0
    for part in plan.body:
        found = made(part)
        if found is None:
            continue
        parts.append((y, found))
        y += found[1] if found.__class__ is tuple else found.h
    room = bottom - top
    y += look.d(88 if plan.fab is not None else 8)
    most = y - room if y > room else 0
    if offset > most:
        offset = most
    clip = (0, top, look.width, bottom)
    shift = top - offset
    for start, found in parts:
        base = start + shift
        if base >= bottom:
            break
        if found.__class__ is not tuple:
            if base + found.h > top:
                placed.append((found, 0, base, clip))
            continue
        rows, n = found[0], 0
        if base < top and len(rows) > 24:
            n = max(0, bisect_right(rows, top - base - look.height, key=_top_of) - 1)
        for block, x, dy in rows[n:] if n else rows:
            at = base + dy
            if at >= bottom:
                break
            if at + block.h > top:
                placed.append((block, x, at, clip))
    return (0, top, look.width, bottom, "@scroll", offset, most)


_top_of = itemgetter(2)


def overlay_window(look, screen, name, S, V, Y, N, ime_height, keep):
    """The window of a screen's open dialog, sheet or menu."""
    overlay = screen.overlays[name]
    width, height, d = look.width, look.height, look.d
    bounds = (0, 0, width, height)
    node = overlay.section.resolve(S, V, Y, N)
    if node is None:
        return None
    bottom = height - (ime_height or keep)
    if overlay.kind == "menu":
        from devices.phoneworld.widgets.bars import menu_width

        wide = menu_width(Pen(look), node[1])
        block = look.block(node, wide)
        left, at = V["@anchor"] or (width - wide - d(8), d(STATUS_DP + 8))
        left = max(d(8), min(left, width - wide - d(8)))
        at = max(d(STATUS_DP), min(at, bottom - block.h - d(8)))
        return Window(screen.package, "menu", ((block, left, at, None),), bounds, True)
    scrim = look.block((draw_scrim, height, 0x52))
    if overlay.kind == "dialog":
        wide = min(width - d(48), d(328))
        block = look.block(node, wide)
        room = bottom - d(STATUS_DP)
        most = max(0, block.h - room + d(16))
        offset = min(V["@overlay_scroll"], most)
        left, at = (width - wide) // 2, d(STATUS_DP) + max(d(8), (room - block.h) // 2) - offset
        clip = (left, d(STATUS_DP), left + wide, bottom) if most else None
        scroll = (left, d(STATUS_DP), left + wide, bottom, "@overlay_scroll", offset, most)
        return Window(
            screen.package,
            "dialog",
            ((scrim, 0, 0, None), (block, left, at, clip)),
            bounds,
            True,
            scroll,
            (1, 2),
            secure=screen.secure,
        )
    block = look.block(node, width)
    room = bottom - d(STATUS_DP + 32)
    most = max(0, block.h - room)
    offset = min(V["@overlay_scroll"], most)
    at = bottom - block.h if not most else d(STATUS_DP + 32) - offset
    ground = look.block((draw_ground, look.theme.surface_container_low, height - bottom))
    clip = (0, d(STATUS_DP + 32), width, bottom) if most else None
    scroll = (0, d(STATUS_DP + 32), width, bottom, "@overlay_scroll", offset, most)
    return Window(
        screen.package,
        "sheet",
        ((scrim, 0, 0, None), (ground, 0, bottom, None), (block, 0, at, clip)),
        bounds,
        True,
        scroll,
        (2, 3),
        secure=screen.secure,
    )
