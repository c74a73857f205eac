from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models


class AuditQuerySet(models.QuerySet):
    def visible_to(self, user):
        from phonebuddy.accounts import policies

        return self if policies.can_see_audit(user) else self.none()


class AuditEntry(models.Model):
    """Who did what to what. Written in the verb's own transaction, and never changed or deleted (a database
    trigger refuses it)."""

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    actor_name = models.CharField(max_length=150, help_text="As it was then; “system” when nobody did it.")
    verb = models.CharField(max_length=60, db_index=True)
    target_type = models.CharField(max_length=60)
    target_id = models.CharField(max_length=64)
    target_name = models.CharField(max_length=200, blank=True)
    details = models.JSONField(default=dict, encoder=DjangoJSONEncoder)

    objects = AuditQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name_plural = "audit entries"
        indexes = [models.Index(fields=["target_type", "target_id"])]

    def __str__(self) -> str:
        return f"{self.actor_name} {self.verb} {self.target_type} {self.target_name or self.target_id}"

    def save(self, *args, **kwargs):
        if not self._state.adding:
            raise ValidationError("An audit entry is never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args, **kwargs):
        raise ValidationError("An audit entry is never deleted.")
