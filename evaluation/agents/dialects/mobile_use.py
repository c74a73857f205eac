"""The ``mobile_use`` function of Qwen's and GUI-Owl's mobile agents.

Points are pixels of the picture the model saw (Qwen2.5-VL), or 0 to 1000 (Qwen3-VL and newer). ``swipe`` is a
finger's path; where it only names a direction, the finger goes that way. Times are seconds.
"""

import json
import re

from devices import actions
from devices.actions import Action, ActionError
from evaluation.agents.dialects import base
from evaluation.agents.dialects.base import CannotSay, Reply, Screen

THOUGHT = re.compile(r"<(think|thinking)>(.*?)</\1>", re.DOTALL)
BUTTONS = {"back": "back", "home": "home", "menu": "menu", "enter": "enter", "recents": "recents"}

TOOLS = """You operate a phone by calling one function, mobile_use, one call a turn. Say in one sentence what
you think, then call it:
<tool_call>
{{"name": "mobile_use", "arguments": {{"action": "…"}}}}
</tool_call>
Coordinates are [x, y] {unit}. The actions:
- click (coordinate), double_click (coordinate), long_press (coordinate, time in seconds)
- swipe (coordinate, coordinate2): the finger goes from the first to the second
- type (text), system_button (button: Back, Home, Menu, Enter), open (text: the app's name)
- wait (time in seconds), answer (text), ask_user (text), terminate (status: success or failure)
"""


class MobileUse:
    version = "1"

    def __init__(self, thousand: bool):
        self.thousand = thousand
        self.name = "mobile-use-1000" if thousand else "mobile-use"

    def tools(self, screen: Screen) -> str:
        width, height = screen.image or (screen.width, screen.height)
        unit = (
            "from 0 to 1000 of width and height"
            if self.thousand
            else f"in pixels of the {width}x{height} picture"
        )
        return TOOLS.format(unit=unit)

    def read(self, reply: str, screen: Screen) -> Reply:
        thought = " ".join(text.strip() for _, text in THOUGHT.findall(reply))
        said = THOUGHT.sub("", reply)
        call = base.between(said, "<tool_call>", "</tool_call>")
        data = base.json_in(said if call is None else call)
        arguments = data.get("arguments", data)
        if isinstance(arguments, str):
            arguments = base.json_in(arguments)
        if not isinstance(arguments, dict):
            raise ActionError("the arguments are no JSON object")
        thought = thought or re.sub(r"^Thought:\s*", "", said.split("<tool_call>")[0].strip())
        return Reply((self._action(arguments, screen),), thought)

    def _action(self, data: dict, screen: Screen) -> Action:
        def at(key: str = "coordinate"):
            return self._point(data.get(key), screen)

        match data.get("action"):
            case "click" | "tap":
                return actions.Click((at(),))
            case "double_click" | "double_tap":
                return actions.DoubleClick((at(),))
            case "long_press":
                return actions.LongPress((at(),), duration=base.seconds(data.get("time"), 800))
            case "swipe" if "coordinate2" in data:
                return actions.Scroll((at(), at("coordinate2")))
            case "swipe" | "scroll" if "direction" in data:
                start = at() if data.get("coordinate") else None
                return actions.Scroll(base.finger_path(data["direction"], screen, start))
            case "drag" if "end_coordinate" in data:
                return actions.Drag((at("start_coordinate"), at("end_coordinate")))
            case "type":
                return actions.Type(data.get("text"))
            case "system_button" | "key":
                said = str(data.get("button", data.get("text", ""))).strip().lower()
                if said not in BUTTONS:
                    raise ActionError(f"there is no button {said!r} in the action space")
                return actions.ButtonPress(BUTTONS[said])
            case "open" | "open_app":
                return actions.OpenApp(screen.package(data.get("text", data.get("app"))))
            case "wait":
                return actions.Wait(base.seconds(data.get("time"), 1000))
            case "answer":
                return actions.Output(data.get("text"))
            case "ask_user" | "call_user" | "interact":
                return actions.CallUser(str(data.get("text", "")))
            case "terminate":
                good = str(data.get("status", "success")).lower() == "success"
                return actions.Finish("") if good else actions.CallUser("")
        raise ActionError(f"mobile_use has no action {data.get('action')!r} with these arguments")

    def write(self, action: Action, screen: Screen, thought: str = "") -> str:
        said = self._say(action, screen)
        call = json.dumps({"name": "mobile_use", "arguments": said}, ensure_ascii=False)
        return f"{thought}\n<tool_call>\n{call}\n</tool_call>".lstrip()

    def _say(self, action: Action, screen: Screen) -> dict:
        points = [self._spoken(point, screen) for point in getattr(action, "points", ())]
        match action:
            case actions.Click():
                return {"action": "click", "coordinate": points[0]}
            case actions.DoubleClick():
                return {"action": "double_click", "coordinate": points[0]}
            case actions.LongPress():
                return {"action": "long_press", "coordinate": points[0], "time": action.duration / 1000}
            case actions.Scroll():
                return {"action": "swipe", "coordinate": points[0], "coordinate2": points[1]}
            case actions.Drag():
                return {"action": "drag", "start_coordinate": points[0], "end_coordinate": points[1]}
            case actions.Type():
                return {"action": "type", "text": action.text}
            case actions.ButtonPress():
                return {"action": "system_button", "button": action.type.capitalize()}
            case actions.OpenApp():
                return {"action": "open", "text": screen.label(action.package)}
            case actions.Wait():
                return {"action": "wait", "time": action.time / 1000}
            case actions.Output():
                return {"action": "answer", "text": action.text}
            case actions.CallUser():
                return {"action": "ask_user", "text": action.text}
            case actions.Finish():
                return {"action": "terminate", "status": "success"}
        raise CannotSay(f"mobile_use has no word for {action.name}")

    def _point(self, value, screen: Screen):
        x, y = base.point_of(value, "coordinate")
        if self.thousand:
            return base.of_thousand(x, screen.width), base.of_thousand(y, screen.height)
        width, height = screen.image or (screen.width, screen.height)
        return base.of_image(x, width, screen.width), base.of_image(y, height, screen.height)

    def _spoken(self, point, screen: Screen) -> list[int]:
        if self.thousand:
            return [
                actions.thousandth(point[0], screen.width),
                actions.thousandth(point[1], screen.height),
            ]
        width, height = screen.image or (screen.width, screen.height)
        return [point[0] * width // screen.width, point[1] * height // screen.height]
