"""The verbs on jobs and checkpoints.

Each is one transaction: policy, rows, audit row, then a notice or a wake-up on commit. They raise the
refusals of ``phonebuddy.api.errors``.
"""

from training.services.checkpoints import (
    delete_checkpoint,
    guard,
    lineage,
    note_pruned,
    path_of,
    promote_checkpoint,
    register_checkpoint,
)
from training.services.datasets import (
    archive_dataset,
    create_dataset,
    delete_dataset,
    new_version,
    now_held_out,
    preview,
    retry_dataset,
    why_kept,
)
from training.services.estimates import machine, outlook, parameters_of
from training.services.evaluations import follow_evaluations
from training.services.exports import export_dataset, formats
from training.services.jobs import (
    cancel_training,
    config_of,
    queue_of,
    resume_training,
    retry_training,
    start_training,
)
from training.services.looking import files_of
from training.services.phones import cost_of, keep_phones, phones_of, quarantine_phone
from training.services.rows import JobLost, job_group
from training.services.samples import keep_sample
from training.services.work import (
    beat_job,
    begin_attempt,
    claim_job,
    finish_job,
    folder_of,
    note_progress,
    reap_jobs,
    return_job,
    wake_for_all,
)

__all__ = [
    "JobLost",
    "archive_dataset",
    "beat_job",
    "begin_attempt",
    "cancel_training",
    "claim_job",
    "config_of",
    "cost_of",
    "create_dataset",
    "delete_checkpoint",
    "delete_dataset",
    "export_dataset",
    "files_of",
    "finish_job",
    "folder_of",
    "follow_evaluations",
    "formats",
    "guard",
    "job_group",
    "keep_phones",
    "keep_sample",
    "lineage",
    "machine",
    "new_version",
    "note_progress",
    "note_pruned",
    "now_held_out",
    "outlook",
    "parameters_of",
    "path_of",
    "phones_of",
    "preview",
    "promote_checkpoint",
    "quarantine_phone",
    "queue_of",
    "reap_jobs",
    "register_checkpoint",
    "resume_training",
    "retry_dataset",
    "retry_training",
    "return_job",
    "start_training",
    "wake_for_all",
    "why_kept",
]
