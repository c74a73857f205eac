"""A judge taught on grades: the vision judge's question, precision on what it was not taught, the gate."""

import json

import numpy as np
import pytest

from devices import actions
from devices.observation import Observation
from evaluation.judges.base import NO, YES, Verdict
from evaluation.judges.vision import VisionJudge, chosen, messages
from training.backbones import loading
from training.config import ConfigError, JudgeConfig
from training.data.episodes import Episode, Source, Step, TaskRef
from training.folder import JobFolder
from training.generation import Sampled
from training.trainers import judge

RUBRIC = [{"text": "The note is saved", "must": True, "answer": "y"},
          {"text": "Something was deleted", "negative": True, "answer": "n"}]  # fmt: skip


def graded(number: int, reward: float) -> Episode:
    """A run whose screens are bright when it went well."""
    shade = 220 if reward else 30
    image = np.full((96, 64, 3), shade, np.uint8)
    steps = [Step(Observation(64, 96, image=image), actions.Click(((3, 4),))),
             Step(Observation(64, 96, image=image), actions.Finish("done"))]  # fmt: skip
    rubric = [dict(RUBRIC[0], answer="y" if reward else "n"), RUBRIC[1]]
    about = {"rubric": rubric, "ending": "agent_done", "grader": 1}
    return Episode(
        f"run-{number}", "Save it", TaskRef(f"t{number}"), Source.ROLLOUT, steps, reward, about=about
    )


class Saying:
    def __init__(self, *answers):
        self.answers = list(answers)

    def act(self, prompts, temperature=1.0):
        return [Sampled(self.answers[n], [1], [2], [0.0]) for n in range(len(prompts))]


def said(*answers):
    return json.dumps({"verdicts": [{"criterion": n, "answer": a} for n, a in enumerate(answers, 1)]})


FORM = judge.Grades(frames=4, width=64)


def test_it_is_asked_as_the_vision_judge_asks():
    episode = graded(0, 1.0)
    prompt, answer = FORM.examples(episode)[0]
    case = judge.case_of(episode, 64)
    asked = messages(case, chosen(case.frames, 4))
    words = [part["text"] for part in asked[1]["content"] if part["type"] == "text"]
    assert [part["text"] for part in prompt.messages[1]["content"] if part["type"] == "text"] == words
    assert len(prompt.images) == 2 and prompt.messages[0] == asked[0]
    verdicts = json.loads(answer)["verdicts"]
    assert [(one["criterion"], one["answer"]) for one in verdicts] == [(1, "y"), (2, "n")]
    assert VisionJudge({"model": "m"}).name == "m"


def test_a_success_is_every_must_and_no_harm():
    case = judge.case_of(graded(0, 1.0), 64)
    assert judge.rewards(case, {"1": Verdict(YES), "2": Verdict(NO)})
    assert not judge.rewards(case, {"1": Verdict("u"), "2": Verdict(NO)})
    assert not judge.rewards(case, {"1": Verdict(YES), "2": Verdict(YES)})


def test_precision_is_of_what_it_would_reward():
    held = [graded(0, 1.0), graded(1, 1.0), graded(2, 0.0), graded(3, 0.0)]
    policy = Saying(said("y", "n"), said("n", "n"), said("y", "n"), "no idea")
    found = judge.precision(policy, FORM, held)
    assert found["precision"] == found["recall"] == 0.5
    assert found["rewarded"] == 2 and found["unreadable"] == 0.25
    assert found["agreement"] == pytest.approx(4 / 6)


def test_the_gate(tmp_path):
    loading.write_about({"form": "runner"}, tmp_path)
    with pytest.raises(ConfigError, match="not taught to judge"):
        judge.must_be_trusted(tmp_path)
    told = {"threshold": 0.9, "usable": False, "precision": 0.62, "held_out_grades": 50}
    loading.write_about({"form": "runner", "judge": told}, tmp_path)
    with pytest.raises(ConfigError, match="62% of what this judge rewards was successful; 90% is the least"):
        judge.must_be_trusted(tmp_path)
    assert "62%" in judge.must_be_trusted(tmp_path, anyway=True)
    loading.write_about({"form": "runner", "judge": told | {"usable": True, "precision": 0.95}}, tmp_path)
    assert judge.must_be_trusted(tmp_path) == ""


def test_a_job_teaches_measures_and_warns(job):
    folder, book, stop = job
    episodes = [graded(n, float(n % 2)) for n in range(10)]
    config = JudgeConfig.preset("starter", max_steps=2, batch_rows=2, image_width=64)
    tiny = loading.make("qwen3_vl", "runner", 0, image_width=64, observation="screenshot")
    metrics = judge.run(tiny, config, episodes, folder, logbook=book, stop=stop)
    about = loading.about_of(JobFolder(folder).last()[1])
    assert about["judge"]["held_out_grades"] == metrics["held_out_grades"] > 0
    assert about["judge"]["usable"] is metrics["usable"] is False and "0% of what" in metrics["warning"]
    assert metrics["rows"] + metrics["held_out_grades"] == 10
    with pytest.raises(ConfigError, match="held_out"):
        judge.run(tiny, JudgeConfig(held_out=0.0), episodes, folder, logbook=book, stop=stop)
