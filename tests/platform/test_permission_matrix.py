"""Who may call what: every API route, every method, every kind of person. A route that is not in the matrix
fails the test, so that nobody adds one without saying who it is for.

"No" is 401, 403, or 404 for something that exists; everything else is a "yes", be it with a "but" (409, 400).
"""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from http.cookies import SimpleCookie
from uuid import uuid4

import numpy as np
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from rest_framework.test import APIClient

from devices.actions import Finish
from devices.models import Device, DeviceHost
from devices.observation import Observation
from evaluation.models import (
    Agent,
    Campaign,
    Criterion,
    Episode,
    Grade,
    GuardRule,
    Revision,
    Rubric,
    Run,
    Suite,
    Task,
    TaskClaim,
)
from phonebuddy import blobs
from phonebuddy.accounts import services
from phonebuddy.accounts.models import Role
from training import services as services_of_training
from training.data.episodes import Episode as Plain
from training.data.episodes import Source, Step, TaskRef
from training.data.store import Writer
from training.models import Checkpoint, Dataset, Job

STRANGER, OUTSIDER = "stranger", "outsider"
EVERYBODY = {STRANGER, OUTSIDER, *Role.values}
SIGNED_IN = EVERYBODY - {STRANGER}
MEMBERS = set(Role.values)
ADMIN = {"admin"}
LEADS = {"lead", "admin"}
DRIVERS = {"annotator", "evaluator", "lead", "researcher", "admin"}
ANNOTATORS = {"annotator", "lead", "admin"}
REVIEWERS = {"reviewer", "lead", "admin"}
PLANNERS = {"lead", "researcher", "admin"}
GRADERS = {"evaluator"}  # who may see which agent it was is not among them
IMPORTERS = {"annotator", "lead", "researcher", "admin"}

