"""One phone's live session: one encoder on the phone, any number of viewers, one driver at a time."""

import asyncio
import contextlib
import dataclasses
import logging
from collections.abc import Callable
from uuid import UUID

from devices.adb import properties
from devices.adb.client import AdbDevice, AdbError, AdbTimeout, AdbUnavailable
from devices.adb.properties import Status
from devices.adb.scrcpy import h264, protocol
from devices.adb.scrcpy.client import ScrcpyClient
from devices.adb.scrcpy.jar import JarRefused, ServerJar
from devices.adb.scrcpy.protocol import Packet
from devices.adb.uitree import UiTree
from devices.streaming import input as inputs
from devices.streaming.frames import Frame, FrameKeeper
from devices.streaming.input import InputRefused
from devices.streaming.jpeg import JpegSender
from devices.streaming.tree import TreeKeeper
from devices.streaming.typist import Typist
from devices.streaming.viewer import Config, Viewer

log = logging.getLogger(__name__)

JOIN_GAP = 0.1  # s between two key frames for people who have no picture yet
CATCH_UP_GAP = 1.0  # … and for a slow viewer, who must not cost the others their frames
KEY_PATIENCE = 1.0  # then a request counts as lost
WATCH_EVERY = 3.0  # how often a watched phone is asked about its screen and its windows
GONE_AFTER = 60.0
BACKOFF = (0.2, 0.5, 1.0, 2.0, 3.0)


class SessionListener:
    """Somebody who follows a session, e.g. the recorder. Called on the event loop; must be quick.

    Input that was refused is never heard. A touch that the session itself had to end (the line broke, the
    screen turned, its driver left) is heard as a `cancel`, so that no finger lies there for ever.
    `wants_frames` keeps the decoder running, `wants_tree` the UI tree fresh.
    """

    wants_frames = False
    wants_tree = False

    def on_input(self, event: dict, at: float, user_id: int) -> None:
        """Before the input reaches the phone. The platform's own clicks do not pass here."""

    def on_packet(self, packet: Packet) -> None: ...

    def on_size(self, width: int, height: int, rotation: int) -> None: ...

    def on_state(self, state: str, reason: str) -> None: ...


@dataclasses.dataclass(eq=False, slots=True)
class Driver:
    """Who sends input, and how to answer them. One per driving socket."""

    user_id: int
    reply: Callable[[dict], None]


