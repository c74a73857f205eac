"""The verbs on tasks and episodes.

Each is one transaction: policy, rows, audit row, then a notice on commit. They raise the refusals of
``phonebuddy.api.errors``.
"""

from evaluation.services.campaigns import (
    add_gold,
    change_campaign,
    close_campaign,
    create_campaign,
    launch_campaign,
    pause_campaign,
    resume_campaign,
)
from evaluation.services.clock import note_recorder
from evaluation.services.editing import edit_episode, redo, undo
from evaluation.services.grade_claims import claim_adjudication, claim_grade, grading_queue
from evaluation.services.grading import (
    expire_grades,
    heartbeat_grade,
    release_grade,
    rule_infrastructure,
    save_grade,
    submit_grade,
    take_back_grade,
)
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
from evaluation.services.suites import freeze_suite, set_rubric

__all__ = [
    "add_gold",
    "change_campaign",
    "claim_adjudication",
    "claim_grade",
    "claim_task",
    "close_campaign",
    "create_campaign",
    "discard_episode",
    "edit_episode",
    "expire_claims",
    "expire_grades",
    "fail_episode",
    "finish_episode",
    "freeze_suite",
    "grading_queue",
    "heartbeat_claim",
    "heartbeat_grade",
    "interrupt_lost_recordings",
    "launch_campaign",
    "note_phone_boot",
    "note_preparing",
    "note_recorder",
    "note_saved",
    "pause_campaign",
    "queue_of",
    "record_step",
    "redo",
    "release_claim",
    "release_grade",
    "report_infeasible",
    "report_phone_broken",
    "resume_campaign",
    "resume_episode",
    "review_episode",
    "rule_infrastructure",
    "save_grade",
    "set_rubric",
    "skip_claim",
    "start_episode",
    "start_recording",
    "submit_episode",
    "submit_grade",
    "take_back_grade",
    "take_phone_again",
    "undo",
]
