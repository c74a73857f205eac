"""What JSON, an address or a form can carry but nothing can keep: refused in words, never a broken server."""

import json

import pytest
from rest_framework.test import APIClient

from phonebuddy.accounts import throttle
from phonebuddy.api import storable

ODD = ["²", "٣", "9" * 5000, "\x00", "a\x00b", "\ufffd", "'; --", "%", "null", "-1", "1e999", "[]", "{}"]
LISTS = {
    "episodes": [
        "search", "state", "device", "author", "task", "mine", "kind", "quality", "outcome", "ordering",
        "page", "page_size",
    ],
    "tasks": ["search", "available", "category", "suite", "device_kind", "page"],
    "devices": ["kind", "state", "host__name", "page"],
    "audit": ["actor", "verb", "target", "since", "until", "page"],
    "people": ["page", "page_size"],
    "tokens": ["page"],
}  # fmt: skip
BODIES = [
    ("post", "session", ["username", "password"]),
    ("patch", "me", ["name", "time_zone", "theme"]),
    ("post", "me/password", ["current", "new"]),
    ("post", "tokens", ["name", "scopes", "expires_at"]),
    ("post", "people", ["username", "name", "roles", "password"]),
    ("post", "queue/claim", ["task"]),
    ("post", "episodes", ["device", "claim", "free"]),
    ("post", "devices/6f0f7a52-8d27-4a57-9d0c-2c3f4b1e9a10/takeover", ["reason"]),
]


@pytest.fixture
def admin(client_for, admin_user):
    client = client_for(admin_user)
    client.raise_request_exception = False
    return client


@pytest.mark.parametrize("where", LISTS)
def test_no_filter_of_a_list_breaks_the_server(where, admin):
    for name in LISTS[where]:
        for value in ODD:
            answer = admin.get(f"/api/{where}", {name: [value, "a"] if name == "state" else value})
            assert answer.status_code in (200, 400, 404), (name, value)


def test_no_id_in_an_address_breaks_the_server(admin):
    for value in ODD:
        for where in ("episodes", "tasks", "devices", "people", "tokens", "claims"):
            answer = admin.get(f"/api/{where}/{value.replace('%', '%25')}")
            assert answer.status_code in (400, 404, 405), (where, value)


@pytest.mark.parametrize(("method", "where", "fields"), BODIES, ids=lambda part: str(part))
def test_no_body_breaks_the_server(method, where, fields, admin):
    deep = "[" * 2000 + "]" * 2000
    values = ['"\\ud800"', '"\\u0000"', "1e999", "9" * 5000, deep, '[{"\\ud800": 1}]', "{}"]
    bodies = [f'{{"{field}": {value}}}' for field in fields for value in values]
    for text in [*bodies, "[]", '"text"', "null", "7", "\ud800".encode("utf-8", "surrogatepass"), "{", ""]:
        answer = admin.generic(method.upper(), f"/api/{where}", text, "application/json")
        assert answer.status_code < 500, (where, text[:40])


def test_a_charset_that_is_none_is_refused(admin):
    for charset in ("hex", "rot13", "utf-9", "idna"):
        answer = admin.generic("PATCH", "/api/me", '{"name": "é"}', f"application/json; charset={charset}")
        assert answer.status_code in (200, 400), charset


def test_half_a_character_is_refused_in_words_and_a_whole_one_is_not(admin, admin_user):
    answer = admin.generic("PATCH", "/api/me", '{"name": "\\ud83d"}', "application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")
    assert "half a character" in answer.json()["detail"]
    assert admin.patch("/api/me", {"name": "Ann 😀"}).json()["name"] == "Ann 😀"


def test_what_a_socket_is_sent_is_judged_alike():
    assert storable.loads('{"type": "text", "text": "\\ud83d\\ude00"}')["text"] == "😀"
    for text in ('{"a": ["\\udfff"]}', '{"\\ud800": 1}', '"\\u0000"', "1e999", "NaN", "[" * 5000, "{", ""):
        with pytest.raises(ValueError):
            storable.loads(text)


def test_a_refusal_by_django_itself_is_json(client_for, annotator):
    strict = APIClient(enforce_csrf_checks=True)
    answer = strict.post("/api/session", {"username": "a", "password": "b"})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    answer = client_for(annotator).get("/api/tasks", HTTP_HOST="evil.test")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    huge = json.dumps({"name": "x" * 6_000_000})
    answer = client_for(annotator).generic("PATCH", "/api/me", huge, "application/json")
    assert answer.status_code in (400, 413) and answer.json()["code"]


def test_guessing_the_current_password_is_slowed_down_too(client_for, make_user):
    user = make_user("annotator", username="stolen-session")
    client, body = client_for(user), {"current": "wrong", "new": "q9-another-phrase"}
    codes = [client.post("/api/me/password", body).status_code for _ in range(throttle.PER_NAME + 1)]
    assert codes == [400] * throttle.PER_NAME + [429]
