"""Kill -9 in the middle of a recording, one program after the other: no step is lost, and it goes on."""

import contextlib
import json
import os
import signal
import time
from collections.abc import Callable

import httpx
import psutil
import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from phonebuddy.accounts.demo import PASSWORD
from tests.patience import PATIENCE_S
from tests.running import Up, prepared

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]
BEAT_S = 10


def until(condition: Callable[[], object], what: str):
    deadline, trouble = time.monotonic() + PATIENCE_S, None
    while time.monotonic() < deadline:
        try:
            if value := condition():
                return value
        except (httpx.HTTPError, OSError, WebSocketException) as error:
            trouble = error
        time.sleep(0.1)
    raise AssertionError(f"{what}: not within {PATIENCE_S} s ({trouble})")


class Annotator:
    """Signed in, with the API at hand and the recording's socket open: a workbench without pictures."""

    def __init__(self, url: str):
        self.url = url
        self.api = httpx.Client(base_url=url, timeout=PATIENCE_S)
        self.api.headers["X-CSRFToken"] = self.get("/api/session")["csrf_token"]
        signed_in = self.post("/api/session", username="annotator", password=PASSWORD)
        self.api.headers["X-CSRFToken"] = signed_in["csrf_token"]
        self.line = contextlib.ExitStack()
        self.messages: list[dict] = []
        self.seen: dict[str, dict] = {}  # the steps, as the page knows them
        self.taps, self.beat_at = 0, 0.0

    def get(self, path: str):
        return self.api.get(path).raise_for_status().json()

    def post(self, path: str, **body):
        answer = self.api.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def start(self) -> None:
        def online() -> dict | None:
            found = self.get("/api/devices")
            found = found["results"] if isinstance(found, dict) else found
            return next((device for device in found if device["state"] == "online"), None)

        device = until(online, "a phone")
        claim = self.post("/api/queue/claim")
        self.episode_id = self.post("/api/episodes", claim=claim["id"], device=device["id"])["id"]

    @property
    def episode(self) -> dict:
        return self.get(f"/api/episodes/{self.episode_id}")

    def open(self) -> None:
        """The socket as the page opens it, again until the phone can be driven."""
        until(self._open, "a page that drives a live phone")

    def _open(self) -> bool:
        self.line.close()
        cookies = "; ".join(f"{name}={value}" for name, value in self.api.cookies.items())
        address, headers = self.episode["stream_url"] + "?role=drive", {"Cookie": cookies}
        self.socket = self.line.enter_context(
            connect(address, origin=self.url, additional_headers=headers, compression=None, max_size=None)
        )
        self.messages.clear()
        return self.hears(lambda: self.last("hello", role="drive") and self.recording() and self.live(), 30)

    def recording(self) -> bool:
        told = self.last("episode")
        return told is not None and told["episode"]["state"] == "recording"

    def live(self) -> bool:
        return (self.last("state") or {}).get("state") == "live"

    def last(self, kind: str, **fields) -> dict | None:
        """The newest message of this type, if it has these fields."""
        message = next((m for m in reversed(self.messages) if m["type"] == kind), {})
        return message if message and fields.items() <= message.items() else None

    def hears(self, enough: Callable[[], object], timeout: float = PATIENCE_S) -> bool:
        """Read until there is enough; a line that breaks is opened anew, as by the page.
        False: it did not come in time."""
        deadline = time.monotonic() + timeout
        while not enough():
            if time.monotonic() > deadline:
                return False
            try:
                if time.monotonic() > self.beat_at:
                    self.send(type="heartbeat", active=True)  # or the phone is freed after a while
                    self.beat_at = time.monotonic() + BEAT_S
                data = self.socket.recv(timeout=1)
            except TimeoutError:
                continue
            except ConnectionClosed:
                self.open()
                continue
            if isinstance(data, str):
                self.take(json.loads(data))
            elif data[0] == 2:
                self.send(type="ack", seq=int.from_bytes(data[4:8], "little"))
        return True

    def take(self, message: dict) -> None:
        self.messages.append(message)
        if message["type"] == "episode":
            self.seen |= {step["id"]: step for step in message["episode"]["steps"]}
        if message["type"] == "step":
            self.seen[message["step"]["id"]] = message["step"]

    def send(self, **message) -> None:
        self.socket.send(json.dumps(message))

    def tap(self) -> list[int]:
        """On a place that no other tap had, far from the last one (no double tap); which one."""
        self.taps += 1
        at = [20 + 5 * self.taps, 200 if self.taps % 2 else 420]
        for action in ("down", "up"):
            self.send(type="touch", action=action, pointer=0, x=at[0], y=at[1], w=270, h=600)
        return at

    def act(self) -> dict:
        """A tap and the step that it becomes, as the page gets it. Told that it was lost, one taps again."""
        for _ in range(3):
            told = len(self.messages)
            action = {"name": "click", "arguments": {"points": [self.tap()]}}

            def became(action=action) -> list[dict]:
                return [step for step in self.seen.values() if step["action"] == action]

            def lost(told=told) -> list[dict]:
                return [m for m in self.messages[told:] if m["type"] == "error"]

            assert self.hears(lambda: became() or lost()), f"no step came of {action}, and no word"
            if became():
                break
            assert self.hears(self.live)
        (step,) = became()
        assert step["screenshot"] and step["tree"]
        return step

    def comes_back(self) -> bool:
        """The line to the phone broke, the page was told so, and it is whole again; the socket stayed."""
        told = len(self.messages)

        def broken() -> bool:
            return any(message.get("state") == "reconnecting" for message in self.messages[told:])

        return self.hears(lambda: broken() and self.live())


