"""A private adb server, on its own port, from the adb binary that adbutils carries.

Private, because two adb versions on one port kill each other's server; owned, because a child that dies is
started again and never outlives us.
"""

import asyncio
import contextlib
import ctypes
import logging
import os
import signal
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

from devices.adb.client import AdbClient, AdbError

log = logging.getLogger(__name__)


def adb_binary() -> Path:
    """The bundled binary. Not `adb_path()`: that prefers whatever adb lies on PATH."""
    name = "adb.exe" if sys.platform == "win32" else "adb"
    return Path(str(files("adbutils") / "binaries" / name))


def die_with_parent() -> None:
    """Linux: the kernel kills the server if we are killed before we can stop it."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(1, signal.SIGTERM)


class AdbServer:
    """`async with AdbServer(port) as server: server.client`. `on_restart` hears of each new start."""

    def __init__(self, port: int, home: Path | None = None):
        self.port = port
        self.home = home
        self.client = AdbClient(port)
        self.starts = 0
        self._process: subprocess.Popen | None = None
        self._watch: asyncio.Task | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    async def __aenter__(self) -> "AdbServer":
        await self.start()
        return self

    async def __aexit__(self, *exc_info) -> None:
        await self.stop()

    async def start(self) -> None:
        if self._watch is None:
            await self._ensure()
            self._watch = asyncio.create_task(self._keep_alive(), name="adb-server")

    async def stop(self) -> None:
        if self._watch:
            self._watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watch
            self._watch = None
        if self._process:
            self._process.terminate()
            try:
                await asyncio.to_thread(self._process.wait, 5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                await asyncio.to_thread(self._process.wait)
            self._process = None

    async def _answers(self) -> bool:
        try:
            await self.client.version()
            return True
        except (AdbError, ValueError):
            return False

    async def _ensure(self) -> None:
        """Start the server unless one answers already (for instance one left by a crash)."""
        if await self._answers():
            return
        if self._process:
            self._process.kill()
            await asyncio.to_thread(self._process.wait)
        # No phones of the neighbours; and USB without libusb, whose start alone takes three seconds.
        environment = {"ADB_MDNS_AUTO_CONNECT": "0", "ADB_LIBUSB": "0", **os.environ}
        if self.home:
            self.home.mkdir(parents=True, exist_ok=True)
            environment["HOME"] = str(self.home)
        self._process = subprocess.Popen(
            [str(adb_binary()), "-P", str(self.port), "nodaemon", "server"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
            preexec_fn=die_with_parent,
        )
        self.starts += 1
        for _ in range(200):
            if await self._answers():
                log.info("adb server on port %d, process %d", self.port, self._process.pid)
                return
            if self._process.poll() is not None:
                break
            await asyncio.sleep(0.05)
        raise AdbError(f"the adb server did not start on port {self.port}")

    async def _keep_alive(self) -> None:
        while True:
            await asyncio.sleep(0.5)
            gone = self._process is not None and self._process.poll() is not None
            if gone or not await self._answers():
                log.warning("the adb server on port %d is gone; starting it again", self.port)
                try:
                    await self._ensure()
                except AdbError as error:
                    log.error("%s", error)
