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
    Sum,
    Value,
    When,
)
from django.db.models.functions import MD5, Cast, Coalesce, Concat
from django.utils import timezone

from evaluation import policies
from evaluation.models import Campaign, Grade, GradeKind, GradeState, Run
from evaluation.services.campaigns import tell_campaign
from evaluation.services.grading import FIELDS, heartbeat_grade
from evaluation.services.rows import must
from phonebuddy import audit
from phonebuddy.api.errors import Conflict


def claim_grade(user, campaign: Campaign | None = None) -> Grade:
    """The grade to give next, in one campaign or in any: the one already begun, else training items, then
    disagreements of others, then runs and hidden gold items.

    Conflict "queue_empty" when nothing is left for this person.
    """
    must(policies.can_grade(user), "Your roles do not let you grade.")
    begun = Grade.objects.open().filter(evaluator=user).order_by("claimed_at").first()
    if begun:
        return heartbeat_grade(user, begun)
    campaigns = Campaign.objects.graded_by(user).order_by("launched_at")
    for one in campaigns.filter(pk=campaign.pk) if campaign else campaigns:
        if grade := _claim_in(user, one):
            return grade
    raise Conflict("Nothing is left for you to grade right now.", "queue_empty")


def claim_adjudication(user, run: Run) -> Grade:
    """Decide about a run whose grades differ. Conflict "settled" if nothing is to be decided."""
    campaign = run.campaign
    must(campaign and policies.can_adjudicate(user, run, campaign), "You cannot decide about this run.")
    with transaction.atomic():
        Run.objects.select_for_update().get(pk=run.pk)
        if not disputed_runs(campaign).filter(pk=run.pk).exists():
            raise Conflict("Nothing is to be decided about this run, or somebody is at it.", "settled")
        return _open(user, campaign, run, GradeKind.ADJUDICATION)


def _claim_in(user, campaign: Campaign) -> Grade | None:
    seen = Grade.objects.standing().filter(evaluator=user)
    has_gold = campaign.gold.exists()
    if has_gold and (training := _gold(campaign, user, "training").first()):
        return _open(user, campaign, training, GradeKind.TRAINING)
    disputed = disputed_runs(campaign).exclude(pk__in=seen.values("run"))
    if grade := _locking(user, campaign, disputed, GradeKind.ADJUDICATION, disputed_runs, wait=False):
        return grade
    hidden = _gold(campaign, user, "hidden")
    wanting = _wanting(campaign).exclude(pk__in=seen.values("run"))
    if has_gold and _gold_now(user, campaign, hidden.count(), wanting):
        return _open(user, campaign, hidden.first(), GradeKind.GOLD)
    return _locking(user, campaign, _mixed(user, campaign, wanting), GradeKind.GRADE, _wanting)


def _wanting(campaign: Campaign):
    """Runs that want more grades."""
    given = Grade.objects.standing().filter(run=OuterRef("pk"), campaign=campaign, kind=GradeKind.GRADE)
    counted = given.order_by().values("run").annotate(n=Count("pk")).values("n")
    runs = Run.objects.gradable().filter(campaign=campaign)
    return runs.annotate(given=Coalesce(Subquery(counted, output_field=IntegerField()), 0)).filter(
        given__lt=campaign.overlap
    )


def disputed_runs(campaign: Campaign):
    """Runs with all their grades, which differ, and nobody deciding yet."""
    grades = Grade.objects.filter(run=OuterRef("pk"), campaign=campaign)
    counted = grades.submitted().filter(kind=GradeKind.GRADE).order_by().values("run")
    return (
        Run.objects.filter(campaign=campaign)
        .annotate(given=Subquery(counted.annotate(n=Count("pk")).values("n"), output_field=IntegerField()))
        .filter(
            ~Exists(grades.filter(authoritative=True)),
            ~Exists(grades.standing().filter(kind=GradeKind.ADJUDICATION)),
            given__gte=campaign.overlap,
        )
        .order_by("position")
    )


