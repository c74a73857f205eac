import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from evaluation import querysets


class EpisodeKind(models.TextChoices):
    DEMONSTRATION = "demonstration", "Demonstration"
    ROLLOUT = "rollout", "Rollout"
    SAMPLE = "sample", "Training sample"  # to be looked at: never graded, never learnt from


class EpisodeState(models.TextChoices):
    PREPARING = "preparing", "Preparing the phone"
    RECORDING = "recording", "Recording"
    DRAFT = "draft", "Draft"
    SUBMITTED = "submitted", "Submitted"
    SENT_BACK = "sent_back", "Sent back"
    ACCEPTED = "accepted", "Accepted"
    REJECTED = "rejected", "Rejected"
    DISCARDED = "discarded", "Discarded"
    FAILED = "failed", "Failed"
    RECORDED = "recorded", "Recorded"  # an agent's: nobody edits or reviews it


S = EpisodeState
#: The one table of what may follow what.
TRANSITIONS: dict[str, frozenset[str]] = {
    S.PREPARING: frozenset({S.RECORDING, S.DISCARDED, S.FAILED}),
    S.RECORDING: frozenset({S.DRAFT, S.DISCARDED, S.FAILED, S.RECORDED}),
    S.DRAFT: frozenset({S.RECORDING, S.SUBMITTED, S.DISCARDED, S.RECORDED}),
    S.SUBMITTED: frozenset({S.ACCEPTED, S.SENT_BACK, S.REJECTED}),
    S.SENT_BACK: frozenset({S.SUBMITTED, S.DISCARDED}),
    S.ACCEPTED: frozenset(),
    S.REJECTED: frozenset(),
    S.DISCARDED: frozenset(),
    S.FAILED: frozenset(),
    S.RECORDED: frozenset(),
}
LIVE = (S.PREPARING, S.RECORDING)
EDITABLE = (S.RECORDING, S.DRAFT, S.SENT_BACK)
OPEN = (S.PREPARING, S.RECORDING, S.DRAFT, S.SENT_BACK)
DONE = (S.SUBMITTED, S.SENT_BACK, S.ACCEPTED)
HANDED_IN = (S.SUBMITTED, S.SENT_BACK, S.ACCEPTED, S.REJECTED)


class Outcome(models.TextChoices):
    FINISHED = "finished", "Finished"
    FAILED = "failed", "Could not be done"
    INFEASIBLE = "infeasible", "Infeasible"


class Quality(models.TextChoices):
    OK = "ok", "OK"
    GOOD = "good", "Good"
    EXCELLENT = "excellent", "Excellent"


