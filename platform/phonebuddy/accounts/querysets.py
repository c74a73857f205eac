import hashlib
from datetime import timedelta

from django.contrib.auth.models import UserManager as DjangoUserManager
from django.db import models
from django.utils import timezone


class UserQuerySet(models.QuerySet):
    def visible_to(self, user):
        from phonebuddy.accounts import policies

        return self if policies.can_manage_people(user) else self.filter(pk=user.pk)


class UserManager(DjangoUserManager.from_queryset(UserQuerySet)):  # type: ignore[misc]
    def create_superuser(self, username, email=None, password=None, **extra):
        extra.setdefault("roles", ["admin"])
        return super().create_superuser(username, email, password, **extra)


def digest(text: str) -> str:
    """A plain hash is enough: a token's text has 256 random bits, nobody can guess towards it."""
    return hashlib.sha256(text.encode()).hexdigest()


class ApiTokenQuerySet(models.QuerySet):
    def visible_to(self, user):
        return self.filter(user=user)

    def usable(self):
        return self.filter(expires_at__gt=timezone.now(), user__is_active=True)

    def by_text(self, text: str):
        """The usable token with this text, or None; notes the use, at most once a minute."""
        now = timezone.now()
        token = self.usable().select_related("user").filter(hash=digest(text)).first()
        if token and (token.last_used_at is None or token.last_used_at < now - timedelta(minutes=1)):
            self.filter(pk=token.pk).update(last_used_at=now)
        return token
