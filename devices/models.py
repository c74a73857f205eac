"""Phones, the machines they hang on, and who holds which."""

import uuid
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from devices import querysets

HOST_SILENT_AFTER = timedelta(seconds=30)


class DeviceHost(models.Model):
    """A machine with an adb server and a stream process, which registers its phones here."""

    name = models.CharField(max_length=100, unique=True)
    stream_url = models.CharField(max_length=300, help_text="Public base address of its stream sockets.")
    adb_address = models.CharField(
        max_length=120, default="127.0.0.1:5137", help_text="Where the web process reaches its adb server."
    )
    started_at = models.DateTimeField(null=True, blank=True)
    last_seen_at = models.DateTimeField(null=True, blank=True)

    objects = querysets.DeviceHostQuerySet.as_manager()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    @property
    def online(self) -> bool:
        return bool(self.last_seen_at and self.last_seen_at > timezone.now() - HOST_SILENT_AFTER)


class Device(models.Model):
    """A phone, real or mock, as its host last saw it. A stand-in is a mock phone that hides it."""

    class Kind(models.TextChoices):
        REAL = "real", "Real"
        MOCK = "mock", "Mock"
        STAND_IN = "stand-in", "Stand-in"

    class State(models.TextChoices):
        ONLINE = "online", "Online"
        OFFLINE = "offline", "Offline"
        UNAUTHORIZED = "unauthorized", "Not authorised"
        FROZEN = "frozen", "Not answering"
        GONE = "gone", "Not connected"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    host = models.ForeignKey(DeviceHost, on_delete=models.PROTECT, related_name="devices")
    serial = models.CharField(max_length=120, help_text="As adb names it on its host.")
    hardware_serial = models.CharField(max_length=120, blank=True)
    name = models.CharField(max_length=100)
    note = models.TextField(blank=True)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.REAL)
    model = models.CharField(max_length=100, blank=True)
    manufacturer = models.CharField(max_length=100, blank=True)
    android_version = models.CharField(max_length=20, blank=True)
    state = models.CharField(max_length=20, choices=State, default=State.GONE)
    state_reason = models.CharField(max_length=300, blank=True, help_text="Plain words for people.")
    maintenance = models.BooleanField(default=False, help_text="Taken out by a lead; nobody may lease it.")
    width = models.PositiveIntegerField(null=True, blank=True, help_text="px, natural orientation")
    height = models.PositiveIntegerField(null=True, blank=True, help_text="px, natural orientation")
    density = models.PositiveIntegerField(null=True, blank=True)
    rotation = models.PositiveSmallIntegerField(default=0, help_text="quarter turns, 0 to 3")
    battery_level = models.PositiveSmallIntegerField(null=True, blank=True)
    charging = models.BooleanField(null=True, blank=True)
    screen_on = models.BooleanField(null=True, blank=True)
    foreground_package = models.CharField(max_length=200, blank=True)
    foreground_activity = models.CharField(max_length=300, blank=True)
    properties = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_seen_at = models.DateTimeField(null=True, blank=True)

    objects = querysets.DeviceQuerySet.as_manager()

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["host", "serial"], name="device_once_per_host"),
            models.CheckConstraint(condition=Q(rotation__lte=3), name="device_rotation_is_quarter_turns"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def shown_state(self) -> str:
        """`maintenance` covers what adb says; so does a host that has fallen silent."""
        if self.maintenance:
            return "maintenance"
        return self.state if self.host.online else self.State.GONE

    @property
    def shown_reason(self) -> str:
        if self.maintenance:
            return self.note or "Taken out for maintenance by a lead."
        if not self.host.online:
            return f"The device host “{self.host.name}” does not report; start it again."
        return self.state_reason

    @property
    def stream_url(self) -> str:
        return f"{self.host.stream_url.rstrip('/')}/ws/devices/{self.pk}/stream"

    def current_lease(self) -> "Lease | None":
        """The live lease; uses what `with_current_lease()` fetched, if it did."""
        if hasattr(self, "current_leases"):
            return self.current_leases[0] if self.current_leases else None
        return self.leases.live().select_related("holder").first()


class Lease(models.Model):
    """One person's exclusive use of a phone. Kept alive by heartbeat; the ended ones are the history."""

    class Purpose(models.TextChoices):
        MANUAL = "manual", "By hand"
        DEMONSTRATION = "demonstration", "Demonstration"
        ROLLOUT = "rollout", "Rollout"

    class End(models.TextChoices):
        RELEASED = "released", "Released"
        EXPIRED = "expired", "Heartbeat stopped"
        IDLE = "idle", "Idle for too long"
        TAKEN_OVER = "taken_over", "Taken over"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    device = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="leases")
    holder = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="leases")
    purpose = models.CharField(max_length=20, choices=Purpose, default=Purpose.MANUAL)
    started_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    last_input_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    end = models.CharField(max_length=20, choices=End, blank=True)
    end_reason = models.CharField(max_length=300, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    objects = querysets.LeaseQuerySet.as_manager()

    class Meta:
        ordering = ["-started_at"]
        constraints = [
            # The last word when two people race: whatever the code above does, one open lease a phone.
            models.UniqueConstraint(
                fields=["device"], condition=Q(ended_at=None), name="lease_one_open_per_device"
            ),
            models.CheckConstraint(
                condition=Q(expires_at__gte=F("started_at")), name="lease_ends_after_start"
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None, end="") | (Q(ended_at__isnull=False) & ~Q(end="")),
                name="lease_end_has_a_cause",
            ),
        ]
        indexes = [models.Index(fields=["device", "-started_at"])]

    def __str__(self) -> str:
        return f"{self.device} held by {self.holder}"

    @property
    def live(self) -> bool:
        return self.ended_at is None and self.expires_at > timezone.now()
