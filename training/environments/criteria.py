"""Criteria for tasks that have none: in words that can be read off screens, as a person would write them who
has watched the task being done right, left half-way, and done wrong.

Real-app learning needs a judge, and the judge without a model decides only what the last screen and the
answer show. So the oracle of a *training* template is watched: which words does its last screen show (or show
no more) that no failed attempt's last screen does? They become "The last screen shows “…”." What failed and
what did not is told by the verifier here, when criteria are written; whoever judges later sees neither the
verifier nor the state. A task in which nothing on the screens tells right from wrong gets no criteria, and is
not used on phones that are judged.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from devices.phoneworld import Phone
from devices.phoneworld.spec import bundled
from devices.phoneworld.tasks.judge import begin, run
from devices.phoneworld.tasks.mutants import mutants
from devices.phoneworld.tasks.player import Hand, Player, Stuck
from devices.phoneworld.tasks.template import FOLDER, Task, Template, load_folder
from devices.phoneworld.verify import normal, verify
from training.environments.base import Goal
from training.environments.screens import observe

WATCHED = ("other", "left_out")  # mutants that are played, as somebody might
LATER_MS = 61_000  # what a screen says a minute later too is no clock
MOST_WORDS, SHORTEST, LONGEST = 4, 2, 60


def write(goal: Goal) -> list[dict]:
    """``[{"must": words}, …]``, or nothing where screens do not tell. Only for goals drawn from templates."""
    task = _task(goal)
    oracle = run(task)
    if not oracle.reward or task.template.kind == "impossible":
        return []
    said = oracle.played.ending[1]
    found = _answers(task, said) if "answer" in task.verifier else []
    phone = begin(task)
    last = _screen(phone, oracle.after)
    wrong = [_screen(phone, state) for state in _failed(task, oracle)]
    if found and all(rule["rule"] == "unchanged" for rule in task.verifier.get("rules", ())):
        return found  # only an answer was asked for
    shown = _shown_later(task, last)
    chosen = _telling(last, shown, wrong, goal.goal)
    if chosen is None:
        return []
    present, absent = chosen
    if last.app:
        found.append({"must": f"The app {last.app} is in front at the end."})
    found += [{"must": f"The last screen shows “{words}”."} for words in present]
    found += [{"must": f"The last screen does not show “{words}”."} for words in absent]
    return found


class _Screen:
    """A last screen: what it says, as the judge reads it, and the app in front."""

    def __init__(self, seen):
        nodes = [n for n in seen.tree.root.walk() if n.cls]
        said = [w for n in nodes for w in ("" if n.password else n.text, n.desc) if w]
        self.words = {normal(w): w for w in said if normal(w)}
        app = bundled().get(seen.package)
        self.app = app.label if app and not app.mini else ""

    def says(self, plain: str) -> bool:
        return any(
            plain in shown and re.search(rf"(?<!\w){re.escape(plain)}(?!\w)", shown) for shown in self.words
        )


def _screen(phone: Phone, state) -> _Screen:
    phone.restore(state)
    return _Screen(observe(phone))


def _task(goal: Goal) -> Task:
    key = goal.task["template"]
    template = next(t for t in _folder(key.split(".", 1)[0]) if t.key == key)
    if template.split == "test":
        raise ValueError(f"{key} is kept for evaluation: no criteria are written for it")
    return template.task(int(goal.task["seed"]))


@lru_cache(256)
def _folder(name: str) -> list[Template]:
    return load_folder(FOLDER / name)


def _failed(task: Task, oracle) -> Iterable:
    """Last states of attempts that were given up half-way or went wrong."""
    for state in oracle.played.states:
        if not verify(task.verifier, oracle.before, state, None, None)["success"]:
            yield state
    for name, outcome in mutants(task, oracle):
        if name not in WATCHED:
            return
        if not outcome.reward:
            yield outcome.after


def _shown_later(task: Task, last: _Screen) -> set[str]:
    """What the last screen says whatever the time: the oracle plays again, a minute later."""
    phone = begin(task)
    phone.advance(LATER_MS)
    try:
        Player(Hand(phone)).play(task.oracle())
    except Stuck:
        return set()
    later = _Screen(observe(phone))
    return {plain for plain in last.words if plain in later.words}


def _telling(last: _Screen, lasting: set[str], wrong: list[_Screen], goal: str):
    """The fewest words, shown and not shown, that tell the last screen from every wrong one; None when none
    do. At least one is shown: a pop-up over the screen must not pass for what it hides."""
    said = normal(goal)
    shown = [w for w in lasting if SHORTEST <= len(w) <= LONGEST and '"' not in w and "”" not in w]
    shown.sort(key=lambda w: (w not in said, any(c.isdigit() for c in w), len(w), w))
    hidden = {w for screen in wrong for w in screen.words if w in said and not last.says(w)}
    left, present, absent = set(range(len(wrong))), [], []
    tells = {("shown", w): {n for n, s in enumerate(wrong) if not s.says(w)} for w in shown}
    tells |= {("hidden", w): {n for n, s in enumerate(wrong) if s.says(w)} for w in sorted(hidden)}
    while left and len(present) + len(absent) < MOST_WORDS:
        best = max(tells, key=lambda key: len(tells[key] & left), default=None)
        if best is None or not tells[best] & left:
            return None
        left -= tells.pop(best)
        (present if best[0] == "shown" else absent).append(best[1])
    if left or not shown:
        return None
    original = {plain: words for screen in [*wrong, last] for plain, words in screen.words.items()}
    return [original[w] for w in present or shown[:1]], [original[w] for w in absent]


def _answers(task: Task, said: str) -> list[dict]:
    rule = task.verifier["answer"]
    wanted = rule["value"]
    if rule.get("kind") == "set":
        quoted = " and ".join(f"“{item}”" for item in wanted)
    else:
        quoted = f"“{said}”"
    return [{"must": f"The answer says {quoted}."}]
