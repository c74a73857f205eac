"""Phones of a job: lent one at a time, rested, put aside, replaced."""

import json
import time

import pytest

from tests.patience import PATIENCE_S
from tests.training.environments.scripted import Pretend
from training.environments import fleet as module
from training.environments.base import EnvironmentFailed
from training.environments.fleet import Phones


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(module, "REST_S", 0.01)
    monkeypatch.setattr(module, "LOOK_S", 0.01)


@pytest.fixture
def made():
    return {}


@pytest.fixture
def open_fleet(made, tmp_path):
    def opened(*serials, **more):
        def make(row):
            return made.setdefault(row["serial"], Pretend("real", row["serial"]))

        return Phones([{"serial": serial} for serial in serials], make, tmp_path, **more)

    return opened


def test_each_phone_is_lent_once(open_fleet):
    phones = open_fleet("a", "b")
    first, second = phones.take(0), phones.take(0)
    assert {first.name, second.name} == {"a", "b"} and phones.take(0) is None
    phones.give_back(first)
    assert phones.take(PATIENCE_S) is first and phones.size == 2


def test_failing_again_and_again_is_quarantine(open_fleet, made, tmp_path):
    phones = open_fleet("a", strikes=2, patience_s=0)
    phones.give_back(phones.take(PATIENCE_S), "no picture")
    phones.give_back(phones.take(PATIENCE_S))  # a good episode clears it
    phones.give_back(phones.take(PATIENCE_S), "no picture")
    phones.give_back(phones.take(PATIENCE_S), "frozen")
    assert phones.quarantined == {"a"} and made["a"].closed
    (line,) = (tmp_path / "quarantine.jsonl").read_text().splitlines()
    assert {"serial": "a", "why": "frozen"}.items() <= json.loads(line).items()
    with pytest.raises(EnvironmentFailed, match="No phone is left"):
        while True:
            phones.take(1)


def test_others_come_and_go_by_the_jobs_file(open_fleet, made, tmp_path):
    phones = open_fleet("a", "b")
    lent = phones.take(0)
    other = next(name for name in "ab" if name != lent.name)
    (tmp_path / "phones.json").write_text(json.dumps([{"serial": "c"}]))
    time.sleep(0.02)
    assert phones.take(PATIENCE_S).name == "c"
    assert phones.take(0) is None
    phones.give_back(lent)
    assert made[lent.name].closed and phones.take(0) is None
    deadline = time.monotonic() + PATIENCE_S
    while not made[other].closed:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    (tmp_path / "phones.json").write_text("[{")
    assert phones.take(0) is None


def test_closing_puts_all_down(open_fleet, made):
    phones = open_fleet("a", "b")
    lent = phones.take(0)
    phones.close()
    phones.give_back(lent)
    assert all(phone.closed for phone in made.values()) and len(made) == 2
