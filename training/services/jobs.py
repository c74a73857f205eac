"""What a person does with a job: start, stop, resume, try again."""

from django.db import transaction
from django.utils import timezone

from phonebuddy import audit
from phonebuddy.api.errors import Conflict, Refused
from training import policies
from training.config import CONFIGS, PRESETS, ConfigError, JobConfig, from_json, preset
from training.models import Checkpoint, Job, JobKind, JobState, Purpose, Queue
from training.options import KINDS
from training.services import evaluations
from training.services.checkpoints import keep
from training.services.datasets import now_held_out
from training.services.rows import let_go, locked, move, must, tell_job, wake
from training.trust import distrust

DELETED = "The files of this checkpoint were deleted."
LEARNS = (JobKind.SFT, JobKind.JUDGE_SFT)


def queue_of(preset_name: str) -> str:
    """The kind of machine that a preset is made for."""
    return Queue.CPU if preset_name == "starter" else Queue.GPU


def config_of(kind: str, preset_name: str, changes: dict) -> JobConfig:
    """The whole configuration: a preset with some fields changed. Refused, field by field."""
    if kind not in CONFIGS:
        raise Refused("There is no such kind of job.", "invalid", {"kind": [f"One of {', '.join(CONFIGS)}."]})
    if preset_name not in PRESETS:
        raise Refused("There is no such preset.", "invalid", {"preset": [f"One of {', '.join(PRESETS)}."]})
    wrong = {}
    base = preset(kind, preset_name).to_json()
    for name, value in changes.items():  # one by one, so that every wrong field is named at once
        try:
            from_json(kind, {**base, name: value})
        except ConfigError as error:
            wrong[f"config.{name}"] = [str(error)]
    if wrong:
        raise Refused("This configuration cannot be.", "invalid", wrong)
    return from_json(kind, {**base, **changes})


@transaction.atomic
def start_training(
    user,
    kind: str,
    *,
    name: str = "",
    preset: str = "starter",
    config: dict | None = None,
    dataset=None,
    base: Checkpoint | None = None,
    judge: Checkpoint | None = None,
    judge_anyway: bool = False,
    parent: Job | None = None,
    queue: str = "",
) -> Job:
    """Put a job into its queue; an evaluation on the platform's phones begins at once.

    ``config`` holds what differs from the preset. ``judge``: a judge's checkpoint, which gives the reward on
    real apps; one below its threshold only with ``judge_anyway``. Refused, field by field, when it could
    never run.
    """
    must(policies.can_train(user))
    whole = config_of(kind, preset, config or {})
    _must_fit(kind, whole, dataset, base, queue, judge, judge_anyway)
    job = Job.objects.create(
        name=(name.strip() or _name(kind, dataset, base))[:120],
        kind=kind, owner=user, preset=preset, config=whole.to_json(), queue=queue or queue_of(preset),
        dataset=dataset, base=base, parent=parent, judge=judge,
        judge_anyway=bool(judge and distrust(judge.about)),
    )  # fmt: skip
    for kept in filter(None, (base, judge)):
        keep(kept)
    made_from = {"base": str(base.pk) if base else "", "judge": str(judge.pk) if judge else ""}
    audit.record(user, "job.started", job, kind=kind, preset=preset, **made_from)
    if evaluations.on_phones(job):
        evaluations.begin(user, job)
    else:
        wake(job.queue)
    tell_job(job)
    return job


def _name(kind: str, dataset, base) -> str:
    about = dataset.name if dataset and kind in LEARNS else base.name if base else ""
    return f"{JobKind(kind).label}{f' · {about}' if about else ''}"


def _must_fit(kind, config: JobConfig, dataset, base, queue, judge, judge_anyway) -> None:
    wrong = {}
    if kind in LEARNS and dataset is None:
        wrong["dataset"] = ["It learns from a dataset: choose one."]
    elif dataset is not None and dataset.state != "frozen":
        wrong["dataset"] = ["This dataset is not frozen yet."]
    elif dataset is not None and (dataset.purpose == Purpose.JUDGE) != (kind == JobKind.JUDGE_SFT):
        wrong["dataset"] = ["A judge learns from graded runs, and nobody else does."]
    elif dataset is not None and (why := now_held_out(dataset)):
        wrong["dataset"] = [why]
    if kind == JobKind.EVALUATE and base is None:
        wrong["base"] = ["Choose the checkpoint that is to be measured."]
    if base is not None and base.deleted_at:
        wrong["base"] = [DELETED]
    elif base is not None and base.kind == JobKind.JUDGE_SFT and kind != JobKind.JUDGE_SFT:
        wrong["base"] = ["This is a judge; it operates no phone."]
    if judge is not None and (why := _why_no_judge(kind, judge, judge_anyway)):
        wrong["judge"] = [why]
    if queue and queue not in Queue.values:
        wrong["queue"] = [f"One of {', '.join(Queue.values)}."]
    if kind == JobKind.EVALUATE and not wrong:
        wrong |= evaluations.faults(config)
    if wrong:
        raise Refused("This job could not run.", "invalid", wrong)


def _why_no_judge(kind, judge: Checkpoint, anyway: bool) -> str:
    if "judge" not in KINDS[kind]["takes"]:
        return "Only reinforcement learning is rewarded by a judge."
    if judge.kind != JobKind.JUDGE_SFT:
        return "This checkpoint was not taught to judge."
    if judge.deleted_at:
        return DELETED
    why = distrust(judge.about)
    return f"{why} It rewards only if you say that it shall all the same." if why and not anyway else ""


@transaction.atomic
def cancel_training(user, job: Job) -> Job:
    """Ask it to save a checkpoint and stop. One that only waits, or that nobody holds, is stopped at once."""
    must(policies.can_train(user))
    job = locked(job)
    if job.state == JobState.QUEUED or job.campaign_id:
        move(job, JobState.STOPPED)
        job.ended_at = timezone.now()
        if job.campaign_id:
            let_go(job, job.ended_at)
            evaluations.hold(user, job)
    else:
        move(job, JobState.STOPPING)
    job.save()
    audit.record(user, "job.cancelled", job)
    tell_job(job)
    return job


@transaction.atomic
def resume_training(user, job: Job) -> Job:
    """Go on with a stopped job, from its last checkpoint."""
    return _again(user, job, JobState.STOPPED, "job.resumed")


@transaction.atomic
def retry_training(user, job: Job) -> Job:
    """Try a failed job again, from its last checkpoint."""
    return _again(user, job, JobState.FAILED, "job.retried")


def _again(user, job: Job, state: str, verb: str) -> Job:
    must(policies.can_train(user))
    job = locked(job)
    if job.state != state:
        words = job.get_state_display().lower()
        raise Conflict(f"This job is {words}; that is not possible now.", "state")
    if job.base_id and job.base.deleted_at:
        raise Conflict("The files of its base checkpoint were deleted.", "base_deleted")
    if job.judge_id and job.judge.deleted_at:
        raise Conflict("The files of its judge were deleted.", "judge_deleted")
    job.error, job.ended_at, job.fruitless = "", None, 0
    if job.campaign_id:
        move(job, JobState.RUNNING)
        evaluations.go_on(user, job)
    else:
        move(job, JobState.QUEUED)
        wake(job.queue)
    job.save()
    audit.record(user, verb, job)
    tell_job(job)
    return job
