import uuid

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from evaluation import querysets
from evaluation.models.tasks import DeviceKind


class CampaignState(models.TextChoices):
    DRAFT = "draft", "Draft"
    RUNNING = "running", "Running"
    PAUSED = "paused", "Paused"
    CLOSED = "closed", "Closed"


C = CampaignState
CAMPAIGN_TRANSITIONS: dict[str, frozenset[str]] = {
    C.DRAFT: frozenset({C.RUNNING}),
    C.RUNNING: frozenset({C.PAUSED, C.CLOSED}),
    C.PAUSED: frozenset({C.RUNNING, C.CLOSED}),
    C.CLOSED: frozenset(),
}


class Campaign(models.Model):
    """A plan to measure agents on a suite, frozen at launch. Progress is read from rows, never counted."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=120, unique=True)
    description = models.TextField(blank=True)
    suite = models.ForeignKey("Suite", on_delete=models.PROTECT, related_name="campaigns")
    agents = models.ManyToManyField("Agent", through="CampaignAgent", related_name="campaigns")
    evaluators = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="CampaignEvaluator", related_name="campaigns"
    )
    state = models.CharField(max_length=20, choices=CampaignState, default=C.DRAFT)
    attempts = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(20)], help_text="Runs a task and agent"
    )
    overlap = models.PositiveSmallIntegerField(
        default=2, validators=[MaxValueValidator(9)], help_text="Grades a run; 0: machines alone decide"
    )
    retries = models.PositiveSmallIntegerField(
        default=2, validators=[MaxValueValidator(9)], help_text="More trials after infrastructure trouble"
    )
    device_kind = models.CharField(max_length=10, choices=DeviceKind, default=DeviceKind.ANY)
    seed = models.PositiveIntegerField(default=1, validators=[MaxValueValidator(2**31 - 1)])
    plan = models.JSONField(default=dict, blank=True, help_text="All of the above and more, as launched")
    plan_hash = models.CharField(max_length=64, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="created_campaigns"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    launched_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = querysets.CampaignQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=CampaignState.values), name="campaign_state_is_known"
            ),
            models.CheckConstraint(
                condition=Q(state="draft", launched_at=None, plan_hash="")
                | (~Q(state="draft") & Q(launched_at__isnull=False) & ~Q(plan_hash="")),
                name="campaign_plan_is_frozen_once_launched",
            ),
            models.CheckConstraint(condition=Q(attempts__gte=1), name="campaign_attempts_count_from_one"),
        ]

    def __str__(self) -> str:
        return self.name

    def may_become(self, state: str) -> bool:
        return state in CAMPAIGN_TRANSITIONS[self.state]


class CampaignAgent(models.Model):
    """An agent in a campaign; ``position`` is its column in the report."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="arms")
    agent = models.ForeignKey("Agent", on_delete=models.PROTECT, related_name="arms")
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["campaign_id", "position"]
        constraints = [models.UniqueConstraint(fields=["campaign", "agent"], name="an_agent_once_a_campaign")]

    def __str__(self) -> str:
        return f"{self.agent} in {self.campaign}"


class CampaignEvaluator(models.Model):
    """A person who grades in a campaign. Their real work begins when the training items are done."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="graders")
    evaluator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="grading_in"
    )
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "evaluator"], name="an_evaluator_once_a_campaign")
        ]

    def __str__(self) -> str:
        return f"{self.evaluator} in {self.campaign}"


class GoldPhase(models.TextChoices):
    TRAINING = "training", "Training"
    HIDDEN = "hidden", "Hidden among the others"


class GoldItem(models.Model):
    """A run whose right grade is known, by a lead's word. Every evaluator of the campaign grades it: the
    training ones first, with the answer shown after; the hidden ones among the others."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="gold")
    run = models.ForeignKey("Run", on_delete=models.PROTECT, related_name="gold")
    phase = models.CharField(max_length=20, choices=GoldPhase, default=GoldPhase.HIDDEN)
    answers = models.JSONField(help_text="{criterion id: y | n}")
    success = models.BooleanField()
    explanation = models.TextField(blank=True, help_text="Shown after a training item is graded")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "run"], name="gold_once_a_campaign")]

    def __str__(self) -> str:
        return f"gold {self.run_id}"
