"""Back-pressure: queues are bounded; deltas are skipped, config and messages never."""

import asyncio
import json
import struct

import pytest

from devices.adb.scrcpy.protocol import Packet
from devices.streaming.viewer import (
    MAX_BYTES_ON_THE_WAY,
    MAX_FRAMES_ON_THE_WAY,
    MAX_MESSAGES,
    PROBE_SECONDS,
    Config,
    Viewer,
    png_message,
)

CONFIG = Config(540, 1200, 1, b"sps pps")


class Keys:
    wanted = 0

    def want_key(self):
        self.wanted += 1


class Rig:
    """A viewer with a clock of its own, and a socket that can be shut."""

    def __init__(self, mode="video"):
        self.now, self.keys, self.got = 0.0, Keys(), []
        self.open = asyncio.Event()
        self.open.set()
        self.died = []
        self.viewer = Viewer(
            self.send, self.keys, mode, on_dead=lambda: self.died.append(1), clock=lambda: self.now
        )
        self.seq = 0

    async def send(self, message):
        await self.open.wait()
        self.got.append(message)

    def frame(self, key=False, size=100):
        self.seq += 1
        self.viewer.packet(Packet(self.seq * 33_333, key, False, bytes(size), seq=self.seq))

    async def flow(self):
        task = asyncio.create_task(self.viewer.run())
        for _ in range(5):
            await asyncio.sleep(0)
        task.cancel()

    def kinds(self):
        return [message[0] if isinstance(message, bytes) else "json" for message in self.got]


@pytest.fixture
def rig():
    return Rig()


async def test_config_goes_before_the_key_frame_and_deltas_wait_for_it(rig):
    rig.viewer.config(CONFIG)
    rig.frame()
    rig.frame(key=True)
    rig.frame()
    await rig.flow()
    assert rig.kinds() == [1, 2, 2]
    assert rig.got[0] == struct.pack("<BBBBHH", 1, 0, 1, 0, 540, 1200) + b"sps pps"
    assert struct.unpack("<BBHIQ", rig.got[1][:16]) == (2, 1, 0, 2, 66_666)
    assert struct.unpack("<BBHIQ", rig.got[2][:16])[:2] == (2, 0)


async def test_a_stalled_viewer_gets_no_more_than_its_bound(rig):
    rig.frame(key=True)
    for _ in range(1000):
        rig.frame(size=1000)
    assert len(rig.viewer._queue) == MAX_FRAMES_ON_THE_WAY
    for _ in range(50):
        rig.frame(key=True, size=1_000_000)
    assert rig.viewer.buffered < MAX_FRAMES_ON_THE_WAY * 1100, "not even key frames pile up"


async def test_big_frames_are_bounded_by_bytes(rig):
    for _ in range(20):
        rig.frame(key=True, size=1_000_000)
    assert rig.viewer.buffered <= MAX_BYTES_ON_THE_WAY + 1_000_100


async def test_after_a_stall_it_goes_on_with_a_key_frame(rig):
    rig.frame(key=True)
    for _ in range(MAX_FRAMES_ON_THE_WAY + 5):
        rig.frame()
    await rig.flow()
    shown = len(rig.got)
    asked = rig.keys.wanted
    rig.viewer.ack(MAX_FRAMES_ON_THE_WAY)
    assert rig.keys.wanted == asked + 1
    rig.frame()
    rig.frame(key=True)
    rig.frame()
    await rig.flow()
    new = [struct.unpack("<BBHIQ", message[:16]) for message in rig.got[shown:]]
    assert [flags for _, flags, *_ in new] == [1, 0], "the delta before the key frame was skipped"


async def test_config_and_messages_are_never_skipped(rig):
    rig.frame(key=True)
    for _ in range(100):
        rig.frame()
    rig.viewer.config(CONFIG)
    rig.viewer.message({"type": "state", "state": "live"})
    rig.viewer.ack(100)
    rig.frame(key=True)
    await rig.flow()
    assert 1 in rig.kinds() and "json" in rig.kinds()
    assert rig.kinds().index("json") < rig.kinds().index(1)


async def test_only_the_newest_config_matters(rig):
    rig.viewer.config(CONFIG)
    rig.viewer.config(Config(1200, 540, 0, b"turned"))
    rig.frame(key=True)
    await rig.flow()
    assert rig.kinds() == [1, 2] and rig.got[0].endswith(b"turned")


async def test_a_silent_viewer_is_probed_now_and_then(rig):
    rig.frame(key=True)
    for _ in range(MAX_FRAMES_ON_THE_WAY + 1):
        rig.frame()
    await rig.flow()
    rig.now = PROBE_SECONDS + 1
    asked = rig.keys.wanted
    rig.frame()
    assert rig.keys.wanted > asked, "its acknowledgements may be lost"
    rig.open.clear()
    rig.frame(key=True)
    for _ in range(200):
        rig.now += 1
        rig.frame(key=True, size=10_000)
    assert rig.viewer.buffered < 2 * MAX_FRAMES_ON_THE_WAY * 10_016, "a shut socket is never probed"


async def test_lost_sync_starts_again(rig):
    rig.frame(key=True)
    rig.viewer.lost()
    assert rig.keys.wanted == 1
    rig.frame()
    rig.frame(key=True)
    await rig.flow()
    assert rig.kinds() == [2, 2]


async def test_messages_that_pile_up_mean_a_dead_socket(rig):
    for number in range(MAX_MESSAGES + 50):
        rig.viewer.message({"n": number})
    assert rig.died == [1] and rig.viewer.dead
    assert len(rig.viewer._queue) == MAX_MESSAGES


async def test_jpeg_waits_for_its_acknowledgement():
    rig = Rig("jpeg")
    assert rig.viewer.jpeg(1, 0, b"a") and rig.viewer.jpeg(2, 0, b"b")
    assert not rig.viewer.jpeg(3, 0, b"c")
    rig.viewer.ack(1)
    assert rig.viewer.jpeg(4, 0, b"d")
    await rig.flow()
    assert rig.kinds() == [3, 3, 3]


async def test_json_is_compact_and_unicode(rig):
    rig.viewer.message({"type": "typed", "text": "你好"})
    rig.viewer.binary(png_message(b"\x89PNG"))
    await rig.flow()
    assert rig.got == ['{"type":"typed","text":"你好"}', b"\x04\0\0\0\x89PNG"]
    assert json.loads(rig.got[0])["text"] == "你好"
