"""Decoded pictures of one screen, only while somebody needs them.

The recorder wants the last visually distinct picture *before* a touch; watchers without a video decoder want
JPEG. Decoding runs in one thread per phone, and not at all while nobody asks.
"""

import io
import logging
import math
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import av
import numpy as np
from PIL import Image

from devices.adb.scrcpy.protocol import Packet

log = logging.getLogger(__name__)

KEPT = 16  # distinct pictures
WAITING = 240  # packets; a decoder this far behind starts again at the next key frame
BLOCK = 16  # px of luma compared as one
NOTICEABLE = 6.0  # mean luma difference of a block; the encoder's own noise stays below


@dataclass(slots=True)
class Frame:
    """A picture. `at`: when its packet arrived (monotonic s); `number` counts distinct pictures."""

    number: int
    seq: int
    pts_us: int
    at: float
    width: int
    height: int
    picture: "av.VideoFrame" = field(repr=False)
    _luma: np.ndarray = field(repr=False)
    last_at: float = 0.0  # the last packet that still showed this picture

    @property
    def image(self) -> np.ndarray:
        """RGB, (height, width, 3) uint8. Converted when asked: most pictures are never looked at."""
        return self.picture.to_ndarray(format="rgb24")


def luma_blocks(picture: "av.VideoFrame") -> np.ndarray:
    """The mean luma of each 16×16 block, in float32: small, and deaf to the encoder's noise."""
    plane = picture.planes[0]
    luma = np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)[: picture.height, : picture.width]
    # Every second pixel is plenty, and four times cheaper.
    luma = luma[: picture.height // BLOCK * BLOCK : 2, : picture.width // BLOCK * BLOCK : 2]
    rows, columns = luma.shape[0] * 2 // BLOCK, luma.shape[1] * 2 // BLOCK
    blocks = luma.reshape(rows, BLOCK // 2, columns, BLOCK // 2)
    return blocks.mean(axis=(1, 3), dtype=np.float32)


def looks_different(one: np.ndarray, other: np.ndarray) -> bool:
    return one.shape != other.shape or float(np.abs(one - other).max(initial=0.0)) >= NOTICEABLE


def jpeg(frame: Frame, quality: int = 80, max_size: int | None = None) -> bytes:
    """The picture as JPEG, the longer side at most max_size px."""
    picture = frame.picture
    if max_size and max(picture.width, picture.height) > max_size:
        scale = max_size / max(picture.width, picture.height)
        picture = picture.reformat(round(picture.width * scale) & ~1, round(picture.height * scale) & ~1)
    target = io.BytesIO()
    Image.fromarray(picture.to_ndarray(format="rgb24")).save(target, "JPEG", quality=quality)
    return target.getvalue()


def png(frame: Frame) -> bytes:
    target = io.BytesIO()
    Image.fromarray(frame.image).save(target, "PNG", compress_level=3)
    return target.getvalue()


class FrameKeeper:
    """Feed it every packet; `need()` and `done()` count who wants pictures.

    `on_start()` is called when decoding begins (in the caller's thread): a key frame is needed.
    `on_frame(frame, new)` is called in the decoder's thread for each picture.
    """

    jpeg = staticmethod(jpeg)
    png = staticmethod(png)

    def __init__(
        self,
        on_start: Callable[[], None] | None = None,
        on_frame: Callable[[Frame, bool], None] | None = None,
    ):
        self._on_start = on_start
        self._on_frame = on_frame
        self._wanted = 0
        self._packets: queue.Queue[Packet | None] = queue.Queue()
        self._thread: threading.Thread | None = None
        self._frames: deque[Frame] = deque(maxlen=KEPT)
        self._changed = threading.Condition()
        self._number = 0
        self._fed_at = 0.0
        self._decoded_at = 0.0
        self._waiting_for_key = True

    @property
    def running(self) -> bool:
        return self._thread is not None

    @property
    def number(self) -> int:
        """How many distinct pictures there have been."""
        return self._number

    @property
    def latest(self) -> Frame | None:
        with self._changed:
            return self._frames[-1] if self._frames else None

    def need(self) -> None:
        self._wanted += 1
        if self._thread is None:
            self._packets = queue.Queue()
            self._waiting_for_key = True
            self._thread = threading.Thread(
                target=self._decode, args=(self._packets,), name="decoder", daemon=True
            )
            self._thread.start()
            if self._on_start:
                self._on_start()

    def done(self) -> None:
        self._wanted = max(0, self._wanted - 1)
        if not self._wanted:
            self.close()

    def close(self) -> None:
        if self._thread:
            self._packets.put(None)
            self._thread = None
            with self._changed:
                self._frames.clear()

    def feed(self, packet: Packet) -> None:
        """Any packet, in order; cheap when nobody needs pictures."""
        if self._thread is None:
            return
        if self._waiting_for_key and not (packet.config or packet.key):
            return
        if self._packets.qsize() > WAITING and not (packet.key or packet.config):
            self._waiting_for_key = True
            if self._on_start:
                self._on_start()
            return
        if packet.key:
            self._waiting_for_key = False
        if not packet.config:
            self._fed_at = packet.at
        self._packets.put(packet)

    def before(self, at: float) -> Frame | None:
        """The last distinct picture that was on the screen at that time; None when none was decoded.

        It knows what is decoded so far: call `settle()` first to be sure of the last few milliseconds.
        """
        with self._changed:
            found = None
            for frame in self._frames:
                if frame.at <= at or found is None:
                    found = frame
            return found

    def unchanged(self, number: int, frame: Frame, box: Sequence[int], size: tuple[int, int]) -> bool:
        """Did the box (left, top, right, bottom in px of a `size` screen) look in picture `number` as it does
        in `frame`? False also when that picture is not kept any more."""
        with self._changed:
            older = next((kept for kept in self._frames if kept.number == number), None)
        if older is None or older._luma.shape != frame._luma.shape:
            return False
        rows, columns = frame._luma.shape
        left, top, right, bottom = (
            value * count / total
            for value, count, total in zip(box, (columns, rows) * 2, size * 2, strict=True)
        )
        there = np.s_[int(top) : math.ceil(bottom), int(left) : math.ceil(right)]
        return not looks_different(older._luma[there], frame._luma[there])

    def settle(self, timeout: float = 1.0) -> bool:
        """Wait until everything fed so far is decoded (blocks: call it from a thread)."""
        goal = self._fed_at
        deadline = time.monotonic() + timeout
        with self._changed:
            while self.running and self._decoded_at < goal:
                if not self._changed.wait(max(0.0, deadline - time.monotonic())):
                    return False
        return True

    def _decode(self, packets: "queue.Queue[Packet | None]") -> None:
        decoder = av.CodecContext.create("h264", "r")
        decoder.thread_count = 1
        decoder.flags |= av.codec.context.Flags.low_delay
        config = b""
        while (packet := packets.get()) is not None:
            if packet.config:
                config = packet.data
                continue
            data = config + packet.data if packet.key else packet.data
            try:
                pictures = decoder.decode(av.Packet(data))
            except av.FFmpegError as error:
                log.info("a frame did not decode: %s", error)
                pictures = []
            for picture in pictures:
                self._keep(packet, picture, packets)
            with self._changed:
                self._decoded_at = packet.at
                self._changed.notify_all()

    def _keep(self, packet: Packet, picture: "av.VideoFrame", packets: "queue.Queue") -> None:
        luma = luma_blocks(picture)
        with self._changed:
            if packets is not self._packets:
                return  # closed meanwhile; a new run has its own pictures
            last = self._frames[-1] if self._frames else None
            new = last is None or looks_different(luma, last._luma)
            if new:
                self._number += 1
                frame = Frame(
                    self._number,
                    packet.seq,
                    packet.pts_us,
                    packet.at,
                    picture.width,
                    picture.height,
                    picture,
                    luma,
                )
                self._frames.append(frame)
            else:
                frame = last
            frame.last_at = packet.at
        if self._on_frame:
            self._on_frame(frame, new)
