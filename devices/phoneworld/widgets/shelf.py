"""A shelf of pictures that scrolls sideways, and the steps of something under way."""

from devices.phoneworld.block import GROUP, SCROLL, TEXT
from devices.phoneworld.widgets.base import act, draw_avatar, flags, widget

_TILE = {"image": "text!", "title": "text!", "subtitle": "text", "badge": "text", "tap": "action"}


@widget(
    "shelf",
    short="items",
    items=[_TILE],
    scroll="hscroll",
    size="num",
    height="num",
    style="enum(tile|round|wide)",
)
def shelf(pen, x, y, w, items, scroll, size, height, style):
    """Picture tiles side by side that scroll sideways; `size` is their width (132 dp). `round` shows small
    round pictures with centred names (initials where there is no picture), `wide` lays the words over it."""
    d, c = pen.d, pen.c
    round_, wide = style == "round", style == "wide"
    side = d(size or (72 if round_ else 248 if wide else 132))
    tall = side if round_ else d(height or (140 if wide else size if size else 132))
    has_sub = any(item[2] for item in items) and not round_
    line = pen.style("label_large")[2]
    full = d(8) + tall + (0 if wide else d(8) + line + (pen.style("body_small")[2] if has_sub else 0)) + d(8)
    gap = d(12)
    total = len(items) * (side + gap) - gap + d(32) if items else 0
    offset = max(0, min(scroll[1], total - w))
    if total > w:
        pen.ops.append(("clip", x, y, w, full, 0))
        pen.hit(x, y, w, full, ("hscroll", scroll[0], total - w))
    pen.begin("android.widget.HorizontalScrollView", x, y, w, full, flags=SCROLL if total > w else 0)
    left = x + d(16) - offset
    for image, title, subtitle, badge, tap in items:
        if left + side > x and left < x + w:
            a, b = max(x, left), min(x + w, left + side)
            pen.hit(a, y, b - a, full, act(tap))
            pen.begin(GROUP, a, y + d(8), b - a, full - d(16), desc=title, name="tile", flags=flags(tap))
            if image:
                pen.image(image, left, y + d(8), side, tall, side / 2 if round_ else d(16))
            else:
                draw_avatar(pen, left, y + d(8), side, title)
            if badge:
                tag = pen.layout(badge, "label_small")
                pen.rect(left + d(8), y + d(16), tag.width + d(12), tag.height + d(4), c.primary, d(8))
                pen.ops.append(("text", left + d(14), y + d(18), tag.key, c.on_primary))
                pen.node(TEXT, max(a, left + d(14)), y + d(18), tag.width, tag.height, badge, name="badge")
            _words(pen, left, y + d(8) + tall, side, title, subtitle, round_, wide, a, b)
            pen.end()
        left += side + gap
    pen.end()
    if total > w:
        pen.ops.append(("endclip",))
    return full


def _words(pen, left, y, side, title, subtitle, round_, wide, a, b):
    d, c = pen.d, pen.c
    ink, quiet = c.on_surface, c.on_surface_variant
    inset = d(12) if wide else d(2)
    align = "center" if round_ else "start"
    parts = [(title, pen.layout(title, "label_large", side - 2 * inset, 1, align), ink)]
    if subtitle and not round_:
        parts.append((subtitle, pen.layout(subtitle, "body_small", side - 2 * inset, 1), quiet))
    tall = sum(found.height for _, found, _ in parts)
    if wide:
        y -= tall + d(16)
        pen.ops.append(("rrect4", left, y - d(4), side, tall + d(20), (0, 0, d(16), d(16)), 0xB3000000))
        parts = [(words, found, 0xFFFFFFFF) for words, found, _ in parts]
    else:
        y += d(8)
    for words, found, color in parts:
        pen.ops.append(("text", left + inset, y, found.key, color))
        pen.node(
            TEXT,
            max(a, left + inset),
            y,
            max(0, min(b, left + side - inset) - max(a, left + inset)),
            found.height,
            words,
            name="title" if words is title else "subtitle",
        )
        y += found.height


@widget(
    "steps", items=[{"title": "text!", "subtitle": "text", "done": "bool", "now": "bool", "icon": "icon"}]
)
def steps(pen, x, y, w, items):
    """Steps one under another on a line: those `done` are filled, the one that is `now` is bold."""
    d, c = pen.d, pen.c
    top, middle, room = y, x + d(32), w - d(80)
    for n, (title, subtitle, done, now, icon) in enumerate(items):
        head = pen.layout(title, "body_large", room, 1, weight=600 if now else None)
        below = pen.layout(subtitle, "body_medium", room, 2) if subtitle else None
        h = max(d(56), d(16) + head.height + (below.height if below else 0) + d(8))
        color = c.primary if done or now else c.outline_variant
        if n + 1 < len(items):
            after = items[n + 1]
            pen.line(
                middle,
                y + d(20),
                middle,
                y + h + d(20),
                d(2),
                c.primary if after[2] or after[3] else c.outline_variant,
            )
        pen.circle(middle, y + d(20), d(14 if icon else 8), c.surface)
        pen.circle(middle, y + d(20), d(13 if icon else 7), color)
        if icon or done:
            size = d(16 if icon else 10)
            pen.icon(
                icon or "check",
                middle - size / 2,
                y + d(20) - size / 2,
                size,
                c.on_primary if done or now else c.on_surface_variant,
                bool(icon),
            )
        ink = c.on_surface if done or now else c.on_surface_variant
        ty = y + d(20) - head.height / 2
        pen.ops.append(("text", x + d(64), ty, head.key, ink))
        pen.node(TEXT, x + d(64), ty, head.width, head.height, title, name="step")
        if below:
            ty += head.height
            pen.ops.append(("text", x + d(64), ty, below.key, c.on_surface_variant))
            pen.node(TEXT, x + d(64), ty, below.width, below.height, subtitle, name="step_detail")
        y += h
    return y - top
