"""A task's set-up: edits of the fresh state before anyone touches the phone.

`{"edits": [...], "open": package, "clipboard": text, "dark": bool, "now": ms, "rotation": n, "battery":
{...}, "profile": name}` (the profile of disturbances begins before the edits)
Each edit names where by `"app"` (a package or its label) or nothing (the system), and `"table"`:
- `{"table", "op": "insert", "row": {...}}`            a row; its `id` may be given
- `{"table", "op": "put", "id", "row": {...}}`          columns of a row
- `{"table", "op": "put", "value"}`                     a scalar of the state, or a whole value
- `{"table", "op": "delete", "id"}` or `"where": {...}`  rows; without either, all of them
- `{"op": "file", "path", "text"}`, `{"op": "delete_file", "path"}`, `{"op": "setting", "key", "value"}`,
  `{"op": "grant", "app", "permission"}`
"""

from devices.phoneworld import clock
from devices.phoneworld.state import EMPTY, Frozen, freeze
from devices.phoneworld.system import files


def apply_setup(phone, setup: dict):
    """Apply a set-up to a fresh phone. ValueError for what it does not know."""
    unknown = set(setup) - {
        "edits",
        "open",
        "clipboard",
        "dark",
        "now",
        "rotation",
        "battery",
        "locale",
        "font_scale",
        "profile",
    }
    if unknown:
        raise ValueError(f"unknown set-up keys: {', '.join(sorted(unknown))}")
    state = phone.state
    if setup.get("now") is not None:
        state = state.put("now", int(setup["now"]))
    settings = state["sys"]["settings"]
    if "dark" in setup:
        settings = settings.put("secure.ui_night_mode", "2" if setup["dark"] else "1")
    if setup.get("locale"):
        settings = settings.put("system.locale", setup["locale"])
    if setup.get("font_scale"):
        settings = settings.put("system.font_scale", str(setup["font_scale"]))
    state = state.put("sys", state["sys"].put("settings", settings))
    if "battery" in setup:
        state = state.put(
            "sys", state["sys"].put("battery", state["sys"]["battery"].merge(freeze(setup["battery"])))
        )
    if "clipboard" in setup:
        state = state.put("clipboard", str(setup["clipboard"] or ""))
    if setup.get("rotation"):
        state = state.put("rotation", int(setup["rotation"]) % 4)
    for edit in setup.get("edits") or ():
        state = apply_edit(phone, state, edit)
    phone.state = state
    if setup.get("open") and not phone.open_app(setup["open"]):
        raise ValueError(f"the app {setup['open']!r} is not installed")


def package_of(state, name: str) -> str:
    """The package for a package or label. ValueError if there is none."""
    packages = state["sys"]["packages"]
    if name in packages:
        return name
    for key, row in packages.items():
        if row["label"].casefold() == name.casefold():
            return key
    raise ValueError(f"no app {name!r}")


def moment(value):
    """Relative moments (`@-1d 15:30`) in set-ups, as in specs."""
    if isinstance(value, str) and value.startswith("@"):
        try:
            return clock.relative(value)
        except ValueError:
            return value
    return value


def apply_edit(phone, state, edit: dict):
    """The state with one edit made."""
    op = edit.get("op")
    if op == "file":
        table = files.written(state["sys"]["files"], edit["path"], edit.get("text", ""), state["now"])
        return state.put("sys", state["sys"].put("files", table))
    if op == "delete_file":
        return state.put("sys", state["sys"].put("files", files.removed(state["sys"]["files"], edit["path"])))
    if op == "setting":
        settings = state["sys"]["settings"].put(edit["key"], str(edit["value"]))
        return state.put("sys", state["sys"].put("settings", settings))
    if op == "grant":
        key = f"{package_of(state, edit['app'])}/{edit['permission']}"
        return state.put(
            "sys", state["sys"].put("permissions", state["sys"]["permissions"].put(key, "granted"))
        )
    if op not in ("insert", "put", "delete"):
        raise ValueError(f"unknown edit {op!r}")
    package = package_of(state, edit["app"]) if edit.get("app") else None
    where = ("apps", package) if package else ("sys",)
    holder = state["apps"][package] if package else state["sys"]
    name = edit.get("table") or edit.get("path")
    if name not in holder:
        raise ValueError(f"no table {name!r}; known: {', '.join(holder)}")
    defaults = (
        phone.apps[package].defaults.get(name, EMPTY) if package else phone.system_columns.get(name, EMPTY)
    )
    new = holder.put(name, _edited(holder[name], defaults, edit, state, name))
    return (
        state.merge({"apps": state["apps"].put(package, new)})
        if where[0] == "apps"
        else state.put("sys", new)
    )


def _edited(table, defaults, edit, state, name):
    op = edit["op"]
    row = {k: moment(freeze(v)) for k, v in (edit.get("row") or {}).items()}
    unknown = set(row) - {"id", *defaults} if defaults else set()
    if unknown:
        raise ValueError(f"no column {', '.join(sorted(unknown))} in {name}")
    if op == "insert":
        key = str(
            row.get("id")
            or next(f"{name[0]}x{n}" for n in range(1, 100_000) if f"{name[0]}x{n}" not in table)
        )
        return table.put(key, Frozen({"id": key, **defaults, **row}))
    if op == "put":
        if "id" not in edit:
            return moment(freeze(edit["value"]))
        if edit["id"] not in table:
            raise ValueError(f"no row {edit['id']!r} in {name}")
        return table.put(edit["id"], table[edit["id"]].merge(row))
    if "id" in edit:
        return table.without(edit["id"])
    wanted = (edit.get("where") or {}).items()
    return Frozen({k: r for k, r in table.items() if any(r.get(c) != v for c, v in wanted)})
