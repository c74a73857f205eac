"""Sample episodes of a job, kept as episodes of the platform so that the trace viewer opens them.

They are of a kind of their own: nobody reviews or grades them, and no dataset takes them. How many a job may
have is the trainer's to say (``trainers.rollouts``); what it tells whole is kept here.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.db import transaction

from evaluation import captures, trees
from evaluation.models import Episode, EpisodeKind, EpisodeState, Revision, Step
from training.models import Job, SampleEpisode
from training.services.rows import held

TOGETHER = "Done together with the step before, without a look in between."


def keep_sample(job: Job, worker: str, step: int, told: dict, pictures: Path) -> SampleEpisode:
    """``told``: as ``environments.samples`` writes it whole; ``pictures``: the folder that has them. Once for
    each place. Raises JobLost, and LookupError or TypeError when it is no whole sample."""
    with transaction.atomic():
        row = held(job.pk, worker)
        known = row.sample_episodes.filter(step=step, place=told["place"]).first()
        return known or _keep(row, step, told, pictures)


def _keep(job: Job, number: int, told: dict, pictures: Path) -> SampleEpisode:
    began = datetime.fromtimestamp(told["began_at"], UTC)
    lines = told["steps"]
    episode = Episode.objects.create(
        kind=EpisodeKind.SAMPLE,
        state=EpisodeState.RECORDING,  # until its steps are in: then nobody may change them
        goal=told["goal"],
        author=job.owner,
        origin={
            "author": job.name,
            "device": told["phone"] or "PhoneWorld",
            "device_kind": _device_kind(told),
            "model": "",
            "task": {"key": told["task"], "category": told["category"], "apps": told["apps"]},
            "job": str(job.pk),
            "step": number,
            "reward": told["reward"],
            "why": told["why"],
        },
        width=lines[0]["width"],
        height=lines[0]["height"],
        started_at=began,
        finished_at=began + timedelta(seconds=told["seconds"]),
        saved_at=began + timedelta(seconds=told["seconds"]),
        answer=told["answer"],
        verdict=_verdict(told),
    )
    steps, items = [], []
    for line in lines:
        seen = _seen(line, pictures)
        for nth, action in enumerate(line["actions"]):
            steps.append(_step(episode, len(steps), line, action, seen, began, nth))
            items.append(
                {"step": str(steps[-1].pk), "thought": "" if nth else line["answer"], "instruction": ""}
            )
    Step.objects.bulk_create(steps)
    episode.head = Revision.objects.create(
        episode=episode, number=0, op="original", author=job.owner, items=items, last_seq=len(steps) - 1
    )
    episode.state = EpisodeState.RECORDED
    episode.save(update_fields=["head", "state"])
    return SampleEpisode.objects.create(
        job=job, step=number, place=told["place"], episode=episode, reward=told["reward"]
    )


def _device_kind(told: dict) -> str:
    if told["environment"] == "mock":
        return "mock"
    return "stand-in" if told["phone"].startswith("stand-in") else "real"


def _verdict(told: dict) -> dict | None:
    """The verifier's word, where there is one."""
    if told["reward"] is None or told["rules"] is None:
        return None
    rules = [{name: rule[name] for name in ("rule", "ok", "detail")} for rule in told["rules"]]
    success = told["reward"] == 1
    return {"success": success, "progress": told["progress"], "rules": rules, "side_effects": []}


def _seen(line: dict, pictures: Path) -> dict:
    """Picture and tree in the blob store, as the fields of a step."""
    capture = captures.Capture(line["width"], line["height"], nodes=line["nodes"], stale=line["stale"])
    if line["picture"]:
        capture.picture = (pictures / Path(line["picture"]).name).read_bytes()
    if line["package"]:
        capture.foreground = {"package": line["package"], "activity": line["activity"]}
    return captures.store(capture)


def _step(episode, seq: int, line: dict, action: dict, seen: dict, began: datetime, nth: int) -> Step:
    points = action.get("arguments", {}).get("points") or []
    element = trees.element_at(line["nodes"], *points[0]) if points and line["nodes"] else None
    return Step(
        episode=episode, seq=seq, action=action, element=element, flag=TOGETHER if nth else "",
        at=began + timedelta(seconds=line["at"]), **seen,
    )  # fmt: skip


def forget_samples_after(job: Job, step: int) -> None:
    """Of steps that are done again: the job's page leads to the new ones. What is recorded stays."""
    job.sample_episodes.filter(step__gt=step).delete()
