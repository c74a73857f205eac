"""Datasets over HTTP, in the admin and by command: the same verbs behind all three."""

import io
import json
import zipfile

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.urls import reverse

from training.data.store import Dataset as Stored
from training.models import Dataset
from training.services import building

pytestmark = pytest.mark.django_db
BASE = "/api/training/datasets"


@pytest.fixture
def api(client_for, researcher):
    return client_for(researcher)


def test_from_filters_to_a_frozen_dataset(api, accepted):
    episode = accepted(apps=["Notes"])
    names = {f["name"]: f for f in api.get(f"{BASE}/filters").json()["fields"]}
    assert {"value": "Notes", "label": "Notes"} in names["apps"]["choices"]
    asked = {"query": {"apps": ["Notes"]}, "purpose": "sft"}
    found = api.post(f"{BASE}/preview", asked, format="json").json()
    assert (found["n_episodes"], found["n_steps"]) == (1, 4)
    assert found["examples"] == [{"id": str(episode.pk), "goal": episode.goal}]
    made = api.post(BASE, {**asked, "name": "notes"}, format="json")
    assert made.status_code == 201 and made.json()["state"] == "building"
    building.build(made.json()["id"])
    row = api.get(f"{BASE}/{made.json()['id']}").json()
    assert (row["state"], row["n_episodes"], row["query"]) == ("frozen", 1, asked["query"])
    assert row["card"].startswith("# notes v1") and row["sha256"] in row["card"]
    assert next(f["name"] for f in row["formats"]) == "phonebuddy"
    assert {f["name"] for f in row["files"]} == {"index.jsonl", "episodes.bin"}
    assert [r["name"] for r in api.get(BASE, {"search": "not", "state": "frozen"}).json()["results"]] == [
        "notes"
    ]


def test_what_is_held_out_is_refused_in_words(api):
    answer = api.post(BASE, {"name": "x", "query": {"suites": ["phoneworld-150"]}}, format="json")
    assert answer.status_code == 400 and "held out" in answer.json()["fields"]["query"][0]


def test_demonstrations_alone_need_no_query(api, accepted):
    accepted()
    asked = {"demonstrations": {"n": 5, "seed": 1, "variation": "none"}}
    found = api.post(f"{BASE}/preview", asked, format="json").json()
    assert found["counts"]["source"] == {"oracle": 5} and found["n_episodes"] == 5
    made = api.post(BASE, {"name": "shown", **asked}, format="json").json()
    assert made["query"] == {"sources": ["oracle"]} and made["demonstrations"]["n"] == 5
    bad = {"name": "bad", "demonstrations": {"n": 5, "variation": "wild"}}
    assert "natural or none" in api.post(BASE, bad, format="json").json()["fields"]["demonstrations"][0]


def test_a_look_inside(api, built, accepted):
    episode = accepted()
    row = built()
    listed = api.get(f"{BASE}/{row.pk}/episodes").json()
    assert listed["count"] == 1 and listed["results"][0]["episode"] == str(episode.pk)
    shown = api.get(f"{BASE}/{row.pk}/episodes/0").json()
    step = shown["steps"][0]
    assert step["actions"] == [{"name": "click", "arguments": {"points": [[10, 20]]}}]
    assert step["elements"][0]["text"] == "Notes" and "Notes" in step["told"]
    picture = api.get(f"{BASE}/{row.pk}/episodes/0/{step['picture']}")
    assert picture.status_code == 200 and picture["Content-Type"] == "image/jpeg"
    assert api.get(f"{BASE}/{row.pk}/episodes/0/{'0' * 64}.jpg").status_code == 404
    assert api.get(f"{BASE}/{row.pk}/episodes/7").status_code == 404


def test_tampering_is_told(api, built, accepted):
    accepted()
    row = built()
    with (row.folder / "episodes.bin").open("r+b") as file:
        file.write(b"\0\0\0\0")
    answer = api.get(f"{BASE}/{row.pk}/episodes/0")
    assert answer.status_code == 409 and answer.json()["code"] == "damaged"


def test_exports(api, built, accepted, monkeypatch):
    accepted()
    row = built()
    answer = api.get(f"{BASE}/{row.pk}/export/llama-factory", {"dialect": "ui-tars"})
    archive = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))
    assert {"train.jsonl", "dataset_info.json", "export.json"} <= set(archive.namelist())
    assert "click(start_box=" in archive.read("train.jsonl").decode()
    native = api.get(f"{BASE}/{row.pk}/export/phonebuddy")
    assert "dataset.json" in zipfile.ZipFile(io.BytesIO(b"".join(native.streaming_content))).namelist()
    assert api.get(f"{BASE}/{row.pk}/export/floppy").status_code == 400
    assert api.get(f"{BASE}/{row.pk}/export/trl", {"dialect": "klingon"}).status_code == 400
    assert api.get(f"{BASE}/{row.pk}/export/trl", {"image_width": "wide"}).status_code == 400


