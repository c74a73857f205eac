"""Groups of screens for pictures and sound: a player, a photo library, named collections."""

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.template import extended, filled

PLAYED = "min({length} * 1000, position + (int((now() - since) * speed) if playing else 0))"


def _button(icon, desc, tap, on=None):
    made = {"icon": icon, "desc": desc, "tap": tap}
    return {"icon_button": made if on is None else {**made, "on": on}}


@module
def player(
    table, current="now_playing", queue="queue", screen="player", queue_screen="queue_page",
    title="Now playing", title_of="title", by="artist", image="image", length="length", spoken=False,
    heart=None, first="", waiting=(), bars=(), more=(), actions=(), step=(),
):  # fmt: skip
    """A player over a table (columns title, image, length in seconds): picture, progress that can be
    dragged, play, previous, next, a queue, and a bar at the foot of the screens `bars`. `spoken` gives 10
    seconds back and forward, speed and a sleep timer instead of shuffle and repeat. `by` is the column (or
    an expression of `{item}`) under the title, `heart` a widget beside it, `more` widgets below, `step`
    actions after the piece changed. State: `current` (id), `queue` (ids), `playing`, `position` (ms) at
    `since`, `speed`, `shuffle`, `repeat`, `sleep_at`. An app starts a piece by setting those."""
    item = f"get({table}, {current})"
    played = PLAYED.format(length=f"({item}.{length} or 0)")
    under = by.replace("{item}", item) if "{item}" in by else f"{item}.{by}"
    at = f"let at = first([i for i in range(count({queue})) if {queue}[i] == {current}]) or 0"

    def stepped(move):
        return [
            at,
            {
                "if": queue,
                "then": [f"{current} = {queue}[({move}) % count({queue})]"],
            },
            "position = 0",
            "since = now()",
            "playing = True",
            "seek = 0",
            *step,
        ]

    def asleep(minutes):
        said = "1 hour" if minutes == 60 else f"{minutes} minutes"
        at = [f"sleep_at = now() + {minutes * 60_000}", "cancel('sleep_over')"]
        return [*at, f"after({minutes * 60_000}, 'sleep_over')", "close()", f"toast('Stops in {said}')"]

    on = f"random(count({queue})) if shuffle and count({queue}) > 2 else at if repeat == 'one' else at + 1"
    repeat = "repeat = 'all' if repeat == 'off' else 'one' if repeat == 'all' else 'off'"
    toggle = [f"position = {played}", "since = now()", "playing = not playing"]
    chips = {
        "chips": {
            "when": item,
            "items": [
                {"label": "{speed}× speed", "icon": "speed", "tap": "show('speed')"},
                {
                    "label": "{'Stops at ' + time(sleep_at) if sleep_at else 'Sleep timer'}",
                    "icon": "bedtime",
                    "tap": "show('sleep')",
                },
            ],
        }
    }
    bar = {
        "card": {
            "when": item,
            "pad": 0,
            "margin": 8,
            "color": "secondary_container",
            "children": [
                {
                    "row": {
                        "image": f"{{{item}.{image}}}",
                        "title": f"{{{item}.{title_of}}}",
                        "subtitle": f"{{{under}}}",
                        "trailing_icon": "{'pause' if playing else 'play_arrow'}",
                        "trailing_desc": "{'Pause' if playing else 'Play'}",
                        "trailing_tap": toggle,
                        "tap": f"open('{screen}')",
                    }
                }
            ],
        }
    }
    made = filled(
        "player",
        table=table,
        current=current,
        queue=queue,
        first=str(first),
        list=list(waiting),
        screen=screen,
        queue_screen=queue_screen,
        title=title,
        item=item,
        title_of=title_of,
        by=under,
        image=image,
        length=length,
        played=played,
        heart=heart,
        toggle=toggle,
        actions=list(actions),
        step_back=stepped("at - 1"),
        step_on=stepped(on),
        left=None if spoken else _button("shuffle", "Shuffle", "shuffle = not shuffle", "shuffle"),
        right=None
        if spoken
        else _button(
            "{'repeat_one' if repeat == 'one' else 'repeat'}", "Repeat {repeat}", repeat, "repeat != 'off'"
        ),
        rewind=_button(
            "replay_10", "Back 10 seconds", [f"position = max(0, {played} - 10000)", "since = now()"]
        )
        if spoken
        else None,
        forward=_button("forward_10", "Forward 10 seconds", [f"position = {played} + 10000", "since = now()"])
        if spoken
        else None,
        more=[*([chips] if spoken else []), *more],
        sleep_15=asleep(15),
        sleep_30=asleep(30),
        sleep_45=asleep(45),
        sleep_60=asleep(60),
    )
    if spoken:
        stop = [f"position = {played}", "since = now()", "playing = False", "sleep_at = 0"]
        made["events"] = {"sleep_over": {"do": stop}}
    else:
        del made["screens"][screen]["overlays"]
    for name in bars:
        made["screens"][name] = {"footer": [bar]}
    return made


