"""The registry of widgets: what properties each takes, and the function that draws it.

A draw function is `(pen, x, y, w, *properties) -> height`, all in px; property order is the declared order.
Kinds of property: text, expr, bool, num, action, icon, name, bind, widget, widgets, enum(a|b), or a list with
one dict of kinds (a list of small records). A `!` at the end makes it required.
"""

import inspect
from dataclasses import dataclass, field

from devices.phoneworld.block import CHECKABLE, CHECKED, CLICK, DISABLED, FOCUSABLE, LONG
from devices.phoneworld.render.text import measure
from devices.phoneworld.render.theme import ACCENTS


@dataclass
class Widget:
    """One word of the vocabulary."""

    name: str
    draw: object
    props: dict
    doc: str
    short: str = ""  # the property a bare value stands for: `- text: Hello`
    width: object = None  # natural width in a line: `(pen, *properties) -> px`
    required: set = field(default_factory=set)


WIDGETS: dict[str, Widget] = {}


def widget(name, /, short="", width=None, **props):
    """Register a draw function as a widget; its docstring becomes the documentation."""

    def register(draw):
        required = {k for k, v in props.items() if isinstance(v, str) and v.endswith("!")}
        kinds = {k: v[:-1] if k in required else v for k, v in props.items()}
        WIDGETS[name] = Widget(name, draw, kinds, inspect.getdoc(draw) or "", short, width, required)
        return draw

    return register


def accent(text) -> int:
    """A colour for an avatar, the same for the same text everywhere."""
    return ACCENTS[sum(ord(c) * (i + 3) for i, c in enumerate(text)) % len(ACCENTS)]


def flags(tap=None, long=None, checked=None, disabled=False, extra=0) -> int:
    """The node flags of something that may be tapped or checked."""
    value = extra | (CLICK | FOCUSABLE if tap and not disabled else 0) | (LONG if long else 0)
    if checked is not None:
        value |= CHECKABLE | (CHECKED if checked else 0)
    return value | (DISABLED if disabled else 0)


def act(tap, long=None):
    """The hit target of actions; None when nothing happens."""
    return ("act", tap, long) if tap or long else None


def draw_switch(pen, x, y, on, disabled=False):
    """Material's switch, 52 by 32 dp."""
    if pen.sketching:
        return
    d, c = pen.d, pen.c
    w, h = d(52), d(32)
    if on:
        pen.rect(x, y, w, h, c.outline if disabled else c.primary, h / 2)
        pen.circle(x + w - h / 2, y + h / 2, d(12), c.on_primary)
        pen.icon("check", x + w - h / 2 - d(8), y + h / 2 - d(8), d(16), c.primary)
    else:
        pen.rect(x, y, w, h, c.surface_container_highest, h / 2)
        pen.stroke(x, y, w, h, h / 2, d(2), c.outline)
        pen.circle(x + h / 2, y + h / 2, d(8), c.outline)


def draw_checkbox(pen, x, y, on):
    """Material's checkbox, 18 dp in a 24 dp box."""
    d, c = pen.d, pen.c
    if on:
        pen.rect(x + d(3), y + d(3), d(18), d(18), c.primary, d(2))
        pen.icon("check", x + d(4), y + d(4), d(16), c.on_primary)
    else:
        pen.stroke(x + d(3), y + d(3), d(18), d(18), d(2), d(2), c.on_surface_variant)


def draw_radio(pen, x, y, on):
    """Material's radio button, 20 dp in a 24 dp box."""
    d, c = pen.d, pen.c
    color = c.primary if on else c.on_surface_variant
    pen.stroke(x + d(2), y + d(2), d(20), d(20), d(10), d(2), color)
    if on:
        pen.circle(x + d(12), y + d(12), d(5), color)


def draw_avatar(pen, x, y, size, text, color=None):
    """Initials on a coloured disc."""
    from devices.phoneworld.functions import initials

    if pen.sketching:
        return
    color = color or accent(text)
    pen.circle(x + size / 2, y + size / 2, size / 2, color)
    # The letters fit the disc, whatever the phone's font size.
    big = size >= pen.d(56)
    found = measure(
        initials(text), (round(size * (0.34 if big else 0.4), 2), 500 if big else 600, round(size / 2))
    )
    pen.ops.append(
        ("text", x + (size - found.width) / 2, y + (size - found.height) / 2, found.key, 0xFFFFFFFF)
    )


def draw_badge(pen, x, y, text):
    """A small red disc or pill with a count; x, y is its top left."""
    if pen.sketching:
        return
    d, c = pen.d, pen.c
    if text in ("", "•"):
        pen.circle(x + d(3), y + d(3), d(3), c.error)
        return
    found = measure(text, (d(11), 500, d(16)))
    w = max(d(16), found.width + d(9))
    pen.rect(x, y, w, d(16), c.error, d(8))
    pen.ops.append(("text", x + (w - found.width) / 2, y + (d(16) - found.height) / 2, found.key, c.on_error))
