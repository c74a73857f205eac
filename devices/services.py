"""The verbs on phones and leases.

Each is one transaction: policy, rows, audit row, then a notice on commit.
"""

from datetime import datetime, timedelta

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from devices import policies
from devices.models import Device, DeviceHost, Lease
from phonebuddy import audit
from phonebuddy.api.errors import Conflict, Forbidden, NotFound

LEASE_TTL = timedelta(seconds=45)  # a page's heartbeat comes every 10 s
TAB_GRACE = timedelta(seconds=15)  # a reload comes back within this; a dead tab does not
IDLE_LIMIT = timedelta(seconds=settings.LEASE_IDLE_SECONDS)
IDLE_WARNING = timedelta(seconds=60)


def device_group(device_id) -> str:
    """The channel-layer group of everyone on this phone's sockets. It carries notices, never video."""
    return f"device.{device_id}"


def _announce(device_id, kind: str, **details) -> None:
    """After the commit, tell the sockets on this phone: `lease_changed` or `device_changed`."""

    def send():
        layer = get_channel_layer()
        if layer:
            message = {"type": kind.replace("_", "."), **details}
            async_to_sync(layer.group_send)(device_group(device_id), message)

    transaction.on_commit(send, robust=True)


def _locked(device: Device) -> Device:
    """The phone's row, locked: everything about its leases happens one after the other."""
    return Device.objects.select_for_update(of=("self",)).select_related("host").get(pk=device.pk)


def _end(lease: Lease, cause: str, by=None, reason: str = "", now: datetime | None = None) -> None:
    lease.ended_at = now or timezone.now()
    lease.end = cause
    lease.end_reason = reason[:300]
    lease.ended_by = by
    lease.save(update_fields=["ended_at", "end", "end_reason", "ended_by"])
    _announce(lease.device_id, "lease_changed")


def _end_if_over(lease: Lease | None, now: datetime) -> Lease | None:
    """The lease if it is still live; one whose time has come is ended first."""
    if lease is None:
        return None
    if lease.expires_at <= now:
        cause, reason = Lease.End.EXPIRED, "No sign of life from the page."
    elif lease.last_input_at + IDLE_LIMIT <= now:
        cause, reason = Lease.End.IDLE, "No input for too long."
    else:
        return lease
    _end(lease, cause, reason=reason, now=now)
    audit.record(None, f"lease.{cause}", lease.device, holder=lease.holder.username)
    return None


@transaction.atomic
def lease_device(user, device: Device, purpose: str = Lease.Purpose.MANUAL) -> Lease:
    """Take the phone for oneself; one's own live lease is renewed. An agent's (rollout) is one run's alone.

    Forbidden without the right; Conflict "held" when somebody has it, "unavailable" when it cannot be driven.
    """
    if not policies.can_drive(user):
        raise Forbidden("Your roles do not let you drive a phone.")
    device = _locked(device)
    now = timezone.now()
    current = _end_if_over(device.leases.open().select_related("holder").first(), now)
    if current and current.holder_id == user.pk and purpose != Lease.Purpose.ROLLOUT == current.purpose:
        raise Conflict(f"An agent of yours is using {device.name}; take it over on its run's page.", "held")
    if current and current.holder_id == user.pk and purpose != Lease.Purpose.ROLLOUT:
        current.expires_at = now + LEASE_TTL
        current.last_input_at = now
        current.purpose = purpose
        current.save(update_fields=["expires_at", "last_input_at", "purpose"])
        return current
    if current:
        raise Conflict(f"{current.holder.display_name} is using {device.name}.", "held")
    if device.shown_state != Device.State.ONLINE:
        raise Conflict(device.shown_reason or f"{device.name} is {device.shown_state}.", "unavailable")
    return _start(user, device, purpose, now)


