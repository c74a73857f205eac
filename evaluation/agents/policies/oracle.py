"""The scripted oracle: plays a task's own moves on a mock phone, and errs as often as it is told to.

It knows the way, but it reads the screen like any agent: what it taps it finds in the UI tree. Only where to
scroll it tries out on a phone of its own, in this process, that started alike and is led along. An injected
error stops it half-way, with the claim that all is done; whether a run errs is drawn from the run's seed.
"""

import asyncio
import queue
import random
import threading
from dataclasses import replace

from devices import actions
from devices.actions import Action
from evaluation.agents.policies.base import Answer, PolicyDown, Question

GIVE_UP = "I cannot find the next thing to touch"


class _Stopped(Exception):
    """The run is over: the player's thread ends."""


class _Hand:
    """What the player sees and does, passed on to and from the event loop. ``phone``: the one led along."""

    def __init__(self, setup: dict, pace: float):
        self.pace = pace
        self.setup = {key: value for key, value in setup.items() if key not in ("oracle", "real")}
        self.phone = None
        self.questions: queue.Queue[Question | None] = queue.Queue()
        self.now: Question | None = None
        self.answer: asyncio.Future | None = None
        self.loop = asyncio.get_running_loop()

    @property
    def width(self) -> int:
        return self.now.observation.width

    @property
    def height(self) -> int:
        return self.now.observation.height

    def see(self):
        from devices.phoneworld.tasks import sight

        return sight.from_xml(self.now.observation.tree.xml)

    def start(self) -> None:
        from devices.phoneworld import Phone

        self.wait()
        self.phone = Phone(width=self.width, height=self.height)
        self.phone.reset(int(self.setup.pop("seed", 1)), self.setup)

    def do(self, action: Action) -> None:
        from devices.phoneworld.tasks.player import Hand

        self.say(action)
        Hand(self.phone).do(action)  # while the other one does it
        self.wait()

    def say(self, action: Action | Exception) -> None:
        self.loop.call_soon_threadsafe(_settle, self.answer, quicker(action, self.pace))

    def wait(self) -> None:
        self.now = self.questions.get()
        if self.now is None:
            raise _Stopped


class OraclePolicy:
    """``setup``: the task's; ``oracle`` in it holds moves: ``{verb: what, near?, below?, nth?, scroll?}``.

    ``error_rate``: the share of runs that go wrong. ``pace``: how much faster than ours the phone's time
    passes (gestures and waits are cut to fit). The player runs in a thread of its own, for it asks for
    the next look whenever it likes; here it is asked once a step.
    """

    def __init__(self, setup: dict, error_rate: float = 0.0, seed: int = 0, pace: float = 1.0):
        self.setup, self.pace = setup, pace
        self.moves = [_move(move) for move in setup["oracle"]]
        rng = random.Random(f"oracle {seed}")
        self.errs = rng.random() < error_rate
        #: An erring oracle says "done" after so many moves, less than half of them.
        self.cut = rng.randrange(max(1, len(self.moves) // 2)) if self.errs else len(self.moves)
        self._hand: _Hand | None = None
        self._thread: threading.Thread | None = None

    async def act(self, question: Question) -> Answer:
        if question.observation.tree is None:
            raise PolicyDown("The oracle needs the UI tree, and there was none.")
        first = self._hand is None
        if first:
            self._hand = _Hand(self.setup, self.pace)
        hand = self._hand
        hand.answer = asyncio.get_running_loop().create_future()
        hand.questions.put(question)
        if first:
            self._thread = threading.Thread(target=self._play, name="oracle", daemon=True)
            self._thread.start()
        said = await hand.answer
        if isinstance(said, Exception):
            raise PolicyDown(f"The oracle stumbled: {said!r}") from said
        return Answer("", (said,), details={"error_injected": self.errs, "moves": len(self.moves)})

    async def close(self) -> None:
        if self._hand:
            self._hand.questions.put(None)

    def _play(self) -> None:
        from devices.phoneworld.tasks.player import Player, Stuck

        hand = self._hand
        try:
            hand.start()
            if self.errs:
                Player(hand).play(self.moves[: self.cut], finish=False)
                hand.say(actions.Finish("Done"))
            else:
                Player(hand).play(self.moves)
        except _Stopped:
            pass
        except Stuck as stuck:
            hand.say(actions.CallUser(f"{GIVE_UP}: {stuck}"))
        except Exception as error:  # the run must end, whatever the player stumbled over
            hand.say(error)


def quicker(action: Action | Exception, pace: float) -> Action | Exception:
    for name in ("duration", "time"):
        if pace != 1 and hasattr(action, name):
            action = replace(action, **{name: max(1, round(getattr(action, name) / pace))})
    return action


def _settle(future: asyncio.Future, value) -> None:
    if not future.done():
        future.set_result(value)


def _move(data: dict):
    from devices.phoneworld.tasks.moves import VERBS, Move

    verbs = [key for key in data if key in VERBS and not (key == "scroll" and len(data) > 1)]
    if len(verbs) != 1:
        raise PolicyDown(f"The task's oracle has a move that is none: {data!r}")
    more = {key: data[key] for key in ("near", "below", "nth", "scroll") if key in data and key != verbs[0]}
    return Move(verbs[0], data[verbs[0]], **more)
