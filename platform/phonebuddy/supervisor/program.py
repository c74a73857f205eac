"""One program under supervision: its lines go to the console, a crash is told and followed by a new start."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from phonebuddy.services.process import STARTER, die_with_parent
from phonebuddy.supervisor.console import Console
from phonebuddy.supervisor.leftovers import Notebook

LONGEST_PAUSE_S = 30
STEADY_AFTER_S = 30  # a program that ran that long starts again at once


@dataclass
class Program:
    """What to start. `prepare` runs in a thread before every start; `ready` is asked until it says yes."""

    name: str
    command: Callable[[], list[str]]
    ready: Callable[[], Awaitable[bool]]
    environment: dict[str, str] = field(default_factory=dict)
    prepare: Callable[[], None] | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    as_nobody: bool = False
    cwd: str | None = None
    hushed: tuple[str, ...] = ()  # lines with these words are not worth telling


class Keeper:
    """Keeps one program alive until `stop()`."""

    def __init__(self, program: Program, console: Console, notebook: Notebook):
        self.program, self.console, self.notebook = program, console, notebook
        self.process: asyncio.subprocess.Process | None = None
        self.healthy = asyncio.Event()
        self.restarts = 0
        self.stopping = False
        self._task: asyncio.Task | None = None

    @property
    def name(self) -> str:
        return self.program.name

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep(), name=self.name)

    async def _keep(self) -> None:
        pause = 1.0
        while not self.stopping:
            began = time.monotonic()
            status = await self._run_once()
            self.healthy.clear()
            if self.stopping:
                return
            if time.monotonic() - began > STEADY_AFTER_S:
                pause = 1.0
            self.console.complain(f"{self.name} ended ({status}); starting it again in {pause:.0f} s.")
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE_S)
            self.restarts += 1

    async def _run_once(self) -> str:
        """Start it, follow it to its end. Returns how it ended, in words."""
        from phonebuddy.services.binaries import as_nobody

        try:
            if self.program.prepare:
                await asyncio.to_thread(self.program.prepare)
            self.process = await asyncio.create_subprocess_exec(
                *self.program.command(),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                limit=1 << 20,
                env={**os.environ, **self.program.environment, STARTER: str(os.getpid())},
                cwd=self.program.cwd,
                start_new_session=True,
                preexec_fn=die_with_parent(self.program.stop_signal),
                **(as_nobody() if self.program.as_nobody else {}),
            )
        except (OSError, RuntimeError) as error:
            return str(error)
        self.notebook.note(self.process.pid, self.name)
        health = asyncio.create_task(self._watch_health())
        reading = asyncio.create_task(self._read_lines(self.process.stdout))
        while self.process.returncode is None:  # its children may hold the pipe open for longer than it lives
            await asyncio.sleep(0.05)
        health.cancel()
        self._signal_group(signal.SIGKILL)  # those children
        await reading
        status = self.process.returncode
        self.notebook.forget(self.process.pid)
        return f"signal {-status}" if status < 0 else f"status {status}"

    async def _read_lines(self, output: asyncio.StreamReader | None) -> None:
        assert output
        while True:
            try:
                line = await output.readline()
            except ValueError:  # one line of more than a megabyte
                continue
            if not line:
                return
            text = line.decode(errors="replace").rstrip()
            if text and not any(words in text for words in self.program.hushed):
                self.console.line(self.name, text)

    async def _watch_health(self) -> None:
        while not self.healthy.is_set():
            with suppress(Exception):
                if await self.program.ready():
                    self.healthy.set()
                    return
            await asyncio.sleep(0.1)

    async def stop(self, patience_s: float) -> None:
        self.stopping = True
        if self.process and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.send_signal(self.program.stop_signal)
        if self._task:
            done, _ = await asyncio.wait([self._task], timeout=patience_s)
            if not done:
                self._signal_group(signal.SIGKILL)
                self._task.cancel()
                with suppress(asyncio.CancelledError):
                    await self._task

    def kill(self) -> None:
        self.stopping = True
        self._signal_group(signal.SIGKILL)

    def _signal_group(self, number: int) -> None:
        if self.process:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)
