"""The stream socket of one phone: pictures out, input in. Who may do what is asked again at every input."""

import asyncio
import contextlib
import logging
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth import get_user_model
from django.utils import timezone

from devices import host, policies, services
from devices.adb.client import AdbError
from devices.models import Device, Lease
from devices.streaming.input import InputRefused
from devices.streaming.session import Driver, PhoneSession, SessionListener
from devices.streaming.viewer import Viewer, png_message
from phonebuddy.api import storable
from phonebuddy.api.errors import Refused

log = logging.getLogger(__name__)

SIGNED_OUT, FORBIDDEN, NO_SUCH_PHONE, HELD, GONE, TOO_SLOW = 4401, 4403, 4404, 4409, 4410, 1013
RECHECK_EVERY = 15.0  # s: a person who lost a role loses the picture within this
INPUTS = {"touch", "wheel", "key", "text", "button", "clipboard_set", "open_app"}


class Refusal(Exception):
    """The socket is closed with this code and these words."""

    def __init__(self, code: int, reason: str):
        super().__init__(reason)
        self.code = code


class StreamConsumer(AsyncWebsocketConsumer):
    """`?role=watch|drive&mode=auto|jpeg`. Subclasses add `session_listeners` and their own messages."""

    device: Device
    lease: Lease | None = None
    session: PhoneSession | None = None
    viewer: Viewer | None = None
    driver: Driver | None = None
    role = "watch"

    # --- what a subclass changes -----------------------------------------------------------------

    async def find_device(self) -> Device:
        """The phone this socket is about; Refusal when there is none for this person."""
        return await self.visible_device(self.scope["url_route"]["kwargs"]["device_id"])

    async def take_lease(self) -> Lease:
        """The lease this socket drives under; Refused (Conflict) when somebody else has the phone."""
        return await database_sync_to_async(_own_lease)(self.user, self.device)

    async def session_listeners(self) -> list[SessionListener]:
        """Who else follows the session while this socket is open."""
        return []

    async def ready(self) -> None:
        """The socket is set up and has said hello."""

    async def receive_other(self, message: dict) -> None:
        """A message the base does not know."""
        self.error("bad_message", "unknown message type")

    # --- opening ---------------------------------------------------------------------------------

    async def connect(self) -> None:
        # Accepted first: a refusal before that reaches the browser without its reason.
        await self.accept()
        try:
            await self.open()
        except Refusal as refusal:
            await self.close(code=refusal.code, reason=str(refusal)[:120])
        except Refused as refused:
            await self.close(code=HELD, reason=str(refused)[:120])

    async def open(self) -> None:
        self.user = self.scope["user"]
        self.token = self.scope.get("token")
        if not self.user.is_authenticated:
            raise Refusal(SIGNED_OUT, "Sign in first.")
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        self.role = "drive" if query.get("role") == ["drive"] else "watch"
        mode = "jpeg" if query.get("mode") == ["jpeg"] else "video"
        self.require_right()
        self.device = await self.find_device()
        self.lease = await self.take_lease() if self.role == "drive" else None
        if not host.current().knows(self.device.pk):
            host.current().remember(self.device)
        self.had_input = False
        self.checked_at = asyncio.get_running_loop().time()
        self.group = services.device_group(self.device.pk)
        await self.channel_layer.group_add(self.group, self.channel_name)
        self.session = host.current().hub.acquire(self.device.pk)
        self.viewer = Viewer(self._send, self.session, mode, on_dead=self._dead)
        if self.role == "drive":
            self.driver = Driver(self.user.pk, self.viewer.message)
            self.session.add_driver(self.driver)
        await self.hello()
        self.session.join(self.viewer)
        if self.lease:
            self.tell_lease(self.lease)
        self.listeners = await self.session_listeners()
        for listener in self.listeners:
            self.session.add_listener(listener)
        self.pump = asyncio.create_task(self._pump(), name="viewer")
        await self.ready()

    def require_right(self) -> None:
        scopes = None if self.token is None else {*self.token.scopes}
        if not policies.can_watch(self.user) or (scopes is not None and not scopes & {"read", "admin"}):
            raise Refusal(FORBIDDEN, "You may not see this phone.")
        driving = scopes is None or bool(scopes & {"devices", "admin"})
        if self.role == "drive" and not (driving and policies.can_drive(self.user)):
            raise Refusal(FORBIDDEN, "You may watch this phone, but not drive it.")

    async def visible_device(self, device_id) -> Device:
        try:
            device = await database_sync_to_async(services.find_device)(self.user, device_id)
        except Refused as error:
            raise Refusal(NO_SUCH_PHONE, str(error)) from error
        if device.host_id != host.current().row.pk:
            raise Refusal(NO_SUCH_PHONE, "This phone hangs on another device host.")
        return device

    async def hello(self) -> None:
        lease = self.lease or await database_sync_to_async(self.device.current_lease)()
        self.viewer.message(
            {
                "type": "hello",
                "device": {
                    "id": str(self.device.pk),
                    "name": self.device.name,
                    "kind": self.device.kind,
                    "width": self.session.width or self.device.width,
                    "height": self.session.height or self.device.height,
                },
                "role": self.role,
                "driver": lease.holder.username if lease else None,
                "session": str(self.device.pk),
            }
        )

    # --- closing ---------------------------------------------------------------------------------

    async def disconnect(self, code: int) -> None:
        if self.session is None:
            return
        session, self.session = self.session, None
        for listener in getattr(self, "listeners", []):
            session.remove_listener(listener)
        session.leave(self.viewer)
        if self.driver:
            session.remove_driver(self.driver)
            others = any(driver.user_id == self.user.pk for driver in session.drivers)
            if self.lease and not others:
                await database_sync_to_async(services.let_lease_lapse)(self.lease)
        host.current().hub.release(self.device.pk)
        await self.channel_layer.group_discard(self.group, self.channel_name)
        if hasattr(self, "pump"):
            self.pump.cancel()

    async def _send(self, message: bytes | str) -> None:
        if isinstance(message, str):
            await self.send(text_data=message)
        else:
            await self.send(bytes_data=message)

    async def _pump(self) -> None:
        """The one place that writes to the socket; a write may wait for a slow network."""
        with contextlib.suppress(OSError, RuntimeError):
            await self.viewer.run()

    def _dead(self) -> None:
        self.pump.cancel()
        asyncio.get_running_loop().create_task(self.close(code=TOO_SLOW, reason="The page does not keep up."))

    # --- messages from the page ------------------------------------------------------------------

    async def dispatch(self, message: dict) -> None:
        """Channels visits the database's thread before each message: a finger must not wait for it, least of
        all when the database is slow or away (a tap would become a long press)."""
        if message["type"] == "websocket.receive":
            await self.websocket_receive(message)
        else:
            await super().dispatch(message)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.session is None:
            return
        try:
            message = storable.loads(text_data or "")
        except ValueError as error:
            self.error("bad_message", f"This message cannot be used. {error}")
            return
        if not isinstance(message, dict) or "type" not in message:
            self.error("bad_message", "a message is a JSON object with a type")
            return
        try:
            await self.obey(message["type"], message)
        except Exception:  # one message that nobody foresaw must not end the stream, nor lose the next ones
            log.exception("a message of kind %.40r broke", message["type"])
            self.error("server_error", "This did not work; what went wrong is in the server's log.")

    async def obey(self, kind, message: dict) -> None:
        if kind == "ack":
            if isinstance(message.get("seq"), int):
                self.viewer.ack(message["seq"])
        elif kind == "ping":
            self.viewer.message({"type": "pong", "t": message.get("t")})
            await self.recheck()
        elif kind == "reset_video":
            self.viewer.lost()
        elif isinstance(kind, str) and kind in INPUTS:
            await self.input(message)
        elif kind == "heartbeat":
            await self.heartbeat(message.get("active") is True)
        elif kind == "screenshot":
            self.session.in_background(self.screenshot())
        elif kind == "clipboard_get":
            await self.clipboard_get()
        else:
            await self.receive_other(message)

    def error(self, code: str, message: str) -> None:
        self.viewer.message({"type": "error", "code": code, "message": message})

    @property
    def driving(self) -> bool:
        lease = self.lease
        return bool(self.driver and lease and lease.ended_at is None and lease.expires_at > timezone.now())

    def require_driving(self) -> None:
        if self.role != "drive":
            raise InputRefused("watching", "You are watching. Take control of the phone to use it.")
        if not self.driving:
            raise InputRefused("not_driving", "You no longer hold this phone.")

    async def input(self, message: dict) -> None:
        try:
            self.require_driving()
            self.had_input = True
            await self.session.inject(message, self.driver)
        except InputRefused as error:
            self.error(error.code, str(error))

    async def clipboard_get(self) -> None:
        try:
            self.require_driving()
            text = await self.session.get_clipboard()
            self.viewer.message({"type": "clipboard", "text": text or ""})
        except InputRefused as error:
            self.error(error.code, str(error))
        except AdbError as error:
            self.error("not_live", str(error))

    async def screenshot(self) -> None:
        try:
            self.viewer.binary(png_message(await self.session.screenshot()))
        except InputRefused as error:
            self.error(error.code, str(error))
        except AdbError as error:
            self.error("no_screenshot", f"The phone gave no screenshot: {error}")

    # --- lease -----------------------------------------------------------------------------------

    async def heartbeat(self, active: bool) -> None:
        if not self.lease:
            return
        active, self.had_input = active or self.had_input, False
        await self.recheck()
        if self.session is None or not self.lease:
            return
        lease = await database_sync_to_async(services.heartbeat_lease)(self.lease, active)
        if lease.ended_at:
            await self.lose_control(lease)
        else:
            self.lease = lease
            self.tell_lease(lease)

    def tell_lease(self, lease: Lease) -> None:
        self.viewer.message(
            {
                "type": "lease",
                "expires_at": lease.expires_at.isoformat(),
                "idle_warning_s": services.idle_warning_s(lease),
            }
        )

    async def lose_control(self, lease: Lease) -> None:
        """From driver to watcher, with the reason; the picture goes on."""
        if self.driver:
            self.session.remove_driver(self.driver)
        self.driver = self.lease = None
        self.role = "watch"
        await self.hello()
        self.error("lease_over", await database_sync_to_async(_how_it_ended)(lease))

    async def lease_changed(self, event: dict) -> None:
        """Notice from the channel layer: the phone changed hands."""
        if self.session is None:
            return
        if self.lease:
            lease = await database_sync_to_async(Lease.objects.select_related("holder").get)(pk=self.lease.pk)
            if lease.ended_at:
                await self.lose_control(lease)
                return
        lease = await database_sync_to_async(self.device.current_lease)()
        self.viewer.message({"type": "driver", "username": lease.holder.username if lease else None})

    async def device_changed(self, event: dict) -> None:
        """Notice from the channel layer: the phone's row changed (pages read it through the API)."""

    async def recheck(self) -> None:
        """Is this person still allowed to be here?"""
        now = asyncio.get_running_loop().time()
        if now - self.checked_at < RECHECK_EVERY:
            return
        self.checked_at = now
        users = get_user_model().objects
        self.user = await database_sync_to_async(users.get)(pk=self.user.pk)
        try:
            self.require_right()
        except Refusal as refusal:
            await self.close(code=refusal.code, reason=str(refusal))


def _own_lease(user, device: Device) -> Lease:
    """The user's live lease as it is; a free phone is taken, as a page that comes back late expects."""
    lease = device.current_lease()
    if lease and lease.holder_id == user.pk and lease.purpose != Lease.Purpose.ROLLOUT:
        return services.heartbeat_lease(lease, active=True)
    return services.lease_device(user, device)


def _how_it_ended(lease: Lease) -> str:
    if lease.end == Lease.End.TAKEN_OVER:
        return f"{lease.ended_by.display_name} took the phone over: {lease.end_reason}"
    return {
        Lease.End.IDLE: "You did nothing for a while, so the phone was freed.",
        Lease.End.RELEASED: "You released the phone.",
    }.get(lease.end, "The connection was away for too long, so the phone was freed.")
