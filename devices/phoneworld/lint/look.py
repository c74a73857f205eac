"""What a block or a window should not show: cut, overflowing, overlapping, pale or nameless things."""

from devices.phoneworld.block import BUTTON, CLICK, DISABLED, EDIT, FOCUSABLE, LONG
from devices.phoneworld.lint import ink
from devices.phoneworld.render import illustrations
from devices.phoneworld.render.text import ELLIPSIS, layout_of

SLACK = 2  # px that rounding may cost
LEAST_DP, ROOM_DP = 40, 96
CONTROLS = {"button", "chip", "tab", "segment", "item", "action", "fab", "quick_action", "key",
            "@android:id/button", "@android:id/title", "@android:id/message"}  # fmt: skip


def node_at(block, x, y, wanted):
    """The innermost node at a point for which `wanted(node)` holds."""
    found = None
    for node in block.nodes:
        if (
            node[1] - 1 <= x <= node[1] + node[3] + 1
            and node[2] - 1 <= y <= node[2] + node[4] + 1
            and wanted(node)
        ):
            found = node
    return found


def is_control(node) -> bool:
    """Whether a node is something whose whole label must be read."""
    return node[5] == BUTTON or node[8] in CONTROLS


class BlockLook:
    """Looks at one block; `tell(check, text, words)` hears what is wrong."""

    def __init__(self, look, block, tell, fixed):
        self.look, self.block, self.tell, self.fixed = look, block, tell, fixed

    def all(self):
        """Every check of a block."""
        for n, key, color, x, y, clip in ink.texts(self.block.ops):
            lines = ink.lines_of(x, y, key)
            self._cut(key, lines)
            self._overflow(key, lines, clip)
            self._contrast(n, key, color, lines)
        overlaps(self.block, self.tell)
        self._touch()
        for op in self.block.ops:
            if op[0] == "image" and not illustrations.exists(op[1]):
                self.tell("picture", op[1], f"there is no picture {op[1]!r}")

    def colors(self):
        """The checks that a dark theme may fail on its own."""
        for n, key, color, x, y, _ in ink.texts(self.block.ops):
            self._contrast(n, key, color, ink.lines_of(x, y, key))

    def _cut(self, key, lines):
        if layout_of(key).truncated:
            x, y = lines[0][0] + 1, lines[0][1] + 1
            control = node_at(self.block, x, y, is_control)
            if self.fixed(key[0]) or (control is not None and not node_at(self.block, x, y, _is_field)):
                shown = layout_of(key).lines[-1].text
                self.tell(
                    "cut", key[0], f"{key[0]!r} ends as {shown!r}" if ELLIPSIS in shown else repr(key[0])
                )

    def _overflow(self, key, lines, clip):
        if clip is not None or node_at(self.block, lines[0][0], lines[0][1], _is_field):
            return
        w, h = self.block.w, self.block.h
        left, right = min(n[0] for n in lines), max(n[2] for n in lines)
        bottom = lines[-1][3] - (lines[-1][3] - lines[-1][1]) * 0.2
        if left < -SLACK or right > w + SLACK:
            self.tell(
                "overflow", key[0], f"{key[0]!r} is {round(max(-left, right - w))} px wider than its room"
            )
        elif bottom > h + SLACK:
            self.tell("overflow", key[0], f"{key[0]!r} stands {round(bottom - h)} px below its room")

    def _contrast(self, n, key, color, lines):
        left, top, right, bottom = lines[0]
        x, y = (left + right) / 2, (top + bottom) / 2
        if node_at(self.block, x, y, lambda node: node[9] & DISABLED):
            return
        under = ink.ground(self.block.ops, n, x, y, self.block.bg or self.look.theme.surface)
        if under is ink.CLEAR:
            return
        size = key[1][0] / self.look.scale
        least = 3.0 if size >= 24 or (size >= 18.5 and key[1][1] >= 700) else 4.5
        ratio = ink.contrast(ink.over(under, color) or color, under)
        if ratio < least - 0.05:
            shade = "dark" if self.look.dark else "light"
            words = f"{key[0]!r} has {ratio:.1f}:1 in {shade}, {least:g} wanted"
            self.tell("contrast", key[0], f"{words} (#{color & 0xFFFFFF:06x} on #{under & 0xFFFFFF:06x})")

    def _touch(self):
        block, least = self.block, self.look.d(LEAST_DP) - 1
        for n, (depth, x, y, w, h, cls, text, desc, name, flags) in enumerate(block.nodes):
            if not flags & (CLICK | LONG) or text or desc:
                continue
            inner = False
            for node in block.nodes[n + 1 :]:
                if node[0] <= depth:
                    break
                inner = inner or bool(node[6] or node[7])
            if not inner and not _named_by_text(block, x, y, w, h):
                self.tell(
                    "description",
                    "",
                    f"a {name or cls.rsplit('.', 1)[-1]} at {x},{y} has no words and no `desc`",
                )
        for x1, y1, x2, y2, target in block.hits:
            if not target or target[0] not in ("act", "set", "field", "slider"):
                continue
            text = _words_at(block, (x1 + x2) / 2, (y1 + y2) / 2)
            edge = x1 <= 0 or x2 >= block.w  # a chip half out of the scrolling row
            if ((x2 - x1 < least and not edge) or y2 - y1 < least) and not self._slim(x2 - x1, y2 - y1):
                k = self.look.scale
                self.tell(
                    "target", text, f"{text!r} takes touches on {(x2 - x1) / k:.0f} by {(y2 - y1) / k:.0f} dp"
                )
            elif not 0 <= (x1 + x2) / 2 <= block.w:
                self.tell("overflow", text, f"{text!r} can be touched beyond its room")

    def _slim(self, w, h):
        """A column of a chart: narrow, but hard to miss."""
        return min(w, h) >= self.look.d(10) and max(w, h) >= self.look.d(120)


