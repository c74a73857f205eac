"""The adb binary, as it ships, against a virtual phone."""

import io
import socket
import subprocess
import threading

import pytest
from apk_file import minimal_apk
from lab import ADB, eventually
from PIL import Image

from tests.patience import PATIENCE_S


def test_connects_and_names_the_phone(adb):
    listing = adb.server.run("devices", "-l").stdout.decode()
    line = next(line for line in listing.splitlines() if line.startswith(adb.serial))
    assert " device " in line and "model:PhoneWorld" in line


def test_shell_keeps_output_errors_and_exit_codes_apart(adb):
    done = adb("shell", "echo out; echo err >&2; exit 7", check=False)
    assert (done.stdout, done.stderr, done.returncode) == (b"out\n", b"err\n", 7)
    assert adb("shell", "nothere", check=False).returncode == 127


def test_shell_reads_standard_input(adb):
    assert adb("shell", "wc -c", input=b"hello").stdout == b"5\n"
    assert adb("shell", "cat", input=b"x" * 300_000).stdout == b"x" * 300_000


def test_interactive_shell_echoes_and_exits(adb):
    done = adb("shell", "-tt", input=b"echo one\ttwo\nexit 3\n", check=False)
    assert done.returncode == 3 and b"one two" in done.stdout


def test_push_and_pull_a_folder(adb, tmp_path):
    source = tmp_path / "source"
    (source / "inner" / "深").mkdir(parents=True)
    (source / "empty.txt").write_bytes(b"")
    (source / "inner" / "big.bin").write_bytes(bytes(range(256)) * 9000)
    (source / "inner" / "深" / "naïve name.txt").write_text("text")
    adb("push", str(source), "/sdcard/Download/")
    adb("pull", "/sdcard/Download/source", str(tmp_path / "back"))
    listed = {p.relative_to(source): p.read_bytes() for p in source.rglob("*") if p.is_file()}
    back = tmp_path / "back"
    assert listed == {p.relative_to(back): p.read_bytes() for p in back.rglob("*") if p.is_file()}


def test_push_outside_the_sdcard_and_pull_of_nothing(adb, tmp_path):
    (tmp_path / "a").write_text("1")
    adb("push", str(tmp_path / "a"), "/data/local/tmp/deep/er/a")
    assert adb.shell("cat /data/local/tmp/deep/er/a") == "1"
    assert b"No such file" in adb("pull", "/sdcard/none", str(tmp_path), check=False).stderr
    assert b"Read-only" in adb("push", str(tmp_path / "a"), "/system/a", check=False).stderr


def test_screencap_is_the_picture(adb, device):
    image = Image.open(io.BytesIO(adb("exec-out", "screencap", "-p").stdout))
    assert image.size == (540, 1200)
    assert image.getpixel((270, 600))[:3] == tuple(device.phone.pixels()[600, 270, :3])
    raw = adb("exec-out", "screencap").stdout
    assert raw[:16] == (540).to_bytes(4, "little") + (1200).to_bytes(4, "little") + b"\1\0\0\0\1\0\0\0"
    assert len(raw) == 16 + 540 * 1200 * 4


@pytest.mark.parametrize("utf8", [True, False])
def test_install_and_uninstall(adb, tmp_path, utf8):
    apk = tmp_path / "app.apk"
    apk.write_bytes(minimal_apk("org.example.garden", "Garden", utf8))
    assert b"Success" in adb("install", str(apk)).stdout
    assert "package:org.example.garden" in adb.shell("pm list packages -3").splitlines()
    adb("install", "-r", str(apk))
    assert b"Success" in adb("uninstall", "org.example.garden").stdout
    assert adb("uninstall", "org.example.garden", check=False).returncode != 0


