"""One attempt at a goal on one phone: what it is asked, what its answers do, how it ends."""

import time
from dataclasses import dataclass, field, replace

from devices.actions import Action, ActionError
from devices.observation import Observation
from evaluation.agents.prompts import picture, unread
from training.environments.base import Environment, Goal, Reward, Unjudged
from training.forms import Form, Prompt
from training.generation import Sampled

WIDTH = 540  # px at most, of pictures for people
SAME_IN_A_ROW = 3  # equal actions that are flagged as a loop, as the agent runner does
LONGEST_WAIT_MS, LONGEST_TOUCH_MS = 10_000, 3_000
#: How an episode can end beside the names of final actions.
STEP_LIMIT, TIME_LIMIT, UNREADABLE, ENVIRONMENT = "step_limit", "time_limit", "unreadable", "environment"


@dataclass(slots=True)
class RolloutStep:
    """``actions`` in device px, empty when the answer could not be read. ``loop``: the same for the third
    time in a row. Only of episodes that are kept whole: ``seen``, ``told`` (the prompt's words) and ``shot``,
    the screen as JPEG for people, whatever the learner is shown."""

    sampled: Sampled
    actions: tuple[Action, ...] = ()
    parsed: bool = True
    loop: bool = False
    seen: Observation | None = None
    told: str = ""
    shot: bytes | None = None


@dataclass(slots=True)
class Trajectory:
    """``group``: its number in the call. ``reward`` None: the environment failed or nobody could judge
    (``error`` says how), so it is left out, never counted as a failure. ``seconds``: wall time, from the
    set-up to the verdict."""

    goal: Goal
    group: int
    environment: str
    steps: list[RolloutStep] = field(default_factory=list)
    reward: Reward | None = None
    ending: str = ""
    seconds: float = 0.0
    error: str = ""
    phone: str = ""
    answer: str = ""
    apps: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Limits:
    """``steps`` 0: as the goal says, else at most so many. ``unreadable``: answers in a row that end it.
    ``seconds``: of wall time, 0 for none."""

    steps: int = 0
    unreadable: int = 3
    seconds: float = 0.0


class Attempt:
    """``begin``, then ``prompt``, ``take``, ``perform`` in turn until ``over``, then ``close``.

    begin, perform and close touch the phone and may be slow; EnvironmentFailed passes through them.
    """

    def __init__(
        self, goal: Goal, group: int, number: int, form: Form, limits: Limits, keep: bool, tries: int = 0
    ):
        self.goal, self.group, self.number, self.form, self.keep = goal, group, number, form, keep
        self.tries = tries
        self.limits = limits
        self.limit = min(goal.step_limit, limits.steps) if limits.steps else goal.step_limit
        self.environment: Environment | None = None
        self.seen: Observation | None = None
        self.ending = self.answer = ""
        self.steps: list[RolloutStep] = []
        self._apps: dict[str, str] = {}
        self._past: list[str] = []
        self._recent: list[Action] = []
        self._unreadable = 0
        self._began = 0.0
        self._prompt: Prompt | None = None

    @property
    def over(self) -> bool:
        return bool(self.ending)

    def again(self) -> "Attempt":
        """The same attempt from its beginning, for another phone."""
        return Attempt(self.goal, self.group, self.number, self.form, self.limits, self.keep, self.tries + 1)

    def begin(self, environment: Environment, seed: int) -> None:
        self.environment, self._began = environment, time.monotonic()
        self.seen = environment.begin(self.goal, seed)
        self._apps = environment.apps()

    def prompt(self) -> Prompt:
        self._prompt = self.form.prompt(self.goal.goal, self.seen, self._past, self._apps)
        return self._prompt

    def take(self, sampled: Sampled) -> None:
        """Read an answer; what it asks for is done by ``perform``."""
        step, error = RolloutStep(sampled), ""
        try:
            step.actions = tuple(bounded(action) for action in self.form.read(sampled.text, self._prompt))
            self._unreadable = 0
        except ActionError as refused:
            step.parsed, error = False, str(refused)
            self._unreadable += 1
        said = unread(sampled.text, error) if error else sampled.text
        self._past.append(self.form.remember(said, self._prompt))
        self._recent = [*self._recent, *step.actions][-SAME_IN_A_ROW:]
        first = self._recent[0] if len(self._recent) == SAME_IN_A_ROW else None
        step.loop = step.parsed and all(action == first for action in self._recent)
        if self.keep:
            step.seen, step.told = self.seen, _words(self._prompt)
        self.steps.append(step)

    def perform(self) -> None:
        """Do what the last answer asks for, and look."""
        if self.keep:
            self._film(self.steps[-1])
        if acts := self.steps[-1].actions:
            seen = self.environment.act(*acts)
            if seen is None:
                final = next(action for action in acts if action.is_final)
                self.ending, self.answer = final.name, final.text
                return
            self.seen = seen
        if self._unreadable >= self.limits.unreadable:
            self.ending = UNREADABLE
        elif len(self.steps) >= self.limit:
            self.ending = STEP_LIMIT
        elif self.limits.seconds and time.monotonic() - self._began > self.limits.seconds:
            self.ending = TIME_LIMIT

    def _film(self, step: RolloutStep) -> None:
        image = step.seen.image
        if image is None and not step.seen.secure:
            image = self.environment.screenshot()
        step.shot = None if image is None else picture(image, min(WIDTH, image.shape[1]))[0]

    def close(self) -> Trajectory:
        """Judge it. Who could not be understood has failed, whatever the phone looks like."""
        try:
            reward = self.environment.judge()
        except Unjudged as error:
            return self._told(None, str(error))
        if self.ending == UNREADABLE:
            reward = replace(reward, value=0.0, why="The answers could not be read.")
        return self._told(reward)

    def failed(self, error: Exception | str) -> Trajectory:
        """Left out: the environment's fault."""
        self.ending = ENVIRONMENT
        return self._told(None, str(error) or type(error).__name__)

    def _told(self, reward: Reward | None, error: str = "") -> Trajectory:
        kind, name = (self.environment.kind, self.environment.name) if self.environment else ("", "")
        seconds = time.monotonic() - self._began if self._began else 0.0
        return Trajectory(
            self.goal, self.group, kind, self.steps, reward, self.ending, seconds, error, name, self.answer,
            self._apps if self.keep else {},
        )  # fmt: skip


def bounded(action: Action) -> Action:
    """Nobody waits for ever: what takes time is cut to a length that any task can do with."""
    if action.name == "wait":
        return replace(action, time=min(action.time, LONGEST_WAIT_MS))
    for name in ("duration", "interval"):
        if getattr(action, name, 0) > LONGEST_TOUCH_MS:
            return replace(action, **{name: LONGEST_TOUCH_MS})
    return action


def _words(prompt: Prompt) -> str:
    if prompt.messages is None:
        return prompt.text
    content = prompt.messages[-1]["content"]
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "[picture]") for part in content)
