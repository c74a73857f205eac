"""The policy over transformers: what it says equals what the model says, whatever shares its batch."""

import pytest
import torch

from tests.training.trainers import toys
from training.forms.base import Prompt
from training.forms.encoding import TooLong
from training.generation import TransformersPolicy, left_padded, positions


@pytest.fixture
def toy():
    return toys.checkpoint(seed=3)


def prompts(*texts):
    return [Prompt(None, text) for text in texts]


LENGTHS = ["goal 1 2 did now", "goal 4 did tap 1 tap 1 tap 5 now", "goal 3 3 did tap 3 now", "now"]


def scores(model, ids):
    with torch.no_grad():
        return model(input_ids=torch.tensor([ids])).logits[0].log_softmax(-1)


def test_greedy_answers_and_their_logprobs_are_those_of_a_plain_forward_pass(toy):
    for said in TransformersPolicy(toy.model, toy.processing, max_new_tokens=5).act(prompts(*LENGTHS), 0):
        plain = scores(toy.model, said.prompt_ids + said.answer_ids)
        for place, (token, value) in enumerate(zip(said.answer_ids, said.logprobs, strict=True)):
            row = plain[len(said.prompt_ids) - 1 + place]
            assert int(row.argmax()) == token
            assert float(row[token]) == pytest.approx(value, abs=1e-4)


def test_sampled_logprobs_are_at_the_temperature_of_the_sampling(toy):
    policy = TransformersPolicy(toy.model, toy.processing, max_new_tokens=4, seed=5)
    for said in policy.act(prompts(*LENGTHS), temperature=2.0):
        with torch.no_grad():
            ids = torch.tensor([said.prompt_ids + said.answer_ids])
            plain = (toy.model(input_ids=ids).logits[0] / 2.0).log_softmax(-1)
        wanted = [
            float(plain[len(said.prompt_ids) - 1 + n, token]) for n, token in enumerate(said.answer_ids)
        ]
        assert said.logprobs == pytest.approx(wanted, abs=1e-4)


def test_answers_come_in_the_order_of_the_questions_in_however_many_batches(toy):
    together = TransformersPolicy(toy.model, toy.processing, max_new_tokens=5).act(prompts(*LENGTHS), 0)
    apart = TransformersPolicy(toy.model, toy.processing, max_new_tokens=5, batch_tokens=9, batch_rows=2)
    assert [s.answer_ids for s in apart.act(prompts(*LENGTHS), 0)] == [s.answer_ids for s in together]
    assert [s.prompt_ids for s in together] == [toy.processing(text)["input_ids"] for text in LENGTHS]


def test_equal_prompts_are_read_once_and_sampled_apart(toy):
    policy = TransformersPolicy(toy.model, toy.processing, max_new_tokens=4)
    said = policy.act(prompts(*["goal 1 2 did now"] * 16), temperature=3.0)
    assert policy.tokens_read == 5
    assert len({tuple(s.answer_ids) for s in said}) > 4


def test_the_same_seed_samples_the_same_and_a_state_goes_on_where_it_was(toy):
    first = TransformersPolicy(toy.model, toy.processing, seed=1)
    again = TransformersPolicy(toy.model, toy.processing, seed=1)
    first.act(prompts(*LENGTHS), 2.0)
    state = first.state()
    later = [s.answer_ids for s in first.act(prompts(*LENGTHS), 2.0)]
    again.act(prompts("now"), 2.0)
    again.restore(state)
    assert [s.answer_ids for s in again.act(prompts(*LENGTHS), 2.0)] == later


def test_an_answer_ends_with_its_end_or_is_cut(toy):
    policy = TransformersPolicy(toy.model, toy.processing, max_new_tokens=3, seed=2)
    said = policy.act(prompts(*["goal 1 2 did now"] * 40), temperature=5.0)
    ended = [s for s in said if s.answer_ids[-1] == toy.processing.eos_token_id]
    assert ended and len(ended) < len(said)
    for one in said:
        assert one.cut == (one not in ended)
        assert one.cut is False or len(one.answer_ids) == 3
        assert "<end>" not in one.text and one.answer_ids.count(toy.processing.eos_token_id) <= 1


def test_a_refused_answer_is_not_given_and_its_beginning_may_be(toy):
    policy = TransformersPolicy(toy.model, toy.processing, max_new_tokens=4)
    asked = [f"goal {a} {b} did now" for a in range(6) for b in range(6)]
    spelt = [s for s in policy.act(prompts(*asked), 0) if toy.processing(s.text)["input_ids"] == s.answer_ids]
    free, other = spelt[:2]  # their words say all of their tokens
    barred, same = prompts(*(toy.processing.decode(one.prompt_ids) for one in (free, other)))
    barred.refused = (free.text,)
    said, beside = policy.act([barred, same], 0)
    assert beside.answer_ids == other.answer_ids
    words = free.text.split()
    assert said.text.split()[: len(words)] != words
    assert said.text.split()[: len(words) - 1] == words[:-1]
    sampled = policy.act([barred] * 200, 5.0)
    assert all(one.text.split()[: len(words)] != words for one in sampled)


def test_a_prompt_that_is_too_long_is_refused_not_cut(toy):
    with pytest.raises(TooLong, match="5 tokens, of 4"):
        TransformersPolicy(toy.model, toy.processing, max_tokens=4).act(prompts("goal 1 2 did now"))


def test_left_padding():
    batch = left_padded([[5, 6], [7]], 0)
    assert batch["input_ids"].tolist() == [[5, 6], [0, 7]]
    assert batch["attention_mask"].tolist() == [[1, 1], [0, 1]]
    assert positions(batch["attention_mask"]).tolist() == [[0, 1], [0, 0]]
