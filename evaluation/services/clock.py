"""An episode's clock counts what was recorded; while nobody recorded (page or host gone) it stands."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from evaluation.models import Episode, EpisodeState
from evaluation.services.rows import announce


def last_recorded(episode: Episode) -> datetime:
    """The last moment that is known to be recorded. A host that was killed could not say when it ended:
    then it is the end of its last step."""
    known = [at for at in (episode.recorded_until, episode.started_at) if at]
    last = episode.steps.order_by("-at").first()
    if last:
        known.append(last.at + timedelta(milliseconds=last.duration_ms))
    return max(known)


def leave_out(episode: Episode, since: datetime, until: datetime) -> None:
    """Takes a pause off the clock; the caller saves ``paused_ms``."""
    episode.paused_ms += max(0, round((until - since).total_seconds() * 1000))


@transaction.atomic
def note_recorder(episode_id: UUID, on: bool) -> None:
    """A recorder began to listen, or stopped. A machine's report: no audit row."""
    episode = Episode.objects.select_for_update(of=("self",)).get(pk=episode_id)
    if episode.state != EpisodeState.RECORDING:
        return
    now = timezone.now()
    if on:
        leave_out(episode, last_recorded(episode), now)
    episode.recorded_until = now
    episode.save(update_fields=["recorded_until", "paused_ms"])
    if on:
        announce(episode)
