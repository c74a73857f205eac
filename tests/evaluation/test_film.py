"""The film: segments that a crash or a pause left, joined on the episode's own clock."""

from fractions import Fraction

import av
import numpy as np
import pytest

from devices.adb.scrcpy.protocol import Packet
from evaluation import films


@pytest.fixture
def packets():
    """A second of H.264 as scrcpy sends it: config, key frame, deltas."""
    encoder = av.CodecContext.create("libx264", "w")
    encoder.width, encoder.height, encoder.pix_fmt, encoder.framerate = 64, 128, "yuv420p", 10
    encoder.options = {
        "preset": "ultrafast",
        "tune": "zerolatency",
        "x264-params": "annexb=1:repeat-headers=0",
    }
    encoder.time_base = Fraction(1, 1_000_000)
    encoder.flags |= av.codec.context.Flags.global_header
    sent = []
    for n in range(10):
        picture = av.VideoFrame.from_ndarray(np.full((128, 64, 3), 20 * n, np.uint8), "rgb24")
        picture.pts = n * 100_000
        sent += [(bytes(p), p.is_keyframe) for p in encoder.encode(picture)]
    config = Packet(0, False, True, bytes(encoder.extradata), seq=0, at=0.0)
    frames = [Packet(n * 100_000, key, False, data, seq=n, at=0.0) for n, (data, key) in enumerate(sent)]
    return [config, *frames]


def record(film, packets, name):
    for packet in packets:
        film.write(packet)
    film._writer.path.rename(film.folder / f"{name}.mp4")
    film._writer.path = film.folder / f"{name}.mp4"


def seconds(path) -> float:
    with av.open(str(path)) as film:
        return film.duration / 1_000_000


def test_nothing_recorded_is_no_film(settings):
    assert films.join("none") is None


def test_a_film_begins_at_a_key_frame(packets):
    film = films.Film("late")
    film.write(packets[0])
    film.write(packets[3])
    assert not film.running
    film.write(packets[1])
    assert film.running
    film.cut()


def test_segments_are_joined_with_the_pause_between_them(packets):
    film = films.Film("joined")
    record(film, packets, 1_000_000)
    film.cut()
    record(film, packets, 1_005_000)
    film.cut()
    path, began = films.join("joined")
    assert began.timestamp() == 1000
    assert 5.5 < seconds(path) < 8
    with av.open(str(path)) as joined:
        assert sum(1 for _ in joined.decode(video=0)) == 20
    films.forget("joined")
    assert films.join("joined") is None


def test_what_a_killed_recorder_left_still_plays(packets):
    film = films.Film("killed")
    record(film, packets * 1, 1_000_000)  # and no cut: the process is gone
    film.folder.joinpath("1000500.mp4").write_bytes(b"")  # begun, nothing on disk yet
    joined = films.join("killed")
    assert joined is None or seconds(joined[0]) > 0
    film.cut()
    assert seconds(films.join("killed")[0]) > 0.5
