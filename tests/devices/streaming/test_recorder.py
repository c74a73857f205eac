"""Films are muxed as they come, survive a kill, and show every frame."""

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import av
import pytest
from moving_square import film

from devices.streaming.recorder import Mp4Writer, make_seekable


def times(path) -> list[float]:
    with av.open(str(path)) as container:
        return [frame.time for frame in container.decode(video=0)]


def test_every_frame_at_its_time(tmp_path):
    packets = film(count=30)
    writer = Mp4Writer(tmp_path / "a.mp4")
    for packet in packets:
        writer.write(packet)
    path = writer.close()
    shown = times(path)
    assert len(shown) == 30
    assert shown[10] == pytest.approx(10 / 30, abs=0.002)
    assert not list(tmp_path.glob("*.seekable*"))


def test_a_film_begins_at_a_key_frame_and_seconds_count_from_there(tmp_path):
    packets = film(count=10)
    writer = Mp4Writer(tmp_path / "a.mp4")
    for packet in [packets[0], packets[5]]:
        writer.write(packet)
    assert not writer.started
    later = film(count=5, start=3)
    shifted = [packet.__class__(packet.pts_us + 3_000_000, *astuple_tail(packet)) for packet in later]
    for packet in shifted:
        writer.write(packet)
    assert writer.seconds(3_500_000) == 0.5
    assert len(times(writer.close())) == 5


def astuple_tail(packet):
    return packet.key, packet.config, packet.data, packet.at, packet.seq


def test_the_last_picture_stays_until_the_end(tmp_path):
    writer = Mp4Writer(tmp_path / "a.mp4")
    for packet in film(count=3):
        writer.write(packet)
    path = writer.close(until_us=5_000_000)
    with av.open(str(path)) as container:
        assert container.duration / 1e6 == pytest.approx(5.0, abs=0.05)


def test_a_rotation_in_the_middle_stays_readable(tmp_path):
    writer = Mp4Writer(tmp_path / "a.mp4")
    for packet in film(176, 320, 5):
        writer.write(packet)
    for packet in film(320, 176, 5):
        writer.write(packet.__class__(packet.pts_us + 1_000_000, *astuple_tail(packet)))
    with av.open(str(writer.close())) as container:
        sizes = [(frame.width, frame.height) for frame in container.decode(video=0)]
    assert sizes == [(176, 320)] * 5 + [(320, 176)] * 5


def test_nothing_written_is_no_film(tmp_path):
    assert Mp4Writer(tmp_path / "a.mp4").close() is None


def test_kill_9_leaves_a_film_that_plays(tmp_path):
    path = tmp_path / "killed.mp4"
    code = f"""
        import sys, time
        sys.path.insert(0, {str(Path(__file__).parent)!r})
        from moving_square import film
        from devices.streaming.recorder import Mp4Writer
        writer = Mp4Writer({str(path)!r})
        for packet in film(count=90):
            writer.write(packet)
        print("written", flush=True)
        time.sleep(60)
    """
    root = Path(__file__).resolve().parents[3]
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, cwd=root, text=True
    )
    assert child.stdout.readline().strip() == "written"
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    assert len(times(path)) >= 55, "all but the last second"
    make_seekable(path)
    assert len(times(path)) >= 55
