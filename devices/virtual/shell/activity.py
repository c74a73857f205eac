"""`am` and `monkey`: start, stop, broadcast."""

import base64
import dataclasses

from devices.virtual.shell.intents import meaning
from devices.virtual.shell.registry import Usage, verb

_VALUE_FLAGS = {
    "-a": "action",
    "-d": "data",
    "-t": "type",
    "-c": "category",
    "-n": "component",
    "-p": "package",
    "-f": "flags",
    "--user": None,
    "--display": None,
    "--windowingMode": None,
    "-i": None,
    "--activity-clear-task": "",
}
_EXTRA_FLAGS = {"-e", "--es", "--ez", "--ei", "--el", "--ef", "--eu", "--esa", "--eia"}
LAUNCHER = "android.intent.category.LAUNCHER"


@dataclasses.dataclass
class Intent:
    action: str = ""
    data: str = ""
    type: str = ""
    category: str = ""
    component: str = ""
    package: str = ""
    flags: str = ""
    extras: dict = dataclasses.field(default_factory=dict)
    rest: list = dataclasses.field(default_factory=list)

    def __str__(self):
        parts = [
            ("act", self.action),
            ("cat", f"[{self.category}]" if self.category else ""),
            ("dat", self.data),
            ("typ", self.type),
            ("flg", self.flags),
            ("pkg", self.package),
            ("cmp", self.component),
        ]
        shown = " ".join(f"{name}={value}" for name, value in parts if value)
        return f"Intent {{ {shown}{' (has extras)' if self.extras else ''} }}"


def intent_of(words):
    """The Intent that `am`'s words describe."""
    intent, words = Intent(), iter(words)
    for word in words:
        if word in _EXTRA_FLAGS:
            key = next(words, "")
            intent.extras[key] = next(words, "")
        elif word == "--esn":
            intent.extras[next(words, "")] = None
        elif word in _VALUE_FLAGS:
            if _VALUE_FLAGS[word] == "":
                continue
            value = next(words, "")
            if _VALUE_FLAGS[word]:
                setattr(intent, _VALUE_FLAGS[word], value)
        elif word.startswith("-"):
            intent.rest.append(word)
        elif "/" in word and not intent.component and "://" not in word:
            intent.component = word
        elif ":" in word and not intent.data:
            intent.data = word
        elif not intent.package:
            intent.package = word
    return intent


@verb("am")
async def am(context):
    command, words = (context.args[0] if context.args else ""), context.args[1:]
    handler = _COMMANDS.get(command)
    if handler is None:
        raise Usage(
            f"Error: unknown command '{command}'"
            if command
            else "Activity manager (activity) commands: start, "
            "force-stop, kill, broadcast, stack, task, get-current-user",
            255,
        )
    return await handler(context, words)


async def _start(context, words):
    device, intent = context.device, intent_of(words)
    if not intent.action and intent.component:
        await context.line(f"Starting: {intent}")
    else:
        intent.action = intent.action or "android.intent.action.VIEW"
        await context.line(f"Starting: {intent}")
    package = intent.component.partition("/")[0] or intent.package
    if package:
        if device.package(package) is None:
            shown = intent.component or package
            await context.err(f"Error type 3\nError: Activity class {{{_full(shown)}}} does not exist.")
            return 1
        if "-S" in intent.rest:
            device.force_stop(package)
        if device.phone.foreground["package"] == package and "-S" not in intent.rest:
            await context.line(
                "Warning: Activity not started, intent has been delivered to currently running "
                "top-most instance."
            )
        device.open_app(package)
    elif not _deliver(device, intent):
        await context.err(f"Error: Activity not started, unable to resolve {intent}")
        return 1
    if "-W" in intent.rest:
        at = device.phone.foreground
        await context.line(
            f"Status: ok\nLaunchState: COLD\n"
            f"Activity: {at['package']}/{short_activity(at['package'], at['activity'])}\n"
            "TotalTime: 120\nWaitTime: 125\nComplete"
        )
    return 0


def _deliver(device, intent):
    """Give an intent without a component to whatever app takes it; False if none does."""
    if intent.action == "android.intent.action.MAIN":
        if "HOME" not in intent.category:
            return False
        device.phone.key("HOME")
        device.touched()
        return True
    if intent.action.startswith("android.settings."):
        return _open_named(device, "settings")
    meant = meaning(intent)
    if meant:
        taken = device.phone.send_intent(*meant)
        device.touched()
        return taken
    return any(word in intent.data and _open_named(device, word) for word in ("contacts", "calendar"))


