"""One blind grade after the other: saved, submitted, taken back, settled, adjudicated."""

from datetime import timedelta

import pytest
from django.utils import timezone

from evaluation import services
from evaluation.models import Grade, Run
from evaluation.rubrics import success_of
from phonebuddy.api.errors import Conflict, Forbidden, NotFound, Refused
from tests.evaluation.campaigns.giving import answers, submit


@pytest.mark.parametrize(
    ("given", "success"),
    [
        (("y", "y", "y", "n"), True),
        (("y", "y", "n", "n"), True),  # the third is no must
        (("y", "n", "y", "n"), False),
        (("y", "y", "y", "y"), False),  # a harm
        (("u", "y", "y", "n"), None),
        (("u", "n", "y", "n"), False),  # whatever the first is
        (("y", "y", "y", "u"), None),
    ],
)
def test_success_follows_from_the_criteria(given, success, make_suite):
    rubric = make_suite(1).tasks.first().rubrics.first()
    criteria = list(rubric.criteria.all())
    told = {str(c.pk): {"answer": a} for c, a in zip(criteria, given, strict=True)}
    assert success_of(criteria, told) is success
    assert success_of(criteria, {}) is None


def test_a_grade_from_claim_to_submission(make_campaign, end_all, evaluators):
    campaign = make_campaign()
    end_all(campaign)
    person = evaluators[0]
    grade = services.claim_grade(person)
    assert grade.kind == "grade" and grade.rubric.version == 1
    assert services.claim_grade(person).pk == grade.pk, "the one begun comes first"
    grade = services.save_grade(person, grade, 0, answers=answers(grade, "y", step=1), note="half done")
    assert (grade.version, grade.note) == (1, "half done")
    submitted = submit(grade, "y", "n", first_wrong_step=1)
    assert submitted.state == "submitted" and submitted.success is False
    assert services.claim_grade(person).run_id != grade.run_id


def test_two_tabs_do_not_overwrite_each_other(make_campaign, end_all, evaluators):
    end_all(make_campaign())
    grade = services.claim_grade(evaluators[0])
    services.save_grade(evaluators[0], grade, 0, note="first tab")
    with pytest.raises(Conflict) as conflict:
        services.save_grade(evaluators[0], grade, 0, note="second tab")
    assert conflict.value.code == "stale"
    assert Grade.objects.get().note == "first tab"


def test_a_submission_says_what_is_missing(make_campaign, end_all, evaluators):
    end_all(make_campaign())
    grade = services.claim_grade(evaluators[0])
    with pytest.raises(Refused) as refusal:
        services.submit_grade(evaluators[0], grade, 0, answers={})
    assert set(refusal.value.fields) == {"answers", "side_effects", "confidence"}
    with pytest.raises(Refused) as refusal:
        submit(grade, "n", failure="")
    assert set(refusal.value.fields) == {"failure"}
    grade.refresh_from_db()
    assert grade.state == "open"


@pytest.mark.parametrize(
    "fields",
    [
        {"answers": {"0": {"answer": "y"}}},
        {"answers": "each maybe"},
        {"answers": "step 7"},
        {"first_wrong_step": 2},
    ],
)
def test_odd_answers_are_refused(fields, make_campaign, end_all, evaluators):
    end_all(make_campaign())
    grade = services.claim_grade(evaluators[0])
    if fields.get("answers") == "each maybe":
        fields = {"answers": {key: {"answer": "maybe"} for key in answers(grade)}}
    if fields.get("answers") == "step 7":
        fields = {"answers": answers(grade, step=7)}
    with pytest.raises(Refused):
        services.save_grade(evaluators[0], grade, 0, **fields)


def grade_of(person, run):
    """This person's claim of just that run."""
    while (grade := services.claim_grade(person)).run_id != run.pk:
        submit(grade)
    return grade


def test_equal_grades_settle_a_run_and_the_first_counts(make_campaign, end_all, evaluators):
    (run,) = end_all(make_campaign(tasks=1, agents=("A",)))
    first, second = (
        submit(services.claim_grade(person), "y", "y", third)
        for person, third in zip(evaluators, "yn", strict=False)
    )
    first.refresh_from_db(), second.refresh_from_db()
    assert first.authoritative and not second.authoritative
    with pytest.raises(Conflict) as conflict:
        services.claim_grade(evaluators[2])
    assert conflict.value.code == "queue_empty"
    assert run.grades.count() == 2


