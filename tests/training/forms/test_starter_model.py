"""The starter model's files: the same ids and the same words after saving and loading."""

import torch

from training.backbones import loading
from training.backbones.starter import Shape, make
from training.forms import vocabulary


def test_it_comes_back_from_its_files_as_it_was(tmp_path):
    made = loading.make("starter", seed=3)
    loading.save(made, tmp_path)
    again = loading.load(tmp_path)
    text = "GOAL pin @0 QUOTE s0 PAST OPEN app:notes APP app:notes ROW = s0 e3 DO"
    assert again.processing(text)["input_ids"] == made.processing(text)["input_ids"]
    assert again.processing.decode(again.processing(text)["input_ids"]) == text
    assert again.processing.unk_token_id not in again.processing(text)["input_ids"]
    for one, other in zip(made.model.parameters(), again.model.parameters(), strict=True):
        assert torch.equal(one, other)
    assert again.about["form"] == "compact" and again.form().name == "compact"
    assert not list(tmp_path.glob("*.py")) and list(tmp_path.glob("*.safetensors"))


def test_an_untrained_one_prefers_nothing_and_can_learn():
    model, processing = make(0, Shape(hidden=32, layers=1, heads=2, inner=48))
    ids = torch.tensor(
        [processing("GOAL pin @0 PAST APP app:notes BUTTON new note e0 DO tap e0")["input_ids"]]
    )
    out = model(input_ids=ids, labels=ids)
    assert torch.allclose(out.logits, torch.zeros_like(out.logits))
    out.loss.backward()
    assert model.lm_head.weight.grad.abs().sum() > 0
    assert make(0, Shape(hidden=32, layers=1, heads=2, inner=48))[0].model.embed_tokens.weight.equal(
        model.model.embed_tokens.weight
    )


def test_the_vocabulary_has_no_app_that_is_held_out():
    tokens = vocabulary.tokens()
    assert len(tokens) == len(set(tokens))
    assert "app:notes" in tokens and "app:townboard" not in tokens
    assert {"tap", "TAP", "e0", "s0", "n0", "v0", "@0", "x2", "0", "31"} <= set(tokens)
