"""Datasets in the forms of others: ``export(dataset, "trl", folder, Options("ui-tars"))``, and back."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from training.data.episodes import Episode
from training.data.formats.base import Options, Written

ABOUT = "export.json"


@dataclass(frozen=True, slots=True)
class Format:
    """``reads``: whether it reads back to episodes. ``spoken``: whether a dialect of actions is chosen."""

    name: str
    label: str
    help: str
    module: str
    writer: str = "write"
    reader: str = ""
    spoken: bool = True

    @property
    def reads(self) -> bool:
        return bool(self.reader)

    def write(self, episodes: Iterable[Episode], folder: Path, options: Options) -> Written:
        return self._part(self.writer)(episodes, folder, options)

    def read(self, folder: Path) -> Iterator[Episode]:
        """ValueError for what this format does not read, or for a folder that is not of it."""
        if not self.reader:
            raise ValueError(f"{self.label} cannot be read back to episodes.")
        return self._part(self.reader)(folder)

    def _part(self, name: str) -> Callable:
        return getattr(import_module(f"training.data.formats.{self.module}"), name)


FORMATS = {
    f.name: f
    for f in (
        Format("parquet", "Hugging Face parquet", "A row a step, with pictures", "parquet", reader="read"),
        Format("trl", "TRL messages", "Prompt and completion with pictures, for SFTTrainer", "trl"),
        Format("llama-factory", "LLaMA-Factory ShareGPT", "With dataset_info.json", "llama_factory"),
        Format(
            "android-control", "AndroidControl TFRecord", "GZIP, screenshots and accessibility forests",
            "android_control", reader="read", spoken=False,
        ),
        Format(
            "android-control-json", "AndroidControl JSON", "Lines of JSON, pictures beside",
            "android_control", "write_lines", "read_lines", spoken=False,
        ),
        Format("openenv", "OpenEnv episodes", "results.jsonl, pictures beside", "openenv", reader="read"),
        Format("preferences", "TRL preference pairs", "Corrected, forked: for DPOTrainer", "preferences"),
    )
}  # fmt: skip


def export(episodes: Iterable[Episode], name: str, folder: Path, options: Options | None = None) -> Written:
    """Write them into an empty folder; ``export.json`` there says what was written, left out and why."""
    folder.mkdir(parents=True, exist_ok=True)
    options = options or Options()
    written = FORMATS[name].write(episodes, folder, options)
    about = {"format": name, "dialect": options.dialect if FORMATS[name].spoken else "", **written.to_json()}
    (folder / ABOUT).write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return written


__all__ = ["ABOUT", "FORMATS", "Format", "Options", "Written", "export"]
