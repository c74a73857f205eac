"""One watcher's queue: bounded, acknowledged, never in the way of the others.

A viewer acknowledges the last frame it *decoded*. Too much on the way to it, and deltas are skipped until the
next key frame, which is asked for once the viewer has caught up. Config and messages are never skipped.
"""

import asyncio
import json
import struct
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from devices.adb.scrcpy.protocol import Packet

CONFIG, VIDEO, JPEG, PNG = 1, 2, 3, 4

MAX_FRAMES_ON_THE_WAY = 12  # 0.4 s at 30 Hz: more than any decoder keeps
MAX_BYTES_ON_THE_WAY = 2 * 1024 * 1024
MAX_MESSAGES = 256
PROBE_SECONDS = 3.0  # a silent viewer gets one key frame this often: its tab may have slept

Send = Callable[[bytes | str], Awaitable[None]]


class KeyFrames(Protocol):
    """Where a viewer asks for a key frame; requests are coalesced and rate-limited there."""

    def want_key(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Config:
    """The stream's parameters as the viewers get them. Size in video px."""

    width: int
    height: int
    rotation: int
    data: bytes

    def message(self) -> bytes:
        return struct.pack("<BBBBHH", CONFIG, 0, self.rotation, 0, self.width, self.height) + self.data


def video_message(packet: Packet) -> bytes:
    return struct.pack("<BBHIQ", VIDEO, packet.key, 0, packet.seq, packet.pts_us) + packet.data


def jpeg_message(seq: int, pts_us: int, data: bytes) -> bytes:
    return struct.pack("<BBHIQ", JPEG, 1, 0, seq, pts_us) + data


def png_message(data: bytes) -> bytes:
    return bytes((PNG, 0, 0, 0)) + data


class Viewer:
    """`send(bytes | str)` may block; `run()` is the only one that awaits it. All else is synchronous.

    `on_dead()` is called once, when even the small messages pile up: the socket is dead in all but name.
    """

    def __init__(
        self,
        send: Send,
        keys: KeyFrames,
        mode: str = "video",
        on_dead: Callable[[], None] | None = None,
        clock: Callable[[], float] | None = None,
    ):
        self.mode = mode
        self.dead = False
        self._on_dead = on_dead
        self._send = send
        self._keys = keys
        self._clock = clock or asyncio.get_running_loop().time
        self._queue: deque[tuple[bytes | str, int]] = deque()  # (message, its seq when a frame, else 0)
        self._wake = asyncio.Event()
        self._config: Config | None = None  # the newest one not yet followed by its key frame
        self._on_the_way: deque[tuple[int, int]] = deque()  # (seq, bytes) sent or queued, not acknowledged
        self._bytes = 0
        self._messages = 0
        self._last_progress = self._clock()
        self.needs_key = True
        self.skipped = 0
        self.sent = 0

    @property
    def congested(self) -> bool:
        return len(self._on_the_way) >= MAX_FRAMES_ON_THE_WAY or self._bytes >= MAX_BYTES_ON_THE_WAY

    @property
    def buffered(self) -> int:
        """Bytes waiting here, for the memory bound."""
        return sum(len(message) for message, _ in self._queue)

    def config(self, config: Config) -> None:
        """A new encoder run: deltas of the old one mean nothing any more."""
        self._config = config
        self.needs_key = True

    def packet(self, packet: Packet) -> None:
        """Queue a frame, or skip it."""
        if self.dead:
            return
        if self.needs_key and not packet.key:
            self.skipped += 1
            self._probe()
            return
        if self.congested and not self._probe_allowed():
            self.skipped += 1
            self.needs_key = True
            return
        if packet.key:
            if self._config:
                self._put(self._config.message())
                self._config = None
            self.needs_key = False
        self._frame(video_message(packet), packet.seq)

    def jpeg(self, seq: int, pts_us: int, data: bytes) -> bool:
        """Queue a picture unless two are on the way already; says whether it was taken."""
        if len(self._on_the_way) >= 2 and not self._probe_allowed():
            self.skipped += 1
            return False
        self._frame(jpeg_message(seq, pts_us, data), seq)
        return True

    def ack(self, seq: int) -> None:
        """The viewer has decoded everything up to this frame."""
        while self._on_the_way and self._on_the_way[0][0] <= seq:
            self._bytes -= self._on_the_way.popleft()[1]
        self._last_progress = self._clock()
        if self.needs_key and not self.congested:
            self._keys.want_key()

    def lost(self) -> None:
        """The viewer says its decoder lost the thread: start again with config and key."""
        self._on_the_way.clear()
        self._bytes = 0
        self.needs_key = True
        self._keys.want_key()

    def message(self, message: dict) -> None:
        """A small JSON message; never skipped."""
        self._put(json.dumps(message, separators=(",", ":"), ensure_ascii=False))

    def binary(self, data: bytes) -> None:
        """A binary answer to the viewer's own request (a screenshot)."""
        self._put(data)

    async def run(self) -> None:
        """Send what is queued until cancelled, or until `send` raises."""
        while True:
            while self._queue:
                message, seq = self._queue.popleft()
                if not seq:
                    self._messages -= 1
                await self._send(message)
                self.sent += 1
            self._wake.clear()
            await self._wake.wait()

    def _frame(self, message: bytes, seq: int) -> None:
        if not self._on_the_way:
            self._last_progress = self._clock()
        self._on_the_way.append((seq, len(message)))
        self._bytes += len(message)
        self._queue.append((message, seq))
        self._wake.set()

    def _put(self, message: bytes | str) -> None:
        if self.dead:
            return
        if self._messages >= MAX_MESSAGES:
            self.dead = True
            if self._on_dead:
                self._on_dead()
            return
        self._messages += 1
        self._queue.append((message, 0))
        self._wake.set()

    def _probe_allowed(self) -> bool:
        """Everything has left this process, yet nothing came back for a while: assume the acks are lost."""
        if self._queue or self._clock() - self._last_progress < PROBE_SECONDS:
            return False
        self._on_the_way.clear()
        self._bytes = 0
        self._last_progress = self._clock()
        return True

    def _probe(self) -> None:
        if not self.congested or self._probe_allowed():
            self._keys.want_key()
