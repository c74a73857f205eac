"""adbutils, the library most Python clients use, against a virtual phone."""

import pytest
from adbutils import AdbError
from apk_file import minimal_apk


def test_shell_and_shell2(client):
    assert client.shell("echo hi") == "hi"
    assert client.shell(["echo", "a b", "$HOME"]) == "a b $HOME"
    done = client.shell2("echo out; echo err >&2; exit 4", v2=True)
    assert (done.returncode, done.stdout, done.stderr) == (4, "out\n", "err\n")
    assert client.shell2("false").returncode == 1
    assert client.getprop("ro.phonebuddy.mock") == "1"
    assert client.prop.model == "PhoneWorld"


def test_sync_push_pull_list_stat(client, tmp_path):
    data = bytes(range(256)) * 1000
    assert client.sync.push(data, "/sdcard/Download/data.bin", check=True) == len(data)
    info = client.sync.stat("/sdcard/Download/data.bin")
    assert info.size == len(data) and info.mode & 0o100000
    assert not client.sync.exists("/sdcard/Download/none")
    names = {entry.path for entry in client.sync.list("/sdcard/Download")}
    assert {".", "..", "data.bin"} <= names
    client.sync.pull("/sdcard/Download", tmp_path / "back")
    assert (tmp_path / "back" / "data.bin").read_bytes() == data
    assert client.sync.read_bytes("/sdcard/Download/data.bin") == data
    with pytest.raises(AdbError):
        client.sync.read_bytes("/sdcard/Download/none")


def test_screenshot_and_framebuffer(client, device):
    expected = tuple(device.phone.pixels()[600, 270, :3])
    assert client.screenshot(error_ok=False).getpixel((270, 600)) == expected
    assert client.screenshot(display_id=0, error_ok=False).size == (540, 1200)
    assert client.framebuffer().convert("RGB").getpixel((270, 600)) == expected


def test_dump_hierarchy(client):
    assert "<hierarchy" in client.dump_hierarchy()


def test_apps_start_stop_and_info(client):
    client.app_start("com.fake.notes")
    current = client.app_current()
    assert (current.package, current.activity) == ("com.fake.notes", "com.fake.notes.MainActivity")
    client.app_start("com.fake.settings", ".MainActivity")
    assert client.app_current().package == "com.fake.settings"
    client.app_stop("com.fake.settings")
    assert client.app_current().package == "com.fake.launcher"
    info = client.app_info("com.fake.notes")
    assert info.version_name == "1.0.0" and info.version_code == 100 and info.first_install_time
    assert client.app_info("com.nope") is None
    assert {"com.fake.notes", "com.fake.settings"} <= set(client.list_packages())
    assert client.list_packages(["-3"]) == ["com.fake.notes"]


def test_install_and_uninstall(client, tmp_path):
    apk = tmp_path / "app.apk"
    apk.write_bytes(minimal_apk("org.example.garden", "Garden"))
    client.install(str(apk), nolaunch=True, silent=True)
    assert "org.example.garden" in client.list_packages()
    assert client.uninstall("org.example.garden") == "Success"


def test_input_reaches_the_phone(client, phone):
    client.click(30, 90)
    client.swipe(100, 1000, 100, 400, 0.1)
    client.send_keys("hello world".replace(" ", "%s"))
    client.keyevent("BACK")
    client.keyevent(66)
    assert phone.cells[0, 1] == 1
    actions = [touch[0] for touch in phone.touches]
    assert (
        actions[:2] == ["down", "up"]
        and actions[2] == "down"
        and actions[-1] == "up"
        and "move" in actions[3:-1]
    )
    assert phone.text == "hello world"
    assert [name for name, _ in phone.keys] == ["BACK", "ENTER"]


def test_facts_about_the_phone(client, lab, device):
    assert tuple(client.window_size()) == (540, 1200) and client.rotation() == 0
    lab.call(device.rotate, 1)
    assert client.rotation() == 1 and tuple(client.window_size()) == (1200, 540)
    assert client.is_screen_on()
    client.switch_screen(False)
    assert not client.is_screen_on()
    client.switch_screen(True)
    battery = client.battery()
    assert battery.level == 100 and battery.usb_powered
    client.brightness_value = 40
    assert client.brightness_value == 40
    client.switch_airplane(True)
    assert client.shell("settings get global airplane_mode_on") == "1"
    assert client.wlan_ip().startswith("10.")


def test_create_connection_to_a_name_nobody_serves(client):
    with pytest.raises(AdbError):
        client.create_connection("localabstract", "nobody").read_string(1)


def test_forward_and_reverse_lists(client):
    client.forward("tcp:0", "localabstract:name")
    assert any(item.remote == "localabstract:name" for item in client.forward_list())
    client.reverse("localabstract:back", "tcp:9")
    assert [(item.remote, item.local) for item in client.reverse_list()] == [("localabstract:back", "tcp:9")]
