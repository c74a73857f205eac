"""Groups of screens that most apps have: settings, sign-in, calendar, files."""

from devices.phoneworld.modules import lists
from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.template import extended, fill, filled
from devices.phoneworld.tables import TYPES


def _now(entry):
    """The expression for the value an entry shows: a setting of the phone (`key`) or of the app (`name`)."""
    if "key" not in entry:
        return entry["name"]
    return f"setting({_key(entry)}, {entry.get('default', 0)!r})"


def _key(entry):
    text, _, rest = entry["key"].partition("{")
    return repr(text) + (f" + {rest.rstrip('}')}" if rest else "")


def _put(entry, value):
    return f"set_setting({_key(entry)}, {value})" if "key" in entry else f"{entry['name']} = {value}"


def _switch(entry, shown):
    on, off = entry.get("on", 1), entry.get("off", 0)
    state = f"{_now(entry)} == {on}" if off else _now(entry)
    value = f"{off} if {state} else {on}" if "key" in entry else f"not {state}"
    made = {"switch": {**shown, "on": state, "tap": _put(entry, value)}}
    if not entry.get("main"):
        return made
    color = f"{{'primary_container' if {state} else 'surface_container_highest'}}"
    return {"card": {"pad": 0, "color": color, "children": [made]}}


def _choice(entry, shown, overlay):
    """The row that tells the chosen option, and the dialog that offers them."""
    options = entry["options"]
    options = options if isinstance(options, dict) else {o: o for o in options}
    told = "".join(f"{str(label)!r} if {_now(entry)} == {value!r} else " for value, label in options.items())
    lines = [
        {
            "row": {
                "title": str(label),
                "radio": f"{_now(entry)} == {value!r}",
                "tap": [_put(entry, repr(value)), "close()"],
            }
        }
        for value, label in options.items()
    ]
    dialog = {"title": entry["title"], "body": lines, "buttons": [{"label": "Cancel", "tap": "close()"}]}
    return {"row": {"subtitle": f"{{{told}'Custom'}}", **shown, "tap": f"show('{overlay}')"}}, {
        overlay: {"dialog": dialog}
    }


ITEM = {
    "key",
    "default",
    "on",
    "off",
    "name",
    "value",
    "low",
    "high",
    "options",
    "open",
    "main",
    "get",
    "set",
}


@module
def settings(items, screen="settings", title="Settings", about=None):
    """A settings screen. `items` lists widgets and entries `{title, subtitle, icon, …}` of a setting of the
    phone (`key` and `default`, the key may end in `{expression}`) or of the app (`name` and `value`): a
    switch (`on` and `off`, 1 and 0, are what it stores; `main` puts it on a card), with `low` and `high` a
    slider (`get` and `set` translate), with `options` a choice in a dialog (a list, or values with labels);
    `open` leads to a screen. A `list` may have such an entry as its row. `about` tells the app's
    version."""
    state, variables, load, changed, overlays = {}, {}, [], {}, {}

    def made(entry):
        kind = next(iter(entry))
        if len(entry) == 1 and kind in ("list", "grid"):
            return {kind: {**entry[kind], "row": made(entry[kind]["row"])}}
        if len(entry) == 1 and isinstance(entry[kind], (dict, str, int, type(None))):
            return entry
        if "open" in entry:
            kept = {k: v for k, v in entry.items() if k != "open"}
            return {"row": {**kept, "tap": f"open('{entry['open']}')"}}
        shown = {k: v for k, v in entry.items() if k not in ITEM}
        if "key" not in entry:
            state[entry["name"]] = entry.get("value", False)
        short = entry.get("name") or entry["key"].partition("{")[0].rsplit(".", 1)[-1]
        if "options" in entry:
            row, overlay = _choice(entry, shown, short)
            overlays.update(overlay)
            return row
        if "high" in entry:
            variables[short] = 0
            load.append(f"{short} = {entry.get('get', _now(entry))}")
            changed[short] = _put(entry, entry.get("set", short))
            ends = {"low": entry.get("low", 0), "high": entry["high"]}
            return {"slider": {"label": shown.pop("title"), **shown, "value": short, "pick": short, **ends}}
        return _switch(entry, shown)

    body = [made(e) for e in items]
    if about:
        body.append({"row": {"title": "Version", "subtitle": str(about)}})
    return fill(
        """
        state: $state
        screens:
          $screen:
            title: $title
            vars: $vars
            load: $load
            changed: $changed
            body: $body
            overlays: $overlays
        """,
        screen=screen,
        title=title,
        state=state,
        vars=variables,
        load=load or None,
        changed=changed or None,
        body=body,
        overlays=overlays,
    )


