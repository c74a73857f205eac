"""`uiautomator dump`."""

from devices.virtual.shell.registry import Usage, verb

DEFAULT = "/sdcard/window_dump.xml"


@verb("uiautomator")
async def uiautomator(context):
    words = context.args
    if words[:1] != ["dump"]:
        raise Usage(
            "Usage: uiautomator <subcommand> [options]\n\nAvailable subcommands:\n\n"
            "help: displays help message\n"
            "dump: creates an XML dump of current UI hierarchy\n"
        )
    target = next((word for word in words[1:] if not word.startswith("--")), DEFAULT)
    if context.device.faults.is_on("dump_fails") or not context.phone.screen_on:
        # On a phone this failure has exit status 0, so clients must read the output.
        await context.err("ERROR: could not get idle state.")
        return 0
    xml = context.phone.ui_xml()
    if not xml.startswith("<?xml"):
        xml = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>" + xml
    if target == "/dev/tty":
        await context.out(xml)
    else:
        context.fs.drop(context.path(target), xml.encode())
    await context.line(f"UI hierchary dumped to: {target}")  # spelled as Android spells it
