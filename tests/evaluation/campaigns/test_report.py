"""What a report says of runs, grades, lost attempts, judges and evaluators."""

from datetime import UTC, datetime, timedelta

import pytest

from evaluation import services
from evaluation.models import Episode, Grade, Judgement, Run
from evaluation.report.collect import Attempt, Given, Material, collect
from evaluation.report.figures import figures
from phonebuddy.api.errors import Conflict
from tests.evaluation.campaigns.giving import submit


def attempt(agent, task, success, **fields):
    usual = {
        "run": f"{agent}-{task}", "category": "app", "apps": ("Notes",), "difficulty": 1, "attempt": 1,
        "trials": 1, "ending": "agent_done", "valid": True,
    }  # fmt: skip
    return Attempt(agent=agent, task=task, success=success, **usual | fields)


def material(attempts, grades=(), per_task=1):
    return Material(sorted({a.agent for a in attempts}), list(attempts), list(grades), per_task, 2)


def test_a_difference_inside_the_noise_has_no_winner_and_one_outside_has():
    close = [attempt("A", n, n < 10) for n in range(40)] + [attempt("B", n, n < 13) for n in range(40)]
    far = [attempt("A", n, n < 10) for n in range(40)] + [attempt("B", n, n < 30) for n in range(40)]
    assert figures(material(close))["comparisons"][0]["winner"] is None
    assert figures(material(far))["comparisons"][0]["winner"] == "B"


def test_several_attempts_are_not_several_tasks():
    tries = [attempt("A", n, n < 5, attempt=k, run=f"{n}{k}") for n in range(10) for k in (1, 2, 3)]
    found = figures(material(tries, per_task=3))
    line = found["success"][0]
    assert (line["tasks"], line["attempts"], line["successes"], line["rate"]) == (10, 30, 15, 0.5)
    assert line["high"] - line["low"] > 0.5, "ten tasks, however often"
    assert [(a["k"], a["pass_at"], a["pass_all"]) for a in found["attempts"]] == [
        (1, 0.5, 0.5), (2, 0.5, 0.5), (3, 0.5, 0.5),
    ]  # fmt: skip


def test_small_slices_are_marked():
    found = figures(
        material([attempt("A", n, True, apps=("Mail",) if n < 3 else ("Notes",)) for n in range(25)])
    )
    few = {(line["slice"], line["value"]): line["few"] for line in found["success"]}
    assert few == {
        ("all", ""): False, ("category", "app"): False, ("difficulty", "1"): False,
        ("app", "Mail"): True, ("app", "Notes"): False,
    }  # fmt: skip


def test_lost_attempts_are_counted_and_weighed():
    lost = [attempt("A", n, None, valid=False, ending="infrastructure", trials=3) for n in range(2)]
    found = figures(material([attempt("A", n + 2, n < 4) for n in range(8)] + lost))
    assert found["success"][0]["rate"] == 0.5
    assert found["sensitivity"] == [
        {"agent": "A", "excluded": 2, "retries": 4, "as_failures": 0.4, "as_successes": 0.6}
    ]
    assert found["counts"]["valid"] == 8


def test_claims_are_held_against_what_came_of_them():
    tries = [attempt("A", n, n < 3, claimed=n < 7) for n in range(10)]
    (line,) = figures(material(tries))["claims"]
    assert (line["claimed"], line["false"]) == (7, 4)


def test_evaluators_are_measured_by_gold_they_did_not_know_of():
    grades = [Given(f"g{n}", "eve", "gold", n != 0, {}, True) for n in range(10)]
    grades += [Given(f"t{n}", "eve", "training", False, {}, True) for n in range(5)]
    (line,) = figures(material([attempt("A", 1, True)], grades))["evaluators"]
    assert (line["gold"], line["gold_wrong"], line["error_rate"]) == (10, 1, 0.1)


