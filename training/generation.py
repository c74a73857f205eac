"""Who answers prompts while learning: the one seam between rollouts and whatever runs the model."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from training.forms import Prompt


@dataclass(slots=True)
class Sampled:
    """One answer as it was sampled. ``prompt_ids`` and ``answer_ids`` are token ids (never decoded and
    encoded again), ``logprobs`` one for each answer token under the policy that sampled, at the temperature
    of the sampling. ``cut``: it met the limit of tokens. ``extras``: what was given beside ids (pixels)."""

    text: str
    prompt_ids: list[int]
    answer_ids: list[int]
    logprobs: list[float]
    cut: bool = False
    extras: dict = field(default_factory=dict)


class Policy(Protocol):
    """Answers many prompts at once."""

    def act(self, prompts: Sequence[Prompt], temperature: float = 1.0) -> list[Sampled]:
        """One answer a prompt, in order. ``temperature`` 0: greedy."""
