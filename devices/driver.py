"""A phone in the hands of a program: look, act, wait until it stands still. Pure asyncio, no Django.

The same way for real and mock phones: input goes through scrcpy's control socket, pictures, trees and focus
come over adb, and the video that scrcpy sends anyway is the film. People may watch meanwhile: their stream is
another session, of the device host.
"""

import asyncio
import contextlib
import io
import logging
import time
from collections.abc import Callable

import numpy as np
from PIL import Image

from devices import actions
from devices.actions import Action
from devices.adb import properties, uitree
from devices.adb.client import AdbDevice, AdbError, AdbUnavailable
from devices.adb.scrcpy import h264, keymap, protocol
from devices.adb.scrcpy.client import ScrcpyClient
from devices.adb.scrcpy.jar import ServerJar
from devices.adb.scrcpy.protocol import Packet
from devices.observation import CaptureFailed, Observation
from devices.settling import FrameSettler, settle_mock
from devices.streaming import input as inputs

log = logging.getLogger(__name__)

MOVE_S = 0.016
HOLD_S = 0.6  # before something is carried: longer than Android's long press
REST_S = 0.12  # before a carried thing is let go
FIRST_PICTURE_S = 15.0
GONE = ("not found", "offline", "closed", "unauthorized")


class DeviceLost(AdbError):
    """The line to the phone broke. Nothing more can be done with this driver."""


@contextlib.contextmanager
def capturing():
    """What goes wrong with a look: DeviceLost when the phone is gone, else CaptureFailed."""
    try:
        yield
    except AdbUnavailable as error:
        raise DeviceLost(str(error)) from error
    except AdbError as error:
        if any(word in str(error) for word in GONE):
            raise DeviceLost(str(error)) from error
        raise CaptureFailed(str(error)) from error


