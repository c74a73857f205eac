"""Rollouts: groups of episodes, all phones at once, one batch of prompts a step.

Mock phones step together in this thread. Real ones (and their stand-ins) have a thread each, since every
step of theirs is seconds of waiting; they join the batch whenever they are ready, so that nobody waits for
the slowest. What a real phone spoils is done again on another one; a bad phone is put aside by its fleet.
"""

import contextlib
import gc
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from training.environments.base import Environment, EnvironmentFailed, Goal
from training.environments.episode import Attempt, Limits, RolloutStep, Trajectory
from training.forms import Form
from training.generation import Policy

TRIES = 3  # phones that an attempt is given, before it counts as failed by its environment
POLL_S = 0.5
GATHER_S = 0.03  # a real phone's answer waits so long for others to be asked with it: a batch costs like one
STOPPED = "stopped"
MOCK, REAL = "mock", "real"
USUAL = Limits()


@dataclass(frozen=True, slots=True)
class Group:
    """``size`` attempts at one goal from one start state, all on one kind of environment."""

    goal: Goal
    size: int = 8
    environment: str = MOCK


class Fleet(Protocol):
    """Real phones, lent one at a time."""

    #: How many there may be at once.
    size: int

    def take(self, timeout: float) -> Environment | None:
        """None when none came free in time; EnvironmentFailed when there is none, and none is to come."""

    def give_back(self, environment: Environment, error: str = "") -> None:
        """``error``: what it did wrong, if it did."""


@dataclass(slots=True)
class Environments:
    """``mock``: phones of this process, reused from episode to episode; ``real``: a fleet, or none."""

    mock: Sequence[Environment] = ()
    real: Fleet | None = None


@dataclass(slots=True)
class Timed:
    """Seconds of one collection: ``model`` in the policy, ``form`` telling and reading, ``phones`` of this
    process's mock phones, ``waiting`` for real ones. ``batches`` and ``steps`` count."""

    model: float = 0.0
    form: float = 0.0
    phones: float = 0.0
    waiting: float = 0.0
    total: float = 0.0
    batches: int = 0
    steps: int = 0


