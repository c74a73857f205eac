"""A goal as the compact form tells it: what is quoted, named or counted in it has a number, so that it can be
pointed at (``s0``), and every other word that counts has a place (``@3``).

On screens the same words are told by the same number. Which words that are, the goal's own text says:
quotation marks, capitals, digits, names of apps. This is a hint by spelling alone; it is part of the form.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from zlib import crc32

from devices.phoneworld.spec import bundled
from devices.phoneworld.tasks.template import held_out_apps
from training.forms.words import SMALL, Word, known, words

MOST_SPANS, MOST_PLACES = 16, 40
VEILED = 5
_QUOTED = re.compile(r"“([^”]+)”|\"([^\"]+)\"|‘([^’]+)’|「([^」]+)」")


@lru_cache(1)
def known_apps() -> dict[str, str]:
    """Package -> its token, of the apps that training shows."""
    kept = set(held_out_apps())
    named = {package: package.rsplit(".", 1)[-1] for package in sorted(bundled())}
    return {package: f"app:{name}" for package, name in named.items() if name not in kept}


@dataclass(frozen=True, slots=True)
class Span:
    """[start, end) of the goal. ``package``: of the app it names."""

    kind: str
    start: int
    end: int
    text: str
    said: tuple[str, ...]
    tokens: tuple[str, ...]
    package: str = ""


@dataclass(slots=True)
class Told:
    """A label on a screen under a goal: its tokens, how many words count, how many of them the goal has;
    ``span``: the reference that it begins with."""

    tokens: list[str]
    counted: int = 0
    met: int = 0
    values: list[tuple[int, str]] = field(default_factory=list)
    span: str = ""

    @property
    def match(self) -> str:
        """How much of it the goal says: ``=`` all, ``~`` half or more, ``-`` some."""
        if not self.met:
            return ""
        return "=" if self.met == self.counted else "~" if 2 * self.met >= self.counted else "-"


class GoalText:
    """A goal read once; ``label`` is kept by text."""

    def __init__(self, goal: str, apps: tuple[tuple[str, str], ...]):
        self.text = goal
        # Every fifth goal tells its app as if nobody knew it: so are apps told that nobody knows.
        self.veiled = crc32(goal.encode()) % VEILED == 0
        self.spans = _spans(goal, apps, self.veiled)
        self.places: list[Word] = []
        self.before: dict[int, str] = {}
        self.tokens = self._tokens()
        self.said = {w.said for w in words(goal) if w.counts}
        self.parts = {s: n for n, span in enumerate(self.spans) for s in span.said if span.kind != "app"}
        self._starts: dict[str, list[int]] = {}
        for n, span in sorted(enumerate(self.spans), key=lambda pair: -len(pair[1].said)):
            if span.said and not (span.kind == "number" and known_alone(span)):
                self._starts.setdefault(span.said[0], []).append(n)
        self._labels: dict[str, Told] = {}

    def _tokens(self) -> list[str]:
        told, at, last = [], 0, "GOAL"
        spans = sorted(enumerate(self.spans), key=lambda pair: pair[1].start)
        for word in words(self.text):
            while at < len(spans) and spans[at][1].end <= word.start:
                at += 1
            if at < len(spans) and spans[at][1].start <= word.start:
                number, span = spans[at]
                if word.start == span.start or told[-1:] != [f"s{number}"]:
                    told += [*span.tokens, f"s{number}"]
                    self.before.setdefault(number, last)
                continue
            told.append(word.shown)
            last = word.shown if word.counts else last
            if word.counts and len(self.places) < MOST_PLACES:
                told.append(f"@{len(self.places)}")
                self.places.append(word)
        return told

    def choices(self, used: set[str]) -> list[str]:
        """What may be pointed at, told once more: the word before, what kind it is, whether it was used
        before, its own number."""
        told: list[str] = []
        for n, span in enumerate(self.spans):
            did = ["DID"] if f"s{n}" in used else []
            told += [self.before.get(n, "GOAL"), span.tokens[0], *did, f"S{n}"]
        return told

    def naming(self, package: str) -> int:
        """The span that names an app; -1 for none."""
        return next((n for n, span in enumerate(self.spans) if span.package == package), -1)

    @property
    def names_apps(self) -> bool:
        return any(span.package for span in self.spans)

    def app(self, package: str) -> str:
        """What stands for an app: its token, or where it has none, its place in the goal. "" for neither."""
        named = self.naming(package)
        place = f"s{named}" if named >= 0 else ""
        return place if place and self.veiled else known_apps().get(package, place)

    def label(self, text: str) -> Told:
        """A text on a screen."""
        found = self._labels.get(text)
        if found is None:
            found = self._labels[text] = self._label(text)
        return found

    def _label(self, text: str) -> Told:
        told = Told([])
        cut = words(text)
        at = 0
        while at < len(cut):
            word = cut[at]
            for n in self._starts.get(word.said, ()):
                said = self.spans[n].said
                if len(said) <= len(cut) - at and all(cut[at + k].said == s for k, s in enumerate(said)):
                    told.tokens += [*(self.spans[n].tokens if plain(self.spans[n]) else ()), f"s{n}"]
                    told.span = told.span or (f"s{n}" if at == 0 else "")
                    told.counted += len(said)
                    told.met += len(said)
                    at += len(said)
                    break
            else:
                at += 1
                if word.counts:
                    told.counted += 1
                    told.met += word.said in self.said
                if word.kind == "mark":
                    continue
                if word.said in self.parts and not known(word):
                    told.tokens.append(f"p{self.parts[word.said]}")
                elif word.said not in _SILENT:
                    if word.value and not known(word):
                        told.values.append((len(told.tokens), text[word.start : word.end]))
                    told.tokens.append(word.shown)
        return told

    def slice(self, first: str, last: str = "") -> str | None:
        """The goal's own text from one reference to another; None when there is no such."""
        a, b = self._ends(first), self._ends(last or first)
        return None if a is None or b is None or b[1] <= a[0] else self.text[a[0] : b[1]]

    def refer(self, text: str) -> list[str] | None:
        """The references whose slice is this text, letter case aside; None when the goal does not say it."""
        if not text:
            return None
        low, wanted = self.text.casefold(), text.strip().casefold()
        for n, span in enumerate(self.spans):
            amount = span.kind in ("number", "price") and span.said == tuple(w.said for w in words(text))
            if amount or span.text.casefold() == wanted:
                return [f"s{n}"]
        starts = {w.start: f"@{n}" for n, w in enumerate(self.places)}
        ends = {w.end: f"@{n}" for n, w in enumerate(self.places)}
        for n, span in enumerate(self.spans):
            starts.setdefault(span.start, f"s{n}")
            ends.setdefault(span.end, f"s{n}")
        at = low.find(wanted) if len(low) == len(self.text) else -1
        while at >= 0:
            if at in starts and at + len(wanted) in ends:
                first, last = starts[at], ends[at + len(wanted)]
                return [first] if first == last else [first, last]
            at = low.find(wanted, at + 1)
        return None

    def _ends(self, reference: str) -> tuple[int, int] | None:
        try:
            held = (self.spans if reference[:1] == "s" else self.places)[int(reference[1:])]
        except (ValueError, IndexError):
            return None
        return (held.start, held.end) if reference[:1] in ("s", "@") else None


