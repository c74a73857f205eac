"""What a job may be told: one dataclass a kind of job, every field documented, kept whole with the job.

No Django and no torch here: forms, the API and the command are made from ``dataclasses.fields`` (``help`` and
``choices`` in the metadata), and the trainer's process reads the same classes from its folder.
"""

import dataclasses
import json
from dataclasses import dataclass
from typing import Any, ClassVar

BACKBONES = ("starter", "qwen2_5_vl", "qwen3_vl", "qwen3_5")
FORMS = ("compact", "runner")
PRESETS = ("starter", "one-gpu", "eight-gpus")


def told(default: Any, help: str, choices: tuple = (), low: float | None = None, high: float | None = None):
    """A field with its words and what it may be."""
    about = {"help": help, "choices": choices, "low": low, "high": high}
    return dataclasses.field(default=default, metadata=about)


class ConfigError(ValueError):
    """A value that cannot be; in plain words, with the field's name first."""


@dataclass(frozen=True)
class JobConfig:
    """What all jobs share."""

    kind: ClassVar[str] = ""
    presets: ClassVar[dict[str, dict[str, Any]]] = {}

    seed: int = told(0, "Of the weights, the order of rows, the goals and the sampling.", low=0)
    processes: int = told(1, "Trainer processes, one for each GPU.", low=1, high=64)
    threads: int = told(2, "CPU threads of each process.", low=1, high=256)
    report_to: str = told("", "Also report to this tracker.", choices=("", "trackio", "wandb"))

    def __post_init__(self):
        for field in dataclasses.fields(self):
            _check(field, getattr(self, field.name))

    @classmethod
    def preset(cls, name: str = "starter", **changes: Any) -> "JobConfig":
        """KeyError when there is no such preset."""
        return cls(**{**cls.presets[name], **changes})

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "JobConfig":
        """Raises ConfigError for a field that there is not, or a value that cannot be."""
        known = {field.name for field in dataclasses.fields(cls)}
        if unknown := sorted(map(str, data.keys() - known)):
            raise ConfigError(f"{', '.join(unknown)}: no such setting.")
        return cls(**data)

    def to_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


@dataclass(frozen=True)
class Learning(JobConfig):
    """What all jobs share that change weights."""

    backbone: str = told(
        "starter", "The model that is made on the spot when there is no checkpoint to begin from.", BACKBONES
    )
    form: str = told("compact", "What the model is shown: the tree as text, or PhoneBuddy's chat.", FORMS)
    observation: str = told("screenshot", "What the chat form shows.", ("screenshot", "tree", "both"))
    dialect: str = told("phonebuddy-json", "How actions are said in the chat form.")
    image_width: int = told(448, "Pictures are scaled to this width in px (chat form).", low=32, high=2160)
    max_tokens: int = told(1024, "Longest row, prompt and answer together. Longer ones are refused.", low=32)
    learning_rate: float = told(3e-4, "At its highest.", low=0.0)
    weight_decay: float = told(0.0, "Of AdamW.", low=0.0)
    warmup: float = told(0.05, "Share of the steps in which the learning rate rises.", low=0.0, high=1.0)
    schedule: str = told(
        "cosine", "How the learning rate falls.", ("constant", "linear", "cosine", "constant_with_warmup")
    )
    rows_at_once: int = told(64, "Rows of one forward pass on one device.", low=1)
    max_grad_norm: float = told(1.0, "Longer gradients are shortened to this.", low=0.0)
    lora_rank: int = told(0, "Rank of LoRA adapters; 0 trains all weights.", low=0, high=512)
    lora_alpha: int = told(32, "Scale of LoRA adapters.", low=1)
    freeze_vision: bool = told(True, "Leave the picture encoder as it is.")
    bf16: bool = told(True, "Compute in bfloat16 where there is a GPU.")
    gradient_checkpointing: bool = told(False, "Less memory for about a third more time.")
    save_every: int = told(50, "Steps between checkpoints. The last step always saves.", low=1)
    keep: int = told(3, "Checkpoints that are kept; older ones are deleted.", low=1)
    log_every: int = told(1, "Steps between points of the curves.", low=1)


@dataclass(frozen=True)
class SFTConfig(Learning):
    """Supervised fine-tuning on steps of demonstrations."""

    kind: ClassVar[str] = "sft"

    epochs: float = told(8.0, "How often every row is seen.", low=0.0)
    max_steps: int = told(0, "Stop after this many steps; 0: as the epochs say.", low=0)
    batch_rows: int = told(128, "Rows of one optimiser step, over all devices.", low=1)
    label_smoothing: float = told(
        0.05, "Leaves entropy for reinforcement learning to start from.", low=0.0, high=0.5
    )
    choice_weight: float = told(
        1.0, "Weight of choosing what an answer points at, at its own place (compact form).", low=0.0
    )
    hide_words: float = told(
        0.0, "Share of a row's known words that are told as unknown ones (compact form).", low=0.0, high=0.9
    )
    optimizer: str = told(
        "adamw", "Muon for the layers' matrices learns a small new model faster.", ("adamw", "muon")
    )
    matrix_learning_rate: float = told(0.01, "Of the layers' matrices, when Muon teaches them.", low=0.0)
    packing: bool = told(False, "Several text rows in one sequence (text only).")
    group_by_length: bool = told(True, "Rows of one batch are of like length (text only).")
    held_out: float = told(
        0.05, "Share of the tasks kept aside for measuring action accuracy.", low=0.0, high=0.5
    )
    eval_every: int = told(100, "Steps between measurements on the held-out steps; 0: at the end.", low=0)
    eval_rows: int = told(256, "Held-out steps that are measured.", low=0)


