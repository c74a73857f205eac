"""What a form is."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from devices.actions import Action
from devices.observation import Observation
from evaluation.agents.dialects import Screen


@dataclass(slots=True)
class Prompt:
    """One step's question. Either ``text`` (a plain language model continues it) or chat ``messages`` with
    ``images`` (RGB uint8, in the order of their places in the messages). ``screen`` reads the answer."""

    screen: Screen
    text: str = ""
    messages: list[dict] | None = None
    images: list[np.ndarray] = field(default_factory=list)


class Form(Protocol):
    """``version`` changes when the same screen would be told otherwise; checkpoints keep it."""

    name: str
    version: str
    #: Whether observations need a picture; whether they need a tree.
    sees: bool
    reads: bool

    def prompt(self, goal: str, seen: Observation, past: Sequence[str], apps: dict[str, str]) -> Prompt:
        """``past``: the earlier answers, as written or as sampled; ``apps``: label -> package."""

    def write(self, action: Action, prompt: Prompt, thought: str = "") -> str:
        """The answer that does this. Raises CannotSay."""

    def read(self, answer: str, prompt: Prompt) -> tuple[Action, ...]:
        """Raises ActionError when the answer is none of this form: the model's own mistake."""
