"""The action space: what a person or a model does to a phone, as pure data.

One frozen dataclass a kind. The canonical JSON form is ``{"name": …, "arguments": {…}}`` with the
argument names of PhoneBuddy's runner (``button_press.type``, ``wait.time``). Points are integers
``[x, y]``; *which* unit they are in is the holder's business: traces store device pixels beside the
screen size, models speak 0 to 1000. ``to_model`` and ``to_device`` convert.

A text that is no valid action raises ``ActionError``: a parse failure is the speaker's error and is
recorded as such, never turned into a silent no-op.
"""

import json
import re
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, replace
from typing import Any, ClassVar
from xml.sax.saxutils import unescape

Point = tuple[int, int]

MODEL_RANGE = 1000
BUTTONS = ("back", "home", "menu", "enter", "recents")


class ActionError(ValueError):
    """Not an action of this space; the message says why, in plain words."""


def _integer(value: Any, what: str, low: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ActionError(f"{what} must be a number, not {value!r}")
    if value != value or value in (float("inf"), float("-inf")):
        raise ActionError(f"{what} must be finite")
    if value >= 1 << 31:
        raise ActionError(f"{what} is out of range")
    if value < low:
        raise ActionError(f"{what} must be at least {low}, not {value}")
    return int(value)


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise ActionError(f"{what} must be text, not {value!r}")
    return value


def _points(value: Any, count: int, name: str) -> tuple[Point, ...]:
    # A single bare [x, y] is accepted where one point is due: models write it often.
    if count == 1 and isinstance(value, (list, tuple)) and len(value) == 2 and not _is_pair(value[0]):
        value = [value]
    if not isinstance(value, (list, tuple)) or len(value) != count or not all(map(_is_pair, value)):
        form = "[[x, y]]" if count == 1 else "[[x1, y1], [x2, y2]]"
        raise ActionError(f"{name}.points must be {form}, not {value!r}")
    return tuple((_integer(x, f"{name} x"), _integer(y, f"{name} y")) for x, y in value)


def _is_pair(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == 2


@dataclass(frozen=True, slots=True)
class Action:
    """Base of all kinds. Build one from data with ``from_json``."""

    name: ClassVar[str] = ""

    def to_json(self) -> dict[str, Any]:
        """The canonical form; ``from_json`` reads it back to an equal action."""
        return {"name": self.name, "arguments": {f.name: _plain(getattr(self, f.name)) for f in fields(self)}}

    def map_points(self, move: Callable[[int, int], Point]) -> "Action":
        """The same action with every point moved; kinds without points come back as they are."""
        if not isinstance(self, (_OnePoint, _TwoPoints)):
            return self
        return replace(self, points=tuple(move(x, y) for x, y in self.points))

    @property
    def is_final(self) -> bool:
        return self.name in FINAL


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class _OnePoint(Action):
    points: tuple[Point, ...]

    def __post_init__(self):
        object.__setattr__(self, "points", _points(self.points, 1, self.name))


@dataclass(frozen=True, slots=True)
class _TwoPoints(Action):
    points: tuple[Point, ...]
    duration: int = 300  # ms

    def __post_init__(self):
        object.__setattr__(self, "points", _points(self.points, 2, self.name))
        object.__setattr__(self, "duration", _integer(self.duration, f"{self.name}.duration"))


@dataclass(frozen=True, slots=True)
class _Text(Action):
    text: str = ""

    def __post_init__(self):
        _text(self.text, f"{self.name}.text")


@dataclass(frozen=True, slots=True)
class _Package(Action):
    package: str

    def __post_init__(self):
        if not _text(self.package, f"{self.name}.package").strip():
            raise ActionError(f"{self.name}.package is empty")


@dataclass(frozen=True, slots=True)
class Click(_OnePoint):
    name: ClassVar[str] = "click"


@dataclass(frozen=True, slots=True)
class DoubleClick(_OnePoint):
    name: ClassVar[str] = "double_click"
    interval: int = 100  # ms between the two presses

    def __post_init__(self):
        _OnePoint.__post_init__(self)
        object.__setattr__(self, "interval", _integer(self.interval, "double_click.interval"))


@dataclass(frozen=True, slots=True)
class LongPress(_OnePoint):
    name: ClassVar[str] = "long_press"
    duration: int = 800  # ms

    def __post_init__(self):
        _OnePoint.__post_init__(self)
        object.__setattr__(self, "duration", _integer(self.duration, "long_press.duration"))


@dataclass(frozen=True, slots=True)
class Scroll(_TwoPoints):
    """A finger path that lets go while moving: the content follows the finger and may run on."""

    name: ClassVar[str] = "scroll"


@dataclass(frozen=True, slots=True)
class Drag(_TwoPoints):
    """A finger path that carries something and stops where it lets go."""

    name: ClassVar[str] = "drag"


@dataclass(frozen=True, slots=True)
class Type(_Text):
    """Unicode text into the focused field; no Enter follows unless the text has a newline."""

    name: ClassVar[str] = "type"


@dataclass(frozen=True, slots=True)
class ButtonPress(Action):
    name: ClassVar[str] = "button_press"
    type: str

    def __post_init__(self):
        if self.type not in BUTTONS:
            raise ActionError(f"button_press.type must be one of {', '.join(BUTTONS)}, not {self.type!r}")


@dataclass(frozen=True, slots=True)
class OpenApp(_Package):
    name: ClassVar[str] = "open_app"


@dataclass(frozen=True, slots=True)
class CloseApp(_Package):
    name: ClassVar[str] = "close_app"


@dataclass(frozen=True, slots=True)
class Wait(Action):
    name: ClassVar[str] = "wait"
    time: int = 1000  # ms

    def __post_init__(self):
        object.__setattr__(self, "time", _integer(self.time, "wait.time"))


@dataclass(frozen=True, slots=True)
class Output(_Text):
    """Tell the user something (an answer)."""

    name: ClassVar[str] = "output"


@dataclass(frozen=True, slots=True)
class Finish(_Text):
    name: ClassVar[str] = "finish"


@dataclass(frozen=True, slots=True)
class CallUser(_Text):
    """Hand over to the user: it cannot go on alone."""

    name: ClassVar[str] = "call_user"


KINDS: dict[str, type[Action]] = {
    kind.name: kind
    for kind in (
        Click, DoubleClick, LongPress, Scroll, Drag, Type, ButtonPress,
        OpenApp, CloseApp, Wait, Output, Finish, CallUser,
    )
}  # fmt: skip
FINAL = frozenset({"output", "finish", "call_user"})


def from_json(data: Any) -> Action:
    """An action from its canonical form. Raises ActionError for anything else."""
    if not isinstance(data, dict) or not isinstance(data.get("name"), str):
        raise ActionError("an action is an object with a name and arguments")
    kind = KINDS.get(data["name"])
    if kind is None:
        raise ActionError(f"there is no action called {data['name']!r}")
    arguments = data.get("arguments", {})
    if not isinstance(arguments, dict):
        raise ActionError(f"the arguments of {kind.name} must be an object")
    known = {f.name for f in fields(kind)}
    if unknown := sorted(map(str, arguments.keys() - known)):
        raise ActionError(f"{kind.name} has no argument {', '.join(unknown)}")
    required = {f.name for f in fields(kind) if f.default is MISSING}
    if missing := sorted(required - arguments.keys()):
        raise ActionError(f"{kind.name} lacks {', '.join(missing)}")
    return kind(**arguments)


def canonical(action: Action) -> str:
    """The one text of an action: sorted keys, no spaces, Unicode kept. Equal actions, equal texts."""
    return json.dumps(action.to_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


# --- 0 to 1000 and device pixels -----------------------------------------------------------------


def pixel(value: int, size: int) -> int:
    """Device pixel of a model coordinate: ``floor(value · size / 1000)``, held inside the screen.

    0 is the first pixel; 1000 would be one past the last and means the last.
    """
    return max(0, min(size - 1, value * size // MODEL_RANGE))


def thousandth(px: int, size: int) -> int:
    """Model coordinate of a device pixel: the value whose ``pixel`` is nearest, the smaller of two.

    Up to 1000 pixels it comes back to the same pixel exactly; above, within one pixel; and a model
    coordinate below 1000 survives the way to pixels and back on every screen of 1000 or more.
    """
    below = px * MODEL_RANGE // size
    return min((below, below + 1), key=lambda value: (abs(pixel(value, size) - px), value))


def to_device(action: Action, width: int, height: int) -> Action:
    """From 0–1000 to device pixels of a ``width`` × ``height`` screen."""
    return action.map_points(lambda x, y: (pixel(x, width), pixel(y, height)))


def to_model(action: Action, width: int, height: int) -> Action:
    """From device pixels of a ``width`` × ``height`` screen to 0–1000."""
    return action.map_points(lambda x, y: (thousandth(x, width), thousandth(y, height)))


# --- PhoneBuddy's own tool calls -----------------------------------------------------------------

_CALL = re.compile(r"<tool_call>\s*(.*?)\s*</tool_call>", re.DOTALL)
_THINK = re.compile(r"<think>.*?</think>", re.DOTALL)
_FUNCTION = re.compile(r"<function=([\w.-]+)>\s*(.*?)\s*</function>", re.DOTALL)
_PARAMETER = re.compile(r"<parameter=([\w.-]+)>\n?(.*?)\n?</parameter>", re.DOTALL)


def to_tool_call(action: Action, form: str = "json") -> str:
    """What a model says to do this. ``form`` is "json" or "xml"; points are taken as they are."""
    data = action.to_json()
    if form == "json":
        return f"<tool_call>\n{json.dumps(data, ensure_ascii=False)}\n</tool_call>"
    if form != "xml":
        raise ValueError(f"unknown tool-call form {form!r}")
    rows = []
    for name, value in data["arguments"].items():
        shown = _escape(value) if isinstance(value, str) else json.dumps(value)
        rows.append(f"<parameter={name}>\n{shown}\n</parameter>\n")
    return f"<tool_call>\n<function={action.name}>\n{''.join(rows)}</function>\n</tool_call>"


def from_tool_call(reply: str) -> Action:
    """The one action in a model's reply, in either form; thoughts around it are ignored.

    Raises ActionError when there is none, more than one, or it is malformed.
    """
    calls = _CALL.findall(_THINK.sub("", reply))
    if len(calls) != 1:
        raise ActionError(
            "the reply has no tool call" if not calls else "the reply has more than one tool call"
        )
    body = calls[0]
    if function := _FUNCTION.fullmatch(body):
        return _from_parameters(function[1], dict(_PARAMETER.findall(function[2])))
    try:
        return from_json(json.loads(body))
    except json.JSONDecodeError as error:
        raise ActionError(f"the tool call is no valid JSON: {error}") from error


def _from_parameters(name: str, parameters: dict[str, str]) -> Action:
    """XML carries text only: which arguments are text is known from the kind, the rest is JSON."""
    kind = KINDS.get(name)
    if kind is None:
        raise ActionError(f"there is no action called {name!r}")
    textual = {f.name for f in fields(kind) if f.type in (str, "str")}
    arguments: dict[str, Any] = {}
    for key, value in parameters.items():
        if key in textual:
            arguments[key] = unescape(value)
            continue
        try:
            arguments[key] = json.loads(value)
        except json.JSONDecodeError as error:
            raise ActionError(f"{name}.{key} is no valid value: {value!r}") from error
    return from_json({"name": name, "arguments": arguments})


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
