"""Every fault, seen through real clients."""

import io
import subprocess
import time

import pytest
from apk_file import minimal_apk
from lab import eventually
from PIL import Image

from devices.virtual.faults import KINDS
from tests.patience import PATIENCE_S


@pytest.fixture
def fault(lab, device):
    def set_(name, value="on"):
        lab.call(device.faults.set, name, value)

    return set_


def test_unauthorised_until_it_is_lifted(adb, fault):
    fault("unauthorised")
    adb.server.run("connect", adb.serial, check=False)
    eventually(lambda: "unauthorized" in adb.state())
    fault("unauthorised", "off")
    eventually(lambda: adb.state() == "device")


def test_offline_until_it_is_lifted(adb, fault):
    fault("offline")
    eventually(lambda: adb.state() != "device")
    fault("offline", "off")
    eventually(lambda: adb.server.run("connect", adb.serial, check=False) and adb.state() == "device", 40)


def test_frozen_keeps_the_connection_but_answers_nothing(adb, fault):
    fault("frozen")
    with pytest.raises(subprocess.TimeoutExpired):
        adb("shell", "echo hi", timeout=1.5)
    assert adb.state() == "device"
    fault("frozen", "off")
    assert adb.shell("echo thawed") == "thawed\n"


def test_a_fault_that_cuts_adb_off_can_end_itself(adb):
    with pytest.raises(subprocess.TimeoutExpired):
        adb("shell", "phoneworld fault frozen 2; echo done", timeout=1)
    assert adb.shell("echo thawed") == "thawed\n"


def test_slow(adb, fault):
    fault("slow", "150")
    before = time.monotonic()
    assert adb.shell("echo hi") == "hi\n"
    assert time.monotonic() - before > 0.15


def test_secure_window_is_black_everywhere_and_said_so(adb, fault):
    fault("secure")
    image = Image.open(io.BytesIO(adb("exec-out", "screencap", "-p").stdout)).convert("RGB")
    assert image.getextrema() == ((0, 0), (0, 0), (0, 0))
    assert "SECURE" in adb.shell("dumpsys window")
    fault("secure", "off")
    image = Image.open(io.BytesIO(adb("exec-out", "screencap", "-p").stdout)).convert("RGB")
    assert image.getextrema() != ((0, 0), (0, 0), (0, 0))


def test_full_storage(adb, fault, tmp_path):
    (tmp_path / "app.apk").write_bytes(minimal_apk("org.example.garden", "Garden"))
    fault("storage_full")
    pushed = adb("push", str(tmp_path / "app.apk"), "/sdcard/", check=False)
    assert pushed.returncode != 0 and b"No space left on device" in pushed.stderr + pushed.stdout
    installed = adb("install", str(tmp_path / "app.apk"), check=False)
    assert b"INSTALL_FAILED_INSUFFICIENT_STORAGE" in installed.stdout + installed.stderr
    assert "No space left" in adb("shell", "echo x > /sdcard/f", check=False).stderr.decode()
    assert "100%" in adb.shell("df /data")


def test_failed_dump_has_exit_status_zero(adb, fault):
    fault("dump_fails")
    done = adb("shell", "uiautomator dump /sdcard/x.xml")
    assert b"could not get idle state" in done.stdout + done.stderr
    assert adb("shell", "ls /sdcard/x.xml", check=False).returncode == 1


def test_low_battery_crash_and_rotation(adb, phone):
    adb.shell("phoneworld fault battery_low")
    assert phone.battery == {"level": 4, "charging": False}
    adb.shell("am start -n com.fake.notes/.MainActivity; phoneworld fault crash")
    assert phone.foreground["package"] == "com.fake.launcher"
    assert "FATAL EXCEPTION" in adb("logcat", "-d").stdout.decode()
    adb.shell("phoneworld fault rotate 3")
    assert phone.rotation == 3


def test_drop_from_the_shell_itself(adb):
    adb("shell", "phoneworld fault drop", check=False)
    eventually(lambda: adb.server.run("connect", adb.serial) and adb.state() == "device")


def test_the_list_and_wrong_names(adb):
    listing = adb.shell("phoneworld fault slow 5; phoneworld fault")
    assert all(name in listing for name in KINDS) and '"on": {"slow": "5"}' in listing
    assert adb("shell", "phoneworld fault nothing", check=False).returncode == 1
    assert adb("shell", "phoneworld fault slow much", check=False).returncode == 1


def test_a_fault_mid_stream_ends_the_video(scrcpy, fault):
    client = scrcpy()
    client.packets_until(lambda packet: packet[1])
    fault("scrcpy_dies")
    with pytest.raises((EOFError, ConnectionError)):
        client.packets_until(lambda packet: False)
    assert client.process.wait(PATIENCE_S) != 0