def known_alone(span: Span) -> bool:
    return len(span.said) == 1 and span.said[0].isdigit() and int(span.said[0]) <= SMALL


def plain(span: Span) -> bool:
    """Whether its words are few and all known: then they are told beside its number."""
    return span.kind == "name" and span.tokens != ("NAME",)


def _spans(goal: str, apps, veiled: bool) -> list[Span]:
    taken: list[Span] = []

    def free(start, end):
        return all(end <= s.start or start >= s.end for s in taken)

    def add(kind, start, end, package=""):
        text = goal[start:end]
        cut = words(text)
        if cut and len(taken) < MOST_SPANS and free(start, end):
            shown = tuple(w.shown for w in cut) if len(cut) <= 2 and all(map(known, cut)) else ()
            tokens = ("QUOTE", *shown) if kind == "quote" else shown or (kind.upper(),)
            if package:
                tokens = ("CALLED",) if veiled else (known_apps().get(package, "CALLED"),)
            taken.append(Span(kind, start, end, text, tuple(w.said for w in cut), tokens, package))

    for match in _QUOTED.finditer(goal):
        group = next(n for n in (1, 2, 3, 4) if match[n])
        add("quote", match.start(group), match.end(group))
    low = goal.casefold()
    for label, package in sorted(apps, key=lambda pair: -len(pair[0])):
        for match in re.finditer(rf"(?<!\w){re.escape(label.casefold())}(?!\w)", low):
            add("app", match.start(), match.end(), package)
    run: list[Word] = []
    cut = words(goal)
    for word in [*cut, None]:
        if word is not None and _named(goal, word) and (not run or _joined(goal, run[-1], word)):
            if run or not (_first(goal, word) and known(word)):
                run.append(word)
            continue
        if run:
            add("name", run[0].start, run[-1].end)
        run = [word] if word is not None and _named(goal, word) else []
    for word in cut:
        if word.value:
            add(word.kind, word.start, word.end)
    return sorted(taken, key=lambda s: s.start)


def _named(goal, word):
    if word.kind == "foreign":
        return True
    return word.kind == "word" and goal[word.start].isupper() and word.said not in ("i", "i'm", "i'd")


def _joined(goal, before, word):
    return goal[before.end : word.start] in (" ", " & ", "-", ". ") and before.kind == word.kind


def _first(goal, word):
    """Whether its capital may only be a sentence's."""
    return word.start == 0 or goal[: word.start].rstrip()[-1:] in (".", "?", "!", ":", "-", "(", "“")


_SILENT = frozenset(["a", "an", "the", "of", "and"])


@lru_cache(4096)
def _read(goal: str, apps: tuple[tuple[str, str], ...]) -> GoalText:
    return GoalText(goal, apps)


def goal_text(goal: str, apps: dict[str, str]) -> GoalText:
    """The goal, read under the labels of the phone's apps."""
    return _read(goal, tuple(sorted(apps.items())))
