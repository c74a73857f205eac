"""The verbs on tasks and episodes.

Each is one transaction: policy, rows, audit row, then a notice on commit. They raise the refusals of
``phonebuddy.api.errors``.
"""

from evaluation.services.clock import note_recorder
from evaluation.services.editing import edit_episode, redo, undo
from evaluation.services.queue import (
    claim_task,
    expire_claims,
    heartbeat_claim,
    queue_of,
    release_claim,
    report_infeasible,
    report_phone_broken,
    skip_claim,
)
from evaluation.services.recording import (
    discard_episode,
    fail_episode,
    finish_episode,
    interrupt_lost_recordings,
    note_phone_boot,
    note_preparing,
    note_saved,
    record_step,
    resume_episode,
    start_episode,
    start_recording,
    submit_episode,
    take_phone_again,
)
from evaluation.services.reviewing import review_episode

__all__ = [
    "claim_task",
    "discard_episode",
    "edit_episode",
    "expire_claims",
    "fail_episode",
    "finish_episode",
    "heartbeat_claim",
    "interrupt_lost_recordings",
    "note_phone_boot",
    "note_preparing",
    "note_recorder",
    "note_saved",
    "queue_of",
    "record_step",
    "redo",
    "release_claim",
    "report_infeasible",
    "report_phone_broken",
    "resume_episode",
    "review_episode",
    "skip_claim",
    "start_episode",
    "start_recording",
    "submit_episode",
    "take_phone_again",
    "undo",
]
