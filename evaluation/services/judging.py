"""Letting judges judge: what they are shown comes from the run's rows, what they say is kept beside it."""

from dataclasses import asdict

from django.conf import settings
from django.db import IntegrityError, transaction

from evaluation import policies
from evaluation.judges import text
from evaluation.judges.base import Case, Criterion, Frame, Judged
from evaluation.judges.vision import PROMPT_VERSION, VisionJudge
from evaluation.models import Campaign, Judgement, Run
from evaluation.rubrics import success_of
from evaluation.services.campaigns import tell_campaign
from evaluation.services.rows import must
from evaluation.trees import load
from phonebuddy import audit
from phonebuddy.api.errors import Refused
from phonebuddy.blobs.store import path_of


def judges() -> list[str]:
    """The judges that there are: the one that reads UI trees, and the model that is configured."""
    return [text.NAME, *(["vision"] if settings.JUDGE.get("base_url") else [])]


def judge_campaign(user, campaign: Campaign, judge: str) -> int:
    """Queue the judge for every run that has ended and that it has not judged; how many."""
    must(policies.can_manage_campaigns(user), "Your roles do not let you ask a judge.")
    if judge not in judges():
        raise Refused(f"There is no judge {judge!r} here; there are: {', '.join(judges())}.", "no_judge")
    name = name_of(judge)
    runs = Run.objects.gradable().filter(campaign=campaign)
    waiting = list(runs.exclude(judgements__judge=name).values_list("pk", flat=True))
    audit.record(user, "campaign.judge_asked", campaign, judge=name, runs=len(waiting))

    def queue():
        from evaluation.tasks import judge_run as task

        for run in waiting:
            task.delay(str(run), judge)

    transaction.on_commit(queue)
    return len(waiting)


def name_of(judge: str) -> str:
    """As it stands in the report: what it is and which version of it."""
    if judge == text.NAME:
        return f"text v{text.VERSION}"
    return f"{VisionJudge(settings.JUDGE).name}, prompt v{PROMPT_VERSION}"


def judge_run(run: Run, judge: str) -> Judgement:
    """The judge's verdict on a run; asked once about the same thing. Raises JudgeDown."""
    rubric = run.task.rubrics.first()
    case, name = case_of(run, rubric), name_of(judge)
    key = case.key(name)
    known = Judgement.objects.filter(run=run, judge=name, key=key).first()
    if known:
        return known
    judged: Judged = text.judge(case) if judge == text.NAME else VisionJudge(settings.JUDGE).judge(case)
    verdicts = {criterion: asdict(verdict) for criterion, verdict in judged.verdicts.items()}
    try:
        with transaction.atomic():
            made = Judgement.objects.create(
                run=run, rubric=rubric, judge=name, key=key, verdicts=verdicts,
                prompt_version=PROMPT_VERSION if judge != text.NAME else text.VERSION,
                success=success_of(rubric.criteria.all(), verdicts),
                samples=judged.samples, details=judged.details,
            )  # fmt: skip
    except IntegrityError:  # another worker was asked the same and was faster
        return Judgement.objects.get(run=run, judge=name, key=key)
    if run.campaign_id:
        tell_campaign(run.campaign_id, "judged")
    return made


def case_of(run: Run, rubric) -> Case:
    """What a judge is shown of a run."""
    criteria = tuple(Criterion(str(c.pk), c.text, c.must, c.negative) for c in rubric.criteria.all())
    steps = run.episode.steps.all()
    frames = tuple(
        Frame(
            index=step.seq,
            action=step.action,
            package=(step.foreground or {}).get("package", ""),
            nodes=tuple(load(path_of(step.tree_id).read_bytes()))
            if step.tree_id and not step.tree_stale
            else (),
            picture=path_of(step.screenshot_id).read_bytes() if step.screenshot_id else None,
        )
        for step in steps
    )
    return Case(run.task.goal, criteria, frames, run.answer, run.ending, _apps())


def _apps() -> dict[str, str]:
    """Label -> package of the mock phone's apps."""
    from devices.phoneworld.world import default_world

    return {app.label: package for package, app in default_world().apps.items()}
