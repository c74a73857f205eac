"""Checkpoints of a running trainer: made aside, renamed when whole, gone on from exactly.

``step-N`` holds a model that loads by itself; ``state/`` in it what only the trainer needs (optimiser,
schedule, random numbers, and whatever a trainer adds). transformers expects all in one folder, so a folder of
links puts it together again for a resume.
"""

import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import torch

from training.backbones import loading
from training.backbones.loading import Checkpoint
from training.folder import COMPLETE, STATE

OWN = "phonebuddy_state.json"
OWN_TENSORS = "phonebuddy_state.pt"
KEEP = "KEEP"  # a file that protects a checkpoint from being deleted as an old one


class KeepsCheckpoints:
    """Mixed into a trainer of TRL. ``own_state`` and ``restore_own`` carry what is ours over a resume."""

    job_folder: Path
    about: dict[str, Any]
    keep: int = 3
    per_step: int = 1

    def own_state(self) -> tuple[dict, dict]:
        """(plain data, tensors)"""
        return {}, {}

    def restore_own(self, data: dict, tensors: dict) -> None: ...

    def create_model_card(self, *_, **__):
        """The registry writes a card of its own."""

    def _save_checkpoint(self, model, trial):
        step = self.state.global_step // self.per_step
        target = self.job_folder / "checkpoints" / f"step-{step}"
        making = target.with_name(f".making-{step}")
        if self.accelerator.is_main_process:
            shutil.rmtree(making, ignore_errors=True)
        self.accelerator.wait_for_everyone()
        output, self.args.output_dir = self.args.output_dir, str(making)
        try:
            super()._save_checkpoint(model, trial)
        finally:
            self.args.output_dir = output
        self.accelerator.wait_for_everyone()
        if self.accelerator.is_main_process:
            self._arrange(next(making.glob("checkpoint-*")), target)
            shutil.rmtree(making, ignore_errors=True)
            self._forget_old()
        self.accelerator.wait_for_everyone()

    def _arrange(self, made: Path, target: Path) -> None:
        model = self.accelerator.unwrap_model(self.model)
        state = made / STATE
        state.mkdir()
        weights = {
            "model.safetensors",
            "model.safetensors.index.json",
            "config.json",
            "generation_config.json",
        }
        for file in sorted(made.iterdir()):
            if file.name == "training_args.bin" or file.name == "README.md":
                file.unlink()  # a pickle, and a card that knows nothing of phones
            elif (
                file.suffix in (".pt", ".pth")
                or file.name == "trainer_state.json"
                or (file.name.startswith("adapter_"))
            ):
                file.rename(state / file.name)
        if not weights & {file.name for file in made.iterdir()} or hasattr(model, "peft_config"):
            loading.save(Checkpoint(model, self.processing_class, self.about), made)
        loading.write_about(self.about, made)
        data, tensors = self.own_state()
        (state / OWN).write_text(json.dumps(data))
        torch.save(tensors, state / OWN_TENSORS)
        (made / COMPLETE).touch()
        for file in made.rglob("*"):
            _to_disk(file)
        shutil.rmtree(target, ignore_errors=True)
        made.rename(target)
        _to_disk(target.parent)

    def _forget_old(self) -> None:
        from training.folder import JobFolder

        for _, folder in JobFolder(self.job_folder).complete()[: -self.keep]:
            if not (folder / KEEP).exists():
                shutil.rmtree(folder, ignore_errors=True)

    def go_on_from(self, checkpoint: Path | None):
        """Train; from a checkpoint of this kind of job exactly as if there had been no interruption."""
        if checkpoint is None:
            return self.train()
        with tempfile.TemporaryDirectory(prefix="resume-") as scratch:
            # transformers reads the step out of the state, not out of the name
            folder = Path(scratch) / "checkpoint"
            folder.mkdir()
            adapted = hasattr(self.accelerator.unwrap_model(self.model), "peft_config")
            for file in [*checkpoint.iterdir(), *(checkpoint / STATE).iterdir()]:
                # The whole model has the adapters merged in: here they go onto the base again.
                if file.is_file() and not (adapted and file.name.startswith("model")):
                    os.symlink(file.resolve(), folder / file.name)
            self.restore_own(
                json.loads((checkpoint / STATE / OWN).read_text()),
                torch.load(checkpoint / STATE / OWN_TENSORS, weights_only=True),
            )
            return self.train(resume_from_checkpoint=str(folder))


def _to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
