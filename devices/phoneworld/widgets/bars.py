"""The fixed parts of a screen: app bar, bottom navigation; and the surfaces over it: dialog, sheet, menu,
snackbar."""

from devices.phoneworld.block import BUTTON, CLICK, FOCUSABLE, FRAME, GROUP, SELECTED
from devices.phoneworld.widgets.base import act, draw_avatar, draw_badge, flags, widget
from devices.phoneworld.widgets.inputs import _text

BACK = ("act", ("back",), None)
_ACTION = {"icon": "icon!", "desc": "text!", "tap": "action!", "on": "bool", "badge": "text"}


@widget(
    "appbar",
    title="text",
    subtitle="text",
    kind="enum(small|large|search|center)",
    back="enum(auto|yes|no|close)",
    avatar="text",
    actions=[_ACTION],
    search="field",
    hint="text",
    submit="handler",
    changed="handler",
    autofocus="bool",
    tap="action",
    raised="bool",
    room="num",
)
def appbar(
    pen,
    x,
    y,
    w,
    title,
    subtitle,
    kind,
    back,
    avatar,
    actions,
    search,
    hint,
    submit,
    changed,
    autofocus,
    tap,
    raised,
    room,
):
    """The top app bar: small (64 dp), large (title under the buttons), center, or search (a field as the
    title).
    `back` auto shows the arrow when there is somewhere to go back to; `tap` acts on the title; `room` (dp)
    stays free at the end."""
    d, c = pen.d, pen.c
    large = kind == "large"
    h = d(64)
    total = h + (d(16) + pen.style("headline_medium")[2] + d(24) if large else 0)
    ground = c.surface_container if raised else c.surface
    pen.fill(w, total, ground)
    pen.begin(GROUP, x, y, w, total, name="toolbar")
    left = x + d(16)
    if back in ("yes", "close"):
        pen.icon("arrow_back" if back == "yes" else "close", x + d(16), y + d(20), d(24), c.on_surface)
        pen.hit(x + d(4), y + d(8), d(48), d(48), BACK)
        pen.node(
            "android.widget.ImageButton",
            x + d(4),
            y + d(8),
            d(48),
            d(48),
            desc="Navigate up" if back == "yes" else "Close",
            flags=CLICK | FOCUSABLE,
        )
        left = x + d(56)
    right = x + w - d(4 + (room or 0))
    for icon, desc, do, on, badge in reversed(actions or ()):
        right -= d(48)
        pen.icon(icon, right + d(12), y + d(20), d(24), c.primary if on else c.on_surface_variant, on)
        if badge:
            draw_badge(pen, right + d(26), y + d(14), badge)
        pen.hit(right, y + d(8), d(48), d(48), act(do))
        pen.node(BUTTON, right, y + d(8), d(48), d(48), desc=desc, name="action", flags=flags(do))
    if search:
        letter, name, value, focus = search
        room = right - left - d(8) - (d(48) if value else 0)
        ty = int(y + (h - pen.style("body_large")[2]) / 2)
        found = pen.layout(value, "body_large")
        _text(pen, left, ty, room, h, found, value, hint or "Search", focus, "body_large", False)
        pen.hit(left, y, room, h, ("field", letter, name, left, ty, found.key, False))
        pen.node(
            "android.widget.EditText",
            left,
            y + d(8),
            room,
            d(48),
            value,
            desc=hint or "Search",
            name="search",
            flags=CLICK | FOCUSABLE | (32 if focus else 0),
        )
        if value:
            cx = right - d(48)
            pen.icon("close", cx + d(12), y + d(20), d(24), c.on_surface_variant)
            pen.hit(cx, y + d(8), d(48), d(48), ("set", letter, name, ""))
            pen.node(BUTTON, cx, y + d(8), d(48), d(48), desc="Clear", name="clear", flags=CLICK | FOCUSABLE)
    else:
        if avatar:
            draw_avatar(pen, left, y + d(12), d(40), avatar)
            left += d(52)
        _title(pen, x, y, w, h, left, right, title, subtitle, kind, tap, c, d)
    pen.end()
    return total


