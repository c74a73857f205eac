"""Rows: list items, switches, checks, radios, headers, dividers, and the page states."""

from devices.phoneworld.block import BUTTON, CHECKABLE, CHECKED, GROUP, IMAGE, TEXT, VIEW
from devices.phoneworld.widgets.base import (
    act,
    draw_avatar,
    draw_badge,
    draw_checkbox,
    draw_radio,
    draw_switch,
    flags,
    widget,
)


@widget(
    "row",
    short="title",
    title="text!",
    subtitle="text",
    overline="text",
    icon="icon",
    icon_color="text",
    avatar="text",
    image="text",
    meta="text",
    value="text",
    trailing_icon="icon",
    trailing_desc="text",
    trailing_tap="action",
    switch="expr",
    checked="expr",
    radio="expr",
    badge="text",
    chevron="bool",
    lines="num",
    bold="bool",
    selected="bool",
    disabled="bool",
    tap="action",
    long="action",
    plain_icon="bool",
)
def row(
    pen,
    x,
    y,
    w,
    title,
    subtitle,
    overline,
    icon,
    icon_color,
    avatar,
    image,
    meta,
    value,
    trailing_icon,
    trailing_desc,
    trailing_tap,
    switch,
    checked,
    radio,
    badge,
    chevron,
    lines,
    bold,
    selected,
    disabled,
    tap,
    long,
    plain_icon,
):
    """A list item: leading icon, avatar, image, check or radio; title, subtitle; trailing meta, value, icon
    or switch.
    `icon` sits on a tonal disc unless `plain_icon`; `switch`, `checked` and `radio` show a state that `tap`
    changes."""
    d, c = pen.d, pen.c
    pad, text_x = d(16), d(16)
    texts = [pen.layout(overline, "label_small")] if overline else []
    wraps = subtitle and int(lines or 1) > 1
    trailing_w = 0
    if wraps or not pen.sketching:
        trailing_w = _trailing_width(pen, meta, value, trailing_icon, switch, badge, chevron)
    has_leading = icon or avatar or image or checked is not None or radio is not None
    if has_leading:
        text_x = (
            d(16)
            + (d(56) if image else d(24) if plain_icon or checked is not None or radio is not None else d(40))
            + d(16)
        )
    room = w - text_x - pad - (trailing_w + d(12) if trailing_w else 0)
    head = pen.layout(title, "body_large", room, 1, weight=600 if bold else None)
    # The time stands in the first line only: below it the text may run on to the edge, or to an icon or badge.  # noqa: E501
    below = (
        w - text_x - pad - (d(32) if trailing_icon or badge else 0)
        if meta and not value and switch is None
        else room
    )
    sub = (
        pen.layout(subtitle, "body_medium", below, int(lines or 1), weight=500 if bold else None)
        if subtitle
        else None
    )
    texts += [head] + ([sub] if sub else [])
    inner = sum(t.height for t in texts)
    least = d(56) if len(texts) == 1 else d(72)
    h = max(least, inner + d(24), d(72) if image else 0)
    tall = inner + d(24) > d(80) and bool(has_leading)
    if tap or long:
        pen.hit(x, y, w, h, act(tap if not disabled else None, long))
    if pen.sketching and not trailing_tap:
        return h
    if selected:
        pen.rect(x, y, w, h, c.secondary_container)
    look = c.on_surface if not disabled else c.outline
    muted = c.on_surface_variant if not disabled else c.outline
    state = switch if switch is not None else checked if checked is not None else radio
    pen.begin(GROUP, x, y, w, h, name="row", flags=flags(tap, long, state, disabled))
    _leading(pen, x, y, h, tall, icon, icon_color, avatar, image, checked, radio, plain_icon, muted)
    ty = y + (h - inner) / 2
    ty = int(ty)
    for part, (color, name) in zip(
        texts,
        ([(muted, "overline")] if overline else []) + [(look, "title"), (muted, "subtitle")],
        strict=False,
    ):
        tx = x + text_x  # a row starts where the phone's language starts, whatever its words' direction
        if part.key[0]:
            pen.put(part, tx, ty, color, name)
        ty += part.height
    _trailing(
        pen,
        x + w - pad,
        y,
        h,
        inner,
        meta,
        value,
        trailing_icon,
        trailing_desc,
        trailing_tap,
        switch,
        badge,
        chevron,
        muted,
        disabled,
    )
    pen.end()
    return h


