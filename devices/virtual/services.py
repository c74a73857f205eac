"""What an OPEN names: which service serves the stream."""

import asyncio
import struct

from devices.virtual.reverse import reverse_service
from devices.virtual.shell.service import exec_service, shell_service
from devices.virtual.sync import sync_service


def serve(device, transport, name):
    """The coroutine function that serves one stream called `name`, or None to refuse it."""
    kind, _, rest = name.partition(":")
    if kind == "shell":
        return shell_service(device, "", rest)
    if kind.startswith("shell,"):
        return shell_service(device, kind.removeprefix("shell,"), rest)
    if kind == "exec":
        return exec_service(device, rest)
    if kind == "sync":
        return sync_service(device)
    if kind == "reverse":
        return reverse_service(transport, rest)
    if kind == "localabstract" and rest in device.sockets:
        return _abstract(device.sockets[rest])
    if kind == "framebuffer":
        return _framebuffer(device)
    if kind == "reboot":
        return _reboot(device)
    if kind in _SAYINGS:
        return _say(_SAYINGS[kind])
    return None


_SAYINGS = {
    "root": "adbd cannot run as root in production builds\n",
    "unroot": "adbd not running as root\n",
    "remount": 'Not running as root. Try "adb root" first.\n',
    "tcpip": "restarting in TCP mode\n",
}


def _say(text):
    async def run(stream):
        await stream.write(text.encode())

    return run


def _abstract(queue):
    async def run(stream):
        queue.put_nowait(stream)
        await stream.closed_event.wait()

    return run


def _framebuffer(device):
    async def run(stream):
        picture = device.capture()
        height, width = picture.shape[:2]
        # version 1: 32 bits a pixel, then offset and length of red, blue, green and alpha
        header = struct.pack("<13I", 1, 32, width * height * 4, width, height, 0, 8, 16, 8, 8, 8, 24, 8)
        await stream.write(header + picture.tobytes())

    return run


def _reboot(device):
    async def run(stream):
        await stream.close()
        device.faults.set("offline", "on")
        asyncio.get_running_loop().call_later(3, device.faults.set, "offline", "off")

    return run
