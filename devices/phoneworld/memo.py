"""Memos: exact keys for what a view reads, how a full memo makes room, how all of them stay small."""

from weakref import WeakSet

from devices.phoneworld.state import Frozen

PLAIN = frozenset((str, int, type(None), bytes, Frozen))  # kinds whose equal values are the same thing
_TRUE, _FALSE = (bool, True), (bool, False)


def exact(value):
    """A memo's key for a value: `True` is not 1, and 1.0 is not 1, although Python holds them equal."""
    if value is True:
        return _TRUE
    if value is False:
        return _FALSE
    if value.__class__ in PLAIN:
        return value
    if value.__class__ is tuple:
        return value if PLAIN.issuperset(map(type, value)) else tuple([exact(v) for v in value])
    return value.__class__, value


def drop_oldest(memo, kept=0):
    """Make room in a full memo: the older half goes."""
    if len(memo) >= kept:
        for key in list(memo)[: len(memo) // 2]:
            memo.pop(key, None)  # another thread's phone may make room just now


TIDY_ROUND = 40_000  # blocks laid out from one tidying of a holder to the next
_holders, _waiting, _left = WeakSet(), [], [1]


def own(holder):
    """Have a holder of memos tidied in its turn, by its `tidy()`."""
    _holders.add(holder)


def count_block():
    """Called for every block that is laid out. Screens of many apps have memos, each within its bound: one
    after the other they give up half, or all where nothing was new since, so that the sum is bounded too."""
    _left[0] -= 1
    if _left[0] <= 0:
        if not _waiting:
            _waiting.extend(_holders)
        _waiting.pop().tidy()
        _left[0] = TIDY_ROUND // len(_holders) + 1
