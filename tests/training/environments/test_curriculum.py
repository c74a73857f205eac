"""What is drawn next, what is never drawn, and that a resumed draw goes on as it would have."""

import json
from collections import Counter

import pytest

from training.environments import mixed
from training.environments.base import Goal, Reward
from training.environments.collect import MOCK, REAL, Trajectory
from training.environments.curriculum import Curriculum, Round, by_group


def goal(kind, number, **task):
    return Goal(f"{kind}-{number}", f"{kind} {number}", {"id": kind, "rubric": [], **task}, kind)


GOALS = [goal("easy", n) for n in range(4)] + [goal("edge", n) for n in range(8)] + [goal("hard", 0)]


def group(of, values, number=0):
    return [Trajectory(of, number, MOCK, reward=None if v is None else Reward(v)) for v in values]


def taught(**more):
    made = Curriculum(GOALS, **more)
    for _ in range(20):
        made.tell([group(GOALS[0], [1, 1]), group(GOALS[4], [1, 0]), group(GOALS[12], [0, 0])])
    return made


def test_what_sometimes_succeeds_is_drawn_most():
    made = taught(seed=1)
    assert made.rate("easy") > 0.9 and 0.4 < made.rate("edge") < 0.6 and made.rate("hard") < 0.1
    drawn = Counter(g.kind for _ in range(300) for g in made.draw(1))
    # edge: .15 + 4/4 = 1.15; easy and hard: somewhat above .15; the size of a kind does not count
    assert drawn["edge"] > 1.8 * max(drawn["easy"], drawn["hard"]) and min(drawn.values()) > 15


def test_goals_differ_while_there_are_enough_and_refills_bring_others():
    made = Curriculum(GOALS)
    first = made.draw(6)
    assert len({g.key for g in first}) == 6
    again = made.draw(7, without={g.key for g in first})
    assert {g.key for g in first} | {g.key for g in again} == {g.key for g in GOALS}
    assert len(made.draw(30)) == 30


def test_rounds_tell_what_taught_and_a_broken_phone_tells_nothing():
    made = Curriculum(GOALS)
    groups = [group(GOALS[0], [1, 0, None]), group(GOALS[1], [1, 1]), group(GOALS[4], [0, 0]),
              group(GOALS[12], [None, None])]  # fmt: skip
    seen = made.tell(groups)
    assert seen == Round(mixed=1, solved=1, failed=1, lost=1) and seen.share == pytest.approx(1 / 3)
    assert made.rate("hard") == 0.5
    for expected in (1, 2):
        made.close_round(Round(failed=3))
        assert made.dead == expected
    made.close_round(seen)
    assert made.dead == 0 and made.rounds == 3


def test_it_goes_on_where_it_was():
    made = taught(seed=3)
    made.draw(5)
    kept = json.loads(json.dumps(made.to_json()))
    other = Curriculum(GOALS, seed=99)
    other.restore(kept)
    assert [g.key for g in other.draw(9)] == [g.key for g in made.draw(9)]
    assert other.to_json() == made.to_json()


def test_trajectories_come_apart_by_group():
    mine = [*group(GOALS[0], [1, 0], 2), *group(GOALS[1], [1], 0)]
    assert [[t.group for t in one] for one in by_group(mine)] == [[0], [2, 2]]


def test_shares_even_out():
    assert [mixed.shares(3, 0.5, n)[REAL] for n in range(1, 5)] == [1, 2, 1, 2]
    assert mixed.shares(4, 1.0, 7) == {MOCK: 0, REAL: 4} and mixed.shares(4, 0.0, 7) == {MOCK: 4, REAL: 0}


def test_real_groups_get_goals_that_can_be_begun_and_judged():
    must = [{"must": "The last screen shows “x”."}]
    goals = [
        goal("a", 1, criteria=must),
        goal("a", 2),
        goal("a", 3, criteria=must, setup={"edits": [{"op": "insert"}]}),
        goal("a", 4, criteria=must, setup={"seed": 3}),
    ]
    groups = mixed.draw(Curriculum(goals), {MOCK: 2, REAL: 2}, size=4)
    by_kind = {kind: {g.goal.key for g in groups if g.environment == kind} for kind in (MOCK, REAL)}
    assert by_kind[REAL] == {"a-1", "a-4"} and by_kind[MOCK] == {"a-2", "a-3"}
    assert all(g.size == 4 for g in groups)
    with pytest.raises(ValueError, match="fit"):
        mixed.draw(Curriculum(goals[1:3]), {REAL: 1}, size=4)
