"""`user`: the person to whom the phone belongs, who can be asked to do what no program can."""

from devices.phoneworld.disturb import user_helps
from devices.virtual.shell.registry import Usage, verb


@verb("user")
async def user(context):
    """`user helps`: solves the captcha that is in the way, and says "helped"; else "nothing to do"."""
    if context.args != ["helps"]:
        raise Usage("usage: user helps", 2)
    helped = user_helps(context.phone)
    context.device.touched()
    await context.line("helped" if helped else "nothing to do")
