"""A real Celery worker, broker and database, and a trainer's process: kill -9 of each while a job runs.

They are this file's own, since others need theirs alive. Rows are read with plain SQL.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import psycopg
import pytest
from celery import Celery

from phonebuddy.services.locations import Locations
from phonebuddy.services.postgres import Postgres
from phonebuddy.services.process import die_with_parent
from phonebuddy.services.valkey import Valkey
from tests.patience import PATIENCE_S
from tests.running import ROOT
from tests.training.jobs.fake_trainer import HOWS, STEPS

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]
ALL = list(range(1, STEPS + 1))

MAKE = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.utils import timezone
from phonebuddy.accounts.models import User
from training import services
from training.models import Dataset
person = User.objects.create(username="res", roles=["researcher"])
data = Dataset.objects.create(name="d", owner=person, state="frozen", path="d", sha256="0" * 64,
                              n_episodes=1, n_steps=1, frozen_at=timezone.now())
for name, queue in QUEUES.items():
    services.start_training(person, "sft", name=name, dataset=data, config={"seed": SEEDS[name]}, queue=queue)
"""


class Platform:
    """PostgreSQL, Valkey and one worker, which is the clock too."""

    def __init__(self, folder: Path):
        self.var = folder
        folder.chmod(0o755)
        places = Locations(folder)
        self.services = {"postgres": Postgres(places, durable=True), "valkey": Valkey(places)}
        self.address, self.broker = places.database_url, places.redis_url
        self.rows = {"host": str(places.sockets), "user": "phonebuddy", "dbname": "phonebuddy"}
        self.worker: subprocess.Popen | None = None
        self.groups: list[int] = []  # of all workers: the clock of one that was killed lives on
        own = ("PHONEBUDDY_TEST_SERVICES", "PHONEBUDDY_DB_POOL")
        self.environment = {key: value for key, value in os.environ.items() if key not in own} | {
            "DATABASE_URL": self.address, "REDIS_URL": self.broker, "PHONEBUDDY_VAR": str(folder),
            "PHONEBUDDY_TRAINER": "tests.training.jobs.fake_trainer", "PHONEBUDDY_VISIBILITY_TIMEOUT": "1",
            "DJANGO_SETTINGS_MODULE": "phonebuddy.settings", "PHONEBUDDY_DB_POOL": "0",
            "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}",
        }  # fmt: skip

    def start(self, name: str) -> None:
        self.services[name].start(self.var / f"{name}.log")

    def python(self, *words: str) -> None:
        done = subprocess.run(
            [sys.executable, *words],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )
        assert done.returncode == 0, done.stderr

    def start_worker(self) -> None:
        words = ["--queues", "celery,training-cpu", "--pool", "threads", "--concurrency", "4", "-B"]
        command = [sys.executable, "-m", "celery", "-q", "-A", "phonebuddy", "worker", *words]
        with (self.var / "worker.log").open("wb") as log:
            self.worker = subprocess.Popen(
                [*command, "--loglevel", "INFO"], cwd=ROOT, env=self.environment, stdout=log, stderr=log,
                start_new_session=True, preexec_fn=die_with_parent(signal.SIGKILL),
            )  # fmt: skip
        self.groups.append(self.worker.pid)

    def end(self) -> None:
        for group in self.groups:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)
        if self.worker:
            self.worker.wait()
        for service in reversed(self.services.values()):
            service.stop()

    def row(self, name: str) -> dict:
        names = ["id", "state", "step", "attempts", "error", "resumes"]
        with psycopg.connect(**self.rows, autocommit=True) as line:
            found = line.execute(
                f"select {', '.join(names)} from training_job where name = %s", [name]
            ).fetchone()
        return dict(zip(names, found, strict=True))

    def until(self, name: str, condition: Callable[[dict], bool], what: str) -> dict:
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                row = self.row(name)
                if condition(row):
                    return row
            except psycopg.OperationalError as error:  # while it restarts
                row = {"error": error}
            assert time.monotonic() < deadline, f"{what}: {row}\n{self.log()[-3000:]}"
            time.sleep(0.2)

    def log(self) -> str:
        return (self.var / "worker.log").read_text(errors="replace")

    def folder(self, row: dict) -> Path:
        return self.var / "jobs" / str(row["id"])

    def trained(self, row: dict) -> list[int]:
        return [int(line.split()[0]) for line in (self.folder(row) / "trained.txt").open()]

    def starts(self, row: dict) -> list[int]:
        return [int(line.split()[0]) for line in (self.folder(row) / "started.txt").open()]


