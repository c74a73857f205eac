"""Reinforcement learning: TRL's loss over step rows is what a hand-written one says, no token left out."""

import dataclasses
import os
import random
import subprocess

import numpy as np
import pytest
import torch

from tests.patience import PATIENCE_S
from tests.training.trainers import toys
from training import launch
from training.backbones import loading
from training.config import RLConfig
from training.forms.encoding import Encoder
from training.trainers import grpo
from training.trainers.rollouts import Batch, Row

CONFIG = RLConfig(
    steps=2, groups=2, group_size=2, real_share=0.0, rows_at_once=3, mini_batches=2, max_tokens=2048,
    max_answer_tokens=6, learning_rate=1e-3, entropy=0.01, freeze_vision=False, max_grad_norm=0.0,
)  # fmt: skip


class Given:
    """Rounds that are there already."""

    def __init__(self, rows):
        self.rows, self.asked, self.policy = rows, [], None

    def batch(self, number):
        self.asked.append(number)
        return Batch(number, self.rows, {})

    def state(self):
        return {}


def text_rows(count=7, seed=0):
    rng = random.Random(seed)
    toy = toys.checkpoint()
    tokens = range(3, len(toy.processing))
    return toy, [
        Row(
            rng.choices(tokens, k=rng.randrange(4, 9)),
            [*rng.choices(tokens, k=rng.randrange(1, 5)), toy.processing.eos_token_id],
            [],
            rng.uniform(-1.5, 1.5),
        )
        for _ in range(count)
    ]


def picture_rows(count=5, seed=0):
    """A tiny Qwen3-VL, rows with pictures of their own, of differing sizes."""
    from training.forms.base import Prompt

    rng, numbers = random.Random(seed), np.random.default_rng(seed)
    tiny = loading.make("qwen3_vl", "runner", seed)
    encoder = Encoder(tiny.processing)
    rows = []
    for n in range(count):
        image = numbers.integers(0, 256, (64 + 32 * (n % 3), 96, 3), dtype=np.uint8)
        told = [{"role": "user", "content": [{"type": "image"}, {"type": "text", "text": "Goal " + "x" * n}]}]
        prompt = encoder.encode([Prompt(None, messages=told, images=[image])])[0]
        answer = [*rng.choices(range(10, 500), k=rng.randrange(1, 5)), encoder.eos_id]
        rows.append(Row(prompt.ids, answer, [], rng.uniform(-1.5, 1.5), prompt.images))
    return tiny, rows


def scores(checkpoint, row, temperature=1.0):
    """Log-probabilities (answer × vocabulary) of one row alone, without padding."""
    from training.forms.encoding import Encoded
    from training.trainers.rows import batch_of

    batch = batch_of(
        Encoder(checkpoint.processing), [Encoded([*row.prompt_ids, *row.answer_ids], row.images)]
    )
    logits = checkpoint.model(**batch).logits[0, -len(row.answer_ids) - 1 : -1]
    return (logits / temperature).log_softmax(-1)


def remember(checkpoint, rows, drift):
    """Old log-probabilities: the model's, moved, so that some ratios meet the clip on either side."""
    rng = random.Random(5)
    for row in rows:
        with torch.no_grad():
            now = scores(checkpoint, row).gather(1, torch.tensor(row.answer_ids)[:, None])[:, 0]
        row.logprobs = [float(value) + rng.uniform(-drift, drift) for value in now]


def loss_of(trainer, inputs):
    trainer.model.train()
    trainer.current_gradient_accumulation_steps = 1
    return trainer.compute_loss(trainer.model, inputs)


def by_hand(checkpoint, rows, config, tokens):
    """Token-sum policy loss over the round's tokens, dealt to mini-batches."""
    loss = 0.0
    for row in rows:
        all_scores = scores(checkpoint, row)
        now = all_scores.gather(1, torch.tensor(row.answer_ids)[:, None])[:, 0]
        ratio = (now - torch.tensor(row.logprobs)).exp()
        clipped = ratio.clamp(1 - config.clip_low, 1 + config.clip_high)
        loss = loss - torch.minimum(ratio * row.advantage, clipped * row.advantage).sum()
    return loss * config.mini_batches / tokens


def entropy_by_hand(checkpoint, pieces):
    means = []
    for piece in pieces:
        found = torch.cat([-(s.exp() * s).sum(-1) for s in (scores(checkpoint, row) for row in piece)])
        means.append(found.mean())
    return torch.stack(means).mean()


@pytest.mark.parametrize("make", [text_rows, picture_rows])
def test_one_steps_loss_and_gradient_equal_those_made_by_hand(tmp_path, make):
    checkpoint, rows = make()
    remember(checkpoint, rows, drift=0.6)
    trainer = grpo.trainer_of(checkpoint, CONFIG, tmp_path)
    trainer.rollouts = Given(rows)
    dealt = trainer._prepare_inputs(None)
    tokens = sum(len(row.answer_ids) for row in rows)
    # The next step's rows are the others: nothing is lost, nothing comes twice.
    trainer.state.global_step = 1
    others = trainer._prepare_inputs(None)
    assert sorted(map(id, [*dealt, *others])) == sorted(map(id, rows)) and trainer.rollouts.asked == [1]
    trainer.state.global_step = 0

    pieces = trainer._pieces(dealt)
    wanted = by_hand(checkpoint, dealt, CONFIG, tokens) - CONFIG.entropy * entropy_by_hand(checkpoint, pieces)
    wanted.backward()
    gradients = {n: p.grad.clone() for n, p in checkpoint.model.named_parameters() if p.grad is not None}
    checkpoint.model.zero_grad()
    loss = trainer.training_step(checkpoint.model, None)
    assert float(loss) == pytest.approx(float(wanted.detach()), rel=1e-4, abs=1e-6)
    assert gradients
    for name, p in checkpoint.model.named_parameters():
        if name in gradients:
            assert torch.allclose(p.grad, gradients[name], atol=2e-5), name
    if make is picture_rows:
        assert any("visual" in name and gradients[name].abs().sum() > 0 for name in gradients)