@dataclass(frozen=True)
class RLConfig(Learning):
    """Trajectory-level GRPO. A step is: roll groups out, learn from them, hand the weights over."""

    kind: ClassVar[str] = "mixed_rl"

    steps: int = told(50, "Rounds of rollouts and learning.", low=1)
    groups: int = told(16, "Groups of one step; each is one task from one start state.", low=1)
    group_size: int = told(8, "Episodes of a group.", low=2)
    real_share: float = told(
        0.5, "Share of the groups on real-app phones: 1 real-app RL, 0 mock only.", low=0, high=1
    )
    temperature: float = told(1.0, "Of the sampling in rollouts.", low=0.01, high=5.0)
    step_limit: int = told(0, "Steps of an episode; 0: as the task says.", low=0)
    max_answer_tokens: int = told(32, "Longest answer in tokens.", low=1)
    parse_errors: int = told(3, "Unreadable answers in a row that end an episode.", low=1)
    goals: int = told(600, "Different goals that are drawn from the training templates.", low=1)
    templates: str = told("", "Only these templates or folders of them (names with commas); empty: all.")
    actions: int = told(0, "Only goals that take at most so many actions; 0: any.", low=0)
    refills: int = told(
        2, "How often groups without variance are dropped and others rolled out in their place.", low=0
    )
    mini_batches: int = told(4, "Optimiser steps of one round.", low=1)
    epochs: int = told(1, "How often a round's rows are learnt from.", low=1)
    clip_low: float = told(0.2, "Ratios below 1 minus this are clipped.", low=0.0, high=1.0)
    clip_high: float = told(0.28, "Ratios above 1 plus this are clipped (DAPO's clip-higher).", low=0.0)
    kl: float = told(0.0, "Weight of the KL to the first checkpoint; 0: no reference model.", low=0.0)
    entropy: float = told(0.003, "Weight of the entropy bonus.", low=0.0)
    scale_rewards: bool = told(True, "Divide advantages by the group's standard deviation.")
    negative: float = told(
        1.0,
        "Weight of episodes that went worse than their group's mean. Small models forget under many of them.",
        low=0.0,
        high=1.0,
    )
    progress: float = told(
        0.5, "What reaching all milestones is worth beside success (mock phones know them).", low=0.0
    )
    mask_cut: bool = told(True, "Do not learn from answers that met the limit of tokens.")
    mask_parse_errors: bool = told(
        False, "Do not learn from unreadable answers. Off: they share the episode's (mostly bad) fate."
    )
    curriculum_floor: float = told(0.15, "Weight of goals that always or never succeed.", low=0.0)
    curriculum_slope: float = told(4.0, "Weight of the middle: floor + slope · p (1 − p).", low=0.0)
    phones: int = told(0, "Mock phones at once; 0: all of the step's.", low=0)
    real_phones: int = told(2, "Real-app phones that are leased, if so many are free.", low=1, high=64)
    act_timeout: float = told(60.0, "Seconds after which an action on a real phone has failed.", low=1.0)
    samples: int = told(2, "Sample episodes that are kept of each step; their pictures take time.", low=0)
    dead_rounds: int = told(10, "Stop when so many rounds in a row bring no mixed group.", low=1)
    server: str = told("", "base_url of a vLLM or SGLang server for the rollouts; empty: in the trainer.")


@dataclass(frozen=True)
class JudgeConfig(SFTConfig):
    """Supervised fine-tuning of a judge on human grades."""

    kind: ClassVar[str] = "judge_sft"

    threshold: float = told(
        0.9, "Precision on held-out grades below which the judge is no reward.", low=0.0, high=1.0
    )
    frames: int = told(4, "Screens that the judge is shown: the first, the last, those that changed.", low=1)


@dataclass(frozen=True)
class EvaluationConfig(JobConfig):
    """A checkpoint on tasks: in the trainer's process, or as a campaign on the platform's phones."""

    kind: ClassVar[str] = "evaluate"

    suite: str = told("PhoneWorld-150", "Whose tasks.")
    on: str = told("process", "Phones in the job's process, or a campaign.", ("process", "campaign"))
    trials: int = told(1, "Attempts at each task.", low=1)
    tasks: int = told(0, "Only the first so many; 0: all.", low=0)
    temperature: float = told(0.0, "0 is greedy.", low=0.0)
    step_limit: int = told(0, "0: as the task says.", low=0)
    max_answer_tokens: int = told(64, "Longest answer in tokens.", low=1)
    phones: int = told(32, "Phones at once.", low=1)


