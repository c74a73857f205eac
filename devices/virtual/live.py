"""The wall clock of a phone that people touch: long presses, toasts and timers happen in real time."""

import asyncio
import logging
import time

log = logging.getLogger(__name__)

BUSY_TICK, IDLE_TICK = 0.016, 0.1
LATEST_JUMP_MS = 1000  # a process that was stopped for hours must not replay them


class Live:
    """Drives `phone.advance` with the wall clock and tells whoever waits that the phone has changed.

    pace: so much faster does its time pass than ours.
    """

    def __init__(self, phone, pace=1.0):
        self.phone, self.pace = phone, pace
        self._last = time.monotonic()
        self._wake = asyncio.Event()
        self.change = asyncio.Event()  # the next one: take it before looking, and none is missed
        self._version = phone.version
        self.fingers = set()

    def poke(self):
        """Something was done to the phone: look again now."""
        self._wake.set()
        self._notice()

    def _notice(self):
        if self.phone.version != self._version:
            self._version = self.phone.version
            self.change.set()
            self.change = asyncio.Event()

    async def changed(self, timeout=None):
        """Wait for the next change of picture or tree; False after `timeout` seconds without one."""
        try:
            await asyncio.wait_for(self.change.wait(), timeout)
        except TimeoutError:
            return False
        return True

    def catch_up(self):
        """Bring the phone's clock to the wall clock (before a touch, so that its time is right)."""
        now = time.monotonic()
        elapsed = int((now - self._last) * 1000 * self.pace)
        if elapsed > 0:
            self._last += elapsed / 1000 / self.pace
            if elapsed > LATEST_JUMP_MS:
                elapsed = LATEST_JUMP_MS
            self.phone.advance(elapsed)
            self._notice()

    async def run(self):
        while True:
            try:
                self.catch_up()
            except Exception:  # an app's fault must not stop the clock for the others
                log.exception("the phone's clock stumbled")
            busy = self.fingers or not self.phone.settled
            self._wake.clear()
            try:
                await asyncio.wait_for(self._wake.wait(), BUSY_TICK if busy else IDLE_TICK)
            except TimeoutError:
                continue
            await asyncio.sleep(0)
