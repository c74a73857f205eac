"""What our machinery costs beside the model: ``python -m training.bench`` prints ``name=value unit`` lines.

- ``sft_step_ratio``: CPU time of one optimiser step of ours against TRL's own ``SFTTrainer`` (1.16) on the
  same rows of demonstrations, the same starter model and batch, turn by turn in one run. Label smoothing is
  off, for TRL would make a second forward pass of it.
- ``rl_outside_share``: the part of a round's CPU time that is neither generation nor forward nor backward:
  phones, forms, verifiers, advantages, batches, optimiser, curves.
- ``rollouts_ratio``: mock episodes a second of ``collect`` against a plain loop over the same phones, form,
  verifier and model.

The model is untrained, so for rollouts its answers are sampled at full cost and then replaced by taps on what
is shown, and rewards are drawn: phones work and every group teaches. CPU seconds of this process are counted,
so that others on the machine do not falsify it by taking turns.
"""

import os

os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1", TOKENIZERS_PARALLELISM="false")

import contextlib
import dataclasses
import random
import statistics
import tempfile
import time
import warnings
from pathlib import Path

import torch
from datasets import Dataset
from transformers import TrainerCallback
from trl import SFTConfig as TrlConfig
from trl import SFTTrainer

from devices import actions
from devices.actions import ActionError
from devices.phoneworld import Phone
from devices.phoneworld.tasks.judge import judge
from devices.phoneworld.tasks.player import Hand
from training.backbones import loading
from training.config import RLConfig, SFTConfig
from training.data.demonstrations import Variation, generate
from training.environments import goals as drawn
from training.environments.base import Goal
from training.environments.collect import Environments, Group, collect
from training.environments.curriculum import Curriculum
from training.environments.episode import Limits
from training.environments.mock import MockEnvironment, Starts, _Verified, setup_of
from training.environments.screens import observe
from training.folder import JobFolder
from training.forms.encoding import Encoder
from training.generation import TransformersPolicy
from training.trainers import grpo, rows, sft
from training.trainers.callbacks import StopSign
from training.trainers.logbook import Logbook
from training.trainers.rollouts import Rollouts

EPISODES, STEPS, TURNS = 16, 4, 3
BATCH = 32
GROUPS, SIZE, LENGTH = 6, 8, 6


@contextlib.contextmanager
def quiet():
    """Curves are written as ever, and not printed: what is printed here are figures."""
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        yield


class Clock(TrainerCallback):
    """CPU seconds from one optimiser step's end to the next: batches, forward, backward, update."""

    def __init__(self):
        self.steps: list[float] = []

    def on_train_begin(self, *_, **__):
        self.last = time.process_time()

    def on_step_end(self, *_, **__):
        now = time.process_time()
        self.steps.append(now - self.last)
        self.last = now


def sft_steps() -> tuple[float, float]:
    """Median CPU seconds of a step: (ours, bare TRL's)."""
    episodes = list(generate(EPISODES, seed=1, variation=Variation.none()))
    made = loading.make("starter")
    form, encoder = made.form(), Encoder(made.processing)
    ours = rows.build(episodes, form, encoder, max_tokens=1024).train
    bare = Dataset.from_list(
        [
            {"prompt": encoder.text(prompt), "completion": " " + answer}
            for episode in episodes
            for prompt, answer in form.examples(episode)
        ]
    )
    times: dict[str, list[float]] = {"ours": [], "bare": []}
    for turn in range(TURNS):
        for name in ("ours", "bare") if turn % 2 else ("bare", "ours"):
            with tempfile.TemporaryDirectory() as folder:
                trainer = (_ours if name == "ours" else _bare)(ours if name == "ours" else bare, Path(folder))
                clock = Clock()
                trainer.add_callback(clock)
                with quiet():
                    trainer.train()
                times[name] += clock.steps[1:]  # the first meets cold caches
    return statistics.median(times["ours"]), statistics.median(times["bare"])


