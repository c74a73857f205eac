"""A job of mixed RL that has ended, as its trainer would have left it: curves, samples, a log, a checkpoint.

Its rows are made as rows, not asked for: the running platform's own worker takes every job that waits.
"""

import json
from datetime import timedelta

from django.utils import timezone

from evaluation import services as evaluation
from evaluation.models import Suite, Task
from training import services
from training.config import preset
from training.models import Checkpoint, Job, Metric

STEPS = 12
SUITE = "Seed measure"
GOAL = "Turn on the dark theme."


def seed_training(researcher) -> dict[str, Job | Checkpoint]:
    now = timezone.now()
    began = now - timedelta(minutes=20)
    job = Job.objects.create(
        name="Seed mixed RL", kind="mixed_rl", state="done", owner=researcher, preset="starter",
        config=preset("mixed_rl", steps=STEPS).to_json(), machine="seed", attempts=2, step=STEPS, of=STEPS,
        resumes=[{"step": 5, "at": began.isoformat(), "why": "The worker was killed."}], seconds=1100.0,
        started_at=began, ended_at=now, latest={"success": 0.45}, result={"success": 0.45},
    )  # fmt: skip
    Metric.objects.bulk_create(curves(job))
    folder = services.folder_of(job)
    folder.samples.mkdir(parents=True)
    (folder.samples / f"{STEPS}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in samples()))
    folder.log.write_text("".join(f"step {step}/{STEPS} train\n" for step in range(1, STEPS + 1)))
    path = folder.checkpoints / f"step-{STEPS}"
    path.mkdir(parents=True)
    (path / "model.safetensors").write_bytes(b"weights" * 100)
    (path / "phonebuddy.json").write_text('{"form": "compact", "backbone": "starter"}')
    (path / "COMPLETE").touch()
    checkpoint = services.register_checkpoint(job, STEPS, path, {"success": 0.45, "reward_mock": 0.5})
    seed_suite(researcher)
    return {"job": job, "checkpoint": checkpoint}


def seed_suite(researcher) -> None:
    """One short task, by which a checkpoint is measured in seconds."""
    suite = Suite.objects.create(name=SUITE, title=SUITE)
    rules = [{"rule": "present", "app": "Notes", "table": "notes", "where": {"title": "Flow"}}]
    task = Task.objects.create(
        key="seed-measure-note", goal="Write a note titled Flow.", apps=["Notes"], suite=suite,
        device_kind="mock", wanted=0, step_limit=2, verifier={"rules": rules},
        setup={"seed": 3, "open": "org.phoneworld.notes"},
    )  # fmt: skip
    evaluation.set_rubric(researcher, task, [{"text": "There is such a note.", "must": True}])


def curves(job: Job) -> list[Metric]:
    def values(step: int) -> dict[str, float]:
        share = step / STEPS
        return {
            "loss": 0.4 - 0.2 * share, "entropy": 0.9 - 0.3 * share, "rollout_s": 4.0, "train_s": 2.0,
            "reward_mock": 0.3 + 0.3 * share, "reward_real": 0.2 + 0.3 * share, "success_app": 0.6 * share,
            "success_cross_app": 0.2 * share, "zero_variance": 0.25, "tokens_per_s": 21_000.0 + step,
        }  # fmt: skip

    return [
        Metric(
            job=job, line=step - 1, step=step, of=STEPS, phase="train", at=float(step), values=values(step)
        )
        for step in range(1, STEPS + 1)
    ]


def samples() -> list[dict]:
    def element(words: str, row: int) -> dict:
        return {"text": words, "desc": "", "role": "button", "bounds": [0, 120 * row, 540, 120 * row + 110]}

    def step(answer: str, action: dict | None) -> dict:
        return {
            "told": f"goal {GOAL}\npage Settings\nbutton Wi-Fi\nbutton Display", "answer": answer,
            "actions": [action] if action else [], "parsed": action is not None, "picture": None,
            "width": 540, "height": 1200, "elements": [element("Wi-Fi", 1), element("Display", 2)],
            "advantage": 0.8,
        }  # fmt: skip

    tap = {"name": "click", "arguments": {"points": [[270, 300]]}}
    finish = {"name": "finish", "arguments": {"text": ""}}
    told = {"goal": GOAL, "task": "seed", "category": "app", "ending": "finished", "seconds": 1.5}
    told["episode"] = None
    good = [step("tap display", tap), step("done", finish)]
    bad = [step("tap tap", None)]
    reached = {"environment": "mock", "reward": 1, "progress": 1, "why": "The dark theme is on."}
    missed = {"environment": "real", "reward": 0, "progress": 0.5, "why": "The theme is light."}
    return [{**told, **reached, "steps": good}, {**told, **missed, "steps": bad}]
