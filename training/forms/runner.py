"""PhoneBuddy's chat form: what an agent behind an endpoint is asked, word for word, for a model here.

The picture goes through the same JPEG that an endpoint gets, so that a checkpoint sees one thing everywhere.
"""

import base64
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
        told, images = places(prompts.messages(self.dialect, screen, goal, history, jpeg, elements))
        return Prompt(screen, messages=told, images=images)

    def write(self, action: Action, prompt: Prompt, thought: str = "") -> str:
        return self.dialect.write(action, prompt.screen, thought)

    def read(self, answer: str, prompt: Prompt) -> tuple[Action, ...]:
        return self.dialect.read(answer, prompt.screen).actions

    def remember(self, answer: str, prompt: Prompt) -> str:
        return answer

    def examples(self, episode: Episode) -> list[tuple[Prompt, str]]:
        return examples(self, episode)


def places(messages: list[dict]) -> tuple[list[dict], list[np.ndarray]]:
    """Messages of OpenAI's protocol in the form of chat templates, and the pictures (RGB uint8) in the order
    of their places. ValueError for a picture that is not sent along."""
    images: list[np.ndarray] = []

    def part(one: dict) -> dict:
        if one["type"] != "image_url":
            return one
        head, _, data = one["image_url"]["url"].partition("base64,")
        if not head.startswith("data:image/"):
            raise ValueError("Pictures travel as data URLs.")
        images.append(np.asarray(Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")))
        return {"type": "image"}

    told = [
        one if isinstance(one["content"], str) else {**one, "content": [part(p) for p in one["content"]]}
        for one in messages
    ]
    return told, images
