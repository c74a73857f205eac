"""A person's own counts, derived from rows."""

import zoneinfo

from django.db.models import Count, Q
from django.utils import timezone

from evaluation.models import Episode, Review


def stats_of(user) -> dict[str, int]:
    """For the home page; "today" is the person's own day."""
    midnight = timezone.now().astimezone(_zone(user)).replace(hour=0, minute=0, second=0, microsecond=0)
    episodes = Episode.objects.filter(author=user).aggregate(
        drafts=Count("pk", filter=Q(state__in=["draft", "recording"])),
        done_today=Count("pk", filter=Q(submitted_at__gte=midnight)),
        **{
            state: Count("pk", filter=Q(state=state))
            for state in ("submitted", "sent_back", "accepted", "rejected")
        },
    )
    reviews = Review.objects.filter(reviewer=user).aggregate(
        reviewed=Count("pk"), reviewed_today=Count("pk", filter=Q(created_at__gte=midnight))
    )
    return episodes | reviews


def _zone(user):
    try:
        return zoneinfo.ZoneInfo(user.time_zone or "UTC")
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return zoneinfo.ZoneInfo("UTC")
