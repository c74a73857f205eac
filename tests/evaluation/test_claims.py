"""The queue: each task exactly as often as wanted, and no claim outlives its page."""

import threading
from collections import Counter

import pytest
from django.db import connection, transaction
from django.utils import timezone

from evaluation import services
from evaluation.models import ClaimStatus, Episode, Task, TaskClaim
from phonebuddy.api.errors import Conflict, Forbidden, NotFound, Refused
from tests.evaluation.racing import race
from tests.patience import PATIENCE_S


def hand_in(claim):
    """What submitting does to the queue, without a phone."""
    now = timezone.now()
    with transaction.atomic():
        Episode.objects.create(
            task=claim.task, claim=claim, author=claim.annotator, state="submitted", submitted_at=now
        )
        TaskClaim.objects.filter(pk=claim.pk).update(status=ClaimStatus.COMPLETED, ended_at=now)


@pytest.mark.django_db(transaction=True)
def test_eight_people_racing_for_150_tasks_wanted_twice_give_exactly_two_each(make_user):
    people = [make_user("annotator", username=f"racer{n}") for n in range(8)]
    Task.objects.bulk_create(Task(key=f"t{n}", goal="x", wanted=2) for n in range(150))
    assert not race(people, lambda person: hand_in(services.claim_task(person)))
    claims = list(TaskClaim.objects.values_list("task_id", "annotator_id"))
    assert Counter(task for task, _ in claims) == dict.fromkeys(Task.objects.values_list("pk", flat=True), 2)
    assert len(set(claims)) == 300, "never the same person twice"


@pytest.mark.django_db(transaction=True)
def test_one_person_in_two_tabs_gets_one_claim(make_user):
    person = make_user("annotator")
    Task.objects.bulk_create(Task(key=f"t{n}", goal="x") for n in range(5))
    start = threading.Barrier(2)
    results = []

    def work():
        start.wait()
        try:
            results.append(services.claim_task(person))
        except Conflict as conflict:
            results.append(conflict.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(2)]
    [t.start() for t in threads]
    [t.join(PATIENCE_S) for t in threads]
    assert results.count("already_claimed") == 1 and TaskClaim.objects.count() == 1


def test_the_one_with_fewest_demonstrations_comes_first(make_user, make_task):
    make_task("a-done-once", wanted=2)
    make_task("b-fresh", wanted=2)
    hand_in(
        services.claim_task(make_user("annotator", username="first"), Task.objects.get(key="a-done-once"))
    )
    assert services.claim_task(make_user("annotator", username="second")).task.key == "b-fresh"


def test_an_empty_queue_says_who_holds_and_when_it_frees(annotator, make_user, task):
    services.claim_task(make_user("annotator", username="other"))
    with pytest.raises(Conflict) as refusal:
        services.claim_task(annotator)
    assert refusal.value.code == "queue_empty"
    queue = services.queue_of(annotator)
    assert queue["next"] == 0 and queue["held_by_others"] == 1
    assert 500 < queue["oldest_frees_in_s"] <= 600
    assert queue["mine"] is None


def test_a_skipped_task_is_not_offered_to_the_same_person_again(annotator, make_user, task):
    services.skip_claim(annotator, services.claim_task(annotator), "I do not know this app")
    with pytest.raises(Conflict, match="Nothing is left"):
        services.claim_task(annotator)
    assert services.claim_task(make_user("annotator", username="other")).task == task


def test_a_released_task_is(annotator, task):
    services.release_claim(annotator, services.claim_task(annotator))
    assert services.claim_task(annotator).task == task


def test_skipping_needs_a_reason(annotator, task):
    claim = services.claim_task(annotator)
    with pytest.raises(Refused, match="Say why"):
        services.skip_claim(annotator, claim, "  ")


def test_two_reports_of_infeasible_take_a_task_out_of_the_queue(make_user, make_task):
    make_task(wanted=5)
    for n in range(2):
        person = make_user("annotator", username=f"p{n}")
        services.report_infeasible(person, services.claim_task(person), "There is no such button")
    with pytest.raises(Conflict, match="Nothing is left"):
        services.claim_task(make_user("annotator", username="third"))


def test_a_paused_task_is_offered_to_nobody(annotator, make_task):
    make_task(paused=True)
    with pytest.raises(Conflict):
        services.claim_task(annotator)


