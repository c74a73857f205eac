"""Each run is graded as often as planned, whoever races for it, in an order that favours nobody."""

import threading
from collections import Counter
from itertools import pairwise

import pytest
from django.db import connection

from evaluation import services
from evaluation.models import Grade
from phonebuddy.api.errors import Conflict
from tests.evaluation.campaigns.giving import submit
from tests.evaluation.racing import race
from tests.patience import PATIENCE_S


@pytest.mark.django_db(transaction=True)
def test_eight_people_racing_for_75_runs_give_exactly_two_grades_each(make_user, make_campaign, end_all):
    campaign = make_campaign(tasks=25, agents=("A", "B", "C"))
    people = [make_user("evaluator", username=f"racer{n}") for n in range(8)]
    services.change_campaign(campaign.created_by, campaign, evaluators=people)
    end_all(campaign)
    assert not race(people, lambda person: submit(services.claim_grade(person)))
    given = list(Grade.objects.values_list("run_id", "evaluator_id"))
    assert Counter(run for run, _ in given) == dict.fromkeys(campaign.runs.values_list("pk", flat=True), 2)
    assert len(set(given)) == 150, "never the same person twice"
    assert Grade.objects.filter(authoritative=True).count() == 75
    assert not campaign.runs.filter(disputed=True).exists()


def order_of(person):
    seen = []
    while True:
        try:
            seen.append(submit(services.claim_grade(person)).run)
        except Conflict:
            return seen


def test_everyone_meets_all_agents_equally_often_and_no_task_twice_in_a_row(
    make_campaign, end_all, evaluators
):
    end_all(make_campaign(tasks=12, agents=("A", "B", "C"), overlap=3))
    orders = [order_of(person) for person in evaluators]
    for runs in orders:
        assert len(runs) == 36
        for upto in range(3, 37, 3):
            assert set(Counter(r.agent_id for r in runs[:upto]).values()) == {upto // 3}
        repeated = sum(a.task_id == b.task_id for a, b in pairwise(runs))
        assert repeated <= 1, "only where nothing else was left"
    assert len({tuple(r.pk for r in runs) for runs in orders}) == 3, "each has an order of their own"


@pytest.mark.django_db(transaction=True)
def test_one_person_in_two_tabs_gets_one_claim(make_campaign, end_all, evaluators):
    end_all(make_campaign())
    start, got = threading.Barrier(2), []

    def claim():
        start.wait()
        got.append(services.claim_grade(evaluators[0]).pk)
        connection.close()

    threads = [threading.Thread(target=claim) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert got == [Grade.objects.get().pk] * 2
