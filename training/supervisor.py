"""Starts a job's trainer, watches it, and ends it. No torch here: it lives in a Celery worker's thread.

The row is the truth. Whoever holds it (``Job.worker``, a lease that is beaten) may have a trainer; each write
asks whether it is still held. The trainer is a process group of its own that dies with this process; what is
left of a supervisor that died is ended before the next attempt, by process id and start time. The database
may be away for a while: the trainer goes on, and what it wrote into its folder is read later.
"""

import contextlib
import logging
import os
import signal
import socket
import subprocess
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import psutil
from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections, connections

from phonebuddy.services.process import die_with_parent
from training import launch, services
from training.folder import JobFolder
from training.models import Job, JobKind, JobState, Queue
from training.services import JobLost, checkpoints, phones

log = logging.getLogger(__name__)

POLL_S = 0.5
BEAT_S = 5.0
PHONES_S = 10.0
#: After the stop file a trainer may finish its step and save; after SIGTERM it may close its files.
SAVE_S, TERM_S = 600.0, 10.0
#: When the worker itself is asked to end, there is less time.
CLOSING_SAVE_S = 4.0
#: Importing and loading take their time before the first heartbeat; then it comes every few seconds.
FIRST_BEAT_S, SILENT_S = 900.0, 120.0
AWAY = (DatabaseError, InterfaceError)

#: Set when this worker is asked to end: jobs are handed back.
closing = threading.Event()


def work(queue: str) -> uuid.UUID | None:
    """Claim the next job of a queue and work on it to its end; which one, or None when there is none."""
    close_old_connections()
    if closing.is_set():
        return None
    machine = socket.gethostname()
    worker = f"{machine}-{os.getpid()}-{uuid.uuid4().hex[:8]}"
    job = services.claim_job(queue, worker, machine)
    if job is None:
        return None
    try:
        Supervisor(job, worker).go()
    finally:
        connections.close_all()
    return job.pk


