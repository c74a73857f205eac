"""The socket of one phone of the gallery. It speaks the stream's language (JPEG pictures, touches, keys), and
a few words of its own: `gallery.*`."""

import asyncio
import json
import logging
import re
import time
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth import get_user_model

from devices import policies
from devices.adb.scrcpy import keymap
from devices.consumers import FORBIDDEN, HELD, NO_SUCH_PHONE, RECHECK_EVERY, SIGNED_OUT
from devices.gallery.phones import IDLE_S, WARN_S, Full, gallery
from devices.streaming.input import InputRefused, Screen, number, package, text
from devices.streaming.viewer import jpeg_message, png_message
from devices.virtual import keys
from devices.virtual.shell.input import touch
from phonebuddy.api import storable

log = logging.getLogger(__name__)

KEY = re.compile(r"[0-9a-zA-Z-]{8,64}")
FRAME_S, TELL_S = 0.04, 0.2  # no more pictures and no more news of the state than that


class GalleryConsumer(AsyncWebsocketConsumer):
    """`?phone=<key of the page's own>&package=…[&from=<key>][&dark=1]`."""

    held = None

    # -- opening and closing
    async def connect(self) -> None:
        await self.accept()  # a refusal before that reaches the browser without its reason
        self.user, self.token = self.scope["user"], self.scope.get("token")
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        words = {name: values[0] for name, values in query.items()}
        if not self.user.is_authenticated:
            return await self.close(SIGNED_OUT, "Sign in first.")
        if not self.allowed():
            return await self.close(FORBIDDEN, "You may not play in the gallery.")
        if not KEY.fullmatch(words.get("phone", "")):
            return await self.close(NO_SUCH_PHONE, "A phone needs a key.")
        self.package = words.get("package", "")
        try:
            self.held = await gallery.enter(
                self.user.pk, words["phone"], self.package, words.get("from", ""), words.get("dark") == "1"
            )
        except Full as full:
            return await self.close(HELD, str(full))
        except ValueError as error:
            return await self.close(NO_SUCH_PHONE, str(error))
        await self.begin()

    def allowed(self) -> bool:
        scopes = None if self.token is None else {*self.token.scopes}
        return policies.can_play_gallery(self.user) and (
            scopes is None or bool(scopes & {"devices", "admin"})
        )

    async def begin(self) -> None:
        self.checked_at = time.monotonic()
        self.version, self.seq, self.acked = None, 0, asyncio.Event()
        self.acked.set()
        width, height = self.held.device.size
        self.screen = Screen(width, height)
        device = {
            "id": self.held.key,
            "name": "Gallery phone",
            "kind": "mock",
            "width": width,
            "height": height,
        }
        await self.say("hello", device=device, role="drive", driver=self.user.username, session=self.held.key)
        await self.say("state", state="live", reason="")
        self.told = self.held.phone.state
        await self.say("gallery.facts", **self.held.facts())
        self.pump = asyncio.create_task(self._pump(), name="gallery")

    async def disconnect(self, code: int) -> None:
        if self.held is None:
            return
        self.pump.cancel()
        for pointer in list(self.held.device.live.fingers):
            touch(self.held.device, "cancel", 0, 0, pointer)
        held, self.held = self.held, None
        gallery.leave(held)

    async def say(self, kind: str, **values) -> None:
        await self.send(text_data=json.dumps({"type": kind, **values}, ensure_ascii=False))

    # -- pictures and news
    async def _pump(self) -> None:
        held, told_at = self.held, 0.0
        try:
            while True:
                change = held.device.live.change
                if held.phone.version != self.version and self.acked.is_set():
                    await self._picture()
                if time.monotonic() - told_at >= TELL_S and held.phone.state is not self.told:
                    told_at = time.monotonic()
                    await self._news()
                await asyncio.sleep(FRAME_S)
                waits = held.phone.version == self.version and held.phone.state is self.told
                if waits or not self.acked.is_set():
                    await _either(change, self.acked, TELL_S if held.phone.state is not self.told else 2.0)
                if held.idle_s > IDLE_S:
                    await self.say("ended", reason="You did nothing for a while, so the phone was freed.")
                    gallery.free(held)
                    return await self.close()
        except (OSError, RuntimeError):
            return None
        except Exception:
            log.exception("a phone of the gallery broke")
            return await self.close(1011, "The phone broke; what went wrong is in the server's log.")

    async def _picture(self) -> None:
        held = self.held
        width, height = held.device.size
        if (width, height) != (self.screen.width, self.screen.height):
            self.screen.resize(width, height)
            await self.say("size", width=width, height=height, rotation=held.device.rotation)
        self.version = held.phone.version
        self.seq += 1
        self.acked.clear()
        await self.send(bytes_data=jpeg_message(self.seq, held.phone.now * 1000, held.jpeg()))

    async def _news(self) -> None:
        before, self.told = self.told, self.held.phone.state
        changes = self.held.changes(before)
        if changes:
            await self.say("gallery.changes", changes=changes)
            await self.say("gallery.facts", **self.held.facts())

    # -- messages from the page
    async def dispatch(self, message: dict) -> None:
        """As in the stream: what a finger does must not wait for the database."""
        if message["type"] == "websocket.receive":
            await self.websocket_receive(message)
        else:
            await super().dispatch(message)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.held is None:
            return
        try:
            message = storable.loads(text_data or "")
            if not isinstance(message, dict) or not isinstance(message.get("type"), str):
                raise InputRefused("bad_message", "a message is a JSON object with a type")
            await self.obey(message["type"], message)
        except InputRefused as error:
            await self.say("error", code=error.code, message=str(error))
        except ValueError as error:
            await self.say("error", code="bad_message", message=str(error))
        except Exception:  # an app's fault must not end the socket
            log.exception("a message of kind %.40r broke", text_data)
            await self.say("error", code="server_error", message="This did not work; see the server's log.")

    async def obey(self, kind: str, message: dict) -> None:
        if kind == "ack":
            self.acked.set()
        elif kind == "ping":
            await self.say("pong", t=message.get("t"))
            await self.recheck()
        elif kind == "heartbeat":
            await self.heartbeat(message.get("active") is True)
        elif kind == "screenshot":
            await self.send(bytes_data=png_message(self.held.png()))
        elif kind == "reset_video":
            self.version = None
        elif kind == "gallery.branch":
            path = message.get("path")
            if not isinstance(path, list) or not all(isinstance(p, str) for p in path) or len(path) > 12:
                raise InputRefused("bad_input", "a path is a list of names")
            await self.say("gallery.branch", **self.held.branch(tuple(path)))
        elif kind in ACTS:
            await ACTS[kind](self, message)
            self.held.touched()
        else:
            raise InputRefused("bad_message", "unknown message type")

    async def recheck(self) -> None:
        """A person who lost the role loses the phone."""
        if time.monotonic() - self.checked_at < RECHECK_EVERY:
            return
        self.checked_at = time.monotonic()
        self.user = await database_sync_to_async(get_user_model().objects.get)(pk=self.user.pk)
        if not self.allowed():
            await self.close(FORBIDDEN, "You may not play in the gallery.")

    async def heartbeat(self, active: bool) -> None:
        if active:
            self.held.touched()
        left = IDLE_S - self.held.idle_s
        await self.say("lease", expires_at="", idle_warning_s=round(left) if left <= WARN_S else None)

    async def touch(self, message: dict) -> None:
        action = text(message, "action", 10)
        if action not in ("down", "move", "up", "cancel"):
            raise InputRefused("bad_input", "unknown touch action")
        x, y = (0, 0) if action == "cancel" else self.screen.place(message)
        touch(self.held.device, action, x, y, int(number(message, "pointer", 0, 9)))

    async def wheel(self, message: dict) -> None:
        x, y = self.screen.place(message)
        dx, dy = number(message, "dx", -1000, 1000), number(message, "dy", -1000, 1000)
        self.held.phone.scroll_wheel(x, y, dx, dy)

    async def key(self, message: dict) -> None:
        meta = message.get("meta") if isinstance(message.get("meta"), dict) else {}
        code, char = text(message, "code", 40), text(message, "key", 40)
        found = keymap.from_browser(code, char, **{n: bool(meta.get(n)) for n in ("ctrl", "shift", "alt")})
        if found is None:
            raise InputRefused("unknown_key", f"The phone has no key for {char or code!r}; send it as text.")
        if message.get("action") != "up":
            keys.press(self.held.device, found.code, found.meta)

    async def button(self, message: dict) -> None:
        name = text(message, "name", 20)
        if name == "rotate":
            self.held.device.rotate((self.held.device.rotation + 1) % 4)
        elif name in keymap.BUTTONS:
            keys.press(self.held.device, keymap.BUTTONS[name])
        else:
            raise InputRefused("bad_input", "unknown button")

    async def text(self, message: dict) -> None:
        words = text(message, "text")
        taken = self.held.phone.type_text(words)
        field = self.held.phone.focused_field
        await self.say(
            "typed", ok=taken, text=words, read_back=field["text"] if field else None, id=message.get("id")
        )

    async def clipboard_get(self, message: dict) -> None:
        await self.say("clipboard", text=self.held.phone.clipboard)

    async def clipboard_set(self, message: dict) -> None:
        self.held.phone.clipboard = text(message, "text")
        if message.get("paste") is True:
            self.held.phone.type_text(message["text"])

    async def open_app(self, message: dict) -> None:
        if not self.held.phone.open_app(package(message)):
            raise InputRefused("no_app", "There is no such app on this phone.")

    async def reset(self, message: dict) -> None:
        self.held.reset(text(message, "profile", 20) if "profile" in message else "none", self.package)

    async def dark(self, message: dict) -> None:
        self.held.dark(message.get("on") is True)

    async def keep(self, message: dict) -> None:
        await self.say("gallery.kept", **self.held.keep())

    async def back_to(self, message: dict) -> None:
        if not self.held.back_to(text(message, "id", 20)):
            raise InputRefused("no_snapshot", "That state is no longer kept.")

    async def disturb(self, message: dict) -> None:
        self.held.disturb(text(message, "kind", 20))


ACTS = {
    "touch": GalleryConsumer.touch,
    "wheel": GalleryConsumer.wheel,
    "key": GalleryConsumer.key,
    "button": GalleryConsumer.button,
    "text": GalleryConsumer.text,
    "clipboard_get": GalleryConsumer.clipboard_get,
    "clipboard_set": GalleryConsumer.clipboard_set,
    "open_app": GalleryConsumer.open_app,
    "gallery.reset": GalleryConsumer.reset,
    "gallery.dark": GalleryConsumer.dark,
    "gallery.keep": GalleryConsumer.keep,
    "gallery.back_to": GalleryConsumer.back_to,
    "gallery.disturb": GalleryConsumer.disturb,
}


async def _either(one: asyncio.Event, other: asyncio.Event, timeout: float) -> None:
    """Until either event is set, or the time is over. An event that is set already does not count twice."""
    waits = [asyncio.create_task(event.wait()) for event in (one, other) if not event.is_set()]
    try:
        await asyncio.wait(waits, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waits:
            task.cancel()
