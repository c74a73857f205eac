"""Phones for a job that learns on real apps: leased from the fleet in its owner's name, kept, exchanged.

Real phones first. Where the fleet has none, stand-ins of PhoneWorld take their place; they are phones of a
kind of their own and are called so everywhere. Mock phones, which tell their verifier, are never among them.
"""

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from devices import services as devices
from devices.models import Device, Lease
from phonebuddy import audit
from phonebuddy.api.errors import Conflict
from training.models import Job, JobKind, JobPhone, Queue

ON_PHONES = (JobKind.REAL_RL, JobKind.MIXED_RL)


def wants_phones(job: Job) -> int:
    """How many phones it would like to have."""
    if job.kind not in ON_PHONES or not job.config.get("real_share"):
        return 0
    return job.config.get("real_phones", 1)


def fleet() -> list[Device]:
    """What real-app episodes may run on here: the real phones or, where there is none, the stand-ins."""
    usable = Device.objects.select_related("host").filter(maintenance=False, state=Device.State.ONLINE)
    usable = list(usable.exclude(kind=Device.Kind.MOCK).order_by("name", "id"))
    here = [device for device in usable if device.host.online]
    real = [device for device in here if device.kind == Device.Kind.REAL]
    return real or here


def lease_phones(job: Job, count: int) -> list[JobPhone]:
    """Up to so many free phones of the fleet that this job has not given back as bad."""
    bad = set(job.phones.exclude(quarantined="").values_list("lease__device", flat=True))
    busy = Lease.objects.filter(device=OuterRef("pk"), ended_at=None)
    free = set(Device.objects.filter(~Q(Exists(busy))).values_list("pk", flat=True))
    taken: list[JobPhone] = []
    for device in fleet():
        if len(taken) >= count:
            break
        if device.pk in bad or device.pk not in free:
            continue
        try:
            with transaction.atomic():
                lease = devices.lease_device(job.owner, device, Lease.Purpose.ROLLOUT)
        except Conflict:
            continue
        taken.append(JobPhone.objects.create(job=job, lease=lease))
    return taken


def phones_of(job: Job) -> list[JobPhone]:
    """Those that it has now."""
    found = job.phones.filter(lease__ended_at=None, quarantined="")
    return list(found.select_related("lease__device__host", "lease__holder").order_by("pk"))


def keep_phones(job: Job) -> list[JobPhone]:
    """A sign of life for each lease, and others for those that were lost (a lead took the phone, it fell
    out). What it has after that."""
    wanted, kept = wants_phones(job), []
    for phone in phones_of(job):
        lease = devices.heartbeat_lease(phone.lease, active=True)
        if lease.ended_at is None:
            kept.append(phone)
    if len(kept) < wanted:
        kept += lease_phones(job, wanted - len(kept))
    return kept


@transaction.atomic
def quarantine_phone(job: Job, serial: str, why: str) -> None:
    """The trainer finds a phone bad: it is given back, this job takes it no more, and leads read why."""
    for phone in phones_of(job):
        device = phone.lease.device
        if device.serial == serial:
            phone.quarantined = why[:300] or "No reason was given."
            phone.save(update_fields=["quarantined"])
            devices.release_lease(phone.lease, phone.lease.holder)
            audit.record(None, "device.quarantined", device, job=str(job.pk), reason=why[:500])


def give_back_all(job: Job) -> None:
    for phone in phones_of(job):
        devices.release_lease(phone.lease, phone.lease.holder)


def told(phones: list[JobPhone]) -> list[dict]:
    """As ``config.json`` and ``phones.json`` say it."""
    return [
        {
            "serial": phone.lease.device.serial,
            "kind": phone.lease.device.kind,
            "name": phone.lease.device.name,
            "address": phone.lease.device.host.adb_address.rsplit(":", 1)[0],
            "adb_port": int(phone.lease.device.host.adb_address.rsplit(":", 1)[1]),
        }
        for phone in phones
    ]


def device_seconds(job: Job) -> float:
    """How long phones were held for it."""
    now = timezone.now()
    times = job.phones.values_list("lease__started_at", "lease__ended_at")
    return sum(((ended or now) - started).total_seconds() for started, ended in times)


def cost_of(job: Job) -> dict:
    """What it took so far, attempts in vain included: seconds of work, of GPUs, of phones; judge's tokens."""
    now = timezone.now()
    going = (now - job.attempt_at).total_seconds() if job.attempt_at else 0.0
    gpus = job.config.get("processes", 1) if job.queue == Queue.GPU else 0
    return {
        "seconds": job.seconds + going,
        "gpu_s": job.gpu_seconds + going * gpus,
        "device_s": device_seconds(job),
        "judge_tokens": job.judge_tokens,
    }
