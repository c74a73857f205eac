"""Who may call what: every API route, every method, every kind of person. A route that is not in the matrix
fails the test, so that nobody adds one without saying who it is for.

What is tested is the door: "no" is 401 or 403, anything else (404, 409, 400 …) a "yes, but". Which objects
somebody sees is tested where the objects are.
"""

import json
import re
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.test import APIClient

from phonebuddy.accounts import services
from phonebuddy.accounts.models import Role

STRANGER, OUTSIDER = "stranger", "outsider"
EVERYBODY = {STRANGER, OUTSIDER, *Role.values}
SIGNED_IN = EVERYBODY - {STRANGER}
MEMBERS = set(Role.values)
ADMIN = {"admin"}
LEADS = {"lead", "admin"}
DRIVERS = {"annotator", "evaluator", "lead", "researcher", "admin"}
ANNOTATORS = {"annotator", "lead", "admin"}
REVIEWERS = {"reviewer", "lead", "admin"}

MATRIX: dict[str, set[str]] = {
    "GET session": EVERYBODY,
    "POST session": EVERYBODY,
    "DELETE session": EVERYBODY,
    "PATCH me": SIGNED_IN,
    "POST me/password": SIGNED_IN,
    "GET tokens": MEMBERS,
    "POST tokens": MEMBERS,
    "DELETE tokens/<uuid:pk>": MEMBERS,
    "GET people": ADMIN,
    "POST people": ADMIN,
    "PATCH people/<int:pk>": ADMIN,
    "GET audit": LEADS,
    "GET blobs/<sha256:sha256>": MEMBERS,
    "GET devices": MEMBERS,
    "GET devices/<pk>": MEMBERS,
    "PATCH devices/<pk>": LEADS,
    "POST devices/<pk>/lease": DRIVERS,
    "POST devices/<pk>/release": MEMBERS,  # of a lease of one's own, which only a driver has
    "POST devices/<pk>/takeover": LEADS,
    "GET devices/<pk>/leases": MEMBERS,
    "POST devices/<pk>/files": DRIVERS,
    "GET devices/<pk>/screenshot": MEMBERS,
    "GET devices/<pk>/apps": MEMBERS,
    "GET schema": MEMBERS,
    "GET docs": MEMBERS,
}

ABSENT = {"uuid": "00000000-0000-4000-8000-000000000000", "int": "0", "sha256": "0" * 64}
# What a door needs to be told before it looks at the person.
BODIES: dict[str, dict] = {
    "POST devices/<pk>/takeover": {"reason": "a test"},
    "POST devices/<pk>/lease": {"purpose": "manual"},
    "PATCH devices/<pk>": {"note": "a test"},
}
# A token cannot do these at all: they take sessions only.
SESSION_ONLY = {
    "POST session",
    "DELETE session",
    "POST me/password",
    "POST tokens",
    "DELETE tokens/<uuid:pk>",
}


def routes() -> Iterator[str]:
    """`METHOD path/<uuid:pk>` of every view under /api/."""
    for pattern, view in walk(get_resolver(), ""):
        if not pattern.startswith("api/") or not hasattr(view, "cls"):
            continue
        actions = getattr(view, "actions", None)
        methods = [m for m in view.cls.http_method_names if m in (actions or dir(view.cls))]
        yield from (
            f"{m.upper()} {pattern.removeprefix('api/')}" for m in methods if m not in ("options", "head")
        )


def walk(node: URLResolver, prefix: str) -> Iterator[tuple[str, object]]:
    for child in node.url_patterns:
        path = prefix + re.sub(r"\(\?P(<\w+>)[^)]*\)", r"\1", str(child.pattern)).strip("^$")
        if isinstance(child, URLPattern):
            yield path, child.callback
        else:
            yield from walk(child, path)


def call(client: APIClient, route: str, objects: dict[str, str]) -> int:
    """Call it, and undo what it did. `objects` has an id for the first word of a path."""
    method, path = route.split(" ", 1)
    own_id = objects.get(path.split("/")[0])
    url = re.sub(r"<(?:(\w+):)?\w+>", lambda found: own_id or ABSENT[found[1]], path)
    with transaction.atomic():
        status = client.generic(
            method, f"/api/{url}", json.dumps(BODIES.get(route, {})), "application/json"
        ).status_code
        transaction.set_rollback(True)
    return status


@pytest.fixture
def objects(db) -> dict[str, str]:
    from devices.models import Device, DeviceHost

    host = DeviceHost.objects.create(name="here", stream_url="ws://*:1")
    device = Device.objects.create(host=host, serial="a-phone", state="online")
    return {"devices": str(device.pk)}


@pytest.fixture
def people(make_user):
    return {role: make_user(role, username=f"the-{role}") for role in Role.values} | {
        OUTSIDER: make_user(username="the-outsider"),
        STRANGER: None,
    }


def test_every_route_is_in_the_matrix():
    known, real = set(MATRIX), set(routes())
    assert real - known == set(), "say in MATRIX who these are for"
    assert known - real == set(), "these are gone"


@pytest.mark.parametrize("who", sorted(EVERYBODY))
def test_the_door_opens_for_these_and_nobody_else(who, people, client_for, objects):
    wrong = {}
    for route in sorted(set(routes()) & set(MATRIX)):
        status = call(client_for(people[who]), route, objects)
        if (status not in (401, 403)) != (who in MATRIX[route]):
            wrong[route] = status
    assert wrong == {}


def test_a_reading_token_changes_nothing(people, objects):
    client = APIClient()
    _, text = services.create_token(people["admin"], "reader", ["read"])
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    mutating = {route for route in routes() if not route.startswith("GET ")} - SESSION_ONLY
    assert {route: status for route in mutating if (status := call(client, route, objects)) != 403} == {}
    assert call(client, "GET people", objects) == 200
