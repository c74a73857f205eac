"""From episodes to rows that a trainer reads: one step a row, already in ids, too long ones refused.

A row's prompt ends where the model's own words begin, and only those are learnt. Steps that were planted as
mistakes stay in the history of later ones and are no rows themselves (the form leaves them out).
"""

import hashlib
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from devices.actions import Action, ActionError
from training.data.episodes import Episode
from training.forms import Form, Prompt
from training.forms.encoding import Encoded, Encoder
from training.generation import Policy

#: A tap this near to the right one counts where nothing tells the element (share of the screen's width).
NEAR = 0.04
TYPED = ("type", "output", "finish", "call_user")


class NothingToLearn(ValueError):
    """No row is left; the text says what became of the steps."""


@dataclass(slots=True)
class Held:
    """A held-out step: asked again while learning. ``boxes``: of what each right point lies in, or None."""

    prompt: Prompt
    actions: tuple[Action, ...]
    boxes: tuple[tuple[int, int, int, int] | None, ...]


@dataclass(slots=True)
class Rows:
    """``train``: input_ids, answer (how many of them at the end are the answer), length; images (PNG) where
    the form sees; choices where it tells what answers choose among: of each kind the token chosen (-1: none),
    then all that might be. ``refused``: reason -> how many steps."""

    train: object
    held: list[Held] = field(default_factory=list)
    refused: Counter = field(default_factory=Counter)


def build(
    episodes: Iterable[Episode],
    form: Form,
    encoder: Encoder,
    *,
    max_tokens: int,
    held_out: float = 0.0,
    held_rows: int = 0,
    seed: int = 0,
    cache: Path | None = None,
) -> Rows:
    """Raises NothingToLearn. Tasks are held out whole: no step of theirs is learnt. Rows with pictures are
    written to ``cache``, not kept in memory."""
    from datasets import Dataset, Features, List, Value

    found = Rows(None)

    def rows() -> Iterator[dict]:
        for episode in episodes:
            if held_out and share_of(episode.task.key or episode.id, seed) < held_out:
                if len(found.held) < held_rows:
                    found.held += _held(episode, form)
                continue
            yield from _rows(episode, form, encoder, max_tokens, found.refused)

    columns = {"input_ids": List(Value("int32")), "answer": Value("int32"), "length": Value("int32")}
    if hasattr(form, "choices"):
        columns["choices"] = List(List(Value("int32")))
    if form.sees:
        columns["images"] = List(Value("large_binary"))
        found.train = Dataset.from_generator(
            rows, Features(columns), cache_dir=str(cache), keep_in_memory=cache is None, fingerprint="rows"
        )
    else:
        made = list(rows())
        found.train = Dataset.from_dict(
            {name: [row[name] for row in made] for name in columns}, Features(columns)
        )
    del found.held[held_rows:]
    if not len(found.train):
        why = "; ".join(f"{count} {reason}" for reason, count in sorted(found.refused.items()))
        raise NothingToLearn(f"No step is left to learn from{': ' + why if why else ': there were none'}.")
    return found


def share_of(key: str, seed: int) -> float:
    """A number from 0 to 1 that a task keeps, whatever else is in the dataset."""
    return int.from_bytes(hashlib.sha256(f"{seed} {key}".encode()).digest()[:4]) / 2**32


def _rows(episode: Episode, form: Form, encoder: Encoder, most: int, refused: Counter) -> Iterator[dict]:
    examples = form.examples(episode)
    chooses = hasattr(form, "choices")
    unsaid = len(episode.steps) - len(examples) if getattr(form, "per_step", True) else 0
    if unsaid > 0:
        refused["steps without a row (said with another, no words for them, or a mistake)"] += unsaid
    answers = encoder.answers([answer for _, answer in examples])
    prompts = encoder.encode([prompt for prompt, _ in examples])
    for prompt, answer, example in zip(prompts, answers, examples, strict=True):
        length = len(prompt.ids) + len(answer)
        if length > most:
            refused[f"longer than {most} tokens"] += 1
            continue
        yield {
            "input_ids": [*prompt.ids, *answer], "answer": len(answer), "length": length,
            "images": [png(image) for image in prompt.images],
            **({"choices": [[right, *all] for all, right in form.choices(*example)]} if chooses else {}),
        }  # fmt: skip


def png(image: np.ndarray) -> bytes:
    """Without loss: what is learnt is what is shown."""
    from PIL import Image

    target = io.BytesIO()
    Image.fromarray(image).save(target, "PNG", compress_level=1)
    return target.getvalue()


def unpng(data: bytes) -> np.ndarray:
    from PIL import Image

    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


# --- batches ---


class Collator:
    """Rows into one batch, padded on the left as in generation: the answers' ends stand below one another, so
    that logits are needed in the last few columns alone."""

    def __init__(self, encoder: Encoder):
        self.encoder = encoder

    def __call__(self, rows: list[dict]) -> dict:
        batch = batch_of(
            self.encoder,
            [
                Encoded(list(row["input_ids"]), [unpng(one) for one in row.get("images") or ()])
                for row in rows
            ],
        )
        ids, lengths = batch["input_ids"], [row["answer"] for row in rows]
        labels = ids.new_full(ids.shape, -100)
        for row, length in enumerate(lengths):
            labels[row, -length:] = ids[row, -length:]
        if rows[0].get("choices"):
            batch["choices"] = choices_of(rows, ids.shape)
        return batch | {"labels": labels}


