"""A second pair of eyes before a demonstration counts."""

from django.db import transaction

from evaluation import policies
from evaluation.models import Episode, EpisodeState, Review, Verdict
from evaluation.services.rows import announce, locked, move, must
from phonebuddy import audit
from phonebuddy.accounts import policies as people
from phonebuddy.api.errors import Conflict, Forbidden, Refused

BECOMES = {
    Verdict.ACCEPT: EpisodeState.ACCEPTED,
    Verdict.SEND_BACK: EpisodeState.SENT_BACK,
    Verdict.REJECT: EpisodeState.REJECTED,
}


@transaction.atomic
def review_episode(user, episode: Episode, verdict: str, reason: str, quality: str = "") -> Episode:
    """Accept (with a quality), send back or reject, with a reason that the author reads."""
    episode = locked(episode)
    must(people.can_review(user), "Your roles do not let you review.")
    if episode.author_id == user.pk:
        raise Forbidden("Nobody reviews their own work.", "own_work")
    if not policies.can_review(user, episode):
        words = episode.get_state_display().lower()
        raise Conflict(f"This episode is {words}; somebody may have reviewed it meanwhile.", "state")
    fields = {}
    if not reason.strip():
        fields["reason"] = ["Say why: the author reads it."]
    if verdict == Verdict.ACCEPT and not quality:
        fields["quality"] = ["An accepted demonstration needs a quality."]
    if fields:
        raise Refused("The review is not complete.", "incomplete", fields)
    quality = quality if verdict == Verdict.ACCEPT else ""
    Review.objects.create(
        episode=episode,
        revision=episode.head,
        reviewer=user,
        verdict=verdict,
        quality=quality,
        reason=reason.strip(),
    )
    move(episode, BECOMES[verdict])
    episode.quality = quality
    episode.save(update_fields=["state", "quality"])
    audit.record(user, f"episode.{episode.state}", episode, quality=quality, reason=reason)
    announce(episode)
    return episode
