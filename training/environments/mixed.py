"""Mock and real phones in one round: whose turn it is, and which goals each kind can take."""

from collections.abc import Iterable, Mapping

from training.environments.base import Goal
from training.environments.collect import MOCK, REAL, Group
from training.environments.curriculum import Curriculum
from training.environments.real import possible
from training.environments.rewards import criteria_of


def shares(groups: int, real_share: float, number: int) -> dict[str, int]:
    """Groups of each kind in round ``number``, from 1. What does not divide evens out over the rounds."""
    until = [int(groups * n * real_share + 1e-9) for n in (number - 1, number)]
    real = until[1] - until[0]
    return {MOCK: groups - real, REAL: real}


def judged(goal: Goal) -> bool:
    """Whether a real phone (or its stand-in) can take the goal: its start is within people's reach, and there
    is something by which a judge can tell how it went."""
    return possible(goal) and any(criterion.must for criterion in criteria_of(goal))


def draw(
    curriculum: Curriculum, wanted: Mapping[str, int], size: int, without: Iterable[str] = ()
) -> list[Group]:
    """Groups for each kind; a group is on one kind of phone from its first attempt to its last.

    ValueError when real groups are wanted and no goal is fit for them.
    """
    barred = set(without)
    real = curriculum.draw(max(0, wanted.get(REAL, 0)), barred, judged)
    barred |= {goal.key for goal in real}
    mock = curriculum.draw(max(0, wanted.get(MOCK, 0)), barred)
    return [Group(goal, size, MOCK) for goal in mock] + [Group(goal, size, REAL) for goal in real]
