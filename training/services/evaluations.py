"""Evaluation on the platform's phones: a campaign of a promoted checkpoint, decided by machines alone.

No process of its own works on it: agents' workers make the runs, and the clock follows them from the rows.
"""

from collections import Counter
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from evaluation import services as evaluation
from evaluation.models import Campaign, CampaignState, Run, RunState, Suite
from evaluation.report.collect import collect
from evaluation.report.figures import figures
from phonebuddy import audit
from phonebuddy.api.errors import Conflict
from training.config import JobConfig
from training.models import Job, JobKind, JobState
from training.services.checkpoints import note_measured, promote_checkpoint
from training.services.rows import let_go, move, tell_job

#: So long after the last run judges may take; what they have not judged by then stays undecided.
JUDGING = timedelta(minutes=15)


def on_phones(job: Job) -> bool:
    return job.kind == JobKind.EVALUATE and job.config["on"] == "campaign"


def faults(config: JobConfig) -> dict[str, list[str]]:
    """Why this evaluation could not be made, by field."""
    if config.on != "campaign":
        return {}
    suite = Suite.objects.filter(name__iexact=config.suite).first()
    if suite is None:
        names = ", ".join(Suite.objects.order_by("name").values_list("name", flat=True)) or "none yet"
        return {"config.suite": [f"There is no suite {config.suite!r} here; there are: {names}."]}
    if not suite.tasks.exists() or suite.tasks.filter(rubrics=None).exists():
        return {"config.suite": ["Every task of the suite needs a rubric."]}
    if config.tasks:
        return {"config.tasks": ["A campaign runs the whole suite: leave this at 0."]}
    return {}


def begin(user, job: Job) -> None:
    """Promote the checkpoint if it is no agent yet, and launch its campaign. Inside a verb's transaction."""
    agent = job.base.agent or promote_checkpoint(user, job.base)
    suite = Suite.objects.get(name__iexact=job.config["suite"])
    name = f"{job.name[:100]} · {timezone.now():%Y-%m-%d %H:%M:%S}"
    campaign = evaluation.create_campaign(
        user, [agent], [], name=name, suite=suite, attempts=job.config["trials"], overlap=0,
        seed=job.config["seed"], description=f"Evaluation of the checkpoint {job.base.name}.",
    )  # fmt: skip
    job.campaign = evaluation.launch_campaign(user, campaign)
    move(job, JobState.RUNNING)
    job.started_at = job.attempt_at = timezone.now()
    job.attempts, job.phase, job.of = 1, "runs", Run.objects.filter(campaign=campaign).count()
    job.save()


def hold(user, job: Job) -> None:
    """No further run begins."""
    if job.campaign.state == CampaignState.RUNNING:
        evaluation.pause_campaign(user, job.campaign)


def go_on(user, job: Job) -> None:
    if job.campaign.state == CampaignState.CLOSED:
        raise Conflict("Its campaign was closed; start another evaluation.", "closed")
    if job.campaign.state == CampaignState.PAUSED:
        evaluation.resume_campaign(user, job.campaign)
    job.attempt_at = timezone.now()


def follow_evaluations() -> int:
    """Note how far every evaluation on phones is, and end those that are through; how many ended."""
    jobs = Job.objects.filter(state=JobState.RUNNING, campaign__isnull=False)
    return sum(_follow(pk) for pk in jobs.values_list("pk", flat=True))


@transaction.atomic
def _follow(pk) -> bool:
    rows = Job.objects.select_for_update(of=("self",), skip_locked=True)
    job = rows.filter(pk=pk, state=JobState.RUNNING).select_related("owner", "campaign", "base").first()
    if job is None:
        return False
    runs = Run.objects.filter(campaign=job.campaign).latest_trials()
    states = Counter(runs.values_list("state", flat=True))
    step, of, phase = states[RunState.ENDED], states.total(), "runs"
    if step == of:
        phase = "judging" if _judging(job) else "done"
    changed = (step, of, phase) != (job.step, job.of, job.phase)
    job.step, job.of, job.phase = step, of, phase
    if phase == "done" or job.campaign.state == CampaignState.CLOSED:
        _finish(job)
        return True
    job.save(update_fields=["step", "of", "phase"])
    if changed:
        tell_job(job)
    return False


def _judging(job: Job) -> bool:
    """Whether a judge still has something to say. Asked once, when the last run has ended."""
    undecided = [a for a in collect(job.campaign).attempts if a.valid and a.success is None]
    last = Run.objects.filter(campaign=job.campaign).order_by("-ended_at").first()
    if not undecided or timezone.now() > last.ended_at + JUDGING:
        return False
    if job.phase == "runs":
        evaluation.judge_campaign(job.owner, job.campaign, evaluation.judges()[-1])
    return not all(attempt.judged for attempt in undecided)


def _finish(job: Job) -> None:
    if job.campaign.state != CampaignState.CLOSED:
        evaluation.close_campaign(job.owner, job.campaign)
    move(job, JobState.DONE)
    job.ended_at, job.phase = timezone.now(), ""
    let_go(job, job.ended_at)
    job.result = result_of(job.campaign)
    job.latest = {"success": job.result.get("rate")}
    job.save()
    note_measured(job)
    audit.record(None, "job.done", job, successes=job.result.get("successes"))
    tell_job(job)


def result_of(campaign: Campaign) -> dict:
    """{successes, tasks, rate, low, high (Wilson, 95 %), undecided, excluded, categories: {name: …}}."""
    found = figures(collect(campaign))
    kept = ("successes", "tasks", "attempts", "rate", "low", "high")
    lines = [(line, {name: line[name] for name in kept}) for line in found["success"]]
    overall = next((short for line, short in lines if line["slice"] == "all"), {"successes": 0, "tasks": 0})
    counts = found["counts"]
    return overall | {
        "undecided": counts["valid"] - counts["decided"],
        "excluded": counts["ended"] - counts["valid"],
        "categories": {line["value"]: short for line, short in lines if line["slice"] == "category"},
    }
