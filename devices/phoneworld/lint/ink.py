"""Where text is drawn, and on what colour: the geometry and the WCAG contrast of a block's display list."""

from devices.phoneworld.render.text import layout_of

CLEAR = None  # a background that only pixels could tell: a picture


def lines_of(x, y, key):
    """`(left, top, right, bottom)` of each line of a laid-out text at a place."""
    layout = layout_of(key)
    if layout.line_count == 1 and key[4] in ("start", "left") and not layout.rtl:
        return [(x, y, x + layout.width, y + layout.height)]
    each = layout.height / layout.line_count
    return [(x + n.x, y + n.top, x + n.x + n.width, y + n.top + each) for n in layout.lines]


def texts(ops):
    """`(op index, key, colour, x, y, clip)` of every text with something to read; clip is the box that cuts
    it, or None."""
    clips = []
    for n, op in enumerate(ops):
        kind = op[0]
        if kind == "clip":
            clips.append(op[1:5])
        elif kind == "alpha":
            clips.append(clips[-1] if clips else None)
        elif kind in ("endclip", "endalpha"):
            clips.pop()
        elif kind == "text" and op[3][0].strip():
            yield n, op[3], op[4], op[1], op[2], clips[-1] if clips else None


def _covers(op, x, y):
    kind = op[0]
    if kind in ("rect", "rrect", "rrect4"):
        return op[1] <= x <= op[1] + op[3] and op[2] <= y <= op[2] + op[4]
    if kind == "circle":
        return (x - op[1]) ** 2 + (y - op[2]) ** 2 <= op[3] ** 2
    return kind == "image" and op[2] <= x <= op[2] + op[4] and op[3] <= y <= op[3] + op[5]


def over(under, color):
    """A colour with its own opacity on an opaque one."""
    alpha = (color >> 24 & 255) / 255
    if alpha >= 1 or under is CLEAR:
        return color if alpha >= 0.9 else CLEAR
    mixed = 0xFF
    for shift in (16, 8, 0):
        a, b = under >> shift & 255, color >> shift & 255
        mixed = mixed << 8 | round(a + (b - a) * alpha)
    return mixed


def ground(ops, until, x, y, base):
    """The colour under a point before the op `until` is drawn; CLEAR over a picture."""
    found = base
    for op in ops[:until]:
        if _covers(op, x, y):
            found = CLEAR if op[0] == "image" else over(found, op[-1])
    return found


def _linear(value):
    value /= 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def luminance(color) -> float:
    """WCAG's relative luminance of an ARGB colour, 0 to 1."""
    r, g, b = (_linear(color >> shift & 255) for shift in (16, 8, 0))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one, other) -> float:
    """WCAG's contrast ratio, 1 to 21."""
    a, b = sorted((luminance(one), luminance(other)))
    return (b + 0.05) / (a + 0.05)
