"""The HTTP API: its shapes, its refusals, and what each role sees."""

import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from evaluation import services
from evaluation.models import Episode


@pytest.fixture
def ann(client_for, annotator):
    return client_for(annotator)


def test_a_demonstration_over_http_from_claim_to_acceptance(
    ann, client_for, reviewer, device, task, add_step
):
    queue = ann.get("/api/queue").json()
    assert queue == {
        "next": 1, "mine": None, "held_by_others": 0, "oldest_frees_in_s": None, "sent_back": [],
        "baseline": 0,
    }  # fmt: skip
    claim = ann.post("/api/queue/claim", {}).json()
    assert claim["task"]["key"] == "notes-milk" and claim["episode"] is None and claim["heartbeat_s"] == 30
    assert ann.post(f"/api/claims/{claim['id']}/heartbeat").status_code == 200

    started = ann.post("/api/episodes", {"claim": claim["id"], "device": str(device.pk)})
    assert started.status_code == 201
    episode = started.json()
    url = f"/api/episodes/{episode['id']}"
    assert episode["state"] == "preparing" and episode["preparing"]["message"]
    assert episode["stream_url"] == f"ws://127.0.0.1:8001/ws/episodes/{episode['id']}/stream"
    assert ann.get("/api/queue").json()["mine"]["episode"] == episode["id"]
    assert ann.get(f"/api/devices/{device.pk}").json()["lease"]["purpose"] == "demonstration"

    row = services.start_recording(Episode.objects.get(pk=episode["id"]), 540, 1200)
    add_step(row)
    step = ann.get(url).json()["steps"][0]
    assert step["action"] == {"name": "click", "arguments": {"points": [[10, 20]]}}
    assert ann.get(step["screenshot"]).status_code == ann.get(step["tree"]).status_code == 200

    edit = {
        "op": "set_text",
        "step": step["id"],
        "field": "thought",
        "text": "Open notes",
        "base_revision": 0,
    }
    edited = ann.post(f"{url}/edit", edit).json()
    assert edited["steps"][0]["thought"] == "Open notes" and edited["revision"]["number"] == 1

    finished = ann.post(f"{url}/finish", {"outcome": "finished"}).json()
    assert finished["state"] == "draft" and finished["saving"]
    assert ann.post(f"{url}/submit", {}).json()["code"] == "saving"
    services.note_saved(row, {"success": True, "progress": 1.0, "rules": [], "side_effects": []})
    assert ann.get(url).json()["verifier"] is None, "not before it is handed in"
    submitted = ann.post(f"{url}/submit", {}).json()
    assert submitted["state"] == "submitted" and submitted["verifier"]["success"]
    assert ann.get(f"/api/devices/{device.pk}").json()["lease"] is None

    rev = client_for(reviewer)
    assert rev.get("/api/review/queue").json() == {"waiting": 1, "own": 0, "next": [episode["id"]]}
    verdict = {"verdict": "accept", "quality": "good", "reason": "Clean."}
    accepted = rev.post(f"{url}/review", verdict).json()
    assert accepted["state"] == "accepted" and accepted["quality"] == "good"
    mine = ann.get(url).json()
    assert mine["reviews"][0]["reason"] == "Clean." and mine["reviews"][0]["reviewer"]["username"] == "rev"
    assert ann.get("/api/stats/me").json()["accepted"] == 1
    assert rev.get("/api/stats/me").json()["reviewed_today"] == 1


def test_a_free_task_is_described_when_submitted(ann, device, add_step):
    started = ann.post("/api/episodes", {"free": True, "device": str(device.pk)}).json()
    episode = Episode.objects.get(pk=started["id"])
    services.start_recording(episode, 540, 1200)
    add_step(episode)
    url = f"/api/episodes/{started['id']}"
    ann.post(f"{url}/finish", {"outcome": "finished", "answer": "42"})
    services.note_saved(episode, None)
    assert ann.post(f"{url}/submit", {}).json()["fields"] == {"description": ["This is needed."]}
    assert ann.post(f"{url}/submit", {"description": "I looked it up"}).json()["goal"] == "I looked it up"


def test_a_start_names_a_claim_or_is_free(ann, device):
    assert ann.post("/api/episodes", {"device": str(device.pk)}).json()["code"] == "invalid"


def test_a_held_phone_is_a_readable_conflict(ann, make_user, device, task):
    from devices.services import lease_device

    lease_device(make_user("annotator", username="bea", name="Bea"), device)
    claim = ann.post("/api/queue/claim", {}).json()
    refusal = ann.post("/api/episodes", {"claim": claim["id"], "device": str(device.pk)})
    assert refusal.status_code == 409 and refusal.json() == {
        "detail": "Bea is using Phone 1.",
        "code": "held",
    }
    assert Episode.objects.count() == 0


def test_an_edit_on_a_stale_base_says_what_happened(ann, annotator, draft):
    episode = draft()
    url, step = f"/api/episodes/{episode.pk}", str(episode.steps.first().pk)
    edit = {"op": "set_text", "step": step, "field": "thought", "text": "one", "base_revision": 0}
    assert ann.post(f"{url}/edit", edit).status_code == 200
    refusal = ann.post(f"{url}/edit", edit | {"text": "two"})
    assert refusal.status_code == 409
    assert refusal.json()["code"] == "stale" and "Your text is still here" in refusal.json()["detail"]


def test_revisions_are_listed_and_readable_as_they_were(ann, draft):
    episode = draft()
    url, step = f"/api/episodes/{episode.pk}", str(episode.steps.first().pk)
    ann.post(f"{url}/edit", {"op": "delete", "step": step, "base_revision": 0})
    listed = ann.get(f"{url}/revisions").json()
    assert [(r["number"], r["op"], r["n_steps"], r["is_head"]) for r in listed] == [
        (1, "delete", 3, True),
        (0, "original", 4, False),
    ]
    assert len(ann.get(url).json()["steps"]) == 3
    assert len(ann.get(url, {"revision": 0}).json()["steps"]) == 4
    assert ann.get(url, {"revision": 9}).status_code == 404


