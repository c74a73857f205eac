"""Between transformers' trainer and the job's folder: curves, and stopping at a good moment."""

import signal
import time

from transformers import TrainerCallback

from training.folder import JobFolder
from training.trainers.logbook import Logbook, machine

#: TRL's and transformers' names -> ours. What is not named here is not a curve.
NAMES = {
    "loss": "loss", "learning_rate": "learning_rate", "grad_norm": "grad_norm", "entropy": "entropy",
    "kl": "kl", "mean_token_accuracy": "token_accuracy", "clip_ratio/region_mean": "clipped",
    "eval_loss": "eval_loss",
}  # fmt: skip


class StopSign:
    """Somebody wants the trainer to end: the file ``stop``, or SIGTERM."""

    def __init__(self, folder: JobFolder):
        self.folder, self.asked = folder, False

    def listen(self) -> None:
        signal.signal(signal.SIGTERM, self._heard)

    def _heard(self, *_):
        self.asked = True

    def __bool__(self) -> bool:
        return self.asked or self.folder.stop.exists()


class FollowCallback(TrainerCallback):
    """``per_step``: optimiser steps of one step of the job (a round of reinforcement learning has several);
    saving and stopping happen only at the end of one. ``extra``: more values for the curves, once a log."""

    def __init__(self, logbook: Logbook, stop: StopSign, per_step: int = 1, save_every: int = 0, extra=dict):
        self.logbook, self.stop, self.per_step, self.extra = logbook, stop, per_step, extra
        self.save_every = save_every
        self.stopped = False
        self._since = (time.monotonic(), 0.0)

    def on_step_end(self, args, state, control, **_):
        if state.global_step % self.per_step:
            return control
        step = state.global_step // self.per_step
        self.logbook.step = step
        last = state.global_step >= state.max_steps
        if last:  # however seldom is logged, where it ended is told
            control.should_log = True
        if _any_process(bool(self.stop)) and not last:
            self.stopped = control.should_training_stop = control.should_save = True
        if last or (self.save_every and step % self.save_every == 0):
            control.should_save = True
        return control

    def on_log(self, args, state, control, logs=None, **_):
        values = {ours: logs[name] for name, ours in NAMES.items() if name in (logs or {})}
        if "loss" not in values and "eval_loss" not in values:
            return  # the summary at the end
        now, tokens = time.monotonic(), float(logs.get("num_tokens", 0.0))
        (then, before), self._since = self._since, (now, tokens)
        if tokens > before and "tokens_per_s" not in values:
            values["tokens_per_s"] = (tokens - before) / max(now - then, 1e-6)
        phase = "eval" if "eval_loss" in values else "train"
        self.logbook.note(state.global_step // self.per_step, phase, values | machine() | self.extra())

    def on_save(self, args, state, control, **_):
        self.logbook.note(state.global_step // self.per_step, "save", {})


def _any_process(here: bool) -> bool:
    """Whether one of the processes says so: all must stop at the same step."""
    import torch

    if not torch.distributed.is_available() or not torch.distributed.is_initialized():
        return here
    device = torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")
    flag = torch.tensor(float(here), device=device)
    torch.distributed.all_reduce(flag, torch.distributed.ReduceOp.MAX)
    return bool(flag.item())
