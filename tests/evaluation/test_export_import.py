"""Out as a zip and in again: the same hash; anything else is refused with the place named."""

import hashlib
import io
import json
import random
import zipfile
from pathlib import Path

import pytest

from evaluation import export, importing, services
from evaluation.traces import trace
from phonebuddy.api.errors import Forbidden


@pytest.fixture
def packed(annotator, submitted):
    """A submitted, edited episode, its zip and its hash."""
    episode = submitted()
    target = io.BytesIO()
    digest = export.write(episode, target)
    return episode, target.getvalue(), digest


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(files: dict[str, bytes]) -> io.BytesIO:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return target


def changed(data: bytes, line: int, **fields) -> io.BytesIO:
    """The zip with fields of one line (0 is the header) changed; a value None removes the field."""
    files = unpacked(data)
    lines = [json.loads(text) for text in files["episode.jsonl"].decode().splitlines()]
    for name, value in fields.items():
        if value is None:
            del lines[line][name]
        else:
            lines[line][name] = value
    files["episode.jsonl"] = "".join(json.dumps(x) + "\n" for x in lines).encode()
    return zipped(files)


def test_import_of_an_export_has_the_same_hash_and_reads_the_same(packed, researcher):
    episode, data, digest = packed
    copy = importing.import_episode(researcher, io.BytesIO(data))
    assert export.hash_of(copy) == digest == export.hash_of(episode)
    assert [row.action for row in trace(copy)] == [row.action for row in trace(episode)]
    assert copy.pk != episode.pk and copy.state == "draft" and copy.author == researcher
    again = io.BytesIO()
    assert export.write(copy, again) == digest


def test_edits_are_part_of_the_hash_and_survive(annotator, draft, add_step, researcher):
    episode = draft()
    before = export.hash_of(episode)
    first, second = trace(episode)[:2]
    edit = {"base_revision": 0, "step": str(first.step.pk)}
    episode = services.edit_episode(
        annotator, episode, "set_text", field="thought", text="看看 — “hm”\u2028", **edit
    )
    edit = {"base_revision": 1, "step": str(second.step.pk)}
    episode = services.edit_episode(annotator, episode, "retarget", x=33, y=44, **edit)
    target = io.BytesIO()
    digest = export.write(episode, target)
    assert digest != before
    copy = importing.import_episode(researcher, target)
    assert export.hash_of(copy) == digest
    rows = trace(copy)
    assert rows[0].item["thought"] == "看看 — “hm”\u2028" and rows[1].action.points == ((33, 44),)


def test_ids_states_and_reviews_are_not_part_of_the_hash(packed, reviewer):
    episode, _, digest = packed
    services.review_episode(reviewer, episode, "accept", "Nice", "good")
    episode.refresh_from_db()
    assert export.hash_of(episode) == digest


def test_the_zip_holds_every_picture_and_tree_once(packed):
    episode, data, _ = packed
    files = unpacked(data)
    lines = [json.loads(line) for line in files["episode.jsonl"].decode().splitlines()]
    assert lines[0]["n_steps"] == len(lines) - 1 == 4
    named = {line[field] for line in lines[1:] for field in ("screenshot", "tree")}
    assert named == files.keys() - {"episode.jsonl"}
    assert lines[0]["about"]["id"] == str(episode.pk)


@pytest.mark.parametrize(
    "line, fields, says",
    [
        (0, {"format": "other"}, "line 1: The first line must say format"),
        (0, {"version": 99}, "line 1: Version 99"),
        (0, {"n_steps": 7}, "line 1: The header says 7 steps, the file has 4"),
        (0, {"started_at": "yesterday"}, "line 1: 'yesterday' is no time"),
        (0, {"outcome": "splendid"}, "line 1: There is no outcome"),
        (2, {"action": {"name": "tap", "arguments": {}}}, "line 3: there is no action called 'tap'"),
        (
            2,
            {"action": {"name": "click", "arguments": {"points": [[9999, 1]]}}},
            "line 3: A point lies outside",
        ),
        (3, {"index": 0}, "line 4: The index must be 2"),
        (3, {"thought": None}, "line 4: The field 'thought' is missing"),
        (3, {"thought": 5}, "line 4: The field 'thought' cannot be 5"),
        (3, {"secret": 1}, "line 4: The field 'secret' cannot be 1"),
        (3, {"mood": "good"}, "line 4: Unknown field 'mood'"),
        (3, {"thought": "a\x00b"}, "line 4: It holds a NUL"),
        (3, {"thought": "half \ud800"}, "line 4: It holds half a character"),
        (3, {"thought": "x" * 10_001}, "line 4: The field 'thought' does not fit"),
        (0, {"goal": "x" * 3_000_000}, "line 1: The field 'goal' does not fit"),
        (0, {"width": 0}, "line 1: The field 'width' does not fit"),
        (0, {"started_at": "9999-12-31T23:59:59.999Z"}, "line 1: '9999-12-31T23:59:59.999Z' is too far"),
        (0, {"verdict": {"a": [1, {"b": None}]}}, "line 1: The field 'verdict' does not fit"),
        (0, {"task": {"x": "<b>"}}, "line 1: The field 'task' does not fit"),
        (1, {"element": {"text": 5, "bounds": "x"}}, "line 2: The field 'element"),
        (1, {"foreground": {"package": ["<b>"]}}, "line 2: The field 'foreground.package' does not fit"),
        (1, {"path": ["a", {"x": 1}]}, "line 2: The field 'path[0]' does not fit"),
        (2, {"action": {"name": "wait", "arguments": {"time": 1e308}}}, "line 3: wait.time is out of range"),
        (2, {"action": {"name": "wait", "arguments": {"time": 5.0}}}, "line 3: The action is not in its"),
        (1, {"screenshot": "images/" + "0" * 64 + ".jpg"}, "not in the zip"),
        (1, {"screenshot": "../../etc/passwd"}, "not in the zip"),
    ],
)
def test_a_bad_line_is_named(packed, researcher, line, fields, says):
    with pytest.raises(importing.BadImport) as refusal:
        importing.import_episode(researcher, changed(packed[1], line, **fields))
    assert says in str(refusal.value)


