"""Grading over HTTP, as the page does it; and nothing that is fetched tells which agent it was."""

import json
from datetime import UTC, datetime, timedelta

import av
import pytest

from evaluation import blind_film, services
from evaluation.models import Episode, Grade, GradeState, Turn
from phonebuddy import blobs
from tests.evaluation.campaigns.giving import answers

SECRET = "Zanzibar-7B"


@pytest.fixture
def campaign(make_campaign, end_all):
    """Of two agents whose name stands in everything that agents leave behind."""
    made = make_campaign(tasks=2, agents=(SECRET, "B"))
    for run in end_all(made):
        prompt = blobs.put_bytes(f"{SECRET} {run.pk}".encode(), "text/plain")
        Turn.objects.create(
            run=run, seq=0, thought=f"I am {SECRET}", raw=SECRET, prompt=prompt, details={"model": SECRET}
        )
        Episode.objects.filter(pk=run.episode_id).update(
            verdict={"success": True, "progress": 1.0, "rules": [], "side_effects": []},
            origin={"author": SECRET, "device": SECRET},
        )
    return made


def test_a_grade_over_http(campaign, client_for, evaluators):
    client = client_for(evaluators[0])
    assert client.get("/api/grading").data["left"] == 4
    sheet = client.post("/api/grading/claim", {}, format="json")
    assert sheet.status_code == 201
    sheet = sheet.data
    assert sheet["kind"] == "grade" and len(sheet["criteria"]) == 4 and len(sheet["steps"]) == 2
    url = f"/api/grades/{sheet['id']}"
    given = {str(c["id"]): {"answer": "n" if c["negative"] else "y", "step": 1} for c in sheet["criteria"]}
    saved = client.patch(url, {"version": 0, "answers": given, "seconds": 12}, format="json")
    assert saved.data["version"] == 1
    stale = client.patch(url, {"version": 0, "note": "x"}, format="json")
    assert (stale.status_code, stale.data["code"]) == (409, "stale")
    missing = client.post(f"{url}/submit", {"version": 1}, format="json")
    assert missing.status_code == 400 and set(missing.data["fields"]) == {"side_effects", "confidence"}
    done = client.post(
        f"{url}/submit", {"version": 1, "side_effects": "none", "confidence": 3}, format="json"
    )
    assert done.data["state"] == "submitted" and done.data["success"] is True and done.data["undo_until"]
    assert client.post(f"{url}/take_back").data["state"] == "open"
    assert client.post(f"{url}/heartbeat").status_code == 200
    assert client.post(f"{url}/release").data["state"] == "released"
    assert [line["state"] for line in client.get("/api/grades").data["results"]] == ["released"]


@pytest.mark.parametrize(
    "body",
    [
        {"version": 0, "answers": {"1": {"answer": "maybe"}}},
        {"version": 0, "answers": []},
        {"version": 0, "confidence": 9},
        {"version": -1},
        {"version": 0, "note": "x" * 10_001},
        {},
    ],
)
def test_odd_bodies_get_a_plain_no(body, campaign, client_for, evaluators):
    client = client_for(evaluators[0])
    grade = client.post("/api/grading/claim", {}, format="json").data["id"]
    answer = client.patch(f"/api/grades/{grade}", body, format="json")
    assert answer.status_code == 400 and answer.data["detail"]


def test_nothing_an_evaluator_can_fetch_names_the_agent(campaign, client_for, evaluators, researcher):
    client, other = client_for(evaluators[0]), evaluators[1]
    theirs = services.claim_grade(other)
    services.submit_grade(
        other, theirs, 0, answers=answers(theirs), side_effects="none", confidence=3, note=SECRET
    )
    sheet = client.post("/api/grading/claim", {}, format="json").data
    seen = [json.dumps(sheet, default=str)]
    paths = [
        "/api/session", "/api/grading", "/api/grades", f"/api/grades/{sheet['id']}", "/api/episodes",
        "/api/suites", "/api/tasks", "/api/devices", "/api/stats/me", "/api/review/queue",
    ]  # fmt: skip
    seen += [client.get(path).content.decode() for path in paths]
    for run in campaign.runs.all():
        paths = [f"/api/episodes/{run.episode_id}", f"/api/episodes/{run.episode_id}/export"]
        paths += [f"/api/campaigns/{campaign.pk}", f"/api/grades/{theirs.pk}"]
        paths += [f"/api/blobs/{turn.prompt_id}" for turn in run.turns.all()]
        assert {client.get(path).status_code for path in paths} <= {403, 404}
    assert not any(SECRET in text for text in seen)
    keys = {key for step in sheet["steps"] for key in step} | set(sheet)
    assert not keys & {
        "agent",
        "at",
        "duration_ms",
        "started_at",
        "device",
        "thought",
        "verifier",
        "episode",
        "run",
    }
    for step in sheet["steps"]:
        assert client.get(step["screenshot"]).status_code == 200
    assert SECRET in client_for(researcher).get(f"/api/campaigns/{campaign.pk}").content.decode()