def _leading(pen, x, y, h, tall, icon, icon_color, avatar, image, checked, radio, plain_icon, muted):
    d, c = pen.d, pen.c
    top = y + d(16) if tall else y + (h - d(40)) // 2
    if image:
        size = d(56)
        pen.image(image, x + d(16), y + (h - size) // 2, size, size, d(8))
        pen.node(IMAGE, x + d(16), y + (h - size) // 2, size, size, name="image")
    elif avatar:
        draw_avatar(pen, x + d(16), top, d(40), avatar)
        pen.node(IMAGE, x + d(16), top, d(40), d(40), name="avatar")
    elif checked is not None or radio is not None:
        (draw_checkbox if checked is not None else draw_radio)(
            pen, x + d(16), y + (h - d(24)) // 2, checked if checked is not None else radio
        )
        pen.node(
            "android.widget.CheckBox" if checked is not None else "android.widget.RadioButton",
            x + d(16),
            y + (h - d(24)) // 2,
            d(24),
            d(24),
            flags=CHECKABLE | (CHECKED if (checked or radio) else 0),
        )
    elif icon and plain_icon:
        pen.icon(
            icon, x + d(16), y + (h - d(24)) // 2, d(24), pen.look.color(icon_color, "on_surface_variant")
        )
        pen.node(IMAGE, x + d(16), y + (h - d(24)) // 2, d(24), d(24), name="icon")
    elif icon:
        fill = pen.look.color(icon_color) if icon_color else c.secondary_container
        pen.circle(x + d(36), top + d(20), d(20), fill)
        pen.icon(
            icon, x + d(26), top + d(10), d(20), 0xFFFFFFFF if icon_color else c.on_primary_container, True
        )
        pen.node(IMAGE, x + d(16), top, d(40), d(40), name="icon")


def _trailing_width(pen, meta, value, trailing_icon, switch, badge, chevron):
    d = pen.d
    if switch is not None:
        return d(52)
    width = 0
    if value:
        width += pen.layout(value, "label_large").width
    elif meta:
        width += pen.layout(meta, "label_small").width
    if trailing_icon:
        width = max(width, d(24)) if meta else width + d(28)
    if badge:
        width = max(width, d(24))
    if chevron:
        width += d(24)
    return int(width)


def _trailing(
    pen,
    right,
    y,
    h,
    inner,
    meta,
    value,
    trailing_icon,
    desc,
    trailing_tap,
    switch,
    badge,
    chevron,
    muted,
    disabled,
):
    d, c = pen.d, pen.c
    if switch is not None:
        draw_switch(pen, right - d(52), y + (h - d(32)) // 2, switch, disabled)
        pen.node(
            "android.widget.Switch",
            right - d(52),
            y + (h - d(32)) // 2,
            d(52),
            d(32),
            name="switch",
            flags=CHECKABLE | (CHECKED if switch else 0),
        )
        return
    middle = y + h / 2
    if chevron:
        pen.icon("chevron_right", right - d(20), middle - d(12), d(24), muted)
        right -= d(24)
    if value:
        found = pen.layout(value, "label_large")
        pen.text(
            value, "label_large", muted, right - found.width, int(middle - found.height / 2), name="value"
        )
        right -= found.width + d(4)
    if meta:
        found = pen.layout(meta, "label_small", weight=400)
        top = int(y + (h - inner) / 2 + d(3))
        pen.text(meta, "label_small", muted, right - found.width, top, weight=400, name="meta")
        middle = top + found.height + d(14) if trailing_icon or badge else middle
    if badge:
        draw_badge(pen, right - d(18 if len(badge) < 2 else 24), middle - d(8), badge)
        pen.node(TEXT, right - d(18), middle - d(8), d(18), d(16), badge, name="badge")
    elif trailing_icon:
        box = d(40) if trailing_tap else d(20)
        size = d(24) if trailing_tap else d(20)
        left = right - (size + box) / 2 if trailing_tap else right - size
        pen.icon(
            trailing_icon,
            right - size,
            middle - size / 2,
            size,
            c.primary if not trailing_tap else muted,
            not trailing_tap,
        )
        if trailing_tap:
            pen.hit(left, middle - box / 2, box, box, act(trailing_tap))
        pen.node(
            BUTTON if trailing_tap else IMAGE,
            left,
            middle - box / 2,
            box,
            box,
            desc=desc or trailing_icon.replace("_", " ").capitalize(),
            name="action",
            flags=flags(trailing_tap),
        )


@widget(
    "switch",
    short="title",
    title="text!",
    subtitle="text",
    icon="icon",
    on="expr!",
    tap="action",
    disabled="bool",
)
def switch_row(pen, x, y, w, title, subtitle, icon, on, tap, disabled):
    """A row with a switch: `on` is its state, `tap` changes it."""
    return row(
        pen,
        x,
        y,
        w,
        title,
        subtitle,
        "",
        icon,
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        None,
        bool(on),
        None,
        None,
        "",
        False,
        2,
        False,
        False,
        disabled,
        tap,
        None,
        False,
    )


@widget("checkbox", short="title", title="text!", subtitle="text", on="expr!", tap="action", disabled="bool")
def checkbox_row(pen, x, y, w, title, subtitle, on, tap, disabled):
    """A row with a leading checkbox."""
    return row(
        pen,
        x,
        y,
        w,
        title,
        subtitle,
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        None,
        None,
        bool(on),
        None,
        "",
        False,
        2,
        False,
        False,
        disabled,
        tap,
        None,
        False,
    )


@widget("radio", options=[{"value": "expr!", "label": "text!", "hint": "text"}], value="expr!", pick="bind!")
def radio_group(pen, x, y, w, options, value, pick):
    """A radio group over `options`; `value` is the chosen one and `pick` names the variable a tap sets."""
    top = y
    for option, label, hint in options:
        y += row(
            pen,
            x,
            y,
            w,
            label,
            hint,
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            None,
            None,
            None,
            option == value,
            "",
            False,
            2,
            False,
            False,
            False,
            ("set", pick[0], pick[1], option),
            None,
            False,
        )
    return y - top


@widget("section", short="title", title="text!", action="text", tap="action")
def section(pen, x, y, w, title, action, tap):
    """A section header, with an optional action at its end."""
    d, c = pen.d, pen.c
    h = d(48)
    pen.text(
        title, "title_small", c.primary, x + d(16), y + d(18), w - d(140 if action else 32), name="header"
    )
    if action:
        found = pen.layout(action, "label_large")
        pen.text(action, "label_large", c.primary, x + w - d(16) - found.width, y + d(18), node=False)
        pen.hit(x + w - found.width - d(32), y, found.width + d(32), h, act(tap))
        pen.node(
            BUTTON,
            x + w - found.width - d(32),
            y,
            found.width + d(32),
            h,
            action,
            name="header_action",
            flags=flags(tap),
        )
    return h


@widget("divider", inset="num")
def divider(pen, x, y, w, inset):
    """A hairline."""
    inset = pen.d(inset or 0)
    pen.rect(x + inset, y, w - inset, max(1, pen.d(1)), pen.c.outline_variant)
    return max(1, pen.d(1))


@widget("space", short="height", height="num!")
def space(pen, x, y, w, height):
    """Empty room, in dp."""
    return pen.d(height)


@widget("empty", short="title", icon="icon", title="text!", text="text", button="text", tap="action")
def empty(pen, x, y, w, icon, title, text, button, tap):
    """What a page shows when there is nothing: icon, title, words, a button."""
    return _message(
        pen, x, y, w, icon or "inbox", title, text, button, tap, pen.c.primary, pen.c.secondary_container
    )


@widget("error", short="title", icon="icon", title="text!", text="text", button="text", tap="action")
def error(pen, x, y, w, icon, title, text, button, tap):
    """What a page shows when something went wrong, usually with Retry."""
    return _message(
        pen, x, y, w, icon or "cloud_off", title, text, button or "", tap, pen.c.error, pen.c.error_container
    )


def _message(pen, x, y, w, icon, title, text, button, tap, color, ground):
    from devices.phoneworld.widgets.controls import button as draw_button

    d, c = pen.d, pen.c
    top, y = y, y + d(72)
    pen.circle(x + w / 2, y + d(44), d(44), ground)
    pen.icon(icon, x + w / 2 - d(20), y + d(24), d(40), color)
    y += d(108)
    y += pen.text(
        title, "title_large", c.on_surface, x + d(32), y, w - d(64), 2, "center", name="empty_title"
    ).height
    if text:
        y += d(8)
        y += pen.text(
            text, "body_medium", c.on_surface_variant, x + d(40), y, w - d(80), 4, "center", name="empty_text"
        ).height
    if button:
        y += d(20)
        wide = pen.layout(button, "label_large").width + d(48)
        y += draw_button(pen, x + (w - wide) // 2, y, int(wide), button, "", "tonal", tap, False, False)
    return y - top + d(32)


@widget("progress", short="value", value="expr", label="text", inset="num")
def progress(pen, x, y, w, value, label, inset):
    """A progress bar from 0 to 1, `inset` (16 dp) from both sides; without a value, a spinner standing
    still (nothing here waits in real time)."""
    d, c = pen.d, pen.c
    if value is None:
        pen.stroke(x + w / 2 - d(20), y + d(32), d(40), d(40), d(20), d(4), c.secondary_container)
        pen.node(
            "android.widget.ProgressBar", x + w / 2 - d(20), y + d(32), d(40), d(40), desc=label or "Loading"
        )
        if label:
            pen.text(label, "body_medium", c.on_surface_variant, x + d(24), y + d(88), w - d(48), 1, "center")
        return d(124)
    top, side = y + d(8), d(16 if inset is None else inset)
    if label:
        top += pen.text(label, "body_medium", c.on_surface_variant, x + side, top, w - 2 * side).height + d(8)
    full = w - 2 * side
    pen.rect(x + side, top, full, d(4), c.secondary_container, d(2))
    pen.rect(x + side, top, max(d(4), full * min(1, max(0, value))), d(4), c.primary, d(2))
    pen.node("android.widget.ProgressBar", x + side, top, full, d(4), desc=f"{round(100 * value)} percent")
    return top + d(12) - y


@widget("fact", label="text!", value="text!", icon="icon", tap="action")
def fact(pen, x, y, w, label, value, icon, tap):
    """A labelled fact on a detail page: small label over the value, wrapped."""
    d, c = pen.d, pen.c
    left = d(56) if icon else d(16)
    found = pen.layout(value, "body_large", w - left - d(16))
    h = found.height + d(36)
    if tap:
        pen.hit(x, y, w, h, act(tap))
    if pen.sketching:
        return h
    pen.begin(VIEW, x, y, w, h, name="fact", flags=flags(tap))
    pen.icon(icon, x + d(16), y + (h - d(24)) // 2, d(24), c.on_surface_variant)
    pen.text(label, "body_small", c.on_surface_variant, x + left, y + d(8), w - left - d(16), name="label")
    pen.text(value, "body_large", c.on_surface, x + left, y + d(24), w - left - d(16), None, name="value")
    pen.end()
    return h