class Supervisor:
    """``go()`` to the end of this attempt. Nothing is raised: whatever happens becomes the row's state."""

    def __init__(self, job: Job, worker: str):
        self.job, self.worker = job, worker
        self.folder = services.folder_of(job)
        self.process: subprocess.Popen | None = None
        self._lines = 0  # of progress.jsonl that are rows
        self._lent = False  # whether the trainer learns on phones of the fleet
        self._bad = 0  # lines of quarantine.jsonl that were read
        self._due: dict[str, float] = {}
        self._store = ThreadPoolExecutor(1, "checkpoints")  # reading gigabytes must not keep the beat waiting
        self._storing: dict[Path, Future] = {}

    def go(self) -> None:
        try:
            self._take_over()
            self._start()
            self._watch()
            self._report()
        except JobLost as lost:
            log.warning("%s: not mine any more: %s", self.job.pk, lost)
        except Exception as error:
            log.exception("%s: the attempt failed", self.job.pk)
            self._hand_back(f"Its supervisor failed: {error}")
        finally:
            self._end_group(self.process)
            self._store.shutdown(wait=True)

    # --- before ---------------------------------------------------------------------------------------

    def _take_over(self) -> None:
        """End what an earlier attempt left, and bring the folder to where this one begins."""
        folder = self.folder
        folder.path.mkdir(parents=True, exist_ok=True)
        end_leftover(folder)
        folder.write(folder.owner, {"worker": self.worker, "host": socket.gethostname()})
        folder.begin()
        step, checkpoint = folder.last()
        self._lines = folder.cut(step)
        self.job = services.begin_attempt(self.job, self.worker, step, self._lines)
        self._lines = min(self._lines, self.job.metrics.count())  # what the last supervisor did not read
        told = self._told(checkpoint)
        self._lent = bool(told["phones"])
        folder.write(folder.config, told)

    def _told(self, resume: Path | None) -> dict:
        job = self.job
        return {
            "kind": job.kind,
            "config": job.config,
            "base": str(services.path_of(job.base)) if job.base else "",
            "dataset": str(job.dataset.folder) if job.dataset else "",
            "phones": phones.told(phones.phones_of(job)),
            "judge": judge_of(job),
            "resume": str(resume or ""),
        }

    def _start(self) -> None:
        command = command_of(self.job, self.folder)
        roots = [str(settings.BASE_DIR), str(settings.BASE_DIR / "platform")]
        environment = os.environ | {
            "HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false",
            "PYTHONUNBUFFERED": "1", "PYTHONPATH": os.pathsep.join(roots),
        }  # fmt: skip
        with self.folder.log.open("ab") as out:
            self.process = subprocess.Popen(
                command, cwd=settings.BASE_DIR, env=environment, stdin=subprocess.DEVNULL,
                stdout=out, stderr=subprocess.STDOUT, start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGKILL),
            )  # fmt: skip
        since = psutil.Process(self.process.pid).create_time()
        owner = {"worker": self.worker, "host": socket.gethostname(), "pid": self.process.pid, "since": since}
        self.folder.write(self.folder.owner, owner)
        self._began = time.time()

    # --- meanwhile ------------------------------------------------------------------------------------

    def _watch(self) -> None:
        """Until the trainer has ended, by itself or by us."""
        assert self.process
        stopping = False
        while self.process.poll() is None:
            self._must_own_folder()
            if closing.is_set():
                self._stop(CLOSING_SAVE_S)
                return
            if not stopping and self._every("beat", BEAT_S, self._beat) == JobState.STOPPING:
                stopping = True
                self.folder.stop.touch()
                self._due["save"] = time.monotonic() + SAVE_S
            if stopping:
                self._every("beat", BEAT_S, self._beat)
                if time.monotonic() > self._due["save"]:
                    return
            if self._silent():
                return
            self._every("read", 2 * POLL_S, self._read)
            self._every("phones", PHONES_S, self._phones)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(POLL_S)

    def _every(self, name: str, seconds: float, do: Callable):
        """Do it when it is due. While the database is away it is tried again next time."""
        if time.monotonic() < self._due.get(name, 0):
            return None
        self._due[name] = time.monotonic() + seconds
        try:
            return do()
        except AWAY as error:
            log.warning("%s: the database does not answer, the trainer goes on: %s", self.job.pk, error)
            connections.close_all()
            return None

    def _beat(self) -> str:
        beaten = self.folder.beaten_at()
        at = datetime.fromtimestamp(beaten, UTC) if beaten else None
        return services.beat_job(self.job, self.worker, at).state

    def _read(self) -> None:
        while lines := self.folder.lines(self.folder.progress, self._lines)[:500]:
            services.note_progress(self.job, self.worker, self._lines, lines)
            self._lines += len(lines)
        for step, path in self.folder.complete():
            if path not in self._storing:
                self._storing[path] = self._store.submit(self._register, step, path)
        self._keep_samples()
        self._take_results()

    def _keep_samples(self) -> None:
        """What the trainer told whole becomes an episode; its file is not needed any more then."""
        for step, file in self.folder.whole_samples():
            try:
                told = self.folder.read(file)
                services.keep_sample(self.job, self.worker, step, told, self.folder.samples)
            except (LookupError, TypeError, ValueError, OSError) as error:
                log.warning("%s: %s is no sample: %r", self.job.pk, file.name, error)
            file.unlink(missing_ok=True)

    def _register(self, step: int, path: Path) -> None:
        try:
            services.register_checkpoint(self.job, step, path)
            services.note_pruned(self.job)
        finally:
            connections.close_all()

    def _take_results(self) -> None:
        """What could not be stored (the database was away, the folder was tidied away) is tried anew."""
        for path, stored in list(self._storing.items()):
            if stored.done() and stored.exception():
                log.warning("%s: %s was not registered: %s", self.job.pk, path, stored.exception())
                del self._storing[path]

    def _phones(self) -> None:
        if not self._lent:  # its trainer has stand-ins of its own, and keeps them
            return
        for line in self.folder.lines(self.folder.quarantine, self._bad):
            services.quarantine_phone(self.job, str(line.get("serial")), str(line.get("why", "")))
            self._bad += 1
        told = phones.told(services.keep_phones(self.job))
        if told != self.folder.read(self.folder.phones):
            self.folder.write(self.folder.phones, told)

    def _silent(self) -> bool:
        beaten = self.folder.beaten_at()
        limit = SILENT_S if beaten else FIRST_BEAT_S
        return time.time() - (beaten or self._began) > limit

    def _must_own_folder(self) -> None:
        owner = self.folder.read(self.folder.owner) or {}
        if owner.get("worker", self.worker) != self.worker:
            raise JobLost(f"{owner['worker']} has taken its folder")

    # --- after ----------------------------------------------------------------------------------------

    def _stop(self, patience_s: float) -> None:
        """Save and end; within this time, or it is ended."""
        assert self.process
        self.folder.stop.touch()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(patience_s)

    def _report(self) -> None:
        """The trainer is over: read what it left, then say how it ended."""
        assert self.process
        status = self.process.poll()
        if status is None:
            self._end_group(self.process)
        self._settle()
        result = self.folder.result()
        if closing.is_set() and (result or {}).get("result") in (None, "stopped"):
            self._hand_back("Its worker was shut down.", counted=False)
        elif result:
            if result.get("result") in ("done", "stopped"):
                self._until_it_answers(lambda: checkpoints.mark_final(self.job, result.get("metrics") or {}))
            self._until_it_answers(lambda: services.finish_job(self.job, self.worker, result))
        else:
            self._hand_back(self._cause(status))

    def _settle(self) -> None:
        """All that is in the folder is in the rows. Checkpoints are read meanwhile, so the beat goes on."""
        deadline = time.monotonic() + self._patience()
        while time.monotonic() < deadline:
            self._every("beat", BEAT_S, self._beat)
            try:
                self._read()
            except AWAY:
                connections.close_all()
            else:
                if all(stored.done() and not stored.exception() for stored in self._storing.values()):
                    return
            time.sleep(POLL_S)

    @staticmethod
    def _patience() -> float:
        """How long the database is waited for, in s; a worker that ends itself has little time."""
        return 5.0 if closing.is_set() else 600.0

    def _cause(self, status: int | None) -> str:
        if status is None:
            return "The trainer did not answer any more and was ended."
        if status < 0:
            word = signal.Signals(-status).name
            return f"The trainer was killed ({word})" + (": out of memory?" if word == "SIGKILL" else ".")
        tail = self.folder.log_from()[0].strip().splitlines()
        return f"The trainer ended with status {status}: {tail[-1] if tail else 'it printed nothing'}"

    def _hand_back(self, why: str, counted: bool = True) -> None:
        with contextlib.suppress(JobLost):
            self._until_it_answers(lambda: services.return_job(self.job, self.worker, why, counted))

    def _until_it_answers(self, do: Callable) -> None:
        """The last word must reach the database. After too long the reaper has it: the lease is over."""
        deadline = time.monotonic() + self._patience()
        while True:
            try:
                do()
                return
            except AWAY as error:
                connections.close_all()
                if time.monotonic() > deadline:
                    log.error("%s: its end could not be told: %s", self.job.pk, error)
                    return
            time.sleep(2)

    @staticmethod
    def _end_group(process: subprocess.Popen | None) -> None:
        """SIGTERM, then SIGKILL, to all that the trainer started."""
        if process is None:
            return
        if process.poll() is None:
            _signal(process.pid, signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(1.0 if closing.is_set() else TERM_S)
        _signal(process.pid, signal.SIGKILL)
        process.wait()


def command_of(job: Job, folder: JobFolder) -> list[str]:
    """Of this job's trainer; an evaluation is one process."""
    processes = 1 if job.kind == JobKind.EVALUATE else job.config.get("processes", 1)
    return launch.command(folder.path, processes, gpu=job.queue != Queue.CPU, trainer=settings.TRAINER)


def judge_of(job: Job) -> dict | None:
    """Who rewards on real apps, as its trainer is told: the checkpoint that was chosen, else the platform's
    vision judge, else (None) the one that reads the screens' text."""
    if job.judge:
        return {"checkpoint": str(services.path_of(job.judge)), "anyway": job.judge_anyway}
    return settings.JUDGE if settings.JUDGE.get("base_url") else None


def end_leftover(folder: JobFolder) -> None:
    """A trainer of a supervisor that died. On this machine it is ended, group and all; on another one its
    supervisor ends it itself once it sees that the folder has a new owner."""
    owner = folder.read(folder.owner) or {}
    if owner.get("host") != socket.gethostname():
        if owner.get("pid"):
            time.sleep(4 * POLL_S)
        return
    pid, since = owner.get("pid"), owner.get("since")
    try:
        process = psutil.Process(pid) if pid else None
        if process and abs(process.create_time() - since) < 1:
            log.warning("ending the trainer %s, which outlived its supervisor", pid)
            _signal(pid, signal.SIGKILL)
            process.wait(TERM_S)
    except psutil.Error:
        return


def _signal(group: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)
