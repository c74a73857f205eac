"""Pictures that lead somewhere: covers for grids, rows of them that scroll sideways, whole-screen clips."""

from devices.phoneworld.block import BUTTON, GROUP, IMAGE, SCROLL, SELECTED
from devices.phoneworld.widgets.base import act, flags, widget

SHADE = 0x99000000
WHITE = 0xFFFFFFFF


def _pill(pen, right, bottom, text, icon):
    """A dark pill with a short text or an icon, by its lower right corner."""
    d = pen.d
    found = pen.layout(text, "label_small") if text else None
    wide = (found.width if found else 0) + (d(14) if icon else 0) + d(10)
    h = d(20)
    left, top = right - wide, bottom - h
    pen.rect(left, top, wide, h, SHADE, d(6))
    if icon:
        pen.icon(icon, left + d(4), top + d(3), d(14), WHITE, True)
    if found:
        x = left + d(5) + (d(14) if icon else 0)
        pen.text(text, "label_small", WHITE, x, int(top + (h - found.height) / 2), name="badge")


@widget(
    "cover",
    short="image",
    image="text!",
    title="text",
    subtitle="text",
    ratio="num",
    round="num",
    badge="text",
    mark="icon",
    selected="expr",
    desc="text",
    tap="action",
    long="action",
)
def cover(pen, x, y, w, image, title, subtitle, ratio, round, badge, mark, selected, desc, tap, long):
    """A picture (`ratio` height to width) with title and subtitle under it, for grids of photos, albums,
    books. `badge` and the icon `mark` lie on the picture; `selected` (true or false) shows a check."""
    d, c = pen.d, pen.c
    tall, radius = int(w * (ratio or 1)), d(12 if round is None else round)
    h = tall
    h += d(8) + pen.style("title_small")[2] if title else 0
    h += pen.style("body_small")[2] if subtitle else 0
    if tap or long:
        pen.hit(x, y, w, h, act(tap, long))
    state = None if selected is None else bool(selected)
    words = desc or title or image.split("/")[-1].partition(":")[0].replace("_", " ")
    pen.begin(GROUP, x, y, w, h, desc="" if title else words, name="cover", flags=flags(tap, long, state))
    inset = d(10) if selected else 0
    pen.image(image, x + inset, y + inset, w - 2 * inset, tall - 2 * inset, radius)
    if title:
        pen.node(IMAGE, x, y, w, tall, desc=words, name="image")
    if badge or mark:
        _pill(pen, x + w - d(6) - inset, y + tall - d(6) - inset, badge, mark)
    if state is not None:
        pen.circle(x + d(18), y + d(18), d(12), c.primary if selected else SHADE)
        pen.icon(
            "check" if selected else "circle", x + d(9), y + d(9), d(18), c.on_primary if selected else WHITE
        )
    if title:
        pen.text(title, "title_small", c.on_surface, x + d(2), y + tall + d(6), w - d(4), name="title")
    if subtitle:
        top = y + tall + d(6) + (pen.style("title_small")[2] if title else 0)
        pen.text(subtitle, "body_small", c.on_surface_variant, x + d(2), top, w - d(4), name="subtitle")
    pen.end()
    return h


_COVER = {
    "image": "text!",
    "title": "text",
    "subtitle": "text",
    "badge": "text",
    "mark": "icon",
    "ring": "bool",
    "tap": "action",
}


@widget("covers", short="items", items=[_COVER], size="num", ratio="num", circle="bool", scroll="hscroll")
def covers(pen, x, y, w, items, size, ratio, circle, scroll):
    """Covers side by side that scroll sideways: `size` dp wide (128), `ratio` height to width; with `circle`
    they are round and centred, as for people and stories, a `ring` around what is new."""
    d = pen.d
    wide, gap = d(size or 128), d(12)
    tall = wide if circle else int(wide * (ratio or 1))
    has_title, has_subtitle = any(i[1] for i in items), any(i[2] for i in items)
    h = d(8) + tall + (d(8) + pen.style("label_large")[2] if has_title else 0)
    h += (pen.style("body_small")[2] if has_subtitle else 0) + d(8)
    total = len(items) * (wide + gap) - gap + d(32)
    offset = max(0, min(scroll[1], total - w))
    if total > w:
        pen.ops.append(("clip", x, y, w, h, 0))
        pen.hit(x, y, w, h, ("hscroll", scroll[0], total - w))
    pen.begin("android.widget.HorizontalScrollView", x, y, w, h, flags=SCROLL if total > w else 0)
    left = x + d(16) - offset
    for entry in items:
        if left + wide > x and left < x + w:
            _shelved(pen, left, y + d(8), wide, tall, h, circle, entry, x, x + w)
        left += wide + gap
    pen.end()
    if total > w:
        pen.ops.append(("endclip",))
    return h


