"""Trajectory-level GRPO over whole phone episodes, on TRL's ``GRPOTrainer``.

Every step of an episode is a prompt of its own (that is what the model sees when it acts), so what TRL takes
for a completion is one step here, and its advantage is the episode's.

TRL keeps the loss (clipping, KL, entropy, normaliser), optimiser, accelerate, logs. Three of its methods are
ours instead, and why:
- ``_prepare_inputs``: its own generates conversations and cuts a batch into equal parts, dropping the rest.
  Here a round's rows, however many, are dealt to ``mini_batches`` optimiser steps, none lost.
- ``_get_per_token_logps_and_entropies``: its own puts every prompt token through the head where there is no
  Triton. Here only the answers' columns; pictures are cut into patches when their rows come up, not all
  at once.
- ``training_step``: a mini-batch goes through in pieces of ``rows_at_once``, short rows together.

The normaliser is the number of tokens learnt from in the whole round, the same for every row: no mean over a
row or an episode, which would make long answers cheap. Old log-probabilities are those recorded at sampling.
"""

import random
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset
from transformers import PrinterCallback
from trl import GRPOConfig, GRPOTrainer

from training.backbones.loading import Checkpoint, freeze_vision, lora
from training.config import RLConfig
from training.forms.encoding import Encoded, Encoder
from training.generation import TransformersPolicy
from training.trainers.callbacks import FollowCallback, StopSign
from training.trainers.checkpoints import KeepsCheckpoints
from training.trainers.logbook import Logbook
from training.trainers.rollouts import Rollouts, Row
from training.trainers.rows import batch_of
from training.trainers.sft import common


