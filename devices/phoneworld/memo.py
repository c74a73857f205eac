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


def drop_oldest(memo, kept):
    """Make room in a full memo: the older half goes."""
    if len(memo) >= kept:
        for key in list(memo)[: kept // 2]:
            del memo[key]
