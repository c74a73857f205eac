"""Brings everything up in order, tells when all is well, and takes everything down again."""

import asyncio
import os
import signal
from contextlib import suppress

from django.conf import settings

from phonebuddy.accounts.demo import people
from phonebuddy.services.process import die_with_parent
from phonebuddy.supervisor.console import Console
from phonebuddy.supervisor.leftovers import Notebook
from phonebuddy.supervisor.plan import HUSHED, Plan, manage
from phonebuddy.supervisor.program import Keeper, Program

START_S = 120
STOP_S = 10


class StartFailed(RuntimeError):
    pass


class Supervisor:
    def __init__(self, plan: Plan, console: Console, notebook: Notebook):
        self.plan, self.console, self.notebook = plan, console, notebook
        self.services: list[Keeper] = []
        self.programs: list[Keeper] = []
        self._asked_to_stop = asyncio.Event()
        self._asked_at = 0.0

    async def run(self) -> int:
        """Until Ctrl-C or SIGTERM. Returns the exit status."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._stop_asked)
        coming_up = asyncio.create_task(self._bring_up())
        asked = asyncio.create_task(self._asked_to_stop.wait())
        status = 0
        try:
            await asyncio.wait([coming_up, asked], return_when=asyncio.FIRST_COMPLETED)
            if coming_up.done():
                coming_up.result()
                await asked
        except StartFailed as error:
            self.console.complain(str(error))
            status = 1
        finally:
            for task in (coming_up, asked):
                task.cancel()
                with suppress(asyncio.CancelledError, StartFailed):
                    await task
            await self._take_down()
        return status

    def _stop_asked(self) -> None:
        now = asyncio.get_running_loop().time()
        if not self._asked_to_stop.is_set():
            self._asked_at = now
        elif now > self._asked_at + 1:  # again, and no echo of the first: no more patience
            for keeper in self.programs + self.services:
                keeper.kill()
        self._asked_to_stop.set()

    async def _bring_up(self) -> None:
        self.services = [self._keep(program) for program in self.plan.service_programs()]
        if phones := self.plan.phone_program():
            self.programs.append(self._keep(phones))
        if late := await self._wait_for(self.services):
            raise StartFailed(f"Not ready after {START_S} s: {late}. Its lines above say why.")
        for service in self.plan.services():
            await asyncio.to_thread(service.finish)
        await self._set_up()
        self.programs += [self._keep(program) for program in self.plan.programs()]
        if late := await self._wait_for(self.programs):  # the rest is of use without it
            self.console.complain(f"Not ready after {START_S} s: {late}. Its lines above say why.")
        self._welcome()

    def _keep(self, program: Program) -> Keeper:
        keeper = Keeper(program, self.console, self.notebook)
        keeper.start()
        return keeper

    async def _wait_for(self, keepers: list[Keeper]) -> str:
        """Until all are healthy, or time is up. Returns the names of those that are not."""
        with suppress(TimeoutError):
            async with asyncio.timeout(START_S):
                for keeper in keepers:
                    await keeper.healthy.wait()
        return ", ".join(keeper.name for keeper in keepers if not keeper.healthy.is_set())

    async def _set_up(self) -> None:
        """Migrations, static files, demo data: in one process, for a quick start."""
        process = await asyncio.create_subprocess_exec(
            *manage("setup", "--demo"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env={**os.environ, **self.plan.environment},
            start_new_session=True,
            preexec_fn=die_with_parent(signal.SIGTERM),
        )
        self.notebook.note(process.pid, "setup")
        assert process.stdout
        try:
            async for line in process.stdout:
                if HUSHED not in (text := line.decode(errors="replace").rstrip()):
                    self.console.line("setup", text)
            if await process.wait():
                raise StartFailed("The set-up failed; its lines above say why.")
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                await process.wait()
            self.notebook.forget(process.pid)

    async def _take_down(self) -> None:
        self.console.say("Stopping …")
        await asyncio.gather(*(keeper.stop(STOP_S) for keeper in self.programs))
        await asyncio.gather(*(keeper.stop(STOP_S) for keeper in self.services))
        settings.EMBEDDED.tidy()
        self.console.say("Stopped.")

    def _welcome(self) -> None:
        say = self.console.plain
        say()
        say(f"  PhoneBuddy is at  {self.plan.address}")
        for address in self.plan.other_addresses:
            say(f"                    {address}")
        say()
        say("  Demo accounts (name / password):")
        for person in people():
            say(f"    {person.username:<12} {person.password:<18} {person.can}")
        say()
        say("  Ctrl-C stops everything.")
        say()
