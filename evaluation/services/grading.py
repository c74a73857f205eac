"""A blind grade: saved as it is typed, submitted, settled with the others."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from evaluation import policies
from evaluation.models import (
    Answer,
    Campaign,
    CampaignState,
    Grade,
    GradeKind,
    GradeState,
    Run,
    RunState,
)
from evaluation.rubrics import answer_to, decisive, success_of
from evaluation.services.campaigns import tell_campaign
from evaluation.services.rows import must
from phonebuddy import audit
from phonebuddy.accounts import policies as people
from phonebuddy.api.errors import Conflict, NotFound, Refused

FIELDS = (
    "answers", "side_effects", "looped", "first_wrong_step", "failure", "confidence", "note", "seconds",
)  # fmt: skip


@transaction.atomic
def heartbeat_grade(user, grade: Grade) -> Grade:
    """The page is open. Conflict "grade_over" when the claim has ended."""
    grade = _mine(user, grade)
    grade.expires_at = timezone.now() + Grade.LIFETIME
    grade.save(update_fields=["expires_at"])
    return grade


@transaction.atomic
def save_grade(user, grade: Grade, version: int, **fields) -> Grade:
    """Keep what is there so far. Conflict "stale" when another tab saved since `version`."""
    grade = _mine(user, grade)
    _must_be_newest(grade, version)
    _write(grade, fields)
    grade.save()
    return grade


@transaction.atomic
def submit_grade(user, grade: Grade, version: int, **fields) -> Grade:
    """Hand it in; Refused, field by field, while something is missing."""
    grade = _mine(user, grade, "run")
    _must_be_newest(grade, version)
    _write(grade, fields)
    criteria = list(grade.rubric.criteria.all())
    missing = {}
    if unanswered := [str(c.position) for c in criteria if not answer_to(c, grade.answers)]:
        missing["answers"] = [f"Not answered yet: {', '.join(unanswered)}."]
    if not grade.side_effects:
        missing["side_effects"] = ["Say whether there were side effects."]
    if grade.confidence is None:
        missing["confidence"] = ["Say how sure you are."]
    grade.success = success_of(criteria, grade.answers)
    if grade.success is False and not grade.failure:
        missing["failure"] = ["Say what went wrong."]
    if grade.success and grade.failure:
        grade.failure, grade.first_wrong_step = "", None
    if missing:
        raise Refused("The grade is not complete.", "incomplete", missing)
    grade.state, grade.submitted_at = GradeState.SUBMITTED, timezone.now()
    grade.save()
    _settle(grade)
    audit.record(user, "grade.submitted", grade, success=grade.success, version=grade.version)
    tell_campaign(grade.campaign_id, "graded")
    return grade


@transaction.atomic
def take_back_grade(user, grade: Grade, now: datetime | None = None) -> Grade:
    """Undo a submission within `Grade.UNDO_WINDOW`, unless somebody builds on it already."""
    grade = _locked(user, grade, "run")
    _must_run(grade.campaign)
    if grade.state != GradeState.SUBMITTED or grade.kind == GradeKind.TRAINING:
        raise Conflict("Only a submitted grade can be taken back.", "state")
    if (now or timezone.now()) - grade.submitted_at > Grade.UNDO_WINDOW:
        raise Conflict("It was submitted more than five minutes ago and stands.", "too_late")
    decided = Grade.objects.standing().filter(run=grade.run, kind=GradeKind.ADJUDICATION).exclude(pk=grade.pk)
    if decided.exists():
        raise Conflict("A third person is deciding about this run already.", "too_late")
    if Grade.objects.open().filter(evaluator=user).exists():
        raise Conflict("Submit or give back the grade you are at first.", "busy")
    grade.state, grade.submitted_at, grade.authoritative = GradeState.OPEN, None, False
    grade.expires_at = timezone.now() + Grade.LIFETIME
    grade.save()
    _settle(grade)
    audit.record(user, "grade.taken_back", grade)
    tell_campaign(grade.campaign_id, "graded")
    return grade


@transaction.atomic
def release_grade(user, grade: Grade) -> Grade:
    """Leave it to others; it may come back later."""
    grade = _mine(user, grade)
    grade.state = GradeState.RELEASED
    grade.save(update_fields=["state"])
    audit.record(user, "grade.released", grade)
    tell_campaign(grade.campaign_id, "graded")
    return grade


@transaction.atomic
def expire_grades(now: datetime | None = None) -> int:
    """End the claims whose page is gone; how many. What was typed is kept for when its author comes back."""
    over = Grade.objects.open().filter(expires_at__lte=now or timezone.now())
    ended = list(over.select_for_update(skip_locked=True, of=("self",)))
    for grade in ended:
        grade.state = GradeState.EXPIRED
        grade.save(update_fields=["state"])
        audit.record(None, "grade.expired", grade)
        tell_campaign(grade.campaign_id, "graded")
    return len(ended)


def _settle(grade: Grade) -> None:
    """Which answer counts for a grade's run: the adjudication, else the first of enough grades that agree.

    The run's row is locked; whether it waits for a third person is kept on it.
    """
    run, campaign = grade.run, grade.campaign
    if run.campaign_id != campaign.pk:
        return  # gold: what is right was known before
    grades = list(Grade.objects.submitted().filter(run=run, campaign=campaign).order_by("submitted_at"))
    given = [one for one in grades if one.kind == GradeKind.GRADE]
    decided = next((one for one in grades if one.kind == GradeKind.ADJUDICATION), None)
    enough = len(given) >= campaign.overlap
    if decided is None and enough and agree(given, grade.rubric.criteria.all()):
        decided = given[0]
    for one in sorted(grades, key=lambda one: one == decided):  # never two at once
        if one.authoritative != (one == decided):
            Grade.objects.filter(pk=one.pk).update(authoritative=one == decided)
    grade.authoritative = grade == decided
    disputed = enough and decided is None
    if run.disputed != disputed:
        run.disputed = disputed
        run.save(update_fields=["disputed"])


def agree(grades: list[Grade], criteria) -> bool:
    """Whether they say the same about success, and about each criterion that decides it."""
    success = grades[0].success
    if success is None or any(grade.success != success for grade in grades):
        return False
    return all(len({answer_to(c, grade.answers) for grade in grades}) == 1 for c in criteria if decisive(c))


@transaction.atomic
def rule_infrastructure(user, run: Run, reason: str) -> Run:
    """A lead's word, before anyone has graded it, that the phone or its surroundings ended a run."""
    must(people.can_lead(user), "Only a lead decides that.")
    run = Run.objects.select_for_update(of=("self",)).get(pk=run.pk)
    if run.state != RunState.ENDED:
        raise Conflict("The run has not ended yet.", "state")
    if Grade.objects.standing().filter(run=run).exists():
        raise Conflict("It is being graded; whether it counts is decided before that.", "graded")
    if not reason.strip():
        raise Refused("Say what happened.", "reason_needed", {"reason": ["This is needed."]})
    run.ending, run.reason = "infrastructure", reason.strip()
    run.save(update_fields=["ending", "reason"])
    audit.record(user, "run.ruled_infrastructure", run, reason=run.reason)
    return run


