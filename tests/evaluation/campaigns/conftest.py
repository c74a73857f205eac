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
def end(researcher):
    """`end(run)`: the run has ended, with an episode of two steps."""

    def end(run, ending="agent_done", **fields):
        now = timezone.now()
        episode = Episode.objects.create(
            kind="rollout", state="recording", task=run.task, goal=run.task.goal, author=researcher,
            started_at=now, finished_at=now,
        )  # fmt: skip
        shot = blobs.put_bytes(picture(run.pk.int), "image/png")
        for seq in range(2):
            Step.objects.create(
                episode=episode, seq=seq, action={"name": "click", "arguments": {"points": [[5, 5]]}},
                at=now, screenshot=shot, thumbnail=shot, width=540, height=1200,
            )  # fmt: skip
        Episode.objects.filter(pk=episode.pk).update(state="recorded")
        Run.objects.filter(pk=run.pk).update(
            **{"state": "ended", "ending": ending, "ended_at": now, "started_at": now, "episode": episode}
            | fields
        )
        run.refresh_from_db()
        return run

    return end


@pytest.fixture
def end_all(end):
    return lambda campaign: [end(run) for run in campaign.runs.all()]
