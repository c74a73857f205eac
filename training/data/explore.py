"""What an explorer learns of apps before it has any task: which screens there are, what they say, where what
can be touched leads. ``python -m training.data.explore`` writes ``training/forms/atlas.json.gz`` anew (half a
minute).

Only apps that training shows are explored, on a phone in its first state, breadth first, every kind of thing
touched once (rows of a list a few times) and everything taken back; no task, goal, verifier or oracle is
looked at. Of the words on screens only those are kept that the lexicon has (it is of training templates
alone), so no content of a held-out task comes in. The idea is AutoDroid's (Wen et al. 2308.15272): explore
first, and tell the model what lies behind what it sees.
"""

import gzip
import json
from collections import Counter, deque
from pathlib import Path

from devices.observation import CaptureFailed, Observation
from devices.phoneworld.world import default_world
from training.environments.screens import observe
from training.forms import atlas
from training.forms.elements import Element, elements
from training.forms.goals import known_apps
from training.forms.words import lexicon

SCREENS, ALIKE = 150, 10  # that are worked through, of an app and of one of its activities
DEEPEST, TOUCHES = 8, 3000  # touches from the app's start, and in all
LOOKS, ROWS = 3, 5  # screenfuls of a list; rows of one kind that are tried
OPEN_MS, TOUCH_MS, SCROLL_MS = 3000, 1500, 800


class Explorer:
    """One app. ``screens``: ``[activity, its words]``; ``ways``: ``(screen, what was touched, screen)``."""

    def __init__(self, world, package: str, kept: frozenset[str], seed: int = 1):
        self.phone, self.package, self.kept = world.phone(seed), package, kept
        self.screens: list[tuple[str, set[str]]] = []
        self.ways: list[tuple[int, atlas.Key, int]] = []
        self._known: dict[tuple, int] = {}
        self._waiting: deque[tuple[object, int, int]] = deque()
        self._alike: Counter = Counter()

    def explore(self) -> "Explorer":
        phone = self.phone
        phone.open_app(self.package)
        phone.wait(OPEN_MS)
        self._met(*self._look(), depth=0)
        touches = 0
        while self._waiting and touches < TOUCHES:
            touches += self._work(*self._waiting.popleft())
        return self

    def _work(self, start, number: int, depth: int) -> int:
        """Touch everything on one screen, and what its list shows further down; how many touches that
        took."""
        phone, tried, touches = self.phone, Counter(), 0
        for state, found in self._screenfuls(start):
            self.screens[number][1].update(self._words(found))
            for one in found:
                key = atlas.key_of(one)
                kind = (one.role, one.id) if one.role == "row" else key
                if not one.touch or tried[kind] >= (ROWS if one.role == "row" else 1):
                    continue
                tried[kind] += 1
                touches += 1
                phone.restore(state)
                phone.tap(*one.point)
                phone.wait(TOUCH_MS)
                try:
                    seen, there = self._look()
                except CaptureFailed:
                    continue
                if seen.package == self.package:
                    self.ways.append((number, key, self._met(seen, there, depth + 1)))
        return touches

    def _screenfuls(self, state):
        """A screen and what scrolling brings: the phone's state, and what is seen there."""
        last = None
        for _ in range(LOOKS):
            self.phone.restore(state)
            seen, found = self._look()
            now = [one.texts for one in found]
            if now == last:
                return
            last = now
            yield state, found
            if not any(one.role == "list" for one in found):
                return
            self.phone.restore(state)
            x, high = seen.width // 2, seen.height
            self.phone.swipe(x, high * 3 // 4, x, high // 4, 600)
            self.phone.wait(SCROLL_MS)
            state = self.phone.snapshot()

    def _look(self) -> tuple[Observation, list[Element]]:
        seen = observe(self.phone)
        return seen, elements(seen.tree, seen.height)

    def _met(self, seen: Observation, found: list[Element], depth: int) -> int:
        """The number of a screen; a new one is looked at later."""
        shape = {(one.role, one.id, atlas.label_of(one) if one.role != "row" else "") for one in found}
        mark = (seen.activity, frozenset(shape))
        if mark in self._known:
            return self._known[mark]
        number = self._known[mark] = len(self.screens)
        self.screens.append((seen.activity, self._words(found)))
        if len(self.screens) <= SCREENS and depth <= DEEPEST and self._alike[seen.activity] < ALIKE:
            self._alike[seen.activity] += 1
            self._waiting.append((self.phone.snapshot(), number, depth))
        return number

    def _words(self, found: list[Element]) -> set[str]:
        return {w for one in found for text in (*one.texts, one.hint) for w in atlas.stems(text)} & self.kept


def explored(packages=None) -> dict:
    """All of it as ``atlas.Atlas`` reads it."""
    world, kept = default_world(), frozenset(w for word in lexicon() for w in atlas.stems(word))
    words, keys, apps = {w: n for n, w in enumerate(sorted(kept))}, {}, {}
    for package in packages or known_apps():
        found = Explorer(world, package, kept).explore()
        apps[package] = {
            "screens": [[activity, sorted(words[w] for w in said)] for activity, said in found.screens],
            "ways": sorted({(a, keys.setdefault(key, len(keys)), b) for a, key, b in found.ways}),
        }
    return {"words": list(words), "keys": [list(key) for key in keys], "apps": apps}


def main(path: Path = atlas.FILE) -> None:
    told = json.dumps(explored(), ensure_ascii=False, separators=(",", ":"))
    path.write_bytes(gzip.compress(told.encode(), mtime=0))
    print(f"{path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
