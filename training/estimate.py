"""What a job will take, said before it starts: time, memory, and what the figures rest on."""

from dataclasses import dataclass

from training.config import EvaluationConfig, JobConfig, RLConfig, SFTConfig

#: Parameters of the models made on the spot (with their vocabularies); a checkpoint brings its own number.
PARAMETERS = {"starter": 600_000, "qwen2_5_vl": 400_000, "qwen3_vl": 400_000, "qwen3_5": 400_000}
STEPS_OF_EPISODE = 8
#: Useful floating-point operations a second. CPU: measured on two cores with the starter model (22,000
#: tokens/s learning, 60,000 in rollouts at 0.45 million parameters). GPU: a third of an H100's dense bfloat16
#: peak for learning, a twentieth for batched decoding; not measured here.
SPEED = {"cpu": {"learn": 6e10, "roll": 5.4e10}, "gpu": {"learn": 3e14, "roll": 5e13}}
REAL_STEP_S = 3.0  # one action on a phone over adb, until it stands still
STAND_IN_STEP_S = 0.31  # the same on a stand-in, measured with 1 to 16 of them
ROUND_S = 1.0  # phones, verifiers and data of one round beside the model
READ_AT_ONCE = 16384  # prompt tokens, see ``generation``
START_S = {"cpu": 8.0, "gpu": 60.0}  # imports, model, dataset


@dataclass(frozen=True, slots=True)
class Estimate:
    """``seconds`` is the middle; expect half to twice of it. ``memory_mb`` is of one device."""

    seconds: float
    memory_mb: float
    rests_on: str


def estimate(
    config: JobConfig,
    *,
    parameters: int = 0,
    rows: int = 0,
    tokens: int = 300,
    tasks: int = 150,
    phones: int = 1,
    phone_step_s: float = REAL_STEP_S,
    gpu: bool = False,
) -> Estimate:
    """``rows``: steps in the dataset; ``tokens``: of one row (prompt and answer); ``phones``: real ones that
    can be had; ``tasks``: of the suite that is evaluated. ``parameters`` 0: of the model made on the spot."""
    kind = "gpu" if gpu else "cpu"
    speed, devices = SPEED[kind], max(1, config.processes if gpu else 1)
    parameters = parameters or PARAMETERS[getattr(config, "backbone", "starter")]
    seconds = START_S[kind]
    if isinstance(config, SFTConfig):
        seen = config.max_steps * config.batch_rows or rows * config.epochs
        seconds += 6 * parameters * tokens * seen / speed["learn"] / devices
        words = f"{seen:,.0f} rows of {tokens} tokens"
    elif isinstance(config, RLConfig):
        episodes = config.groups * config.group_size * (1 + config.refills / 2)
        steps = episodes * STEPS_OF_EPISODE
        learnt = config.groups * config.group_size * STEPS_OF_EPISODE * config.epochs
        rolled = 2 * parameters * tokens * steps / speed["roll"] / devices
        waited = config.real_share * steps * phone_step_s / max(1, phones)
        trained = 6 * parameters * tokens * learnt / speed["learn"] / devices
        # Mock rollouts go on while phones are waited for; learning comes after both.
        seconds += config.steps * (max(rolled, waited) + trained + ROUND_S)
        words = (
            f"{config.steps * episodes:,.0f} episodes of about {STEPS_OF_EPISODE} steps, "
            f"{config.real_share:.0%} on {phones} real-app phone{'' if phones == 1 else 's'}"
        )
    elif isinstance(config, EvaluationConfig):
        count = (config.tasks or tasks) * config.trials
        seconds += 2 * parameters * tokens * count * STEPS_OF_EPISODE / speed["roll"] / devices
        if config.on == "campaign":
            seconds += count * STEPS_OF_EPISODE * phone_step_s / max(1, phones)
        words = f"{count} attempts of about {STEPS_OF_EPISODE} steps"
    else:
        raise TypeError(f"no estimate for {type(config).__name__}")
    words += f" on {devices} {'GPU' if gpu else 'CPU'}{'s' if devices > 1 else ''}"
    return Estimate(seconds, _memory(config, parameters, tokens, gpu), words)


def _memory(config: JobConfig, parameters: int, tokens: int, gpu: bool) -> float:
    """Weights, gradients, AdamW's two moments, and activations (about 40 widths a token and layer)."""
    learns, small = not isinstance(config, EvaluationConfig), gpu and getattr(config, "bf16", True)
    weight = 2 if small and getattr(config, "lora_rank", 0) else 4
    trained = 0.0 if not learns else 0.02 if config.lora_rank else 1.0
    state = parameters * (weight + 12 * trained + (4 if getattr(config, "kl", 0) else 0))
    per_token = 2.5 * parameters**0.5 * (2 if small else 4) * 12
    if getattr(config, "gradient_checkpointing", False):
        per_token /= 6
    # Without gradients only keys and values stay, of as many tokens as are read at once.
    held = tokens * config.rows_at_once if learns else min(config.phones * tokens, READ_AT_ONCE) / 12
    return (state + per_token * held) / 2**20 + (1500 if gpu else 500)
