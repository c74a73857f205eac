"""A campaign of a few tasks, agents and evaluators, and runs that have ended."""

import io
import random

import pytest
from django.utils import timezone
from PIL import Image

from evaluation import services
from evaluation.models import Agent, Episode, Policy, Run, Step, Suite, Task
from phonebuddy import blobs

RUBRIC = [
    {"text": "The note is there.", "must": True},
    {"text": "Its title is right.", "must": True},
    {"text": "It was done without detours."},
    {"text": "Something else was deleted.", "negative": True},
]


@pytest.fixture
def make_suite(db):
    def make(tasks=3, name="small", categories=("app",), rubric=RUBRIC):
        suite = Suite.objects.create(name=name, title=name.title())
        for n in range(tasks):
            task = Task.objects.create(
                key=f"{name}-{n:03}", goal=f"Write note {n}.", suite=suite, apps=["Notes"],
                category=categories[n % len(categories)],
            )  # fmt: skip
            if rubric:
                services.suites.write_rubric(task, rubric)
        return suite

    return make


@pytest.fixture
def make_agents(db):
    return lambda *names: [Agent.objects.create(name=name, policy=Policy.RANDOM) for name in names]


@pytest.fixture
def evaluators(make_user):
    return [make_user("evaluator", username=f"evaluator{n}") for n in range(3)]


@pytest.fixture
def make_campaign(researcher, make_suite, make_agents, evaluators):
    def make(tasks=3, agents=("A", "B"), name="Spring", launched=True, categories=("app",), **plan):
        campaign = services.create_campaign(
            researcher,
            agents=make_agents(*(f"{name} {agent}" for agent in agents)),
            evaluators=evaluators,
            name=name,
            suite=make_suite(tasks, name.lower(), categories),
            **{"overlap": 2} | plan,
        )
        return services.launch_campaign(researcher, campaign) if launched else campaign

    return make


def picture(number: int) -> bytes:
    """A small picture that no other number has."""
    target = io.BytesIO()
    Image.frombytes("RGB", (8, 16), random.Random(number).randbytes(384)).save(target, "PNG")
    return target.getvalue()


@pytest.fixture
def end_runs(researcher):
    """`end_runs(runs)`: they have ended, each with an episode of two steps; all at once, for there may be
    hundreds. `shot`: one picture for all instead of one each."""

    def end_runs(runs, ending="agent_done", shot=None, **fields):
        now = timezone.now()
        episodes = [
            Episode(
                kind="rollout", state="recording", task=run.task, goal=run.task.goal, author=researcher,
                started_at=now, finished_at=now,
            )
            for run in runs
        ]  # fmt: skip
        Episode.objects.bulk_create(episodes)
        steps = []
        for run, episode in zip(runs, episodes, strict=True):
            picture_of = shot or blobs.put_bytes(picture(run.pk.int), "image/png")
            for seq in range(2):
                steps.append(
                    Step(
                        episode=episode, seq=seq, action={"name": "click", "arguments": {"points": [[5, 5]]}},
                        at=now, screenshot=picture_of, thumbnail=picture_of, width=540, height=1200,
                    )
                )  # fmt: skip
            run.state, run.ending, run.ended_at, run.started_at = "ended", ending, now, now
            run.episode = episode
            for name, value in fields.items():
                setattr(run, name, value)
        Step.objects.bulk_create(steps)
        Episode.objects.filter(pk__in=[episode.pk for episode in episodes]).update(state="recorded")
        Run.objects.bulk_update(runs, ["state", "ending", "ended_at", "started_at", "episode", *fields])
        return runs

    return end_runs


@pytest.fixture
def end(end_runs):
    """`end(run)`: the run has ended, with an episode of two steps."""
    return lambda run, ending="agent_done", **fields: end_runs([run], ending, **fields)[0]


@pytest.fixture
def end_all(end_runs):
    return lambda campaign, **fields: end_runs(list(campaign.runs.select_related("task")), **fields)