@pytest.mark.parametrize("other", [("n", "y"), ("y", "n"), ("u", "y"), ("y", "y", "y", "y")])
def test_a_difference_that_decides_goes_to_a_third_person(other, make_campaign, end_all, evaluators):
    (run,) = end_all(make_campaign(tasks=1, agents=("A",)))
    submit(services.claim_grade(evaluators[0]))
    failure = {"failure": "harmful"} if "u" not in other else {}
    submit(services.claim_grade(evaluators[1]), *other, **failure)
    assert not run.grades.filter(authoritative=True).exists()
    third = services.claim_grade(evaluators[2])
    assert third.kind == "adjudication" and third.run_id == run.pk
    submit(third)
    assert run.grades.get(authoritative=True).pk == third.pk
    assert run.grades.submitted().count() == 3, "the raw ones stay"


def test_a_lead_can_decide_but_who_graded_cannot(make_campaign, end_all, evaluators, lead):
    (run,) = end_all(make_campaign(tasks=1, agents=("A",)))
    submit(services.claim_grade(evaluators[0]))
    with pytest.raises(Conflict):
        services.claim_adjudication(lead, run)  # one grade is missing yet
    submit(services.claim_grade(evaluators[1]), "n")
    with pytest.raises(Forbidden):
        services.claim_adjudication(evaluators[0], run)
    grade = services.claim_adjudication(lead, run)
    with pytest.raises(Conflict):
        services.claim_adjudication(evaluators[2], run)
    submit(grade, "n")
    assert run.grades.get(authoritative=True).success is False


def test_a_submission_can_be_taken_back_for_a_while(make_campaign, end_all, evaluators):
    (run,) = end_all(make_campaign(tasks=1, agents=("A",)))
    mine, other = (submit(services.claim_grade(person)) for person in evaluators[:2])
    mine = services.take_back_grade(evaluators[0], mine)
    assert mine.state == "open" and not run.grades.filter(authoritative=True).exists()
    submit(mine, "n")
    assert not run.grades.filter(authoritative=True).exists(), "now they differ"
    late = timezone.now() + Grade.UNDO_WINDOW + timedelta(seconds=1)
    with pytest.raises(Conflict) as conflict:
        services.take_back_grade(evaluators[1], other, now=late)
    assert conflict.value.code == "too_late"
    services.claim_grade(evaluators[2])  # a third person decides
    with pytest.raises(Conflict):
        services.take_back_grade(evaluators[0], mine)


def test_what_was_typed_outlives_a_claim_that_ran_out(make_campaign, end_all, evaluators):
    end_all(make_campaign(tasks=1, agents=("A",)))
    grade = services.claim_grade(evaluators[0])
    services.save_grade(evaluators[0], grade, 0, note="three criteria looked at")
    assert services.expire_grades(timezone.now()) == 0
    assert services.expire_grades(timezone.now() + Grade.LIFETIME + timedelta(seconds=1)) == 1
    with pytest.raises(Conflict) as conflict:
        services.save_grade(evaluators[0], grade, 1, note="late")
    assert conflict.value.code == "grade_over"
    again = services.claim_grade(evaluators[0])
    assert again.pk != grade.pk and again.note == "three criteria looked at"


def test_a_claim_given_back_is_free_for_others(make_campaign, end_all, evaluators):
    (run,) = end_all(make_campaign(tasks=1, agents=("A",), overlap=1))
    services.release_grade(evaluators[0], services.claim_grade(evaluators[0]))
    assert submit(services.claim_grade(evaluators[1])).run_id == run.pk
    assert run.grades.get(authoritative=True).evaluator == evaluators[1]


def test_what_infrastructure_ended_is_not_graded(make_campaign, end, evaluators, lead):
    campaign = make_campaign(tasks=2, agents=("A",), overlap=1)
    lost, fine = campaign.runs.all()
    end(lost, "infrastructure"), end(fine)
    assert services.claim_grade(evaluators[0]).run_id == fine.pk
    with pytest.raises(Conflict) as conflict:
        services.rule_infrastructure(lead, fine, "The app's server was down.")
    assert conflict.value.code == "graded"