def _start(user, device: Device, purpose: str, now: datetime) -> Lease:
    try:
        with transaction.atomic():
            lease = Lease.objects.create(
                device=device,
                holder=user,
                purpose=purpose,
                started_at=now,
                last_input_at=now,
                expires_at=now + LEASE_TTL,
            )
    except IntegrityError as error:
        raise Conflict(f"Somebody else just took {device.name}.", "held") from error
    audit.record(user, "lease.started", device, lease=str(lease.pk), purpose=purpose)
    _announce(device.pk, "lease_changed")
    return lease


@transaction.atomic
def heartbeat_lease(lease: Lease, active: bool = False) -> Lease:
    """The page lives; `active` says that its user did something since the last beat.

    The returned lease may have ended (`ended_at` set), by idleness just now or before: then drive no more.
    """
    now = timezone.now()
    locked = Lease.objects.select_for_update(of=("self",)).select_related("holder", "device").get(pk=lease.pk)
    if active and locked.ended_at is None:
        locked.last_input_at = now
    if locked.ended_at or not _end_if_over(locked, now):
        return locked
    locked.expires_at = now + LEASE_TTL
    locked.save(update_fields=["expires_at", "last_input_at"])
    return locked


def idle_warning_s(lease: Lease, now: datetime | None = None) -> int | None:
    """Seconds until idleness ends the lease, once that is near; else None."""
    left = lease.last_input_at + IDLE_LIMIT - (now or timezone.now())
    return max(0, round(left.total_seconds())) if left <= IDLE_WARNING else None


@transaction.atomic
def let_lease_lapse(lease: Lease) -> None:
    """The last driving socket closed: unless the page comes back within the grace, the phone is free."""
    soon = timezone.now() + TAB_GRACE
    Lease.objects.open().filter(pk=lease.pk, expires_at__gt=soon).update(expires_at=soon)


@transaction.atomic
def release_lease(lease: Lease, by) -> Lease:
    """Give one's own phone back. Ending twice is no error: a page may say goodbye twice."""
    device = _locked(lease.device)
    lease = Lease.objects.select_related("holder").get(pk=lease.pk)
    if not policies.can_release(by, lease):
        raise Forbidden("Only its holder releases a phone; a lead can take it over.")
    if lease.ended_at is None:
        _end(lease, Lease.End.RELEASED, by=by)
        audit.record(by, "lease.released", device, lease=str(lease.pk))
    return lease


@transaction.atomic
def take_over(device: Device, by, reason: str) -> Lease:
    """A lead takes the phone from whoever has it; the reason is kept and shown to them."""
    if not policies.can_take_over(by):
        raise Forbidden("Only a lead takes a phone over.")
    reason = reason.strip()
    if not reason:
        raise Conflict("Say why you take the phone over.", "reason_needed")
    device = _locked(device)
    now = timezone.now()
    current = device.leases.open().select_related("holder").first()
    if current:
        _end(current, Lease.End.TAKEN_OVER, by=by, reason=reason, now=now)
        audit.record(by, "lease.taken_over", device, holder=current.holder.username, reason=reason)
    return _start(by, device, Lease.Purpose.MANUAL, now)


@transaction.atomic
def expire_leases(now: datetime | None = None) -> int:
    """End every lease whose heartbeat stopped or whose user fell idle; how many. Run every few seconds."""
    now = now or timezone.now()
    over = Lease.objects.open().exclude(expires_at__gt=now, last_input_at__gt=now - IDLE_LIMIT)
    ended = 0
    for lease in over.select_for_update(of=("self",), skip_locked=True).select_related("holder", "device"):
        ended += _end_if_over(lease, now) is None
    return ended


@transaction.atomic
def update_device(device: Device, by, **changes) -> Device:
    """Rename, note, or take out for maintenance (fields: name, note, maintenance)."""
    if not policies.can_manage(by):
        raise Forbidden("Only a lead changes phones.")
    device = _locked(device)
    for field, value in changes.items():
        setattr(device, field, value)
    device.save(update_fields=list(changes))
    audit.record(by, "device.changed", device, **changes)
    _announce(device.pk, "device_changed")
    return device


