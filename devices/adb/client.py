"""A small asyncio client of the adb server ("smart socket" protocol).

It exists because the usual libraries open two connections and sleep for each shell call (about 22 ms);
this one takes about half a millisecond, and never blocks the event loop that carries the video.
Every call has its own time-out: a frozen phone still says "device" while its shell hangs for ever.
"""

import asyncio
import contextlib
import shlex
import socket
import struct
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

DEFAULT_TIMEOUT = 10.0
FIRST_PART = 256 * 1024  # of an answer of unknown length
SYNC_CHUNK = 64 * 1024  # the protocol's own limit for one DATA block


class AdbError(Exception):
    """The adb server, or the phone behind it, refused. The text is what it said."""


class AdbUnavailable(AdbError):
    """No adb server answers at this address, or the connection broke in the middle."""


class AdbTimeout(AdbError):
    """The phone (or the server) did not answer in time."""


@dataclass(frozen=True, slots=True)
class ShellResult:
    stdout: bytes
    stderr: bytes
    code: int

    @property
    def text(self) -> str:
        return self.stdout.decode("utf-8", "replace")

    def check(self) -> "ShellResult":
        """Itself, or AdbError when the command failed."""
        if self.code:
            said = (self.stderr or self.stdout).decode("utf-8", "replace").strip()
            raise AdbError(f"exit status {self.code}: {said[:500]}")
        return self


def quote(args: Sequence[str]) -> str:
    """One shell line on the phone in which each argument stays one argument, whatever it holds."""
    for arg in args:
        if "\0" in arg:
            raise ValueError("a shell argument cannot hold a NUL")
    return shlex.join(args)


class Connection:
    """One socket to the adb server; after `transport` it speaks to one phone."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self.reader = reader
        self.writer = writer

    async def send(self, service: str) -> None:
        """Ask for a service; raises AdbError with the server's words when it says FAIL."""
        payload = service.encode()
        self.writer.write(b"%04x" % len(payload) + payload)
        status = await self.read(4)
        if status == b"FAIL":
            raise AdbError((await self.read_block()).decode("utf-8", "replace"))
        if status != b"OKAY":
            raise AdbError(f"the adb server answered {status!r}")

    async def read(self, size: int) -> bytes:
        try:
            return await self.reader.readexactly(size)
        except (asyncio.IncompleteReadError, OSError) as error:
            raise AdbUnavailable("the adb connection was closed") from error

    async def read_block(self) -> bytes:
        """A reply behind four hex digits of length."""
        return await self.read(int(await self.read(4), 16))

    async def read_all(self) -> bytes:
        try:
            return await self.reader.read(-1)
        except OSError as error:
            raise AdbUnavailable("the adb connection was closed") from error

    def close(self) -> None:
        with contextlib.suppress(OSError, RuntimeError):
            self.writer.close()


@contextlib.asynccontextmanager
async def _deadline(timeout: float | None, what: str):
    try:
        async with asyncio.timeout(timeout):
            yield
    except TimeoutError as error:
        raise AdbTimeout(f"no answer within {timeout:g} s: {what}") from error


class AdbClient:
    """The adb server at host:port. Holds no connection: each call opens its own on loopback (0.1 ms)."""

    def __init__(self, port: int, host: str = "127.0.0.1"):
        self.host = host
        self.port = port

    async def connect_socket(self) -> Connection:
        try:
            reader, writer = await asyncio.open_connection(self.host, self.port, limit=1 << 20)
        except OSError as error:
            raise AdbUnavailable(f"no adb server at {self.host}:{self.port}") from error
        return Connection(reader, writer)

    async def request(self, service: str, timeout: float = DEFAULT_TIMEOUT) -> str:
        """A `host:` query that answers with one block of text."""
        async with _deadline(timeout, service):
            connection = await self.connect_socket()
            try:
                await connection.send(service)
                return (await connection.read_block()).decode("utf-8", "replace")
            finally:
                connection.close()

    async def version(self) -> int:
        return int(await self.request("host:version", timeout=3), 16)

    async def devices(self) -> dict[str, str]:
        """Serial -> state ("device", "offline", "unauthorized", …)."""
        return parse_devices(await self.request("host:devices"))

    async def connect(self, address: str) -> str:
        """Connect a network phone; the server's words. Failure is told in words too, as adb does."""
        return await self.request(f"host:connect:{address}", timeout=15)

    async def disconnect(self, address: str) -> None:
        with contextlib.suppress(AdbError):
            await self.request(f"host:disconnect:{address}")

    def device(self, serial: str) -> "AdbDevice":
        return AdbDevice(self, serial)


def parse_devices(text: str) -> dict[str, str]:
    pairs = (line.split("\t", 1) for line in text.splitlines() if "\t" in line)
    return {serial: state.strip() for serial, state in pairs}


