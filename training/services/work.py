"""What a worker does with a job: claim it, report, hand it back, end it. A machine's reports have no audit
rows of their own, but for how an attempt began and ended."""

from datetime import datetime

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from phonebuddy import audit
from training.folder import JobFolder
from training.models import Job, JobKind, JobState, Metric
from training.models.jobs import ACTIVE
from training.services import phones
from training.services.checkpoints import note_measured
from training.services.rows import JobLost, held, let_go, move, tell_job, wake
from training.services.samples import forget_samples_after

MOST_MESSAGES = 5


def folder_of(job: Job) -> JobFolder:
    return JobFolder(settings.VAR / "jobs" / str(job.pk))


@transaction.atomic
def claim_job(queue: str, worker: str, machine: str = "", now: datetime | None = None) -> Job | None:
    """The longest waiting job of this queue, now held by this worker; or None. A job that learns on phones
    waits until one is free, and lets others go first; where the fleet has none at all it does without."""
    now = now or timezone.now()
    waiting = Job.objects.filter(state=JobState.QUEUED, queue=queue).order_by("created_at")
    for pk in waiting.values_list("pk", flat=True)[:50]:
        mine = Job.objects.select_for_update(of=("self",), skip_locked=True).select_related("owner")
        job = mine.filter(pk=pk, state=JobState.QUEUED).first()
        if job is None:  # another worker has it, or is about to
            continue
        wanted = phones.wants_phones(job)
        if wanted and phones.fleet() and not phones.lease_phones(job, wanted):
            continue
        move(job, JobState.RUNNING)
        job.worker, job.machine, job.attempts = worker, machine, job.attempts + 1
        job.started_at, job.attempt_at = job.started_at or now, now
        job.alive_until, job.phase = now + Job.LIFETIME, "starting"
        job.save()
        audit.record(None, "job.claimed", job, worker=worker, attempt=job.attempts)
        tell_job(job)
        return job
    return None


@transaction.atomic
def begin_attempt(job: Job, worker: str, step: int, lines: int) -> Job:
    """The folder is ready: the attempt goes on after this step. Later points of the curves are cut, as they
    will be made again. Raises JobLost."""
    row = held(job.pk, worker)
    if row.resumes and step > row.resumes[-1]["step"]:
        row.fruitless = 0  # a supervisor that was killed could not tell of its trainer's last checkpoint
    row.resumes = [*row.resumes, {"step": step, "at": timezone.now().isoformat(), "why": row.error}]
    row.step, row.error = step, ""
    row.metrics.filter(line__gte=lines).delete()
    forget_samples_after(row, step)
    row.save()
    return row


@transaction.atomic
def beat_job(job: Job, worker: str, heartbeat_at: datetime | None = None) -> Job:
    """The supervisor lives, and so does the trainer as of then; the row as it is now. Raises JobLost."""
    row = held(job.pk, worker)
    row.alive_until = timezone.now() + Job.LIFETIME
    row.heartbeat_at, row.suspected_at = heartbeat_at or row.heartbeat_at, None
    row.save(update_fields=["alive_until", "heartbeat_at", "suspected_at"])
    return row


@transaction.atomic
def note_progress(job: Job, worker: str, first: int, lines: list[dict]) -> Job:
    """Points of the curves: lines of the trainer's log, the first of this number. Raises JobLost."""
    row = held(job.pk, worker)
    points = [_point(row, number, line) for number, line in enumerate(lines, first)]
    Metric.objects.bulk_create(points, ignore_conflicts=True)
    latest = dict(row.latest)
    for point in points:
        latest |= {name: value for name, value in point.values.items() if value is not None}
        row.judge_tokens += int(point.values.get("judge_tokens") or 0)
    last = points[-1]
    row.step, row.of, row.phase, row.latest = last.step, last.of or row.of, last.phase, latest
    row.save(update_fields=["step", "of", "phase", "latest", "judge_tokens"])
    tell_job(row, "progress", next=first + len(lines))
    return row


def _point(job: Job, number: int, line: dict) -> Metric:
    values = line.get("values")
    return Metric(
        job=job, line=number, step=int(line.get("step") or 0), of=int(line.get("of") or 0),
        phase=str(line.get("phase") or "")[:20], at=float(line.get("at") or 0),
        values=values if isinstance(values, dict) else {},
    )  # fmt: skip


