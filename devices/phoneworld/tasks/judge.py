"""What came of an episode: success, progress, side effects, a false claim, one too long, each told apart."""

import time
from dataclasses import dataclass, field

from devices.phoneworld import Phone
from devices.phoneworld.tasks.player import Hand, Played, Player, Stuck
from devices.phoneworld.tasks.template import Task
from devices.phoneworld.verify import verify

LONGER = 2.0  # an episode of more than this many times the oracle's actions is over-long


@dataclass
class Outcome:
    """reward is 1 or 0; false_claim: it ended with "done" or an answer, and it was not so."""

    reward: int
    progress: float
    side_effects: list
    false_claim: bool
    over_long: bool
    rules: list
    error: str = ""  # the environment's, never the agent's fault
    stuck: str = ""
    played: Played | None = None
    before: object = None
    after: object = None
    seconds: float = field(default=0.0)


def begin(task: Task, world=None) -> Phone:
    """A phone prepared for a task. ValueError if the set-up does not fit."""
    phone = Phone(task.seed, world=world)
    phone.reset(setup=task.setup)
    return phone


def judge(task: Task, before, after, ending=None, text=None, actions=0, oracle_actions=None) -> Outcome:
    """The outcome of an episode that went from state `before` to `after` and ended so."""
    answer = text if ending in ("output", "finish") else None
    verdict = verify(task.verifier, before, after, answer, ending)
    good = verdict["success"]
    return Outcome(
        reward=int(good),
        progress=verdict["progress"],
        side_effects=verdict["side_effects"],
        false_claim=ending in ("output", "finish") and not good,
        over_long=bool(oracle_actions and actions > LONGER * oracle_actions),
        rules=verdict["rules"],
        before=before,
        after=after,
    )


def run(task: Task, moves=None, phone=None, finish=True) -> Outcome:
    """Play moves (the oracle's, unless others are given) on a fresh phone, and judge."""
    started, stuck = time.perf_counter(), ""
    phone = phone or begin(task)
    before, player = phone.snapshot(), Player(Hand(phone))
    try:
        player.play(task.oracle() if moves is None else moves, finish)
    except Stuck as error:
        stuck = str(error)
    ending, text = player.played.ending
    found = judge(task, before, phone.state, ending, text, len(player.played.actions))
    found.stuck, found.played, found.seconds = stuck, player.played, time.perf_counter() - started
    return found
