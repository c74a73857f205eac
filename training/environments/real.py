"""A phone over adb: a real one, or a stand-in for one. Slow, failing, judged by what its screens show.

A stand-in (``devices.virtual --stand-in``) is a PhoneWorld phone with disturbances, which tells its state to
nobody and is reset only as device farms reset theirs. Whatever is not a real phone is called "stand-in".
"""

import asyncio
import contextlib
from collections.abc import Coroutine
from dataclasses import dataclass

from devices.actions import Action
from devices.adb.client import AdbClient, AdbError
from devices.adb.scrcpy import apps as app_names
from devices.adb.scrcpy.jar import JarRefused, bundled_jar
from devices.observation import CaptureFailed, Observation
from devices.quiet import QuietDriver
from evaluation.agents.prompts import picture
from evaluation.judges.base import Case, Frame
from evaluation.start_states import NOT_A_SETUP, CannotPrepare, mock_steps, real_steps
from evaluation.trees import to_nodes
from training.environments.base import EnvironmentFailed, Goal, Reward
from training.environments.loop import Loop
from training.environments.rewards import RubricJudge, criteria_of

BEGIN_S, CLOSE_S = 90.0, 15.0
STEP_S = 30.0  # of one command of a set-up
REACTION_S, STILL_S = 0.06, 0.08  # PhoneWorld does what it is told at once, and does not animate
REAL_REACTION_S, REAL_STILL_S = 0.35, 0.4  # a real app reacts later, and does
BETWEEN_S = 0.15  # two actions of one answer: the first has to arrive
WIPE = ["cmd", "testharness", "enable"]
REAL, STAND_IN, MOCK = "real", "stand-in", "mock"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a phone is. ``kind``: real, stand-in, or mock (one of the fleet's that shows its state, which is
    not looked at; it stands in too, with disturbances)."""

    serial: str
    adb_port: int
    kind: str = STAND_IN
    host: str = "127.0.0.1"
    name: str = ""

    @classmethod
    def of(cls, row: dict) -> "Address":
        """From a line of a job's phones."""
        host = str(row.get("address") or "127.0.0.1").rpartition(":")[0] or row.get("address") or "127.0.0.1"
        return cls(row["serial"], int(row["adb_port"]), row.get("kind", REAL), host, row.get("name", ""))

    def __str__(self) -> str:
        return f"{'real phone' if self.kind == REAL else 'stand-in'} {self.name or self.serial}"


