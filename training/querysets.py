"""What a person may see. Every view starts from ``visible_to(user)``."""

from django.db import models
from django.db.models import Case, Value, When

from training import policies


class JobQuerySet(models.QuerySet):
    def visible_to(self, user):
        return self if policies.can_train(user) else self.none()

    def busiest_first(self):
        """What runs, then what waits, then the newest."""
        rank = Case(
            When(state__in=("running", "stopping"), then=Value(0)),
            When(state="queued", then=Value(1)),
            default=Value(2),
        )
        return self.order_by(rank, "-created_at")


class CheckpointQuerySet(models.QuerySet):
    def visible_to(self, user):
        return self if policies.can_train(user) else self.none()

    def usable(self):
        """Their files are still there."""
        return self.filter(deleted_at=None)
