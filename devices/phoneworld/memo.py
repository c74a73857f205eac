"""Memos: exact keys for what a view reads, and how a full memo makes room."""

from devices.phoneworld.state import Frozen

PLAIN = frozenset((str, int, type(None), bytes, Frozen))  # kinds whose equal values are the same thing


def exact(value):
    """A memo's key for a value: `True` is not 1, and 1.0 is not 1, although Python holds them equal."""
    if value.__class__ in PLAIN:
        return value
    if value.__class__ is tuple:
        return value if PLAIN.issuperset(map(type, value)) else tuple([exact(v) for v in value])
    return value.__class__, value


def reader(deps):
    """A function `(S, V, Y, N)` that gives, as a tuple, what `deps` names: the key of a memo."""
    reads = []
    for letter, name in sorted(deps):
        if letter == "N":
            reads.append("N")
        elif letter == "Y" or name[0] == "@":  # tables, and the engine's own variables: one kind each
            reads.append(f"{letter}[{name!r}]")
        else:
            reads.append(f"(v if (v := {letter}[{name!r}]).__class__ in PLAIN else exact(v))")
    names = {"PLAIN": PLAIN, "exact": exact}
    return eval(f"lambda S, V, Y, N: ({''.join(r + ', ' for r in reads)})", names)


def drop_oldest(memo, kept):
    """Make room in a full memo: the older half goes."""
    if len(memo) >= kept:
        for key in list(memo)[: kept // 2]:
            del memo[key]
