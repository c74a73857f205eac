"""From a leased phone to a submitted demonstration."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from devices import services as devices
from devices.models import Device, Lease
from evaluation import policies, revisions, traces
from evaluation.models import (
    ClaimStatus,
    DeviceKind,
    Episode,
    EpisodeKind,
    EpisodeState,
    Outcome,
    Revision,
    Step,
    TaskClaim,
)
from evaluation.services.clock import last_recorded, leave_out
from evaluation.services.rows import announce, locked, move, must
from phonebuddy import audit
from phonebuddy.accounts import policies as people
from phonebuddy.api.errors import Conflict, Refused

FINAL_ACTIONS = ("output", "finish", "call_user")
PHONE_RESTARTED = "The phone restarted before this step: it did not stand as the step before had left it."


@transaction.atomic
def start_episode(user, device: Device, claim: TaskClaim | None = None) -> Episode:
    """Take the phone for a claimed task, or (no claim) for a free one. The host then prepares it.

    Conflict "held" / "unavailable" (phone), "claim_over", "episode_open", "wrong_phone".
    """
    if claim is None:
        must(people.can_start_free_task(user), "Your roles do not let you record free tasks.")
    else:
        claim = TaskClaim.objects.select_for_update(of=("self",)).select_related("task").get(pk=claim.pk)
        must(policies.can_claim(user) and claim.annotator_id == user.pk, "This is not your claim.")
        if claim.status != ClaimStatus.ACTIVE:
            raise Conflict("This claim has ended; claim the task again.", "claim_over")
        if claim.episodes.filter(state__in=["preparing", "recording", "draft"]).exists():
            raise Conflict(
                "This task is already being recorded; go on with it or discard it.", "episode_open"
            )
        if claim.task.device_kind not in (DeviceKind.ANY, device.kind):
            raise Conflict(f"This task needs a {claim.task.device_kind} phone.", "wrong_phone")
    lease = devices.lease_device(user, device, Lease.Purpose.DEMONSTRATION)
    if Episode.objects.filter(lease=lease, state__in=["preparing", "recording"]).exists():
        raise Conflict("You are already recording on this phone.", "episode_open")
    episode = Episode.objects.create(
        task=claim.task if claim else None,
        claim=claim,
        goal=claim.task.goal if claim else "",
        author=user,
        device=device,
        lease=lease,
        origin={
            "author": user.display_name,
            "device": device.name,
            "device_kind": device.kind,
            "model": device.model,
        },
        preparing={"step": 0, "of": 1, "message": "Waiting for the phone"},
    )
    episode.head = Revision.objects.create(episode=episode, number=0, op="original", author=user)
    episode.save(update_fields=["head"])
    audit.record(user, "episode.started", episode, device=str(device.pk))
    return episode


def note_preparing(episode: Episode, step: int, of: int, message: str) -> None:
    """How far the preparation is. A machine's report: no audit row."""
    progress = {"step": step, "of": of, "message": message}
    Episode.objects.filter(pk=episode.pk, state=EpisodeState.PREPARING).update(preparing=progress)
    announce(episode)


@transaction.atomic
def start_recording(episode: Episode, width: int, height: int) -> Episode:
    """The phone stands as the task wants it: the clock starts now."""
    episode = locked(episode)
    move(episode, EpisodeState.RECORDING)
    episode.started_at, episode.preparing = timezone.now(), None
    episode.recorded_until = episode.started_at
    episode.width, episode.height = width, height
    episode.save(update_fields=["state", "started_at", "recorded_until", "preparing", "width", "height"])
    audit.record(None, "episode.recording", episode)
    announce(episode)
    return episode


@transaction.atomic
def fail_episode(episode: Episode, reason: str) -> Episode:
    """The phone or its preparation gave out."""
    episode = locked(episode)
    if not episode.may_become(EpisodeState.FAILED):
        return episode
    move(episode, EpisodeState.FAILED)
    episode.reason, episode.preparing = reason[:2000], None
    episode.save(update_fields=["state", "reason", "preparing"])
    audit.record(None, "episode.failed", episode, reason=reason[:500])
    announce(episode)
    return episode


@transaction.atomic
def record_step(episode_id: UUID, step_id: UUID | None = None, **fields) -> Step:
    """Store a step, or amend the one just stored (``step_id``) while its gesture goes on.

    Steps may still come in for a moment after "finish": what was done before it must not be lost.
    Conflict "state" when the episode records no more.
    """
    episode = Episode.objects.select_for_update(of=("self",)).get(pk=episode_id)
    if episode.state not in (EpisodeState.RECORDING, EpisodeState.DRAFT) or episode.saved_at:
        raise Conflict("This episode records no more.", "state")
    if step_id:
        step = Step.objects.get(pk=step_id, episode=episode)
        if step.flag == PHONE_RESTARTED:  # not the recorder's word, and not its to take back
            fields.pop("flag", None)
        for name, value in fields.items():
            setattr(step, name, value)
        step.save(update_fields=list(fields))
    else:
        last = episode.steps.aggregate(last=Max("seq"))["last"]
        restart = episode.phone_restarted_at
        after = restart and fields["at"] > restart and not fields.get("flag")
        if after and not episode.steps.filter(at__gt=restart, flag=PHONE_RESTARTED).exists():
            fields["flag"] = PHONE_RESTARTED
        step = Step.objects.create(episode=episode, seq=0 if last is None else last + 1, **fields)
    announce(episode, "step", step=str(step.pk))
    return step