class RealEnvironment:
    """One phone. ``picture``: whether the learner is shown one (a judge that sees gets one either way).

    ``act_timeout``: s until an answer's actions must be done and the screen read.
    """

    kind = "real"

    def __init__(
        self, at: Address, loop: Loop, judge: RubricJudge, picture: bool = False, act_timeout: float = 60.0
    ):
        self.at, self.name, self.picture = at, str(at), picture
        self._loop, self._judge, self._act_timeout = loop, judge, act_timeout
        self._device = AdbClient(at.adb_port, at.host).device(at.serial)
        self._driver: QuietDriver | None = None
        self._apps: dict[str, str] = {}
        self._goal: Goal | None = None
        self._seen: Observation | None = None
        self._done: list[tuple[Action, Observation]] = []

    # --- what a learner does ---

    def begin(self, goal: Goal, seed: int = 0) -> Observation:
        self._goal, self._done = goal, []
        return self._keep(self._run(self._begin(goal), BEGIN_S))

    def act(self, *actions: Action) -> Observation | None:
        seen = self._run(self._act(actions), self._act_timeout)
        return None if seen is None else self._keep(seen)

    def screenshot(self):
        return self._run(self._driver.observe(tree=False), self._act_timeout).image

    def judge(self) -> Reward:
        """By the rubric, from the screens and the answer."""
        final = self._done[-1][0] if self._done and self._done[-1][0].is_final else None
        frames = [self._frame(n, action, seen) for n, (action, seen) in enumerate(self._done)]
        if final is None:  # it ended without a word: the last screen is one more frame
            frames.append(self._frame(len(frames), None, self._seen))
        answer, ending = (final.text, final.name) if final else ("", "")
        return self._judge.reward(
            Case(self._goal.goal, criteria_of(self._goal), tuple(frames), answer, ending, self._apps)
        )

    def apps(self) -> dict[str, str]:
        return self._apps

    def close(self) -> None:
        driver, self._driver = self._driver, None
        if driver:
            with contextlib.suppress(EnvironmentFailed):
                self._run(driver.close(), CLOSE_S)

    # --- in the phones' loop ---

    async def _begin(self, goal: Goal) -> Observation:
        try:
            for words, command in self._steps(goal):
                try:
                    (await self._device.shell(command, timeout=STEP_S)).check()
                except AdbError as error:
                    raise EnvironmentFailed(f"{words} failed: {error}") from error
        except CannotPrepare as error:
            raise EnvironmentFailed(str(error)) from error
        jar = bundled_jar()
        if not self._apps:
            self._apps = await app_names.labels(self._device, jar)
        if self._driver is None:
            waits = (REAL_REACTION_S, REAL_STILL_S) if self.at.kind == REAL else (REACTION_S, STILL_S)
            driver = QuietDriver(self._device, jar, self.at.kind != REAL, *waits)
            self._driver = await driver.__aenter__()
        return await self._look()

    def _steps(self, goal: Goal) -> list[tuple[str, list[str]]]:
        setup = goal.task.get("setup") or {}
        if self.at.kind == MOCK:
            seed = setup.get("seed", goal.task.get("seed", 1))
            return mock_steps({**setup, "seed": seed, "profile": "realistic"})
        if not possible(goal):
            raise EnvironmentFailed(f"{goal.key} starts from a state that no person could bring about")
        wipe = [("Resetting the phone", WIPE)] if self.at.kind == STAND_IN else []
        return wipe + real_steps(setup)

    async def _act(self, actions: tuple[Action, ...]) -> Observation | None:
        for number, action in enumerate(actions):
            self._done.append((action, self._seen))
            if action.is_final:
                if action.name == "call_user" and await self._user_helps():
                    continue
                return None
            if number:
                await asyncio.sleep(BETWEEN_S)
            await self._driver.perform(action)
        return await self._look()

    async def _user_helps(self) -> bool:
        """A stand-in has a person to ask; a real phone's must be asked by people."""
        if self.at.kind == REAL:
            return False
        told = await self._device.shell(["user", "helps"])
        return told.text.strip() == "helped"

    async def _look(self) -> Observation:
        return await self._driver.observe(screenshot=self.picture or self._judge.sees)

    # --- shared ---

    def _run(self, work: Coroutine, timeout: float):
        try:
            return self._loop.run(work, timeout)
        except EnvironmentFailed as error:
            self._drop()
            raise EnvironmentFailed(f"{self.name}: {error}") from error
        except (AdbError, CaptureFailed, JarRefused, TimeoutError, OSError) as error:
            self._drop()
            raise EnvironmentFailed(f"{self.name}: {type(error).__name__}: {error}") from error

    def _drop(self) -> None:
        """The line is opened anew for the next episode: whatever went wrong may lie in it."""
        driver, self._driver = self._driver, None
        if driver:
            with contextlib.suppress(Exception):
                self._loop.run(driver.close(), CLOSE_S)

    def _keep(self, seen: Observation) -> Observation:
        self._seen = seen
        return seen

    def _frame(self, number: int, action: Action | None, seen: Observation) -> Frame:
        told = action.to_json() if action else {"name": "none", "arguments": {}}
        nodes = tuple(to_nodes(seen.tree)) if seen.tree else ()
        shown = (
            picture(seen.image, self._judge.width)[0] if self._judge.sees and seen.image is not None else None
        )
        return Frame(number, told, seen.package, nodes, shown)


def possible(goal: Goal) -> bool:
    """Whether a phone that cannot be edited can be brought to the goal's start: by steps of people alone."""
    return set(goal.task.get("setup") or {}) <= set(NOT_A_SETUP)