class PhoneSession:
    """Owns the scrcpy connection and brings it back when it breaks. Everything runs on one event loop.

    `width`, `height`: device px in the current orientation; `video_width`, `video_height`: the picture's.
    """

    def __init__(
        self,
        device_id: UUID,
        device: AdbDevice,
        jar: ServerJar,
        size: tuple[int, int] | None = None,
        options: dict[str, object] | None = None,
        why_not: Callable[[], str] | None = None,
        on_status: Callable[[Status], None] | None = None,
    ):
        self.device_id = device_id
        self.device = device
        self.serial = device.serial
        self.width, self.height = size or (0, 0)
        self.rotation = 0
        self.state, self.reason = "connecting", "Connecting to the phone."
        self.screen = inputs.Screen(on_lift=self._lifted)
        self.config: Config | None = None
        self.viewers: set[Viewer] = set()
        self.drivers: set[Driver] = set()
        self.listeners: list[SessionListener] = []
        self.frames = FrameKeeper(self._decoder_starts, self._decoded)
        self.tree = TreeKeeper(device, self.picture_number)
        self.typist = Typist(self)
        self.jpegs = JpegSender(self)
        self.status = Status()
        self.encoder_runs = 0
        self.packets = 0
        self._jar = jar
        # The clipboard is fetched when needed: with autosync on, scrcpy never tells what it holds at first.
        self._options = {"clipboard_autosync": "false", **(options or {})}
        self._natural = size
        self._why_not = why_not or (lambda: "")
        self._on_status = on_status
        self._loop = asyncio.get_running_loop()
        self._client: ScrcpyClient | None = None
        self._seq = 0
        self._last_key: Packet | None = None
        self._deltas_since_key = 0
        self._broken_at: float | None = None
        self._silent = ""  # why the phone does not answer, although its stream stands
        self._reset_at = 0.0
        self._reset_pending = False
        self._reset_timer: asyncio.TimerHandle | None = None
        self._look = asyncio.Event()
        self._clipboard_waiters: list[asyncio.Future] = []
        self._tasks: list[asyncio.Task] = []
        self._background: set[asyncio.Task] = set()

    # --- life ------------------------------------------------------------------------------------

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._run(), name=f"stream-{self.serial}"),
            asyncio.create_task(self._watch_phone(), name=f"watch-{self.serial}"),
        ]

    async def close(self) -> None:
        for task in [*self._tasks, *self._background]:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._background, return_exceptions=True)
        self._tasks = []
        if self._reset_timer:
            self._reset_timer.cancel()
        self.jpegs.close()
        self.tree.close()
        self.frames.close()
        self._set_state("gone", "The session was closed.")

    async def _run(self) -> None:
        failures = 0
        while True:
            try:
                async with ScrcpyClient(self.device, self._jar, self._options, self._clipboard) as client:
                    self._client = client
                    self.encoder_runs += 1
                    self._reset_pending = False
                    async for packet in client.packets():
                        failures = 0
                        self._packet(packet)
            except (AdbError, JarRefused, OSError) as error:
                self._broke(error)
            finally:
                self._client = None
            await asyncio.sleep(BACKOFF[min(failures, len(BACKOFF) - 1)])
            failures += 1

    def _broke(self, error: Exception) -> None:
        now = self._loop.time()
        self._broken_at = self._broken_at or now
        self.screen.forget()
        self._last_key = None
        for viewer in self.viewers:
            viewer.needs_key = True
        log.info("%s: stream broken: %s", self.serial, error)
        words = self._why_not() or plain_reason(error)
        self._set_state("gone" if now - self._broken_at > GONE_AFTER else "reconnecting", words)

    # --- pictures --------------------------------------------------------------------------------

    def _packet(self, packet: Packet) -> None:
        self.packets += 1
        if packet.config:
            packet = dataclasses.replace(packet, seq=self._seq)
            self._new_config(packet)
        else:
            self._seq += 1
            packet = dataclasses.replace(packet, seq=self._seq)
            if packet.key:
                self._last_key, self._deltas_since_key = packet, 0
                self._reset_pending = False
                if self._broken_at or self.state == "connecting":
                    self._broken_at = None
                    self._show_state()
            else:
                self._deltas_since_key += 1
        self.frames.feed(packet)
        for viewer in tuple(self.viewers):
            if viewer.mode == "video" and not packet.config:
                viewer.packet(packet)
        for listener in self.listeners:
            listener.on_packet(packet)
        if not self.frames.running:
            self.tree.changed()

    def _new_config(self, packet: Packet) -> None:
        sps = h264.find_sps(packet.data)
        width, height = (sps.width, sps.height) if sps else (self._client.width, self._client.height)
        resized = (width, height) != (self.screen.width, self.screen.height)
        for message in self.screen.resize(width, height):
            self._client.send(message)
        if resized:
            self._resized(width, height)
        self.config = Config(width, height, self.rotation, packet.data)
        self._last_key = None
        for viewer in self.viewers:
            if viewer.mode == "video":
                viewer.config(self.config)

    @property
    def video_width(self) -> int:
        return self.screen.width

    @property
    def video_height(self) -> int:
        return self.screen.height

    def _resized(self, width: int, height: int) -> None:
        natural = self._natural or (width, height)
        turned = (width > height) != (natural[0] > natural[1])
        self.width, self.height = natural[::-1] if turned else natural
        if self.rotation % 2 != turned:
            self.rotation = int(turned)  # which of the two sideways ones, the phone tells in a moment
        self._tell_size()
        self._look.set()

    def _tell_size(self) -> None:
        self.broadcast(self.size_message())
        for listener in self.listeners:
            listener.on_size(self.width, self.height, self.rotation)

    def size_message(self) -> dict:
        """The phone's own size; the picture's comes with its config."""
        return {"type": "size", "width": self.width, "height": self.height, "rotation": self.rotation}

    def want_key(self, gap: float = CATCH_UP_GAP) -> None:
        """Ask the encoder for config and key frame. Requests are coalesced: one answer serves everybody."""
        if self._client is None:
            return
        now = self._loop.time()
        if self._reset_pending and now - self._reset_at < KEY_PATIENCE:
            return
        wait = self._reset_at + gap - now
        if wait <= 0:
            self._reset_video()
            return
        due = now + wait
        if self._reset_timer is None or self._reset_timer.when() > due:
            if self._reset_timer:
                self._reset_timer.cancel()
            self._reset_timer = self._loop.call_later(wait, self._reset_video)

    def _reset_video(self) -> None:
        if self._reset_timer:
            self._reset_timer.cancel()
        self._reset_timer = None
        if self._client is None:
            return
        with contextlib.suppress(AdbError):
            self._client.send(protocol.reset_video())
            self._reset_at = self._loop.time()
            self._reset_pending = True
            self._loop.call_later(KEY_PATIENCE + 0.05, self._ask_again)

    def _ask_again(self) -> None:
        """A still screen sends nothing that would remind us of a lost request."""
        if self._reset_pending and self._loop.time() - self._reset_at >= KEY_PATIENCE:
            self.want_key()

    def _decoder_starts(self) -> None:
        self.want_key(JOIN_GAP)

    def _decoded(self, frame: Frame, new: bool) -> None:
        """In the decoder's thread."""
        if new:
            with contextlib.suppress(RuntimeError):  # the loop closed meanwhile
                self._loop.call_soon_threadsafe(self.tree.changed)

    def picture_number(self) -> int:
        """Counts distinct pictures while decoding, packets otherwise."""
        return self.frames.number if self.frames.running else self._seq

    # --- people ----------------------------------------------------------------------------------

    def join(self, viewer: Viewer) -> None:
        """State and picture within a moment: from memory if nothing moved since the last key."""
        self.viewers.add(viewer)
        viewer.message({"type": "state", "state": self.state, "reason": self.reason})
        if self.width:
            viewer.message(self.size_message())
        if viewer.mode == "jpeg":
            self.jpegs.add()
            return
        if self.config:
            viewer.config(self.config)
        if self._last_key and not self._deltas_since_key and self._client:
            viewer.packet(self._last_key)
        else:
            self.want_key(JOIN_GAP)

    def leave(self, viewer: Viewer) -> None:
        if viewer in self.viewers:
            self.viewers.remove(viewer)
            if viewer.mode == "jpeg":
                self.jpegs.remove()

    def add_driver(self, driver: Driver) -> None:
        self.drivers.add(driver)

    def remove_driver(self, driver: Driver) -> None:
        self.drivers.discard(driver)
        for message in self.screen.release(driver):
            with contextlib.suppress(AdbError):
                self._send(message)

    def add_listener(self, listener: SessionListener) -> None:
        self.listeners.append(listener)
        if listener.wants_frames:
            self.frames.need()
        if listener.wants_tree:
            self.tree.need()
        # A film can only begin at a key frame.
        self.want_key(JOIN_GAP)

    def remove_listener(self, listener: SessionListener) -> None:
        if listener not in self.listeners:
            return
        self.listeners.remove(listener)
        if listener.wants_frames:
            self.frames.done()
        if listener.wants_tree:
            self.tree.done()

    @property
    def busy(self) -> bool:
        return bool(self.viewers or self.listeners)

    def broadcast(self, message: dict) -> None:
        for viewer in tuple(self.viewers):
            viewer.message(message)

    # --- input -----------------------------------------------------------------------------------

    def _send(self, *messages: bytes) -> None:
        if self._client is None:
            raise InputRefused("not_live", self.reason or "The phone is not connected at the moment.")
        for message in messages:
            self._client.send(message)

    async def inject(self, event: dict, driver: Driver | None = None) -> None:
        """Carry out one input message of the stream protocol.

        `driver` None: the platform itself, which no listener hears. Raises InputRefused with plain words.
        """
        try:
            await self._inject(event, driver)
        except AdbError as error:
            raise InputRefused("not_live", f"The phone is not connected at the moment ({error}).") from error

    async def _inject(self, event: dict, driver: Driver | None) -> None:
        kind = inputs.text(event, "type", 20)
        make = {
            "touch": lambda: self.screen.touch(event, driver),
            "wheel": lambda: [inputs.wheel(self.screen, event)],
            "key": lambda: inputs.key(event),
            "button": lambda: inputs.button(event),
            "open_app": lambda: [protocol.start_app(inputs.package(event))],
        }.get(kind)
        # Refused before anybody hears of it: what is heard goes to the phone, without a pause in between.
        if self._client is None or not self._client.takes_input:
            raise InputRefused("not_live", self.reason or "The phone is not connected at the moment.")
        if make:
            messages = make()
            self._hear(event, driver)
            self._send(*messages)
            if kind == "button":
                self._look.set()
        elif kind == "text":
            value = inputs.text(event, "text")
            self._hear(event, driver)
            await self.typist.type(value)
            if driver:
                self.in_background(self.typist.confirm(value, event.get("id"), driver.reply))
        elif kind == "clipboard_set":
            value, paste = inputs.text(event, "text", 100_000), event.get("paste") is True
            self._hear(event, driver)
            await self.set_clipboard(value, paste)
        else:
            raise InputRefused("bad_input", "unknown input")

    def _hear(self, event: dict, driver: Driver | None) -> None:
        if driver is not None:
            at = self._loop.time()
            for listener in self.listeners:
                listener.on_input(event, at, driver.user_id)

    def _lifted(self, driver: Driver | None, pointer: int) -> None:
        """A touch was cut off: its driver is told that it is lost, and whoever listens that it is over."""
        event = {"type": "touch", "action": "cancel", "pointer": pointer}
        self._hear(event, driver)
        if driver in self.drivers:
            words = "The connection broke or the screen turned under the finger; touch it again."
            driver.reply({"type": "error", "code": "touch_lost", "message": words})

    def in_background(self, work) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def set_clipboard(self, value: str, paste: bool) -> bool:
        if self._client is None:
            raise InputRefused("not_live", self.reason)
        return await self._client.set_clipboard(value, paste)

    async def get_clipboard(self, timeout: float = 1.0) -> str | None:
        """The phone's clipboard; None when it does not tell (an empty one often does not)."""
        waiter = self._loop.create_future()
        self._clipboard_waiters.append(waiter)
        self._send(protocol.get_clipboard())
        try:
            async with asyncio.timeout(timeout):
                return await waiter
        except TimeoutError:
            return None
        finally:
            if waiter in self._clipboard_waiters:
                self._clipboard_waiters.remove(waiter)

    def _clipboard(self, value: str) -> None:
        waiters, self._clipboard_waiters = self._clipboard_waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(value)

    def send_text(self, value: str) -> None:
        """Plain ASCII, as key events."""
        self._send(*inputs.plain_text(value))

    # --- looking at the phone --------------------------------------------------------------------

    async def screenshot(self) -> bytes:
        """PNG in full size. InputRefused("secure_window") rather than a black picture; AdbError otherwise."""
        if (await properties.read_focus(self.device)).secure:
            raise InputRefused("secure_window", "The app on the screen forbids pictures of itself.")
        data = await self.device.exec_out(["screencap", "-p"], timeout=15)
        if not data.startswith(b"\x89PNG"):
            raise AdbError(data[:200].decode("utf-8", "replace").strip() or "the phone gave no screenshot")
        return data

    async def ui_tree(self) -> UiTree | None:
        """The tree of the last settled screen; read now when nobody keeps it. None: it cannot be had."""
        if tree := self.tree.latest():
            return tree
        try:
            return await self.tree.read()
        except AdbError as error:
            self.tree.error = str(error)
            return None

    async def _watch_phone(self) -> None:
        """A stream can stand while the phone is dead, dark, or shows a window we must not see."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(WATCH_EVERY):
                    await self._look.wait()
                    self._look.clear()
                    await asyncio.sleep(0.3)  # what was asked for takes a moment to happen
            if not self.busy or self._client is None:
                continue
            try:
                self._seen(await properties.read_focus(self.device))
            except AdbTimeout:
                self._silent = "The phone does not answer. If this lasts, unlock it or plug it in again."
                self._show_state()
            except AdbError:
                pass  # the stream itself will tell

    def _seen(self, status: Status) -> None:
        recovered, self._silent = bool(self._silent), ""
        turned = status.rotation if status.rotation is not None else self.rotation
        # Which way sideways; whether sideways at all, the picture's own size says, and sooner.
        if turned != self.rotation and turned % 2 == self.rotation % 2:
            self.rotation = turned
            self._tell_size()
        self.status = status
        self._show_state()
        if recovered:
            self.want_key(JOIN_GAP)
        if self._on_status:
            self._on_status(status)

    def _show_state(self) -> None:
        """What people are told: broken, silent, dark, secret, or simply live."""
        if self._broken_at or self.encoder_runs == 0:
            return
        if self._silent:
            self._set_state("reconnecting", self._silent)
        elif self.status.screen_on is False:
            self._set_state("screen_off", "The phone's screen is off. Press the power button to wake it.")
        elif self.status.secure:
            self._set_state(
                "secure", "This app forbids pictures of its screen; it is black for everyone here."
            )
        else:
            self._set_state("live", "")

    def _set_state(self, state: str, reason: str) -> None:
        if (state, reason) == (self.state, self.reason):
            return
        self.state, self.reason = state, reason
        self.broadcast({"type": "state", "state": state, "reason": reason})
        for listener in self.listeners:
            listener.on_state(state, reason)


def plain_reason(error: Exception) -> str:
    """For a person, not for a log."""
    if isinstance(error, JarRefused):
        return f"The screen server cannot be used: {error}"
    if isinstance(error, AdbUnavailable):
        return "The connection to the phone broke; trying again."
    text = str(error)
    if "not found" in text or "offline" in text:
        return "The phone is not connected at the moment; waiting for it."
    if "unauthorized" in text:
        return "The phone asks whether to trust this computer: accept it on its screen."
    if isinstance(error, AdbTimeout):
        return "The phone does not answer; trying again."
    return f"The phone's screen is not available ({text[:160]}); trying again."
