"""Text, pictures and the containers: column, line, card, cells of a grid, chat bubbles."""

from math import ceil

from devices.phoneworld.block import GROUP, IMAGE, LONG, TEXT
from devices.phoneworld.widgets.base import WIDGETS, act, draw_avatar, flags, widget

_ROLES = (
    "enum("
    + "|".join(
        f"{a}_{b}"
        for a in ("display", "headline", "title", "body", "label")
        for b in ("large", "medium", "small")
    )
    + ")"
)
_BY_DRAW = {}


def _text_width(pen, text, role, *props):
    return pen.layout(text, role or "body_large", weight=600 if props[3] else None).width


@widget(
    "text",
    short="text",
    width=_text_width,
    text="text!",
    style=_ROLES,
    color="text",
    lines="num",
    align="enum(start|center|right)",
    bold="bool",
    pad="bool",
    tap="action",
    long="action",
    strike="bool",
)
def text(pen, x, y, w, text, style, color, lines, align, bold, pad, tap, long, strike):
    """Text that wraps; `style` is a Material type role; `pad` (default true at the top level) gives side
    margins."""
    d = pen.d
    side = d(16) if pad else 0
    found = pen.layout(
        text,
        style or "body_large",
        w - 2 * side,
        int(lines) if lines else None,
        align or "start",
        600 if bold else None,
    )
    top = y + (d(4) if pad else 0)
    h = found.height + 2 * (top - y)
    if tap or long:
        pen.hit(x, y, w, h, act(tap, long))
    if pen.sketching:
        return h
    ink = pen.look.color(color, "on_surface")
    left = pen.start(found, x + side, w - 2 * side) if align is None else x + side
    pen.put(found, left, top, ink, "text", flags(tap, long))
    if strike:
        pen.line(left, top + found.height / 2, left + found.width, top + found.height / 2, max(1, d(1)), ink)
    return h


def _icon_width(pen, icon, size, *props):
    return pen.d(size or 24)


@widget(
    "icon",
    short="icon",
    width=_icon_width,
    icon="icon!",
    size="num",
    color="text",
    filled="bool",
    desc="text",
)
def icon(pen, x, y, w, icon, size, color, filled, desc):
    """A plain icon."""
    s = pen.d(size or 24)
    pen.icon(icon, x, y, s, pen.look.color(color, "on_surface_variant"), filled)
    if desc:
        pen.node(IMAGE, x, y, s, s, desc=desc, name="icon")
    return s


def _avatar_width(pen, text, size, *props):
    return pen.d(size or 40)


@widget("avatar", short="text", width=_avatar_width, text="text!", size="num", center="bool", tap="action")
def avatar(pen, x, y, w, text, size, center, tap):
    """Initials on a coloured disc; `center` puts it in the middle of the width."""
    s = pen.d(size or 40)
    left = x + (w - s) // 2 if center else x
    draw_avatar(pen, left, y, s, text)
    if tap:
        pen.hit(left, y, s, s, act(tap))
    pen.node(IMAGE, left, y, s, s, desc=text, name="avatar", flags=flags(tap))
    return s


def _image_width(pen, name, width, *props):
    return pen.d(width or 96)


@widget(
    "image",
    short="name",
    width=_image_width,
    name="text!",
    width_dp="num",
    height="num",
    round="num",
    desc="text",
    tap="action",
    pad="bool",
)
def image(pen, x, y, w, name, width_dp, height, round, desc, tap, pad):
    """An illustration by name, filling the width (or `width_dp`) at `height` dp."""
    d = pen.d
    side = d(16) if pad else 0
    wide = d(width_dp) if width_dp else w - 2 * side
    h = d(height or 200)
    pen.image(name, x + side, y, wide, h, d(round or 0))
    if tap:
        pen.hit(x + side, y, wide, h, act(tap))
    pen.node(
        IMAGE,
        x + side,
        y,
        wide,
        h,
        desc=desc or name.split("?")[0].split("/")[-1].replace("_", " "),
        name="image",
        flags=flags(tap),
    )
    return h


