"""Jobs over HTTP: what a page reads while one runs, and what it may ask for."""

import io
import json
import zipfile

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test.utils import CaptureQueriesContext

from training import services
from training.models import Job

pytestmark = pytest.mark.django_db
BASE = "/api/training"


@pytest.fixture
def api(client_for, researcher):
    return client_for(researcher)


async def whole(response) -> bytes:
    return b"".join([chunk async for chunk in response.streaming_content])


def line(step, **values):
    return {"step": step, "of": 9, "at": 1.0, "phase": "train", "values": {"loss": 0.5, **values}}


def test_a_job_is_started_estimated_and_refused(api, dataset):
    options = api.get(f"{BASE}/jobs/options").json()
    kinds = {kind["kind"]: kind for kind in options["kinds"]}
    assert set(kinds) == {"sft", "real_rl", "mixed_rl", "judge_sft", "evaluate"}
    for kind in kinds.values():
        assert [preset["name"] for preset in kind["presets"]] == ["starter", "one-gpu", "eight-gpus"]
        names = {field["name"] for field in kind["fields"]}
        assert all(set(preset["config"]) == names for preset in kind["presets"])
        unexplained = [f["name"] for f in kind["fields"] if not f["help"] or f["group"] == "More"]
        assert unexplained == [], "say in training.options where it belongs"
    asked = {"kind": "sft", "dataset": str(dataset.pk), "config": {"epochs": 2.0}}
    found = api.post(f"{BASE}/jobs/estimate", asked).json()
    longer = api.post(f"{BASE}/jobs/estimate", asked | {"config": {"epochs": 200.0}}).json()
    assert 0 < found["seconds"] < longer["seconds"] and found["fits"] is True and found["words"]
    assert api.post(f"{BASE}/jobs/estimate", asked | {"preset": "one-gpu"}).json()["fits"] is None
    made = api.post(f"{BASE}/jobs", asked)
    assert made.status_code == 201
    job = made.json()
    assert (job["state"], job["config"]["epochs"], job["dataset"]["name"]) == ("queued", 2.0, dataset.name)
    assert job["permissions"] == {"stop": True, "resume": False, "retry": False, "evaluate": False}
    wrong = api.post(f"{BASE}/jobs", {"kind": "sft", "config": {"epochs": -1, "x": 1}})
    assert wrong.status_code == 400
    assert set(wrong.json()["fields"]) == {"config.epochs", "config.x"}
    assert set(api.post(f"{BASE}/jobs", {"kind": "sft"}).json()["fields"]) == {"dataset"}


def test_curves_come_from_a_place_on_and_anew_after_a_resume(api, make_job):
    job = make_job()
    url = f"{BASE}/jobs/{job.pk}/progress"
    assert api.get(url).json() == {"lines": [], "next": 0, "reset": False}
    services.claim_job(job.queue, "w")
    services.note_progress(job, "w", 0, [line(1), line(2, kl=0.1)])
    first = api.get(url).json()
    assert [point["step"] for point in first["lines"]] == [1, 2] and first["lines"][1]["values"]["kl"] == 0.1
    assert api.get(url, {"after": first["next"]}).json() == {
        "lines": [],
        "next": first["next"],
        "reset": False,
    }
    services.note_progress(job, "w", 2, [line(3)])
    more = api.get(url, {"after": first["next"]}).json()
    assert [point["step"] for point in more["lines"]] == [3] and not more["reset"]
    services.return_job(job, "w", "killed")
    services.claim_job(job.queue, "w2")
    services.begin_attempt(job, "w2", 1, 1)
    anew = api.get(url, {"after": more["next"]}).json()
    assert anew["reset"] and [point["step"] for point in anew["lines"]] == [1]
    assert api.get(url, {"after": "x"}).status_code == 400
    row = api.get(f"{BASE}/jobs/{job.pk}").json()
    assert row["attempts"] == 2 and row["state"] == "running" and row["latest"]["loss"] == 0.5
    assert row["resumes"][0]["step"] == 1 and row["resumes"][0]["why"] == "killed"


