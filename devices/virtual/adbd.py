"""The adbd side of the ADB transport protocol, over TCP.

A packet is a 24-byte header of six little-endian u32 (command, arg0, arg1, length, checksum, magic) and data.
Many streams share one transport; each stream has at most one WRTE in flight in each direction.
"""

import asyncio
import contextlib
import itertools
import logging
import os
import socket
import struct

log = logging.getLogger(__name__)


def _command(name):
    return int.from_bytes(name, "little")


CNXN, AUTH, OPEN, OKAY, WRTE, CLSE = map(_command, (b"CNXN", b"AUTH", b"OPEN", b"OKAY", b"WRTE", b"CLSE"))
HEADER = struct.Struct("<6I")
VERSION_MIN, VERSION_SKIP_CHECKSUM = 0x01000000, 0x01000001
MAX_PAYLOAD = 1 << 20
MAX_STREAMS = 1024
AUTH_TOKEN, AUTH_SIGNATURE, AUTH_PUBLIC_KEY = 1, 2, 3
# Not advertised on purpose: delayed_ack, sendrecv_v2 and abb_exec ask for more than a mock phone needs.
FEATURES = "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir"


class StreamClosed(ConnectionError):
    """The peer closed the stream, or the transport is gone."""


class Stream:
    """One two-way byte stream of a transport."""

    def __init__(self, transport, local_id, remote_id):
        self.transport, self.local_id, self.remote_id = transport, local_id, remote_id
        self.closed = False
        self.closed_event = asyncio.Event()
        self._inbox = asyncio.Queue()
        self._rest = b""
        self._acknowledged = asyncio.Event()
        self._acknowledged.set()
        self._write_lock = asyncio.Lock()

    async def read(self):
        """The next bytes, b"" once the peer closed. Acknowledged only now: a slow service slows its peer."""
        if self._rest:
            data, self._rest = self._rest, b""
            return data
        if self.closed and self._inbox.empty():
            return b""
        data = await self._inbox.get()
        if data and not self.closed:
            self.transport.send(OKAY, self.local_id, self.remote_id)
        return data

    async def read_exactly(self, size):
        """Exactly `size` bytes; StreamClosed if the peer closed before."""
        parts, missing = [], size
        while missing:
            data = await self.read()
            if not data:
                raise StreamClosed("closed in the middle of a message")
            parts.append(data[:missing])
            self._rest = data[missing:]
            missing -= len(parts[-1])
        return b"".join(parts)

    async def write(self, data):
        """Send all of `data`, returning when the peer has taken it; StreamClosed if it went away."""
        view = memoryview(data)
        async with self._write_lock:
            for start in range(0, len(view), self.transport.max_data):
                await self._acknowledged.wait()
                await self.transport.device.faults.gate()
                if self.closed:
                    raise StreamClosed("stream is closed")
                self._acknowledged.clear()
                self.transport.send(
                    WRTE, self.local_id, self.remote_id, view[start : start + self.transport.max_data]
                )
            await self._acknowledged.wait()
        if self.closed:
            raise StreamClosed("stream is closed")

    async def close(self):
        """Close our side once what we wrote has been taken: adb drops data that is overtaken by CLSE."""
        async with self._write_lock:
            await self._acknowledged.wait()
        self._shut()

    def abort(self):
        """Close at once, whatever is still in flight."""
        self._shut()

    def _shut(self):
        if not self.closed:
            self.transport.send(CLSE, self.local_id, self.remote_id)
            self.ended()

    def deliver(self, data):
        if self._inbox.qsize() > 4:  # the peer ignores flow control
            self._shut()
        else:
            self._inbox.put_nowait(data)

    def acknowledged(self):
        self._acknowledged.set()

    def ended(self):
        """The stream is over, whoever ended it."""
        self.closed = True
        self.closed_event.set()
        self._acknowledged.set()
        self._inbox.put_nowait(b"")
        self.transport.streams.pop(self.local_id, None)


