"""Which phones are there: watches `host:track-devices`, and keeps network phones connected."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable

from devices.adb.client import AdbClient, AdbError, parse_devices

log = logging.getLogger(__name__)


class Tracker:
    """Calls `on_change(states)` (serial -> adb state) at each change, on the event loop.

    An adb server that dies shows as an empty set, then as whatever the next server says.
    """

    def __init__(
        self,
        client: AdbClient,
        on_change: Callable[[dict[str, str]], None],
        addresses: Iterable[str] = (),
        reconnect_every: float = 2.0,
    ):
        self.client = client
        self.on_change = on_change
        self.addresses = list(addresses)
        self.reconnect_every = reconnect_every
        self.states: dict[str, str] = {}
        self.last_words: dict[str, str] = {}  # per address, what adb last said when connecting
        self._tasks: list[asyncio.Task] = []

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._track(), name="adb-track")]
        for address in self.addresses:
            self._tasks.append(asyncio.create_task(self._keep_connected(address), name=f"adb-{address}"))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    async def _track(self) -> None:
        while True:
            connection = None
            try:
                connection = await self.client.connect_socket()
                await connection.send("host:track-devices")
                while True:
                    self._report(parse_devices((await connection.read_block()).decode("utf-8", "replace")))
            except (AdbError, ValueError) as error:
                log.info("device tracking interrupted: %s", error)
            finally:
                if connection:
                    connection.close()
            self._report({})
            await asyncio.sleep(0.3)

    def _report(self, states: dict[str, str]) -> None:
        if states != self.states:
            self.states = states
            self.on_change(dict(states))

    async def _keep_connected(self, address: str) -> None:
        """`offline` does not heal by itself: drop the transport and connect anew."""
        while True:
            with contextlib.suppress(AdbError):
                state = (await self.client.devices()).get(address)
                if state == "offline":
                    await self.client.disconnect(address)
                    state = None
                if state is None:
                    self.last_words[address] = await self.client.connect(address)
            await asyncio.sleep(self.reconnect_every)
