"""Buttons, chips, tabs, sliders, steppers: things that act or set a value."""

from devices.phoneworld.block import BUTTON, CLICK, FOCUSABLE, SCROLL, SELECTED
from devices.phoneworld.widgets.base import act, draw_badge, flags, widget

_STYLES = "enum(filled|tonal|outlined|text|danger)"


def _button_width(pen, label, icon, style, tap, disabled, wide):
    return (
        pen.layout(label, "label_large").width
        + pen.d(24 if style == "text" else 48)
        + (pen.d(24) if icon else 0)
    )


@widget(
    "button",
    short="label",
    width=_button_width,
    label="text!",
    icon="icon",
    style=_STYLES,
    tap="action!",
    disabled="bool",
    wide="bool",
)
def button(pen, x, y, w, label, icon, style, tap, disabled, wide):
    """A button: filled (default), tonal, outlined, text, danger. `wide` gives it margins and the full
    width."""
    d, c = pen.d, pen.c
    h = max(d(40), pen.layout(label, "label_large").height + d(12))
    top = y
    if wide:
        x, w, y = x + d(16), w - d(32), y + d(8)
    else:
        w = min(w, int(_button_width(pen, label, icon, style, tap, disabled, wide)))
    if not disabled:
        pen.hit(x, y - d(4), w, h + d(8), act(tap))
    full = h + (d(16) if wide else 0) if top != y or wide else h
    if pen.sketching:
        return full
    style = style or "filled"
    ground = {"filled": c.primary, "tonal": c.secondary_container, "danger": c.error}.get(style)
    ink = {"filled": c.on_primary, "tonal": c.on_secondary_container, "danger": c.on_error}.get(
        style, c.primary
    )
    if disabled:
        ground, ink = (c.surface_container_highest if ground else None), c.outline
    if ground:
        pen.rect(x, y, w, h, ground, h / 2)
    elif style == "outlined":
        pen.stroke(x, y, w, h, h / 2, max(1, d(1)), c.outline)
    found = pen.layout(label, "label_large", w - d(16), 1)
    inner = found.width + (d(26) if icon else 0)
    left = x + (w - inner) / 2
    if icon:
        pen.icon(icon, left, y + (h - d(18)) / 2, d(18), ink)
        left += d(26)
    pen.ops.append(("text", left, int(y + (h - found.height) / 2), found.key, ink))
    pen.node(BUTTON, x, y, w, h, label, name="button", flags=flags(tap, disabled=disabled))
    return full


def _icon_button_width(pen, *props):
    return pen.d(48)


@widget(
    "icon_button",
    width=_icon_button_width,
    icon="icon!",
    desc="text!",
    tap="action!",
    on="bool",
    color="text",
    style="enum(plain|tonal|filled)",
    badge="text",
)
def icon_button(pen, x, y, w, icon, desc, tap, on, color, style, badge):
    """A round icon button, 48 dp; `on` fills the icon."""
    d, c = pen.d, pen.c
    s = d(48)
    if style in ("tonal", "filled"):
        pen.circle(x + s / 2, y + s / 2, d(20), c.secondary_container if style == "tonal" else c.primary)
    ink = pen.look.color(color, "on_primary" if style == "filled" else "on_surface_variant")
    pen.icon(icon, x + d(12), y + d(12), d(24), ink, on)
    if badge:
        draw_badge(pen, x + d(26), y + d(6), badge)
    pen.hit(x, y, s, s, act(tap))
    pen.node(BUTTON, x, y, s, s, desc=desc, name="icon_button", flags=flags(tap, extra=SELECTED if on else 0))
    return s


_CHIP = {"label": "text!", "on": "bool", "icon": "icon", "tap": "action!"}


@widget("chips", short="items", items=[_CHIP], scroll="hscroll")
def chips(pen, x, y, w, items, scroll):
    """A row of filter chips that scrolls sideways; `items` lists them, or maps them with `each`/`as`."""
    d, _c = pen.d, pen.c
    h, gap = d(32), d(8)
    widths = [
        int(pen.layout(label, "label_large").width + d(32) + (d(24) if on or icon else 0))
        for label, on, icon, _ in items
    ]
    total = sum(widths) + gap * max(0, len(widths) - 1) + d(32)
    offset = max(0, min(scroll[1], total - w))
    full = h + d(16)
    if total > w:
        pen.ops.append(("clip", x, y, w, full, 0))
        pen.hit(x, y, w, full, ("hscroll", scroll[0], total - w))
    pen.begin("android.widget.HorizontalScrollView", x, y, w, full, flags=SCROLL if total > w else 0)
    left = x + d(16) - offset
    for (label, on, icon, tap), wide in zip(items, widths, strict=True):
        if left + wide > x and left < x + w:
            _chip(pen, left, y + d(8), wide, h, label, on, icon, tap, x, w)
        left += wide + gap
    pen.end()
    if total > w:
        pen.ops.append(("endclip",))
    return full


