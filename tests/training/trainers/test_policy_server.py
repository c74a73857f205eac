"""The policy server speaks OpenAI's protocol, in ids where asked; a trainer's rollouts go through it."""

import asyncio
import dataclasses
from concurrent.futures import ThreadPoolExecutor

import httpx
import numpy as np
import pytest

from devices.observation import Observation
from evaluation.agents import dialects, prompts
from evaluation.agents.policies import Question
from evaluation.agents.policies.endpoint import EndpointPolicy as Asking
from tests.patience import PATIENCE_S
from tests.training.trainers import toys
from tests.training.trainers.test_rounds import CONFIG
from training.backbones import loading
from training.environments.collect import Environments
from training.environments.curriculum import Curriculum
from training.forms.base import Prompt
from training.generation import TransformersPolicy
from training.server import EndpointPolicy, PolicyServer
from training.trainers.rollouts import Ahead, Rollouts

TEXTS = ["goal 1 2 did now", "goal 4 2 did tap 4 now", "goal 3 3 did tap 3 tap 3 now"] * 4


@pytest.fixture
def served():
    toy = toys.checkpoint(seed=4)
    with PolicyServer(TransformersPolicy(toy.model, toy.processing, max_new_tokens=4)) as server:
        yield toy, server


def test_rollouts_get_ids_and_logprobs_as_they_were_sampled(served):
    toy, server = served
    here = TransformersPolicy(toys.checkpoint(seed=4).model, toy.processing, max_new_tokens=4)
    asked = [Prompt(None, text) for text in TEXTS]
    for a, b in zip(
        EndpointPolicy(server.url, toy.processing).act(asked, 0), here.act(asked, 0), strict=True
    ):
        assert (a.prompt_ids, a.answer_ids, a.text, a.cut) == (b.prompt_ids, b.answer_ids, b.text, b.cut)
        assert a.logprobs == pytest.approx(b.logprobs, abs=1e-5)


def test_many_askers_share_a_batch(served):
    toy, server = served
    with ThreadPoolExecutor(12) as pool:
        replies = list(
            pool.map(
                lambda text: httpx.post(
                    f"{server.url}/completions", json={"prompt": text, "temperature": 0}, timeout=PATIENCE_S
                ).json(),
                TEXTS,
            )
        )
    alone = TransformersPolicy(toy.model, toy.processing, max_new_tokens=4).act(
        [Prompt(None, text) for text in TEXTS], 0
    )
    assert [one["choices"][0]["text"] for one in replies] == [one.text for one in alone]
    assert replies[0]["usage"]["prompt_tokens"] == len(alone[0].prompt_ids)


def test_new_weights_answer_from_the_next_question_on(served, tmp_path):
    toy, server = served
    other = toys.checkpoint(seed=9)
    policy = EndpointPolicy(server.url, toy.processing, hand_over=lambda: other.model, folder=tmp_path)
    asked = [Prompt(None, text) for text in TEXTS]
    before = [one.answer_ids for one in policy.act(asked, 0)]
    policy.refresh()
    after = [one.answer_ids for one in policy.act(asked, 0)]
    wanted = TransformersPolicy(other.model, toy.processing, max_new_tokens=4).act(asked, 0)
    assert after == [one.answer_ids for one in wanted] != before
    policy.refresh()
    assert [folder.name for folder in tmp_path.iterdir()] == ["2"], "handed weights are not kept"


def test_mistakes_of_the_asker_are_told(served):
    _, server = served
    assert httpx.post(f"{server.url}/completions", json={}).status_code == 400
    assert httpx.get(server.url.removesuffix("/v1") + "/health").json() == {"status": "ok"}
    assert httpx.get(f"{server.url}/models").json()["data"][0]["id"] == "policy"
    picture = {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}
    body = {"messages": [{"role": "user", "content": [picture]}]}
    assert "data URLs" in httpx.post(f"{server.url}/chat/completions", json=body).json()["error"]["message"]


def test_rounds_ahead_are_the_same_goals_and_saved_before_they_begin(served):
    toy, server = served

    def made():
        policy = EndpointPolicy(server.url, toy.processing)
        config = dataclasses.replace(CONFIG, groups=2, group_size=2, refills=0, dead_rounds=9)
        phones = Environments([toys.ToyPhone() for _ in range(4)])
        return Rollouts(policy, toys.ToyForm(), Curriculum(toys.goals()), phones, config)

    plain = made()
    wanted = []
    for number in (1, 2, 3):
        state = plain.state()
        wanted.append((state["curriculum"]["rounds"], [t.goal.key for t in plain.batch(number).trajectories]))
    ahead = Ahead(made(), last=3)
    for number, (_, keys) in enumerate(wanted, 1):
        assert [t.goal.key for t in ahead.batch(number).trajectories] == keys
        assert ahead.state()["curriculum"]["rounds"] == number
    assert ahead._next is None


def test_a_checkpoint_that_sees_answers_the_agents_endpoint_policy():
    """The same words and the same picture as the chat form has in a trainer."""
    tiny = loading.make("qwen3_vl", "runner", 0, image_width=64, observation="screenshot")
    policy = TransformersPolicy(tiny.model, tiny.processing, max_new_tokens=5)
    image = np.random.default_rng(0).integers(0, 256, (240, 108, 3), dtype=np.uint8)
    seen = Observation(108, 240, image=image)
    screen, jpeg, elements = prompts.look(seen, "screenshot", 64, {})
    question = Question("Go home.", seen, screen, jpeg, elements, [], dialects.get("phonebuddy-json"))
    form = tiny.form()
    wanted = policy.act([form.prompt("Go home.", seen, [], {})], 0)[0]

    async def ask(url):
        asking = Asking({"base_url": url, "model": "policy"})
        answer = await asking.act(question)
        await asking.close()
        return answer

    with PolicyServer(policy) as server:
        answer = asyncio.run(ask(server.url))
        rolled = EndpointPolicy(server.url, tiny.processing).act([form.prompt("Go home.", seen, [], {})], 0)[
            0
        ]
    assert answer.raw == wanted.text and answer.tokens_in == len(wanted.prompt_ids)
    assert rolled.answer_ids == wanted.answer_ids and rolled.prompt_ids == wanted.prompt_ids