@module
def login(user, password, screen="login", then="home", title="Sign in", signed_in=False, hint=""):
    """A sign-in screen: name and password (a secret field, with a `hint`), a message when they are wrong;
    then the screen `then`. State `signed_in`."""
    return filled(
        "login",
        user=user,
        password=str(password),
        screen=screen,
        then=then,
        title=title,
        signed_in=signed_in,
        hint=hint,
    )


@module
def agenda(
    table="events", screen="agenda", title="Agenda", target=None, edit=None, row=None, empty=None,
    sort=("start",), actions=(),
):  # fmt: skip
    """A month with marked days and the chosen day's events, drawn by `row` (the widget for an `item`), each
    opening the screen `target`; a button opens the screen `edit` with a `start` on that day. `table` has
    title, start and end (ms), in the state, or is the shared `calendar`; `actions` go to the app bar."""
    plain = {"title": "{item.title}", "subtitle": "{time(item.start)} – {time(item.end)}", "icon": "event"}
    kind, given = next(iter((row or {"row": plain}).items()))
    new = f"open('{edit}', start=day + 9 * 3600000)"
    made = filled(
        "agenda",
        screen=screen,
        title=title,
        table=table,
        actions=actions,
        items=f"sort([e for e in {table} if start_of_day(e.start) == day], {', '.join(map(repr, sort))})",
        row={kind: extended(given, **({"tap": f"open('{target}', id=item.id)"} if target else {}))},
        empty={
            **(empty or {"icon": "event", "title": "Nothing planned"}),
            **({"button": "Add an event", "tap": new} if edit else {}),
        },
        fab=edit and {"icon": "add", "desc": "New event", "tap": new},
    )
    if table in TYPES:
        return {"uses": [table], **made}
    return {"state": {table: {"columns": {"title": "", "start": 0, "end": 0}}}, **made}


FILE_ICON = "".join(
    f"{icon!r} if f.kind == {kind!r} else "
    for kind, icon in {
        "image": "",
        "folder": "folder",
        "pdf": "picture_as_pdf",
        "audio": "audio_file",
        "video": "video_file",
        "archive": "folder_zip",
    }.items()
)
FILE_ICON = f"{{{FILE_ICON}'description'}}"
OPEN_FILE = [
    {"if": "f.kind == 'folder'", "then": "open('folder', path=f.id)", "else": "open('file', path=f.id)"}
]
INSIDE = "plural(count(files_in(files, f.id)), 'item')"
PLAYED = "min(length, played + (max(0, now() - since) if playing else 0))"


@module
def file_browser(root="/sdcard", root_title="Internal storage", order="name", find="search"):
    """Files under /sdcard. Screens: `folder` (go in, sort, new folder; rename, move, copy, share, delete),
    `file` (picture, text, page, player and facts), `recent`, `kind`, `move`, `pick`, which answers other apps
    with a file, and a search named by `find`; state `order`."""

    def row(subtitle, tap, **more):
        image = "{f.data if f.kind == 'image' else ''}"
        return {
            "row": {
                "image": image,
                "icon": FILE_ICON,
                "title": "{f.name}",
                "subtitle": subtitle,
                "tap": tap,
                **more,
            }
        }

    made = filled(
        "file_browser",
        root=root,
        root_title=root_title,
        find=find,
        order=order,
        played=PLAYED,
        in_folder=row(
            f"{{{INSIDE} if f.kind == 'folder' else size(f.size) + ' · ' + day(f.modified)}}",
            OPEN_FILE,
            trailing_icon="more_vert",
            trailing_desc="Options for {f.name}",
            trailing_tap="show('more', picked=f.id)",
            long="show('more', picked=f.id)",
        ),
        in_recent=row("{size(f.size)} · {time(f.modified)}", "open('file', path=f.id)"),
        in_kind=row("{size(f.size)} · {day(f.modified)}", "open('file', path=f.id)"),
        in_pick=row(
            f"{{{INSIDE} if f.kind == 'folder' else size(f.size)}}",
            [{"if": "f.kind == 'folder'", "then": "folder = f.id", "else": "give(f)"}],
        ),
    )
    made["screens"] |= lists.search(
        "files",
        ["name"],
        screen=find,
        sort="name",
        hint="Search files",
        each="f",
        row=row("{f.id}", OPEN_FILE),
        nothing={"title": "No such file", "text": "No file or folder has “{query}” in its name."},
        prompt={"title": "Search files", "text": "Type part of a name."},
    )["screens"]
    return made
