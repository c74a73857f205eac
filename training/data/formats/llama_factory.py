"""LLaMA-Factory's ShareGPT form: ``train.jsonl`` with pictures beside it, and the ``dataset_info.json`` that
names both. Train with ``dataset_dir`` and ``media_dir`` set to this folder and ``dataset: phonebuddy``.
"""

import hashlib
import io
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from training.data.episodes import Episode
from training.data.formats.base import ChatRow, Options, Written, chat_rows, dump_lines

NAME, FILE, INFO = "phonebuddy", "train.jsonl", "dataset_info.json"
PLACE = "<image>"
ABOUT = {
    NAME: {
        "file_name": FILE,
        "formatting": "sharegpt",
        "columns": {"messages": "messages", "images": "images"},
        "tags": {
            "role_tag": "role", "content_tag": "content", "user_tag": "user", "assistant_tag": "assistant",
            "system_tag": "system",
        },
    }
}  # fmt: skip


def write(episodes: Iterable[Episode], folder: Path, options: Options) -> Written:
    written = Written()
    (folder / "images").mkdir(exist_ok=True)

    def rows() -> Iterator[dict]:
        for episode in episodes:
            for row in chat_rows(episode, options, written):
                written.rows += 1
                yield _row(row, folder)

    dump_lines(folder / FILE, rows())
    (folder / INFO).write_text(json.dumps(ABOUT, indent=1) + "\n", encoding="utf-8")
    return written


def _row(row: ChatRow, folder: Path) -> dict:
    images = []
    for image in row.images:
        data = io.BytesIO()
        image.save(data, "PNG", compress_level=1)
        name = f"images/{hashlib.sha256(data.getvalue()).hexdigest()}.png"
        if not (folder / name).exists():
            (folder / name).write_bytes(data.getvalue())
        images.append(name)
    messages = [{"role": m["role"], "content": _flat(m["content"])} for m in row.messages]
    messages.append({"role": "assistant", "content": _plain(row.answer)})
    return {"messages": [m for m in messages if m["content"]], "images": images}


def _flat(content) -> str:
    """One text, the pictures' places in it."""
    if isinstance(content, str):
        return _plain(content)
    return "\n\n".join(PLACE if part["type"] == "image" else _plain(part["text"]) for part in content)


def _plain(text: str) -> str:
    """Words that look like the place of a picture must not be taken for one."""
    return text.replace(PLACE, "< image>")
