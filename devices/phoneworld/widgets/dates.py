"""The month grid and the clock face's plain cousin: hours and minutes with steps."""

from datetime import date, timedelta
from functools import lru_cache

from devices.phoneworld.block import BUTTON, CLICK, FOCUSABLE, SELECTED, VIEW
from devices.phoneworld.clock import DAY, stamp, when, words
from devices.phoneworld.render.text import measure
from devices.phoneworld.widgets.base import act, flags, widget


@lru_cache(256)
def weeks_of(year, month, first_weekday=0):
    """The dates of a month's grid, six weeks of seven."""
    first = date(year, month, 1)
    start = first - timedelta(days=(first.weekday() - first_weekday) % 7)
    return tuple(tuple(start + timedelta(days=7 * w + n) for n in range(7)) for w in range(6))


@widget(
    "calendar",
    month="expr!",
    day="expr",
    today="expr",
    marks="expr",
    pick="bind!",
    previous="action",
    next="action",
)
def calendar(pen, x, y, w, month, day, today, marks, pick, previous, next):
    """A month: `month` and `day` are moments (ms), `marks` the starts of days with a dot; a tap sets
    `pick`."""
    d, c = pen.d, pen.c
    moment = when(month)
    top = y
    head = d(48)
    pen.text(
        words(month, "%B %Y"), "title_medium", c.on_surface, x + d(24), y + d(12), w - d(140), name="month"
    )
    for icon, desc, tap, left in (
        ("chevron_left", "Previous month", previous, x + w - d(104)),
        ("chevron_right", "Next month", next, x + w - d(56)),
    ):
        if tap:
            pen.icon(icon, left + d(12), y + d(12), d(24), c.on_surface_variant)
            pen.hit(left, y, d(48), head, act(tap))
            pen.node(BUTTON, left, y, d(48), head, desc=desc, name="month_step", flags=flags(tap))
    y += head
    cell, side = (w - d(24)) / 7, d(44)
    for n, name in enumerate(() if pen.sketching else ("M", "T", "W", "T", "F", "S", "S")):
        pen.text(
            name,
            "body_small",
            c.on_surface_variant,
            x + d(12) + n * cell,
            y + d(4),
            cell,
            1,
            "center",
            node=False,
        )
    y += d(28)
    first, name = stamp(moment.year, moment.month, 1), words(month, "%B %Y")
    days = _Days(pen, cell, side, day, today, frozenset(marks or ()), name)
    for week in weeks_of(moment.year, moment.month):
        if week[0].month != moment.month and week[6].month != moment.month:
            continue
        numbers = tuple([(n, that.day) for n, that in enumerate(week) if that.month == moment.month])
        pen.hits += _taps(x + d(12), y, cell, side, numbers, first, pick)
        if not pen.sketching:
            days.draw(x + d(12), y, numbers, first)
        y += side
    return y - top + d(8)


@lru_cache(512)
def _taps(left, y, cell, side, week, first, pick):
    """The hit boxes of the days `(column, number)` of a week; `first` is the first moment of the month."""
    (letter, name), found = pick, []
    for column, number in week:
        x, target = left + column * cell, ("act", ("set", letter, name, first + (number - 1) * DAY), None)
        found.append((x, y, x + cell, y + side, target))
    return tuple(found)


@lru_cache(64)
def _numbers(style, width):
    """The keys of the texts 0 to 31, each in the middle of a width."""
    return tuple([measure(str(n), style, width, 1, "center").key for n in range(32)])


class _Days:
    """Draws the days of a month; what they share is worked out once."""

    def __init__(self, pen, cell, side, day, today, marked, month):
        self.pen, self.cell, self.side, self.marked = pen, cell, side, marked
        self.month, self.chosen = month, day // DAY * DAY if day is not None else None
        self.today = today // DAY * DAY if today is not None else None
        self.disc, self.dot, self.below, self.thin = pen.d(19), pen.d(2), pen.d(13), max(1, pen.d(1))
        style = pen.style("body_medium")
        self.keys, self.tall = _numbers(style, cell), style[2]

    def draw(self, left, y, week, first):
        """The days `(column, number)` of a week; `first` is the first moment of the month. Written out, as a
        tap on a day draws all of them again."""
        pen, c, cell, side = self.pen, self.pen.c, self.cell, self.side
        ops, depth, high, ty = pen.ops, pen.depth, int(side + 0.5), int(y + side / 2 - self.tall / 2)
        for column, number in week:
            x, start = left + column * cell, first + (number - 1) * DAY
            on, now, text, ink = start == self.chosen, start == self.today, str(number), c.on_surface
            label, states = f"{text} {self.month}", CLICK | FOCUSABLE
            cx, cy = x + cell / 2, y + side / 2
            if on:
                pen.circle(cx, cy, self.disc, c.primary)
                ink, states = c.on_primary, states | SELECTED
            elif now:
                disc, ink = self.disc, c.primary
                pen.stroke(cx - disc, cy - disc, 2 * disc, 2 * disc, disc, self.thin, c.primary)
            ops.append(("text", x, ty, self.keys[number], ink))
            if start in self.marked:
                pen.circle(cx, cy + self.below, self.dot, c.on_primary if on else c.primary)
                label += ", has events"
            box = (depth, int(x), int(y), int(cell + 0.5), high)
            pen.nodes.append((*box, VIEW, text, label, "day", states))


@widget("time", value="expr!", pick="bind!", label="text")
def time(pen, x, y, w, value, pick, label):
    """A time picker: `value` counts minutes from midnight; arrows step hours and (by five) minutes of
    `pick`."""
    d, c = pen.d, pen.c
    top = y
    if label:
        y += pen.text(label, "label_large", c.on_surface_variant, x + d(16), y + d(8), w - d(32)).height + d(
            12
        )
    value = int(value or 0) % 1440
    box_w, box_h = d(96), d(72)
    left = x + (w - 2 * box_w - d(24)) // 2
    for n, (number, step, name) in enumerate(((value // 60, 60, "hour"), (value % 60, 5, "minute"))):
        bx = left + n * (box_w + d(24))
        for icon, desc, sign, by in (
            ("keyboard_arrow_up", "Later", 1, y),
            ("keyboard_arrow_down", "Earlier", -1, y + d(40) + box_h),
        ):
            pen.icon(icon, bx + box_w / 2 - d(12), by + d(8), d(24), c.on_surface_variant)
            new = (
                (value + sign * step) % 1440
                if step == 60
                else value - value % 60 + (value % 60 + sign * step) % 60
            )
            pen.hit(bx, by, box_w, d(40), act(("set", pick[0], pick[1], new)))
            pen.node(
                BUTTON,
                bx,
                by,
                box_w,
                d(40),
                desc=f"{desc} {name}",
                name=f"{name}_{desc.lower()}",
                flags=CLICK | FOCUSABLE,
            )
        pen.rect(
            bx, y + d(40), box_w, box_h, c.primary_container if n == 0 else c.surface_container_highest, d(8)
        )
        pen.text(
            f"{number:02d}",
            "display_medium",
            c.on_primary_container if n == 0 else c.on_surface,
            bx,
            y + d(40) + (box_h - d(52)) // 2,
            box_w,
            1,
            "center",
            name=name,
        )
    pen.text(":", "display_medium", c.on_surface, left + box_w, y + d(50), d(24), 1, "center", node=False)
    return y + box_h + d(88) - top