def _ours(train, folder: Path):
    config = SFTConfig(
        max_steps=STEPS + 1,
        batch_rows=BATCH,
        rows_at_once=BATCH,
        label_smoothing=0.0,
        log_every=1,
        warmup=0.0,
    )
    trainer = sft.trainer_of(loading.make("starter"), config, train, folder)
    logbook = Logbook(folder)
    trainer.add_callback(sft.FollowCallback(logbook, StopSign(JobFolder(folder))))
    trainer.about, trainer._save_checkpoint = {}, lambda *_: None  # TRL's does not save here, either
    return trainer


def _bare(train, folder: Path):
    made = loading.make("starter")
    args = TrlConfig(
        output_dir=str(folder), max_steps=STEPS + 1, per_device_train_batch_size=BATCH, learning_rate=3e-4,
        logging_steps=1, save_strategy="no", report_to="none", use_cpu=True, bf16=False,
        gradient_checkpointing=False, max_length=None, disable_tqdm=True, dataloader_pin_memory=False,
    )  # fmt: skip
    return SFTTrainer(made.model, args, train_dataset=train, processing_class=made.processing)


class Wanderer:
    """A model's sampling at full cost, its words replaced by taps on what is shown."""

    def __init__(self, model, form, seed: int = 0):
        self.model, self.form, self.rng = model, form, random.Random(seed)
        self.seconds = 0.0

    def act(self, prompts, temperature: float = 1.0):
        began = time.process_time()
        answers = self.model.act(prompts, temperature)
        self.seconds += time.process_time() - began
        for sampled, prompt in zip(answers, prompts, strict=True):
            sampled.text, sampled.cut = self._tap(prompt), False
        return answers

    def _tap(self, prompt) -> str:
        boxes = [box for box in prompt.screen.elements if box[0] < box[2] and box[1] < box[3]]
        for left, top, right, bottom in self.rng.sample(boxes, min(3, len(boxes))):
            try:
                return self.form.write(actions.Click((((left + right) // 2, (top + bottom) // 2),)), prompt)
            except ActionError:
                continue
        return self.form.write(actions.ButtonPress("back"), prompt)


class Lucky(MockEnvironment):
    """Judged in earnest, rewarded by chance."""

    rng = random.Random(1)

    def judge(self):
        return dataclasses.replace(super().judge(), value=float(self.rng.random() < 0.5))


def rl_shares(goals: list[Goal]) -> tuple[float, float]:
    """(the share of CPU time outside the model, CPU seconds of a round)."""
    config = RLConfig.preset(
        "starter", steps=4, groups=GROUPS, group_size=SIZE, real_share=0.0, step_limit=LENGTH, refills=0,
        mini_batches=4, rows_at_once=64, save_every=1000,
    )  # fmt: skip
    made = loading.make("starter")
    form = made.form()
    with tempfile.TemporaryDirectory() as folder:
        trainer = grpo.trainer_of(made, config, Path(folder))
        model_s = [0.0]
        compute, backward = trainer.compute_loss, trainer.accelerator.backward

        def timed(what):
            def run(*args, **more):
                began = time.process_time()
                try:
                    return what(*args, **more)
                finally:
                    model_s[0] += time.process_time() - began

            return run

        trainer.compute_loss = timed(compute)
        trainer.accelerator.backward = timed(backward)
        policy = Wanderer(grpo.policy_of(trainer, config), form)
        starts = Starts()
        phones = Environments([Lucky(starts=starts) for _ in range(GROUPS * SIZE)])
        rollouts = Rollouts(policy, form, Curriculum(goals), phones, config, folder=Path(folder))
        trainer._save_checkpoint = lambda *_: None
        clock = Clock()
        trainer.add_callback(clock)
        rounds: list[tuple[float, float]] = []
        plain = rollouts.batch

        def counted(number: int):
            rounds.append((time.process_time(), model_s[0] + policy.seconds))
            return plain(number)

        rollouts.batch = counted
        book = Logbook(Path(folder))
        with quiet():
            stop = StopSign(JobFolder(Path(folder)))
            grpo.run(trainer, rollouts, about=made.about, logbook=book, stop=stop)
        book.end()
    # From the second round on: the first sets the tasks up and meets cold caches.
    (first, model_then), (last, model_now) = rounds[1], rounds[-1]
    return 1 - (model_now - model_then) / (last - first), (last - first) / (len(rounds) - 2)


def rollouts(goals: list[Goal]) -> tuple[float, float]:
    """Episodes a CPU second: (``collect``, a plain loop)."""
    made = loading.make("starter")
    form = made.form()
    groups = [Group(goal, SIZE) for goal in goals[:GROUPS]]
    starts = Starts()
    phones = Environments([MockEnvironment(starts=starts) for _ in range(GROUPS * SIZE)])
    bare = [Phone() for _ in range(GROUPS * SIZE)]
    kept: dict[str, object] = {}
    times: dict[str, list[float]] = {"collect": [], "plain": []}
    for turn in range(TURNS + 1):
        for name in ("collect", "plain") if turn % 2 else ("plain", "collect"):
            policy = Wanderer(TransformersPolicy(made.model, made.processing, max_new_tokens=10), form, turn)
            began = time.process_time()
            if name == "collect":
                collect(policy, form, groups, phones, seed=turn, limits=Limits(steps=LENGTH))
            else:
                _plain(policy, form, groups, bare, kept)
            if turn:  # the first sets the tasks up
                times[name].append(time.process_time() - began)
    count = GROUPS * SIZE
    return count / statistics.median(times["collect"]), count / statistics.median(times["plain"])


def _plain(policy, form, groups: list[Group], phones: list[Phone], kept: dict) -> list[float]:
    """What is needed and no more: set up, look, ask, do, judge."""
    goals = [group.goal for group in groups for _ in range(group.size)]
    for phone, goal in zip(phones, goals, strict=True):
        if goal.key not in kept:
            phone.reset(*setup_of(goal.task))
            kept[goal.key] = phone.snapshot()
        phone.restore(kept[goal.key])
    past: list[list[str]] = [[] for _ in phones]
    before = [phone.snapshot() for phone in phones]
    apps = [{entry["label"]: entry["package"] for entry in phone.packages()} for phone in phones]
    going = list(range(len(phones)))
    for _ in range(LENGTH):
        prompts = [form.prompt(goals[n].goal, observe(phones[n]), past[n], apps[n]) for n in going]
        for n, prompt, sampled in zip(going, prompts, policy.act(prompts, 1.0), strict=True):
            for action in form.read(sampled.text, prompt):
                Hand(phones[n]).do(action)
            past[n].append(form.remember(sampled.text, prompt))
    return [
        judge(_Verified(goal.task), start, phone.state).reward
        for goal, start, phone in zip(goals, before, phones, strict=True)
    ]


def main() -> None:
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    ours, bare = sft_steps()
    print(f"sft_step_ms={1000 * ours:.0f} ms\nsft_bare_trl_step_ms={1000 * bare:.0f} ms", flush=True)
    print(f"sft_step_ratio={ours / bare:.3f} (of bare TRL; at most 1.05)", flush=True)
    goals = drawn.draw(2 * GROUPS, 1, only=("notes", "tasks", "clock"), actions=8) or drawn.draw(
        2 * GROUPS, 1
    )
    share, round_s = rl_shares(goals)
    print(f"rl_round_s={round_s:.2f} s\nrl_outside_share={share:.3f} (at most 0.10)", flush=True)
    ours, bare = rollouts(goals)
    print(f"rollouts_per_s={ours:.1f} episodes/s\nrollouts_plain_per_s={bare:.1f} episodes/s", flush=True)
    print(f"rollouts_ratio={ours / bare:.3f} (at least 0.9)", flush=True)


if __name__ == "__main__":
    main()
