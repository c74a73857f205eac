"""What an explorer has seen of the apps that training shows (``training.data.explore``): how much each word
says, which apps speak of it, and how near behind each thing that can be touched it lies.

A word is told by its stem, so that "playlists" meets "playlist". Apps that are held out from learning are not
in it.
"""

import gzip
import json
import math
from collections import Counter
from functools import cached_property, lru_cache
from pathlib import Path

from training.forms.elements import Element
from training.forms.words import lexicon, words

FILE = Path(__file__).parent / "atlas.json.gz"
STEPS, NEARER = 3, 0.5  # how many touches further are looked, and what is left of a word's weight with each
NAMED = 8.0  # what a word of an app's own name weighs in choosing the app
QUOTED = 0.5  # what a word within quotation marks or of a name weighs in choosing it

#: What can be touched, as it is found again: role, kind (its id), the known words of its label.
Key = tuple[str, str, str]

_ENDINGS = ("ings", "ing", "ed", "es", "s")


@lru_cache(1 << 16)
def stem(word: str) -> str:
    """Equal for "playlists" and "playlist", "deleted" and "delete"."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word[:-1] if word.endswith("e") and len(word) > 4 else word


@lru_cache(1 << 16)
def stems(text: str) -> frozenset[str]:
    """Of the words of a text that count."""
    return frozenset(stem(w.said) for w in words(text) if w.counts)


@lru_cache(1 << 16)
def _label(text: str) -> str:
    return " ".join(w.said for w in words(text) if w.kind == "word" and w.said in lexicon())[:40]


def label_of(one: Element) -> str:
    """The known words of what it says first."""
    return _label((one.texts or [one.hint or ""])[0])


def key_of(one: Element) -> Key:
    return one.role, one.id, label_of(one)


class AppMap:
    """One app. ``count``: on how many screens a word was seen; ``says``: the words of each activity."""

    def __init__(self, package: str, told: dict, words: list[str], keys: list[Key]):
        self._screens = [(activity, [words[n] for n in said]) for activity, said in told["screens"]]
        self._ways = [(a, keys[key], b) for a, key, b in told["ways"]]
        self.says: dict[str, set[str]] = {}
        for activity, said in self._screens:
            self.says.setdefault(activity, set()).update(said)
        self.count = Counter(word for said in self.says.values() for word in said)
        self.named = {stem(part) for part in package.split(".")[2:]}

    @cached_property
    def behind(self) -> dict[tuple[str, Key], dict[str, float]]:
        """``(activity, what is touched)`` -> each word that lies behind it, and how near: 1 on the next
        screen, half as much with each touch more. Rows of one kind are also known without their label: what
        lies behind any."""
        near = [dict.fromkeys(said, 1.0) for _, said in self._screens]
        for _ in range(STEPS):
            further = [dict(found) for found in near]
            for a, _, b in self._ways:
                _nearest(further[a], near[b], NEARER)
            near = further
        found: dict[tuple[str, Key], dict[str, float]] = {}
        for a, key, b in self._ways:
            for known in {key, (*key[:2], "" if key[0] == "row" else key[2])}:
                _nearest(found.setdefault((self._screens[a][0], known), {}), near[b])
        return found


def _nearest(mine: dict[str, float], theirs: dict[str, float], share: float = 1.0) -> None:
    for word, weight in theirs.items():
        if weight * share > mine.get(word, 0.0):
            mine[word] = weight * share


class Atlas:
    """``weight``: how much a word says about where one is, 0 for one on every screen (its inverse frequency
    over all activities); ``most``: of a word that no screen has."""

    def __init__(self, told: dict):
        keys = [tuple(key) for key in told["keys"]]
        self.apps = {
            package: AppMap(package, one, told["words"], keys) for package, one in told["apps"].items()
        }
        activities = [said for app in self.apps.values() for said in app.says.values()]
        self.most = math.log(max(1, len(activities)))
        seen = Counter(word for said in activities for word in said)
        self.weight = {word: math.log(len(activities) / count) for word, count in seen.items()}
        held = Counter(word for app in self.apps.values() for word in app.count)
        self._telling = {word: math.log(1 + len(self.apps) / count) ** 2 for word, count in held.items()}

    def behind(self, package: str, activity: str, one: Element) -> tuple[dict[str, float], bool]:
        """What lies behind it, and whether just this is known, not only its like; nothing where nobody
        was."""
        app = self.apps.get(package)
        if app is None:
            return {}, False
        if (found := app.behind.get((activity, key_of(one)))) is not None:
            return found, True
        return (app.behind.get((activity, (one.role, one.id, "")), {}) if one.role == "row" else {}), False

    def likely(self, said: frozenset[str], quoted: frozenset[str], most: int) -> list[str]:
        """The packages that speak of a goal's words, the likeliest first. A mini-app speaks for its host."""
        scores: dict[str, float] = {}
        for package, app in self.apps.items():
            score = 0.0
            for these, weight in ((said, 1.0), (quoted, QUOTED)):
                for word in these:
                    if word in app.count:
                        score += weight * self._telling[word] * math.log(1 + app.count[word])
                    if word in app.named:
                        score += weight * NAMED
            if score:
                host = ".".join(package.split(".")[:3])
                scores[host] = max(scores.get(host, 0.0), score / (1 + math.log(len(app.count))))
        return sorted(scores, key=lambda package: (-scores[package], package))[:most]


@lru_cache(1)
def atlas() -> Atlas:
    return Atlas(json.loads(gzip.decompress(FILE.read_bytes())))
