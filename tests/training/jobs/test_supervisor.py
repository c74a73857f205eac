"""The supervisor with a real trainer process: it ends well or badly, hangs, is stopped, is left behind."""

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import psutil
import pytest
from django.db import OperationalError, connection

from tests.patience import PATIENCE_S
from tests.training.jobs.fake_trainer import HOWS, STEPS
from training import services, supervisor
from training.folder import JobFolder
from training.models import Job

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(900)]


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    for name, seconds in {"POLL_S": 0.05, "BEAT_S": 0.2, "TERM_S": 1.0, "CLOSING_SAVE_S": 60.0}.items():
        monkeypatch.setattr(supervisor, name, seconds)
    supervisor.closing.clear()
    yield
    supervisor.closing.clear()


def work(job: Job) -> Job:
    assert supervisor.work(job.queue) == job.pk
    job.refresh_from_db()
    return job


def trained(job: Job) -> list[int]:
    """The steps that were done, in the order in which they were done."""
    return [int(line.split()[0]) for line in (services.folder_of(job).path / "trained.txt").open()]


def until(condition: Callable, what: str, patience_s: float = PATIENCE_S):
    deadline = time.monotonic() + patience_s
    while not (value := condition()):
        assert time.monotonic() < deadline, what
        time.sleep(0.05)
    return value


def in_background(job: Job) -> threading.Thread:
    def run():
        try:
            supervisor.work(job.queue)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def at_step(job: Job, step: int) -> bool:
    job.refresh_from_db()
    return job.step >= step


def test_a_job_runs_to_its_end_with_curves_samples_and_checkpoints(make_job):
    job = work(make_job())
    assert (job.state, job.step, job.of, job.result, job.error) == (
        "done",
        STEPS,
        STEPS,
        {"success": 0.5},
        "",
    )
    assert trained(job) == list(range(1, STEPS + 1)) == [m.step for m in job.metrics.all()]
    assert [c.step for c in job.checkpoints.order_by("step")] == [3, 6, 9, 12]
    last = job.checkpoints.get(final=True)
    assert (last.step, last.metrics, last.about["form"]) == (12, {"success": 0.5}, "compact")
    assert [file["name"] for file in last.files] == ["model.safetensors", "phonebuddy.json"]
    assert services.folder_of(job).sample_steps() == list(range(1, STEPS + 1))
    assert job.judge_tokens == 10 * STEPS and job.latest["loss"] == pytest.approx(1 / STEPS)
    assert supervisor.work(job.queue) is None, "another wake-up starts nothing"


def test_a_killed_trainer_goes_on_from_its_last_checkpoint(make_job, monkeypatch):
    job = make_job(HOWS["dies"])
    work(job)
    assert job.state == "queued" and "SIGKILL" in job.error
    assert trained(job) == [1, 2, 3, 4] and [m.step for m in job.metrics.all()] == [1, 2, 3, 4]
    Job.objects.filter(pk=job.pk).update(config=job.config | {"seed": HOWS["plain"]})
    work(job)
    assert job.state == "done" and [r["step"] for r in job.resumes] == [0, 3]
    # Step 4 was after the last checkpoint: its weights were lost, so it is done again, and counted once.
    assert trained(job) == [1, 2, 3, 4, *range(4, STEPS + 1)]
    assert [m.step for m in job.metrics.all()] == list(range(1, STEPS + 1))
    state = services.folder_of(job).checkpoints / "step-12" / "state" / "sum.json"
    assert json.loads(state.read_text())["total"] == sum(range(1, STEPS + 1)), "nothing lost, nothing twice"


def test_a_trainer_that_always_dies_is_given_up(make_job):
    job = make_job(HOWS["stuck_before_first"])
    states = [work(job).state for _ in range(3)]
    assert states == ["queued", "queued", "failed"] and "3 attempts" in job.error


def test_what_the_trainer_says_is_told_and_not_tried_again(make_job):
    job = work(make_job(HOWS["fails"]))
    assert (job.state, job.error) == ("failed", "The loss is not a number.")
    assert [c.step for c in job.checkpoints.all()] == [3]
    assert services.retry_training(job.owner, job).state == "queued"


def test_stopping_keeps_a_checkpoint_and_resuming_goes_on(make_job, researcher):
    job = make_job(HOWS["holds"])
    thread = in_background(job)
    until(lambda: at_step(job, 2), "it begins")
    services.cancel_training(researcher, job)
    thread.join(PATIENCE_S)
    job.refresh_from_db()
    assert job.state == "stopped"
    step = job.checkpoints.get(final=True).step
    assert step == trained(job)[-1] < STEPS
    Job.objects.filter(pk=job.pk).update(config=job.config | {"seed": HOWS["plain"]})
    job.refresh_from_db()
    services.resume_training(researcher, job)
    work(job)
    assert job.state == "done" and trained(job) == list(range(1, STEPS + 1)), "no step twice"


