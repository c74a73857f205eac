"""What a round brings: groups that teach, none that the environment spoilt, shares of mock and real."""

import dataclasses
import json
import random

import pytest

from tests.training.trainers import toys
from training.config import RLConfig
from training.environments.base import Goal, Reward, Unjudged
from training.environments.collect import Environments
from training.environments.curriculum import Curriculum
from training.environments.episode import RolloutStep, Trajectory
from training.environments.mixed import shares
from training.generation import Sampled
from training.trainers.rollouts import Rollouts, Stalled, advantages, rows_of

CONFIG = RLConfig(
    groups=4, group_size=4, real_share=0.0, max_tokens=64, max_answer_tokens=4, refills=2, dead_rounds=3
)


class Scripted:
    """A policy that knows the way and errs now and then, as often as it is told to."""

    def __init__(self, errs=0.3, seed=0):
        self.errs, self.rng = errs, random.Random(seed)

    def act(self, prompts, temperature=1.0):
        answers = []
        for prompt in prompts:
            words = prompt.text.split()
            goal, taken = words[1:3], words.count("tap")
            right = "done" if taken > 1 else f"tap {goal[taken]}"
            said = f"tap {self.rng.randrange(toys.PLACES)}" if self.rng.random() < self.errs else right
            answers.append(Sampled(said, [1, 2, 3], [4, 5], [-0.1, -0.2]))
        return answers


def rollouts(config=CONFIG, policy=None, phones=None, **more):
    environments = Environments(phones or [toys.ToyPhone() for _ in range(16)])
    curriculum = Curriculum(toys.goals(12))
    return Rollouts(policy or Scripted(), toys.ToyForm(), curriculum, environments, config, **more)


def attempt(value, progress=0.0, steps=2, **said):
    step = RolloutStep(Sampled("tap 1", [1, 2], [3, 4], [-0.5, -0.1], **said))
    reward = None if value is None else Reward(value, progress)
    return Trajectory(Goal("g", "g", {}), 0, "mock", [step] * steps, reward)


def test_advantages_are_of_the_group_and_every_step_has_its_episodes():
    group = [attempt(1.0), attempt(0.0), attempt(0.0), attempt(0.0)]
    values = advantages(group, dataclasses.replace(CONFIG, progress=0.0))
    assert sum(values) == pytest.approx(0, abs=1e-9) and values[0] == pytest.approx(1.5, rel=1e-3)
    assert [row.advantage for row in rows_of(group[0], values[0], CONFIG)] == [values[0]] * 2
    plain = advantages(group, dataclasses.replace(CONFIG, progress=0.0, scale_rewards=False))
    assert plain == [0.75, -0.25, -0.25, -0.25]


def test_what_went_worse_may_weigh_less_or_nothing():
    group = [attempt(1.0), attempt(0.0), attempt(0.0)]
    plain = advantages(group, CONFIG)
    less = advantages(group, dataclasses.replace(CONFIG, negative=0.25))
    assert less[0] == plain[0] and less[1:] == [value / 4 for value in plain[1:]]
    nothing = dataclasses.replace(CONFIG, negative=0.0)
    assert advantages(group, nothing) == [plain[0], 0.0, 0.0]
    assert rows_of(group[1], 0.0, nothing) == [] != rows_of(group[1], plain[1], CONFIG)


def test_a_group_of_one_fate_teaches_nothing_unless_milestones_tell_it_apart():
    assert advantages([attempt(0.0), attempt(0.0)], CONFIG) is None
    half = [attempt(0.0, 0.5), attempt(0.0)]
    assert advantages(half, CONFIG)[0] > 0
    assert advantages(half, dataclasses.replace(CONFIG, progress=0.0)) is None


def test_what_the_environment_spoilt_is_no_failure():
    values = advantages([attempt(1.0), attempt(None), attempt(0.0)], CONFIG)
    assert values[1] is None and values[0] == -values[2]
    assert advantages([attempt(1.0), attempt(None)], CONFIG) is None


