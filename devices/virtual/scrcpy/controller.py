"""Carries out control messages on the phone, as the real server's Controller does."""

import asyncio
import contextlib
import logging
import unicodedata

from devices.virtual import keys
from devices.virtual.adbd import StreamClosed
from devices.virtual.scrcpy import control
from devices.virtual.shell.input import touch

log = logging.getLogger(__name__)
DOWN, UP, MOVE, CANCEL = 0, 1, 2, 3
_ACTIONS = {DOWN: "down", UP: "up", MOVE: "move", CANCEL: "cancel"}
MAX_POINTERS = 10
# Accents that Android's virtual keyboard can compose: the rest of Unicode is dropped, as on a phone.
_DEAD_KEYS = {"\u0300", "\u0301", "\u0302", "\u0303", "\u0308"}


class Controller:
    """One client's control socket. `video` tells the current video size and resets the encoder."""

    def __init__(self, device, stream, options, video, say):
        self._device, self._stream, self._options, self._video, self._say = (
            device,
            stream,
            options,
            video,
            say,
        )
        self._pointers = {}  # scrcpy's 64-bit pointer id -> small number
        self._clipboard = device.phone.clipboard
        self._send_lock = asyncio.Lock()

    async def run(self):
        """Read messages until the client goes or sends nonsense."""
        watcher = asyncio.ensure_future(self._watch_clipboard())
        try:
            while True:
                message = await control.read_message(self._stream)
                self._device.live.catch_up()
                await self._obey(message)
                self._device.touched()
        except control.ProtocolError as error:
            await self._say(f"[server] ERROR: Control protocol error: {error}")
        except StreamClosed:
            pass
        finally:
            watcher.cancel()
            for pointer in list(
                self._pointers.values()
            ):  # a client that vanishes must not leave a finger behind
                touch(self._device, "cancel", 0, 0, pointer)

    async def _obey(self, message):
        try:
            await self._handlers[message.type](self, message)
        except StreamClosed:
            raise
        except Exception:  # an app that fails on a touch is no reason to end the session
            log.exception("control message %s failed", message.type)

    async def _send(self, data):
        with contextlib.suppress(StreamClosed):
            async with self._send_lock:
                await self._stream.write(data)

    async def _watch_clipboard(self):
        if not self._options.clipboard_autosync:
            return
        while True:
            text = self._device.phone.clipboard
            if text != self._clipboard:
                self._clipboard = text
                await self._send(control.clipboard_message(text or ""))
            await self._device.live.changed(0.25)

    def _position(self, message):
        """Screen coordinates, or None where the client aimed at another video size (dropped silently).
        Without a video they are told as they are."""
        if not self._options.video:
            return message.x, message.y
        if (message.width, message.height) != self._video.size:
            return None
        width, height = self._device.size
        return message.x * width / message.width, message.y * height / message.height

    async def _keycode(self, message):
        if message.action == DOWN:
            keys.press(self._device, message.keycode, message.meta)

    async def _text(self, message):
        for char in message.text:
            base, *marks = unicodedata.normalize("NFD", char)
            if char == "\n":
                self._device.phone.key("ENTER")
            elif base.isascii() and base.isprintable() and set(marks) <= _DEAD_KEYS:
                self._device.phone.type_text(char)
            else:
                await self._say(f"[server] WARN: Could not inject char u+{ord(char):04x}")

    async def _touch(self, message):
        at = self._position(message)
        if at is None or message.action not in _ACTIONS:
            return
        action, pointer = _ACTIONS[message.action], self._pointers.get(message.pointer)
        if action == "down" and pointer is None:
            free = [number for number in range(MAX_POINTERS) if number not in self._pointers.values()]
            if not free:
                return
            pointer = self._pointers[message.pointer] = free[0]
        elif pointer is None:
            return
        if action in ("up", "cancel"):
            del self._pointers[message.pointer]
        touch(self._device, action, *at, pointer)

    async def _scroll(self, message):
        at = self._position(message)
        if at:
            self._device.phone.scroll_wheel(
                *map(round, at), message.dx / 0x8000 * 16, message.dy / 0x8000 * 16
            )

    async def _back_or_screen_on(self, message):
        if message.action == DOWN:
            self._device.phone.key("BACK" if self._device.phone.screen_on else "POWER")

    async def _expand_notifications(self, message):
        self._device.open_panel("notifications")

    async def _expand_settings(self, message):
        self._device.open_panel("settings")

    async def _collapse(self, message):
        self._device.open_panel(None)

    async def _get_clipboard(self, message):
        if message.copy_key:
            self._device.phone.key("COPY" if message.copy_key == 1 else "CUT")
        if not self._options.clipboard_autosync:  # else the change itself is what is sent, if there is one
            await self._send(control.clipboard_message(self._device.phone.clipboard or ""))

    async def _set_clipboard(self, message):
        self._clipboard = message.text  # our own change is not sent back
        if self._device.phone.clipboard != message.text:
            self._device.phone.clipboard = message.text
        await self._say("[server] INFO: Device clipboard set")
        if message.paste:
            self._device.phone.key("PASTE")
        if message.sequence:
            await self._send(control.ack_message(message.sequence))

    async def _display_power(self, message):
        self._device.display_on = bool(message.on)
        await self._say(f"[server] INFO: Device display turned {'on' if message.on else 'off'}")

    async def _rotate(self, message):
        self._device.rotate((self._device.rotation & 1) ^ 1)

    async def _uhid(self, message):
        """A mock phone has no HID devices: keyboards and mice of that kind are accepted and unused."""

    async def _start_app(self, message):
        name = message.name
        stop = name.startswith("+")
        name = name.lstrip("+")
        if name.startswith("?"):
            found = [
                entry
                for entry in self._device.phone.packages()
                if entry["label"].lower().startswith(name[1:].lower())
            ]
        else:
            found = [entry for entry in self._device.phone.packages() if entry["package"] == name]
        if not found:
            await self._say(f'[server] WARN: No app found for name "{name}"')
            return
        if stop:
            self._device.force_stop(found[0]["package"])
        self._device.open_app(found[0]["package"])

    async def _reset_video(self, message):
        self._video.reset()

    _handlers = {
        control.INJECT_KEYCODE: _keycode,
        control.INJECT_TEXT: _text,
        control.INJECT_TOUCH: _touch,
        control.INJECT_SCROLL: _scroll,
        control.BACK_OR_SCREEN_ON: _back_or_screen_on,
        control.EXPAND_NOTIFICATIONS: _expand_notifications,
        control.EXPAND_SETTINGS: _expand_settings,
        control.COLLAPSE_PANELS: _collapse,
        control.GET_CLIPBOARD: _get_clipboard,
        control.SET_CLIPBOARD: _set_clipboard,
        control.SET_DISPLAY_POWER: _display_power,
        control.ROTATE_DEVICE: _rotate,
        control.UHID_CREATE: _uhid,
        control.UHID_INPUT: _uhid,
        control.UHID_DESTROY: _uhid,
        control.OPEN_KEYBOARD_SETTINGS: _uhid,
        control.START_APP: _start_app,
        control.RESET_VIDEO: _reset_video,
    }
