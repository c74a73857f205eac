"""Booking a service at a free time: a page with days and times, and the list of what is booked."""

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.template import filled


@module
def appointment(
    services="services", table="bookings", what="service", note="note", screen="book", listing="bookings",
    list_title="My bookings", first=9, last=17, step=60, days=7, verb="Book", payee=None, label=None,
    head=(), require=None, ask="",
):  # fmt: skip
    """Appointments for one of `services` (title, price, minutes): the screen `screen` (parameter id)
    offers `days` days in steps of `step` minutes from `first` to `last` o'clock, less those that are
    taken (by others, always the same ones, or by oneself); `table` keeps them (column `what`, at, `note`,
    status, price), the screen `listing` shows, cancels and hands them to the calendar. With a `payee` it
    is paid first (`request("pay")`); `label` names the text field kept as `note`; `head` are widgets on
    top; where `require` is false it says `ask` and books nothing."""
    pad = step * 60_000
    free = (
        f"[s for s in [day_at + {first * 3_600_000} + n * {pad}"
        f" for n in range(0, {(last - first) * 60 // step})]"
        f" if s > now() and (s // {pad} + count(get({services}, id).title)) % 3 != 0"
        f" and not [b for b in {table} if b.at == s and b.status == 'Booked']]"
    )
    keep = [
        f"insert({table}, {what}=get({services}, id).title, at=slot, {note}=strip(note), "
        f"price=get({services}, id).price, made=now())",
        f"replace('{listing}')",
        "toast('Booked')",
    ]
    book = keep
    if payee:
        pay = (
            f"request('pay', 'paid', payee='{payee}', amount=get({services}, id).price, "
            f"order=get({services}, id).title + ', ' + date(slot, '%-d %b') + ' ' + time(slot))"
        )
        book = [{"if": f"get({services}, id).price", "then": pay, "else": keep}]
    if require:
        book = [{"if": require, "then": book, "else": f"snackbar({ask!r})"}]
    cell = {"text": {"text": "{time(s)}", "style": "label_large", "align": "center"}}
    tile = {"style": "outlined", "pad": 10, "margin": 0, "selected": "slot == s", "tap": "slot = s"}
    times = {
        "grid": {
            "items": free,
            "as": "s",
            "columns": 4,
            "gap": 8,
            "row": {"card": {**tile, "children": [cell]}},
            "empty": {"icon": "event_busy", "title": "Nothing is free on this day"},
        }
    }
    return filled(
        "appointment",
        services=services,
        table=table,
        what=what,
        note=note,
        screen=screen,
        listing=listing,
        list_title=list_title,
        days=str(days),
        verb=verb,
        times=times,
        keep=keep,
        book=book,
        head=[*head],
        field={"field": {"bind": "note", "label": label}} if label else None,
    )
