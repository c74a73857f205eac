"""An episode as a file: a zip of ``episode.jsonl``, its pictures, UI trees and film.

The first line of ``episode.jsonl`` is the header, each further one a step of the head revision. Files
are named by their SHA-256, so the **content hash** (SHA-256 over the canonical lines) covers them too.
It leaves out ``about`` (ids, state, reviews, when it was exported): an episode and its import have the
same hash.
"""

import hashlib
import json
import zipfile
from datetime import UTC, datetime
from typing import IO

from evaluation.models import Episode
from evaluation.traces import Row, trace

FORMAT, VERSION = "phonebuddy.episode", 1
EXTENSIONS = {
    "image/jpeg": "jpg",
    "image/png": "png",
    "image/webp": "webp",
    "application/json": "json",
    "video/mp4": "mp4",
}


def canonical(data: dict) -> str:
    """One text for one value: sorted keys, no spaces, Unicode kept."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def content_hash(lines: list[dict]) -> str:
    digest = hashlib.sha256()
    for line in lines:
        content = {key: value for key, value in line.items() if key != "about"}
        digest.update(canonical(content).encode() + b"\n")
    return digest.hexdigest()


def hash_of(episode: Episode) -> str:
    return content_hash(lines_of(episode, trace(episode)))


def lines_of(episode: Episode, rows: list[Row]) -> list[dict]:
    """Header and steps, without ``about``."""
    return [_header(episode, len(rows)), *(_step(episode, row) for row in rows)]


def write(episode: Episode, target: IO[bytes]) -> str:
    """Write the zip; returns the content hash."""
    rows = trace(episode)
    lines = lines_of(episode, rows)
    digest = content_hash(lines)
    lines[0]["about"] = _about(episode, digest)
    blobs = {blob.pk: blob for row in rows for blob in (row.step.screenshot, row.step.tree) if blob}
    if episode.video:
        blobs[episode.video.pk] = episode.video
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("episode.jsonl", "".join(canonical(line) + "\n" for line in lines))
        for blob in blobs.values():
            packed = zipfile.ZIP_DEFLATED if blob.media_type == "application/json" else zipfile.ZIP_STORED
            archive.write(blob.path, name_of(blob), packed)
    return digest


def name_of(blob) -> str | None:
    """Where a blob lies in the zip."""
    if blob is None:
        return None
    folder = {"video/mp4": "video", "application/json": "trees"}.get(blob.media_type, "images")
    return f"{folder}/{blob.pk}.{EXTENSIONS[blob.media_type]}"


def iso(at: datetime | None) -> str | None:
    if at is None:
        return None
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def ms_between(start: datetime | None, end: datetime | None) -> int | None:
    if start is None or end is None:
        return None
    return round((end - start).total_seconds() * 1000)


def _header(episode: Episode, n_steps: int) -> dict:
    task = episode.task
    # An imported episode has no task row here, perhaps; what it was is kept in its origin.
    described = (
        {"key": task.key, "category": task.category, "apps": task.apps, "suite": task.suite_id or ""}
        if task
        else None
    )
    return {
        "format": FORMAT,
        "version": VERSION,
        "kind": episode.kind,
        "goal": episode.goal,
        "task": episode.origin.get("task", described),
        "author": episode.origin.get("author", ""),
        "device": {key: episode.origin.get(key, "") for key in ("device", "device_kind", "model")},
        "width": episode.width,
        "height": episode.height,
        "started_at": iso(episode.started_at),
        "duration_ms": ms_between(episode.started_at, episode.finished_at),
        "outcome": episode.outcome,
        "answer": episode.answer,
        "verdict": episode.verdict,
        "video": name_of(episode.video),
        "video_offset_ms": ms_between(episode.started_at, episode.video_started_at),
        "n_steps": n_steps,
    }


def _step(episode: Episode, row: Row) -> dict:
    step = row.step
    return {
        "index": row.index,
        "action": row.action.to_json(),
        "t_ms": ms_between(episode.started_at, step.at),
        "duration_ms": step.duration_ms,
        "screenshot": name_of(step.screenshot),
        "tree": name_of(step.tree),
        "tree_stale": step.tree_stale,
        "element": row.element,
        "foreground": step.foreground,
        "width": step.width,
        "height": step.height,
        "thought": row.item["thought"],
        "instruction": row.item["instruction"],
        "secret": step.secret,
        "flag": step.flag,
        "path": step.path,
    }


def _about(episode: Episode, digest: str) -> dict:
    reviews = [
        {"verdict": r.verdict, "quality": r.quality, "reason": r.reason, "reviewer": r.reviewer.display_name}
        for r in episode.reviews.select_related("reviewer")
    ]
    return {
        "id": str(episode.pk),
        "state": episode.state,
        "quality": episode.quality,
        "reviews": reviews,
        "revision": episode.head.number,
        "content_hash": digest,
        "exported_at": iso(datetime.now(UTC)),
    }
