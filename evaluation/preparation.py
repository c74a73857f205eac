"""Put a phone into a task's starting state, before the clock starts.

A mock phone is reset to the task's seed and edits, exactly. A real one gets what a person could do:
wake, home, force-stop, and steps from the allow-list below. Nothing of this enters a trace.
"""

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable

from devices.adb.client import AdbDevice, AdbError
from evaluation.models import DeviceKind, Task

Report = Callable[[int, int, str], Awaitable[None]]
SETTLE_S = 0.8

#: What a task may ask of a real phone: name -> (words, command from the step's values).
REAL_STEPS: dict[str, tuple[str, Callable[[dict], list[str]]]] = {
    "force_stop": ("Closing {package}", lambda s: ["am", "force-stop", s["package"]]),
    "clear_data": ("Clearing {package}", lambda s: ["pm", "clear", s["package"]]),
    "open": (
        "Opening {package}",
        lambda s: ["monkey", "-p", s["package"], "-c", "android.intent.category.LAUNCHER", "1"],
    ),
    "setting": ("Setting {key}", lambda s: ["settings", "put", s["namespace"], s["key"], str(s["value"])]),
    "dark": ("Setting the theme", lambda s: ["cmd", "uimode", "night", "yes" if s["on"] else "no"]),
}
NAMESPACES = ("system", "secure", "global")


class CannotPrepare(Exception):
    """The phone cannot be put into this state; the text says why, for the annotator."""


async def prepare(phone: AdbDevice, kind: str, task: Task | None, report: Report) -> None:
    """Run the preparation, telling its progress. Raises CannotPrepare."""
    setup = task.setup if task else {}
    steps = _mock(setup, task) if kind == DeviceKind.MOCK else _real(setup)
    for number, (words, command) in enumerate(steps, 1):
        await report(number, len(steps) + 1, words)
        try:
            (await phone.shell(command, timeout=30)).check()
        except AdbError as error:
            raise CannotPrepare(f"{words} failed: {error}") from error
    await report(len(steps) + 1, len(steps) + 1, "Waiting for the screen to settle")
    await asyncio.sleep(SETTLE_S)


def encoded(data: object) -> str:
    """JSON in base64, as the mock phone's shell verb takes it."""
    return base64.b64encode(json.dumps(data, ensure_ascii=False).encode()).decode()


def _mock(setup: dict, task: Task | None) -> list[tuple[str, list[str]]]:
    mark = ("Noting the starting state", ["phoneworld", "mark"])
    if task is None:  # a free task starts from the phone as it is
        return [("Going to the home screen", ["input", "keyevent", "HOME"]), mark]
    rest = {key: value for key, value in setup.items() if key not in ("seed", "real", "oracle")}
    command = ["phoneworld", "reset", "--seed", str(int(setup.get("seed", 1)))]
    if rest:
        command += ["--setup", encoded(rest)]
    return [("Resetting the phone", command), mark]


def _real(setup: dict) -> list[tuple[str, list[str]]]:
    steps = [
        ("Waking the phone", ["input", "keyevent", "KEYCODE_WAKEUP"]),
        ("Going to the home screen", ["input", "keyevent", "KEYCODE_HOME"]),
    ]
    for step in setup.get("real", []):
        known = REAL_STEPS.get(step.get("do"))
        if known is None:
            raise CannotPrepare(
                f"The task asks for {step.get('do')!r}, which is not allowed on a real phone."
            )
        if step["do"] == "setting" and step.get("namespace") not in NAMESPACES:
            raise CannotPrepare("The task names an unknown settings namespace.")
        words, command = known
        try:
            steps.append((words.format(**step), command(step)))
        except KeyError as error:
            raise CannotPrepare(f"The task's step {step['do']!r} lacks {error}.") from error
    return steps