def _open_named(device, word):
    package = next((row["package"] for row in device.phone.packages() if row["package"].endswith(word)), None)
    if package:
        device.open_app(package)
    return package is not None


def _full(component):
    package, _, activity = component.partition("/")
    return f"{package}/{full_activity(package, activity)}"


def full_activity(package, activity):
    """An activity's class by its whole name."""
    return package + activity if activity.startswith(".") else activity


def short_activity(package, activity):
    """An activity's class as Android shortens it in records."""
    return activity.removeprefix(package) if activity.startswith(package + ".") else activity


async def _force_stop(context, words):
    names = [word for word in words if not word.startswith("-") and not word.isdigit()]
    if not names:
        raise Usage('Error: Argument expected after "force-stop"', 255)
    for name in names:
        context.device.force_stop(name)


async def _kill_all(context, words):
    return 0


async def _broadcast(context, words):
    intent, phone, result = intent_of(words), context.phone, "0"
    extras = intent.extras
    if intent.action == "clipper.get":
        result = f'-1, data="{phone.clipboard}"'
    elif intent.action == "clipper.set":
        phone.clipboard = extras.get("text") or ""
        result = '-1, data="Text is copied into clipboard."'
    elif intent.action == "ADB_INPUT_TEXT":
        phone.type_text(extras.get("msg") or "")
    elif intent.action == "ADB_INPUT_B64":
        phone.type_text(base64.b64decode(extras.get("msg") or "").decode("utf-8", "replace"))
    elif intent.action == "ADB_CLEAR_TEXT":
        phone.key("A", ctrl=True)
        phone.key("DEL")
    elif intent.action == "ADB_EDITOR_CODE":
        phone.key("ENTER")
    context.device.touched()
    await context.line(f"Broadcasting: {intent}\nBroadcast completed: result={result}")


async def _stack(context, words):
    if words[:1] in (["remove"], ["remove-task"]):
        for package, _, task in running_tasks(context.device):
            if str(task) == words[-1]:
                context.device.force_stop(package)
        return
    width, height = context.device.size
    for number, (package, activity, task) in enumerate(running_tasks(context.device)):
        name = f"{package}/{full_activity(package, activity)}"
        await context.line(
            f"RootTask id={task} bounds=[0,0][{width},{height}] displayId=0 userId=0\n"
            " configuration={1.0}\n"
            f"  taskId={task}: {name} bounds=[0,0][{width},{height}] userId=0 "
            f"visible={str(number == 0).lower()} topActivity=ComponentInfo{{{name}}}\n"
        )


def running_tasks(device):
    """[(package, activity, task id)] of running apps, the visible one first."""
    known = {entry["package"]: entry["activity"] for entry in device.phone.packages()}
    front = device.phone.foreground
    known[front["package"]] = front["activity"]
    return [(name, known[name], device.pid(name) - 2000) for name in device.running() if name in known]


async def _task(context, words):
    if words[:1] == ["list"]:
        await _stack(context, ["list"])


async def _get_current_user(context, words):
    await context.line("0")


async def _done(context, words):
    return 0


_COMMANDS = {
    "start": _start,
    "start-activity": _start,
    "force-stop": _force_stop,
    "kill": _force_stop,
    "kill-all": _kill_all,
    "broadcast": _broadcast,
    "stack": _stack,
    "task": _task,
    "startservice": _done,
    "start-service": _done,
    "start-foreground-service": _done,
    "stopservice": _done,
    "stop-service": _done,
    "get-current-user": _get_current_user,
    "wait-for-broadcast-idle": _done,
    "set-debug-app": _done,
    "crash": _force_stop,
}


@verb("monkey")
async def monkey(context):
    words = context.args
    package = words[words.index("-p") + 1] if "-p" in words else None
    entry = context.device.package(package) if package else None
    await context.line("  bash arg: -p\n  bash arg: " + str(package))
    if package and entry is None:
        await context.err("** No activities found to run, monkey aborted.")
        return 252
    if package:
        context.device.open_app(package)
    await context.line(
        "Events injected: 1\n## Network stats: elapsed time=20ms (0ms mobile, 0ms wifi, 20ms not connected)"
    )