def _chip(pen, x, y, w, h, label, on, icon, tap, clip_x, clip_w):
    d, c = pen.d, pen.c
    if on:
        pen.rect(x, y, w, h, c.secondary_container, d(8))
    else:
        pen.stroke(x, y, w, h, d(8), max(1, d(1)), c.outline)
    ink = c.on_secondary_container if on else c.on_surface_variant
    left = x + d(16)
    if on or icon:
        pen.icon("check" if on else icon, x + d(9), y + (h - d(18)) / 2, d(18), ink)
        left = x + d(34)
    found = pen.layout(label, "label_large")
    pen.ops.append(("text", left, int(y + (h - found.height) / 2), found.key, ink))
    a, b = max(x, clip_x), min(x + w, clip_x + clip_w)
    pen.hit(a, y - d(8), b - a, h + d(16), act(tap))
    pen.node(BUTTON, a, y, b - a, h, label, name="chip", flags=flags(tap, checked=bool(on)))


@widget(
    "tabs",
    items=[{"value": "expr!", "label": "text!", "icon": "icon", "badge": "text"}],
    value="expr!",
    pick="bind!",
)
def tabs(pen, x, y, w, items, value, pick):
    """Fixed tabs over the width: `value` is the chosen one, `pick` the variable a tap sets."""
    d, c = pen.d, pen.c
    h = d(64) if any(i[2] for i in items) else d(48)
    each = w / max(1, len(items))
    pen.rect(x, y + h - max(1, d(1)), w, max(1, d(1)), c.outline_variant)
    for n, (option, label, icon, badge) in enumerate(items):
        on = option == value
        left = round(x + n * each)
        ink = c.primary if on else c.on_surface_variant
        top = y + d(14)
        if icon:
            pen.icon(icon, left + each / 2 - d(12), y + d(8), d(24), ink, on)
            top = y + d(36)
        pen.text(label, "title_small", ink, left + d(4), top, each - d(8), 1, "center", node=False)
        if badge:
            draw_badge(
                pen, left + each / 2 + pen.layout(label, "title_small").width / 2 + d(2), top - d(2), badge
            )
        if on:
            bar = pen.layout(label, "title_small").width + d(4)
            pen.ops.append(
                ("rrect4", left + (each - bar) / 2, y + h - d(3), bar, d(3), (d(3), d(3), 0, 0), c.primary)
            )
        pen.hit(left, y, each, h, act(("set", pick[0], pick[1], option)))
        pen.node(
            "android.widget.TextView",
            left,
            y,
            each,
            h,
            label,
            name="tab",
            flags=CLICK | FOCUSABLE | (SELECTED if on else 0),
        )
    return h


@widget("slider", value="expr!", low="num", high="num", step="num", pick="bind!", label="text", icon="icon")
def slider(pen, x, y, w, value, low, high, step, pick, label, icon):
    """A slider from `low` to `high`; tapping or dragging sets the variable `pick`."""
    d, c = pen.d, pen.c
    low, high = low or 0, 100 if high is None else high
    top = y
    if label:
        y += (
            d(8)
            + pen.text(label, "body_large", c.on_surface, x + d(16), y + d(8), w - d(32), name="label").height
        )
    left, right = x + d(16) + (d(40) if icon else 0), x + w - d(16)
    pen.icon(icon, x + d(16), y + d(12), d(24), c.on_surface_variant)
    at = left + (right - left) * (min(max(value, low), high) - low) / max(1e-9, high - low)
    pen.rect(left, y + d(16), max(0, at - left - d(6)), d(16), c.primary, d(8))
    pen.rect(at + d(6), y + d(16), max(0, right - at - d(6)), d(16), c.secondary_container, d(8))
    pen.rect(at - d(2), y + d(2), d(4), d(44), c.primary, d(2))
    pen.hit(
        left, y, right - left, d(48), ("slider", pick[0], pick[1], low, high, step or 1, left, right - left)
    )
    pen.node(
        "android.widget.SeekBar",
        left,
        y,
        right - left,
        d(48),
        str(value),
        desc=label,
        name="slider",
        flags=FOCUSABLE,
    )
    return y + d(48) - top


def _stepper_width(pen, *props):
    return pen.d(136)


