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


def test_the_same_seed_makes_the_same_model_and_all_of_it_can_learn():
    shape = Shape(hidden=32, layers=2, heads=4, inner=48)
    (model, processing), (again, _), (other, _) = make(1, shape), make(1, shape), make(2, shape)
    assert all(a.equal(b) for a, b in zip(model.parameters(), again.parameters(), strict=True))
    assert not model.model.embed_tokens.weight.equal(other.model.embed_tokens.weight)
    ids = torch.tensor([processing("GOAL pin @0 APP app:notes BUTTON new note DO tap new")["input_ids"]])
    model(input_ids=ids, labels=ids).loss.backward()
    still = [n for n, p in model.named_parameters() if not p.grad.any() and "k_proj.bias" not in n]
    after_zero = ("gate_proj.weight", "up_proj.weight", "post_attention_layernorm.weight")
    assert not [n for n in still if not n.endswith(after_zero)]


def test_the_vocabulary_has_no_app_that_is_held_out():
    tokens = vocabulary.tokens()
    assert len(tokens) == len(set(tokens))
    assert "app:notes" in tokens and "app:townboard" not in tokens
    assert {"tap", "TAP", "e0", "s0", "S0", "n0", "v0", "@0", "x2", "0", "31"} <= set(tokens)
