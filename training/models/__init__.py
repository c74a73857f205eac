from training.models.checkpoints import Checkpoint
from training.models.datasets import DATASET_TRANSITIONS, Dataset, DatasetState, Purpose
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
from training.models.samples import SampleEpisode

__all__ = [
    "DATASET_TRANSITIONS",
    "JOB_TRANSITIONS",
    "UNFINISHED",
    "Checkpoint",
    "Dataset",
    "DatasetState",
    "Job",
    "JobKind",
    "JobPhone",
    "JobState",
    "Metric",
    "Purpose",
    "Queue",
    "SampleEpisode",
]