def test_a_trainer_that_hangs_is_ended_with_all_of_its_group(make_job, monkeypatch):
    monkeypatch.setattr(supervisor, "SILENT_S", 2.0)
    job = work(make_job(HOWS["hangs"]))
    assert job.state == "queued" and "did not answer" in job.error
    pid = int((services.folder_of(job).path / "started.txt").read_text().split()[0])
    assert not psutil.pid_exists(pid)


def test_a_worker_that_is_shut_down_hands_its_job_back_quickly(make_job):
    job = make_job(HOWS["holds"])
    thread = in_background(job)
    until(lambda: at_step(job, 2), "it begins")
    supervisor.closing.set()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()
    job.refresh_from_db()
    assert (job.state, job.fruitless) == ("queued", 0)
    assert supervisor.work(job.queue) is None, "a worker that ends takes nothing new"
    supervisor.closing.clear()
    work(job)
    assert job.state == "done" and trained(job) == list(range(1, STEPS + 1))


def test_the_database_may_be_away_meanwhile(make_job, monkeypatch):
    job, real, away = make_job(HOWS["slow"]), services.beat_job, threading.Event()

    def gone(do):
        def call(*args, **kwargs):
            if away.is_set():
                raise OperationalError("the connection is closed")
            return do(*args, **kwargs)

        return call

    for verb in ("beat_job", "note_progress", "register_checkpoint", "finish_job"):
        monkeypatch.setattr(services, verb, gone(getattr(services, verb)))
    thread = in_background(job)
    until(lambda: at_step(job, 2), "it begins")
    away.set()
    until(lambda: len(trained(job)) > 8, "the trainer goes on")
    away.clear()
    thread.join(PATIENCE_S)
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("done", 1) and real
    assert [m.step for m in job.metrics.all()] == trained(job) == list(range(1, STEPS + 1))
    assert job.checkpoints.count() == 4


def test_a_supervisor_that_lost_its_job_ends_its_trainer(make_job):
    job = make_job(HOWS["leaves_child"])
    thread = in_background(job)
    until(lambda: at_step(job, 2), "it begins")
    Job.objects.filter(pk=job.pk).update(worker="another")
    thread.join(PATIENCE_S)
    pid = int((services.folder_of(job).path / "started.txt").read_text().split()[0])
    until(lambda: not group(pid), "trainer and child are gone")
    job.refresh_from_db()
    assert (job.state, job.worker) == ("running", "another"), "it changed nothing any more"


def group(number: int) -> list[int]:
    found = []
    for process in psutil.process_iter(["pid", "status"]):
        try:
            if os.getpgid(process.pid) == number and process.info["status"] != psutil.STATUS_ZOMBIE:
                found.append(process.pid)
        except ProcessLookupError:
            continue
    return found


def test_a_left_trainer_is_ended_and_a_stranger_of_its_number_is_not(tmp_path):
    folder = JobFolder(tmp_path)
    sleepers = [subprocess.Popen(["sleep", "60"], start_new_session=True) for _ in range(2)]
    try:
        for sleeper, lie in zip(sleepers, (0, 100), strict=True):
            since = psutil.Process(sleeper.pid).create_time() - lie
            owner = {"worker": "w", "host": socket.gethostname(), "pid": sleeper.pid, "since": since}
            folder.write(folder.owner, owner)
            supervisor.end_leftover(folder)
        sleepers[0].wait(PATIENCE_S)
        assert sleepers[1].poll() is None
    finally:
        for sleeper in sleepers:
            sleeper.kill()
            sleeper.wait()


def test_several_processes_are_launched_together(make_job, settings):
    folder = JobFolder(settings.VAR)
    one, many, cpus = (
        supervisor.command_of(make_job(**more), folder)
        for more in ({}, {"preset": "eight-gpus"}, {"config": {"processes": 2}})
    )
    assert one == [sys.executable, "-m", settings.TRAINER, str(folder.path)]
    assert many[1:5] == ["-m", "accelerate.commands.launch", "--num_processes", "8"]
    assert cpus[1:4] == ["-m", "torch.distributed.run", "--standalone"]
    assert cpus[cpus.index("--nproc_per_node") + 1] == "2"
    assert many[-3:] == cpus[-3:] == one[-3:]
