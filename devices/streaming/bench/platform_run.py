"""A whole platform of its own for a measurement: started by `manage.py up`, ended with the block."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
START_SECONDS = 120


@dataclass(frozen=True, slots=True)
class PlatformRun:
    url: str
    adb_port: int
    log: Path

    def process(self, words: str) -> int:
        """The id of the newest process of this run whose command line holds `words` (Linux)."""
        found = subprocess.run(["pgrep", "-nf", words], capture_output=True, text=True, check=True)
        return int(found.stdout)


def free_ports(count: int) -> int:
    """The first of `count` ports in a row that are free on loopback right now."""
    for first in range(21000 + os.getpid() % 5000, 60000, count):
        with contextlib.ExitStack() as held:
            try:
                for port in range(first, first + count):
                    held.enter_context(socket.socket()).bind(("127.0.0.1", port))
            except OSError:
                continue
            return first
    raise RuntimeError("no free ports")


@contextlib.contextmanager
def running_platform(phones: int) -> Iterator[PlatformRun]:
    """RuntimeError, with the end of the log, when it is not up within two minutes."""
    first = free_ports(8 + phones)
    with tempfile.TemporaryDirectory(prefix="phonebuddy-bench-") as folder:
        log = Path(folder) / "up.log"
        command = [sys.executable, "manage.py", "up", "--port", str(first), "--phones", str(phones)]
        command += ["--adb-port", str(first + 5), "--phone-port", str(first + 8)]
        with log.open("wb") as out:
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, "PHONEBUDDY_VAR": f"{folder}/var"},
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            _wait_until_up(process, f"http://127.0.0.1:{first}", log)
            yield PlatformRun(f"http://127.0.0.1:{first}", first + 5, log)
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def _wait_until_up(process: subprocess.Popen, url: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(urllib.error.URLError, OSError):
            if b"all is up" in log.read_bytes().lower():
                with urllib.request.urlopen(f"{url}/healthz", timeout=2):
                    return
        time.sleep(0.3)
    raise RuntimeError(f"the platform did not start:\n{log.read_text(errors='replace')[-3000:]}")
