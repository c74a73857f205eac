"""Groups of screens around a table: list, detail and edit; search; a form."""

from devices.phoneworld.modules.base import module
from devices.phoneworld.modules.template import extended, fill
from devices.phoneworld.tables import TYPES

INPUT = {"name", "value", "column", "check", "error", "get", "set", "as"}  # the rest goes to the widget


def _label(name):
    return name.replace("_", " ").capitalize()


def _is_number(entry):
    return isinstance(entry.get("value"), (int, float)) and not isinstance(entry["value"], bool)


def _check(entry):
    return entry.get("check") or (f"strip({entry['name']})" if "error" in entry else None)


def _start(entry):
    value = entry.get("value", "")
    return str(value or "") if _is_number(entry) and "as" not in entry else value


def _input(entry):
    """The widget of an entry: its own (`as`), a switch for a truth, else a text field."""
    if "name" not in entry or "as" in entry:
        return entry.get("as", entry)
    name, shown = entry["name"], {k: v for k, v in entry.items() if k not in INPUT}
    label = shown.pop("label", _label(name))
    if isinstance(entry.get("value"), bool):
        return {"switch": {"title": label, "on": name, "tap": f"{name} = not {name}", **shown}}
    if _is_number(entry):
        shown.setdefault("keyboard", "number")
    if "error" in entry:
        shown["error"] = f"{{{entry['error']!r} if tried and not ({_check(entry)}) else ''}}"
    return {"field": {"bind": name, "label": label, **shown}}


def _stored(entry):
    name = entry["name"]
    if "set" in entry or "as" in entry:
        return entry.get("set", name)
    if _is_number(entry):
        return f"float({name})"
    return f"strip({name})" if isinstance(entry.get("value", ""), str) and "lines" not in entry else name


def _kept(entry, table):
    found = f"get({table}, id).{entry.get('column', entry['name'])}"
    return entry.get("get") or (f"str({found})" if _is_number(entry) and "as" not in entry else found)


def delete_dialog(table, one, text, done, params=None):
    """The overlay that asks before the row `id` is deleted."""
    return fill(
        """
        params: $params
        dialog:
          title: Delete $one?
          text: $text
          buttons:
            - {label: Cancel, tap: close()}
            - {label: Delete, tap: ["remove($table, id)", $done]}
        """,
        **locals(),
    )


def _deleted(one, undo):
    said = f"'{one.capitalize()} deleted'"
    return f"snackbar({said}, undo=True)" if undo else f"toast({said})"


