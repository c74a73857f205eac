"""The small safe language of specs: a whitelisted Python subset, compiled once to Python code.

Three forms share one translator:
- expression: `count(notes) > 3 and note.pinned`
- text: `"{note.title}, edited {ago(note.updated)}"`: literal text with `{expression}` parts (`{{` is a brace)
- action: an assignment to a variable or a call of an effect, `update(notes, note.id, pinned=not note.pinned)`

Views compile to functions of `(S, V, Y, N, *locals)`: app state, screen variables, system tables, the minute.
Actions compile to functions of `(X, *captured)`: X carries the same four and the effects; screen variables
are those
of the screen the action began on, even after it has gone back. Only names of the scope resolve; `a.b` reads
field b of a record, never an attribute of a Python object.
"""

import ast
import re
from dataclasses import dataclass, field

from devices.phoneworld import functions
from devices.phoneworld.effects import EFFECTS
from devices.phoneworld.errors import ExpressionError
from devices.phoneworld.section import source_of

MAX_SOURCE, MAX_NODES, MAX_LOOPS = 2000, 400, 2
UNKNOWN = None
CHEAP = {"get", "count", "len", "has", "setting", "granted", "ago", "day", "now", "today"}
_COMPARE = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}
_OPERATE = {ast.Sub: "-", ast.Div: "/", ast.FloorDiv: "//"}
_GUARDED = {ast.Mult: "F_mul_", ast.Mod: "F_mod_", ast.Add: "F_add_"}


@dataclass(frozen=True)
class Table:
    """The type of a table, or of a tuple of its rows; `columns` may be None when unknown."""

    columns: frozenset | None


@dataclass(frozen=True)
class Row:
    """The type of one row of a table."""

    columns: frozenset | None
    sure: bool = False  # True for a loop variable, which is never None


@dataclass
class Scope:
    """The names an expression may use. Types are `Table`, `Row` or None (a scalar, or unknown)."""

    package: str = ""
    slots: dict = field(default_factory=dict)
    variables: dict = field(default_factory=dict)
    system: dict = field(default_factory=dict)
    content: dict = field(default_factory=dict)
    locals: dict = field(default_factory=dict)
    screens: dict = field(default_factory=dict)
    overlays: dict = field(default_factory=dict)

    def with_locals(self, **names):
        """The same scope with loop variables added."""
        return Scope(
            self.package,
            self.slots,
            self.variables,
            self.system,
            self.content,
            {**self.locals, **names},
            self.screens,
            self.overlays,
        )

    def names(self):
        """Every resolvable name, for error messages."""
        return sorted({*self.slots, *self.variables, *self.system, *self.content, *self.locals})


