"""The `sync:` service: files in and out, versions 1 and 2 of list and stat.

Requests are a 4-letter id, a little-endian u32 length, and a path.
"""

import struct

from devices.virtual.files import FileError

CHUNK = 64 * 1024
MAX_PATH = 1024
STAT_V2 = struct.Struct("<4sI QQIIIIQqqq")
DENT_V2 = struct.Struct("<4sI QQIIIIQqqq I")


def sync_service(device):
    """The service for one `sync:` stream."""

    async def serve(stream):
        while True:
            request, length = struct.unpack("<4sI", await stream.read_exactly(8))
            if request == b"QUIT":
                return
            if length > MAX_PATH:
                await _fail(stream, "path too long")
                return
            path = (await stream.read_exactly(length)).decode("utf-8", "surrogateescape")
            handler = _HANDLERS.get(request)
            if handler is None:
                await _fail(stream, f"unknown command {request!r}")
                return
            await handler(device, stream, path)

    return serve


async def _fail(stream, message):
    data = message.encode()
    await stream.write(b"FAIL" + struct.pack("<I", len(data)) + data)


def _v2(code, info):
    if info is None:
        return code, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0  # ENOENT
    return code, 0, 1, info.inode, info.mode, 1, 2000, 2000, info.size, info.mtime, info.mtime, info.mtime


async def _stat1(device, stream, path):
    info = device.fs.stat(path)
    values = (info.mode, min(info.size, 0xFFFFFFFF), info.mtime) if info else (0, 0, 0)
    await stream.write(struct.pack("<4s3I", b"STAT", *values))


async def _stat2(device, stream, path):
    await stream.write(STAT_V2.pack(*_v2(b"STA2", device.fs.stat(path))))


async def _lstat2(device, stream, path):
    await stream.write(STAT_V2.pack(*_v2(b"LST2", device.fs.stat(path))))


def _entries(device, path):
    info = device.fs.stat(path)
    if info is None or not info.is_dir:
        return
    for name in (".", "..", *device.fs.list(path)):
        info = device.fs.stat(f"{path.rstrip('/')}/{name}")
        if info:
            yield name.encode("utf-8", "surrogateescape"), info


async def _list1(device, stream, path):
    parts = [
        struct.pack("<4s4I", b"DENT", info.mode, min(info.size, 0xFFFFFFFF), info.mtime, len(name)) + name
        for name, info in _entries(device, path)
    ]
    await stream.write(b"".join(parts) + struct.pack("<4s4I", b"DONE", 0, 0, 0, 0))


async def _list2(device, stream, path):
    parts = [DENT_V2.pack(*_v2(b"DNT2", info), len(name)) + name for name, info in _entries(device, path)]
    await stream.write(b"".join(parts) + DENT_V2.pack(b"DONE", *[0] * 12))


async def _send(device, stream, spec):
    path, _, mode = spec.rpartition(",")
    if not path:
        path, mode = spec, "33188"
    parts, size = [], 0
    while True:
        code, length = struct.unpack("<4sI", await stream.read_exactly(8))
        if code == b"DONE":
            break
        if code != b"DATA" or length > CHUNK:
            await _fail(stream, "invalid data message")
            return
        data = await stream.read_exactly(length)
        size += length
        if size <= device.fs.limit:  # keep reading a file that is too big, or its sender blocks
            parts.append(data)
        else:
            parts.clear()
    try:
        if size > device.fs.limit:
            raise FileError("No space left on device")
        device.fs.write(path, b"".join(parts), mode=int(mode) & 0o777, mtime=length, parents=True)
    except FileError as error:
        await _fail(stream, f"couldn't create file: {error}")
    else:
        device.touched()
        await stream.write(b"OKAY\0\0\0\0")


async def _recv(device, stream, path):
    try:
        data = memoryview(device.fs.read(path))
    except FileError as error:
        await _fail(stream, f"open failed: {error}")
        return
    for start in range(0, len(data), CHUNK):
        part = data[start : start + CHUNK]
        await stream.write(b"DATA" + struct.pack("<I", len(part)) + part)
    await stream.write(b"DONE\0\0\0\0")


_HANDLERS = {
    b"STAT": _stat1,
    b"STA2": _stat2,
    b"LST2": _lstat2,
    b"LIST": _list1,
    b"LIS2": _list2,
    b"SEND": _send,
    b"RECV": _recv,
}
