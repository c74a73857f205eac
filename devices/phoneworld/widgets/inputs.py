"""Text fields: outlined, plain and search, with caret, selection, label, hint, error, secret text."""

from devices.phoneworld.block import BUTTON, CLICK, EDIT, FOCUSABLE, FOCUSED, LONG, PASSWORD, TEXT
from devices.phoneworld.render.text import fits
from devices.phoneworld.render.theme import with_alpha
from devices.phoneworld.widgets.base import act, flags, widget

HANDLE = 22  # dp, the drop under an end of the selection


@widget(
    "field",
    short="bind",
    bind="field!",
    label="text",
    hint="text",
    lines="num",
    style="enum(outlined|plain|large)",
    secret="bool",
    keyboard="enum(text|number|phone|email|url)",
    support="text",
    error="text",
    icon="icon",
    trailing_icon="icon",
    trailing_desc="text",
    trailing_tap="action",
    submit="handler",
    changed="handler",
    autofocus="bool",
    action_icon="icon",
)
def field(
    pen,
    x,
    y,
    w,
    bind,
    label,
    hint,
    lines,
    style,
    secret,
    keyboard,
    support,
    error,
    icon,
    trailing_icon,
    trailing_desc,
    trailing_tap,
    submit,
    changed,
    autofocus,
    action_icon,
):
    """A text field bound to a screen variable. `lines` above 1 wraps; `style` plain or large has no outline;
    `secret` shows dots; `error` replaces `support`; `submit` runs on Enter, `changed` after every edit."""
    d, c = pen.d, pen.c
    outlined = style in (None, "outlined")
    top = y
    if outlined:
        x, w, y = x + d(16), w - d(32), y + d(8)
    role = "headline_small" if style == "large" else "body_large"
    letter, name, value, focus = bind
    shown = "•" * len(value) if secret else value
    pad = d(16)
    left = x + pad + (d(36) if icon else 0)
    right = x + w - (d(48) if trailing_icon else pad)
    many = (lines or 1) > 1
    found = pen.layout(shown, role, right - left if many else None)
    line = pen.style(role)[2]
    inner = max(found.height, line * int(lines or 1))
    h = max(d(56), inner + d(32)) if outlined else max(d(48), inner + d(20))
    ty = y + d(16) if outlined and many else int(y + (h - line) / 2) if not many else y + d(10)
    ink = c.error if error else c.primary if focus else c.on_surface_variant
    floating = outlined and label and (value or focus)
    tag = pen.layout(label, "body_small", w - d(32), 1) if floating else None
    if outlined:
        edge = c.error if error else c.primary if focus else c.outline
        _outline(pen, x, y, w, h, d(2) if focus else max(1, d(1)), edge, tag)
    if tag:
        pen.ops.append(("text", x + d(16), y - tag.height // 2, tag.key, ink))
    pen.icon(
        icon,
        x + d(14),
        y + (d(56) - d(24)) // 2 if outlined else y + (h - d(24)) // 2,
        d(24),
        c.on_surface_variant,
    )
    _text(
        pen,
        left,
        ty,
        right - left,
        h,
        found,
        shown,
        hint if not (outlined and label) or focus else label,
        focus,
        role,
        many,
    )
    node_name = name if letter == "V" else f"state_{name}"
    pen.hit(
        x,
        y,
        w,
        h,
        ("field", letter, name, left - _shift(found, focus, right - left, many), ty, found.key, secret),
    )
    pen.node(
        EDIT,
        x,
        y,
        w,
        h,
        shown if shown else "",
        desc=label or hint,
        name=node_name,
        flags=CLICK | FOCUSABLE | LONG | (FOCUSED if focus else 0) | (PASSWORD if secret else 0),
    )
    if trailing_icon:
        ix, iy = x + w - d(48), y + (d(56) - d(48)) // 2 if outlined else y + (h - d(48)) // 2
        pen.icon(trailing_icon, ix + d(12), iy + d(12), d(24), c.on_surface_variant)
        if trailing_tap:
            pen.hit(ix, iy, d(48), d(48), act(trailing_tap))
            pen.node(
                BUTTON,
                ix,
                iy,
                d(48),
                d(48),
                desc=trailing_desc or trailing_icon.replace("_", " ").capitalize(),
                name="field_action",
                flags=flags(trailing_tap),
            )
    y += h
    if error or support:
        y += (
            d(4)
            + pen.text(
                error or support,
                "body_small",
                c.error if error else c.on_surface_variant,
                x + d(16),
                y + d(4),
                w - d(32),
                2,
                name="support",
            ).height
        )
    return y - top + (d(8) if outlined else 0)


def _outline(pen, x, y, w, h, width, color, tag):
    """The box of an outlined field, open at the top where the label stands, whatever lies below."""
    if pen.sketching:
        return
    d = pen.d
    gap = tag.width + d(8) if tag else 0
    if not gap:
        pen.stroke(x, y, w, h, d(4), width, color)
        return
    start, edge = x + d(12), d(6)
    for left, top, wide, tall in (
        (x, y, start - x, edge),
        (start + gap, y, x + w - start - gap, edge),
        (x, y + edge, w, h - edge),
    ):
        pen.ops.append(("clip", left, top, wide, tall, 0))
        pen.stroke(x, y, w, h, d(4), width, color)
        pen.ops.append(("endclip",))


def _shift(found, focus, room, many):
    """How far a single line is scrolled so that its caret shows."""
    if many or fits(*found.key[:2], room) or found.width <= room:
        return 0
    caret = found.caret_x(focus[1]) if focus else 0
    return max(0, min(caret - room * 0.8, found.width - room + 4))


def _text(pen, x, y, room, h, found, shown, hint, focus, role, many):
    if pen.sketching:
        return
    d, c = pen.d, pen.c
    shift = _shift(found, focus, room, many)
    if shift or found.width > room:
        pen.ops.append(("clip", x, y - d(4), room, max(found.height, 1) + d(28), 0))
    left = x - shift
    if shown:
        if focus and focus[0] != focus[1]:
            a, b = sorted(focus)
            for sx, sy, sw, sh in found.selection(a, b):
                pen.rect(left + sx, y + sy, sw, sh, with_alpha(c.primary, 0.3))
        if found.rtl and not many and found.width < room:
            left = x + room - found.width
        pen.ops.append(("text", left, y, found.key, c.on_surface))
    elif hint:
        ghost = pen.layout(hint, role, room, 1)
        pen.ops.append(("text", x + (d(3) if focus else 0), y, ghost.key, c.on_surface_variant))
    if focus:
        a, b = sorted(focus)
        cx, cy, ch = found.caret(b) if shown else (0, 0, pen.style(role)[2])
        if a == b:
            pen.rect(round(left + cx), y + cy + d(1), max(2, d(2)), ch - d(2), c.primary)
        else:
            for index in (a, b):
                hx, hy, hh = found.caret(index)
                pen.circle(left + hx, y + hy + hh + d(8), d(8), c.primary)
    if shift or found.width > room:
        pen.ops.append(("endclip",))


@widget(
    "search",
    short="bind",
    bind="field!",
    hint="text",
    submit="handler",
    changed="handler",
    autofocus="bool",
    avatar="text",
    tap="action",
)
def search(pen, x, y, w, bind, hint, submit, changed, autofocus, avatar, tap):
    """A search bar. With `tap` it only leads somewhere; else it edits the variable. A cross clears it."""
    d, c = pen.d, pen.c
    letter, name, value, focus = bind
    left, wide, h = x + d(16), w - d(32), d(56)
    y += d(4)
    pen.rect(left, y, wide, h, c.surface_container_high, h / 2)
    pen.icon("search", left + d(16), y + d(16), d(24), c.on_surface)
    tx, room = left + d(56), wide - d(112)
    found = pen.layout(value, "body_large")
    ty = int(y + (h - pen.style("body_large")[2]) / 2)
    _text(pen, tx, ty, room, h, found, value, hint or "Search", focus, "body_large", False)
    pen.hit(left, y, wide, h, act(tap) if tap else ("field", letter, name, tx, ty, found.key, False))
    pen.node(
        TEXT if tap else EDIT,
        left,
        y,
        wide,
        h,
        value or (hint or "Search" if tap else ""),
        desc=hint or "Search",
        name="search",
        flags=CLICK | FOCUSABLE | (FOCUSED if focus else 0),
    )
    if value:
        pen.icon("close", left + wide - d(40), y + d(16), d(24), c.on_surface_variant)
        pen.hit(left + wide - d(52), y, d(52), h, ("set", letter, name, ""))
        pen.node(
            BUTTON, left + wide - d(52), y, d(52), h, desc="Clear", name="clear", flags=CLICK | FOCUSABLE
        )
    elif avatar:
        from devices.phoneworld.widgets.base import draw_avatar

        draw_avatar(pen, left + wide - d(44), y + d(12), d(32), avatar)
    return h + d(12)


@widget(
    "composer",
    short="bind",
    bind="field!",
    hint="text",
    send="action!",
    attach="action",
    submit="handler",
    changed="handler",
    counter="text",
)
def composer(pen, x, y, w, bind, hint, send, attach, submit, changed, counter):
    """The message line at the bottom of a chat: a rounded field that grows to four lines, attach, and
    Send."""
    d, c = pen.d, pen.c
    letter, name, value, focus = bind
    line = pen.style("body_large")[2]
    left, wide = x + d(12), w - d(84)
    room = wide - d(32) - (d(40) if attach else 0)
    found = pen.layout(value, "body_large", room)
    inner = min(4, max(1, found.line_count)) * line
    h = inner + d(28)
    pen.fill(w, h + d(16), c.surface)
    y += d(8)
    pen.rect(left, y, wide, h, c.surface_container_high, d(26))
    ty = y + d(14) - max(0, found.height - inner)
    pen.ops.append(("clip", left, y + d(10), wide, h - d(20), 0))
    _text(pen, left + d(20), ty, room, h, found, value, hint or "Message", focus, "body_large", True)
    pen.ops.append(("endclip",))
    pen.hit(left, y, wide, h, ("field", letter, name, left + d(20), ty, found.key, False))
    pen.node(
        EDIT,
        left,
        y,
        wide,
        h,
        value,
        desc=hint or "Message",
        name="composer",
        flags=CLICK | FOCUSABLE | LONG | (FOCUSED if focus else 0),
    )
    if attach:
        ax = left + wide - d(52)
        pen.icon("attach_file", ax + d(12), y + h - d(40), d(24), c.on_surface_variant)
        pen.hit(ax, y + h - d(52), d(48), d(52), act(attach))
        pen.node(BUTTON, ax, y + h - d(52), d(48), d(52), desc="Attach", name="attach", flags=flags(attach))
    sx, size = x + w - d(64), d(52)
    on = bool(value.strip())
    pen.circle(sx + size / 2, y + h - size / 2, size / 2, c.primary if on else c.surface_container_highest)
    pen.icon(
        "send", sx + d(14), y + h - size + d(14), d(24), c.on_primary if on else c.on_surface_variant, True
    )
    pen.hit(sx, y + h - size, size, size, act(send if on else None))
    pen.node(
        BUTTON,
        sx,
        y + h - size,
        size,
        size,
        desc="Send",
        name="send",
        flags=flags(send if on else None, disabled=not on),
    )
    if counter:
        pen.text(counter, "label_small", c.on_surface_variant, sx - d(2), y + h - size - d(16), node=False)
    return h + d(16)
