"""The process of one job: ``python -m training.trainer FOLDER``. No Django here; files alone (``folder``).

Reads ``config.json``, learns (or measures), writes curves, samples and checkpoints as it goes, and says how
it ended in ``result.json``. The file ``stop`` or SIGTERM ends it at the next step with a checkpoint. With
several processes (``accelerate launch``) each runs this; only the first writes.
"""

import os
import sys
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# Before transformers is imported: nothing is fetched, and TRL does not call home.
os.environ.update(
    HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1", HF_HUB_DISABLE_TELEMETRY="1", TOKENIZERS_PARALLELISM="false"
)

from training import launch
from training.config import ConfigError, JobConfig, from_json
from training.folder import JobFolder


@dataclass(slots=True)
class Job:
    """What ``config.json`` says. ``base``, ``dataset`` and ``resume`` are folders, or empty."""

    folder: JobFolder
    kind: str
    config: JobConfig
    base: str = ""
    dataset: str = ""
    resume: str = ""
    phones: list[dict] = field(default_factory=list)
    judge: dict | None = None

    @classmethod
    def read(cls, path: Path) -> "Job":
        """Raises ConfigError."""
        folder = JobFolder(path)
        told = folder.read(folder.config)
        if not told:
            raise ConfigError("The folder has no config.json that can be read.")
        return cls(
            folder, told["kind"], from_json(told["kind"], told.get("config") or {}), told.get("base") or "",
            told.get("dataset") or "", told.get("resume") or "", told.get("phones") or [], told.get("judge"),
        )  # fmt: skip

    @property
    def resumed(self) -> Path | None:
        return Path(self.resume) if self.resume else None


def writes() -> bool:
    """Whether this is the process that writes."""
    return int(os.environ.get("RANK", "0")) == 0


def main(path: str) -> int:
    """0: done, or stopped when asked to. 1: failed; ``result.json`` says why in plain words."""
    folder, book = JobFolder(Path(path)), None
    try:
        job = Job.read(folder.path)
        import torch

        from training.trainers.callbacks import StopSign
        from training.trainers.logbook import Logbook

        torch.set_num_threads(job.config.threads)
        stop = StopSign(folder)
        stop.listen()
        book = Logbook(
            folder.path, writes=writes(), report_to=job.config.report_to, about=job.config.to_json()
        )
        if job.resume:
            book.begin(int(Path(job.resume).name.removeprefix("step-")))
        metrics = RUNS[job.kind](job, book, stop)
        result: dict[str, Any] = {
            "result": "stopped" if metrics.pop("stopped", False) else "done", "error": "", "metrics": metrics,
        }  # fmt: skip
    except Exception as error:
        traceback.print_exc()
        result = {"result": "failed", "error": words(error), "metrics": {}}
    if book:
        book.end()
    if writes():
        step, last = folder.last()
        result["checkpoint"] = f"checkpoints/step-{step}" if last else ""
        folder.write(folder.result_file, result)
    return 1 if result["result"] == "failed" else 0


def words(error: Exception) -> str:
    """Of ours the text alone; of others what kind it is, too."""
    own = type(error).__module__.split(".")[0] in ("training", "evaluation", "devices")
    if "out of memory" in str(error).lower():
        return f"Out of memory: fewer rows at once, shorter rows or a smaller model would fit. ({error})"[
            :2000
        ]
    return (str(error) if own and str(error) else f"{type(error).__name__}: {error}")[:2000]


# --- the kinds ---


def run_sft(job: Job, book, stop) -> dict[str, Any]:
    from training.data.store import Dataset
    from training.trainers import sft

    if not job.dataset:
        raise ConfigError("dataset: there is nothing to learn from.")
    episodes = Dataset.open(job.dataset)
    checkpoint = learner(job)
    return sft.run(
        checkpoint, job.config, episodes, job.folder.path, logbook=book, stop=stop, resume=job.resumed
    )


def run_rl(job: Job, book, stop) -> dict[str, Any]:
    from training.environments.curriculum import Curriculum
    from training.trainers import grpo
    from training.trainers.rollouts import Ahead, Rollouts

    if (job.judge or {}).get("checkpoint"):
        from training.trainers import judge

        if why := judge.must_be_trusted(job.judge["checkpoint"], bool(job.judge.get("anyway"))):
            print(f"Warning: {why}", flush=True)
    config, checkpoint = job.config, learner(job)
    form, share = checkpoint.form(), int(os.environ.get("WORLD_SIZE", "1"))
    trainer = grpo.trainer_of(checkpoint, config, job.folder.path, job.base)
    policy = policy_of(job, trainer)
    with environments(job, form, share) as phones:
        rank = int(os.environ.get("RANK", "0"))
        curriculum = Curriculum(
            goals_of(job), config.seed + rank, config.curriculum_floor, config.curriculum_slope
        )
        rollouts = Rollouts(
            policy, form, curriculum, phones, config, folder=job.folder.path if writes() else None,
            share=share, stop=lambda: bool(stop) and share == 1,
        )  # fmt: skip
        if config.server:
            rollouts = Ahead(rollouts, config.steps)
        return grpo.run(
            trainer, rollouts, about=checkpoint.about | {"kind": job.kind}, logbook=book, stop=stop,
            resume=job.resumed,
        )  # fmt: skip