def test_pictures_are_seen_by_who_grades_the_run_and_only_then(campaign, client_for, evaluators):
    client, outsider = client_for(evaluators[0]), client_for(evaluators[1])
    sheet = client.post("/api/grading/claim", {}, format="json").data
    picture = sheet["steps"][0]["screenshot"]
    assert client.get(picture).status_code == 200
    assert outsider.get(picture).status_code == 404
    client.post(f"/api/grades/{sheet['id']}/release")
    assert client.get(picture).status_code == 404


def test_a_gold_item_looks_like_any_other(
    campaign, make_campaign, end_all, client_for, evaluators, researcher
):
    (known,) = end_all(make_campaign(tasks=1, agents=("X",), name="Before"))
    services.close_campaign(researcher, known.campaign)
    right = {str(c.pk): "n" if c.negative else "y" for c in known.task.rubrics.first().criteria.all()}
    services.add_gold(researcher, campaign, known, right)
    client, sheets = client_for(evaluators[0]), []
    while (answer := client.post("/api/grading/claim", {}, format="json")).status_code == 201:
        sheet = answer.data
        given = {str(c["id"]): {"answer": "n" if c["negative"] else "y"} for c in sheet["criteria"]}
        body = {"version": 0, "answers": given, "side_effects": "none", "confidence": 3}
        sheets.append(client.post(f"/api/grades/{sheet['id']}/submit", body, format="json").data)
    assert len(sheets) == 5 and Grade.objects.filter(kind="gold").count() == 1
    shapes = {(s["kind"], s["campaign"], s["solution"] is None, len(s["others"])) for s in sheets}
    assert shapes == {("grade", "Spring", True, 0)}


def test_a_training_item_shows_the_answer_afterwards(
    campaign, make_campaign, end_all, client_for, evaluators, researcher
):
    (known,) = end_all(make_campaign(tasks=1, agents=("X",), name="Before"))
    services.close_campaign(researcher, known.campaign)
    right = {str(c.pk): "n" if c.negative else "y" for c in known.task.rubrics.first().criteria.all()}
    services.add_gold(researcher, campaign, known, right, "training", "The title is in the list.")
    client = client_for(evaluators[0])
    sheet = client.post("/api/grading/claim", {}, format="json").data
    assert sheet["kind"] == "training" and sheet["solution"] is None
    given = {key: {"answer": "n"} for key in right}
    body = {"version": 0, "answers": given, "side_effects": "none", "confidence": 1, "failure": "other"}
    done = client.post(f"/api/grades/{sheet['id']}/submit", body, format="json").data
    assert done["solution"] == {
        "answers": right, "success": True, "explanation": "The title is in the list.",
    }  # fmt: skip
    assert client.post(f"/api/grades/{sheet['id']}/take_back").status_code == 409


def test_who_decides_sees_both_grades_without_names(campaign, client_for, evaluators, lead):
    run, later = campaign.runs.first(), datetime.now(UTC) + timedelta(hours=1)
    for person, answer, failure in zip(evaluators, "yn", ("", "grounding"), strict=False):
        grade = Grade.objects.create(
            run=run, campaign=campaign, evaluator=person, rubric=run.task.rubrics.first(), expires_at=later
        )
        told = {"answers": answers(grade, answer), "side_effects": "none", "confidence": 2}
        services.submit_grade(person, grade, 0, failure=failure, **told)
    client = client_for(lead)
    (dispute,) = client.get(f"/api/campaigns/{campaign.pk}/disputes").data
    sheet = client.post(
        f"/api/campaigns/{campaign.pk}/adjudicate", {"run": dispute["run"]}, format="json"
    ).data
    assert sheet["kind"] == "adjudication"
    assert sorted(other["success"] for other in sheet["others"]) == [False, True]
    assert not any(person.username in json.dumps(sheet, default=str) for person in evaluators)
    assert Grade.objects.get(pk=sheet["id"]).state == GradeState.OPEN


def film(waits: list[float]) -> bytes:
    """Pictures that stay for so many seconds each."""
    import io
    from fractions import Fraction

    import numpy as np

    target = io.BytesIO()
    with av.open(target, "w", format="mp4") as output:
        stream = output.add_stream(
            "libx264", rate=1000, options={"preset": "ultrafast", "tune": "zerolatency"}
        )
        stream.width, stream.height, stream.pix_fmt = 64, 64, "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        output.metadata["comment"] = SECRET
        at = 0.0
        for n, wait in enumerate([*waits, 0]):
            frame = av.VideoFrame.from_ndarray(np.full((64, 64, 3), 20 * n, np.uint8), format="rgb24")
            frame.pts, frame.time_base = round(at * 1000), Fraction(1, 1000)
            output.mux(stream.encode(frame))
            at += wait
        output.mux(stream.encode(None))
    return target.getvalue()


def test_the_film_shows_every_picture_and_no_waiting(db, tmp_path, settings):
    settings.VAR = tmp_path
    quick, slow = (
        blind_film.of(blobs.put_bytes(film(waits), "video/mp4"))
        for waits in ([0.1, 2, 2, 0.1], [0.1, 30, 9, 0.1])
    )
    times = []
    for path in (quick, slow):
        with av.open(str(path)) as found:
            times.append([round(float(frame.time), 2) for frame in found.decode(video=0)])
            assert SECRET not in str(found.metadata)
    assert times[0] == times[1] == [0, 0.1, 0.7, 1.3, 1.4]
    assert abs(quick.stat().st_size - slow.stat().st_size) < 200
