"""Groups of screens that most apps have: settings, sign-in, calendar, files."""

# ruff: noqa: UP031 - the braces belong to the language of specs, so % fills the gaps

from devices.phoneworld.modules import lists
from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.lists import entry
from devices.phoneworld.modules.template import fill
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
    phone (`key` and `default`, the key may end in `{expression}`) or of the app (`name` and `value`): a switch
    (`on` and `off`, 1 and 0, are what it stores; `main` puts it on a card), with `low` and `high` a slider
    (`get` and `set` translate), with `options` a choice in a dialog (a list, or values with labels); `open`
    leads to a screen. A `list` may have such an entry as its row. `about` tells the app's version."""
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
          $screen: {title: $title, vars: $vars, load: $load, changed: $changed, body: $body, overlays: $overlays}
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
    """A sign-in screen: name and password (a secret field, with a `hint`), a message when they are wrong; then
    the screen `then`. State `signed_in`."""
    return fill(
        """
        state: {signed_in: $signed_in, login_user: $user, login_password: $password}
        screens:
          $screen:
            title: $title
            vars: {name: "", word: "", wrong: false}
            body:
              - field: {bind: name, label: Email or user name, keyboard: email}
              - field: {bind: word, label: Password, secret: true, support: $hint, error: "{'Wrong user name or password' if wrong else ''}"}
              - button:
                  label: Sign in
                  wide: true
                  disabled: not (name and word)
                  tap:
                    - if: lower(strip(name)) == lower(login_user) and word == login_password
                      then: [signed_in = True, root('$then')]
                      else: [wrong = True, word = '']
        """,
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
    table="events", screen="agenda", title="Agenda", target=None, edit=None, row=None, empty=None, sort=("start",),
    actions=(),
):  # fmt: skip
    """A month with marked days and the chosen day's events, drawn by `row` (the widget for an `item`), each
    opening the screen `target`; a button opens the screen `edit` with a `start` on that day. `table` has
    title, start and end (ms), in the state, or is the shared `calendar`; `actions` go to the app bar."""
    plain = {"title": "{item.title}", "subtitle": "{time(item.start)} – {time(item.end)}", "icon": "event"}
    kind, given = next(iter((row or {"row": plain}).items()))
    new = f"open('{edit}', start=day + 9 * 3600000)"
    made = fill(
        """
        screens:
          $screen:
            title: $title
            vars: {shown: 0, day: 0}
            load: [shown = now(), day = today()]
            appbar:
              actions:
                - $actions
                - {icon: today, desc: Jump to today, tap: [shown = now(), day = today()]}
            body:
              - calendar:
                  month: shown
                  day: day
                  today: now()
                  marks: "[start_of_day(e.start) for e in $table]"
                  pick: day
                  previous: shown = add_months(shown, -1)
                  next: shown = add_months(shown, 1)
              - divider
              - section: "{day(day)}"
              - list: {items: $items, as: item, row: $row, empty: $empty}
            fab: $fab
        """,
        screen=screen,
        title=title,
        table=table,
        actions=actions,
        items=f"sort([e for e in {table} if start_of_day(e.start) == day], {', '.join(map(repr, sort))})",
        row={kind: {**({"tap": f"open('{target}', id=item.id)"} if target else {}), **given}},
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
PLAYED = "min(length, played + (max(0, now() - since) if playing else 0))"


@module
def file_browser(root="/sdcard", root_title="Internal storage", order="name", find="search"):
    """Files under /sdcard. Screens: `folder` (go in, sort, new folder; rename, move, copy, share, delete),
    `file` (picture, text, page, player and facts), `recent`, `kind`, `move`, `pick`, which answers other apps
    with a file, and a search named by `find`; state `order`."""
    up = "folder = join('/', split(folder, '/')[0:count(split(folder, '/')) - 1])"
    free = "not get(files, path + '/' + strip(name))"

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

    def naming(heading, label, button, do, again):
        error = (
            "{'Enter a name' if tried and not strip(name) else 'This name is taken' if tried and %s else ''}"
        )
        taken = "get(files, path + '/' + strip(name))" if button == "Create" else "True"
        return fill(
            """
            title: $heading
            body:
              - field: {bind: name, label: $label, autofocus: true, error: $error}
            buttons:
              - {label: Cancel, tap: close()}
              - label: $button
                tap:
                  - if: strip(name) and $free
                    then: $do
                    else: $again
            """,
            heading=heading, label=label, button=button, do=do, again=again, free=free, error=error % taken,
        )  # fmt: skip

    gone = ["remove_file(path)", "back()", "toast('Deleted')"]
    made = fill(
        """
        uses: [files]
        state: {order: $order}
        screens:
          folder:
            params: {path: $root}
            vars: {picked: "", name: "", tried: false}
            appbar:
              title: "{'$root_title' if path == '$root' else get(files, path).name}"
              subtitle: "{path}"
              actions:
                - {icon: search, desc: Search files, tap: open('$find')}
                - {icon: sort, desc: Sort, tap: show('sort')}
            body:
              - list:
                  items: "files_in(files, path) if order == 'name' else [f for f in files_in(files, path) if f.kind == 'folder'] + sort([f for f in files_in(files, path) if f.kind != 'folder'], order)"
                  as: f
                  row: $in_folder
                  empty: {icon: folder_open, title: This folder is empty, text: Files you save here show up in this list.}
            fab: {icon: create_new_folder, desc: New folder, tap: "show('create', name='', tried=False)"}
            overlays:
              sort:
                menu:
                  - {label: Name, on: order == 'name', tap: order = 'name'}
                  - {label: Newest first, on: order == '-modified', tap: order = '-modified'}
                  - {label: Largest first, on: order == '-size', tap: order = '-size'}
              more:
                params: [picked]
                sheet: {title: "{get(files, picked).name}", body: $actions}
              create: {params: [name, tried], dialog: $create}
              rename: {params: [picked, name, tried], dialog: $rename}
              delete:
                params: [picked]
                dialog:
                  title: "{'Delete folder?' if get(files, picked).kind == 'folder' else 'Delete file?'}"
                  text: "“{get(files, picked).name}” will be deleted permanently{' with everything in it' if get(files, picked).kind == 'folder' else ''}."
                  buttons:
                    - {label: Cancel, tap: close()}
                    - {label: Delete, tap: [remove_file(picked), toast('Deleted')]}
          file:
            params: [path]
            vars: {playing: false, since: 0, played: 0, length: 0}
            load: length = max(1, get(files, path).size // (1000 if get(files, path).kind == 'video' else 16)) if get(files, path) else 1
            appbar:
              title: "{get(files, path).name or 'Deleted file'}"
              actions:
                - {icon: share, desc: Share, tap: "intent('share', title=get(files, path).name, text=get(files, path).data if get(files, path).kind == 'text' else get(files, path).name, file=path)"}
                - {icon: delete, desc: Delete, tap: show('delete')}
            body:
              - space: 8
              - image: {when: "get(files, path).kind in ('image', 'video')", name: "{get(files, path).data or 'photo/lake'}", height: 300, round: 16, pad: true, desc: "{get(files, path).name}"}
              - card:
                  when: get(files, path).kind == 'text'
                  children:
                    - text: "{get(files, path).data}"
              - card:
                  when: get(files, path).kind == 'pdf'
                  style: elevated
                  color: "#FFFFFF"
                  pad: 24
                  children:
                    - text: {text: "{get(files, path).data or get(files, path).name}", color: "#202124", style: body_medium}
                    - space: 48
                    - text: {text: 1 / 1, color: "#5F6368", style: label_small, align: center}
              - avatar: {when: "get(files, path).kind == 'audio'", text: "{get(files, path).name}", size: 128, center: true}
              - column:
                  when: get(files, path).kind in ('audio', 'video')
                  gap: 8
                  children:
                    - space: 8
                    - progress: {value: "$played / length"}
                    - text: {text: "{'Playing' if playing and $played < length else duration($played)} / {duration(length)}", style: body_medium, align: center, color: on_surface_variant}
                    - line:
                        justify: center
                        gap: 16
                        children:
                          - icon_button: {icon: replay_10, desc: Back 10 seconds, tap: ["played = max(0, $played - 10000)", since = now()]}
                          - icon_button:
                              icon: "{'pause' if playing and $played < length else 'play_arrow'}"
                              desc: "{'Pause' if playing and $played < length else 'Play'}"
                              style: filled
                              tap:
                                - let over = $played >= length
                                - played = 0 if over else $played
                                - since = now()
                                - playing = over or not playing
                          - icon_button: {icon: forward_10, desc: Forward 10 seconds, tap: [played = $played + 10000, since = now()]}
              - empty:
                  when: not get(files, path) or get(files, path).kind not in ('image', 'text', 'pdf', 'audio', 'video')
                  icon: folder_zip
                  title: No preview
                  text: "{'This file is not on the phone any more.' if not get(files, path) else 'This kind of file opens in another app.'}"
              - space: 8
              - fact: {icon: schedule, label: Changed, value: "{date(get(files, path).modified, '%A, %-d %B %Y')}, {time(get(files, path).modified)}"}
              - fact: {icon: storage, label: Size, value: "{size(get(files, path).size)}"}
              - fact: {icon: folder, label: Path, value: "{path}", tap: [copy(path), toast('Path copied')]}
            overlays:
              delete:
                dialog:
                  title: Delete file?
                  text: “{get(files, path).name}” will be deleted permanently.
                  buttons:
                    - {label: Cancel, tap: close()}
                    - {label: Delete, tap: $gone}
          recent:
            title: Recent files
            body:
              - list:
                  items: sort([f for f in files if f.kind != 'folder'], '-modified')
                  as: f
                  section: "{day(f.modified)}"
                  row: $in_recent
                  empty: {icon: history, title: No files yet, text: Files you create and download show up here.}
          kind:
            params: {kind: "", label: ""}
            title: "{label}"
            body:
              - list:
                  items: sort([f for f in files if f.kind == kind], '-modified')
                  as: f
                  row: $in_kind
                  empty: {icon: folder_off, title: "No {lower(label)}", text: Nothing of this kind is on the phone.}
          move:
            params: {path: ""}
            vars: {folder: $root}
            appbar: {title: Move to, subtitle: "{folder}", back: close}
            body:
              - $up
              - list:
                  items: "[f for f in files_in(files, folder, 'folder') if f.id != path]"
                  as: f
                  row:
                    row: {icon: folder, title: "{f.name}", subtitle: "{plural(count(files_in(files, f.id)), 'item')}", chevron: true, tap: folder = f.id}
                  empty: {icon: folder_open, title: No folders in here, text: The file can be moved right here.}
            footer:
              - button:
                  label: Move here
                  wide: true
                  tap:
                    - if: get(files, folder + '/' + get(files, path).name)
                      then: toast('A file with this name is already there')
                      else: ["move_file(path, folder + '/' + get(files, path).name)", back(), toast('Moved')]
          pick:
            params: {kind: "", folder: $root}
            appbar: {title: "{'Choose a photo' if kind == 'image' else 'Choose a file'}", subtitle: "{folder}", back: close}
            body:
              - $up
              - list:
                  items: "[f for f in files_in(files, folder) if f.kind == 'folder' or not kind or f.kind == kind]"
                  as: f
                  row: $in_pick
                  empty: {icon: folder_open, title: Nothing here, text: Go up one folder and look elsewhere.}
        """,
        root=root, root_title=root_title, find=find, order=order, played=PLAYED, gone=gone,
        create=naming(
            "New folder",
            "Folder name",
            "Create",
            ["make_folder(path + '/' + strip(name))", "toast('Folder created')"],
            "show('create', name=name, tried=True)",
        ),
        rename=naming(
            "Rename",
            "Name",
            "Rename",
            ["move_file(picked, path + '/' + strip(name))", "toast('Renamed')"],
            "show('rename', picked=picked, name=name, tried=True)",
        ),
        up={
            "row": {
                "when": f"folder != '{root}'", "title": "..", "icon": "arrow_upward", "plain_icon": True,
                "subtitle": "Up one folder", "tap": up,
            }
        },
        actions=[
            entry("Rename", "edit", "show('rename', picked=picked, name=get(files, picked).name, tried=False)"),
            entry("Move to…", "drive_file_move", ["close()", "open('move', path=picked)"]),
            entry(
                "Make a copy",
                "content_copy",
                ["close()", "copy_file(picked, path + '/Copy of ' + get(files, picked).name)", "toast('Copied')"],
            ),
            entry(
                "Share",
                "share",
                [
                    "close()",
                    "intent('share', title=get(files, picked).name, text=get(files, picked).name, file=picked)",
                ],
            ),
            entry("Delete", "delete", "show('delete', picked=picked)"),
        ],
        in_folder=row(
            "{plural(count(files_in(files, f.id)), 'item') if f.kind == 'folder' else size(f.size) + ' · ' + day(f.modified)}",
            OPEN_FILE,
            trailing_icon="more_vert",
            trailing_desc="Options for {f.name}",
            trailing_tap="show('more', picked=f.id)",
            long="show('more', picked=f.id)",
        ),
        in_recent=row("{size(f.size)} · {time(f.modified)}", "open('file', path=f.id)"),
        in_kind=row("{size(f.size)} · {day(f.modified)}", "open('file', path=f.id)"),
        in_pick=row(
            "{plural(count(files_in(files, f.id)), 'item') if f.kind == 'folder' else size(f.size)}",
            [{"if": "f.kind == 'folder'", "then": "folder = f.id", "else": "give(f)"}],
        ),
    )  # fmt: skip
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
