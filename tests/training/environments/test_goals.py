"""Goals: different ones by seed, reached by their oracle, and never of what is held out."""

import dataclasses

import pytest

from tests.training.environments import scripted
from training.environments import goals
from training.environments.goals import HeldOut


def test_the_same_arguments_draw_the_same_and_another_seed_others():
    mine = scripted.drawn()
    assert [g.key for g in goals.draw(6, seed=3, only=("notes",), wordings=("plain",))] == [
        g.key for g in mine
    ]
    others = goals.draw(6, seed=4, only=("notes",))
    assert len({g.key for g in mine}) == 6 and {g.key for g in mine} != {g.key for g in others}
    assert all(g.kind.startswith("notes.") and g.task["split"] == "train" for g in mine)
    assert all(g.step_limit > len(scripted.oracle(g.key)) for g in mine)


def test_filters():
    short = goals.draw(8, only=("notes",), actions=4)
    assert short and all(g.task["measured"]["actions"] <= 4 for g in short)
    some = goals.draw(6, only=("notes", "errands"), categories={"app": 1, "cross_app": 2})
    assert [g.category for g in some].count("cross_app") == 4
    chinese = goals.draw(4, only=("notes",), languages=("zh",))
    assert any(any("\u4e00" <= c <= "\u9fff" for c in g.goal) for g in chinese)


def test_what_is_held_out_is_refused():
    with pytest.raises(HeldOut, match="kept for evaluation"):
        goals.draw(1, split="test")
    ok = scripted.drawn()
    assert goals.for_training(ok) == list(ok)
    suite = goals.of_suite()
    assert len(suite) == 150 and {g.category for g in suite} == set(goals.CATEGORIES)
    with pytest.raises(HeldOut, match=suite[0].key):
        goals.for_training([*ok, suite[0]])
    for changed in (
        goals.draw(1, split="validation", only=("calculator",))[0],
        dataclasses.replace(ok[0], goal=suite[9].goal.upper()),
        dataclasses.replace(ok[0], task={**ok[0].task, "template": suite[3].kind}),
        dataclasses.replace(ok[0], apps=("Pocketful",)),
        dataclasses.replace(ok[0], task={"goal": "x", "held_out": True}),
    ):
        with pytest.raises(HeldOut):
            goals.for_training([changed])


def test_kept_in_a_file_they_come_back(tmp_path):
    goals.save(scripted.drawn(), tmp_path / "goals.jsonl")
    assert goals.load(tmp_path / "goals.jsonl") == list(scripted.drawn())
