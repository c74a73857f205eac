"""Choosing is learnt at the place of what is chosen: what rows tell of it, and the loss is what it says."""

import dataclasses
from functools import partial

import pytest
import torch
from torch.nn import functional

from devices.phoneworld.tasks.template import templates
from training import forms
from training.backbones import loading
from training.config import preset
from training.data.demonstrations import Variation, play
from training.forms.encoding import Encoder
from training.forms.vocabulary import HIT, MISS
from training.trainers import hiding, rows, sft


@pytest.fixture(scope="module")
def starter():
    return loading.make("starter", seed=1)


@pytest.fixture(scope="module")
def train(starter):
    """Rows of two demonstrations."""
    chosen = [next(t for t in templates() if t.key == key) for key in ("notes.pin", "contacts.new_number")]
    episodes = [play(template.task(0), "0", Variation.none()) for template in chosen]
    return rows.build(episodes, forms.get("compact"), Encoder(starter.processing), max_tokens=600).train


def test_a_row_tells_what_its_answer_chose(starter, train):
    words = starter.processing.convert_ids_to_tokens
    chosen = set()
    for row in train:
        said = words(row["input_ids"])
        answer = said[-row["answer"] :]
        for letters, (picked, *able) in zip(("e", "SnvA"), row["choices"], strict=True):
            assert all(said[place][0] in letters and said[place][1:].isdigit() for place in able)
            pointed = [word for word in answer if word[0] in letters and word[1:].isdigit()]
            assert (said[picked] if picked >= 0 else None) == (pointed[0] if pointed else None)
            assert picked < 0 or picked in able
            chosen |= {letters} if picked >= 0 else set()
    assert chosen == {"e", "SnvA"}


def test_the_loss_is_that_of_the_words_and_of_each_choice(starter, train, tmp_path):
    """By hand, row by row without padding: the stream before the last layer, one softmax over what may be
    chosen and nothing."""
    config = preset(
        "sft", "starter", choice_weight=0.5, hide_words=0.0, label_smoothing=0.0, rows_at_once=4, batch_rows=4
    )
    batch = [train[n] for n in range(4)]
    hit, miss = starter.processing.convert_tokens_to_ids([HIT, MISS])
    model = starter.model
    clearer = model.lm_head.weight[hit] - model.lm_head.weight[miss]
    words, count, choices = 0.0, 0, []
    for row in batch:
        ids = torch.tensor([row["input_ids"]])
        out = model(input_ids=ids, output_hidden_states=True)
        before = len(row["input_ids"]) - row["answer"]
        words += functional.cross_entropy(out.logits[0, before - 1 : -1], ids[0, before:], reduction="sum")
        count += row["answer"]
        stream = out.hidden_states[-2][0]
        stream = stream / stream.pow(2).mean(-1, keepdim=True).add(1e-7).sqrt()
        for picked, *able in row["choices"]:
            scores = torch.cat([stream[able] @ clearer, torch.zeros(1)])
            right = torch.tensor(able.index(picked) if picked >= 0 else len(able))
            choices.append(functional.cross_entropy(scores, right))
    by_hand = words / count + 0.5 * torch.stack(choices).mean()
    trainer = sft.trainer_of(starter, config, train, tmp_path / "with")
    assert trainer.compute_loss(model, trainer.data_collator(batch)).item() == pytest.approx(
        by_hand.item(), rel=1e-4
    )
    bare = dataclasses.replace(config, choice_weight=0.0)
    trainer = sft.trainer_of(starter, bare, train, tmp_path / "without")
    assert trainer.compute_loss(model, trainer.data_collator(batch)).item() == pytest.approx(
        (words / count).item(), rel=1e-4
    )


def test_a_new_model_says_the_place_that_is_called_a_hit(starter):
    """Before anything is learnt: whatever raises "hit" at a place raises the word for that place."""
    tokenizer, model = starter.processing, starter.model
    hit, miss = tokenizer.convert_tokens_to_ids([HIT, MISS])
    text = "GOAL pin @0 PAST APP app:notes BUTTON note e0 BUTTON pin e1 BUTTON share e2 BUTTON more e3 DO tap"
    ids = torch.tensor([tokenizer(text)["input_ids"]])
    places = tokenizer.convert_tokens_to_ids(["e0", "e1", "e2", "e3"])
    toward = functional.normalize(model.lm_head.weight[hit] - model.lm_head.weight[miss], dim=0)

    def raised(place, _, inputs):
        stream = inputs[0].clone()
        stream[0, (ids[0] == place).nonzero()[0, 0]] += 10 * toward
        return (stream, *inputs[1:])

    for place in places:
        handle = model.model.layers[-1].register_forward_pre_hook(partial(raised, place))
        try:
            with torch.no_grad():
                logits = model(input_ids=ids).logits[0, -1]
        finally:
            handle.remove()
        assert logits[places].argmax() == places.index(place)


def test_a_hidden_word_is_hidden_everywhere_in_its_row_and_the_same_again_after_a_stop(starter):
    tokenizer = starter.processing
    text = "GOAL pin @0 note @1 PAST APP app:notes BUTTON pin e0 BUTTON note e1 WORDS S0 DO tap e0"
    ids = torch.tensor([tokenizer(text)["input_ids"]] * 200)
    hide = hiding.of(tokenizer, 0.5, seed=1)
    hidden = hide(ids, step=7)
    told = [tokenizer.decode(row).split() for row in hidden.tolist()]
    whole = text.split()
    for row in told:
        assert row[1] == row[9] and row[3] == row[12]  # the goal's word and the button's
        rest = [n for n, word in enumerate(whole) if word not in ("pin", "note")]
        assert [row[n] for n in rest] == [whole[n] for n in rest]
    assert 60 < sum(row[1] != "pin" for row in told) < 140
    assert torch.equal(hidden, hiding.of(tokenizer, 0.5, seed=1)(ids, step=7))
    assert not torch.equal(hidden, hide(ids, step=8))
    assert hiding.of(tokenizer, 0.0, seed=1) is None
