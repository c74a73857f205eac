"""Groups of screens that most apps have: settings, sign-in, calendar, files."""

# ruff: noqa: UP031 - the braces belong to the language of specs, so % fills the gaps

from devices.phoneworld.modules.base import module


@module
def settings(items, screen="settings", title="Settings", about="1.0"):
    """A settings screen over scalars of the state: `items` is a list of `{name, label, hint, value,
    options}`; a boolean
    value is a switch, `options` (a list) opens a choice."""
    state, body, overlays = {}, [], {}
    for entry in items:
        name, value = entry["name"], entry.get("value", False)
        state[name] = value
        if entry.get("options"):
            body.append(
                {"row": {"title": entry["label"], "subtitle": "{%s}" % name, "tap": f"show('{name}_choice')"}}
            )
            overlays[f"{name}_choice"] = {
                "dialog": {
                    "title": entry["label"],
                    "body": [
                        {
                            "radio": {
                                "value": name,
                                "pick": name,
                                "options": [{"value": repr(o), "label": str(o)} for o in entry["options"]],
                            }
                        }
                    ],
                    "buttons": [{"label": "Done", "tap": "close()"}],
                }
            }
        else:
            body.append(
                {
                    "switch": {
                        "title": entry["label"],
                        "subtitle": entry.get("hint", ""),
                        "on": name,
                        "tap": f"{name} = not {name}",
                    }
                }
            )
    body.append({"row": {"title": "Version", "subtitle": str(about)}})
    return {"state": state, "screens": {screen: {"title": title, "body": body, "overlays": overlays}}}


@module
def login(user, password, screen="login", then="home", title="Sign in"):
    """A sign-in screen: name and password (a secret field), a message when they are wrong; state
    `signed_in`."""
    return {
        "state": {"signed_in": False, "login_user": user, "login_password": password},
        "screens": {
            screen: {
                "title": title,
                "vars": {"name": "", "word": "", "wrong": False},
                "body": [
                    {"field": {"bind": "name", "label": "Email or user name", "keyboard": "email"}},
                    {
                        "field": {
                            "bind": "word",
                            "label": "Password",
                            "secret": True,
                            "error": "{'Wrong user name or password' if wrong else ''}",
                        }
                    },
                    {
                        "button": {
                            "label": "Sign in",
                            "wide": True,
                            "disabled": "not (name and word)",
                            "tap": [
                                {
                                    "if": "lower(strip(name)) == lower(login_user) and word == login_password",  # noqa: E501
                                    "then": ["signed_in = True", f"root('{then}')"],
                                    "else": ["wrong = True", "word = ''"],
                                }
                            ],
                        }
                    },
                ],
            }
        },
    }


@module
def agenda(table="events", screen="agenda", title="Agenda", target=None):
    """A month with marked days and the chosen day's events; `table` has title, start and end (ms), in the
    state, or the
    shared `calendar`."""
    row = {"title": "{e.title}", "subtitle": "{time(e.start)} – {time(e.end)}", "icon": "event"}
    if target:
        row["tap"] = f"open('{target}', id=e.id)"
    shared = table == "calendar"
    return {
        **(
            {"uses": ["calendar"]}
            if shared
            else {"state": {table: {"columns": {"title": "", "start": 0, "end": 0}}}}
        ),
        "screens": {
            screen: {
                "title": title,
                "vars": {"day": 0},
                "load": ["day = today()"],
                "body": [
                    {
                        "calendar": {
                            "month": "day or now()",
                            "day": "day",
                            "today": "now()",
                            "pick": "day",
                            "marks": f"[start_of_day(e.start) for e in {table}]",
                            "previous": "day = add_months(day, -1)",
                            "next": "day = add_months(day, 1)",
                        }
                    },
                    {
                        "list": {
                            "items": f"[e for e in sort({table}, 'start') if start_of_day(e.start) == start_of_day(day)]",  # noqa: E501
                            "as": "e",
                            "row": {"row": row},
                            "empty": {"icon": "event", "title": "Nothing planned"},
                        }
                    },
                ],
            }
        },
    }


@module
def file_browser(root="/sdcard", screen="browse", title="Files", open_with="view_file"):
    """Folders and files under /sdcard: go in, open, rename, delete with confirmation."""
    return {
        "uses": ["files"],
        "screens": {
            screen: {
                "title": "{get(files, path).name or '%s'}" % title,
                "params": {"path": root},
                "vars": {"picked": "", "new_name": ""},
                "body": [
                    {
                        "list": {
                            "items": "files_in(files, path)",
                            "as": "f",
                            "row": {
                                "row": {
                                    "icon": "{'folder' if f.kind == 'folder' else 'image' if f.kind == 'image' else 'description'}",  # noqa: E501
                                    "title": "{f.name}",
                                    "subtitle": "{'' if f.kind == 'folder' else size(f.size) + ' · ' + day(f.modified)}",  # noqa: E501
                                    "tap": [
                                        {
                                            "if": "f.kind == 'folder'",
                                            "then": f"open('{screen}', path=f.id)",
                                            "else": f"intent('{open_with}', file=f.id)",
                                        }
                                    ],
                                    "long": ["picked = f.id", "new_name = f.name", "show('actions')"],
                                }
                            },
                            "empty": {"icon": "folder_open", "title": "This folder is empty"},
                        }
                    }
                ],
                "overlays": {
                    "actions": {
                        "sheet": {
                            "title": "{get(files, picked).name}",
                            "body": [
                                {
                                    "row": {
                                        "icon": "edit",
                                        "plain_icon": True,
                                        "title": "Rename",
                                        "tap": "show('rename')",
                                    }
                                },
                                {
                                    "row": {
                                        "icon": "delete",
                                        "plain_icon": True,
                                        "title": "Delete",
                                        "tap": "show('delete')",
                                    }
                                },
                            ],
                        }
                    },
                    "rename": {
                        "dialog": {
                            "title": "Rename",
                            "body": [{"field": {"bind": "new_name", "label": "Name"}}],
                            "buttons": [
                                {"label": "Cancel", "tap": "close()"},
                                {
                                    "label": "Rename",
                                    "disabled": "not strip(new_name)",
                                    "tap": "move_file(picked, path + '/' + strip(new_name))",
                                },
                            ],
                        }
                    },
                    "delete": {
                        "dialog": {
                            "title": "Delete “{get(files, picked).name}”?",
                            "buttons": [
                                {"label": "Cancel", "tap": "close()"},
                                {
                                    "label": "Delete",
                                    "danger": True,
                                    "tap": ["remove_file(picked)", "toast('Deleted')"],
                                },
                            ],
                        }
                    },
                },
            }
        },
    }
