"""A campaign is planned, frozen at launch, and its runs come in an order that gives nothing away."""

import random
from itertools import pairwise

import pytest

from evaluation import services
from evaluation.models import Campaign, Run, Suite
from evaluation.services.campaigns import interleaved
from evaluation.services.runs import kind_of
from phonebuddy.api.errors import Conflict, Forbidden, Refused


def test_launching_freezes_suite_and_plan_and_queues_every_run(make_campaign):
    campaign = make_campaign(tasks=3, agents=("A", "B"), attempts=2)
    assert campaign.state == "running" and campaign.suite.frozen_at and len(campaign.plan_hash) == 64
    assert campaign.plan["suite"]["hash"] == campaign.suite.hash
    assert campaign.plan["rubrics"] == {f"spring-{n:03}": 1 for n in range(3)}
    runs = campaign.runs.all()
    assert {(r.task_id, r.agent_id, r.attempt) for r in runs} == {
        (t.pk, a.pk, k) for t in campaign.suite.tasks.all() for a in campaign.agents.all() for k in (1, 2)
    }
    assert [r.position for r in runs] == list(range(12))
    assert all(r.state == "queued" and r.trial == 1 for r in runs)


def test_the_same_plan_gives_the_same_order_and_another_seed_another(make_campaign):
    one, same, other = (make_campaign(6, name=n, seed=s) for n, s in (("One", 5), ("Two", 5), ("Three", 6)))
    order = [
        [(r.task.key[-3:], r.agent.name[-1], r.seed) for r in c.runs.select_related("task", "agent")]
        for c in (one, same, other)
    ]
    assert order[0] == order[1] != order[2]


@pytest.mark.parametrize("seed", range(20))
def test_no_task_twice_in_a_row(seed):
    chance = random.Random(seed)
    tasks, agents = chance.randrange(2, 9), chance.randrange(1, 6)
    places = [(t, a, k) for t in range(tasks) for a in range(agents) for k in range(chance.randrange(1, 4))]
    order = interleaved(places, chance)
    assert sorted(order) == sorted(places)
    counts = [sum(p[0] == t for p in places) for t in range(tasks)]
    if max(counts) <= (len(places) + 1) // 2:
        assert all(a[0] != b[0] for a, b in pairwise(order))


def test_a_launch_says_what_is_missing(researcher, make_suite, make_agents, evaluators):
    def plan(name, **more):
        return services.create_campaign(researcher, name=name, overlap=2, **more)

    agents = make_agents("A")
    bare = make_suite(5, "bare", rubric=None)
    empty = Suite.objects.create(name="empty")
    full = make_suite(2, "full")
    for campaign, field in (
        (plan("1", suite=bare, agents=agents, evaluators=evaluators), "suite"),
        (plan("2", suite=empty, agents=agents, evaluators=evaluators), "suite"),
        (plan("3", suite=full, agents=[], evaluators=evaluators), "agents"),
        (plan("4", suite=full, agents=agents, evaluators=evaluators[:1]), "evaluators"),
    ):
        with pytest.raises(Refused) as refusal:
            services.launch_campaign(researcher, campaign)
        assert list(refusal.value.fields) == [field]
    assert not Run.objects.exists()
    assert set(Campaign.objects.values_list("state", flat=True)) == {"draft"}


def test_who_can_see_which_agent_it_was_cannot_grade(researcher, make_suite, make_agents, make_user, lead):
    both = make_user("evaluator", "researcher", username="both")
    for person in (both, lead, make_user("annotator", username="an")):
        with pytest.raises(Refused) as refusal:
            services.create_campaign(
                researcher, make_agents(), [person], name="x", suite=make_suite(1, f"s{person.pk}")
            )
        assert person.username in refusal.value.fields["evaluators"][0]


def test_after_launch_only_evaluators_join(researcher, make_campaign, make_user, make_agents):
    campaign = make_campaign()
    more = make_user("evaluator", username="late")
    services.change_campaign(researcher, campaign, evaluators=[more])
    assert campaign.evaluators.count() == 4
    for change in ({"overlap": 1}, {"agents": make_agents("C")}, {"name": "Other"}):
        with pytest.raises(Conflict) as conflict:
            services.change_campaign(researcher, campaign, **change)
        assert conflict.value.code == "frozen"


