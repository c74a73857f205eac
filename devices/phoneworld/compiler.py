"""From spec to code: each section of a screen becomes one Python function, each handler another.

Widgets compile to nested tuples `(draw function, *properties)`, so resolving a screen is one call per
section and
equal results share one laid-out block.
"""

from devices.phoneworld import functions
from devices.phoneworld.errors import ExpressionError, SpecError
from devices.phoneworld.expr import Row, Scope, Table, Translator
from devices.phoneworld.memo import PLAIN, exact
from devices.phoneworld.render import icons
from devices.phoneworld.screen import Field
from devices.phoneworld.section import Between, ListSection, Rows, Section, focus_, source_of
from devices.phoneworld.source import Map, Seq
from devices.phoneworld.widgets import WIDGETS

META = ("when", "grow")
LIST_KEYS = {"items", "as", "row", "section", "empty", "columns", "gap", "divider", "when"}
_DEFAULT = {
    "text": "''",
    "icon": "''",
    "expr": "None",
    "bool": "False",
    "num": "None",
    "action": "None",
    "widgets": "()",
    "handler": "None",
    "field": "None",
    "bind": "None",
    "widget": "None",
}


def act_(handler, *given):
    """An action with what the loop variables give it, and its kinds: True and 1 must not share a block."""
    if PLAIN.issuperset(map(type, given)):
        return handler, given
    return handler, given, exact(given)


def kids_(children):
    """Children that are present."""
    return tuple([c for c in children if c is not None])