@transaction.atomic
def report_broken(device: Device, by, reason: str) -> Device:
    """Whoever drives finds the phone broken: nobody is sent to it until a lead has looked."""
    if not policies.can_drive(by):
        raise Forbidden("Your roles do not let you drive a phone.")
    device = _locked(device)
    device.maintenance = True
    device.note = f"Reported broken by {by.display_name}: {reason.strip()}"
    device.save(update_fields=["maintenance", "note"])
    lease = device.leases.open().filter(holder=by).first()
    if lease:
        _end(lease, Lease.End.RELEASED, by=by, reason="Reported broken.")
    audit.record(by, "device.reported_broken", device, reason=reason)
    _announce(device.pk, "device_changed")
    return device


def note_file_sent(device: Device, by, name: str, size: int, installed: bool) -> None:
    """The audit row of a file that reached the phone."""
    audit.record(by, "device.installed" if installed else "device.file_sent", device, name=name, bytes=size)


def require_driver(user, device: Device) -> Lease:
    """The user's own live lease on this phone; Conflict "not_driving" or "held" otherwise."""
    lease = device.current_lease()
    if lease is None:
        raise Conflict("Take control of the phone first.", "not_driving")
    if lease.holder_id != user.pk or lease.purpose == Lease.Purpose.ROLLOUT:
        raise Conflict(f"{lease.holder.display_name} is using {device.name}.", "held")
    return lease


# --- what the device host reports; machine facts, so no audit row ---------------------------------


def register_host(name: str, stream_url: str, adb_address: str) -> DeviceHost:
    """This host has started: it is here, and its phones are unknown until adb names them."""
    now = timezone.now()
    host, _ = DeviceHost.objects.update_or_create(
        name=name,
        defaults={
            "stream_url": stream_url,
            "adb_address": adb_address,
            "started_at": now,
            "last_seen_at": now,
        },
    )
    return host


def host_seen(host: DeviceHost) -> None:
    DeviceHost.objects.filter(pk=host.pk).update(last_seen_at=timezone.now())


def report_device(host: DeviceHost, serial: str, **facts) -> Device:
    """Store what the host sees of a phone; its row is made when new, only changed columns are written."""
    device, new = Device.objects.get_or_create(host=host, serial=serial, defaults={"name": serial[:100]})
    if facts.get("model") and (new or device.name == serial[:100]):
        # Known by its model from now on, until a lead gives it a name.
        facts["name"] = _free_name(facts["model"])
    changed = {field: value for field, value in facts.items() if getattr(device, field) != value}
    for field, value in changed.items():
        setattr(device, field, value)
    if changed:
        device.save(update_fields=list(changed))
    if changed.keys() - {"last_seen_at"}:
        _announce(device.pk, "device_changed")
    return device


def _free_name(base: str) -> str:
    """“PhoneWorld 3” when there are two already: a wall of phones needs names one can say."""
    taken = set(Device.objects.filter(name__startswith=base[:80]).values_list("name", flat=True))
    number = 1
    while f"{base[:80]} {number}" in taken:
        number += 1
    return f"{base[:80]} {number}"


def mark_missing(host: DeviceHost, present: set[str]) -> int:
    """Phones of this host that adb no longer names are gone; how many rows changed."""
    missing = host.devices.exclude(serial__in=present).exclude(state=Device.State.GONE)
    ids = list(missing.values_list("pk", flat=True))
    missing.update(state=Device.State.GONE, state_reason="The phone is not connected to its host.")
    for device_id in ids:
        _announce(device_id, "device_changed")
    return len(ids)


def find_device(user, device_id) -> Device:
    """A phone the user may see; NotFound otherwise, so that nobody learns what exists."""
    device = Device.objects.visible_to(user).select_related("host").filter(pk=device_id).first()
    if device is None:
        raise NotFound("There is no such phone.")
    return device
