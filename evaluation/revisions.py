"""The algebra of edits: from one list of items to the next, no database.

An item is what one row of the trace reads after the edits: ``{"step", "thought", "instruction"}`` and,
only where edited, ``"action"``, ``"element"`` and ``"merged"`` (ids of the steps folded into it).
``steps`` maps a step's id to what was recorded: ``{"action", "element", "seq", "size"}``, the screen's in px.
"""

from copy import deepcopy
from typing import Any

from devices import actions
from devices.actions import Action, ActionError

Items = list[dict[str, Any]]
TEXT_FIELDS = ("thought", "instruction")
TEXT_LIMIT = 10_000
OFF_SCREEN = "In one go, the finger would leave the screen; these two stay two steps."


class EditError(ValueError):
    """This edit makes no sense here; the message says why."""


def effective(items: Items, last_seq: int, steps: dict[str, dict]) -> Items:
    """The items, and behind them one for each step recorded since."""
    later = sorted((s["seq"], id) for id, s in steps.items() if s["seq"] > last_seq)
    return deepcopy(items) + [{"step": id, "thought": "", "instruction": ""} for _, id in later]


def action_of(item: dict, steps: dict[str, dict]) -> Action:
    return actions.from_json(item.get("action") or steps[item["step"]]["action"])


def set_text(items: Items, step: str, field: str, text: str) -> Items:
    if field not in TEXT_FIELDS:
        raise EditError(f"A step has no text called {field!r}.")
    if not isinstance(text, str) or len(text) > TEXT_LIMIT:
        raise EditError(f"The text must have at most {TEXT_LIMIT:,} characters.")
    items = deepcopy(items)
    items[_index(items, step)][field] = text
    return items


def delete(items: Items, step: str) -> Items:
    index = _index(items, step)
    return deepcopy(items[:index] + items[index + 1 :])


def merge(items: Items, step: str, steps: dict[str, dict]) -> Items:
    """Fold a step into the one before it, where the two are one action of the space."""
    index = _index(items, step)
    if index == 0:
        raise EditError("There is no step before this one to merge it with.")
    items = deepcopy(items)
    first, second = items[index - 1], items.pop(index)
    merged = _merged(action_of(first, steps), action_of(second, steps))
    width, height = steps[first["step"]]["size"]
    if not all(0 <= x < width and 0 <= y < height for x, y in getattr(merged, "points", ())):
        raise EditError(OFF_SCREEN)
    first["action"] = merged.to_json()
    first["merged"] = [*first.get("merged", []), second["step"], *second.get("merged", [])]
    for field in TEXT_FIELDS:
        first[field] = "\n".join(text for text in (first[field], second[field]) if text)
    return items


def _merged(a: Action, b: Action) -> Action:
    match a, b:
        case actions.Type(), actions.Type():
            return actions.Type(a.text + b.text)
        case actions.Wait(), actions.Wait():
            return actions.Wait(a.time + b.time)
        case (actions.Scroll(), actions.Scroll()) | (actions.Drag(), actions.Drag()):
            (x1, y1), (x2, y2) = a.points
            (x3, y3), (x4, y4) = b.points
            end = x2 + x4 - x3, y2 + y4 - y3
            if min(end) < 0:
                raise EditError(OFF_SCREEN)
            return type(a)(((x1, y1), end), duration=a.duration + b.duration)
        case actions.Click(), actions.Click():
            return actions.DoubleClick(a.points)
    raise EditError(f"A {a.name} and a {b.name} are no single action; delete one of them instead.")


def retarget(
    items: Items, step: str, x: int, y: int, point: int, element: dict | None, recorded: dict
) -> Items:
    """Move one point of the action. ``element`` is what the stored tree has there (None: nothing known)."""
    items = deepcopy(items)
    item = items[_index(items, step)]
    action = action_of(item, {item["step"]: recorded})
    points = getattr(action, "points", None)
    if points is None:
        raise EditError(f"A {action.name} has no point to move.")
    if not 0 <= point < len(points):
        raise EditError(f"A {action.name} has no point number {point + 1}.")
    try:
        moved = [[x, y] if i == point else list(p) for i, p in enumerate(points)]
        data = action.to_json()
        data["arguments"]["points"] = moved
        item["action"] = actions.from_json(data).to_json()
    except ActionError as error:
        raise EditError(str(error)) from error
    if point == 0:
        item["element"] = element
    return items


def _index(items: Items, step: str) -> int:
    for index, item in enumerate(items):
        if item["step"] == step:
            return index
    raise EditError("This step is not in the trace (any more).")
