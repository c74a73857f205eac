"""The admin, as a researcher uses it: a form made from the configuration, an estimate, buttons, comparing."""

import re

import pytest
from django.urls import reverse

from training import services
from training.models import Checkpoint, Job

pytestmark = pytest.mark.django_db


@pytest.fixture
def site(client, researcher):
    client.force_login(researcher)
    return client


def start_url(**query) -> str:
    return reverse("admin:training_job_start") + "?" + "&".join(f"{k}={v}" for k, v in query.items())


def filled(page: str) -> dict[str, str]:
    """What a browser would send of the form as it was served."""
    form = page[page.index('class="job-form"') :]
    data = {}
    for tag in re.findall(r"<input[^>]+>", form):
        about = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if about.get("type") == "checkbox" and " checked" not in tag:
            continue
        if about.get("type") not in ("submit", "hidden"):
            data[about["name"]] = about.get("value", "on" if about.get("type") == "checkbox" else "")
    for name, body in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'value="([^"]*)" selected', body)
        data[name] = chosen[1] if chosen else ""
    return data


def test_from_the_dataset_to_a_running_job_and_its_buttons(site, dataset, researcher):
    page = site.get(start_url(kind="sft", dataset=dataset.pk))
    text = page.content.decode()
    assert page.status_code == 200 and "Estimate" in text and "Half to twice" in text
    data = filled(text) | {"config.epochs": "3", "name": "My first"}
    again = site.post(start_url(kind="sft"), data | {"estimate": ""})
    assert again.status_code == 200 and not Job.objects.exists(), "an estimate starts nothing"
    page = site.post(start_url(kind="sft"), data | {"start": "Start"}, follow=True)
    job = Job.objects.get()
    assert (job.name, job.config["epochs"], job.dataset, job.owner) == ("My first", 3.0, dataset, researcher)
    assert job.config["packing"] is False and job.config["bf16"] is True, "boxes as they were"
    text = page.content.decode()
    assert "Waiting for a machine" in text and f"/training/{job.pk}" in text
    for verb, state in {"stop": "stopped", "resume": "queued"}.items():
        site.post(reverse("admin:training_job_verb", args=[job.pk, verb]))
        job.refresh_from_db()
        assert job.state == state
    refused = site.post(reverse("admin:training_job_verb", args=[job.pk, "retry"]), follow=True)
    assert "that is not possible now" in refused.content.decode()
    assert site.get(reverse("admin:training_job_verb", args=[job.pk, "stop"])).status_code == 405


def test_every_kind_and_preset_has_a_form_and_wrong_values_are_marked(site, dataset):
    for kind in ("sft", "real_rl", "mixed_rl", "judge_sft", "evaluate"):
        for preset in ("starter", "one-gpu", "eight-gpus"):
            assert site.get(start_url(kind=kind, preset=preset)).status_code == 200
    data = filled(site.get(start_url(kind="sft", dataset=dataset.pk)).content.decode())
    page = site.post(start_url(kind="sft"), data | {"config.epochs": "-1", "config.seed": "x", "start": "1"})
    text = page.content.decode()
    assert text.count("errorlist") >= 2 and not Job.objects.exists()
    assert "greater than or equal to 0" in text and "whole number" in text


def test_a_variation_begins_from_the_job_and_tells_the_difference(site, make_job):
    job = make_job(config={"epochs": 2.0})
    data = filled(site.get(start_url(like=job.pk)).content.decode())
    assert data["config.epochs"] == "2.0"
    site.post(start_url(like=job.pk), data | {"config.learning_rate": "0.001", "start": "1"})
    variation = Job.objects.exclude(pk=job.pk).get()
    assert variation.parent == job
    text = site.get(reverse("admin:training_job_change", args=[variation.pk])).content.decode()
    table = text[text.index("Compared with") : text.index("Configuration</h2>")]
    assert "Learning rate" in table and "0.001" in table and "Epochs" not in table


def test_checkpoints_are_promoted_trained_on_and_deleted_with_a_guard(site, trained):
    _, row = trained()
    url = reverse("admin:training_checkpoint_changelist")
    action = {"_selected_action": [str(row.pk)], "index": 0}
    to_rl = site.post(url, action | {"action": "train_from_checkpoint"})
    assert to_rl.status_code == 302 and f"base={row.pk}" in to_rl.url and "mixed_rl" in to_rl.url
    assert f'value="{row.pk}" selected' in site.get(to_rl.url).content.decode()
    assert "kind=evaluate" in site.post(url, action | {"action": "evaluate_checkpoint"}).url
    site.post(url, action | {"action": "promote_chosen"})
    row.refresh_from_db()
    assert row.agent.policy == "transformers"
    text = site.get(reverse("admin:training_checkpoint_change", args=[row.pk])).content.decode()
    assert "Delete the files" in text and "model.safetensors" in text and row.sha256 in text
    site.post(reverse("admin:training_checkpoint_verb", args=[row.pk, "delete"]))
    assert Checkpoint.objects.get(pk=row.pk).deleted_at


def test_lists_read_well_with_anything_in_them(site, trained, make_job, researcher):
    trained()
    services.claim_job(make_job(name="goes").queue, "w")
    going = Job.objects.get(name="goes")
    services.note_progress(
        going, "w", 0, [{"step": 3, "of": 9, "phase": "train", "values": {"success": 0.5}}]
    )
    text = site.get(reverse("admin:training_job_changelist")).content.decode()
    assert "3 of 9" in text and "50%" in text and "Start a job" in text
    for name in ("checkpoint", "metric", "jobphone"):
        assert site.get(reverse(f"admin:training_{name}_changelist")).status_code == 200
    assert site.get(reverse("admin:training_job_change", args=[going.pk])).status_code == 200


def test_others_find_nothing_there(client, make_job, annotator, outsider, researcher):
    job = make_job()
    for person in (annotator, outsider):
        client.force_login(person)
        for url in (start_url(), reverse("admin:training_job_change", args=[job.pk]), reverse("admin:index")):
            assert client.get(url).status_code in (302, 403)
    client.force_login(researcher)
    assert client.get(reverse("admin:index")).status_code == 200
    for url in ("accounts_user", "evaluation_episode", "audit_auditentry"):
        assert client.get(reverse(f"admin:{url}_changelist")).status_code == 403, "training, and nothing else"
