"""How fast the evaluation's pages get their data: `make bench-evaluation` prints `name=value unit` lines.

In a test database of its own: the list of 10,000 runs (a page of 50, server time and queries), a grade sheet
of a run of 50 steps, the queue of an evaluator, the list of campaigns.
"""

import statistics
import time

import pytest

RUNS, STEPS = 10_000, 50


def timed(client, path: str, times: int = 7) -> tuple[float, int]:
    """(median ms of server time, queries)"""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as seen:
        answer = client.get(path)
        assert answer.status_code == 200, answer.content[:300]
    queries = len(seen)
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        client.get(path)
        spent.append(1000 * (time.perf_counter() - start))
    return statistics.median(spent), queries


@pytest.mark.django_db
def bench(researcher, evaluators, make_campaign, make_suite, make_agents, end, client_for, capsys):
    from django.utils import timezone

    from evaluation import services
    from evaluation.models import Episode, Run, Step
    from phonebuddy import blobs

    lines = []

    def say(name, path, client):
        ms, queries = timed(client, path)
        lines.append(f"{name}_ms={ms:.0f} ms")
        lines.append(f"{name}_queries={queries} queries")

    task, (agent,) = make_suite(1, "many").tasks.first(), make_agents("many")
    now = timezone.now()
    Run.objects.bulk_create(
        Run(
            agent=agent,
            task=task,
            requested_by=researcher,
            state="ended",
            ending="agent_done",
            ended_at=now,
            seed=n,
        )
        for n in range(RUNS)
    )
    say("runs_list", "/api/runs?page_size=50", client_for(researcher))

    campaign = make_campaign(tasks=1, agents=("A",), overlap=1)
    (run,) = (end(one) for one in campaign.runs.all())
    shot = blobs.put_bytes(b"x", "image/png")
    Episode.objects.filter(pk=run.episode_id).update(state="recording")
    Step.objects.bulk_create(
        Step(
            episode=run.episode, seq=n, at=now, screenshot=shot, thumbnail=shot, width=540, height=1200,
            action={"name": "click", "arguments": {"points": [[5, 5]]}},
        )
        for n in range(2, STEPS)
    )  # fmt: skip
    grade = services.claim_grade(evaluators[0])
    say("grade_sheet", f"/api/grades/{grade.pk}", client_for(evaluators[0]))
    say("grading_queue", "/api/grading", client_for(evaluators[0]))
    say("campaigns_list", "/api/campaigns", client_for(researcher))
    with capsys.disabled():
        print("\n" + "\n".join(lines))
