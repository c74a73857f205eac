"""Oracle rollouts with variation: rewarded every one, told apart what is odd, the same from the same seed."""

from collections import Counter

import pytest

from devices.phoneworld import Phone
from devices.phoneworld.disturb import inject, table
from devices.phoneworld.tasks.check import chosen_by
from devices.phoneworld.tasks.judge import begin, judge
from devices.phoneworld.tasks.player import Hand
from training.data import troubles
from training.data.demonstrations import Habits, HeldOut, Variation, chosen, generate
from training.data.heldout import splits
from training.data.records import canonical, to_json
from training.data.trees import flat

FEW = ("notes", "settings", "clock")
PLAIN = Variation.none()


def content(episode) -> bytes:
    return canonical(to_json(episode, lambda seen: None))


@pytest.fixture(scope="module")
def varied():
    """Episodes in which much is out of the ordinary."""
    often = Habits(
        launcher=0.7, search=0.7, blind=0.5, up=0.7, shuffle=1, mistakes=1, disturbed=1, jitter=True
    )
    variation = Variation(starts={"home": 1, "other": 1, "within": 1}, habits=often)
    return list(generate(24, seed=3, of=chosen(only=FEW), variation=variation))


def test_every_one_is_rewarded_when_it_is_done_again(varied):
    known = {t.key: t for t in chosen(only=FEW)}
    for episode in varied:
        task = known[episode.task.template].task(episode.about["task_seed"])
        assert (task.id, episode.reward) == (episode.task.key, 1.0) and episode.steps[-1].action.is_final
        if episode.about["start"] != "home" or episode.about["closings"] or "message" in str(episode.about):
            continue  # what came in between came from outside
        phone = begin(task)
        before, hand = phone.snapshot(), Hand(phone)
        for step in episode.steps:
            hand.do(step.action)
        assert judge(task, before, phone.state, step.action.name, step.action.text).reward == 1


def test_what_is_odd_is_told(varied):
    ways = Counter(way for e in varied for way in e.about["ways"])
    assert {"launcher", "wrong tap", "wrong app"} <= set(ways)
    assert sum(bool(e.about["closings"]) for e in varied) >= 3
    assert {e.about["start"] for e in varied} == {"home", "other", "within"}
    assert len({e.about["wording"] for e in varied}) == 4
    for episode in varied:
        odd = [*episode.about["mistakes"], *episode.about["recoveries"], *map(int, episode.about["closings"])]
        assert len(set(odd)) == len(odd) and all(0 <= n < len(episode.steps) for n in odd)
        assert bool(episode.about["mistakes"]) == any("wrong" in way for way in episode.about["ways"])


def test_a_wrong_touch_is_taken_back(varied):
    seen = 0
    for episode in varied:
        steps = episode.steps
        for n in episode.about["mistakes"]:
            if steps[n].action.name == "click" and n + 2 < len(steps) and "closes" not in str(episode.about):
                look = flat(steps[n].observation.tree)
                assert steps[n + 1].action.name == "button_press"
                assert flat(steps[n + 1].observation.tree) != look
                seen += flat(steps[n + 2].observation.tree) == look
    assert seen


def test_chinese_goals_are_said_to_be_chinese():
    variation = Variation({"zh": 1}, {"home": 1}, Habits())
    of = [t for t in chosen(only=FEW) if t.goals_zh][:3]
    for episode in generate(3, of=of, variation=variation):
        assert episode.language == "zh" and any("一" <= c <= "鿿" for c in episode.goal)


def test_the_same_seed_gives_the_same_episodes_and_another_others():
    of = chosen(only=("settings",))[:4]
    one, same, other = ([content(e) for e in generate(4, seed=s, of=of)] for s in (1, 1, 2))
    assert one == same and one != other


def test_several_processes_give_the_same_in_the_same_order():
    of = chosen(only=("settings",))[:5]
    here = [content(e) for e in generate(6, seed=1, of=of, variation=PLAIN)]
    there = [content(e) for e in generate(6, seed=1, of=of, variation=PLAIN, processes=2)]
    assert there == here
    assert list(generate(2, seed=1, of=of, variation=PLAIN, processes=2, then=content)) == here[:2]


@pytest.mark.parametrize("how", ["split", "key", "template"])
def test_test_templates_are_never_played(how):
    (kept, *_) = chosen_by(next(key for key, split in splits().items() if split == "test"))
    ways = {
        "split": lambda: chosen("test"),
        "key": lambda: chosen(only=(kept.key,)),
        "template": lambda: list(generate(1, of=[kept])),
    }
    with pytest.raises(HeldOut, match="measuring"):
        ways[how]()


def test_held_out_apps_never_show():
    """Neither as what is open at the start nor as what is opened by mistake."""
    variation = Variation(starts={"other": 1}, habits=Habits(mistakes=1))
    kept = {"townboard", "earshot", "flights", "parking", "rentals", "cards"}
    for episode in generate(12, seed=9, of=chosen(only=FEW), variation=variation):
        assert not kept & {s.observation.package.rsplit(".", 1)[-1] for s in episode.steps}


@pytest.mark.parametrize("kind", troubles.CURABLE)
def test_each_disturbance_is_handled_rightly(kind):
    phone = Phone(5)
    phone.open_app("org.phoneworld.marlow")
    inject(phone, kind)
    hand = Hand(phone)
    hand.do(_waited())
    for _ in range(12):
        shown = troubles.showing(phone)
        if not shown:
            break
        hand.do(troubles.answer(phone, hand.see(), shown))
    row = table(phone.state)[-1]
    assert troubles.showing(phone) == "" and row["kind"] == kind and row["right"] and not row["charged"]


def _waited():
    from devices.actions import Wait

    return Wait(2500)


def test_nothing_to_play_ends():
    assert list(generate(5, of=[])) == [] and list(generate(0, of=chosen(only=FEW))) == []
