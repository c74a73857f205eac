from training.models.checkpoints import Checkpoint
from training.models.jobs import (
    JOB_TRANSITIONS,
    UNFINISHED,
    Job,
    JobKind,
    JobPhone,
    JobState,
    Metric,
    Queue,
)

__all__ = [
    "JOB_TRANSITIONS",
    "UNFINISHED",
    "Checkpoint",
    "Job",
    "JobKind",
    "JobPhone",
    "JobState",
    "Metric",
    "Queue",
]