MATRIX: dict[str, set[str]] = {
    "GET session": EVERYBODY,
    "POST session": EVERYBODY,
    "DELETE session": EVERYBODY,
    "PATCH me": SIGNED_IN,
    "POST me/password": SIGNED_IN,
    "GET tokens": MEMBERS,
    "POST tokens": MEMBERS,
    "DELETE tokens/<uuid:pk>": {"annotator"},
    "GET people": ADMIN,
    "POST people": ADMIN,
    "PATCH people/<int:pk>": ADMIN,
    "GET audit": LEADS,
    "GET blobs/<sha256:sha256>": MEMBERS,
    "GET devices": MEMBERS,
    "GET devices/<pk>": MEMBERS,
    "PATCH devices/<pk>": LEADS,
    "POST devices/<pk>/lease": DRIVERS,
    "POST devices/<pk>/release": MEMBERS,  # of a lease of one's own, which only a driver has
    "POST devices/<pk>/takeover": LEADS,
    "GET devices/<pk>/leases": MEMBERS,
    "POST devices/<pk>/files": DRIVERS,
    "GET devices/<pk>/screenshot": MEMBERS,
    "GET devices/<pk>/apps": MEMBERS,
    "GET gallery": PLANNERS,
    "GET gallery/apps/<str:package>/spec": PLANNERS,
    "GET tasks": MEMBERS,
    "GET tasks/<pk>": MEMBERS,
    "GET tasks/<int:pk>/rubric": PLANNERS,
    "PUT tasks/<int:pk>/rubric": PLANNERS,
    "GET queue": MEMBERS,
    "POST queue/claim": ANNOTATORS,
    "POST claims/<pk>/heartbeat": {"annotator"},
    "POST claims/<pk>/release": {"annotator"},
    "POST claims/<pk>/skip": {"annotator"},
    "POST claims/<pk>/infeasible": {"annotator"},
    "POST claims/<pk>/phone_broken": {"annotator"},
    "GET episodes": MEMBERS,
    "POST episodes": ANNOTATORS,
    "POST episodes/import": IMPORTERS,
    "GET episodes/<pk>": MEMBERS,
    "GET episodes/<pk>/export": MEMBERS,
    "GET episodes/<pk>/revisions": MEMBERS,
    "POST episodes/<pk>/review": REVIEWERS,
    "POST episodes/<pk>/edit": {"annotator"},
    "POST episodes/<pk>/undo": {"annotator"},
    "POST episodes/<pk>/redo": {"annotator"},
    "POST episodes/<pk>/finish": {"annotator"},
    "POST episodes/<pk>/resume": {"annotator"},
    "POST episodes/<pk>/submit": {"annotator"},
    "POST episodes/<pk>/discard": {"annotator", "lead", "admin"},
    "GET review/queue": MEMBERS,
    "GET stats/me": MEMBERS,
    "GET suites": MEMBERS,
    "GET suites/<pk>": MEMBERS,
    "POST suites/import": PLANNERS,
    "GET campaigns": PLANNERS,
    "POST campaigns": PLANNERS,
    "GET campaigns/<pk>": PLANNERS,
    "GET campaigns/evaluators": PLANNERS,
    "GET campaigns/judges": PLANNERS,
    "POST campaigns/<pk>/judge": PLANNERS,
    "PATCH campaigns/<pk>": PLANNERS,
    "POST campaigns/<pk>/launch": PLANNERS,
    "POST campaigns/<pk>/pause": PLANNERS,
    "POST campaigns/<pk>/resume": PLANNERS,
    "POST campaigns/<pk>/close": PLANNERS,
    "POST campaigns/<pk>/gold": PLANNERS,
    "GET campaigns/<pk>/report": PLANNERS,
    "GET campaigns/<pk>/report/<kind>": PLANNERS,
    "GET campaigns/<pk>/disputes": PLANNERS,
    "POST campaigns/<pk>/adjudicate": LEADS,
    "POST campaigns/<pk>/infrastructure": LEADS,
    "GET agents": PLANNERS,
    "POST agents": PLANNERS,
    "GET agents/<pk>": PLANNERS,
    "PATCH agents/<pk>": PLANNERS,
    "GET guard-rules": PLANNERS,
    "POST guard-rules": LEADS,
    "GET guard-rules/<pk>": PLANNERS,
    "PATCH guard-rules/<pk>": LEADS,
    "DELETE guard-rules/<pk>": LEADS,
    "GET runs": PLANNERS,
    "POST runs": PLANNERS,
    "GET runs/<pk>": PLANNERS,
    "GET runs/<pk>/turns": PLANNERS,
    "POST runs/<pk>/pause": PLANNERS,
    "POST runs/<pk>/resume": PLANNERS,
    "POST runs/<pk>/take_over": PLANNERS,
    "POST runs/<pk>/hand_back": PLANNERS,
    "POST runs/<pk>/stop": PLANNERS,
    "GET grading": GRADERS,
    "POST grading/claim": GRADERS,
    "GET grades": MEMBERS,
    "GET grades/<pk>": GRADERS,
    "PATCH grades/<pk>": GRADERS,
    "POST grades/<pk>/submit": GRADERS,
    "POST grades/<pk>/take_back": GRADERS,
    "POST grades/<pk>/heartbeat": GRADERS,
    "POST grades/<pk>/release": GRADERS,
    "GET grades/<pk>/film": GRADERS,
    "GET training/jobs": PLANNERS,
    "POST training/jobs": PLANNERS,
    "POST training/jobs/estimate": PLANNERS,
    "GET training/jobs/options": PLANNERS,
    "GET training/jobs/<pk>": PLANNERS,
    "POST training/jobs/<pk>/stop": PLANNERS,
    "POST training/jobs/<pk>/resume": PLANNERS,
    "POST training/jobs/<pk>/retry": PLANNERS,
    "GET training/jobs/<pk>/progress": PLANNERS,
    "GET training/jobs/<pk>/log": PLANNERS,
    "GET training/jobs/<pk>/log/download": PLANNERS,
    "GET training/jobs/<pk>/samples": PLANNERS,
    "GET training/jobs/<pk>/samples/<step>": PLANNERS,
    "GET training/jobs/<pk>/samples/<step>/<picture>": PLANNERS,
    "GET training/jobs/<pk>/diff": PLANNERS,
    "GET training/checkpoints": PLANNERS,
    "GET training/checkpoints/<pk>": PLANNERS,
    "DELETE training/checkpoints/<pk>": PLANNERS,
    "POST training/checkpoints/<pk>/promote": PLANNERS,
    "GET training/checkpoints/<pk>/download": PLANNERS,
    "GET training/datasets": PLANNERS,
    "POST training/datasets": PLANNERS,
    "GET training/datasets/filters": PLANNERS,
    "POST training/datasets/preview": PLANNERS,
    "GET training/datasets/<pk>": PLANNERS,
    "DELETE training/datasets/<pk>": PLANNERS,
    "POST training/datasets/<pk>/versions": PLANNERS,
    "POST training/datasets/<pk>/retry": PLANNERS,
    "POST training/datasets/<pk>/archive": PLANNERS,
    "GET training/datasets/<pk>/episodes": PLANNERS,
    "GET training/datasets/<pk>/episodes/<index>": PLANNERS,
    "GET training/datasets/<pk>/episodes/<index>/<shot>": PLANNERS,
    "GET training/datasets/<pk>/export/<kind>": PLANNERS,
    "GET schema": MEMBERS,
    "GET docs": MEMBERS,
}

