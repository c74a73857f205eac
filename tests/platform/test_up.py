"""`manage.py up` as a real process: it comes up, serves, survives crashes, and leaves nothing behind."""

import json
import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import psutil
import pytest

from devices.ports import free_port
from phonebuddy.services.locations import Locations
from phonebuddy.supervisor.leftovers import Notebook
from tests.patience import PATIENCE_S
from tests.running import Up

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


@pytest.fixture
def var(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("var")


@pytest.fixture
def up(var):
    started: list[Up] = []

    def start(port: int | None = None, **options) -> Up:
        started.append(Up(var, port, **options))
        return started[-1]

    yield start
    for one in started:
        one.end()


def fetch(url: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def gone(processes: list[psutil.Process], timeout: float = PATIENCE_S) -> list[psutil.Process]:
    """Those that still live after a while."""
    _, alive = psutil.wait_procs(processes, timeout)
    return [p for p in alive if p.status() != psutil.STATUS_ZOMBIE]


def test_it_serves_survives_crashes_and_leaves_nothing(up, var):
    port = free_port()
    taken = socket.create_server(("127.0.0.1", port))
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

    # A program that is killed comes back, even one whose children outlive it.
    old = first.groups()
    os.kill(old["worker"], signal.SIGKILL)
    os.kill(old["web"], signal.SIGKILL)
    first.wait_for(r"worker ended \(signal 9\); starting it again")
    first.wait_for(r"web ended \(signal 9\); starting it again")
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            if fetch(url + "healthz")[0] == 200:
                break
        except OSError:
            assert time.monotonic() < deadline, first.text
            time.sleep(0.2)
    assert first.groups()["web"] != old["web"]
    assert first.groups()["worker"] != old["worker"]

    # A second one in the same place says so and ends.
    second = up()
    assert second.process.wait(PATIENCE_S) != 0
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
    assert not Locations(var).sockets.exists()


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
        assert left.wait(PATIENCE_S) == -signal.SIGTERM
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()
        left.poll() is None and left.kill()
