"""What verbs print, read with the expressions of the clients that read it."""

import base64
import json
import re
import stat

from devices.virtual.files import FileSystem


def test_properties(sh):
    assert sh("getprop ro.build.version.release")[0] == "15\n"
    assert (
        sh("getprop ro.build.version.sdk; getprop ro.product.model; getprop none; getprop none x")[0]
        == "35\nPhoneWorld\n\nx\n"
    )
    assert dict(re.findall(r"^\[(.*)\]: \[(.*)\]$", sh("getprop")[0], re.M))["ro.serialno"] == "pw-1-0"
    assert sh("setprop a.b 1; getprop a.b")[0] == "1\n"
    assert sh("setprop ro.secure 0")[2] == 1


def test_wm(sh, device):
    assert sh("wm size; wm density")[0] == "Physical size: 540x1200\nPhysical density: 240\n"
    assert re.search(r"Override size: (\d+)x(\d+)", sh("wm size 300x600; wm size")[0]).groups() == (
        "300",
        "600",
    )
    assert sh("wm size reset; wm size")[0] == "Physical size: 540x1200\n"
    sh("wm user-rotation lock 1")
    assert device.rotation == 1
    assert sh("wm size")[0] == "Physical size: 540x1200\n"  # the panel does not turn


def test_what_android_world_reads(sh, device):
    window = sh("dumpsys window | grep mCurrentRotation")[0]
    assert re.findall(r"mCurrentRotation=ROTATION_(\d+)", window) == ["0"]
    frame = sh("dumpsys input | grep logicalFrame")[0]
    assert re.findall(r"logicalFrame=\[0, 0, (\d+), (\d+)\]", frame) == [("540", "1200")]
    assert re.findall(
        r"physicalFrame=\[(\d+), (\d+), (\d+), (\d+)\]", sh("dumpsys input | grep physicalFrame")[0]
    ) == [("0", "0", "540", "1200")]
    assert re.search(r"mCallState=(\d)", sh("dumpsys telephony.registry")[0]).group(1) == "0"
    sh("am start -n com.fake.notes/.MainActivity")
    recents = re.findall(r"\bid=(\d+)", sh("dumpsys activity recents")[0])
    assert recents
    sh(f"am stack remove {recents[0]}")
    assert device.phone.foreground["package"] == "com.fake.launcher"
    sh("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    assert device.rotation == 1
    assert re.findall(
        r"mCurrentRotation=ROTATION_(\d+)", sh("dumpsys window | grep mCurrentRotation")[0]
    ) == ["90"]
    assert sh("svc wifi disable; settings get global wifi_on")[0] == "0\n"
    assert sh("am broadcast -a clipper.set -e text words")[0].endswith(
        'result=-1, data="Text is copied into clipboard."\n'
    )
    assert sh("am broadcast -a clipper.get")[0].split("data=")[1].strip('"\n') == "words"


def test_what_android_env_reads(sh):
    sh("am start -n com.fake.notes/com.fake.notes.MainActivity")
    visible = [line for line in sh("am stack list")[0].splitlines() if "visible=true" in line]
    assert (
        re.search(r"topActivity=ComponentInfo\{(.*?)\}", visible[0]).group(1)
        == "com.fake.notes/com.fake.notes.MainActivity"
    )


def test_focus_lines(sh):
    sh("am start -n com.fake.notes/.MainActivity")
    assert (
        re.search(r"mCurrentFocus=Window\{\w+ u0 (\S+)/(\S+)\}", sh("dumpsys window")[0]).group(1)
        == "com.fake.notes"
    )
    assert re.search(r"mFocusedApp=ActivityRecord\{\w+ u0 (\S+)/(\S+) t\d+\}", sh("dumpsys window")[0])
    assert re.search(
        r"topResumedActivity=ActivityRecord\{\w+ u0 com.fake.notes/.MainActivity t\d+\}",
        sh("dumpsys activity activities")[0],
    )
    assert re.search(r"ACTIVITY com.fake.notes/\S+ \w+ pid=\d+", sh("dumpsys activity top")[0])
    assert "mInputShown=false" in sh("dumpsys input_method")[0]


def test_am_and_monkey(sh, phone):
    assert (
        sh("am start -n com.fake.notes/.MainActivity")[0]
        == "Starting: Intent { cmp=com.fake.notes/.MainActivity }\n"
    )
    assert "Status: ok" in sh("am start -W -n com.fake.settings/.MainActivity")[0]
    _, err, status = sh("am start -n com.none/.Main")
    assert status == 1 and "Error type 3" in err and "does not exist" in err
    assert (
        sh("am force-stop com.fake.settings")[2] == 0 and phone.foreground["package"] == "com.fake.launcher"
    )
    sh("monkey -p com.fake.notes -c android.intent.category.LAUNCHER 1")
    assert phone.foreground["package"] == "com.fake.notes"
    assert sh("monkey -p com.none 1")[2] == 252
    sh("am start -a android.intent.action.MAIN -c android.intent.category.HOME")
    assert phone.keys[-1][0] == "HOME"
    text = base64.b64encode("你好".encode()).decode()
    assert sh(f"am broadcast -a ADB_INPUT_B64 --es msg {text}")[0].endswith("Broadcast completed: result=0\n")
    assert phone.text == "你好"


def test_packages(sh):
    assert sh("pm list packages -3")[0] == "package:com.fake.notes\n"
    assert (
        "package:/system/app/com.fake.settings/base.apk=com.fake.settings\n"
        in sh("cmd package list packages -f")[0]
    )
    assert sh("pm list packages notes")[0] == "package:com.fake.notes\n"
    assert sh("pm path com.fake.notes")[0] == "package:/data/app/com.fake.notes/base.apk\n"
    assert sh("pm path none")[2] == 1
    assert sh("pm clear com.fake.notes") == ("Success\n", "", 0)
    assert sh("pm clear com.none")[:2] == ("Failed\n", "")
    assert sh(
        "pm grant com.fake.notes android.permission.CAMERA; dumpsys package com.fake.notes | grep CAMERA"
    )[0].strip() == ("android.permission.CAMERA: granted=true")
    assert sh("pm grant com.none x")[2] == 255
    assert (
        sh("cmd package resolve-activity --brief com.fake.notes | tail -n 1")[0]
        == "com.fake.notes/.MainActivity\n"
    )
    intent = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
    listed = sh(f"cmd package query-activities --brief {intent}")[0]
    found = re.findall(r"^\s*([A-Za-z][\w.]*)/[\w.$]+\s*$", listed, re.M)
    assert found == ["com.fake.notes", "com.fake.settings"]
    assert "Unable to find package" in sh("dumpsys package com.none")[0]


def test_settings_and_content(sh):
    assert (
        sh("settings get system none; settings put secure a 'b c'; settings get secure a")[0] == "null\nb c\n"
    )
    assert sh("settings list secure | grep ^a=")[0] == "a=b c\n"
    assert sh("settings delete secure a; settings delete secure a")[0] == "Deleted 1 rows\nDeleted 0 rows\n"
    assert sh("settings frob")[2] == 255
    sh("content insert --uri content://settings/secure --bind name:s:k --bind value:i:5")
    assert (
        sh("content query --uri content://settings/secure --where \"name='k'\" --projection name:value")[0]
        == "Row: 0 name=k, value=5\n"
    )


def test_files(sh):
    assert sh("mkdir -p /sdcard/a/b && echo hey > /sdcard/a/b/f.txt && ls -l /sdcard/a/b")[0].splitlines()[
        1
    ].split()[4:] == ["4", "2023-10-15", *sh("date +%H:%M")[0].split(), "f.txt"]
    assert sh("ls -a /sdcard/a; ls /none") == (".\n..\nb\n", "ls: /none: No such file or directory\n", 1)
    assert sh("ls /storage/emulated/0/a")[0] == "b\n"
    assert sh("stat -c '%s %n' /sdcard/a/b/f.txt")[0] == "4 /sdcard/a/b/f.txt\n"
    assert sh("find /sdcard -name '*.txt' -type f")[0] == "/sdcard/a/b/f.txt\n"
    assert sh("cd /sdcard && find . -maxdepth 1 -type d | sort")[0] == ".\n./Download\n./a\n"
    assert (
        sh("cp -r /sdcard/a /sdcard/c && mv /sdcard/c/b/f.txt /sdcard/g && cat /sdcard/g; ls /sdcard/c/b")[0]
        == "hey\n"
    )
    assert sh("rm /sdcard/a")[1] == "rm: /sdcard/a: is a directory\n"
    assert sh("rm -rf /sdcard/* && ls /sdcard; rm -f /none; echo $?")[0] == "0\n"
    assert sh("mkdir /none/x") == ("", "mkdir: '/none/x': No such file or directory\n", 1)
    assert (
        sh("echo x > /data/local/tmp/s; chmod 755 /data/local/tmp/s; stat -c %a /data/local/tmp/s")[0]
        == "755\n"
    )
    assert stat.filemode(0o100755) in sh("ls -l /data/local/tmp/s")[0]
    assert (
        sh("touch -d 2024-02-03T04:05:06 /data/local/tmp/s; stat -c %Y /data/local/tmp/s")[0]
        == "1706933106\n"
    )
    assert sh("cat /none")[1:] == ("cat: /none: No such file or directory\n", 1)
    assert sh("echo x > /system/x") == ("", "sh: can't create /system/x: Read-only file system\n", 1)
    assert sh("echo abc | md5sum")[0] == "0bee89b07a248e27c83fc3d5951213c1  -\n"
    assert sh("df /sdcard | tail -1")[0].split()[-1] == "/data"


def test_text_filters(sh):
    sh("printf 'b 2\\na 10\\nb 2\\nc 1\\n' > /sdcard/t")
    assert sh("sort -u /sdcard/t")[0] == "a 10\nb 2\nc 1\n"
    assert sh("cut -d ' ' -f 2 /sdcard/t 2>/dev/null < /sdcard/t")[0] == "2\n10\n2\n1\n"
    assert (
        sh("grep -c b /sdcard/t; grep -v b /sdcard/t; grep -E '^(a|c)' /sdcard/t | tail -1")[0]
        == "2\na 10\nc 1\nc 1\n"
    )
    assert sh("grep zzz /sdcard/t")[2] == 1
    assert sh("sed -n 2p /sdcard/t; sed 's/b/X/' /sdcard/t | head -1")[0] == "a 10\nX 2\n"


def test_time_and_processes(sh, device):
    assert re.fullmatch(r"\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d UTC 2023\n", sh("date")[0])
    assert abs(int(sh("date +%s")[0]) - device.phone.now // 1000) < 60
    assert sh("date +%Y%m%d")[0] == "20231015\n"
    sh("am start -n com.fake.notes/.MainActivity")
    pid = sh("pidof com.fake.notes")[0].strip()
    assert re.search(rf"^\S+ +{pid} .* com\.fake\.notes$", sh("ps -A")[0], re.M)
    sh("am force-stop com.fake.notes")
    assert sh("pidof com.fake.notes")[2] == 1


def test_each_start_has_its_own_boot_id(sh, device):
    boot = sh("cat /proc/sys/kernel/random/boot_id")[0]
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\n", boot)
    assert sh("cat /proc/sys/kernel/random/boot_id")[0] == boot
    assert FileSystem(device).read("/proc/sys/kernel/random/boot_id").decode() != boot


def test_clipboard_panels_and_ime(sh, phone):
    assert sh("cmd clipboard set hello there; cmd clipboard get")[0] == "hello there\n"
    for command, shade in (
        ("expand-notifications", "notes"),
        ("expand-settings", "quick"),
        ("collapse", None),
    ):
        sh(f"cmd statusbar {command}")
        assert phone.shade == shade
    assert sh("ime list -s")[0].strip().count("/") == 1
    sh("ime enable com.android.adbkeyboard/.AdbIME; ime set com.android.adbkeyboard/.AdbIME")
    assert sh("settings get secure default_input_method")[0] == "com.android.adbkeyboard/.AdbIME\n"
    assert sh("ime set com.none/.Ime")[2] == 1
    assert sh("cmd nothing")[2] == 20


def test_input_forms(sh, phone):
    sh("input text 'a%sb'; input keyevent KEYCODE_DEL; input keyevent 29 ENTER; input keycombination 113 29")
    assert phone.text == "a a" and phone.keys == [
        ("DEL", {}),
        ("ENTER", {}),
        ("A", {"ctrl": True, "shift": False, "alt": False}),
    ]
    _, err, status = sh("input text 'é'")
    assert status == 255 and "NullPointerException" in err and phone.text == "a a"
    assert sh("input")[2] == 255 and sh("input tap x")[2] == 255 and sh("input keyevent NOPE")[2] == 255
    sh("input roll 0 3; input motionevent DOWN 5 5; input motionevent UP 5 5")
    assert [touch[0] for touch in phone.touches] == ["wheel", "down", "up"]


def test_a_long_press_takes_its_time(sh, phone):
    sh("input swipe 30 90 30 90 700")
    assert phone.cells == {(0, 1): 2}  # the fake counts a press of half a second twice


def test_battery_and_power(sh, phone):
    assert re.search(r"^  level: 100$", sh("dumpsys battery")[0], re.M)
    sh("dumpsys battery set level 7; dumpsys battery unplug")
    assert phone.battery == {"level": 7, "charging": False}
    assert "mWakefulness=Awake" in sh("dumpsys power")[0]
    sh("input keyevent POWER")
    assert "mWakefulness=Asleep" in sh("dumpsys power")[0] and "mScreenState=OFF" in sh("dumpsys display")[0]
    sh("input keyevent WAKEUP; input keyevent WAKEUP")
    assert phone.screen_on


def test_dumpsys_display_has_what_viewport_readers_want(sh):
    pattern = (
        r"DisplayViewport\{.*?valid=true, .*?orientation=(\d+), .*?deviceWidth=(\d+), deviceHeight=(\d+)"
    )
    assert re.search(pattern, sh("dumpsys display")[0]).groups() == ("0", "540", "1200")
    assert sh("dumpsys nothing")[1] == "Can't find service: nothing\n"


def test_sqlite3_edits_a_real_database(sh):
    sh("sqlite3 /data/local/tmp/x.db 'create table t(a, b); insert into t values (1, \"two\"), (3, null)'")
    assert sh("sqlite3 /data/local/tmp/x.db 'select * from t'")[0] == "1|two\n3|\n"
    assert sh("sqlite3 /data/local/tmp/x.db 'select nope'")[2] == 1
    sh("sqlite3 /data/local/tmp/x.db \"alter table t add column c; insert into t values (5, 'a;b', 6)\"")
    assert sh("sqlite3 /data/local/tmp/x.db 'select b, c from t where a = 5'")[0] == "a;b|6\n"
    for forbidden in ("attach database 'file:/etc/passwd' as x", "vacuum into '/tmp/never'"):
        assert sh(f'sqlite3 /data/local/tmp/x.db "{forbidden}"')[2] == 1
    endless = "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"
    assert "interrupted" in sh(f"sqlite3 /data/local/tmp/x.db '{endless}'")[1]


def _encoded(value):
    return base64.b64encode(json.dumps(value).encode()).decode()


def test_phoneworld_reset_mark_verify(sh, phone, device):
    out, _, status = sh("phoneworld reset --seed 5")
    assert status == 0 and out == f"ok {phone.state_hash()}\n"
    assert sh(f"phoneworld verify {_encoded({'rules': {}})}")[2] == 1  # nothing marked
    assert sh("phoneworld mark")[0] == phone.state_hash() + "\n"
    assert (
        json.loads(sh(f"phoneworld verify {_encoded({'rules': {}, 'answer': 'x'})}")[0])["success"] is False
    )
    sh("input tap 30 90")
    verdict = json.loads(sh(f"phoneworld verify {_encoded({'rules': {}, 'answer': 'x'})}")[0])
    assert verdict["success"] is True and verdict["answer"] == "x"
    assert json.loads(sh("phoneworld state")[0])["cells"] == {"0,1": 1}
    assert sh("phoneworld verify ???")[2] == 1 and sh("phoneworld frob")[2] == 2


def test_phoneworld_events(sh, phone):
    sh(
        "phoneworld event sms +4912345 'your code is 1234'; phoneworld event notification Title some text; "
        "phoneworld event battery 12"
    )
    assert phone.notifications == [
        {"title": "+4912345", "text": "your code is 1234"},
        {"title": "Title", "text": "some text"},
    ]
    assert phone.battery["level"] == 12
    assert sh("phoneworld event nothing")[2] == 2


def test_looking_at_the_phone_does_not_change_its_state(sh, phone):
    before = phone.state_hash(), dict(phone.files.tree)
    sh("uiautomator dump; screencap -p /sdcard/s.png; uiautomator dump /sdcard/Download/d.xml")
    assert (phone.state_hash(), phone.files.tree) == before
    assert sh("ls /sdcard /sdcard/Download")[0] == (
        "/sdcard:\nDownload\ns.png\nwindow_dump.xml\n\n/sdcard/Download:\nd.xml\n"
    )
    assert (
        sh("head -c 5 /sdcard/window_dump.xml; rm /sdcard/window_dump.xml; ls /sdcard")[0]
        == "<?xmlDownload\ns.png\n"
    )
    sh("phoneworld reset")
    assert sh("find /sdcard -type f")[0] == ""
