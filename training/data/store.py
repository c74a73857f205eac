"""A frozen dataset is a folder that anything can read and nobody can change unnoticed.

    dataset.json     the card: name, version, query, counts, what was refused, the hashes of all below, a seal
    index.jsonl      a line an episode: what a list shows of it, and where it lies in episodes.bin
    episodes.bin     the episodes (``records``), each zlib-compressed by itself with its UI trees
    pictures/ab/…    each picture once, as it was encoded, named by its SHA-256

The **content hash** covers the episodes in their order, pictures included, whatever compressed them. The card
is written last, in a folder aside that is then renamed: a folder with a card is whole.
"""

import hashlib
import json
import os
import shutil
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from devices.observation import Observation
from training.data import records
from training.data.episodes import Episode
from training.data.pictures import EXTENSIONS, encoded

FORMAT = "phonebuddy.dataset/1"
CARD, INDEX, EPISODES, PICTURES = "dataset.json", "index.jsonl", "episodes.bin", "pictures"
#: What the card counts: name -> values of an episode.
COUNTED = {
    "source": lambda e: [str(e.source)],
    "suite": lambda e: [e.task.suite],
    "category": lambda e: [e.task.category],
    "app": lambda e: e.task.apps,
    "split": lambda e: [e.task.split],
    "outcome": lambda e: [{None: "unjudged", 1.0: "success"}.get(e.reward, "failure")],
    "language": lambda e: [e.language],
    "device_kind": lambda e: [e.device_kind],
    "action": lambda e: [s.action.name for s in e.steps],
}


class Damaged(ValueError):
    """The folder is not what was frozen; says which file and why."""


class Writer:
    """``with Writer(folder, name=…, query=…) as out: out.add(episode)``; the folder appears at the end,
    whole, and not at all when something fails. FileExistsError if it is there already."""

    def __init__(self, folder: Path | str, **card):
        self.folder, self.card = Path(folder), card
        if self.folder.exists():
            raise FileExistsError(f"{self.folder.name} is there already; a dataset is never written over")
        self.aside = self.folder.with_name(f".{self.folder.name}.{os.getpid()}")
        self.counts: dict[str, Counter] = {name: Counter() for name in COUNTED}
        self.n_episodes = self.n_steps = self.picture_bytes = 0
        self._hash = hashlib.sha256()
        self._pictures: dict[bytes, str] = {}

    def __enter__(self) -> "Writer":
        shutil.rmtree(self.aside, ignore_errors=True)
        (self.aside / PICTURES).mkdir(parents=True)
        self._index = (self.aside / INDEX).open("wb")
        self._bin = (self.aside / EPISODES).open("wb")
        return self

    def add(self, episode: Episode) -> None:
        """The next episode. Its pictures are stored once, however often they show."""
        data = records.to_json(episode, self._keep)
        raw = records.canonical(data)
        sha = hashlib.sha256(raw).hexdigest()
        packed = zlib.compress(raw, 6)
        row = {
            "id": episode.id,
            "goal": episode.goal,
            "task": episode.task.key,
            "category": episode.task.category,
            "source": str(episode.source),
            "reward": episode.reward,
            "n_steps": len(episode.steps),
            "offset": self._bin.tell(),
            "length": len(packed),
            "sha256": sha,
        }
        self._bin.write(packed)
        self._index.write(records.canonical(row) + b"\n")
        self._hash.update(sha.encode())
        self.n_episodes += 1
        self.n_steps += len(episode.steps)
        for name, values in COUNTED.items():
            self.counts[name].update(v for v in values(episode) if v)

    def _keep(self, seen: Observation) -> str | None:
        found = encoded(seen)
        if found is None:
            return None
        data, extension = found
        sha = hashlib.sha256(data)
        name = self._pictures.get(sha.digest())
        if name is None:
            name = self._pictures[sha.digest()] = f"{sha.hexdigest()}.{extension}"
            path = self.aside / PICTURES / name[:2] / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
            self.picture_bytes += len(data)
        return name

    def __exit__(self, kind, error, trace) -> None:
        self._index.close()
        self._bin.close()
        if error is not None:
            shutil.rmtree(self.aside, ignore_errors=True)
            return
        files = {name: _told(self.aside / name) for name in (INDEX, EPISODES)}
        card = {
            **self.card,
            "format": FORMAT,
            "n_episodes": self.n_episodes,
            "n_steps": self.n_steps,
            "n_pictures": len(self._pictures),
            "size": sum(f["size"] for f in files.values()) + self.picture_bytes,
            "counts": {name: dict(sorted(c.items())) for name, c in self.counts.items()},
            "sha256": self._hash.hexdigest(),
            "files": files,
        }
        card["seal"] = records.digest(card)
        self.sealed = card
        (self.aside / CARD).write_text(json.dumps(card, indent=1, sort_keys=True, ensure_ascii=False) + "\n")
        self.aside.rename(self.folder)