@transaction.atomic
def return_job(job: Job, worker: str, why: str, counted: bool = True) -> Job:
    """The attempt ended before its time (a trainer that was killed, a machine that goes down): the job waits
    for another, or has failed after too many in vain. One that was to stop has stopped. Raises JobLost."""
    return _return(held(job.pk, worker), why, timezone.now(), counted)


def _return(row: Job, why: str, now: datetime, counted: bool = True) -> Job:
    if counted:
        row.fruitless = 0 if _got_on(row) else row.fruitless + 1
    if row.state == JobState.STOPPING:
        move(row, JobState.STOPPED)
        row.ended_at = now
    elif row.fruitless >= Job.MOST_FRUITLESS:
        move(row, JobState.FAILED)
        row.ended_at = now
        why = f"{Job.MOST_FRUITLESS} attempts in a row came no further. The last one: {why}"
    else:
        move(row, JobState.QUEUED)
    row.error, row.phase = why[:2000], ""
    let_go(row, now)
    row.save()
    audit.record(None, "job.interrupted", row, reason=why[:500], state=row.state)
    tell_job(row)
    wake(row.queue)
    return row


def _got_on(row: Job) -> bool:
    """Whether this attempt left a checkpoint beyond the one that it began from."""
    began = row.resumes[-1]["step"] if row.resumes else 0
    return row.checkpoints.usable().filter(step__gt=began).exists()


@transaction.atomic
def finish_job(job: Job, worker: str, result: dict) -> Job:
    """The trainer ended by itself, and said how. Raises JobLost."""
    row = held(job.pk, worker)
    state = {"done": JobState.DONE, "stopped": JobState.STOPPED}.get(result.get("result"), JobState.FAILED)
    return _end(row, state, result, str(result.get("error") or ""))


def _end(row: Job, state: str, result: dict, error: str) -> Job:
    move(row, state)
    row.ended_at, row.phase = timezone.now(), ""
    row.result = result.get("metrics") or {}
    row.error = error[:4000] or ("It ended without saying why." if state == JobState.FAILED else "")
    let_go(row, row.ended_at)
    row.save()
    if row.kind == JobKind.EVALUATE and state == JobState.DONE:
        note_measured(row)
    audit.record(None, f"job.{state}", row, reason=row.error[:500])
    tell_job(row)
    wake(row.queue)  # its machine is free
    return row


@transaction.atomic
def reap_jobs(now: datetime | None = None) -> int:
    """Take jobs from workers that give no sign of life any more; how many. Run every few seconds.

    Nobody is held for dead at first sight: after the database was away, all leases are over at once.
    """
    now = now or timezone.now()
    over = Job.objects.filter(state__in=ACTIVE, alive_until__lte=now).exclude(worker="")
    over.filter(suspected_at=None).update(suspected_at=now)
    dead = over.filter(suspected_at__lte=now - Job.DOUBT)
    count = 0
    for row in dead.select_for_update(of=("self",), skip_locked=True).select_related("owner"):
        _return(row, f"{row.machine or 'Its machine'} gave no sign of life any more.", row.alive_until)
        count += 1
    return count


def wake_for_all() -> int:
    """A message for every queue in which a job waits; how many. Where nobody takes them (no such machine
    runs) they are not heaped up."""
    waiting = set(Job.objects.filter(state=JobState.QUEUED).values_list("queue", flat=True))
    queues = [queue for queue in sorted(waiting) if _messages(queue) < MOST_MESSAGES]
    for queue in queues:
        wake(queue)
    return len(queues)


def _messages(queue: str) -> int:
    """How many lie there untaken; 0 when the broker cannot be asked."""
    try:
        with current_app.connection_for_read() as line:
            return line.default_channel.client.llen(queue)
    except (OSError, KombuError, RedisError):
        return 0


__all__ = [
    "JobLost",
    "beat_job",
    "begin_attempt",
    "claim_job",
    "finish_job",
    "folder_of",
    "note_progress",
    "reap_jobs",
    "return_job",
    "wake_for_all",
]
