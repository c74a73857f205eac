"""What a phone is to a learner: a task is begun, looked at, acted on, and judged at its end."""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from devices.actions import Action
from devices.observation import Observation


class EnvironmentFailed(Exception):
    """The phone, its line or its judge failed. Never a reward of 0: the episode is left out, done again."""


class Unjudged(Exception):
    """Nobody can tell how it went. The phone is not to blame; the episode is left out, and not done again."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A task to attempt. ``task``: one row as ``devices.phoneworld.tasks.generate`` writes it, or a suite's
    (id, goal, setup, verifier, rubric, limits …). ``kind``: what it is drawn by, its template as a rule."""

    key: str
    goal: str
    task: dict
    kind: str = ""
    category: str = "app"
    apps: tuple[str, ...] = ()
    step_limit: int = 30


@dataclass(slots=True)
class Reward:
    """``value`` 1 or 0; ``progress`` 0 to 1 where known; ``why`` in words; ``details`` as the judge gave."""

    value: float
    progress: float = 0.0
    why: str = ""
    details: dict = field(default_factory=dict)


class Environment(Protocol):
    """One phone. Every method may raise EnvironmentFailed. ``kind``: "mock" or "real"; ``name`` tells it in
    reports ("PhoneWorld", "stand-in phone 3")."""

    kind: str
    name: str

    def begin(self, goal: Goal, seed: int = 0) -> Observation:
        """Put the phone into the task's start state; the first look."""

    def act(self, *actions: Action) -> Observation | None:
        """Do them one after another, wait until the phone stands still, look. None after a final action."""

    def screenshot(self) -> np.ndarray | None:
        """What the screen shows now, RGB (height, width, 3), for people to look at; None where it forbids
        that."""

    def judge(self) -> Reward:
        """Of the episode as it was left. May raise Unjudged."""

    def apps(self) -> dict[str, str]:
        """label -> package of what can be opened."""

    def close(self) -> None: ...
