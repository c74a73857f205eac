"""The video socket: a frame when the screen changed, the last one again when it came to rest."""

import asyncio
import concurrent.futures
import os
import struct
import time

from devices.virtual.encoder import H264, Encoder, video_size

CONFIG, KEY = 1 << 63, 1 << 62
DEFAULT_FPS = 60
REPEAT_AFTER = 0.1  # Android's encoder repeats a frame so that the last picture is sharp
REPEATS = 2
KEY_INTERVAL = 10.0
# One pool for all phones of a process: encoding never blocks input, and never takes more threads than cores.
_pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="encoder")


class Video:
    """One client's video. Frames are made only as fast as the client takes them, so nothing queues up."""

    def __init__(self, device, stream, options):
        self._device, self._stream, self._options = device, stream, options
        self._reset = False
        self._wake = asyncio.Event()
        self.size = video_size(*device.size, options.max_size)

    def reset(self):
        """RESET_VIDEO: start the encoder afresh (configuration, then a key frame)."""
        self._reset = True
        self._wake.set()

    async def run(self):
        """Stream until the client goes (StreamClosed)."""
        if self._options.send_codec_meta:
            await self._stream.write(struct.pack(">III", H264, *self.size))
        interval = 1 / (self._options.max_fps or DEFAULT_FPS)
        encoder, last_key, last_time, shown, repeats = None, 0.0, 0.0, None, 0
        loop = asyncio.get_running_loop()
        while True:
            size = video_size(*self._device.size, self._options.max_size)
            if encoder is None or self._reset or size != self.size:
                self._reset, self.size = False, size
                encoder = await loop.run_in_executor(
                    _pool, Encoder, *size, self._options.video_bit_rate, DEFAULT_FPS
                )
                await self._packet(encoder.config, CONFIG)
                shown = None
            change = self._device.live.change
            picture = self._device.capture()
            if picture.shape[1::-1] != self._device.size:
                continue  # turned in between
            if picture is shown:
                again = repeats < REPEATS
                if not await self._changed(change, REPEAT_AFTER if again else None) and again:
                    repeats += 1
                else:
                    continue
            else:
                repeats = 0
                early = interval - (time.monotonic() - last_time)
                if shown is not None and early > 0:
                    await asyncio.sleep(early)
                    picture = self._device.capture()
                    if video_size(picture.shape[1], picture.shape[0], self._options.max_size) != self.size:
                        continue
            last_time = now = time.monotonic()
            key = shown is None or now - last_key > KEY_INTERVAL
            last_key = now if key else last_key
            pts = time.monotonic_ns() // 1000
            for is_key, data in await loop.run_in_executor(_pool, encoder.encode, picture, pts, key):
                await self._packet(data, pts | (KEY if is_key else 0))
            shown = picture

    async def _changed(self, change, timeout):
        """Wait for the screen's change or a reset; False when `timeout` seconds passed without."""
        self._wake.clear()
        if self._reset:
            return True
        events = (change, self._wake, self._stream.closed_event)
        tasks = {asyncio.ensure_future(event.wait()) for event in events}
        try:
            done, _ = await asyncio.wait(tasks, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
        return bool(done)

    async def _packet(self, data, flags_and_pts):
        header = struct.pack(">QI", flags_and_pts, len(data)) if self._options.send_frame_meta else b""
        await self._stream.write(header + data)
