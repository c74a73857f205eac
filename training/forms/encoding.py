"""From a prompt to token ids and back: one way, for teaching, for rollouts and for acting.

What a model was taught and what it meets are the same ids because they come from the same call. Works over a
tokenizer (text) or a processor (text and pictures). Imports torch nowhere at the top.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from training.forms.base import Prompt


class TooLong(ValueError):
    """A row is longer than it may be; says by how much, and of what."""


@dataclass(slots=True)
class Encoded:
    """``ids`` with every picture's place filled to its full number of tokens; ``images`` RGB uint8;
    ``refused``: ids of answers, without their end, that may not be given."""

    ids: list[int]
    images: list[np.ndarray] = field(default_factory=list)
    refused: list[list[int]] = field(default_factory=list)


class Encoder:
    """``processing``: a tokenizer, or a processor (with ``tokenizer`` and ``image_processor``)."""

    def __init__(self, processing):
        self.processing = processing
        self.tokenizer = getattr(processing, "tokenizer", processing)
        self.sees = hasattr(processing, "image_processor")
        self.eos_id: int = self.tokenizer.eos_token_id
        pad = self.tokenizer.pad_token_id
        self.pad_id: int = self.eos_id if pad is None else pad
        if self.eos_id is None:
            raise ValueError("The tokenizer has no end-of-answer token.")

    def text(self, prompt: Prompt) -> str:
        """The prompt as one text; pictures are marks in it."""
        if prompt.messages is None:
            return prompt.text
        return self.processing.apply_chat_template(
            prompt.messages, tokenize=False, add_generation_prompt=True
        )

    def encode(self, prompts: Sequence[Prompt]) -> list[Encoded]:
        """Without padding, in order."""
        texts = [self.text(prompt) for prompt in prompts]
        if not texts:
            return []
        if not any(prompt.images for prompt in prompts):
            ids = self._ids(texts)
            return [
                Encoded(p.ids or one, refused=self._ids(p.refused))
                for p, one in zip(prompts, ids, strict=True)
            ]
        if not self.sees:
            raise ValueError("This checkpoint has no picture encoder, and the form shows pictures.")
        images = [list(prompt.images) for prompt in prompts]
        ids = self.processing(text=texts, images=images, padding=False, add_special_tokens=False)["input_ids"]
        return [
            Encoded(list(map(int, one)), shown, self._ids(p.refused))
            for p, one, shown in zip(prompts, ids, images, strict=True)
        ]

    def answers(self, texts: Sequence[str]) -> list[list[int]]:
        """Ids of answers, each with its end."""
        return [[*one, self.eos_id] for one in self._ids(texts)]

    def _ids(self, texts: Sequence[str]) -> list[list[int]]:
        return self.tokenizer(list(texts), add_special_tokens=False)["input_ids"] if texts else []

    def decode(self, ids: Sequence[Sequence[int]]) -> list[str]:
        """Answers as text, without their end."""
        bare = [list(one[:-1]) if one and one[-1] == self.eos_id else list(one) for one in ids]
        return self.tokenizer.batch_decode(bare, skip_special_tokens=True, clean_up_tokenization_spaces=False)

    def pixels(self, images: Sequence[np.ndarray]) -> dict:
        """``pixel_values`` (patches of all pictures, one below the other) and ``image_grid_thw``."""
        if not images:
            return {}
        return dict(self.processing.image_processor(images=list(images), return_tensors="pt"))

    @property
    def image_id(self) -> int | None:
        """The token that stands where a picture's patches go."""
        return getattr(self.processing, "image_token_id", None)
