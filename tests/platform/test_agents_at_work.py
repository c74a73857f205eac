"""The whole platform with agents on it: one queue, a run on every phone, and kill -9 in the middle.

Two phones are enough to see it; `PHONEBUDDY_TEST_PHONES=10` asks for more.
"""

import os
import signal
import time

import httpx
import pytest

from phonebuddy.accounts.demo import PASSWORD
from tests.patience import PATIENCE_S
from tests.running import Up, prepared

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]
PHONES = int(os.environ.get("PHONEBUDDY_TEST_PHONES", "2"))
RUNS, STEPS = PHONES + 1, 30


@pytest.fixture
def up(tmp_path_factory):
    soon = {"PHONEBUDDY_RUN_LIFETIME_S": "15"}
    running = Up(prepared(tmp_path_factory.mktemp("var")), phones=PHONES, environment=soon)
    yield running
    running.end()


class Researcher:
    """Signed in, with the API at hand."""

    def __init__(self, url: str):
        self.api = httpx.Client(base_url=url, timeout=PATIENCE_S)
        self.api.headers["X-CSRFToken"] = self.get("/api/session")["csrf_token"]
        signed_in = self.post("/api/session", username="researcher", password=PASSWORD)
        self.api.headers["X-CSRFToken"] = signed_in["csrf_token"]

    def get(self, path: str, **query):
        return self.api.get(path, params=query).raise_for_status().json()

    def post(self, path: str, **body):
        answer = self.api.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def runs(self) -> list[dict]:
        return self.get("/api/runs", page_size=100)["results"]

    def until(self, condition, what: str):
        deadline = time.monotonic() + PATIENCE_S * PHONES / 2  # they share the machine
        while not (value := condition()):
            assert time.monotonic() < deadline, f"{what}: not in time: {self.runs()}"
            time.sleep(0.2)
        return value


def test_a_killed_worker_loses_no_run_and_repeats_none(up):
    person = Researcher(up.address())
    person.until(
        lambda: sum(d["state"] == "online" for d in person.get("/api/devices")["results"]) == PHONES, "phones"
    )
    agent = person.post("/api/agents", name="Monkey", policy="random", step_limit=STEPS)["id"]
    tasks = [task["key"] for task in person.get("/api/tasks", page_size=100)["results"]][:RUNS]
    wanted = {person.post("/api/runs", agent=agent, task=key)["id"] for key in tasks}

    def busy() -> bool:
        return sum(run["state"] == "running" and run["n_steps"] > 2 for run in person.runs()) == PHONES

    person.until(busy, "a run on every phone at once")
    os.kill(up.groups()["agents"], signal.SIGKILL)

    person.until(lambda: all(run["state"] == "ended" for run in person.runs()), "the end of all")
    runs = person.runs()
    first = {run["id"]: run for run in runs if run["trial"] == 1}
    assert first.keys() == wanted
    lost = [run for run in first.values() if run["ending"] == "infrastructure"]
    assert len(lost) == PHONES and all("no sign of life" in run["reason"] for run in lost)
    assert all(run["n_steps"] > 2 for run in lost), "what was recorded is kept"
    again = [run for run in runs if run["trial"] == 2]
    assert sorted(run["task"]["key"] for run in again) == sorted(run["task"]["key"] for run in lost)
    done = [run for run in runs if run not in lost]
    assert len(done) == RUNS and all(run["ending"] == "step_limit" for run in done)
    assert all(run["n_steps"] == STEPS for run in done)
    for run in runs:
        turns = person.get(f"/api/runs/{run['id']}/turns")
        assert [turn["seq"] for turn in turns] == list(range(run["n_steps"]))
