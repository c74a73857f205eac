"""Where the fleet has no phone for real apps a trainer makes stand-ins of its own, and keeps them."""

import pytest

from tests.training.environments.scripted import Pretend
from tests.training.jobs.fake_trainer import HOWS
from training import services, supervisor
from training.environments.fleet import Phones


@pytest.mark.django_db(transaction=True)
def test_the_supervisor_takes_none_of_them_away(make_job, monkeypatch):
    monkeypatch.setattr(supervisor, "POLL_S", 0.05)
    supervisor.closing.clear()
    job = make_job(HOWS["slow"], kind="real_rl")
    supervisor.work(job.queue)
    job.refresh_from_db()
    folder = services.folder_of(job)
    assert job.state == "done" and folder.read(folder.config)["phones"] == []
    assert not folder.phones.exists(), "an empty list there would take them away"


def test_they_stay_whatever_is_lent(tmp_path):
    phones = Phones([{"serial": "a"}], lambda row: Pretend("real", row["serial"]), tmp_path, follows=False)
    (tmp_path / "phones.json").write_text("[]")
    assert phones.take(0).name == "a"