def _may_grade(user, grade) -> bool:
    return policies.can_grade(user) or (grade.kind == GradeKind.ADJUDICATION and people.can_lead(user))


def _mine(user, grade: Grade, *more: str) -> Grade:
    """One's own open grade, locked."""
    grade = _locked(user, grade, *more)
    if grade.state != GradeState.OPEN:
        words = grade.get_state_display().lower()
        raise Conflict(f"This grade is {words}; it cannot be changed now.", "grade_over")
    _must_run(grade.campaign)
    return grade


def _locked(user, grade: Grade, *more: str) -> Grade:
    """One's own grade with all that its sheet shows, its row locked, and `more` rows: "run"."""
    rows = Grade.objects.select_for_update(of=("self", *more)).for_a_sheet()
    grade = rows.filter(pk=grade.pk, evaluator=user).first()
    if grade is None:
        raise NotFound("There is no such grade of yours.")
    grade.evaluator = user
    must(_may_grade(user, grade), "Your roles do not let you grade.")
    return grade


def _must_run(campaign: Campaign) -> None:
    if campaign.state == CampaignState.CLOSED:
        raise Conflict("The campaign was closed; its figures are final.", "closed")


def _must_be_newest(grade: Grade, version: int) -> None:
    if version != grade.version:
        raise Conflict("Another tab has saved this grade meanwhile; load it again.", "stale")


def _write(grade: Grade, fields: dict) -> None:
    wrong = {}
    steps = len(grade.run.episode.steps.all()) if grade.run.episode else 0
    if "answers" in fields:
        known = {str(criterion.pk) for criterion in grade.rubric.criteria.all()}
        for key, entry in fields["answers"].items():
            step = entry.get("step")
            if key not in known or entry.get("answer") not in Answer.values:
                wrong["answers"] = ["Answers are y, n or u, to the criteria of this rubric."]
            elif step is not None and not 0 <= step < steps:
                wrong["answers"] = [f"There is no step {step}."]
    first = fields.get("first_wrong_step")
    if first is not None and first >= steps:
        wrong["first_wrong_step"] = ["There is no such step."]
    if wrong:
        raise Refused("This grade cannot be kept as it is.", "invalid", wrong)
    for name, value in fields.items():
        if name == "seconds":  # a clock of the page's: it only goes on
            value = max(grade.seconds, value)
        setattr(grade, name, value)
    grade.version += 1