@module
def form(
    screen, title, fields, table=None, singular=None, save=(), params=None, load=(), check=None, refuse=(),
    columns=None, new=None, made="back()", said=None, button=None, close=True, discard=None, delete=None,
    deleted="back()", undo=False,
):  # fmt: skip
    """A form screen. `fields` lists `{name, label, value, …}` (further keys go to the text field; a truth
    is a switch) and widgets of any kind; `as` gives a field a widget of its own, `error` says what is wrong
    while `check` (by default: filled in) fails. Saved by the tick, or by `button` at the bottom: `save` are
    the actions. With a `table` it adds a row or, given `id`, changes one: `columns` and `new` are further
    columns (always, when added), `set`, `get` and `column` (null: not at all) of a field say how it is
    stored, `made` what follows on adding (the id is `made`), `delete` the words that ask before deleting and
    `deleted` what follows, `discard` the words before unsaved text is lost."""
    inputs = [e for e in fields if "name" in e]
    one = singular or title.rstrip("s").lower()
    checks = [c for c in [check, *map(_check, inputs)] if c]
    if table:
        kept = {e.get("column", e["name"]): _stored(e) for e in inputs}
        pairs = {k: v for k, v in kept.items() if k} | dict(columns or {})
        changed, added = (
            ", ".join(f"{k}={v}" for k, v in p.items()) for p in (pairs, pairs | dict(new or {}))
        )
        save = fill(
            """
            do:
              - if: id
                then: ["update($table, id, $changed)", back()]
                else: ["let made = insert($table, $added)", $made]
              - toast($said)
            """,
            table=table,
            changed=changed,
            added=added,
            made=made,
            said=said or repr(f"{one.capitalize()} saved"),
        )["do"]
        keep = [f"{e['name']} = {_kept(e, table)}" for e in inputs if e.get("get") or e.get("column", True)]
        gone = {"if": f"id and not get({table}, id)", "then": ["id = ''"]}  # deleted meanwhile: a new one
        load = [gone, *(load if isinstance(load, (list, tuple)) else [load]), {"if": "id", "then": keep}]
    written = " or ".join(
        f"{e['name']} != ({_kept(e, table)} if id else '')"
        for e in inputs
        if "as" not in e and isinstance(e.get("value", ""), str)
    )
    ready = " and ".join(f"({c})" for c in checks) or "True"
    save = ["tried = True", {"if": ready, "then": save, "else": refuse or []}]
    return fill(
        """
        screens:
          $screen:
            params: $params
            vars: {tried: false}
            load: $load
            appbar: {title: $title, back: $close, actions: [$bin, $tick]}
            back: $leave
            body: [$body]
            footer: $footer
            overlays: {delete: $delete, discard: $discard}
        """,
        screen=screen,
        title=title,
        params={
            **({"id": ""} if table else {}),
            **{e["name"]: _start(e) for e in inputs},
            **(params or {}),
        },
        load=load or None,
        close="close" if close else None,
        bin=delete and {"when": "id", "icon": "delete", "desc": f"Delete {one}", "tap": "show('delete')"},
        tick=None if button else {"icon": "check", "desc": "Save", "tap": save},
        leave=discard and [{"if": written, "then": "show('discard')", "else": "back()"}],
        body=[_input(e) for e in fields],
        footer=[{"button": {"label": button, "wide": True, "tap": save}}] if button else None,
        delete=delete
        and delete_dialog(
            table,
            one,
            delete,
            [*(deleted if isinstance(deleted, (list, tuple)) else [deleted]), _deleted(one, undo)],
        ),
        discard=discard
        and fill(
            """
            dialog:
              title: Discard changes?
              text: $discard
              buttons:
                - {label: Keep editing, tap: close()}
                - {label: Discard, tap: back()}
            """,
            discard=discard,
        ),
    )


def entry(title, icon, tap):
    """A line of a sheet of things one can do."""
    return {"row": {"title": title, "icon": icon, "plain_icon": True, "tap": tap}}


