"""Tango, a scrcpy and adb client in TypeScript that nobody here wrote."""

import fcntl
import json
import shutil
import subprocess
from pathlib import Path

import av
import pytest
from lab import SERVER_JAR

from tests.patience import PATIENCE_S

FOLDER = Path(__file__).parent / "tango"


@pytest.fixture(scope="session")
def tango():
    """The folder with Tango installed, exactly as locked."""
    if not shutil.which("npm"):
        pytest.skip("no npm on this machine")
    with (FOLDER / "package-lock.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two test processes may come at once
        if not (FOLDER / "node_modules" / "@yume-chan" / "adb-scrcpy").is_dir():
            subprocess.run(["npm", "ci"], cwd=FOLDER, check=True, capture_output=True, timeout=PATIENCE_S)
    return FOLDER


@pytest.mark.parametrize("tunnel", ["forward", "reverse"])
def test_tango_sees_touches_and_restarts(adb, phone, tango, tmp_path, tunnel):
    video = tmp_path / "video.h264"
    done = subprocess.run(
        [
            "node",
            str(tango / "client.mjs"),
            str(adb.server.port),
            adb.serial,
            str(SERVER_JAR),
            tunnel,
            str(video),
        ],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["shell"] == {"stdout": "hi\n", "stderr": "", "exitCode": 1}
    assert seen["metadata"] == {"name": "PhoneWorld", "width": 544, "height": 1200, "codec": 0x68323634}
    assert seen["encoders"][0]["codec"] == "h264" and seen["displays"] == [
        {"id": 0, "resolution": "540x1200"}
    ]
    assert seen["first"] == seen["afterReset"] == [["configuration", False], ["data", True]]
    assert seen["afterTouch"] >= 1 and seen["afterStaleTouch"] == 0
    assert seen["rotated"] == [1200, 544]
    assert seen["copied"] == "héllo 你好!" and phone.clipboard == "héllo 你好!"
    assert seen["rising"] and "does not match the client (2.0)" in seen["refused"]
    assert phone.cells == {(298 // 60, 10): 1} and phone.foreground["package"] == "com.fake.notes"
    with av.open(str(video), format="h264") as stream:
        frames = list(stream.decode(video=0))
    assert len(frames) == seen["count"]
    assert {(frame.width, frame.height) for frame in frames} == {(544, 1200), (1200, 544)}