class Compiler:
    """Compiles the parts of one app. One per app; `screen` is the one at work."""

    def __init__(self, file):
        self.file = file
        self.names = dict(functions.NAMESPACE, F_focus_=focus_, F_kids_=kids_, F_act_=act_)
        self.names.update({f"D_{name}": spec.draw for name, spec in WIDGETS.items()})
        self.handlers = 0
        self.screen = None

    # -- running Python
    def function(self, source, arguments):
        """Compile `source` (an expression) into a function."""
        code = compile(f"lambda {arguments}: {source}", f"<{self.file}>", "eval")
        return eval(code, self.names)

    def guard(self, holder: Map, key, work, *args):
        """Run `work`; an ExpressionError becomes a SpecError at the key."""
        try:
            return work(*args)
        except ExpressionError as error:
            raise holder.error(str(error), key) from None

    # -- handlers
    def handler(self, actions, scope: Scope, holder: Map, key, payload=None):
        """`(function, name, captures)`: captures are view sources for what the loop variables give.

        With `payload` (names) the function takes a record as its second argument and those names read its
        fields.
        """
        translator = Translator(scope, handler=True)
        translator.lets.update(dict.fromkeys(payload or ()))
        lines = self._statements(actions, translator, holder, key, "    ") or ["    pass"]
        lines = [f"    let_{n} = P.get({n!r})" for n in payload or ()] + lines
        self.handlers += 1
        name = f"h{self.handlers}"
        parameters = ", ".join(["X", *(["P"] if payload is not None else []), *translator.captures])
        source = f"def {name}({parameters}):\n    V, visit = X.V, X.visits\n" + "\n".join(lines)
        exec(compile(source, f"<{self.file}>", "exec"), self.names)
        return self.names[name], name, list(translator.captures.values())

    def plain_handler(self, actions, scope, holder, key):
        """A handler outside any loop; None when there are no actions."""
        if actions is None:
            return None
        call, _, captures = self.handler(actions, scope, holder, key)
        if captures:
            raise holder.error("loop variables cannot be used here", key)
        return call

    def _statements(self, actions, translator, holder, key, indent):
        if isinstance(actions, (str, Map)):
            actions = [actions]
        if not isinstance(actions, (list, tuple)):
            raise holder.error("expected an action or a list of actions", key)
        lines = []
        for action in actions:
            if isinstance(action, Map):
                lines += self._block(action, translator, indent)
            else:
                lines.append(indent + self.guard(holder, key, translator.action, action))
        return lines

    def _block(self, action, translator, indent):
        if "if" in action:
            self.check_keys(action, {"if", "then", "else"})
            test = self.guard(action, "if", translator.expression, action["if"])
            lines = [f"{indent}if {test}:"]
            lines += self._statements(
                action.get("then", []), translator, action, "then", indent + "    "
            ) or [indent + "    pass"]
            if "else" in action:
                lines.append(f"{indent}else:")
                lines += self._statements(action["else"], translator, action, "else", indent + "    ") or [
                    indent + "    pass"
                ]
            return lines
        if "for" in action:
            self.check_keys(action, {"for", "in", "do"})
            source, kind = self.guard(action, "in", translator.typed, action.get("in"))
            name = action["for"]
            row = Row(kind.columns, True) if isinstance(kind, Table) else None
            translator.bound.append({name: row})
            body = self._statements(action.get("do", []), translator, action, "do", indent + "    ")
            translator.bound.pop()
            return [f"{indent}for b_{name} in F_rows_({source}):", *(body or [indent + "    pass"])]
        raise action.error("an action block is `if`/`then`/`else` or `for`/`in`/`do`")

    # -- widgets
    @staticmethod
    def check_keys(holder: Map, known):
        """SpecError for a key that is not known."""
        for key in holder:
            if key not in known:
                raise holder.error(f"unknown key {key!r}; known: {', '.join(sorted(map(str, known)))}", key)

    @staticmethod
    def named(entry, holder, key):
        """`(widget name, properties Map)` of a `- name: {…}`, `- name: short` or `- name` entry."""
        if isinstance(entry, str):
            entry = Map({entry: None}, file=holder.file, line=holder.lines.get(key, holder.line))
        if not isinstance(entry, Map) or len(entry) == 0:
            raise holder.error("expected a widget, such as `- text: Hello`", key)
        if len(entry) != 1:
            raise entry.error(f"one widget per entry; indent its properties under it: {', '.join(entry)}")
        name, properties = next(iter(entry.items()))
        if name in ("list", "grid", "each"):
            return name, properties
        if name not in WIDGETS:
            raise entry.error(
                f"unknown widget {name!r}; known: list, grid, each, {', '.join(sorted(WIDGETS))}", name
            )
        if not isinstance(properties, Map):
            short = WIDGETS[name].short
            if properties is not None and not short:
                raise entry.error("this widget needs its properties as a mapping", name)
            line = entry.lines.get(name, entry.line)
            properties = Map(
                {} if properties is None else {short: properties},
                file=entry.file,
                line=line,
                lines={short: line},
            )
        return name, properties

    def widget(self, entry, scope, translator, holder, key, top=False):
        """`(source, grow source)` of a widget; the source yields None while `when` is false."""
        name, properties = self.named(entry, holder, key)
        if name in ("list", "grid"):
            raise holder.error(f"{name} stands only in `body`; inside others use `each`", key)
        if name == "each":
            raise holder.error("each stands only among children", key)
        spec = WIDGETS[name]
        self.check_keys(properties, {*spec.props, *META})
        for wanted in spec.required:
            if wanted not in properties:
                raise properties.error(f"{name} needs {wanted!r}", wanted)
        if top and "pad" in spec.props and "pad" not in properties and name in ("text", "image"):
            properties = Map(
                {**properties, "pad": True},
                file=properties.file,
                line=properties.line,
                lines=properties.lines,
            )
        parts = [self.prop(kind, properties, prop, scope, translator) for prop, kind in spec.props.items()]
        source = f"(D_{name}, {', '.join(parts)})" if parts else f"(D_{name},)"
        grow = repr(properties["grow"]) if "grow" in properties else "0"
        if "when" in properties:
            test = self.guard(properties, "when", translator.expression, properties["when"])
            source = f"({source} if {test} else None)"
        return source, grow

    def prop(self, kind, holder: Map, key, scope, translator):
        """Source of one property of a widget."""
        if isinstance(kind, list):
            return self.records(kind[0], holder, key, scope, translator)
        if kind == "hscroll":
            name = f"@h{len(self.screen.scrollers) + 1}"
            self.screen.scrollers.append(name)
            translator.depend("V", name)
            return f"({name!r}, V[{name!r}])"
        if key not in holder or (holder[key] is None and kind != "expr"):
            return _DEFAULT.get(kind, "None")
        value = holder[key]
        if kind in ("text", "icon"):
            if kind == "icon" and isinstance(value, str) and "{" not in value and not icons.exists(value):
                raise holder.error(f"there is no icon {value!r}", key)
            return self.guard(holder, key, translator.text, value)
        if kind in ("expr", "bool", "num"):
            return self.guard(holder, key, translator.expression, value)
        if kind.startswith("enum("):
            known = kind[5:-1].split("|")
            value = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
            if value not in known:
                raise holder.error(f"{value!r} is not one of {', '.join(known)}", key)
            return repr(value)
        if kind == "action":
            _, name, captures = self.handler(value, scope, holder, key)
            return f"F_act_({', '.join([name, *captures])})" if captures else f"({name}, ())"
        if kind == "handler":
            return "None"
        if kind == "bind":
            return repr(self.target(holder, key, value, scope))
        if kind == "field":
            return self.field(holder, key, value, scope, translator)
        if kind == "widgets":
            return self.children(value, scope, translator, holder, key)
        raise SpecError(f"cannot compile a property of kind {kind!r}", self.file)

    def target(self, holder, key, name, scope):
        """`(letter, name)` of a variable or scalar that may be assigned."""
        if name in scope.variables:
            return ("V", name)
        if name in scope.slots and not isinstance(scope.slots[name], Table):
            return ("S", name)
        known = ", ".join(
            sorted([*scope.variables, *(k for k, t in scope.slots.items() if not isinstance(t, Table))])
        )
        raise holder.error(f"{name!r} is not a variable that can be set; known: {known}", key)

    def field(self, holder, key, name, scope, translator):
        """Register a text field and give the source of its value and focus."""
        letter, name = self.target(holder, key, name, scope)
        if letter != "V":
            raise holder.error(
                "a text field binds to a variable of its screen (copy it to the state on save)", key
            )
        changed = self.plain_handler(holder.get("changed"), scope, holder, "changed")
        if changed:
            self.screen.changed[name] = changed
        secret = holder.get("secret", False)
        self.screen.fields[name] = Field(
            letter,
            name,
            secret is True,
            holder.get("keyboard") or "text",
            holder.get("lines") or 1 if isinstance(holder.get("lines", 1), int) else 1,
            self.plain_handler(holder.get("submit"), scope, holder, "submit"),
            holder.get("autofocus") is True,
        )
        focus = f"F_focus_(V['@focus'], {name!r})"
        translator.depend("V", name)
        translator.reads[focus] = {("V", "@focus")}
        return f"('V', {name!r}, T(V[{name!r}]), {focus})"

    def loop(self, holder, scope, translator):
        """`(items source, variable name, inner scope)` of an `each`/`as` or `items`/`as` mapping."""
        key = "each" if "each" in holder else "items"
        source, kind = self.guard(holder, key, translator.typed, holder[key])
        name = holder.get("as", "item")
        if not isinstance(name, str) or not name.isidentifier():
            raise holder.error("`as` needs a plain name", "as")
        row = Row(kind.columns, True) if isinstance(kind, Table) else None
        return source, name, scope.with_locals(**{name: row})

    def children(self, entries, scope, translator, holder, key):
        """Source of a tuple of `(grow, widget)`."""
        if not isinstance(entries, Seq):
            raise holder.error("expected a list of widgets", key)
        parts = []
        for entry in entries:
            name, properties = self.named(entry, holder, key)
            if name == "each":
                self.check_keys(properties, {"items", "as", "do", "when"})
                items, variable, inner = self.loop(properties, scope, translator)
                source, grow = self._inner(properties, "do", inner, translator)
                parts.append(f"*[(({grow}, {source})) for l_{variable} in F_rows_({items})]")
                continue
            source, grow = self.widget(entry, scope, translator, holder, key)
            if isinstance(properties, Map) and "when" in properties:
                test = self.guard(properties, "when", translator.expression, properties["when"])
                parts.append(f"(({grow}, {source}) if {test} else None)")
            else:
                parts.append(f"({grow}, {source})")
        return f"F_kids_(({', '.join(parts)}{',' if parts else ''}))"

    def _inner(self, properties, key, inner, translator):
        if key not in properties:
            raise properties.error(f"needs {key!r}", key)
        outer, translator.scope = translator.scope, inner
        try:
            return self.widget(properties[key], inner, translator, properties, key)
        finally:
            translator.scope = outer

    def records(self, kinds, holder, key, scope, translator):
        """Source of a tuple of tuples: a list of small records, or one mapped over items by `each`."""
        value = holder.get(key)
        if value is None:
            return "()"
        required = {k for k, v in kinds.items() if v.endswith("!")}
        plain = {k: v.rstrip("!") for k, v in kinds.items()}
        if isinstance(value, Map):
            self.check_keys(value, {*plain, "each", "as"})
            items, variable, inner = self.loop(value, scope, translator)
            return (
                f"tuple([{self._record(plain, required, value, inner, translator)} "
                f"for l_{variable} in F_rows_({items})])"
            )
        if not isinstance(value, Seq):
            raise holder.error("expected a list, or a mapping with `each` and `as`", key)
        parts = []
        for item in value:
            if not isinstance(item, Map):
                raise holder.error("expected a mapping", key)
            if "each" in item:
                self.check_keys(item, {*plain, "each", "as"})
                items, variable, inner = self.loop(item, scope, translator)
                parts.append(
                    f"*[{self._record(plain, required, item, inner, translator)} "
                    f"for l_{variable} in F_rows_({items})]"
                )
                continue
            self.check_keys(item, {*plain, "when"})
            source = self._record(plain, required, item, scope, translator)
            if "when" in item:
                test = self.guard(item, "when", translator.expression, item["when"])
                source = f"({source} if {test} else None)"
            parts.append(source)
        return f"F_kids_(({', '.join(parts)}{',' if parts else ''}))"

    def _record(self, kinds, required, item, scope, translator):
        for wanted in required:
            if wanted not in item:
                raise item.error(f"needs {wanted!r}", wanted)
        outer, translator.scope = translator.scope, scope
        try:
            return (
                "("
                + "".join(self.prop(kind, item, k, scope, translator) + ", " for k, kind in kinds.items())
                + ")"
            )
        finally:
            translator.scope = outer

    # -- sections
    def section(self, entry, scope, holder, key, top=False) -> Section:
        """A widget as a memoised section."""
        translator = Translator(scope)
        source, _ = self.widget(entry, scope, translator, holder, key, top)
        return Section(self.function(source, "S, V, Y, N"), translator.reads)

    def body(self, entries, scope, holder, key):
        """The sections of a part of a screen; lists and grids become ListSections."""
        if entries is None:
            return []
        if not isinstance(entries, Seq):
            raise holder.error("expected a list of widgets", key)
        parts = []
        for entry in entries:
            name, properties = self.named(entry, holder, key)
            if name in ("list", "grid"):
                parts.append(self.list(properties, scope, name == "grid"))
            else:
                parts.append(self.section(entry, scope, holder, key, True))
        return parts

    def _each(self, source, variable, translator) -> Rows:
        """A function of each item of a list."""
        resolve = self.function(source, f"S, V, Y, N, l_{variable}")
        roots = {source_of(*root) for found in translator.own.values() for root in found}
        return Rows(resolve, variable, translator.reads, translator.own, roots)

    def list(self, holder, scope, grid) -> ListSection:
        """A list or grid over items."""
        if not isinstance(holder, Map):
            raise SpecError("a list needs `items`, `as` and `row`", self.file)
        self.check_keys(holder, LIST_KEYS)
        for wanted in ("items", "row"):
            if wanted not in holder:
                raise holder.error(f"a list needs {wanted!r}", wanted)
        translator = Translator(scope)
        items, variable, inner = self.loop(holder, scope, translator)
        if "when" in holder:
            test = self.guard(holder, "when", translator.expression, holder["when"])
            items = f"({items} if {test} else None)"
        item_section = Section(self.function(f"F_rows_({items})", "S, V, Y, N"), translator.reads)
        row_translator = Translator(inner, item=variable)
        source, _ = self.widget(holder["row"], inner, row_translator, holder, "row")
        row = self._each(source, variable, row_translator)
        heading = None
        if "section" in holder:
            head = Translator(inner, item=variable)
            source = self.guard(holder, "section", head.text, holder["section"])
            heading = self._each(source, variable, head)
        empty = (
            self.section(
                Map({"empty": holder["empty"]}, file=holder.file, line=holder.line), scope, holder, "empty"
            )
            if "empty" in holder
            else None
        )
        if empty is not None and "when" in holder:
            test = Translator(scope)
            shown = self.function(self.guard(holder, "when", test.expression, holder["when"]), "S, V, Y, N")
            inner_resolve = empty.resolve
            empty = Section(
                lambda S, V, Y, N: inner_resolve(S, V, Y, N) if shown(S, V, Y, N) else None,
                empty.reads | set(test.reads),
            )
        draw_divider, draw_section = WIDGETS["divider"].draw, WIDGETS["section"].draw
        between = Between(
            bool(holder.get("divider")), (draw_divider, 16), lambda title: (draw_section, title, "", None)
        )
        return ListSection(
            item_section,
            row,
            int(holder.get("columns", 2)) if grid else 1,
            int(holder.get("gap", 12 if grid else 0)),
            heading,
            empty,
            between,
        )
