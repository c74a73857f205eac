"""Files by content under `var/blobs/aa/bb/<sha256>`: written beside, flushed, then renamed into place, so
that a crash leaves either the whole file or none."""

import hashlib
import os
import tempfile
from pathlib import Path
from typing import BinaryIO

from django.conf import settings

CHUNK = 1 << 20


def path_of(sha256: str) -> Path:
    return Path(settings.BLOBS_ROOT) / sha256[:2] / sha256[2:4] / sha256


def write(source: BinaryIO) -> tuple[str, int]:
    """Copy a stream into the store. Returns its sha256 and its size in bytes."""
    root = Path(settings.BLOBS_ROOT)
    root.mkdir(parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    descriptor, draft = tempfile.mkstemp(dir=root, prefix=".draft-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            while chunk := source.read(CHUNK):
                digest.update(chunk)
                size += len(chunk)
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(draft, 0o644)
        path = path_of(digest.hexdigest())
        path.parent.mkdir(parents=True, exist_ok=True)
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
    return digest.hexdigest(), size
