"""One phone, one driver: taken, kept by heartbeat, lost by silence or idleness, taken over with a reason."""

import threading
from datetime import timedelta

import pytest
from django.db import IntegrityError, close_old_connections, connection, transaction
from django.utils import timezone

from devices import services
from devices.models import Lease
from phonebuddy.api.errors import Conflict, Forbidden
from phonebuddy.audit.models import AuditEntry
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.django_db


def age(lease: Lease, **fields) -> Lease:
    Lease.objects.filter(pk=lease.pk).update(**fields)
    lease.refresh_from_db()
    return lease


def verbs() -> list[str]:
    return list(AuditEntry.objects.order_by("id").values_list("verb", flat=True))


def test_a_lease_is_taken_and_given_back(annotator, device):
    lease = services.lease_device(annotator, device, "demonstration")
    assert device.current_lease() == lease and lease.purpose == "demonstration"
    services.release_lease(lease, annotator)
    services.release_lease(lease, annotator)
    lease.refresh_from_db()
    assert device.current_lease() is None and lease.end == "released"
    assert verbs() == ["lease.started", "lease.released"]


def test_a_held_phone_is_refused_by_name(annotator, lead, device):
    services.lease_device(annotator, device)
    with pytest.raises(Conflict, match="Ann is using Pixel 1") as refused:
        services.lease_device(lead, device)
    assert refused.value.code == "held"


def test_asking_again_renews_ones_own(annotator, device):
    lease = services.lease_device(annotator, device)
    age(lease, expires_at=timezone.now() + timedelta(seconds=1))
    again = services.lease_device(annotator, device)
    assert again.pk == lease.pk and again.expires_at > timezone.now() + timedelta(seconds=30)


@pytest.mark.parametrize("role", ["reviewer", "outsider"])
def test_who_may_not_drive_gets_no_lease(role, request, device):
    with pytest.raises(Forbidden):
        services.lease_device(request.getfixturevalue(role), device)
    assert not Lease.objects.exists() and verbs() == []


@pytest.mark.parametrize("state", ["offline", "unauthorized", "frozen", "gone"])
def test_a_phone_that_cannot_be_driven_is_not_leased(annotator, make_device, state):
    phone = make_device(state=state, state_reason="Plain words.")
    with pytest.raises(Conflict, match="Plain words") as refused:
        services.lease_device(annotator, phone)
    assert refused.value.code == "unavailable"


def test_a_phone_in_maintenance_is_not_leased(annotator, lead, device):
    services.update_device(device, lead, maintenance=True)
    with pytest.raises(Conflict, match="maintenance"):
        services.lease_device(annotator, device)


def test_silence_frees_the_phone_for_the_next(annotator, lead, device):
    lease = services.lease_device(annotator, device)
    age(
        lease,
        started_at=timezone.now() - timedelta(hours=1),
        expires_at=timezone.now() - timedelta(seconds=1),
    )
    assert device.current_lease() is None, "even before anybody cleans up"
    taken = services.lease_device(lead, device)
    lease.refresh_from_db()
    assert lease.end == "expired" and taken.holder == lead


def test_expiry_ends_the_silent_and_the_idle_and_nobody_else(annotator, lead, researcher, make_device):
    past = timezone.now() - timedelta(hours=1)
    silent, idle, active = (
        services.lease_device(user, make_device(name))
        for user, name in ((annotator, "a"), (lead, "b"), (researcher, "c"))
    )
    age(silent, started_at=past, expires_at=timezone.now() - timedelta(seconds=1))
    age(idle, last_input_at=past)
    assert services.expire_leases() == 2
    assert services.expire_leases() == 0
    for lease, end in ((silent, "expired"), (idle, "idle"), (active, "")):
        lease.refresh_from_db()
        assert lease.end == end
    assert {"lease.expired", "lease.idle"} <= set(verbs())


