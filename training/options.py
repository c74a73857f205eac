"""How the configuration is shown to people: labels, groups, what is rarely changed. Made from the
dataclasses, so that forms, API and command offer whatever a trainer understands. No Django, no torch."""

import dataclasses
from typing import Any

from training.config import CONFIGS, JobConfig, preset

#: ``takes``: what it can be made from, beside its configuration; ``needs``: what it cannot do without.
KINDS: dict[str, dict[str, Any]] = {
    "sft": {
        "label": "SFT",
        "help": "Supervised fine-tuning on the steps of a dataset, from a checkpoint or a fresh model.",
        "needs": ["dataset"],
        "takes": ["dataset", "base"],
    },
    "real_rl": {
        "label": "Real-app RL",
        "help": "Reinforcement learning on real-app phones (or their stand-ins); a judge gives the reward.",
        "needs": ["base"],
        "takes": ["base", "judge"],
    },
    "mixed_rl": {
        "label": "Mixed RL",
        "help": "Reinforcement learning, partly on verified mock phones, partly on real-app ones.",
        "needs": ["base"],
        "takes": ["base", "judge"],
    },
    "judge_sft": {
        "label": "Judge SFT",
        "help": "Teaches a judge on human grades; its precision on others decides whether it may reward.",
        "needs": ["dataset"],
        "takes": ["dataset", "base"],
    },
    "evaluate": {
        "label": "Evaluation",
        "help": "A checkpoint on a suite: in the job's process, or as a campaign on the platform's phones.",
        "needs": ["base"],
        "takes": ["base"],
    },
}
PRESET_WORDS = {
    "starter": ("Starter (CPU)", "A small model that learns in minutes on two cores."),
    "one-gpu": ("One GPU", "LoRA on a vision-language model of about 4B parameters."),
    "eight-gpus": ("Eight GPUs", "All weights of a 4B model, as in the paper."),
}
GROUPS: dict[str, tuple[str, ...]] = {
    "Model": (
        "backbone", "form", "observation", "dialect", "image_width", "max_tokens", "lora_rank", "lora_alpha",
        "freeze_vision",
    ),
    "Evaluation": ("suite", "on", "trials", "tasks"),
    "Length": ("epochs", "max_steps", "steps", "batch_rows"),
    "Goals": ("goals", "templates", "actions", "curriculum_floor", "curriculum_slope"),
    "Rollouts": (
        "goals", "groups", "group_size", "real_share", "real_phones", "phones", "temperature", "step_limit",
        "max_answer_tokens", "parse_errors", "act_timeout", "server", "samples",
    ),
    "Reward and advantage": (
        "scale_rewards", "negative", "progress", "refills", "dead_rounds",
        "threshold", "frames",
    ),
    "Loss": (
        "mini_batches", "clip_low", "clip_high", "kl", "entropy", "mask_cut", "mask_parse_errors",
        "label_smoothing", "choice_weight", "hide_words",
    ),
    "Optimiser": (
        "optimizer", "learning_rate", "matrix_learning_rate", "schedule", "warmup", "weight_decay",
        "max_grad_norm",
    ),
    "Data": ("packing", "group_by_length", "held_out", "eval_every", "eval_rows"),
    "Saving and logs": ("save_every", "keep", "log_every", "report_to"),
    "Machine": (
        "processes", "threads", "rows_at_once", "bf16", "gradient_checkpointing", "seed",
    ),
}  # fmt: skip
#: What people look at first; all else is tucked away.
FIRST = {
    "backbone", "form", "lora_rank", "suite", "on", "trials", "epochs", "max_steps", "steps", "batch_rows",
    "groups", "group_size", "real_share", "real_phones", "temperature", "learning_rate", "kl", "entropy",
    "save_every", "seed", "threshold",
}  # fmt: skip
LABELS = {
    "kl": "KL", "lora_rank": "LoRA rank", "lora_alpha": "LoRA alpha", "bf16": "bfloat16", "on": "Where",
    "eval_every": "Measure every", "eval_rows": "Measured steps", "max_tokens": "Longest row",
    "act_timeout": "Action time-out", "server": "Rollout server", "report_to": "Report to",
    "real_share": "Share on real apps", "real_phones": "Real-app phones", "phones": "Mock phones at once",
    "tasks": "Tasks at most", "actions": "Actions at most",
}  # fmt: skip
UNITS = {"image_width": "px", "max_tokens": "tokens", "max_answer_tokens": "tokens", "act_timeout": "s"}
_GROUP_OF = {name: group for group, names in GROUPS.items() for name in names}
_ORDER = {name: n for n, name in enumerate(name for names in GROUPS.values() for name in names)}


def fields_of(config: type[JobConfig]) -> list[dict[str, Any]]:
    """[{name, label, help, type, default, choices, min, max, unit, group, advanced}], in a form's order."""
    found = [_field(field) for field in dataclasses.fields(config)]
    return sorted(found, key=lambda field: _ORDER.get(field["name"], len(_ORDER)))


def _field(field: dataclasses.Field) -> dict[str, Any]:
    about, kind = field.metadata, type(field.default).__name__
    return {
        "name": field.name,
        "label": label_of(field.name),
        "help": about["help"],
        "type": "choice" if about["choices"] else kind,
        "default": field.default,
        "choices": list(about["choices"]) or None,
        "min": about["low"],
        "max": about["high"],
        "unit": UNITS.get(field.name, ""),
        "group": _GROUP_OF.get(field.name, "More"),
        "advanced": field.name not in FIRST,
    }


def label_of(name: str) -> str:
    return LABELS.get(name) or name.replace("_", " ").capitalize()


def presets_of(kind: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "label": label, "help": words, "config": preset(kind, name).to_json()}
        for name, (label, words) in PRESET_WORDS.items()
    ]


def kinds() -> list[dict[str, Any]]:
    return [
        {"kind": kind, **about, "presets": presets_of(kind), "fields": fields_of(CONFIGS[kind])}
        for kind, about in KINDS.items()
    ]
