"""Blobs: content-addressed, atomic, served in ranges to those who may see them."""

import hashlib

import pytest
from asgiref.sync import async_to_sync

from phonebuddy import blobs
from phonebuddy.blobs import store
from phonebuddy.blobs.api import parse_range

DATA = bytes(range(256)) * 4096  # 1 MiB: streamed, not read whole


@pytest.fixture
def seen_by(monkeypatch):
    """Let these people, and nobody else, see every blob."""

    def allow(*people):
        monkeypatch.setattr(blobs, "visibility", [lambda user, sha256: user in people])

    return allow


def body_of(response) -> bytes:
    async def collect() -> bytes:
        return b"".join([chunk async for chunk in response.streaming_content])

    return async_to_sync(collect)() if response.streaming else response.content


def test_the_same_bytes_are_one_file(db):
    first, second = blobs.put_bytes(b"hello", "text/plain"), blobs.put_bytes(b"hello", "text/plain")
    assert first.pk == second.pk == hashlib.sha256(b"hello").hexdigest()
    assert first.open().read() == b"hello"
    assert first.path == store.path_of(first.pk)
    assert [p.name for p in first.path.parents[2].rglob("*") if p.is_file()] == [first.pk]


def test_a_cut_write_leaves_nothing(db, settings):
    class Torn:
        def read(self, size):
            raise OSError("the disk is gone")

    with pytest.raises(OSError, match="disk"):
        store.write(Torn())
    assert not [p for p in store.Path(settings.BLOBS_ROOT).rglob("*") if p.is_file()]


def test_it_goes_to_those_who_may_see_it(client_for, annotator, reviewer, outsider, seen_by, tmp_path):
    (tmp_path / "v.mp4").write_bytes(b"film")
    blob = blobs.put_file(tmp_path / "v.mp4", "video/mp4")
    seen_by(annotator, outsider)
    answer = client_for(annotator).get(blob.url)
    assert (answer.status_code, answer.content, answer["Content-Type"]) == (200, b"film", "video/mp4")
    assert "immutable" in answer["Cache-Control"]
    assert client_for(reviewer).get(blob.url).status_code == 404
    assert client_for(outsider).get(blob.url).status_code == 403
    assert client_for().get(blob.url).status_code in (401, 403)
    assert client_for(annotator).get("/api/blobs/" + "0" * 64).status_code == 404


def test_ranges_of_a_large_file(client_for, annotator, seen_by):
    blob = blobs.put_bytes(DATA, "video/mp4")
    seen_by(annotator)
    client = client_for(annotator)
    whole = client.get(blob.url)
    assert whole.streaming and body_of(whole) == DATA
    part = client.get(blob.url, HTTP_RANGE="bytes=10-19")
    assert (part.status_code, body_of(part)) == (206, DATA[10:20])
    assert part["Content-Range"] == f"bytes 10-19/{len(DATA)}"
    rest = client.get(blob.url, HTTP_RANGE="bytes=300000-")
    assert rest.status_code == 206 and body_of(rest) == DATA[300000:]
    assert client.get(blob.url, HTTP_RANGE=f"bytes={len(DATA)}-").status_code == 416
    assert client.get(blob.url, HTTP_IF_NONE_MATCH=f'"{blob.pk}"').status_code == 304


@pytest.mark.parametrize(
    ("header", "span"),
    [
        ("bytes=0-0", (0, 1)),
        ("bytes=5-", (5, 10)),
        ("bytes=-3", (7, 10)),
        ("bytes=-30", (0, 10)),
        ("bytes=2-99", (2, 10)),
        ("bytes=10-", None),
        ("bytes=6-5", None),
        ("bytes=-0", None),
        ("bytes=-", None),
        ("lines=1-2", None),
    ],
)
def test_range_headers(header, span):
    assert parse_range(header, 10) == span
