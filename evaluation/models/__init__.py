from evaluation.models.agents import Agent, Observation, Policy
from evaluation.models.campaigns import (
    CAMPAIGN_TRANSITIONS,
    Campaign,
    CampaignAgent,
    CampaignEvaluator,
    CampaignState,
    GoldItem,
    GoldPhase,
)
from evaluation.models.episodes import (
    TRANSITIONS,
    Episode,
    EpisodeKind,
    EpisodeState,
    Outcome,
    Quality,
    Step,
)
from evaluation.models.grades import (
    Answer,
    FailureCategory,
    Grade,
    GradeKind,
    GradeState,
    Judgement,
    SideEffects,
)
from evaluation.models.guards import GuardRule
from evaluation.models.reviews import Review, Verdict
from evaluation.models.revisions import Revision
from evaluation.models.runs import ACTIVE, GRADED, RUN_TRANSITIONS, Ending, Run, RunState, Turn
from evaluation.models.suites import Criterion, Rubric, Suite
from evaluation.models.tasks import Category, ClaimStatus, DeviceKind, Task, TaskClaim

__all__ = [
    "ACTIVE",
    "CAMPAIGN_TRANSITIONS",
    "GRADED",
    "RUN_TRANSITIONS",
    "TRANSITIONS",
    "Agent",
    "Answer",
    "Campaign",
    "CampaignAgent",
    "CampaignEvaluator",
    "CampaignState",
    "Category",
    "ClaimStatus",
    "Criterion",
    "DeviceKind",
    "Ending",
    "Episode",
    "EpisodeKind",
    "EpisodeState",
    "FailureCategory",
    "GoldItem",
    "GoldPhase",
    "Grade",
    "GradeKind",
    "GradeState",
    "GuardRule",
    "Judgement",
    "Observation",
    "Outcome",
    "Policy",
    "Quality",
    "Review",
    "Revision",
    "Rubric",
    "Run",
    "RunState",
    "SideEffects",
    "Step",
    "Suite",
    "Task",
    "TaskClaim",
    "Turn",
    "Verdict",
]
