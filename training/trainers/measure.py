"""Evaluation in the trainer's process: how often a checkpoint succeeds at a suite's tasks, on mock phones."""

import json
from collections import defaultdict
from dataclasses import asdict
from pathlib import Path
from typing import Any

from evaluation.statistics.rates import wilson
from training.config import ConfigError, EvaluationConfig
from training.environments import evaluate, goals
from training.environments.base import Goal
from training.environments.episode import Limits, Trajectory

HELD_OUT_APPS, VALIDATION = "held-out apps", "validation"


def goals_of(config: EvaluationConfig) -> list[Goal]:
    """The tasks that a configuration names: the frozen suite, apps that nothing else uses, or a split that
    may be looked at while learning. ConfigError for another name."""
    if config.suite == "PhoneWorld-150":
        found = goals.of_suite()
    elif config.suite == HELD_OUT_APPS:
        found = goals.of_held_out_apps(config.tasks or 60, config.seed)
    elif config.suite == VALIDATION:
        found = goals.draw(config.tasks or 100, config.seed, "validation")
    else:
        raise ConfigError(f"suite: {config.suite!r} is measured by a campaign, not in a process.")
    return found[: config.tasks] if config.tasks else found


def run(base: str, config: EvaluationConfig, folder: Path, *, logbook, stop) -> dict[str, Any]:
    """Attempts every task; ``rows.jsonl`` has a line an attempt. Returns figures with Wilson intervals; what
    the environment spoilt is counted and left out."""
    from training.backbones.loading import load
    from training.generation import TransformersPolicy

    if not base:
        raise ConfigError("base: there is no checkpoint to measure.")
    checkpoint = load(base, device=_device())
    policy = TransformersPolicy(
        checkpoint.model, checkpoint.processing, max_new_tokens=config.max_answer_tokens, seed=config.seed
    )
    form, wanted = checkpoint.form(), goals_of(config)
    logbook.of = total = len(wanted) * config.trials
    seen: list[Trajectory] = []

    def heard(trajectory: Trajectory) -> None:
        seen.append(trajectory)
        if len(seen) % 10 == 0 or len(seen) == total:
            logbook.note(len(seen), "eval", {"success": _rate(seen)})

    rows = evaluate.success(
        policy, form, wanted, evaluate.mock_phones(form, min(config.phones, total)), trials=config.trials,
        temperature=config.temperature, limits=Limits(config.step_limit), on_episode=heard,
        stop=lambda: bool(stop),
    )  # fmt: skip
    (folder / "rows.jsonl").write_text("".join(json.dumps(asdict(row)) + "\n" for row in rows))
    return figures(rows) | {"stopped": bool(stop) and len(rows) < total, "step": len(seen)}


def figures(rows) -> dict[str, Any]:
    judged = [row for row in rows if row.success is not None]
    by: dict[str, list[float]] = defaultdict(list)
    for row in judged:
        by[row.category].append(row.success)
    successes = int(sum(row.success for row in judged))
    interval = wilson(successes, len(judged))
    return {
        "successes": successes,
        "tasks": len(judged),
        "rate": successes / max(1, len(judged)),
        "low": interval.low,
        "high": interval.high,
        "categories": {name: [int(sum(values)), len(values)] for name, values in sorted(by.items())},
        "environment_errors": len(rows) - len(judged),
        "unreadable": sum(row.unreadable for row in judged) / max(1, sum(row.steps for row in judged)),
        "steps": sum(row.steps for row in judged) / max(1, len(judged)),
    }


def _rate(seen: list[Trajectory]) -> float:
    judged = [t.reward.value for t in seen if t.reward is not None]
    return sum(judged) / max(1, len(judged))


def _device() -> str:
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"
