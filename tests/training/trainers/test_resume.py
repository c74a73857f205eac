"""An interrupted job that goes on ends as one that was not: the same weights, no step lost or done twice."""

import dataclasses
import json

import pytest
import torch

from tests.training.trainers import toys
from training.backbones import loading
from training.config import RLConfig, SFTConfig
from training.environments.collect import Environments
from training.environments.curriculum import Curriculum
from training.folder import JobFolder
from training.trainers import grpo, sft
from training.trainers.logbook import Logbook
from training.trainers.rollouts import Rollouts

SFT = SFTConfig(
    epochs=3.0, batch_rows=16, rows_at_once=8, learning_rate=3e-3, max_tokens=32, held_out=0.0, save_every=100
)
RL = RLConfig(
    steps=4, groups=3, group_size=4, real_share=0.0, rows_at_once=8, mini_batches=2, max_tokens=32,
    max_answer_tokens=4, learning_rate=2e-3, save_every=100, parse_errors=2, refills=1, samples=1,
)  # fmt: skip


class After:
    """A stop sign that goes up after so many steps."""

    def __init__(self, book, steps):
        self.book, self.steps = book, steps

    def __bool__(self):
        return self.book.step >= self.steps


def weights(folder):
    return loading.load(JobFolder(folder).last()[1]).model.state_dict()


def same(a, b):
    assert a.keys() == b.keys()
    return all(torch.equal(a[name], b[name]) for name in a)


def supervised(folder, stop_after=10**9, resume=None, config=SFT):
    folder.mkdir(exist_ok=True)
    book = Logbook(folder)
    if resume:
        book.begin(int(resume.name.removeprefix("step-")))
    toy = loading.load(resume) if resume and not config.lora_rank else toys.checkpoint()
    episodes = toys.episodes(30)
    stop = After(book, stop_after)
    metrics = sft.run(toy, config, episodes, folder, logbook=book, stop=stop, resume=resume)
    book.end()
    return metrics


@pytest.mark.parametrize("lora", [0, 2])
def test_sft_goes_on_exactly_within_an_epoch(tmp_path, lora):
    config = dataclasses.replace(SFT, lora_rank=lora)
    whole = supervised(tmp_path / "whole", config=config)
    first = supervised(tmp_path / "parts", stop_after=8, config=config)
    assert first["stopped"] and first["step"] == 8 < whole["step"]
    step, checkpoint = JobFolder(tmp_path / "parts").last()
    assert step == 8 and not same(weights(tmp_path / "whole"), weights(tmp_path / "parts"))
    second = supervised(tmp_path / "parts", resume=checkpoint, config=config)
    assert not second["stopped"] and second["step"] == whole["step"]
    assert second["tokens"] == whole["tokens"]
    assert same(weights(tmp_path / "whole"), weights(tmp_path / "parts"))
    lines = JobFolder(tmp_path / "parts").lines(tmp_path / "parts" / "progress.jsonl")
    steps = [line["step"] for line in lines if line["phase"] == "train"]
    assert steps == list(range(1, whole["step"] + 1))


class Watched(Rollouts):
    """Keeps which goals were attempted, and what was answered, in each round."""

    def batch(self, number):
        batch = super().batch(number)
        said = [[step.sampled.answer_ids for step in t.steps] for t in batch.trajectories]
        self.log.append((number, [t.goal.key for t in batch.trajectories], said))
        return batch


def reinforced(folder, log, start, stop_after=10**9, resume=None):
    folder.mkdir(exist_ok=True)
    book = Logbook(folder)
    if resume:
        book.begin(int(resume.name.removeprefix("step-")))
    toy = loading.load(resume or start)
    trainer = grpo.trainer_of(toy, RL, folder)
    policy = grpo.policy_of(trainer, RL)
    phones = Environments([toys.ToyPhone() for _ in range(12)])
    rollouts = Watched(policy, toys.ToyForm(), Curriculum(toys.goals()), phones, RL, folder=folder)
    rollouts.log = log
    stop = After(book, stop_after)
    metrics = grpo.run(trainer, rollouts, about=toy.about, logbook=book, stop=stop, resume=resume)
    book.end()
    return metrics


def test_rl_goes_on_exactly(tmp_path):
    supervised(tmp_path / "sft", config=dataclasses.replace(SFT, epochs=6.0))
    start = JobFolder(tmp_path / "sft").last()[1]
    whole, parts = [], []
    end = reinforced(tmp_path / "whole", whole, start)
    first = reinforced(tmp_path / "parts", parts, start, stop_after=2)
    step, checkpoint = JobFolder(tmp_path / "parts").last()
    assert first["stopped"] and first["step"] == step == 2
    assert not same(weights(tmp_path / "sft"), weights(tmp_path / "parts")), "it learnt nothing"
    second = reinforced(tmp_path / "parts", parts, start, resume=checkpoint)
    assert second["step"] == end["step"] == 4 and second["episodes"] == end["episodes"]
    assert [number for number, _, _ in parts] == [1, 2, 3, 4]
    assert parts == whole, "goals and answers of every round"
    assert same(weights(tmp_path / "whole"), weights(tmp_path / "parts"))
    told = json.loads((checkpoint / "state" / "phonebuddy_state.json").read_text())
    assert told["rollouts"]["curriculum"]["rounds"] == 2


def test_old_checkpoints_go_but_for_those_that_are_kept(tmp_path):
    config = dataclasses.replace(SFT, save_every=2, keep=2, epochs=2.0)

    class Keeping(After):
        def __bool__(self):
            if (folder := tmp_path / "job" / "checkpoints" / "step-4").exists():
                (folder / "KEEP").touch()
            return False

    book = Logbook(tmp_path)
    (tmp_path / "job").mkdir()
    sft.run(
        toys.checkpoint(), config, toys.episodes(30), tmp_path / "job", logbook=book, stop=Keeping(book, 0)
    )
    book.end()
    assert [step for step, _ in JobFolder(tmp_path / "job").complete()] == [4, 10, 12]
