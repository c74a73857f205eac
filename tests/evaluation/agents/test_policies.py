"""An endpoint that stumbles, one that refuses, and policies whose seed decides."""

import json

import pytest

from devices import actions
from devices.adb import uitree
from devices.observation import Observation
from evaluation.agents import dialects, policies
from evaluation.agents.dialects import Screen
from evaluation.agents.policies import PolicyDown, Question, oracle
from tests.evaluation.endpoint import Endpoint
from tests.patience import PATIENCE_S

WORDS = 'content-desc="" resource-id="" package="org.example"'
XML = f"""<hierarchy rotation="0">
<node class="android.widget.FrameLayout" text="" {WORDS} bounds="[0,0][540,1200]">
<node class="android.widget.Button" text="Go" {WORDS} clickable="true" bounds="[100,200][300,260]"/>
</node></hierarchy>"""


def question(step=0, seed=7):
    observation = Observation(540, 1200, tree=uitree.parse(XML))
    return Question(
        "Press Go", observation, Screen(540, 1200), b"\xff\xd8jpeg", '[0] button "Go"', [],
        dialects.get("phonebuddy-json"), seed, step,
    )  # fmt: skip


@pytest.fixture
def endpoint():
    made = []

    def make(*answers):
        made.append(Endpoint(*answers))
        return made[-1]

    yield make
    for one in made:
        one.close()


def said(content, **message):
    choice = {"message": {"content": content, **message}, "finish_reason": "stop"}
    return 200, {
        "choices": [choice],
        "usage": {"prompt_tokens": 900, "completion_tokens": 20},
        "model": "m-1",
    }


async def ask(server, **settings):
    policy = policies.make("endpoint", {"base_url": server.url, "model": "m", "pause_s": 0.01, **settings})
    try:
        return await policy.act(question())
    finally:
        await policy.close()


async def test_what_is_sent_and_what_comes_back(endpoint, monkeypatch):
    monkeypatch.setenv("MODEL_KEY", "open sesame")
    server = endpoint(said('<tool_call>{"name": "finish"}</tool_call>'))
    answer = await ask(server, api_key_env="MODEL_KEY", max_tokens=300, extra={"top_k": 1})
    assert server.headers == [("/v1/chat/completions", "Bearer open sesame")]
    (body,) = server.asked
    assert (body["model"], body["temperature"], body["max_tokens"], body["top_k"]) == ("m", 0, 300, 1)
    assert body["seed"] == 7
    assert body["messages"][1]["content"][1]["image_url"]["url"].startswith("data:image/jpeg;base64,")
    assert answer.raw == '<tool_call>{"name": "finish"}</tool_call>'
    assert (answer.tokens_in, answer.tokens_out) == (900, 20)
    assert answer.details["model"] == "m-1" and answer.details["sampling"]["temperature"] == 0
    assert "open sesame" not in json.dumps([answer.details, answer.prompt])


async def test_thoughts_that_came_apart_are_put_back(endpoint):
    server = endpoint(said("<tool_call>…</tool_call>", reasoning_content="I see Go."))
    assert (await ask(server)).raw == "<think>I see Go.</think><tool_call>…</tool_call>"


async def test_what_passes_by_itself_is_tried_again(endpoint):
    server = endpoint((503, "busy"), None, (200, "no json"), said("ok"))
    answer = await ask(server)
    assert answer.raw == "ok" and answer.details["tries"] == 4


@pytest.mark.parametrize(
    "answer, tries, words",
    [
        ((401, "no key"), 1, "401"),
        ((500, "oh"), 2, "Tried 2 times"),
        ((200, {"choices": []}), 1, "no choice"),
    ],
)
async def test_what_does_not_is_trouble_of_the_infrastructure(endpoint, answer, tries, words):
    server = endpoint(answer)
    with pytest.raises(PolicyDown, match=words):
        await ask(server, retries=1)
    assert len(server.asked) == tries


async def test_nobody_there():
    policy = policies.make("endpoint", {"base_url": "http://127.0.0.1:9", "model": "m", "retries": 0})
    with pytest.raises(PolicyDown, match="does not answer"):
        await policy.act(question())


@pytest.mark.parametrize(
    "kind, given", [("endpoint", {}), ("transformers", {}), ("oracle", {}), ("human", {})]
)
def test_a_policy_that_cannot_run_here_says_so(kind, given):
    with pytest.raises(PolicyDown):
        policies.make(kind, given)


async def test_random_taps_hang_on_the_seed_alone():
    async def walk(seed):
        policy = policies.make("random", {})
        return [(await policy.act(question(step, seed))).actions[0] for step in range(30)]

    assert await walk(1) == await walk(1) != await walk(2)
    for action in await walk(3):
        if isinstance(action, actions.Click):
            ((x, y),) = action.points
            assert 100 <= x < 300 and 200 <= y < 260


async def play(moves, error_rate, seed):
    policy = policies.make("oracle", {"error_rate": error_rate}, {"oracle": moves}, seed)
    done = []
    for step in range(20):
        done += (await policy.act(question(step))).actions
        if done[-1].is_final:
            break
    await policy.close()
    return done


MOVES = [{"tap": "Go"}, {"wait": 500}, {"tap": "Go"}, {"answer": "42"}]


async def test_the_oracle_plays_what_it_sees():
    go = actions.Click(((200, 230),))
    assert await play(MOVES, 0, 1) == [go, actions.Wait(500), go, actions.Output("42")]


async def test_an_injected_error_stops_half_way_with_a_false_claim():
    done = [await play(MOVES, 0.5, seed) for seed in range(20)]
    wrong = [acts for acts in done if acts[-1] != actions.Output("42")]
    assert 4 <= len(wrong) <= 16
    assert all(acts[-1] == actions.Finish("Done") and len(acts) <= 2 for acts in wrong)
    assert done == [await play(MOVES, 0.5, seed) for seed in range(20)], "the seed decides"


async def test_an_oracle_that_is_stuck_calls_the_user():
    (said,) = await play([{"tap": "Nowhere"}], 0, 1)
    assert isinstance(said, actions.CallUser) and "Nowhere" in said.text


async def test_a_run_that_ends_early_leaves_no_thread_behind():
    policy = policies.make("oracle", {}, {"oracle": MOVES}, 1)
    await policy.act(question())
    await policy.close()
    policy._thread.join(PATIENCE_S)
    assert not policy._thread.is_alive()


@pytest.mark.parametrize(
    ("action", "quicker"),
    [
        (actions.Scroll(((5, 900), (5, 300)), 1500), actions.Scroll(((5, 900), (5, 300)), 750)),
        (actions.Wait(6000), actions.Wait(3000)),
        (actions.Click(((5, 5),)), actions.Click(((5, 5),))),
    ],
)
def test_an_oracle_hurries_as_its_phone_does(action, quicker):
    assert oracle.quicker(action, 2) == quicker and oracle.quicker(action, 1) == action
