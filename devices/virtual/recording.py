"""`screenrecord`: a real MP4 (or raw H.264) of the screen for a bounded time."""

import asyncio
import io
import time
from fractions import Fraction

import av

from devices.virtual.encoder import Encoder, video_size
from devices.virtual.shell.registry import Usage

MAX_SECONDS = 180
FPS = 30
TIME_BASE = Fraction(1, 1_000_000)


async def record(context, path, seconds, size, bit_rate, raw):
    """Record the screen to `path` ("-" is standard output) for `seconds`, or until the command is killed."""
    if size and (size[0] % 2 or size[1] % 2 or min(size) < 16):
        raise Usage(f"ERROR: unable to configure video encoder at {size[0]}x{size[1]}", 1)
    device, loop = context.device, asyncio.get_running_loop()
    width, height = size or video_size(*device.size)
    encoder = Encoder(width, height, bit_rate, FPS)
    start = time.monotonic()
    packets, seen = [], None
    try:
        while (passed := time.monotonic() - start) < seconds:
            picture = device.capture()
            if picture is not seen:
                pts = int(passed * 1_000_000)
                encoded = await loop.run_in_executor(None, encoder.encode, picture, pts, seen is None)
                packets += [(pts, key, data) for key, data in encoded]
                seen = picture
            await asyncio.sleep(1 / FPS)
            await device.live.changed(max(0.0, min(1.0, seconds - (time.monotonic() - start))))
    finally:
        # Killed by Ctrl-C or by its client, a recording is still written, as on a phone.
        encoded = encoder.encode(device.capture(), int((time.monotonic() - start) * 1_000_000))
        packets += [(int((time.monotonic() - start) * 1_000_000), key, data) for key, data in encoded]
        data = encoder.config + b"".join(data for _, _, data in packets) if raw else _mp4(packets, encoder)
        if path != "-":
            context.fs.drop(context.path(path), data)
            device.touched()
    if path == "-":
        await context.out(data)


def _mp4(packets, encoder):
    """The packets as they are, in an MP4: the muxer reads the stream's parameters from its first frame."""
    buffer = io.BytesIO()
    beginning = io.BytesIO(encoder.config + packets[0][2])
    with av.open(beginning, format="h264") as template, av.open(buffer, "w", format="mp4") as container:
        stream = container.add_stream_from_template(template.streams.video[0])
        for pts, key, data in packets:
            packet = av.Packet(data)
            packet.stream, packet.pts, packet.dts, packet.time_base = stream, pts, pts, TIME_BASE
            packet.is_keyframe = key
            container.mux(packet)
    return buffer.getvalue()