@transaction.atomic
def note_phone_boot(episode_id: UUID, boot: str, since: datetime) -> None:
    """Which run of the phone is being recorded. Another one than before: it restarted after ``since``,
    and the first step after that says so. A machine's report."""
    episode = Episode.objects.select_for_update(of=("self",)).get(pk=episode_id)
    if not boot or episode.phone_boot == boot:
        return
    restarted, episode.phone_boot = bool(episode.phone_boot), boot
    if restarted:
        episode.phone_restarted_at = since
        # The note may come later than the person who was quick to go on.
        if first := episode.steps.filter(at__gt=since, flag="").order_by("seq").first():
            first.flag = PHONE_RESTARTED
            first.save(update_fields=["flag"])
        audit.record(None, "episode.phone_restarted", episode)
    episode.save(update_fields=["phone_boot", "phone_restarted_at"])
    announce(episode)


@transaction.atomic
def finish_episode(user, episode: Episode, outcome: str, answer: str = "") -> Episode:
    """Stop the clock. The host then stores the last picture, the verdict and the video."""
    episode = locked(episode)
    must(policies.can_record(user, episode), "Only its author finishes a recording.")
    if episode.state == EpisodeState.DRAFT:  # interrupted: only the outcome was missing
        if not episode.saved_at:
            raise Conflict("The recording is still being saved.", "saving")
        episode.saved_at = None  # the final step is yet to be stored
    else:
        move(episode, EpisodeState.DRAFT)
        episode.finished_at = timezone.now()
    episode.outcome, episode.answer = outcome, answer
    episode.save(update_fields=["state", "finished_at", "saved_at", "outcome", "answer"])
    if episode.claim:
        TaskClaim.objects.filter(pk=episode.claim_id).update(
            expires_at=timezone.now() + TaskClaim.DRAFT_LIFETIME
        )
    audit.record(user, "episode.finished", episode, outcome=outcome)
    announce(episode, "finished")
    return episode


@transaction.atomic
def note_saved(episode: Episode, verdict: dict | None, video=None) -> Episode:
    """Everything of the recording is stored; it can be submitted. A machine's report: no audit row."""
    episode = locked(episode)
    if episode.state != EpisodeState.DRAFT:
        return episode
    episode.verdict, episode.saved_at = verdict, timezone.now()
    if video is not None:
        episode.video = video
    episode.save(update_fields=["verdict", "saved_at", "video"])
    if episode.kind == EpisodeKind.ROLLOUT:
        from evaluation.services.baseline import conclude_baseline  # which needs the verbs of runs

        conclude_baseline(episode)
        episode.refresh_from_db()
    announce(episode)
    return episode


@transaction.atomic
def resume_episode(user, episode: Episode) -> Episode:
    """Go on recording on the same phone, as it was left; the final step is taken off the trace."""
    episode = locked(episode)
    must(policies.can_record(user, episode), "Only its author goes on recording.")
    if episode.saving:
        raise Conflict("The recording is still being saved.", "saving")
    if not episode.may_become(EpisodeState.RECORDING):
        move(episode, EpisodeState.RECORDING)  # says why not
    episode.lease = _phone_as_it_was(user, episode)
    move(episode, EpisodeState.RECORDING)
    steps = list(episode.steps.all())
    final = {str(s.pk) for s in steps if s.action["name"] in FINAL_ACTIONS}
    items = [item for item in traces.items_of(episode, steps=steps) if item["step"] not in final]
    _revise(episode, user, "resume", items, max((s.seq for s in steps), default=-1))
    episode.recorded_until = timezone.now()
    leave_out(episode, episode.finished_at, episode.recorded_until)
    episode.finished_at = episode.saved_at = episode.verdict = None
    episode.outcome = episode.answer = ""
    episode.save(
        update_fields=[
            "state", "lease", "finished_at", "saved_at", "verdict", "outcome", "answer", "head", "paused_ms",
            "recorded_until",
        ]
    )  # fmt: skip
    audit.record(user, "episode.resumed", episode)
    announce(episode, "resumed")
    return episode


