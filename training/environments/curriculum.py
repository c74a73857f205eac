"""Which goals are drawn next: those that sometimes succeed, over those that always or never do.

A goal is drawn with weight ``(floor + slope · p (1 − p)) / size of its kind``, p being how often its kind has
succeeded lately: what teaches most is what is neither mastered nor out of reach. Everything lies in JSON, so
that a resumed job goes on as the one that was stopped would have.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from training.environments.base import Goal
from training.environments.episode import Trajectory
from training.environments.goals import for_training

FLOOR, SLOPE = 0.15, 4.0
PRIOR = 0.5  # success of a kind that nobody has tried
TRUST = 0.2  # groups that the prior counts for: one that failed whole says much, and there are many such
MEMORY = 0.8  # what is left of an older group's weight when a new one of its kind is told


@dataclass(slots=True)
class _Known:
    """Running sums, older groups weighing less."""

    weight: float = 0.0
    success: float = 0.0

    @property
    def rate(self) -> float:
        return (self.success + PRIOR * TRUST) / (self.weight + TRUST)

    def told(self, success: float) -> None:
        self.weight = self.weight * MEMORY + 1.0
        self.success = self.success * MEMORY + success


@dataclass(slots=True)
class Round:
    """What one collection brought: groups whose rewards differ (``mixed``), all alike, or none at all."""

    mixed: int = 0
    solved: int = 0
    failed: int = 0
    lost: int = 0

    @property
    def share(self) -> float:
        """Of the mixed among those that were judged."""
        judged = self.mixed + self.solved + self.failed
        return self.mixed / judged if judged else 0.0


@dataclass
class Curriculum:
    """``draw(n)`` gives goals, ``tell(trajectories)`` says what came of them.

    HeldOut for a goal that is not to be learnt from. ``dead``: rounds in a row without any mixed group.
    """

    goals: Sequence[Goal]
    seed: int = 0
    floor: float = FLOOR
    slope: float = SLOPE
    dead: int = 0
    rounds: int = 0
    known: dict[str, _Known] = field(default_factory=dict)

    def __post_init__(self):
        self.goals = for_training(self.goals)
        if not self.goals:
            raise ValueError("there are no goals to draw from")
        self._sizes = Counter(goal.kind for goal in self.goals)
        self._rng = random.Random(self.seed)

    def rate(self, kind: str) -> float:
        """How often goals of a kind succeed, as far as known: 0.5 for one that nobody has tried."""
        return self.known.get(kind, _Known()).rate

    def weight(self, goal: Goal) -> float:
        rate = self.rate(goal.kind)
        return (self.floor + self.slope * rate * (1 - rate)) / self._sizes[goal.kind]

    def draw(
        self, count: int, without: Iterable[str] = (), fits: Callable[[Goal], bool] | None = None
    ) -> list[Goal]:
        """Different goals while there are enough; ``without``: keys that were just drawn (for refills);
        ``fits``: which come into question. ValueError when none does."""
        if count <= 0:
            return []
        barred, able = set(without), [goal for goal in self.goals if fits is None or fits(goal)]
        pool = [goal for goal in able if goal.key not in barred] or able
        if not pool:
            raise ValueError("none of the goals is fit for these phones")
        found: list[Goal] = []
        while len(found) < count:
            # Efraimidis and Spirakis (2006): the largest u^(1/w) are a weighted draw without replacement.
            keyed = sorted(pool, key=lambda goal: self._rng.random() ** (1 / self.weight(goal)), reverse=True)
            found += keyed[: count - len(found)]
        return found

    def tell(self, groups: Iterable[Sequence[Trajectory]]) -> Round:
        """Each group's trajectories; those without a reward (the environment failed) count for nothing."""
        seen = Round()
        for group in groups:
            values = [t.reward.value for t in group if t.reward is not None]
            if not values:
                seen.lost += 1
                continue
            success = sum(values) / len(values)
            self.known.setdefault(group[0].goal.kind, _Known()).told(success)
            if len(set(values)) > 1:
                seen.mixed += 1
            elif success:
                seen.solved += 1
            else:
                seen.failed += 1
        return seen

    def close_round(self, seen: Round) -> None:
        """Count it; ``dead`` tells how many in a row taught nothing."""
        self.rounds += 1
        self.dead = 0 if seen.mixed else self.dead + 1

    # --- to go on later ---

    def to_json(self) -> dict:
        version, state, gauss = self._rng.getstate()
        return {
            "rng": [version, list(state), gauss],
            "dead": self.dead,
            "rounds": self.rounds,
            "known": {kind: [k.weight, k.success] for kind, k in sorted(self.known.items())},
        }

    def restore(self, data: dict) -> None:
        """What ``to_json`` gave, over the same goals."""
        version, state, gauss = data["rng"]
        self._rng.setstate((version, tuple(state), gauss))
        self.dead, self.rounds = data["dead"], data["rounds"]
        self.known = {kind: _Known(*values) for kind, values in data["known"].items()}


def by_group(trajectories: Sequence[Trajectory]) -> list[list[Trajectory]]:
    """Trajectories of one collection as lists, in order of their groups."""
    found: dict[int, list[Trajectory]] = {}
    for trajectory in trajectories:
        found.setdefault(trajectory.group, []).append(trajectory)
    return [found[number] for number in sorted(found)]
