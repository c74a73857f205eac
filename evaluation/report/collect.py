"""A campaign's rows as plain values, so that the figures need no database."""

from collections import defaultdict
from dataclasses import dataclass, field, replace

from django.db.models import Count, IntegerField, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

from evaluation.models import (
    GRADED,
    Campaign,
    Episode,
    GoldItem,
    Grade,
    GradeKind,
    Judgement,
    Run,
    RunState,
    Step,
    Turn,
)
from evaluation.rubrics import answer_to


@dataclass(frozen=True)
class Attempt:
    """One planned attempt: its last trial and what was decided about it.

    `success` is the answer that counts, None while there is none; `valid` is False when all trials ended for
    reasons that are not the agent's, None while it has not ended.
    """

    run: str
    task: str
    category: str
    apps: tuple[str, ...]
    difficulty: int
    agent: str
    attempt: int
    trials: int
    ending: str
    valid: bool | None
    success: bool | None = None
    decided_by: str = ""
    failure: str = ""
    side_effects: str = ""
    claimed: bool | None = None
    verified: bool | None = None
    judged: dict[str, bool | None] = field(default_factory=dict)
    steps: int = 0
    seconds: float | None = None
    tokens: int = 0
    phone: str = ""  # its kind: mock, real or stand-in


@dataclass(frozen=True)
class Given:
    """One submitted grade. `answers`: per criterion its kind (must, harm, other) and what was answered;
    `truth` is what a gold item should have got."""

    run: str
    evaluator: str
    kind: str
    success: bool | None
    answers: dict[int, tuple[str, str]]
    truth: bool | None = None


@dataclass(frozen=True)
class Material:
    """All that a report is made of."""

    agents: list[str]
    attempts: list[Attempt]
    grades: list[Given]
    per_task: int
    overlap: int


def collect(campaign: Campaign) -> Material:
    """Read a campaign, in a fixed number of queries."""
    agents = [arm.agent.name for arm in campaign.arms.select_related("agent")]
    return Material(agents, _attempts(campaign), _grades(campaign), campaign.attempts, campaign.overlap)


def _attempts(campaign):
    counting = Grade.objects.filter(campaign=campaign, authoritative=True)
    decided = {grade.run_id: grade for grade in counting.defer("note")}
    judged: dict = defaultdict(dict)
    for judgement in Judgement.objects.filter(run__campaign=campaign).order_by("created_at"):
        judged[judgement.run_id][judgement.judge] = judgement.success
    steps = Step.objects.filter(episode=OuterRef("episode")).order_by().values("episode")
    tokens = Turn.objects.filter(run=OuterRef("pk")).order_by().values("run")
    runs = (
        Run.objects.filter(campaign=campaign)
        .latest_trials()
        .select_related("task", "agent")
        .annotate(
            n_steps=Coalesce(
                Subquery(steps.annotate(n=Count("pk")).values("n"), output_field=IntegerField()), 0
            ),
            n_tokens=Coalesce(
                Subquery(
                    tokens.annotate(n=Sum("tokens_in") + Sum("tokens_out")).values("n"),
                    output_field=IntegerField(),
                ),
                0,
            ),
        )
        .order_by("task__key", "attempt")
    )
    episodes = {
        pk: told
        for pk, *told in Episode.objects.filter(run__campaign=campaign).values_list(
            "pk", "verdict", "origin__device_kind"
        )
    }
    attempts = [
        _attempt(run, decided.get(run.pk), judged[run.pk], *episodes.get(run.episode_id, (None, None)))
        for run in runs
    ]
    return attempts if campaign.overlap else [_by_machine(attempt) for attempt in attempts]


def _by_machine(attempt: Attempt) -> Attempt:
    """Where nobody was to grade: the verifier's word counts and, where there is none, a judge's."""
    if not attempt.valid or attempt.success is not None:
        return attempt
    if attempt.verified is not None:
        return replace(attempt, success=attempt.verified, decided_by="verifier")
    judge = next((name for name, word in attempt.judged.items() if word is not None), None)
    return replace(attempt, success=attempt.judged[judge], decided_by=judge) if judge else attempt


def _attempt(run, grade, judged, verdict, phone):
    ended = run.state == RunState.ENDED
    return Attempt(
        run=str(run.pk),
        task=run.task.key,
        category=run.task.category,
        apps=tuple(run.task.apps),
        difficulty=run.task.difficulty,
        agent=run.agent.name,
        attempt=run.attempt,
        trials=run.trial,
        ending=run.ending,
        valid=run.ending in GRADED if ended else None,
        success=grade.success if grade else None,
        decided_by=grade.kind if grade else "",
        failure=grade.failure if grade else "",
        side_effects=grade.side_effects if grade else "",
        claimed=run.claimed,
        verified=verdict.get("success") if verdict else None,
        judged=judged,
        steps=run.n_steps,
        seconds=(run.ended_at - run.started_at).total_seconds() if ended and run.started_at else None,
        tokens=run.n_tokens,
        phone=phone or "",
    )


def _grades(campaign):
    truths = dict(GoldItem.objects.filter(campaign=campaign).values_list("run", "success"))
    grades = (
        Grade.objects.submitted()
        .filter(campaign=campaign)
        .select_related("evaluator")
        .prefetch_related("rubric__criteria")
        .order_by("evaluator__username", "submitted_at")
    )
    return [
        Given(
            run=str(grade.run_id),
            evaluator=grade.evaluator.username,
            kind=grade.kind,
            success=grade.success,
            answers={c.pk: (_kind(c), answer_to(c, grade.answers)) for c in grade.rubric.criteria.all()},
            truth=truths.get(grade.run_id) if grade.kind in (GradeKind.GOLD, GradeKind.TRAINING) else None,
        )
        for grade in grades
    ]


def _kind(criterion) -> str:
    return "must" if criterion.must else "harm" if criterion.negative else "other"
