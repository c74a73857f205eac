"""From the page's input messages to scrcpy's control messages: checked, scaled, never dropped silently."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from devices.adb.scrcpy import keymap, protocol

MAX_POINTERS = 10
MAX_TYPED = 5000
PACKAGE = re.compile(r"[A-Za-z]\w*(\.\w+)+", re.ASCII)
TOUCH_ACTIONS = {"down": protocol.DOWN, "move": protocol.MOVE, "up": protocol.UP, "cancel": protocol.CANCEL}
HALF = re.compile("[\ud800-\udfff]")  # of a character: JSON can name one, UTF-8 cannot hold it
PLAIN = re.compile(r"[\x20-\x7e]*")


class InputRefused(Exception):
    """An input that cannot be carried out. `code` for the program, the text for the person."""

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code


def number(event: dict, name: str, low: float, high: float) -> float:
    value = event.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise InputRefused("bad_input", f"{name} must be a number from {low:g} to {high:g}")
    return value


def text(event: dict, name: str, limit: int = MAX_TYPED) -> str:
    value = event.get(name)
    if not isinstance(value, str) or len(value) > limit or "\0" in value:
        raise InputRefused("bad_input", f"{name} must be a text of at most {limit} characters")
    if HALF.search(value):
        raise InputRefused("bad_input", f"{name} holds half a character")
    return value


def package(event: dict) -> str:
    value = text(event, "package", 255)
    if not PACKAGE.fullmatch(value):
        raise InputRefused("bad_input", "that is no package name")
    return value


@dataclass(slots=True)
class Screen:
    """The video's size now, and the fingers that lie on it: (driver, pointer) -> video px.

    `on_lift(driver, pointer)`: a touch ended without its driver's doing, and means nothing any more.
    """

    width: int = 0
    height: int = 0
    on_lift: Callable[[Any, int], None] = lambda driver, pointer: None
    fingers: dict[tuple[Any, int], tuple[int, int]] = field(default_factory=dict)
    lifted: set[tuple[Any, int]] = field(default_factory=set)  # by us, when the size changed

    def place(self, event: dict) -> tuple[int, int]:
        """Where an event lies in the current picture.

        Aimed at a smaller or larger picture of the same screen, it is scaled; at one that was turned since,
        it is refused: nobody can know what the finger meant.
        """
        if not self.width:
            raise InputRefused("no_picture", "The phone's picture is not there yet.")
        w, h = number(event, "w", 1, 20000), number(event, "h", 1, 20000)
        x, y = number(event, "x", -20000, 20000), number(event, "y", -20000, 20000)
        if (w, h) != (self.width, self.height):
            if abs((w / h) / (self.width / self.height) - 1) > 0.03:
                raise InputRefused("stale_size", "The screen was turned in the meantime; touch it again.")
            x, y = x * self.width / w, y * self.height / h
        return (
            max(0, min(self.width - 1, round(x))),
            max(0, min(self.height - 1, round(y))),
        )

    def touch(self, event: dict, driver) -> list[bytes]:
        """The control messages of a touch event."""
        action = TOUCH_ACTIONS.get(text(event, "action", 10))
        if action is None:
            raise InputRefused("bad_input", "unknown touch action")
        pointer = int(number(event, "pointer", 0, MAX_POINTERS - 1))
        finger = (driver, pointer)
        if action == protocol.DOWN:
            self.lifted.discard(finger)
        elif finger in self.lifted:
            if action in (protocol.UP, protocol.CANCEL):
                self.lifted.discard(finger)
            return []  # the lifting was ours, and told so
        elif finger not in self.fingers:
            return []  # the end of a touch whose beginning was refused, and told so
        if action == protocol.CANCEL:
            return self._lift(finger, *self.fingers[finger])
        x, y = self.place(event)
        if action == protocol.UP:
            del self.fingers[finger]
        else:
            self.fingers[finger] = (x, y)
        return [protocol.touch(action, pointer, x, y, self.width, self.height)]

    def _lift(self, finger: tuple[Any, int], x: int, y: int) -> list[bytes]:
        """Cancel, then up: scrcpy forgets a pointer only at its up."""
        self.fingers.pop(finger, None)
        return [
            protocol.touch(action, finger[1], x, y, self.width, self.height)
            for action in (protocol.CANCEL, protocol.UP)
        ]

    def resize(self, width: int, height: int) -> list[bytes]:
        """A new picture size: whatever finger was down is lifted, in the new size, or it would stick."""
        messages = []
        old = (self.width, self.height)
        self.width, self.height = width, height
        if old != (0, 0) and old != (width, height):
            for finger, (x, y) in list(self.fingers.items()):
                messages += self._lift(finger, x * width // old[0], y * height // old[1])
                self.lifted.add(finger)
                self.on_lift(*finger)
        return messages

    def release(self, driver) -> list[bytes]:
        """The driver is gone: lift what they left on the screen."""
        messages = []
        for finger, place in list(self.fingers.items()):
            if finger[0] == driver:
                messages += self._lift(finger, *place)
                self.on_lift(*finger)
        self.lifted = {finger for finger in self.lifted if finger[0] != driver}
        return messages

    def forget(self) -> None:
        """The connection broke: the phone has lifted everything itself."""
        broken = list(self.fingers)
        self.lifted |= set(broken)
        self.fingers.clear()
        for finger in broken:
            self.on_lift(*finger)


def wheel(screen: Screen, event: dict) -> bytes:
    x, y = screen.place(event)
    dx, dy = number(event, "dx", -1000, 1000), number(event, "dy", -1000, 1000)
    return protocol.scroll(x, y, screen.width, screen.height, dx, dy)


def key(event: dict) -> list[bytes]:
    meta = event.get("meta") if isinstance(event.get("meta"), dict) else {}
    code, char = text(event, "code", 40), text(event, "key", 40)
    held = {name: bool(meta.get(name)) for name in ("ctrl", "shift", "alt")}
    found = keymap.from_browser(code, char, **held)
    if found is None:
        raise InputRefused("unknown_key", f"The phone has no key for {char or code!r}; send it as text.")
    actions = {"down": [0], "up": [1], "press": [0, 1]}.get(text(event, "action", 10))
    if actions is None:
        raise InputRefused("bad_input", "unknown key action")
    return [protocol.keycode(action, found.code, meta=found.meta) for action in actions]


def button(event: dict) -> list[bytes]:
    name = text(event, "name", 20)
    if name == "rotate":
        return [protocol.rotate()]
    if name not in keymap.BUTTONS:
        raise InputRefused("bad_input", "unknown button")
    return [protocol.keycode(action, keymap.BUTTONS[name]) for action in (0, 1)]


def plain(value: str) -> bool:
    """Can every character be typed with keys? Anything else goes through the clipboard."""
    return bool(PLAIN.fullmatch(value))


def plain_text(value: str) -> list[bytes]:
    return [
        protocol.text(value[start : start + protocol.MAX_TEXT])
        for start in range(0, len(value), protocol.MAX_TEXT)
    ]
