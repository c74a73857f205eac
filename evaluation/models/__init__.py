from evaluation.models.episodes import (
    TRANSITIONS,
    Episode,
    EpisodeKind,
    EpisodeState,
    Outcome,
    Quality,
    Step,
)
from evaluation.models.reviews import Review, Verdict
from evaluation.models.revisions import Revision
from evaluation.models.tasks import Category, ClaimStatus, DeviceKind, Task, TaskClaim

__all__ = [
    "TRANSITIONS",
    "Category",
    "ClaimStatus",
    "DeviceKind",
    "Episode",
    "EpisodeKind",
    "EpisodeState",
    "Outcome",
    "Quality",
    "Review",
    "Revision",
    "Step",
    "Task",
    "TaskClaim",
    "Verdict",
]
