"""Read back what ``export`` writes, trusting nothing: names, sizes, hashes, every line."""

import hashlib
import io
import json
import lzma
import re
import struct
import zipfile
import zlib
from datetime import UTC, datetime, timedelta
from typing import IO

from django.db import transaction
from PIL import Image

from devices import actions
from evaluation import export, pictures, policies, shapes
from evaluation.models import Episode, EpisodeKind, EpisodeState, Outcome, Revision, Step
from evaluation.services.rows import must
from phonebuddy import audit, blobs
from phonebuddy.api.errors import Refused
from phonebuddy.api.storable import unstorable

MAX_FILES = 20_000
MAX_BYTES = 2 << 30  # all files unpacked
MAX_LINES_BYTES = 64 << 20
NAME = re.compile(r"images/[0-9a-f]{64}\.(?:jpg|png|webp)|trees/[0-9a-f]{64}\.json|video/[0-9a-f]{64}\.mp4")
MEDIA_TYPES = {extension: media_type for media_type, extension in export.EXTENSIONS.items()}
PICTURES = {"jpg": "JPEG", "png": "PNG", "webp": "WEBP"}


#: What the zip library and its decompressors raise over damaged files.
UNREADABLE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, RuntimeError, NotImplementedError, OSError, EOFError,
    ValueError, struct.error,
)  # fmt: skip


class BadImport(Refused):
    """Not a file that can be imported; the text says what is wrong and where."""

    def __init__(self, detail: str, line: int | None = None):
        where = f"episode.jsonl, line {line}: " if line else ""
        super().__init__(f"{where}{detail}", "bad_import", {"file": [f"{where}{detail}"]})


def import_episode(user, source: IO[bytes]) -> Episode:
    """A draft of the importer's with the content, and so the content hash, of the exported one."""
    must(policies.can_import(user), "Your roles do not let you import episodes.")
    try:
        archive = zipfile.ZipFile(source)
    except UNREADABLE as error:
        raise BadImport("This is no zip file.") from error
    with archive:
        names = _checked_names(archive)
        header, steps = _lines(archive)
        wanted = {name for line in (header, *steps) for name in _references(line)}
        if missing := sorted(wanted - names):
            raise BadImport(f"{missing[0]} is named in episode.jsonl, but not in the zip.")
        files = {name: _store(archive, name) for name in sorted(wanted)}
    return _create(user, header, steps, files)


def _checked_names(archive: zipfile.ZipFile) -> set[str]:
    infos = archive.infolist()
    if len(infos) > MAX_FILES:
        raise BadImport(f"The zip holds more than {MAX_FILES:,} files.")
    if sum(info.file_size for info in infos) > MAX_BYTES:
        raise BadImport("Unpacked, the zip would be larger than 2 GB.")
    names = {info.filename for info in infos}
    if len(names) != len(infos):
        raise BadImport("The zip holds the same name twice.")
    if "episode.jsonl" not in names:
        raise BadImport("The zip holds no episode.jsonl.")
    for name in names - {"episode.jsonl"}:
        if not NAME.fullmatch(name):
            raise BadImport(f"The zip holds {name[:100]!r}, which is no part of an episode.")
    return names


def _read(archive: zipfile.ZipFile, name: str, limit: int) -> bytes:
    """The file, no more than its header promised: the promise itself may be a lie."""
    size = archive.getinfo(name).file_size
    if size > limit:
        raise BadImport(f"{name} is too large.")
    try:
        with archive.open(name) as file:
            data = file.read(size + 1)
    except UNREADABLE as error:
        raise BadImport(f"{name} cannot be unpacked.") from error
    if len(data) != size:
        raise BadImport(f"{name} is not as long as the zip says.")
    return data


