"""The short rules of templates, made into those of `verify.py`.

`added`, `changed` and `removed` also guard the rest of their table: everything else in it must be as before.
"""

from datetime import date

from devices.phoneworld import clock, functions
from devices.phoneworld.expr import Row, Table
from devices.phoneworld.source import Map, Seq
from devices.phoneworld.spec import bundled
from devices.phoneworld.tables import COLUMNS, TYPES
from devices.phoneworld.tasks.language import app_names, app_tables

# What changes in a row along with what was asked for, or by looking at it.
ALONG = ("updated", "modified", "edited", "read", "seen", "status")
OPTIONS = {
    "added": {"where", "times", "except", "ignore"},
    "changed": {"id", "where", "is", "except", "ignore"},
    "removed": {"id", "where", "except", "ignore"},
    "present": {"where", "new"},
    "absent": {"where", "was"},
    "count": {"where", "is", "change"},
    "value": {"is"},
    "setting": {"is"},
    "permission": {"is"},
    "same": {"except", "ignore"},
}
ANSWERS = ("number", "text", "set", "date")
OPS = (
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "contains",
    "starts",
    "in",
    "text",
    "near",
    "same_day",
    "set",
    "within",
)


class Rules:
    """The compiled rules, answer and allowances of a template: `make(params)` gives a verifier."""

    def __init__(self, holder: Map, apps, language):
        self.apps, self.language = apps, language
        self.rules = [self._rule(holder, rule) for rule in _list(holder.get("verify"))]
        self.allow = [self.place(holder, "allow", place)[0] for place in _list(holder.get("allow"))]
        self.answer = self._answer(holder) if "answer" in holder else None
        self.because = None
        if holder.get("kind") == "impossible":
            self.because = language.value(holder, "because", _list(holder.get("because")))
        if not self.rules and self.answer is None and self.because is None:
            raise holder.error("a template needs `verify` or `answer`", "verify")

    def make(self, params) -> dict:
        """The verifier of one task (see verify.py)."""
        rules, guards = [], {}
        for rule in self.rules:
            rule(params, rules, guards)
        for place, spared, ignored in guards.values():
            guard = {"rule": "unchanged", **place, "ignore": sorted(ignored)}
            rules.append({**guard, "except": spared} if spared else guard)
        found = {"rules": rules}
        if self.allow:
            found["allow"] = self.allow
        if self.answer is not None:
            found["answer"] = self.answer(params)
        if self.because is not None:
            found["infeasible"] = {"because": self.because(params)}
        return found

    # -- places
    def place(self, holder, key, words):
        """`(verify.py's place, columns with defaults or None, is it a table)` of the words for a place."""
        if not isinstance(words, str):
            raise holder.error("expected `table` or `app.table`", key)
        if "." in words:
            return self._app_place(holder, key, words)
        for app in self.apps:
            if f"{app}.{words}" in app_tables() and words not in TYPES:
                return self._app_place(holder, key, f"{app}.{words}")
        if words not in TYPES:
            raise holder.error(f"no table {words!r} in {', '.join(self.apps)} or the system", key)
        return {"table": words}, COLUMNS.get(words), True

    @staticmethod
    def _app_place(holder, key, words):
        app, name = words.split(".", 1)
        if words not in app_tables():
            known = sorted(k for k in app_tables() if k.startswith(app + "."))
            raise holder.error(f"no {words!r}; known: {', '.join(known) or ', '.join(app_names())}", key)
        kind = app_tables()[words]
        package = app_names()[app]
        if isinstance(kind, Table):
            defaults = bundled()[package].defaults.get(name) or dict.fromkeys(kind.columns or ())
            return {"app": package, "table": name}, defaults, True
        return {"app": package, "path": [name]}, None, False

    def _where(self, holder, key, columns):
        """The compiled conditions on columns."""
        value = holder.get(key)
        if value is None:
            return lambda p: {}
        if not isinstance(value, Map):
            raise holder.error("expected columns with values", key)
        for column, wanted in value.items():
            if columns is not None and column not in {*columns, "id"}:
                raise value.error(f"no column {column!r}; columns: {', '.join(sorted(columns))}", column)
            if isinstance(wanted, dict) and (unknown := set(wanted) - set(OPS)):
                raise wanted.error(f"unknown op {sorted(unknown)[0]!r}; known: {', '.join(OPS)}", column)
        fill = self.language.value(holder, key, value)
        words = {c for c, default in (columns or {}).items() if isinstance(default, str)} | {"id"}
        return lambda p: {c: _worded(v) if c in words else v for c, v in fill(p).items()}

    def _spared(self, holder, columns):
        rows = [Map({"x": w}, file=holder.file, line=holder.line) for w in _list(holder.get("except"))]
        return [self._where(row, "x", columns) for row in rows]

    # -- rules
    def _rule(self, holder, rule):
        if not isinstance(rule, Map):
            raise holder.error("expected a list of rules", "verify")
        kinds = [k for k in OPTIONS if k in rule]
        if len(kinds) != 1:
            raise rule.error(f"a rule is one of {', '.join(OPTIONS)}")
        kind = kinds[0]
        if unknown := set(rule) - OPTIONS[kind] - {kind, "when", "each", "as"}:
            raise rule.error(f"unknown key {sorted(unknown)[0]!r} of {kind}", sorted(unknown)[0])
        if "each" in rule:
            return self._repeated(rule, kind)
        if "when" in rule:
            test = self.language.expression(rule, "when", rule["when"])[0]
            make = getattr(self, f"_{kind}")(rule)
            return lambda p, rules, guards: make(p, rules, guards) if test(p) else None
        return getattr(self, f"_{kind}")(rule)

    def _repeated(self, rule, kind):
        """A rule for each item of a list."""
        items, held, _ = self.language.expression(rule, "each", rule["each"])
        name, outer = rule.get("as", "item"), self.language
        self.language = outer.within(name, Row(held.columns) if isinstance(held, Table) else None)
        rest = Map({k: v for k, v in rule.items() if k not in ("each", "as")}, file=rule.file, line=rule.line)
        rest.lines = rule.lines
        make = self._rule(rest, rest)
        self.language = outer

        def every(params, rules, guards):
            found = items(params)
            for item in found.values() if isinstance(found, dict) else found or ():
                make({**params, name: item}, rules, guards)

        return every

    def _guarded(self, rule, kind):
        """`(place, columns, guard(params, guards, spared))`."""
        place, columns = self._table(rule, kind)
        extra = self._spared(rule, columns)
        ignored = {
            *_list(rule.get("ignore")),
            *(c for c in ("read", "seen", "status") if c in (columns or ())),
        }
        mine = kind == "added" and columns is not None and "mine" in columns

        def guard(params, guards, spared):
            key = tuple(place.values())
            held = guards.setdefault(key, (place, [], set()))
            held[1].extend([spared, *(e(params) for e in extra), *([{"mine": False}] if mine else [])])
            held[2].update(ignored)

        return place, columns, guard

    def _added(self, rule):
        place, columns, guard = self._guarded(rule, "added")
        where = self._where(rule, "where", columns)
        times = self.language.value(rule, "times", rule.get("times", 1))

        def make(params, rules, guards):
            wanted = where(params)
            number = times(params)
            rules.append({"rule": "count", **place, "where": wanted, "value": number, "change": True})
            guard(params, guards, wanted)

        return make

    def _picked(self, rule, columns):
        """The compiled `id` or `where` of the row that a rule speaks of."""
        if "id" in rule:
            key = self.language.value(rule, "id", rule["id"])
            return lambda p: {"id": key(p)}
        if "where" not in rule:
            raise rule.error("needs `id` or `where`")
        return self._where(rule, "where", columns)

    def _changed(self, rule):
        place, columns, guard = self._guarded(rule, "changed")
        where, wanted = self._picked(rule, columns), self._where(rule, "is", columns)
        if not rule.get("is"):
            raise rule.error("needs `is` with the columns as they should be", "is")
        along = [c for c in ALONG if c in (columns or ())]

        def make(params, rules, guards):
            row, values = where(params), wanted(params)
            for column, value in values.items():
                for op, number, more in _ops(value):
                    found = {
                        "rule": "field",
                        **place,
                        "where": row,
                        "field": column,
                        "op": op,
                        "value": number,
                    }
                    rules.append({**found, **more})
            guard(params, guards, {**row, "@columns": [*values, *along]})

        return make

    def _removed(self, rule):
        place, columns, guard = self._guarded(rule, "removed")
        where = self._picked(rule, columns)

        def make(params, rules, guards):
            wanted = where(params)
            rules.append({"rule": "absent", **place, "where": wanted, "was": True})
            guard(params, guards, wanted)

        return make

    def _table(self, rule, kind):
        place, columns, table = self.place(rule, kind, rule[kind])
        if not table:
            raise rule.error(f"{rule[kind]!r} is no table; its value is compared by `value`", kind)
        return place, columns

    def _plain(self, rule, kind, *options):
        place, columns = self._table(rule, kind)
        where = self._where(rule, "where", columns)
        fixed = {k: rule[k] for k in options if k in rule}
        return lambda p, rules, guards: rules.append({"rule": kind, **place, "where": where(p), **fixed})

    def _present(self, rule):
        return self._plain(rule, "present", "new")

    def _absent(self, rule):
        return self._plain(rule, "absent", "was")

    def _count(self, rule):
        place, columns = self._table(rule, "count")
        where = self._where(rule, "where", columns)
        return self._compared(rule, {"rule": "count", **place, "change": bool(rule.get("change"))}, where)

    def _value(self, rule):
        place, _, table = self.place(rule, "value", rule["value"])
        if table:
            raise rule.error(f"{rule['value']!r} is a table", "value")
        return self._compared(rule, {"rule": "value", **place})

    def _setting(self, rule):
        key = self.language.text(rule, "setting", rule["setting"])
        return self._compared(rule, lambda p: {"rule": "value", "path": ["settings", key(p)]}, as_text=True)

    def _permission(self, rule):
        key = self.language.text(rule, "permission", rule["permission"])
        return self._compared(rule, lambda p: {"rule": "value", "path": ["permissions", key(p)]})

    def _compared(self, rule, fixed, where=None, as_text=False):
        if "is" not in rule:
            raise rule.error("needs `is`", "is")
        wanted = self.language.value(rule, "is", rule["is"])

        def make(params, rules, guards):
            for op, number, more in _ops(wanted(params)):
                found = fixed(params) if callable(fixed) else fixed
                number = str(number) if as_text and op in ("eq", "ne") else number
                found = {**found, **({"where": where(params)} if where else {}), "op": op, "value": number}
                rules.append({**found, **more})

        return make

    def _same(self, rule):
        place, columns, _ = self.place(rule, "same", rule["same"])
        spared, ignored = self._spared(rule, columns), _list(rule.get("ignore"))

        def make(params, rules, guards):
            found = {"rule": "unchanged", **place, "ignore": [*ignored]}
            rules.append({**found, "except": [s(params) for s in spared]} if spared else found)

        return make

    # -- answers
    def _answer(self, holder):
        value = holder["answer"]
        if not isinstance(value, Map):
            value = Map({"text": value}, file=holder.file, line=holder.lines.get("answer", holder.line))
        kinds = [k for k in ANSWERS if k in value]
        if len(kinds) != 1 or set(value) - {kinds[0], "within", "contains"}:
            raise value.error(f"an answer is one of {', '.join(ANSWERS)}, with `within` or `contains`")
        kind = kinds[0]
        wanted = self.language.value(value, kind, value[kind])
        options = {k: value[k] for k in ("within", "contains") if k in value}
        if kind == "text":
            options.setdefault("contains", True)

        def make(params):
            found = wanted(params)
            if kind == "date" and isinstance(found, (int, float)):
                found = clock.words(int(found), "%Y-%m-%d")
            if kind == "date":
                date.fromisoformat(found)
            return {"kind": kind, "value": list(found) if isinstance(found, tuple) else found, **options}

        return make


def _worded(value):
    """A number for a column of text, as text; within ops too."""
    if isinstance(value, dict):
        return {op: _worded(v) for op, v in value.items()}
    plain = isinstance(value, (int, float)) and not isinstance(value, bool)
    return functions.text(value) if plain else value


def _ops(value):
    """`(op, value, further keys)` of a plain value or `{op: value}`."""
    if not isinstance(value, dict):
        return [("eq", value, {})]
    more = {"within": value["within"]} if "within" in value else {}
    return [(op, wanted, more) for op, wanted in value.items() if op != "within"]


def _list(value):
    """A list, from a list, one thing or nothing."""
    if value is None:
        return []
    return value if isinstance(value, (list, Seq)) else [value]
