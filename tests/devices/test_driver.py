"""A program at a phone: what it does arrives, what it sees is there, and a lost line is told apart."""

import asyncio
import subprocess
import sys

import numpy as np
import pytest
from live_phones import PhoneProcess

from devices import actions
from devices.adb.client import AdbClient
from devices.adb.scrcpy.jar import bundled_jar
from devices.driver import DeviceLost, PhoneDriver, png_picture, raw_picture
from devices.ports import free_port
from tests.patience import PATIENCE_S
from tests.running import ROOT

NOTES = "org.phoneworld.notes"


class World(PhoneProcess):
    """A PhoneWorld phone as a process."""

    def start(self):
        command = [sys.executable, "-m", "devices.virtual", "--base-port", str(self.port), "--seed", "5"]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self.process.stdout.readline()
        return self


@pytest.fixture(scope="module")
def world():
    phone = World(free_port()).start()
    yield phone
    phone.kill()


@pytest.fixture
async def device(adb_port, world):
    client = AdbClient(adb_port)
    async with asyncio.timeout(PATIENCE_S):
        while (await client.devices()).get(world.serial) != "device":
            await client.connect(world.serial)
            await asyncio.sleep(0.1)
    device = client.device(world.serial)
    (await device.shell(["phoneworld", "reset", "--seed", "3"])).check()
    return device


@pytest.fixture
async def phone(device):
    async with PhoneDriver(device, bundled_jar(), mock=True) as phone:
        yield phone


def node(observation, words):
    return next(n for n in observation.tree.root.walk() if words in (n.text, n.desc))


def middle(observation, words):
    left, top, right, bottom = node(observation, words).bounds
    return (((left + right) // 2, (top + bottom) // 2),)


async def do(phone, *steps):
    """Each action, then what is on the screen."""
    for step in steps:
        await phone.perform(step)
        assert await phone.settle()
    return await phone.observe()


async def test_a_note_is_written_as_a_person_would(phone):
    seen = await do(phone, actions.OpenApp(NOTES))
    assert seen.package == NOTES and seen.settled and not seen.secure
    assert seen.image.shape == (1200, 540, 3) and (seen.width, seen.height) == (540, 1200)
    seen = await do(phone, actions.Click(middle(seen, "New note")), actions.Type("Milk\n2 × 牛奶"))
    said = [n.text for n in seen.tree.root.walk() if n.role == "text_field"]
    assert any("Milk" in text for text in said) and any("2 × 牛奶" in text for text in said)
    assert seen.focused is not None
    seen = await do(phone, actions.ButtonPress("home"), actions.CloseApp(NOTES))
    assert seen.package != NOTES


async def test_paths_scroll_and_a_long_press_is_long(phone):
    settings = "org.phoneworld.settings"
    before = await do(phone, actions.OpenApp(settings))
    after = await do(phone, actions.Scroll(((270, 900), (270, 300)), duration=200))
    assert np.abs(before.image.astype(int) - after.image).mean() > 1
    seen = await do(phone, actions.ButtonPress("home"), actions.Finish("nothing to do on the phone"))
    assert seen.package != settings


async def test_what_is_not_asked_for_is_not_taken(phone):
    seen = await phone.observe(screenshot=False, tree=False)
    assert seen.image is None and seen.tree is None and seen.package


async def test_a_secure_window_gives_no_picture_and_says_so(phone, device):
    await device.shell(["phoneworld", "fault", "secure"])
    seen = await phone.observe()
    await device.shell(["phoneworld", "fault", "secure", "off"])
    assert seen.secure and seen.image is None and seen.tree is not None


async def test_a_broken_line_is_told_before_anything_is_done(device):
    async with PhoneDriver(device, bundled_jar(), mock=True) as phone:
        (await device.shell(["phoneworld", "fault", "scrcpy_dies"])).check()
        async with asyncio.timeout(PATIENCE_S):
            while not phone._reader.done():
                await asyncio.sleep(0.02)
        with pytest.raises(DeviceLost):
            await phone.perform(actions.ButtonPress("home"))
        with pytest.raises(DeviceLost):
            await phone.observe()


async def test_pictures_settle_where_the_phone_cannot_say_so(device):
    """As on a real phone: scrcpy's video alone tells, and PNG over adb."""
    async with PhoneDriver(device, bundled_jar(), mock=False) as phone:
        seen = await do(phone, actions.OpenApp(NOTES))
        assert seen.package == NOTES and seen.image.shape == (1200, 540, 3)
        exact = raw_picture(await device.exec_out(["screencap"]))
        assert np.array_equal(exact, png_picture(await device.exec_out(["screencap", "-p"])))
