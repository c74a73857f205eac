"""Random taps: the floor below which no agent should be. The same seed does the same on the same screens."""

import random

from devices import actions
from devices.actions import Action
from evaluation.agents.dialects.base import finger_path
from evaluation.agents.policies.base import Answer, Question


class RandomPolicy:
    """Mostly taps what can be tapped, now and then scrolls or goes back; never says that it is done."""

    async def act(self, question: Question) -> Answer:
        rng = random.Random(f"random {question.seed} {question.step}")
        return Answer("", (self._choose(rng, question),))

    async def close(self) -> None: ...

    def _choose(self, rng: random.Random, question: Question) -> Action:
        seen, chance = question.observation, rng.random()
        if chance < 0.15:
            return actions.Scroll(finger_path(rng.choice(["up", "down", "left", "right"]), question.screen))
        if chance < 0.25:
            return actions.ButtonPress("back")
        nodes = [n for n in seen.tree.root.walk() if n.takes_touch] if seen.tree else []
        boxes = [n.bounds for n in nodes if n.bounds[0] < n.bounds[2] and n.bounds[1] < n.bounds[3]]
        if not boxes:
            return actions.Click(((rng.randrange(seen.width), rng.randrange(seen.height)),))
        left, top, right, bottom = rng.choice(boxes)
        return actions.Click(((rng.randrange(left, right), rng.randrange(top, bottom)),))
