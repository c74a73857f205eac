"""Groups of screens about reserving: bookings, dates, seats, and tickets to show."""

# ruff: noqa: E501 - lines of a spec read best unbroken

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.template import fill, filled

DAY = 86_400_000
COLUMNS = {
    "code": "", "title": "", "detail": "", "place": "", "start": 0, "end": 0, "people": "", "price": 0,
    "payment": "", "status": "Confirmed", "image": "", "made": 0,
}  # fmt: skip


@module
def booking(
    table="bookings", title="Bookings", noun="bookings", one="Booking", list="bookings", screen="booking", icon="event",
    words="What you book shows up here.", nights=False, who="Guests", when_label="When", columns=None, code=True,
    cancel="You get your money back within three days.", cancelled=(), change=None, more=(),
):  # fmt: skip
    """Bookings of any kind: a list (upcoming, past, cancelled) and one booking (screen `screen`, parameter id)
    with a code to scan, calendar, map and share, and a cancel button that asks while it lies ahead. `table`
    has code, title, detail, place, start, end, people, price, payment, status, image, made and further
    `columns`. With `nights` the times are days; `change` is the screen that changes a booking (it gets id),
    `cancelled` what else to do on cancelling."""
    when = (
        "{date(b.start, '%-d %b')} – {date(b.end, '%-d %b')}"
        if nights
        else "{date(b.start, '%a %-d %b, %H:%M')}"
    )
    row = f"get({table}, id)"
    when_long = (
        f"{{date({row}.start, '%a %-d %B')}} – {{date({row}.end, '%a %-d %B %Y')}}"
        if nights
        else f"{{date({row}.start, '%A %-d %B %Y, %H:%M')}} – {{time({row}.end)}}"
    )
    return filled(
        "booking",
        table=table,
        title=title,
        noun=noun,
        one=one,
        list=list,
        screen=screen,
        icon=icon,
        words=words,
        when=when,
        when_long=when_long,
        when_label=when_label,
        who=who,
        code=bool(code),
        cancel=cancel,
        cancel_label=f"Cancel {one.lower()}",
        cancelled=[*cancelled],
        columns={**COLUMNS, **(columns or {})},
        more=[*more],
        change=change
        and fill(
            """
            button: {when: "$row.status != 'Cancelled' and ($row.start or 0) > now()", label: Change, style: tonal, wide: true, tap: "open('$change', id=id)"}
            """,
            row=row,
            change=change,
        ),
    )


@module
def dates(
    screen="dates", title="Choose dates", start="check_in", end="check_out", first="@+7d 00:00", last="@+9d 00:00",
    labels=("Check-in", "Check-out"), one=False, marks=(),
):  # fmt: skip
    """Choosing days: a calendar for the first and the last day (state scalars `start` and `end`, ms at
    midnight), the last always after the first; with `one` only the first. Days that are over are refused."""
    choose = [f"{start} = picked"]
    if not one:
        choose = fill(
            """
            do:
              - if: which == '$start'
                then:
                  - $start = picked
                  - $end = max($end, picked + $day)
                  - which = '$end'
                else:
                  - if: picked <= $start
                    then: [$start = picked, "$end = picked + $day"]
                    else: $end = picked
            """,
            start=start,
            end=end,
            day=DAY,
        )["do"]
    made = filled(
        "dates",
        screen=screen,
        title=title,
        start=start,
        end=end,
        first=first,
        last=last,
        choose=choose,
        marks=f"[{start}, {end}]" if not one else (marks and f"{marks}") or None,
        shown=start if one else f"{start} if which == '{start}' else {end}",
        words=f"{{date({start}, '%a %-d %B')}}"
        + (
            ""
            if one
            else f" – {{date({end}, '%a %-d %B')}} · {{plural(int(({end} - {start}) / {DAY}), 'night')}}"
        ),
        both=None
        if one
        else {
            "segmented": {
                "items": [
                    {"value": repr(start), "label": labels[0]},
                    {"value": repr(end), "label": labels[1]},
                ],
                "value": "which",
                "pick": "which",
            }
        },
    )
    if one:
        made["state"].pop(end)
        made["screens"][screen]["vars"].pop("which")
    return made


@module
def seats(
    rows, taken, then, screen="seats", title="Choose seats", most="1", front="", button="Continue", params=None,
    subtitle=None,
):  # fmt: skip
    """Choosing seats on a plan: `rows` (an expression that gives texts such as "AB CD"), `taken` (one that
    gives seats such as 3B), exactly `most` of them. The button does `then`, which reads `chosen`."""
    return filled(
        "seats",
        rows=rows,
        taken=taken,
        then=then,
        screen=screen,
        title=title,
        most=most,
        front=front,
        button=button,
        params=params,
        subtitle=subtitle,
    )


@module
def tickets(
    table="tickets", title="Tickets", noun="tickets", list="tickets", screen="ticket", icon="qr_code",
    words="Tickets you buy or add show up here.", seat="Seat", more=(),
):  # fmt: skip
    """Tickets and passes to show: a list of coloured cards (and the used ones), and one ticket with a code to
    scan, share, calendar, mark as used, remove. `table` has title, detail, code, at, place, seat, color,
    image, used."""
    return filled(
        "tickets",
        table=table,
        title=title,
        noun=noun,
        list=list,
        screen=screen,
        icon=icon,
        words=words,
        seat=seat,
        more=[*more],
    )
