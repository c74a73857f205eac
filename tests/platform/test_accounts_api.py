"""Sign-in, oneself, tokens, people: what works, and what is refused."""

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from phonebuddy.accounts import services
from phonebuddy.accounts.models import ApiToken, User
from phonebuddy.audit.models import AuditEntry

PASSWORD = "a long secret"


def sign_in(client, username, password=PASSWORD, **headers):
    return client.post("/api/session", {"username": username, "password": password}, **headers)


def bearer(text: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    return client


def test_a_stranger_has_no_user_but_a_csrf_token(client_for):
    answer = client_for().get("/api/session").json()
    assert answer["user"] is None
    assert answer["csrf_token"]


def test_signing_in_and_out(client_for, annotator):
    client = client_for()
    answer = sign_in(client, "ann").json()
    assert answer["user"]["roles"] == ["annotator"]
    assert answer["user"]["permissions"]["annotate"] is True
    assert answer["user"]["permissions"]["review"] is False
    assert client.get("/api/session").json()["user"]["username"] == "ann"
    assert client.delete("/api/session").status_code == 204
    assert client.get("/api/session").json()["user"] is None


def test_sign_in_needs_a_csrf_token(annotator):
    client = APIClient(enforce_csrf_checks=True)
    assert sign_in(client, "ann").status_code == 403
    token = client.get("/api/session").json()["csrf_token"]
    assert sign_in(client, "ann", HTTP_X_CSRFTOKEN=token).status_code == 200


def test_a_wrong_password_and_an_unknown_name_sound_alike(client_for, annotator):
    wrong = sign_in(client_for(), "ann", "wrong")
    unknown = sign_in(client_for(), "nobody-here", "wrong")
    assert wrong.status_code == unknown.status_code == 400
    assert wrong.json() == unknown.json()
    assert wrong.json()["code"] == "bad_credentials"


def test_guessing_is_slowed_down_even_for_the_right_password(client_for, make_user):
    make_user("annotator", username="guessed")
    address = {"REMOTE_ADDR": "192.0.2.7"}
    answers = [sign_in(client_for(), "guessed", f"wrong {n}", **address) for n in range(9)]
    assert [a.status_code for a in answers] == [400] * 8 + [429]
    assert sign_in(client_for(), "guessed", **address).status_code == 429
    assert sign_in(client_for(), "guessed", REMOTE_ADDR="192.0.2.8").status_code == 200


def test_an_inactive_person_is_out_at_once(client_for, annotator):
    client = client_for(annotator)
    User.objects.filter(pk=annotator.pk).update(is_active=False)
    assert client.get("/api/session").json()["user"] is None
    assert sign_in(client_for(), "ann").status_code == 400


def test_changing_the_profile(client_for, annotator):
    client = client_for(annotator)
    answer = client.patch("/api/me", {"name": "Ann B", "time_zone": "Asia/Shanghai", "theme": "dark"})
    assert answer.json()["name"] == "Ann B"
    annotator.refresh_from_db()
    assert (annotator.time_zone, annotator.theme) == ("Asia/Shanghai", "dark")
    refused = client.patch("/api/me", {"time_zone": "Moon/Sea"})
    assert refused.status_code == 400
    assert "time_zone" in refused.json()["fields"]
    assert client.patch("/api/me", {"roles": ["admin"]}).status_code == 200
    annotator.refresh_from_db()
    assert annotator.roles == ["annotator"]


def test_a_new_password_ends_the_other_sessions(client_for, annotator):
    here, elsewhere = client_for(annotator), client_for(annotator)
    assert here.post("/api/me/password", {"current": "wrong", "new": "q9-another-phrase"}).status_code == 400
    weak = here.post("/api/me/password", {"current": PASSWORD, "new": "12345"})
    assert weak.json()["code"] == "weak_password"
    done = here.post("/api/me/password", {"current": PASSWORD, "new": "q9-another-phrase"})
    assert done.status_code == 204
    assert here.get("/api/session").json()["user"] is not None
    assert elsewhere.get("/api/session").json()["user"] is None


def test_a_token_is_shown_once_and_kept_as_a_hash(client_for, annotator):
    client = client_for(annotator)
    answer = client.post("/api/tokens", {"name": "script", "scopes": ["read"]})
    text = answer.json()["token"]
    assert answer.status_code == 201
    assert text.startswith("pbt_")
    assert text not in str(ApiToken.objects.values())
    assert "token" not in client.get("/api/tokens").json()["results"][0]
    assert bearer(text).get("/api/audit").status_code == 403  # who it is was understood: an annotator
    assert ApiToken.objects.get().last_used_at is not None


def test_a_token_obeys_its_scopes(lead):
    _, reading = services.create_token(lead, "reader", ["read"])
    _, all_of_it = services.create_token(lead, "all", ["admin"])
    assert bearer(reading).get("/api/audit").status_code == 200
    refused = bearer(reading).patch("/api/me", {"name": "X"})
    assert refused.status_code == 403
    assert refused.json()["code"] == "scope"
    assert bearer(all_of_it).patch("/api/me", {"name": "X"}).status_code == 200


def test_a_token_neither_makes_tokens_nor_changes_passwords(admin_user):
    _, text = services.create_token(admin_user, "all", ["admin"])
    answer = bearer(text).post("/api/tokens", {"name": "more", "scopes": ["admin"]})
    assert (answer.status_code, answer.data["code"]) == (403, "session_only")
    answer = bearer(text).post("/api/me/password", {"current": PASSWORD, "new": "q9-another-phrase"})
    assert answer.status_code in (401, 403)


@pytest.mark.parametrize("how", ["expired", "revoked", "inactive", "nonsense"])
def test_a_dead_token_opens_nothing(how, lead):
    token, text = services.create_token(lead, "t", ["read"])
    if how == "expired":
        ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif how == "revoked":
        services.revoke_token(lead, token)
    elif how == "inactive":
        User.objects.filter(pk=lead.pk).update(is_active=False)
    else:
        text = "pbt_nonsense"
    answer = bearer(text).get("/api/audit")
    assert answer.status_code == 401
    assert answer.json()["code"] == "bad_token"


def test_a_token_ends_within_a_year(client_for, annotator):
    client = client_for(annotator)
    for days in (-1, 400):
        expires_at = (timezone.now() + timedelta(days=days)).isoformat()
        answer = client.post("/api/tokens", {"name": "t", "scopes": ["read"], "expires_at": expires_at})
        assert answer.status_code == 400
    assert client.post("/api/tokens", {"name": "t", "scopes": ["world"]}).status_code == 400


def test_tokens_of_others_are_out_of_reach(client_for, annotator, lead):
    token, _ = services.create_token(lead, "t", ["read"])
    client = client_for(annotator)
    assert client.get("/api/tokens").json()["results"] == []
    assert client.delete(f"/api/tokens/{token.pk}").status_code == 404
    assert client_for(lead).delete(f"/api/tokens/{token.pk}").status_code == 204


def test_an_admin_makes_a_colleague_who_then_signs_in(client_for, admin_user):
    client = client_for(admin_user)
    made = client.post("/api/people", {"username": "new", "name": "New", "roles": ["reviewer", "annotator"]})
    assert made.status_code == 201
    assert made.json()["roles"] == ["annotator", "reviewer"]
    assert sign_in(client_for(), "new", made.json()["first_password"]).status_code == 200
    again = client.post("/api/people", {"username": "NEW", "roles": []})
    assert (again.status_code, again.json()["code"]) == (409, "name_taken")


def test_an_admin_changes_roles_and_keeps_the_own(client_for, admin_user, annotator):
    client = client_for(admin_user)
    answer = client.patch(f"/api/people/{annotator.pk}", {"roles": ["lead"], "is_active": False})
    assert answer.json()["roles"] == ["lead"]
    assert answer.json()["is_active"] is False
    own = client.patch(f"/api/people/{admin_user.pk}", {"roles": ["annotator"]})
    assert (own.status_code, own.json()["code"]) == (409, "own_role")
    admin_user.refresh_from_db()
    assert admin_user.roles == ["admin"]
    assert client.patch(f"/api/people/{annotator.pk}", {"roles": ["king"]}).status_code == 400


def test_the_admin_site_follows_the_admin_role(admin_user, lead):
    assert admin_user.is_staff and admin_user.is_superuser
    assert not (lead.is_staff or lead.is_superuser)


def test_every_mutation_leaves_an_audit_row_and_no_password(client_for, admin_user):
    client = client_for(admin_user)
    person = client.post(
        "/api/people", {"username": "new", "roles": [], "password": "q9-another-phrase"}
    ).json()
    client.patch(f"/api/people/{person['id']}", {"roles": ["lead"], "password": "w8-another-phrase"})
    token = client.post("/api/tokens", {"name": "t", "scopes": ["read"]}).json()
    client.delete(f"/api/tokens/{token['id']}")
    client.patch("/api/me", {"name": "Boss"})
    verbs = list(AuditEntry.objects.order_by("id").values_list("verb", flat=True))
    assert verbs == ["person.created", "person.changed", "token.created", "token.revoked", "profile.changed"]
    told = str(list(AuditEntry.objects.values()))
    assert "another-phrase" not in told
    assert token["token"] not in told


def test_an_admin_keeps_the_own_role_in_the_admin_site_too(client, admin_user, annotator):
    client.force_login(admin_user)

    def save(person, **fields):
        page = f"/admin/accounts/user/{person.pk}/change/"
        form = {"username": person.username, "time_zone": "UTC", "theme": "system"} | fields
        answer = client.post(page, form | {"date_joined_0": "2026-01-01", "date_joined_1": "00:00"})
        person.refresh_from_db()
        return answer

    refusal = b"cannot take the admin role from yourself"
    assert refusal in save(admin_user, roles=["lead"], is_active="on").content
    assert refusal in save(admin_user, roles=["admin"]).content
    assert (admin_user.roles, admin_user.is_active) == (["admin"], True)
    assert save(admin_user, roles=["admin", "lead"], is_active="on").status_code == 302
    assert save(annotator, roles=["lead"]).status_code == 302
    assert (annotator.roles, annotator.is_active) == (["lead"], False)