# What a door needs to be told before it looks at the person. `device` and `run` are the ones that there are.
BODIES: dict[str, dict] = {
    "POST people": {"username": "somebody-new", "roles": []},
    "POST devices/<pk>/takeover": {"reason": "a test"},
    "POST devices/<pk>/lease": {"purpose": "manual"},
    "PATCH devices/<pk>": {"note": "a test"},
    "POST claims/<pk>/skip": {"reason": "a test"},
    "POST claims/<pk>/infeasible": {"reason": "a test"},
    "POST claims/<pk>/phone_broken": {"reason": "a test", "device": "device"},
    "POST episodes": {"free": True, "device": "device"},
    "POST episodes/import": {"file": "no zip"},
    "POST suites/import": {"file": "no zip"},
    "POST episodes/<pk>/review": {"verdict": "accept", "quality": "good", "reason": "a test"},
    "POST episodes/<pk>/edit": {"op": "delete", "step": str(uuid4()), "base_revision": 0},
    "POST episodes/<pk>/undo": {"base_revision": 0},
    "POST episodes/<pk>/redo": {"base_revision": 0},
    "POST episodes/<pk>/finish": {"outcome": "finished"},
    "POST guard-rules": {"name": "a rule", "words": ["pay"]},
    "POST campaigns/<pk>/adjudicate": {"run": "run"},
    "POST campaigns/<pk>/infrastructure": {"run": "run", "reason": "a test"},
    "POST campaigns/<pk>/judge": {"judge": "nobody"},
    "PATCH grades/<pk>": {"version": 0},
    "POST grades/<pk>/submit": {"version": 0},
}
# A token cannot do these at all: they take sessions only.
SESSION_ONLY = {
    "POST session",
    "DELETE session",
    "POST me/password",
    "POST tokens",
    "DELETE tokens/<uuid:pk>",
}


def routes() -> Iterator[str]:
    """`METHOD path/<uuid:pk>` of every view under /api/."""
    for pattern, view in walk(get_resolver(), ""):
        if not pattern.startswith("api/") or not hasattr(view, "cls"):
            continue
        actions = getattr(view, "actions", None)
        methods = [m for m in view.cls.http_method_names if m in (actions or dir(view.cls))]
        yield from (
            f"{m.upper()} {pattern.removeprefix('api/')}" for m in methods if m not in ("options", "head")
        )


def walk(node: URLResolver, prefix: str) -> Iterator[tuple[str, object]]:
    for child in node.url_patterns:
        path = prefix + re.sub(r"\(\?P(<\w+>)[^)]*\)", r"\1", str(child.pattern)).strip("^$")
        if isinstance(child, URLPattern):
            yield path, child.callback
        else:
            yield from walk(child, path)


def call(client: APIClient, route: str, objects: dict[str, object]) -> int:
    """Call it, and undo what it did. `objects` has an id for the first word of a path."""
    method, path = route.split(" ", 1)
    kind = path.removeprefix("training/").split("/")[0]
    if kind == "episodes" and re.search("edit|undo|redo|finish|resume|submit|discard", path):
        kind = "drafts"
    path = path.replace("<kind>", "json").replace("<step>", "1").replace("<picture>", "1.jpg")
    path = path.replace("<index>", "0").replace("<shot>", str(objects["shot"]))
    url = "/api/" + re.sub(r"<[^>]+>", lambda found: str(objects[kind]), path)
    here = {"device": str(objects["devices"]), "run": str(objects["runs"])}
    body = {k: here.get(v, v) if isinstance(v, str) else v for k, v in BODIES.get(route, {}).items()}
    with transaction.atomic():
        if "file" in body:
            answer = client.post(url, {"file": SimpleUploadedFile("a", b"no zip")}, format="multipart")
        else:
            answer = client.generic(method, url, json.dumps(body), "application/json")
        transaction.set_rollback(True)
    return answer.status_code


@pytest.fixture
def people(make_user):
    return {role: make_user(role, username=f"the-{role}") for role in Role.values} | {
        OUTSIDER: make_user(username="the-outsider"),
        STRANGER: None,
    }


