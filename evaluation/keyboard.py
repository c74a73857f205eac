"""Where the soft keyboard lies. Its keys are in no UI tree, so a touch on it is told by its place."""

import re
from itertools import pairwise

from devices.adb.client import AdbDevice, AdbError

Bounds = tuple[int, int, int, int]
_WINDOW = re.compile(r"^\s*Window #\d+ Window\{[^}]*\}", re.MULTILINE)
_REGION = re.compile(r"touchable region=SkRegion\(\((-?\d+),(-?\d+),(-?\d+),(-?\d+)\)")
_SHOWN = re.compile(r"mInputMethodWindowVisible=true|isVisible=true|isOnScreen=true")

#: Keyboards differ, but Enter is the right end of the last row on nearly all of them.
ENTER_FROM_X, ENTER_FROM_Y = 0.86, 0.72


def parse(text: str) -> Bounds | None:
    """From `dumpsys window`: the touchable region of the input method's window, None while it is hidden."""
    starts = [match.start() for match in _WINDOW.finditer(text)]
    for start, end in pairwise([*starts, len(text)]):
        block = text[start:end]
        region = _REGION.search(block)
        if "InputMethod}" in block.split("\n", 1)[0] and region and _SHOWN.search(block):
            left, top, right, bottom = (int(n) for n in region.groups())
            return (left, top, right, bottom) if right > left and bottom > top else None
    return None


async def find(phone: AdbDevice) -> Bounds | None:
    """Ask the phone; None as well when it does not answer."""
    try:
        return parse((await phone.shell(["dumpsys", "window"], timeout=5)).text)
    except AdbError:
        return None


def hit(bounds: Bounds | None, x: int, y: int) -> str:
    """What a finger at (x, y) presses: "" (not the keyboard), "key", or "enter" (by its place)."""
    if bounds is None:
        return ""
    left, top, right, bottom = bounds
    if not (left <= x < right and top <= y < bottom):
        return ""
    at_end = (x - left) / (right - left) >= ENTER_FROM_X and (y - top) / (bottom - top) >= ENTER_FROM_Y
    return "enter" if at_end else "key"
