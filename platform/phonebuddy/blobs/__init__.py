"""Content-addressed files: `blobs.put_bytes(png, "image/png")` gives a Blob, the same for equal bytes.

A blob is served only to those whom one of the `visibility` checks lets see it: the app that holds a blob in
its rows registers `check(user, sha256) -> bool` here, in its AppConfig.ready().
"""

import io
from collections.abc import Callable
from pathlib import Path

visibility: list[Callable[..., bool]] = []


def put_bytes(data: bytes, media_type: str):
    return _put(io.BytesIO(data), media_type)


def put_file(path: str | Path, media_type: str):
    with open(path, "rb") as file:
        return _put(file, media_type)


def _put(source, media_type: str):
    from phonebuddy.blobs import store
    from phonebuddy.blobs.models import Blob

    sha256, size = store.write(source)
    blob, _ = Blob.objects.get_or_create(sha256=sha256, defaults={"size": size, "media_type": media_type})
    return blob
