"""One optimiser step of reinforcement learning, by as many processes as the launcher started; the first
writes the gradients into the folder that is named."""

import dataclasses
import os
import sys
from pathlib import Path

import torch

from tests.training.trainers.test_grpo import CONFIG, Given, remember, text_rows
from training import launch
from training.trainers import grpo

#: Of seven rows the first process has five: other numbers of pieces, and of rows in a piece.
SHARES = (slice(0, 5), slice(5, 7))
SETTINGS = dataclasses.replace(CONFIG, mini_batches=1, entropy=0.0, kl=0.0)


def main(folder: Path) -> None:
    torch.set_num_threads(1)
    rank = int(os.environ["RANK"])
    checkpoint, rows = text_rows()
    remember(checkpoint, rows, drift=0.6)
    trainer = grpo.trainer_of(checkpoint, SETTINGS, folder)
    trainer.rollouts = Given(rows[SHARES[rank]])
    model = trainer.accelerator.prepare(trainer.model)
    trainer.training_step(model, None)
    if rank == 0:
        torch.save({name: p.grad for name, p in checkpoint.model.named_parameters()}, folder / "gradients.pt")
    torch.distributed.barrier()
    launch.leave(0)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
