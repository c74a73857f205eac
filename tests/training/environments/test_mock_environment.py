"""A phone of this process shows what adb would tell of it, and its verifier rewards what is right."""

import asyncio
import json
import subprocess
import sys

import numpy as np
import pytest

from devices import actions
from devices.adb import uitree
from devices.adb.client import AdbClient
from devices.adb.scrcpy.jar import bundled_jar
from devices.adb.server import AdbServer
from devices.phoneworld import Phone, disturb
from devices.phoneworld.tasks import suite
from devices.ports import free_port
from devices.quiet import QuietDriver
from tests.running import ROOT
from tests.training.environments import scripted
from training.environments.base import EnvironmentFailed, Goal
from training.environments.goals import goal_of
from training.environments.loop import Loop
from training.environments.mock import MockEnvironment, Starts
from training.environments.screens import observe

WALK = (
    actions.OpenApp("org.phoneworld.notes"),
    actions.LongPress(((200, 400),)),
    actions.ButtonPress("back"),
    actions.Click(((480, 1100),)),
    actions.Type("Milk & “牛奶” <2>"),
    actions.Type("first line\nsecond"),
    actions.ButtonPress("home"),
    actions.OpenApp("org.phoneworld.settings"),
    actions.Scroll(((270, 900), (270, 500)), 1500),
    actions.Drag(((270, 900), (270, 400)), 400),
    actions.Click(((200, 500),)),
    actions.OpenApp("org.phoneworld.marlow"),
    actions.Click(((270, 700),)),
    actions.ButtonPress("recents"),
)


def told(seen):
    """All that adb tells of a screen, but for the time."""
    return seen.tree.root, seen.package, seen.activity, seen.rotation, seen.width, seen.height, seen.secure


@pytest.fixture(scope="module")
def over_adb():
    """A mock phone's serial and its adb port."""
    command = [sys.executable, "-m", "devices.virtual", "--base-port", "0", "--seed", "5"]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    serial = json.loads(process.stdout.readline())["phones"][0]["serial"]
    loop, server = Loop(), AdbServer(free_port())
    loop.run(server.start(), 60)
    loop.run(server.client.connect(serial), 60)
    yield serial, server.port
    loop.run(server.stop(), 60)
    loop.close()
    process.kill()
    process.wait()
    process.stdout.close()


async def test_what_is_seen_in_process_is_what_adb_tells(over_adb):
    serial, port = over_adb
    device = AdbClient(port).device(serial)
    (await device.shell(["phoneworld", "reset", "--seed", "3"])).check()
    here = MockEnvironment()
    here.begin(Goal("x", "x", {"seed": 3, "setup": {}, "verifier": {}}))
    async with QuietDriver(device, bundled_jar(), raw=True) as there:
        for action in WALK:
            await there.perform(action)
            mine = here.act(action)
            theirs = await there.observe(screenshot=False)
            assert told(mine) == told(theirs), action
        assert mine.tree.xml == theirs.tree.xml
        both = await there.observe(screenshot=True)
        shown = observe(here.phone, picture=True)
        strip = slice(60, None)  # the status bar tells the time
        assert np.array_equal(both.image[strip], shown.image[strip])


@pytest.mark.parametrize("profile", ["none", "hostile"])
def test_screens_equal_their_xml(profile):
    phone = Phone(11, profile=profile)
    apps = sorted(entry["package"] for entry in phone.packages())
    looked = 0
    for n in range(90):
        if n % 6 == 0:
            phone.open_app(apps[(n * 7) % len(apps)])
        elif boxes := phone.frame().hit_boxes:
            left, top, right, bottom, _ = boxes[(n * 13) % len(boxes)]
            phone.tap((left + right) // 2, (top + bottom) // 2)
        if n % 11 == 0:
            phone.swipe(270, 900, 270, 400)
            phone.rotate(n % 4)
        if not phone.screen_on:
            phone.key("POWER")
        seen, parsed = observe(phone), uitree.parse(phone.ui_xml())
        assert seen.tree.root == parsed.root and seen.tree.rotation == parsed.rotation
        assert (seen.width, seen.height) == phone.pixels().shape[1::-1] if n % 11 == 0 else True
        looked += 1
    assert looked == 90


def test_oracles_are_rewarded_and_nothing_else_is():
    goals = [*scripted.drawn(), goal_of(suite.load()["tasks"][0])]
    environment = MockEnvironment()
    for goal in goals[:-1]:
        environment.begin(goal)
        assert environment.act(actions.Finish("Done")) is None
        assert environment.judge().value == 0
        environment.begin(goal)
        *before, last = scripted.oracle(goal.key)
        assert environment.act(*before, last) is None
        reward = environment.judge()
        assert reward.value == 1 and reward.progress == 1
    assert environment.begin(goals[-1]).tree is not None  # a suite's row, seed within its set-up


def test_a_group_starts_alike_from_one_set_up(monkeypatch):
    goal, starts, resets = scripted.drawn()[0], Starts(), []
    reset = Phone.reset
    monkeypatch.setattr(Phone, "reset", lambda self, *a, **k: (resets.append(1), reset(self, *a, **k)))
    phones = [MockEnvironment(starts=starts) for _ in range(8)]
    for phone in phones:
        phone.begin(goal)
    assert len(resets) == 1
    hashes = {phone.phone.state_hash() for phone in phones}
    assert len(hashes) == 1
    phones[0].act(actions.OpenApp("org.phoneworld.notes"))
    assert phones[1].phone.state_hash() in hashes and phones[0].phone.state_hash() not in hashes


def test_pictures_on_request_and_never_of_a_secure_window():
    phone = Phone(1)
    assert observe(phone).image is None and observe(phone, picture=True, tree=False).tree is None
    assert observe(phone, picture=True).image.shape == (1200, 540, 3)
    phone.open_app("org.phoneworld.bank")
    seen = observe(phone, picture=True, tree=False)
    if seen.secure:
        assert seen.image is None and seen.tree is not None


def test_the_user_passes_a_captcha_and_the_episode_goes_on():
    environment = MockEnvironment()
    environment.begin(Goal("x", "x", {"seed": 3, "setup": {}, "verifier": {"rules": []}}))
    environment.act(actions.OpenApp("org.phoneworld.notes"))
    disturb.inject(environment.phone, "captcha")
    assert environment.act(actions.CallUser("a captcha")) is not None
    assert environment.act(actions.CallUser("I am lost")) is None


def test_a_set_up_that_does_not_fit_is_the_environments_fault():
    with pytest.raises(EnvironmentFailed):
        MockEnvironment().begin(Goal("x", "x", {"setup": {"edits": [{"op": "nonsense"}]}, "verifier": {}}))


def test_loops_of_phones_give_up_in_time():
    loop = Loop()
    with pytest.raises(TimeoutError):
        loop.run(asyncio.sleep(30), 0.05)
    assert loop.run(asyncio.sleep(0, "on"), 30) == "on"
    loop.close()
