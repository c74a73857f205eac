"""From fingers and keys to actions: a pure state machine, no phone, no clock, no database.

Feed it what the driver sent, in device pixels; it answers with gestures. A gesture may come again
under the same ``number`` with a fuller action (a click that became a double click, a text that grew):
whoever stores them writes it at once and amends it, so that nothing waits in memory to be lost.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from devices import actions
from devices.actions import Action

LONG_PRESS_S = 0.5  # Android's own default
DOUBLE_TAP_S = 0.3
TOUCH_SLOP_DP = 12  # a mouse is steadier than a finger, but a click often slides a little
DOUBLE_TAP_SLOP_DP = 32
SLOW_DRAG_S = 1.2  # a path this long in time …
SLOW_DRAG_DP_S = 250  # … and this slow lets nothing run on: it is a drag
WHEEL_PAUSE_S = 0.4
TYPE_PAUSE_S = 20.0  # a longer break starts a new `type`
PATH_POINTS = 64

#: Keys of a hardware keyboard that stand for a button of the action space.
KEY_BUTTONS = {"Enter": "enter", "NumpadEnter": "enter", "Escape": "back", "ContextMenu": "menu"}
NO_SUCH_ACTION = "the action space has no such action"


@dataclass(frozen=True, slots=True)
class Gesture:
    """One thing the driver did. Times are the seconds that were fed in; points are device pixels."""

    number: int
    action: Action
    started_at: float
    ended_at: float
    flag: str = ""  # plain words when the action space cannot hold all of it
    path: tuple[tuple[int, int, int, int], ...] = ()  # (ms since start, pointer, x, y)
    wheel: bool = False

    @property
    def duration_ms(self) -> int:
        return max(0, round((self.ended_at - self.started_at) * 1000))


@dataclass(slots=True)
class _Touch:
    """Fingers from the first down to the last up."""

    started_at: float
    keyboard: str
    label: str
    down: set[int] = field(default_factory=set)
    path: list[tuple[float, int, int, int]] = field(default_factory=list)
    fingers: int = 1

    def of_first_finger(self) -> list[tuple[float, int, int]]:
        first = self.path[0][1]
        return [(at, x, y) for at, pointer, x, y in self.path if pointer == first]


class GestureRecogniser:
    """``feed`` events in order of time; read gestures from its answer.

    ``scale``: device pixels per dp (1.5 at 240 dpi).
    """

    def __init__(self, width: int, height: int, scale: float | None = None):
        self.number = 0
        self._touch: _Touch | None = None
        self._last: Gesture | None = None  # what the next event may amend
        self._typed = ""
        self._keys_held: set[str] = set()
        self.resize(width, height, scale)

    def resize(self, width: int, height: int, scale: float | None = None) -> None:
        """The screen turned or changed: a finger still down can mean nothing in the new picture."""
        self.width, self.height = width, height
        self.scale = scale or min(width, height) / 360
        self._touch = None

    @property
    def typing(self) -> Gesture | None:
        """The `type` gesture that further keys would extend."""
        return self._last if self._last and isinstance(self._last.action, actions.Type) else None

    @property
    def touching(self) -> bool:
        return self._touch is not None

    def begins(self, event: dict) -> bool:
        """Is this the first finger of a touch? One that goes down twice was lifted without our hearing it."""
        if event.get("type") != "touch" or event["action"] != "down":
            return False
        return self._touch is None or int(event.get("pointer", 0)) in self._touch.down

    def feed(self, event: dict, at: float, keyboard: str = "", label: str = "") -> list[Gesture]:
        """Gestures that this event completes or amends, usually none or one.

        ``event`` is an input message of the stream socket with x and y in device pixels.
        ``keyboard`` says what a touch that goes down here would hit: "" (not the soft keyboard),
        "key", or "enter"; ``label`` is the letter on that key, where one can tell.
        """
        handler = getattr(self, f"_on_{event.get('type')}", None)
        if handler is None:
            return []
        more = (keyboard, label) if event["type"] == "touch" else ()
        return list(handler(event, at, *more))

    # --- fingers ---

    def _on_touch(self, event: dict, at: float, keyboard: str, label: str) -> Iterator[Gesture]:
        pointer, action = int(event.get("pointer", 0)), event["action"]
        if action == "cancel":
            self._touch = None
            return
        x, y = self._inside(event["x"], event["y"])
        if action == "down":
            if self.begins(event):
                self._touch = _Touch(at, keyboard, label)
            else:
                self._touch.fingers += 1
            self._touch.down.add(pointer)
            self._touch.path.append((at, pointer, x, y))
            return
        touch = self._touch
        if touch is None or pointer not in touch.down:
            return  # began before we listened, or was cancelled
        touch.path.append((at, pointer, x, y))
        if action == "up":
            touch.down.discard(pointer)
            if not touch.down:
                self._touch = None
                yield from self._touched(touch, at)

    def _touched(self, touch: _Touch, at: float) -> Iterator[Gesture]:
        path = touch.of_first_finger()
        (began, x1, y1), (_, x2, y2) = path[0], path[-1]
        slop = TOUCH_SLOP_DP * self.scale
        left_at = next((t for t, x, y in path if _distance(x, y, x1, y1) > slop), None)
        held = at - began
        if touch.fingers > 1:
            pinch = actions.Drag(((x1, y1), (x2, y2)), duration=round(held * 1000))
            flag = f"{touch.fingers} fingers: {NO_SUCH_ACTION}, this is the path of the first one"
            yield self._new(pinch, began, at, flag, touch)
        elif left_at is not None:
            kind = actions.Drag if self._carries(path, began, left_at, at) else actions.Scroll
            yield self._new(kind(((x1, y1), (x2, y2)), duration=round(held * 1000)), began, at, "", touch)
        elif touch.keyboard == "enter":
            yield self._new(actions.ButtonPress("enter"), began, at)
        elif touch.keyboard:
            yield self._type(touch.label, began, at)
        elif held >= LONG_PRESS_S:
            yield self._new(actions.LongPress(((x1, y1),), duration=round(held * 1000)), began, at, "", touch)
        elif first := self._first_of_double(x1, y1, began):
            interval = round((began - first.ended_at) * 1000)
            action = actions.DoubleClick(first.action.points, interval=interval)
            yield self._amend(replace(first, action=action, ended_at=at))
        else:
            yield self._new(actions.Click(((x1, y1),)), began, at, "", touch)

    def _carries(self, path: list, began: float, left_at: float, at: float) -> bool:
        if left_at - began >= LONG_PRESS_S:
            return True
        length = sum(_distance(*a[1:], *b[1:]) for a, b in pairwise(path))
        return at - began >= SLOW_DRAG_S and length / (at - began) < SLOW_DRAG_DP_S * self.scale

    def _first_of_double(self, x: int, y: int, began: float) -> Gesture | None:
        last = self._last
        if last is None or not isinstance(last.action, actions.Click) or began - last.ended_at > DOUBLE_TAP_S:
            return None
        near = _distance(x, y, *last.action.points[0]) <= DOUBLE_TAP_SLOP_DP * self.scale
        return last if near else None

    def _on_wheel(self, event: dict, at: float) -> Iterator[Gesture]:
        """A wheel has no finger: the path is the one that moves the content as far.

        ``dx`` and ``dy`` are device pixels that the content moves.
        """
        x, y = self._inside(event["x"], event["y"])
        dx, dy = round(event.get("dx", 0)), round(event.get("dy", 0))
        if not dx and not dy:
            return
        last = self._last
        if last and last.wheel and at - last.ended_at <= WHEEL_PAUSE_S:
            (x1, y1), (x2, y2) = last.action.points
            if (x2 - x1) * dx >= 0 and (y2 - y1) * dy >= 0:  # a turn of direction is a new scroll
                points = ((x1, y1), self._inside(x2 + dx, y2 + dy))
                duration = round((at - last.started_at) * 1000)
                action = actions.Scroll(points, duration=max(duration, 100))
                yield self._amend(replace(last, action=action, ended_at=at))
                return
        action = actions.Scroll(((x, y), self._inside(x + dx, y + dy)), duration=100)
        yield self._new(action, at, at, wheel=True)

    # --- keys and text ---

    def _on_key(self, event: dict, at: float) -> Iterator[Gesture]:
        code, key, action = event.get("code", ""), event.get("key", ""), event.get("action", "press")
        if action == "up":
            self._keys_held.discard(code)
            return
        repeated = code in self._keys_held
        if action == "down":
            self._keys_held.add(code)
        meta = event.get("meta") or {}
        if button := KEY_BUTTONS.get(code):
            if not repeated:
                yield self._new(actions.ButtonPress(button), at, at)
        elif meta.get("ctrl") or meta.get("alt"):
            yield self._type("", at, at, f"{'Ctrl' if meta.get('ctrl') else 'Alt'}+{key.upper()}")
        elif len(key) == 1:
            yield self._type(key, at, at)
        elif code == "Backspace":
            self._typed = self._typed[:-1]
            yield self._type("", at, at)
        elif key not in ("Shift", "Control", "Alt", "Meta", "CapsLock"):
            yield self._type("", at, at)

    def _on_text(self, event: dict, at: float) -> Iterator[Gesture]:
        if event.get("text"):
            yield self._type(event["text"], at, at)

    def _on_clipboard_set(self, event: dict, at: float) -> Iterator[Gesture]:
        if event.get("paste") and event.get("text"):
            yield self._type(event["text"], at, at)

    def _type(self, text: str, began: float, at: float, flag: str = "") -> Gesture:
        last = self.typing
        if last and began - last.ended_at <= TYPE_PAUSE_S:
            self._typed += text
            flag = flag if not last.flag else last.flag
            return self._amend(replace(last, action=actions.Type(self._typed), ended_at=at, flag=flag))
        self._typed = text
        return self._new(actions.Type(text), began, at, flag)

    # --- buttons and apps ---

    def _on_button(self, event: dict, at: float) -> Iterator[Gesture]:
        name = event["name"]
        if name in actions.BUTTONS:
            yield self._new(actions.ButtonPress(name), at, at)
        else:
            yield self._new(actions.Wait(0), at, at, f"{name.replace('_', ' ')} button: {NO_SUCH_ACTION}")

    def _on_open_app(self, event: dict, at: float) -> Iterator[Gesture]:
        yield self._new(actions.OpenApp(event["package"]), at, at)

    # --- bookkeeping ---

    def _new(
        self,
        action: Action,
        began: float,
        at: float,
        flag: str = "",
        touch: _Touch | None = None,
        wheel: bool = False,
    ) -> Gesture:
        self.number += 1
        path = _thin(touch.path, began) if touch else ()
        self._last = Gesture(self.number, action, began, at, flag, path, wheel)
        return self._last

    def _amend(self, gesture: Gesture) -> Gesture:
        self._last = gesture
        return gesture

    def _inside(self, x: float, y: float) -> tuple[int, int]:
        return max(0, min(self.width - 1, round(x))), max(0, min(self.height - 1, round(y)))


def _distance(x1: int, y1: int, x2: int, y2: int) -> float:
    return ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5


def _thin(path: list[tuple[float, int, int, int]], began: float) -> tuple[tuple[int, int, int, int], ...]:
    """At most PATH_POINTS points, first and last kept."""
    if len(path) > PATH_POINTS:
        stride = (len(path) - 1) / (PATH_POINTS - 1)
        path = [path[round(i * stride)] for i in range(PATH_POINTS)]
    return tuple((round((at - began) * 1000), pointer, x, y) for at, pointer, x, y in path)