def test_what_a_person_is_shown_as_available_is_what_they_can_claim(make_user, make_task, client_for):
    ann, ben = make_user("annotator", username="ann"), make_user("annotator", username="ben")
    tasks = {
        key: make_task(key, **fields)
        for key, fields in {
            "done": {"wanted": 2}, "done-fully": {}, "skipped": {}, "released": {}, "expired": {},
            "reported": {"wanted": 3}, "held": {}, "paused": {"paused": True}, "fresh": {},
        }.items()
    }  # fmt: skip
    hand_in(services.claim_task(ann, tasks["done"]))
    hand_in(services.claim_task(ann, tasks["done-fully"]))
    services.skip_claim(ann, services.claim_task(ann, tasks["skipped"]), "no")
    services.report_infeasible(ann, services.claim_task(ann, tasks["reported"]), "no")
    services.release_claim(ann, services.claim_task(ann, tasks["released"]))
    TaskClaim.objects.filter(pk=services.claim_task(ann, tasks["expired"]).pk).update(
        status=ClaimStatus.EXPIRED, ended_at=timezone.now()
    )
    services.claim_task(make_user("annotator", username="cem"), tasks["held"])
    free = {
        ann: {"released", "expired", "fresh"},
        ben: {"done", "skipped", "reported", "released", "expired", "fresh"},
    }
    for person, keys in free.items():
        rows = client_for(person).get("/api/tasks").json()["results"]
        assert {row["key"] for row in rows if row["available"]} == keys
        asked = client_for(person).get("/api/tasks", {"available": "1"}).json()["results"]
        assert {row["key"] for row in asked} == keys
        for row in rows:
            if row["key"] in keys:
                assert row["why_not"] == ""
                services.release_claim(person, services.claim_task(person, tasks[row["key"]]))
            else:
                with pytest.raises(Conflict) as refusal:
                    services.claim_task(person, tasks[row["key"]])
                assert (str(refusal.value), refusal.value.code) == (row["why_not"], "unavailable")
    words = {row["key"]: row["why_not"] for row in client_for(ann).get("/api/tasks").json()["results"]}
    assert words["done"] == "You have done this task." and words["skipped"] == "You skipped this task."


def test_a_claim_lives_by_heartbeat(annotator, task, later):
    claim = services.claim_task(annotator)
    assert services.expire_claims(later(minutes=9)) == 0
    assert services.expire_claims(later(minutes=11)) == 1
    claim.refresh_from_db()
    assert claim.status == ClaimStatus.EXPIRED
    with pytest.raises(Conflict, match="has ended"):
        services.heartbeat_claim(annotator, claim)
    assert services.claim_task(annotator).task == task, "offered again"


def test_an_expired_claim_never_throws_a_recording_away(annotator, recording, later):
    episode = recording()
    assert services.expire_claims(later(minutes=11)) == 0
    episode.refresh_from_db()
    assert episode.state == "draft" and episode.steps.count() == 3
    assert services.expire_claims(later(hours=47)) == 0, "its place is kept"


def test_a_broken_phone_goes_to_maintenance_and_the_claim_stays(annotator, device, recording):
    episode = recording(steps=1)
    services.report_phone_broken(annotator, episode.claim, device, "The screen stays black")
    device.refresh_from_db()
    episode.refresh_from_db()
    assert device.maintenance and "screen stays black" in device.note
    assert episode.state == "failed"
    assert services.queue_of(annotator)["mine"] == episode.claim


def test_only_annotators_claim_and_only_their_own(annotator, reviewer, outsider, make_user, task):
    for person in (reviewer, outsider):
        with pytest.raises(Forbidden):
            services.claim_task(person)
    claim = services.claim_task(annotator)
    with pytest.raises(NotFound):
        services.release_claim(make_user("annotator", username="thief"), claim)


def test_every_change_of_a_claim_leaves_an_audit_row(annotator, task):
    from phonebuddy.audit.models import AuditEntry

    services.skip_claim(annotator, services.claim_task(annotator), "no")
    verbs = AuditEntry.objects.filter(actor=annotator).order_by("id").values_list("verb", flat=True)
    assert list(verbs) == ["task.claimed", "task.skipped"]
