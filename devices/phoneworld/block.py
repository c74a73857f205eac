"""Blocks: laid-out pieces of a screen (a row, a card, an app bar), and the pen that draws them.

A block holds display-list ops, hit boxes and UI nodes in its own pixels. Blocks are immutable and shared by
every
phone with the same look, so what has been laid out once is never laid out again.
"""

from functools import lru_cache

from devices.phoneworld.memo import count_block, drop_oldest, own
from devices.phoneworld.render.text import layout_of, measure, one_line
from devices.phoneworld.render.theme import TYPE, theme

CLICK, LONG, CHECKABLE, CHECKED, FOCUSABLE, FOCUSED, SCROLL, PASSWORD, SELECTED, DISABLED = (
    1 << i for i in range(10)
)
VIEW, GROUP, TEXT = "android.view.View", "android.view.ViewGroup", "android.widget.TextView"
IMAGE, BUTTON = "android.widget.ImageView", "android.widget.Button"
EDIT, FRAME = "android.widget.EditText", "android.widget.FrameLayout"
BLOCKS_KEPT, XML_KEPT = 6000, 24
STATUS_DP, GESTURE_DP = 40, 24


class Block:
    """w, h: pixels. ops, hits `(x1, y1, x2, y2, target)` and nodes are block-local. bg: opaque background
    or None. raised: it casts a shadow. Of a sketch, ops and nodes are drawn when first asked for."""

    __slots__ = (
        "_nodes",
        "_ops",
        "_source",
        "_templates",
        "_xml",
        "bg",
        "h",
        "hits",
        "key",
        "raised",
        "told",
        "w",
    )
    _serial = 0

    def __init__(self, w, h, hits, bg, raised):
        self.w, self.h, self.hits, self.bg, self.raised = w, h, hits, bg, raised
        Block._serial += 1
        self.key = Block._serial
        self._ops = self._nodes = None
        self._xml = self._templates = None  # made when a UI tree is first asked for
        self.told = None, ()

    @property
    def ops(self):
        """The display list."""
        if self._ops is None:
            self._draw()
        return self._ops

    @property
    def nodes(self):
        """The UI nodes."""
        if self._ops is None:
            self._draw()
        return self._nodes

    def _draw(self):
        look, node, width = self._source
        look.seen = True
        pen = Pen(look)
        node[0](pen, 0, 0, width, *node[1:])
        pen.finish(self)

    def boxes_at(self, place):
        """The hit boxes of this block at a place `(x, y, clip)` on the screen, cut to the clip. The last are
        kept in `told`, with their place, as most blocks of a screen stay where they are."""
        x, y, clip = place
        if clip is None or (y >= clip[1] and y + self.h <= clip[3]):
            found = [(x + x1, y + y1, x + x2, y + y2, target) for x1, y1, x2, y2, target in self.hits]
        else:
            low, high = clip[1], clip[3]
            found = [
                (x + x1, max(low, y + y1), x + x2, min(high, y + y2), target)
                for x1, y1, x2, y2, target in self.hits
                if y + y1 < high and y + y2 > low
            ]
        self.told = place, found
        return found


class Look:
    """How everything is drawn: pixel size, density scale, colours, font scale, direction. One per
    combination."""

    def __init__(self, width, height, scale, dark, font_scale, rtl, seed_color):
        self.width, self.height, self.scale, self.dark, self.rtl = width, height, scale, dark, rtl
        self.font_scale, self.theme = font_scale, theme(dark, seed_color)
        self.seed_color = seed_color
        self.d = lru_cache(1024)(self.px)  # asked for a dozen times by every widget
        self.status, self.gesture = self.d(STATUS_DP), self.d(GESTURE_DP)
        self.blocks = {}
        self.windows = {}
        self.seen = False  # until somebody looks at a screen or reads it, blocks are only sketched
        own(self)
        self.styles = {name: self.style_of(*values) for name, values in TYPE.items()}

    def style_of(self, size, line, weight, tracking=0.0):
        """A text style in px from sp values."""
        k = self.scale * self.font_scale
        return (round(size * k, 2), weight, round(line * k), round(tracking * k, 2))

    def tidy(self):
        """Drop the older half of what is kept."""
        drop_oldest(self.blocks)
        drop_oldest(self.windows)

    def px(self, dp) -> int:
        """Pixels of a length in dp; `d` is the same, remembered."""
        return round(dp * self.scale)

    def color(self, name, default="on_surface"):
        """ARGB of a theme role's name, `#RRGGBB`, or the default role."""
        if name and name[0] == "#":
            return 0xFF000000 | int(name[1:], 16)
        return getattr(self.theme, name or default, None) or getattr(self.theme, default)

    def block(self, node, width=None) -> Block:
        """The laid-out block of a resolved widget `(draw function, *props)`."""
        width = self.width if width is None else width
        key = (node, width)
        found = self.blocks.get(key)
        if found is None:
            count_block()
            drop_oldest(self.blocks, BLOCKS_KEPT)
            pen = Pen(self) if self.seen else Sketch(self)
            height = node[0](pen, 0, 0, width, *node[1:])
            found = self.blocks[key] = pen.block(width, height)
            found._source = (self, node, width)
        return found


