"""A switch by itself, to stand in a line beside other widgets."""

from devices.phoneworld.block import CHECKABLE, CHECKED
from devices.phoneworld.widgets.base import act, draw_switch, flags, widget


@widget("toggle", width=lambda pen, *props: pen.d(52), on="expr!", desc="text!", tap="action!", disabled="bool")
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
