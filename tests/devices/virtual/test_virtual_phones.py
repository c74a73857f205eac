"""The process that runs phones: PhoneWorld behind adb, from the command line."""

import base64
import io
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from lab import Adb, eventually
from PIL import Image

from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[3]


class Phones:
    """A process of phones; `serials` when it says it is ready."""

    def __init__(self, *words, command=("-m", "devices.virtual")):
        self.process = subprocess.Popen(
            [sys.executable, *command, "--base-port", "0", *words],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        line = self.process.stdout.readline()
        self.phones = json.loads(line)["phones"] if line else []
        self.serials = [phone["serial"] for phone in self.phones]

    def stop(self):
        """Ends it as a supervisor does; returns its exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE_S)
        finally:
            self.process.kill()
            self.process.stdout.close()


@pytest.fixture(scope="module")
def phones():
    started = Phones("--count", "2", "--seed", "7", "--faults", "slow=1")
    yield started
    assert started.stop() == 0


@pytest.fixture(scope="module")
def pair(phones, adb_server):
    for serial in phones.serials:
        adb_server.run("connect", serial)
    yield [Adb(adb_server, serial) for serial in phones.serials]
    for serial in phones.serials:
        adb_server.run("disconnect", serial, check=False)


def _encoded(value):
    return base64.b64encode(json.dumps(value).encode()).decode()


def test_phones_are_named_by_their_seed(phones, pair):
    assert [phone["serialno"] for phone in phones.phones] == ["pw-7-0", "pw-8-1"]
    assert [adb.shell("getprop ro.serialno").strip() for adb in pair] == ["pw-7-0", "pw-8-1"]
    assert '"slow": "1"' in pair[0].shell("phoneworld fault")


def test_a_picture_of_a_phone(pair):
    image = Image.open(io.BytesIO(pair[0]("exec-out", "screencap", "-p").stdout)).convert("RGB")
    assert image.size == (540, 1200)
    assert len(image.getcolors(1 << 20)) > 100  # drawn, not blank


def test_the_same_seed_is_the_same_state(pair):
    first = [adb.shell("phoneworld reset --seed 3") for adb in pair]
    assert first[0] == first[1] and first[0].startswith("ok ")


def test_a_tap_on_a_node_opens_an_app(pair):
    adb = pair[0]
    adb.shell("phoneworld reset --seed 3")
    package = adb.shell("pm list packages | grep notes").strip().removeprefix("package:")
    adb.shell(f"monkey -p {package} 1")
    assert package in adb.shell("dumpsys window | grep mCurrentFocus")
    assert f'package="{package}"' in adb.shell("uiautomator dump /dev/tty")
    adb.shell("input keyevent HOME")
    eventually(lambda: "launcher" in adb.shell("dumpsys window | grep mCurrentFocus"))


def test_setup_mark_and_a_rejected_setup(pair):
    adb = pair[0]
    setup = {
        "clipboard": "from the task",
        "edits": [{"op": "file", "path": "/sdcard/Documents/a.txt", "text": "hi"}],
    }
    assert adb.shell(f"phoneworld reset --seed 3 --setup {_encoded(setup)}").startswith("ok ")
    assert adb.shell("cmd clipboard get; cat /sdcard/Documents/a.txt") == "from the task\nhi"
    assert len(adb.shell("phoneworld mark").strip()) == 32
    assert json.loads(adb.shell("phoneworld state"))["clipboard"] == "from the task"
    assert adb("shell", f"phoneworld reset --setup {_encoded({'nonsense': 1})}", check=False).returncode == 1


def test_rotation_text_and_permissions_reach_phoneworld(pair):
    adb = pair[0]
    adb.shell("phoneworld reset --seed 3; settings put system user_rotation 1")
    assert Image.open(io.BytesIO(adb("exec-out", "screencap", "-p").stdout)).size == (1200, 540)
    adb.shell(
        "settings put system user_rotation 0; pm grant org.phoneworld.messages android.permission.READ_SMS"
    )
    assert "READ_SMS: granted=true" in adb.shell("dumpsys package org.phoneworld.messages")
    adb.shell("cmd statusbar expand-settings")
    assert json.loads(adb.shell("phoneworld state"))["shade"] == "quick"
    adb.shell("cmd statusbar collapse")
    assert json.loads(adb.shell("phoneworld state"))["shade"] is None


@pytest.mark.parametrize(
    ("words", "package", "shown"),
    [
        ("-a android.intent.action.DIAL -d tel:5550142", "contacts", "5550142"),
        (
            "-a android.intent.action.SENDTO -d smsto:5550142 --es sms_body 'on my way'",
            "messages",
            "on my way",
        ),
        (
            "-a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 6 "
            "--ei android.intent.extra.alarm.MINUTES 45 --es android.intent.extra.alarm.MESSAGE Gym",
            "clock",
            "Gym",
        ),
        (
            "-a android.intent.action.INSERT -t vnd.android.cursor.item/event --es title Lunch",
            "calendar",
            "Lunch",
        ),
        ("-a android.settings.SETTINGS", "settings", "Settings"),
        ("-a android.intent.action.VIEW -d content://contacts/people/", "contacts", "Contacts"),
    ],
)
def test_intents_open_the_app_that_takes_them(pair, words, package, shown):
    adb = pair[1]
    adb.shell("phoneworld reset --seed 3")
    assert "Error" not in adb.shell(f"am start {words}")
    assert f"org.phoneworld.{package}" in adb.shell("dumpsys window | grep mCurrentFocus")
    assert shown in adb.shell("uiautomator dump /dev/tty")


def test_an_intent_nobody_takes(pair):
    done = pair[1]("shell", "am start -a android.intent.action.EDIT -d geo:1,2", check=False)
    assert done.returncode == 1 and b"unable to resolve Intent" in done.stderr


def test_bad_options_are_refused():
    done = subprocess.run(
        [sys.executable, "-m", "devices.virtual", "--size", "10x10"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode != 0 and "each side 200 to 4096" in done.stderr


def test_a_verdict_over_what_was_done(pair):
    adb = pair[0]
    adb.shell("phoneworld reset --seed 3; phoneworld mark")
    place = {"table": "files", "where": {"name": "report.txt"}}
    request = _encoded({"rules": {"rules": [{"rule": "present", **place}]}, "answer": None})
    before = json.loads(adb.shell(f"phoneworld verify {request}"))
    assert before["success"] is False and before["side_effects"] == []
    adb.shell("echo done > /sdcard/Documents/report.txt; uiautomator dump; screencap -p /sdcard/s.png")
    after = json.loads(adb.shell(f"phoneworld verify {request}"))
    assert after["success"] is True and after["side_effects"] == []
    bare = _encoded({"rules": [{"rule": "present", **place}]})
    assert json.loads(adb.shell(f"phoneworld verify {bare}"))["success"] is True
    adb.shell("settings put system screen_brightness 5")
    assert json.loads(adb.shell(f"phoneworld verify {request}"))["side_effects"]
    assert adb(
        "shell", f"phoneworld verify {_encoded({'rules': {'rules': [{'rule': 'magic'}]}})}", check=False
    ).returncode
