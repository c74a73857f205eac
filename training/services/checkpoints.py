"""Checkpoints: registered as they are saved, promoted to agents, deleted with a guard."""

import shutil
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from evaluation import services as evaluation
from evaluation.models import Agent, Policy
from phonebuddy import audit
from phonebuddy.api.errors import Conflict
from training import policies
from training.folder import KEEP, JobFolder, fingerprint, size_of
from training.models import Checkpoint, Job
from training.models.jobs import UNFINISHED
from training.services.cards import card_of
from training.services.rows import must, tell_job


def path_of(checkpoint: Checkpoint) -> Path:
    return settings.VAR / checkpoint.path


def register_checkpoint(job: Job, step: int, folder: Path, metrics: dict | None = None) -> Checkpoint:
    """A whole checkpoint in the job's folder becomes a row; once. Reads all of its files."""
    known = job.checkpoints.filter(step=step, deleted_at=None).first()
    if known:
        return known
    sha256, files = fingerprint(folder)
    about = JobFolder(folder).read(folder / "phonebuddy.json") or {}
    row = Checkpoint(
        job=job, step=step, name=f"{job.name[:140]} @ {step}", kind=job.kind, parent=job.base,
        path=str(folder.relative_to(settings.VAR)), size=size_of(folder), sha256=sha256, files=files,
        about=about, metrics=metrics or {},
    )  # fmt: skip
    with transaction.atomic():
        # One that was deleted and is made again by a resumed job: the same row.
        old = job.checkpoints.select_for_update().filter(step=step).first()
        if old:
            row.pk, row.created_at, row._state.adding = old.pk, old.created_at, False
        row.card = card_of(row)
        row.save()
        audit.record(None, "checkpoint.registered", row, step=step, sha256=sha256)
        tell_job(job)
    (folder / "README.md").write_text(row.card)
    return row


@transaction.atomic
def note_pruned(job: Job) -> None:
    """Checkpoints whose folder the trainer has tidied away stay as rows."""
    for row in job.checkpoints.usable():
        if not path_of(row).is_dir():
            row.deleted_at = timezone.now()
            row.save(update_fields=["deleted_at"])


@transaction.atomic
def mark_final(job: Job, metrics: dict) -> None:
    """The job's last checkpoint is what it ended with."""
    last = job.checkpoints.usable().order_by("-step").first()
    if last:
        job.checkpoints.filter(final=True).update(final=False)
        last.final, last.metrics = True, {**last.metrics, **metrics}
        last.card = card_of(last)
        last.save(update_fields=["final", "metrics", "card"])


def note_measured(job: Job) -> None:
    """What an evaluation found is kept with the checkpoint, under the suite's name. Inside a transaction."""
    row = Checkpoint.objects.select_for_update(of=("self",)).get(pk=job.base_id)
    row.metrics = {**row.metrics, str(job.config["suite"]): job.result}
    row.card = card_of(row)
    row.save(update_fields=["metrics", "card"])


def keep(checkpoint: Checkpoint) -> None:
    """The trainer's tidying passes it by from now on."""
    folder = path_of(checkpoint)
    if folder.is_dir():
        (folder / KEEP).touch()


@transaction.atomic
def promote_checkpoint(user, checkpoint: Checkpoint, name: str = "", description: str = "") -> Agent:
    """An agent that acts as this model does. A checkpoint is promoted once: then it is that agent.

    Conflict "deleted", "judge", "name_taken".
    """
    must(policies.can_train(user))
    row = Checkpoint.objects.select_for_update(of=("self",)).select_related("agent").get(pk=checkpoint.pk)
    if row.agent:
        return row.agent
    if row.deleted_at or not path_of(row).is_dir():
        raise Conflict("The files of this checkpoint were deleted.", "deleted")
    if row.kind == "judge_sft":
        raise Conflict("This is a judge; it operates no phone.", "judge")
    keep(row)
    row.agent = evaluation.create_agent(
        user,
        name=(name.strip() or row.name)[:100],
        description=description or f"Checkpoint {row.name}, {row.sha256[:12]}.",
        policy=Policy.TRANSFORMERS,
        dialect=row.about.get("dialect") or "phonebuddy-json",
        observation=row.about.get("observation") or "screenshot",
        image_width=row.about.get("image_width") or 0,
        settings={"path": str(path_of(row)), "sha256": row.sha256},
    )
    row.save(update_fields=["agent"])
    checkpoint.agent = row.agent
    audit.record(user, "checkpoint.promoted", row, agent=row.agent.name)
    return row.agent


def guard(checkpoint: Checkpoint) -> str:
    """Why it cannot be deleted, in plain words; empty when it can."""
    if checkpoint.deleted_at:
        return "Its files are deleted already."
    if checkpoint.agent_id and checkpoint.agent.runs.exists():
        return f"The agent {checkpoint.agent.name} has runs: without these files nobody could repeat them."
    uses = Q(base=checkpoint) | Q(judge=checkpoint) | Q(pk=checkpoint.job_id)
    busy = Job.objects.filter(uses, state__in=UNFINISHED).first()
    if busy:
        return f"The job {busy.name} works with it."
    child = checkpoint.children.usable().first()
    if child:
        return f"{child.name} was trained from it; delete that one first."
    return ""


@transaction.atomic
def delete_checkpoint(user, checkpoint: Checkpoint) -> Checkpoint:
    """Its files go, the row and the lineage stay; its agent is put away. Conflict "guarded"."""
    must(policies.can_train(user))
    row = Checkpoint.objects.select_for_update(of=("self",)).select_related("agent").get(pk=checkpoint.pk)
    if why := guard(row):
        raise Conflict(why, "guarded")
    row.deleted_at = timezone.now()
    row.save(update_fields=["deleted_at"])
    if row.agent and not row.agent.archived:
        evaluation.change_agent(user, row.agent, archived=True)
    audit.record(user, "checkpoint.deleted", row, bytes=row.size)
    transaction.on_commit(lambda: shutil.rmtree(path_of(row), ignore_errors=True))
    return row


def lineage(checkpoint: Checkpoint) -> dict:
    """{nodes: [{id, kind, name, note, this}], edges: [[from, to]]}: from the data to it, and what grew on."""
    nodes: dict[str, dict] = {}
    edges: list[list[str]] = []

    def node(row, kind: str, note: str = "") -> str:
        key = str(row.pk)
        nodes.setdefault(
            key, {"id": key, "kind": kind, "name": str(row), "note": note, "this": row == checkpoint}
        )
        return key

    def link(a: str, b: str) -> None:
        if [a, b] not in edges:
            edges.append([a, b])

    def up(row: Checkpoint) -> None:
        """What it comes from stands before it."""
        job = row.job
        if job and job.dataset:
            node(job.dataset, "dataset")
        if job and row.parent:
            up(row.parent)
        if job:
            node(job, "job", job.get_kind_display())
        here = node(row, "checkpoint", "deleted" if row.deleted_at else f"step {row.step}")
        if job:
            link(str(job.pk), here)
        for source in (job and job.dataset, job and row.parent):
            if source:
                link(str(source.pk), str(job.pk))

    up(checkpoint)
    for child in checkpoint.children.select_related("job")[:50]:
        here = node(child, "checkpoint", "deleted" if child.deleted_at else f"step {child.step}")
        job = node(child.job, "job", child.job.get_kind_display())
        link(str(checkpoint.pk), job)
        link(job, here)
    return {"nodes": list(nodes.values()), "edges": edges}