def run_judge(job: Job, book, stop) -> dict[str, Any]:
    from training.data.store import Dataset
    from training.trainers import judge

    if not job.dataset:
        raise ConfigError("dataset: a judge learns from graded runs, and there are none.")
    return judge.run(
        learner(job), job.config, Dataset.open(job.dataset), job.folder.path, logbook=book, stop=stop,
        resume=job.resumed,
    )  # fmt: skip


def run_evaluation(job: Job, book, stop) -> dict[str, Any]:
    from training.trainers import measure

    return measure.run(job.base, job.config, job.folder.path, logbook=book, stop=stop)


def learner(job: Job):
    """What learns: the base, or where the interrupted job had come to, or a model made on the spot."""
    import torch

    from training.backbones import loading

    config = job.config
    bf16 = config.bf16 and torch.cuda.is_available() and bool(config.lora_rank)
    # Adapters are put onto the base again when a job goes on; whole models lie in the checkpoint.
    source = job.base if config.lora_rank or not job.resume else job.resume
    settings = {name: getattr(config, name) for name in loading.FORM_SETTINGS}
    if not source:
        return loading.make(config.backbone, config.form, config.seed, **settings)
    checkpoint = loading.load(source, bf16=bf16)
    if not (Path(source) / loading.ABOUT).exists():  # somebody else's model: told as this job says
        checkpoint.about = {"form": config.form, **settings, "backbone": Path(source).name}
        checkpoint.about["form_version"] = loading.form_of(checkpoint.about).version
    return checkpoint


def policy_of(job: Job, trainer):
    """Who answers in rollouts: the model in this process, or a server that is handed its weights."""
    from training.trainers import grpo

    if not job.config.server:
        return grpo.policy_of(trainer, job.config)
    from training.server import EndpointPolicy

    return EndpointPolicy(
        job.config.server, trainer.processing_class, max_new_tokens=job.config.max_answer_tokens,
        hand_over=lambda: trainer.accelerator.unwrap_model(trainer.model), folder=job.folder.path / "handed",
    )  # fmt: skip


def goals_of(job: Job) -> list:
    """The goals of a job: drawn once, by the first of its processes, kept in its folder, the same after an
    interruption."""
    from training.environments import goals

    kept, config = job.folder.path / "goals.jsonl", job.config
    while not writes() and not kept.exists():  # ends with the first process, whose launcher ends all
        time.sleep(1.0)
    if kept.exists():
        return goals.load(kept)
    only = tuple(name.strip() for name in config.templates.split(",") if name.strip())
    drawn = goals.draw(
        config.goals, config.seed, only=only, actions=config.actions or None, judged=config.real_share > 0
    )
    if not drawn:
        raise ConfigError(f"templates: no training goal fits {config.templates!r}.")
    goals.save(drawn, kept)
    return drawn


def environments(job: Job, form, share: int = 1):
    """Mock phones of this process, and the fleet of real ones where the configuration wants some."""
    from contextlib import ExitStack, contextmanager

    from training.environments import leased
    from training.environments.collect import Environments
    from training.environments.mock import MockEnvironment, Starts

    config = job.config

    @contextmanager
    def opened():
        count = config.phones or max(1, config.groups // share) * config.group_size
        starts = Starts()
        mock = [MockEnvironment(form.sees, form.reads, starts) for _ in range(count)]
        with ExitStack() as stack:
            fleet = None
            if config.real_share:
                fleet = stack.enter_context(
                    leased.phones(
                        job.folder.path, job.phones, judge=job.judge, count=config.real_phones,
                        sees=form.sees, timeout=config.act_timeout, seed=config.seed + 1,
                    )
                )  # fmt: skip
            yield Environments(mock, fleet)

    return opened()


RUNS = {
    "sft": run_sft,
    "real_rl": run_rl,
    "mixed_rl": run_rl,
    "judge_sft": run_judge,
    "evaluate": run_evaluation,
}

if __name__ == "__main__":
    launch.leave(main(sys.argv[1]))