def _gold(campaign: Campaign, user, phase: str):
    """Gold items that this person has not graded, in an order of their own."""
    done = Grade.objects.standing().filter(evaluator=user).values("run")
    runs = Run.objects.filter(gold__campaign=campaign, gold__phase=phase).exclude(pk__in=done)
    return runs.annotate(mix=_mix(user, campaign)).order_by("mix")


def _mixed(user, campaign, runs):
    """Not the task just graded, then the agent graded least so far, then by a seeded shuffle: an order of
    each person's own in which all agents come equally often."""
    mine = Grade.objects.standing().filter(evaluator=user, campaign=campaign)
    last = mine.order_by("-claimed_at").values_list("run__task", flat=True).first()
    graded = mine.order_by().values_list("run__agent").annotate(n=Count("pk"))
    number = IntegerField()
    return runs.annotate(
        again=Case(When(task=last, then=1), default=0, output_field=number),
        graded=Case(*(When(agent=agent, then=n) for agent, n in graded), default=0, output_field=number),
        mix=_mix(user, campaign),
    ).order_by("again", "graded", "mix")


def _mix(user, campaign):
    return MD5(Concat(Value(f"{campaign.seed}/{user.pk}/"), Cast(F("pk"), CharField())))


def _gold_now(user, campaign, gold: int, wanting) -> bool:
    """Whether the next one is a hidden gold item: by chance, so that they lie evenly among the others, and
    certainly when they are all that is left."""
    if not gold:
        return False
    places = wanting.aggregate(
        n=Coalesce(Sum(campaign.overlap - F("given"), output_field=IntegerField()), 0)
    )["n"]
    if not places:
        return True
    share = places / max(1, campaign.graders.count())
    count = Grade.objects.standing().filter(evaluator=user, campaign=campaign).count()
    digest = hashlib.sha256(f"{campaign.seed}/{user.pk}/{count}".encode()).digest()
    return int.from_bytes(digest[:8]) / 2**64 < gold / (gold + share)


def _locking(user, campaign, candidates, kind, still, wait=True) -> Grade | None:
    """Claim the first candidate whose row nobody else is claiming, and that is still one under the lock."""
    full: list = []
    with transaction.atomic():
        while True:
            left = candidates.exclude(pk__in=full) if full else candidates
            run = left.select_for_update(skip_locked=True, of=("self",)).first()
            if run is None and wait:  # for one that another is claiming: it may fall to us
                run = left.select_for_update(of=("self",)).first()
            if run is None:
                return None
            # Counted again in a statement of its own: the first one read before the lock was held.
            if still(campaign).filter(pk=run.pk).exists():
                return _open(user, campaign, run, kind)
            full.append(run.pk)


def _open(user, campaign: Campaign, run: Run, kind: str) -> Grade:
    rubric = run.task.rubrics.first()
    before = Grade.objects.filter(
        run=run, evaluator=user, campaign=campaign, kind=kind, state="expired"
    ).last()
    kept = {name: getattr(before, name) for name in FIELDS} if before else {}
    try:
        with transaction.atomic():
            grade = Grade.objects.create(
                run=run, evaluator=user, campaign=campaign, rubric=rubric, kind=kind,
                expires_at=timezone.now() + Grade.LIFETIME, **kept,
            )  # fmt: skip
    except IntegrityError as error:  # two tabs of one person, or two people deciding, at once
        if begun := Grade.objects.open().filter(evaluator=user).first():
            return begun
        raise Conflict("Somebody was faster; try again.", "unavailable") from error
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
    for campaign in Campaign.objects.graded_by(user):
        training += _gold(campaign, user, "training").count()
        left += _wanting(campaign).exclude(pk__in=seen.values("run")).count()
        left += disputed_runs(campaign).exclude(pk__in=seen.values("run")).count()
        left += _gold(campaign, user, "hidden").count()
    campaigns = Campaign.objects.graded_by(user).values("pk")
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