def _lines(archive: zipfile.ZipFile) -> tuple[dict, list[dict]]:
    try:
        text = _read(archive, "episode.jsonl", MAX_LINES_BYTES).decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadImport("It is not UTF-8.", 1) from error
    # Not splitlines(): a text may hold other line ends, which JSON leaves as they are.
    raw = text.removesuffix("\n").split("\n")
    lines = [_parse(line, number) for number, line in enumerate(raw, 1)]
    header = lines[0]
    if header.get("format") != export.FORMAT:
        raise BadImport(f"The first line must say format {export.FORMAT!r}.", 1)
    if header.get("version") != export.VERSION:
        raise BadImport(f"Version {header.get('version')!r} is not known here; {export.VERSION} is.", 1)
    _check_header(header)
    if header["n_steps"] != len(lines) - 1:
        raise BadImport(f"The header says {header['n_steps']} steps, the file has {len(lines) - 1}.", 1)
    for number, line in enumerate(lines[1:], 2):
        _check_step(line, number)
    return header, lines[1:]


def _parse(line: str, number: int) -> dict:
    try:
        data = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise BadImport(f"No valid JSON ({error}).", number) from error
    if not isinstance(data, dict):
        raise BadImport("It is no object.", number)
    if problem := unstorable(data):
        raise BadImport(problem, number)
    return data


def _no_constant(name: str):
    raise ValueError(f"{name} is no JSON")


WHOLE = (int,)
OPTIONAL_WHOLE = (int, type(None))
HEADER = {
    "kind": (str,), "goal": (str,), "author": (str,), "device": (dict,), "width": WHOLE, "height": WHOLE,
    "started_at": (str,), "duration_ms": OPTIONAL_WHOLE, "outcome": (str,), "answer": (str,),
    "verdict": (dict, type(None)), "video": (str, type(None)), "video_offset_ms": OPTIONAL_WHOLE,
    "n_steps": WHOLE, "task": (dict, type(None)), "format": (str,), "version": WHOLE,
}  # fmt: skip
STEP = {
    "index": WHOLE, "action": (dict,), "t_ms": WHOLE, "duration_ms": WHOLE, "screenshot": (str, type(None)),
    "tree": (str, type(None)), "tree_stale": (bool,), "element": (dict, type(None)),
    "foreground": (dict, type(None)), "width": WHOLE, "height": WHOLE, "thought": (str,),
    "instruction": (str,), "secret": (bool,), "flag": (str,), "path": (list,),
}  # fmt: skip


def _check_fields(data: dict, fields: dict[str, tuple], line: int) -> None:
    if unknown := sorted(data.keys() - fields.keys() - {"about"}):
        raise BadImport(f"Unknown field {unknown[0]!r}.", line)
    for name, types in fields.items():
        if name not in data:
            raise BadImport(f"The field {name!r} is missing.", line)
        value = data[name]
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            raise BadImport(f"The field {name!r} cannot be {json.dumps(value)[:60]}.", line)
        if isinstance(value, int) and not -(1 << 31) < value < 1 << 31:
            raise BadImport(f"The field {name!r} is out of range.", line)


def _check_shape(shape, data: dict, line: int) -> None:
    if problem := shapes.fault(shape, data):
        raise BadImport(problem, line)


def _check_header(header: dict) -> None:
    _check_fields(header, HEADER, 1)
    if header["kind"] not in EpisodeKind.values:
        raise BadImport(f"There is no kind {header['kind']!r}.", 1)
    if header["outcome"] not in ("", *Outcome.values):
        raise BadImport(f"There is no outcome {header['outcome']!r}.", 1)
    if (header["duration_ms"] or 0) < 0:
        raise BadImport("Durations are not negative.", 1)
    _check_shape(shapes.HEADER, header, 1)
    _time(header["started_at"])


def _check_step(line: dict, number: int) -> None:
    _check_fields(line, STEP, number)
    if line["index"] != number - 2:
        raise BadImport(f"The index must be {number - 2}.", number)
    if line["duration_ms"] < 0:
        raise BadImport("Durations are not negative.", number)
    _check_shape(shapes.STEP, line, number)
    try:
        action = actions.from_json(line["action"])
    except actions.ActionError as error:
        raise BadImport(f"{error}.", number) from error
    for x, y in getattr(action, "points", ()):
        if x >= line["width"] or y >= line["height"]:
            raise BadImport("A point lies outside the screen.", number)
    if export.canonical(action.to_json()) != export.canonical(line["action"]):
        raise BadImport("The action is not in its canonical form.", number)


