"""Groups of screens about going somewhere by a timetable: plan, connections, fare, seats, passengers, change."""

# ruff: noqa: E501 - lines of a spec read best unbroken

from devices.phoneworld.modules import booking
from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.lists import crud
from devices.phoneworld.modules.template import filled


@module
def journeys(
    origin, target, payee, plan="plan", heading="Where are you going?", rows="('AB CD',) * 8", taken="()", front="Front",
    prefix="T", first_number=41207, station_icon="train", from_icon="my_location", to_icon="location_on", bay="platform",
    board="Departures", departures="board", image="train", way="Card ending 4471", first_day="@+7d 00:00",
    travellers=(), document="Document number", runs="True", below=(),
):  # fmt: skip
    """Tickets by a timetable. The app brings the content `stations` (name, about, station), `departures` (code,
    origin, target, leave and minutes in minutes, price, via, platform, left, late) and `fare_kinds` (name, about,
    factor). Screens: `plan` (a form, with the widgets `below`), `results`, `fares`, `seats`, `pay_trip`,
    `change_trip`, `travellers`, `edit_traveller`, the departures board, and those of the module booking. State:
    `origin`, `target`, `travel_day`, `passengers`, `fare`, `travellers`, `bookings`. `rows` and `taken` are those
    of the module seats, `runs` whether the departure `d` goes on the chosen day."""
    made = filled(
        "journeys",
        origin=origin,
        target=target,
        payee=payee,
        plan=plan,
        heading=heading,
        prefix=prefix,
        number=first_number,
        station_icon=station_icon,
        from_icon=from_icon,
        to_icon=to_icon,
        bay=bay,
        board=board,
        departures_screen=departures,
        image=image,
        way=way,
        travellers=[*travellers],
        runs=runs,
        below=[*below],
    )
    parts = [
        booking.dates("travel_dates", "Which day?", "travel_day", one=True, first=first_day),
        booking.seats(
            rows, taken, "open('pay_trip', id=id, picked=chosen)", most="passengers", front=front, params=["id"],
            subtitle="{get(departures, id).code}",
        ),
        booking.booking(
            title="Tickets", noun="trips", one="Ticket", icon=station_icon, who="Passengers", change="change_trip",
            words="Tickets you buy show up here.",
            more=[{"fact": {"icon": "chair", "label": "Seat", "value": "{get(bookings, id).seat}"}}],
        ),
        crud(
            "travellers", "Travellers",
            [
                {"name": "name", "label": "Full name", "icon": "person", "error": "Enter the name"},
                {"name": "kind", "value": "Adult", "as": {"segmented": {
                    "items": [{"value": repr(k), "label": k} for k in ("Adult", "Child", "Senior")],
                    "value": "kind", "pick": "kind"}}},
                {"name": "document", "label": document, "icon": "badge"},
            ],
            singular="traveller", screens=["travellers", "edit_traveller"], items="travellers", sort=["name"],
            row={"row": {"avatar": "{item.name}", "title": "{item.name}", "subtitle": "{item.kind}{' · ' + item.document if item.document else ''}"}},
            empty={"icon": "group", "title": "No travellers", "text": "Save the people you travel with."},
            delete="Their tickets stay.", undo=False, edit={"button": "Save traveller"},
        ),
    ]  # fmt: skip
    state = {}
    for part in parts:
        made["screens"] = part["screens"] | made["screens"]
        state |= part.get("state") or {}
    made["state"] = state | made["state"]
    return made
