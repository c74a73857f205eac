"""AutoGLM: ``<think>…</think><answer>do(action="Tap", element=[x, y])</answer>``. Points 0 to 1000.

``Swipe`` is a finger's path. Its ``Type`` replaces what the field held, which this action space cannot say.
"""

import re

from devices import actions
from devices.actions import Action, ActionError
from evaluation.agents.dialects import base, calls
from evaluation.agents.dialects.base import CannotSay, Reply, Screen

THINK = re.compile(r"<think>(.*?)</think>", re.DOTALL)
CALL = re.compile(r"\b(do|finish)\s*\(", re.DOTALL)

TOOLS = """You operate a phone. Think between <think> and </think>, then answer with one call between <answer>
and </answer>. Points are [x, y] from 0 to 1000 of width and height. The calls:
do(action="Launch", app="…")
do(action="Tap", element=[x, y]), also "Double Tap" and "Long Press"
do(action="Swipe", start=[x, y], end=[x, y]): the finger goes from start to end
do(action="Type", text="…")
do(action="Back"), do(action="Home"), do(action="Wait", duration="2 seconds")
do(action="Take_over", message="…"): the user must help
finish(message="…"): the task is done, with what to tell the user
"""


class AutoGlm:
    name, version = "autoglm", "1"

    def tools(self, screen: Screen) -> str:
        return TOOLS

    def read(self, reply: str, screen: Screen) -> Reply:
        thought = THINK.search(reply)
        said = base.between(THINK.sub("", reply), "<answer>", "</answer>")
        said = THINK.sub("", reply) if said is None else said
        found = CALL.search(said)
        if not found:
            raise ActionError("the reply has neither do(…) nor finish(…)")
        words = thought[1].strip() if thought else said[: found.start()].strip()
        name, given = calls.parse(said[found.start() :].strip().rstrip("`").strip())
        if name == "finish":
            return Reply((actions.Finish(str(given.get("message", ""))),), words)
        return Reply((self._do(given, screen),), words)

    def _do(self, given: dict, screen: Screen) -> Action:
        def at(key: str):
            x, y = base.point_of(given.get(key), key)
            return base.of_thousand(x, screen.width), base.of_thousand(y, screen.height)

        match given.get("action"):
            case "Launch":
                return actions.OpenApp(screen.package(given.get("app")))
            case "Tap":
                return actions.Click((at("element"),))
            case "Double Tap":
                return actions.DoubleClick((at("element"),))
            case "Long Press":
                return actions.LongPress((at("element"),), duration=3000)
            case "Swipe":
                return actions.Scroll((at("start"), at("end")))
            case "Type" | "Type_Name":
                return actions.Type(given.get("text"))
            case "Back" | "Home":
                return actions.ButtonPress(given["action"].lower())
            case "Wait":
                return actions.Wait(base.seconds(given.get("duration"), 1000))
            case "Take_over" | "Interact":
                return actions.CallUser(str(given.get("message", "")))
        raise ActionError(f"do(…) cannot do {given.get('action')!r} here")

    def write(self, action: Action, screen: Screen, thought: str = "") -> str:
        return f"<think>{thought}</think><answer>{self._say(action, screen)}</answer>"

    def _say(self, action: Action, screen: Screen) -> str:
        points = [
            [actions.thousandth(x, screen.width), actions.thousandth(y, screen.height)]
            for x, y in getattr(action, "points", ())
        ]
        match action:
            case actions.OpenApp():
                return calls.write("do", action="Launch", app=screen.label(action.package))
            case actions.Click():
                return calls.write("do", action="Tap", element=points[0])
            case actions.DoubleClick():
                return calls.write("do", action="Double Tap", element=points[0])
            case actions.LongPress():
                return calls.write("do", action="Long Press", element=points[0])
            case actions.Scroll():
                return calls.write("do", action="Swipe", start=points[0], end=points[1])
            case actions.Type():
                return calls.write("do", action="Type", text=action.text)
            case actions.ButtonPress(type="back" | "home"):
                return calls.write("do", action=action.type.capitalize())
            case actions.Wait():
                return calls.write("do", action="Wait", duration=f"{action.time / 1000:g} seconds")
            case actions.CallUser():
                return calls.write("do", action="Take_over", message=action.text)
            case actions.Finish() | actions.Output():
                return calls.write("finish", message=action.text)
        raise CannotSay(f"AutoGLM has no word for {action.name}")