@pytest.fixture
def objects(people, settings, tmp_path) -> dict[str, object]:
    """A phone, a task; and of the annotator: a claim, a token, a draft, and an episode that was handed in."""
    settings.EPISODE_SAVE_WAIT_S = 0  # no device host runs here
    host = DeviceHost.objects.create(name="here", stream_url="ws://*:1")
    device = Device.objects.create(host=host, serial="a-phone", state="online")
    task = Task.objects.create(key="a-task", goal="Do it")
    author, now = people["annotator"], timezone.now()
    claim = TaskClaim.objects.create(task=task, annotator=author, expires_at=now + timedelta(minutes=5))
    token, _ = services.create_token(author, "t", ["read"])
    film = blobs.put_bytes(b"film", "video/mp4")
    times = {"started_at": now, "finished_at": now, "saved_at": now}
    episodes = {}
    for state, more in {"draft": {}, "submitted": {"submitted_at": now, "video": film}}.items():
        episode = Episode.objects.create(author=author, state=state, outcome="finished", **times, **more)
        episode.head = Revision.objects.create(episode=episode, number=0, op="original", author=author)
        episode.save()
        episodes[state] = episode.pk
    return {
        "devices": device.pk, "tasks": task.pk, "claims": claim.pk, "tokens": token.pk, "people": author.pk,
        "blobs": film.pk, "episodes": episodes["submitted"], "drafts": episodes["draft"],
        "gallery": "org.phoneworld.notes",
        **a_trained_job(people, settings, tmp_path),
        **a_campaign(people, task, episodes["submitted"]),
    }  # fmt: skip


def a_trained_job(people, settings, folder) -> dict[str, object]:
    """It has ended, and left a checkpoint, a log and a sample episode."""
    settings.VAR = folder
    job = Job.objects.create(
        name="a job", kind="sft", config={}, owner=people["researcher"], state="done", ended_at=timezone.now()
    )
    left = services_of_training.folder_of(job)
    left.samples.mkdir(parents=True)
    for file in (left.log, left.samples / "1.jsonl", left.samples / "1.jpg"):
        file.write_bytes(b"")
    checkpoint = Checkpoint.objects.create(name="a checkpoint", kind="sft", job=job, path="jobs/x")
    return {"jobs": job.pk, "checkpoints": checkpoint.pk, **a_dataset(people, folder)}


def a_dataset(people, folder) -> dict[str, object]:
    """Frozen, with one episode of one step."""
    seen = Observation(2, 2, np.zeros((2, 2, 3), np.uint8))
    with Writer(folder / "datasets" / "one") as out:
        out.add(Plain("one", "Do it", TaskRef("a-task"), Source.ORACLE, [Step(seen, Finish())]))
    row = Dataset.objects.create(
        name="a dataset", owner=people["researcher"], state="frozen", frozen_at=timezone.now(),
        sha256=out.sealed["sha256"], path="datasets/one",
    )  # fmt: skip
    (shot,) = (folder / row.path / "pictures").glob("*/*")
    return {"datasets": row.pk, "shot": shot.name}


def a_campaign(people, task, episode) -> dict[str, object]:
    """Running, with one run that the evaluator is grading."""
    now, planner = timezone.now(), people["researcher"]
    suite, agent = (
        Suite.objects.create(name="a-suite"),
        Agent.objects.create(name="an-agent", policy="random"),
    )
    campaign = Campaign.objects.create(
        name="a campaign", suite=suite, state="running", launched_at=now, plan_hash="x", created_by=planner
    )
    campaign.graders.create(evaluator=people["evaluator"])
    run = Run.objects.create(
        campaign=campaign, agent=agent, task=task, requested_by=planner, state="ended", ending="agent_done",
        ended_at=now, episode_id=episode,
    )  # fmt: skip
    rubric = Rubric.objects.create(task=task)
    Criterion.objects.create(rubric=rubric, position=1, text="It is done", must=True)
    grade = Grade.objects.create(
        run=run, campaign=campaign, evaluator=people["evaluator"], rubric=rubric,
        expires_at=now + timedelta(minutes=5),
    )  # fmt: skip
    made = {"suites": suite, "campaigns": campaign, "runs": run, "grades": grade, "agents": agent}
    made["guard-rules"] = GuardRule.objects.create(name="of the matrix", words=["matrix"])
    return {name: row.pk for name, row in made.items()}


def test_every_route_is_in_the_matrix():
    known, real = set(MATRIX), set(routes())
    assert real - known == set(), "say in MATRIX who these are for"
    assert known - real == set(), "these are gone"


@pytest.mark.parametrize("who", sorted(EVERYBODY))
def test_the_door_opens_for_these_and_nobody_else(who, people, client_for, objects):
    wrong = {}
    client = client_for(people[who])  # signing in is dear: once, and each call begins with the same cookies
    cookies = client.cookies.output(header="")
    for route in sorted(set(routes()) & set(MATRIX)):
        client.cookies = SimpleCookie(cookies)
        status = call(client, route, objects)
        if (status not in (401, 403, 404)) != (who in MATRIX[route]):
            wrong[route] = status
    assert wrong == {}


def test_a_reading_token_changes_nothing(people, objects):
    client = APIClient()
    _, text = services.create_token(people["admin"], "reader", ["read"])
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    mutating = {route for route in routes() if not route.startswith("GET ")} - SESSION_ONLY
    assert {route: status for route in mutating if (status := call(client, route, objects)) != 403} == {}
    assert call(client, "GET people", objects) == 200
