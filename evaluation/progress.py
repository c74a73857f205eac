"""How far a campaign is: always counted from the rows."""

from django.db.models import Count, Exists, OuterRef, Q

from evaluation.models import ACTIVE, GRADED, Campaign, Ending, Grade, GradeKind, Run, RunState


def progress_of(campaign: Campaign) -> dict[str, int]:
    """What `ProgressSerializer` shows, in three queries."""
    decided = Grade.objects.filter(run=OuterRef("pk"), campaign=campaign, authoritative=True)
    latest = Run.objects.filter(campaign=campaign).latest_trials()
    runs = latest.annotate(decided=Exists(decided)).aggregate(
        runs=Count("pk"),
        queued=Count("pk", filter=Q(state=RunState.QUEUED)),
        running=Count("pk", filter=Q(state__in=ACTIVE)),
        gradable=Count("pk", filter=Q(ending__in=GRADED, episode__isnull=False)),
        excluded=Count("pk", filter=Q(ending__in=(Ending.INFRASTRUCTURE, Ending.STOPPED))),
        settled=Count("pk", filter=Q(decided=True)),
    )
    grades = Grade.objects.filter(campaign=campaign, kind=GradeKind.GRADE).aggregate(
        given=Count("pk", filter=Q(state="submitted")), open=Count("pk", filter=Q(state="open"))
    )
    full = (
        Grade.objects.submitted()
        .filter(campaign=campaign, kind=GradeKind.GRADE)
        .values("run")
        .annotate(n=Count("pk"))
        .filter(n__gte=campaign.overlap)
        .count()
    )
    return runs | {
        "grades_wanted": runs["runs"] * campaign.overlap,
        "grades_given": grades["given"],
        "grades_open": grades["open"],
        "disputed": full - runs["settled"],
    }
