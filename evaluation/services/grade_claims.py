"""What there is to grade, and for whom: each run as often as planned, in an order of each person's own."""

import hashlib
from datetime import datetime
from statistics import median

from django.db import IntegrityError, transaction
from django.db.models import (
    Case,
    CharField,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import MD5, Cast, Concat
from django.utils import timezone

from evaluation import policies
from evaluation.models import Campaign, GoldItem, GoldPhase, Grade, GradeKind, GradeState, Run
from evaluation.services.campaigns import tell_campaign
from evaluation.services.grading import FIELDS, heartbeat_grade
from evaluation.services.rows import must
from phonebuddy import audit
from phonebuddy.api.errors import Conflict

#: Of a gold item: what the sheet of its run shows.
FOR_A_SHEET = ("run__task", "run__episode")


def claim_grade(user, campaign: Campaign | None = None) -> Grade:
    """The grade to give next, in one campaign or in any: the one already begun, else training items, then
    disagreements of others, then runs and hidden gold items.

    Conflict "queue_empty" when nothing is left for this person.
    """
    must(policies.can_grade(user), "Your roles do not let you grade.")
    begun = _begun(user)
    if begun:
        return heartbeat_grade(user, begun)
    campaigns = Campaign.objects.graded_by(user).order_by("launched_at").annotate(
        has_gold=Exists(GoldItem.objects.filter(campaign=OuterRef("pk"))),
        has_disputes=Exists(Run.objects.filter(campaign=OuterRef("pk"), disputed=True)),
    )  # fmt: skip
    try:
        for one in campaigns.filter(pk=campaign.pk) if campaign else campaigns:
            if grade := _claim_in(user, one):
                return grade
    except IntegrityError as error:  # two tabs of one person, or two people deciding, at once
        if begun := _begun(user):
            return begun
        raise Conflict("Somebody was faster; try again.", "unavailable") from error
    raise Conflict("Nothing is left for you to grade right now.", "queue_empty")


def claim_adjudication(user, run: Run) -> Grade:
    """Decide about a run whose grades differ. Conflict "settled" if nothing is to be decided, "busy" while
    another grade is open."""
    campaign = run.campaign
    must(campaign and policies.can_adjudicate(user, run, campaign), "You cannot decide about this run.")
    if begun := _begun(user):
        if begun.run_id == run.pk:
            return heartbeat_grade(user, begun)
        raise Conflict("Submit or give back the grade you are at first.", "busy")
    disputed = disputed_runs(campaign).filter(pk=run.pk)
    try:
        grade = _locking(user, campaign, disputed, GradeKind.ADJUDICATION)
    except IntegrityError as error:  # in another tab
        raise Conflict("Somebody was faster; try again.", "unavailable") from error
    if grade is None:
        raise Conflict("Nothing is to be decided about this run, or somebody is at it.", "settled")
    return grade


def _begun(user) -> Grade | None:
    return Grade.objects.open().filter(evaluator=user).order_by("claimed_at").first()


def _claim_in(user, campaign: Campaign) -> Grade | None:
    gold = list(_gold(campaign, user)) if campaign.has_gold else []
    for item in gold:
        if item.phase == GoldPhase.TRAINING:
            return _open(user, campaign, item.run, GradeKind.TRAINING)
    seen = Grade.objects.standing().filter(evaluator=user).values("run")
    if campaign.has_disputes:
        disputed = disputed_runs(campaign).exclude(pk__in=seen)
        if grade := _locking(user, campaign, disputed, GradeKind.ADJUDICATION, wait=False):
            return grade
    wanting = _wanting(campaign).exclude(pk__in=seen)
    if gold and _gold_now(user, campaign, len(gold), wanting):
        return _open(user, campaign, gold[0].run, GradeKind.GOLD)
    return _locking(user, campaign, _mixed(user, campaign, wanting), GradeKind.GRADE)


def _wanting(campaign: Campaign):
    """Runs that want more grades; none where machines alone decide."""
    if not campaign.overlap:
        return Run.objects.none()
    given = Grade.objects.standing().filter(campaign=campaign, kind=GradeKind.GRADE)
    full = given.order_by().values("run").annotate(n=Count("pk")).filter(n__gte=campaign.overlap)
    return Run.objects.gradable().filter(campaign=campaign).exclude(pk__in=full.values("run"))


def disputed_runs(campaign: Campaign):
    """Runs with all their grades, which differ, and nobody deciding yet."""
    deciding = Grade.objects.open().filter(run=OuterRef("pk"), kind=GradeKind.ADJUDICATION)
    return Run.objects.filter(~Exists(deciding), campaign=campaign, disputed=True).order_by("position")


def _gold(campaign: Campaign, user):
    """Gold items that this person has not graded, in an order of their own."""
    done = Grade.objects.standing().filter(evaluator=user).values("run")
    items = GoldItem.objects.filter(campaign=campaign).exclude(run__in=done).select_related(*FOR_A_SHEET)
    return items.annotate(mix=_mix(user, campaign, "run")).order_by("mix")


def _mixed(user, campaign, runs):
    """Not the task just graded, then the agent graded least so far, then by a seeded shuffle: an order of
    each person's own in which all agents come equally often."""
    mine = Grade.objects.standing().filter(evaluator=user, campaign=campaign)
    graded = mine.order_by().values_list("run__agent").annotate(n=Count("pk"))
    last, number = Subquery(mine.order_by("-claimed_at").values("run__task")[:1]), IntegerField()
    return runs.annotate(
        again=Case(When(task=last, then=1), default=0, output_field=number),
        graded=Case(*(When(agent=agent, then=n) for agent, n in graded), default=0, output_field=number),
        mix=_mix(user, campaign, "pk"),
    ).order_by("again", "graded", "mix")


def _mix(user, campaign, run: str):
    return MD5(Concat(Value(f"{campaign.seed}/{user.pk}/"), Cast(F(run), CharField())))


def _gold_now(user, campaign, gold: int, wanting) -> bool:
    """Whether the next one is a hidden gold item: by chance, so that they lie evenly among the others, and
    certainly when they are all that is left."""
    given = Grade.objects.standing().filter(campaign=campaign, kind=GradeKind.GRADE, run__in=wanting)
    places = wanting.count() * campaign.overlap - given.count()
    if not places:
        return True
    share = places / max(1, campaign.graders.count())
    count = Grade.objects.standing().filter(evaluator=user, campaign=campaign).count()
    digest = hashlib.sha256(f"{campaign.seed}/{user.pk}/{count}".encode()).digest()
    return int.from_bytes(digest[:8]) / 2**64 < gold / (gold + share)


@transaction.atomic
def _locking(user, campaign, candidates, kind, wait=True) -> Grade | None:
    """Claim the first candidate whose row nobody else is claiming, and that is still one under the lock."""
    full: list = []
    while True:
        left = candidates.exclude(pk__in=full) if full else candidates
        left = left.select_related("task", "episode")
        run = left.select_for_update(skip_locked=True, of=("self",)).first()
        if run is None and wait:  # for one that another is claiming: it may fall to us
            run = left.select_for_update(of=("self",)).first()
        if run is None:
            return None
        # Counted again in a statement of its own: the first one read before the lock was held.
        held = Grade.objects.standing().filter(run=run, campaign=campaign, kind=kind).count()
        if held < (campaign.overlap if kind == GradeKind.GRADE else 1):
            return _open(user, campaign, run, kind)
        full.append(run.pk)


@transaction.atomic
def _open(user, campaign: Campaign, run: Run, kind: str) -> Grade:
    """The claim itself, with what was typed before an earlier one of it lapsed. Raises IntegrityError."""
    rubric = run.task.rubrics.prefetch_related("criteria").first()
    before = Grade.objects.filter(
        run=run, evaluator=user, campaign=campaign, kind=kind, state=GradeState.EXPIRED
    ).last()
    kept = {name: getattr(before, name) for name in FIELDS} if before else {}
    grade = Grade.objects.create(
        run=run, evaluator=user, campaign=campaign, rubric=rubric, kind=kind,
        expires_at=timezone.now() + Grade.LIFETIME, **kept,
    )  # fmt: skip
    audit.record(user, "grade.claimed", grade, kind=kind, campaign=str(campaign.pk))
    tell_campaign(campaign.pk, "graded")
    return grade


def grading_queue(user, now: datetime | None = None) -> dict:
    """What is left for this person, who holds the rest, and their own pace (which only they see).

    {left, training, held_by_others, oldest_frees_in_s, done, done_today, median_s, open}
    """
    now = now or timezone.now()
    seen = Grade.objects.standing().filter(evaluator=user)
    left = training = 0
    campaigns = list(Campaign.objects.graded_by(user))
    for campaign in campaigns:
        phases = list(_gold(campaign, user).values_list("phase", flat=True))
        training += phases.count(GoldPhase.TRAINING)
        left += phases.count(GoldPhase.HIDDEN)
        left += _wanting(campaign).exclude(pk__in=seen.values("run")).count()
        left += disputed_runs(campaign).exclude(pk__in=seen.values("run")).count()
    others = Grade.objects.open().filter(campaign__in=campaigns).exclude(evaluator=user)
    oldest = others.order_by("expires_at").first()
    mine = Grade.objects.submitted().filter(evaluator=user)
    spent = list(mine.filter(seconds__gt=0).values_list("seconds", flat=True))
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    return {
        "left": left,
        "training": training,
        "held_by_others": others.count(),
        "oldest_frees_in_s": max(0, round((oldest.expires_at - now).total_seconds())) if oldest else None,
        "done": mine.count(),
        "done_today": mine.filter(submitted_at__gte=midnight).count(),
        "median_s": round(median(spent)) if spent else None,
        "open": seen.filter(state=GradeState.OPEN).values_list("pk", flat=True).first(),
    }
