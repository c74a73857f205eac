"""The UI tree that belongs to the picture on the screen: read after each settling, while somebody records."""

import asyncio
import logging
from collections.abc import Callable

from devices.adb import uitree
from devices.adb.client import AdbDevice, AdbError
from devices.adb.uitree import UiTree

log = logging.getLogger(__name__)

SETTLED = 0.25  # s without a new picture
RETRY = 1.0


class TreeKeeper:
    """`changed()` at each new picture; `latest()` is the last tree, marked stale if the picture moved on.

    `picture()` counts distinct pictures. `error` says why the last try gave no tree.
    """

    def __init__(self, device: AdbDevice, picture: Callable[[], int]):
        self.device = device
        self.picture = picture
        self.error = ""
        self._tree: UiTree | None = None
        self._wanted = 0
        self._task: asyncio.Task | None = None
        self._changed = asyncio.Event()

    def need(self) -> None:
        self._wanted += 1
        if self._task is None:
            self._changed.set()
            self._task = asyncio.create_task(self._watch(), name="ui-tree")

    def done(self) -> None:
        self._wanted = max(0, self._wanted - 1)
        if not self._wanted:
            self.close()

    def close(self) -> None:
        if self._task:
            self._task.cancel()
            self._task = None
            self._tree = None

    def changed(self) -> None:
        self._changed.set()

    def latest(self) -> UiTree | None:
        if self._tree:
            self._tree.stale = self._tree.picture != self.picture()
        return self._tree

    async def read(self) -> UiTree:
        """A tree right now. Raises AdbError (TreeError) with the reason."""
        number = self.picture()
        tree = await uitree.dump(self.device)
        tree.picture = number
        tree.captured_at = asyncio.get_running_loop().time()
        tree.stale = tree.torn = self.picture() != number
        return tree

    async def _watch(self) -> None:
        while True:
            await self._changed.wait()
            while self._changed.is_set():
                self._changed.clear()
                await asyncio.sleep(SETTLED)
            try:
                self._tree = await self.read()
                self.error = ""
            except AdbError as error:
                self.error = str(error)
                log.info("%s: no UI tree: %s", self.device.serial, error)
                await asyncio.sleep(RETRY)
                self._changed.set()
