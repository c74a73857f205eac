"""An agent's run from the queue to its end. The row is the truth; a queue's message is only a wake-up.

Whoever works on a run holds it under a fresh ``worker`` name. Every write asks for that name again, so that a
worker that was held for dead, and comes back, can change nothing any more.
"""

from datetime import datetime

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from devices import services as devices
from devices.models import Device, Lease
from evaluation import policies
from evaluation.models import (
    ACTIVE,
    Agent,
    DeviceKind,
    Ending,
    Episode,
    EpisodeKind,
    EpisodeState,
    Policy,
    Revision,
    Run,
    RunState,
    Step,
    Task,
    Turn,
)
from evaluation.services.campaigns import tell_campaign
from evaluation.services.rows import announce, move, must
from phonebuddy import audit
from phonebuddy.api.errors import Conflict

RETRIES = 2  # of a run outside a campaign, after infrastructure trouble
WORKERS_OWN = (Policy.ENDPOINT, Policy.TRANSFORMERS, Policy.ORACLE, Policy.RANDOM)


class RunLost(Exception):
    """This worker does not hold the run any more (it was held for dead, or the run ended): stop at once."""


class OnHold(Exception):
    """A person holds the run: nothing may be done until it runs again."""


def run_group(run_id) -> str:
    """The channel-layer group of everyone who watches this run."""
    return f"run.{run_id}"


def tell_run(run: Run, what: str = "changed", **details) -> None:
    """After the commit, tell the run's sockets, and its campaign's."""
    message = {"type": f"run.{what}", "run": str(run.pk), **details}

    def send():
        if layer := get_channel_layer():
            async_to_sync(layer.group_send)(run_group(run.pk), message)

    transaction.on_commit(send, robust=True)
    if run.campaign_id and what == "changed":
        tell_campaign(run.campaign_id, "run", run=str(run.pk))


@transaction.atomic
def request_run(user, agent: Agent, task: Task, seed: int | None = None) -> Run:
    """Let an agent try a task once, outside any campaign."""
    must(policies.can_manage_campaigns(user), "Your roles do not let you run agents.")
    if agent.archived:
        raise Conflict("This agent is archived.", "archived")
    seed = agent.seed if seed is None else seed
    run = Run.objects.create(agent=agent, task=task, seed=seed, requested_by=user)
    audit.record(user, "run.requested", run, agent=agent.name, task=task.key)
    wake()
    return run


def wake() -> None:
    """After the commit, tell the workers that there may be something to do."""
    from evaluation.tasks import run_next

    # A message that cannot be sent now is no loss: the clock sends others.
    transaction.on_commit(lambda: run_next.apply_async(retry=False), robust=True)


def wake_for_all() -> int:
    """As many messages as there are runs that a free phone waits for; how many."""
    free = Device.objects.filter(_free(), state=Device.State.ONLINE, maintenance=False).count()
    count = min(_queued().count(), free)
    for _ in range(count):
        wake()
    return count


def _free() -> Q:
    return ~Q(Exists(Lease.objects.filter(device=OuterRef("pk"), ended_at=None)))


def _queued():
    queued = Run.objects.filter(state=RunState.QUEUED, agent__policy__in=WORKERS_OWN)
    return queued.filter(Q(campaign=None) | Q(campaign__state="running"))


@transaction.atomic
def claim_run(worker: str, run_id=None, now: datetime | None = None) -> Run | None:
    """The next queued run that has a free phone, now held by this worker under a lease of its own; or None.

    ``run_id`` asks for one certain run.
    """
    queued = _queued().filter(pk=run_id) if run_id else _queued()
    kinds: set[str] = set()  # without a free phone, so that a long queue is not asked one by one
    for run in queued.order_by("position", "created_at").select_related("task", "campaign", "agent")[:200]:
        kind = kind_of(run)
        if kind in kinds:
            continue
        mine = Run.objects.select_for_update(skip_locked=True).filter(pk=run.pk, state=RunState.QUEUED)
        if mine.first() is None:  # another worker has it, or is about to
            continue
        lease = _lease(run, kind)
        if lease is None:
            kinds.add(kind)
            continue
        return _start(run, worker, lease, now or timezone.now())
    return None


