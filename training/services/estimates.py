"""What a job will take, said before it starts, and whether the machine at hand has room for it."""

import shutil
from dataclasses import dataclass

import psutil
from django.conf import settings

from devices.models import Device
from training.config import EvaluationConfig, JobConfig
from training.estimate import PARAMETERS, REAL_STEP_S, STAND_IN_STEP_S, estimate
from training.models import Checkpoint, Queue
from training.services.jobs import config_of, queue_of
from training.services.phones import fleet

MB = 2**20


@dataclass(frozen=True, slots=True)
class Outlook:
    """``fits`` is None where nothing is known about the machine; ``words`` are for people."""

    seconds: float
    memory_mb: float
    disk_mb: float
    fits: bool | None
    words: list[str]


def outlook(
    kind: str, preset: str, changes: dict, dataset=None, base: Checkpoint | None = None, queue: str = ""
) -> Outlook:
    """Refused when the configuration cannot be."""
    config = config_of(kind, preset, changes)
    gpu = (queue or queue_of(preset)) == Queue.GPU
    parameters = parameters_of(base) if base else 0
    rows = dataset.n_steps if dataset else 0
    phones = fleet()
    real = any(phone.kind == Device.Kind.REAL for phone in phones)
    wanted = getattr(config, "real_phones", 0)
    found = estimate(
        config,
        parameters=parameters,
        rows=rows,
        # Without any in the fleet, a job that learns makes as many stand-ins as it wants.
        phones=min(wanted or len(phones), len(phones)) or wanted or 1,
        phone_step_s=REAL_STEP_S if real else STAND_IN_STEP_S,
        gpu=gpu,
    )
    disk = disk_mb(config, parameters)
    words = [f"It rests on {found.rests_on}. Half to twice of it is likely."]
    free_disk = shutil.disk_usage(settings.VAR).free / MB
    fits: bool | None = disk < free_disk
    if disk >= free_disk:
        words.append(f"Checkpoints need {disk:,.0f} MB of disk; {free_disk:,.0f} MB are free.")
    if gpu:
        fits = fits and None
        words.append("Memory is that of one GPU. Whether yours has it is not known here.")
    else:
        memory = psutil.virtual_memory().available / MB
        if found.memory_mb > memory:
            fits = False
            words.append(f"This machine has {memory:,.0f} MB of memory left: it will not fit.")
    if getattr(config, "real_share", 0) and not phones:
        words.append("The fleet has no phone for real apps: stand-ins inside the job take their place.")
    if kind in ("sft", "judge_sft") and not rows and not getattr(config, "max_steps", 0):
        words.append("Without a dataset the number of steps is not known.")
    return Outlook(found.seconds, found.memory_mb, disk, fits, words)


def parameters_of(checkpoint: Checkpoint) -> int:
    """As the checkpoint says, else from the size of its weights (4 bytes each)."""
    told = checkpoint.about.get("parameters")
    weights = sum(file["size"] for file in checkpoint.files if file["name"].endswith(".safetensors"))
    return int(told or weights // 4)


def disk_mb(config: JobConfig, parameters: int) -> float:
    """Weights and AdamW's two moments, as often as checkpoints are kept, and one more while it is written."""
    if isinstance(config, EvaluationConfig):
        return 1.0
    parameters = parameters or PARAMETERS[config.backbone]
    trained = 0.02 if config.lora_rank else 1.0
    return (config.keep + 1) * parameters * (4 + 8 * trained) / MB


def machine() -> dict:
    """This machine; trainers may run on others."""
    return {
        "cpus": psutil.cpu_count() or 1,
        "memory_mb": round(psutil.virtual_memory().total / MB),
        "gpu": shutil.which("nvidia-smi") is not None,
        "phones": len(fleet()),
    }
