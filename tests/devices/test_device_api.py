"""The phones over HTTP: who sees and does what, in which words."""

import uuid

import pytest
from rest_framework.test import APIClient

from devices import services
from devices.models import Device
from phonebuddy.accounts.services import create_token

pytestmark = pytest.mark.django_db

SEERS = ["annotator", "reviewer", "evaluator", "lead", "researcher", "admin_user"]
DRIVERS = ["annotator", "evaluator", "lead", "researcher", "admin_user"]


@pytest.fixture
def as_(client_for, request):
    def get(role: str):
        return client_for(request.getfixturevalue(role) if role else None)

    return get


def url(device, verb: str = "") -> str:
    return f"/api/devices/{device.pk}" + (f"/{verb}" if verb else "")


@pytest.mark.parametrize("role", SEERS)
def test_everyone_with_a_role_sees_the_phones(as_, device, role):
    body = as_(role).get("/api/devices").json()
    assert [phone["name"] for phone in body["results"]] == ["Pixel 1"]
    assert as_(role).get(url(device)).json()["properties"] == {}


@pytest.mark.parametrize("role", ["outsider", ""])
@pytest.mark.parametrize(
    "verb", ["", "lease", "release", "takeover", "files", "leases", "screenshot", "apps"]
)
def test_an_outsider_sees_and_does_nothing(as_, device, role, verb):
    client = as_(role)
    answers = [client.get(url(device, verb)), client.post(url(device, verb), {"reason": "x"})]
    assert {answer.status_code for answer in answers} <= {401, 403}
    assert "Pixel" not in "".join(answer.content.decode() for answer in answers)
    assert client.get("/api/devices").status_code in (401, 403)


@pytest.mark.parametrize("role", SEERS)
def test_who_drives(as_, device, role):
    answer = as_(role).post(url(device, "lease"), {})
    assert answer.status_code == (200 if role in DRIVERS else 403)
    if role in DRIVERS:
        body = answer.json()
        assert body["mine"] and body["purpose"] == "manual"
        assert as_(role).get(url(device)).json()["lease"]["id"] == body["id"]


@pytest.mark.parametrize("role", SEERS)
def test_who_takes_over_and_manages(as_, device, role):
    may = role in ("lead", "admin_user")
    assert as_(role).post(url(device, "takeover"), {"reason": "demo"}).status_code == (200 if may else 403)
    assert as_(role).patch(url(device), {"name": "Desk 4"}).status_code == (200 if may else 403)
    device.refresh_from_db()
    assert device.name == ("Desk 4" if may else "Pixel 1")


def test_a_held_phone_says_by_whom(as_, device, annotator):
    services.lease_device(annotator, device)
    answer = as_("researcher").post(url(device, "lease"), {})
    assert answer.status_code == 409
    assert answer.json() == {"detail": "Ann is using Pixel 1.", "code": "held"}
    lease = as_("reviewer").get(url(device)).json()["lease"]
    assert lease["holder"]["username"] == "ann" and not lease["mine"]


def test_release_and_history(as_, device):
    client = as_("annotator")
    client.post(url(device, "lease"), {"purpose": "demonstration"})
    assert client.post(url(device, "release")).json()["end"] == "released"
    assert client.post(url(device, "release")).json()["code"] == "not_held"
    as_("lead").post(url(device, "takeover"), {"reason": "demo"})
    history = as_("reviewer").get(url(device, "leases")).json()
    assert [lease["holder"]["username"] for lease in history["results"]] == ["lea", "ann"]
    assert history["results"][1]["end"] == "released"


def test_takeover_needs_a_reason(as_, device):
    assert as_("lead").post(url(device, "takeover"), {"reason": " "}).status_code == 400


def test_only_the_named_fields_can_be_changed(as_, device):
    as_("lead").patch(url(device), {"serial": "evil", "state": "gone", "maintenance": True, "note": "screen"})
    device.refresh_from_db()
    assert (device.serial, device.state, device.maintenance) == ("Pixel 1", "online", True)
    shown = as_("annotator").get(url(device)).json()
    assert (shown["state"], shown["state_reason"]) == ("maintenance", "screen")


def test_a_silent_host_means_its_phones_are_gone(as_, device, device_host):
    type(device_host).objects.update(last_seen_at=None)
    shown = as_("annotator").get(url(device)).json()
    assert shown["state"] == "gone" and "does not report" in shown["state_reason"]
    assert as_("annotator").post(url(device, "lease"), {}).json()["code"] == "unavailable"


@pytest.mark.parametrize("bad", [uuid.uuid4(), "nonsense"])
def test_an_unknown_phone(as_, device, bad):
    assert as_("annotator").get(f"/api/devices/{bad}").status_code == 404


def test_files_need_the_lease(as_, device):
    assert as_("annotator").post(url(device, "files"), {}).json()["code"] == "not_driving"


def test_the_list_costs_the_same_for_one_phone_and_for_ten(
    as_, make_device, annotator, django_assert_max_num_queries
):
    client = as_("annotator")
    for number in range(10):
        make_device(f"phone {number}")
    services.lease_device(annotator, Device.objects.first())
    with django_assert_max_num_queries(6):
        assert client.get("/api/devices").json()["count"] == 10


def test_a_token_drives_only_with_its_scope(annotator, device):
    client = APIClient()
    for scopes, expected in ((["read"], 403), (["read", "devices"], 200)):
        _, text = create_token(annotator, "t", scopes)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
        assert client.get("/api/devices").status_code == 200
        assert client.post(url(device, "lease"), {}).status_code == expected
