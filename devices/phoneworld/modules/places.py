"""Groups of screens about a city: places on a map, and the way there."""

# ruff: noqa: E501 - lines of a spec read best unbroken

from pathlib import Path

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.template import filled
from devices.phoneworld.source import parse

CITY = Path(__file__).parent / "northport.yaml"
# Streets run in two directions, so the way is as long as both sides of the box around it; a unit is 80 m.
FAR = "round((abs({a}.x - {b}.x) + abs({a}.y - {b}.y)) * 0.08, 1)"


def northport() -> dict:
    """`kinds` and `rows` of Northport's places."""
    return parse(CITY.read_text(encoding="utf-8"), f"modules/{CITY.name}")


@module
def city(kinds=None):
    """Northport's places as content: `places` (name, kind, address, x, y, rating, reviews, hours, phone, image,
    about), all or those of some `kinds`, and `place_kinds`."""
    found = northport()
    rows = [r for r in found["rows"] if not kinds or r["kind"] in kinds]
    return {"content": {"places": {"rows": rows}, "place_kinds": {"rows": found["kinds"]}}}


@module
def map_places(
    map="map", hint="Search places", avatar="", here=(33, 50), height=300, directions=None,
    lists=("Favourites", "Want to go"), saved=(), more=(),
):  # fmt: skip
    """Northport on a map: brings the content `places` (name, kind, address, x, y, rating, reviews, hours,
    phone, image, about) and `place_kinds`. Screens: the map (named by `map`), `find_place`, `place` (with the
    widgets `more`), `saved_places`, and `pick_place`, which answers other apps with a place. State: `here`
    and `saved` (place, list). `directions` is the screen that shows the way, such as that of the module
    route."""
    found = northport()

    def toggle(name):
        held = f"first(where(saved, place=id, list={name!r}))"
        put = {"if": held, "then": f"remove(saved, {held}.id)", "else": f"insert(saved, place=id, list={name!r}, at=now())"}  # fmt: skip
        return {"row": {"title": name, "checked": f"{held} != None", "tap": [put]}}

    phone = "get(places, id).phone"
    return filled(
        "map_places",
        map=map,
        rows=found["rows"],
        kinds=found["kinds"],
        hint=hint,
        avatar=avatar or None,
        here=list(here),
        height=height,
        first=lists[0],
        saved=list(saved),
        far="round((abs(p.x - here[0]) + abs(p.y - here[1])) * 0.08, 1)",
        lists=[toggle(name) for name in lists],
        tabs=[{"label": name, "on": f"list == {name!r}", "tap": f"list = {name!r}"} for name in lists],
        go=directions
        and {"label": "Directions", "icon": "directions", "tap": f"open('{directions}', target=id)"},
        call={"when": phone, "label": "Call", "icon": "call", "tap": f"intent('dial', number={phone})"},
        more=list(more),
    )


@module
def route(places="places", screen="directions", trips="trips", home="home"):
    """The way from one of `places` to another (`target`): on foot, by bike, tram or car, with a map, the time
    and the steps; Start keeps it in the table `trips` (origin, target, mode, minutes). Start and destination
    are picked as places; `home` is where a way starts unless told."""
    far = FAR.format(a=f"get({places}, origin)", b=f"get({places}, target)")
    pace = "(2.5 if mode == 'car' else 3.2 if mode == 'transit' else 4.2 if mode == 'bike' else 12.5)"
    wait = "(2 if mode == 'car' else 5 if mode == 'transit' else 0)"
    return filled(
        "route",
        places=places,
        screen=screen,
        trips=trips,
        home=home,
        far=far,
        minutes=f"int(max(1, round({far} * {pace} + {wait})))",
    )