def test_answers_that_were_cut_or_unreadable_are_masked_as_told():
    cut = attempt(1.0, cut=True)
    assert not rows_of(cut, 1.0, CONFIG)
    assert len(rows_of(cut, 1.0, dataclasses.replace(CONFIG, mask_cut=False))) == 2
    unread = attempt(0.0)
    for step in unread.steps:
        step.parsed = False
    assert len(rows_of(unread, -1.0, CONFIG)) == 2
    assert not rows_of(unread, -1.0, dataclasses.replace(CONFIG, mask_parse_errors=True))
    long = attempt(1.0)
    long.steps[0].sampled.prompt_ids *= 40
    assert not rows_of(long, 1.0, CONFIG)


def test_groups_of_one_fate_are_dropped_and_others_rolled_out():
    """A policy that seldom errs: without refills most groups teach nothing."""
    alone = rollouts(dataclasses.replace(CONFIG, refills=0), Scripted(0.06, seed=1)).batch(1)
    refilled = rollouts(dataclasses.replace(CONFIG, refills=6), Scripted(0.06, seed=1)).batch(1)
    assert alone.values["episodes"] == 16 and refilled.values["episodes"] > 16
    assert len(refilled.rows) > len(alone.rows)
    taught = [a for a in refilled.advantages if a is not None]
    assert len(taught) % CONFIG.group_size == 0 and len(taught) <= 16
    assert all(any(v != 0 for v in taught[n : n + 4]) for n in range(0, len(taught), 4))


def test_a_broken_environment_is_left_out_and_counted():
    phones = [toys.ToyPhone(breaks="toy 0 1") for _ in range(16)]
    config = dataclasses.replace(CONFIG, groups=12, refills=0)
    batch = rollouts(config, phones=phones).batch(1)
    spoilt = [t for t in batch.trajectories if t.goal.key == "toy 0 1"]
    assert len(spoilt) == 4 == batch.values["environment_errors"]
    assert all(t.reward is None for t in spoilt)
    assert all(a is None for t, a in zip(batch.trajectories, batch.advantages, strict=True) if t in spoilt)


def test_shares_are_evened_out_over_the_rounds():
    rounds = [shares(3, 0.5, number) for number in range(1, 5)]
    assert [one["real"] for one in rounds] == [1, 2, 1, 2]
    assert [one["mock"] for one in rounds] == [2, 1, 2, 1]
    assert shares(4, 1.0, 1) == {"mock": 0, "real": 4}


def test_it_stops_when_nothing_is_learnt_any_more():
    made = rollouts(policy=Scripted(errs=0.0))
    made.batch(1), made.batch(2)
    with pytest.raises(Stalled, match="3 rounds in a row"):
        made.batch(3)


class Unread(toys.ToyPhone):
    def judge(self):
        raise Unjudged("the judge cannot be read")


def test_it_says_what_kept_a_reward_away_when_it_stops():
    made = rollouts(phones=[Unread() for _ in range(16)])
    made.batch(1), made.batch(2)
    why = r"(\d+) of the last round's \1 episodes have no reward, most often: the judge cannot be read"
    with pytest.raises(Stalled, match=why):
        made.batch(3)


def test_going_on_draws_what_would_have_come():
    straight, broken = rollouts(policy=Scripted(seed=3)), rollouts(policy=Scripted(seed=3))
    straight.batch(1)
    broken.batch(1)
    later = rollouts(policy=broken.policy)
    later.restore(json.loads(json.dumps(broken.state())))
    for number in (2, 3):
        a, b = straight.batch(number), later.batch(number)
        assert [t.goal.key for t in a.trajectories] == [t.goal.key for t in b.trajectories]
        assert a.advantages == b.advantages and a.values["episodes"] == b.values["episodes"]


def test_samples_are_kept(tmp_path):
    config = dataclasses.replace(CONFIG, samples=2)
    rollouts(config, folder=tmp_path).batch(7)
    lines = [json.loads(line) for line in (tmp_path / "samples" / "7.jsonl").read_text().splitlines()]
    assert len(lines) == 2 and lines[0]["steps"][0]["told"].startswith("goal")