class PhoneGRPO(KeepsCheckpoints, GRPOTrainer):
    """``rollouts`` makes rounds; ``policy`` is asked for its sampling state when a checkpoint is written."""

    rollouts: Rollouts
    policy: Any = None

    def __init__(self, model, args, rl: RLConfig, processing):
        # TRL wants prompts to draw from; rounds come from ``rollouts``, so these only count steps.
        dummy = Dataset.from_dict({"prompt": [""] * args.generation_batch_size * rl.steps})
        super().__init__(
            model=model, reward_funcs=_judged, args=args, train_dataset=dummy, processing_class=processing
        )
        self.rl, self.encoder = rl, Encoder(processing)
        self.per_step = rl.mini_batches * rl.epochs
        self.values: dict[str, float] = {}
        self.learn_s = 0.0
        self._rows: list[Row] = []
        self._dealt: list[list[Row]] = []
        self._tokens = torch.tensor(1.0)
        self.remove_callback(PrinterCallback)

    # --- what is learnt from ---

    def _prepare_inputs(self, generation_batch):
        """The rows of this optimiser step; a new round when the last one has been learnt from."""
        done = self.state.global_step % self.per_step
        if done == 0 or not self._dealt:
            began = time.perf_counter()
            batch = self.rollouts.batch(self.state.global_step // self.per_step + 1)
            self._rows, self.values, self.learn_s = batch.rows, batch.values, 0.0
            self.values["rollout_s"] = time.perf_counter() - began
            count = torch.tensor(float(sum(len(row.answer_ids) for row in self._rows)))
            self._tokens = self.accelerator.gather(count.to(self.accelerator.device)).sum()
        if done % self.rl.mini_batches == 0:
            order = list(range(len(self._rows)))
            random.Random(f"{self.rl.seed} {self.state.global_step}").shuffle(order)
            parts = self.rl.mini_batches
            self._dealt = [[self._rows[n] for n in order[part::parts]] for part in range(parts)]
        return self._dealt[done % self.rl.mini_batches]

    def training_step(self, model, inputs, num_items_in_batch=None):
        model.train()
        rows = self._prepare_inputs(inputs)
        began = time.perf_counter()
        pieces = self._pieces(self._in_step(rows))
        # TRL divides by these; together the pieces have the weight of their rows.
        self.current_gradient_accumulation_steps = len(pieces)
        total = torch.zeros((), device=self.accelerator.device)
        for number, piece in enumerate(pieces, 1):
            apart = number < len(pieces) and self.accelerator.num_processes > 1
            with self.accelerator.no_sync(model) if apart else nullcontext():
                with self.compute_loss_context_manager():
                    loss = self.compute_loss(model, self.tensors(piece, len(pieces)))
                self.accelerator.backward(loss)
            total += loss.detach()
        self._step += 1
        self.learn_s += time.perf_counter() - began
        self.values["train_s"] = self.learn_s
        return total

    def _in_step(self, rows: list[Row]) -> list[Row]:
        """As many as every other process has, at least one: with rows that weigh nothing. Processes must go
        through as many pieces, of as many rows, for what they tell one another on the way to fit."""
        count = torch.tensor(len(rows), device=self.accelerator.device)
        most = max(1, int(self.accelerator.gather(count).max()))
        return [*rows, *[NOTHING] * (most - len(rows))]

    def _pieces(self, rows: list[Row]) -> list[list[Row]]:
        """Rows of like length together."""
        rows = sorted(rows, key=lambda row: len(row.prompt_ids) + len(row.answer_ids))
        most = self.rl.rows_at_once
        return [rows[n : n + most] for n in range(0, len(rows), most)]

    def tensors(self, rows: Sequence[Row], pieces: int = 1) -> dict[str, Any]:
        """TRL's inputs of a loss: prompts padded on the left, answers on the right, with one picture set a
        row; ``pieces``: in how many the mini-batch goes through."""
        device = self.accelerator.device
        prompts, answers = max(len(r.prompt_ids) for r in rows), max(len(r.answer_ids) for r in rows)
        pad = self.encoder.pad_id
        lengths = torch.tensor([[len(r.prompt_ids), len(r.answer_ids)] for r in rows])
        inputs = {
            "prompt_ids": _padded([r.prompt_ids for r in rows], prompts, pad, left=True),
            "prompt_mask": (torch.arange(prompts) >= prompts - lengths[:, :1]).long(),
            "completion_ids": _padded([r.answer_ids for r in rows], answers, pad),
            "completion_mask": (torch.arange(answers) < lengths[:, 1:]).long(),
            "old_per_token_logps": _padded([r.logprobs for r in rows], answers, 0.0),
            "advantages": torch.tensor([r.advantage for r in rows]),
        }
        inputs["completion_mask"][[row is NOTHING for row in rows]] = 0
        inputs = {key: value.to(device) for key, value in inputs.items()}
        # dapo's normaliser is this times pieces / steps_per_generation: a mini-batch's share of the round.
        inputs["num_items_in_batch"] = self._tokens / pieces
        if any(row.images for row in rows):
            whole = [Encoded([*row.prompt_ids, *row.answer_ids], row.images) for row in rows]
            pixels = batch_of(self.encoder, whole)  # refuses places that do not fit the pictures
            inputs |= {key: pixels[key].to(device) for key in ("pixel_values", "image_grid_thw")}
        if self.beta:
            inputs["ref_per_token_logps"] = self._reference(inputs)
        return inputs

    def _reference(self, inputs: dict) -> torch.Tensor:
        """Log-probabilities under the checkpoint that this job began from."""
        ids = torch.cat([inputs["prompt_ids"], inputs["completion_ids"]], 1)
        mask = torch.cat([inputs["prompt_mask"], inputs["completion_mask"]], 1)
        model, within = self.ref_model, nullcontext()
        if model is None:  # adapters: without them it is the checkpoint
            model = self.model
            within = self.accelerator.unwrap_model(model).disable_adapter()
        pixels = {key: inputs[key] for key in ("pixel_values", "image_grid_thw") if key in inputs}
        with torch.no_grad(), within:
            return self._get_per_token_logps_and_entropies(
                model, ids, mask, inputs["completion_ids"].size(1), **pixels
            )[0]

    def _get_per_token_logps_and_entropies(
        self, model, input_ids, attention_mask, logits_to_keep, batch_size=None, compute_entropy=False,
        compute_aux_loss=False, pixel_values=None, image_grid_thw=None, **_,
    ):  # fmt: skip
        inputs = {"input_ids": input_ids, "attention_mask": attention_mask}
        if pixel_values is not None:
            inputs |= {"pixel_values": pixel_values, "image_grid_thw": image_grid_thw}
            inputs["mm_token_type_ids"] = (input_ids == self.encoder.image_id).int()
        else:
            inputs["position_ids"] = (attention_mask.cumsum(1) - 1).clamp(min=0)
        with self.accelerator.autocast():
            logits = model(**inputs, use_cache=False, logits_to_keep=logits_to_keep + 1).logits[:, :-1]
        scores = torch.log_softmax(logits.float() / self.temperature, -1)
        logps = scores.gather(2, input_ids[:, -logits_to_keep:, None])[..., 0]
        entropies = -(scores.exp() * scores).sum(-1) if compute_entropy else None
        return logps, entropies, None

    # --- to go on later ---

    def own_state(self):
        tensors = {} if self.policy is None else {"sampling": self.policy.state()}
        return {"rollouts": self.rollouts.state()}, tensors

    def restore_own(self, data, tensors):
        self.rollouts.restore(data["rollouts"])
        if "sampling" in tensors:
            self.policy.restore(tensors["sampling"])


def _judged(**_):
    """TRL asks for a reward function; episodes come judged."""
    raise AssertionError("rewards come with the rollouts")


NOTHING = Row([0], [0], [0.0], 0.0)


def _padded(rows: Sequence[Sequence], width: int, value, left: bool = False) -> torch.Tensor:
    fill = [[value] * (width - len(row)) for row in rows]
    return torch.tensor([[*f, *r] if left else [*r, *f] for f, r in zip(fill, rows, strict=True)])


def trainer_of(checkpoint: Checkpoint, config: RLConfig, folder: Path, base: str = "") -> PhoneGRPO:
    """TRL's trainer with our rounds, set up as told; ``base``: folder of the checkpoint that KL is to."""
    model = checkpoint.model
    if config.freeze_vision:
        freeze_vision(model)
    if config.kl and base:
        model.config._name_or_path = base
    if config.lora_rank:
        model = lora(model, config.lora_rank, config.lora_alpha)
    args = GRPOConfig(
        **common(config, folder),
        max_steps=config.steps * config.mini_batches * config.epochs,
        per_device_train_batch_size=2,
        num_generations=2,
        gradient_accumulation_steps=1,
        steps_per_generation=config.mini_batches,
        num_iterations=config.epochs,
        max_completion_length=config.max_answer_tokens,
        temperature=config.temperature,
        loss_type="dapo",
        epsilon=config.clip_low,
        epsilon_high=config.clip_high,
        beta=config.kl,
        entropy_coef=config.entropy,
        logging_steps=config.mini_batches * config.epochs * config.log_every,
        ignore_data_skip=True,
    )
    trainer = PhoneGRPO(model, args, config, checkpoint.processing)
    trainer.job_folder, trainer.keep = folder, config.keep
    return trainer


def policy_of(trainer: PhoneGRPO, config: RLConfig) -> TransformersPolicy:
    """The model as it is being learnt, answering in this process."""
    process = trainer.accelerator.process_index
    return TransformersPolicy(
        trainer.accelerator.unwrap_model(trainer.model), trainer.processing_class,
        max_new_tokens=config.max_answer_tokens, seed=config.seed + 7919 * process, bf16=trainer.args.bf16,
    )  # fmt: skip


def run(
    trainer: PhoneGRPO,
    rollouts: Rollouts,
    *,
    about: dict[str, Any],
    logbook: Logbook,
    stop: StopSign,
    resume: Path | None = None,
) -> dict[str, Any]:
    """Roll out and learn, round by round. Returns metrics; ``stopped`` says that it was asked to end."""
    config = trainer.rl
    trainer.rollouts, trainer.policy = rollouts, getattr(rollouts.policy, "state", None) and rollouts.policy
    trainer.about = about | {
        "max_tokens": config.max_tokens, "max_answer_tokens": config.max_answer_tokens,
    }  # fmt: skip
    logbook.of = config.steps
    follow = FollowCallback(logbook, stop, trainer.per_step, config.save_every, lambda: trainer.values)
    trainer.add_callback(follow)
    done = trainer.go_on_from(resume)
    kept = ("reward", "reward_mock", "reward_real", "episodes")
    metrics = {key: trainer.values[key] for key in kept if key in trainer.values}
    step = trainer.state.global_step // trainer.per_step
    return metrics | {"loss": done.training_loss, "stopped": follow.stopped, "step": step}
