"""`pm` and `cmd package`: what is installed."""

import re

from devices.virtual.apk import BadApk, read_apk
from devices.virtual.files import FileError
from devices.virtual.shell.registry import Usage, verb


def _path(entry):
    folder = "/system/app" if entry.get("system") else "/data/app"
    return f"{folder}/{entry['package']}/base.apk"


@verb("pm")
async def pm(context):
    return await package_command(context, context.args)


async def package_command(context, words):
    """`pm …`, also reached as `cmd package …`."""
    command, rest = (words[0] if words else ""), words[1:]
    handler = _COMMANDS.get(command)
    if handler is None:
        raise Usage(
            f"Unknown command: {command}"
            if command
            else "Package manager (package) commands: list, path, install, uninstall, clear, grant, revoke",
            255,
        )
    return await handler(context, rest)


async def _list(context, words):
    what = words[0] if words else ""
    flags = {word for word in words[1:] if word.startswith("-")}
    filters = [word for word in words[1:] if not word.startswith("-") and not word.isdigit()]
    if what == "packages":
        for entry in sorted(context.phone.packages(), key=lambda entry: entry["package"]):
            system = entry.get("system")
            if ("-3" in flags and system) or ("-s" in flags and not system) or "-d" in flags:
                continue
            if filters and filters[0] not in entry["package"]:
                continue
            line = (
                f"package:{_path(entry)}={entry['package']}"
                if "-f" in flags
                else f"package:{entry['package']}"
            )
            line += "  installer=null" if "-i" in flags else ""
            line += f" uid:{10000 + context.device.pid(entry['package'])}" if "-U" in flags else ""
            await context.line(line)
    elif what == "users":
        await context.line("Users:\n\tUserInfo{0:Owner:c13} running")
    elif what == "features":
        await context.line("feature:android.hardware.touchscreen\nfeature:android.hardware.wifi")
    elif what in ("permissions", "permission-groups", "libraries", "instrumentation"):
        return
    else:
        raise Usage(f"Error: unknown list type '{what}'", 255)


def _known(context, words):
    names = [word for word in words if not word.startswith("-") and not word.isdigit()]
    return (names[0] if names else ""), context.device.package(names[0]) if names else None


async def _path_of(context, words):
    _, entry = _known(context, words)
    if entry is None:
        return 1
    await context.line(f"package:{_path(entry)}")


async def _clear(context, words):
    name, entry = _known(context, words)
    if entry is None and not name.startswith("com.android.providers."):
        await context.line("Failed")
        return 1
    context.phone.clear_data(name)
    context.device.processes.stopped(name)
    context.device.touched()
    await context.line("Success")


async def _permission(context, words, granted):
    names = [word for word in words if not word.startswith("-") and not word.isdigit()]
    if len(names) < 2 or context.device.package(names[0]) is None:
        raise Usage(
            "\nException occurred while executing 'grant':\n"
            f"java.lang.IllegalArgumentException: Unknown package: {names[0] if names else ''}",
            255,
        )
    context.device.set_permission(names[0], names[1], granted)


async def _grant(context, words):
    await _permission(context, words, True)


async def _revoke(context, words):
    await _permission(context, words, False)


async def _install(context, words):
    """From a file on the phone, or `-S size` bytes of standard input (what `adb install` streams)."""
    words, size, path = iter(words), None, None
    for word in words:
        if word == "-S":
            size = int(next(words, "0"))
        elif word in ("-i", "--user", "--abi", "--install-location"):
            next(words, None)
        elif not word.startswith("-"):
            path = word
    if size is not None and size > context.fs.limit:
        await context.line("Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE: too large]")
        return 1
    try:
        data = (
            await context.stdin.read_exactly(size)
            if size is not None and path in (None, "-")
            else context.fs.read(context.path(path or ""))
        )
    except FileError:
        await context.line(f"Error: Unable to open file: {path}")
        return 1
    return await _commit(context, data)


async def _commit(context, data):
    if context.device.faults.is_on("storage_full"):
        await context.line(
            "Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE: Failed to override installation location]"
        )
        return 1
    try:
        package, label = read_apk(data)
    except BadApk as error:
        await context.line(f"Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse: {error}]")
        return 1
    context.phone.install(package, label)
    context.device.log("I", "PackageManager", f"Installed {package}")
    context.device.touched()
    await context.line("Success")


async def _uninstall(context, words):
    name, entry = _known(context, words)
    if entry is None:
        await context.line("Failure [DELETE_FAILED_INTERNAL_ERROR]")
        return 1
    if entry.get("system"):
        await context.line("Failure [-1000]")
        return 1
    context.phone.uninstall(name)
    context.device.processes.stopped(name)
    context.device.touched()
    await context.line("Success")


async def _resolve(context, words):
    name, entry = _known(context, [word for word in words if "." in word])
    if entry is None:
        await context.line("No activity found")
        return 0
    if "--brief" in words:
        await context.line("priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false")
    await context.line(f"{name}/{entry['activity']}")


async def _query(context, words):
    """The activities that answer an intent: for the launcher's, every app it shows."""
    hidden = {name for name, row in context.phone.state["sys"]["packages"].items() if row["hidden"]}
    home = "android.intent.category.HOME" in words
    found = [
        f"{row['package']}/{row['activity']}"
        for row in context.phone.packages()
        if ("launcher" in row["package"]) == home and row["package"] not in hidden
    ]
    await context.line(f"{len(found)} activities found:" if found else "No activities found")
    for number, component in enumerate(found):
        await context.line(
            f"  Activity #{number}:\n"
            "    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\n"
            f"    {component}"
        )


async def _dump(context, words):
    from devices.virtual.shell.dumpsys import package_lines

    for line in package_lines(context.device, _known(context, words)[0]):
        await context.line(line)


async def _done(context, words):
    return 0


_COMMANDS = {
    "list": _list,
    "path": _path_of,
    "clear": _clear,
    "grant": _grant,
    "revoke": _revoke,
    "install": _install,
    "uninstall": _uninstall,
    "resolve-activity": _resolve,
    "query-activities": _query,
    "dump": _dump,
    "enable": _done,
    "disable": _done,
    "disable-user": _done,
    "trim-caches": _done,
    "hide": _done,
    "unhide": _done,
    "compile": _done,
}


@verb("appops", "device_config", "bmgr", "dpm")
async def nothing(context):
    return 0


def valid_package(name):
    """Whether Android would take this as a package's name."""
    return bool(re.fullmatch(r"[A-Za-z][\w]*(\.[A-Za-z][\w]*)+", name))
