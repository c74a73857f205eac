"""What a form is."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from devices.actions import Action, canonical
from devices.observation import Observation
from evaluation.agents.dialects import CannotSay, Screen
from training.data.episodes import Episode, not_taught


@dataclass(slots=True)
class Prompt:
    """One step's question. Either ``text`` (a plain language model continues it) or chat ``messages`` with
    ``images`` (RGB uint8, in the order of their places in the messages), or token ids. ``screen`` reads the
    answer. ``refused``: answers that may not be given now (in words); whoever samples sees to it."""

    screen: Screen
    text: str = ""
    messages: list[dict] | None = None
    images: list[np.ndarray] = field(default_factory=list)
    ids: list[int] | None = None
    refused: tuple[str, ...] = ()


class Form(Protocol):
    """``version`` changes when the same screen would be told otherwise; checkpoints keep it."""

    name: str
    version: str
    #: Whether observations need a picture; whether they need a tree.
    sees: bool
    reads: bool

    def prompt(self, goal: str, seen: Observation, past: Sequence[str], apps: dict[str, str]) -> Prompt:
        """``past``: what ``remember`` gave of the earlier steps; ``apps``: label -> package."""

    def write(self, action: Action, prompt: Prompt, thought: str = "") -> str:
        """The answer that does this. Raises CannotSay."""

    def read(self, answer: str, prompt: Prompt) -> tuple[Action, ...]:
        """The actions meant, done one after another with no look between. Raises ActionError when the answer
        is none of this form: the model's own mistake."""

    def remember(self, answer: str, prompt: Prompt) -> str:
        """What ``past`` keeps of a step: the answer, or what it meant on that screen. Never raises."""

    def examples(self, episode: Episode) -> list[tuple[Prompt, str]]:
        """The rows that an episode teaches: what was asked, what is right to answer."""


def examples(form: Form, episode: Episode) -> list[tuple[Prompt, str]]:
    """A row a step. Steps that the form has no words for, planted mistakes and what was typed in secret are
    no rows, but remembered as they were."""
    rows, past, skipped = [], [], not_taught(episode)
    for number, step in enumerate(episode.steps):
        prompt = form.prompt(episode.goal, step.observation, past, episode.apps)
        try:
            answer = form.write(step.action, prompt, step.thought)
        except CannotSay:
            past.append(canonical(step.action))
            continue
        if number not in skipped:
            rows.append((prompt, answer))
        past.append(form.remember(answer, prompt))
    return rows
