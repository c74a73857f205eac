"""What is asked of a policy, and what it answers."""

from dataclasses import dataclass, field
from typing import Protocol

from devices.actions import Action
from devices.observation import Observation
from evaluation.agents.dialects import Dialect, Screen
from evaluation.agents.prompts import Past


class PolicyDown(Exception):
    """Nobody answers: trouble of the infrastructure, never the agent's own failure. In plain words."""


@dataclass(slots=True)
class Question:
    """One step's question. ``seed`` is the run's, ``step`` counts from 0."""

    goal: str
    observation: Observation
    screen: Screen
    jpeg: bytes | None
    elements: str
    history: list[Past]
    dialect: Dialect
    seed: int = 0
    step: int = 0


@dataclass(slots=True)
class Answer:
    """``raw`` as it came. A policy that does not speak gives ``actions`` (device px) beside it.

    ``prompt``: the messages that were sent, if any. ``details``: sampling and all else that decides it.
    """

    raw: str
    actions: tuple[Action, ...] = ()
    thought: str = ""
    prompt: list[dict] | None = None
    details: dict = field(default_factory=dict)
    tokens_in: int = 0
    tokens_out: int = 0


class Policy(Protocol):
    async def act(self, question: Question) -> Answer:
        """The answer to one step. Raises PolicyDown."""

    async def close(self) -> None:
        """After the last step."""
