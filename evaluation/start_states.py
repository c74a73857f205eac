"""What is done to a phone to bring it into a task's starting state: words and shell commands, no database.

A mock phone is reset to the task's seed and edits, exactly. A real one gets what a person could do: wake,
home, and steps from the allow-list below.
"""

import base64
import json
from collections.abc import Callable

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
NOT_A_SETUP = ("seed", "real", "oracle")  # what stored tasks keep beside the mock phone's own set-up

Step = tuple[str, list[str]]


class CannotPrepare(Exception):
    """The phone cannot be put into this state; the text says why, for the annotator."""


def encoded(data: object) -> str:
    """JSON in base64, as the mock phone's shell verb takes it."""
    return base64.b64encode(json.dumps(data, ensure_ascii=False).encode()).decode()


def mock_steps(setup: dict | None) -> list[Step]:
    """``setup`` None: a free task, which starts from the phone as it is."""
    mark = ("Noting the starting state", ["phoneworld", "mark"])
    if setup is None:
        return [("Going to the home screen", ["input", "keyevent", "HOME"]), mark]
    rest = {key: value for key, value in setup.items() if key not in NOT_A_SETUP}
    command = ["phoneworld", "reset", "--seed", str(int(setup.get("seed", 1)))]
    if rest:
        command += ["--setup", encoded(rest)]
    return [("Resetting the phone", command), mark]


def real_steps(setup: dict) -> list[Step]:
    """Raises CannotPrepare for what is not allowed."""
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
