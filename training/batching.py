"""Many askers, one model: what is asked within a few milliseconds is answered in one batch."""

import queue
import threading
from concurrent.futures import Future
from dataclasses import dataclass

from training.forms import Prompt
from training.generation import Policy, Sampled

GATHER_S = 0.01


@dataclass(slots=True)
class _Asked:
    prompt: Prompt
    temperature: float
    answer: Future


class Batcher:
    """A policy for threads: ``ask`` gives a future. The model runs in a thread of its own, the only one that
    touches it; ``change`` runs something there, between batches (new weights)."""

    def __init__(self, policy: Policy, most: int = 64):
        self.policy, self.most = policy, most
        self._asked: queue.SimpleQueue = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="model", daemon=True)
        self._thread.start()

    def ask(self, prompt: Prompt, temperature: float = 0.0) -> "Future[Sampled]":
        asked = _Asked(prompt, temperature, Future())
        self._asked.put(asked)
        return asked.answer

    def change(self, what) -> None:
        """Run it between batches and wait until it is done; what it raises is raised here."""
        done: Future = Future()
        self._asked.put((what, done))
        done.result()

    def close(self) -> None:
        self._asked.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._asked.get()) is not None:
            batch, then = self._gathered(first)
            for temperature in sorted({asked.temperature for asked in batch}):
                self._answer([asked for asked in batch if asked.temperature == temperature], temperature)
            if then is END:
                return
            if then is not None:
                _run(*then)

    def _gathered(self, first) -> tuple[list[_Asked], object]:
        """What came in so far, and what is to be done after it."""
        batch, item = [], first
        while True:
            if item is None:
                return batch, END
            if isinstance(item, tuple):
                return batch, item
            batch.append(item)
            if len(batch) >= self.most:
                return batch, None
            try:
                item = self._asked.get(timeout=GATHER_S)
            except queue.Empty:
                return batch, None

    def _answer(self, batch: list[_Asked], temperature: float) -> None:
        try:
            answers = self.policy.act([asked.prompt for asked in batch], temperature)
        except Exception as error:  # every asker is told, and the thread goes on
            for asked in batch:
                asked.answer.set_exception(error)
            return
        for asked, sampled in zip(batch, answers, strict=True):
            asked.answer.set_result(sampled)


END = object()


def _run(what, done: Future) -> None:
    try:
        done.set_result(what())
    except Exception as error:  # goes to the one who asked for it
        done.set_exception(error)
