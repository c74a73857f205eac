"""The queue: each task exactly as often as wanted, and no claim outlives its page."""

import threading

import pytest
from django.db import connection

from evaluation import services
from evaluation.models import ClaimStatus, Task, TaskClaim
from phonebuddy.api.errors import Conflict, Forbidden, NotFound, Refused


@pytest.mark.django_db(transaction=True)
def test_eight_people_racing_for_150_tasks_wanted_twice_give_exactly_two_each(make_user):
    people = [make_user("annotator", username=f"racer{n}") for n in range(8)]
    Task.objects.bulk_create(Task(key=f"t{n}", goal="x", wanted=2) for n in range(150))
    start = threading.Barrier(len(people))
    errors = []

    def work(person):
        try:
            start.wait()
            while True:
                try:
                    claim = services.claim_task(person)
                except Conflict as conflict:
                    assert conflict.code == "queue_empty"
                    return
                # Completed at once, without an episode: its place stays taken as `held` does.
                TaskClaim.objects.filter(pk=claim.pk).update(status="completed", ended_at=claim.created_at)
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    # A completed claim takes its place through its episode; here there is none, so count the claims instead.
    original = Task.INFEASIBLE_REPORTS
    threads = [threading.Thread(target=work, args=(p,)) for p in people]
    assert original == 2
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not errors