@pytest.fixture(scope="module")
def platform():
    # Not pytest's own folder: as root, PostgreSQL runs as nobody, and must get in all the time.
    running = Platform(Path(tempfile.mkdtemp(prefix="pbdrills-")))
    try:
        for name in running.services:
            running.start(name)
        queues = {"one": "training-cpu", "two": "training-gpu", "three": "training-gpu"}
        seeds = {"one": HOWS["long"], "two": HOWS["holds"], "three": HOWS["holds"]}
        running.python("manage.py", "shell", "-c", f"QUEUES, SEEDS = {queues}, {seeds}" + MAKE)
        running.start_worker()
        yield running
    finally:
        running.end()
        shutil.rmtree(running.var, ignore_errors=True)


def give_out(platform: Platform, name: str) -> None:
    """Let the worker have this job, too."""
    with psycopg.connect(**platform.rows, autocommit=True) as line:
        line.execute("update training_job set queue = 'training-cpu' where name = %s", [name])


def test_redelivery_broker_and_database_start_no_second_trainer_and_end_none(platform):
    platform.until("one", lambda row: row["step"] >= 2, "it begins")
    # The visibility timeout of one second has passed. More messages than there are jobs, as a broker that
    # delivers again would send; there are idle threads to take them.
    line = Celery(set_as_current=False, broker=platform.broker.replace("unix://", "redis+socket://"))
    for _ in range(4):
        line.send_task("training.tasks.run_next", args=["training-cpu"], queue="training-cpu")
    line.close()
    platform.services["valkey"].process.kill()
    platform.services["valkey"].process.wait()
    time.sleep(1)
    platform.start("valkey")
    platform.until("one", lambda row: row["step"] >= 5, "it goes on without its broker")
    platform.services["postgres"].stop()
    time.sleep(2)
    platform.start("postgres")
    row = platform.until("one", lambda row: row["state"] == "done", "it ends")
    assert row["attempts"] == 1 and len(platform.starts(row)) == 1 and platform.trained(row) == ALL


def test_a_killed_worker_takes_its_trainer_along_and_another_goes_on(platform):
    give_out(platform, "two")
    row = platform.until("two", lambda row: row["step"] >= 4, "it begins, though the broker had died")
    (trainer,) = platform.starts(row)
    platform.worker.kill()
    platform.worker.wait()
    _, alive = psutil.wait_procs([psutil.Process(trainer)] if psutil.pid_exists(trainer) else [], PATIENCE_S)
    assert alive == [], "no trainer without its supervisor"
    platform.start_worker()
    platform.until("two", lambda row: " ready." in platform.log(), "the next worker")
    ready = time.monotonic()
    platform.until("two", lambda row: row["attempts"] == 2, "it is noticed")
    assert time.monotonic() - ready < 90  # a minute, and this machine may be busy
    row = platform.until("two", lambda row: row["state"] == "done", "it ends")
    began = row["resumes"][1]["step"]
    lost = platform.trained(row)[: -(STEPS - began)]
    assert began >= 3 and platform.trained(row) == [*lost, *range(began + 1, STEPS + 1)]
    state = platform.folder(row) / "checkpoints" / f"step-{STEPS}" / "state" / "sum.json"
    assert json.loads(state.read_text())["total"] == sum(ALL), "no step is lost, none counts twice"


def test_a_worker_that_is_asked_to_end_does_so_though_a_job_runs(platform):
    give_out(platform, "three")
    platform.until("three", lambda row: row["step"] >= 1, "it begins")
    platform.worker.terminate()
    assert platform.worker.wait(PATIENCE_S) is not None
    row = platform.row("three")
    assert (row["state"], row["attempts"]) == ("queued", 1) and "shut down" in row["error"]
