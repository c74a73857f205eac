"""Supervised fine-tuning: the loss is what it says, only what should be learnt is, and it learns."""

import dataclasses

import pytest
import torch
from torch.nn import functional

from tests.training.trainers import toys
from training.config import SFTConfig
from training.folder import JobFolder
from training.forms.encoding import Encoder
from training.trainers import rows, sft

CONFIG = SFTConfig(
    epochs=12, batch_rows=32, rows_at_once=16, learning_rate=4e-3, max_tokens=32, held_out=0.2, eval_every=0
)


def built(episodes, **settings):
    return rows.build(
        episodes, toys.ToyForm(), Encoder(toys.checkpoint().processing), **{"max_tokens": 32, **settings}
    )


def test_one_step_is_a_row_and_only_its_answer_is_learnt():
    found = built(toys.episodes(1))
    tokenizer = toys.checkpoint().processing
    told = [
        (
            tokenizer.decode(row["input_ids"][: -row["answer"]]),
            tokenizer.decode(row["input_ids"][-row["answer"] :]),
        )
        for row in found.train
    ]
    a, b = toys.episodes(1)[0].goal.split()
    assert told == [
        (f"goal {a} {b} did now", f"tap {a} <end>"),
        (f"goal {a} {b} did tap {a} now", f"tap {b} <end>"),
        (f"goal {a} {b} did tap {a} tap {b} now", "done <end>"),
    ]  # fmt: skip
    batch = rows.Collator(Encoder(tokenizer))(list(found.train))
    assert (batch["labels"] != -100).sum(1).tolist() == [3, 3, 2]
    assert batch["labels"][:, -1].tolist() == [tokenizer.eos_token_id] * 3


def test_planted_mistakes_are_seen_and_not_learnt():
    episode = toys.episodes(1)[0]
    episode.about["mistakes"] = [1]
    found = built([episode])
    assert [row["length"] for row in found.train] == [8, 11]
    assert sum(found.refused.values()) == 1


def test_too_long_rows_are_refused_and_counted():
    found = built(toys.episodes(2), max_tokens=10)
    assert found.refused == {"longer than 10 tokens": 2} and len(found.train) == 4
    with pytest.raises(rows.NothingToLearn, match="6 longer than 4 tokens"):
        built(toys.episodes(2), max_tokens=4)


def test_held_out_tasks_are_held_out_whole():
    episodes = toys.episodes(60)
    found = built(episodes, held_out=0.3, held_rows=1000)
    held = {e.task.key for e in episodes if rows.share_of(e.task.key, 0) < 0.3}
    assert held and len(found.held) == 3 * sum(e.task.key in held for e in episodes)
    assert len(found.train) + len(found.held) == 180


def by_hand(model, batch, smoothing):
    """Row by row, without padding."""
    total, count = 0.0, 0
    for row in batch:
        ids = torch.tensor([row["input_ids"]])
        logits = model(input_ids=ids).logits[0, -row["answer"] - 1 : -1]
        wanted = ids[0, -row["answer"] :]
        total = total + functional.cross_entropy(logits, wanted, reduction="sum", label_smoothing=smoothing)
        count += row["answer"]
    return total / count


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_one_steps_loss_and_gradient_equal_those_made_by_hand(tmp_path, smoothing):
    toy = toys.checkpoint()
    train = built(toys.episodes(8)).train
    config = dataclasses.replace(CONFIG, label_smoothing=smoothing, rows_at_once=24, batch_rows=24)
    trainer = sft.trainer_of(toy, config, train, tmp_path)
    batch = [train[n] for n in range(24)]
    wanted = by_hand(toy.model, batch, smoothing)
    wanted.backward()
    gradients = {name: p.grad.clone() for name, p in toy.model.named_parameters()}
    toy.model.zero_grad()
    inputs = trainer.data_collator(batch)
    count = (inputs["labels"] != -100).sum()
    # In two parts, as accumulation does it.
    for half in (batch[:10], batch[10:]):
        loss = trainer.compute_loss(toy.model, trainer.data_collator(half), num_items_in_batch=count)
        loss.backward()
    assert float(trainer.compute_loss(toy.model, inputs)) == pytest.approx(float(wanted), rel=1e-5)
    for name, p in toy.model.named_parameters():
        assert torch.allclose(p.grad, gradients[name], atol=1e-5), name


def test_packing_gives_the_same_loss(tmp_path):
    """Rows in one sequence do not see one another."""
    toy = toys.checkpoint()
    train = built(toys.episodes(4)).train
    config = dataclasses.replace(CONFIG, packing=True, max_tokens=64, rows_at_once=8, batch_rows=8)
    trainer = sft.trainer_of(toy, config, train, tmp_path)
    packed = trainer.train_dataset
    assert len(packed) < len(train)
    inputs = trainer.data_collator([packed[n] for n in range(len(packed))])
    wanted = by_hand(toy.model, list(train), config.label_smoothing)
    assert float(trainer.compute_loss(toy.model, inputs)) == pytest.approx(float(wanted), rel=1e-4)


def test_it_learns_and_tells(job):
    folder, book, stop = job
    metrics = sft.run(toys.checkpoint(), CONFIG, toys.episodes(80), folder, logbook=book, stop=stop)
    assert metrics["action_accuracy"] > 0.6 and metrics["stopped"] is False
    lines = JobFolder(folder).lines(JobFolder(folder).progress)
    train = [line for line in lines if line["phase"] == "train"]
    assert train[-1]["values"]["loss"] < train[0]["values"]["loss"] / 2
    assert train[-1]["step"] == train[-1]["of"] == book.of
    assert {"tokens_per_s", "memory_mb", "token_accuracy"} <= train[-1]["values"].keys()
    step, last = JobFolder(folder).last()
    assert step == book.of and (last / "model.safetensors").exists()
    assert not list(last.rglob("*.bin")) and (folder / "tensorboard").exists()


def test_lora_learns_little_of_it_and_saves_a_whole_model(job):
    from training.backbones import loading

    folder, book, stop = job
    toy = toys.checkpoint()
    before = {name: p.clone() for name, p in toy.model.named_parameters()}
    config = dataclasses.replace(CONFIG, lora_rank=2, epochs=2.0)
    sft.run(toy, config, toys.episodes(20), folder, logbook=book, stop=stop)
    saved = loading.load(JobFolder(folder).last()[1])
    after = dict(saved.model.named_parameters())
    assert after.keys() == before.keys()
    changed = {name for name in before if not torch.equal(before[name], after[name])}
    assert changed and all("proj" in name for name in changed)


def test_order_is_repeated_and_no_step_sees_one_length_alone():
    lengths = [n % 7 for n in range(50)]
    order = list(sft.LikeLengths(lengths, 10, seed=1))
    assert sorted(order) == list(range(50)) and order == list(sft.LikeLengths(lengths, 10, seed=1))
    for step in (order[n : n + 10] for n in range(0, 50, 10)):
        found = [lengths[n] for n in step]
        assert found == sorted(found) and len(set(found)) > 2
    again = sft.LikeLengths(lengths, 10, seed=1)
    again.set_epoch(1)
    assert list(again) != order
