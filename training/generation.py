"""Who answers prompts while learning: the one seam between rollouts and whatever runs the model.

``TransformersPolicy`` runs a checkpoint in this process. It has a loop of its own, because a phone's answers
are a few tokens after a long prompt: prompts of like length go together, equal prompts (phones of one group
that are still in the same state) are read once, and finished rows leave the batch. Sampled ids and their
log-probabilities are kept as they were sampled; nothing is decoded and encoded again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from training.forms import Prompt
from training.forms.encoding import Encoded, Encoder, TooLong


@dataclass(slots=True)
class Sampled:
    """One answer as it was sampled. ``prompt_ids`` and ``answer_ids`` are token ids (never decoded and
    encoded again), ``logprobs`` one for each answer token under the policy that sampled, at the temperature
    of the sampling. ``cut``: it met the limit of tokens. ``extras``: what was given beside ids
    (``images``: the pictures shown, RGB uint8)."""

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


class TransformersPolicy:
    """A causal language model of transformers, with or without pictures, where its weights are now.

    ``processing``: its tokenizer or processor. ``max_tokens`` bounds prompt and answer together (0: nothing);
    a longer prompt raises TooLong, for cutting it would show the model something else than it was taught.
    ``batch_tokens`` bounds the padded prompt tokens that are read in one forward pass. ``seed`` is of the
    sampling; ``state`` and ``restore`` carry it over an interruption. ``bf16``: compute as a trainer with
    mixed precision does, so that both mean the same by a log-probability.
    """

    def __init__(
        self,
        model,
        processing,
        *,
        max_new_tokens: int = 32,
        max_tokens: int = 0,
        batch_tokens: int = 16384,
        batch_rows: int = 256,
        seed: int = 0,
        bf16: bool = False,
    ):
        import torch

        self.model = model
        self.encoder = Encoder(processing)
        self.max_new_tokens, self.max_tokens = max_new_tokens, max_tokens
        self.batch_tokens, self.batch_rows = batch_tokens, batch_rows
        self.bf16 = bf16
        self._random = torch.Generator(device=model.device)
        self._random.manual_seed(seed)
        ends = model.generation_config.eos_token_id if model.generation_config else None
        self._ends = {self.encoder.eos_id, *([ends] if isinstance(ends, int) else ends or [])}
        #: Tokens read and written since the start, for throughput.
        self.tokens_read = self.tokens_written = 0

    def act(self, prompts: Sequence[Prompt], temperature: float = 1.0) -> list[Sampled]:
        return self.answer(self.encoder.encode(prompts), temperature)

    def answer(self, prompts: Sequence[Encoded], temperature: float = 1.0) -> list[Sampled]:
        """One answer to each encoded prompt, in order."""
        import torch

        for prompt in prompts:
            if self.max_tokens and len(prompt.ids) >= self.max_tokens:
                raise TooLong(f"A prompt has {len(prompt.ids)} tokens, of {self.max_tokens} that may be.")
        answers: list[list[int]] = [[] for _ in prompts]
        logprobs: list[list[float]] = [[] for _ in prompts]
        training = self.model.training
        self.model.eval()
        try:
            with torch.inference_mode(), torch.autocast(self.model.device.type, torch.bfloat16, self.bf16):
                for chunk in self._chunks(prompts):
                    self._run(prompts, chunk, temperature, answers, logprobs)
        finally:
            self.model.train(training)
        return [
            Sampled(text, prompt.ids, answer, values, not answer or answer[-1] not in self._ends,
                    {"images": prompt.images} if prompt.images else {})
            for text, prompt, answer, values in zip(
                self._decode(answers), prompts, answers, logprobs, strict=True)
        ]  # fmt: skip

    def state(self) -> Any:
        return self._random.get_state()

    def restore(self, state: Any) -> None:
        self._random.set_state(state)

    def _decode(self, answers: list[list[int]]) -> list[str]:
        return self.encoder.decode([a[:-1] if a and a[-1] in self._ends else a for a in answers])

    def _chunks(self, prompts: Sequence[Encoded]) -> Iterator[list[int]]:
        """Numbers of prompts, like lengths together, so that little is padding."""
        chunk: list[int] = []
        for number in sorted(range(len(prompts)), key=lambda n: len(prompts[n].ids), reverse=True):
            longest = len(prompts[chunk[0]].ids) if chunk else 0
            if chunk and ((len(chunk) + 1) * longest > self.batch_tokens or len(chunk) >= self.batch_rows):
                yield chunk
                chunk = []
            chunk.append(number)
        if chunk:
            yield chunk

    def _run(self, prompts, chunk, temperature, answers, logprobs) -> None:
        """Answers the prompts of one chunk, all at once."""
        import torch
        from transformers import DynamicCache

        model, device = self.model, self.model.device
        # Prompts with pictures are not compared; without, equal ones are read once and share what was read.
        same: dict[Any, int] = {}
        unique, of = [], []
        for number in chunk:
            key = number if prompts[number].images else tuple(prompts[number].ids)
            if key not in same:
                same[key] = len(unique)
                unique.append(number)
            of.append(same[key])
        inputs = left_padded([prompts[n].ids for n in unique], self.encoder.pad_id)
        mask = inputs["attention_mask"] = inputs["attention_mask"].to(device)
        inputs["input_ids"] = inputs["input_ids"].to(device)
        core = _mrope(model)
        if core is not None:
            core.rope_deltas = None  # left over from another batch
        images = [image for n in unique for image in prompts[n].images]
        if images:
            inputs |= {key: value.to(device) for key, value in self.encoder.pixels(images).items()}
            inputs["mm_token_type_ids"] = (inputs["input_ids"] == self.encoder.image_id).int()
        else:
            inputs["position_ids"] = positions(mask)
        cache = DynamicCache(config=model.config)
        out = model(**inputs, cache=cache, use_cache=True, logits_to_keep=1)
        self.tokens_read += int(mask.sum())
        rows = torch.tensor(of, device=device)
        logits = out.logits[:, -1][rows]
        if len(unique) < len(chunk):
            self._select(cache, core, rows)
            mask = mask[rows]
        alive = list(chunk)
        for _ in range(self.max_new_tokens):
            for place, number in enumerate(alive):
                for refused in prompts[number].refused:
                    if answers[number] == refused[:-1]:
                        logits[place, refused[-1]] = -torch.inf
            chosen, values = sample(logits, temperature, self._random)
            going = []
            for place, (number, token, value) in enumerate(
                zip(alive, chosen.tolist(), values.tolist(), strict=True)
            ):
                answers[number].append(token)
                logprobs[number].append(value)
                full = self.max_tokens and len(prompts[number].ids) + len(answers[number]) >= self.max_tokens
                if token not in self._ends and not full:
                    going.append(place)
            self.tokens_written += len(alive)
            if not going or len(answers[alive[going[0]]]) >= self.max_new_tokens:
                return
            if len(going) < len(alive):
                rows = torch.tensor(going, device=device)
                self._select(cache, core, rows)
                mask, chosen = mask[rows], chosen[rows]
                alive = [alive[place] for place in going]
            mask = torch.cat([mask, mask.new_ones(len(alive), 1)], 1)
            where = mask.sum(1, keepdim=True) - 1
            if images:  # the three axes are one in text; pictures took fewer positions than tokens
                where = (where + core.rope_deltas).expand(3, -1, -1)
            out = model(input_ids=chosen[:, None], attention_mask=mask, cache=cache, use_cache=True,
                        position_ids=where, logits_to_keep=1)  # fmt: skip
            logits = out.logits[:, -1]

    @staticmethod
    def _select(cache, core, rows) -> None:
        cache.reorder_cache(rows)  # the one way to choose rows that every kind of layer has
        if core is not None and core.rope_deltas is not None:
            core.rope_deltas = core.rope_deltas[rows]


def left_padded(rows: Sequence[Sequence[int]], pad_id: int):
    """``input_ids`` and ``attention_mask`` (rows × longest); the last tokens stand below one another."""
    import torch

    longest = max(map(len, rows))
    ids = torch.tensor([[pad_id] * (longest - len(row)) + list(row) for row in rows])
    lengths = torch.tensor([len(row) for row in rows])
    mask = (torch.arange(longest) >= (longest - lengths)[:, None]).long()
    return {"input_ids": ids, "attention_mask": mask}


def positions(mask):
    """Of left-padded rows: 0 at each row's first token."""
    return (mask.cumsum(1) - 1).clamp(min=0)


def sample(logits, temperature: float, random=None):
    """(tokens, their log-probabilities) of rows of logits. ``temperature`` 0: the best, at temperature 1."""
    import torch

    scores = torch.log_softmax(logits.float() / (temperature or 1.0), -1)
    if temperature:
        chosen = torch.multinomial(scores.exp(), 1, generator=random)[:, 0]
    else:
        chosen = scores.argmax(-1)
    return chosen, scores.gather(1, chosen[:, None])[:, 0]


def _mrope(model):
    """The part of a Qwen-VL model that remembers how far pictures moved the positions; None elsewhere."""
    return next((part for part in model.modules() if hasattr(part, "rope_deltas")), None)