def test_what_is_no_zip_or_no_json_is_refused(packed, researcher):
    with pytest.raises(importing.BadImport, match="no zip"):
        importing.import_episode(researcher, io.BytesIO(b"hello"))
    files = unpacked(packed[1])
    with pytest.raises(importing.BadImport, match="line 2: No valid JSON"):
        head = files["episode.jsonl"].split(b"\n")[0]
        importing.import_episode(researcher, zipped(files | {"episode.jsonl": head + b"\n{broken"}))
    del files["episode.jsonl"]
    with pytest.raises(importing.BadImport, match=r"no episode\.jsonl"):
        importing.import_episode(researcher, zipped(files))


@pytest.mark.parametrize(
    "name", ["../evil.jpg", "/etc/passwd", "images/../../x.jpg", "images/a.svg", "images\\x.jpg"]
)
def test_foreign_names_are_refused(packed, researcher, name):
    with pytest.raises(importing.BadImport, match="no part of an episode"):
        importing.import_episode(researcher, zipped(unpacked(packed[1]) | {name: b"x"}))


def test_a_changed_picture_is_noticed(packed, researcher):
    files = unpacked(packed[1])
    name = next(n for n in files if n.startswith("images/"))
    with pytest.raises(importing.BadImport, match="is damaged"):
        importing.import_episode(researcher, zipped(files | {name: files[name] + b"!"}))


def test_a_bomb_is_refused_before_it_unpacks(packed, researcher, monkeypatch):
    monkeypatch.setattr(importing, "MAX_BYTES", 1_000_000)
    bomb = {f"images/{'a' * 64}.jpg": b"\0" * 2_000_000}
    with pytest.raises(importing.BadImport, match="Unpacked"):
        importing.import_episode(researcher, zipped(unpacked(packed[1]) | bomb))


def test_a_refused_import_leaves_no_episode(packed, researcher):
    from evaluation.models import Episode

    before = Episode.objects.count()
    with pytest.raises(importing.BadImport):
        importing.import_episode(researcher, changed(packed[1], 3, index=0))
    assert Episode.objects.count() == before


def test_an_outsider_imports_nothing(packed, outsider):
    with pytest.raises(Forbidden):
        importing.import_episode(outsider, io.BytesIO(packed[1]))


def test_a_text_about_nul_is_no_nul(packed, researcher):
    copy = importing.import_episode(researcher, changed(packed[1], 1, thought="\\u0000"))
    assert trace(copy)[0].item["thought"] == "\\u0000"


def test_damage_anywhere_in_the_zip_is_refused_in_words(packed, researcher):
    data, rng = packed[1], random.Random(4)
    for _ in range(60):
        broken = bytearray(data)
        at = rng.randrange(len(data) - 8)
        broken[at : at + 8] = rng.randbytes(8)
        try:
            importing.import_episode(researcher, io.BytesIO(bytes(broken)))
        except importing.BadImport as refusal:
            assert str(refusal)  # any other exception fails the test
    with pytest.raises(importing.BadImport):
        importing.import_episode(researcher, io.BytesIO(data[: len(data) // 2]))


def test_a_cut_picture_and_an_odd_tree_are_refused(packed, researcher):
    files = unpacked(packed[1])
    lines = [json.loads(line) for line in files["episode.jsonl"].decode().splitlines()]
    odd = json.dumps({"nodes": [{"id": "", "role": "", "text": 5, "desc": "", "bounds": []}]}).encode()
    whole = files[lines[1]["screenshot"]]
    for field, data, says in (
        ("screenshot", whole[: len(whole) // 2], "is no picture"),
        ("tree", odd, "is no UI tree"),
    ):
        stem = Path(lines[1][field]).stem
        name = lines[1][field].replace(stem, hashlib.sha256(data).hexdigest())
        text = (
            json.dumps(lines[0])
            + "\n"
            + "".join(
                json.dumps(line | ({field: name} if line["index"] == 0 else {})) + "\n" for line in lines[1:]
            )
        )
        with pytest.raises(importing.BadImport, match=says):
            importing.import_episode(researcher, zipped(files | {name: data, "episode.jsonl": text.encode()}))
