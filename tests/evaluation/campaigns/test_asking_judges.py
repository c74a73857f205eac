"""Judges look at a campaign's runs; what they say stands beside the grades, and never before an evaluator."""

import json

import pytest

from evaluation import services
from evaluation.judges.base import JudgeDown
from evaluation.models import Judgement
from evaluation.report.collect import collect
from evaluation.report.figures import figures
from phonebuddy.api.errors import Forbidden, Refused
from tests.evaluation.endpoint import Endpoint


@pytest.fixture
def campaign(make_campaign, end_all):
    made = make_campaign(tasks=2, agents=("A",))
    end_all(made)
    return made


@pytest.fixture
def queued(monkeypatch):
    from evaluation import tasks

    calls = []
    monkeypatch.setattr(tasks.judge_run, "delay", lambda *call: calls.append(call))
    return calls


def test_the_text_judge_says_what_it_cannot_tell(campaign):
    made = services.judge_run(campaign.runs.first(), "text")
    assert made.judge == "text v2" and made.success is None
    assert {v["answer"] for v in made.verdicts.values()} == {"u"}
    assert services.judge_run(campaign.runs.first(), "text").pk == made.pk, "not asked twice"


def test_every_run_that_waits_is_queued_once(
    campaign, researcher, queued, django_capture_on_commit_callbacks
):
    services.judge_run(campaign.runs.first(), "text")
    with django_capture_on_commit_callbacks(execute=True):
        assert services.judge_campaign(researcher, campaign, "text") == 1
    assert queued == [(str(campaign.runs.last().pk), "text")]


def test_a_model_that_is_not_configured_is_not_there(campaign, researcher, annotator, settings):
    settings.JUDGE = {"base_url": ""}
    assert services.judges() == ["text"]
    with pytest.raises(Refused):
        services.judge_campaign(researcher, campaign, "vision")
    with pytest.raises(Forbidden):
        services.judge_campaign(annotator, campaign, "text")


def test_a_vision_judge_is_kept_scored_and_hidden(campaign, settings, client_for, evaluators):
    rubric = campaign.runs.first().task.rubrics.first()
    lines = [
        {"criterion": n, "answer": "n" if c.negative else "y", "step": 1, "why": "seen"}
        for n, c in enumerate(rubric.criteria.all(), 1)
    ]
    answer = {"choices": [{"message": {"content": json.dumps({"verdicts": lines})}}]}
    endpoint = Endpoint((200, answer))
    try:
        settings.JUDGE = {"base_url": endpoint.url, "model": "see-1", "samples": 1, "retries": 0}
        for run in campaign.runs.all():
            assert services.judge_run(run, "vision").success is True
    finally:
        endpoint.close()
    found = figures(collect(campaign))
    assert [judge["judge"] for judge in found["judges"]] == ["see-1, prompt v1"]
    sheet = client_for(evaluators[0]).post("/api/grading/claim", {}, format="json").content.decode()
    assert "see-1" not in sheet and "seen" not in sheet
    assert Judgement.objects.count() == 2


def test_no_judgement_is_kept_when_nobody_answers(campaign, settings):
    settings.JUDGE = {"base_url": "http://127.0.0.1:9", "model": "see-1", "samples": 1, "retries": 0}
    with pytest.raises(JudgeDown):
        services.judge_run(campaign.runs.first(), "vision")
    assert not Judgement.objects.exists()


def test_over_http(campaign, client_for, researcher, queued, django_capture_on_commit_callbacks):
    client = client_for(researcher)
    assert "text" in client.get("/api/campaigns/judges").data["judges"]
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(f"/api/campaigns/{campaign.pk}/judge", {"judge": "text"}, format="json")
    assert (answer.status_code, answer.data) == (202, {"queued": 2})
    assert len(queued) == 2
