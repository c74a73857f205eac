"""The whole platform, started once by `manage.py up` on free ports and in a folder of its own, and a browser.

Pages are looked at as a person would: signed in by role, with what the console says taken as a failure.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.e2e.tools import PASSWORD

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def free_port(count: int = 1) -> int:
    """A port with the ones after it, free a moment ago; `up` picks others if somebody was faster."""
    while True:
        with socket.socket() as first:
            first.bind(("127.0.0.1", 0))
            port = first.getsockname()[1]
        try:
            for offset in range(count):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", port + offset))
            return port
        except (OSError, OverflowError):
            continue


@dataclass
class Platform:
    """The running platform: where it listens, and what the seed has put in."""

    url: str
    log: Path
    environment: dict[str, str]
    seeded: dict[str, str]

    def run(self, *command: str) -> str:
        """A program with the platform's own settings, as somebody at its terminal would run it."""
        done = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=2) as response:
            return response.status == 200
    except OSError:
        return False


@pytest.fixture(scope="session")
def platform() -> Platform:
    """`manage.py up` with two phones and the demo accounts, ended by Ctrl-C as a person would."""
    if not (ROOT / "frontend" / "dist" / "manifest.json").exists():
        subprocess.run(["npm", "run", "--silent", "build"], cwd=ROOT / "frontend", check=True)
    folder = Path(tempfile.mkdtemp(prefix="pbe2e-"))
    folder.chmod(0o755)  # as root, PostgreSQL runs as nobody and must get in
    ours = {"DATABASE_URL", "REDIS_URL", "PHONEBUDDY_TEST_SERVICES", "PHONEBUDDY_DB_POOL"}
    environment = {key: value for key, value in os.environ.items() if key not in ours}
    environment |= {
        "PHONEBUDDY_VAR": str(folder / "var"),
        "DJANGO_SETTINGS_MODULE": "phonebuddy.settings",
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}",
    }
    port = free_port(2)
    ports = ["--port", port, "--phone-port", free_port(2), "--adb-port", free_port()]
    command = ["manage.py", "up", "--phones", 2, *ports]
    log = folder / "up.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, *map(str, command)], cwd=ROOT, env=environment, stdout=output,
            stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
    try:
        started = Platform(f"http://127.0.0.1:{port}", log, environment, {})
        deadline = time.monotonic() + 120
        while "annotator" not in log.read_text():  # the accounts are printed last, when all else is ready
            assert process.poll() is None and time.monotonic() < deadline, log.read_text()[-5000:]
            time.sleep(0.3)
        assert answers(started.url), log.read_text()[-5000:]
        started.seeded = json.loads(started.run("tests/e2e/seed.py"))
        yield started
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    # Chromium's own sandbox needs rights that root in a container does not have.
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": ["--no-sandbox"]}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args, platform):
    return {**browser_context_args, "base_url": platform.url, "viewport": {"width": 1440, "height": 900}}


@pytest.fixture
def as_user(platform, new_context):
    """`as_user("reviewer")`: a page with that person signed in; what breaks in it fails the test."""
    troubles: list[str] = []

    def enter(username: str, **context) -> Page:
        page = new_context(**context).new_page()
        page.on("pageerror", lambda error: troubles.append(f"{page.url}: {error}"))
        page.on("console", lambda said: said.type == "error" and troubles.append(f"{page.url}: {said.text}"))
        token = page.request.get("/api/session").json()["csrf_token"]
        answer = page.request.post(
            "/api/session", data={"username": username, "password": PASSWORD}, headers={"X-CSRFToken": token}
        )
        assert answer.ok, answer.text()
        return page

    yield enter
    assert not troubles