_GPU = {
    "backbone": "qwen3_5", "form": "runner", "image_width": 512, "max_tokens": 4096, "learning_rate": 1e-5,
    "rows_at_once": 2, "gradient_checkpointing": True, "threads": 8, "schedule": "cosine",
}  # fmt: skip
_GPU_SFT = {"epochs": 2.0, "label_smoothing": 0.0, "group_by_length": False, "save_every": 200}
_GPU_RL = {"learning_rate": 1e-6, "max_answer_tokens": 256, "save_every": 5, "schedule": "constant"}
_STARTER_RL = {
    "rows_at_once": 128, "schedule": "constant", "warmup": 0.0, "save_every": 25, "steps": 150, "groups": 24,
    "mini_batches": 6, "max_answer_tokens": 10, "real_phones": 16,
}  # fmt: skip

SFTConfig.presets = {
    "starter": {
        "batch_rows": 16,
        "rows_at_once": 16,
        "optimizer": "muon",
        "learning_rate": 3e-3,
        "matrix_learning_rate": 0.01,
        "label_smoothing": 0.01,
        "hide_words": 0.3,
        "schedule": "linear",
        "warmup": 0.02,
        "save_every": 500,
        "log_every": 10,
        "eval_every": 1000,
    },
    "one-gpu": {**_GPU, **_GPU_SFT, "lora_rank": 64, "learning_rate": 1e-4},
    "eight-gpus": {**_GPU, **_GPU_SFT, "processes": 8, "batch_rows": 512, "rows_at_once": 4},
}
RLConfig.presets = {
    "starter": _STARTER_RL,
    "one-gpu": {**_GPU, **_GPU_RL, "lora_rank": 64, "learning_rate": 2e-5, "groups": 8},
    "eight-gpus": {**_GPU, **_GPU_RL, "processes": 8, "groups": 64},
}
JudgeConfig.presets = {
    "starter": {
        "backbone": "qwen3_vl",
        "form": "runner",
        "label_smoothing": 0.0,
        "held_out": 0.25,
        "max_tokens": 4096,
        "image_width": 112,
        "rows_at_once": 2,
        "batch_rows": 16,
    },
    "one-gpu": {**SFTConfig.presets["one-gpu"], "held_out": 0.2, "max_tokens": 8192},
    "eight-gpus": {**SFTConfig.presets["eight-gpus"], "held_out": 0.2, "max_tokens": 8192},
}
EvaluationConfig.presets = {"starter": {}, "one-gpu": {"phones": 64}, "eight-gpus": {"phones": 256}}

CONFIGS: dict[str, type[JobConfig]] = {
    "sft": SFTConfig,
    "real_rl": RLConfig,
    "mixed_rl": RLConfig,
    "judge_sft": JudgeConfig,
    "evaluate": EvaluationConfig,
}


def preset(kind: str, name: str = "starter", **changes: Any) -> JobConfig:
    """The defaults of one kind of job. Real-app RL is mixed RL whose every group is on real-app phones."""
    if kind == "real_rl":
        changes = {"real_share": 1.0, **changes}
    return CONFIGS[kind].preset(name, **changes)


def from_json(kind: str, data: dict[str, Any] | str) -> JobConfig:
    """Raises ConfigError."""
    if kind not in CONFIGS:
        raise ConfigError(f"{kind!r} is no kind of job.")
    return CONFIGS[kind].from_json(json.loads(data) if isinstance(data, str) else data)


def diff(one: JobConfig, other: JobConfig) -> dict[str, tuple[Any, Any]]:
    """Field -> (its value in one, in the other) where they differ; None where one has no such field."""
    a, b = one.to_json(), other.to_json()
    names = [*a, *(name for name in b if name not in a)]
    return {name: (a.get(name), b.get(name)) for name in names if a.get(name) != b.get(name)}


def _check(field: dataclasses.Field, value: Any) -> None:
    wanted = type(field.default)
    whole = isinstance(value, int) and not isinstance(value, bool)
    fits = isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool))
    if not fits and not (wanted is float and whole):
        raise ConfigError(f"{field.name} must be {_KIND_WORDS[wanted]}, not {value!r}.")
    choices, low, high = (field.metadata[key] for key in ("choices", "low", "high"))
    if choices and value not in choices:
        raise ConfigError(f"{field.name} must be one of {', '.join(map(repr, choices))}, not {value!r}.")
    if (low is not None and not value >= low) or (high is not None and not value <= high):
        span = f"at least {low}" if high is None else f"between {low} and {high}"
        raise ConfigError(f"{field.name} must be {span}, not {value!r}.")


_KIND_WORDS = {int: "a whole number", float: "a number", bool: "yes or no", str: "text"}
