"""Phones over adb from the first look to the judge's word, on stand-ins: PhoneWorld that tells its state to
nobody."""

import dataclasses
import os
import signal
import subprocess
import time

import pytest

from devices import actions
from tests.patience import PATIENCE_S
from tests.training.environments import scripted
from tests.training.environments.scripted import Counting, Plan
from training.environments import criteria, leased, standins
from training.environments.base import EnvironmentFailed, Goal
from training.environments.collect import REAL, Environments, Group, collect
from training.environments.mixed import judged
from training.environments.real import Address, RealEnvironment
from training.environments.rewards import RubricJudge


@pytest.fixture(scope="module")
def process():
    """The stand-ins' process, once they run."""
    return []


@pytest.fixture(scope="module")
def fleet(process, tmp_path_factory):
    made = subprocess.Popen

    class Noted(made):
        def __init__(self, *args, **more):
            super().__init__(*args, **more)
            if "--stand-in" in args[0]:
                process.append(self.pid)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(standins.subprocess, "Popen", Noted)
        patch.setattr(standins, "PROFILE", "none")  # a plan is blind to what gets in the way
        with leased.phones(tmp_path_factory.mktemp("job"), [], count=2, seed=7) as phones:
            yield phones


@pytest.fixture(scope="module")
def goal():
    """One whose plan hangs on no scrolling, which is never twice the same to the pixel."""
    for goal in scripted.drawn():
        told = dataclasses.replace(goal, task={**goal.task, "criteria": criteria.write(goal)})
        names = [action.name for action in scripted.oracle(goal.key)]
        if judged(told) and len(names) < 9 and "scroll" not in names:
            return told
    raise AssertionError("none of the goals can be judged")


def test_an_oracle_is_rewarded_and_who_does_nothing_is_not(fleet, goal):
    lazy = dataclasses.replace(goal, key="lazy", goal="lazy")
    form = Plan({goal.goal: scripted.oracle(goal.key), "lazy": (actions.Finish("Done"),)})
    groups = [Group(goal, 2, REAL), Group(lazy, 2, REAL)]
    for _ in range(3):  # a plan is blind to a phone that is late, on a busy machine: that is no verdict
        found = collect(Counting(), form, groups, Environments((), fleet))
        values = [t.reward and t.reward.value for t in found]
        if values == [1, 1, 0, 0]:
            break
    assert values == [1, 1, 0, 0], [(t.error, t.reward and t.reward.why) for t in found]
    assert all(t.environment == "real" and t.phone.startswith("stand-in") for t in found)
    assert found[2].reward.why and fleet.judge.asked.judged >= 2 and not fleet.quarantined


def test_each_episode_starts_from_a_phone_as_new(fleet):
    phone = fleet.take(timeout=PATIENCE_S)
    plain = Goal("plain", "plain", {})
    seen = phone.begin(plain)
    assert phone.apps()["Harbour Bank" if "Harbour Bank" in phone.apps() else "Notes"].startswith("org.")
    phone.act(actions.OpenApp("org.phoneworld.settings"))
    after = phone.act(actions.ButtonPress("recents"))
    assert after.tree.root != seen.tree.root
    assert phone.begin(plain).tree.root == seen.tree.root
    assert seen.settled and seen.image is None
    assert phone.act(actions.CallUser("help")) is None  # no captcha: nobody can help
    with pytest.raises(EnvironmentFailed, match="no person"):
        phone.begin(Goal("edited", "edited", {"setup": {"edits": [{"op": "insert"}]}}))
    fleet.give_back(phone)


def test_a_frozen_phone_is_its_own_fault(fleet, process, goal):
    phone = fleet.take(timeout=PATIENCE_S)
    phone.begin(Goal("plain", "plain", {}))
    phone._act_timeout = 1.0
    os.kill(process[0], signal.SIGSTOP)
    try:
        began = time.monotonic()
        with pytest.raises(EnvironmentFailed, match="stand-in"):
            phone.act(actions.ButtonPress("home"))
        assert time.monotonic() - began < 60
    finally:
        os.kill(process[0], signal.SIGCONT)
        phone._act_timeout = 60.0
    assert phone.begin(Goal("plain", "plain", {})) is not None
    fleet.give_back(phone)


def test_a_phone_that_is_not_there():
    row = {"serial": "127.0.0.1:1", "address": "127.0.0.1:9", "adb_port": 9, "kind": "real", "name": "Pixel"}
    at = Address.of(row)
    assert (at.host, at.adb_port, str(at)) == ("127.0.0.1", 9, "real phone Pixel")
    loop = leased.Loop()
    phone = RealEnvironment(at, loop, RubricJudge())
    with pytest.raises(EnvironmentFailed, match="real phone Pixel"):
        phone.begin(Goal("plain", "plain", {}))
    phone.close()
    loop.close()
