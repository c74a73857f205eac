"""The immutable state tree: frozen records and tables, their digest, and what changed between two of them.

A phone's whole state is one `Frozen` (string keys) of `Frozen`, tuples and plain scalars. A step makes a new
tree that shares everything it did not touch, so a snapshot is a reference and a diff skips shared branches.
"""

import struct
from hashlib import blake2b

SCALARS = (str, int, float, bool, bytes, type(None))


class Frozen(dict):
    """An ordered dict that cannot be changed. Compared by value, hashed by identity (it keys caches)."""

    __slots__ = ("_digest", "_indexes", "_worked")

    def _refuse(self, *args, **kwargs):
        raise TypeError("the state tree is immutable; use put()/without()")

    __setitem__ = __delitem__ = __ior__ = pop = popitem = clear = update = setdefault = _refuse
    __hash__ = object.__hash__

    def put(self, key, value):
        """A copy with one key set; `self` when nothing changes."""
        if self.get(key, self) is value:
            return self
        return Frozen({**self, key: value})

    def merge(self, values):
        """A copy with several keys set."""
        return Frozen({**self, **values})

    def without(self, key):
        """A copy without the key."""
        return Frozen({k: v for k, v in self.items() if k != key})

    def rows_with(self, column, value) -> tuple:
        """Of a table, the rows whose column equals the value, found by an index that is made once."""
        try:
            index = self._indexes.get(column)
        except AttributeError:
            self._indexes, index = {}, None
        if index is None:
            index = self._indexes[column] = {}
            for row in self.values():
                index.setdefault(row.get(column), []).append(row)
            for key, rows in index.items():
                index[key] = tuple(rows)
        return index.get(value, ())

    def worked_out(self, source, work):
        """A value of this table alone, worked out once; `source` names it."""
        try:
            kept = self._worked
        except AttributeError:
            kept = self._worked = {}
        if source not in kept:
            kept[source] = work()
        return kept[source]

    def __reduce__(self):
        return (Frozen, (dict(self),))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


EMPTY = Frozen()


def freeze(value):
    """Turn JSON-like data into state data. Raises TypeError for anything that is not data."""
    if isinstance(value, Frozen):
        return value
    if isinstance(value, dict):
        return Frozen({str(k): freeze(v) for k, v in value.items()})
    if isinstance(value, (list, tuple)):
        return tuple(freeze(v) for v in value)
    if isinstance(value, SCALARS):
        return value
    raise TypeError(f"{type(value).__name__} is not state data")


def thaw(value):
    """State data as JSON-able dicts and lists (bytes become hex strings)."""
    if isinstance(value, dict):
        return {k: thaw(v) for k, v in value.items()}
    if isinstance(value, tuple):
        return [thaw(v) for v in value]
    if isinstance(value, bytes):
        return value.hex()
    return value


def digest(value) -> bytes:
    """A 16-byte Merkle digest, the same in every process. Kept on each `Frozen`, so only new branches are
    read."""
    if isinstance(value, Frozen):
        try:
            return value._digest
        except AttributeError:
            h = blake2b(b"{", digest_size=16)
            for k, v in value.items():
                h.update(k.encode("utf-8", "surrogatepass"))
                h.update(b"\0")
                h.update(digest(v))
            value._digest = h.digest()
            return value._digest
    if isinstance(value, tuple):
        h = blake2b(b"[", digest_size=16)
        for v in value:
            h.update(digest(v))
        return h.digest()
    if isinstance(value, bool) or value is None:
        raw = b"b" + repr(value).encode()
    elif isinstance(value, int):
        raw = b"i" + str(value).encode()
    elif isinstance(value, float):
        raw = b"f" + struct.pack("<d", value)
    elif isinstance(value, str):
        raw = b"s" + value.encode("utf-8", "surrogatepass")
    elif isinstance(value, bytes):
        raw = b"y" + value
    else:
        raise TypeError(f"{type(value).__name__} does not belong in the state")
    return blake2b(raw, digest_size=16).digest()


MISSING = type("Missing", (), {"__repr__": lambda self: "missing"})()


def diff(before, after, path=()):
    """Yield `(path, before, after)` for every leaf or branch that differs; absent sides are `MISSING`."""
    if before is after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for k, b in before.items():
            yield from diff(b, after.get(k, MISSING), (*path, k))
        for k, a in after.items():
            if k not in before:
                yield (*path, k), MISSING, a
    elif before != after:
        yield path, before, after


def put_in(tree, path, value):
    """A copy of the tree with the value at the path of keys (missing branches are made)."""
    if not path:
        return value
    head, rest = path[0], path[1:]
    return tree.put(head, put_in(tree.get(head, EMPTY), rest, value))


def get_in(tree, path, default=None):
    """The value at the path of keys, or the default."""
    for key in path:
        if not isinstance(tree, dict) or key not in tree:
            return default
        tree = tree[key]
    return tree
