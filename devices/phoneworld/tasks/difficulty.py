"""How hard a task is, measured on its oracle, not guessed.

Points: actions (over 5, 9, 14, 20: one each), apps beyond the first (one each, at most 2), information
carried (one from 1 item, two from 3), rows that look alike (one from 2), a condition or an honest refusal
(one). Difficulty is 1 for 0 or 1 point, 2 for 2, 3 for 3, 4 for 4 or 5, 5 above.
"""

import re
from dataclasses import dataclass

from devices.phoneworld.functions import fold
from devices.phoneworld.tasks.draws import NoDraw
from devices.phoneworld.verify import normal


@dataclass(frozen=True)
class Difficulty:
    """The level, 1 to 5, and what it was measured by."""

    level: int
    actions: int
    apps: int
    carried: int
    alike: int


def measure(task, played) -> Difficulty:
    """The difficulty of a task whose oracle was played."""
    actions = len(played.actions)
    apps = len(
        {a.package for a in played.actions if a.name == "open_app"} | {p for p in played.packages if p}
    )
    held = carried(task, played)
    near = alike(task)
    points = sum(actions > n for n in (5, 9, 14, 20))
    points += min(2, max(0, apps - 1)) + (held >= 1) + (held >= 3) + (near >= 2)
    points += task.template.kind in ("conditional", "impossible")
    level = 1 if points < 2 else 2 if points == 2 else 3 if points == 3 else 4 if points < 6 else 5
    return Difficulty(level, actions, apps, held, near)


def carried(task, played) -> int:
    """Texts that were typed, tapped or answered and that the goal does not say: read on one screen, used on
    another."""
    goal = normal(" ".join(task.goals.values()))
    found = set()
    for _, text, drawn in played.used:
        said = normal(text)
        if drawn and said and said not in goal:
            found.add(said)
    return len(found)


def alike(task) -> int:
    """The most rows that share a word of four letters or more with a row that was drawn."""
    most = 0
    for part in task.template.draws.parts:
        row = task.params.get(part.name)
        if part.derived or part.pick or not isinstance(row, dict):
            continue
        words = _words(row)
        try:
            rows = part.choices(task.params, task.template.split)
        except NoDraw:
            continue
        most = max(most, sum(1 for r in rows if r is not row and isinstance(r, dict) and words & _words(r)))
    return most


def _words(row):
    for column in ("title", "name", "label", "number", "text"):
        if isinstance(row.get(column), str):
            return set(re.findall(r"\w{4,}", fold(row[column])))
    return set()