def _references(line: dict) -> list[str]:
    return [line[field] for field in ("screenshot", "tree", "video") if line.get(field)]


def _time(text: str) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError as error:
        raise BadImport(f"{text[:40]!r} is no time.", 1) from error
    if export.iso(at) != text:
        raise BadImport(f"{text[:40]!r} is no time in UTC with milliseconds.", 1)
    if not 2000 <= at.year < 2200:
        raise BadImport(f"{text[:40]!r} is too far away.", 1)
    return at


def _store(archive: zipfile.ZipFile, name: str):
    if not NAME.fullmatch(name):
        raise BadImport(f"{name[:100]!r} is no name of a picture, tree or film.")
    data = _read(archive, name, MAX_BYTES)
    stem, extension = name.rsplit("/", 1)[1].split(".")
    if hashlib.sha256(data).hexdigest() != stem:
        raise BadImport(f"{name} is damaged: its content does not fit its name.")
    if extension in PICTURES:
        try:
            with Image.open(io.BytesIO(data), formats=[PICTURES[extension]]) as image:
                image.load()  # to the last row: its thumbnail is made of it
        except Exception as error:  # Pillow raises many kinds
            raise BadImport(f"{name} is no picture.") from error
    elif extension == "json":
        try:
            tree = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise BadImport(f"{name} is no UI tree.") from error
        if problem := unstorable(tree) or shapes.fault(shapes.TREE, tree):
            raise BadImport(f"{name} is no UI tree: {problem}")
    elif data[4:8] != b"ftyp":
        raise BadImport(f"{name} is no MP4.")
    blob = blobs.put_bytes(data, MEDIA_TYPES[extension])
    if blob.media_type != MEDIA_TYPES[extension]:
        raise BadImport(f"{name} is known here as {blob.media_type}.")
    return blob


@transaction.atomic
def _create(user, header: dict, lines: list[dict], files: dict) -> Episode:
    started_at = _time(header["started_at"])

    def after(ms: int | None) -> datetime | None:
        return None if ms is None else started_at + timedelta(milliseconds=ms)

    now = datetime.now(UTC)
    device = {key: str(header["device"].get(key, "")) for key in ("device", "device_kind", "model")}
    episode = Episode.objects.create(
        kind=header["kind"],
        state=EpisodeState.DRAFT,
        goal=header["goal"],
        author=user,
        origin={"author": header["author"], "task": header["task"], "imported": True, **device},
        width=header["width"],
        height=header["height"],
        started_at=started_at,
        finished_at=after(header["duration_ms"]),
        saved_at=now,
        outcome=header["outcome"],
        answer=header["answer"],
        verdict=header["verdict"],
        video=files.get(header["video"]),
        video_started_at=after(header["video_offset_ms"]),
    )
    steps = Step.objects.bulk_create(_step(episode, n, line, after, files) for n, line in enumerate(lines))
    texts = zip(steps, lines, strict=True)
    items = [{"step": str(s.pk), "thought": x["thought"], "instruction": x["instruction"]} for s, x in texts]
    episode.head = Revision.objects.create(
        episode=episode, number=0, op="original", author=user, items=items, last_seq=len(steps) - 1
    )
    episode.save(update_fields=["head"])
    audit.record(user, "episode.imported", episode, content_hash=export.content_hash([header, *lines]))
    return episode


def _step(episode: Episode, seq: int, line: dict, after, files: dict) -> Step:
    shot = files.get(line["screenshot"])
    small = None
    if shot:
        with shot.open() as file:
            small = blobs.put_bytes(pictures.thumbnail(file.read()), "image/webp")
    return Step(
        episode=episode,
        seq=seq,
        at=after(line["t_ms"]),
        screenshot=shot,
        thumbnail=small,
        tree=files.get(line["tree"]),
        **{name: line[name] for name in (
            "action", "path", "flag", "duration_ms", "tree_stale", "element", "foreground", "width", "height",
            "secret",
        )},
    )  # fmt: skip
