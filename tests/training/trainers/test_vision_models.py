"""Tiny Qwen-VL models take the whole way: SFT and RL on pictures, saved, loaded again, acting on a phone."""

import json

import numpy as np
import pytest
import torch

from devices import actions
from devices.observation import Observation
from evaluation import runner, services
from evaluation.models import Ending
from tests.evaluation.conftest import make_device, make_task  # noqa: F401
from tests.evaluation.test_agent_runs import adb_port, agent, phones, worlds  # noqa: F401
from training.backbones import loading, vision
from training.config import RLConfig, SFTConfig
from training.data.episodes import Episode, Source, Step, TaskRef
from training.environments.base import Goal, Reward
from training.environments.collect import Environments
from training.environments.curriculum import Curriculum
from training.folder import JobFolder
from training.generation import TransformersPolicy
from training.trainers import grpo, sft
from training.trainers.callbacks import StopSign
from training.trainers.logbook import Logbook
from training.trainers.rollouts import Rollouts

# Three models, on a machine that may be busy; all tests with a database, for those without one are run much
# later, and `taught` is dear: it would be made twice.
pytestmark = [pytest.mark.timeout(900), pytest.mark.django_db(transaction=True)]
WIDTH, HEIGHT = 108, 240
HOME = actions.ButtonPress("home")
SFT = SFTConfig(
    form="runner", image_width=64, max_steps=80, batch_rows=1, rows_at_once=1, learning_rate=5e-3,
    max_tokens=1024, held_out=0.0, label_smoothing=0.05, freeze_vision=False, schedule="constant", warmup=0.0,
)  # fmt: skip
RL = RLConfig(
    steps=1, groups=1, group_size=4, real_share=0.0, rows_at_once=4, mini_batches=1, max_tokens=1024,
    max_answer_tokens=40, step_limit=2, refills=0, freeze_vision=False, samples=1, learning_rate=1e-4,
    schedule="constant", warmup=0.0, temperature=0.6,
)  # fmt: skip


def screen(seed: int) -> Observation:
    pixels = np.random.default_rng(seed).integers(0, 256, (HEIGHT, WIDTH, 3), dtype=np.uint8)
    return Observation(WIDTH, HEIGHT, image=pixels)


class Phone:
    """Shows noise; every other attempt succeeds."""

    kind, name, begun = "mock", "noise", 0

    def begin(self, goal, seed=0):
        Phone.begun += 1
        self.number = Phone.begun
        return screen(self.number)

    def act(self, *taken):
        return screen(self.number + 100)

    def judge(self):
        return Reward(float(self.number % 2))

    def apps(self):
        return {}

    def close(self): ...


@pytest.fixture(scope="module")
def taught(tmp_path_factory):
    """Folders of the three after an SFT of a few steps and a round of RL, each gone through once."""
    made: dict[str, dict] = {}

    def get(kind: str) -> dict:
        if kind not in made:
            made[kind] = _taught(kind, tmp_path_factory.mktemp(kind))
        return made[kind]

    return get


def _taught(kind, folder):
    settings = {"observation": "screenshot", "dialect": "phonebuddy-json", "image_width": 64}
    tiny = loading.make(kind, "runner", 0, **settings)
    before = {name: p.clone() for name, p in tiny.model.state_dict().items()}
    episodes = [
        Episode(f"e{n}", "Go home.", TaskRef(f"t{n}"), Source.ORACLE, [Step(screen(n), HOME)])
        for n in range(4)
    ]
    (folder / "sft").mkdir()
    book = Logbook(folder / "sft")
    sft.run(tiny, SFT, episodes, folder / "sft", logbook=book, stop=StopSign(JobFolder(folder / "sft")))
    book.end()
    after_sft = JobFolder(folder / "sft").last()[1]
    loaded = loading.load(after_sft)
    (folder / "rl").mkdir()
    book = Logbook(folder / "rl")
    trainer = grpo.trainer_of(loaded, RL, folder / "rl")
    rollouts = Rollouts(
        grpo.policy_of(trainer, RL), loaded.form(), Curriculum([Goal("g", "Go home.", {})]),
        Environments([Phone() for _ in range(4)]), RL, folder=folder / "rl",
    )  # fmt: skip
    grpo.run(trainer, rollouts, about=loaded.about, logbook=book, stop=StopSign(JobFolder(folder / "rl")))
    book.end()
    return {
        "before": before, "tiny": tiny, "loaded": loaded, "values": trainer.values,
        "sft": after_sft, "rl": JobFolder(folder / "rl").last()[1], "samples": folder / "rl" / "samples",
    }  # fmt: skip


@pytest.mark.parametrize("kind", vision.KINDS)
def test_it_learns_from_pictures_saves_and_loads(taught, kind):
    found = taught(kind)
    weights = loading.load(found["sft"]).model.state_dict()
    moved = {name for name in weights if not torch.equal(weights[name], found["before"][name])}
    assert any("visual" in name for name in moved) and any("layers" in name for name in moved)
    later = loading.load(found["rl"]).model.state_dict()
    assert found["values"]["rows"] > 0 and found["values"]["reward_mock"] == 0.5
    assert any(not torch.equal(weights[name], later[name]) for name in weights), "RL changed nothing"
    form, prompt_of = loading.load(found["rl"]).form(), lambda n: form.prompt("Go home.", screen(n), [], {})
    here = TransformersPolicy(found["loaded"].model, found["loaded"].processing, max_new_tokens=40)
    again = loading.load(found["rl"])
    there = TransformersPolicy(again.model, again.processing, max_new_tokens=40)
    prompts = [prompt_of(1), prompt_of(2)]
    for a, b in zip(here.act(prompts, 0), there.act(prompts, 0), strict=True):
        assert a.prompt_ids == b.prompt_ids and a.answer_ids == b.answer_ids
        assert a.prompt_ids.count(again.processing.image_token_id) > 0
    assert not [f for f in found["rl"].rglob("*") if f.suffix in (".bin", ".py")]
    sample = json.loads(next(found["samples"].glob("*.jsonl")).read_text().splitlines()[0])
    assert (found["samples"] / sample["steps"][0]["picture"]).exists()


def test_each_acts_on_a_phone_through_the_agent_runner(taught, phones, make_task, agent, researcher):  # noqa: F811
    task = make_task("go-home", goal="Go home.", device_kind="mock", setup={"seed": 3}, step_limit=2)
    for kind in vision.KINDS:
        mine = agent("transformers", settings={"path": str(taught(kind)["rl"])})
        run = services.request_run(researcher, mine, task)
        assert runner.work() == run.pk
        run.refresh_from_db()
        assert run.ending == Ending.STEP_LIMIT, run.error
        turns = list(run.turns.all())
        assert len(turns) == 2
        for turn in turns:  # a model of 80 steps may stumble: then the turn says so, and no step is recorded
            assert turn.details["backbone"] == kind and turn.tokens_in > 50 and turn.raw
            assert bool(turn.error) != (turn.action == HOME.to_json())