@module
def gallery(
    screen="photos", photo="photo", pick="pick", add="add_to_album", title="Photos", favorites=(), about=None,
    before=(), actions=(), facts=(), edits=(), folders="/sdcard",
):  # fmt: skip
    """A photo library over the pictures and videos among the files: a grid by month where a long press
    chooses several, one photo (share, favourite, album, details, delete), a trash, and `pick`, which answers
    other apps with a photo. `about` is a table with what is known of a file (path, title, place, people);
    `add` the screen (of the module collections) that puts the paths `picked` into an album. `before` are
    widgets over the grid, `facts` below a photo, `edits` more actions on it. State: `favorites` (paths) and
    `trash` (path, at)."""

    def shown(more=""):
        return (
            f"sort([f for f in files if f.kind in ('image', 'video') and starts(f.id, '{folders}')"
            f" and not where(trash, path=f.id){more}], '-modified')"
        )

    def known(path, column, fallback):
        return f"(first(where({about}, path={path})).{column} or {fallback})" if about else fallback

    matches = " + ' ' + ".join([*(known("f.id", c, "''") for c in ("title", "place", "people")), "f.name"])
    return filled(
        "gallery",
        screen=screen,
        photo=photo,
        pick=pick,
        add=add,
        title=title,
        favorites=list(favorites),
        items=shown(),
        pickable=shown(f" and f.kind == 'image' and (not query or contains({matches}, query))"),
        before=list(before),
        actions=list(actions),
        facts=list(facts),
        edits=list(edits),
        name_of_f=known("f.id", "title", "f.name"),
        name_of_path=known("path", "title", "get(files, path).name"),
        place_of_path=known("path", "place", "''"),
    )


@module
def collections(
    table, singular, noun="item", plural=None, title=None, members=None, screens=None, rows=(), contents=(),
    cover=None, icon="collections_bookmark", row=None, items=None, of=None, grid=False, header=(), actions=(),
    menu=(), empty=None, order="'name'", default="art/9",
):  # fmt: skip
    """Named collections (playlists, albums, shelves) of the rows of the table `of`: a grid of them, one with
    its things drawn by `row` (the widget for an `item`; in a `grid` of three if so), rename and delete, and a
    screen that adds the ids in the parameter `picked` to one. `screens` names the three (else `<table>`,
    `<singular>`, `add_to_<singular>`). State: `table` (name, at) with `rows`, and `members` (list, item, at)
    with `contents`. `cover` is the column of `of` with a picture."""
    members = members or f"{table}_items"
    key = singular.replace(" ", "_")
    listing, detail, add = screens or (table, key, f"add_to_{key}")
    picture = (
        f"get({of}, first(where({members}, list=l.id)).item).{cover or 'image'} or '{default}'"
        if of
        else f"'{default}'"
    )
    kind, given = next(iter((row or {"row": {"title": "{item.title}"}}).items()))
    found = (
        items or f"[get({of}, m.item) for m in sort(where({members}, list=id), 'at') if get({of}, m.item)]"
    )
    shown = {
        "items": found,
        "as": "item",
        "row": {kind: extended(given)},
        "empty": empty
        or {"icon": icon, "title": "Nothing in here yet", "text": f"Add a {noun} from its menu."},
    }
    if grid:
        shown |= {"columns": 3, "gap": 4}
    return filled(
        "collections",
        table=table,
        members=members,
        lists={"columns": {"name": "", "at": 0}, "rows": list(rows)},
        contents={"columns": {"list": "", "item": "", "at": 0}, "rows": list(contents)},
        listing=listing,
        detail=detail,
        add=add,
        title=title or table.capitalize(),
        one=singular,
        One=singular.capitalize(),
        plural=plural or f"{singular}s",
        noun=noun,
        icon=icon,
        order=order,
        cover_of_l=picture,
        header=list(header),
        actions=list(actions),
        menu=list(menu),
        made=[f"insert({table}, name=strip(name), at=now())", f"toast('{singular.capitalize()} made')"],
        rows=[{"grid" if grid else "list": shown}],
        row_new={
            "row": {"title": f"New {singular}", "icon": "add", "tap": "show('create', name='', tried=False)"}
        },
    )
