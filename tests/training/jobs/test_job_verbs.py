"""What people and workers may do with a job, and what the rows say after."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from phonebuddy.api.errors import Conflict, Forbidden, Refused
from phonebuddy.audit.models import AuditEntry
from training import services
from training.config import SFTConfig
from training.models import JOB_TRANSITIONS, Job, JobState
from training.services import JobLost, work

pytestmark = pytest.mark.django_db


def claimed(job, worker="w") -> Job:
    found = services.claim_job(job.queue, worker, "a machine")
    assert found == job
    return found


def line(step, **values):
    return {
        "step": step,
        "of": 10,
        "at": 1.0 * step,
        "phase": "train",
        "values": {"loss": 1 / step, **values},
    }


def test_only_leads_and_researchers_train(make_job, dataset, annotator, lead, outsider, evaluator):
    job = make_job()
    for person in (annotator, outsider, evaluator):
        with pytest.raises(Forbidden):
            services.start_training(person, "sft", dataset=dataset)
        for verb in (services.cancel_training, services.resume_training, services.retry_training):
            with pytest.raises(Forbidden):
                verb(person, job)
        assert not Job.objects.visible_to(person).exists()
    assert services.start_training(lead, "sft", dataset=dataset).owner == lead


def test_the_configuration_is_kept_whole_and_wrong_fields_are_named(make_job, dataset, researcher):
    job = make_job(config={"epochs": 2.0}, preset="one-gpu")
    assert job.config == SFTConfig.preset("one-gpu", epochs=2.0).to_json() and job.queue == "training-gpu"
    with pytest.raises(Refused) as refused:
        make_job(config={"epochs": -1, "nonsense": 1, "backbone": "x"})
    assert sorted(refused.value.fields) == ["config.backbone", "config.epochs", "config.nonsense"]
    for field, asked in {"dataset": {"dataset": None}, "queue": {"queue": "x"}}.items():
        with pytest.raises(Refused) as refused:
            make_job(**asked)
        assert field in refused.value.fields
    with pytest.raises(Refused) as refused:
        services.start_training(researcher, "evaluate")
    assert "base" in refused.value.fields
    assert make_job(kind="real_rl").config["real_share"] == 1.0


def test_one_worker_has_a_job_and_another_can_change_nothing(make_job):
    first, second = make_job(), make_job()
    assert services.claim_job("training-gpu", "w") is None
    assert services.claim_job("training-cpu", "w1") == first
    assert services.claim_job("training-cpu", "w2") == second
    assert services.claim_job("training-cpu", "w3") is None
    for call in (
        lambda: services.beat_job(first, "w2"),
        lambda: services.note_progress(first, "w2", 0, [line(1)]),
        lambda: services.return_job(first, "w2", "?"),
        lambda: services.finish_job(first, "w2", {"result": "done"}),
        lambda: services.begin_attempt(first, "w2", 0, 0),
    ):
        with pytest.raises(JobLost):
            call()
    services.finish_job(first, "w1", {"result": "done", "metrics": {"success": 1}})
    with pytest.raises(JobLost):
        services.beat_job(first, "w1")
    first.refresh_from_db()
    assert (first.state, first.result, first.worker) == ("done", {"success": 1}, "")


def test_every_move_is_one_of_the_table(make_job, researcher):
    verbs = {
        "cancel": lambda job: services.cancel_training(researcher, job),
        "resume": lambda job: services.resume_training(researcher, job),
        "retry": lambda job: services.retry_training(researcher, job),
    }
    allowed = {"cancel": {"queued", "running"}, "resume": {"stopped"}, "retry": {"failed"}}
    for state in JobState.values:
        for name, verb in verbs.items():
            job = make_job()
            ended = timezone.now() if state in ("done", "stopped", "failed") else None
            active = state in ("running", "stopping")
            Job.objects.filter(pk=job.pk).update(
                state=state, ended_at=ended, error="why", worker="w" if active else "",
                alive_until=timezone.now() if active else None, started_at=timezone.now(),
            )  # fmt: skip
            job.refresh_from_db()
            if state in allowed[name]:
                after = verb(job)
                assert after.state in JOB_TRANSITIONS[state]
                assert AuditEntry.objects.filter(target_id=str(job.pk)).count() == 2
            else:
                with pytest.raises(Conflict):
                    verb(job)


@pytest.mark.parametrize(
    "wrong",
    [
        {"state": "running"},
        {"state": "done"},
        {"ended_at": timezone.now()},
        {"worker": "w"},
        {"state": "failed", "ended_at": timezone.now()},
        {"state": "nonsense"},
        {"kind": "evaluate"},
        {"queue": "x"},
    ],
    ids=lambda wrong: "-".join(wrong),
)
def test_the_database_refuses_what_cannot_be(make_job, wrong):
    job = make_job()
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.filter(pk=job.pk).update(**wrong)


def test_the_silent_are_reaped_only_after_a_second_look(make_job):
    job = claimed(make_job())
    now = timezone.now()
    late = now + Job.LIFETIME + timedelta(seconds=1)
    assert services.reap_jobs(now) == services.reap_jobs(late) == 0, "the database may have been away"
    services.beat_job(job, "w")
    assert services.reap_jobs(late + Job.DOUBT) == 0, "it lives: what was suspected is forgotten"
    services.beat_job(job, "w")
    later = timezone.now() + Job.LIFETIME + timedelta(seconds=1)
    assert services.reap_jobs(later) == 0
    assert services.reap_jobs(later + Job.DOUBT) == 1
    job.refresh_from_db()
    assert job.state == "queued" and "no sign of life" in job.error
    with pytest.raises(JobLost):
        services.beat_job(job, "w")
    assert Job.LIFETIME + Job.DOUBT + timedelta(seconds=20) < timedelta(minutes=1)


def test_three_attempts_that_come_no_further_are_enough(make_job, own_var):
    job = make_job()
    for attempt in range(1, 4):
        claimed(job)
        services.begin_attempt(job, "w", 0, 0)
        job = services.return_job(job, "w", "The trainer was killed (SIGKILL).")
        assert job.state == ("failed" if attempt == 3 else "queued")
    assert "3 attempts in a row" in job.error and "SIGKILL" in job.error
    job = services.retry_training(job.owner, job)
    assert (job.state, job.error, job.fruitless) == ("queued", "", 0)


def test_an_attempt_that_left_a_checkpoint_was_not_in_vain(make_job, own_var):
    job = make_job()
    for step in range(0, 50, 10):
        claimed(job)
        services.begin_attempt(job, "w", step, 0)
        folder = services.folder_of(job).checkpoints / f"step-{step + 10}"
        folder.mkdir(parents=True)
        (folder / "model.safetensors").write_bytes(b"x")
        services.register_checkpoint(job, step + 10, folder)
        job = services.return_job(job, "w", "killed")
        assert (job.state, job.fruitless) == ("queued", 0)
    assert job.attempts == 5 and [r["step"] for r in job.resumes] == [0, 10, 20, 30, 40]


def test_a_worker_that_is_shut_down_costs_no_attempt(make_job):
    job = make_job()
    for _ in range(4):
        claimed(job)
        services.begin_attempt(job, "w", 0, 0)
        job = services.return_job(job, "w", "Its worker was shut down.", counted=False)
    assert job.state == "queued"


def test_points_are_kept_once_and_cut_where_they_are_made_again(make_job):
    job = claimed(make_job())
    services.note_progress(job, "w", 0, [line(1, judge_tokens=5), line(2, judge_tokens=5)])
    job = services.note_progress(job, "w", 1, [line(2), line(3, kl=0.5)])
    assert [m.step for m in job.metrics.all()] == [1, 2, 3]
    assert (job.step, job.of, job.phase, job.latest["kl"]) == (3, 10, "train", 0.5)
    job = services.begin_attempt(job, "w", 1, 1)
    assert [m.step for m in job.metrics.all()] == [1] and job.step == 1
    assert job.judge_tokens == 10, "what was spent in vain was spent"


def test_who_is_asked_to_stop_stops_however_it_ends(make_job, researcher):
    waiting = services.cancel_training(researcher, make_job())
    assert waiting.state == "stopped"
    ways = {
        "stopped": lambda job: services.finish_job(job, "w", {"result": "stopped"}),
        "done": lambda job: services.finish_job(job, "w", {"result": "done"}),
        "failed": lambda job: services.finish_job(job, "w", {"result": "failed", "error": "why"}),
    }
    for state, way in ways.items():
        job = claimed(make_job())
        assert services.cancel_training(researcher, job).state == "stopping"
        assert way(job).state == state
    job = claimed(make_job())
    services.cancel_training(researcher, job)
    assert services.return_job(job, "w", "killed").state == "stopped"
    assert services.resume_training(researcher, job).state == "queued"


def test_messages_that_nobody_takes_are_not_heaped_up(
    make_job, monkeypatch, django_capture_on_commit_callbacks
):
    make_job(preset="one-gpu")
    make_job()
    heaps = {"training-gpu": 5, "training-cpu": 4}
    monkeypatch.setattr(work, "_messages", heaps.get)
    with django_capture_on_commit_callbacks() as sent:
        assert services.wake_for_all() == 1
    assert len(sent) == 1


def test_what_it_took_is_added_up_over_attempts(make_job):
    job = make_job(preset="eight-gpus")
    for _ in range(2):
        claimed(job)
        Job.objects.filter(pk=job.pk).update(attempt_at=timezone.now() - timedelta(seconds=100))
        services.return_job(job, "w", "killed")
    job.refresh_from_db()
    cost = services.cost_of(job)
    assert 200 <= cost["seconds"] < 260 and cost["gpu_s"] == pytest.approx(8 * cost["seconds"])
