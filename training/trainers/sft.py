"""Supervised fine-tuning on steps, on TRL's ``SFTTrainer``.

What is ours, and why:
- the rows come in ids (``rows``), made by the code that rollouts use, so that nothing is put another way;
- the loss needs logits only in columns where somebody answers: a prompt of 200 tokens with an answer of 4
  needs 4 columns of the vocabulary, not 204, and label smoothing costs no second forward pass;
- the compact form's rows tell what an answer chooses among, lines of the screen and words of the goal:
  choosing is learnt at those places themselves, before the last layer, which has only to look there. One
  choice among thirty says more than a token does, and carries over to screens that were never shown;
- the rows of one optimiser step are sorted by length before they are cut into forward passes: little padding,
  and no step sees short rows alone (sorting over many steps, as is usual, made losses swing between kinds of
  rows). The order is one that a resumed job repeats exactly.
"""

import random
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional
from torch.utils.data import Sampler
from transformers import PrinterCallback
from trl import SFTConfig as TrlConfig
from trl import SFTTrainer

from training.backbones.loading import Checkpoint, freeze_vision, lora
from training.config import SFTConfig
from training.data.episodes import Episode
from training.forms import Form
from training.forms.encoding import Encoder
from training.forms.vocabulary import HIT, MISS
from training.generation import TransformersPolicy
from training.trainers import hiding, muon, rows
from training.trainers.callbacks import FollowCallback, StopSign
from training.trainers.checkpoints import KeepsCheckpoints
from training.trainers.logbook import Logbook


class StepTrainer(KeepsCheckpoints, SFTTrainer):
    """``measure``: called where an evaluation is due; gives values for the curves."""

    measure: Callable[[], dict[str, float]] | None = None
    matrix_lr: float = 0.0
    choice_weight: float = 0.0
    hide: hiding.Hiding | None = None

    def create_optimizer(self, *args, **kwargs):
        """Muon where the job asks for it."""
        if self.optimizer is None and self.matrix_lr:
            self.optimizer = muon.of(self.model, self.matrix_lr, self.args.learning_rate)
        return super().create_optimizer(*args, **kwargs)

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        """Mean over the answers' tokens of cross-entropy with label smoothing; with ``num_items_in_batch``
        (answer tokens of all accumulated batches and processes) the share of this batch in that mean."""
        labels, choices = inputs.pop("labels"), inputs.pop("choices", None)
        if self.hide and model.training:
            inputs["input_ids"] = self.hide(inputs["input_ids"], self.state.global_step)
        choosing = choices is not None and self.choice_weight > 0
        columns = (labels != -100).any(0).nonzero()[:, 0]
        out = model(**inputs, use_cache=False, logits_to_keep=columns - 1, output_hidden_states=choosing)
        logits = out.logits.float()
        wanted = labels[:, columns]
        taught = wanted != -100
        logits, wanted = logits[taught], wanted[taught]
        loss = functional.cross_entropy(
            logits, wanted, reduction="sum", label_smoothing=self.args.label_smoothing_factor
        )
        if choosing:
            chosen = self._chosen(out.hidden_states[-2], choices, "train" if model.training else "eval")
            loss = loss + self.choice_weight * chosen * len(wanted)
        if num_items_in_batch is None:
            loss = loss / max(1, len(wanted))
        else:
            loss = loss / num_items_in_batch
            if self.args.average_tokens_across_devices:
                loss = loss * self.accelerator.num_processes
        mode = "train" if self.model.training else "eval"
        with torch.no_grad():
            right = (logits.argmax(-1) == wanted).float().mean()
        self._metrics[mode]["mean_token_accuracy"].append(right.item())
        self._total_train_tokens += (
            labels.numel() if "attention_mask" not in inputs else int(inputs["attention_mask"].sum())
        )
        self._metrics[mode]["num_tokens"] = [self._total_train_tokens * self.accelerator.num_processes]
        return (loss, {"loss": loss}) if return_outputs else loss

    def _chosen(self, read: torch.Tensor, choices: torch.Tensor, mode: str) -> torch.Tensor:
        """Mean over rows and kinds of the cross-entropy of choosing what was chosen, or nothing (0), out of
        what stands in the stream before the last layer: how much more "hit" than "miss"."""
        model = self.accelerator.unwrap_model(self.model)
        hit, miss = self.processing_class.convert_tokens_to_ids([HIT, MISS])
        head = model.get_output_embeddings().weight
        read = functional.rms_norm(read.float(), read.shape[-1:])
        scores = (read @ (head[hit] - head[miss])).masked_fill(choices < 0, -torch.inf)
        scores, choices = functional.pad(scores, (0, 1)).flatten(0, 1), choices.flatten(0, 1)
        none = choices.shape[1]
        wanted = torch.where((choices == 1).any(1), choices.argmax(1), none)
        right = (scores.argmax(1) == wanted)[wanted < none]
        if len(right):
            self._metrics[mode]["choices_right"].append(right.float().mean().item())
        return functional.cross_entropy(scores, wanted)

    def _get_train_sampler(self, train_dataset=None):
        dataset = self.train_dataset if train_dataset is None else train_dataset
        lengths = dataset["length"] if "length" in dataset.column_names else [0] * len(dataset)
        grouped = self.args.train_sampling_strategy == "group_by_length"
        step = self._train_batch_size * self.args.gradient_accumulation_steps * self.args.world_size
        return LikeLengths(lengths, step if grouped else 0, self.args.seed)

    def own_state(self):
        return {"tokens": self._total_train_tokens}, {}

    def restore_own(self, data, tensors):
        self._total_train_tokens = data["tokens"]


