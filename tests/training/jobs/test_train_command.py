"""`manage.py train`: the same verbs from a terminal."""

import io

import pytest
from django.core.management import CommandError, call_command

from training import services
from training.models import Job

pytestmark = pytest.mark.django_db


def train(*words: str) -> str:
    out = io.StringIO()
    call_command("train", *words, stdout=out)
    return out.getvalue()


def test_a_job_is_started_listed_stopped_and_resumed(dataset, researcher):
    start = ("start", "sft", "--user", "res", "--dataset", "Demos", "--name", "night")
    assert "About" in train(*start, "--estimate") and not Job.objects.exists()
    said = train(*start, "--set", "epochs=2", "--set", "packing=True", "--set", "backbone=qwen3_vl")
    job = Job.objects.get()
    assert str(job.pk) in said and job.dataset == dataset
    assert (job.config["epochs"], job.config["packing"], job.config["backbone"]) == (2, True, "qwen3_vl")
    assert "queued" in train("list") and train("list", "--state", "done") == ""
    short = str(job.pk)[:8]
    assert "stopped" in train("cancel", short, "--user", "res")
    assert "waiting" in train("resume", short, "--user", "res")


def test_following_ends_with_the_job_and_tells_how(make_job):
    job = make_job(name="night")
    services.claim_job(job.queue, "w")
    folder = services.folder_of(job)
    folder.path.mkdir(parents=True)
    folder.log.write_text("step 1\nstep 2\n")
    services.finish_job(job, "w", {"result": "done", "metrics": {"success": 0.5}})
    said = train("follow", str(job.pk))
    assert "step 1\nstep 2\n" in said and "night: done" in said and '"success": 0.5' in said


def test_what_cannot_be_is_said_in_words(dataset, researcher, annotator):
    for words, expected in {
        ("start", "sft", "--user", "nobody", "--dataset", "Demos"): "nobody called nobody",
        ("start", "sft", "--user", "res"): "dataset: It learns from a dataset",
        ("start", "sft", "--user", "ann", "--dataset", "Demos"): "Only leads and researchers",
        ("start", "sft", "--user", "res", "--dataset", "Other"): "no frozen dataset Other",
        ("start", "sft", "--user", "res", "--set", "speed=2"): "no such setting",
        ("start", "sft", "--user", "res", "--dataset", "Demos", "--set", "epochs=-1"): "at least",
        ("cancel", "00000000", "--user", "res"): "no job 00000000",
    }.items():
        with pytest.raises(CommandError, match=expected):
            train(*words)