@lru_cache(256)
def look(width, height, scale, dark=False, font_scale=1.0, rtl=False, seed_color=None) -> Look:
    """The shared look of these settings."""
    return Look(width, height, scale, dark, font_scale, rtl, seed_color)


class Pen:
    """Collects ops, hit boxes and nodes while widgets draw themselves. Lengths are px; `d` converts dp."""

    __slots__ = ("bg", "c", "d", "depth", "hits", "look", "nodes", "ops", "raised")
    sketching = False

    def __init__(self, look_):
        self.look, self.c, self.d = look_, look_.theme, look_.d
        self.ops, self.hits, self.nodes, self.depth, self.bg, self.raised = [], [], [], 0, None, False

    def block(self, w, h) -> Block:
        """What was drawn, as a block; mirrored for right-to-left."""
        w, h = int(w), round(h)
        hits = [
            hit
            if hit[0] >= 0 and hit[1] >= 0 and hit[2] <= w and hit[3] <= h
            else (max(0, hit[0]), max(0, hit[1]), min(w, hit[2]), min(h, hit[3]), hit[4])
            for hit in self.hits
        ]
        if self.look.rtl:
            hits = [(w - x2, y1, w - x1, y2, t) for x1, y1, x2, y2, t in hits]
        block = Block(w, h, tuple(hits), self.bg, self.raised)
        self.finish(block)
        return block

    def finish(self, block):
        """Give a block the ops and nodes that were drawn."""
        ops, nodes = self.ops, self.nodes
        if self.look.rtl:
            w = block.w
            ops = [_mirror(op, w) for op in ops]
            nodes = [(n[0], w - n[1] - n[3], *n[2:]) for n in nodes]
        block._nodes, block._ops = tuple(nodes), tuple(ops)  # nodes first: who finds ops finds both

    # -- shapes
    def fill(self, w, h, color):
        """Paint the whole block with an opaque colour."""
        self.bg = color

    def rect(self, x, y, w, h, color, r=0):
        """A filled box with round corners."""
        self.ops.append(("rrect", x, y, w, h, r, color) if r else ("rect", x, y, w, h, color))

    def stroke(self, x, y, w, h, r, width, color):
        """An outlined box."""
        self.ops.append(("stroke", x, y, w, h, r, width, color))

    def circle(self, cx, cy, r, color):
        """A filled circle."""
        self.ops.append(("circle", cx, cy, r, color))

    def line(self, x1, y1, x2, y2, width, color):
        """A straight line."""
        self.ops.append(("line", x1, y1, x2, y2, width, color))

    def icon(self, name, x, y, size, color, filled=False):
        """A symbol in a square box."""
        if name:
            self.ops.append(("icon", name, x, y, size, color, filled))

    def image(self, name, x, y, w, h, r=0):
        """An illustration by name."""
        self.ops.append(("image", name, x, y, w, h, (r, r, r, r) if isinstance(r, (int, float)) else r))

    def shadow(self, x, y, w, h, r, elevation):
        """The soft shadow under a raised box."""
        self.raised = True
        self.ops.append(("shadow", x, y, w, h, r, elevation))

    # -- text
    def style(self, role, weight=None):
        """The px style of a type role, with another weight if given."""
        found = self.look.styles[role]
        return found if weight is None else (found[0], weight, *found[2:])

    def layout(self, text, role, width=None, lines=None, align="start", weight=None):
        """Measure text without drawing it."""
        return measure(
            text, self.style(role, weight), max(1, width) if width is not None else None, lines, align
        )

    def text(
        self, text, role, color, x, y, width=None, lines=1, align="start", weight=None, name="", node=True
    ):
        """Draw text and add its node; returns the layout."""
        found = self.layout(text, role, width, lines, align, weight)
        if width is not None and align == "start":
            x = self.start(found, x, width)
        if node and text:
            self.put(found, x, y, color, name)
        else:
            self.ops.append(("text", x, y, found.key, color))
        return found

    def start(self, found, x, width):
        """Where laid-out text begins in so much room: what reads right to left keeps to the right."""
        return x + width - found.width if found.rtl and not self.look.rtl else x

    def put(self, found, x, y, color, name="", flags=0):
        """Draw text that has been laid out, and add its node."""
        self.ops.append(("text", x, y, found.key, color))
        self.node(TEXT, x, y, found.width, found.height, found.key[0], name=name, flags=flags)

    # -- touch and tree
    def hit(self, x, y, w, h, target):
        """A box that takes touches."""
        self.hits.append((x, y, x + w, y + h, target))

    def node(self, cls, x, y, w, h, text="", desc="", name="", flags=0):
        """A node of the UI tree at the current depth; names beginning with `@` are full resource ids."""
        self.nodes.append(
            (self.depth, int(x), int(y), int(w + 0.5), int(h + 0.5), cls, text, desc, name, flags)
        )

    def begin(self, cls, x, y, w, h, text="", desc="", name="", flags=0):
        """A node whose children follow, until `end()`."""
        self.node(cls, x, y, w, h, text, desc, name, flags)
        self.depth += 1

    def end(self, height=None):
        """Close the innermost node; its height may be told only now."""
        self.depth -= 1
        if height is not None:
            for i in range(len(self.nodes) - 1, -1, -1):
                n = self.nodes[i]
                if n[0] == self.depth:
                    self.nodes[i] = (*n[:4], int(height + 0.5), *n[5:])
                    return

    def draw(self, node, x, y, w):
        """Draw a resolved widget inside this block; returns its height."""
        return node[0](self, x, y, w, *node[1:])


