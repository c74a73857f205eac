"""Episodes as plain data: what a person, an oracle or a policy saw and did, step by step. No database."""

from dataclasses import dataclass, field
from enum import StrEnum

from devices.actions import Action
from devices.observation import Observation


class Source(StrEnum):
    """Who acted."""

    HUMAN = "human"
    ORACLE = "oracle"
    ROLLOUT = "rollout"


@dataclass(frozen=True, slots=True)
class TaskRef:
    """Which task. ``template`` and ``split`` are of mock tasks; ``category``: app, mini_app or cross_app."""

    key: str
    suite: str = ""
    category: str = "app"
    apps: tuple[str, ...] = ()
    difficulty: int = 0
    template: str = ""
    split: str = ""


@dataclass(slots=True)
class Step:
    """The screen before an action, and the action (device px of that screen)."""

    observation: Observation
    action: Action
    thought: str = ""


@dataclass(slots=True)
class Episode:
    """``reward`` is 1 or 0, None where nobody judged it. ``apps``: label -> package of what the phone has."""

    id: str
    goal: str
    task: TaskRef
    source: Source
    steps: list[Step] = field(default_factory=list)
    reward: float | None = None
    answer: str = ""
    device_kind: str = "mock"
    apps: dict[str, str] = field(default_factory=dict)
    language: str = "en"
    about: dict = field(default_factory=dict)


def not_taught(episode: Episode) -> set[int]:
    """The steps that a learner sees and does not copy: planted mistakes, and what was typed in secret."""
    return {*episode.about.get("mistakes", ()), *episode.about.get("secret", ())}
