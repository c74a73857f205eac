"""The human baseline: a run whose agent is a person. An annotator takes it and does the task on the page that
records, once, under the same limits as any agent; the recording ends as the run."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from devices import services as devices
from devices.models import Device, Lease
from evaluation import policies
from evaluation.models import (
    DeviceKind,
    Ending,
    Episode,
    EpisodeKind,
    EpisodeState,
    Outcome,
    Policy,
    Revision,
    Run,
    RunState,
)
from evaluation.services.rows import must
from evaluation.services.runs import end_run, kind_of, tell_run
from phonebuddy import audit
from phonebuddy.api.errors import Conflict

PATIENCE = timedelta(days=3650)  # no worker: a person's run lives by its recording's lease
GRACE = timedelta(seconds=30)  # the page may be coming back


def _open(user):
    """Queued runs for people, of tasks that this person has not done so: nobody knows the way twice."""
    runs = Run.objects.filter(agent__policy=Policy.HUMAN)
    done = runs.filter(episode__author=user).values("task")
    runs = runs.filter(Q(campaign=None) | Q(campaign__state="running"), state=RunState.QUEUED)
    return runs.exclude(task__in=done).order_by("position", "created_at")


def baseline_count(user) -> int:
    """How many such runs this person could do now."""
    return _open(user).count() if policies.can_claim(user) else 0


@transaction.atomic
def start_baseline(user, device: Device) -> Episode:
    """Take the next run for people on this phone; the host then prepares it, the page records.

    Conflict "queue_empty", "held" or "unavailable" (phone), "wrong_phone".
    """
    must(policies.can_claim(user), "Your roles do not let you do tasks.")
    run = _open(user).select_for_update(skip_locked=True, of=("self",)).first()
    if run is None:
        raise Conflict("No task waits for the human baseline right now.", "queue_empty")
    kind = kind_of(run)
    if kind not in (DeviceKind.ANY, device.kind):
        raise Conflict(f"This task needs a {kind} phone.", "wrong_phone")
    lease = devices.lease_device(user, device, Lease.Purpose.DEMONSTRATION)
    if Episode.objects.filter(lease=lease, state__in=["preparing", "recording"]).exists():
        raise Conflict("You are already recording on this phone.", "episode_open")
    episode = Episode.objects.create(
        kind=EpisodeKind.ROLLOUT,
        task=run.task,
        goal=run.task.goal,
        author=user,
        device=device,
        lease=lease,
        origin={
            "author": run.agent.name,
            "device": device.name,
            "device_kind": device.kind,
            "model": device.model,
        },
        preparing={"step": 0, "of": 1, "message": "Waiting for the phone"},
    )
    episode.head = Revision.objects.create(episode=episode, number=0, op="original", author=user)
    episode.save(update_fields=["head"])
    now = timezone.now()
    run.state, run.device, run.episode = RunState.RUNNING, device, episode
    run.worker, run.started_at, run.alive_until = f"person {user.pk}", now, now + PATIENCE
    run.save(update_fields=["state", "device", "episode", "worker", "started_at", "alive_until"])
    audit.record(user, "run.started", run, device=str(device.pk))
    tell_run(run)
    return episode


def conclude_baseline(episode: Episode) -> None:
    """The recording of a person's run is stored: so ends the run. The caller's transaction."""
    run = Run.objects.filter(episode=episode, state=RunState.RUNNING).select_related("task", "agent").first()
    if run is None:
        return
    limit = run.agent.step_limit or run.task.step_limit
    if episode.steps.count() - 1 > limit:  # the final step is no touch
        ending, reason = Ending.STEP_LIMIT, f"{limit} steps were allowed."
    elif (episode.duration_s or 0) > run.task.time_limit_s:
        ending, reason = Ending.TIME_LIMIT, f"{run.task.time_limit_s} seconds were allowed."
    elif episode.outcome == Outcome.FINISHED:
        ending, reason = Ending.AGENT_DONE, ""
    else:
        ending, reason = Ending.AGENT_GAVE_UP, episode.answer
    claimed = episode.outcome == Outcome.FINISHED
    end_run(run, ending, reason, claimed, episode.answer, verdict=episode.verdict, by=episode.author)


@transaction.atomic
def return_left_baselines(now: datetime | None = None) -> int:
    """What a person left in the middle waits for another, from the start; how many."""
    now = now or timezone.now()
    held = Run.objects.filter(agent__policy=Policy.HUMAN, state=RunState.RUNNING)
    over = Q(episode__lease__ended_at__lte=now - GRACE) & ~Q(episode__state=EpisodeState.DRAFT)
    gone = Q(episode__state__in=[EpisodeState.DISCARDED, EpisodeState.FAILED])
    count = 0
    for run in held.filter(over | gone).select_for_update(of=("self",), skip_locked=True):
        episode = Episode.objects.select_for_update(of=("self",)).get(pk=run.episode_id)
        if episode.may_become(EpisodeState.DISCARDED):
            episode.state, episode.reason = EpisodeState.DISCARDED, "Left in the middle."
            episode.save(update_fields=["state", "reason"])
        run.state, run.worker, run.device, run.episode = RunState.QUEUED, "", None, None
        run.started_at = run.alive_until = None
        run.save(update_fields=["state", "worker", "device", "episode", "started_at", "alive_until"])
        audit.record(None, "run.returned", run, episode=str(episode.pk))
        tell_run(run)
        count += 1
    return count
