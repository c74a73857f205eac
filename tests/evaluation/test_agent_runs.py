"""Agents at work on virtual phones, through adb: from the queue to the verdict, and all on the way."""

import asyncio
import contextlib
import importlib
import importlib.util
import json
import os
import subprocess
import sys
import threading
import time
from datetime import timedelta
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from devices.models import Device
from devices.ports import free_port
from evaluation import runner, services
from evaluation.agents import policies
from evaluation.agents.policies import Answer, PolicyDown
from evaluation.models import Agent, Ending, EpisodeState, Run, RunState
from tests.patience import PATIENCE_S

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
        self.port = free_port()
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
    later = timezone.now() + timedelta(days=1)  # nobody reports for this host here
    DeviceHost.objects.update(adb_address=f"127.0.0.1:{adb_port}", last_seen_at=later)
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


class Saying:
    """A policy that says what it is told to, over and over."""

    def __init__(self, *answers, then=None):
        self.answers, self.asked, self.then = list(answers), [], then

    async def act(self, question):
        self.asked.append(question)
        said = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if self.then:
            await self.then(len(self.asked))
        if isinstance(said, Exception):
            raise said
        return Answer(said, tokens_in=100, tokens_out=10, details={"sampling": {"temperature": 0}})

    async def close(self): ...


@pytest.fixture
def say(monkeypatch):
    def make(*answers, then=None):
        policy = Saying(*answers, then=then)
        monkeypatch.setattr(policies, "make", lambda *args: policy)
        return policy

    return make


def call(name, **arguments):
    return (
        f"<think>So be it.</think><tool_call>{json.dumps({'name': name, 'arguments': arguments})}</tool_call>"
    )


def tried(researcher, agent, task, **fields):
    run = services.request_run(researcher, agent(**({"policy": "endpoint"} | fields)), task)
    assert runner.work() == run.pk
    run.refresh_from_db()
    return run


def test_limits_loops_and_answers_that_cannot_be_read(phones, note_task, agent, researcher, say):
    policy = say("I do not know.", call("click", points=[[500, 500]]))
    run = tried(researcher, agent, note_task, step_limit=5, image_width=270)
    assert (run.ending, run.claimed, run.episode.verdict["success"]) == (Ending.STEP_LIMIT, None, False)
    turns = list(run.turns.all())
    assert [bool(turn.error) for turn in turns] == [True, False, False, False, False]
    assert turns[0].step is None and turns[0].raw == "I do not know." and "no tool call" in turns[0].error
    assert run.flags == [{"turn": 3, "kind": "loop"}, {"turn": 4, "kind": "loop"}]
    assert run.episode.steps.count() == 4
    assert turns[1].thought == "So be it." and (turns[1].tokens_in, turns[1].tokens_out) == (100, 10)
    assert turns[1].details["image"] == [270, 600] and turns[1].details["sampling"] == {"temperature": 0}
    click = run.episode.steps.first()
    assert click.action == {"name": "click", "arguments": {"points": [[270, 600]]}}, "device px"
    last = policy.asked[-1]
    assert len(last.history) == 4 and "could not be read" in last.history[0].said


def test_the_claim_and_what_came_of_it_are_two_things(phones, note_task, agent, researcher, say):
    say(call("finish", text="All done."))
    run = tried(researcher, agent, note_task)
    assert (run.ending, run.claimed, run.answer) == (Ending.AGENT_DONE, True, "All done.")
    assert run.episode.verdict["success"] is False
    say(call("call_user", text="Who is this?"))
    run = tried(researcher, agent, note_task)
    assert (run.ending, run.claimed, run.reason) == (Ending.AGENT_GAVE_UP, False, "Who is this?")


def test_who_is_called_at_a_captcha_helps_and_the_run_goes_on(
    phones, worlds, adb_port, note_task, agent, researcher, say
):
    async def captcha(asked):
        from devices.adb.client import AdbClient

        for serial in worlds.serials if asked == 2 else ():
            phone = AdbClient(adb_port).device(serial)
            (await phone.shell(["phoneworld", "event", "disturb", "captcha", NOTES])).check()

    say(call("open_app", package=NOTES), call("call_user", text="A captcha."), call("finish"), then=captcha)
    run = tried(researcher, agent, note_task)
    assert (run.ending, run.claimed) == (Ending.AGENT_DONE, True), run.reason
    assert [s.action["name"] for s in run.episode.steps.all()] == ["open_app", "call_user", "finish"]


def test_a_slow_model_is_stopped_by_the_clock(phones, make_task, agent, researcher, say):
    task = make_task("hurry", device_kind="mock", setup={"seed": 3}, time_limit_s=1)
    say(call("wait", time=10), then=lambda n: asyncio.sleep(30))
    run = tried(researcher, agent, task)
    assert run.ending == Ending.TIME_LIMIT and run.claimed is None