def _title(pen, x, y, w, h, left, right, title, subtitle, kind, tap, c, d):
    room = right - left - d(4)
    if kind == "large":
        pen.text(title, "headline_medium", c.on_surface, x + d(16), y + h + d(16), w - d(32), name="title")
        return
    head = pen.layout(title, "title_large" if not subtitle else "title_medium", room, 1)
    sub = pen.layout(subtitle, "body_small", room, 1) if subtitle else None
    top = int(y + (h - head.height - (sub.height if sub else 0)) / 2)
    if kind == "center":
        left = max(left, int(x + (w - head.width) / 2))
    pen.text(
        title, "title_large" if not subtitle else "title_medium", c.on_surface, left, top, room, name="title"
    )
    if sub:
        pen.text(subtitle, "body_small", c.on_surface_variant, left, top + head.height, room, name="subtitle")
    if tap:
        pen.hit(left, y, room, h, act(tap))


@widget(
    "bottom_nav", items=[{"label": "text!", "icon": "icon!", "on": "bool", "badge": "text", "tap": "action!"}]
)
def bottom_nav(pen, x, y, w, items):
    """The bottom navigation bar (the app's `nav` fills it)."""
    d, c = pen.d, pen.c
    h = d(80)
    pen.fill(w, h, c.surface_container)
    each = w / max(1, len(items))
    pen.begin(GROUP, x, y, w, h, name="navigation")
    for n, (label, icon, on, badge, tap) in enumerate(items):
        left = round(x + n * each)
        if on:
            pen.rect(left + each / 2 - d(32), y + d(12), d(64), d(32), c.secondary_container, d(16))
        pen.icon(
            icon,
            left + each / 2 - d(12),
            y + d(16),
            d(24),
            c.on_secondary_container if on else c.on_surface_variant,
            on,
        )
        if badge:
            draw_badge(pen, left + each / 2 + d(4), y + d(12), badge)
        pen.text(
            label,
            "label_medium",
            c.on_surface if on else c.on_surface_variant,
            left,
            y + d(48),
            each,
            1,
            "center",
            weight=700 if on else None,
            node=False,
        )
        pen.hit(left, y, each, h, act(tap))
        pen.node(
            FRAME,
            left,
            y,
            each,
            h,
            label,
            desc=f"{label}, {badge} new" if badge else label,
            name="tab",
            flags=CLICK | FOCUSABLE | (SELECTED if on else 0),
        )
    pen.end()
    return h


_BUTTON = {"label": "text!", "tap": "action!", "danger": "bool", "disabled": "bool"}


@widget("dialog", title="text", text="text", icon="icon", body="widgets", buttons=[_BUTTON])
def dialog(pen, x, y, w, title, text, icon, body, buttons):
    """A dialog over the screen. Each button's `tap` runs and the dialog closes first."""
    d, c = pen.d, pen.c
    at = len(pen.ops)
    top, pad = y, d(24)
    pen.hit(x, y, w, 1 << 14, None)
    y += pad
    if icon:
        pen.icon(icon, x + (w - d(24)) / 2, y, d(24), c.secondary)
        y += d(40)
    if title:
        y += pen.text(
            title,
            "headline_small",
            c.on_surface,
            x + pad,
            y,
            w - 2 * pad,
            3,
            "center" if icon else "start",
            name="@android:id/title",
        ).height + d(16)
    if text:
        y += pen.text(
            text, "body_medium", c.on_surface_variant, x + pad, y, w - 2 * pad, 12, name="@android:id/message"
        ).height + d(8)
    for child in body or ():
        y += pen.draw(child[1], x + d(8), y, w - d(16))
    y += d(16)
    y += _dialog_buttons(pen, x, y, w, buttons or ())
    h = y - top
    pen.hits[:] = [(a, b, e, min(f, top + h), t) for a, b, e, f, t in pen.hits]
    pen.ops[at:at] = [("rrect", x, top, w, h, d(28), c.surface_container_high)]
    return h


