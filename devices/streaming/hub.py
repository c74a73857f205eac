"""The sessions of this host: begun with the first user, kept warm for a while after the last."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from uuid import UUID

from devices.streaming.session import PhoneSession

log = logging.getLogger(__name__)

KEEP_WARM = 30.0  # s: a page that is reloaded finds its picture again at once


class Hub:
    """`make(device_id)` builds a session that is not started yet."""

    def __init__(self, make: Callable[[UUID], PhoneSession], keep_warm: float = KEEP_WARM):
        self._make = make
        self._keep_warm = keep_warm
        self._sessions: dict[UUID, PhoneSession] = {}
        self._users: dict[UUID, int] = {}
        self._endings: dict[UUID, asyncio.Task] = {}

    @property
    def sessions(self) -> list[PhoneSession]:
        return list(self._sessions.values())

    def get(self, device_id: UUID) -> PhoneSession | None:
        return self._sessions.get(device_id)

    def acquire(self, device_id: UUID) -> PhoneSession:
        """The phone's one session; call `release` once for each `acquire`."""
        if ending := self._endings.pop(device_id, None):
            ending.cancel()
        session = self._sessions.get(device_id)
        if session is None:
            session = self._sessions[device_id] = self._make(device_id)
            session.start()
        self._users[device_id] = self._users.get(device_id, 0) + 1
        return session

    def release(self, device_id: UUID) -> None:
        self._users[device_id] -= 1
        if not self._users[device_id]:
            del self._users[device_id]
            self._endings[device_id] = asyncio.create_task(self._end_later(device_id))

    @contextlib.asynccontextmanager
    async def use(self, device_id: UUID) -> AsyncIterator[PhoneSession]:
        session = self.acquire(device_id)
        try:
            yield session
        finally:
            self.release(device_id)

    async def _end_later(self, device_id: UUID) -> None:
        await asyncio.sleep(self._keep_warm)
        self._endings.pop(device_id, None)
        session = self._sessions.pop(device_id)
        await session.close()
        log.info("%s: session ended, nobody watches", session.serial)

    async def close(self) -> None:
        for ending in self._endings.values():
            ending.cancel()
        self._endings.clear()
        sessions, self._sessions = self.sessions, {}
        await asyncio.gather(*(session.close() for session in sessions))
