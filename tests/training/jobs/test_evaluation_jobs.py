"""A checkpoint measured on the platform's phones: promoted, run as a campaign, decided by machines."""

import pytest
from django.utils import timezone

from evaluation.models import Campaign, Episode, Judgement, Run, Suite, Task
from evaluation.services.suites import write_rubric
from phonebuddy.api.errors import Conflict, Refused
from training import services
from training.models import Job

pytestmark = pytest.mark.django_db
ON_PHONES = {"on": "campaign", "suite": "Small"}


@pytest.fixture
def suite(db):
    suite = Suite.objects.create(name="small")
    for n, category in enumerate(("app", "app", "cross_app", "mini_app")):
        task = Task.objects.create(key=f"t{n}", goal="Do it", suite=suite, category=category)
        write_rubric(task, [{"text": "It is done.", "must": True}])
    return suite


@pytest.fixture
def evaluation(suite, trained, researcher) -> Job:
    _, checkpoint = trained()
    return services.start_training(researcher, "evaluate", base=checkpoint, config=ON_PHONES, name="Measure")


def end(run: Run, success: bool | None, ending: str = "agent_done") -> None:
    """As a worker leaves it; ``success``: the verifier's word."""
    episode = Episode.objects.create(
        kind="rollout", task=run.task, author=run.requested_by, goal="Do it",
        verdict=None if success is None else {"success": success},
    )  # fmt: skip
    now = timezone.now()
    Run.objects.filter(pk=run.pk).update(
        state="ended", ending=ending, started_at=now, ended_at=now, episode=episode
    )


def test_it_promotes_launches_follows_and_tells_successes(evaluation, suite):
    evaluation.refresh_from_db()
    campaign = evaluation.campaign
    assert (evaluation.state, evaluation.of, evaluation.worker) == ("running", 4, "")
    assert evaluation.base.agent in campaign.agents.all() and campaign.overlap == 0
    assert services.claim_job(evaluation.queue, "w") is None, "no trainer has anything to do with it"
    assert services.reap_jobs() == 0
    runs = list(Run.objects.order_by("task__key"))
    for run, success in zip(runs[:3], (True, False, True), strict=True):
        end(run, success)
    assert services.follow_evaluations() == 0
    evaluation.refresh_from_db()
    assert (evaluation.step, evaluation.phase) == (3, "runs")
    end(runs[3], True)
    assert services.follow_evaluations() == 1
    evaluation.refresh_from_db()
    result = evaluation.result
    assert (evaluation.state, result["successes"], result["tasks"], result["undecided"]) == ("done", 3, 4, 0)
    assert result["low"] < result["rate"] == 0.75 < result["high"]
    assert result["categories"]["app"]["successes"] == 1
    assert Campaign.objects.get().state == "closed"
    assert evaluation.base.metrics["Small"]["successes"] == 3
    assert "3 of 4 (75.0%" in evaluation.base.card


def test_where_no_verifier_decides_a_judge_does(evaluation, django_capture_on_commit_callbacks):
    for run in Run.objects.all():
        end(run, None)
    assert services.follow_evaluations() == 0, "it waits for the judge"
    evaluation.refresh_from_db()
    assert evaluation.phase == "judging"
    for run in Run.objects.all():
        rubric = run.task.rubrics.first()
        Judgement.objects.create(run=run, rubric=rubric, judge="text v1", key="k", success=True, verdicts={})
    assert services.follow_evaluations() == 1
    evaluation.refresh_from_db()
    assert evaluation.result["successes"] == 4


def test_it_is_held_and_goes_on_and_is_not_resumed_once_closed(evaluation, researcher):
    assert services.cancel_training(researcher, evaluation).state == "stopped"
    assert Campaign.objects.get().state == "paused"
    assert services.resume_training(researcher, evaluation).state == "running"
    assert Campaign.objects.get().state == "running"
    services.cancel_training(researcher, evaluation)
    Campaign.objects.update(state="closed", closed_at=timezone.now())
    with pytest.raises(Conflict, match="closed"):
        services.resume_training(researcher, evaluation)


def test_what_could_not_be_measured_is_refused(suite, trained, researcher):
    _, checkpoint = trained()
    for config, field in (
        ({"suite": "Nothing"}, "config.suite"),
        ({"tasks": 5}, "config.tasks"),
    ):
        with pytest.raises(Refused) as refused:
            services.start_training(researcher, "evaluate", base=checkpoint, config=ON_PHONES | config)
        assert list(refused.value.fields) == [field]
    Task.objects.create(key="bare", goal="Do it", suite=suite)
    with pytest.raises(Refused, match="could not run"):
        services.start_training(researcher, "evaluate", base=checkpoint, config=ON_PHONES)
    in_process = services.start_training(researcher, "evaluate", base=checkpoint)
    assert in_process.state == "queued" and services.claim_job(in_process.queue, "w") == in_process
    services.finish_job(in_process, "w", {"result": "done", "metrics": {"successes": 3, "tasks": 4}})
    checkpoint.refresh_from_db()
    assert checkpoint.metrics["PhoneWorld-150"] == {"successes": 3, "tasks": 4}
