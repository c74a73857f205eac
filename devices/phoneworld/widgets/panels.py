"""Panels that give a page its face: a picture with words on it, a strip of tiles that scrolls sideways."""

from devices.phoneworld.block import GROUP, IMAGE, SCROLL, SELECTED
from devices.phoneworld.widgets.base import act, flags, widget

_WHITE, _SOFT = 0xFFFFFFFF, 0xE6FFFFFF
_BANDS = 32


@widget(
    "hero",
    image="text!",
    title="text!",
    subtitle="text",
    overline="text",
    badge="text",
    height="num",
    margin="num",
    liked="expr",
    like="action",
    like_desc="text",
    big="bool",
    tap="action",
)
def hero(
    pen, x, y, w, image, title, subtitle, overline, badge, height, margin, liked, like, like_desc, big, tap
):
    """A picture with words over its darkened foot, `height` (200) dp tall, with a `margin` (16, 0 for the
    full width); a heart when `liked` is told, that `like` turns. `big` sets the title larger."""
    d, c = pen.d, pen.c
    side = d(16 if margin is None else margin)
    top = y + (d(8) if side else 0)
    left, wide, tall, r = x + side, w - 2 * side, d(height or 200), d(20) if side else 0
    head = "display_medium" if big else "headline_small"
    texts = [pen.layout(overline, "label_large", wide - d(40), 1)] if overline else []
    texts.append(pen.layout(title, head, wide - d(40), 2))
    if subtitle:
        texts.append(pen.layout(subtitle, "body_medium", wide - d(40), 2))
    words = sum(t.height for t in texts)
    pen.image(image, left, top, wide, tall, r)
    pen.ops.append(("clip", left, top, wide, tall, r))
    dark = min(tall, words + d(72))
    for n in range(_BANDS):  # the foot grows dark, so that white words can be read on any picture
        edge = top + tall - dark + round(n * dark / _BANDS)
        below = top + tall - dark + round((n + 1) * dark / _BANDS)
        alpha = round(190 * min(1.0, n / (_BANDS * 0.55)))
        pen.rect(left, edge, wide, below - edge, alpha << 24)
    pen.ops.append(("endclip",))
    if tap:
        pen.hit(left, top, wide, tall, act(tap))
    pen.begin(GROUP, left, top, wide, tall, name="hero", flags=flags(tap))
    pen.node(IMAGE, left, top, wide, tall, desc=title, name="image")
    if badge:
        tag = pen.layout(badge, "label_medium")
        pen.rect(left + d(12), top + d(12), tag.width + d(16), tag.height + d(8), c.tertiary_container, d(10))
        pen.text(
            badge, "label_medium", c.on_tertiary_container, left + d(20), top + d(16), node=True, name="badge"
        )
    ty = top + tall - words - d(16)
    roles = (overline, "label_large", _SOFT, 1), (title, head, _WHITE, 2)
    for text, role, ink, lines in (*roles, (subtitle, "body_medium", _SOFT, 2)):
        if text:
            ty += pen.text(text, role, ink, left + d(20), ty, wide - d(40), lines).height
    if liked is not None:
        hx, hy = left + wide - d(52), top + d(12)
        pen.circle(hx + d(20), hy + d(20), d(20), c.surface_container_lowest)
        ink = c.error if liked else c.on_surface_variant
        pen.icon("favorite", hx + d(9), hy + d(9), d(22), ink, bool(liked))
        pen.hit(hx - d(4), hy - d(4), d(48), d(48), act(like))
        said = like_desc or ("Remove from saved" if liked else "Save")
        pen.node(IMAGE, hx, hy, d(40), d(40), desc=said, name="like", flags=flags(like))
    pen.end()
    return tall + 2 * (top - y)


_TILE = {
    "title": "text!",
    "icon": "icon",
    "value": "text",
    "subtitle": "text",
    "desc": "text",
    "on": "bool",
    "tap": "action",
}


@widget("strip", short="items", items=[_TILE], size="num", plain="bool", scroll="hscroll")
def strip(pen, x, y, w, items, size, plain, scroll):
    """A row of small tiles that scrolls sideways, each `size` (72) dp wide: `title`, an icon, a `value`, a
    `subtitle`, centred. `plain` leaves the ground out, `on` picks one out."""
    d = pen.d
    cell, gap = d(size or 72), d(2 if plain else 8)
    lines = [any(tile[n] for tile in items) for n in (1, 2, 3)]
    tall = d(40) + sum(d(h) for h, on in zip((34, 26, 18), lines, strict=True) if on)
    total = len(items) * (cell + gap) - gap + d(32)
    offset = max(0, min(scroll[1], total - w))
    full = tall + d(8)
    if total > w:
        pen.ops.append(("clip", x, y, w, full, 0))
        pen.hit(x, y, w, full, ("hscroll", scroll[0], total - w))
    pen.begin("android.widget.HorizontalScrollView", x, y, w, full, flags=SCROLL if total > w else 0)
    left = x + d(16) - offset
    for tile in items:
        if left + cell > x and left < x + w:
            _tile(pen, left, y + d(4), cell, tall, plain, lines, tile, (x, x + w))
        left += cell + gap
    pen.end()
    if total > w:
        pen.ops.append(("endclip",))
    return full


def _tile(pen, x, y, w, h, plain, lines, tile, view):
    d, c = pen.d, pen.c
    title, icon, value, subtitle, desc, on, tap = tile
    left, right = max(x, view[0]), min(x + w, view[1])
    if tap:
        pen.hit(left, y, right - left, h, act(tap))
    state = flags(tap, extra=SELECTED if on else 0)
    pen.begin(GROUP, left, y, right - left, h, desc=desc or "", name="tile", flags=state)
    if on or not plain:
        pen.rect(x, y, w, h, c.primary_container if on else c.surface_container_high, d(16))
    ink = c.on_primary_container if on else c.on_surface
    soft = ink if on else c.on_surface_variant
    ty = y + d(10)
    pen.text(title, "label_medium", soft, x + d(2), ty, w - d(4), 1, "center")
    ty += d(22)
    if lines[0]:
        pen.icon(icon, x + w / 2 - d(13), ty, d(26), ink if on else c.primary, True)
        ty += d(34)
    if lines[1]:
        pen.text(value or "", "title_medium", ink, x + d(2), ty, w - d(4), 1, "center")
        ty += d(26)
    if subtitle:
        pen.text(subtitle, "label_small", soft, x + d(2), ty, w - d(4), 1, "center")
    pen.end()
