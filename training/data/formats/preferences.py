"""Preference pairs for DPO, in TRL's form: one screen, the action that is right, one that is not.

They come from corrected actions, from planted mistakes and what was right there, and from forks: two attempts
at one task, alike so far, of which one went on to succeed and the other to fail.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from devices import actions
from devices.actions import Action
from devices.observation import Observation
from evaluation.agents.dialects import CannotSay
from training.data import records
from training.data.episodes import Episode
from training.data.formats.base import Options, Written, forget, has_picture, structured
from training.data.formats.parquet import FILE
from training.data.formats.trl import parts, said
from training.data.pictures import encoded
from training.data.trees import flat


@dataclass(slots=True)
class Pair:
    """At step ``index``: ``chosen`` rather than ``rejected``. ``why``: corrected, mistake or fork."""

    episode: Episode
    index: int
    chosen: Action
    rejected: Action
    why: str


def pairs(episodes: Iterable[Episode]) -> Iterator[Pair]:
    """All pairs. Attempts at one task are held until the last episode was seen."""
    attempts: dict[str, list[Episode]] = {}
    for episode in episodes:
        yield from _corrected(episode)
        yield from _mistakes(episode)
        if episode.reward is not None and episode.task.key:
            attempts.setdefault(f"{episode.task.key} {episode.goal}", []).append(episode)
    for group in attempts.values():
        yield from _forks(group)


def _corrected(episode: Episode) -> Iterator[Pair]:
    for index, was in sorted(episode.about.get("corrected", {}).items(), key=lambda item: int(item[0])):
        step, rejected = episode.steps[int(index)], actions.from_json(was)
        if rejected != step.action:
            yield Pair(episode, int(index), step.action, rejected, "corrected")


def _mistakes(episode: Episode) -> Iterator[Pair]:
    """What was right instead: the text typed next, the app opened next, or what was done when
    the same screen was seen again, after the recovery."""
    for index in episode.about.get("mistakes", ()):
        wrong, chosen = episode.steps[index].action, _instead(episode, index)
        if chosen is not None and chosen != wrong:
            yield Pair(episode, index, chosen, wrong, "mistake")


def _instead(episode: Episode, index: int) -> Action | None:
    mistakes, recoveries = set(episode.about["mistakes"]), set(episode.about.get("recoveries", ()))
    wrong, look = episode.steps[index].action.name, look_of(episode.steps[index].observation)
    for later, step in enumerate(episode.steps[index + 1 :], index + 1):
        if later in mistakes:
            continue
        if wrong in ("type", "open_app"):  # these say the same on any screen
            if later not in recoveries:
                return None
            if step.action.name == wrong:
                return step.action
        elif later not in recoveries and look_of(step.observation) == look:
            return step.action
    return None


def _forks(group: list[Episode]) -> Iterator[Pair]:
    good = [e for e in group if e.reward == 1]
    bad = [e for e in group if e.reward == 0]
    for right, wrong in zip(good, bad, strict=False):
        for index, (a, b) in enumerate(zip(right.steps, wrong.steps, strict=False)):
            if look_of(a.observation) != look_of(b.observation):
                break
            if a.action != b.action:
                yield Pair(right, index, a.action, b.action, "fork")
                break


def look_of(seen: Observation) -> str:
    """Equal when the same was on the screen: by the tree where there is one, else by the picture."""
    if seen.tree is not None:
        return records.digest([seen.width, seen.height, flat(seen.tree)])
    found = encoded(seen)
    return records.digest([seen.width, seen.height, found[0].hex() if found else ""])


def write(episodes: Iterable[Episode], folder: Path, options: Options) -> Written:
    """``prompt``, ``chosen``, ``rejected`` in structured content, ``images``: as DPOTrainer takes them."""
    from datasets import Dataset, Features, Image, List, Value

    written = Written()

    def rows() -> Iterator[dict]:
        for pair in pairs(episodes):
            row = _row(pair, options)
            if row is None:
                written.skipped[f"pairs ({pair.why}) that the dialect has no words for"] += 1
            else:
                written.rows += 1
                yield row

    shape = {
        "images": List(Image()),
        "prompt": parts(),
        "chosen": parts(),
        "rejected": parts(),
        "why": Value("string"),
    }
    cache = folder / ".cache"
    made = Dataset.from_generator(rows, features=Features(shape), cache_dir=str(cache), fingerprint="rows")
    made.to_parquet(str(folder / FILE), batch_size=100)
    forget(cache)
    return written


def _row(pair: Pair, options: Options) -> dict | None:
    from PIL import Image

    from training.forms.runner import Runner

    episode = pair.episode
    usual = "screenshot" if has_picture(episode.steps[pair.index].observation) else "tree"
    form = Runner(options.observation or usual, options.dialect, options.image_width)
    past: list[str] = []
    for step in episode.steps[: pair.index]:
        try:
            past.append(
                form.write(
                    step.action, form.prompt(episode.goal, step.observation, past, episode.apps), step.thought
                )
            )
        except CannotSay:
            past.append(actions.canonical(step.action))
    prompt = form.prompt(episode.goal, episode.steps[pair.index].observation, past, episode.apps)
    try:
        chosen, rejected = form.write(pair.chosen, prompt), form.write(pair.rejected, prompt)
    except CannotSay:
        return None
    return {
        "images": [Image.fromarray(image) for image in prompt.images],
        "prompt": structured(prompt.messages),
        "chosen": said(chosen),
        "rejected": said(rejected),
        "why": pair.why,
    }