def test_log_samples_and_pictures_are_read_from_the_folder(api, make_job):
    job = make_job()
    url, folder = f"{BASE}/jobs/{job.pk}", services.folder_of(job)
    assert api.get(f"{url}/log").json() == {"text": "", "next": 0, "size": 0}
    assert api.get(f"{url}/samples").json() == {"steps": []}
    (folder.samples / "12").mkdir(parents=True)
    folder.log.write_text("one\ntwo\n")
    (folder.samples / "12.jsonl").write_text(json.dumps({"goal": "Do it"}) + "\n")
    (folder.samples / "12" / "0-1.jpg").write_bytes(b"picture")
    first = api.get(f"{url}/log").json()
    folder.log.open("a").write("three\n")
    assert api.get(f"{url}/log", {"after": first["next"]}).json()["text"] == "three\n"
    assert b"".join(api.get(f"{url}/log/download").streaming_content) == b"one\ntwo\nthree\n"
    assert api.get(f"{url}/samples").json() == {"steps": [12]}
    assert api.get(f"{url}/samples/12").json() == [{"goal": "Do it", "episode": None}]
    assert api.get(f"{url}/samples/12/0-1.jpg").content == b"picture"
    for wrong in ("..%2Fconfig.json", "config.json", "0-2.jpg"):
        assert api.get(f"{url}/samples/12/{wrong}").status_code == 404


def test_two_jobs_are_compared(api, make_job):
    one, other = make_job(config={"epochs": 2.0}), make_job(preset="one-gpu", config={"epochs": 2.0})
    found = {line["name"]: line for line in api.get(f"{BASE}/jobs/{one.pk}/diff", {"with": other.pk}).json()}
    assert found["lora_rank"] == {"name": "lora_rank", "label": "LoRA rank", "mine": 0, "theirs": 64}
    assert "epochs" not in found and "queue" in found
    assert api.get(f"{BASE}/jobs/{one.pk}/diff", {"with": one.pk}).json() == []
    assert api.get(f"{BASE}/jobs/{one.pk}/diff", {"with": "x"}).status_code == 400


def test_lists_are_filtered_sorted_and_read_in_a_fixed_number_of_queries(api, make_job, trained):
    def count() -> int:
        with CaptureQueriesContext(
            connection,
        ) as found:
            assert api.get(f"{BASE}/jobs").status_code == 200
            assert api.get(f"{BASE}/checkpoints").status_code == 200
        return len(found)

    trained(name="a")
    few = count()
    for n in range(4):
        trained(name=f"more {n}")
    assert count() == few
    waiting, going = make_job(name="waiting"), make_job(name="going")
    Job.objects.filter(pk=going.pk).update(
        state="running", worker="w", alive_until="2030-01-01T00:00Z", started_at="2030-01-01T00:00Z"
    )
    names = [job["name"] for job in api.get(f"{BASE}/jobs").json()["results"]]
    assert names[:2] == [going.name, waiting.name] and names[-1] == "a"
    assert [job["name"] for job in api.get(f"{BASE}/jobs?state=queued").json()["results"]] == ["waiting"]
    assert api.get(f"{BASE}/jobs?search=more").json()["count"] == 4
    assert api.get(f"{BASE}/jobs?kind=evaluate").json()["count"] == 0
    done = api.get(f"{BASE}/jobs?search=more 1").json()["results"][0]
    assert done["result"]["name"] == "more 1 @ 5"


def test_a_checkpoint_tells_where_it_comes_from_and_is_taken_away_whole(api, trained, researcher):
    job, row = trained(name="first")
    child = services.start_training(researcher, "mixed_rl", base=row)
    url = f"{BASE}/checkpoints/{row.pk}"
    found = api.get(url).json()
    assert (found["form"], found["final"], found["metrics"]) == ("compact", False, {"action_accuracy": 0.8})
    nodes = {node["id"]: node for node in found["lineage"]["nodes"]}
    assert {node["kind"] for node in nodes.values()} == {"dataset", "job", "checkpoint"}
    assert [str(job.dataset_id), str(job.pk)] in found["lineage"]["edges"]
    assert child.name in found["guard"] and api.delete(url).status_code == 409
    services.cancel_training(researcher, child)
    with zipfile.ZipFile(io.BytesIO(async_to_sync(whole)(api.get(f"{url}/download")))) as archive:
        assert archive.testzip() is None
        assert sorted(archive.namelist()) == ["README.md", "model.safetensors", "phonebuddy.json"]
        assert archive.read("model.safetensors") == b"weights" * 100
        assert "first" in archive.read("README.md").decode()
    agent = api.post(f"{url}/promote", {"name": "The first"}).json()["agent"]
    assert agent["name"] == "The first"
    assert api.post(f"{url}/promote", {"name": "Another"}).json()["agent"] == agent, "promoted once"
    gone = api.delete(url).json()
    assert gone["deleted_at"] and gone["sha256"] == row.sha256
    assert api.get(f"{url}/download").status_code == 409
    assert api.get(f"/api/agents/{agent['id']}").json()["archived"] is True