def choices_of(rows: list[dict], shape) -> "torch.Tensor":  # noqa: F821
    """(kinds, rows, columns): 1 at what was chosen, 0 at what might have been, -1 elsewhere."""
    import torch

    choices = torch.full((len(rows[0]["choices"]), *shape), -1)
    for number, row in enumerate(rows):
        before = shape[1] - row["length"]
        for kind, (chosen, *able) in enumerate(row["choices"]):
            choices[kind, number, [before + place for place in able]] = 0
            if chosen >= 0:
                choices[kind, number, before + chosen] = 1
    return choices


def batch_of(encoder: Encoder, rows: list[Encoded]) -> dict:
    """Model inputs of whole rows: ids, mask, and pixels where there are pictures. ValueError when a row's
    picture places are not as many as its pictures' patches."""
    from training.generation import left_padded, positions

    batch = left_padded([row.ids for row in rows], encoder.pad_id)
    if not any(row.images for row in rows):
        return batch | {"position_ids": positions(batch["attention_mask"])}
    pixels = encoder.pixels([image for row in rows for image in row.images])
    batch["mm_token_type_ids"] = (batch["input_ids"] == encoder.image_id).int()
    merge = encoder.processing.image_processor.merge_size**2
    sizes = iter((pixels["image_grid_thw"].prod(1) // merge).tolist())
    for places, row in zip(batch["mm_token_type_ids"].sum(1).tolist(), rows, strict=True):
        if (patches := sum(next(sizes) for _ in row.images)) != places:
            raise ValueError(f"A row has {places} places for pictures of {patches} tokens.")
    return batch | pixels


# --- how well it does on steps that it was not taught ---


def _held(episode: Episode, form: Form) -> list[Held]:
    held, steps = [], iter(episode.steps)
    for prompt, answer in form.examples(episode):
        try:
            actions = form.read(answer, prompt)
        except ActionError:
            continue
        held.append(Held(prompt, actions, tuple(_box(action, steps) for action in actions)))
    return held


def _box(action: Action, steps: Iterator) -> tuple[int, int, int, int] | None:
    """What this action's point lies in, on the screen of the step that it came from."""
    points = getattr(action, "points", ())
    for step in steps:
        if step.action.name != action.name:
            continue
        node = step.observation.tree.at(*points[0]) if points and step.observation.tree else None
        return node.bounds if node is not None else None
    return None


def accuracy(policy: Policy, form: Form, held: list[Held]) -> dict[str, float]:
    """Greedy answers to held-out steps: ``type_match`` (the same kinds of action), ``point_in_box`` (of those
    with points), ``text_match`` (of those with text), ``action_accuracy`` (all that applies holds) and
    ``unreadable``, as shares. The terms of AndroidControl's step accuracy (Li et al. 2024)."""
    if not held:
        return {}
    count: Counter = Counter()
    for one, sampled in zip(held, policy.act([one.prompt for one in held], temperature=0), strict=True):
        try:
            said = form.read(sampled.text, one.prompt)
        except ActionError:
            count["unreadable"] += 1
            said = ()
        same = [a.name for a in said] == [a.name for a in one.actions]
        count["type"] += same
        right = same
        for n, wanted in enumerate(one.actions):
            got = said[n] if same else None
            if hasattr(wanted, "points"):
                hit = same and _hits(got, wanted, one.boxes[n], one.prompt.screen.width)
                count["points"] += 1
                count["hit"] += hit
                right = right and hit
            if wanted.name in TYPED[:2]:
                equal = same and got.text.strip() == wanted.text.strip()
                count["texts"] += 1
                count["text"] += equal
                right = right and equal
            if same and wanted.name in ("button_press", "open_app", "close_app"):
                right = right and got == wanted
        count["right"] += right
    return {
        "action_accuracy": count["right"] / len(held),
        "type_match": count["type"] / len(held),
        "point_in_box": count["hit"] / max(1, count["points"]),
        "text_match": count["text"] / max(1, count["texts"]),
        "unreadable": count["unreadable"] / len(held),
    }


def _hits(got: Action, wanted: Action, box, width: int) -> bool:
    x, y = got.points[0]
    if box is not None and len(wanted.points) == 1:
        return box[0] <= x < box[2] and box[1] <= y < box[3]
    if len(wanted.points) == 2:  # a path: the same way
        return _way(got.points) == _way(wanted.points)
    right = wanted.points[0]
    return max(abs(x - right[0]), abs(y - right[1])) <= NEAR * width


def _way(points) -> tuple[bool, bool]:
    (a, b), (c, d) = points
    across = abs(c - a) > abs(d - b)
    return across, (c > a) if across else (d > b)
