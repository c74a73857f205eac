"""Checkpoints as folders: loaded, saved, made on the spot. Safetensors alone, and no code but ours.

``phonebuddy.json`` beside the weights says what the model is shown and how it answers; without it a folder
is a model of somebody else, shown PhoneBuddy's chat form.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from training import forms
from training.forms import Form

ABOUT = "phonebuddy.json"
FORM_SETTINGS = ("observation", "dialect", "image_width")


class NotLoadable(ValueError):
    """This folder is no checkpoint that may be loaded; in plain words."""


@dataclass(slots=True)
class Checkpoint:
    """``processing``: tokenizer or processor. ``about``: form, dialect, limits, backbone."""

    model: Any
    processing: Any
    about: dict[str, Any] = field(default_factory=dict)

    def form(self) -> Form:
        return form_of(self.about)


def about_of(folder: Path | str) -> dict[str, Any]:
    try:
        return json.loads((Path(folder) / ABOUT).read_text())
    except FileNotFoundError:
        return {"form": "runner", "observation": "screenshot", "dialect": "phonebuddy-json"}


def form_of(about: dict[str, Any]) -> Form:
    """The form that a checkpoint was taught. NotLoadable when it has changed since."""
    settings = {key: about[key] for key in FORM_SETTINGS if key in about} if about["form"] == "runner" else {}
    form = forms.get(about["form"], **settings)
    if about.get("form_version", form.version) != form.version:
        raise NotLoadable(
            f"It was taught version {about['form_version']} of the form {form.name!r}, not {form.version}."
        )
    return form


def load(folder: Path | str, *, bf16: bool = False, device: str = "") -> Checkpoint:
    """Weights, tokenizer or processor, and what they were taught. Nothing is fetched. NotLoadable."""
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForImageTextToText

    folder = Path(folder)
    _refuse_foreign_code(folder)
    config = AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
    kind = AutoModelForImageTextToText if hasattr(config, "vision_config") else AutoModelForCausalLM
    model = kind.from_pretrained(
        folder, local_files_only=True, trust_remote_code=False, use_safetensors=True,
        dtype=torch.bfloat16 if bf16 else torch.float32,
    )  # fmt: skip
    return Checkpoint(model.to(device or "cpu"), load_processing(folder), about_of(folder))


def load_processing(folder: Path | str):
    """The tokenizer, or the processor where there are pictures."""
    from training.backbones import vision

    if vision.has_pictures(folder):
        return vision.load_processor(folder)
    return vision.load_tokenizer(folder)


def save(checkpoint: Checkpoint, folder: Path | str) -> None:
    """Everything that ``load`` needs. Adapters of LoRA are merged into a copy: a whole model."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    whole(checkpoint.model).save_pretrained(folder)
    checkpoint.processing.save_pretrained(folder)
    write_about(checkpoint.about, folder)


def write_about(about: dict[str, Any], folder: Path) -> None:
    (folder / ABOUT).write_text(json.dumps(about, indent=1, ensure_ascii=False, sort_keys=True))


def whole(model):
    """The model without adapters beside its weights."""
    if not hasattr(model, "peft_config"):
        return model
    import copy

    return copy.deepcopy(model).merge_and_unload()


def make(backbone: str, form: str = "compact", seed: int = 0, **settings: Any) -> Checkpoint:
    """An untrained model from configuration. ``settings``: those of the chat form (``FORM_SETTINGS``)."""
    if backbone == "starter":
        from training.backbones import starter

        model, processing = starter.make(seed)
    else:
        from training.backbones import vision

        model, processing = vision.make(backbone, seed)
    about = {"form": form, "backbone": backbone, **(settings if form == "runner" else {})}
    about["form_version"] = form_of(about).version
    return Checkpoint(model, processing, about)


def lora(model, rank: int, alpha: int):
    """The model with adapters on every linear layer of the language part; only they are learnt."""
    from peft import LoraConfig, get_peft_model

    return get_peft_model(
        model,
        LoraConfig(r=rank, lora_alpha=alpha, target_modules=linear_layers(model), task_type="CAUSAL_LM"),
    )


def linear_layers(model) -> list[str]:
    """Names of the linear layers outside the picture encoder and the head."""
    from torch import nn

    head = model.get_output_embeddings()
    return [
        name
        for name, part in model.named_modules()
        if isinstance(part, nn.Linear) and part is not head and "visual" not in name.split(".")
    ]


def freeze_vision(model) -> None:
    """The picture encoder stays as it is."""
    for name, part in model.named_modules():
        if name.split(".")[-1] == "visual":
            part.requires_grad_(False)


def parameters(model) -> int:
    return sum(one.numel() for one in model.parameters())


def _refuse_foreign_code(folder: Path) -> None:
    if not (folder / "config.json").is_file():
        raise NotLoadable(f"{folder.name} holds no model.")
    if not list(folder.glob("*.safetensors")):
        raise NotLoadable(f"{folder.name} has no safetensors; other formats are not loaded.")
    for name in ("config.json", "tokenizer_config.json", "processor_config.json"):
        file = folder / name
        if file.is_file() and "auto_map" in json.loads(file.read_text()):
            raise NotLoadable(f"{folder.name} brings code of its own ({name}); it is not run.")
