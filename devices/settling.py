"""When does a screen stand still? A mock phone knows it; of a real one the pictures tell."""

import asyncio
import time
from collections.abc import Callable

from devices.adb.client import AdbDevice
from devices.adb.scrcpy.protocol import Packet
from devices.streaming.frames import FrameKeeper

MOST_S = 8.0  # a screen that never rests (a film, a game) is looked at as it is
REACTION_S = 0.35  # an app gets this long to show that it has begun to react
STILL_S = 0.5
POLL_S = 0.03


async def settle_mock(device: AdbDevice, most_s: float = MOST_S) -> bool:
    """Until nothing is due on the phone any more that would change its picture; False after ``most_s``."""
    milliseconds = str(round(most_s * 1000))
    result = await device.shell(["phoneworld", "settle", milliseconds], timeout=most_s + 10)
    return result.check().text.strip() == "settled"


class FrameSettler:
    """Feed it the video; ``settle`` waits until no distinct picture has come for a while."""

    def __init__(self, want_key: Callable[[], None]):
        self._frames = FrameKeeper(on_start=want_key)
        self._frames.need()

    def feed(self, packet: Packet) -> None:
        self._frames.feed(packet)

    async def settle(self, most_s: float = MOST_S) -> bool:
        began = changed = time.monotonic()
        number = self._frames.number
        while (now := time.monotonic()) - began < most_s:
            if self._frames.number != number:
                number, changed = self._frames.number, now
            if now - began >= REACTION_S and now - changed >= STILL_S:
                return True
            await asyncio.sleep(POLL_S)
        return False

    def close(self) -> None:
        self._frames.close()