@widget("stepper", width=_stepper_width, value="text!", label="text", minus="action!", plus="action!")
def stepper(pen, x, y, w, value, label, minus, plus):
    """A number with minus and plus; with a label it fills a row."""
    d, c = pen.d, pen.c
    h = d(56) if label else d(48)
    if label:
        pen.text(label, "body_large", c.on_surface, x + d(16), y + d(16), w - d(180), name="label")
        x = x + w - d(152)
    else:
        x = x + max(0, w - d(136))
    top = y + (h - d(40)) // 2
    for left, icon, desc, tap in ((x, "remove", "Decrease", minus), (x + d(96), "add", "Increase", plus)):
        pen.circle(left + d(20), top + d(20), d(18), c.secondary_container)
        pen.icon(icon, left + d(10), top + d(10), d(20), c.on_secondary_container)
        pen.hit(left - d(4), y, d(48), h, act(tap))
        pen.node(BUTTON, left, top, d(40), d(40), desc=desc, name="step", flags=flags(tap))
    pen.text(value, "title_medium", c.on_surface, x + d(40), top + d(8), d(56), 1, "center", name="value")
    return h


@widget(
    "segmented", items=[{"value": "expr!", "label": "text!", "icon": "icon"}], value="expr!", pick="bind!"
)
def segmented(pen, x, y, w, items, value, pick):
    """Segmented buttons: one of a few."""
    d, c = pen.d, pen.c
    x, w, h = x + d(16), w - d(32), d(40)
    each = w / max(1, len(items))
    y += d(8)
    pen.stroke(x, y, w, h, h / 2, max(1, d(1)), c.outline)
    for n, (option, label, icon) in enumerate(items):
        left, on = round(x + n * each), option == value
        if on:
            r = (h / 2 if n == 0 else 0, h / 2 if n == len(items) - 1 else 0)
            pen.ops.append(("rrect4", left, y, each, h, (r[0], r[1], r[1], r[0]), c.secondary_container))
        ink = c.on_secondary_container if on else c.on_surface
        pen.text(label, "label_large", ink, left + d(4), y + d(10), each - d(8), 1, "center", node=False)
        pen.icon(icon, left + d(10), y + d(11), d(18), ink)
        pen.hit(left, y - d(4), each, h + d(8), act(("set", pick[0], pick[1], option)))
        pen.node(
            "android.widget.ToggleButton",
            left,
            y,
            each,
            h,
            label,
            name="segment",
            flags=flags(True, checked=on),
        )
    return h + d(16)


@widget("keypad", keys="expr!", press="action!", columns="num", strong="expr")
def keypad(pen, x, y, w, keys, press, columns, strong):
    """A grid of large keys in threes or `columns` (`keys` is a list of texts, those of `strong` stand out,
    ⌫ is a picture); `press` runs with the variable `key` set."""
    d, c = pen.d, pen.c
    columns, strong = int(columns or 3), strong or ()
    cell_w, cell_h = w // columns, d(72)
    for n, key in enumerate(keys):
        if not key:
            continue
        left, top = x + n % columns * cell_w, y + n // columns * cell_h
        middle, erase = left + cell_w / 2, key == "⌫"
        ground, ink = c.surface_container_high, c.on_surface
        if key in strong:
            ground, ink = c.primary_container, c.on_primary_container
        pen.circle(middle, top + cell_h / 2, d(32), ground)
        if erase:
            pen.icon("backspace", middle - d(13), top + cell_h / 2 - d(13), d(26), ink)
        else:
            ty = top + (cell_h - d(36)) // 2
            pen.text(key, "headline_medium", ink, left, ty, cell_w, 1, "center", node=False)
        pen.hit(left, top, cell_w, cell_h, act(("key", press, key)))
        text, desc = ("", "Delete") if erase else (key, "")
        pen.node(BUTTON, left, top, cell_w, cell_h, text, desc, name="key", flags=CLICK | FOCUSABLE)
    return -(-len(keys) // columns) * cell_h


@widget("fab", icon="icon!", label="text", desc="text", tap="action!")
def fab(pen, x, y, w, icon, label, desc, tap):
    """The floating action button; with a label, the extended one. It is drawn with a 16 dp margin at its
    right."""
    d, c = pen.d, pen.c
    h = d(56)
    wide = h if not label else int(pen.layout(label, "label_large").width + d(64))
    left = x + w - wide - d(16)
    pen.shadow(left, y + d(8), wide, h, d(16), 3)
    pen.rect(left, y + d(8), wide, h, c.primary_container, d(16))
    pen.icon(icon, left + d(16), y + d(24), d(24), c.on_primary_container)
    if label:
        pen.text(label, "label_large", c.on_primary_container, left + d(48), y + d(26), node=False)
    pen.hit(left, y + d(8), wide, h, act(tap))
    pen.node(
        BUTTON,
        left,
        y + d(8),
        wide,
        h,
        label,
        desc=desc or (label and "") or icon.replace("_", " ").capitalize(),
        name="fab",
        flags=flags(tap),
    )
    return h + d(24)
