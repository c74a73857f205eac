"""Phones for jobs that learn on real apps: leased in the owner's name, kept, exchanged, given back."""

import json

import pytest
from django.utils import timezone

from devices import services as devices
from devices.models import Device, DeviceHost, Lease
from phonebuddy.audit.models import AuditEntry
from training import services
from training.services import phones

pytestmark = pytest.mark.django_db


@pytest.fixture
def fleet(db):
    host = DeviceHost.objects.create(name="here", stream_url="ws://*:1", last_seen_at=timezone.now())

    def make(*kinds: str) -> list[Device]:
        return [
            Device.objects.create(
                host=host, serial=f"{kind}-{n}", name=f"{kind} {n}", kind=kind, state="online"
            )
            for n, kind in enumerate(kinds)
        ]

    return make


def held(job) -> list[str]:
    return [phone.lease.device.name for phone in services.phones_of(job)]


def test_real_phones_first_else_stand_ins_and_never_mock_ones(fleet, make_job):
    fleet("mock", "stand-in", "mock", "stand-in")
    job = make_job(kind="real_rl")
    assert services.claim_job(job.queue, "w") == job and held(job) == ["stand-in 1", "stand-in 3"]
    services.finish_job(job, "w", {"result": "done"})
    assert held(job) == [] and not Lease.objects.filter(ended_at=None).exists()
    fleet("real")
    job = make_job(kind="mixed_rl")
    services.claim_job(job.queue, "w")
    assert held(job) == ["real 0"], "a real phone and a stand-in are not mixed"
    lease = services.phones_of(job)[0].lease
    assert (lease.purpose, lease.holder) == (Lease.Purpose.ROLLOUT, job.owner)
    told = json.loads(json.dumps(phones.told(services.phones_of(job))))
    assert told == [
        {"serial": "real-0", "kind": "real", "name": "real 0", "address": "127.0.0.1", "adb_port": 5137}
    ]


def test_a_job_waits_for_a_phone_and_lets_others_go_first(fleet, make_job, lead):
    (phone,) = fleet("stand-in")
    devices.lease_device(lead, phone)
    waiting, other = make_job(kind="real_rl"), make_job()
    assert services.claim_job(waiting.queue, "w") == other
    assert services.claim_job(waiting.queue, "w2") is None
    devices.release_lease(phone.leases.get(), lead)
    assert services.claim_job(waiting.queue, "w2") == waiting


def test_without_any_phone_the_trainer_makes_its_own(make_job):
    job = make_job(kind="real_rl")
    assert services.claim_job(job.queue, "w") == job and held(job) == []
    mock_only = make_job(kind="mixed_rl", config={"real_share": 0.0})
    assert phones.wants_phones(mock_only) == 0 and phones.wants_phones(make_job()) == 0


def test_a_bad_or_lost_phone_is_replaced(fleet, make_job, lead):
    fleet("stand-in", "stand-in", "stand-in", "stand-in")
    job = make_job(kind="real_rl", config={"real_phones": 2})
    services.claim_job(job.queue, "w")
    assert held(job) == ["stand-in 0", "stand-in 1"]
    services.quarantine_phone(job, "stand-in-0", "It never stands still.")
    services.keep_phones(job)
    assert held(job) == ["stand-in 1", "stand-in 2"]
    assert AuditEntry.objects.get(verb="device.quarantined").details["reason"] == "It never stands still."
    devices.take_over(Device.objects.get(name="stand-in 1"), lead, "needed")
    services.keep_phones(job)
    assert held(job) == ["stand-in 2", "stand-in 3"], "the bad one is not taken again"
    assert services.cost_of(job)["device_s"] > 0


def test_what_a_dead_worker_held_is_free_again(fleet, make_job):
    fleet("stand-in")
    job = make_job(kind="real_rl")
    services.claim_job(job.queue, "w")
    late = timezone.now() + job.LIFETIME * 2
    services.reap_jobs(late)
    services.reap_jobs(late + job.DOUBT)
    assert held(job) == [] and services.claim_job(job.queue, "w2") == job
