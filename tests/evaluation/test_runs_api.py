"""Agents and runs over HTTP, and the verbs behind them: who claims what, and what a dead worker leaves."""

import threading

import pytest
from django.db import connections
from django.utils import timezone

from devices.models import Lease
from evaluation import services
from evaluation.models import Agent, Campaign, Ending, Run, RunState, Suite
from evaluation.services.runs import OnHold, RunLost
from phonebuddy.api.errors import Conflict
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent(db):
    return Agent.objects.create(name="Oracle", policy="oracle")


@pytest.fixture
def queued(researcher, agent, task):
    return lambda: services.request_run(researcher, agent, task)


def test_an_agent_is_made_and_stays_what_it_is(client_for, researcher, task):
    api = client_for(researcher)
    made = api.post("/api/agents", {
        "name": "Model A", "policy": "endpoint", "dialect": "ui-tars-1.5", "observation": "both",
        "settings": {"base_url": "http://127.0.0.1:8000/v1", "model": "a", "api_key_env": "MODEL_KEY"},
    }, format="json")  # fmt: skip
    assert made.status_code == 201, made.json()
    url = f"/api/agents/{made.json()['id']}"
    assert (
        api.patch(url, {"settings": {"base_url": "http://b/v1", "model": "b"}}, format="json").status_code
        == 200
    )
    services.request_run(researcher, Agent.objects.get(), task)
    refused = api.patch(url, {"dialect": "autoglm"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "has_runs")
    assert api.patch(url, {"name": "Model A, old", "archived": True}, format="json").json()["n_runs"] == 1
    taken = api.post("/api/agents", {"name": "Model A, old", "policy": "random"}, format="json")
    assert (taken.status_code, taken.json()["code"]) == (409, "name_taken")
    refused = api.post("/api/runs", {"agent": made.json()["id"], "task": task.key}, format="json")
    assert refused.json()["code"] == "archived"


@pytest.mark.parametrize(
    "wrong, field",
    [
        ({"policy": "endpoint"}, "settings"),
        ({"policy": "endpoint", "settings": {"base_url": "file:///etc", "model": "a"}}, "settings"),
        (
            {"policy": "endpoint", "settings": {"base_url": "http://a", "model": "a", "api_key": "sk"}},
            "settings",
        ),
        ({"policy": "oracle", "settings": {"error_rate": 2}}, "settings"),
        ({"policy": "random", "dialect": "klingon"}, "dialect"),
        ({"policy": "guess"}, "policy"),
    ],
)
def test_an_agent_that_could_not_run_is_refused_at_once(client_for, researcher, wrong, field):
    answer = client_for(researcher).post("/api/agents", {"name": "A", **wrong}, format="json")
    assert answer.status_code == 400 and field in answer.json()["fields"], answer.json()


def test_a_run_is_claimed_once_with_a_phone_of_its_own(queued, make_device):
    first, second = queued(), queued()
    make_device("Phone 1")
    run = services.claim_run("w1")
    assert run == first and run.state == RunState.RUNNING and run.episode.kind == "rollout"
    assert services.claim_run("w2") is None, "no phone is free"
    make_device("Phone 2")
    assert services.claim_run("w2") == second
    assert {run.device.name for run in Run.objects.all()} == {"Phone 1", "Phone 2"}
    assert all(lease.purpose == "rollout" for lease in Lease.objects.all())


def test_a_phone_that_an_agent_drives_is_nobody_elses(queued, make_device, researcher, lead):
    from devices import services as devices

    device = make_device()
    queued()
    services.claim_run("w1")
    for person in (researcher, lead):  # not even of who asked for the run
        with pytest.raises(Conflict) as refused:
            devices.lease_device(person, device)
        assert refused.value.code == "held"


def test_a_real_phones_task_waits_for_a_real_phone(researcher, agent, make_task, make_device):
    services.request_run(researcher, agent, make_task("on-real", device_kind="real"))
    mock = services.request_run(researcher, agent, make_task("on-mock", device_kind="mock"))
    make_device("Mock", kind="mock")
    assert services.claim_run("w1") == mock
    make_device("Real", kind="real")
    assert services.claim_run("w2").task.key == "on-real"


def test_a_campaign_that_is_paused_starts_nothing(agent, task, researcher, make_device):
    make_device()
    campaign = Campaign.objects.create(
        name="c", suite=Suite.objects.create(name="s"), created_by=researcher, state="paused",
        launched_at=timezone.now(), plan_hash="x",
    )  # fmt: skip
    run = Run.objects.create(campaign=campaign, agent=agent, task=task, requested_by=researcher)
    assert services.claim_run("w1") is None
    campaign.state = "running"
    campaign.save()
    assert services.claim_run("w1") == run


def test_a_run_for_a_person_is_no_workers(agent, task, researcher, make_device):
    make_device()
    person = Agent.objects.create(name="People", policy="human")
    services.request_run(researcher, person, task)
    assert services.claim_run("w1") is None


STEP = {"action": {"name": "click", "arguments": {"points": [[1, 2]]}}, "width": 540, "height": 1200}


def steps():
    return [STEP | {"at": timezone.now()}]


def test_a_dead_worker_loses_nothing_and_repeats_nothing(queued, make_device, later):
    make_device()
    queued()
    run = services.claim_run("w1")
    services.begin_run(run, "w1", 540, 1200)
    services.record_turn(run, "w1", 0, 0, steps(), raw="…")
    assert services.reap_runs() == 0
    assert services.reap_runs(later(minutes=2)) == 1 and services.reap_runs(later(minutes=2)) == 0
    run.refresh_from_db()
    assert (run.ending, run.episode.state, run.episode.steps.count()) == (
        Ending.INFRASTRUCTURE,
        "recorded",
        1,
    )
    # It comes back from the dead, and may do nothing any more.
    for verb in (
        lambda: services.beat_run(run, "w1"),
        lambda: services.record_turn(run, "w1", 0, 0, steps(), raw="…"),
        lambda: services.end_run(run, Ending.AGENT_DONE, worker="w1"),
    ):
        with pytest.raises(RunLost):
            verb()
    again = Run.objects.get(state=RunState.QUEUED)
    assert (again.trial, again.attempt, again.seed) == (2, run.attempt, run.seed)
    assert services.claim_run("w2") == again


def test_trouble_is_retried_as_often_as_planned_and_every_trial_is_kept(queued, make_device):
    make_device()
    queued()
    for _ in range(5):
        if run := services.claim_run("w"):
            services.end_run(run, Ending.INFRASTRUCTURE, "the endpoint is down", worker="w")
    assert [run.trial for run in Run.objects.order_by("trial")] == [1, 2, 3]
    assert set(Run.objects.values_list("ending", flat=True)) == {"infrastructure"}


def test_people_pause_take_over_and_hand_back(client_for, queued, make_device, researcher, lead):
    make_device()
    queued()
    run = services.claim_run("w1")
    services.begin_run(run, "w1", 540, 1200)
    api = client_for(lead)

    def post(what, **body):
        return api.post(f"/api/runs/{run.pk}/{what}", body, format="json")

    assert post("pause").json()["state"] == "paused"
    with pytest.raises(OnHold):
        services.record_turn(run, "w1", 0, 0, steps(), raw="…")
    assert services.beat_run(run, "w1").state == RunState.PAUSED, "it is no death to wait"
    assert post("resume").json()["state"] == "running"
    assert post("take_over").json()["held_by"]["username"] == "lea"
    held = Lease.objects.get(ended_at=None)
    assert (held.holder, held.purpose) == (lead, "manual")
    assert services.beat_run(run, "w1").state == RunState.TAKEN_OVER
    assert post("pause").json()["code"] == "state"
    assert post("hand_back").json()["state"] == "running"
    back = Lease.objects.get(ended_at=None)
    assert (back.holder, back.purpose) == (researcher, "rollout")
    assert services.beat_run(run, "w1").episode.lease == back
    assert post("stop", reason="enough").json()["ending"] == "stopped"
    assert not Lease.objects.filter(ended_at=None).exists()
    assert Run.objects.count() == 1, "what a person stopped is not tried again"
    with pytest.raises(RunLost):
        services.beat_run(run, "w1")


def test_what_the_guard_holds_back_waits_for_a_word(client_for, queued, make_device, researcher):
    make_device()
    queued()
    run = services.claim_run("w1")
    services.begin_run(run, "w1", 540, 1200)
    pending = {
        "action": STEP["action"],
        "element": {"text": "Pay now"},
        "reason": "pay: the element says “pay”",
    }
    services.ask_about(run, "w1", pending)
    api = client_for(researcher)
    shown = api.get(f"/api/runs/{run.pk}").json()
    assert (shown["state"], shown["pending"]["element"]["text"]) == ("paused", "Pay now")
    assert api.post(f"/api/runs/{run.pk}/resume").json()["pending"] is None


def test_a_long_list_of_runs_asks_a_fixed_number_of_questions(
    client_for, researcher, agent, task, django_assert_max_num_queries
):
    Run.objects.bulk_create(
        Run(agent=agent, task=task, requested_by=researcher, position=n) for n in range(2_000)
    )
    api = client_for(researcher)
    api.get("/api/runs")
    with django_assert_max_num_queries(8):
        page = api.get("/api/runs", {"state": "queued"}).json()
    assert page["count"] == 2_000 and page["results"][0]["n_steps"] == 0


def test_evaluators_see_no_runs(client_for, evaluator, queued):
    run = queued()
    for url in ("/api/runs", f"/api/runs/{run.pk}", f"/api/runs/{run.pk}/turns", "/api/agents"):
        assert client_for(evaluator).get(url).status_code == 403


def test_only_a_lead_decides_what_agents_must_ask_about(client_for, lead, researcher):
    api = client_for(lead)
    made = api.post("/api/guard-rules", {"name": "save", "words": ["Save ", "Save", "保存"]}, format="json")
    assert made.status_code == 201 and made.json()["words"] == ["Save", "保存"]
    url = f"/api/guard-rules/{made.json()['id']}"
    assert {"name": "save", "words": ["Save", "保存"]} in services.active_rules()
    assert api.patch(url, {"active": False}, format="json").json()["active"] is False
    assert "save" not in [rule["name"] for rule in services.active_rules()]
    taken = api.post("/api/guard-rules", {"name": "save", "words": ["x"]}, format="json")
    assert (taken.status_code, taken.json()["code"]) == (409, "name_taken")
    assert "words" in api.patch(url, {"words": [" "]}, format="json").json()["fields"]
    assert client_for(researcher).patch(url, {"active": True}, format="json").status_code == 403
    assert api.delete(url).status_code == 204


@pytest.mark.django_db(transaction=True)
def test_ten_workers_at_once_claim_every_run_once(queued, make_device):
    wanted = {queued().pk for _ in range(6)}
    for number in range(6):
        make_device(f"Phone {number}")
    claimed, lock, start = [], threading.Lock(), threading.Barrier(10)

    def work(name):
        start.wait()
        misses = 0
        while misses < 3:  # a row that another is claiming is passed over
            run = services.claim_run(name)
            misses += run is None
            if run:
                with lock:
                    claimed.append((run.pk, run.device_id))
        connections.close_all()

    threads = [threading.Thread(target=work, args=(f"w{n}",)) for n in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert sorted(pk for pk, _ in claimed) == sorted(wanted)
    assert len({device for _, device in claimed}) == 6
    assert Lease.objects.filter(ended_at=None).count() == 6
