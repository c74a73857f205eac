"""Put a phone into a task's starting state, before the clock starts. Nothing of this enters a trace."""

import asyncio
from collections.abc import Awaitable, Callable

from devices.adb.client import AdbDevice, AdbError
from devices.settling import settle_mock
from evaluation.models import DeviceKind, Task
from evaluation.start_states import CannotPrepare, mock_steps, real_steps

Report = Callable[[int, int, str], Awaitable[None]]
SETTLE_S = 0.8


async def prepare(phone: AdbDevice, kind: str, task: Task | None, report: Report) -> None:
    """Run the preparation, telling its progress. Raises CannotPrepare."""
    setup = task.setup if task else None
    steps = mock_steps(setup) if kind == DeviceKind.MOCK else real_steps(setup or {})
    for number, (words, command) in enumerate(steps, 1):
        await report(number, len(steps) + 1, words)
        try:
            (await phone.shell(command, timeout=30)).check()
        except AdbError as error:
            raise CannotPrepare(f"{words} failed: {error}") from error
    await report(len(steps) + 1, len(steps) + 1, "Waiting for the screen to settle")
    if kind == DeviceKind.MOCK:
        await settle_mock(phone)
    else:
        await asyncio.sleep(SETTLE_S)
