"""People, what they may do, and the tokens their programs use."""

import secrets
import uuid

from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils import timezone

from phonebuddy.accounts import querysets


class Role(models.TextChoices):
    ANNOTATOR = "annotator", "Annotator"
    REVIEWER = "reviewer", "Reviewer"
    EVALUATOR = "evaluator", "Evaluator"
    LEAD = "lead", "Lead"
    RESEARCHER = "researcher", "Researcher"
    ADMIN = "admin", "Admin"


class Theme(models.TextChoices):
    SYSTEM = "system", "As the system"
    LIGHT = "light", "Light"
    DARK = "dark", "Dark"


class User(AbstractUser):
    """A person. Somebody without any role can sign in and sees nothing."""

    name = models.CharField(max_length=150, blank=True, help_text="As shown to colleagues.")
    roles = ArrayField(models.CharField(max_length=20, choices=Role), default=list, blank=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    theme = models.CharField(max_length=10, choices=Theme, default=Theme.SYSTEM)

    first_password = ""  # of a person just made with a drawn one; nowhere kept
    objects = querysets.UserManager()  # type: ignore[misc]  # ours adds visible_to

    class Meta:
        ordering = ["username"]
        indexes = [GinIndex(fields=["roles"])]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(roles__contained_by=Role.values), name="user_roles_are_known"
            ),
        ]

    def save(self, *args, **kwargs):
        """Django's own flags follow the role: the admin site is for admins."""
        self.is_staff = self.is_superuser = Role.ADMIN in self.roles
        super().save(*args, **kwargs)

    def has_role(self, *roles: str) -> bool:
        """True for an active person with any of the roles; an admin has all of them."""
        return self.is_active and (Role.ADMIN in self.roles or any(role in self.roles for role in roles))

    @property
    def display_name(self) -> str:
        return self.name or self.username


class Scope(models.TextChoices):
    READ = "read", "Read"
    DEVICES = "devices", "Drive phones"
    ANNOTATE = "annotate", "Annotate"
    REVIEW = "review", "Review"
    GRADE = "grade", "Grade"
    ADMIN = "admin", "Administer"


class ApiToken(models.Model):
    """A program's key. Only its hash is kept: the text is shown once, when it is made."""

    PREFIX = "pbt_"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=100)
    hash = models.CharField(max_length=64, unique=True, editable=False)
    scopes = ArrayField(models.CharField(max_length=20, choices=Scope))
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)

    objects = querysets.ApiTokenQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scopes__contained_by=Scope.values), name="token_scopes_are_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.user})"

    @classmethod
    def new_text(cls) -> str:
        return cls.PREFIX + secrets.token_urlsafe(32)

    @property
    def expired(self) -> bool:
        return self.expires_at <= timezone.now()