class LikeLengths(Sampler):
    """A random order of rows, each ``step`` rows sorted by length (0: none). The same for the same seed and
    epoch."""

    def __init__(self, lengths: Iterable[int], step: int, seed: int):
        self.lengths, self.step, self.seed, self.epoch = list(lengths), step, seed, 0

    def set_epoch(self, epoch: int) -> None:
        self.epoch = epoch

    def __len__(self) -> int:
        return len(self.lengths)

    def __iter__(self):
        rng = random.Random(f"{self.seed} {self.epoch}")
        order = list(range(len(self.lengths)))
        rng.shuffle(order)
        if self.step:
            pieces = [order[n : n + self.step] for n in range(0, len(order), self.step)]
            order = [n for piece in pieces for n in sorted(piece, key=lambda n: self.lengths[n])]
        return iter(order)


def run(
    checkpoint: Checkpoint,
    config: SFTConfig,
    episodes: Iterable[Episode],
    folder: Path,
    *,
    logbook: Logbook,
    stop: StopSign,
    resume: Path | None = None,
    form: Form | None = None,
    measure: Callable[[TransformersPolicy], dict[str, float]] | None = None,
) -> dict[str, Any]:
    """Teach it. Returns metrics; ``stopped`` says that it was asked to end before its time. ``form``: what is
    taught, the checkpoint's own as a rule; ``measure``: in place of action accuracy on held-out steps."""
    form, encoder = form or checkpoint.form(), Encoder(checkpoint.processing)
    found = rows.build(
        episodes, form, encoder, max_tokens=config.max_tokens, held_out=config.held_out,
        held_rows=config.eval_rows, seed=config.seed, cache=folder / "rows",
    )  # fmt: skip
    for reason, count in sorted(found.refused.items()):
        print(f"left out: {count} {reason}", flush=True)
    trainer = trainer_of(checkpoint, config, found.train, folder)
    trainer.about = checkpoint.about | {"kind": config.kind, "max_tokens": config.max_tokens}
    longest = max(found.train["answer"])
    trainer.about["max_answer_tokens"] = max(2 * longest, 8)
    follow = FollowCallback(logbook, stop, save_every=config.save_every)
    trainer.add_callback(follow)
    if measure is None and found.held:
        measure = partial(_accuracy, form, found.held)
    measures = _Measures(trainer, measure, config, logbook)
    trainer.add_callback(measures)
    logbook.of = _steps(trainer)
    done = trainer.go_on_from(resume)
    metrics = {"loss": done.training_loss, "rows": len(found.train), "tokens": trainer._total_train_tokens}
    return metrics | measures.last | {"stopped": follow.stopped, "step": trainer.state.global_step}