def test_agreement_is_counted_before_anyone_decides():
    answers = [{1: ("must", "y"), 2: ("harm", "n")}, {1: ("must", "n"), 2: ("harm", "n")}]
    grades = [Given(f"r{n}", who, "grade", True, answers[0]) for n in range(9) for who in ("eve", "max")]
    grades += [Given("r9", "eve", "grade", True, answers[0]), Given("r9", "max", "grade", False, answers[1])]
    grades += [Given("r9", "zoe", "adjudication", True, answers[0])]
    lines = {line["what"]: line for line in figures(material([attempt("A", 1, True)], grades))["agreement"]}
    assert lines["success"]["units"] == 10 and lines["success"]["raw"]["value"] == 0.9
    assert lines["must"]["raw"]["value"] == 0.9 and lines["harm"]["raw"]["value"] == 1
    assert lines["harm"]["alpha"]["value"] is None and lines["harm"]["ac1"]["value"] == 1


def test_a_judge_is_scored_and_its_rate_corrected():
    tries = [
        attempt("A", n, n % 2 == 0 if n < 40 else None, judged={"j": n % 2 == 0 or n % 5 == 0})
        for n in range(200)
    ]
    (judge,) = figures(material(tries))["judges"]
    assert (judge["people"]["true_positive"], judge["people"]["false_negative"]) == (20, 0)
    assert judge["people"]["precision"] == pytest.approx(20 / 24)
    (line,) = judge["by_agent"]
    assert (line["graded"], line["judged_only"]) == (40, 160)
    assert line["rate"] == pytest.approx(0.5, abs=0.02), "the judge alone would say 0.6"


def test_an_empty_campaign_has_a_report(make_campaign):
    found = figures(collect(make_campaign()))
    assert found["success"] == [] and found["comparisons"] == [] and found["smallest_visible"] is None
    assert found["counts"]["attempts"] == 6 and len(found["table"]) == 3


def test_a_campaign_is_read_whole(make_campaign, end, evaluators, django_assert_max_num_queries):
    campaign = make_campaign(tasks=4, agents=("A", "B"))
    runs = list(campaign.runs.all())
    for run in runs[:-1]:
        end(run, claimed=True)
    lost = end(runs[-1], "infrastructure")
    again = Run.objects.create(
        campaign=campaign, agent=lost.agent, task=lost.task, trial=2, requested_by=lost.requested_by
    )
    end(again, "step_limit", claimed=False)
    Episode.objects.filter(run=runs[0]).update(verdict={"success": True})
    Judgement.objects.create(
        run=runs[0], rubric=runs[0].task.rubrics.first(), judge="text v1", key="k", success=False
    )
    for person in evaluators[:2]:
        while True:
            try:
                submit(services.claim_grade(person))
            except Conflict:
                break
    with django_assert_max_num_queries(12):
        found = collect(campaign)
    first = next(a for a in found.attempts if a.run == str(runs[0].pk))
    assert (first.success, first.verified, first.judged, first.steps) == (True, True, {"text v1": False}, 2)
    second = next(a for a in found.attempts if a.run == str(again.pk))
    assert (second.trials, second.ending, second.valid, second.claimed) == (2, "step_limit", True, False)
    assert len(found.attempts) == 8 and len(found.grades) == 16
    assert figures(found)["counts"]["decided"] == 8


def test_what_a_third_person_decides_is_what_counts(make_campaign, end_all, evaluators):
    campaign = make_campaign(tasks=1, agents=("A",))
    (run,) = end_all(campaign)
    later = datetime.now(UTC) + timedelta(hours=1)
    for person, given in zip(evaluators, ("y", "n", "n"), strict=True):
        kind = "adjudication" if person == evaluators[2] else "grade"
        grade = Grade.objects.create(
            run=run, campaign=campaign, evaluator=person, rubric=run.task.rubrics.first(), kind=kind,
            expires_at=later,
        )  # fmt: skip
        submit(grade, given)
    (one,) = collect(campaign).attempts
    assert (one.success, one.decided_by, one.failure) == (False, "adjudication", "grounding")
