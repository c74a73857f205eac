"""`input`: taps, swipes, text and keys, in real time as on a phone."""

import asyncio

from devices.virtual import keys
from devices.virtual.shell.registry import Usage, verb

SOURCES = {
    "touchscreen",
    "keyboard",
    "dpad",
    "gamepad",
    "touchnavigation",
    "joystick",
    "touchpad",
    "mouse",
    "stylus",
    "trackball",
    "rotaryencoder",
}
TICK = 0.016
LONG_PRESS_MS = 600
USAGE = """Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The commands and default sources are:
      text <string> (Default: touchscreen)
      keyevent [--longpress|--doubletap] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)"""


@verb("input")
async def input_(context):
    words = list(context.args)
    if words and words[0] in SOURCES:
        words.pop(0)
    if words[:1] == ["-d"]:
        del words[:2]
    command, rest = (words[0] if words else ""), words[1:]
    handler = _COMMANDS.get(command)
    if handler is None:
        raise Usage(f"Error: Unknown command: {command}\n{USAGE}" if command else USAGE, 255)
    try:
        await handler(context, rest)
    except (ValueError, IndexError):
        raise Usage(f"Error: Invalid arguments for command: {command}\n{USAGE}", 255) from None


def touch(device, action, x, y, pointer=0):
    """One finger event, at the wall clock's time."""
    device.live.catch_up()
    if action == "down":
        device.live.fingers.add(pointer)
    elif action in ("up", "cancel"):
        device.live.fingers.discard(pointer)
    device.phone.touch(action, round(x), round(y), pointer)
    device.touched()


async def _tap(context, words):
    x, y = float(words[0]), float(words[1])
    touch(context.device, "down", x, y)
    touch(context.device, "up", x, y)


async def _swipe(context, words, hold_ms=0):
    x1, y1, x2, y2 = map(float, words[:4])
    seconds = (int(words[4]) if len(words) > 4 and words[4] else 300) / 1000
    if seconds < 0:
        raise ValueError
    loop = asyncio.get_running_loop()
    touch(context.device, "down", x1, y1)
    try:
        if hold_ms:
            await asyncio.sleep(hold_ms / 1000)
        start = loop.time()
        while (passed := loop.time() - start) < seconds:
            part = passed / seconds
            touch(context.device, "move", x1 + (x2 - x1) * part, y1 + (y2 - y1) * part)
            await asyncio.sleep(min(TICK, seconds - passed))
        touch(context.device, "move", x2, y2)
    finally:
        touch(context.device, "up", x2, y2)


async def _drag(context, words):
    await _swipe(context, words, hold_ms=LONG_PRESS_MS)


async def _text(context, words):
    text = words[0].replace("%s", " ")
    if not text.isascii():
        raise Usage(
            "\nException occurred while executing 'text':\n"
            "java.lang.NullPointerException: Attempt to get length of null array\n"
            "\tat com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:344)",
            255,
        )
    for index, line in enumerate(text.split("\n")):
        if index:
            context.phone.key("ENTER")
        if line:
            context.phone.type_text(line)
    context.device.touched()


async def _keyevent(context, words):
    names = [word for word in words if not word.startswith("--")]
    if not names:
        raise IndexError
    codes = [keys.code_of(name) for name in names]
    if None in codes:
        raise Usage(f"Error: Unknown keycode: {names[codes.index(None)]}\n{USAGE}", 255)
    for code in codes:
        keys.press(context.device, code)
        if "--doubletap" in words:
            keys.press(context.device, code)


async def _keycombination(context, words):
    codes = [keys.code_of(word) for word in words if not word.startswith("-")]
    meta = sum(
        {59: keys.SHIFT, 60: keys.SHIFT, 57: keys.ALT, 58: keys.ALT, 113: keys.CTRL, 114: keys.CTRL}.get(
            code, 0
        )
        for code in codes
    )
    keys.press(context.device, codes[-1], meta)


async def _roll(context, words):
    dx, dy = float(words[0]), float(words[1])
    width, height = context.device.size
    context.phone.scroll_wheel(width // 2, height // 2, dx, dy)
    context.device.touched()


async def _press(context, words):
    keys.press(context.device, 23)


async def _motionevent(context, words):
    action = words[0].lower()
    if action not in ("down", "up", "move", "cancel"):
        raise ValueError
    x, y = (float(words[1]), float(words[2])) if len(words) > 2 else (0, 0)
    touch(context.device, action, x, y)


_COMMANDS = {
    "tap": _tap,
    "swipe": _swipe,
    "draganddrop": _drag,
    "text": _text,
    "keyevent": _keyevent,
    "keycombination": _keycombination,
    "roll": _roll,
    "press": _press,
    "motionevent": _motionevent,
}
