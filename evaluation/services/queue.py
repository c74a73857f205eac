"""Claims: who does which task, exactly as often as wanted."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from devices import services as devices
from evaluation import policies
from evaluation.models import ClaimStatus, Episode, EpisodeState, Task, TaskClaim
from evaluation.models.episodes import LIVE
from evaluation.services.baseline import baseline_count
from evaluation.services.clock import last_recorded, leave_out
from evaluation.services.rows import announce, move, must
from phonebuddy import audit
from phonebuddy.api.errors import Conflict, NotFound, Refused


def claim_task(user, task: Task | None = None) -> TaskClaim:
    """Hold a place: of this task, or of the next in the queue.

    Conflict "already_claimed" when the person holds one, "queue_empty" when nothing is left for them, and
    "unavailable", with the reason, when this task is not.
    """
    must(policies.can_claim(user), "Your roles do not let you claim tasks.")
    try:
        with transaction.atomic():
            claim = _claim(user, task)
    except IntegrityError as error:  # two requests of one person at once: the constraint has the last word
        raise Conflict(
            "You already hold a task; finish it or give it back first.", "already_claimed"
        ) from error
    if claim is None and task:
        row = Task.objects.with_counts().with_mine(user).get(pk=task.pk)
        raise Conflict(row.why_not or "Somebody else was faster; try again.", "unavailable")
    if claim is None:
        raise Conflict("Nothing is left for you to claim right now.", "queue_empty")
    return claim


def _claim(user, wish: Task | None) -> TaskClaim | None:
    if TaskClaim.objects.active().filter(annotator=user).exists():
        raise Conflict("You already hold a task; finish it or give it back first.", "already_claimed")
    candidates = (
        Task.objects.visible_to(user).available().not_yet_by(user).order_by("done", "held", "suite", "pk")
    )
    if wish:
        candidates = candidates.filter(pk=wish.pk)
    full: list[int] = []
    while True:
        row = candidates.exclude(pk__in=full)
        # Rows that others are claiming now are passed over; only when no other is left do we wait for one.
        task = row.select_for_update(skip_locked=True, of=("self",)).first()
        task = task or row.select_for_update(of=("self",)).first()
        if task is None:
            return None
        # The counts above were read before the lock was held: count again, in a statement of its own.
        if Task.objects.available().not_yet_by(user).filter(pk=task.pk).exists():
            break
        full.append(task.pk)
    now = timezone.now()
    claim = TaskClaim.objects.create(task=task, annotator=user, expires_at=now + TaskClaim.LIFETIME)
    audit.record(user, "task.claimed", task, claim=str(claim.pk))
    return claim


def queue_of(user, now: datetime | None = None) -> dict:
    """What the queue holds for this person: {next, mine, held_by_others, oldest_frees_in_s, baseline}."""
    now = now or timezone.now()
    open_to_me = Task.objects.visible_to(user).not_yet_by(user).filter(paused=False)
    others = TaskClaim.objects.active().exclude(annotator=user).filter(task__in=open_to_me.values("pk"))
    oldest = others.order_by("expires_at").first()
    frees = max(0, round((oldest.expires_at - now).total_seconds())) if oldest else None
    return {
        "next": Task.objects.visible_to(user).available().not_yet_by(user).count(),
        "mine": TaskClaim.objects.active().filter(annotator=user).select_related("task").first(),
        "held_by_others": others.count(),
        "oldest_frees_in_s": frees,
        "baseline": baseline_count(user),
    }


@transaction.atomic
def heartbeat_claim(user, claim: TaskClaim) -> TaskClaim:
    """The page is open. Conflict "claim_over" when the claim has ended meanwhile."""
    claim = _own(user, claim)
    claim.expires_at = max(claim.expires_at, timezone.now() + TaskClaim.LIFETIME)
    claim.save(update_fields=["expires_at"])
    return claim


def release_claim(user, claim: TaskClaim, reason: str = "") -> TaskClaim:
    """Give the task back; it may be offered to the same person again."""
    return _end_by(user, claim, ClaimStatus.RELEASED, reason, "task.released")


def skip_claim(user, claim: TaskClaim, reason: str) -> TaskClaim:
    """Leave the task to others; it is not offered to this person again."""
    return _end_by(user, claim, ClaimStatus.SKIPPED, _needed(reason), "task.skipped")


def report_infeasible(user, claim: TaskClaim, reason: str) -> TaskClaim:
    """The goal cannot be reached. Enough such reports take the task out of the queue."""
    return _end_by(user, claim, ClaimStatus.INFEASIBLE, _needed(reason), "task.reported_infeasible")


@transaction.atomic
def report_phone_broken(user, claim: TaskClaim, device, reason: str) -> TaskClaim:
    """The phone is at fault: it goes to maintenance, the claim stays, another phone can be taken."""
    claim, reason = _own(user, claim), _needed(reason)
    _close_episodes(claim, EpisodeState.FAILED, f"The phone was reported broken: {reason}")
    devices.report_broken(device, user, reason)
    audit.record(user, "task.phone_broken", claim.task, device=str(device.pk), reason=reason)
    return claim


@transaction.atomic
def expire_claims(now: datetime | None = None) -> int:
    """End the claims whose page is gone; how many. A recording is never thrown away with them.

    One with recorded steps becomes a draft, which keeps its place for ``DRAFT_LIFETIME``; what was
    never begun is discarded.
    """
    now = now or timezone.now()
    over = TaskClaim.objects.active().filter(expires_at__lte=now).select_related("task", "annotator")
    ended = 0
    for claim in over.select_for_update(of=("self",), skip_locked=True):
        recording = (
            claim.episodes.filter(state=EpisodeState.RECORDING, steps__isnull=False).distinct().first()
        )
        if recording:
            move(recording, EpisodeState.DRAFT)
            leave_out(recording, last_recorded(recording), now)
            recording.finished_at = now
            recording.save(update_fields=["state", "finished_at", "paused_ms"])
            claim.expires_at = now + TaskClaim.DRAFT_LIFETIME
            claim.save(update_fields=["expires_at"])
            audit.record(None, "episode.interrupted", recording, reason="the page was gone")
            announce(recording, "finished")
            continue
        _close_episodes(claim, EpisodeState.DISCARDED, "Left before anything was recorded.")
        _end(claim, ClaimStatus.EXPIRED, "No sign of life from the page.")
        audit.record(None, "task.claim_expired", claim.task, annotator=claim.annotator.username)
        ended += 1
    return ended


@transaction.atomic
def _end_by(user, claim: TaskClaim, status: str, reason: str, verb: str) -> TaskClaim:
    claim = _own(user, claim)
    _close_episodes(claim, EpisodeState.DISCARDED, reason or "The task was given back.", drafts=True)
    _end(claim, status, reason)
    audit.record(user, verb, claim.task, claim=str(claim.pk), reason=reason)
    return claim


def _own(user, claim: TaskClaim) -> TaskClaim:
    """The person's own active claim, locked."""
    locked = (
        TaskClaim.objects.select_for_update(of=("self",)).select_related("task", "annotator").get(pk=claim.pk)
    )
    if locked.annotator_id != user.pk:
        raise NotFound("You hold no such claim.")
    must(policies.can_claim(user), "Your roles do not let you claim tasks.")
    if locked.status != ClaimStatus.ACTIVE:
        words = locked.get_status_display().lower()
        raise Conflict(f"This claim has ended ({words}); claim the task again.", "claim_over")
    return locked


def _end(claim: TaskClaim, status: str, reason: str) -> None:
    claim.status, claim.reason, claim.ended_at = status, reason, timezone.now()
    claim.save(update_fields=["status", "reason", "ended_at"])


def _close_episodes(claim: TaskClaim, state: str, reason: str, drafts: bool = False) -> None:
    states = (*LIVE, EpisodeState.DRAFT) if drafts else LIVE
    for episode in Episode.objects.select_for_update(of=("self",)).filter(claim=claim, state__in=states):
        move(episode, state)
        episode.reason = reason
        episode.save(update_fields=["state", "reason"])
        announce(episode)


def _needed(reason: str) -> str:
    if not reason.strip():
        raise Refused(
            "Say why, so that others can act on it.", "reason_needed", {"reason": ["This is needed."]}
        )
    return reason.strip()