def test_a_large_export_is_made_by_a_worker(api, built, accepted, monkeypatch):
    from training import tasks
    from training.services import exports

    accepted()
    row, asked = built(), []
    monkeypatch.setattr(exports, "AT_ONCE", 1)
    monkeypatch.setattr(tasks.make_export, "delay", lambda *args: asked.append(args))
    for _ in range(2):
        answer = api.get(f"{BASE}/{row.pk}/export/openenv")
        assert (answer.status_code, answer.json()["code"]) == (409, "making")
    assert len(asked) == 1  # however often one asks
    tasks.make_export(*asked[0])
    assert api.get(f"{BASE}/{row.pk}/export/openenv").status_code == 200


def test_versions_archive_delete(api, built, accepted):
    accepted()
    row = built()
    assert api.post(f"{BASE}/{row.pk}/versions", {}, format="json").json()["version"] == 2
    assert api.post(f"{BASE}/{row.pk}/archive", {}, format="json").json()["archived"] is True
    assert [r["archived"] for r in api.get(BASE, {"archived": "1"}).json()["results"]] == [True]
    assert api.delete(f"{BASE}/{row.pk}").json()["code"] == "used"
    newer = Dataset.objects.get(version=2)
    assert api.delete(f"{BASE}/{newer.pk}").status_code == 204


def test_outsiders_see_nothing(client_for, outsider, annotator, built, accepted):
    accepted()
    row = built()
    for person in (outsider, annotator, None):
        client = client_for(person)
        for path in ("", "/filters", f"/{row.pk}", f"/{row.pk}/episodes", f"/{row.pk}/export/phonebuddy"):
            assert client.get(f"{BASE}{path}").status_code in (401, 403, 404), path


def test_the_admin_asks_counts_and_makes(client, make_user, accepted):
    boss = make_user("admin", username="boss", is_staff=True, is_superuser=True)
    client.force_login(boss)
    accepted()
    new = reverse("admin:training_dataset_new")
    page = client.get(new).content.decode()
    assert "Episodes" in page and "phoneworld-150" not in page
    asked = {"name": "from-admin", "purpose": "sft", "query.sources": ["human"], "count": "Count"}
    assert "<dd>1</dd>" in client.post(new, asked).content.decode()
    del asked["count"]
    answer = client.post(new, {**asked, "create": "Make it"}, follow=True)
    row = Dataset.objects.get(name="from-admin")
    assert row.query == {"sources": ["human"]} and "is being built" in answer.content.decode()
    building.build(row.pk)
    page = client.get(reverse("admin:training_dataset_change", args=[row.pk])).content.decode()
    assert "Train on this" in page and "human 1" in page
    assert row.name in client.get(reverse("admin:training_dataset_changelist")).content.decode()
    again = client.post(new, {**asked, "create": "Make it"}).content.decode()
    assert "There is a dataset of that name" in again
    client.post(f"{new}?of={row.pk}", {"query.sources": ["human"], "create": "Make the new version"})
    assert Dataset.objects.filter(name="from-admin").count() == 2
    client.post(reverse("admin:training_dataset_verb", args=[row.pk, "archive"]))
    assert not Dataset.objects.offered().filter(pk=row.pk).exists()


def test_the_command(accepted, researcher, capsys, tmp_path):
    accepted()
    call_command("dataset", "preview", "--as", researcher.username, "--query", '{"sources": ["human"]}')
    assert json.loads(capsys.readouterr().out)["n_episodes"] == 1
    call_command(
        "dataset", "create", "pool", "--as", researcher.username, "--query", '{"sources": ["human"]}'
    )
    row = Dataset.objects.get(name="pool")
    assert row.sha256 in capsys.readouterr().out
    call_command("dataset", "verify", "pool")
    call_command("dataset", "export", "pool:1", "openenv", str(tmp_path / "out"))
    assert (tmp_path / "out" / "results.jsonl").exists()
    call_command("dataset", "list")
    call_command("dataset", "card", str(row.pk))
    assert "# pool v1" in capsys.readouterr().out
    picture = next((row.folder / "pictures").glob("*/*"))
    picture.write_bytes(b"another")
    with pytest.raises(CommandError, match="was changed"):
        call_command("dataset", "verify", "pool")
    for words, said in (
        (["create", "x", "--as", "res", "--query", '{"suites": ["phoneworld-150"]}'], "held out"),
        (["preview", "--as", "nobody"], "nobody called"),
        (["export", "pool", "openenv", str(tmp_path / "out")], "not empty"),
        (["verify", "lost"], "no dataset 'lost'"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command("dataset", *words)
    assert Stored.open(row.folder).card["name"] == "pool"
