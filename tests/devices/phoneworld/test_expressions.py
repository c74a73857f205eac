"""The language computes what it says, and refuses everything that is not on its list."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.phoneworld import functions
from devices.phoneworld.errors import ExpressionError
from devices.phoneworld.expr import Scope, Table, Translator, split_template
from devices.phoneworld.state import Frozen, freeze

ROWS = freeze(
    {
        "a": {"id": "a", "name": "Zoë", "n": 3, "done": True},
        "b": {"id": "b", "name": "adam", "n": 1, "done": False},
    }
)
SCOPE = Scope(
    package="org.example",
    slots={"rows": Table(frozenset({"id", "name", "n", "done"})), "total": None},
    variables={"query": None},
    system={"settings": None},
)
S, V = Frozen({"rows": ROWS, "total": 7}), Frozen({"query": "ADA"})
Y = Frozen({"settings": Frozen({"global.wifi_on": "1"}), "permissions": Frozen()})


def value(text):
    """The expression's value in the sample scope."""
    source = Translator(SCOPE).expression(text)
    return eval(f"lambda S, V, Y, N: {source}", dict(functions.NAMESPACE))(S, V, Y, 1_000_000)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3", 7),
        ("7 // 2 - 1", 2),
        ("7 % 4", 3),
        ("total > 3 and not query == ''", True),
        ("'x' if total < 3 else 'y'", "y"),
        ("count(rows)", 2),
        ("rows['a'].name", "Zoë"),
        ("get(rows, 'zz').name", None),
        ("[r.name for r in rows if r.n > 1]", ("Zoë",)),
        ("first(search(rows, query, 'name')).id", "b"),
        ("join(', ', [r.name for r in sort(rows, 'name')])", "adam, Zoë"),
        ("sum(rows, 'n')", 4),
        ("1 < total < 9", True),
        ("[r.id for r in sort(rows, '-done', 'n')]", ("a", "b")),
        ("setting('global.wifi_on')", 1),
        ("first([r.id for r in where(rows, done=False)])", "b"),
        ("money(1234.5)", "$1,234.50"),
        ("'abc'[:2]", "ab"),
        ("{'k': 1}.k", 1),
        ("granted('contacts')", False),
        ("now()", 1_000_000),
        ("'a' + 1", "a1"),
    ],
)
def test_values(text, expected):
    assert value(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os')",
        "rows.__class__",
        "query.__class__.__mro__",
        "().__class__",
        "open('x')",
        "eval('1')",
        "(lambda: 1)()",
        "2 ** 9999",
        "1 << 9",
        "f'{query}'",
        "[x for x in range(9) for y in range(9) for z in range(9)]",
        "query.upper()",
        "getattr(query, 'upper')",
        "globals()",
        "yield 1",
        "await x",
        "(x := 1)",
        "print(1)",
        "*rows",
        "rows._digest",
        "unknown",
        "count(*rows)",
        "count(**rows)",
        "sum([a for a, b in rows])",
        "nothing(1)",
        "x" * 3000,
        "1 if",
        "import os",
        "[r.titel for r in rows]",
        "10 ** 10",
        "9" * 40,
        "b'x'",
        "...",
        "1j",
    ],
)
def test_refused_when_compiled(text):
    with pytest.raises(ExpressionError):
        Translator(SCOPE).expression(text)


@pytest.mark.parametrize("text", ["'ab' * 10", "range(5000)", "9007199254740992 * 2", "'%99999999d' % 1"])
def test_refused_when_run(text):
    with pytest.raises(ExpressionError):
        value(text)


@pytest.mark.parametrize(
    "text",
    [
        "rows = 1",
        "total += 1",
        "unknown = 1",
        "import os",
        "del rows",
        "insert(rows, titel='x')",
        "insert(query)",
        "open('nowhere')",
        "show('nothing')",
        "count(rows)",
        "total.x = 1",
        "rows['a'] = 1",
        "toast()",
        "a = 1; b = 2",
        "update(rows, 'a', _x=1)",
        "back(1)",
    ],
)
def test_actions_refused(text):
    with pytest.raises(ExpressionError):
        Translator(SCOPE, handler=True).action(text)


def test_effects_are_not_expressions():
    with pytest.raises(ExpressionError):
        Translator(SCOPE).expression("insert(rows, name='x')")


def test_what_is_read_is_known():
    translator = Translator(SCOPE)
    translator.expression("count(rows) + (total if setting('global.wifi_on') else now())")
    assert translator.deps == {("S", "rows"), ("S", "total"), ("Y", "settings"), ("N", "")}


@pytest.mark.parametrize(
    "text", ["sum(rows, 'n')", "any([r.done for r in rows])", "max([r.n for r in where(rows, done=True)])"]
)
def test_what_is_made_of_one_table_is_read_as_a_value(text):
    """So a change of the table that leaves the value changes nothing that is shown."""
    translator = Translator(SCOPE)
    source = translator.expression(text)
    assert list(translator.reads) == [source] and translator.deps == {("S", "rows")}
    find = eval(f"lambda S, V, Y, N: {source}", dict(functions.NAMESPACE))
    other = Frozen({"rows": ROWS.put("a", ROWS["a"].put("name", "Eve"))})
    fewer = Frozen({"rows": ROWS.without("a")})
    assert find(S, V, Y, 0) == find(other, V, Y, 0) != find(fewer, V, Y, 0)


@pytest.mark.parametrize(
    "text", ["sum(rows, query)", "[r for r in rows]", "max([r.n + total for r in rows])", "sort(rows, 'n')"]
)
def test_what_takes_more_than_one_table_reads_its_parts(text):
    translator = Translator(SCOPE)
    translator.expression(text)
    assert "S['rows']" in translator.reads


def test_templates():
    assert split_template("a {x} b {{c}} {'}'}") == [("a ", "x"), (" b {c} ", "'}'"), ("", "")]
    with pytest.raises(ExpressionError):
        split_template("{open")


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_any_text_compiles_or_is_refused(text):
    """Whatever stands in a spec, nothing but an ExpressionError comes out, and nothing runs at load."""
    for form in (
        Translator(SCOPE).expression,
        Translator(SCOPE).text,
        Translator(SCOPE, handler=True).action,
    ):
        with contextlib.suppress(ExpressionError):
            form(text)
