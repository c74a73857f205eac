"""How often does a policy succeed: greedy, one attempt a task, on phones of this process.

The quick way, for validation while learning, for held-out apps and for PhoneWorld-150; the platform's own
(agent runner, runs, people's grades) takes the same checkpoint through adb.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from training.environments.base import Goal
from training.environments.collect import Environments, Group, Timed, collect
from training.environments.episode import Limits, Trajectory
from training.environments.mock import MockEnvironment, Starts
from training.forms import Form
from training.generation import Policy

PHONES = 64


@dataclass(frozen=True, slots=True)
class Row:
    """One attempt. ``success`` 1 or 0, None where the environment failed (``why`` says how)."""

    key: str
    kind: str
    category: str
    success: float | None
    progress: float
    ending: str
    steps: int
    unreadable: int
    seconds: float
    why: str = ""
    answer: str = ""


def success(
    policy: Policy,
    form: Form,
    goals: Sequence[Goal],
    environments: Environments | None = None,
    *,
    trials: int = 1,
    temperature: float = 0.0,
    limits: Limits | None = None,
    on_episode: Callable[[Trajectory], None] | None = None,
    stop: Callable[[], bool] | None = None,
    timed: Timed | None = None,
) -> list[Row]:
    """A row for each attempt, in order of the goals. Without environments it makes mock phones of its own."""
    if environments is None:
        environments = mock_phones(form, min(PHONES, len(goals) * trials))
    found = collect(
        policy, form, [Group(goal, trials) for goal in goals], environments, temperature=temperature,
        limits=limits or Limits(), on_episode=on_episode, stop=stop, timed=timed,
    )  # fmt: skip
    return [row(trajectory) for trajectory in found]


def mock_phones(form: Form, count: int) -> Environments:
    """Phones of this process that show what the form needs."""
    starts = Starts()
    return Environments([MockEnvironment(form.sees, form.reads, starts) for _ in range(count)])


def row(trajectory: Trajectory) -> Row:
    goal, reward = trajectory.goal, trajectory.reward
    return Row(
        key=goal.key,
        kind=goal.kind,
        category=goal.category,
        success=None if reward is None else reward.value,
        progress=0.0 if reward is None else reward.progress,
        ending=trajectory.ending,
        steps=len(trajectory.steps),
        unreadable=sum(not step.parsed for step in trajectory.steps),
        seconds=round(trajectory.seconds, 3),
        why=trajectory.error if reward is None else reward.why,
        answer=trajectory.answer,
    )