@pytest.mark.parametrize("make", [text_rows, picture_rows])
def test_every_token_of_every_answer_moves_the_policy(tmp_path, make):
    checkpoint, rows = make()
    remember(checkpoint, rows, drift=0.0)
    trainer = grpo.trainer_of(checkpoint, dataclasses.replace(CONFIG, entropy=0.0), tmp_path)
    inputs = trainer.tensors(rows)
    seen = {}

    def watched(*args, **kwargs):
        logps, *rest = type(trainer)._get_per_token_logps_and_entropies(trainer, *args, **kwargs)
        logps.retain_grad()
        seen["logps"] = logps
        return logps, *rest

    trainer._get_per_token_logps_and_entropies = watched
    loss_of(trainer, inputs).backward()
    mask = inputs["completion_mask"].bool()
    gradient = seen["logps"].grad
    assert mask.sum() == sum(len(row.answer_ids) for row in rows)
    assert (gradient[mask] != 0).all() and (gradient[~mask] == 0).all()


def test_the_picture_shown_decides(tmp_path):
    """A loss without pixels would be the same for any picture."""
    checkpoint, rows = picture_rows()
    remember(checkpoint, rows, drift=0.3)
    trainer = grpo.trainer_of(checkpoint, CONFIG, tmp_path)
    seen = float(loss_of(trainer, trainer.tensors(rows)).detach())
    for row in rows:
        row.images = [np.zeros_like(image) for image in row.images]
    blind = float(loss_of(trainer, trainer.tensors(rows)).detach())
    assert seen != pytest.approx(blind, rel=1e-6)


def test_a_row_whose_places_are_not_its_pictures_is_refused(tmp_path):
    checkpoint, rows = picture_rows(1)
    remember(checkpoint, rows, drift=0.0)
    rows[0].images = [np.zeros((256, 96, 3), np.uint8)]
    trainer = grpo.trainer_of(checkpoint, CONFIG, tmp_path)
    with pytest.raises(ValueError, match="places for pictures"):
        trainer.tensors(rows)


def test_kl_is_to_the_checkpoint_that_the_job_began_from(tmp_path):
    """Before the first step there is none; afterwards it is that of the policy to what lies in the folder."""
    toy, rows = text_rows()
    loading.save(toy, tmp_path / "base")
    checkpoint = loading.load(tmp_path / "base")
    remember(checkpoint, rows, drift=0.0)
    config = dataclasses.replace(CONFIG, kl=0.5, entropy=0.0)
    trainer = grpo.trainer_of(checkpoint, config, tmp_path, str(tmp_path / "base"))
    for row in rows:
        row.advantage = 0.0
    assert float(loss_of(trainer, trainer.tensors(rows)).detach()) == pytest.approx(0, abs=1e-6)
    with torch.no_grad():
        checkpoint.model.lm_head.weight.mul_(1.3)
    inputs = trainer.tensors(rows)
    tokens = wanted = 0.0
    for row in rows:
        chosen = torch.tensor(row.answer_ids)[:, None]
        with torch.no_grad():
            gap = scores(toy, row).gather(1, chosen) - scores(checkpoint, row).gather(1, chosen)
        # Weighed by how likely the policy has become to say it: TRL's correction of the estimate.
        wanted += float(((gap.exp() - gap - 1) * (-gap).exp()).sum())
        tokens += len(row.answer_ids)
    trainer._tokens = torch.tensor(tokens)
    inputs["num_items_in_batch"] = torch.tensor(tokens)
    loss = float(loss_of(trainer, inputs).detach())
    assert loss == pytest.approx(0.5 * wanted / tokens * CONFIG.mini_batches, rel=1e-3)


def test_a_round_without_rows_changes_nothing(tmp_path):
    checkpoint, _ = text_rows()
    trainer = grpo.trainer_of(checkpoint, dataclasses.replace(CONFIG, entropy=0.0), tmp_path)
    trainer.rollouts = Given([])
    before = [p.clone() for p in checkpoint.model.parameters()]
    assert float(trainer.training_step(checkpoint.model, None)) == 0
    assert all(p.grad is None or not p.grad.any() for p in checkpoint.model.parameters())
    assert all(torch.equal(a, b) for a, b in zip(before, checkpoint.model.parameters(), strict=True))


def test_two_processes_with_unequal_rows_learn_what_one_learns_of_all(tmp_path):
    """Each has other rows, and not as many; a bad one hangs or ends in gloo."""
    from tests.training.trainers.two_processes import SETTINGS

    command = launch.command(tmp_path, 2, trainer="tests.training.trainers.two_processes")
    run = subprocess.run(
        command, env=os.environ | {"OMP_NUM_THREADS": "1"}, capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert run.returncode == 0, run.stderr[-3000:]
    checkpoint, rows = text_rows()
    remember(checkpoint, rows, drift=0.6)
    by_hand(checkpoint, rows, SETTINGS, sum(len(row.answer_ids) for row in rows)).backward()
    found = torch.load(tmp_path / "gradients.pt")
    for name, p in checkpoint.model.named_parameters():
        assert torch.allclose(found[name], p.grad, atol=2e-5), name
