"""A judge taught on people's grades: the question of a vision judge, the verdicts that people gave.

Tasks are held out whole. On their grades the judge's word is compared with people's: ``precision`` is how
many of the runs that it would reward they found successful. Below the threshold it is no reward.
"""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from devices.actions import canonical
from evaluation.agents.prompts import picture
from evaluation.judges.base import NO, YES, Case, Criterion, Frame, Verdict
from evaluation.judges.vision import chosen, messages, parse
from evaluation.trees import to_nodes
from training.backbones.loading import Checkpoint, about_of
from training.config import ConfigError, JudgeConfig
from training.data.episodes import Episode
from training.forms.base import Prompt
from training.forms.runner import places
from training.generation import TransformersPolicy
from training.trainers import rows, sft
from training.trust import distrust


class Grades:
    """The form of a judge: one row a graded run, the question of ``evaluation.judges.vision``."""

    name, version, sees, reads, per_step = "judge", "1", True, True, False

    def __init__(self, frames: int, width: int):
        self.frames, self.width = frames, width

    def prompt_of(self, case: Case) -> Prompt:
        """The pictures lie ``width`` px wide in the case already."""
        told, images = places(messages(case, chosen(case.frames, self.frames)))
        return Prompt(None, messages=told, images=images)

    def examples(self, episode: Episode) -> list[tuple[Prompt, str]]:
        case = case_of(episode, self.width)
        said = [
            {"criterion": number, "answer": one["answer"]}
            for number, one in enumerate(episode.about["rubric"], 1)
        ]
        return [(self.prompt_of(case), json.dumps({"verdicts": said}))]


def case_of(episode: Episode, width: int) -> Case:
    """A graded run as a judge is shown it."""
    criteria = tuple(
        Criterion(str(number), one["text"], bool(one.get("must")), bool(one.get("negative")))
        for number, one in enumerate(episode.about["rubric"], 1)
    )
    frames = tuple(
        Frame(
            number,
            json.loads(canonical(step.action)),
            step.observation.package,
            tuple(to_nodes(step.observation.tree)) if step.observation.tree else (),
            picture(step.observation.image, width)[0] if step.observation.image is not None else None,
        )
        for number, step in enumerate(episode.steps)
    )
    ending = str(episode.about.get("ending", ""))
    return Case(episode.goal, criteria, frames, episode.answer, ending, episode.apps)


def rewards(case: Case, verdicts: dict[str, Verdict]) -> bool:
    """Whether these verdicts are a success: every must holds, no harm was done."""
    return all(
        verdicts[c.id].answer == (NO if c.negative else YES) for c in case.criteria if c.must or c.negative
    )


def precision(policy: TransformersPolicy, form: Grades, held: Sequence[Episode]) -> dict[str, float]:
    """The judge's word against people's on graded runs that it was not taught."""
    count: Counter = Counter()
    cases = [case_of(episode, form.width) for episode in held]
    for episode, case, said in zip(
        held, cases, policy.act([form.prompt_of(case) for case in cases], temperature=0), strict=True
    ):
        verdicts = parse(said.text, case)
        count["unreadable"] += verdicts is None
        ours = verdicts is not None and rewards(case, verdicts)
        count["both"] += ours and episode.reward == 1
        count["ours"] += ours
        count["theirs"] += episode.reward == 1
        if verdicts is not None:
            for one, criterion in zip(episode.about["rubric"], case.criteria, strict=True):
                count["verdicts"] += 1
                count["agreed"] += verdicts[criterion.id].answer == one["answer"]
    return {
        "precision": count["both"] / count["ours"] if count["ours"] else 0.0,
        "recall": count["both"] / count["theirs"] if count["theirs"] else 0.0,
        "agreement": count["agreed"] / max(1, count["verdicts"]),
        "rewarded": count["ours"],
        "held_out_grades": len(held),
        "unreadable": count["unreadable"] / max(1, len(held)),
    }


def run(
    checkpoint: Checkpoint,
    config: JudgeConfig,
    episodes: Sequence[Episode],
    folder: Path,
    *,
    logbook,
    stop,
    resume: Path | None = None,
) -> dict[str, Any]:
    """Teach it and measure it; ``judge`` in its ``phonebuddy.json`` says whether it may reward."""
    graded = [episode for episode in episodes if episode.about.get("rubric") and episode.reward is not None]
    held = [e for e in graded if rows.share_of(e.task.key or e.id, config.seed) < config.held_out]
    taught = [e for e in graded if e not in held]
    if not held:
        raise ConfigError("held_out: no graded task is left to measure the judge's precision on.")
    form = Grades(config.frames, config.image_width)
    checkpoint.about |= {"judge": {"threshold": config.threshold, "usable": False}, "frames": config.frames}

    def measured(policy: TransformersPolicy) -> dict[str, float]:
        found = precision(policy, form, held)
        usable = found["rewarded"] > 0 and found["precision"] >= config.threshold
        # The trainer writes this dictionary into the checkpoint.
        checkpoint.about["judge"].update(found, usable=usable)
        return found

    metrics = sft.run(
        checkpoint, _without_held(config), taught, folder, logbook=logbook, stop=stop, resume=resume,
        form=form, measure=measured,
    )  # fmt: skip
    if why := distrust(checkpoint.about):
        print(f"Warning: {why}", flush=True)
        metrics["warning"] = why
    return metrics | {"usable": checkpoint.about["judge"]["usable"]}


def must_be_trusted(folder: Path | str, anyway: bool = False) -> str:
    """The warning to give when this judge rewards; ConfigError when it may not. ``anyway``: somebody wants it
    in spite of its precision."""
    why = distrust(about_of(folder))
    if why and not anyway:
        raise ConfigError(f"judge: {why}")
    return why


def _without_held(config: JudgeConfig) -> JudgeConfig:
    import dataclasses

    return dataclasses.replace(config, held_out=0.0)
