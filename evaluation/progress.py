"""How far campaigns are: always counted from the rows."""

from collections.abc import Iterable

from django.db.models import Count, Exists, OuterRef, Q

from evaluation.models import ACTIVE, GRADED, Campaign, Ending, Grade, GradeKind, Run, RunState

RUNS = {
    "runs": Q(),
    "queued": Q(state=RunState.QUEUED),
    "running": Q(state__in=ACTIVE),
    "gradable": Q(ending__in=GRADED, episode__isnull=False),
    "excluded": Q(ending__in=(Ending.INFRASTRUCTURE, Ending.STOPPED)),
    "settled": Q(decided=True),
    "disputed": Q(disputed=True),
}
GRADES = {"grades_given": Q(state="submitted"), "grades_open": Q(state="open")}


def progress_of(campaigns: Iterable[Campaign]) -> dict:
    """{campaign id: what `ProgressSerializer` shows}, in two queries however many campaigns there are."""
    campaigns = list(campaigns)
    decided = Grade.objects.filter(run=OuterRef("pk"), campaign=OuterRef("campaign"), authoritative=True)
    runs = Run.objects.filter(campaign__in=campaigns).latest_trials().annotate(decided=Exists(decided))
    grades = Grade.objects.filter(campaign__in=campaigns, kind=GradeKind.GRADE)
    runs, grades = _counted(runs, RUNS), _counted(grades, GRADES)
    found = {}
    for one in campaigns:
        mine = runs.get(one.pk, dict.fromkeys(RUNS, 0)) | grades.get(one.pk, dict.fromkeys(GRADES, 0))
        found[one.pk] = mine | {"grades_wanted": mine["runs"] * one.overlap}
    return found


def _counted(rows, what: dict[str, Q]) -> dict:
    """{campaign id: {name: how many rows}}"""
    counts = {name: Count("pk", filter=only) for name, only in what.items()}
    return {row.pop("campaign"): row for row in rows.order_by().values("campaign").annotate(**counts)}
