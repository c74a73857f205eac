"""AndroidWorld's ``JSONAction`` and the actions of AndroidControl: JSON objects with an ``action_type``.

Points are device pixels, elements may be named by their number. ``scroll`` says which way to look further:
the finger goes the other way; AndroidWorld's ``swipe`` is the finger's own way. AndroidWorld's ``input_text``
taps the field first where one is named, and presses Enter after the text; AndroidControl's does neither.
"""

import json
import re

from devices import actions
from devices.actions import Action, ActionError
from evaluation.agents.dialects import base
from evaluation.agents.dialects.base import CannotSay, Reply, Screen

REASON = re.compile(r"(?:Reason|Thought):\s*(.*?)(?=\s*Action:|\Z)", re.DOTALL)

TOOLS = """You operate a phone. Answer in this form:
Reason: why
Action: {{"action_type": …}}

The action types (x and y are pixels of the {width}x{height} screen{index}):
click (x, y), double_tap (x, y), long_press (x, y)
scroll (direction: up, down, left, right): show what lies further that way
input_text (text{at}){enter}
open_app (app_name), navigate_back, navigate_home{more}, wait
status (goal_status: "complete" or "infeasible"){answer}
"""


class AndroidJson:
    version = "1"

    def __init__(self, world: bool):
        self.world = world
        self.name = "android-world" if world else "android-control"

    def tools(self, screen: Screen) -> str:
        return TOOLS.format(
            width=screen.width,
            height=screen.height,
            index=", or index: the element's number" if screen.elements else "",
            at=", x, y: of the field" if self.world else "",
            enter=": into the field, then Enter" if self.world else ": into the focused field",
            more=", keyboard_enter, swipe (direction: of the finger)" if self.world else "",
            answer=", answer (text): tell the user" if self.world else "",
        )

    def read(self, reply: str, screen: Screen) -> Reply:
        thought = REASON.search(reply)
        said = reply.rpartition("Action:")[2] if "Action:" in reply else reply
        return Reply(self._actions(base.json_in(said), screen), thought[1].strip() if thought else "")

    def _actions(self, data: dict, screen: Screen) -> tuple[Action, ...]:
        kind = data.get("action_type")
        match kind:
            case "click":
                return (actions.Click((self._at(data, screen),)),)
            case "double_tap" if self.world:
                return (actions.DoubleClick((self._at(data, screen),)),)
            case "long_press":
                return (actions.LongPress((self._at(data, screen),), duration=1000),)
            case "scroll":
                box = None
                if data.get("index") is not None:
                    screen.centre(data["index"])
                    box = screen.elements[data["index"]]
                return (actions.Scroll(base.content_path(data.get("direction"), screen, box)),)
            case "swipe" if self.world:
                return (actions.Scroll(base.finger_path(data.get("direction"), screen)),)
            case "input_text" if self.world:
                named = data.get("index") is not None or data.get("x") is not None
                first = (actions.Click((self._at(data, screen),)),) if named else ()
                return (*first, actions.Type(_text(data) + "\n"))
            case "input_text" | "type":
                return (actions.Type(_text(data)),)
            case "keyboard_enter" | "navigate_home" | "navigate_back":
                return (actions.ButtonPress(kind.rpartition("_")[2]),)
            case "open_app":
                return (actions.OpenApp(screen.package(data.get("app_name"))),)
            case "wait":
                return (actions.Wait(1000),)
            case "answer" if self.world:
                return (actions.Output(_text(data)),)
            case "status":
                good = str(data.get("goal_status", "")).lower() in ("complete", "completed", "successful")
                return (actions.Finish("") if good else actions.CallUser(""),)
        raise ActionError(f"there is no action_type {kind!r}")

    def _at(self, data: dict, screen: Screen):
        if data.get("index") is not None:
            return screen.centre(data["index"])
        x, y = base.number(data.get("x"), "x"), base.number(data.get("y"), "y")
        return _inside(x, y, screen)

    def write(self, action: Action, screen: Screen, thought: str = "") -> str:
        return f"Reason: {thought}\nAction: {json.dumps(self._say(action, screen), ensure_ascii=False)}"

    def _say(self, action: Action, screen: Screen) -> dict:
        match action:
            case actions.Click():
                return {"action_type": "click", "x": action.points[0][0], "y": action.points[0][1]}
            case actions.DoubleClick() if self.world:
                return {"action_type": "double_tap", "x": action.points[0][0], "y": action.points[0][1]}
            case actions.LongPress():
                return {"action_type": "long_press", "x": action.points[0][0], "y": action.points[0][1]}
            case actions.Scroll():
                opposite = {"up": "down", "down": "up", "left": "right", "right": "left"}
                return {"action_type": "scroll", "direction": opposite[base.direction_of(action.points)]}
            case actions.Type() if self.world:
                if not action.text.endswith("\n") or not action.text.isascii():
                    raise CannotSay("AndroidWorld's input_text presses Enter, and drops what is not ASCII")
                return {"action_type": "input_text", "text": action.text[:-1]}
            case actions.Type():
                return {"action_type": "input_text", "text": action.text}
            case actions.ButtonPress(type="back" | "home"):
                return {"action_type": f"navigate_{action.type}"}
            case actions.ButtonPress(type="enter") if self.world:
                return {"action_type": "keyboard_enter"}
            case actions.OpenApp():
                return {"action_type": "open_app", "app_name": screen.label(action.package)}
            case actions.Wait():
                return {"action_type": "wait"}
            case actions.Output() if self.world:
                return {"action_type": "answer", "text": action.text}
            case actions.Finish():
                return {"action_type": "status", "goal_status": "complete"}
            case actions.CallUser():
                return {"action_type": "status", "goal_status": "infeasible"}
        raise CannotSay(f"{self.name} has no word for {action.name}")


def _inside(x, y, screen: Screen):
    return min(screen.width - 1, base.half_up(x)), min(screen.height - 1, base.half_up(y))


def _text(data: dict) -> str:
    if not isinstance(data.get("text"), str):
        raise ActionError("text must be text")
    return data["text"]