def test_an_endpoint_that_is_down_is_no_failure_of_the_agent(phones, note_task, agent, researcher, say):
    say(call("wait", time=10), PolicyDown("The endpoint said 503."))
    run = tried(researcher, agent, note_task)
    assert (run.ending, run.episode.state) == (Ending.INFRASTRUCTURE, EpisodeState.RECORDED)
    assert "503" in run.reason and run.episode.verdict is None
    assert run.episode.steps.count() == 1 and run.turns.count() == 1
    assert Run.objects.get(state=RunState.QUEUED).trial == 2


def test_a_phone_that_goes_away_is_infrastructure(
    phones, note_task, agent, researcher, say, worlds, adb_port
):
    async def unplug(turn):
        if turn == 2:
            from devices.adb.client import AdbClient

            device = AdbClient(adb_port).device(worlds.serials[0])
            with contextlib.suppress(Exception):
                await device.shell(["phoneworld", "fault", "drop"])

    say(call("wait", time=10), then=unplug)
    run = tried(researcher, agent, note_task)
    assert run.ending == Ending.INFRASTRUCTURE and "DeviceLost" in run.reason, run.reason


def test_people_hold_it_and_the_agent_looks_again(phones, note_task, agent, researcher, lead, say):
    """Taken over while the model thinks: its answer is about a screen that is gone, so it is asked again."""
    seen = []

    async def meddle(turn):
        run = await sync_to_async(Run.objects.get)(state__in=["running", "paused", "taken_over"])
        seen.append(run.state)
        if turn == 1:
            await sync_to_async(services.take_over_run)(lead, run)

            async def back():
                await asyncio.sleep(1)
                await sync_to_async(services.hand_back_run)(lead, run)

            tasks.append(asyncio.create_task(back()))

    tasks = []
    policy = say(call("click", points=[[1, 1]]), call("finish", text=""), then=meddle)
    run = tried(researcher, agent, note_task)
    assert run.ending == Ending.AGENT_DONE and len(policy.asked) == 2
    assert [step.action["name"] for step in run.episode.steps.all()] == ["finish"], (
        "the void answer is no step"
    )


def test_stopped_by_a_person_and_by_a_lead_who_takes_the_phone(
    phones, note_task, agent, researcher, lead, say
):
    async def stop(turn):
        run = await sync_to_async(Run.objects.get)(state="running")
        await sync_to_async(services.stop_run)(researcher, run, "wrong task")

    say(call("wait", time=10), then=stop)
    run = tried(researcher, agent, note_task)
    assert (run.ending, run.reason) == (Ending.STOPPED, "Stopped by Res: wrong task")
    assert run.episode.state == EpisodeState.RECORDED and not Run.objects.filter(trial=2).exists()


def test_two_at_a_time_on_two_phones_and_none_twice(phones, note_task, agent, researcher):
    oracle = agent()
    wanted = {services.request_run(researcher, oracle, note_task).pk for _ in range(4)}
    done, lock = [], threading.Lock()

    def worker():
        while (finished := runner.work()) is not None:
            with lock:
                done.append(finished)
        connections.close_all()

    threads = [threading.Thread(target=worker) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert set(done) == wanted and len(done) == 4
    runs = Run.objects.all()
    assert all(run.episode.verdict["success"] for run in runs)
    assert {run.device.name for run in runs} == {"Phone 0", "Phone 1"}


def test_what_the_runner_itself_takes_is_noted_beside_model_and_phone(phones, note_task, agent, researcher):
    run = services.request_run(researcher, agent(), note_task)
    runner.work()
    details = list(run.turns.order_by("seq").values_list("details", flat=True))
    timed = [d for d in details if "overhead_ms" in d]
    assert len(timed) == len(details) - 1, "the final action is nothing to the phone"
    print("overhead_ms", sorted(d["overhead_ms"] for d in timed), "phone_ms", [d["phone_ms"] for d in timed])
    assert all(d["overhead_ms"] > 0 and d["phone_ms"] > 0 for d in timed)


def test_on_a_real_phone_what_is_risky_waits_for_a_persons_word(
    phones, make_task, agent, researcher, lead, say
):
    phones[1].delete()
    Device.objects.filter(pk=phones[0].pk).update(kind="real")
    services.set_guard_rule(lead, name="new", words=["new note"])
    task = make_task("on-real", device_kind="real", setup={"real": [{"do": "open", "package": NOTES}]})
    policy = say(call("wait", time=10), call("click", points=[[917, 941]]), call("finish", text=""))
    waited = []

    def allow():
        for _ in range(10 * PATIENCE_S):
            run = Run.objects.filter(state=RunState.PAUSED).first()
            if run:
                waited.append(run.pending)
                services.resume_run(researcher, run)
                break
            time.sleep(0.1)
        connections.close_all()

    person = threading.Thread(target=allow)
    person.start()
    run = tried(researcher, agent, task)
    person.join()
    assert run.ending == Ending.AGENT_DONE and len(policy.asked) == 3
    assert [pending["reason"] for pending in waited] == ["new: the element says “new note”"]
    assert [s.action["name"] for s in run.episode.steps.all()] == ["wait", "click", "finish"]
    assert run.episode.verdict is None, "a real phone has no verifier"