@module
def crud(
    table, title, fields, singular=None, icon="list", screens=None, sort=None, items=None, row=None,
    section=None, empty=None, delete=None, undo=True, more=(), share=None, edit=None,
):  # fmt: skip
    """A table with its list, detail and edit screens, named by `screens` (else `<table>_list`,
    `<table>_detail`, `<table>_edit`; with two names there is no detail): add, change, delete with
    confirmation. `fields` are those of the module form, or a mapping of columns to defaults; `edit` are
    further parameters of that form. `row` is the widget for an `item`, `more` the entries of the sheet that
    a long press opens (`edit`, `share`, `delete`, or a title, icon and tap), `share` what is handed over,
    `delete` the words that ask. The rows come from the app's own `state`, else the table starts empty."""
    if isinstance(fields, dict):
        long = {n: {"lines": 4} for n in ("notes", "body")}
        fields = [{"name": n, "value": v, **long.get(n, {})} for n, v in fields.items()]
        first = fields[0]["name"]
        edit = {"check": f"strip({first})", "refuse": [f"toast('Enter a {_label(first).lower()}')"]}
    columns = {e.get("column", e["name"]): e.get("value", "") for e in fields if "name" in e}
    columns.pop(None, None)
    first, one = next(iter(columns)), singular or title.rstrip("s").lower()
    listing, *detail, editing = screens or (f"{table}_list", f"{table}_detail", f"{table}_edit")
    shown = row or {"row": {"title": f"{{item.{first}}}", "icon": icon}}
    kind, given = next(iter(shown.items()))
    held = {"long": "show('more', id=item.id)"} if more else {}
    sheet = {
        "edit": entry("Edit", "edit", ["close()", f"open('{editing}', id=id)"]),
        "share": entry("Share", "share", ["close()", f"intent('share', {share})"]),
        "delete": entry("Delete", "delete", "show('delete', id=id)"),
    }
    entries = [
        sheet[e] if isinstance(e, str) else entry(e["title"], e["icon"], ["close()", e["tap"]]) for e in more
    ]
    name = f"get({table}, id).{first}"
    ask = delete or f"“{{{name}}}” will be deleted."
    heading, form_options = f"{{'Edit {one}' if id else 'New {one}'}}", dict(edit or {})
    if not detail:
        form_options |= {"delete": ask, "undo": undo}
    made = fill(
        """
        screens:
          $listing:
            title: $title
            body:
              - list: {items: $items, as: item, section: $section, row: $row, empty: $empty}
            fab: {icon: add, desc: New $one, tap: open('$editing')}
            overlays: {more: $more, delete: $delete_here}
        """,
        listing=listing,
        editing=editing,
        title=title,
        one=one,
        section=section,
        items=items or f"sort({table}, {', '.join(repr(s) for s in sort or [first])})",
        row={kind: extended(given, tap=f"open('{(detail or [editing])[0]}', id=item.id)", **held)},
        empty=empty or {"icon": icon, "title": f"No {title.lower()} yet"},
        more={"params": ["id"], "sheet": {"title": f"{{{name}}}", "body": entries}} if more else None,
        delete_here=delete_dialog(table, one, ask, _deleted(one, undo), ["id"]) if more else None,
    )
    if detail:
        made["screens"] |= fill(
            """
            $detail:
              title: $title
              params: [id]
              appbar:
                actions:
                  - $share
                  - {icon: edit, desc: Edit, tap: "open('$editing', id=id)"}
                  - {icon: delete, desc: Delete, tap: show('delete')}
              body: $facts
              overlays: {delete: $delete}
            """,
            detail=detail[0],
            title=one.capitalize(),
            editing=editing,
            share=share and {"icon": "share", "desc": "Share", "tap": f"intent('share', {share})"},
            facts=[{"fact": {"label": _label(c), "value": f"{{get({table}, id).{c}}}"}} for c in columns],
            delete=delete_dialog(table, one, ask, ["back()", _deleted(one, undo)]),
        )
    made["screens"] |= form(editing, heading, fields, table=table, singular=one, **form_options)["screens"]
    if table not in TYPES:
        made["state"] = {table: {"columns": columns}}
    return made


@module
def search(
    table, fields, row=None, target=None, title_field="title", subtitle=None, screen="search",
    hint="Search", sort=None, items=None, title=None, all=False, focus=True, nothing=None, prompt=None,
    header=None, before=None, params=None, targets=(), each="item",
):  # fmt: skip
    """A search screen over a table: `fields` are searched, results keep the order `sort`, and are drawn by
    `row`, the widget for an `item`, or as a title; a tap opens the screen `target` with its id, or the one
    of `targets` that its column `screen` names. Before a word is typed it shows all rows (`all`), the
    widgets `before`, or the page `prompt`; `nothing` is the page without results. The field is the app bar,
    or with a `title` stands below it, over all rows."""
    found = f"search({table}, query, {', '.join(repr(f) for f in fields)})"
    plain = {"title": f"{{{each}.{title_field}}}", **({"subtitle": subtitle} if subtitle else {})}
    kind, given = next(iter((row or {"row": plain}).items()))
    opened = {"tap": f"open('{target}', id={each}.id)"} if target else {}
    if targets:
        opened = {"tap": [{"if": f"{each}.screen == {t!r}", "then": f"open({t!r})"} for t in targets]}
    return fill(
        """
        screens:
          $screen:
            title: $title
            params: $params
            vars: {query: ""}
            appbar: $appbar
            header: [$bar, $header]
            body:
              - $before
              - list: {when: $when, items: $items, as: $each, row: $row, empty: $nothing}
              - $prompt
        """,
        screen=screen,
        each=each,
        title=title,
        params=params,
        appbar=None if title else {"search": "query", "hint": hint, "autofocus": focus},
        bar={"search": {"bind": "query", "hint": hint, "autofocus": focus}} if title else None,
        header=header,
        row={kind: extended(given, **opened)},
        when=None if all or title else "query",
        items=items or (f"sort({found}, {sort!r})" if sort else found),
        nothing=extended(nothing or {"title": "Nothing found"}, icon="search_off"),
        before=before,
        prompt=None
        if all or title or before
        else {"empty": extended(prompt or {"title": hint}, when="not query", icon="search")},
    )