def collect(
    policy: Policy,
    form: Form,
    groups: Sequence[Group],
    environments: Environments,
    *,
    temperature: float = 1.0,
    seed: int = 0,
    limits: Limits = USUAL,
    keep: int = 0,
    on_episode: Callable[[Trajectory], None] | None = None,
    stop: Callable[[], bool] | None = None,
    timed: Timed | None = None,
) -> list[Trajectory]:
    """All attempts of all groups, in order of the groups.

    The first attempts of ``keep`` groups, spread over all, keep what they saw and were told, for the log.
    ``on_episode`` hears of each as it ends. ``stop`` is asked before each batch: what is not over then is
    left out (ending "stopped"). An error of the policy passes through, after the phones have been put down.
    """
    rollouts = _Rollouts(policy, form, environments, temperature, seed, on_episode, stop, timed or Timed())
    kept = {n * len(groups) // keep for n in range(min(keep, len(groups)))} if keep else set()
    for number, group in enumerate(groups):
        for attempt in range(group.size):
            whole = number in kept and attempt == 0
            rollouts.add(group.environment, Attempt(group.goal, number, attempt, form, limits, whole))
    with _without_collector():
        return rollouts.run()


class _Rollouts:
    def __init__(self, policy, form, environments, temperature, seed, on_episode, stop, timed):
        self.policy, self.form, self.environments = policy, form, environments
        self.temperature, self.seed, self.timed = temperature, seed, timed
        self.on_episode, self.stop = on_episode, stop
        self.idle = list(environments.mock)
        self.waiting: dict[str, deque[Attempt]] = {MOCK: deque(), REAL: deque()}
        self.active: list[Attempt] = []
        self.done: dict[tuple[int, int], Trajectory] = {}
        self.total = 0
        self.real: _Threads | None = None

    def add(self, kind: str, attempt: Attempt) -> None:
        self.waiting[kind].append(attempt)
        self.total += 1

    def run(self) -> list[Trajectory]:
        began = time.perf_counter()
        if self.waiting[MOCK] and not self.idle:
            raise ValueError("groups for mock phones, and no mock phone")
        if self.waiting[REAL]:
            if self.environments.real is None:
                raise ValueError("groups for real phones, and no fleet of them")
            self.real = _Threads(self.environments.real, self.waiting[REAL], self.seed)
        try:
            while len(self.done) < self.total:
                if self.stop and self.stop():
                    self._stopped()
                    break
                self._fill()
                if batch := self.active + self._real_ones():
                    self._step(batch)
        finally:
            if self.real:
                self.real.end()
        self.timed.total += time.perf_counter() - began
        return [self.done[key] for key in sorted(self.done)]

    def _fill(self) -> None:
        """Begin what waits on the mock phones that are free."""
        began = time.perf_counter()
        while self.idle and self.waiting[MOCK]:
            attempt, environment = self.waiting[MOCK].popleft(), self.idle.pop()
            try:
                attempt.begin(environment, self.seed)
                self.active.append(attempt)
            except EnvironmentFailed as error:
                self.idle.append(environment)
                self._finish(attempt, attempt.failed(error))
        self.timed.phones += time.perf_counter() - began

    def _real_ones(self) -> list[Attempt]:
        """Real phones that wait for an answer. Waits for one only when nothing else is to be done."""
        if self.real is None:
            return []
        began, ready = time.perf_counter(), []
        for attempt, outcome in self.real.told(wait=not self.active):
            if outcome is None:
                ready.append(attempt)
            else:
                self._finish(attempt, outcome)
        self.timed.waiting += time.perf_counter() - began
        return ready

    def _step(self, batch: list[Attempt]) -> None:
        began = time.perf_counter()
        prompts = [attempt.prompt() for attempt in batch]
        asked = time.perf_counter()
        answers = self.policy.act(prompts, self.temperature)
        answered = time.perf_counter()
        for attempt, sampled in zip(batch, answers, strict=True):
            attempt.take(sampled)
        read = time.perf_counter()
        mocks, self.active = self.active, []
        for attempt in batch[len(mocks) :]:
            self.real.answered(attempt)
        for attempt in mocks:
            self._on_mock(attempt)
        timed = self.timed
        timed.form += asked - began + read - answered
        timed.model += answered - asked
        timed.phones += time.perf_counter() - read
        timed.batches, timed.steps = timed.batches + 1, timed.steps + len(batch)

    def _on_mock(self, attempt: Attempt) -> None:
        try:
            attempt.perform()
            if not attempt.over:
                self.active.append(attempt)
                return
            told = attempt.close()
        except EnvironmentFailed as error:  # it is the same on every mock phone: no second try
            told = attempt.failed(error)
        self.idle.append(attempt.environment)
        self._finish(attempt, told)

    def _finish(self, attempt: Attempt, told: Trajectory) -> None:
        self.done[attempt.group, attempt.number] = told
        if self.on_episode:
            self.on_episode(told)

    def _stopped(self) -> None:
        left = [*self.active, *self.waiting[MOCK], *(self.real.end() if self.real else ())]
        for attempt, outcome in self.real.told(wait=False) if self.real else ():
            if outcome is not None:
                self._finish(attempt, outcome)
        for attempt in left:
            told = attempt.failed("the collection was stopped")
            told.ending = STOPPED
            self._finish(attempt, told)
        self.idle += [attempt.environment for attempt in self.active]
        self.active = []


class _Threads:
    """Attempts on real phones, a thread for each phone of the fleet.

    ``told()`` gives ``(attempt, None)`` when an answer is due and ``(attempt, trajectory)`` when it is over.
    """

    def __init__(self, fleet: Fleet, waiting: deque[Attempt], seed: int):
        self.fleet, self.waiting, self.seed = fleet, waiting, seed
        self._told: queue.SimpleQueue = queue.SimpleQueue()
        self._answers: dict[int, queue.SimpleQueue] = {}
        self._open: dict[int, Attempt] = {id(attempt): attempt for attempt in waiting}
        self._lock, self._ended = threading.Lock(), threading.Event()
        count = min(fleet.size, len(waiting))
        self._threads = [
            threading.Thread(target=self._work, name=f"real-phone-{n}", daemon=True) for n in range(count)
        ]
        for thread in self._threads:
            thread.start()

    def told(self, wait: bool) -> list[tuple[Attempt, Trajectory | None]]:
        found = []
        with contextlib.suppress(queue.Empty):
            found.append(self._told.get(timeout=POLL_S if wait else 0))
            until = time.monotonic() + (GATHER_S if wait else 0)
            while True:
                found.append(self._told.get(timeout=max(0, until - time.monotonic())))
        return found

    def answered(self, attempt: Attempt) -> None:
        self._answers[id(attempt)].put(True)

    def end(self) -> list[Attempt]:
        """Put the phones down; the attempts that are not over."""
        self._ended.set()
        for answers in list(self._answers.values()):
            answers.put(False)
        for thread in self._threads:
            thread.join()
        return list(self._open.values())

    def _work(self) -> None:
        while self._open and not self._ended.is_set():
            if not self.waiting:
                time.sleep(POLL_S / 5)  # one that fails elsewhere may come back
                continue
            try:
                phone = self.fleet.take(timeout=POLL_S)
            except EnvironmentFailed as error:
                self._none_left(error)
                return
            if phone is None:
                continue
            with self._lock:
                attempt = self.waiting.popleft() if self.waiting else None
            if attempt is None:
                self.fleet.give_back(phone)
            else:
                self._on(phone, attempt)

    def _none_left(self, error: Exception) -> None:
        while True:
            with self._lock:
                if not self.waiting:
                    return
                attempt = self.waiting.popleft()
            self._over(attempt, attempt.failed(error))

    def _on(self, phone: Environment, attempt: Attempt) -> None:
        answers = self._answers[id(attempt)] = queue.SimpleQueue()
        try:
            attempt.begin(phone, self.seed)
            while not attempt.over:
                self._told.put((attempt, None))
                if not answers.get():
                    self.fleet.give_back(phone)
                    return
                attempt.perform()
            told = attempt.close()
        except EnvironmentFailed as error:
            self.fleet.give_back(phone, str(error) or type(error).__name__)
            self._retry(attempt, error)
            return
        except Exception as error:  # a thread that dies in silence would leave the collection waiting
            self.fleet.give_back(phone, repr(error))
            self._retry(attempt, error)
            return
        self.fleet.give_back(phone)
        self._over(attempt, told)

    def _retry(self, attempt: Attempt, error: Exception) -> None:
        if attempt.tries + 1 >= TRIES:
            self._over(attempt, attempt.failed(error))
            return
        again = attempt.again()
        with self._lock:
            self._open.pop(id(attempt))
            self._open[id(again)] = again
            self.waiting.append(again)

    def _over(self, attempt: Attempt, told: Trajectory) -> None:
        with self._lock:
            self._open.pop(id(attempt), None)
        self._told.put((attempt, told))


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """PhoneWorld makes no cycles, so looking for some only costs time (a tenth of the steps)."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


__all__ = ["Environments", "Fleet", "Group", "Limits", "RolloutStep", "Timed", "Trajectory", "collect"]