def trainer_of(checkpoint: Checkpoint, config: SFTConfig, train, folder: Path) -> StepTrainer:
    """TRL's trainer with our rows and loss, set up as told."""
    model = checkpoint.model
    if config.freeze_vision:
        freeze_vision(model)
    if config.lora_rank:
        model = lora(model, config.lora_rank, config.lora_alpha)
    packing = config.packing and "images" not in train.column_names
    args = TrlConfig(
        **common(config, folder),
        num_train_epochs=config.epochs,
        max_steps=config.max_steps or -1,
        gradient_accumulation_steps=max(1, config.batch_rows // (config.rows_at_once * config.processes)),
        per_device_train_batch_size=min(config.rows_at_once, config.batch_rows),
        train_sampling_strategy="group_by_length" if config.group_by_length else "random",
        packing=packing,
        max_length=config.max_tokens if packing else None,
        dataset_kwargs={} if packing else {"skip_prepare_dataset": True},
        logging_steps=config.log_every,
    )
    encoder = Encoder(checkpoint.processing)
    if packing:
        train = train.map(_labelled, remove_columns=train.column_names)
    trainer = StepTrainer(
        model, args, train_dataset=train, processing_class=checkpoint.processing,
        data_collator=None if packing else rows.Collator(encoder),
    )  # fmt: skip
    # Only now: TRL would make a second forward pass of it, which our loss does without.
    args.label_smoothing_factor = config.label_smoothing
    trainer.remove_callback(PrinterCallback)
    trainer.job_folder, trainer.keep = folder, config.keep
    trainer.choice_weight = config.choice_weight
    trainer.hide = hiding.of(checkpoint.processing, config.hide_words, config.seed)
    trainer.matrix_lr = config.matrix_learning_rate if config.optimizer == "muon" else 0.0
    return trainer


def common(config, folder: Path) -> dict[str, Any]:
    """Arguments that both trainers of TRL share."""
    gpu = torch.cuda.is_available()
    return {
        "output_dir": str(folder / "trainer"),
        "seed": config.seed,
        "learning_rate": config.learning_rate,
        "weight_decay": config.weight_decay,
        "warmup_steps": config.warmup,
        "lr_scheduler_type": config.schedule,
        "max_grad_norm": config.max_grad_norm,
        "bf16": config.bf16 and gpu,
        "use_cpu": not gpu,
        "gradient_checkpointing": config.gradient_checkpointing,
        "save_strategy": "no",  # FollowCallback says when
        "eval_strategy": "no",
        "report_to": "none",
        "disable_tqdm": True,
        "remove_unused_columns": False,
        "dataloader_pin_memory": gpu,
        "save_total_limit": None,
    }


def _labelled(row: dict) -> dict:
    before = row["length"] - row["answer"]
    return {"input_ids": row["input_ids"], "labels": [-100] * before + row["input_ids"][before:]}


def _steps(trainer) -> int:
    if trainer.args.max_steps > 0:
        return trainer.args.max_steps
    import math

    batches = len(trainer.get_train_dataloader())
    each = math.ceil(batches / trainer.args.gradient_accumulation_steps)
    return math.ceil(each * trainer.args.num_train_epochs)


class _Measures(FollowCallback):
    """How well it does on what it was not taught, every so many steps and at the end."""

    def __init__(self, trainer, measure, config: SFTConfig, logbook: Logbook):
        self.trainer, self.measure, self.config, self.logbook = trainer, measure, config, logbook
        self.last: dict[str, float] = {}

    def on_step_end(self, args, state, control, **_):
        every = self.config.eval_every
        if self.measure and (
            state.global_step >= state.max_steps or (every and state.global_step % every == 0)
        ):
            self.last = self._measured()
            self.logbook.note(state.global_step, "eval", self.last)
        return control

    def on_log(self, *_, **__): ...

    def on_save(self, *_, **__): ...

    def _measured(self) -> dict[str, float]:
        policy = TransformersPolicy(
            self.trainer.accelerator.unwrap_model(self.trainer.model), self.trainer.processing_class,
            max_new_tokens=self.trainer.about["max_answer_tokens"], bf16=self.trainer.args.bf16,
        )  # fmt: skip
        return self.measure(policy)


def _accuracy(form: Form, held: list[rows.Held], policy: TransformersPolicy) -> dict[str, float]:
    return rows.accuracy(policy, form, held)
