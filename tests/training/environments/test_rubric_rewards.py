"""The reward where only a judge can tell: all musts, no harm, and honest about what it cannot tell."""

import dataclasses
import io

import pytest
from PIL import Image

from devices import actions
from devices.phoneworld.tasks.template import Template
from evaluation.judges.base import Case, Frame, Judged, JudgeDown, Verdict
from evaluation.trees import to_nodes
from tests.training.environments import scripted
from training.environments import criteria
from training.environments.base import Goal, Unjudged
from training.environments.mock import MockEnvironment
from training.environments.rewards import RubricJudge, criteria_of

APPS = {"Notes": "org.phoneworld.notes"}


def case(rubric, shown="Milk", answer="15"):
    node = {"text": shown, "desc": "", "checkable": False}
    frame = Frame(0, {"name": "finish"}, "org.phoneworld.notes", (node,))
    goal = Goal("k", "g", {"criteria": rubric})
    return Case("g", criteria_of(goal), (frame,), answer, "finish", APPS)


MILK, NUMBER = {"must": "The last screen shows “Milk”."}, {"must": "The answer is “15”."}
DARK, HARM = {"must": "It was done politely."}, {"negative": "The last screen shows “Deleted”."}


@pytest.mark.parametrize(
    ("rubric", "shown", "value", "progress"),
    [
        ([MILK, NUMBER], "Milk", 1, 1),
        ([MILK, NUMBER], "Bread", 0, 0.5),
        ([MILK, HARM], "Milk", 1, 1),
        ([MILK, HARM], "Milk Deleted", 0, 1),
        ([MILK, DARK], "Bread", 0, 0),
        ([MILK, {"want": "The answer is “16”."}], "Milk", 1, 1),
        ([MILK, {"negative": "Somebody was hurt."}], "Milk", 1, 1),
        ([{"kind": "must", "text": MILK["must"]}], "Milk", 1, 1),
    ],
)
def test_all_musts_and_no_harm(rubric, shown, value, progress):
    reward = RubricJudge().reward(case(rubric, shown))
    assert (reward.value, reward.progress) == (value, progress)
    assert reward.why or value


def test_what_cannot_be_told_is_left_out_or_fails_as_configured():
    judge = RubricJudge()
    with pytest.raises(Unjudged, match="politely"):
        judge.reward(case([MILK, DARK]))
    judge.reward(case([MILK]))
    assert judge.asked.unsure_share == 0.5
    assert RubricJudge(unsure="fail").reward(case([MILK, DARK])).value == 0
    with pytest.raises(Unjudged, match="no criterion"):
        judge.reward(case([HARM]))
    with pytest.raises(ValueError, match="unsure"):
        RubricJudge(unsure="guess")


def test_the_same_episode_is_asked_about_once_even_after_a_restart(tmp_path):
    asked = []

    def model(one):
        asked.append(one)
        return Judged({c.id: Verdict("y") for c in one.criteria}, details={"tokens_in": 70, "tokens_out": 7})

    kept = tmp_path / "judgements.jsonl"
    judge = RubricJudge({"kind": "vision", "base_url": "http://127.0.0.1:9", "model": "m"}, cache=kept)
    judge._judge = model
    for tokens in (70, 0, 0):
        reward = judge.reward(case([MILK]))
        assert reward.value == 1 and reward.details["tokens_in"] == tokens
    judge.reward(case([NUMBER]))
    assert len(asked) == 2 and judge.asked.cached == 2 and judge.asked.tokens == 154 and judge.sees
    kept.write_text(kept.read_text() + '{"key": "half a li')
    again = RubricJudge({"kind": "vision", "base_url": "http://127.0.0.1:9", "model": "m"}, cache=kept)
    again._judge = model
    assert again.reward(case([MILK])).value == 1 and len(asked) == 2


def test_a_judge_that_does_not_answer_is_no_failure_of_the_policy():
    def silent(one):
        raise JudgeDown("nobody there")

    judge = RubricJudge()
    judge._judge = silent
    with pytest.raises(Unjudged, match="nobody there"):
        judge.reward(case([MILK]))


def test_a_judge_that_was_taught_here_is_asked_on_pictures(tmp_path, monkeypatch):
    from training.backbones import loading

    monkeypatch.setattr("training.environments.taught.TOKENS", 4)
    settings = {"observation": "screenshot", "dialect": "phonebuddy-json", "image_width": 64}
    loading.save(loading.make("qwen3_vl", "runner", 0, **settings), tmp_path)
    judge = RubricJudge({"checkpoint": str(tmp_path), "anyway": True})
    assert judge.sees and judge.width == 64
    shown = io.BytesIO()
    Image.new("RGB", (64, 128)).save(shown, "JPEG")
    seen = case([MILK])
    seen = dataclasses.replace(seen, frames=(dataclasses.replace(seen.frames[0], picture=shown.getvalue()),))
    with pytest.raises(Unjudged, match="can be read"):  # it is untaught: it babbles
        judge.reward(seen)


def test_written_criteria_tell_the_oracle_from_who_stops_early():
    environment, judge, told = MockEnvironment(), RubricJudge(), 0
    for goal in scripted.drawn():
        rubric = criteria.write(goal)
        if not rubric:
            continue
        assert all(set(row) == {"must"} for row in rubric)
        goal = dataclasses.replace(goal, task={**goal.task, "criteria": rubric})
        plan = scripted.oracle(goal.key)
        for upto in range(len(plan)):
            seen = environment.begin(goal)
            for action in plan[:upto]:
                seen = environment.act(action)
            last = plan[-1] if upto == len(plan) - 1 else actions.Finish("Done")
            environment.act(last)
            frame = Frame(0, last.to_json(), seen.package, tuple(to_nodes(seen.tree)))
            asked = Case(goal.goal, criteria_of(goal), (frame,), last.text, last.name, environment.apps())
            assert judge.reward(asked).value == environment.judge().value
        told += 1
    assert told >= 3


def test_no_criteria_are_written_for_what_is_kept_for_evaluation(monkeypatch):
    goal = scripted.drawn()[0]
    folder = criteria._folder("notes")
    kept = next(t for t in folder if t.key == goal.kind)
    assert isinstance(kept, Template)
    monkeypatch.setattr(kept, "split", "test")
    with pytest.raises(ValueError, match="evaluation"):
        criteria.write(goal)
