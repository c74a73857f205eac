"""A drawn city map with pins and a route, and the seats of a hall, a train or a plane."""

from itertools import pairwise

from devices.phoneworld.block import BUTTON, GROUP, IMAGE, SELECTED
from devices.phoneworld.render.illustrations.maps import STREETS
from devices.phoneworld.widgets.base import act, flags, widget

_PIN = {
    "x": "expr!",
    "y": "expr!",
    "label": "text!",
    "icon": "icon",
    "on": "bool",
    "color": "text",
    "tap": "action",
}


@widget(
    "map",
    center="expr!",
    span="num",
    height="num",
    pins=[_PIN],
    route="expr",
    me="expr",
    round="num",
    pad="bool",
    tap="action",
)
def city_map(pen, x, y, w, center, span, height, pins, route, me, round, pad, tap):
    """A drawn map: `center` (x, y), `span` and all places are in the city's units (100 across). `route` is a
    list of points, `me` the blue dot; a pin with `on` is larger and shows its label."""
    d, c = pen.d, pen.c
    side = d(16) if pad else 0
    x, w, h = x + side, w - 2 * side, d(height or 240)
    wide = span or 60
    cx, cy = (50 if v is None else v for v in center or (50, 50))
    scale = w / wide

    def at(px, py):
        return x + w / 2 + (px - cx) * scale, y + h / 2 + (py - cy) * scale

    def inside(px, py, edge):
        return x + edge <= px <= x + w - edge and y + edge <= py <= y + h - edge

    name = f"map/city:{cx:.2f},{cy:.2f},{wide:.2f}{',dark' if c.dark else ''}"
    pen.image(name, x, y, w, h, d(round or 0))
    pen.hit(x, y, w, h, act(tap))
    pen.begin(GROUP, x, y, w, h, desc="Map", name="map", flags=flags(tap))
    pen.ops.append(("clip", x, y, w, h, d(round or 0)))
    ink = 0xFFB9C0CA if c.dark else 0xFF5B6470
    for street, (_, ay), (_, by) in STREETS:
        found = pen.layout(street, "label_small")
        top = at(cx, ay)[1] - found.height / 2
        if ay == by and y < top and top + found.height < y + h:
            pen.ops.append(("text", x + d(8), top, found.key, ink))
    points = [at(px, py) for px, py in route or () if px is not None and py is not None]
    for width, color in ((8, c.surface_container_lowest), (5, c.primary)):
        for (ax, ay), (bx, by) in pairwise(points):
            pen.line(ax, ay, bx, by, d(width), color)
        for px, py in points[1:-1]:
            pen.circle(px, py, d(width) / 2, color)
    if me:
        px, py = at(*me)
        pen.circle(px, py, d(18), 0x331A73E8)
        pen.circle(px, py, d(9), 0xFFFFFFFF)
        pen.circle(px, py, d(6.5), 0xFF1A73E8)
    known = [p for p in pins if p[0] is not None and p[1] is not None]
    for px, py, label, icon, on, color, go in sorted(known, key=lambda p: (bool(p[4]), p[1])):
        px, py = at(px, py)
        if inside(px, py, d(20)) and py - d(40) >= y:
            _pin(pen, px, py, label, icon, on, color, go)
    pen.ops.append(("endclip",))
    pen.end()
    return h


def _pin(pen, px, py, label, icon, on, color, tap):
    d, c = pen.d, pen.c
    fill = pen.look.color(color, "primary" if on else "tertiary")
    r = d(17 if on else 13)
    top = py - r - d(5)
    pen.circle(px, py, d(2.5), fill)
    pen.line(px, py, px, top, d(3), fill)
    pen.circle(px, top, r + d(1.5), c.surface_container_lowest)
    pen.circle(px, top, r, fill)
    size = d(20 if on else 15)
    pen.icon(icon or "location_on", px - size / 2, top - size / 2, size, 0xFFFFFFFF, True)
    box = d(40)
    if tap:
        pen.hit(px - box / 2, top - box / 2, box, box, act(tap))
    pen.node(
        BUTTON if tap else IMAGE,
        px - box / 2,
        top - box / 2,
        box,
        box,
        desc=label,
        name="pin",
        flags=flags(tap, extra=SELECTED if on else 0),
    )
    if on and label:
        found = pen.layout(label, "label_medium", d(180), 1)
        pen.rect(
            px - found.width / 2 - d(6),
            py + d(5),
            found.width + d(12),
            found.height + d(2),
            c.surface_container_lowest,
            d(8),
        )
        pen.ops.append(("text", px - found.width / 2, py + d(6), found.key, c.on_surface))


@widget("seat_map", rows="expr!", taken="expr!", chosen="expr!", pick="bind!", most="num", front="text")
def seat_map(pen, x, y, w, rows, taken, chosen, pick, most, front):
    """Seats to choose: `rows` are texts such as `"ABC DEF"` (a blank is the aisle), the first is row 1.
    `taken` and `chosen` list seats such as `3B`; a tap adds or removes one in `pick`, at most `most`."""
    d, c = pen.d, pen.c
    wide = max((len(r) for r in rows), default=1)
    cell = min(d(44), (w - d(40)) / wide)
    seat, top = cell - d(8), y
    left = x + (w - wide * cell) / 2
    if front:
        pen.rect(left, y + d(8), wide * cell, d(6), c.primary_container, d(3))
        pen.text(front, "label_medium", c.on_surface_variant, x, y + d(18), w, 1, "center")
        y += d(44)
    held, mine, room, known = frozenset(taken or ()), tuple(chosen or ()), int(most or 9), {}
    for n, letters in enumerate(rows, 1):
        if not pen.sketching:
            pen.text(
                str(n),
                "label_small",
                c.on_surface_variant,
                left - d(20),
                y + cell / 2 - d(8),
                d(20),
                1,
                "center",
                node=False,
            )
        for i, letter in enumerate(letters):
            if letter == " ":
                continue
            name = f"{n}{letter}"
            sx, on, full = left + i * cell + d(4), name in mine, name in held
            if not full:
                if on:
                    new = tuple(s for s in mine if s != name)
                else:
                    new = (*mine, name) if len(mine) < room else (*mine[1:], name)
                pen.hit(sx - d(4), y, cell, cell, act_set(pick, new))
            if pen.sketching:
                continue
            ground = c.surface_container_highest if full else c.primary if on else c.surface
            pen.rect(sx, y + d(4), seat, seat, ground, d(8))
            if not full and not on:
                pen.stroke(sx, y + d(4), seat, seat, d(8), max(1, d(1.5)), c.primary)
            if full:
                size = d(16)
                pen.icon("close", sx + (seat - size) / 2, y + d(4) + (seat - size) / 2, size, c.outline)
            else:
                ink = c.on_primary if on else c.primary
                found = known.get(letter)
                if found is None:
                    found = known[letter] = pen.layout(letter, "label_large")
                pen.ops.append(
                    (
                        "text",
                        sx + (seat - found.width) / 2,
                        y + d(4) + (seat - found.height) / 2,
                        found.key,
                        ink,
                    )
                )
            pen.node(
                BUTTON,
                sx,
                y + d(4),
                seat,
                seat,
                desc=f"Seat {name}{', taken' if full else ', chosen' if on else ''}",
                name="seat",
                flags=flags(not full, checked=on, disabled=full),
            )
        y += cell
    return y - top + d(8)


def act_set(pick, value):
    """The hit target that sets a variable."""
    return ("set", pick[0], pick[1], value)
