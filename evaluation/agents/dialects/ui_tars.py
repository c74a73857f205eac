"""UI-TARS: ``Thought: …`` then ``Action: click(start_box='(x,y)')``.

Points are 0 to 1000 (first models), or pixels of the picture after Qwen2.5-VL's own scaling (1.5): sides that
are multiples of 28. ``scroll`` names where to look further; ``drag`` is a finger's path.
"""

import math
import re

from devices import actions
from devices.actions import Action, ActionError
from evaluation.agents.dialects import base, calls
from evaluation.agents.dialects.base import CannotSay, Reply, Screen

FACTOR, LEAST, MOST = 28, 100 * 28 * 28, 16384 * 28 * 28
NUMBERS = re.compile(r"-?\d+(?:\.\d+)?")
ACTION = re.compile(r"Action:\s*(.+)\Z", re.DOTALL)
THOUGHT = re.compile(r"(?:Thought|Reflection|Action_Summary):\s*(.*?)(?=\s*Action:|\Z)", re.DOTALL)
HOTKEYS = {"enter": "enter", "back": "back", "home": "home", "esc": "back", "escape": "back"}

TOOLS = """You operate a phone. Answer in this form:
Thought: what you see, and what to do next
Action: one call

The calls (points are (x,y) {unit}):
click(start_box='(x,y)')
left_double(start_box='(x,y)')
long_press(start_box='(x,y)')
drag(start_box='(x,y)', end_box='(x,y)')
scroll(start_box='(x,y)', direction='down' or 'up' or 'left' or 'right')
type(content='…') – end it with \\n to submit
open_app(app_name='…')
press_back(), press_home(), wait(), finished(content='…'), call_user()
"""


def smart_size(width: int, height: int) -> tuple[int, int]:
    """The size at which Qwen2.5-VL looks at a picture: multiples of 28, area within bounds."""
    w, h = max(FACTOR, _near(width)), max(FACTOR, _near(height))
    if w * h > MOST:
        scale = math.sqrt(width * height / MOST)
        w, h = (math.floor(side / scale / FACTOR) * FACTOR for side in (width, height))
    elif w * h < LEAST:
        scale = math.sqrt(LEAST / (width * height))
        w, h = (math.ceil(side * scale / FACTOR) * FACTOR for side in (width, height))
    return w, h


def _near(side: int) -> int:
    return (
        round(side / FACTOR) * FACTOR
    )  # Python's rounding, as there: 42/28 = 1.5 is 2, 70/28 = 2.5 is 2 too


class UiTars:
    version = "1"

    def __init__(self, absolute: bool):
        self.absolute = absolute
        self.name = "ui-tars-1.5" if absolute else "ui-tars"

    def _looked_at(self, screen: Screen) -> tuple[int, int]:
        return smart_size(*(screen.image or (screen.width, screen.height)))

    def tools(self, screen: Screen) -> str:
        width, height = self._looked_at(screen)
        unit = f"in pixels of {width}x{height}" if self.absolute else "from 0 to 1000 of width and height"
        return TOOLS.format(unit=unit)

    def read(self, reply: str, screen: Screen) -> Reply:
        said = ACTION.search(reply)
        if not said:
            raise ActionError("the reply has no Action")
        thought = THOUGHT.search(reply)
        call = said[1].strip().split("\n\n")[0].replace("<|box_start|>", "").replace("<|box_end|>", "")
        name, arguments = calls.parse(call)
        return Reply((self._action(name, arguments, screen),), thought[1].strip() if thought else "")

    def _action(self, name: str, given: dict, screen: Screen) -> Action:
        def at(*keys: str):
            value = next((given[key] for key in keys if given.get(key)), None)
            return self._point(value, screen)

        start = ("start_box", "point", "start_point")
        match name:
            case "click" | "left_single":
                return actions.Click((at(*start),))
            case "left_double" | "double_click":
                return actions.DoubleClick((at(*start),))
            case "long_press" | "right_single":
                return actions.LongPress((at(*start),), duration=base.seconds(given.get("time"), 800))
            case "drag" | "select" | "swipe":
                return actions.Drag((at(*start), at("end_box", "end_point")))
            case "scroll":
                place = at(*start) if any(given.get(key) for key in start) else None
                return actions.Scroll(self._scroll(given.get("direction"), place, screen))
            case "type":
                return actions.Type(given.get("content"))
            case "open_app":
                return actions.OpenApp(screen.package(given.get("app_name")))
            case "press_back" | "press_home" | "press_enter":
                return actions.ButtonPress(name.removeprefix("press_"))
            case "hotkey":
                key = str(given.get("key", "")).strip().lower()
                if key not in HOTKEYS:
                    raise ActionError(f"a phone has no key {key!r}")
                return actions.ButtonPress(HOTKEYS[key])
            case "wait":
                return actions.Wait(base.seconds(given.get("time"), 5000))
            case "finished":
                return actions.Finish(str(given.get("content", "")))
            case "call_user":
                return actions.CallUser(str(given.get("content", "")))
        raise ActionError(f"UI-TARS has no action called {name!r}")

    def _scroll(self, direction, place, screen: Screen):
        """Where it looks further: the finger goes the other way, and starts where it was told to."""
        path = base.content_path(direction, screen)
        if place is None:
            return path
        (x1, y1), (x2, y2) = path
        end = place[0] + x2 - x1, place[1] + y2 - y1
        return place, (max(0, min(screen.width - 1, end[0])), max(0, min(screen.height - 1, end[1])))

    def write(self, action: Action, screen: Screen, thought: str = "") -> str:
        return f"Thought: {thought}\nAction: {self._say(action, screen)}"

    def _say(self, action: Action, screen: Screen) -> str:
        boxes = [self._spoken(point, screen) for point in getattr(action, "points", ())]
        match action:
            case actions.Click():
                return calls.write("click", start_box=boxes[0])
            case actions.DoubleClick():
                return calls.write("left_double", start_box=boxes[0])
            case actions.LongPress():
                return calls.write("long_press", start_box=boxes[0], time=str(action.duration / 1000))
            case actions.Drag() | actions.Scroll():  # a free path can only be said as a drag
                return calls.write("drag", start_box=boxes[0], end_box=boxes[1])
            case actions.Type():
                return calls.write("type", content=action.text)
            case actions.OpenApp():
                return calls.write("open_app", app_name=screen.label(action.package))
            case actions.ButtonPress(type="back" | "home" | "enter"):
                return calls.write(f"press_{action.type}")
            case actions.Wait():
                return calls.write("wait", time=str(action.time / 1000))
            case actions.Finish() | actions.Output():
                return calls.write("finished", content=action.text)
            case actions.CallUser():
                return calls.write("call_user", content=action.text)
        raise CannotSay(f"UI-TARS has no word for {action.name}")

    def _point(self, value, screen: Screen):
        if isinstance(value, str):
            value = NUMBERS.findall(value)
        x, y = base.point_of(value, "the box")
        if not self.absolute:
            return base.of_thousand(x, screen.width), base.of_thousand(y, screen.height)
        width, height = self._looked_at(screen)
        return base.of_image(x, width, screen.width), base.of_image(y, height, screen.height)

    def _spoken(self, point, screen: Screen) -> str:
        if self.absolute:
            width, height = self._looked_at(screen)
            x, y = point[0] * width // screen.width, point[1] * height // screen.height
        else:
            x = actions.thousandth(point[0], screen.width)
            y = actions.thousandth(point[1], screen.height)
        return f"({x},{y})"