class PhoneDriver:
    """``async with PhoneDriver(device, jar, mock=…) as phone``; all of its errors are AdbErrors.

    ``on_packet`` gets every packet of the video (for a film). Points of actions are device px.
    """

    def __init__(
        self,
        device: AdbDevice,
        jar: ServerJar,
        mock: bool,
        on_packet: Callable[[Packet], None] | None = None,
    ):
        self.device = device
        self.mock = mock
        self.width = self.height = 0  # of the screen as it is turned now
        self._natural: tuple[int, int] | None = None
        self._video = (0, 0)
        self._on_packet = on_packet
        self._client = ScrcpyClient(
            device, jar, {"clipboard_autosync": "false"}, on_clipboard=self._clipboard_came
        )
        self._clipboard: asyncio.Future | None = None
        self._reader: asyncio.Task | None = None
        self._first = asyncio.Event()
        self._settler = None if mock else FrameSettler(self.want_key)
        self._observations = 0
        self._settled = True

    async def __aenter__(self) -> "PhoneDriver":
        self._natural = properties.parse_wm_size((await self.device.shell(["wm", "size"])).text)
        await self._client.start()
        self._reader = asyncio.create_task(self._read(), name=f"driver-{self.device.serial}")
        try:
            async with asyncio.timeout(FIRST_PICTURE_S):
                await self._first.wait()
            self._must_live()
        except TimeoutError as error:
            await self.close()
            raise DeviceLost(f"no picture came: {self._client.last_words()}") from error
        except DeviceLost:
            await self.close()
            raise
        return self

    async def __aexit__(self, *exc_info) -> None:
        await self.close()

    async def close(self) -> None:
        if self._reader:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._settler:
            self._settler.close()
        await self._client.close()

    def want_key(self) -> None:
        with contextlib.suppress(AdbError):
            self._client.send(protocol.reset_video())

    async def _read(self) -> None:
        try:
            async for packet in self._client.packets():
                if packet.config:
                    self._resized(packet)
                elif packet.key:
                    self._first.set()
                if self._settler:
                    self._settler.feed(packet)
                if self._on_packet:
                    self._on_packet(packet)
        finally:
            self._first.set()  # whoever waits for a picture waits in vain

    def _resized(self, packet: Packet) -> None:
        sps = h264.find_sps(packet.data)
        self._video = (sps.width, sps.height) if sps else (self._client.width, self._client.height)
        natural = self._natural or self._video
        turned = (self._video[0] > self._video[1]) != (natural[0] > natural[1])
        self.width, self.height = natural[::-1] if turned else natural

    # --- acting ---

    async def perform(self, action: Action) -> None:
        """Do it; returns when the phone has been given all of it. Final actions do nothing.

        Raises DeviceLost when the line broke (before or during it), AdbError when the phone refused.
        """
        self._must_live()
        try:
            await getattr(self, f"_{action.name}", self._nothing)(action)
        except AdbUnavailable as error:
            raise DeviceLost(str(error)) from error
        self._must_live()

    async def _nothing(self, action: Action) -> None:
        """Output, finish, call_user: words to the user, nothing to the phone."""

    async def _click(self, action: actions.Click) -> None:
        self._tap(*action.points[0])

    async def _double_click(self, action: actions.DoubleClick) -> None:
        self._tap(*action.points[0])
        await asyncio.sleep(action.interval / 1000)
        self._tap(*action.points[0])

    async def _long_press(self, action: actions.LongPress) -> None:
        self._touch(protocol.DOWN, *action.points[0])
        await asyncio.sleep(action.duration / 1000)
        self._touch(protocol.UP, *action.points[0])

    async def _scroll(self, action: actions.Scroll) -> None:
        await self._path(action.points, action.duration / 1000)

    async def _drag(self, action: actions.Drag) -> None:
        await self._path(action.points, action.duration / 1000, HOLD_S, REST_S)

    async def _type(self, action: actions.Type) -> None:
        """Letters that have keys go as keys, all else through the clipboard; a line end is the Enter key."""
        for number, line in enumerate(action.text.split("\n")):
            if number:
                self._key(keymap.BUTTONS["enter"])
            if not line:
                continue
            if inputs.plain(line):
                for message in inputs.plain_text(line):
                    self._client.send(message)
            elif not await self._client.set_clipboard(line, paste=True):
                raise AdbError("the phone did not take the text")

    async def _button_press(self, action: actions.ButtonPress) -> None:
        self._key(keymap.BUTTONS[action.type])

    async def _open_app(self, action: actions.OpenApp) -> None:
        self._client.send(protocol.start_app(action.package))

    async def _close_app(self, action: actions.CloseApp) -> None:
        (await self.device.shell(["am", "force-stop", action.package])).check()

    async def _wait(self, action: actions.Wait) -> None:
        await asyncio.sleep(action.time / 1000)

    def _tap(self, x: int, y: int) -> None:
        self._touch(protocol.DOWN, x, y)
        self._touch(protocol.UP, x, y)

    def _touch(self, action: int, x: float, y: float) -> None:
        width, height = self._video
        at = round(x * width / self.width), round(y * height / self.height)
        self._client.send(protocol.touch(action, 0, *at, width, height))

    async def _path(self, points, seconds: float, hold: float = 0.0, rest: float = 0.0) -> None:
        (x1, y1), (x2, y2) = points
        self._touch(protocol.DOWN, x1, y1)
        await asyncio.sleep(hold)
        began = time.monotonic()
        while (passed := time.monotonic() - began) < seconds:
            part = passed / seconds
            self._touch(protocol.MOVE, x1 + (x2 - x1) * part, y1 + (y2 - y1) * part)
            await asyncio.sleep(min(MOVE_S, seconds - passed))
        self._touch(protocol.MOVE, x2, y2)
        await asyncio.sleep(rest)
        self._touch(protocol.UP, x2, y2)

    def _key(self, code: int) -> None:
        for action in (0, 1):
            self._client.send(protocol.keycode(action, code))

    # --- waiting ---

    async def settle(self) -> bool:
        """Wait until the screen stands still after the last action; False when it would not."""
        self._must_live()
        if self._settler:
            self._settled = await self._settler.settle()
        else:
            # What the control socket was given is done once it has answered: it keeps the order.
            self._clipboard = asyncio.get_running_loop().create_future()
            self._client.send(protocol.get_clipboard())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(5):
                    await self._clipboard
            self._settled = await settle_mock(self.device)
        return self._settled

    def _clipboard_came(self, text: str) -> None:
        if self._clipboard and not self._clipboard.done():
            self._clipboard.set_result(text)

    # --- looking ---

    async def observe(self, screenshot: bool = True, tree: bool = True) -> Observation:
        """The screen now. DeviceLost when the phone is gone, CaptureFailed when it would not show itself."""
        self._must_live()
        at = time.monotonic()
        with capturing():
            status, image, nodes = await asyncio.gather(
                properties.read_window(self.device),
                self._screenshot() if screenshot else _none(),
                uitree.dump(self.device) if tree else _none(),
            )
        self._observations += 1
        return Observation(
            self.width,
            self.height,
            None if status.secure else image,
            nodes,
            status.package,
            status.activity,
            status.rotation or 0,
            status.secure,
            self._settled,
            at,
            self._observations,
        )

    async def _screenshot(self) -> np.ndarray:
        """A mock phone's comes raw, which is quicker; a real one's as PNG, since its line is slower."""
        words, read = (["screencap"], raw_picture) if self.mock else (["screencap", "-p"], png_picture)
        data = await self.device.exec_out(words, timeout=15)
        return await asyncio.to_thread(read, data)

    def _must_live(self) -> None:
        if self._reader is None or self._reader.done():
            error = self._reader.exception() if self._reader and not self._reader.cancelled() else None
            raise DeviceLost(str(error or "the line to the phone is closed"))


async def _none() -> None:
    return None


def raw_picture(data: bytes) -> np.ndarray:
    """`screencap` without -p: width, height, format and colour space (little-endian), then RGBA rows."""
    width, height, kind = np.frombuffer(data[:12], "<u4") if len(data) >= 16 else (0, 0, 0)
    header = len(data) - int(width) * int(height) * 4
    if kind != 1 or header not in (12, 16):
        raise AdbError(data[:200].decode("utf-8", "replace").strip() or "the phone gave no picture")
    pixels = np.frombuffer(data, np.uint8, offset=header).reshape(height, width, 4)
    picture = np.empty((height, width, 3), np.uint8)
    for channel in range(3):  # an eighth of the time that copying pixels[:, :, :3] takes
        picture[:, :, channel] = pixels[:, :, channel]
    return picture


def png_picture(data: bytes) -> np.ndarray:
    if not data.startswith(b"\x89PNG"):
        raise AdbError(data[:200].decode("utf-8", "replace").strip() or "the phone gave no picture")

    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))
