"""The least that can carry a phone's screen to a browser: adb, one socket, a decoder. No Django, no queues.

What the platform adds is measured against this, in the same browser and against the same kind of phone.
"""

import asyncio
import contextlib
import http
import json
from pathlib import Path

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from devices.adb.client import AdbClient
from devices.adb.scrcpy import protocol
from devices.adb.scrcpy.client import ScrcpyClient
from devices.adb.scrcpy.jar import bundled_jar

PAGE = Path(__file__).with_name("bare.html")
ACTIONS = {"down": protocol.DOWN, "move": protocol.MOVE, "up": protocol.UP}
CONFIG, KEY = 1, 2


def _page(connection: ServerConnection, request: Request) -> Response | None:
    if request.headers.get("Upgrade"):
        return None
    headers = Headers({"Content-Type": "text/html; charset=utf-8", "Connection": "close"})
    return Response(http.HTTPStatus.OK, "OK", headers, PAGE.read_bytes())


@contextlib.asynccontextmanager
async def bare_bridge(adb_port: int, serial: str):
    """Serves the page and its socket on loopback for as long as the block runs; gives the page's address."""

    async def bridge(socket: ServerConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            await carry(socket)

    async def carry(socket: ServerConnection) -> None:
        device = AdbClient(adb_port).device(serial)
        async with ScrcpyClient(device, bundled_jar()) as phone:

            async def taps() -> None:
                async for message in socket:
                    tap = json.loads(message)
                    width, height = phone.width, phone.height
                    phone.send(protocol.touch(ACTIONS[tap["action"]], 0, tap["x"], tap["y"], width, height))

            reader = asyncio.create_task(taps())
            try:
                async for packet in phone.packets():
                    flags = CONFIG * packet.config | KEY * packet.key
                    await socket.send(bytes([flags]) + packet.pts_us.to_bytes(8, "little") + packet.data)
            finally:
                reader.cancel()

    async with serve(bridge, "127.0.0.1", 0, process_request=_page, compression=None) as server:
        port = server.sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}/"