class OneLine:
    """Text of one line in a sketch: as high as its style says; it is laid out when more is asked for."""

    __slots__ = ("height", "key")
    line_count = 1

    def __init__(self, key):
        self.key, self.height = key, key[1][2]

    def __getattr__(self, name):
        return getattr(layout_of(self.key), name)


class Sketch(Pen):
    """A pen that only finds out how high a block is and what in it takes touches."""

    __slots__ = ()
    sketching = True

    def finish(self, block):
        """Ops and nodes are left to a pen."""

    def layout(self, text, role, width=None, lines=None, align="start", weight=None):
        """Text whose height alone is known, where that needs no look at its letters."""
        style = self.style(role, weight)
        if width is not None and width < 1:
            width = 1
        if one_line(text, style, width, lines):
            return OneLine((text, style, width, lines, align))
        return measure(text, style, width, lines, align)

    def text(self, text, role, color, x, y, width=None, lines=1, align="start", weight=None, **_):
        """Only laid out."""
        return self.layout(text, role, width, lines, align, weight)

    def start(self, found, x, width):
        """Wherever."""
        return x

    def _nothing(self, *args, **kwargs):
        pass

    rect = stroke = circle = line = icon = image = put = node = begin = end = _nothing


def _mirror(op, w):
    kind = op[0]
    if kind in ("rect", "rrect", "rrect4", "stroke", "shadow", "clip"):
        return (kind, w - op[1] - op[3], *op[2:])
    if kind == "circle":
        return (kind, w - op[1], *op[2:])
    if kind == "line":
        return (kind, w - op[1], op[2], w - op[3], *op[4:])
    if kind == "path":  # drawn around its own middle
        return (kind, op[1], w - op[2], *op[3:])
    if kind == "text":
        from devices.phoneworld.render.text import layout_of

        return (kind, w - op[1] - layout_of(op[3]).width, *op[2:])
    if kind == "icon":
        return (kind, _TURNED.get(op[1], op[1]), w - op[2] - op[4], *op[3:])
    if kind == "image":
        return (kind, op[1], w - op[2] - op[4], *op[3:])
    return op


_TURNED = {
    "arrow_back": "arrow_forward",
    "arrow_forward": "arrow_back",
    "chevron_right": "chevron_left",
    "chevron_left": "chevron_right",
}
