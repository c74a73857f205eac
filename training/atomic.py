"""Files that are whole or not there: written aside and renamed. No Django, no torch."""

import json
from pathlib import Path
from typing import Any


def write_text(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(file.name + ".draft")
    draft.write_text(text, encoding="utf-8")
    draft.replace(file)


def write_json(file: Path, data: Any, indent: int | None = None) -> None:
    write_text(file, json.dumps(data, ensure_ascii=False, indent=indent))
