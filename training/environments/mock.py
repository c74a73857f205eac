"""A PhoneWorld phone in this process: no adb, no wall clock, the verifier's word as the reward."""

from collections import OrderedDict

from devices.actions import Action
from devices.observation import CaptureFailed, Observation
from devices.phoneworld import Phone, disturb
from devices.phoneworld.tasks.judge import judge
from devices.phoneworld.tasks.player import Hand
from evaluation.start_states import NOT_A_SETUP
from training.environments.base import EnvironmentFailed, Goal, Reward
from training.environments.screens import observe

STARTS_KEPT = 1024


class MockEnvironment:
    """One phone; hundreds of them share screens, apps and start states.

    ``picture``, ``tree``: what observations hold. A task is set up once for all phones (``starts``), so a
    group of attempts from one start costs one set-up.
    """

    kind, name = "mock", "PhoneWorld"

    def __init__(self, picture: bool = False, tree: bool = True, starts: "Starts | None" = None):
        self.picture, self.tree = picture, tree
        self.starts = starts or Starts()
        self.phone = Phone()
        self._hand = Hand(self.phone)
        self._task: dict = {}
        self._before = None
        self._ending: tuple[str | None, str | None] = (None, None)
        self._actions = 0

    def begin(self, goal: Goal, seed: int = 0) -> Observation:
        """``seed`` changes nothing: the start state is the task's own."""
        self.starts.put(self.phone, goal)
        self._task, self._before = goal.task, self.phone.snapshot()
        self._ending, self._actions = (None, None), 0
        return self.look()

    def act(self, *actions: Action) -> Observation | None:
        for action in actions:
            self._actions += 1
            try:
                if not action.is_final:
                    self._hand.do(action)
                elif action.name != "call_user" or not disturb.user_helps(self.phone):
                    self._ending = action.name, action.text
                    return None
                # else the user did what only a person can, and hands the phone back
            except Exception as error:  # a fault of a mock app is the phone's, not the policy's
                raise EnvironmentFailed(f"PhoneWorld stumbled over {action}: {error!r}") from error
        return self.look()

    def look(self) -> Observation:
        try:
            return observe(self.phone, self.picture, self.tree)
        except CaptureFailed as error:
            raise EnvironmentFailed(str(error)) from error

    def screenshot(self):
        try:
            return observe(self.phone, picture=True, tree=False).image
        except CaptureFailed:  # a dark screen; what the next look says of it is another matter
            return None

    def judge(self) -> Reward:
        """By the verifier, from the state before and now, and the answer."""
        try:
            found = judge(
                _Verified(self._task), self._before, self.phone.state, *self._ending, actions=self._actions
            )
        except (ValueError, KeyError, TypeError) as error:
            raise EnvironmentFailed(f"the verifier could not be asked: {error}") from error
        failed = [f"{rule['rule']}: {rule['detail']}" for rule in found.rules if not rule["ok"]]
        details = {
            "rules": found.rules,
            "side_effects": len(found.side_effects),
            "false_claim": found.false_claim,
        }
        return Reward(float(found.reward), found.progress, "; ".join(failed)[:500], details)

    def apps(self) -> dict[str, str]:
        return {entry["label"]: entry["package"] for entry in self.phone.packages()}

    def close(self) -> None:
        self.phone.forget_frame()


class Starts:
    """Start states of tasks, the last used kept."""

    def __init__(self, most: int = STARTS_KEPT):
        self.most = most
        self._kept: OrderedDict[str, object] = OrderedDict()

    def put(self, phone: Phone, goal: Goal) -> None:
        """Put a phone into the goal's start state. EnvironmentFailed when the set-up does not fit."""
        known = self._kept.get(goal.key)
        if known is not None:
            self._kept.move_to_end(goal.key)
            phone.restore(known)
            return
        seed, setup = setup_of(goal.task)
        try:
            phone.reset(seed, setup)
        except (ValueError, KeyError, TypeError) as error:
            raise EnvironmentFailed(f"{goal.key} cannot be set up: {error}") from error
        self._kept[goal.key] = phone.snapshot()
        if len(self._kept) > self.most:
            self._kept.popitem(last=False)


def setup_of(task: dict) -> tuple[int, dict]:
    """``(seed, set-up)`` of a generated task (seed beside the set-up) or a suite's (seed within)."""
    setup = task.get("setup") or {}
    seed = setup.get("seed", task.get("seed", 1))
    return int(seed), {key: value for key, value in setup.items() if key not in NOT_A_SETUP}


class _Verified:
    """A task's row as ``judge`` takes it."""

    def __init__(self, task: dict):
        self.verifier = task["verifier"]
