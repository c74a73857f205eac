"""PhoneBuddy's own: ``<think>…</think><tool_call>…</tool_call>``, a call in JSON or XML. Points 0 to 1000."""

import json
import re

from devices import actions
from devices.actions import Action, ActionError
from evaluation.agents.dialects.base import Reply, Screen, json_in, number, of_thousand, point_of

THINK = re.compile(r"<think>(.*?)</think>", re.DOTALL)
CALL = re.compile(r"<tool_call>\s*(.*?)\s*(?:</tool_call>|$)", re.DOTALL)
POINTS = {"click": 1, "double_click": 1, "long_press": 1, "scroll": 2, "drag": 2}
TIMES = ("duration", "interval", "time")

TOOLS = """You operate a phone. You see its screen and say what to do next, one action at a time.
First think between <think> and </think>, then give exactly one call:
{form}

Points are [x, y], whole numbers from 0 to 1000 of the screen's width and height. Times are milliseconds.
Actions and their arguments:
- click(points=[[x, y]])
- double_click(points=[[x, y]], interval=100)
- long_press(points=[[x, y]], duration=800)
- scroll(points=[[x1, y1], [x2, y2]], duration=300): the finger moves from the first point to the second
- drag(points=[[x1, y1], [x2, y2]], duration=300): carry something and let it go
- type(text="…"): into the focused field; a line end presses Enter
- button_press(type="back" | "home" | "menu" | "enter" | "recents")
- open_app(package="…"), close_app(package="…")
- wait(time=1000)
- output(text="…"): answer the user's question; this ends the task
- finish(text="…"): the task is done
- call_user(text="…"): it cannot be done without the user
{apps}"""
JSON_FORM = '<tool_call>\n{"name": "…", "arguments": {…}}\n</tool_call>'
XML_FORM = "<tool_call>\n<function=…>\n<parameter=…>\n…\n</parameter>\n</function>\n</tool_call>"


class PhoneBuddy:
    """``form``: how it writes; it reads both."""

    version = "1"

    def __init__(self, form: str):
        self.form = form
        self.name = f"phonebuddy-{form}"

    def tools(self, screen: Screen) -> str:
        apps = ", ".join(f"{label} ({package})" for label, package in screen.apps.items())
        form = JSON_FORM if self.form == "json" else XML_FORM
        return TOOLS.format(form=form, apps=f"Apps on this phone: {apps}\n" if apps else "")

    def read(self, reply: str, screen: Screen) -> Reply:
        thought, said = _thought(reply)
        calls = CALL.findall(said)
        if len(calls) > 1:
            raise ActionError("the reply has more than one tool call")
        if not calls and "{" not in said:
            raise ActionError("the reply has no tool call")
        body = calls[0] if calls else said
        if "<function=" in body:
            if "</function>" not in body:
                body += "</function>"
            action = actions.from_tool_call(f"<tool_call>{body}</tool_call>")
            data = action.to_json()
        else:
            data = json_in(body)
        return Reply((_lenient(data, screen),), thought)

    def write(self, action: Action, screen: Screen, thought: str = "") -> str:
        spoken = actions.to_tool_call(actions.to_model(action, screen.width, screen.height), self.form)
        return f"<think>{thought}</think>{spoken}"


def _thought(reply: str) -> tuple[str, str]:
    """(thought, the rest). A template may have opened <think> before the reply began."""
    if found := THINK.search(reply):
        return found[1].strip(), THINK.sub("", reply)
    before, closed, after = reply.partition("</think>")
    return (before.strip(), after) if closed else ("", reply)


def _lenient(data: dict, screen: Screen) -> Action:
    """Points as [x, y], as {"x", "y"}, as text or with fractions; arguments beside the name or as text."""
    name, arguments = data.get("name"), data.get("arguments", data.get("parameters"))
    if arguments is None:
        arguments = {key: value for key, value in data.items() if key != "name"}
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except json.JSONDecodeError:
            raise ActionError("the arguments are no JSON object") from None
    if not isinstance(arguments, dict):
        raise ActionError("the arguments are no JSON object")
    arguments = dict(arguments)
    for other in ("point", "coordinate", "coordinates"):
        if other in arguments and "points" not in arguments:
            arguments["points"] = arguments.pop(other)
    if name in POINTS and "points" in arguments:
        arguments["points"] = _points(arguments["points"], POINTS[name], screen)
    for key in TIMES:
        if key in arguments:
            arguments[key] = int(number(arguments[key], key))
    return actions.from_json({"name": name, "arguments": arguments})


def _points(value, count: int, screen: Screen) -> list[list[int]]:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except json.JSONDecodeError:
            raise ActionError(f"points must be [[x, y]], not {value!r}") from None
    if count == 1:
        value = [value]
    elif isinstance(value, list) and len(value) == 4 and not isinstance(value[0], list):
        value = [value[:2], value[2:]]  # one flat list of four numbers
    if not isinstance(value, list) or len(value) != count:
        raise ActionError("this action needs two points: [[x1, y1], [x2, y2]]")
    pairs = [point_of(one) for one in value]
    return [[of_thousand(x, screen.width), of_thousand(y, screen.height)] for x, y in pairs]