class Translator:
    """Turns allowed syntax into Python source, and notes what it reads.

    `deps` holds `("S"|"V"|"Y", name)` and `("N", "")`, the branches of the state that are read. `reads` says
    more closely what of them: sources of cheap values (one row, a column of it, a count), with the branches
    each is of; `own` are those that take the row `item` too. `captures` maps the parameters of an action to
    the view source that fills them.
    """

    def __init__(self, scope: Scope, handler: bool = False, item: str = ""):
        self.scope, self.handler, self.item = scope, handler, item
        self.prefix = "X." if handler else ""
        self.deps: set = set()
        self.reads: dict[str, set] = {}
        self.own: dict[str, set] = {}
        self.captures: dict[str, str] = {}
        self.bound: list[dict] = []
        self.lets: dict = {}
        self.loops = 0

    # -- entry points
    def expression(self, text) -> str:
        """Source of an expression; numbers, booleans and None in the spec stand for themselves."""
        return self.typed(text)[0]

    def typed(self, text):
        """`(source, type)` of an expression."""
        if isinstance(text, (bool, int, float)) or text is None:
            return repr(text), UNKNOWN
        return self.visit(self._parse(text, "eval").body)

    def text(self, template) -> str:
        """Source of a text template; always yields a str."""
        if isinstance(template, (bool, int, float)):
            return repr(functions.text(template))
        if template is None:
            return "''"
        parts = []
        for literal, code in split_template(template):
            if literal:
                parts.append(repr(literal))
            if code:
                parts.append(f"T({self.expression(code)})")
        if len(parts) <= 2:
            return "(" + (" + ".join(parts) or "''") + ")"
        return "''.join((" + ", ".join(parts) + "))"

    def _parse(self, text, mode):
        if not isinstance(text, str):
            raise ExpressionError(f"expected an expression, found {type(text).__name__}")
        if len(text) > MAX_SOURCE:
            raise ExpressionError("the expression is too long")
        try:
            tree = ast.parse(text.strip(), mode=mode)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise ExpressionError(f"cannot read {text!r}: {getattr(error, 'msg', error)}") from None
        if sum(1 for _ in ast.walk(tree)) > MAX_NODES:
            raise ExpressionError("the expression is too large")
        return tree

    # -- nodes
    def visit(self, node):
        """`(source, type)` of a syntax node; ExpressionError if it is not on the list."""
        method = getattr(self, "_" + type(node).__name__.lower(), None)
        if method is None:
            raise ExpressionError(f"{type(node).__name__} is not allowed in expressions")
        table = None if self.handler else self._sole_table(node)
        if table is None and (self.handler or not self._cheap(node)):
            return method(node)
        before = self.deps, self.reads, self.own
        self.deps, self.reads, self.own = set(), {}, {}
        try:
            found = method(node)
            roots = self.deps
        finally:
            self.deps, self.reads, self.own = before
        if table is not None:
            found = f"{table}.worked_out({found[0]!r}, lambda: {found[0]})", found[1]
        if roots:  # the whole stands for its parts
            (self.own if self._of_item(node) else self.reads)[found[0]] = roots
            self.deps |= roots
        return found

    def depend(self, letter, name):
        """Note that a branch of the state is read."""
        self.deps.add((letter, name))
        self.reads[source_of(letter, name)] = {(letter, name)}

    def _sole_table(self, node):
        """The source of the one table that a call like `sum(cart, "price")` makes a value of, reading nothing
        else; None for all others. A change of the table that leaves the value is none to the screen."""
        if not isinstance(node, ast.Call) or getattr(node.func, "id", None) in CHEAP:
            return None  # what is quick is not worth the keeping
        calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
        specs = [functions.FUNCTIONS.get(getattr(call.func, "id", None)) for call in calls]
        if specs[0] is None or specs[0].returns == "rows":
            return None
        if any(spec is None or spec.system or spec.minute or spec.package for spec in specs):
            return None
        called = [call.func for call in calls]
        names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and part not in called}
        names -= {
            getattr(part.target, "id", "") for part in ast.walk(node) if isinstance(part, ast.comprehension)
        }
        scope, name = self.scope, names.pop() if len(names) == 1 else ""
        if any(name in known for known in (self.lets, scope.locals, scope.variables, *self.bound)):
            return None
        for letter, tables in (("S", scope.slots), ("Y", scope.system)):
            if name in tables:
                return source_of(letter, name) if isinstance(tables[name], Table) else None
        return None

    def _cheap(self, node):
        """Whether a node may be read as one value: names, columns, `in`, quick functions."""
        if isinstance(node, ast.Name):
            name, scope = node.id, self.scope
            if name in self.lets or any(name in names for names in self.bound):
                return False
            if name in scope.locals:
                return name == self.item
            return name in scope.variables or name in scope.slots or name in scope.system
        if isinstance(node, ast.Attribute):
            return self._cheap(node.value)
        if isinstance(node, ast.Subscript):
            return self._cheap(node.value) and (
                isinstance(node.slice, ast.Constant) or self._cheap(node.slice)
            )
        if isinstance(node, ast.Compare):
            parts = (node.left, *node.comparators)
            among = len(parts) == 2 and isinstance(node.ops[0], (ast.In, ast.NotIn))
            return among and all(map(self._cheap, parts))
        return (
            isinstance(node, ast.Call)
            and getattr(node.func, "id", None) in CHEAP
            and not node.keywords
            and all(isinstance(a, ast.Constant) or self._cheap(a) for a in node.args)
        )

    def _of_item(self, node):
        return self.item and any(isinstance(n, ast.Name) and n.id == self.item for n in ast.walk(node))

    def _constant(self, node):
        value = node.value
        if not isinstance(value, (str, int, float, bool, type(None))) or (
            isinstance(value, int) and abs(value) > 2**53
        ):
            raise ExpressionError(f"the constant {value!r} is not allowed")
        return repr(value), UNKNOWN

    def _name(self, node):
        name, scope = node.id, self.scope
        for names in reversed(self.bound):
            if name in names:
                return f"b_{name}", names[name]
        if name in self.lets:
            return f"let_{name}", self.lets[name]
        if name in scope.locals:
            if self.handler:
                self.captures[f"c_{name}"] = f"l_{name}"
                return f"c_{name}", scope.locals[name]
            return f"l_{name}", scope.locals[name]
        for letter, names in (("V", scope.variables), ("S", scope.slots), ("Y", scope.system)):
            if name in names:
                self.depend(letter, name)
                if letter == "S" and self.handler:  # the app's own, even once the action has left it
                    return f"X.of({scope.package!r})[{name!r}]", names[name]
                prefix = "" if letter == "V" else self.prefix
                return f"{prefix}{letter}[{name!r}]", names[name]
        if name in scope.content:
            return f"C_{name}", scope.content[name]
        raise ExpressionError(f"unknown name {name!r}; known: {', '.join(scope.names())}")

    def _attribute(self, node):
        if node.attr.startswith("_"):
            raise ExpressionError(f"the field {node.attr!r} is not allowed")
        if (
            self.handler
            and isinstance(node.value, ast.Name)
            and node.value.id in self.scope.locals
            and not any(node.value.id in b for b in self.bound)
        ):
            base, kind = f"l_{node.value.id}", self.scope.locals[node.value.id]
            self._check_column(kind, node)
            parameter = f"c_{node.value.id}__{node.attr}"
            self.captures[parameter] = self._field(base, kind, node.attr)
            return parameter, UNKNOWN
        base, kind = self.visit(node.value)
        self._check_column(kind, node)
        return self._field(base, kind, node.attr), UNKNOWN

    @staticmethod
    def _field(base, kind, name):
        return f"{base}[{name!r}]" if isinstance(kind, Row) and kind.sure else f"F_field_({base}, {name!r})"

    def _check_column(self, kind, node):
        if isinstance(kind, Row) and kind.columns is not None and node.attr not in kind.columns:
            raise ExpressionError(f"no column {node.attr!r}; columns: {', '.join(sorted(kind.columns))}")
        if isinstance(kind, Table):
            raise ExpressionError(f"a table has no field {node.attr!r}; use get(table, id)")

    def _subscript(self, node):
        base, kind = self.visit(node.value)
        if isinstance(node.slice, ast.Slice):
            parts = [self.visit(p)[0] if p else "None" for p in (node.slice.lower, node.slice.upper)]
            return f"F_slice_({base}, {', '.join(parts)})", kind
        row = Row(kind.columns) if isinstance(kind, Table) else UNKNOWN
        return f"F_item_({base}, {self.visit(node.slice)[0]})", row

    def _boolop(self, node):
        word = " and " if isinstance(node.op, ast.And) else " or "
        return "(" + word.join(self.visit(v)[0] for v in node.values) + ")", UNKNOWN

    def _unaryop(self, node):
        sign = {ast.Not: "not ", ast.USub: "-", ast.UAdd: "+"}.get(type(node.op))
        if sign is None:
            raise ExpressionError("this operator is not allowed")
        return f"({sign}{self.visit(node.operand)[0]})", UNKNOWN

    def _binop(self, node):
        left, kind = self.visit(node.left)
        right = self.visit(node.right)[0]
        if type(node.op) in _GUARDED:
            return f"{_GUARDED[type(node.op)]}({left}, {right})", kind if isinstance(kind, Table) else UNKNOWN
        if type(node.op) not in _OPERATE:
            raise ExpressionError(f"the operator {type(node.op).__name__} is not allowed")
        return f"({left} {_OPERATE[type(node.op)]} {right})", UNKNOWN

    def _compare(self, node):
        parts = [self.visit(node.left)[0]]
        for op, right in zip(node.ops, node.comparators, strict=True):
            parts += [_COMPARE[type(op)], self.visit(right)[0]]
        return "(" + " ".join(parts) + ")", UNKNOWN

    def _ifexp(self, node):
        body, kind = self.visit(node.body)
        other, other_kind = self.visit(node.orelse)
        return f"({body} if {self.visit(node.test)[0]} else {other})", kind or other_kind

    def _tuple(self, node):
        return "(" + "".join(self.visit(e)[0] + ", " for e in node.elts) + ")", UNKNOWN

    _list = _tuple

    def _dict(self, node):
        if any(not isinstance(k, ast.Constant) or not isinstance(k.value, str) for k in node.keys):
            raise ExpressionError("the keys of a record must be plain strings")
        pairs = (f"{k.value!r}: {self.visit(v)[0]}" for k, v in zip(node.keys, node.values, strict=True))
        return "Frozen({" + ", ".join(pairs) + "})", UNKNOWN

    def _listcomp(self, node):
        return self._loop(node, "tuple([", "])")

    def _generatorexp(self, node):
        return self._loop(node, "tuple([", "])")

    def _loop(self, node, start, end):
        self.loops += 1
        if self.loops > MAX_LOOPS or len(node.generators) > MAX_LOOPS:
            raise ExpressionError("loops nest too deeply")
        clauses, depth = "", len(self.bound)
        for generator in node.generators:
            if generator.is_async or not isinstance(generator.target, ast.Name):
                raise ExpressionError("a loop needs one plain variable")
            source, kind = self.visit(generator.iter)
            row = Row(kind.columns, True) if isinstance(kind, Table) else UNKNOWN
            self.bound.append({generator.target.id: row})
            clauses += f" for b_{generator.target.id} in F_rows_({source})"
            clauses += "".join(f" if {self.visit(test)[0]}" for test in generator.ifs)
        element, kind = self.visit(node.elt)
        del self.bound[depth:]
        self.loops -= 1
        return f"{start}{element}{clauses}{end}", Table(kind.columns) if isinstance(kind, Row) else UNKNOWN

    def _call(self, node):
        if not isinstance(node.func, ast.Name):
            raise ExpressionError("only named functions can be called")
        name = node.func.id
        if any(k.arg is None for k in node.keywords) or any(isinstance(a, ast.Starred) for a in node.args):
            raise ExpressionError("star arguments are not allowed")
        if name in ("now", "today"):
            self.depend("N", "")
            moment = "X.now" if self.handler else "N"
            return (moment if name == "now" else f"F_start_of_day({moment})"), UNKNOWN
        if name in EFFECTS and self.handler:
            return self.effect(node), UNKNOWN
        if name not in functions.FUNCTIONS:
            known = ", ".join(sorted(functions.FUNCTIONS))
            raise ExpressionError(f"unknown function {name!r}; known: now, today, {known}")
        spec = functions.FUNCTIONS[name]
        args = []
        for table in spec.system:
            self.depend("Y", table)
            args.append(f"{self.prefix}Y[{table!r}]")
        if spec.minute:
            self.depend("N", "")
            args.append("X.now" if self.handler else "N")
        if spec.package:
            args.append(repr(self.scope.package))
        typed = [self.visit(a) for a in node.args]
        args += [source for source, _ in typed]
        args += [f"{k.arg}={self.visit(k.value)[0]}" for k in node.keywords]
        if not spec.least <= len(node.args) <= spec.most:
            raise ExpressionError(
                f"{name}() takes {spec.least} to {spec.most} arguments, not {len(node.args)}"
            )
        if node.keywords and not spec.keywords:
            raise ExpressionError(f"{name}() takes no named arguments")
        kind = typed[0][1] if typed else UNKNOWN
        if spec.returns == "rows" and isinstance(kind, Table):
            return f"F_{name}({', '.join(args)})", kind
        if name == "get" and isinstance(kind, Table) and _TABLE.fullmatch(args[0]):
            return f"{args[0]}.get({args[1]})", Row(kind.columns)
        if spec.returns == "row" and isinstance(kind, Table):
            return f"F_{name}({', '.join(args)})", Row(kind.columns)
        return f"F_{name}({', '.join(args)})", UNKNOWN

    # -- actions
    def action(self, text) -> str:
        """One statement of Python source for an action string."""
        let = isinstance(text, str) and text.strip().startswith("let ")
        tree = self._parse(text.strip()[4:] if let else text, "exec")
        if len(tree.body) != 1:
            raise ExpressionError("write one action per line")
        node = tree.body[0]
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and not let:
            if getattr(node.value.func, "id", None) not in EFFECTS:
                raise ExpressionError(
                    f"{ast.unparse(node.value.func)!r} is not an effect; effects: "
                    + ", ".join(sorted(EFFECTS))
                )
            return self.effect(node.value)
        if (
            not isinstance(node, ast.Assign)
            or len(node.targets) != 1
            or not isinstance(node.targets[0], ast.Name)
        ):
            raise ExpressionError(
                "an action is an effect call, `name = expression` or `let name = expression`"
            )
        name = node.targets[0].id
        value, kind = self.visit(node.value)
        if let:
            self.lets[name] = kind
            return f"let_{name} = {value}"
        if name in self.scope.variables:
            return f"V = X.set_variable(V, visit, {name!r}, {value})"
        if name in self.scope.slots and not isinstance(self.scope.slots[name], Table):
            return f"X.set_slot({self.scope.package!r}, {name!r}, {value})"
        raise ExpressionError(f"cannot assign to {name!r}: not a screen variable or a scalar of the state")

    def effect(self, node) -> str:
        """Source of an effect call, its arguments checked against the effect's signature."""
        name, signature = node.func.id, EFFECTS[node.func.id]
        if not signature.least <= len(node.args) <= len(signature.positional):
            raise ExpressionError(
                f"{name}() takes {signature.least} to {len(signature.positional)} arguments"
            )
        args, columns, targets = [], None, None
        for code, arg in zip(signature.positional, node.args, strict=False):
            if code == "table":
                if not isinstance(arg, ast.Name):
                    raise ExpressionError(f"{name}() needs a table's name")
                letter = "S" if isinstance(self.scope.slots.get(arg.id), Table) else "Y"
                kind = self.scope.slots.get(arg.id) if letter == "S" else self.scope.system.get(arg.id)
                if not isinstance(kind, Table):
                    raise ExpressionError(f"{arg.id!r} is not a table")
                columns = kind.columns
                args += [repr("Y" if letter == "Y" else self.scope.package), repr(arg.id)]
            elif code in ("screen", "overlay", "variable"):
                if not isinstance(arg, ast.Constant) or not isinstance(arg.value, str):
                    raise ExpressionError(f"{name}() needs a quoted {code} name")
                known = {
                    "screen": self.scope.screens,
                    "overlay": self.scope.overlays,
                    "variable": self.scope.variables,
                }[code]
                if arg.value not in known:
                    raise ExpressionError(f"no {code} {arg.value!r}; known: {', '.join(sorted(known))}")
                targets = known[arg.value] if code != "variable" else None
                args.append(repr(arg.value))
            else:
                args.append(self.visit(arg)[0])
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg.startswith("_"):
                raise ExpressionError("star arguments are not allowed")
            if signature.keywords == "columns" and columns is not None and keyword.arg not in columns:
                raise ExpressionError(f"no column {keyword.arg!r}; columns: {', '.join(sorted(columns))}")
            if signature.keywords == "params" and targets is not None and keyword.arg not in targets:
                raise ExpressionError(
                    f"no parameter {keyword.arg!r}; parameters: {', '.join(sorted(targets))}"
                )
            if isinstance(signature.keywords, tuple) and keyword.arg not in signature.keywords:
                raise ExpressionError(f"{name}() has no argument {keyword.arg!r}")
            args.append(f"{keyword.arg}={self.visit(keyword.value)[0]}")
        return f"X.{name}({', '.join(args)})"


_TABLE = re.compile(r"(?:X\.)?(?:[SY]|of\('[\w.]+'\))\['\w+'\]|C_\w+")
_PART = re.compile(r"\{\{|\}\}|\{")


def split_template(template: str):
    """`[(literal, code)]` of a text template; code is "" after the last literal."""
    if not isinstance(template, str):
        raise ExpressionError(f"expected text, found {type(template).__name__}")
    parts, literal, position = [], "", 0
    while True:
        found = _PART.search(template, position)
        if not found:
            parts.append((literal + template[position:], ""))
            return parts
        literal += template[position : found.start()]
        if found[0] in ("{{", "}}"):
            literal += found[0][0]
            position = found.end()
            continue
        end, depth, quote = found.end(), 1, ""
        while end < len(template) and depth:
            ch = template[end]
            if quote:
                quote = "" if ch == quote else quote
            elif ch in "'\"":
                quote = ch
            else:
                depth += (ch == "{") - (ch == "}")
            end += 1
        if depth:
            raise ExpressionError(f"a brace is not closed in {template!r}")
        parts.append((literal, template[found.end() : end - 1]))
        literal, position = "", end
