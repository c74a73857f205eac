import uuid
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q

from training import querysets


class JobKind(models.TextChoices):
    SFT = "sft", "SFT"
    REAL_RL = "real_rl", "Real-app RL"
    MIXED_RL = "mixed_rl", "Mixed RL"
    JUDGE_SFT = "judge_sft", "Judge SFT"
    EVALUATE = "evaluate", "Evaluation"


class Queue(models.TextChoices):
    """A kind of machine. Each has one worker that runs one job at a time."""

    CPU = "training-cpu", "CPU"
    GPU = "training-gpu", "GPU"


class JobState(models.TextChoices):
    QUEUED = "queued", "Waiting for a machine"
    RUNNING = "running", "Running"
    STOPPING = "stopping", "Stopping"
    STOPPED = "stopped", "Stopped"
    DONE = "done", "Done"
    FAILED = "failed", "Failed"


J = JobState
#: The one table of what may follow what. A lost machine puts a running job back into the queue.
JOB_TRANSITIONS: dict[str, frozenset[str]] = {
    J.QUEUED: frozenset({J.RUNNING, J.STOPPED, J.FAILED}),
    J.RUNNING: frozenset({J.STOPPING, J.STOPPED, J.DONE, J.FAILED, J.QUEUED}),
    J.STOPPING: frozenset({J.STOPPED, J.DONE, J.FAILED}),
    J.STOPPED: frozenset({J.QUEUED, J.RUNNING}),
    J.FAILED: frozenset({J.QUEUED}),
    J.DONE: frozenset(),
}
ACTIVE = (J.RUNNING, J.STOPPING)
UNFINISHED = (J.QUEUED, *ACTIVE)


class Job(models.Model):
    """Something to train or to measure. The row is the truth; a queue's message is only a wake-up.

    Whoever works on it holds it under a fresh ``worker`` name and a lease (``alive_until``); every write asks
    for that name again, so that a supervisor which was held for dead can change nothing any more.
    ``fruitless`` counts attempts in a row that got no further than the checkpoint they began from.
    """

    #: Without a sign of life for so long the worker is held to be dead.
    LIFETIME = timedelta(seconds=20)
    #: And so long after that was first seen it is: a database that was away let nobody beat meanwhile.
    DOUBT = timedelta(seconds=9)
    #: So many attempts in a row without a new checkpoint, and the job has failed.
    MOST_FRUITLESS = 3

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=20, choices=JobKind)
    state = models.CharField(max_length=20, choices=JobState, default=J.QUEUED)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="jobs")
    preset = models.CharField(max_length=40, blank=True)
    config = models.JSONField(help_text="The whole configuration, defaults included")
    queue = models.CharField(max_length=20, choices=Queue, default=Queue.CPU)
    dataset = models.ForeignKey(
        "Dataset", null=True, blank=True, on_delete=models.PROTECT, related_name="jobs",
        help_text="What it learns from",
    )  # fmt: skip
    base = models.ForeignKey(
        "Checkpoint", null=True, blank=True, on_delete=models.PROTECT, related_name="children_jobs",
        help_text="The checkpoint it starts from; of an evaluation, what is measured",
    )  # fmt: skip
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="variations",
        help_text="The job that this one was made from, with a changed configuration",
    )  # fmt: skip
    judge = models.ForeignKey(
        "Checkpoint", null=True, blank=True, on_delete=models.PROTECT, related_name="judged_jobs",
        help_text="Of reinforcement learning: who gives the reward on real apps; none: the platform's judge",
    )  # fmt: skip
    judge_anyway = models.BooleanField(
        default=False, help_text="Its precision is below the threshold, and somebody wants it all the same"
    )
    campaign = models.OneToOneField(
        "evaluation.Campaign", null=True, blank=True, on_delete=models.PROTECT, related_name="job",
        help_text="Of an evaluation on the platform's phones",
    )  # fmt: skip

    worker = models.CharField(max_length=100, blank=True, help_text="Who works on it; each attempt anew")
    machine = models.CharField(max_length=100, blank=True)
    alive_until = models.DateTimeField(null=True, blank=True)
    suspected_at = models.DateTimeField(
        null=True, blank=True, help_text="When its lease was first found to be over"
    )
    heartbeat_at = models.DateTimeField(null=True, blank=True, help_text="The trainer's own")
    attempts = models.PositiveIntegerField(default=0)
    fruitless = models.PositiveIntegerField(default=0)
    resumes = models.JSONField(default=list, blank=True, help_text="[{step, at, why}]")

    phase = models.CharField(max_length=40, blank=True)
    step = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)
    latest = models.JSONField(default=dict, blank=True, help_text="The newest value of each curve")
    result = models.JSONField(default=dict, blank=True)
    error = models.TextField(blank=True, help_text="In plain words")
    seconds = models.FloatField(default=0, help_text="Worked on, all attempts together")
    gpu_seconds = models.FloatField(default=0)
    judge_tokens = models.BigIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    attempt_at = models.DateTimeField(null=True, blank=True, help_text="When this attempt began")
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = querysets.JobQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["state", "queue", "created_at"])]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=JobKind.values), name="job_kind_is_known"),
            models.CheckConstraint(condition=Q(state__in=JobState.values), name="job_state_is_known"),
            models.CheckConstraint(condition=Q(queue__in=Queue.values), name="job_queue_is_known"),
            models.CheckConstraint(
                condition=Q(state__in=["done", "stopped", "failed"], ended_at__isnull=False)
                | (~Q(state__in=["done", "stopped", "failed"]) & Q(ended_at=None)),
                name="job_ends_with_its_state",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["running", "stopping"])
                | Q(campaign__isnull=False)
                | (~Q(worker="") & Q(alive_until__isnull=False, started_at__isnull=False)),
                name="job_is_held_while_active",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["running", "stopping"]) | Q(worker=""),
                name="job_is_free_while_not_active",
            ),
            models.CheckConstraint(
                condition=~Q(state="failed") | ~Q(error=""), name="job_says_why_it_failed"
            ),
            models.CheckConstraint(
                condition=~Q(kind="evaluate") | Q(base__isnull=False), name="evaluation_has_a_checkpoint"
            ),
            models.CheckConstraint(
                condition=Q(judge=None) | Q(kind__in=["real_rl", "mixed_rl"]), name="only_rl_has_a_judge"
            ),
            models.CheckConstraint(
                condition=Q(campaign=None) | Q(kind="evaluate"), name="only_evaluations_have_a_campaign"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def may_become(self, state: str) -> bool:
        return state in JOB_TRANSITIONS[self.state]


class JobPhone(models.Model):
    """A phone that a job learns on, for as long as its lease lives."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="phones")
    lease = models.OneToOneField("devices.Lease", on_delete=models.PROTECT, related_name="training")
    quarantined = models.CharField(max_length=300, blank=True, help_text="Why it was given back as bad")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.lease.device} for {self.job}"


class Metric(models.Model):
    """One line of the trainer's log. ``line`` is its place there, from 0: lines of steps that a resumed
    trainer does again are cut here as they are in the file."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="metrics")
    line = models.PositiveIntegerField()
    step = models.PositiveIntegerField()
    of = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=20)
    at = models.FloatField(help_text="seconds since 1970")
    values = models.JSONField(default=dict)

    class Meta:
        ordering = ["job", "line"]
        constraints = [models.UniqueConstraint(fields=["job", "line"], name="a_line_once_a_job")]

    def __str__(self) -> str:
        return f"{self.job_id} {self.line}"
