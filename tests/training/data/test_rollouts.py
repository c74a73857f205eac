"""Agents' runs in datasets: by whose word they succeeded, and people's grades for a judge."""

from datetime import timedelta

import pytest
from django.utils import timezone

from evaluation.models import Agent, Campaign, Criterion, Episode, Grade, Judgement, Rubric, Run, Suite
from training import selection
from training.data.store import Dataset as Stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def ran(researcher, make_user, make_task, add_step):
    """`ran(key, grade=…, verdict=…, judged=…)`: a run that ended, with the words on it that are given."""
    now = timezone.now()
    evaluator = make_user("evaluator", username="grader")

    def make(key="pool-task", grade=None, verdict=None, judged=None, criteria=("It is done",), suite="pool"):
        of, _ = Suite.objects.get_or_create(name=suite)
        task = make_task(key, suite=of, goal=f"Do {key}.")
        agent, _ = Agent.objects.get_or_create(name="an-agent", defaults={"policy": "random"})
        campaign, _ = Campaign.objects.get_or_create(
            name="a campaign",
            defaults={
                "suite": of, "state": "running", "launched_at": now, "plan_hash": "x",
                "created_by": researcher,
            },
        )  # fmt: skip
        episode = Episode.objects.create(
            kind="rollout", state="recording", task=task, goal=task.goal, author=researcher, started_at=now,
            origin={"device_kind": "mock"},
        )  # fmt: skip
        episode.head = episode.revisions.create(number=0, op="original", author=researcher)
        episode.save()
        add_step(episode)
        add_step(episode, {"name": "finish", "arguments": {"text": "Done"}})
        verdict = None if verdict is None else {"success": verdict}
        Episode.objects.filter(pk=episode.pk).update(state="recorded", verdict=verdict)
        run = Run.objects.create(
            campaign=campaign, agent=agent, task=task, requested_by=researcher, state="ended",
            ending="agent_done", ended_at=now, episode=episode,
        )  # fmt: skip
        rubric = Rubric.objects.create(task=task)
        for n, text in enumerate(criteria, 1):
            Criterion.objects.create(rubric=rubric, position=n, text=text, must=True)
        if grade is not None:
            answers = {str(c.pk): {"answer": "y" if grade else "n"} for c in rubric.criteria.all()}
            Grade.objects.create(
                run=run, campaign=campaign, evaluator=evaluator, rubric=rubric, state="submitted",
                submitted_at=now, expires_at=now + timedelta(minutes=5), success=grade, authoritative=True,
                answers=answers,
            )  # fmt: skip
        if judged is not None:
            Judgement.objects.create(run=run, rubric=rubric, judge="j", key=key, success=judged)
        return episode

    return make


def found(query=None, purpose="sft") -> dict[str, tuple]:
    query = selection.clean({"sources": ["rollout"], **(query or {})})
    return {c.task.key: (c.reward, c.judged_by) for c in selection.candidates(query, purpose)}


def test_by_whose_word_a_run_succeeded(ran):
    ran("by-people", grade=True, verdict=False, judged=False)
    ran("not-by-people", grade=False, verdict=True)
    ran("by-verifier", verdict=True, judged=False)
    ran("by-judge", judged=True)
    ran("by-nobody")
    assert found() == {
        "by-people": (1.0, "grade"),
        "by-verifier": (1.0, "verdict"),
        "by-judge": (1.0, "judge"),
    }
    assert found({"judged_by": ["verdict"]}) == {
        "not-by-people": (1.0, "verdict"),
        "by-verifier": (1.0, "verdict"),
    }
    assert set(found(purpose="preferences")) == {"by-people", "not-by-people", "by-verifier", "by-judge"}
    assert set(found({"agents": ["an-agent"], "outcomes": ["failure"]}, "preferences")) == {"not-by-people"}


def test_a_judge_learns_from_peoples_grades(ran, built):
    ran("good", grade=True, criteria=("The note is there", "No other was changed"))
    ran("bad", grade=False)
    ran("only-verified", verdict=True)
    row = built("grades", purpose="judge")
    assert (row.n_episodes, row.counts["outcome"]) == (2, {"success": 1, "failure": 1}), row.error
    by_goal = {e.goal: e for e in Stored.open(row.folder)}
    rubric = by_goal["Do good."].about["rubric"]
    assert rubric[0] == {"text": "The note is there", "must": True, "negative": False, "answer": "y"}
    assert [c["answer"] for c in by_goal["Do bad."].about["rubric"]] == ["n"]
    assert by_goal["Do bad."].reward == 0.0 and "grader" in by_goal["Do bad."].about


def test_rubrics_of_held_out_suites_never_enter(ran, built):
    Suite.objects.create(name="measured", held_out=True)
    ran("fine", grade=True, criteria=("Something of our own",))
    ran("of-measured", grade=True, suite="measured", criteria=("The bill is paid", "Nobody else was paid"))
    ran("a-copy", grade=True, criteria=("the bill is  paid.", "Nobody else was paid"))
    row = built("grades", purpose="judge")
    assert row.n_episodes == 1, row.error
    assert {r["what"] for r in row.refused} == {"measured", "pool"}
    assert any("rubric is one of the suite measured" in r["why"] for r in row.refused)
