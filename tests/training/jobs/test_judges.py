"""A judge that was taught here gives a job's reward: chosen, gated by its precision, told to the trainer."""

import json
import re

import pytest
from django.core.management import CommandError
from django.urls import reverse

from phonebuddy.api.errors import Conflict, Refused
from tests.training.jobs.test_job_admin import filled, start_url
from tests.training.jobs.test_train_command import train
from training import services
from training.models import Dataset, Job
from training.serializers.jobs import differences
from training.services import work
from training.supervisor import Supervisor

pytestmark = pytest.mark.django_db
MEASURED = {"precision": 0.95, "threshold": 0.9, "held_out_grades": 40, "rewarded": 20}
DOUBT = "On 40 held-out grades, 62% of what this judge rewards was successful; 90% is the least."


@pytest.fixture
def make_judge(make_job, dataset, own_var):
    """A checkpoint of a judge job, as its trainer would have left it."""

    def make(usable: bool = True, name: str = "Judge"):
        Dataset.objects.filter(pk=dataset.pk).update(purpose="judge")
        dataset.refresh_from_db()
        job = make_job(kind="judge_sft", name=name)
        services.claim_job(job.queue, "w")
        path = work.folder_of(job).checkpoints / "step-5"
        path.mkdir(parents=True)
        (path / "model.safetensors").write_bytes(b"judge")
        told = MEASURED | {"usable": usable} | ({} if usable else {"precision": 0.62})
        (path / "phonebuddy.json").write_text(json.dumps({"form": "runner", "judge": told}))
        row = services.register_checkpoint(job, 5, path)
        services.finish_job(job, "w", {"result": "done"})
        return row

    return make


def told_to_trainer(job: Job) -> dict:
    return Supervisor(job, "w")._told(None)["judge"]


def test_the_trainer_is_told_which_judge_rewards(make_judge, make_job):
    judge = make_judge()
    job = make_job(kind="real_rl", judge=judge)
    assert told_to_trainer(job) == {"checkpoint": str(services.path_of(judge)), "anyway": False}
    other = make_job(kind="real_rl")
    assert told_to_trainer(other) is None, "the one that reads the screens' text"
    assert ("judge", str(judge.pk), None) in [
        (d["name"], d["mine"], d["theirs"]) for d in differences(job, other)
    ]
    assert (services.path_of(judge) / "KEEP").exists()
    with pytest.raises(Conflict, match="works with it"):
        services.delete_checkpoint(job.owner, judge)


def test_below_its_threshold_it_rewards_only_when_somebody_says_so(make_judge, make_job):
    good, judge = make_judge(), make_judge(usable=False)
    with pytest.raises(Refused) as refused:
        make_job(kind="mixed_rl", judge=judge)
    assert refused.value.fields["judge"][0].startswith(DOUBT)
    job = make_job(kind="mixed_rl", judge=judge, judge_anyway=True)
    assert told_to_trainer(job)["anyway"] is True
    assert make_job(kind="mixed_rl", judge=good, judge_anyway=True).judge_anyway is False


def test_what_is_no_judge_does_not_reward_and_judges_operate_no_phone(make_judge, make_job, trained):
    judge = make_judge()
    _, learner = trained(kind="real_rl")
    for wanted, field, why in [
        ({"kind": "real_rl", "judge": learner}, "judge", "not taught to judge"),
        ({"kind": "judge_sft", "judge": judge}, "judge", "Only reinforcement learning"),
        ({"kind": "evaluate", "base": judge}, "base", "operates no phone"),
        ({"kind": "mixed_rl", "base": judge}, "base", "operates no phone"),
    ]:
        with pytest.raises(Refused) as refused:
            make_job(**wanted)
        assert re.search(why, refused.value.fields[field][0]), wanted
    job = make_job(kind="real_rl", judge=judge)
    services.cancel_training(job.owner, job)
    services.delete_checkpoint(job.owner, judge)
    with pytest.raises(Conflict, match="judge were deleted"):
        services.resume_training(job.owner, job)


def test_from_the_api_by_researchers_alone(make_judge, client_for, researcher, outsider):
    judge = make_judge(usable=False)
    asked = {"kind": "real_rl", "judge": str(judge.pk)}
    api = client_for(researcher)
    (row,) = api.get("/api/training/checkpoints", {"kind": "judge_sft"}).json()["results"]
    assert row["distrust"] == DOUBT
    refused = api.post("/api/training/jobs", asked, format="json")
    assert refused.status_code == 400 and DOUBT in refused.json()["fields"]["judge"][0]
    asked |= {"judge_anyway": True}
    assert client_for(outsider).post("/api/training/jobs", asked, format="json").status_code == 403
    made = api.post("/api/training/jobs", asked, format="json").json()
    assert made["judge"] == {"id": str(judge.pk), "name": judge.name} and made["judge_anyway"]


def test_from_the_terminal(make_judge, researcher, trained):
    judge = make_judge(usable=False)
    start = ("start", "real_rl", "--user", "res", "--judge", judge.name)
    with pytest.raises(CommandError, match="62% of what this judge rewards"):
        train(*start)
    assert f"Warning: {DOUBT}" in train(*start, "--judge-anyway")
    assert Job.objects.get(kind="real_rl").judge == judge


def test_from_the_admin_with_its_precision_beside_its_name(make_judge, client, researcher, trained):
    judge, base = make_judge(usable=False), trained(kind="real_rl")[1]
    client.force_login(researcher)
    url = start_url(kind="real_rl", base=base.pk)
    text = client.get(url).content.decode()
    assert "62% of what it rewards is right, below its threshold" in text
    data = filled(text) | {"judge": str(judge.pk), "start": "1"}
    assert DOUBT in client.post(url, data).content.decode()
    client.post(url, data | {"judge_anyway": "on"})
    job = Job.objects.get(judge=judge)
    text = client.get(reverse("admin:training_job_change", args=[job.pk])).content.decode()
    assert judge.name in text and DOUBT in text
    assert "Judge" not in filled(client.get(start_url(kind="evaluate")).content.decode()), (
        "nobody judges there"
    )