class AdbDevice:
    """One phone, by serial."""

    def __init__(self, client: AdbClient, serial: str):
        self.client = client
        self.serial = serial

    async def open(self, service: str, timeout: float = DEFAULT_TIMEOUT) -> Connection:
        """A raw stream to a service on the phone, e.g. `localabstract:scrcpy_…`; the caller closes it."""
        async with _deadline(timeout, f"{self.serial} {service.split(':', 1)[0]}"):
            connection = await self.client.connect_socket()
            try:
                await connection.send(f"host:transport:{self.serial}")
                await connection.send(service)
            except BaseException:
                connection.close()
                raise
            return connection

    async def shell(self, args: Sequence[str], timeout: float = DEFAULT_TIMEOUT) -> ShellResult:
        """Run a program with arguments; each argument is quoted for the phone's shell."""
        return await self.shell_line(quote(args), timeout)

    async def shell_line(self, line: str, timeout: float = DEFAULT_TIMEOUT) -> ShellResult:
        """Run a line of shell. Only for fixed text in this code base, never for anything from outside."""
        async with _deadline(timeout, f"{self.serial} shell"):
            connection = await self.open(f"shell,v2,raw:{line}", timeout)
            try:
                return await _read_shell_v2(connection)
            finally:
                connection.close()

    async def exec_out(self, args: Sequence[str], timeout: float = DEFAULT_TIMEOUT) -> bytes:
        """The raw standard output of a program, e.g. a PNG of the screen.

        On a bare socket into one buffer: a raw picture is megabytes, and streams would copy it four times.
        """
        loop = asyncio.get_running_loop()
        async with _deadline(timeout, f"{self.serial} exec"):
            with socket.socket() as line:
                line.setblocking(False)
                try:
                    await loop.sock_connect(line, (self.client.host, self.client.port))
                    for service in (f"host:transport:{self.serial}", f"exec:{quote(args)}"):
                        await _ask(loop, line, service)
                    return await _all_of(loop, line)
                except OSError as error:
                    raise AdbUnavailable("the adb connection was closed") from error

    async def push(
        self,
        data: bytes,
        remote: str,
        mode: int = 0o644,
        timeout: float = 120.0,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Write a file on the phone (sync SEND); AdbError when it refuses (for instance: storage full)."""
        if "\0" in remote or len(remote.encode()) > 1000:
            raise ValueError("bad remote path")
        async with _deadline(timeout, f"{self.serial} push"):
            connection = await self.open("sync:")
            try:
                target = f"{remote},{0o100000 | mode}".encode()
                connection.writer.write(b"SEND" + struct.pack("<I", len(target)) + target)
                for start in range(0, len(data), SYNC_CHUNK):
                    chunk = data[start : start + SYNC_CHUNK]
                    connection.writer.write(b"DATA" + struct.pack("<I", len(chunk)) + chunk)
                    await _drain(connection.writer)
                    if progress:
                        progress(start + len(chunk), len(data))
                connection.writer.write(b"DONE" + struct.pack("<I", int(time.time())))
                status, size = struct.unpack("<4sI", await connection.read(8))
                if status != b"OKAY":
                    raise AdbError((await connection.read(size)).decode("utf-8", "replace"))
            finally:
                connection.close()

    async def pull(self, remote: str, timeout: float = 120.0) -> bytes:
        """Read a file from the phone (sync RECV)."""
        async with _deadline(timeout, f"{self.serial} pull"):
            connection = await self.open("sync:")
            try:
                path = remote.encode()
                connection.writer.write(b"RECV" + struct.pack("<I", len(path)) + path)
                parts = []
                while True:
                    kind, size = struct.unpack("<4sI", await connection.read(8))
                    if kind == b"DONE":
                        return b"".join(parts)
                    block = await connection.read(size)
                    if kind != b"DATA":
                        raise AdbError(block.decode("utf-8", "replace"))
                    parts.append(block)
            finally:
                connection.close()


async def _drain(writer: asyncio.StreamWriter) -> None:
    try:
        await writer.drain()
    except OSError as error:
        raise AdbUnavailable("the adb connection was closed") from error


async def _ask(loop: asyncio.AbstractEventLoop, line: socket.socket, service: str) -> None:
    """As `Connection.send`, on a bare socket."""
    payload = service.encode()
    await loop.sock_sendall(line, b"%04x" % len(payload) + payload)
    status = b""
    while len(status) < 4:
        if not (data := await loop.sock_recv(line, 4 - len(status))):
            raise AdbUnavailable("the adb connection was closed")
        status += data
    if status == b"FAIL":
        raise AdbError((await _all_of(loop, line))[4:].decode("utf-8", "replace"))
    if status != b"OKAY":
        raise AdbError(f"the adb server answered {status!r}")


async def _all_of(loop: asyncio.AbstractEventLoop, line: socket.socket) -> bytes:
    """What comes until the other side closes, in parts that double."""
    parts, size = [], FIRST_PART
    while True:
        part, filled = bytearray(size), 0
        view = memoryview(part)
        while filled < size and (received := await loop.sock_recv_into(line, view[filled:])):
            filled += received
        parts.append(view[:filled])
        if filled < size:
            return b"".join(parts)
        size *= 2


async def _read_shell_v2(connection: Connection) -> ShellResult:
    """Collect a `shell,v2` stream: packets of (id, little-endian length, data); id 3 is the exit status."""
    output: dict[int, list[bytes]] = {1: [], 2: []}
    while True:
        kind, size = struct.unpack("<BI", await connection.read(5))
        data = await connection.read(size)
        if kind == 3:
            return ShellResult(b"".join(output[1]), b"".join(output[2]), data[0] if data else 0)
        output.setdefault(kind, []).append(data)
