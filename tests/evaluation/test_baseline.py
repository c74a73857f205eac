"""People as a baseline: they do the agents' tasks once, under the same limits; their recording is a run."""

from datetime import timedelta

import pytest
from django.utils import timezone

from evaluation import services
from evaluation.models import Agent, Ending, Episode, EpisodeState, Run, RunState
from phonebuddy.api.errors import Conflict

pytestmark = pytest.mark.django_db
VERDICT = {"success": True, "progress": 1.0, "rules": [], "side_effects": []}


@pytest.fixture
def queued(researcher, task):
    person = Agent.objects.create(name="People", policy="human")
    return lambda of=task: services.request_run(researcher, person, of)


@pytest.fixture
def done(add_step):
    """Record an episode to its end, as the page and the host do."""

    def finish(user, episode, steps=2, outcome="finished", answer=""):
        episode = services.start_recording(episode, 540, 1200)
        for _ in range(steps):
            add_step(episode)
        services.finish_episode(user, episode, outcome, answer)
        add_step(episode, {"name": "finish", "arguments": {"text": ""}})
        return services.note_saved(episode, VERDICT)

    return finish


def test_a_person_does_a_run_and_it_ends_with_the_recording(client_for, annotator, device, queued, done):
    run = queued()
    api = client_for(annotator)
    assert api.get("/api/queue").json()["baseline"] == 1
    answer = api.post("/api/episodes", {"baseline": True, "device": str(device.pk)}, format="json")
    assert answer.status_code == 201, answer.json()
    episode = Episode.objects.get(pk=answer.json()["id"])
    run.refresh_from_db()
    assert (run.state, run.episode, run.device) == (RunState.RUNNING, episode, device)
    assert api.get("/api/queue").json()["baseline"] == 0
    episode = done(annotator, episode, answer="It is done")
    run.refresh_from_db()
    assert (run.ending, run.claimed, run.answer) == (Ending.AGENT_DONE, True, "It is done")
    assert (episode.state, episode.kind) == (EpisodeState.RECORDED, "rollout")
    assert run.episode.verdict["success"] and run.episode.lease.ended_at


@pytest.mark.parametrize(
    "more, ending, claimed",
    [
        ({"outcome": "infeasible"}, Ending.AGENT_GAVE_UP, False),
        ({"steps": 4}, Ending.STEP_LIMIT, True),
    ],
)
def test_the_limits_are_the_agents(annotator, device, make_task, queued, done, more, ending, claimed):
    run = queued(make_task("short", step_limit=3))
    done(annotator, services.start_baseline(annotator, device), **more)
    run.refresh_from_db()
    assert (run.ending, run.claimed) == (ending, claimed)


def test_so_is_the_clock(annotator, device, make_task, queued, done):
    run = queued(make_task("hurry", time_limit_s=60))
    episode = services.start_baseline(annotator, device)
    episode = services.start_recording(episode, 540, 1200)
    Episode.objects.filter(pk=episode.pk).update(started_at=timezone.now() - timedelta(seconds=61))
    services.finish_episode(annotator, episode, "finished")
    services.note_saved(episode, VERDICT)
    run.refresh_from_db()
    assert run.ending == Ending.TIME_LIMIT


def test_nobody_does_the_same_task_twice(annotator, make_user, device, queued, done):
    queued(), queued()
    done(annotator, services.start_baseline(annotator, device))
    assert services.baseline_count(annotator) == 0
    with pytest.raises(Conflict) as refused:
        services.start_baseline(annotator, device)
    assert refused.value.code == "queue_empty"
    other = make_user("annotator", username="bea")
    assert services.baseline_count(other) == 1


def test_what_was_left_in_the_middle_waits_for_another(annotator, device, queued, later):
    from devices import services as devices

    run = queued()
    episode = services.start_baseline(annotator, device)
    services.start_recording(episode, 540, 1200)
    assert services.return_left_baselines(later(hours=1)) == 0
    assert services.reap_runs(later(hours=1)) == 0, "no worker is missing"
    devices.release_lease(episode.lease, annotator)
    assert services.return_left_baselines(later(minutes=2)) == 1
    run.refresh_from_db()
    episode.refresh_from_db()
    assert (run.state, run.episode, run.device) == (RunState.QUEUED, None, None)
    assert episode.state == EpisodeState.DISCARDED
    assert Run.objects.count() == 1


def test_only_annotators_do_tasks(evaluator, device, queued):
    from phonebuddy.api.errors import Forbidden

    queued()
    assert services.baseline_count(evaluator) == 0
    with pytest.raises(Forbidden):
        services.start_baseline(evaluator, device)
