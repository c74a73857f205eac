"""Plans instead of models: a form whose answers are numbers of planned actions, a policy that counts."""

import itertools
from functools import lru_cache

from devices import actions
from devices.actions import ActionError
from devices.phoneworld import Phone
from devices.phoneworld.tasks.moves import from_json
from devices.phoneworld.tasks.player import Hand, Player
from evaluation.agents.dialects import Screen
from training.environments import goals
from training.environments.base import EnvironmentFailed, Goal, Reward
from training.environments.mock import setup_of
from training.environments.screens import observe
from training.forms import Prompt
from training.generation import Sampled


@lru_cache(8)
def drawn(count: int = 6, only: str = "notes") -> tuple[Goal, ...]:
    return tuple(goals.draw(count, seed=3, only=(only,), wordings=("plain",)))


@lru_cache(64)
def oracle(key: str) -> tuple[actions.Action, ...]:
    """The oracle's actions for a goal of ``drawn()``."""
    goal = next(goal for goal in drawn() if goal.key == key)
    seed, setup = setup_of(goal.task)
    phone = Phone(seed)
    phone.reset(seed, setup)
    return tuple(Player(Hand(phone)).play([from_json(move) for move in goal.task["oracle"]]).actions)


class Plan:
    """``plans``: goal's words -> actions; an answer is the number of the next, "?" once there is none."""

    name, version, sees, reads = "plan", "1", False, True

    def __init__(self, plans: dict):
        self.plans = plans
        self.seen = []

    def prompt(self, goal, seen, past, apps):
        self.seen.append((goal, seen))
        return Prompt(Screen(seen.width, seen.height), f"{goal}\n{len(past)}")

    def remember(self, answer, prompt):
        return answer

    def read(self, answer, prompt):
        plan = self.plans[prompt.text.split("\n")[0]]
        if not answer.isdecimal() or int(answer) >= len(plan):
            raise ActionError("no such action")
        act = plan[int(answer)]
        return act if isinstance(act, tuple) else (act,)


class Counting:
    """Answers with the number of the step. ``batches`` keeps how many it was asked at once."""

    def __init__(self):
        self.batches = []

    def act(self, prompts, temperature=1.0):
        self.batches.append(len(prompts))
        return [Sampled(p.text.split("\n")[1], [1], [2], [0.0]) for p in prompts]


class Pretend:
    """A phone without a screen: succeeds when the goal's words were typed. ``fails``: at which calls (of all
    pretend phones that share the counter) it breaks."""

    def __init__(self, kind="mock", name="pretend", fails=(), calls=None):
        self.kind, self.name = kind, name
        self.fails, self.calls = set(fails), calls or itertools.count()
        self.closed, self.typed, self.phone = False, [], Phone()

    def begin(self, goal, seed=0):
        self.goal, self.typed = goal, []
        return self._look()

    def act(self, *acts):
        for act in acts:
            if act.is_final:
                return None
            self.typed.append(getattr(act, "text", act.name))
        return self._look()

    def judge(self):
        good = self.goal.goal in self.typed
        return Reward(float(good), float(good))

    def screenshot(self):
        return None

    def apps(self):
        return {"Notes": "org.phoneworld.notes"}

    def close(self):
        self.closed = True

    def _look(self):
        if next(self.calls) in self.fails:
            raise EnvironmentFailed(f"{self.name} broke")
        return observe(self.phone)


def pretend_goal(words: str, step_limit: int = 5) -> Goal:
    return Goal(words, words, {}, kind=words, step_limit=step_limit)
