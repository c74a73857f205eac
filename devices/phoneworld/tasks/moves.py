"""The moves of an oracle, as templates write them: checked at load, filled with parameters when played."""

import re
from dataclasses import dataclass

from devices.phoneworld.source import Map
from devices.phoneworld.state import thaw
from devices.phoneworld.tasks.language import Row, Table

POINTED = ("tap", "long", "double")
WHERE = {"near", "below", "nth", "scroll"}
WITH_TEXT = ("answer", "finish", "call_user", "see", "clear", "open", "keys", "day", "time", "wait", "scroll")
BARE = ("back", "home", "enter", "recents", "shade", "wait", "finish", "call_user")
MAPPED = ("type", "append", "slide", "read")
VERBS = (*POINTED, *WITH_TEXT, *MAPPED, *BARE)


@dataclass(frozen=True)
class Move:
    """One move with its parameters filled: a verb, what it is about, and where to look for it."""

    verb: str
    what: object = None
    near: str | None = None
    below: str | None = None
    nth: int = 1
    scroll: bool = True
    line: int = 0
    drawn: bool = False  # whether `what` came from parameters


def as_json(move: Move) -> dict:
    """A filled move in the form that templates have: `{"tap": "Save", "near": "Milk"}`."""
    places = {"near": move.near, "below": move.below, "nth": move.nth, "scroll": move.scroll}
    usual = {"near": None, "below": None, "nth": 1, "scroll": True}
    return {move.verb: thaw(move.what), **{k: v for k, v in places.items() if v != usual[k]}}


def from_json(data: dict) -> Move:
    """The move again. ValueError if it is none."""
    verbs = [k for k in data if k in VERBS and not (k == "scroll" and len(data) > 1)]
    if len(verbs) != 1 or set(data) - {*verbs, *WHERE}:
        raise ValueError(f"no move: {data!r}")
    return Move(verbs[0], data[verbs[0]], **{k: v for k, v in data.items() if k != verbs[0]})


class Moves:
    """A compiled list of moves: `make(params)` gives `Move`s."""

    def __init__(self, holder: Map, key, entries, language):
        if not isinstance(entries, list):
            raise holder.error("expected a list of moves", key)
        self.parts = [self._part(holder, key, n, entry, language) for n, entry in enumerate(entries)]

    def make(self, params) -> list[Move]:
        """The moves in order, loops and conditions resolved."""
        found = []
        for part in self.parts:
            part(params, found)
        return found

    def _part(self, holder, key, n, entry, language):
        if isinstance(entry, str):
            line = holder.lines.get(key, holder.line)
            entry = Map({entry: None}, file=holder.file, line=line, lines={entry: line})
        if not isinstance(entry, Map):
            raise holder.error("a move is a word, or a word with what it is about", key)
        if "each" in entry:
            return self._each(entry, language)
        if "if" in entry:
            return self._if(entry, language)
        verbs = [k for k in entry if k in VERBS and not (k == "scroll" and len(entry) > 1)]
        if len(verbs) != 1:
            raise entry.error(f"a move is one of {', '.join(sorted(set(VERBS)))}, each/do, if/then/else")
        return self._move(entry, verbs[0], language)

    @staticmethod
    def _check_patterns(value):
        for name, pattern in value.items():
            try:
                if re.compile(str(pattern)).groups != 1:
                    raise value.error("a pattern has one group, which is what is read", name)
            except re.error as error:
                raise value.error(f"no pattern: {error}", name) from None

    def _each(self, entry, language):
        if unknown := set(entry) - {"each", "as", "do"}:
            raise entry.error(f"unknown key {sorted(unknown)[0]!r}", sorted(unknown)[0])
        items, kind, _ = language.expression(entry, "each", entry["each"])
        name = entry.get("as", "item")
        row = Row(kind.columns) if isinstance(kind, Table) else None
        inner = Moves(entry, "do", entry.get("do"), language.within(name, row))

        def part(params, found):
            held = items(params)
            for item in held.values() if isinstance(held, dict) else held or ():
                found.extend(inner.make({**params, name: item}))

        return part

    def _if(self, entry, language):
        if unknown := set(entry) - {"if", "then", "else"}:
            raise entry.error(f"unknown key {sorted(unknown)[0]!r}", sorted(unknown)[0])
        test = language.expression(entry, "if", entry["if"])[0]
        yes = Moves(entry, "then", entry.get("then", []), language)
        no = Moves(entry, "else", entry.get("else", []), language)
        return lambda params, found: found.extend((yes if test(params) else no).make(params))

    def _move(self, entry, verb, language):
        allowed = WHERE if verb in (*POINTED, "see") else set()
        if unknown := set(entry) - {verb} - allowed:
            raise entry.error(f"{verb} takes no {sorted(unknown)[0]!r}", sorted(unknown)[0])
        value = entry[verb]
        if value is None and verb not in BARE:
            raise entry.error(f"{verb} of what?", verb)
        if verb in ("append", "slide", "read") and not isinstance(value, Map):
            raise entry.error(f"{verb} takes a field's name and a value", verb)
        if isinstance(value, Map) and verb not in MAPPED:
            raise entry.error(f"{verb} takes a text", verb)
        if verb == "read":
            self._check_patterns(value)
        # The braces of a pattern are its own.
        what = (lambda p: dict(value)) if verb == "read" else language.value(entry, verb, value)
        places = {k: language.text(entry, k, entry[k]) for k in ("near", "below") if k in entry}
        nth = language.value(entry, "nth", entry.get("nth", 1))
        line, scroll, drawn = (
            entry.lines.get(verb, entry.line),
            verb == "scroll" or entry.get("scroll", True),
            "{" in str(value),
        )

        def part(params, found):
            filled = {k: f(params) for k, f in places.items()}
            said = what(params)
            for one in said if isinstance(said, (list, tuple)) and verb != "answer" else [said]:
                found.append(
                    Move(verb, one, nth=int(nth(params)), scroll=scroll, line=line, drawn=drawn, **filled)
                )

        return part
