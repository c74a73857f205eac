"""System properties."""

from devices.virtual.shell.registry import Usage, verb


@verb("getprop")
async def getprop(context):
    words = [word for word in context.args if not word.startswith("-")]
    if words:
        await context.line(context.device.props.get(words[0], words[1] if len(words) > 1 else ""))
        return
    for name, value in sorted(context.device.props.items()):
        await context.line(f"[{name}]: [{value}]")


@verb("setprop")
async def setprop(context):
    if len(context.args) != 2:
        raise Usage("setprop: Needs 2 arguments")
    name, value = context.args
    if name.startswith("ro."):
        raise Usage(f"Failed to set property '{name}' to '{value}'.\nSee dmesg for error reason.")
    context.device.props[name] = value