def test_a_lead_rules_on_infrastructure_before_any_grade(make_campaign, end, evaluators, lead, researcher):
    (run,) = (end(r) for r in make_campaign(tasks=1, agents=("A",)).runs.all())
    with pytest.raises(Forbidden):
        services.rule_infrastructure(researcher, run, "x")
    assert services.rule_infrastructure(lead, run, "The app's server was down.").ending == "infrastructure"
    with pytest.raises(Conflict):
        services.claim_grade(evaluators[0])


def test_only_the_newest_trial_is_graded(make_campaign, end, evaluators):
    campaign = make_campaign(tasks=1, agents=("A",), overlap=1)
    first = end(campaign.runs.get(), "infrastructure")
    again = Run.objects.create(
        campaign=campaign, agent=first.agent, task=first.task, trial=2, requested_by=first.requested_by
    )
    with pytest.raises(Conflict):
        services.claim_grade(evaluators[0])
    assert services.claim_grade(evaluators[0]).run_id == again.pk if end(again) else False


def test_gold_items_train_first_and_then_hide_among_the_others(
    make_campaign, end_all, evaluators, researcher
):
    known = end_all(make_campaign(tasks=4, agents=("A",), name="Before"))
    services.close_campaign(researcher, known[0].campaign)
    campaign = make_campaign(tasks=6, agents=("A", "B"), name="Now")
    end_all(campaign)
    right = {
        str(c.pk): "n" if c.negative else "y"
        for run in known
        for c in run.task.rubrics.first().criteria.all()
    }
    for run, phase in zip(known, ("training", "hidden", "hidden", "hidden"), strict=True):
        services.add_gold(researcher, campaign, run, right, phase)
    with pytest.raises(Refused):
        services.add_gold(researcher, campaign, campaign.runs.first(), right)
    for person in evaluators:
        kinds = []
        while True:
            try:
                kinds.append(submit(services.claim_grade(person)).kind)
            except Conflict:
                break
        assert kinds[0] == "training" and kinds.count("training") == 1
        assert kinds.count("gold") == 3
    assert campaign.grades.filter(kind="grade").count() == 24
    assert not campaign.grades.filter(kind__in=["gold", "training"], authoritative=True).exists()


def test_nobody_touches_anothers_grade(make_campaign, end_all, evaluators, lead, annotator):
    end_all(make_campaign())
    grade = services.claim_grade(evaluators[0])
    for person in (evaluators[1], lead, annotator):
        with pytest.raises(NotFound):
            services.save_grade(person, grade, 0, note="x")
    with pytest.raises(Forbidden):
        services.claim_grade(annotator)
    with pytest.raises(Conflict):  # an evaluator of no campaign
        services.claim_grade(type(annotator).objects.create(username="new", roles=["evaluator"]))
    assert not Grade.objects.visible_to(evaluators[1]).exists()
    assert Grade.objects.visible_to(lead).exists()


def test_a_closed_campaign_takes_no_grades(make_campaign, end_all, evaluators, researcher):
    campaign = make_campaign()
    end_all(campaign)
    grade = services.claim_grade(evaluators[0])
    services.close_campaign(researcher, campaign)
    with pytest.raises(Conflict) as conflict:
        submit(grade)
    assert conflict.value.code == "closed"


def test_the_queue_tells_what_is_left_and_who_holds_the_rest(make_campaign, end_all, evaluators):
    end_all(make_campaign(tasks=2, agents=("A",)))
    empty = services.grading_queue(evaluators[0])
    assert (empty["left"], empty["done"], empty["median_s"], empty["open"]) == (2, 0, None, None)
    submit(services.claim_grade(evaluators[0]), seconds=40)
    held = services.claim_grade(evaluators[1])
    mine = services.grading_queue(evaluators[0])
    assert (mine["left"], mine["done"], mine["done_today"], mine["median_s"]) == (1, 1, 1, 40)
    assert mine["held_by_others"] == 1 and 0 < mine["oldest_frees_in_s"] <= 900
    assert services.grading_queue(evaluators[1])["open"] == held.pk
