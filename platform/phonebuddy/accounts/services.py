"""The verbs on people and tokens."""

import secrets
from datetime import datetime, timedelta
from zoneinfo import available_timezones

from django.contrib.auth import authenticate, password_validation
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from phonebuddy import audit
from phonebuddy.accounts import policies, throttle
from phonebuddy.accounts.models import ApiToken, Role, User
from phonebuddy.accounts.querysets import digest
from phonebuddy.api.errors import Conflict, Forbidden, Refused

LONGEST_TOKEN_LIFE = timedelta(days=366)


def check_credentials(request, username: str, password: str) -> User:
    """The person who signs in here. A wrong name and a wrong password are refused alike."""
    user = throttle.guarded(
        username,
        request.META.get("REMOTE_ADDR", ""),
        lambda: authenticate(request, username=username, password=password),
    )
    if user is None:
        raise Refused("This name and password do not go together.", "bad_credentials")
    return user


@transaction.atomic
def change_password(user: User, current: str, new: str) -> None:
    # Somebody at another's open session must not find the password out here, from wherever they ask.
    if not throttle.guarded(user.username, f"person-{user.pk}", lambda: user.check_password(current)):
        raise Refused("The current password is wrong.", "bad_credentials", {"current": ["Wrong password."]})
    _set_password(user, new)
    user.save()
    audit.record(user, "password.changed", user)


@transaction.atomic
def update_profile(user: User, **changes) -> User:
    if changes.get("time_zone", "UTC") not in available_timezones():
        raise Refused("There is no such time zone.", "invalid", {"time_zone": ["Unknown time zone."]})
    for field in ("name", "time_zone", "theme"):
        if field in changes:
            setattr(user, field, changes[field])
    user.full_clean(exclude=["password"])
    user.save()
    audit.record(user, "profile.changed", user, **changes)
    return user


@transaction.atomic
def create_person(actor: User, username: str, roles: list[str], name: str = "", password: str = "") -> User:
    """A new colleague. Without a password one is drawn; it is at `user.first_password`, this once."""
    _may_manage_people(actor)
    if User.objects.filter(username__iexact=username).exists():
        raise Conflict("This name is taken.", "name_taken")
    user = User(username=username, name=name, roles=_clean_roles(roles))
    password = password or secrets.token_urlsafe(12)
    _set_password(user, password)
    user.full_clean(exclude=["password"])
    user.save()
    user.first_password = password
    audit.record(actor, "person.created", user, roles=user.roles)
    return user


@transaction.atomic
def update_person(actor: User, user: User, **changes) -> User:
    """Change roles, name, password or whether the person may sign in at all."""
    _may_manage_people(actor)
    user = User.objects.select_for_update().get(pk=user.pk)
    if "roles" in changes:
        user.roles = _clean_roles(changes["roles"])
    if "is_active" in changes:
        user.is_active = changes["is_active"]
    if "name" in changes:
        user.name = changes["name"]
    if changes.get("password"):
        _set_password(user, changes["password"])
    keep_own_role(actor, user)
    user.full_clean(exclude=["password"])
    user.save()
    told = {key: value for key, value in changes.items() if key != "password"}
    audit.record(actor, "person.changed", user, **told, new_password=bool(changes.get("password")))
    return user


def keep_own_role(actor: User, changed: User) -> None:
    """Only admins change people, so somebody who cannot take the role from themselves leaves one admin."""
    if changed.pk == actor.pk and not policies.can_manage_people(changed):
        raise Conflict("You cannot take the admin role from yourself; another admin can.", "own_role")


@transaction.atomic
def create_token(
    user: User, name: str, scopes: list[str], expires_at: datetime | None = None
) -> tuple[ApiToken, str]:
    """A token and its text; the text is nowhere kept. It lives 90 days by default, a year at most."""
    now = timezone.now()
    expires_at = expires_at or now + timedelta(days=90)
    if not now < expires_at <= now + LONGEST_TOKEN_LIFE:
        raise Refused(
            "A token ends in the future, within a year.", "invalid", {"expires_at": ["Not within a year."]}
        )
    text = ApiToken.new_text()
    token = ApiToken(
        user=user, name=name, scopes=sorted(set(scopes)), expires_at=expires_at, hash=digest(text)
    )
    token.full_clean()
    token.save()
    audit.record(user, "token.created", token, scopes=token.scopes, expires_at=expires_at)
    return token, text


@transaction.atomic
def revoke_token(user: User, token: ApiToken) -> None:
    audit.record(user, "token.revoked", token)
    token.delete()


def _may_manage_people(actor: User) -> None:
    if not policies.can_manage_people(actor):
        raise Forbidden("Only an admin manages people.")


def _clean_roles(roles: list[str]) -> list[str]:
    return [role for role in Role.values if role in set(roles)]


def _set_password(user: User, password: str) -> None:
    try:
        password_validation.validate_password(password, user)
    except ValidationError as error:
        raise Refused("This password is too weak.", "weak_password", {"password": error.messages}) from error
    user.set_password(password)
