"""A good annotator, scripted: thirty oracles played over adb and scrcpy, each rewarded by the phone."""

import asyncio
import base64
import json
import subprocess
import sys

import pytest

from devices.adb.client import AdbClient
from devices.adb.scrcpy.jar import bundled_jar
from devices.driver import PhoneDriver
from devices.phoneworld.tasks.judge import run
from devices.phoneworld.tasks.template import templates
from devices.ports import free_port
from tests.patience import PATIENCE_S
from tests.running import ROOT

TASKS, PHONES = 30, 2


def encoded(data) -> str:
    return base64.b64encode(json.dumps(data).encode()).decode()


def chosen():
    """Thirty tasks from all over the templates, of at most fourteen actions, with their oracles' actions."""
    found, every = [], sorted(templates(), key=lambda t: t.digest({"key": t.key}))
    for template in every:
        task = template.task(1)
        played = run(task).played
        if len(played.actions) <= 14:
            found.append((task, played))
        if len(found) == TASKS:
            return found
    raise AssertionError(f"only {len(found)} short tasks")


@pytest.fixture
def phones():
    ports = [free_port() for _ in range(PHONES)]
    command = [sys.executable, "-m", "devices.virtual", "--base-port"]
    running = [
        subprocess.Popen([*command, str(port)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for port in ports
    ]
    assert all(process.stdout.readline() for process in running)
    yield [f"127.0.0.1:{port}" for port in ports]
    for process in running:
        process.kill()
        process.wait()


async def annotate(client, serial, work, verdicts):
    """Take tasks until there are none: prepare, act, claim, and ask the phone."""
    async with asyncio.timeout(PATIENCE_S):
        while (await client.devices()).get(serial) != "device":
            await client.connect(serial)
            await asyncio.sleep(0.1)
    device = client.device(serial)
    async with PhoneDriver(device, bundled_jar(), mock=True) as phone:
        while work:
            task, played = work.pop()
            verdicts[task.id] = await one(device, phone, task, played)
            if not verdicts[task.id]["success"]:  # the plan is blind to a phone that is late: once more
                verdicts[task.id] = await one(device, phone, task, played)


async def one(device, phone, task, played) -> dict:
    """The phone's verdict on a task that was played as planned."""
    setup = ["--setup", encoded(task.setup)] if task.setup else []
    (await device.shell(["phoneworld", "reset", "--seed", str(task.seed), *setup])).check()
    (await device.shell(["phoneworld", "mark"])).check()
    for action in played.actions:
        await phone.perform(action)
        await phone.settle()
    name, text = played.ending
    request = {"rules": task.verifier, "answer": text if name != "call_user" else None, "ending": name}
    answer = (await device.shell(["phoneworld", "verify", encoded(request)])).check().text
    return json.loads(answer)


@pytest.mark.slow
async def test_thirty_tasks_are_rewarded_thirty_times(adb_port, phones):
    work, verdicts = chosen(), {}
    client = AdbClient(adb_port)
    await asyncio.gather(*(annotate(client, serial, work, verdicts) for serial in phones))
    failed = {key: [r for r in v["rules"] if not r["ok"]] for key, v in verdicts.items() if not v["success"]}
    assert not failed and len(verdicts) == TASKS
