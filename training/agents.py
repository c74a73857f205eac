"""A checkpoint as an agent: the policy "transformers" of the agent runner. ``settings``: path (the folder),
temperature (0), max_tokens (of an answer; as it was taught).

A worker loads a checkpoint once, and answers the runs that ask at the same time in one batch.
"""

import asyncio
import threading
from pathlib import Path

from devices.actions import ActionError
from evaluation.agents.policies import Answer, PolicyDown, Question
from evaluation.agents.prompts import unread

_loaded: dict[str, tuple] = {}
_lock = threading.Lock()


def make(settings: dict, setup: dict | None = None, seed: int = 0) -> "CheckpointPolicy":
    """Raises PolicyDown when there is no such checkpoint here, or none that may be loaded."""
    folder = Path(settings.get("path") or "")
    if not settings.get("path") or not (folder / "config.json").is_file():
        raise PolicyDown("The checkpoint's files are not on this machine.")
    return CheckpointPolicy(folder, settings)


class CheckpointPolicy:
    """Of one run: it remembers what was done in its form's own words."""

    def __init__(self, folder: Path, settings: dict):
        self.folder, self.settings = folder, settings
        self.past: list[str] = []

    async def act(self, question: Question) -> Answer:
        try:
            batcher, form, about = await asyncio.to_thread(_of, self.folder, self.settings)
            prompt = form.prompt(question.goal, question.observation, self.past, dict(question.screen.apps))
        except (OSError, ValueError) as error:
            raise PolicyDown(f"The checkpoint cannot be asked. {error}") from error
        temperature = float(self.settings.get("temperature", 0))
        try:
            sampled = await asyncio.wrap_future(batcher.ask(prompt, temperature))
        except Exception as error:  # whatever it is, the model did not answer
            raise PolicyDown(f"The model failed: {type(error).__name__}: {error}") from error
        said, actions = sampled.text, ()
        try:
            actions = form.read(sampled.text, prompt)
        except ActionError as error:
            said = unread(sampled.text, str(error))
        self.past.append(form.remember(said, prompt))
        return Answer(
            sampled.text,
            actions,
            prompt=prompt.messages or [{"role": "user", "content": prompt.text}],
            details={
                "checkpoint": self.folder.name,
                "form": form.name,
                "form_version": form.version,
                "backbone": about.get("backbone", ""),
                "temperature": temperature,
                "cut": sampled.cut,
            },
            tokens_in=len(sampled.prompt_ids),
            tokens_out=len(sampled.answer_ids),
        )

    async def close(self) -> None: ...


def _of(folder: Path, settings: dict):
    """(batcher, form, about) of a checkpoint; loaded by the first who asks. The files of a checkpoint do not
    change, but a folder may be written again under the same name."""
    from training.backbones.loading import load
    from training.batching import Batcher
    from training.generation import TransformersPolicy

    key = f"{folder} {(folder / 'config.json').stat().st_mtime_ns} {settings.get('max_tokens')}"
    with _lock:
        if key not in _loaded:
            checkpoint = load(folder, device=_device())
            most = int(settings.get("max_tokens") or checkpoint.about.get("max_answer_tokens", 256))
            policy = TransformersPolicy(checkpoint.model, checkpoint.processing, max_new_tokens=most)
            _loaded[key] = Batcher(policy), checkpoint.form(), checkpoint.about
        return _loaded[key]


def _device() -> str:
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"