class Transport:
    """One connected adb server."""

    def __init__(self, device, reader, writer, serve):
        self.device, self._reader, self._writer, self._serve = device, reader, writer, serve
        self.version, self.max_data = VERSION_MIN, 4096
        self.online = False
        self.streams = {}
        self.reverse = {}  # device-side address -> host-side address
        self._opening = {}
        self._ids = itertools.count(1)
        self._tasks = set()

    async def run(self):
        """Serve packets until either side ends the connection."""
        try:
            while True:
                command, arg0, arg1, length, checksum, magic = HEADER.unpack(
                    await self._reader.readexactly(HEADER.size)
                )
                if magic != command ^ 0xFFFFFFFF or length > MAX_PAYLOAD:
                    log.info("malformed packet, dropping the connection")
                    return
                data = await self._reader.readexactly(length) if length else b""
                if (
                    command != CNXN
                    and self.version < VERSION_SKIP_CHECKSUM
                    and sum(data) & 0xFFFFFFFF != checksum
                ):
                    log.info("wrong checksum, dropping the connection")
                    return
                await self.device.faults.gate()
                self._handle(command, arg0, arg1, data)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.drop()

    def drop(self):
        """End the connection at once, as a pulled cable does."""
        self.online = False
        for stream in list(self.streams.values()):
            stream.ended()
        for waiting in self._opening.values():
            waiting.cancel()
        for task in list(self._tasks):
            task.cancel()
        with contextlib.suppress(RuntimeError):
            self._writer.transport.abort()

    def send(self, command, arg0, arg1, data=b""):
        if self._writer.is_closing():
            return
        checksum = sum(data) & 0xFFFFFFFF if self.version < VERSION_SKIP_CHECKSUM else 0
        header = HEADER.pack(command, arg0, arg1, len(data), checksum, command ^ 0xFFFFFFFF)
        self._writer.writelines((header, data))

    async def open(self, address):
        """Open a stream to an address on the adb server's machine (what `adb reverse` asked for)."""
        local_id = next(self._ids)
        self._opening[local_id] = waiting = asyncio.get_running_loop().create_future()
        self.send(OPEN, local_id, 0, address.encode() + b"\0")
        try:
            return await waiting
        except asyncio.CancelledError:
            if self._writer.is_closing():
                raise StreamClosed("the connection is gone") from None
            raise
        finally:
            self._opening.pop(local_id, None)

    def admit(self):
        """Answer CNXN: the connection is online."""
        self.online = True
        self.send(CNXN, self.version, MAX_PAYLOAD, self.device.banner(FEATURES).encode())

    def _handle(self, command, arg0, arg1, data):
        if command == CNXN:
            self.version = min(max(arg0, VERSION_MIN), VERSION_SKIP_CHECKSUM)
            self.max_data = max(256, min(arg1, MAX_PAYLOAD))
            if self.device.faults.is_on("offline"):
                return  # an open connection that never answers is what adb calls offline
            if self.device.faults.is_on("unauthorised"):
                self.send(AUTH, AUTH_TOKEN, 0, os.urandom(20))
            else:
                self.admit()
        elif command == AUTH:
            if arg0 == AUTH_SIGNATURE:
                self.send(AUTH, AUTH_TOKEN, 0, os.urandom(20))
        elif not self.online:
            log.info("packet before the connection was made: ignored")
        elif command == OPEN:
            self._open(arg0, data)
        elif command == OKAY:
            self._okay(arg0, arg1)
        elif command == WRTE:
            stream = self.streams.get(arg1)
            if stream:
                stream.deliver(data)
            else:
                self.send(CLSE, 0, arg0)
        elif command == CLSE:
            self._close(arg1)

    def _open(self, remote_id, data):
        name = data.rstrip(b"\0").decode("utf-8", "surrogateescape")
        service = self._serve(self.device, self, name) if len(self.streams) < MAX_STREAMS else None
        if service is None or not remote_id:
            self.send(CLSE, 0, remote_id)
            return
        stream = Stream(self, next(self._ids), remote_id)
        self.streams[stream.local_id] = stream
        self.send(OKAY, stream.local_id, remote_id)
        self._start(self._run_service(service, stream, name))

    async def _run_service(self, service, stream, name):
        try:
            await service(stream)
            await stream.close()
        except StreamClosed:
            stream._shut()
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("service %.80r failed", name)
            stream._shut()

    def _okay(self, remote_id, local_id):
        stream = self.streams.get(local_id)
        waiting = self._opening.get(local_id)
        if stream:
            stream.acknowledged()
        elif waiting and not waiting.done():
            stream = self.streams[local_id] = Stream(self, local_id, remote_id)
            waiting.set_result(stream)

    def _close(self, local_id):
        waiting = self._opening.get(local_id)
        if waiting and not waiting.done():
            waiting.set_exception(StreamClosed("refused"))
        stream = self.streams.get(local_id)
        if stream:
            stream._shut()

    def _start(self, coroutine):
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def listen(device, serve, host="127.0.0.1", port=0):
    """Serve `device` to adb on host:port; returns the asyncio server. `serve(device, transport, name)` gives
    a coroutine function of one stream, or None to refuse."""

    async def connected(reader, writer):
        writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        transport = Transport(device, reader, writer, serve)
        device.transports.add(transport)
        try:
            await transport.run()
        except asyncio.CancelledError:
            pass  # the process ends; asyncio would log a traceback for every open connection
        finally:
            device.transports.discard(transport)

    return await asyncio.start_server(connected, host, port, limit=MAX_PAYLOAD)
