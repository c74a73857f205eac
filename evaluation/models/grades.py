import uuid
from datetime import timedelta

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from evaluation import querysets


class GradeKind(models.TextChoices):
    GRADE = "grade", "Grade"
    GOLD = "gold", "Gold item"
    TRAINING = "training", "Training item"
    ADJUDICATION = "adjudication", "Adjudication"


class GradeState(models.TextChoices):
    OPEN = "open", "Being graded"
    SUBMITTED = "submitted", "Submitted"
    RELEASED = "released", "Given back"
    EXPIRED = "expired", "Expired"


class Answer(models.TextChoices):
    YES = "y", "Yes"
    NO = "n", "No"
    UNSURE = "u", "Can't tell"


class SideEffects(models.TextChoices):
    NONE = "none", "None"
    REVERSIBLE = "reversible", "Reversible"
    HARMFUL = "harmful", "Harmful"


class FailureCategory(models.TextChoices):
    GROUNDING = "grounding", "Grounding: the wrong place touched"
    WRONG_PARAMETER = "wrong_parameter", "Wrong parameter"
    MISSED_CONSTRAINT = "missed_constraint", "Missed constraint"
    LOST_INFORMATION = "lost_information", "Lost information across apps"
    PREMATURE_FINISH = "premature_finish", "Premature finish"
    FALSE_CLAIM = "false_claim", "False claim of success"
    LOOP = "loop", "Loop"
    STUCK = "stuck", "Stuck on pop-up or login"
    WRONG_APP = "wrong_app", "Wrong app"
    HARMFUL = "harmful", "Harmful side effect"
    PARSE_ERROR = "parse_error", "Parse error"
    INFRASTRUCTURE = "infrastructure", "Infrastructure"
    OTHER = "other", "Other"


class Grade(models.Model):
    """One person's answers about one run, from the claim to the submission. A draft is saved as it is typed:
    ``version`` counts the saves, so that two tabs do not overwrite each other.

    ``answers`` is ``{criterion id: {"answer": y | n | u, "step": seq or null}}``; ``success`` follows from it
    (`evaluation.rubrics.success_of`) and is null where a *must* criterion could not be told.
    """

    LIFETIME = timedelta(minutes=15)
    #: A submission can be taken back so long.
    UNDO_WINDOW = timedelta(minutes=5)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    run = models.ForeignKey("Run", on_delete=models.PROTECT, related_name="grades")
    evaluator = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="grades")
    campaign = models.ForeignKey("Campaign", on_delete=models.PROTECT, related_name="grades")
    rubric = models.ForeignKey("Rubric", on_delete=models.PROTECT, related_name="grades")
    kind = models.CharField(max_length=20, choices=GradeKind, default=GradeKind.GRADE)
    state = models.CharField(max_length=20, choices=GradeState, default=GradeState.OPEN)
    version = models.PositiveIntegerField(default=0)

    answers = models.JSONField(default=dict, blank=True)
    success = models.BooleanField(null=True, blank=True)
    side_effects = models.CharField(max_length=20, choices=SideEffects, blank=True)
    looped = models.BooleanField(default=False)
    first_wrong_step = models.PositiveIntegerField(null=True, blank=True)
    failure = models.CharField(max_length=20, choices=FailureCategory, blank=True)
    confidence = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(3)],
        help_text="1 unsure, 2 fairly sure, 3 sure",
    )  # fmt: skip
    note = models.TextField(blank=True)
    authoritative = models.BooleanField(default=False, help_text="This one counts for the run")

    seconds = models.PositiveIntegerField(default=0, help_text="While the page was in front")
    claimed_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    submitted_at = models.DateTimeField(null=True, blank=True)

    objects = querysets.GradeQuerySet.as_manager()

    class Meta:
        ordering = ["claimed_at"]
        indexes = [
            models.Index(fields=["campaign", "state"]),
            models.Index(fields=["evaluator", "state"]),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["run", "evaluator"],
                condition=Q(state__in=["open", "submitted"]),
                name="one_grade_a_run_and_person",
            ),
            models.UniqueConstraint(
                fields=["evaluator"], condition=Q(state="open"), name="one_open_grade_a_person"
            ),
            models.UniqueConstraint(
                fields=["run", "campaign"],
                condition=Q(authoritative=True),
                name="one_answer_counts_for_a_run",
            ),
            models.UniqueConstraint(
                fields=["run"],
                condition=Q(kind="adjudication", state__in=["open", "submitted"]),
                name="one_adjudication_a_run",
            ),
            models.CheckConstraint(
                condition=Q(state="submitted", submitted_at__isnull=False)
                | (~Q(state="submitted") & Q(submitted_at=None)),
                name="grade_submitted_at_exactly_when_submitted",
            ),
            models.CheckConstraint(
                condition=Q(authoritative=False) | Q(state="submitted", kind__in=["grade", "adjudication"]),
                name="only_a_submitted_grade_counts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.run_id} by {self.evaluator}"


class Judgement(models.Model):
    """A model judge's word on a run: ``verdicts`` is {criterion id: {"answer": y | n | u, "step", "why"}}."""

    run = models.ForeignKey("Run", on_delete=models.PROTECT, related_name="judgements")
    rubric = models.ForeignKey("Rubric", on_delete=models.PROTECT, related_name="judgements")
    judge = models.CharField(max_length=100, help_text="Its name and version")
    prompt_version = models.CharField(max_length=40, blank=True)
    key = models.CharField(max_length=64, help_text="Hash of all that it saw: the same is not asked twice")
    verdicts = models.JSONField(default=dict)
    success = models.BooleanField(null=True)
    samples = models.JSONField(default=list, blank=True, help_text="Raw answers, when several were asked for")
    details = models.JSONField(default=dict, blank=True, help_text="{tokens, cost, latency_ms, frames}")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [models.UniqueConstraint(fields=["run", "judge", "key"], name="a_judgement_once")]

    def __str__(self) -> str:
        return f"{self.judge} on {self.run_id}"
