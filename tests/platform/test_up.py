"""`manage.py up` as a real process: it comes up, serves, survives crashes, and leaves nothing behind."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import psutil
import pytest

from phonebuddy.supervisor.leftovers import Notebook

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Up:
    """A running `manage.py up` and what it printed."""

    def __init__(self, var: Path, port: int, phones: int = 1):
        environment = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
        environment |= {"PHONEBUDDY_VAR": str(var), "PHONEBUDDY_DB_POOL": "1"}
        command = [sys.executable, "manage.py", "up", "--port", port, "--phones", phones]
        command += ["--phone-size", "270x600", "--phone-port", free_port(), "--adb-port", free_port()]
        self.log = var / "log"
        self.var = var
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                list(map(str, command)), cwd=ROOT, env=environment, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip

    @property
    def text(self) -> str:
        return self.log.read_text(errors="replace")

    def wait_for(self, pattern: str, timeout: float = 120) -> re.Match:
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            if found := re.search(pattern, self.text):
                return found
            assert self.process.poll() is None, self.text
            time.sleep(0.1)
        raise AssertionError(f"{pattern!r} never came:\n{self.text}")

    def groups(self) -> dict[str, int]:
        return {
            note["name"]: int(group) for group, note in json.loads((self.var / "up.json").read_text()).items()
        }

    def family(self) -> list[psutil.Process]:
        me = psutil.Process(self.process.pid)
        return [me, *me.children(recursive=True)]

    def end(self, how: signal.Signals) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(60)


@pytest.fixture
def var(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("var")
    for parent in (folder, *folder.parents[:3]):
        if parent.owner() == folder.owner() and parent != Path("/tmp"):
            parent.chmod(0o755)  # as root, PostgreSQL runs as nobody and must get in
    return folder


@pytest.fixture
def up(var):
    started: list[Up] = []

    def start(port: int | None = None, **options) -> Up:
        started.append(Up(var, port or free_port(), **options))
        return started[-1]

    yield start
    for one in started:
        one.end(signal.SIGINT)


def fetch(url: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def gone(processes: list[psutil.Process], timeout: float = 30) -> list[psutil.Process]:
    """Those that still live after a while."""
    _, alive = psutil.wait_procs(processes, timeout)
    return [p for p in alive if p.status() != psutil.STATUS_ZOMBIE]


def test_it_serves_survives_crashes_and_leaves_nothing(up, var):
    taken = socket.create_server(("127.0.0.1", 0))
    port = taken.getsockname()[1]
    first = up(port)
    address = first.wait_for(r"PhoneBuddy is at +(http://127\.0\.0\.1:(\d+)/)")
    assert f"Port {port} (web) is taken" in first.text
    assert int(address[2]) != port
    taken.close()
    url = address[1]
    assert first.text.index("Demo accounts") > first.text.index("web ")
    assert fetch(url + "healthz") == (200, "ok\n")
    assert fetch(url + "api/session")[0] == 200
    assert fetch(url + "sign-in")[0] in (200, 503)  # 503: the front end is not built here, and it says so

    # A program that is killed comes back.
    old = first.groups()["web"]
    os.killpg(old, signal.SIGKILL)
    first.wait_for(r"web ended \(signal 9\); starting it again")
    deadline = time.monotonic() + 60
    while True:
        try:
            if fetch(url + "healthz")[0] == 200:
                break
        except OSError:
            assert time.monotonic() < deadline, first.text
            time.sleep(0.2)
    assert first.groups()["web"] != old

    # A second one in the same place says so and ends.
    second = up()
    assert second.process.wait(60) != 0
    assert "already runs" in second.text

    # Kill -9 takes everything along; the next start does not mind, and Ctrl-C leaves nothing.
    family = first.family()
    assert len(family) > 5
    first.end(signal.SIGKILL)
    assert gone(family) == []
    first.log.write_text("")
    again = up(int(address[2]))
    again.wait_for(r"PhoneBuddy is at")
    family = again.family()
    again.end(signal.SIGINT)
    assert again.process.returncode == 0
    assert gone(family) == []
    assert again.text.rstrip().endswith("Stopped.")
    assert json.loads((var / "up.json").read_text()) == {}


def test_leftovers_of_a_killed_run_are_ended_and_strangers_are_not(tmp_path):
    left = subprocess.Popen(["sleep", "60"], start_new_session=True)
    stranger = subprocess.Popen(["sleep", "60"], start_new_session=True)
    try:
        note = Notebook(tmp_path / "up.json")
        note.note(left.pid, "web")
        note.note(stranger.pid, "host")
        note.groups[str(stranger.pid)]["since"] = time.time() + 1000  # its number was somebody else's then
        note._write()
        assert Notebook(tmp_path / "up.json").end_leftovers() == ["web"]
        assert left.wait(10) == -signal.SIGTERM
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()
        left.poll() is None and left.kill()
