"""What a trainer tells of itself while it runs: curves, a sign of life. Files alone (see
``training.folder``); only the main process writes."""

import importlib
import json
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from training.config import ConfigError
from training.folder import JobFolder

BEAT_S = 3.0


class Logbook:
    """``of``: how many steps there are. ``writes`` is False in all processes but the first.

    The heartbeat comes from a thread that ends with the main thread: a trainer that has died, or that hangs
    in a way that keeps its main thread from ending while ``alive`` says no, is noticed by its age.
    """

    def __init__(
        self, folder: Path, of: int = 0, writes: bool = True, report_to: str = "", about: Any = None
    ):
        self.folder, self.of, self.writes = JobFolder(folder), of, writes
        self.step, self.phase = 0, "starting"
        self._board = self._tracker = None
        self._ended = threading.Event()
        if not writes:
            return
        if report_to:
            try:
                self._tracker = importlib.import_module(report_to)
            except ImportError as error:
                raise ConfigError(f"report_to: {report_to} is not installed on this machine.") from error
            self._tracker.init(project="phonebuddy", name=Path(folder).name, config=about or {})
        self.beat()
        threading.Thread(target=self._beats, name="heartbeat", daemon=True).start()

    def beat(self) -> None:
        """A sign of life, with the step."""
        if self.writes:
            self.folder.heartbeat.write_text(json.dumps({"step": self.step, "phase": self.phase}))

    def begin(self, step: int) -> None:
        """Going on after this step: what came later is forgotten, as it will be done again."""
        self.step = step
        if self.writes:
            self.folder.cut(step)

    def note(self, step: int, phase: str, values: dict[str, Any]) -> None:
        """A point of the curves."""
        self.step, self.phase = step, phase
        values = {key: _plain(value) for key, value in values.items()}
        values = {key: value for key, value in values.items() if value is not None}
        if not self.writes:
            return
        said = " ".join(f"{name} {value:.4g}" for name, value in values.items())
        print(f"step {step}/{self.of} {phase} {said}", flush=True)
        line = {"step": step, "of": self.of, "at": time.time(), "phase": phase, "values": values}
        with self.folder.progress.open("a") as file:
            file.write(json.dumps(line) + "\n")
        self._to_board(step, values)
        if self._tracker:
            self._tracker.log(values, step=step)
        self.beat()

    def end(self) -> None:
        self._ended.set()
        if self._board:
            self._board.close()
        if self._tracker:
            self._tracker.finish()

    def _beats(self) -> None:
        while not self._ended.wait(BEAT_S) and threading.main_thread().is_alive():
            with suppress(OSError):
                self.beat()

    def _to_board(self, step: int, values: dict[str, float]) -> None:
        if self._board is None:
            from torch.utils.tensorboard import SummaryWriter

            self._board = SummaryWriter(str(self.folder.path / "tensorboard"), purge_step=step, flush_secs=10)
        for name, value in values.items():
            self._board.add_scalar(name, value, step)


def _plain(value: Any) -> float | int | None:
    """A finite number, or None."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)):
        return None
    number = value.item() if isinstance(value, np.number) else value
    return number if number == number and abs(number) != float("inf") else None


def machine() -> dict[str, float]:
    """Memory in MB (of the GPU where there is one), and the GPU's share of use."""
    import torch

    if torch.cuda.is_available():
        values = {"memory_mb": torch.cuda.max_memory_allocated() / 2**20}
        with suppress(Exception):  # the library that tells it may be missing
            values["gpu_util"] = torch.cuda.utilization() / 100
        return values
    import psutil

    return {"memory_mb": psutil.Process().memory_info().rss / 2**20}