def overlaps(block, tell):
    """Texts of a block that lie on one another."""
    if any(node[8] == "map" for node in block.nodes):
        return  # names of places may meet on a map
    boxes = [(key[0], *n) for _, key, _, x, y, _ in ink.texts(block.ops) for n in ink.lines_of(x, y, key)]
    for n, (text, l1, t1, r1, b1) in enumerate(boxes):
        lean = (b1 - t1) * 0.2  # the leading above and below the letters may touch
        for other, l2, t2, r2, b2 in boxes[n + 1 :]:
            if min(r1, r2) - max(l1, l2) <= SLACK or other is text:
                continue
            lean2 = (b2 - t2) * 0.2
            if min(b1 - lean, b2 - lean2) - max(t1 + lean, t2 + lean2) > SLACK:
                tell("overlap", text, f"{text!r} and {other!r} lie on one another")


def _is_field(node):
    return node[5] == EDIT


def _named_by_text(block, x, y, w, h):
    return any(
        x <= op[1] <= x + w and y <= op[2] <= y + h for op in block.ops if op[0] == "text" and op[3][0]
    )


def _words_at(block, x, y):
    node = node_at(block, x, y, lambda n: (n[6] or n[7]) and n[9] & (CLICK | FOCUSABLE | LONG))
    node = node or node_at(block, x, y, lambda n: n[6] or n[7])
    return (node[6] or node[7]) if node else ""


def window(look, shown, tell):
    """Checks of an app's window as a whole."""
    first, last = shown.listed
    body = [block for block, *_ in shown.placed[first:last]]
    if shown.kind != "app" or shown.scroll is None:
        return
    if body and shown.scroll[3] - shown.scroll[1] < look.d(ROOM_DP):
        tell("room", "", f"the body has {(shown.scroll[3] - shown.scroll[1]) / look.scale:.0f} dp of height")
    readable = [op for block, *_ in shown.placed for op in block.ops if op[0] in ("text", "icon", "image")]
    if not readable:
        tell("blank", "", "nothing is drawn")
    elif not body and len(shown.placed) - (last - first) <= 3:
        outside = [b for n, (b, *_) in enumerate(shown.placed) if not first <= n < last and b.ops]
        if len(outside) <= 1:
            tell("blank", "", "the body is empty")