def _dialog_buttons(pen, x, y, w, buttons):
    d, c = pen.d, pen.c
    widths = [int(pen.layout(b[0], "label_large").width + d(24)) for b in buttons]
    stacked = sum(widths) + d(8) * len(widths) > w - d(32)
    right, top = x + w - d(24), y
    order = list(zip(buttons, widths, strict=True))
    for (label, tap, danger, disabled), wide in order if stacked else reversed(order):
        left = right - wide
        ink = c.outline if disabled else c.error if danger else c.primary
        pen.text(label, "label_large", ink, left, y + d(10), wide, 1, "center", node=False)
        if not disabled:
            pen.hit(left, y - d(4), wide, d(48), ("act", ("closing", tap), None))
        pen.node(
            BUTTON,
            left,
            y,
            wide,
            d(40),
            label,
            name="@android:id/button",
            flags=flags(True, disabled=disabled),
        )
        if stacked:
            y += d(48)
        else:
            right = left - d(8)
    return (y - top if stacked else d(40) if buttons else 0) + d(24)


@widget("sheet", title="text", body="widgets!")
def sheet(pen, x, y, w, title, body):
    """A bottom sheet over the screen."""
    d, c = pen.d, pen.c
    at, top = len(pen.ops), y
    pen.hit(x, y, w, 1 << 14, None)
    pen.rect(x + (w - d(32)) / 2, y + d(16), d(32), d(4), c.on_surface_variant, d(2))
    y += d(36)
    if title:
        y += pen.text(title, "title_large", c.on_surface, x + d(24), y, w - d(48), name="title").height + d(8)
    for child in body:
        y += pen.draw(child[1], x, y, w)
    h = y - top + d(16)
    r = d(28)
    pen.ops[at:at] = [("rrect4", x, top, w, h, (r, r, 0, 0), c.surface_container_low)]
    return h


_ITEM = {"label": "text!", "icon": "icon", "on": "bool", "tap": "action!", "disabled": "bool"}


@widget("menu", items=[_ITEM])
def menu(pen, x, y, w, items):
    """A drop-down menu by the thing that was tapped. Choosing closes it; `on` shows a check."""
    d, c = pen.d, pen.c
    each, h = d(48), d(48) * len(items) + d(16)
    pen.shadow(x, y, w, h, d(4), 2)
    pen.rect(x, y, w, h, c.surface_container, d(4))
    top = y + d(8)
    for label, icon, on, tap, disabled in items:
        ink = c.outline if disabled else c.on_surface
        left = x + d(12)
        if icon:
            pen.icon(icon, left, top + d(12), d(24), c.on_surface_variant)
            left += d(36)
        pen.text(label, "body_large", ink, left, top + d(12), x + w - left - d(44), node=False)
        if on:
            pen.icon("check", x + w - d(36), top + d(12), d(24), c.primary)
        if not disabled:
            pen.hit(x, top, w, each, ("act", ("closing", tap), None))
        pen.node(
            GROUP,
            x,
            top,
            w,
            each,
            label,
            name="item",
            flags=flags(True, checked=on or None, disabled=disabled),
        )
        top += each
    return h


def menu_width(pen, items) -> int:
    """The width a menu wants."""
    d = pen.d
    widest = max((pen.layout(i[0], "body_large").width + (d(36) if i[1] else 0) for i in items), default=0)
    return int(min(d(280), max(d(160), widest + d(64))))


def snackbar(pen, x, y, w, text, button):
    """The message at the bottom of the screen, with an optional Undo."""
    d, c = pen.d, pen.c
    wide = w - d(24)
    found = pen.layout(text, "body_medium", wide - d(32) - (d(80) if button else 0), 2)
    h = max(d(48), found.height + d(28))
    pen.shadow(x + d(12), y, wide, h, d(4), 2)
    pen.rect(x + d(12), y, wide, h, c.inverse_surface, d(4))
    pen.text(
        text,
        "body_medium",
        c.inverse_on_surface,
        x + d(28),
        int(y + (h - found.height) / 2),
        wide - d(32) - (d(80) if button else 0),
        2,
        name="snackbar_text",
    )
    if button:
        left = x + d(12) + wide - d(84)
        pen.text(
            button,
            "label_large",
            c.inverse_primary,
            left,
            y + (h - d(20)) // 2,
            d(76),
            1,
            "center",
            node=False,
        )
        pen.hit(left, y, d(84), h, ("sys", "undo"))
        pen.node(BUTTON, left, y, d(84), h, button, name="snackbar_action", flags=CLICK | FOCUSABLE)
    return h