class Episode(models.Model):
    """One attempt at one goal on one phone, step by step."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=20, choices=EpisodeKind, default=EpisodeKind.DEMONSTRATION)
    state = models.CharField(max_length=20, choices=EpisodeState, default=S.PREPARING, db_index=True)
    task = models.ForeignKey("Task", null=True, blank=True, on_delete=models.PROTECT, related_name="episodes")
    claim = models.ForeignKey(
        "TaskClaim", null=True, blank=True, on_delete=models.PROTECT, related_name="episodes"
    )
    goal = models.TextField(blank=True, help_text="As it was shown; of a free task, what was done.")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="episodes")
    device = models.ForeignKey(
        "devices.Device", null=True, blank=True, on_delete=models.PROTECT, related_name="episodes"
    )
    lease = models.ForeignKey(
        "devices.Lease", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    origin = models.JSONField(default=dict, help_text="Author and phone as they were called then")
    width = models.PositiveIntegerField(default=0, help_text="Device pixels when the clock started")
    height = models.PositiveIntegerField(default=0)

    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(
        null=True, blank=True, help_text="The clock starts after the preparation"
    )
    finished_at = models.DateTimeField(null=True, blank=True)
    paused_ms = models.PositiveBigIntegerField(
        default=0, help_text="From the start to the end, while nobody recorded"
    )
    recorded_until = models.DateTimeField(
        null=True, blank=True, help_text="When a recorder last began or stopped"
    )
    saved_at = models.DateTimeField(
        null=True, blank=True, help_text="Last picture, verdict and video are stored"
    )
    submitted_at = models.DateTimeField(null=True, blank=True)

    phone_boot = models.CharField(max_length=64, blank=True, help_text="The phone's run while recording")
    phone_restarted_at = models.DateTimeField(
        null=True, blank=True, help_text="It restarted in between: it no longer stood as it was left"
    )
    preparing = models.JSONField(null=True, blank=True, help_text="{step, of, message}")
    reason = models.TextField(blank=True, help_text="Why it failed or was discarded")
    outcome = models.CharField(max_length=20, choices=Outcome, blank=True)
    answer = models.TextField(blank=True)
    verdict = models.JSONField(null=True, blank=True, help_text="The verifier's, on a mock phone")
    quality = models.CharField(max_length=20, choices=Quality, blank=True)
    video = models.ForeignKey("blobs.Blob", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    video_started_at = models.DateTimeField(null=True, blank=True, help_text="The time of its first picture")
    head = models.ForeignKey("Revision", null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    objects = querysets.EpisodeQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["author", "state"]), models.Index(fields=["state", "submitted_at"])]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=EpisodeState.values), name="episode_state_is_known"),
            models.CheckConstraint(
                condition=Q(state="accepted") ^ Q(quality=""), name="episode_quality_exactly_when_accepted"
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["submitted", "sent_back", "accepted", "rejected"])
                | Q(submitted_at__isnull=False),
                name="episode_submitted_at_is_set",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["recording", "draft"]) | Q(started_at__isnull=False),
                name="episode_started_at_is_set",
            ),
            models.UniqueConstraint(
                fields=["claim"],
                condition=Q(state__in=["preparing", "recording", "draft"]),
                name="one_open_episode_a_claim",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.task.key if self.task else 'free task'} {str(self.id)[:8]}"

    def may_become(self, state: str) -> bool:
        return state in TRANSITIONS[self.state]

    @property
    def saving(self) -> bool:
        """Finished, but the last picture, the verdict and the video are still being stored."""
        return self.state == S.DRAFT and self.saved_at is None

    @property
    def duration_s(self) -> float | None:
        if not (self.started_at and self.finished_at):
            return None
        return max(0.0, (self.finished_at - self.started_at).total_seconds() - self.paused_s)

    @property
    def paused_s(self) -> float:
        return self.paused_ms / 1000


class Step(models.Model):
    """One action and what the screen showed before it. As recorded: edits live in revisions.

    ``action`` is the canonical form in device pixels of ``width`` × ``height``.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    episode = models.ForeignKey(Episode, on_delete=models.CASCADE, related_name="steps")
    seq = models.PositiveIntegerField()
    action = models.JSONField()
    path = models.JSONField(default=list, help_text="[ms, finger, x, y] of a touch")
    flag = models.CharField(max_length=200, blank=True, help_text="What the action space could not hold")
    at = models.DateTimeField()
    duration_ms = models.PositiveIntegerField(default=0)
    screenshot = models.ForeignKey("blobs.Blob", null=True, on_delete=models.PROTECT, related_name="+")
    thumbnail = models.ForeignKey("blobs.Blob", null=True, on_delete=models.PROTECT, related_name="+")
    tree = models.ForeignKey("blobs.Blob", null=True, on_delete=models.PROTECT, related_name="+")
    tree_stale = models.BooleanField(default=False, help_text="The tree is of an earlier picture")
    element = models.JSONField(null=True)
    foreground = models.JSONField(null=True)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    secret = models.BooleanField(default=False, help_text="Typed into a secret field: no text is kept")

    class Meta:
        ordering = ["episode_id", "seq"]
        constraints = [models.UniqueConstraint(fields=["episode", "seq"], name="step_seq_is_unique")]

    def __str__(self) -> str:
        return f"{self.seq}: {self.action.get('name')}"
