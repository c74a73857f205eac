"""PhoneBuddy's chat form: what an agent behind an endpoint is asked, word for word, for a model here.

The picture goes through the same JPEG that an endpoint gets, so that a checkpoint sees one thing everywhere.
"""

import io
from collections.abc import Sequence

import numpy as np
from PIL import Image

from devices.actions import Action
from devices.observation import Observation
from evaluation.agents import dialects, prompts
from training.data.episodes import Episode
from training.forms.base import Prompt, examples


class Runner:
    """``observation``: "screenshot", "tree" or "both"; ``image_width``: px of the picture (0: as it is)."""

    name = "runner"

    def __init__(
        self, observation: str = "screenshot", dialect: str = "phonebuddy-json", image_width: int = 448
    ):
        self.observation, self.image_width = observation, image_width
        self.dialect = dialects.get(dialect)
        self.sees, self.reads = observation != "tree", observation != "screenshot"
        self.version = f"{prompts.VERSION}.{self.dialect.version}"

    def prompt(self, goal: str, seen: Observation, past: Sequence[str], apps: dict[str, str]) -> Prompt:
        screen, jpeg, elements = prompts.look(seen, self.observation, self.image_width, apps)
        if jpeg is None and not elements:
            raise ValueError(f"The {self.observation} form needs what this observation lacks.")
        history = [prompts.Past(said) for said in past]
        told = prompts.messages(self.dialect, screen, goal, history, jpeg, elements)
        return Prompt(screen, messages=[_places(one) for one in told], images=[pixels(jpeg)] if jpeg else [])

    def write(self, action: Action, prompt: Prompt, thought: str = "") -> str:
        return self.dialect.write(action, prompt.screen, thought)

    def read(self, answer: str, prompt: Prompt) -> tuple[Action, ...]:
        return self.dialect.read(answer, prompt.screen).actions

    def remember(self, answer: str, prompt: Prompt) -> str:
        return answer

    def examples(self, episode: Episode) -> list[tuple[Prompt, str]]:
        return examples(self, episode)


def pixels(jpeg: bytes) -> np.ndarray:
    """RGB uint8"""
    return np.asarray(Image.open(io.BytesIO(jpeg)).convert("RGB"))


def _places(message: dict) -> dict:
    """OpenAI's form in that of chat templates: pictures are places, what is in them goes beside."""
    if isinstance(message["content"], str):
        return message
    parts = [{"type": "image"} if part["type"] == "image_url" else part for part in message["content"]]
    return {**message, "content": parts}
