"""Pictures and videos of the screen."""

import asyncio
import io
import struct

from PIL import Image

from devices.virtual.shell.registry import Usage, verb

RGBA_8888, SRGB = 1, 1


def png(picture):
    """PNG bytes of an RGBA array. Little compression: speed matters more here than size."""
    buffer = io.BytesIO()
    Image.fromarray(picture, "RGBA").save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


@verb("screencap")
async def screencap(context):
    words, path, as_png = iter(context.args), None, False
    for word in words:
        if word == "-p":
            as_png = True
        elif word == "-d":
            next(words, None)
        elif word == "-j":
            raise Usage("screencap: JPEG is not supported")
        elif not word.startswith("-"):
            path = word
    picture = context.device.capture()
    if as_png or (path or "").endswith(".png"):
        data = await asyncio.get_running_loop().run_in_executor(None, png, picture)
    else:
        height, width = picture.shape[:2]
        header = struct.pack("<4I", width, height, RGBA_8888, SRGB)
        data = b"".join((header, picture))
    if path:
        context.fs.drop(context.path(path), data)
        context.device.touched()
    else:
        await context.out(data)


@verb("screenrecord")
async def screenrecord(context):
    from devices.virtual.recording import MAX_SECONDS, record

    words, path, seconds, size, bit_rate, raw = iter(context.args), None, MAX_SECONDS, None, 8_000_000, False
    for word in words:
        name, separator, value = word.partition("=")
        if name in ("--time-limit", "--size", "--bit-rate", "--output-format"):
            value = value if separator else next(words, "")
            if name == "--time-limit":
                seconds = min(float(value), MAX_SECONDS)
            elif name == "--size":
                size = tuple(int(part) for part in value.split("x"))
            elif name == "--bit-rate":
                bit_rate = int(value[:-1]) * 1_000_000 if value.endswith("M") else int(value)
            else:
                raw = value == "h264"
        elif not word.startswith("--"):
            path = word
    if path is None:
        raise Usage("Must specify output file (see --help).", 2)
    await record(context, path, seconds, size, bit_rate, raw)
