"""How a trainer starts and ends: one process, or several that learn together."""

import os
import sys
from pathlib import Path

TRAINER = "training.trainer"


def command(folder: Path, processes: int = 1, *, gpu: bool = False, trainer: str = TRAINER) -> list[str]:
    """``accelerate launch`` for several processes on GPUs. On CPUs torch's own launcher: accelerate's way
    there asks for MPI."""
    run = ["-m", trainer, str(folder)]
    if processes == 1:
        return [sys.executable, *run]
    if not gpu:
        # By address: a machine need not be able to resolve its own name, and would wait for it for minutes.
        here = ["--standalone", "--local_addr", "127.0.0.1"]
        launch = ["-m", "torch.distributed.run", *here, "--nproc_per_node", str(processes)]
        return [sys.executable, *launch, *run]
    launch = ["-m", "accelerate.commands.launch", "--num_processes", str(processes)]
    return [sys.executable, *launch, "--num_machines", "1", "--mixed_precision", "no", *run]


def leave(status: int) -> None:
    """End this process. One of several ends at once: while an interpreter takes itself apart, it waits for
    gloo's thread, which waits for the interpreter (torch 2.13), and the launcher waits for ever."""
    if int(os.environ.get("WORLD_SIZE", "1")) > 1:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)
