"""Jobs, and a trainer of the tests that keeps to the folder's protocol."""

import pytest

from training import services
from training.models import Dataset, Job
from training.services import work

FAKE = "tests.training.jobs.fake_trainer"


@pytest.fixture
def own_var(settings, tmp_path):
    settings.VAR = tmp_path / "var"
    settings.VAR.mkdir()
    settings.TRAINER = FAKE
    return settings.VAR


@pytest.fixture
def dataset(researcher, own_var):
    folder = own_var / "datasets" / "d"
    folder.mkdir(parents=True)
    return a_dataset(researcher)


def a_dataset(owner) -> Dataset:
    from django.utils import timezone

    return Dataset.objects.create(
        name="Demos", owner=owner, state="frozen", path="datasets/d", n_episodes=3, n_steps=900,
        sha256="0" * 64, frozen_at=timezone.now(),
    )  # fmt: skip


@pytest.fixture
def make_job(researcher, dataset):
    def make(seed: int = 0, kind: str = "sft", **more) -> Job:
        more = {"dataset": dataset if kind in ("sft", "judge_sft") else None} | more
        config = {"seed": seed} | more.pop("config", {})
        return services.start_training(researcher, kind, config=config, **more)

    return make


@pytest.fixture
def trained(make_job):
    """A job with a checkpoint, as one that was worked on: (job, checkpoint)."""

    def make(**more):
        job = make_job(**more)
        services.claim_job(job.queue, "w")
        folder = work.folder_of(job)
        path = folder.checkpoints / "step-5"
        path.mkdir(parents=True)
        (path / "model.safetensors").write_bytes(b"weights" * 100)
        (path / "phonebuddy.json").write_text('{"form": "compact", "observation": "tree"}')
        (path / "COMPLETE").touch()
        row = services.register_checkpoint(job, 5, path, {"action_accuracy": 0.8})
        job.refresh_from_db()
        services.finish_job(job, "w", {"result": "done"})
        job.refresh_from_db()
        return job, row

    return make
