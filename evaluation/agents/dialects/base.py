"""What all dialects share: the screen that an answer is about, numbers and points, tolerant reading."""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from devices.actions import MODEL_RANGE, Action, ActionError, Point

PACKAGE = re.compile(r"[A-Za-z]\w*(\.\w+)+", re.ASCII)


class CannotSay(ActionError):
    """The dialect has no words for this action, or words that mean something else."""


@dataclass(frozen=True)
class Screen:
    """The screen that was shown. ``image``: (width, height) of the picture the model saw, if it was scaled.

    ``apps``: label -> package of what can be opened. ``elements``: boxes (left, top, right, bottom in device
    px) in the order in which the prompt numbered them.
    """

    width: int
    height: int
    image: tuple[int, int] | None = None
    apps: Mapping[str, str] = field(default_factory=dict)
    elements: tuple[tuple[int, int, int, int], ...] = ()

    def package(self, name: Any) -> str:
        """Of an app's label or package. Raises ActionError when there is no such app."""
        if not isinstance(name, str) or not name.strip():
            raise ActionError("which app to open was not said")
        wanted = name.strip()
        for label, package in self.apps.items():
            if wanted.casefold() in (label.casefold(), package.casefold()):
                return package
        if PACKAGE.fullmatch(wanted):
            return wanted
        raise ActionError(f"there is no app called {wanted!r} on this phone")

    def label(self, package: str) -> str:
        return next((label for label, known in self.apps.items() if known == package), package)

    def centre(self, index: Any) -> Point:
        if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(self.elements):
            raise ActionError(f"there is no element number {index!r} on the screen")
        left, top, right, bottom = self.elements[index]
        return (left + right) // 2, (top + bottom) // 2


@dataclass(frozen=True)
class Reply:
    """What a model meant: its thought, and one action or (where its word stands for two) more. Device px."""

    actions: tuple[Action, ...]
    thought: str = ""


class Dialect(Protocol):
    """``version`` changes when the same answer would be read otherwise; it is kept with every turn."""

    name: str
    version: str

    def tools(self, screen: Screen) -> str:
        """The part of the prompt that says how to answer."""

    def read(self, reply: str, screen: Screen) -> Reply:
        """Raises ActionError when the answer is none of this dialect: the model's own mistake."""

    def write(self, action: Action, screen: Screen, thought: str = "") -> str:
        """What a model would say to do this. Raises CannotSay."""


# --- numbers ---


def number(value: Any, what: str) -> Fraction:
    """A finite number that is not negative, also as text. Raises ActionError."""
    if isinstance(value, str):
        value = value.strip()
    try:
        if isinstance(value, bool) or value is None:
            raise ValueError
        result = Fraction(value) if isinstance(value, int | str) else Fraction(str(float(value)))
    except (ValueError, OverflowError, TypeError):
        raise ActionError(f"{what} must be a number, not {value!r}") from None
    if not 0 <= result < 1 << 31:
        raise ActionError(f"{what} is out of range: {value}")
    return result


def half_up(value: Fraction) -> int:
    """The nearest integer; .5 goes up, always (Python's own ``round`` goes to the even one)."""
    return math.floor(value + Fraction(1, 2))


def of_thousand(value: Fraction, size: int) -> int:
    """Device px of a 0–1000 coordinate: rounded down, held inside the screen, as ``actions.pixel``."""
    return min(size - 1, math.floor(value * size / MODEL_RANGE))


def of_image(value: Fraction, image_size: int, size: int) -> int:
    """Device px of a px of the picture the model saw; .5 goes up."""
    return min(size - 1, half_up(value * size / image_size))


def point_of(value: Any, what: str = "the point") -> tuple[Fraction, Fraction]:
    """[x, y], [[x, y]], a box [x1, y1, x2, y2] (its middle), or {"x": …, "y": …}."""
    if isinstance(value, Mapping) and {"x", "y"} <= value.keys():
        value = [value["x"], value["y"]]
    if isinstance(value, list | tuple) and len(value) == 1:
        value = value[0]
    if isinstance(value, list | tuple) and len(value) in (2, 4):
        numbers = [number(one, what) for one in value]
        if len(numbers) == 2:
            return numbers[0], numbers[1]
        return (numbers[0] + numbers[2]) / 2, (numbers[1] + numbers[3]) / 2
    raise ActionError(f"{what} must be [x, y], not {value!r}")


def seconds(value: Any, default_ms: int) -> int:
    """Milliseconds of a time in seconds ("3 seconds", 2, "1.5"); the default when nothing was said."""
    if value in (None, ""):
        return default_ms
    if isinstance(value, str):
        found = re.search(r"\d+(\.\d+)?", value)
        if not found:
            raise ActionError(f"{value!r} is no time")
        value = found[0]
    return half_up(number(value, "the time") * 1000)


def finger_path(direction: Any, screen: Screen, start: Point | None = None) -> tuple[Point, Point]:
    """Where a finger goes that moves this way: 40 % of the screen, from ``start`` or around its middle."""
    steps = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
    way = steps.get(str(direction).strip().lower())
    if way is None:
        raise ActionError(f"a direction is up, down, left or right, not {direction!r}")
    dx, dy = way[0] * screen.width * 2 // 5, way[1] * screen.height * 2 // 5
    x, y = start or (screen.width // 2 - dx // 2, screen.height // 2 - dy // 2)
    return (x, y), (max(0, min(screen.width - 1, x + dx)), max(0, min(screen.height - 1, y + dy)))


def content_path(direction: Any, screen: Screen, box=None) -> tuple[Point, Point]:
    """The finger's path for "show me what lies further *that* way": it moves the other way."""
    opposite = {"up": "down", "down": "up", "left": "right", "right": "left"}
    turned = opposite.get(str(direction).strip().lower(), direction)
    if box is None:
        return finger_path(turned, screen)
    left, top, right, bottom = box
    inside = Screen(right - left, bottom - top)
    (x1, y1), (x2, y2) = finger_path(turned, inside)
    return (x1 + left, y1 + top), (x2 + left, y2 + top)


def direction_of(points: tuple[Point, Point]) -> str:
    """Which way this finger goes, mostly."""
    (x1, y1), (x2, y2) = points
    if abs(x2 - x1) > abs(y2 - y1):
        return "right" if x2 > x1 else "left"
    return "down" if y2 > y1 else "up"


# --- text ---


def json_in(text: str) -> dict:
    """The first JSON object in a text: fences, words around it, a comma too many or a lost last brace are
    forgiven. Raises ActionError."""
    start = text.find("{")
    if start < 0:
        raise ActionError("the reply has no JSON object")
    decoder = json.JSONDecoder(strict=False)  # models put real line ends into strings
    body = text[start:].strip()
    trimmed = body.rstrip("` \n")
    for attempt in (body, re.sub(r",\s*([}\]])", r"\1", body), trimmed + "}", trimmed + "}}"):
        try:
            found, _ = decoder.raw_decode(attempt)
        except json.JSONDecodeError:
            continue
        if isinstance(found, dict):
            return found
    raise ActionError(f"the reply's JSON cannot be read: {body[:120]!r}")


def between(text: str, opening: str, closing: str) -> str | None:
    """What stands between two marks; up to the end when the second is missing. None without the first."""
    start = text.rfind(opening)
    if start < 0:
        return None
    start += len(opening)
    end = text.find(closing, start)
    return text[start : end if end >= 0 else len(text)].strip()
