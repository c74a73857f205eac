"""Groups of screens around a table: list, detail and edit; search; a form."""

# ruff: noqa: UP031 - the braces belong to the language of specs, so % fills the gaps

from devices.phoneworld.modules.base import module


def _label(name):
    return name.replace("_", " ").capitalize()


@module
def crud(
    table, title, fields, singular=None, icon="list", sort=None, subtitle=None, avatar=False, confirm=True
):
    """A table with its list, detail and edit screens (`<table>_list`, `<table>_detail`, `<table>_edit`):
    add, change,
    delete with confirmation and Undo. `fields` maps columns to defaults, which tell text, number and
    switch; the columns
    notes and body get several lines. Sample rows come from the app's own `state`, else the table starts
    empty."""
    columns = dict(fields)
    first = next(iter(columns))
    one = singular or title.rstrip("s").lower()
    order = ", ".join(repr(s) for s in (sort or [first]))
    inputs = []
    for name, default in columns.items():
        if isinstance(default, bool):
            inputs.append({"switch": {"title": _label(name), "on": name, "tap": f"{name} = not {name}"}})
        else:
            number = isinstance(default, (int, float))
            inputs.append(
                {
                    "field": {
                        "bind": name,
                        "label": _label(name),
                        "keyboard": "number" if number else "text",
                        **({"lines": 4} if name in ("notes", "body") else {}),
                    }
                }
            )
    numbers = {n for n, d in columns.items() if isinstance(d, (int, float)) and not isinstance(d, bool)}
    values = ", ".join(f"{n}=float({n})" if n in numbers else f"{n}={n}" for n in columns)
    load = [
        f"{n} = str(get({table}, id).{n})" if n in numbers else f"{n} = get({table}, id).{n}" for n in columns
    ]
    row = {"title": "{item.%s}" % first, "tap": f"open('{table}_detail', id=item.id)"}
    if subtitle:
        row["subtitle"] = subtitle
    row["avatar" if avatar else "icon"] = "{item.%s}" % first if avatar else icon
    delete = ["back()", f"remove({table}, id)", f"snackbar('{one.capitalize()} deleted', undo=True)"]
    return {
        "state": {table: {"columns": columns}},
        "screens": {
            f"{table}_list": {
                "title": title,
                "body": [
                    {
                        "list": {
                            "items": f"sort({table}, {order})",
                            "as": "item",
                            "row": {"row": row},
                            "empty": {"icon": icon, "title": f"No {title.lower()} yet"},
                        }
                    }
                ],
                "fab": {"icon": "add", "desc": f"New {one}", "tap": f"open('{table}_edit')"},
            },
            f"{table}_detail": {
                "title": one.capitalize(),
                "params": ["id"],
                "appbar": {
                    "actions": [
                        {"icon": "edit", "desc": "Edit", "tap": f"open('{table}_edit', id=id)"},
                        {"icon": "delete", "desc": "Delete", "tap": "show('delete')" if confirm else delete},
                    ]
                },
                "body": [
                    {"fact": {"label": _label(n), "value": "{get(%s, id).%s}" % (table, n)}} for n in columns
                ],
                "overlays": {
                    "delete": {
                        "dialog": {
                            "title": f"Delete {one}?",
                            "text": "“{get(%s, id).%s}” will be deleted." % (table, first),
                            "buttons": [
                                {"label": "Cancel", "tap": "close()"},
                                {"label": "Delete", "tap": delete},
                            ],
                        }
                    }
                },
            },
            f"{table}_edit": {
                "title": "{'Edit %s' if id else 'New %s'}" % (one, one),
                "params": {"id": ""},
                "vars": {
                    n: str(d) if n in numbers and d else "" if n in numbers else d for n, d in columns.items()
                },
                "load": [{"if": "id", "then": load}],
                "appbar": {
                    "back": "close",
                    "actions": [
                        {
                            "icon": "check",
                            "desc": "Save",
                            "tap": [
                                {
                                    "if": f"strip({first})",
                                    "then": [
                                        {
                                            "if": "id",
                                            "then": f"update({table}, id, {values})",
                                            "else": f"insert({table}, {values})",
                                        },
                                        "back()",
                                        f"toast('{one.capitalize()} saved')",
                                    ],
                                    "else": f"toast('Enter a {_label(first).lower()}')",
                                }
                            ],
                        }
                    ],
                },
                "body": inputs,
            },
        },
    }


@module
def search(table, fields, title_field, target, subtitle=None, hint="Search", row=None, screen="search"):
    """A search screen over a table: `fields` are searched, a result opens the screen `target` with its id."""
    names = ", ".join(repr(f) for f in fields)
    shown = row or {
        "row": {
            "title": "{item.%s}" % title_field,
            **({"subtitle": subtitle} if subtitle else {}),
            "tap": f"open('{target}', id=item.id)",
        }
    }
    return {
        "screens": {
            screen: {
                "appbar": {"search": "query", "hint": hint, "autofocus": True},
                "vars": {"query": ""},
                "body": [
                    {
                        "list": {
                            "items": f"search({table}, query, {names}) if strip(query) else []",
                            "as": "item",
                            "row": shown,
                            "empty": {
                                "icon": "search",
                                "title": "{'Nothing found' if strip(query) else 'Search'}",
                                "text": "{'Nothing matches “' + query + '”' if strip(query) else 'Type to search'}",  # noqa: E501
                            },
                        }
                    }
                ],
            }
        }
    }


@module
def form(screen, title, fields, save, required=(), button="Save"):
    """A form screen: `fields` is a list of `{name, label, keyboard, lines, hint}`; `save` are the actions
    once every
    field of `required` is filled, else the field shows what is missing."""
    ready = " and ".join(f"strip({name})" for name in required) or "True"
    body = []
    for entry in fields:
        name = entry["name"]
        body.append(
            {
                "field": {
                    "bind": name,
                    "label": entry.get("label", _label(name)),
                    **{k: entry[k] for k in ("keyboard", "lines", "hint") if k in entry},
                    **(
                        {"error": "{'Required' if tried and not strip(%s) else ''}" % name}
                        if name in required
                        else {}
                    ),
                }
            }
        )
    return {
        "screens": {
            screen: {
                "title": title,
                "vars": {"tried": False, **{e["name"]: e.get("value", "") for e in fields}},
                "body": [
                    *body,
                    {
                        "button": {
                            "label": button,
                            "wide": True,
                            "tap": [{"if": ready, "then": save, "else": ["tried = True"]}],
                        }
                    },
                ],
            }
        }
    }
