"""Answers of the compact form that are touches: where a finger goes for them, and back."""

import re
from collections.abc import Sequence

from devices import actions
from devices.actions import Action, ActionError
from evaluation.agents.dialects import CannotSay
from training.forms.compact.prompt import CompactPrompt
from training.forms.elements import EDGE, Element

#: Answers that touch an element, and what they mean.
POINTING = {"tap": actions.Click, "long": actions.LongPress, "double": actions.DoubleClick}
SLOW_MS, SHARE = 1500, 0.6
_NTH = re.compile(r"x[2-9]")


def under(prompt: CompactPrompt, x: int, y: int) -> int:
    """The number of the element that a touch meets. CannotSay when there is none."""
    found = at(prompt.elements, x, y)
    if found is None:
        raise CannotSay("there is nothing to touch there")
    return found


def at(found: list[Element], x: int, y: int) -> int | None:
    """The uppermost of them that can be touched there."""
    for n in range(len(found) - 1, -1, -1):
        if found[n].touch and found[n].holds(x, y):
            return n
    return None


def keys(text: str, prompt: CompactPrompt) -> tuple[Action, ...]:
    """Touches of the screen's own keys that spell a text."""
    points = {e.label: e.point for e in prompt.elements if e.touch and len(e.label) == 1}
    if missing := sorted(set(text) - set(points)):
        raise ActionError(f"there is no key {missing[0]!r}")
    return tuple(actions.Click((points[char],)) for char in text)


def scrolled(action: Action, prompt: CompactPrompt) -> str:
    """The answer that says a swipe."""
    (x1, y1), (x2, y2) = action.points
    if abs(y2 - y1) >= abs(x2 - x1):
        if y1 < 40 and y2 > y1:
            return "shade"
        return "down" if y2 < y1 else "up"
    strips = [e for e in prompt.elements if e.role == "strip"]
    here = [n for n, e in enumerate(strips, 1) if e.holds(x1, y1)]
    if not here:
        raise CannotSay("nothing scrolls sideways there")
    return f"{'right' if x2 < x1 else 'left'}{f' x{here[-1]}' if here[-1] > 1 else ''}"


def scroll(verb: str, prompt: CompactPrompt) -> Action:
    """The slow swipe that scrolls the largest list, three fifths of it."""
    lists = [e.box for e in prompt.elements if e.role == "list"]
    if not lists:
        raise ActionError("nothing scrolls here")
    left, top, right, bottom = max(lists, key=lambda b: (b[3] - b[1]) * (b[2] - b[0]))
    bottom = min(bottom, prompt.screen.height - EDGE)
    x, reach, middle = (left + right) // 2, int((bottom - top) * SHARE), (top + bottom) // 2
    a, b = middle + reach // 2, middle - reach // 2
    return actions.Scroll(((x, a), (x, b)) if verb == "down" else ((x, b), (x, a)), SLOW_MS)


def sideways(verb: str, nth: Sequence[str], prompt: CompactPrompt) -> Action:
    """A swipe along the first strip, or the one that ``x2`` names."""
    strips = [e.box for e in prompt.elements if e.role == "strip"]
    place = int(nth[0][1:]) if nth and _NTH.fullmatch(nth[0]) else 1
    if len(strips) < place:
        raise ActionError("nothing scrolls sideways here")
    left, top, right, bottom = strips[place - 1]
    a, b, y = left + (right - left) * 4 // 5, left + (right - left) // 5, (top + bottom) // 2
    return actions.Scroll(((a, y), (b, y)) if verb == "right" else ((b, y), (a, y)), SLOW_MS)


def at_end(field: Element, prompt: CompactPrompt) -> tuple[Action, ...]:
    """A touch after the last letter."""
    _, _, right, bottom = field.box
    return (actions.Click((field.point if not field.texts else (right - 8, bottom - 8),)),)


def all_chosen(field: Element, prompt: CompactPrompt) -> tuple[Action, ...]:
    """What makes typing replace what a field holds: its own cross where it has one, else a long press and, if
    there is more than a word, "Select all" on the toolbar that no UI dump shows: above the field, or below
    where there is no room, a little right of its middle."""
    touch = actions.Click((field.point,))
    for one in prompt.elements:
        if one.label == "Clear" and field.holds(*one.point):
            return actions.Click((one.point,)), touch
    hold = actions.LongPress((field.point,))
    if len(field.label.split()) < 2 and field.label.isalnum():
        return touch, hold
    dp = prompt.screen.width / 360
    (x, _), top = field.point, field.box[1]
    y = top - 36 * dp if top > 84 * dp else top + 84 * dp
    return touch, hold, actions.Click(((round(x + 51 * dp), round(y)),))
