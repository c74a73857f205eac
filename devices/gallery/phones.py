"""The phones that people play on: few, held in the device host's memory, and freed when nobody comes back."""

import asyncio
import time
from importlib import import_module

MOST, MOST_EACH = 12, 4  # phones in all, and of one person
IDLE_S, WARN_S = 900.0, 60.0


class Full(Exception):
    """There is no room for another phone."""


class Gallery:
    """All phones of this process."""

    def __init__(self):
        self.phones = {}  # (user id, key): GalleryPhone
        self._entering = asyncio.Lock()

    async def enter(self, user_id, key: str, package: str, origin: str = "", dark=False):
        """The person's phone of that key, made if there is none: a fork of `origin`, or fresh with the app in
        front. Full when there is no room; ValueError for an app that is not there."""
        async with self._entering:
            held = self.phones.get((user_id, key))
            if held is None:
                self.sweep()
                mine = sum(owner == user_id for owner, _ in self.phones)
                if len(self.phones) >= MOST or mine >= MOST_EACH:
                    raise Full("All phones of the gallery are in use. Close one, or come back in a while.")
                held = self.phones[user_id, key] = await self._made(user_id, key, package, origin, dark)
            held.holders += 1
            return held

    async def _made(self, user_id, key, package, origin, dark):
        first = self.phones.get((user_id, origin))
        # The first phone of the process loads fonts and apps, which takes a moment.
        held = await asyncio.to_thread(import_module, "devices.gallery.held")
        phone = first.phone.fork() if first else await asyncio.to_thread(held.fresh, package, dark)
        return held.GalleryPhone(key, user_id, phone)

    def leave(self, held):
        """A page is gone; unless it comes back within the grace, the phone is freed."""
        held.holders -= 1
        held.left_at = time.monotonic()
        asyncio.get_running_loop().call_later(held.grace_s + 1, self._free_if_left, held)

    def _free_if_left(self, held):
        if held.left:
            self.free(held)

    def free(self, held):
        """End a phone."""
        if self.phones.get((held.user_id, held.key)) is held:
            del self.phones[held.user_id, held.key]
            held.stop()

    def sweep(self):
        """Free the phones that nobody holds or touches."""
        for held in list(self.phones.values()):
            if held.left or held.idle_s > IDLE_S:
                self.free(held)


gallery = Gallery()
