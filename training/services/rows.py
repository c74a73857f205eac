"""What the verbs share: a locked row, a legal change of state, a notice and a wake-up after the commit."""

import uuid
from datetime import datetime

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from phonebuddy.api.errors import Conflict, Forbidden
from training.models import Job
from training.models.jobs import ACTIVE


class JobLost(Exception):
    """This worker does not hold the job any more (it was held for dead, or the job ended): stop at once."""


def job_group(job_id) -> str:
    """The channel-layer group of everyone who watches this job."""
    return f"job.{job_id}"


def tell_job(job: Job, what: str = "changed", **details) -> None:
    """After the commit, tell those who watch a job: ``changed`` or ``progress``."""
    message = {"type": f"job.{what}", "job": str(job.pk), **details}

    def send():
        if layer := get_channel_layer():
            async_to_sync(layer.group_send)(job_group(job.pk), message)

    transaction.on_commit(send, robust=True)


def wake(queue: str) -> None:
    """After the commit, tell a machine of this kind that there may be something to do. A message that cannot
    be sent, or that nobody takes in time, is no loss: the clock sends others."""
    from training.tasks import run_next

    transaction.on_commit(
        lambda: run_next.apply_async(args=[queue], queue=queue, retry=False, expires=60), robust=True
    )


def must(allowed: bool, detail: str = "Only leads and researchers train.") -> None:
    if not allowed:
        raise Forbidden(detail)


def locked(job: Job) -> Job:
    """The job's row, locked: all that happens to it happens in order."""
    return Job.objects.select_for_update(of=("self",)).select_related("owner").get(pk=job.pk)


def held(job_id: uuid.UUID, worker: str) -> Job:
    """The job's row, locked, if this worker still holds it. Raises JobLost."""
    row = Job.objects.select_for_update(of=("self",)).select_related("owner").get(pk=job_id)
    if row.worker != worker or row.state not in ACTIVE:
        raise JobLost(f"the job is {row.get_state_display().lower()}, held by {row.worker or 'nobody'}")
    return row


def move(job: Job, state: str) -> None:
    """Change the state, by the transition table; the caller saves."""
    if not job.may_become(state):
        raise Conflict(f"This job is {job.get_state_display().lower()}; that is not possible now.", "state")
    job.state = state


def let_go(job: Job, until: datetime) -> None:
    """Nobody works on it any more: its time is added up, its phones are free. The caller saves."""
    from training.services.phones import give_back_all

    if job.attempt_at:
        spent = max(0.0, (until - job.attempt_at).total_seconds())
        job.seconds += spent
        if job.queue == "training-gpu":
            job.gpu_seconds += spent * job.config.get("processes", 1)
    job.worker, job.alive_until, job.suspected_at, job.attempt_at = "", None, None, None
    give_back_all(job)
