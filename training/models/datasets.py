import uuid
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q

from training import querysets


class Purpose(models.TextChoices):
    SFT = "sft", "Imitation (SFT)"
    PREFERENCES = "preferences", "Preference pairs"
    JUDGE = "judge", "Judge (human grades)"


class DatasetState(models.TextChoices):
    BUILDING = "building", "Being built"
    FROZEN = "frozen", "Frozen"
    FAILED = "failed", "Failed"


#: The one table of what may follow what.
DATASET_TRANSITIONS: dict[str, frozenset[str]] = {
    DatasetState.BUILDING: frozenset({DatasetState.FROZEN, DatasetState.FAILED}),
    DatasetState.FAILED: frozenset({DatasetState.BUILDING}),
    DatasetState.FROZEN: frozenset(),
}


class Dataset(models.Model):
    """A selection of episodes, written down once. A change of mind is a new version; a frozen one stays.

    Whoever builds it holds the row under a ``worker`` name and a lease, and every write asks for that name.
    """

    #: Without a sign of life for so long the worker is held to be dead.
    LIFETIME = timedelta(seconds=60)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=80)
    version = models.PositiveIntegerField(default=1)
    description = models.TextField(blank=True)
    purpose = models.CharField(max_length=20, choices=Purpose, default=Purpose.SFT)
    state = models.CharField(max_length=20, choices=DatasetState, default=DatasetState.BUILDING)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="datasets")
    query = models.JSONField(default=dict, blank=True, help_text="What was asked for; see training.selection")
    demonstrations = models.JSONField(
        default=dict, blank=True, help_text="Oracle rollouts beside them: {n, seed, variation, pictures}"
    )
    previous = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="next_versions"
    )

    n_episodes = models.PositiveIntegerField(default=0)
    n_steps = models.PositiveIntegerField(default=0)
    size = models.BigIntegerField(default=0, help_text="bytes")
    sha256 = models.CharField(max_length=64, blank=True, help_text="The content hash")
    counts = models.JSONField(default=dict, blank=True)
    refused = models.JSONField(default=list, blank=True, help_text="[{what, why, n}] that was left out")
    path = models.CharField(max_length=300, blank=True, help_text="Folder, from the platform's data folder")

    progress = models.JSONField(default=dict, blank=True, help_text="{done, of, what} while it is built")
    error = models.TextField(blank=True, help_text="In plain words")
    worker = models.CharField(max_length=100, blank=True)
    alive_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    frozen_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True, help_text="Not offered any more; kept")

    objects = querysets.DatasetQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["name", "version"], name="dataset_version_is_unique"),
            models.CheckConstraint(
                condition=Q(state__in=DatasetState.values) & Q(purpose__in=Purpose.values),
                name="dataset_state_is_known",
            ),
            models.CheckConstraint(
                condition=Q(state="frozen", frozen_at__isnull=False) & ~Q(sha256="") & ~Q(path="")
                | ~Q(state="frozen") & Q(frozen_at=None, sha256="", path=""),
                name="dataset_has_a_hash_once_frozen",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} v{self.version}"

    def may_become(self, state: str) -> bool:
        return state in DATASET_TRANSITIONS[self.state]

    @property
    def archived(self) -> bool:
        return self.archived_at is not None

    @property
    def folder(self):
        """Where a frozen one lies."""
        return settings.VAR / self.path
