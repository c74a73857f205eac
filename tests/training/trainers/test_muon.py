"""Muon makes updates orthogonal and learns; both kinds of weights are moved; its state comes back."""

import copy

import torch

from training.trainers.muon import MuonAdamW, of, orthogonal


def test_singular_values_come_near_to_one():
    torch.manual_seed(0)
    for size in ((24, 24), (24, 60), (60, 24)):
        values = torch.linalg.svdvals(orthogonal(torch.randn(size)))
        assert values.min() > 0.3 and values.max() < 1.4


def _model():
    torch.manual_seed(0)
    return torch.nn.ModuleDict({"embed": torch.nn.Embedding(8, 16), "inner": torch.nn.Linear(16, 16)})


def _loss(model):
    ids = torch.arange(8)
    return (model["inner"](model["embed"](ids)) - torch.eye(8, 16)).square().sum()


def test_it_learns_and_goes_on_as_if_never_stopped():
    model, rest = _model(), _model()
    optimizer = of(model, 0.02, 0.02)
    assert [len(g["params"]) for g in optimizer.param_groups] == [1, 2]
    first = _loss(model).item()
    for _ in range(20):
        optimizer.zero_grad()
        _loss(model).backward()
        optimizer.step()
    assert _loss(model).item() < first / 4
    rest.load_state_dict(model.state_dict())
    resumed = of(rest, 0.02, 0.02)
    resumed.load_state_dict(copy.deepcopy(optimizer.state_dict()))
    for one, by in ((model, optimizer), (rest, resumed)):
        by.zero_grad()
        _loss(one).backward()
        by.step()
    for a, b in zip(model.parameters(), rest.parameters(), strict=True):
        assert torch.equal(a, b)


def test_weights_without_a_gradient_stay():
    model = _model()
    before = [p.clone() for p in model.parameters()]
    MuonAdamW([model["inner"].weight], [model["embed"].weight]).step()
    assert all(torch.equal(a, b) for a, b in zip(before, model.parameters(), strict=True))