@widget("column", short="children", children="widgets!", gap="num", pad="num", tap="action")
def column(pen, x, y, w, children, gap, pad, tap):
    """Widgets one under another, `gap` and `pad` in dp."""
    inset, top = pen.d(pad or 0), y
    y += inset
    index = len(pen.hits)
    for n, child in enumerate(children):
        y += (pen.d(gap) if gap and n else 0) + pen.draw(child[1], x + inset, y, w - 2 * inset)
    if tap:
        pen.hits.insert(index, (x, top, x + w, y + inset, act(tap)))
    return y + inset - top


def natural_width(pen, node):
    """The width a widget wants in a line, or None if it takes what it gets."""
    if not _BY_DRAW:
        _BY_DRAW.update({spec.draw: spec.width for spec in WIDGETS.values()})
    measure = _BY_DRAW.get(node[0])
    return measure(pen, *node[1:]) if measure else None


@widget(
    "line",
    short="children",
    children="widgets!",
    gap="num",
    pad="num",
    align="enum(center|start|end)",
    justify="enum(start|center|end|between)",
    tap="action",
)
def line(pen, x, y, w, children, gap, pad, align, justify, tap):
    """Widgets side by side. A child with `grow` (or one without a natural width) takes the room left over."""
    d = pen.d
    gap, inset, top = d(gap or 8), d(pad or 0), y
    x, w, y = x + inset, w - 2 * inset, y + inset
    widths = [None if grow else natural_width(pen, node) for grow, node in children]
    free = w - sum(v for v in widths if v is not None) - gap * max(0, len(children) - 1)
    total = sum(grow or 1 for (grow, _), v in zip(children, widths, strict=True) if v is None)
    widths = [
        max(0, int(free * (grow or 1) / total)) if v is None else ceil(v)
        for (grow, _), v in zip(children, widths, strict=True)
    ]
    extra = 0 if total else max(0, free)
    left = x + (extra if justify == "end" else extra // 2 if justify == "center" else 0)
    spread = extra // max(1, len(children) - 1) if justify == "between" else 0
    index = len(pen.hits)
    marks, heights = [], []
    for (_, node), wide in zip(children, widths, strict=True):
        start = (len(pen.ops), len(pen.hits), len(pen.nodes))
        heights.append(pen.draw(node, left, y, wide))
        marks.append((*start, len(pen.ops), len(pen.hits), len(pen.nodes)))
        left += wide + gap + spread
    h = max(heights, default=0)
    if align != "start":
        for height, mark in zip(heights, marks, strict=True):
            shift = (h - height) if align == "end" else (h - height) // 2
            if shift:
                _move_down(pen, mark, shift)
    if tap:
        pen.hits.insert(index, (x - inset, top, x + w + inset, y + h + inset, act(tap)))
    return h + 2 * inset


_Y_AT = {
    "icon": 3,
    "path": 3,
    "text": 2,
    "rect": 2,
    "rrect": 2,
    "rrect4": 2,
    "stroke": 2,
    "circle": 2,
    "image": 3,
    "shadow": 2,
    "clip": 2,
}


def _move_down(pen, mark, dy):
    o1, h1, n1, o2, h2, n2 = mark
    for i in range(o1, o2):
        op = pen.ops[i]
        if op[0] == "line":
            pen.ops[i] = (op[0], op[1], op[2] + dy, op[3], op[4] + dy, *op[5:])
        elif op[0] in _Y_AT:
            at = _Y_AT[op[0]]
            pen.ops[i] = (*op[:at], op[at] + dy, *op[at + 1 :])
    for i in range(h1, h2):
        a, b, c, d, target = pen.hits[i]
        if target and target[0] == "field":
            target = (*target[:4], target[4] + dy, *target[5:])
        pen.hits[i] = (a, b + dy, c, d + dy, target)
    for i in range(n1, n2):
        n = pen.nodes[i]
        pen.nodes[i] = (n[0], n[1], n[2] + dy, *n[3:])


@widget(
    "card",
    short="children",
    children="widgets!",
    style="enum(filled|elevated|outlined)",
    color="text",
    pad="num",
    gap="num",
    tap="action",
    long="action",
    margin="num",
    selected="bool",
)
def card(pen, x, y, w, children, style, color, pad, gap, tap, long, margin, selected):
    """A card around widgets; `margin` (16 dp) is outside, `pad` (16 dp) inside."""
    d, c = pen.d, pen.c
    side = d(16 if margin is None else margin)
    inset = d(16 if pad is None else pad)
    left, wide, top = x + side, w - 2 * side, y + (d(4) if margin is None else 0)
    at, hit_at, node_at = len(pen.ops), len(pen.hits), len(pen.nodes)
    pen.depth += 1
    inner = top + inset
    for n, child in enumerate(children):
        inner += (d(gap) if gap and n else 0) + pen.draw(child[1], left + inset, inner, wide - 2 * inset)
    pen.depth -= 1
    h = inner + inset - top
    if tap or long:
        pen.hits.insert(hit_at, (left, top, left + wide, top + h, act(tap, long)))
    pen.raised = pen.raised or style == "elevated"
    if pen.sketching:
        return h + 2 * (top - y)
    ground = (
        pen.look.color(color, "")
        if color
        else c.secondary_container
        if selected
        else {"elevated": c.surface_container_low, "outlined": c.surface}.get(
            style, c.surface_container_highest
        )
    )
    under = [("rrect", left, top, wide, h, d(12), ground)]
    if style == "elevated":
        under.insert(0, ("shadow", left, top, wide, h, d(12), 1))
    elif style == "outlined":
        under.append(("stroke", left, top, wide, h, d(12), max(1, d(1)), c.outline_variant))
    pen.ops[at:at] = under
    pen.nodes.insert(
        node_at, (pen.depth, int(left), int(top), int(wide), int(h), GROUP, "", "", "card", flags(tap, long))
    )
    return h + 2 * (top - y)


@widget(
    "product",
    image="text!",
    title="text!",
    subtitle="text",
    price="text",
    rating="text",
    badge="text",
    liked="expr",
    like="action",
    add="action",
    tap="action",
)
def product(pen, x, y, w, image, title, subtitle, price, rating, badge, liked, like, add, tap):
    """A shop tile: picture with a heart, title, rating, price and a round plus. Put it in a `grid`."""
    d, c = pen.d, pen.c
    tall = int(w * 0.72)
    has_foot = bool(price or add)
    h = (
        tall
        + d(12)
        + pen.style("title_small")[2]
        + (d(18) if rating or subtitle else 0)
        + (d(40) if has_foot else d(4))
        + d(8)
    )
    pen.shadow(x, y, w, h, d(12), 1)
    pen.rect(x, y, w, h, c.surface_container_lowest if not c.dark else c.surface_container_high, d(12))
    pen.image(image, x, y, w, tall, d(12))
    pen.hit(x, y, w, h, act(tap))
    pen.begin(GROUP, x, y, w, h, name="product", flags=flags(tap))
    pen.node(IMAGE, x, y, w, tall, desc=title, name="image")
    if badge and not pen.sketching:
        tag = pen.layout(badge, "label_small")
        pen.rect(x + d(8), y + d(8), tag.width + d(12), tag.height + d(4), c.error, d(6))
        pen.text(badge, "label_small", c.on_error, x + d(14), y + d(10), name="badge")
    if liked is not None:
        s = d(32)
        hx, hy = x + w - s - d(6), y + d(6)
        pen.circle(hx + s / 2, hy + s / 2, d(14), c.surface_container_lowest)
        pen.icon(
            "favorite", hx + d(7), hy + d(7), d(18), c.error if liked else c.on_surface_variant, bool(liked)
        )
        pen.hit(hx - d(6), hy - d(6), s + d(12), s + d(12), act(like))
        pen.node(
            IMAGE,
            hx,
            hy,
            s,
            s,
            desc="Remove from favorites" if liked else "Add to favorites",
            name="like",
            flags=flags(like),
        )
    ty = y + tall + d(10)
    ty += pen.text(title, "title_small", c.on_surface, x + d(12), ty, w - d(24), name="title").height
    if rating:
        pen.icon("star", x + d(12), ty + d(2), d(14), 0xFFE6A100, True)
        pen.text(rating, "body_small", c.on_surface_variant, x + d(30), ty + d(1), w - d(42), name="rating")
        ty += d(18)
    elif subtitle:
        pen.text(
            subtitle, "body_small", c.on_surface_variant, x + d(12), ty + d(1), w - d(24), name="subtitle"
        )
        ty += d(18)
    if price:
        pen.text(price, "title_medium", c.primary, x + d(12), ty + d(10), w - d(64), weight=700, name="price")
    if add:
        s = d(36)
        ax, ay = x + w - s - d(8), ty + d(4)
        pen.rect(ax - d(2), ay, s + d(4), s, c.primary_container, s / 2)
        pen.icon("add", ax + d(8), ay + d(8), d(20), c.on_primary_container)
        pen.hit(ax - d(6), ay - d(6), s + d(12), s + d(12), act(add))
        pen.node("android.widget.Button", ax, ay, s, s, desc="Add to cart", name="add", flags=flags(add))
    pen.end()
    return h


@widget(
    "bubble",
    short="text",
    text="text!",
    mine="bool",
    meta="text",
    sender="text",
    image="text",
    status="icon",
    tap="action",
    long="action",
    selected="bool",
)
def bubble(pen, x, y, w, text, mine, meta, sender, image, status, tap, long, selected):
    """A chat message: mine at the right in the primary colour, theirs at the left, time below."""
    d, c = pen.d, pen.c
    most = int(w * 0.72)
    found = pen.layout(text, "body_large", most - d(28)) if text else None
    head = pen.layout(sender, "label_medium", most - d(28), 1) if sender else None
    wide = max(found.width if found else 0, head.width if head else 0) + d(28)
    wide = int(max(wide, d(200) if image else d(40)))
    h = d(20) + (found.height if found else 0) + (head.height if head else 0) + (d(150) if image else 0)
    left = x + w - wide - d(16) if mine else x + d(16)
    top = y + d(4)
    pen.rect(
        left, top, wide, h, c.tertiary if selected else c.primary if mine else c.surface_container_high, d(18)
    )
    pen.begin(GROUP, left, top, wide, h, name="bubble", flags=flags(tap, long, extra=LONG if long else 0))
    if tap or long:
        pen.hit(left, top, wide, h, act(tap, long))
    ty = top + d(10)
    ink = c.on_primary if mine or selected else c.on_surface
    if head:
        ty += pen.text(
            sender, "label_medium", c.primary, left + d(14), ty, most - d(28), name="sender"
        ).height
    if image:
        pen.image(image, left + d(6), ty - d(4), wide - d(12), d(146), d(14))
        pen.node(IMAGE, left + d(6), ty - d(4), wide - d(12), d(146), desc="Photo", name="image")
        ty += d(150)
    if found and not pen.sketching:
        tx = left + d(14) + (wide - d(28) - found.width if found.rtl else 0)
        pen.ops.append(("text", tx, ty, found.key, ink))
        pen.node(TEXT, tx, ty, found.width, found.height, text, name="message")
    pen.end()
    if not meta:
        return h + d(8)
    time = pen.layout(meta, "body_small")
    if pen.sketching:
        return h + d(12) + time.height
    tx = left + wide - time.width - d(4) - (d(18) if status else 0) if mine else left + d(4)
    pen.text(meta, "body_small", c.on_surface_variant, tx, top + h + d(4), name="time")
    if status and mine:
        pen.icon(status, left + wide - d(18), top + h + d(4), d(14), c.primary)
    return h + d(12) + time.height
