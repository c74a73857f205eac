"""`cmd SERVICE …`: the binder commands clients use, and `service`."""

from devices.virtual.shell.packages import package_command
from devices.virtual.shell.registry import Usage, find, verb
from devices.virtual.shell.settings import ime_command, settings_command

PANELS = {"expand-notifications": "notifications", "expand-settings": "settings", "collapse": None}


@verb("cmd")
async def cmd(context):
    words = list(context.args)
    if words[:1] == ["-w"]:
        words.pop(0)
    service, rest = (words[0] if words else ""), words[1:]
    if service in ("-l", "--list"):
        await context.line("\n".join(sorted(["package", "settings", "input_method", *_SERVICES, *_VERBS])))
    elif service == "package":
        return await package_command(context, rest)
    elif service == "settings":
        await settings_command(context, rest)
    elif service == "input_method":
        await ime_command(context, rest)
    elif service in _SERVICES:
        return await _SERVICES[service](context, rest)
    elif service in _VERBS:
        context.argv = [_VERBS[service], *rest]
        return await find(_VERBS[service])(context)
    else:
        raise Usage(f"cmd: Can't find service: {service}", 20)


async def _clipboard(context, words):
    if words[:1] == ["get"] or words[:1] == ["get-primary-clip"]:
        await context.line(context.phone.clipboard or "")
    elif words[:1] in (["set"], ["set-primary-clip"]):
        context.phone.clipboard = " ".join(words[1:])
        context.device.touched()
    elif words[:1] == ["clear"]:
        context.phone.clipboard = ""
        context.device.touched()
    else:
        raise Usage("Clipboard commands:\n  get\n  set TEXT\n  clear", 255)


async def _statusbar(context, words):
    command = words[0] if words else ""
    if command not in PANELS:
        raise Usage("Status bar commands:\n  expand-notifications\n  expand-settings\n  collapse", 255)
    context.device.open_panel(PANELS[command])


async def _uimode(context, words):
    if words[:1] != ["night"]:
        raise Usage("UiModeManager service (uimode) commands:\n  night [yes|no|auto]", 255)
    if len(words) > 1:
        context.device.put_setting("secure", "ui_night_mode", {"yes": "2", "no": "1"}.get(words[1], "0"))
    value = context.phone.settings.get("secure", "ui_night_mode")
    await context.line(f"Night mode: {'yes' if value == '2' else 'no'}")


async def _connectivity(context, words):
    if words[:1] == ["airplane-mode"]:
        if len(words) > 1:
            context.device.put_setting("global", "airplane_mode_on", "1" if words[1] == "enable" else "0")
        else:
            on = context.phone.settings.get("global", "airplane_mode_on") == "1"
            await context.line("enabled" if on else "disabled")


async def _notification(context, words):
    if words[:1] == ["post"]:
        rest, title = words[1:], "Shell"
        while rest[:1] and rest[0].startswith("-"):
            if rest[0] in ("-t", "--title"):
                title = rest[1]
            del rest[:2]
        context.device.notify(title, " ".join(rest[1:]))


async def _wifi(context, words):
    if words[:1] == ["set-wifi-enabled"] and len(words) > 1:
        context.device.put_setting("global", "wifi_on", "1" if words[1] == "enabled" else "0")
    elif words[:1] == ["status"]:
        on = context.phone.settings.get("global", "wifi_on") not in (None, "0")
        await context.line(f"Wifi is {'enabled' if on else 'disabled'}")


async def _done(context, words):
    return 0


async def _testharness(context, words):
    """What device farms do between tests (Test Harness Mode): the phone is as new, and keeps its computers'
    keys. Ours is back at once; other disturbances await it, as another day would bring."""
    if words != ["enable"]:
        raise Usage("About:\n  Test Harness Mode is a mode that the device can be placed in.\n  enable", 255)
    context.device.wipe()


_SERVICES = {
    "clipboard": _clipboard,
    "statusbar": _statusbar,
    "uimode": _uimode,
    "connectivity": _connectivity,
    "notification": _notification,
    "wifi": _wifi,
    "appops": _done,
    "jobscheduler": _done,
    "overlay": _done,
    "power": _done,
    "bluetooth_manager": _done,
    "locale": _done,
    "testharness": _testharness,
}
_VERBS = {"activity": "am", "input": "input", "window": "wm"}


@verb("service")
async def service(context):
    if context.args[:1] == ["check"] and len(context.args) > 1:
        await context.line(f"Service {context.args[1]}: found")
    elif context.args[:1] == ["list"]:
        await context.line(
            "Found 3 services:\n0\tactivity: [android.app.IActivityManager]\n1\tpackage: "
            "[android.content.pm.IPackageManager]\n2\twindow: [android.view.IWindowManager]"
        )
    elif context.args[:1] == ["call"]:
        await context.line("Result: Parcel(00000000    '....')")
