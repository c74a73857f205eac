"""Phones over adb are asyncio, learners are not: one event loop in a thread between them."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import TimeoutError as Late
from typing import Any

CLOSE_S = 15.0


class Loop:
    """An event loop in a thread, for the phones of one process."""

    def __init__(self):
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="phones", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine, timeout: float) -> Any:
        """Its result; TimeoutError (and the work is cancelled) when it takes longer."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(timeout)
        except Late:
            future.cancel()
            raise TimeoutError(f"not within {timeout:g} s") from None

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(CLOSE_S)
        if not self._thread.is_alive():
            self._loop.close()
