"""Phones for the tests: rows alone, or a virtual phone behind the real adb, with a device host in front."""

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from datetime import timedelta
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PHONE = str(Path(__file__).with_name("phone_process.py"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(condition, timeout: float = 30.0, what: str = "it"):
    """Poll until the condition gives something true; the machine may be slow, the test must not be wrong."""
    deadline = time.monotonic() + timeout
    while not (value := condition()):
        assert time.monotonic() < deadline, f"{what} did not happen within {timeout:g} s"
        time.sleep(0.05)
    return value


@pytest.fixture
def device_host(db):
    from django.utils import timezone

    from devices.models import DeviceHost

    seen = timezone.now() + timedelta(days=1)
    return DeviceHost.objects.create(name="test", stream_url="ws://127.0.0.1:8001", last_seen_at=seen)


@pytest.fixture
def make_device(device_host):
    """`make_device(name="Pixel", state="online", …)`: a row, without any phone behind it."""
    from devices.models import Device

    def make(name: str = "Pixel 1", state: str = "online", **fields) -> Device:
        fields.setdefault("serial", name)
        return Device.objects.create(host=device_host, name=name, state=state, **fields)

    return make


@pytest.fixture
def device(make_device):
    return make_device()


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


@pytest.fixture(scope="session")
def adb_port():
    """A private adb server for the whole run."""
    from devices.adb.server import adb_binary

    port = free_port()
    server = subprocess.Popen(
        [str(adb_binary()), "-P", str(port), "nodaemon", "server"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=dict(os.environ, ADB_MDNS_AUTO_CONNECT="0", ADB_USB="0"),
    )
    yield port
    server.kill()
    server.wait()


@pytest.fixture(scope="session")
def shared_phone():
    """One virtual phone for all tests that leave it as they found it."""
    phone = PhoneProcess(free_port(), "--seed", "7").start()
    yield phone
    phone.kill()


@pytest.fixture
def own_phone(adb_port):
    """A virtual phone that the test may kill and start again."""
    from devices.adb.client import AdbClient

    phone = PhoneProcess(free_port(), "--seed", "8").start()
    yield phone
    phone.kill()
    asyncio.run(AdbClient(adb_port).disconnect(phone.serial))


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
        assert self._ready.wait(30)
        if self._error:
            raise self._error
        return self

    def stop(self) -> None:
        if self._error:
            raise self._error
        self.server.should_exit = True
        self._thread.join(20)

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


@pytest.fixture
def live_host(transactional_db, services, adb_port):
    """`live_host(phone, …)`: a running host for these phones."""
    from django.db import connections

    running = []

    def start(*phones: PhoneProcess, port: int = adb_port) -> LiveHost:
        running.append(LiveHost(port, [phone.serial for phone in phones]).start())
        return running[-1]

    yield start
    for host in running:
        host.stop()
    connections.close_all()


@pytest.fixture
def cookie_for(db):
    """The Cookie header of a signed-in browser."""
    from concurrent.futures import ThreadPoolExecutor

    from django.conf import settings
    from django.db import connection
    from django.test import Client

    def sign_in(user) -> str:
        client = Client()
        client.force_login(user)
        name = settings.SESSION_COOKIE_NAME
        connection.close()
        return f"{name}={client.cookies[name].value}"

    def make(user) -> str:
        # In a thread: tests call it from their coroutines, where Django's database may not be used.
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(sign_in, user).result()

    return make


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

    async def until(self, condition, timeout: float = 20.0):
        """Read on until a message (a dict, or the bytes of a picture) satisfies the condition."""
        try:
            async with asyncio.timeout(timeout):
                while not condition(message := await self.read()):
                    pass
                return message
        except TimeoutError:
            raise AssertionError(f"it never came; the last messages: {self.messages[-5:]}") from None

    async def message(self, kind: str, timeout: float = 20.0, **fields) -> dict:
        """The next JSON message of this type with these fields."""

        def fits(message):
            return (
                isinstance(message, dict)
                and message["type"] == kind
                and all(message.get(name) == value for name, value in fields.items())
            )

        return await self.until(fits, timeout)

    async def picture(self, kind: int = 2, timeout: float = 20.0) -> bytes:
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
        url, origin=origin, additional_headers=extra, compression=None, max_size=None
    ) as socket:
        yield Page(socket)
