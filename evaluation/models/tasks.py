import uuid
from datetime import timedelta

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from evaluation import querysets


class Category(models.TextChoices):
    APP = "app", "One app"
    MINI_APP = "mini_app", "Mini-app"
    CROSS_APP = "cross_app", "Across apps"


class DeviceKind(models.TextChoices):
    ANY = "any", "Any phone"
    MOCK = "mock", "Mock phone"
    REAL = "real", "Real phone"
    STAND_IN = "stand-in", "Stand-in for a real phone"


class Task(models.Model):
    """A goal that a person would give a phone, and what it takes to set it up and to check it."""

    #: After so many reports by different people nobody is sent there until a lead has looked.
    INFEASIBLE_REPORTS = 2

    key = models.SlugField(max_length=100, unique=True)
    goal = models.TextField()
    goal_zh = models.TextField(blank=True)
    hints = models.TextField(blank=True)
    category = models.CharField(max_length=20, choices=Category, default=Category.APP)
    apps = ArrayField(models.CharField(max_length=100), default=list, blank=True)
    suite = models.ForeignKey("Suite", null=True, blank=True, on_delete=models.PROTECT, related_name="tasks")
    difficulty = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(5)], help_text="1 easy to 5 hard"
    )
    step_limit = models.PositiveIntegerField(default=30, validators=[MinValueValidator(1)])
    time_limit_s = models.PositiveIntegerField(default=600, validators=[MinValueValidator(1)])
    device_kind = models.CharField(max_length=10, choices=DeviceKind, default=DeviceKind.ANY)
    wanted = models.PositiveSmallIntegerField(
        default=1, help_text="Demonstrations wanted, by different people"
    )
    setup = models.JSONField(
        default=dict, blank=True, help_text="How a phone is prepared before the clock starts"
    )
    verifier = models.JSONField(default=dict, blank=True, help_text="Rules over the state of a mock phone")
    paused = models.BooleanField(default=False, help_text="Offered to nobody")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = querysets.TaskQuerySet.as_manager()

    class Meta:
        ordering = ["suite_id", "key"]
        constraints = [
            models.CheckConstraint(condition=Q(difficulty__gte=1, difficulty__lte=5), name="task_difficulty"),
            models.CheckConstraint(condition=Q(step_limit__gte=1, time_limit_s__gte=1), name="task_limits"),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def why_not(self) -> str:
        """Why the person whom the row was read for cannot claim it, in words; empty when they can.

        Needs ``with_counts`` and ``with_mine``. The same rule as ``available().not_yet_by(person)``.
        """
        if mine := getattr(self, "mine", None):
            return MINE[mine]
        if self.paused:
            return "A lead has paused this task."
        if getattr(self, "infeasible_reports", 0) >= self.INFEASIBLE_REPORTS:
            return "It was reported that this task cannot be done."
        done, held = getattr(self, "done", 0), getattr(self, "held", 0)
        if done >= self.wanted:
            return "All wanted demonstrations are done."
        return "Others hold what is left of it." if done + held >= self.wanted else ""


class ClaimStatus(models.TextChoices):
    ACTIVE = "active", "Held"
    COMPLETED = "completed", "Completed"
    RELEASED = "released", "Given back"
    EXPIRED = "expired", "Expired"
    SKIPPED = "skipped", "Skipped"
    INFEASIBLE = "infeasible", "Reported infeasible"


#: What a person is told about a task that they have dealt with.
MINE = {
    ClaimStatus.ACTIVE: "You hold this task.",
    ClaimStatus.COMPLETED: "You have done this task.",
    ClaimStatus.SKIPPED: "You skipped this task.",
    ClaimStatus.INFEASIBLE: "You reported that this task cannot be done.",
}


class TaskClaim(models.Model):
    """One person's hold on one of a task's places. Lives by heartbeat, so that a dead tab frees it."""

    HEARTBEAT = timedelta(seconds=30)
    LIFETIME = timedelta(minutes=10)
    #: What has been recorded is kept for its author this long before the place is offered again.
    DRAFT_LIFETIME = timedelta(hours=48)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="claims")
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="task_claims"
    )
    status = models.CharField(max_length=20, choices=ClaimStatus, default=ClaimStatus.ACTIVE)
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = querysets.TaskClaimQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["task", "status"])]
        constraints = [
            models.UniqueConstraint(
                fields=["annotator"], condition=Q(status="active"), name="one_active_claim_a_person"
            ),
            models.UniqueConstraint(
                fields=["task", "annotator"],
                condition=Q(status__in=["active", "completed"]),
                name="one_claim_of_a_task_a_person",
            ),
            models.CheckConstraint(
                condition=Q(status="active", ended_at=None)
                | (~Q(status="active") & Q(ended_at__isnull=False)),
                name="claim_ended_unless_active",
            ),
            models.CheckConstraint(condition=Q(expires_at__gt=F("created_at")), name="claim_expires_later"),
        ]

    def __str__(self) -> str:
        return f"{self.annotator} on {self.task}"