def test_heartbeat_extends_and_input_keeps_it_from_idling(annotator, device):
    lease = services.lease_device(annotator, device)
    nearly = timezone.now() - services.IDLE_LIMIT + timedelta(seconds=20)
    age(lease, last_input_at=nearly)
    beat = services.heartbeat_lease(lease, active=False)
    assert 0 < services.idle_warning_s(beat) <= 20, "the page is warned before it loses the phone"
    beat = services.heartbeat_lease(lease, active=True)
    assert services.idle_warning_s(beat) is None and beat.ended_at is None


def test_heartbeat_without_input_ends_by_idleness(annotator, device):
    lease = age(services.lease_device(annotator, device), last_input_at=timezone.now() - services.IDLE_LIMIT)
    assert services.heartbeat_lease(lease).end == "idle"
    assert services.heartbeat_lease(lease, active=True).end == "idle", "over is over"


def test_a_closed_tab_leaves_only_the_grace(annotator, device):
    lease = services.lease_device(annotator, device)
    services.let_lease_lapse(lease)
    lease.refresh_from_db()
    assert timezone.now() < lease.expires_at <= timezone.now() + services.TAB_GRACE
    assert services.heartbeat_lease(lease).expires_at > timezone.now() + timedelta(seconds=30), "it came back"


def test_a_lead_takes_over_with_a_reason(annotator, lead, device):
    lease = services.lease_device(annotator, device)
    with pytest.raises(Conflict, match="Say why"):
        services.take_over(device, lead, "  ")
    taken = services.take_over(device, lead, "The demo starts now")
    lease.refresh_from_db()
    assert (lease.end, lease.end_reason, lease.ended_by) == ("taken_over", "The demo starts now", lead)
    assert taken.holder == lead
    assert verbs()[-2:] == ["lease.taken_over", "lease.started"]


def test_nobody_else_takes_over_or_releases_anothers(annotator, researcher, lead, device):
    lease = services.lease_device(annotator, device)
    with pytest.raises(Forbidden):
        services.take_over(device, researcher, "I want it")
    for other in (researcher, lead):
        with pytest.raises(Forbidden):
            services.release_lease(lease, other)
    assert device.current_lease() == lease


def test_the_database_itself_allows_one_open_lease(annotator, lead, device):
    services.lease_device(annotator, device)
    expires = timezone.now() + timedelta(minutes=1)
    with pytest.raises(IntegrityError, match="lease_one_open_per_device"), transaction.atomic():
        Lease.objects.create(device=device, holder=lead, expires_at=expires)


def race(workers) -> list:
    """Run each in its own thread with its own connection, all at once; results or exceptions."""
    barrier, results = threading.Barrier(len(workers)), [None] * len(workers)

    def run(index, work):
        close_old_connections()
        barrier.wait()
        try:
            results[index] = work()
        except Exception as error:
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    return results


@pytest.mark.django_db(transaction=True)
def test_of_many_who_race_exactly_one_wins(make_user, make_device):
    people = [make_user("annotator", username=f"racer{n}") for n in range(6)]
    for attempt in range(5):
        phone = make_device(f"race {attempt}")
        results = race([lambda user=user, phone=phone: services.lease_device(user, phone) for user in people])
        won = [result for result in results if isinstance(result, Lease)]
        lost = [result for result in results if isinstance(result, Conflict)]
        assert len(won) == 1 and len(lost) == len(people) - 1, results
        assert {error.code for error in lost} == {"held"}
        assert phone.leases.open().count() == 1


@pytest.mark.django_db(transaction=True)
def test_release_and_takeover_at_once_leave_one_holder(annotator, lead, make_device):
    for attempt in range(5):
        phone = make_device(f"both {attempt}")
        lease = services.lease_device(annotator, phone)
        results = race(
            [
                lambda lease=lease: services.release_lease(lease, annotator),
                lambda phone=phone: services.take_over(phone, lead, "now"),
                services.expire_leases,
            ]
        )
        assert not [result for result in results if isinstance(result, Exception)], results
        assert phone.current_lease().holder == lead
