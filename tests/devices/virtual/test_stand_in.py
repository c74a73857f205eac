"""A phone that stands in for a real one: no door shows what it holds, judges it, or puts it back."""

import pytest
from lab import Adb
from test_virtual_phones import Phones

from devices.adb.properties import parse_getprop


@pytest.fixture(scope="module")
def adb(adb_server):
    started = Phones("--seed", "7", "--stand-in")
    adb_server.run("connect", started.serials[0])
    yield Adb(adb_server, started.serials[0])
    adb_server.run("disconnect", started.serials[0], check=False)
    started.stop()


@pytest.mark.parametrize(
    "words", ["state", "hash", "mark", "verify e30=", "reset", "fault", "event battery 5"]
)
def test_there_is_no_door_to_its_state(adb, words):
    assert "not found" in adb("shell", f"phoneworld {words}", check=False).stderr.decode()


def test_it_says_what_it_is_and_not_its_seed(adb):
    known = parse_getprop(adb.shell("getprop"))
    assert known["ro.phonebuddy.stand_in"] == "1"
    assert "ro.phonebuddy.mock" not in known and "ro.phonebuddy.seed" not in known
    assert "7" not in known["ro.serialno"]


def test_a_person_can_use_it(adb):
    adb.shell("am start -n org.phoneworld.notes/.NotesActivity")
    assert "org.phoneworld.notes" in adb.shell("uiautomator dump /dev/tty")
