"""Expressions of templates: the language of specs, over the first day's content of every app.

Names, in this order: loop variables and parameters drawn before; `app.table` and `app.scalar` (app is the end
of its package: `marlow.products`); tables of the apps of the template by bare name; the tables of the system.
"""

from functools import lru_cache

from devices.phoneworld import functions
from devices.phoneworld.errors import ExpressionError
from devices.phoneworld.expr import Row, Scope, Table, Translator, split_template
from devices.phoneworld.source import Map, Seq
from devices.phoneworld.spec import bundled
from devices.phoneworld.state import Frozen, freeze
from devices.phoneworld.tables import TYPES
from devices.phoneworld.world import default_world


def short(package: str) -> str:
    """The name of an app in templates."""
    return package.rsplit(".", 1)[-1]


@lru_cache(1)
def app_names() -> dict:
    """Package by short name."""
    return {short(package): package for package in bundled()}


@lru_cache(1)
def app_tables() -> dict:
    """The type of every `app.name`: a Table, or None for scalars."""
    found = {}
    for package, app in bundled().items():
        content = {k: _content_type(v) for k, v in app.content.items()}
        for name, kind in {**content, **app.types}.items():
            found[f"{short(package)}.{name}"] = kind
    return found


def _content_type(value):
    rows = list(value.values()) if isinstance(value, Frozen) else []
    if rows and all(isinstance(r, Frozen) and "id" in r for r in rows):
        return Table(frozenset(rows[0]))
    return None


@lru_cache(1)
def first_day() -> tuple[Frozen, Frozen, int]:
    """`(data by app.name, system tables, now)` of a fresh phone."""
    state = default_world().initial(0, False, "en-US")
    data = {}
    for package, app in bundled().items():
        for name, value in {**app.content, **state["apps"][package]}.items():
            data[f"{short(package)}.{name}"] = value
    return Frozen(data), state["sys"], state["now"]


class _Names(Translator):
    """The translator of specs, that knows `app.table` too."""

    def _attribute(self, node):
        base = getattr(node.value, "id", None)
        key = f"{base}.{node.attr}"
        taken = base in self.scope.variables or any(base in names for names in self.bound)
        if base and not taken and key in self.scope.slots:
            self.deps.add(("S", key))
            return f"S[{key!r}]", self.scope.slots[key]
        return super()._attribute(node)


class Language:
    """Compiles the expressions of one template; parameters become known one by one with `know`."""

    def __init__(self, apps):
        slots = dict(app_tables())
        self.alias = {}
        for app in reversed(apps):
            for key, kind in app_tables().items():
                holder, name = key.split(".", 1)
                if holder == app and name not in TYPES:
                    slots[name] = kind
                    self.alias[name] = key
        self.scope = Scope("", slots, {}, dict(TYPES))

    def know(self, name, kind=None):
        """Make a parameter known."""
        self.scope.variables[name] = kind

    def within(self, name, kind=None) -> "Language":
        """The same with a loop variable."""
        inner = Language.__new__(Language)
        inner.alias = self.alias
        old = self.scope
        inner.scope = Scope("", old.slots, {**old.variables, name: kind}, old.system)
        return inner

    def expression(self, holder: Map, key, text):
        """`(function of the parameters, type, whether it reads parameters)`. SpecError at the key."""
        translator = _Names(self.scope)
        try:
            source, kind = translator.typed(text)
        except ExpressionError as error:
            raise holder.error(str(error), key) from None
        return self._function(source), kind, any(letter == "V" for letter, _ in translator.deps)

    def value(self, holder: Map, key, value):
        """A function of the parameters that fills `{expression}` parts, all the way down.

        A text that is nothing but one `{expression}` keeps the kind of its value.
        """
        if isinstance(value, dict):
            parts = {
                k: self.value(value if isinstance(value, Map) else holder, k, v) for k, v in value.items()
            }
            names = {k: self.text(holder, k, k) for k in parts}
            return lambda p: {names[k](p): part(p) for k, part in parts.items()}
        if isinstance(value, (list, tuple)):
            items = [self.value(holder, key, v) for v in value]
            return lambda p: [item(p) for item in items]
        if not isinstance(value, str) or ("{" not in value and "}" not in value):
            return lambda p: value
        try:
            parts = split_template(value)
        except ExpressionError as error:
            raise holder.error(str(error), key) from None
        if [bool(code) for _, code in parts] in ([True], [True, False]) and not any(lit for lit, _ in parts):
            return self.expression(holder, key, parts[0][1])[0]
        translator = _Names(self.scope)
        try:
            return self._function(translator.text(value))
        except ExpressionError as error:
            raise holder.error(str(error), key) from None

    def text(self, holder: Map, key, value):
        """Like `value`, for what is always text."""
        fill = self.value(holder, key, value)
        return lambda p: functions.text(fill(p))

    def _function(self, source):
        code = compile(f"lambda S, V, Y, N: {source}", "<template>", "eval")
        call = eval(code, dict(functions.NAMESPACE))
        alias = self.alias

        def evaluate(params):
            data, system, now = _data(tuple(alias.items()))
            try:
                return call(data, params, system, now)
            except (ExpressionError, TypeError, KeyError, ValueError, ZeroDivisionError, IndexError) as error:
                raise ExpressionError(f"{type(error).__name__}: {error}") from error

        return evaluate


@lru_cache(256)
def _data(alias):
    data, system, now = first_day()
    return data.merge({name: data[key] for name, key in alias}), system, now


def is_record(value) -> bool:
    """Whether a value is a row of a table."""
    return isinstance(value, dict) and "id" in value


__all__ = [
    "Language",
    "Row",
    "Seq",
    "Table",
    "app_names",
    "app_tables",
    "first_day",
    "freeze",
    "is_record",
    "short",
]
