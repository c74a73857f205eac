"""One service as a child process that never outlives its starter."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from phonebuddy.services.binaries import nobody
from phonebuddy.services.locations import Locations


class StartFailed(RuntimeError):
    pass


def die_with_parent(how: signal.Signals) -> Callable[[], None] | None:
    """A preexec_fn: on Linux the kernel sends `how` to the child when its starter dies, even by kill -9."""
    if sys.platform != "linux":
        return None
    libc, starter = ctypes.CDLL(None), os.getpid()

    def preexec() -> None:
        libc.prctl(1, int(how))
        if os.getppid() != starter:  # it died in between
            os._exit(1)

    return preexec


STARTER = "PHONEBUDDY_STARTER"
LAST_WORDS_S = 6.0


def end_after_starter(patience_s: float = LAST_WORDS_S) -> None:
    """This process group must not outlive its supervisor, whose id stands in the environment, by more than a
    few seconds. The kernel's SIGTERM asks for an orderly end; one that waits for a database or a broker that
    died at the same time never comes, and SIGKILL would leave the children of this process behind."""
    starter = int(os.environ.get(STARTER, 0))
    if starter != os.getppid() or os.getpgrp() != os.getpid():  # not started by it, or not the group's leader
        return

    def watch() -> None:
        while os.getppid() == starter:
            time.sleep(0.5)
        time.sleep(patience_s)
        os.killpg(os.getpgrp(), signal.SIGKILL)

    threading.Thread(target=watch, name="starter", daemon=True).start()


def private_folder(path: Path) -> Path:
    """Make a folder that only the services' account enters; refuse one that a stranger laid there."""
    account = nobody()
    owner = account.pw_uid if account else os.getuid()
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    if path.is_symlink() or path.stat().st_uid not in (os.getuid(), owner):
        raise StartFailed(f"{path} belongs to somebody else; remove it, please.")
    if account and path.stat().st_uid != owner:
        os.chown(path, account.pw_uid, account.pw_gid)
    path.chmod(0o700)
    return path


class Service:
    """PostgreSQL or Valkey: `prepare()` lays its folders, `command()` starts it in the foreground,
    `ready()` says whether it answers, `finish()` completes the set-up once it does."""

    name: str
    stop_signal = signal.SIGTERM
    hushed: tuple[str, ...] = ()

    def __init__(self, locations: Locations, durable: bool = True):
        self.locations, self.durable = locations, durable
        self.process: subprocess.Popen | None = None

    def prepare(self) -> None:
        raise NotImplementedError

    def command(self) -> list[str]:
        raise NotImplementedError

    def ready(self) -> bool:
        raise NotImplementedError

    def finish(self) -> None:
        """Nothing, by default."""

    def start(self, log: Path, timeout: float = 60) -> None:
        """Start and wait until it answers; for tests. The supervisor has its own way of watching."""
        from phonebuddy.services.binaries import as_nobody

        self.prepare()
        with log.open("ab") as file:
            self.process = subprocess.Popen(
                self.command(),
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,
                cwd="/",
                preexec_fn=die_with_parent(self.stop_signal),
                **as_nobody(),
            )
        deadline = time.monotonic() + timeout
        while not self.ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise StartFailed(f"{self.name} did not start:\n{log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.05)
        self.finish()

    def stop(self, timeout: float = 30) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(self.stop_signal)
            try:
                self.process.wait(timeout)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
