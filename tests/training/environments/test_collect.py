"""Groups of episodes: all phones at once, ends told apart, what an environment spoils never counted against
the policy."""

import itertools
import threading

import pytest

from devices import actions
from tests.patience import PATIENCE_S
from tests.training.environments import scripted
from tests.training.environments.scripted import Counting, Plan, Pretend, pretend_goal
from training.environments.collect import REAL, Environments, Group, Limits, Timed, collect
from training.environments.fleet import Phones
from training.environments.mock import MockEnvironment, Starts

A, B = pretend_goal("a"), pretend_goal("b")
SAYS_A = {"a": (actions.Type("a"), actions.Finish("Done")), "b": (actions.Type("x"), actions.Finish("Done"))}


def fleet(*phones, **more):
    known = {phone.name: phone for phone in phones}
    return Phones([{"serial": name} for name in known], lambda row: known[row["serial"]], **more)


def outcomes(trajectories):
    return [(t.group, t.ending, t.reward.value if t.reward else None) for t in trajectories]


def test_a_group_is_complete_and_in_order_whatever_the_number_of_phones():
    goals = scripted.drawn()[:3]
    form = Plan({goal.goal: scripted.oracle(goal.key) for goal in goals})
    starts = Starts()
    for phones in (2, 12):
        policy, timed = Counting(), Timed()
        mocks = [MockEnvironment(starts=starts) for _ in range(phones)]
        found = collect(policy, form, [Group(g, 3) for g in goals], Environments(mocks), timed=timed)
        assert [t.group for t in found] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
        assert all(t.reward.value == 1 and t.environment == "mock" for t in found)
        assert [len(t.steps) for t in found[::3]] == [len(scripted.oracle(g.key)) for g in goals]
        assert policy.batches[0] == min(9, phones)
        assert timed.steps == sum(policy.batches) and timed.batches == len(policy.batches)


def test_how_episodes_end():
    tap = actions.Click(((5, 5),))
    plans = {
        "done": (actions.Type("done"), actions.Finish("ok")),
        "asked": (actions.CallUser("help"),),
        "limit": (tap, tap, tap, tap, tap, tap),
        "mumbles": (actions.Type("mumbles"),),
        "two": ((actions.Type("two"), actions.Finish("both at once")),),
    }
    groups = [Group(pretend_goal(words), 1) for words in plans]
    found = collect(Counting(), Plan(plans), groups, Environments([Pretend()]), limits=Limits(unreadable=2))
    assert outcomes(found) == [
        (0, "finish", 1),
        (1, "call_user", 0),
        (2, "step_limit", 0),
        (3, "unreadable", 0),
        (4, "finish", 1),
    ]
    assert found[0].answer == "ok" and found[4].answer == "both at once"
    mumbled = found[3]
    assert [step.parsed for step in mumbled.steps] == [True, False, False]
    assert mumbled.reward.progress == 1, "the phone stands as it should, but nobody knows what was meant"
    assert [step.loop for step in found[2].steps] == [False, False, True, True, True]
    short = collect(Counting(), Plan(plans), [groups[2]], Environments([Pretend()]), limits=Limits(steps=2))
    assert len(short[0].steps) == 2


def test_what_is_kept_and_what_takes_too_long():
    long = pretend_goal("a")
    plan = {"a": (actions.Wait(10**9), actions.LongPress(((1, 1),), 10**6), actions.Finish("x"))}
    found = collect(
        Counting(), Plan(plan), [Group(long, 2), Group(long, 2)], Environments([Pretend()]), keep=1
    )
    assert [[s.seen is not None for s in t.steps] for t in found] == [[True] * 3] + [[False] * 3] * 3
    assert found[0].steps[0].told and found[0].apps
    assert found[0].steps[0].actions[0].time <= 60_000 and found[0].steps[1].actions[0].duration <= 10_000


def test_an_environment_that_fails_is_left_out():
    mocks = [Pretend(fails={0}), Pretend()]
    found = collect(Counting(), Plan(SAYS_A), [Group(A, 4)], Environments(mocks))
    lost = [t for t in found if t.reward is None]
    assert len(found) == 4 and len(lost) == 1
    assert lost[0].ending == "environment" and "broke" in lost[0].error
    assert sorted(t.reward.value for t in found if t.reward) == [1, 1, 1]


def test_real_phones_join_and_what_one_spoils_is_done_again():
    bad = Pretend("real", "bad", fails=range(1000))
    phones = fleet(bad, Pretend("real", "good"), Pretend("real", "other"))
    groups = [Group(A, 4, REAL), Group(B, 2)]
    found = collect(Counting(), Plan(SAYS_A), groups, Environments([Pretend()], phones))
    assert outcomes(found) == [(0, "finish", 1)] * 4 + [(1, "finish", 0)] * 2
    assert {t.environment for t in found[:4]} == {"real"} and {t.environment for t in found[4:]} == {"mock"}
    assert "bad" not in {t.phone for t in found} and phones.device_s > 0


def test_without_any_phone_left_the_episodes_are_left_out():
    phones = fleet(Pretend("real", "bad", fails=range(1000)), strikes=1, patience_s=0)
    found = collect(Counting(), Plan(SAYS_A), [Group(A, 3, REAL)], Environments((), phones))
    assert [t.reward for t in found] == [None] * 3 and all("No phone is left" in t.error for t in found[1:])


def test_stopping_leaves_out_what_is_not_over():
    asked = itertools.count()
    found = collect(
        Counting(), Plan(SAYS_A), [Group(A, 2), Group(A, 2, REAL)],
        Environments([Pretend()], fleet(Pretend("real", "one"))), stop=lambda: next(asked) > 0,
    )  # fmt: skip
    assert len(found) == 4 and all(t.ending == "stopped" and t.reward is None for t in found)
    assert not [t for t in threading.enumerate() if t.name.startswith("real-phone")]


def test_a_policy_that_breaks_is_heard_and_the_phones_are_put_down():
    class Broken:
        def act(self, prompts, temperature=1.0):
            raise RuntimeError("out of memory")

    phones = fleet(Pretend("real", "one"))
    with pytest.raises(RuntimeError, match="out of memory"):
        collect(Broken(), Plan(SAYS_A), [Group(A, 2, REAL)], Environments((), phones))
    assert phones.take(timeout=PATIENCE_S) is not None


def test_groups_need_phones_of_their_kind():
    with pytest.raises(ValueError, match="no fleet"):
        collect(Counting(), Plan(SAYS_A), [Group(A, 2, REAL)], Environments([Pretend()]))
    with pytest.raises(ValueError, match="no mock phone"):
        collect(Counting(), Plan(SAYS_A), [Group(A, 2)], Environments())
