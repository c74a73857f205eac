"""The whole way with the real trainer: a dataset of demonstrations, SFT that is killed and goes on, and
mixed RL likewise. Tiny: the parts fit; nothing is learnt."""

import os
import signal
import threading
import time

import pytest
from django.db import connection

from training import services, supervisor
from training.models import Job
from training.services import building, datasets

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.timeout(900)]
SFT = {
    "max_steps": 8, "save_every": 2, "log_every": 1, "eval_every": 0, "batch_rows": 16, "rows_at_once": 16,
    "threads": 1,
}  # fmt: skip
RL = {
    "steps": 3, "save_every": 1, "groups": 2, "group_size": 2, "real_share": 0.0, "goals": 2,
    "templates": "clock", "step_limit": 4, "refills": 0, "mini_batches": 1, "rows_at_once": 16, "threads": 1,
    "dead_rounds": 99,
}  # fmt: skip


@pytest.fixture
def demonstrations(researcher, settings, tmp_path):
    settings.VAR = tmp_path
    row = datasets.create_dataset(researcher, "Few", demonstrations={"n": 6, "seed": 1, "pictures": False})
    building.build(row.pk)
    row.refresh_from_db()
    assert row.state == "frozen", row.error
    return row


def killed_once(job: Job, at: int) -> Job:
    """Work on it; kill -9 its trainer once it has logged this step; work on it again."""
    folder = services.folder_of(job)

    def kill():
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline:
            owner = folder.read(folder.owner) or {}
            done = [line for line in folder.lines(folder.progress) if line.get("step", 0) >= at]
            if done and folder.complete() and owner.get("pid"):
                os.killpg(owner["pid"], signal.SIGKILL)
                return
            time.sleep(0.02)

    killer = threading.Thread(target=kill)
    killer.start()
    assert supervisor.work(job.queue) == job.pk
    killer.join()
    connection.close()
    job.refresh_from_db()
    assert job.state == "queued", f"{job.error}\n{folder.log_from()[0]}"
    assert supervisor.work(job.queue) == job.pk
    job.refresh_from_db()
    assert job.state == "done", f"{job.error}\n{folder.log_from()[0]}"
    return job


def test_sft_is_killed_and_loses_and_repeats_nothing(demonstrations, researcher):
    sft = killed_once(services.start_training(researcher, "sft", dataset=demonstrations, config=SFT), at=3)
    assert sft.resumes[1]["step"] in (2, 4, 6)
    steps = [point.step for point in sft.metrics.filter(values__has_key="loss")]
    assert steps == sorted(set(steps)) and steps[-1] == SFT["max_steps"]
    last = sft.checkpoints.get(final=True)
    assert last.step == SFT["max_steps"] and last.about["form"] == "compact"
    assert any(file["name"].endswith(".safetensors") for file in last.files)


def test_rl_is_killed_and_loses_and_repeats_nothing(own_var, researcher, settings):
    settings.TRAINER = "training.trainer"
    rl = killed_once(services.start_training(researcher, "mixed_rl", config=RL), at=1)
    assert 1 <= rl.resumes[1]["step"] < RL["steps"] == rl.step == rl.of
    assert [point.step for point in rl.metrics.filter(values__has_key="loss")] == [1, 2, 3]
    assert rl.checkpoints.get(final=True).step == RL["steps"]
