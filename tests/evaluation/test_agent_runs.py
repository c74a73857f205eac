"""Agents at work on virtual phones, through adb: from the queue to the verdict, and all on the way."""

import importlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from evaluation import runner, services
from evaluation.models import Agent, Ending, EpisodeState, RunState

TESTS = Path(__file__).resolve().parents[1]
sys.path.append(str(TESTS / "devices"))  # the phones and the adb server that its tests use
live = importlib.import_module("live_phones")
spec = importlib.util.spec_from_file_location("fixtures_of_devices", TESTS / "devices" / "conftest.py")
fixtures = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fixtures)
adb_port = fixtures.adb_port

pytestmark = pytest.mark.django_db(transaction=True)
NOTES = "org.phoneworld.notes"
MOVES = [
    {"open": "Notes"},
    {"tap": "New note"},
    {"type": {"Title": "Shop", "Note": "Milk"}},
    {"tap": "Save"},
]
RULES = {
    "rules": [
        {"rule": "present", "app": "Notes", "table": "notes", "where": {"title": "Shop", "body": "Milk"}}
    ]
}


class Worlds:
    """Some PhoneWorld phones in one process."""

    def __init__(self, count: int):
        self.port = live.free_port()
        command = [
            "-m",
            "devices.virtual",
            "--base-port",
            str(self.port),
            "--seed",
            "5",
            "--count",
            str(count),
        ]
        self.process = subprocess.Popen(
            [sys.executable, *command], cwd=TESTS.parent, env=dict(os.environ), stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert json.loads(self.process.stdout.readline())["ready"]
        self.serials = [f"127.0.0.1:{self.port + n}" for n in range(count)]


@pytest.fixture(scope="module")
def worlds():
    made = Worlds(2)
    yield made
    made.process.kill()


@pytest.fixture
def phones(worlds, adb_port, make_device):
    """Rows of the phones that hang on this test's adb server."""
    import asyncio

    from django.utils import timezone

    from devices.adb.client import AdbClient
    from devices.models import DeviceHost

    async def connect():
        client = AdbClient(adb_port)
        for serial in worlds.serials:
            while (await client.devices()).get(serial) != "device":
                await client.connect(serial)
                await asyncio.sleep(0.1)

    asyncio.run(connect())
    rows = [make_device(name=f"Phone {n}", serial=serial) for n, serial in enumerate(worlds.serials)]
    DeviceHost.objects.update(adb_address=f"127.0.0.1:{adb_port}", last_seen_at=timezone.now())
    return rows


@pytest.fixture
def note_task(make_task):
    setup = {"seed": 3, "oracle": MOVES}
    return make_task(
        "shop-note", device_kind="mock", apps=["Notes"], setup=setup, verifier=RULES, step_limit=20
    )


@pytest.fixture
def agent(db):
    def make(policy="oracle", **fields):
        return Agent.objects.create(**{"name": f"agent {Agent.objects.count()}", "policy": policy} | fields)

    return make


def test_an_oracle_does_a_task_and_all_of_it_is_recorded(phones, note_task, agent, researcher):
    run = services.request_run(researcher, agent(), note_task)
    assert runner.work() == run.pk
    run.refresh_from_db()
    assert (run.state, run.ending, run.claimed) == (RunState.ENDED, Ending.AGENT_DONE, True)
    episode = run.episode
    assert (episode.kind, episode.state) == ("rollout", EpisodeState.RECORDED)
    assert episode.verdict["success"], episode.verdict
    assert episode.video and episode.lease.ended_at and (episode.width, episode.height) == (540, 1200)
    steps = list(episode.steps.all())
    assert [step.action["name"] for step in steps] == [
        "open_app", "click", "click", "type", "click", "type", "click", "finish",
    ]  # fmt: skip
    assert all(step.screenshot and step.thumbnail and step.tree for step in steps)
    assert steps[1].element["desc"] == "New note" and steps[1].foreground["package"] == NOTES
    turns = list(run.turns.select_related("step"))
    assert [turn.step_id for turn in turns] == [step.pk for step in steps]
    assert all(
        turn.raw.startswith("<think>") and turn.details["dialect"] == "phonebuddy-json 1" for turn in turns
    )
    assert runner.work() is None