def test_a_draft_can_be_changed(researcher, make_campaign, make_agents):
    campaign = make_campaign(launched=False)
    services.change_campaign(researcher, campaign, agents=make_agents("C"), attempts=4)
    campaign.refresh_from_db()
    assert campaign.attempts == 4 and [a.name for a in campaign.agents.all()] == ["C"]


def test_states_follow_one_another(researcher, make_campaign):
    campaign = make_campaign()
    services.pause_campaign(researcher, campaign)
    services.resume_campaign(researcher, campaign)
    closed = services.close_campaign(researcher, campaign)
    assert closed.state == "closed" and closed.closed_at
    for verb in (services.pause_campaign, services.resume_campaign, services.launch_campaign):
        with pytest.raises(Conflict):
            verb(researcher, campaign)


def test_a_frozen_suite_keeps_its_rubrics(researcher, make_campaign):
    task = make_campaign().suite.tasks.first()
    with pytest.raises(Conflict) as conflict:
        services.set_rubric(researcher, task, [{"text": "Other", "must": True}])
    assert conflict.value.code == "frozen"


def test_a_rubric_is_versioned_and_checked(researcher, make_suite):
    task = make_suite(1).tasks.first()
    same = services.set_rubric(researcher, task, [
        {"text": c.text, "must": c.must, "negative": c.negative} for c in task.rubrics.first().criteria.all()
    ])  # fmt: skip
    assert same.version == 1
    assert services.set_rubric(researcher, task, [{"text": "New", "must": True}]).version == 2
    assert task.rubrics.count() == 2
    for criteria in (
        [], [{"text": " "}], [{"text": "x", "must": True, "negative": True}],
        [{"text": "x", "negative": True}],
        [{"text": str(n)} for n in range(13)],
    ):  # fmt: skip
        with pytest.raises(Refused):
            services.set_rubric(researcher, task, criteria)
    assert task.rubrics.first().version == 2


def test_names_are_taken_once(researcher, make_campaign, make_suite):
    make_campaign(name="Spring", launched=False)
    with pytest.raises(Conflict) as conflict:
        services.create_campaign(researcher, [], [], name="Spring", suite=make_suite(1, "other"))
    assert conflict.value.code == "name_taken"


@pytest.mark.parametrize("role", ["annotator", "reviewer", "evaluator", "outsider"])
def test_others_cannot_touch_a_campaign(role, make_campaign, make_user):
    campaign = make_campaign(launched=False)
    person = make_user(*([] if role == "outsider" else [role]), username="someone")
    for verb in (services.launch_campaign, services.close_campaign, services.change_campaign):
        with pytest.raises(Forbidden):
            verb(person, campaign)
    assert not Campaign.objects.visible_to(person).exists()
    assert not Run.objects.visible_to(person).exists()


def test_a_stand_in_takes_a_real_phones_place_only_where_the_plan_says_so(
    researcher, make_suite, make_agents, evaluators
):
    suite, agents = make_suite(2, "phones"), make_agents("A")
    for_real, for_any = suite.tasks.order_by("key")
    suite.tasks.filter(pk=for_real.pk).update(device_kind="real")

    def plan(kind):
        return services.create_campaign(
            researcher, name=kind, suite=suite, agents=agents, evaluators=evaluators, device_kind=kind
        )

    wanted = {"any": {"real", "any"}, "real": {"real"}, "stand-in": {"stand-in"}}
    for kind, kinds in wanted.items():
        runs = services.launch_campaign(researcher, plan(kind)).runs.select_related("task", "campaign")
        assert {kind_of(run) for run in runs} == kinds
    with pytest.raises(Refused) as refused:
        services.launch_campaign(researcher, plan("mock"))
    assert for_real.key in refused.value.fields["device_kind"][0]
    assert for_any.key not in refused.value.fields["device_kind"][0]


def test_many_campaigns_are_listed_with_as_few_questions_as_one(
    make_campaign, client_for, researcher, django_assert_num_queries, end_all
):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client = client_for(researcher)
    end_all(make_campaign(name="One"))
    with CaptureQueriesContext(connection) as asked:
        alone = client.get("/api/campaigns").data["results"][0]["progress"]
    assert (alone["runs"], alone["gradable"], alone["grades_wanted"]) == (6, 6, 12)
    for name in ("Two", "Three"):
        make_campaign(name=name)
    with django_assert_num_queries(len(asked)):
        rows = client.get("/api/campaigns").data["results"]
    assert [(r["name"], r["progress"]["queued"]) for r in rows] == [("Three", 6), ("Two", 6), ("One", 0)]