def test_export_and_import_over_http_keep_the_hash(ann, client_for, researcher, submitted):
    episode = submitted()
    answer = ann.get(f"/api/episodes/{episode.pk}/export")
    data = b"".join(answer.streaming_content)
    upload = io.BytesIO(data)
    upload.name = "episode.zip"
    copy = client_for(researcher).post("/api/episodes/import", {"file": upload}, format="multipart")
    assert copy.status_code == 201
    assert (
        copy.json()["content_hash"]
        == answer["X-Content-Hash"]
        == ann.get(f"/api/episodes/{episode.pk}").json()["content_hash"]
    )


def test_a_bad_import_is_a_readable_400(ann):
    upload = io.BytesIO(b"no zip")
    upload.name = "x.zip"
    refusal = ann.post("/api/episodes/import", {"file": upload}, format="multipart")
    assert refusal.status_code == 400 and refusal.json()["code"] == "bad_import"


def test_lists_are_filtered_and_ordered(ann, client_for, lead, make_task, make_device, submitted, draft):
    one = submitted(of=make_task("one", goal="Buy milk"), on=make_device("P1"))
    two = draft(
        of=make_task("two", goal="Call Ada and tell her that both of us will be late", wanted=3),
        on=make_device("P2"),
    )

    def ids(**query):
        return [row["id"] for row in ann.get("/api/episodes", query).json()["results"]]

    assert ids(state="submitted") == [str(one.pk)]
    assert set(ids(state="submitted,draft")) == {str(one.pk), str(two.pk)}
    assert ids(search="ada") == ids(task="two") == ids(device=str(two.device_id)) == [str(two.pk)]
    assert ids(mine="1", ordering="created_at") == [str(one.pk), str(two.pk)]
    assert ids(mine="0") == []
    assert len(ids(ordering="-n_steps")) == len(ids(ordering="duration_s")) == 2
    with CaptureQueriesContext(connection) as queries:
        assert ann.get("/api/episodes", {"search": "a " * 250}).status_code == 200
    assert max(len(query["sql"]) for query in queries) < 20_000  # not a condition for each of many words
    assert ann.get("/api/episodes", {"search": "a " * 300}).status_code == 400
    assert ids(search=two.goal) == [str(two.pk)] and len(two.goal.split()) > 8, "a pasted goal is found"
    assert ann.get("/api/episodes", {"state": ["draft", "half done"]}).status_code == 400
    assert ann.get(f"/api/episodes/{two.pk}", {"revision": "²"}).status_code == 400
    assert ann.get(f"/api/episodes/{two.pk}", {"revision": "7"}).status_code == 404
    tasks = ann.get("/api/tasks", {"search": "buy milk"}).json()["results"]
    assert [t["key"] for t in tasks] == ["one"] and tasks[0]["done"] == 1 and not tasks[0]["available"]
    free = [c.get("/api/tasks", {"available": "1"}).json()["results"] for c in (ann, client_for(lead))]
    assert [{t["key"] for t in f} for f in free] == [{"notes-milk"}, {"two", "notes-milk"}]


def test_a_long_list_costs_no_more_queries_than_a_short_one(
    ann, draft, make_task, make_device, django_assert_max_num_queries, annotator
):
    for n in range(4):
        draft(of=make_task(f"t{n}"), on=make_device(f"P{n}"))
        annotator.task_claims.update(status="completed", ended_at="2030-01-01T00:00Z")
    with django_assert_max_num_queries(10):
        assert len(ann.get("/api/episodes").json()["results"]) == 4


@pytest.mark.parametrize(
    "path", ["/api/tasks", "/api/queue", "/api/episodes", "/api/review/queue", "/api/stats/me"]
)
def test_an_outsider_and_a_stranger_see_nothing(client_for, outsider, path):
    assert client_for(outsider).get(path).status_code == 403
    assert client_for().get(path).status_code in (401, 403)


def test_who_sees_an_episode(
    client_for, annotator, make_user, reviewer, evaluator, lead, researcher, outsider, draft
):
    other = make_user("annotator", username="other")
    episode = draft()
    url = f"/api/episodes/{episode.pk}"

    def sees(*people):
        return [client_for(person).get(url).status_code for person in people]

    assert sees(annotator, lead, researcher) == [200] * 3
    assert sees(other, reviewer, evaluator) == [404] * 3, "a draft is its author's"
    assert sees(outsider) == [403]
    services.submit_episode(annotator, episode)
    assert sees(reviewer, evaluator) == [200] * 2 and sees(other) == [404]


def test_pictures_are_seen_by_those_who_see_the_episode(
    client_for, annotator, make_user, reviewer, outsider, draft
):
    episode = draft()
    url = f"/api/blobs/{episode.steps.first().screenshot_id}"
    assert client_for(annotator).get(url).status_code == 200
    assert client_for(reviewer).get(url).status_code == 404
    assert client_for(make_user("annotator", username="other")).get(url).status_code == 404
    services.submit_episode(annotator, episode)
    assert client_for(reviewer).get(url).status_code == 200
    assert client_for(outsider).get(url).status_code in (403, 404)


def test_a_token_needs_the_scope(client_for, annotator, task):
    from phonebuddy.accounts.services import create_token

    _, text = create_token(annotator, name="script", scopes=["read"])
    client = client_for()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    assert client.get("/api/tasks").status_code == 200
    assert client.post("/api/queue/claim", {}).status_code == 403
