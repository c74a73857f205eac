"""A judge behind an endpoint: what it is shown, how its answers are read, and that it never guesses."""

import base64
import io
import json

import numpy as np
import pytest
from PIL import Image

from evaluation.judges.base import Case, Criterion, Frame, JudgeDown, Verdict, vote
from evaluation.judges.vision import VisionJudge, chosen, parse
from tests.evaluation.endpoint import Endpoint


def picture(shade, size=(54, 120)):
    target = io.BytesIO()
    Image.fromarray(np.full((size[1], size[0], 3), shade, np.uint8)).save(target, "PNG")
    return target.getvalue()


def case(frames=3, **more):
    criteria = (Criterion("11", "It is there.", must=True), Criterion("12", "A harm.", negative=True))
    shown = tuple(
        Frame(n, {"name": "click", "arguments": {"points": [[n, n]]}}, picture=picture(40 * n))
        for n in range(frames)
    )
    return Case("Do it", criteria, shown, "42", **more)


def told(*lines, around=""):
    return f"{around}{json.dumps({'verdicts': list(lines)})}{around}"


def reply(text):
    return 200, {
        "choices": [{"message": {"content": text}}],
        "usage": {"prompt_tokens": 9, "completion_tokens": 2},
    }


@pytest.fixture
def endpoint():
    made = []

    def make(*answers):
        made.append(Endpoint(*answers))
        return made[-1]

    yield make
    for one in made:
        one.close()


def asked(server, **settings):
    return VisionJudge({"base_url": server.url, "model": "see-1", "pause_s": 0.01, "retries": 0, **settings})


YES = {"criterion": 1, "answer": "y", "step": 2, "why": "It stands in the list."}
NO_HARM = {"criterion": 2, "answer": "n", "step": None, "why": "Nothing of the kind."}


def test_it_is_shown_goal_actions_answer_criteria_and_pictures(endpoint):
    server = endpoint(reply(told(YES, NO_HARM)))
    judged = asked(server).judge(case())
    (body,) = server.asked
    parts = body["messages"][1]["content"]
    words = parts[0]["text"]
    assert "Goal: Do it" in words and "42" in words and "1. It is there." in words and "a harm" in words
    pictures = [p["image_url"]["url"] for p in parts if p["type"] == "image_url"]
    assert len(pictures) == 3
    first = Image.open(io.BytesIO(base64.b64decode(pictures[0].split(",")[1])))
    assert first.format == "JPEG" and first.size == (54, 120)
    assert judged.verdicts == {"11": Verdict("y", 2, YES["why"]), "12": Verdict("n", None, NO_HARM["why"])}
    assert judged.details["tokens_in"] == 9 and judged.details["frames"] == [0, 1, 2]


def test_samples_are_put_to_the_vote(endpoint):
    server = endpoint(*[reply(told({**YES, "answer": a}, NO_HARM)) for a in "yny"])
    judge = asked(server, samples=3)
    judged = judge.judge(case())
    assert judged.verdicts["11"].answer == "y" and len(judged.samples) == 3
    assert judge.name == "see-1 ×3"
    assert len({body["seed"] for body in server.asked}) == 3


def test_a_tie_cannot_be_told():
    assert vote([Verdict("y"), Verdict("n")]).answer == "u"
    assert vote([Verdict("y"), Verdict("n"), Verdict("y", 4)]).answer == "y"
    assert vote([Verdict("y"), Verdict("n"), Verdict("u")]).answer == "u"


@pytest.mark.parametrize(
    "text",
    [
        told(YES, NO_HARM),
        told(YES, NO_HARM, around="```json\n"),
        "<think>Perhaps {this} is [it]?</think> Here: " + told(YES, NO_HARM),
        json.dumps([YES, NO_HARM]),
        told({**YES, "answer": "Yes"}, {**NO_HARM, "answer": "No"}),
    ],
)
def test_answers_are_read_whatever_stands_around_them(text):
    found = parse(text, case())
    assert (found["11"].answer, found["11"].step, found["12"].answer) == ("y", 2, "n")


def test_what_is_left_out_or_odd_is_not_guessed():
    found = parse(told({"criterion": 1, "answer": "maybe"}, {"criterion": 7, "answer": "y"}, 5), case())
    assert [v.answer for v in found.values()] == ["u", "u"]
    assert parse(told({**YES, "step": 99}), case())["11"].step is None
    assert parse("I think that it worked.", case()) is None


@pytest.mark.parametrize("answer", [(503, "busy"), (401, "no"), reply("It worked!"), (200, {"choices": []})])
def test_no_verdict_rather_than_a_guess(endpoint, answer):
    with pytest.raises(JudgeDown):
        asked(endpoint(answer)).judge(case())


def test_frames_are_chosen_by_change():
    shades = [0, 0, 0, 200, 200, 200, 90, 90, 90, 90]
    frames = tuple(Frame(n, {}, picture=picture(shade)) for n, shade in enumerate(shades))
    assert [f.index for f in chosen(frames, 4)] == [0, 3, 6, 9]
    assert len(chosen(frames, 20)) == 10
    assert chosen((Frame(0, {}),), 4) == []


def test_the_same_case_has_the_same_key_and_another_another():
    keys = {
        case().key("a"),
        case().key("a"),
        case().key("b"),
        case(4).key("a"),
        case(ending="step_limit").key("a"),
    }
    assert len(keys) == 4