class Dataset:
    """A frozen dataset: a sequence of episodes, read when they are asked for. Damaged when card, index or
    sizes do not fit; ``verify`` reads all of it."""

    def __init__(self, folder: Path | str):
        self.folder = Path(folder)
        self.card = self._card()
        raw = self._whole(INDEX)
        try:
            self.rows: list[dict] = [json.loads(line) for line in raw.splitlines()]
        except ValueError as error:
            raise Damaged(f"{INDEX} is no JSON: {error}") from error
        if (self.folder / EPISODES).stat().st_size != self.card["files"][EPISODES]["size"]:
            raise Damaged(f"{EPISODES} is not as long as the card says")

    @classmethod
    def open(cls, folder: Path | str) -> "Dataset":
        return cls(folder)

    def _card(self) -> dict:
        try:
            card = json.loads((self.folder / CARD).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise Damaged(f"{self.folder.name} has no readable card: {error}") from error
        seal = card.pop("seal", None)
        if card.get("format") != FORMAT:
            raise Damaged(f"{CARD}: the format {card.get('format')!r} is not known here")
        if records.digest(card) != seal:
            raise Damaged(f"{CARD} was changed after it was sealed")
        return {**card, "seal": seal}

    def _whole(self, name: str) -> bytes:
        try:
            data = (self.folder / name).read_bytes()
        except OSError as error:
            raise Damaged(f"{name} cannot be read: {error}") from error
        if hashlib.sha256(data).hexdigest() != self.card["files"][name]["sha256"]:
            raise Damaged(f"{name} was changed after it was frozen")
        return data

    @property
    def sha256(self) -> str:
        """The content hash."""
        return self.card["sha256"]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Episode]:
        return (self[n] for n in range(len(self)))

    def __getitem__(self, n: int) -> Episode:
        return records.from_json(json.loads(self.record(n)), self.picture)

    def record(self, n: int) -> bytes:
        """The JSON of an episode as it was hashed. IndexError; Damaged when it is not what it was."""
        row = self.rows[n]
        with (self.folder / EPISODES).open("rb") as file:
            file.seek(row["offset"])
            packed = file.read(row["length"])
        try:
            raw = zlib.decompress(packed)
        except zlib.error as error:
            raise Damaged(f"{EPISODES}: episode {n} cannot be unpacked") from error
        if hashlib.sha256(raw).hexdigest() != row["sha256"]:
            raise Damaged(f"{EPISODES}: episode {n} was changed after it was frozen")
        return raw

    def picture(self, name: str) -> bytes:
        """The bytes of a picture by its name (SHA-256 and extension)."""
        sha, _, extension = name.partition(".")
        if extension not in EXTENSIONS or not sha.isalnum():
            raise Damaged(f"{name!r} is no name of a picture")
        try:
            data = (self.folder / PICTURES / sha[:2] / name).read_bytes()
        except OSError as error:
            raise Damaged(f"the picture {name} is gone") from error
        if hashlib.sha256(data).hexdigest() != sha:
            raise Damaged(f"the picture {name} was changed after it was frozen")
        return data

    def verify(self) -> None:
        """Read and hash everything. Damaged when anything is not as it was frozen."""
        whole, pictures = hashlib.sha256(), set()
        for n, row in enumerate(self.rows):
            data = json.loads(self.record(n))
            whole.update(row["sha256"].encode())
            pictures.update(step["picture"] for step in data["steps"] if step["picture"])
        if whole.hexdigest() != self.sha256 or len(self.rows) != self.card["n_episodes"]:
            raise Damaged("the episodes are not those that were frozen")
        for name in sorted(pictures):
            self.picture(name)


def _told(path: Path) -> dict:
    with path.open("rb") as file:
        return {"size": path.stat().st_size, "sha256": hashlib.file_digest(file, "sha256").hexdigest()}
