"""`settings`, `svc` and `ime`: switches and providers."""

from devices.virtual.shell.registry import Usage, verb

NAMESPACES = ("system", "secure", "global")
DEFAULT_IME = "org.phoneworld.keyboard/.Keyboard"
SVC = {"wifi": "wifi_on", "data": "mobile_data", "bluetooth": "bluetooth_on", "nfc": "nfc_on"}


@verb("settings")
async def settings(context):
    await settings_command(context, context.args)


async def settings_command(context, words):
    """`settings …`, also reached as `cmd settings …`."""
    words = list(words)
    while "--user" in words:
        del words[words.index("--user") : words.index("--user") + 2]
    command, rest = (words[0] if words else ""), words[1:]
    if command not in ("get", "put", "delete", "list", "reset") or not rest or rest[0] not in NAMESPACES:
        raise Usage(
            "Settings provider (settings) commands:\n  get [--user <USER_ID> | current] NAMESPACE KEY\n"
            "  put NAMESPACE KEY VALUE\n  delete NAMESPACE KEY\n  list NAMESPACE",
            255,
        )
    namespace, device = rest[0], context.device
    if command == "list":
        for key, value in sorted(context.phone.settings.list(namespace).items()):
            await context.line(f"{key}={value}")
    elif command == "get":
        value = context.phone.settings.get(namespace, rest[1] if len(rest) > 1 else "")
        await context.line("null" if value is None else str(value))
    elif command == "put":
        if len(rest) < 3:
            raise Usage("Error: Bad arguments", 255)
        device.put_setting(namespace, rest[1], rest[2])
    elif command == "delete":
        known = context.phone.settings.get(namespace, rest[1]) is not None
        if known:
            context.phone.settings.delete(namespace, rest[1])
        device.touched()
        await context.line(f"Deleted {int(known)} rows")


@verb("svc")
async def svc(context):
    words = context.args
    if words[:2] == ["power", "stayon"]:
        context.device.put_setting(
            "global", "stay_on_while_plugged_in", "0" if words[2:] == ["false"] else "15"
        )
    elif words[:2] == ["power", "reboot"]:
        return 0
    elif words[:2] == ["power", "shutdown"]:
        context.device.faults.set("offline", "on")
    elif len(words) > 1 and words[0] in SVC and words[1] in ("enable", "disable"):
        context.device.put_setting("global", SVC[words[0]], "1" if words[1] == "enable" else "0")
    else:
        raise Usage("Available commands:\n    help\n    power\n    data\n    wifi\n    bluetooth\n    nfc")


@verb("ime")
async def ime(context):
    await ime_command(context, context.args)


async def ime_command(context, words):
    known = [DEFAULT_IME, "com.android.adbkeyboard/.AdbIME"]
    command, name = (words[0] if words else ""), words[-1] if len(words) > 1 else ""
    if command == "list":
        for entry in known if "-a" in words else known[:1]:
            await context.line(entry if "-s" in words else f"{entry}:\n  mId={entry}")
    elif command in ("enable", "disable", "set"):
        if name not in known:
            raise Usage(
                f"Unknown input method {name} cannot be "
                f"{'selected' if command == 'set' else command + 'd'} for user #0"
            )
        if command == "set":
            context.device.put_setting("secure", "default_input_method", name)
            await context.line(f"Input method {name} selected for user #0")
        else:
            await context.line(f"Input method {name}: now {command}d for user #0")
    elif command == "reset":
        context.device.put_setting("secure", "default_input_method", DEFAULT_IME)
        await context.line("Reset current and enabled IMEs for user #0")
    else:
        raise Usage("ime <command>:\n  list [-a] [-s]\n  enable/disable/set ID\n  reset")
