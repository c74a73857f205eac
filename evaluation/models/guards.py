from django.contrib.postgres.fields import ArrayField
from django.db import models


class GuardRule(models.Model):
    """What an agent may not touch on a real phone without a person's word: elements that say one of these."""

    name = models.CharField(max_length=40, unique=True, help_text="pay, send, delete …")
    words = ArrayField(models.CharField(max_length=60), help_text="In any language, as the screen says them")
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
