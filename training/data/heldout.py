"""What is kept for measuring, and so never enters a training set: suites, the templates of their tasks, apps.

The guard asks for everything by which a task can be known: its suite, its key, the template in the key or
named, the split, the words of its goal, the apps that it was done in; wherever the data comes from.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

import yaml

from devices.phoneworld.spec import bundled
from devices.phoneworld.tasks.template import FOLDER, held_out_apps
from training.data.episodes import TaskRef

LEARNT, PHONEWORLD = "train", "phoneworld-150"
_DIGEST = re.compile(r"-[0-9a-f]{8}$")


class HeldOut(ValueError):
    """Something kept for measuring was to be learnt from; the text says what, and why not."""


@dataclass
class Guard:
    """``suites``: names; ``keys`` and ``goals`` (folded): those of their tasks, with the suite's name."""

    suites: set[str] = field(default_factory=set)
    keys: dict[str, str] = field(default_factory=dict)
    goals: dict[str, str] = field(default_factory=dict)

    @classmethod
    def bundled(cls) -> "Guard":
        """PhoneWorld-150, whether or not anybody has imported it."""
        guard = cls()
        for row in _phoneworld_150():
            guard.add(PHONEWORLD, row["key"], row["goal"], row.get("goal_zh", ""))
        return guard

    def add(self, name: str, key: str, *goals: str) -> None:
        """A task of a held-out suite."""
        self.suites.add(name)
        self.keys[key] = name
        self.goals.update({folded(goal): name for goal in goals if goal})

    def why_not(self, task: TaskRef, goal: str = "", packages: Iterable[str] = ()) -> str:
        """Why this may not be learnt from, in words; "" when it may. ``packages``: what it was done in."""
        if task.suite in self.suites:
            return f"The suite {task.suite} is held out for measuring."
        if name := self.keys.get(task.key):
            return f"The task {task.key} is of the suite {name}, which is held out for measuring."
        template = task.template or template_of(task.key)
        split = splits().get(template, "") or task.split
        if split and split != LEARNT:
            kept = f"The template {template}" if template else f"The task {task.key}"
            return f"{kept} is of the split {split}: kept for measuring."
        if name := self.goals.get(folded(goal)):
            return f"The goal is one of the suite {name}, which is held out for measuring."
        used = sorted({_apps()[word] for word in (*task.apps, *packages) if word in _apps()})
        return f"The app {used[0]} is held out for measuring." if used else ""


def folded(words: str) -> str:
    """Goals are the same whatever their case, spaces and final stop."""
    return " ".join(words.casefold().split()).rstrip(" .。!?")


@lru_cache(1)
def splits() -> dict[str, str]:
    """Template key -> split, read without compiling any template."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found = {}
    for path in sorted(FOLDER.glob("*/*.yaml")):
        document = yaml.load(path.read_text(encoding="utf-8"), loader) or {}
        usual = (document.pop("defaults", None) or {}).get("split", LEARNT)
        for name, template in document.items():
            found[f"{path.parent.name}.{name}"] = template.get("split", usual)
    return found


def template_of(key: str) -> str:
    """The template that a task's key was made from: ``notes.pin-1a2b3c4d``, in a suite with dashes alone. ""
    for a key of another kind."""
    if not _DIGEST.search(key):
        return ""
    stem = _DIGEST.sub("", key)
    return stem if stem in splits() else _dashed().get(stem, "")


@lru_cache(1)
def _dashed() -> dict[str, str]:
    return {key.replace(".", "-").replace("_", "-"): key for key in splits()}


@lru_cache(1)
def _phoneworld_150() -> list[dict]:
    from devices.phoneworld.tasks import suite  # brings the renderer, which the web server has no use for

    return suite.load()["tasks"]


def bundled_rubrics() -> list[frozenset[str]]:
    """The words of each rubric of PhoneWorld-150."""
    said = [
        [text for criterion in row["criteria"] for text in criterion.values()] for row in _phoneworld_150()
    ]
    return [frozenset(folded(text) for text in texts if isinstance(text, str)) for texts in said]


@lru_cache(1)
def _apps() -> dict[str, str]:
    """Label and package -> label of the apps that only test templates use."""
    kept = [a for p, a in bundled().items() if p.rsplit(".", 1)[-1] in held_out_apps()]
    return {word: app.label for app in kept for word in (app.label, app.package)}
