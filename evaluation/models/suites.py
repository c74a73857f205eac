from django.conf import settings
from django.db import models
from django.db.models import Q

from evaluation import querysets


class Suite(models.Model):
    """Tasks that belong together and are measured together. ``name`` is how people and files call it."""

    name = models.SlugField(max_length=60, primary_key=True)
    title = models.CharField(max_length=200, blank=True)
    description = models.TextField(blank=True)
    held_out = models.BooleanField(
        default=False, help_text="For measuring alone: never in a training set, nor its rubrics"
    )
    hash = models.CharField(
        max_length=64, blank=True, help_text="SHA-256 of its tasks and rubrics when it was frozen"
    )
    frozen_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = querysets.SuiteQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=Q(hash="", frozen_at=None) | (~Q(hash="") & Q(frozen_at__isnull=False)),
                name="suite_has_a_hash_once_frozen",
            )
        ]

    def __str__(self) -> str:
        return self.title or self.name


class Rubric(models.Model):
    """What a person looks for when grading a run of a task. A grade keeps the version it was given under,
    so rows are only ever added."""

    task = models.ForeignKey("Task", on_delete=models.CASCADE, related_name="rubrics")
    version = models.PositiveIntegerField(default=1)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["task_id", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["task", "version"], name="rubric_version_is_unique"),
            models.CheckConstraint(condition=Q(version__gte=1), name="rubric_version_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.task} v{self.version}"


class Criterion(models.Model):
    """One thing that can be seen to hold, or not. A run succeeds when every *must* criterion holds and no
    *negative* one, a harm, does."""

    rubric = models.ForeignKey(Rubric, on_delete=models.CASCADE, related_name="criteria")
    position = models.PositiveSmallIntegerField()
    text = models.TextField()
    text_zh = models.TextField(blank=True)
    must = models.BooleanField(default=False, help_text="Without it the run is a failure")
    negative = models.BooleanField(default=False, help_text="A harm: with it the run is a failure")

    class Meta:
        ordering = ["rubric_id", "position"]
        verbose_name_plural = "criteria"
        constraints = [
            models.UniqueConstraint(fields=["rubric", "position"], name="criterion_position_is_unique"),
            models.CheckConstraint(condition=~Q(text=""), name="criterion_has_words"),
            models.CheckConstraint(
                condition=Q(must=False) | Q(negative=False), name="criterion_must_or_harm"
            ),
        ]

    def __str__(self) -> str:
        return self.text