def test_install_refuses_what_is_no_apk(adb, tmp_path):
    bad = tmp_path / "bad.apk"
    bad.write_bytes(b"PK\3\4 not really")
    done = adb("install", str(bad), check=False)
    assert done.returncode != 0 and b"INSTALL_PARSE_FAILED_NOT_APK" in done.stdout + done.stderr


def test_forward_reaches_only_names_that_listen(adb):
    port = int(adb("forward", "tcp:0", "localabstract:nobody").stdout)
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as connection:
        assert connection.recv(1) == b""
    assert f"{adb.serial} tcp:{port} localabstract:nobody" in adb("forward", "--list").stdout.decode()
    adb("forward", "--remove", f"tcp:{port}")


def test_reverse_is_listed_replaced_and_removed(adb):
    adb("reverse", "localabstract:x", "tcp:7001")
    adb("reverse", "localabstract:x", "tcp:7002")
    assert "localabstract:x tcp:7002" in adb("reverse", "--list").stdout.decode()
    assert adb("reverse", "--no-rebind", "localabstract:x", "tcp:1", check=False).returncode != 0
    assert int(adb("reverse", "tcp:0", "tcp:7003").stdout) > 0
    adb("reverse", "--remove", "localabstract:x")
    assert adb("reverse", "--remove", "localabstract:x", check=False).returncode != 0
    adb("reverse", "--remove-all")
    assert adb("reverse", "--list").stdout.strip() == b""


def test_uiautomator_dump_to_a_file_and_to_the_terminal(adb):
    assert adb.shell("uiautomator dump") == "UI hierchary dumped to: /sdcard/window_dump.xml\n"
    assert adb.shell("cat /sdcard/window_dump.xml").startswith("<?xml")
    text = adb("exec-out", "uiautomator", "dump", "--compressed", "/dev/tty").stdout.decode()
    assert text.startswith("<?xml") and text.endswith("UI hierchary dumped to: /dev/tty\n")


def test_logcat_dumps_filters_and_follows(adb, lab, device):
    assert "ActivityManager" in adb("logcat", "-d").stdout.decode()
    adb.shell("log -p e -t Mine 'a b c'")
    assert adb("logcat", "-d", "-v", "raw", "-s", "Mine:E").stdout.decode().splitlines()[-1] == "a b c"
    process = subprocess.Popen(
        [ADB, "-s", adb.serial, "logcat", "-s", "Later"], env=adb.server.env, stdout=subprocess.PIPE
    )
    lines = []
    threading.Thread(target=lambda: lines.extend(iter(process.stdout.readline, b"")), daemon=True).start()
    eventually(lambda: lines)
    lab.call(device.log, "W", "Later", "now")
    eventually(lambda: any(b"now" in line for line in lines))
    process.kill()
    process.wait(PATIENCE_S)
    process.stdout.close()
    adb("logcat", "-c")
    assert "Mine" not in adb("logcat", "-d").stdout.decode()


def test_comes_back_after_the_connection_dropped(adb, lab, device):
    lab.call(device.faults.set, "drop")
    eventually(lambda: adb.server.run("connect", adb.serial) and adb.state() == "device")
    assert adb.shell("echo again") == "again\n"


def test_a_command_ends_with_its_client(adb, device):
    process = subprocess.Popen(
        [ADB, "-s", adb.serial, "shell", "sleep 600"], env=adb.server.env, stdin=subprocess.DEVNULL
    )
    eventually(lambda: device.processes.named("sh"))
    process.kill()
    process.wait(PATIENCE_S)
    eventually(lambda: not device.processes.named("sh"))


def test_screenrecord_writes_a_video_that_plays(adb, device, tmp_path):
    import av

    adb("shell", "screenrecord --time-limit 1 /sdcard/clip.mp4")
    adb("pull", "/sdcard/clip.mp4", str(tmp_path / "clip.mp4"))
    with av.open(str(tmp_path / "clip.mp4")) as clip:
        frames = list(clip.decode(video=0))
    assert frames and frames[0].width == 544 and frames[0].height == 1200
