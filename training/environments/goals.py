"""What is attempted: goals out of task templates for learning, out of suites for evaluation.

What is held out cannot be learnt from: ``for_training`` refuses it, whoever asks.
"""

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from devices.phoneworld.tasks import check, suite
from devices.phoneworld.tasks.draws import NoDraw
from devices.phoneworld.tasks.generate import task_row
from devices.phoneworld.tasks.template import WORDINGS, Template, held_out_apps, templates
from training import atomic
from training.data.episodes import TaskRef
from training.data.heldout import Guard, HeldOut
from training.environments import criteria
from training.environments.base import Goal

CATEGORIES = ("app", "mini_app", "cross_app")
#: Splits that may be learnt from, or drawn to look how it goes.
DRAWN = ("train", "validation")
DRY = 40  # draws of a template in a row that bring nothing new
MORE = 1 << 20  # keeps the phones' seeds of differently seeded draws apart


def draw(
    count: int,
    seed: int = 0,
    split: str = "train",
    *,
    only: Sequence[str] = (),
    categories: Mapping[str, float] | None = None,
    actions: int | None = None,
    wordings: Sequence[str] = WORDINGS,
    languages: Sequence[str] = ("en",),
    judged: bool = False,
) -> list[Goal]:
    """Up to ``count`` goals that differ in their parameters, of the templates in turn, in mixed order.

    Each was reached by its oracle, whose length sets the step limit. ``only``: folders, or beginnings of
    ``folder.name``; ``categories``: their shares (as they come without it); ``actions``: the oracle's most;
    wordings and languages are drawn; ``judged``: criteria are written where a judge can tell the end, so
    that real phones and stand-ins can take the goal. The same arguments give the same goals. HeldOut for any
    other split.
    """
    if split not in DRAWN:
        raise HeldOut(
            f"Templates of the split {split!r} are kept for evaluation: no goals are drawn of them."
        )
    known = check.chosen_by(only) if only else templates()
    chosen = sorted((t for t in known if t.split == split), key=lambda t: t.key)
    found: list[Goal] = []
    for category, share in (categories or {"": 1.0}).items():
        mine = [t for t in chosen if not category or t.category == category]
        wanted = round(count * share / sum((categories or {"": 1.0}).values()))
        random.Random(f"{seed} {category}").shuffle(mine)
        found += _some(mine, wanted, seed, actions, wordings, languages)
    if split == "train":  # words that by chance are those of a held-out task
        guard = Guard.bundled()
        found = [goal for goal in found if not _why_not(goal, guard)]
    random.Random(seed).shuffle(found)
    return with_criteria(found) if judged else found


def with_criteria(goals: Iterable[Goal]) -> list[Goal]:
    """The same, with criteria where the screens can tell how it went. About 60 ms each."""
    return [replace(goal, task={**goal.task, "criteria": criteria.write(goal)}) for goal in goals]


def _some(templates, count, seed, actions, wordings, languages) -> list[Goal]:
    sources = [_goals(template, seed, actions, wordings, languages) for template in templates]
    found: list[Goal] = []
    while sources and len(found) < count:
        for source in list(sources):
            if len(found) == count:  # what nobody takes is not drawn: it may take a template minutes
                break
            goal = next(source, None)
            if goal is None:
                sources.remove(source)
            else:
                found.append(goal)
    return found


def _goals(template: Template, seed, actions, wordings, languages) -> Iterator[Goal]:
    seen, dry, number = set(), 0, seed * MORE
    while dry < DRY:
        rng = random.Random(f"{template.key}/{number}")
        try:
            params = template.draws.one(template.split, rng)
        except NoDraw:
            params = None
        row, digest = None, None if params is None else template.digest(params)
        if digest is not None and digest not in seen:
            seen.add(digest)
            row = task_row(template.of(params, number))
            if row and actions is not None and row["measured"]["actions"] > actions:
                row = None
        number += 1
        dry = 0 if row else dry + 1
        if row:
            language, wording = rng.choice(list(languages)), rng.choice(list(wordings))
            said = row["goals_zh"] if language == "zh" else ()
            yield goal_of(row, rng.choice(said) if said else row["goals"][wording])


def goal_of(row: dict, words: str = "") -> Goal:
    """A generated task, or one of a suite, as a goal; ``words`` in place of its own."""
    limits = row.get("limits") or {"steps": row.get("steps") or row.get("step_limit") or 30}
    return Goal(
        key=row.get("key") or row["id"],
        goal=words or row["goal"],
        task=row,
        kind=row.get("template") or row.get("key") or row["id"],
        category=row.get("category", "app"),
        apps=tuple(row.get("apps", ())),
        step_limit=int(limits["steps"]),
    )


def of_suite(path: Path | str = suite.FILE) -> list[Goal]:
    """The goals of a frozen suite, for evaluation: PhoneWorld-150 unless a file is named. ValueError when
    it is not what its hash says."""
    return [goal_of(row) for row in suite.load(Path(path))["tasks"]]


def of_held_out_apps(count: int, seed: int = 0) -> list[Goal]:
    """Goals in apps that no other template uses, for evaluation: how well is what was learnt carried over."""
    mine = sorted((t for t in templates() if set(t.apps) & set(held_out_apps())), key=lambda t: t.key)
    return _some(mine, count, seed, None, WORDINGS[1:2], ("en",))


def for_training(goals: Iterable[Goal]) -> list[Goal]:
    """The same goals; HeldOut when one of them is not to be learnt from."""
    goals, guard = list(goals), Guard.bundled()
    for goal in goals:
        if why := _why_not(goal, guard):
            raise HeldOut(f"“{goal.goal}” ({goal.key}) is no goal to learn from. {why}")
    return goals


def _why_not(goal: Goal, guard: Guard) -> str:
    row = goal.task
    if row.get("held_out"):
        return "It is held out for measuring."
    task = TaskRef(goal.key, row.get("suite", ""), goal.category, goal.apps, template=row.get("template", ""),
                   split=row.get("split", ""))  # fmt: skip
    return guard.why_not(task, goal.goal)


def save(goals: Iterable[Goal], path: Path) -> None:
    """One line of JSON a goal: what a job learnt from, and the quick way back to it. Whole or not at all."""
    lines = (json.dumps({"words": goal.goal, "task": goal.task}, ensure_ascii=False) for goal in goals)
    atomic.write_text(path, "".join(line + "\n" for line in lines))


def load(path: Path) -> list[Goal]:
    """What ``save`` wrote."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [goal_of(row["task"], row["words"]) for row in map(json.loads, lines)]
