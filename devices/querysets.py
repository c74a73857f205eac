"""What each person sees. Every view starts here."""

from django.db import models
from django.utils import timezone

from devices import policies


class DeviceHostQuerySet(models.QuerySet):
    def visible_to(self, user):
        return self if policies.can_watch(user) else self.none()


class DeviceQuerySet(models.QuerySet):
    def visible_to(self, user):
        return self if policies.can_watch(user) else self.none()

    def with_current_lease(self):
        """Adds `current_leases`: a list with the live lease, or an empty one. No query per row."""
        from devices.models import Lease

        return self.select_related("host").prefetch_related(
            models.Prefetch(
                "leases", queryset=Lease.objects.live().select_related("holder"), to_attr="current_leases"
            )
        )


class LeaseQuerySet(models.QuerySet):
    def visible_to(self, user):
        return self if policies.can_watch(user) else self.none()

    def open(self):
        """Not ended in the database; may have run out a moment ago."""
        return self.filter(ended_at=None)

    def live(self, now=None):
        """Really held: open, and heard of recently enough."""
        return self.open().filter(expires_at__gt=now or timezone.now())