def kind_of(run: Run) -> str:
    """Which kind of phone it needs: its task's, else its campaign's. Stand-ins take a real phone's place only
    where the plan says so."""
    of_task, of_plan = run.task.device_kind, run.campaign.device_kind if run.campaign else DeviceKind.ANY
    if of_plan == DeviceKind.STAND_IN and of_task == DeviceKind.REAL:
        return of_plan
    return of_plan if of_task == DeviceKind.ANY else of_task


def _lease(run: Run, kind: str) -> Lease | None:
    """Of the first free phone of this kind; None when all are in use."""
    free = Device.objects.select_related("host").filter(state=Device.State.ONLINE, maintenance=False)
    free = free.filter(_free()).order_by("name", "id")
    if kind != DeviceKind.ANY:
        free = free.filter(kind=kind)
    for device in free:
        try:
            with transaction.atomic():
                return devices.lease_device(run.requested_by, device, Lease.Purpose.ROLLOUT)
        except Conflict:
            continue
    return None


def _start(run: Run, worker: str, lease: Lease, now: datetime) -> Run:
    device, task = lease.device, run.task
    episode = Episode.objects.create(
        kind=EpisodeKind.ROLLOUT,
        task=task,
        goal=task.goal,
        author=run.requested_by,
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
    episode.head = Revision.objects.create(episode=episode, number=0, op="original", author=run.requested_by)
    episode.save(update_fields=["head"])
    run.state, run.worker, run.device, run.episode = RunState.RUNNING, worker, device, episode
    run.started_at, run.alive_until = now, now + Run.LIFETIME
    run.save(update_fields=["state", "worker", "device", "episode", "started_at", "alive_until"])
    audit.record(None, "run.started", run, device=str(device.pk), worker=worker)
    tell_run(run)
    return run


def _held(run: Run, worker: str) -> Run:
    """The run's row, locked, if this worker still holds it. Raises RunLost."""
    row = Run.objects.select_for_update(of=("self",)).select_related("episode__lease").get(pk=run.pk)
    if row.worker != worker or row.state not in ACTIVE:
        raise RunLost(f"the run is {row.get_state_display().lower()}, held by {row.worker or 'nobody'}")
    return row


@transaction.atomic
def beat_run(run: Run, worker: str) -> Run:
    """A sign of life, of the lease too; the row as it is now. Raises RunLost.

    The lease may have ended meanwhile (a lead took the phone): ``episode.lease.ended_at`` says so.
    """
    row = _held(run, worker)
    row.alive_until = timezone.now() + Run.LIFETIME
    row.save(update_fields=["alive_until"])
    if row.state != RunState.TAKEN_OVER:
        row.episode.lease = devices.heartbeat_lease(row.episode.lease, active=True)
    return row


@transaction.atomic
def begin_run(run: Run, worker: str, width: int, height: int) -> Run:
    """The phone stands as the task wants it: the clock starts. Raises RunLost."""
    row = _held(run, worker)
    episode = Episode.objects.select_for_update(of=("self",)).get(pk=row.episode_id)
    move(episode, EpisodeState.RECORDING)
    episode.started_at, episode.preparing = timezone.now(), None
    episode.recorded_until, episode.width, episode.height = episode.started_at, width, height
    episode.save(update_fields=["state", "started_at", "recorded_until", "preparing", "width", "height"])
    row.episode = episode
    announce(episode)
    tell_run(row)
    return row


@transaction.atomic
def record_turn(
    run: Run, worker: str, seq: int, first_step: int, steps: list[dict], flags: list[dict] = (), **fields
) -> tuple[Turn, list[Step]]:
    """What the policy was asked and said, with the steps that it means (none when it could not be read).

    ``seq`` and ``first_step``: their numbers, which the worker counts. It is written before the phone is
    touched; pictures follow (``attach_pictures``). Raises RunLost, OnHold.
    """
    held = Run.objects.select_for_update().filter(pk=run.pk, worker=worker, state__in=ACTIVE)
    state = held.values_list("state", flat=True).first()
    if state is None:
        raise RunLost("the run has ended, or another holds it")
    if state != RunState.RUNNING:
        raise OnHold(state)
    numbered = enumerate(steps, first_step)
    made = [Step.objects.create(episode_id=run.episode_id, seq=n, **step) for n, step in numbered]
    turn = Turn.objects.create(run_id=run.pk, seq=seq, step=made[0] if made else None, **fields)
    if flags:
        run.flags = [*run.flags, *flags]
        Run.objects.filter(pk=run.pk).update(flags=run.flags)
    tell_run(run, "turn", turn=seq)
    return turn, made


@transaction.atomic
def attach_pictures(turn: Turn, steps: list[Step], prompt=None, **stored) -> None:
    """Screenshot, tree and prompt of a turn, once they are in the blob store. A machine's report."""
    if steps:
        Step.objects.filter(pk__in=[step.pk for step in steps]).update(**stored)
    if prompt is not None:
        Turn.objects.filter(pk=turn.pk).update(prompt=prompt)
    tell_run(turn.run, "turn", turn=turn.seq)


def note_turn(turn: Turn, details: dict) -> None:
    """Where a turn's time went, once it is over. A machine's report."""
    Turn.objects.filter(pk=turn.pk).update(details=details)


@transaction.atomic
def end_run(
    run: Run,
    ending: str,
    reason: str = "",
    claimed: bool | None = None,
    answer: str = "",
    worker: str | None = None,
    verdict: dict | None = None,
    video=None,
    by=None,
) -> Run:
    """The run is over. After infrastructure trouble it is queued again, as a row of its own, as often as the
    plan allows. With ``worker``: RunLost when that one does not hold it any more. Ending twice is no error.
    """
    row = Run.objects.select_for_update(of=("self",)).select_related("campaign", "agent").get(pk=run.pk)
    if worker is not None and (row.worker != worker or row.state not in ACTIVE):
        raise RunLost(f"the run is {row.get_state_display().lower()}")
    if row.state == RunState.ENDED:
        return row
    row.state, row.ending, row.reason, row.ended_at = RunState.ENDED, ending, reason[:2000], timezone.now()
    row.claimed, row.answer, row.held_by, row.pending = claimed, answer, None, None
    row.save()
    if row.episode_id:
        _end_episode(row, verdict, video)
    audit.record(by, "run.ended", row, ending=ending, reason=reason[:500])
    if ending == Ending.INFRASTRUCTURE:
        _try_again(row)
    tell_run(row)
    wake()  # its phone is free
    return row


def _end_episode(run: Run, verdict: dict | None, video) -> None:
    episode = Episode.objects.select_for_update(of=("self",)).select_related("lease").get(pk=run.episode_id)
    begun = episode.state in (EpisodeState.RECORDING, EpisodeState.DRAFT)
    if episode.may_become(EpisodeState.RECORDED if begun else EpisodeState.FAILED):
        move(episode, EpisodeState.RECORDED if begun else EpisodeState.FAILED)
    episode.reason, episode.preparing = run.reason, None
    episode.finished_at, episode.saved_at = episode.finished_at or run.ended_at, run.ended_at
    episode.answer, episode.verdict = run.answer, verdict
    if video is not None:
        episode.video = video
    episode.save()
    lease = episode.lease
    if lease and lease.ended_at is None:
        devices.release_lease(lease, lease.holder)
    announce(episode)


def _try_again(run: Run) -> Run | None:
    most = 1 + (run.campaign.retries if run.campaign else RETRIES)
    if run.trial >= most:
        return None
    again = Run.objects.create(
        campaign=run.campaign, agent=run.agent, task=run.task, attempt=run.attempt, trial=run.trial + 1,
        position=run.position, seed=run.seed, requested_by=run.requested_by,
    )  # fmt: skip
    audit.record(None, "run.queued_again", again, after=str(run.pk), trial=again.trial)
    return again


@transaction.atomic
def reap_runs(now: datetime | None = None) -> int:
    """End the runs whose worker gives no sign of life; how many. Run every few seconds."""
    now = now or timezone.now()
    dead = Run.objects.filter(state__in=ACTIVE, alive_until__lte=now)
    count = 0
    for run in dead.select_for_update(of=("self",), skip_locked=True):
        end_run(run, Ending.INFRASTRUCTURE, "Its worker gave no sign of life any more.")
        count += 1
    return count


@transaction.atomic
def ask_about(run: Run, worker: str, pending: dict) -> Run:
    """The guard holds an action back until a person has allowed it: paused, with what is waiting."""
    row = _held(run, worker)
    if row.state == RunState.RUNNING:
        row.state, row.pending = RunState.PAUSED, pending
        row.save(update_fields=["state", "pending"])
        tell_run(row)
    return row
