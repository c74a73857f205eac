"""The verbs on tasks and episodes.

Each is one transaction: policy, rows, audit row, then a notice on commit. They raise the refusals of
``phonebuddy.api.errors``.
"""

from evaluation.services.agents import change_agent, create_agent
from evaluation.services.baseline import baseline_count, return_left_baselines, start_baseline
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
from evaluation.services.guards import active_rules, delete_guard_rule, set_guard_rule
from evaluation.services.judging import judge_campaign, judge_run, judges
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
from evaluation.services.runs import (
    RunLost,
    ask_about,
    attach_pictures,
    beat_run,
    begin_run,
    claim_run,
    end_run,
    note_turn,
    reap_runs,
    record_turn,
    request_run,
    wake_for_all,
)
from evaluation.services.steering import hand_back_run, pause_run, resume_run, stop_run, take_over_run
from evaluation.services.suite_import import import_suite
from evaluation.services.suites import freeze_suite, set_rubric

__all__ = [
    "RunLost",
    "active_rules",
    "add_gold",
    "ask_about",
    "attach_pictures",
    "baseline_count",
    "beat_run",
    "begin_run",
    "change_agent",
    "change_campaign",
    "claim_adjudication",
    "claim_grade",
    "claim_run",
    "claim_task",
    "close_campaign",
    "create_agent",
    "create_campaign",
    "delete_guard_rule",
    "discard_episode",
    "edit_episode",
    "end_run",
    "expire_claims",
    "expire_grades",
    "fail_episode",
    "finish_episode",
    "freeze_suite",
    "grading_queue",
    "hand_back_run",
    "heartbeat_claim",
    "heartbeat_grade",
    "import_suite",
    "interrupt_lost_recordings",
    "judge_campaign",
    "judge_run",
    "judges",
    "launch_campaign",
    "note_phone_boot",
    "note_preparing",
    "note_recorder",
    "note_saved",
    "note_turn",
    "pause_campaign",
    "pause_run",
    "queue_of",
    "reap_runs",
    "record_step",
    "record_turn",
    "redo",
    "release_claim",
    "release_grade",
    "report_infeasible",
    "report_phone_broken",
    "request_run",
    "resume_campaign",
    "resume_episode",
    "resume_run",
    "return_left_baselines",
    "review_episode",
    "rule_infrastructure",
    "save_grade",
    "set_guard_rule",
    "set_rubric",
    "skip_claim",
    "start_baseline",
    "start_episode",
    "start_recording",
    "stop_run",
    "submit_episode",
    "submit_grade",
    "take_back_grade",
    "take_over_run",
    "take_phone_again",
    "undo",
    "wake_for_all",
]
