"""Writing a dataset down: claimed by one worker, with a lease; the folder first, then the row says so."""

import logging
import shutil
import time
import uuid
from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from phonebuddy import audit
from phonebuddy.api.errors import Refused
from training import selection
from training.data.episodes import Episode
from training.data.store import Writer
from training.models import Dataset, DatasetState
from training.plain import episodes_of
from training.services.datasets import TEMPLATES, folder_of

log = logging.getLogger(__name__)
EVERY_S = 1.0  # between two words about how far it is


class Lost(Exception):
    """Another worker has it by now, or it was deleted."""


def build(pk, now: datetime | None = None) -> Dataset | None:
    """Build this dataset to its end; None when it is not to be built, or not now. One is built at a time, so
    that the clock's worker has a hand free; the others are asked for again."""
    worker = uuid.uuid4().hex
    if not _claim(pk, worker, now or timezone.now()):
        return None
    row = Dataset.objects.get(pk=pk)
    try:
        return _write(row, worker)
    except Lost:
        return None
    except Exception as error:  # whatever it was: the row must say so
        log.exception("dataset %s was not built", pk)
        words = (
            str(error)
            if isinstance(error, (Refused, ValueError, OSError))
            else f"{type(error).__name__}: {error}"
        )
        _fail(row, worker, words)
        return None


def waiting() -> list[str]:
    """Those that nobody builds (a message was lost, a worker died), the oldest first."""
    free = Q(worker="") | Q(alive_until__lte=timezone.now())
    found = Dataset.objects.filter(free, state=DatasetState.BUILDING).order_by("created_at")
    return [str(pk) for pk in found.values_list("pk", flat=True)]


@transaction.atomic
def _claim(pk, worker: str, now: datetime) -> bool:
    building = Dataset.objects.select_for_update().filter(state=DatasetState.BUILDING).order_by("created_at")
    rows = list(building)
    if any(r.worker and r.alive_until and r.alive_until > now for r in rows):
        return False
    return bool(building.filter(pk=pk).update(worker=worker, alive_until=now + Dataset.LIFETIME, error=""))


def _write(row: Dataset, worker: str) -> Dataset:
    folder = folder_of(row)
    shutil.rmtree(folder, ignore_errors=True)  # of an attempt that ended before its row could tell
    folder.parent.mkdir(parents=True, exist_ok=True)
    refused: list[selection.Candidate] = []
    told, done = 0.0, 0
    with Writer(
        folder, name=row.name, version=row.version, purpose=row.purpose, description=row.description,
        query=row.query, demonstrations=row.demonstrations,
    ) as out:  # fmt: skip
        of = row.demonstrations.get("n", 0)
        for episode in _episodes(row, refused):
            out.add(episode)
            done += 1
            if time.monotonic() - told > EVERY_S:
                told = time.monotonic()
                _beat(row, worker, {"done": done, "of": max(of, done), "what": "episodes"})
        if not done:
            raise Refused("Nothing fits the query, so there is nothing to learn from.")
        out.card["refused"] = selection.refusals(refused)
        _beat(row, worker, {"done": done, "of": done, "what": "episodes"})
    return _freeze(row, worker, out.sealed)


def _episodes(row: Dataset, refused: list) -> Iterator[Episode]:
    for one in selection.candidates(row.query, row.purpose):
        if one.why_not:
            refused.append(one)
        else:
            yield from episodes_of(one, row.purpose)
    if asked := row.demonstrations:
        from training.data.demonstrations import Variation, chosen, generate

        of = chosen(**{name: asked[name] for name in TEMPLATES if name in asked})
        variation = Variation.from_json(asked["variation"])
        yield from generate(asked["n"], asked["seed"], of=of, variation=variation, picture=asked["pictures"])


def _mine(row: Dataset, worker: str):
    return Dataset.objects.filter(pk=row.pk, worker=worker, state=DatasetState.BUILDING)


def _beat(row: Dataset, worker: str, progress: dict) -> None:
    if not _mine(row, worker).update(progress=progress, alive_until=timezone.now() + Dataset.LIFETIME):
        raise Lost


@transaction.atomic
def _freeze(row: Dataset, worker: str, card: dict) -> Dataset:
    mine = _mine(row, worker).select_for_update().first()
    if mine is None:
        raise Lost
    for name in ("n_episodes", "n_steps", "size", "sha256", "counts", "refused"):
        setattr(mine, name, card[name])
    mine.state, mine.frozen_at, mine.path = DatasetState.FROZEN, timezone.now(), f"datasets/{mine.pk}"
    mine.worker, mine.alive_until, mine.progress = "", None, {}
    mine.save()
    audit.record(None, "dataset.frozen", mine, sha256=mine.sha256, episodes=mine.n_episodes)
    return mine


@transaction.atomic
def _fail(row: Dataset, worker: str, words: str) -> None:
    mine = _mine(row, worker).select_for_update().first()
    if mine is None:
        return
    mine.state, mine.error, mine.worker, mine.alive_until = DatasetState.FAILED, words[:2000], "", None
    mine.save()
    audit.record(None, "dataset.failed", mine, reason=words[:500])
