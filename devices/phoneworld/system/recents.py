"""Recents: the open tasks as cards that show their last screen, drawn small."""

from devices.phoneworld.block import BUTTON, CLICK, FRAME
from devices.phoneworld.frame import Window
from devices.phoneworld.system.intents import draw_app_icon
from devices.phoneworld.window import draw_ground

PACKAGE = "org.phoneworld.launcher"
SHRINK = 0.62


def scaled(ops, k, dx, dy):
    """Display-list ops shrunk by `k` and moved; text becomes bars, as thumbnails of this size are
    unreadable anyway."""
    from devices.phoneworld.render.text import layout_of

    found = []
    for op in ops:
        kind = op[0]
        if kind in ("rect", "rrect", "rrect4", "stroke", "image", "shadow", "clip"):
            at = 2 if kind == "image" else 1
            x, y, w, h = (v * k for v in op[at : at + 4])
            rest = op[at + 4 :]
            if kind in ("rrect", "clip", "shadow"):
                rest = (rest[0] * k, *rest[1:])
            elif kind == "stroke":
                rest = (rest[0] * k, max(1, rest[1] * k), rest[2])
            elif kind == "rrect4":
                rest = (tuple(r * k for r in rest[0]), rest[1])
            elif kind == "image":
                rest = (tuple(r * k for r in rest[0]),)
            found.append((*op[:at], x + dx, y + dy, w, h, *rest))
        elif kind == "circle":
            found.append(("circle", op[1] * k + dx, op[2] * k + dy, op[3] * k, op[4]))
        elif kind == "line":
            found.append(
                (
                    "line",
                    op[1] * k + dx,
                    op[2] * k + dy,
                    op[3] * k + dx,
                    op[4] * k + dy,
                    max(1, op[5] * k),
                    op[6],
                )
            )
        elif kind == "path":
            found.append(("path", op[1], op[2] * k + dx, op[3] * k + dy, op[4] * k, op[5]))
        elif kind == "icon":
            found.append(("icon", op[1], op[2] * k + dx, op[3] * k + dy, op[4] * k, *op[5:]))
        elif kind == "text":
            from devices.phoneworld.render.text import measure

            text, style, width, lines, align = op[3]
            small = (
                round(style[0] * k, 2),
                style[1],
                round(style[2] * k),
                *(round(t * k, 2) for t in style[3:4]),
            )
            source = layout_of(op[3])
            layout = measure(
                text, small, width * k + 2 if width is not None else None, lines or source.line_count, align
            )
            found.append(("text", op[1] * k + dx, op[2] * k + dy, layout.key, op[4]))
        elif kind == "endclip":
            found.append(op)
    return found


class Card:
    """Draws one task's card from its window's blocks."""

    def __init__(self, placed, key):
        self.placed, self.key = placed, key

    def __hash__(self):
        return hash(self.key)

    def __eq__(self, other):
        return isinstance(other, Card) and self.key == other.key


def draw_card(pen, x, y, w, height, label, icon, color, package, card):
    """The app's icon and name over its shrunken last screen."""
    d = pen.d
    pen.begin(FRAME, x, y, w, height, desc=label, name="task", flags=CLICK)
    draw_app_icon(pen, x + d(8), y, d(28), icon, color)
    pen.text(label, "title_small", 0xFFFFFFFF, x + d(44), y + d(4), w - d(60), name="task_name")
    top = y + d(40)
    h = height - d(40)
    pen.ops.append(("clip", x, top, w, h, d(20)))
    pen.rect(x, top, w, h, pen.c.surface)
    for block, bx, by, clip in card.placed if card else ():
        if clip:
            pen.ops.append(
                (
                    "clip",
                    clip[0] * SHRINK + x,
                    clip[1] * SHRINK + top,
                    (clip[2] - clip[0]) * SHRINK,
                    (clip[3] - clip[1]) * SHRINK,
                    0,
                )
            )
        if block.bg is not None:
            pen.rect(x + bx * SHRINK, top + by * SHRINK, block.w * SHRINK, block.h * SHRINK, block.bg)
        pen.ops += scaled(block.ops, SHRINK, x + bx * SHRINK, top + by * SHRINK)
        if clip:
            pen.ops.append(("endclip",))
    pen.ops.append(("endclip",))
    pen.hit(x, y, w, height, ("task", package))
    pen.end()
    return height


def draw_foot(pen, x, y, w, some):
    """Clear all, or that there is nothing."""
    d = pen.d
    if not some:
        pen.text("No recent items", "title_medium", 0xFFFFFFFF, x, y, w, 1, "center", name="empty")
        return d(40)
    pen.rect(x + (w - d(120)) / 2, y, d(120), d(44), 0x33FFFFFF, d(22))
    pen.text("Clear all", "label_large", 0xFFFFFFFF, x, y + d(12), w, 1, "center", node=False)
    pen.hit(x + (w - d(120)) / 2, y, d(120), d(44), ("sys", "clear_tasks"))
    pen.node(BUTTON, x + (w - d(120)) / 2, y, d(120), d(44), "Clear all", name="clear_all", flags=CLICK)
    return d(44)


def window(look, state, picture):
    """The recents screen. `picture(task)` gives the placed blocks of a task's last screen, and a key for
    them."""
    tasks, packages, d = state["tasks"], state["sys"]["packages"], look.d
    ground = look.block((draw_ground, 0xFF2B2930, look.height))
    placed = [(ground, 0, 0, None)]
    wide = int(look.width * SHRINK)
    tall = int(look.height * SHRINK) + d(40)
    step = wide + d(16)
    most = max(0, step * (len(tasks) - 1))
    offset = min(state["recents"], most)
    top = (look.height - tall) // 2 - d(16)
    for n, task in enumerate(tasks):
        left = (look.width - wide) // 2 + offset - n * step
        if -wide < left < look.width:
            row = packages[task["package"]]
            blocks, key = picture(task)
            card = Card(blocks, key)
            placed.append(
                (
                    look.block(
                        (draw_card, tall, row["label"], row["icon"], row["color"], task["package"], card),
                        wide,
                    ),
                    left,
                    top,
                    None,
                )
            )
    foot = look.block((draw_foot, bool(tasks)))
    placed.append((foot, 0, top + tall + d(24) if tasks else look.height // 2, None))
    return Window(
        PACKAGE,
        "recents",
        tuple(placed),
        (0, 0, look.width, look.height),
        True,
        (0, 0, look.width, look.height, "recents", offset, most),
    )
