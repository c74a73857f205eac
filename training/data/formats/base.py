"""What the formats share: options, steps as chat rows, pictures as files."""

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

from evaluation.agents import dialects
from training.data.episodes import Episode
from training.data.pictures import encoded


@dataclass(frozen=True)
class Options:
    """``dialect``: of ``evaluation.agents.dialects``; ``observation``: screenshot, tree or both, "" for
    pictures where an episode has them; ``image_width``: px of pictures in chat rows (0: as they are)."""

    dialect: str = "phonebuddy-json"
    observation: str = ""
    image_width: int = 0

    def __post_init__(self):
        if self.dialect not in dialects.DIALECTS:
            raise ValueError(
                f"There is no dialect {self.dialect!r}; there are {', '.join(dialects.DIALECTS)}."
            )
        if self.observation not in ("", "screenshot", "tree", "both"):
            raise ValueError(f"An observation is screenshot, tree or both, not {self.observation!r}.")


@dataclass
class Written:
    """What came of an export: ``rows`` (steps, episodes or pairs), and what was left out, with why."""

    rows: int = 0
    skipped: Counter = field(default_factory=Counter)

    def to_json(self) -> dict:
        return {"rows": self.rows, "skipped": dict(sorted(self.skipped.items()))}


@dataclass(slots=True)
class ChatRow:
    """A step as a model is asked it: ``messages`` in structured content, pictures in their order."""

    messages: list[dict]
    images: list[Image.Image]
    answer: str
    index: int


def chat_rows(episode: Episode, options: Options, written: Written) -> Iterator[ChatRow]:
    """The steps that can be taught and said; those that cannot are counted, and told in later prompts."""
    from training.forms.runner import Runner

    pictures = all(has_picture(step.observation) for step in episode.steps)
    form = Runner(
        options.observation or ("screenshot" if pictures else "tree"), options.dialect, options.image_width
    )
    try:
        examples = form.examples(episode)
    except ValueError:
        written.skipped["episodes without what the observation asks for"] += 1
        return
    if lacking := len(episode.steps) - len(examples):
        written.skipped["steps that are not taught, or that the dialect has no words for"] += lacking
    for index, (prompt, answer) in enumerate(examples):
        yield ChatRow(prompt.messages, [Image.fromarray(image) for image in prompt.images], answer, index)


def has_picture(seen) -> bool:
    """Whether there is a picture, without decoding it."""
    return hasattr(seen, "load") or seen.image is not None


def structured(messages: Iterable[dict]) -> list[dict]:
    """Every content as a list of parts of one shape, as a table needs it; an empty system turn has none."""
    found = []
    for message in messages:
        content = message["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        parts = [part for part in parts if part["type"] == "image" or part["text"]]
        if parts:
            found.append(
                {
                    "role": message["role"],
                    "content": [{"type": p["type"], "text": p.get("text")} for p in parts],
                }
            )
    return found


class Pictures:
    """A folder of pictures, each once, named by what is in it."""

    def __init__(self, folder: Path, place: str = "images"):
        self.folder, self.place = folder, place
        (folder / place).mkdir(parents=True, exist_ok=True)

    def keep(self, seen) -> str | None:
        """The path of an observation's picture, from the folder; None where there is none."""
        found = encoded(seen)
        if found is None:
            return None
        data, extension = found
        name = f"{self.place}/{hashlib.sha256(data).hexdigest()}.{extension}"
        path = self.folder / name
        if not path.exists():
            path.write_bytes(data)
        return name

    def read(self, name: str) -> bytes:
        path = (self.folder / name).resolve()
        if not path.is_relative_to(self.folder.resolve()):
            raise ValueError(f"{name!r} is no picture of this folder")
        return path.read_bytes()


def forget(cache: Path) -> None:
    """Delete what a library kept in passing."""
    shutil.rmtree(cache, ignore_errors=True)


def dump_lines(path: Path, rows: Iterable[dict]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def lines(path: Path) -> Iterator[dict]:
    with path.open(encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())
