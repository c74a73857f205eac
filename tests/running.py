"""A whole platform of its own, as `make run` starts it: for browser and start-up tests, and measurements."""

import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from devices.ports import free_port
from phonebuddy.services.locations import Locations
from phonebuddy.services.postgres import Postgres
from phonebuddy.services.process import die_with_parent
from phonebuddy.services.valkey import Valkey
from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[1]


def chromium_path() -> str:
    """The browser to drive: $CHROMIUM, else the first one on PATH. AssertionError when there is none."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    on_mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, [*names, on_mac])), None)
    assert found, "no Chromium found: install it, or name it in $CHROMIUM"
    return found


def open_to_others(folder: Path) -> Path:
    """As root, PostgreSQL runs as nobody and must get in."""
    for parent in (folder, *folder.parents[:3]):
        if parent.owner() == folder.owner() and parent != Path("/tmp"):
            parent.chmod(0o755)
    return folder


def prepared(var: Path) -> Path:
    """`var`, filled as a first start fills it: database migrated, demo data in it. It is done once for all
    tests (for $PHONEBUDDY_TEST_PREPARED, if that is set) and copied; only some tests are about a first start.
    """
    shared = os.environ.get("PHONEBUDDY_TEST_PREPARED")
    template = open_to_others(_made(Path(shared or tempfile.mkdtemp(prefix="pbprepared-"))))
    try:
        with (template / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (template / "done").exists():
                _prepare(open_to_others(_made(template / "var")))
                (template / "done").touch()
        subprocess.run(["cp", "-a", f"{template / 'var'}/.", str(var)], check=True)
    finally:
        if not shared:
            shutil.rmtree(template)
    return var


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _prepare(var: Path) -> None:
    locations = Locations(var)
    services = [Postgres(locations, durable=False), Valkey(locations)]
    try:
        for service in services:
            service.start(var / f"{service.name}.log")
        environment = _environment(var) | {
            "DATABASE_URL": locations.database_url,
            "REDIS_URL": locations.redis_url,
            "PHONEBUDDY_HTTPS": "0",
        }
        subprocess.run(
            [sys.executable, "manage.py", "setup", "--demo"], cwd=ROOT, env=environment, check=True
        )
    finally:
        for service in reversed(services):
            service.stop()


def _environment(var: Path) -> dict[str, str]:
    of_tests = ("DATABASE_URL", "REDIS_URL", "PHONEBUDDY_TEST_SERVICES", "PHONEBUDDY_DB_POOL")
    return {key: value for key, value in os.environ.items() if key not in of_tests} | {
        "PHONEBUDDY_VAR": str(var),
        "DJANGO_SETTINGS_MODULE": "phonebuddy.settings",
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}",
    }


class Up:
    """A running `manage.py up` with its data in `var`, and what it printed. Ports are free ones."""

    def __init__(
        self,
        var: Path,
        port: int | None = None,
        phones: int = 1,
        phone_size: str = "270x600",
        environment: dict[str, str] | None = None,
    ):
        self.var = open_to_others(var)
        self.log = var / "log"
        self.adb_port = free_port()
        self.environment = _environment(var) | (environment or {})
        command = [sys.executable, "manage.py", "up", "--port", port or free_port(), "--phones", phones]
        command += ["--phone-size", phone_size, "--phone-port", free_port(phones)]
        command += ["--adb-port", self.adb_port]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                list(map(str, command)), cwd=ROOT, env=self.environment, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=die_with_parent(signal.SIGINT),
            )  # fmt: skip

    @property
    def text(self) -> str:
        return self.log.read_text(errors="replace")

    def wait_for(self, pattern: str, timeout: float = 300) -> re.Match:
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            if found := re.search(pattern, self.text):
                return found
            assert self.process.poll() is None, self.text
            time.sleep(0.1)
        raise AssertionError(f"{pattern!r} never came:\n{self.text}")

    def address(self) -> str:
        """Where it serves, once all of it is healthy; without the last slash."""
        return self.wait_for(r"PhoneBuddy is at +(http://127\.0\.0\.1:\d+)/")[1]

    def groups(self) -> dict[str, int]:
        """Process groups by the name of their program."""
        return {
            note["name"]: int(group) for group, note in json.loads((self.var / "up.json").read_text()).items()
        }

    def family(self) -> list[psutil.Process]:
        me = psutil.Process(self.process.pid)
        return [me, *me.children(recursive=True)]

    def run(self, *command: str) -> str:
        """A Python program with the platform's own settings, as somebody at its terminal would run it."""
        done = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(PATIENCE_S)
