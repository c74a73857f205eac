"""A job's folder: how a trainer and whoever supervises it talk. Files only, so that each may be killed.

config.json        what to do            heartbeat        its age says whether the trainer lives
progress.jsonl     the curves            samples/         sample episodes of a step
phones.json        phones to learn on    quarantine.jsonl phones that the trainer found bad
stop               save and end          result.json      written last
checkpoints/step-N a model and what is needed to go on from it; COMPLETE inside once it is whole
log.txt            what it printed       owner.json       who supervises it, and its process
"""

import hashlib
import json
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

from training import atomic

WHOLE = ".whole.json"  # how names of sample episodes end that are told whole
COMPLETE, KEEP, STATE = "COMPLETE", "KEEP", "state"
LOG_BYTES = 64 * 1024


class JobFolder:
    def __init__(self, path: Path):
        self.path = Path(path)
        self.config, self.phones = self.path / "config.json", self.path / "phones.json"
        self.heartbeat, self.progress = self.path / "heartbeat", self.path / "progress.jsonl"
        self.stop, self.result_file = self.path / "stop", self.path / "result.json"
        self.samples, self.checkpoints = self.path / "samples", self.path / "checkpoints"
        self.quarantine, self.log = self.path / "quarantine.jsonl", self.path / "log.txt"
        self.owner = self.path / "owner.json"

    def write(self, file: Path, data: Any) -> None:
        """Whole or not at all."""
        atomic.write_json(file, data, indent=1)

    def read(self, file: Path) -> Any:
        """None where there is nothing, or nothing whole."""
        try:
            return json.loads(file.read_text())
        except (OSError, ValueError):
            return None

    def beaten_at(self) -> float | None:
        """When the trainer last gave a sign of life, seconds since 1970."""
        try:
            return self.heartbeat.stat().st_mtime
        except OSError:
            return None

    def lines(self, file: Path, after: int = 0) -> list[dict]:
        """The whole lines from this number on. A line that is being written is not among them."""
        try:
            text = file.read_bytes()
        except OSError:
            return []
        whole = text[: text.rfind(b"\n") + 1].splitlines()[after:]
        return [_parsed(line) for line in whole]

    def cut(self, step: int) -> int:
        """Forget what came after this step, as it will be done again; how many lines are left."""
        kept = [line for line in self.lines(self.progress) if line.get("step", 0) <= step]
        if self.progress.exists():
            lines = (json.dumps(line, ensure_ascii=False) for line in kept)
            atomic.write_text(self.progress, "".join(line + "\n" for line in lines))
        if self.samples.is_dir():
            for entry in self.samples.iterdir():
                number = entry.stem.split("-")[0]
                if number.isdecimal() and int(number) > step:
                    shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        return len(kept)

    def begin(self) -> None:
        """Clear what an earlier attempt said of itself; the log goes on."""
        for file in (self.result_file, self.stop, self.heartbeat, self.quarantine):
            file.unlink(missing_ok=True)

    def complete(self) -> list[tuple[int, Path]]:
        """(step, folder) of every whole checkpoint, in order."""
        found = []
        for folder in self.checkpoints.glob("step-*"):
            number = folder.name.removeprefix("step-")
            if number.isdecimal() and (folder / COMPLETE).exists():
                found.append((int(number), folder))
        return sorted(found)

    def last(self) -> tuple[int, Path | None]:
        """Where to go on from; (0, None) at the beginning."""
        return next(reversed(self.complete()), (0, None))

    def result(self) -> dict | None:
        return self.read(self.result_file)

    def log_from(self, after: int | None = None) -> tuple[str, int, int]:
        """(text, byte to ask for next, size); without ``after`` the last 64 kB."""
        try:
            size = self.log.stat().st_size
        except OSError:
            return "", 0, 0
        start = max(0, size - LOG_BYTES) if after is None else min(max(after, 0), size)
        with self.log.open("rb") as file:
            file.seek(start)
            data = file.read(LOG_BYTES)
        return data.decode(errors="replace"), start + len(data), size

    def whole_samples(self) -> list[tuple[int, Path]]:
        """(step, file) of every sample episode that is told whole, in order."""
        found = []
        for file in self.samples.glob(f"*{WHOLE}"):
            number = file.name.split("-")[0]
            if number.isdecimal():
                found.append((int(number), file))
        return sorted(found)

    def sample_steps(self) -> list[int]:
        return sorted(int(file.stem) for file in self.samples.glob("*.jsonl") if file.stem.isdecimal())


def _parsed(line: bytes) -> dict:
    with suppress(ValueError):
        data = json.loads(line)
        if isinstance(data, dict):
            return data
    return {}


def model_files(folder: Path) -> list[Path]:
    """The model's own files: without training state, markers and the card, in order."""
    files = (file for file in folder.rglob("*") if file.is_file())
    own = (f for f in files if STATE not in f.relative_to(folder).parts)
    return sorted(f for f in own if f.name not in (COMPLETE, KEEP, "README.md"))


def fingerprint(folder: Path) -> tuple[str, list[dict]]:
    """(hash over all, [{name, size, sha256}]) of a model's files."""
    total, files = hashlib.sha256(), []
    for file in model_files(folder):
        with file.open("rb") as data:
            digest = hashlib.file_digest(data, "sha256").hexdigest()
        name = file.relative_to(folder).as_posix()
        total.update(f"{digest}  {name}\n".encode())
        files.append({"name": name, "size": file.stat().st_size, "sha256": digest})
    return total.hexdigest(), files


def size_of(folder: Path) -> int:
    """bytes"""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
