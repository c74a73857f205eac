"""Small controls that stand by themselves: a bare switch, a row of round actions."""

from devices.phoneworld.block import BUTTON, CHECKABLE, CHECKED
from devices.phoneworld.widgets.base import act, draw_switch, flags, widget


@widget(
    "toggle", width=lambda pen, *props: pen.d(52), on="expr!", desc="text!", tap="action!", disabled="bool"
)
def toggle(pen, x, y, w, on, desc, tap, disabled):
    """A bare switch, 52 by 48 dp; `desc` names it for the UI tree."""
    d = pen.d
    draw_switch(pen, x, y + d(8), on, disabled)
    if not disabled:
        pen.hit(x - d(8), y, d(68), d(48), act(tap))
    pen.node(
        "android.widget.Switch",
        x,
        y + d(8),
        d(52),
        d(32),
        desc=desc,
        name="switch",
        flags=flags(tap, disabled=disabled, extra=CHECKABLE | (CHECKED if on else 0)),
    )
    return d(48)


@widget(
    "quick_actions",
    short="items",
    items=[{"label": "text!", "icon": "icon!", "tap": "action!", "danger": "bool"}],
)
def quick_actions(pen, x, y, w, items):
    """A row of round actions with their names below, as on a contact's page; `danger` makes one red."""
    d, c = pen.d, pen.c
    cell = (w - d(32)) / max(1, len(items))
    for n, (label, icon, tap, danger) in enumerate(items):
        left = x + d(16) + n * cell
        pen.circle(left + cell / 2, y + d(36), d(28), c.error if danger else c.secondary_container)
        ink = c.on_error if danger else c.on_secondary_container
        pen.icon(icon, left + cell / 2 - d(12), y + d(24), d(24), ink, True)
        pen.text(label, "label_large", c.on_surface, left, y + d(70), int(cell), 1, "center", node=False)
        pen.hit(left, y + d(4), cell, d(88), act(tap))
        pen.node(BUTTON, left, y + d(4), cell, d(88), label, name="quick_action", flags=flags(tap))
    return d(100)
