import uuid
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q

from evaluation import querysets


class RunState(models.TextChoices):
    QUEUED = "queued", "Waiting for a phone"
    RUNNING = "running", "Running"
    PAUSED = "paused", "Paused"
    TAKEN_OVER = "taken_over", "A person is at the phone"
    ENDED = "ended", "Ended"


R = RunState
#: The one table of what may follow what.
RUN_TRANSITIONS: dict[str, frozenset[str]] = {
    R.QUEUED: frozenset({R.RUNNING, R.ENDED}),
    R.RUNNING: frozenset({R.PAUSED, R.TAKEN_OVER, R.ENDED, R.QUEUED}),
    R.PAUSED: frozenset({R.RUNNING, R.TAKEN_OVER, R.ENDED}),
    R.TAKEN_OVER: frozenset({R.RUNNING, R.PAUSED, R.ENDED}),
    R.ENDED: frozenset(),
}
ACTIVE = (R.RUNNING, R.PAUSED, R.TAKEN_OVER)


class Ending(models.TextChoices):
    AGENT_DONE = "agent_done", "The agent said it was done"
    AGENT_GAVE_UP = "agent_gave_up", "The agent gave up or asked for a person"
    STEP_LIMIT = "step_limit", "Step limit"
    TIME_LIMIT = "time_limit", "Time limit"
    STOPPED = "stopped", "Stopped by a person"
    INFRASTRUCTURE = "infrastructure", "Infrastructure"


#: These are graded; a limit is a failure like any other. What infrastructure or a person ended is not.
GRADED = (Ending.AGENT_DONE, Ending.AGENT_GAVE_UP, Ending.STEP_LIMIT, Ending.TIME_LIMIT)


class Run(models.Model):
    """One attempt of one agent at one task on one phone: one episode.

    After trouble with the infrastructure the same attempt is tried again as a row of its own (``trial`` 2,
    3 …), so every one is kept. What the agent claims (``claimed``, ``answer``) and what came of it (the
    episode's verdict, grades) are told apart.
    """

    #: Without a sign of life for so long the worker is held to be dead.
    LIFETIME = timedelta(seconds=settings.RUN_LIFETIME_S)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(
        "Campaign", null=True, blank=True, on_delete=models.PROTECT, related_name="runs"
    )
    agent = models.ForeignKey("Agent", on_delete=models.PROTECT, related_name="runs")
    task = models.ForeignKey("Task", on_delete=models.PROTECT, related_name="runs")
    attempt = models.PositiveSmallIntegerField(default=1, help_text="1 to the campaign's attempts")
    trial = models.PositiveSmallIntegerField(
        default=1, help_text="Above 1: again after infrastructure trouble"
    )
    position = models.PositiveIntegerField(default=0, help_text="Place in the interleaved order")
    seed = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=20, choices=RunState, default=R.QUEUED)
    ending = models.CharField(max_length=20, choices=Ending, blank=True)
    reason = models.TextField(blank=True, help_text="Of the ending, in words")
    claimed = models.BooleanField(null=True, help_text="Whether the agent says that it succeeded")
    answer = models.TextField(blank=True)
    flags = models.JSONField(default=list, blank=True, help_text="[{step, kind}], as a loop of three")
    disputed = models.BooleanField(
        default=False, help_text="Its grades are all there and differ, and no third person has decided"
    )

    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="requested_runs"
    )
    device = models.ForeignKey(
        "devices.Device", null=True, blank=True, on_delete=models.PROTECT, related_name="runs"
    )
    episode = models.OneToOneField(
        "Episode", null=True, blank=True, on_delete=models.PROTECT, related_name="run"
    )
    pending = models.JSONField(
        null=True, blank=True, help_text="{action, element, reason}: waits for a person's word"
    )
    worker = models.CharField(
        max_length=100, blank=True, help_text="Who works on it; a new one has a new name"
    )
    alive_until = models.DateTimeField(null=True, blank=True)
    held_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+",
        help_text="The person who paused it or took it over",
    )  # fmt: skip
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = querysets.RunQuerySet.as_manager()

    class Meta:
        ordering = ["position", "created_at"]
        indexes = [
            models.Index(fields=["state", "position"]),
            models.Index(fields=["campaign", "state"]),
            models.Index(fields=["-created_at", "position"], name="run_newest_first"),
            models.Index(fields=["campaign"], condition=Q(disputed=True), name="run_disputed"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "agent", "task", "attempt", "trial"],
                condition=Q(campaign__isnull=False),
                name="one_run_a_trial",
            ),
            models.CheckConstraint(condition=Q(state__in=RunState.values), name="run_state_is_known"),
            models.CheckConstraint(
                condition=Q(state="ended", ended_at__isnull=False, ending__in=Ending.values)
                | (~Q(state="ended") & Q(ended_at=None, ending="")),
                name="run_has_an_ending_once_ended",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["running", "paused", "taken_over"])
                | Q(alive_until__isnull=False, started_at__isnull=False),
                name="run_is_alive_while_active",
            ),
            models.UniqueConstraint(
                fields=["device"],
                condition=Q(state__in=["running", "paused", "taken_over"]),
                name="one_active_run_a_phone",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.agent} on {self.task}, attempt {self.attempt}"

    def may_become(self, state: str) -> bool:
        return state in RUN_TRANSITIONS[self.state]


class Turn(models.Model):
    """One question to the policy and its raw answer. A turn whose answer could not be read has no step."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="turns")
    seq = models.PositiveIntegerField()
    step = models.OneToOneField("Step", null=True, blank=True, on_delete=models.PROTECT, related_name="turn")
    thought = models.TextField(blank=True)
    action = models.JSONField(null=True, help_text="As understood, in the canonical form")
    raw = models.TextField(blank=True, help_text="The answer as it came")
    error = models.TextField(blank=True, help_text="Why it could not be read")
    prompt = models.ForeignKey(
        "blobs.Blob", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    details = models.JSONField(
        default=dict, blank=True, help_text="{sampling, image size, adapter version, tokens, …}"
    )
    latency_ms = models.PositiveIntegerField(default=0)
    tokens_in = models.PositiveIntegerField(default=0)
    tokens_out = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["run_id", "seq"]
        constraints = [models.UniqueConstraint(fields=["run", "seq"], name="turn_seq_is_unique")]

    def __str__(self) -> str:
        return f"{self.run_id} {self.seq}"