def _shelved(pen, x, y, w, tall, h, circle, entry, first, last):
    d, c = pen.d, pen.c
    image, title, subtitle, badge, mark, ring, tap = entry
    a, b = max(x, first), min(x + w, last)
    if tap:
        pen.hit(a, y, b - a, h - d(16), act(tap))
    pen.begin(GROUP, a, y, b - a, h - d(16), name="cover", flags=flags(tap))
    inset = d(4) if ring else 0
    if ring:
        pen.stroke(x, y, w, tall, w / 2 if circle else d(14), d(2), c.primary)
    pen.image(
        image, x + inset, y + inset, w - 2 * inset, tall - 2 * inset, (w / 2 - inset) if circle else d(12)
    )
    pen.node(IMAGE, a, y, b - a, tall, desc=title, name="image")
    if badge or mark:
        _pill(pen, x + w - d(6), y + tall - d(6), badge, mark)
    top, align = y + tall + d(6), "center" if circle else "start"
    if title:
        top += pen.text(title, "label_large", c.on_surface, x, top, w, 1, align, name="title").height
    if subtitle:
        pen.text(subtitle, "body_small", c.on_surface_variant, x, top, w, 1, align, name="subtitle")
    pen.end()


_ACTION = {"icon": "icon!", "desc": "text!", "label": "text", "on": "bool", "color": "text", "tap": "action!"}


@widget(
    "clip",
    image="text!",
    title="text!",
    text="text",
    subtitle="text",
    face="text",
    icon="icon",
    height="num",
    actions=[_ACTION],
    tap="action",
    open="action",
    long="action",
)
def clip(pen, x, y, w, image, title, text, subtitle, face, icon, height, actions, tap, open, long):
    """A video or picture that fills the width at `height` dp, words over its foot (`title` opens what `open`
    says, `face` beside it), and round actions with counts up its right side. `icon` lies in the middle."""
    d = pen.d
    h = d(height or 600)
    pen.image(image, x, y, w, h)
    for n in range(1, 25):  # the foot darkens step by step, so that white words can be read on any picture
        pen.rect(x, y + h - d(10) * n, w, d(10) * n, 0x0B000000)
    if tap or long:
        pen.hit(x, y, w, h, act(tap, long))
    pen.begin(GROUP, x, y, w, h, desc=f"Video by {title}", name="clip", flags=flags(tap, long))
    if icon:
        pen.circle(x + w / 2, y + h / 2, d(34), SHADE)
        pen.icon(icon, x + w / 2 - d(22), y + h / 2 - d(22), d(44), WHITE, True)
    room = w - d(96)
    caption = pen.layout(text, "body_medium", room, 3) if text else None
    top = y + h - d(20) - (d(24) if subtitle else 0) - (caption.height + d(6) if caption else 0) - d(40)
    left = x + d(16)
    if face:
        pen.image(face, left, top, d(36), d(36), d(18))
        left += d(46)
    name = pen.layout(title, "title_small", x + room - left)
    pen.text(
        title, "title_small", WHITE, left, int(top + d(18) - name.height / 2), name.width + d(2), name="title"
    )
    if open:
        pen.hit(x + d(8), top - d(6), left + name.width - x, d(48), act(open))
    top += d(42)
    if caption:
        pen.text(text, "body_medium", WHITE, x + d(16), top, room, 3, name="text")
        top += caption.height + d(6)
    if subtitle:
        pen.icon("music_note", x + d(16), top, d(16), WHITE)
        pen.text(subtitle, "label_medium", WHITE, x + d(36), top, room - d(20), name="subtitle")
    up = y + h - d(28)
    for symbol, desc, label, on, color, press in reversed(actions or ()):
        up -= d(68)
        ink = pen.look.color(color, "on_primary") if on and color else WHITE
        pen.circle(x + w - d(30), up + d(20), d(22), 0x59000000)
        pen.icon(symbol, x + w - d(44), up + d(6), d(28), ink, True)
        pen.hit(x + w - d(64), up, d(64), d(60), act(press))
        pen.node(
            BUTTON, x + w - d(58), up, d(56), d(56), desc=desc, name="action",
            flags=flags(press, extra=SELECTED if on else 0),
        )  # fmt: skip
        if label:
            wide = pen.layout(label, "label_small").width
            pen.rect(x + w - d(30) - wide / 2 - d(5), up + d(44), wide + d(10), d(18), 0x66000000, d(9))
            pen.text(label, "label_small", WHITE, x + w - d(30) - wide / 2, up + d(45), name="count")
    pen.end()
    return h
