"""Parameters: drawn by seed from what the phone holds, apart for train, validation and test.

An item's bucket (0 to 9) is a digest of what it is, so it is the same for every template: train draws from
0 to 5, validation from 6 and 7, test from 8 and 9. A choice of fewer than `SPLIT_FROM` items is not split.
"""

import itertools
import random
from functools import lru_cache

from devices.phoneworld.errors import ExpressionError
from devices.phoneworld.source import Map
from devices.phoneworld.state import digest, freeze
from devices.phoneworld.tasks.language import Row, Table

SPLITS = {"train": frozenset(range(6)), "validation": frozenset({6, 7}), "test": frozenset({8, 9})}
SPLIT_FROM, LEAST = 10, 3  # a choice of fewer is not split; a side has at least so many
TRIES = 60


@lru_cache(65536)
def _bucket(key: bytes) -> int:
    return key[0] * 256 + key[1]


def bucket(item) -> int:
    """The bucket of an item, 0 to 9."""
    return _bucket(digest(freeze(item))) % 10


class NoDraw(Exception):
    """The conditions refuse every draw that was tried."""


class Draw:
    """One parameter: one out of a list, several of them (`pick`), or a derived value (`= expression`)."""

    def __init__(self, holder: Map, name, value, language):
        self.name, self.pick, self.split, self.derived = name, None, True, False
        options = (
            value if isinstance(value, Map) else Map({"from": value}, file=holder.file, line=holder.line)
        )
        options.lines.setdefault("from", holder.lines.get(name, holder.line))
        if unknown := set(options) - {"from", "pick", "split"}:
            raise options.error(f"unknown key {sorted(unknown)[0]!r}; known: from, pick, split")
        source = options.get("from")
        kind, self.reads = None, True
        if isinstance(source, list):
            self.items = language.value(options, "from", source)
        elif isinstance(source, str) and source.startswith("="):
            self.derived = True
            self.items, kind, self.reads = language.expression(options, "from", source[1:].strip())
        else:
            self.items, kind, self.reads = language.expression(options, "from", source)
        self.pick, self.split = options.get("pick"), options.get("split", True)
        self._kept = {}
        if isinstance(kind, Table) and not self.pick and not self.derived:
            kind = Row(kind.columns)
        language.know(name, kind)

    def choices(self, params, split) -> tuple:
        """The items to choose from."""
        if not self.reads and split in self._kept:
            return self._kept[split]
        if self.derived:
            return (self.items(params),)
        held = self.whole(params)
        if self.split and len(held) >= SPLIT_FROM:
            mine = tuple(h for h in held if bucket(h) in SPLITS[split])
            held = mine if len(mine) >= max(self.pick or 1, LEAST) else held
        if not self.reads:
            self._kept[split] = held
        return held

    def whole(self, params) -> tuple:
        """The list itself, whatever the split."""
        held = self.items(params)
        return tuple(freeze(h) for h in (held.values() if isinstance(held, dict) else held or ()))

    def one(self, params, split, rng):
        """One value by chance; NoDraw if there is none."""
        held = self.choices(params, split)
        if self.pick:
            if len(held) < self.pick:
                raise NoDraw
            return tuple(held[n] for n in sorted(rng.sample(range(len(held)), self.pick)))
        if not held:
            raise NoDraw
        return held[0] if self.derived else rng.choice(held)


class Draws:
    """All parameters of a template, and the conditions that refuse unsuitable ones."""

    def __init__(self, holder: Map, language):
        entries = holder.get("draw") or {}
        if not isinstance(entries, Map) and entries:
            raise holder.error("expected names with expressions", "draw")
        self.parts = [Draw(entries, name, value, language) for name, value in entries.items()]
        tests = holder.get("if") or []
        tests = tests if isinstance(tests, list) else [tests]
        self.tests = [language.expression(holder, "if", test)[0] for test in tests]

    def fits(self, params) -> bool:
        """Whether the conditions hold."""
        return all(test(params) for test in self.tests)

    def one(self, split, rng: random.Random) -> dict:
        """Parameters by chance. NoDraw if `TRIES` tries found none."""
        for _ in range(TRIES):
            params = {}
            try:
                for part in self.parts:
                    params[part.name] = part.one(params, split, rng)
                if self.fits(params):
                    return params
            except (NoDraw, ExpressionError):
                continue
        raise NoDraw

    def every(self, split):
        """All parameters there are, in the order of the lists."""
        yield from self._every(split, {}, 0)

    def _every(self, split, params, n):
        if n == len(self.parts):
            if self.fits(params):
                yield params
            return
        part = self.parts[n]
        held = part.choices(params, split)
        for value in itertools.combinations(held, part.pick) if part.pick else held:
            yield from self._every(split, {**params, part.name: value}, n + 1)
