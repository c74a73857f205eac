"""One running scrcpy server: start it, connect both sockets, read frames, send control messages."""

import asyncio
import contextlib
import logging
import secrets
import struct
import time
from collections.abc import AsyncIterator, Callable

from devices.adb.client import AdbDevice, AdbError, AdbTimeout, Connection
from devices.adb.scrcpy import options, protocol
from devices.adb.scrcpy.jar import ServerJar
from devices.adb.scrcpy.protocol import Packet

log = logging.getLogger(__name__)

REMOTE_JAR = "/data/local/tmp/phonebuddy-scrcpy.jar"
START_TIMEOUT = 12.0


class ScrcpyError(AdbError):
    """The server did not start, or its stream broke. The text holds what it logged."""


class ScrcpyClient:
    """`async with ScrcpyClient(device, jar) as c: async for packet in c.packets()`.

    `on_clipboard(text)` hears of each clipboard the phone sends. The control socket is always read: a full
    one would block the phone. Without `video` the phone encodes nothing, and touches are told in its own px.
    """

    def __init__(
        self,
        device: AdbDevice,
        jar: ServerJar,
        server_options: dict[str, object] | None = None,
        on_clipboard: Callable[[str], None] | None = None,
        video: bool = True,
    ):
        self.device = device
        self.video = video
        self.jar = jar
        self.options = server_options or {}
        self.on_clipboard = on_clipboard
        self.device_name = ""
        self.width = 0  # of the video, as first announced
        self.height = 0
        self.log: list[str] = []  # the server's last words
        self._server: Connection | None = None
        self._video: Connection | None = None
        self._control: Connection | None = None
        self._tasks: list[asyncio.Task] = []
        self._acks: dict[int, asyncio.Future] = {}
        self._sequence = 0

    async def __aenter__(self) -> "ScrcpyClient":
        try:
            await self.start()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *exc_info) -> None:
        await self.close()

    async def start(self) -> None:
        """Raises ScrcpyError (or another AdbError); JarRefused before anything touches the phone."""
        data = await asyncio.to_thread(self.jar.read)
        scid = secrets.randbits(31)
        command = options.command(self.jar.version, REMOTE_JAR, scid, self.options, self.video)
        await self.device.push(data, REMOTE_JAR, timeout=START_TIMEOUT)
        self._server = await self.device.open(f"shell,v2,raw:{command}")
        self._tasks.append(asyncio.create_task(self._read_log(self._server), name="scrcpy-log"))
        name = f"localabstract:scrcpy_{scid:08x}"
        try:
            async with asyncio.timeout(START_TIMEOUT):
                first = await self._connect_first(name)
                if self.video:
                    self._video, self._control = first, await self.device.open(name)
                else:
                    self._control = first
                self.device_name = (await first.read(64)).split(b"\0")[0].decode("utf-8", "replace")
                self._tasks.append(
                    asyncio.create_task(self._read_control(self._control), name="scrcpy-control")
                )
                if not self.video:
                    return
                codec, self.width, self.height = struct.unpack(">III", await self._video.read(12))
        except TimeoutError as error:
            raise AdbTimeout(f"the scrcpy server did not start: {self.last_words()}") from error
        if codec != protocol.CODEC_H264:
            raise ScrcpyError(f"unexpected video codec {codec:#x}: {self.last_words()}")

    async def _connect_first(self, name: str) -> Connection:
        """The name exists once the server listens; a connection counts once the dummy byte has come."""
        delay = 0.01
        while True:
            if self._tasks[0].done():
                raise ScrcpyError(f"the scrcpy server ended: {self.last_words()}")
            connection = None
            try:
                connection = await self.device.open(name)
                if await connection.read(1) != b"\0":
                    raise ScrcpyError("the scrcpy server spoke another protocol")
                return connection
            except AdbTimeout:
                raise
            except AdbError:
                if connection:
                    connection.close()
                await asyncio.sleep(delay)
                delay = min(delay * 1.5, 0.2)

    async def packets(self) -> AsyncIterator[Packet]:
        """Frames as they come, for as long as it lasts. A still screen sends nothing: no time-out here."""
        assert self._video
        while True:
            try:
                header = await self._video.read(protocol.HEADER_SIZE)
                pts, key, config, size = protocol.parse_header(header)
                data = await self._video.read(size)
            except (AdbError, ValueError) as error:
                raise ScrcpyError(f"the video stream ended ({error})") from error
            yield Packet(pts, key, config, data, at=time.monotonic())

    @property
    def takes_input(self) -> bool:
        return self._control is not None and not self._control.writer.is_closing()

    def send(self, message: bytes) -> None:
        """Queue one control message; order is kept. ScrcpyError when the connection is gone."""
        if not self.takes_input:
            raise ScrcpyError("the control connection is closed")
        self._control.writer.write(message)

    async def set_clipboard(self, value: str, paste: bool, timeout: float = 2.0) -> bool:
        """Set (and paste); True once the phone acknowledged, False when it did not in time."""
        self._sequence += 1
        sequence = self._sequence
        acknowledged = self._acks[sequence] = asyncio.get_running_loop().create_future()
        self.send(protocol.set_clipboard(sequence, value, paste))
        try:
            async with asyncio.timeout(timeout):
                await acknowledged
            return True
        except TimeoutError:
            return False
        finally:
            self._acks.pop(sequence, None)

    async def _read_control(self, connection: Connection) -> None:
        with contextlib.suppress(AdbError):
            while True:
                try:
                    kind, value = await protocol.read_device_message(connection.read)
                except ValueError as error:
                    log.warning("%s: control socket out of step: %s", self.device.serial, error)
                    connection.close()
                    return
                if kind == protocol.CLIPBOARD and self.on_clipboard:
                    self.on_clipboard(value)
                elif kind == protocol.ACK_CLIPBOARD:
                    waiting = self._acks.get(value)
                    if waiting and not waiting.done():
                        waiting.set_result(True)

    async def _read_log(self, connection: Connection) -> None:
        """Keep the last lines the server prints: they say why it failed."""
        with contextlib.suppress(AdbError):
            while True:
                kind, size = struct.unpack("<BI", await connection.read(5))
                data = await connection.read(size)
                if kind == 3:
                    return
                self.log = [*self.log, *data.decode("utf-8", "replace").splitlines()][-20:]

    def last_words(self) -> str:
        return " | ".join(self.log[-4:]) or "it said nothing"

    async def close(self) -> None:
        """Closing the sockets ends the server on the phone."""
        for connection in (self._control, self._video, self._server):
            if connection:
                connection.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
