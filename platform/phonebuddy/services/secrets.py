"""A secret key that is made once and kept, readable by its owner alone."""

import os
import secrets
from pathlib import Path


def secret_key(var: Path) -> str:
    path = var / "secret_key"
    try:
        return path.read_text().strip()
    except FileNotFoundError:
        pass
    var.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(48))
    try:
        os.link(draft, path)  # the first of two racing processes wins, both read the same key
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text().strip()