@transaction.atomic
def submit_episode(user, episode: Episode, description: str = "") -> Episode:
    """Hand it in for review; of a free task, say what was done."""
    episode = locked(episode)
    must(policies.can_record(user, episode), "Only its author submits an episode.")
    if not episode.may_become(EpisodeState.SUBMITTED):
        move(episode, EpisodeState.SUBMITTED)  # says why not
    if episode.saving:
        raise Conflict("The recording is still being saved; this takes a few seconds.", "saving")
    if not episode.outcome:
        raise Conflict("Say first how it ended: finished, could not be done, or infeasible.", "no_outcome")
    if not episode.task:
        episode.goal = description.strip() or episode.goal
        if not episode.goal:
            raise Refused(
                "Describe what you did.", "description_needed", {"description": ["This is needed."]}
            )
    if not traces.items_of(episode):
        raise Conflict("There is no step to submit.", "no_steps")
    move(episode, EpisodeState.SUBMITTED)
    episode.submitted_at = timezone.now()
    episode.save(update_fields=["state", "submitted_at", "goal"])
    claim = episode.claim
    if claim and claim.status == ClaimStatus.ACTIVE:
        claim.status, claim.ended_at = ClaimStatus.COMPLETED, timezone.now()
        claim.save(update_fields=["status", "ended_at"])
    _give_phone_back(episode, user)
    audit.record(user, "episode.submitted", episode, revision=episode.head.number)
    announce(episode)
    return episode


@transaction.atomic
def discard_episode(user, episode: Episode, reason: str) -> Episode:
    """Throw it away: it stays in the database, but nobody is asked to look at it. The claim stays."""
    episode = locked(episode)
    must(
        policies.can_discard(user, episode) or not episode.may_become("discarded"),
        "This is not your episode.",
    )
    move(episode, EpisodeState.DISCARDED)
    episode.reason, episode.preparing = reason.strip(), None
    episode.save(update_fields=["state", "reason", "preparing"])
    _give_phone_back(episode, user)
    audit.record(user, "episode.discarded", episode, reason=reason)
    announce(episode)
    return episode


@transaction.atomic
def interrupt_lost_recordings(now: datetime | None = None) -> int:
    """A recording whose phone was lost to it (lease over) becomes a draft, or fails if nothing was done."""
    now = now or timezone.now()
    gone = Episode.objects.filter(state__in=["preparing", "recording"], lease__ended_at__isnull=False)
    gone = gone.filter(kind=EpisodeKind.DEMONSTRATION)  # an agent's worker looks after its own
    # A moment's grace: the page may be coming back, and the host may still be writing.
    gone = gone.filter(lease__ended_at__lte=now - timedelta(seconds=10))
    count = 0
    for episode in gone.select_for_update(of=("self",), skip_locked=True).select_related("lease"):
        count += 1
        if episode.state == EpisodeState.PREPARING or not episode.steps.exists():
            fail_episode(episode, f"The phone was no longer held: {episode.lease.get_end_display().lower()}.")
            continue
        move(episode, EpisodeState.DRAFT)
        leave_out(episode, last_recorded(episode), now)
        episode.finished_at = now
        episode.save(update_fields=["state", "finished_at", "paused_ms"])
        audit.record(None, "episode.interrupted", episode, reason=episode.lease.end)
        announce(episode, "finished")
    return count


@transaction.atomic
def take_phone_again(user, episode: Episode) -> Lease:
    """The page of a running recording is back: its lease, or a new one if nobody had the phone since."""
    episode = locked(episode)
    must(policies.can_record(user, episode), "This is not your recording.")
    lease = _phone_as_it_was(user, episode)
    if lease.pk != episode.lease_id:
        episode.lease = lease
        episode.save(update_fields=["lease"])
    return lease


def _phone_as_it_was(user, episode: Episode) -> Lease:
    lease, device = episode.lease, episode.device
    if lease is None or device is None:
        raise Conflict("This episode was not recorded here.", "no_lease")
    if lease.live and lease.holder_id == user.pk:
        return devices.heartbeat_lease(lease, active=True)
    if device.leases.filter(started_at__gt=lease.started_at).exclude(holder=user).exists():
        raise Conflict(
            "Somebody else had the phone since, so it is not as you left it. Finish this one or start anew.",
            "no_lease",
        )
    if device.leases.filter(started_at__gt=lease.started_at, purpose=Lease.Purpose.DEMONSTRATION).exists():
        raise Conflict(
            "The phone was prepared for another recording since. Finish this one or start anew.", "no_lease"
        )
    return devices.lease_device(user, device, Lease.Purpose.DEMONSTRATION)


def _give_phone_back(episode: Episode, user) -> None:
    lease = episode.lease
    if lease and lease.ended_at is None and lease.holder_id == user.pk:
        devices.release_lease(lease, user)


def _revise(episode: Episode, author, op: str, items: revisions.Items, last_seq: int, **more) -> Revision:
    """Add a revision and make it the head; the caller saves the episode."""
    number = episode.revisions.aggregate(last=Max("number"))["last"] + 1
    episode.head = Revision.objects.create(
        episode=episode, number=number, op=op, items=items, last_seq=last_seq, author=author,
        **({"parent": episode.head} | more),
    )  # fmt: skip
    return episode.head


def outcome_action(outcome: str, answer: str) -> dict:
    """The final action that an outcome stands for."""
    if outcome == Outcome.FINISHED:
        name = "output" if answer else "finish"
    else:
        name = "call_user"
        answer = answer or ("This cannot be done on this phone." if outcome == Outcome.INFEASIBLE else "")
    return {"name": name, "arguments": {"text": answer}}
