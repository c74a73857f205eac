"""The verbs a shell knows, by name."""

import dataclasses
import importlib

from devices.virtual.files import FileError, normal

_VERBS: dict = {}
_MODULES = (
    "builtins",
    "text",
    "filesystem",
    "system",
    "props",
    "wm",
    "input",
    "screen",
    "ui",
    "activity",
    "packages",
    "dumpsys",
    "settings",
    "cmd",
    "content",
    "database",
    "logs",
    "phoneworld",
    "user",
    "server",
)
_loaded = False


@dataclasses.dataclass(slots=True)
class Context:
    """What a verb gets: its words (argv[0] is its name), where it reads and writes, and the phone."""

    shell: object
    device: object
    argv: list
    stdin: object
    stdout: object
    stderr: object

    @property
    def args(self):
        return self.argv[1:]

    @property
    def phone(self):
        return self.device.phone

    @property
    def fs(self):
        return self.device.fs

    async def out(self, text):
        await self.stdout.write(
            text
            if isinstance(text, bytes | bytearray | memoryview)
            else text.encode("utf-8", "surrogateescape")
        )

    async def line(self, text=""):
        await self.out(text + "\n")

    async def err(self, text):
        await self.stderr.write((text + "\n").encode("utf-8", "surrogateescape"))

    def path(self, name):
        return normal(name, self.shell.cwd)


class Usage(Exception):
    """The verb was called wrongly: message for stderr, and a status."""

    def __init__(self, message, status=1):
        super().__init__(message)
        self.status = status


def verb(*names):
    """Registers an `async (context) -> status or None` function as shell verbs."""

    def register(function):
        for name in names:
            _VERBS[name] = function
        return function

    return register


def load():
    """Import every family of verbs (late: some need the scrcpy server, which needs the codec)."""
    global _loaded
    if not _loaded:
        for name in _MODULES:
            importlib.import_module(f"devices.virtual.shell.{name}")
        _loaded = True


def names():
    load()
    return sorted(_VERBS)


def find(name):
    """The verb's function, or None; a full path under /system/bin counts."""
    load()
    if name.startswith(("/system/bin/", "/system/xbin/", "/bin/")):
        name = name.rpartition("/")[2]
    return _VERBS.get(name)


async def run(context):
    """Run the verb that argv names; returns its exit status."""
    name = context.argv[0]
    function = find(name)
    if function is None or (context.device.stand_in and function is _VERBS["phoneworld"]):
        await context.err(f"sh: {name}: not found")
        return 127
    try:
        return await function(context) or 0
    except Usage as error:
        await context.err(str(error))
        return error.status
    except FileError as error:
        await context.err(f"{name}: {error}")
        return 1
