"""Memos: exact keys for what a view reads, how a full memo makes room, how all of them stay small."""

from weakref import WeakSet

from devices.phoneworld.state import Frozen

PLAIN = frozenset((str, int, type(None), bytes, Frozen))  # kinds whose equal values are the same thing


def exact(value):
    """A memo's key for a value: `True` is not 1, and 1.0 is not 1, although Python holds them equal."""
    if value.__class__ in PLAIN:
        return value
    if value.__class__ is tuple:
        return value if PLAIN.issuperset(map(type, value)) else tuple([exact(v) for v in value])
    return value.__class__, value


def drop_oldest(memo, kept=0):
    """Make room in a full memo: the older half goes."""
    if len(memo) >= kept:
        for key in list(memo)[: len(memo) // 2]:
            del memo[key]


BLOCKS_UNTIL_TIDY = 16_000
_owners, _left = WeakSet(), [BLOCKS_UNTIL_TIDY]


def own(holder):
    """Have a holder of memos tidied with the others, by its `tidy()`."""
    _owners.add(holder)


def count_block():
    """Called for every block that is laid out: screens of many apps have memos, each within its bound, and
    now and then all give up half, or all where nothing was new since, so that their sum is bounded too."""
    _left[0] -= 1
    if _left[0] <= 0:
        _left[0] = BLOCKS_UNTIL_TIDY
        for holder in list(_owners):
            holder.tidy()
