import uuid

from django.db import models
from django.db.models import Q

from training import querysets


class CheckpointKind(models.TextChoices):
    SFT = "sft", "SFT"
    REAL_RL = "real_rl", "Real-app RL"
    MIXED_RL = "mixed_rl", "Mixed RL"
    JUDGE_SFT = "judge_sft", "Judge"
    IMPORTED = "imported", "Imported"


class Checkpoint(models.Model):
    """A model as it was after a step of a job. Its lineage: ``job.dataset`` and ``parent``, and theirs.

    The row stays when the files are deleted, so that what grew from it can still be traced.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=160)
    kind = models.CharField(max_length=20, choices=CheckpointKind)
    job = models.ForeignKey(
        "Job", null=True, blank=True, on_delete=models.PROTECT, related_name="checkpoints"
    )
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="children"
    )
    step = models.PositiveIntegerField(default=0)
    final = models.BooleanField(default=False, help_text="What the job ended with")
    path = models.CharField(max_length=500, help_text="Folder, from the platform's data folder")
    size = models.BigIntegerField(default=0, help_text="bytes, training state included")
    sha256 = models.CharField(max_length=64, blank=True, help_text="Over the model's files, names included")
    files = models.JSONField(default=list, blank=True, help_text="[{name, size, sha256}], the model's")
    about = models.JSONField(default=dict, blank=True, help_text="{form, dialect, observation, backbone, …}")
    card = models.TextField(blank=True, help_text="The model card, Markdown")
    metrics = models.JSONField(default=dict, blank=True)
    agent = models.OneToOneField(
        "evaluation.Agent", null=True, blank=True, on_delete=models.SET_NULL, related_name="checkpoint",
        help_text="What it was promoted to",
    )  # fmt: skip
    created_at = models.DateTimeField(auto_now_add=True)
    deleted_at = models.DateTimeField(null=True, blank=True, help_text="When its files were deleted")

    objects = querysets.CheckpointQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=CheckpointKind.values), name="checkpoint_kind_is_known"
            ),
            models.UniqueConstraint(fields=["job", "step"], name="one_checkpoint_a_step"),
            models.CheckConstraint(
                condition=Q(deleted_at__isnull=False) | ~Q(path=""), name="checkpoint_is_somewhere"
            ),
        ]

    def __str__(self) -> str:
        return self.name
