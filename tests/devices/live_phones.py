"""Virtual phones behind the real adb, a device host in front of them, and a page that watches."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from devices.ports import free_port
from tests.patience import PATIENCE_S
from tests.running import ROOT

PHONE = str(Path(__file__).with_name("phone_process.py"))


def wait_for(condition, timeout: float = PATIENCE_S, what: str = "it"):
    """Poll until the condition gives something true; the machine may be slow, the test must not be wrong."""
    deadline = time.monotonic() + timeout
    while not (value := condition()):
        assert time.monotonic() < deadline, f"{what} did not happen within {timeout:g} s"
        time.sleep(0.05)
    return value


class PhoneProcess:
    """A virtual phone as a process, so that it can be killed like a real one can be unplugged."""

    def __init__(self, port: int, *options: str):
        self.port = port
        self.serial = f"127.0.0.1:{port}"
        self.options = options
        self.process: subprocess.Popen | None = None

    def start(self) -> "PhoneProcess":
        self.process = subprocess.Popen(
            [sys.executable, PHONE, "--base-port", str(self.port), *self.options],
            cwd=ROOT,
            env=dict(os.environ, PYTHONPATH=str(ROOT)),
            stdout=subprocess.PIPE,
            text=True,
        )
        line = self.process.stdout.readline()
        assert line and json.loads(line)["ready"]
        return self

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None


def shell(adb_port: int, serial: str, *args: str) -> str:
    """Run something on a phone, from outside everything under test."""
    from devices.adb.client import AdbClient

    return asyncio.run(AdbClient(adb_port).device(serial).shell(args)).text


class LiveHost:
    """A device host with its stream sockets, in a thread with its own event loop, on the test database."""

    def __init__(self, adb_port: int, addresses: list[str]):
        self.adb_port = adb_port
        self.addresses = addresses
        self.port = free_port()
        self.url = f"ws://127.0.0.1:{self.port}"
        self.host = None
        self.loop = None
        self._ready = threading.Event()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> "LiveHost":
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)
        if self._error:
            raise self._error
        return self

    def stop(self) -> None:
        if self._error:
            raise self._error
        self.server.should_exit = True
        self._thread.join(PATIENCE_S)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:
            self._error = error
            self._ready.set()

    async def _serve(self) -> None:
        import uvicorn

        from devices.host import DeviceHostProcess
        from phonebuddy.hostasgi import application

        self.loop = asyncio.get_running_loop()
        self.host = DeviceHostProcess("live", self.adb_port, self.addresses, self.url, check_every=0.5)
        await self.host.start()
        config = uvicorn.Config(
            application, port=self.port, lifespan="off", log_config=None, ws_per_message_deflate=False
        )
        self.server = uvicorn.Server(config)
        task = asyncio.create_task(self.server.serve())
        while not self.server.started:
            await asyncio.sleep(0.01)
        self._ready.set()
        await task
        await self.host.stop()
        for other in asyncio.all_tasks() - {asyncio.current_task()}:
            other.cancel()

    def device(self, serial: str):
        """The phone's row, once the host has found it online."""
        from devices.models import Device

        def online():
            return Device.objects.filter(serial=serial, state="online").select_related("host").first()

        return wait_for(online, what=f"{serial} online")

    def session(self, device):
        return self.host.hub.get(device.pk)


class Page:
    """A browser's side of the stream socket."""

    def __init__(self, socket):
        self.socket = socket
        self.messages: list[dict] = []
        self.frames: list[bytes] = []
        self.acknowledge = True

    async def send(self, **message) -> None:
        await self.socket.send(json.dumps(message))

    async def read(self) -> dict | bytes:
        data = await self.socket.recv()
        if isinstance(data, str):
            self.messages.append(json.loads(data))
            return self.messages[-1]
        self.frames.append(data)
        if self.acknowledge and data[0] in (2, 3):
            await self.send(type="ack", seq=int.from_bytes(data[4:8], "little"))
        return data

    async def until(self, condition, timeout: float = PATIENCE_S):
        """Read on until a message (a dict, or the bytes of a picture) satisfies the condition."""
        try:
            async with asyncio.timeout(timeout):
                while not condition(message := await self.read()):
                    pass
                return message
        except TimeoutError:
            raise AssertionError(f"it never came; the last messages: {self.messages[-5:]}") from None

    async def message(self, kind: str, timeout: float = PATIENCE_S, **fields) -> dict:
        """The next JSON message of this type with these fields."""

        def fits(message):
            return (
                isinstance(message, dict)
                and message["type"] == kind
                and all(message.get(name) == value for name, value in fields.items())
            )

        return await self.until(fits, timeout)

    async def picture(self, kind: int = 2, timeout: float = PATIENCE_S) -> bytes:
        return await self.until(lambda m: isinstance(m, bytes) and m[0] == kind, timeout)

    async def tap(self, x: int, y: int, w: int, h: int) -> None:
        for action in ("down", "up"):
            await self.send(type="touch", action=action, pointer=0, x=x, y=y, w=w, h=h)


@contextlib.asynccontextmanager
async def open_page(url: str, cookie: str = "", origin: str | None = "http://127.0.0.1:8000", **headers):
    """Connect as a browser does. Closing codes show as websockets' ConnectionClosed."""
    import websockets

    extra = {**({"Cookie": cookie} if cookie else {}), **headers}
    async with websockets.connect(
        url, origin=origin, additional_headers=extra, compression=None, max_size=None, close_timeout=1
    ) as socket:
        yield Page(socket)