@pytest.fixture
def up(tmp_path_factory):
    running = Up(prepared(tmp_path_factory.mktemp("var")))
    yield running
    running.end()


@pytest.fixture
def annotator(up):
    person = Annotator(up.address())
    person.start()
    person.open()
    yield person
    person.line.close()


def adb_server(up: Up) -> int | None:
    with contextlib.suppress(psutil.NoSuchProcess):
        host = psutil.Process(up.groups()["host"])
        return next((child.pid for child in host.children(recursive=True) if "adb" in child.name()), None)


def pid_of(up: Up, program: str) -> int | None:
    return adb_server(up) if program == "adb" else up.groups().get(program)


def test_a_recording_outlives_every_program(up, annotator):
    for program in ("worker", "web", "postgres", "adb", "host", "phones"):
        kill_in_the_middle(up, annotator, program)
    a_restarted_phone_is_told_and_noted(annotator)
    all_of_it_is_handed_in(annotator)


def kill_in_the_middle(up: Up, annotator: Annotator, program: str) -> None:
    kept = [annotator.act()["id"] for _ in range(2)]
    killed = pid_of(up, program)
    annotator.tap()  # under way when it happens: this one may be lost
    os.kill(killed, signal.SIGKILL)

    if program == "host":
        annotator.open()
    elif program in ("adb", "phones"):
        assert annotator.comes_back(), program
    kept.append(annotator.act()["id"])  # with the others: while they are away
    until(lambda: pid_of(up, program) not in (None, killed), f"a new {program}")

    steps = until(lambda: annotator.episode["steps"], "the steps")
    ids = [step["id"] for step in steps]
    assert [one for one in ids if one in kept] == kept, program
    assert [step["index"] for step in steps] == list(range(len(steps)))


def a_restarted_phone_is_told_and_noted(annotator: Annotator) -> None:
    assert annotator.hears(lambda: annotator.last("episode")["episode"]["phone_restarted_at"])
    noted = [step for step in annotator.episode["steps"] if "restarted" in step["flag"]]
    assert len(noted) == 1
    assert noted[0]["at"] > annotator.episode["phone_restarted_at"]


def all_of_it_is_handed_in(annotator: Annotator) -> None:
    before = annotator.episode["steps"]
    annotator.post(f"/api/episodes/{annotator.episode_id}/finish", outcome="finished", answer="")
    until(lambda: not annotator.episode["saving"], "the recording stored")
    submitted = annotator.post(f"/api/episodes/{annotator.episode_id}/submit")
    assert submitted["state"] == "submitted" and submitted["video"]
    # What the verifier would compare with was lost with the phone; it is not made up.
    assert submitted["verifier"] is None and "restarted" in submitted["reason"]
    steps = annotator.episode["steps"]
    assert [step["id"] for step in steps[:-1]] == [step["id"] for step in before]
    assert steps[-1]["action"]["name"] == "finish"
