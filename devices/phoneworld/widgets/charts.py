"""Pictures of numbers: bars or a line over days, and a ring that fills."""

from itertools import pairwise
from math import cos, pi, sin

from devices.phoneworld.block import CLICK, FOCUSABLE, GROUP, SELECTED, VIEW
from devices.phoneworld.functions import number
from devices.phoneworld.widgets.base import act, flags, widget

_MOST_LABELS = 8


def _told(value):
    return number(value, 0 if float(value or 0).is_integer() else 1)


@widget(
    "chart",
    values="expr!",
    labels="expr",
    kind="text",
    goal="num",
    unit="text",
    height="num",
    value="expr",
    pick="bind",
)
def chart(pen, x, y, w, values, labels, kind, goal, unit, height, value, pick):
    """Numbers side by side as bars (`kind` bar, the default) or a `line`, with `labels` below and a dashed
    line at `goal`. `value` is the index of the one picked out; a tap on a column sets `pick` to its
    index. None is a gap."""
    d, c = pen.d, pen.c
    values, labels = tuple(values or ()), tuple(labels or ())
    tall, foot, left, wide = d(height or 160), d(24), x + d(16), w - d(32)
    known = [v for v in values if v is not None]
    top_value = max([*known, goal or 0, 1e-9])
    low = min(known, default=0) if kind == "line" else 0
    if kind == "line":  # a line shows how it moves, so its scale begins near the smallest value
        spread = max(top_value - low, abs(top_value) * 0.02, 1e-9)
        low, top_value = low - spread * 0.25, top_value + spread * 0.25
    span = max(top_value - low, 1e-9)
    base = y + d(12) + tall

    def at(v):
        return base - (v - low) / span * tall

    pen.begin(GROUP, x, y, w, tall + foot + d(20), name="chart")
    for part in (0.0, 0.5, 1.0):
        pen.line(left, base - part * tall, left + wide, base - part * tall, max(1, d(1)), c.outline_variant)
    cell = wide / max(1, len(values))
    every = -(-len(values) // _MOST_LABELS)
    points = []
    for n, v in enumerate(values):
        cx, on = left + (n + 0.5) * cell, value is not None and n == value
        if v is not None and kind != "line" and v > 0:
            bar = min(cell * 0.6, d(28))
            rise = max(d(3), base - at(v))
            reached = not goal or v >= goal
            ink = c.tertiary if on else c.primary if reached else c.inverse_primary
            r = min(d(6), rise, bar / 2)
            pen.ops.append(("rrect4", cx - bar / 2, base - rise, bar, rise, (r, r, 0, 0), ink))
        if v is not None and kind == "line":
            points.append((cx, at(v), on))
        if labels and n < len(labels) and n % every == 0:
            role = "label_medium" if cell >= d(24) else "label_small"
            ink = c.primary if on else c.on_surface_variant
            room = max(cell * every, d(32))
            pen.text(labels[n], role, ink, cx - room / 2, base + d(8), room, 1, "center", node=False)
        if pick:
            pen.hit(left + n * cell, y, cell, tall + foot + d(12), act(("set", pick[0], pick[1], n)))
        name = labels[n] if n < len(labels) else str(n + 1)
        told = "no value" if v is None else f"{_told(v)} {unit or ''}".strip()
        state = (CLICK | FOCUSABLE if pick else 0) | (SELECTED if on else 0)
        pen.node(
            VIEW, left + n * cell, y, cell, tall + foot, desc=f"{name}: {told}", name="column", flags=state
        )
    for (x1, y1, _), (x2, y2, _) in pairwise(points):
        pen.line(x1, y1, x2, y2, d(3), c.primary)
    for cx, cy, on in points:
        if on or len(points) <= 14:
            pen.circle(cx, cy, d(6 if on else 4), c.tertiary if on else c.primary)
    if goal and low <= goal <= top_value:
        dash, dashed = d(6), left
        while dashed < left + wide:
            pen.line(dashed, at(goal), min(dashed + dash, left + wide), at(goal), d(2), c.tertiary)
            dashed += 2 * dash
    pen.end()
    return tall + foot + d(20)


def _arc(radius, thick, share):
    """SVG data of a ring's part around (0, 0), from the top and clockwise, with round ends."""
    angle = 2 * pi * min(share, 0.9999)
    inner, cap = radius - thick, thick / 2
    ex, ey, big = sin(angle), -cos(angle), int(angle > pi)
    return (
        f"M0 {-radius:.2f}A{radius:.2f} {radius:.2f} 0 {big} 1 {radius * ex:.2f} {radius * ey:.2f}"
        f"A{cap:.2f} {cap:.2f} 0 0 1 {inner * ex:.2f} {inner * ey:.2f}"
        f"A{inner:.2f} {inner:.2f} 0 {big} 0 0 {-inner:.2f}A{cap:.2f} {cap:.2f} 0 0 1 0 {-radius:.2f}Z"
    )


def _ring_width(pen, value, title, subtitle, icon, size, color, desc, tap):
    return pen.d(size or 120)


@widget(
    "ring",
    width=_ring_width,
    value="expr!",
    title="text",
    subtitle="text",
    icon="icon",
    size="num",
    color="text",
    desc="text",
    tap="action",
)
def ring(pen, x, y, w, value, title, subtitle, icon, size, color, desc, tap):
    """A ring filled from 0 to 1, `size` (120) dp wide, with an icon, a title and a subtitle in its middle."""
    d, c = pen.d, pen.c
    side = d(size or 120)
    thick = max(d(4), round(side * 0.085))
    cx, cy, radius = x + w / 2, y + side / 2, side / 2
    share = max(0.0, min(1.0, float(value or 0)))
    ink = pen.look.color(color, "primary")
    pen.begin(
        GROUP,
        cx - radius,
        y,
        side,
        side,
        desc=desc or f"{round(share * 100)} %",
        name="ring",
        flags=flags(tap),
    )
    pen.ops.append(("path", _arc(radius, thick, 0.9999), cx, cy, 1, c.surface_container_highest))
    if share > 0:
        pen.ops.append(("path", _arc(radius, thick, share), cx, cy, 1, ink))
    big = "headline_medium" if side >= d(160) else "title_large" if side >= d(104) else "title_small"
    room = side - 2 * thick - d(8)
    heads = [
        pen.layout(text, role, room, 1, "center")
        for text, role in ((title, big), (subtitle, "body_small"))
        if text
    ]
    total = sum(h.height for h in heads) + (d(28) if icon else 0)
    ty = cy - total / 2
    if icon:
        pen.icon(icon, cx - d(12), ty, d(24), ink, True)
        ty += d(28)
    for text, role, tone in ((title, big, c.on_surface), (subtitle, "body_small", c.on_surface_variant)):
        if text:
            ty += pen.text(text, role, tone, cx - room / 2, int(ty), room, 1, "center").height
    pen.end()
    if tap:
        pen.hit(cx - radius, y, side, side, act(tap))
    return side
