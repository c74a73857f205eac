"""The short set-up edits of templates, made into those of `phoneworld/setup.py`.

`insert: notes` with `row`; `put: notes` with `id` and `row`; `set: app.scalar` with `to`; `delete: notes`
with `id` or `where`; `setting: key` with `is`; `file: path` with `text`; `delete_file: path`; `grant: app`
with `permission`.
"""

from devices.phoneworld.source import Map
from devices.phoneworld.tasks.language import app_names

FORMS = {
    "insert": {"row"},
    "put": {"id", "row"},
    "set": {"to"},
    "delete": {"id", "where"},
    "setting": {"is"},
    "file": {"text"},
    "delete_file": set(),
    "grant": {"permission"},
}
WHOLE = {
    "edits",
    "profile",
    "open",
    "clipboard",
    "dark",
    "now",
    "rotation",
    "battery",
    "locale",
    "font_scale",
}


class Setup:
    """A compiled set-up: `make(params)` gives what `Phone.reset` takes."""

    def __init__(self, holder: Map, language, place):
        value = holder.get("setup")
        if value is None:
            self.edits, self.rest = [], lambda p: {}
            return
        if isinstance(value, list):
            value = Map({"edits": value}, file=holder.file, line=holder.line, lines={"edits": holder.line})
        if unknown := set(value) - WHOLE:
            raise value.error(f"unknown key {sorted(unknown)[0]!r}", sorted(unknown)[0])
        self.edits = [self._edit(value, e, language, place) for e in value.get("edits") or ()]
        rest = Map({k: v for k, v in value.items() if k != "edits"}, file=value.file, line=value.line)
        self.rest = language.value(rest, "setup", rest)

    def make(self, params) -> dict:
        """The set-up of one task."""
        rest = self.rest(params)
        if "open" in rest:
            rest["open"] = app_names().get(rest["open"], rest["open"])
        return {**rest, **({"edits": [e(params) for e in self.edits]} if self.edits else {})}

    @staticmethod
    def _edit(holder, edit, language, place):
        kinds = [k for k in FORMS if k in edit] if isinstance(edit, Map) else []
        if len(kinds) != 1:
            raise holder.error(f"an edit is one of {', '.join(FORMS)}", "edits")
        kind = kinds[0]
        if unknown := set(edit) - {kind} - FORMS[kind]:
            raise edit.error(f"{kind} takes no {sorted(unknown)[0]!r}", sorted(unknown)[0])
        fill = language.value(edit, kind, Map({k: v for k, v in edit.items() if k != kind}, file=edit.file))
        what = language.value(edit, kind, edit[kind])
        if kind in ("insert", "put", "delete", "set"):
            where = place(edit, kind, edit[kind])[0]
            where = {**where, "table": where["path"][0]} if "path" in where else where
            where = {k: v for k, v in where.items() if k != "path"}
            op = "put" if kind == "set" else kind

            def make(params):
                values = fill(params)
                if kind == "set":
                    values = {"value": values["to"]}
                return {**where, "op": op, **values}

            return make
        if kind == "setting":
            return lambda p: {"op": "setting", "key": what(p), "value": fill(p)["is"]}
        if kind == "grant":
            return lambda p: {"op": "grant", "app": app_names().get(what(p), what(p)), **fill(p)}
        op = "file" if kind == "file" else "delete_file"
        return lambda p: {"op": op, "path": what(p), **fill(p)}
