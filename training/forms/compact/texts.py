"""Texts are pointed at, never spelled: what stands in the goal, on the screen or in a note, by its number."""

import re
from collections.abc import Sequence

from devices.actions import ActionError
from evaluation.agents.dialects import CannotSay
from training.forms.compact.prompt import CompactPrompt
from training.forms.goals import known_apps
from training.forms.words import SMALL, number, words

_REFERENCE = re.compile(r"[Ss@nv]\d+|\d+")


def refer(text: str, prompt: CompactPrompt, says: bool = False, exact: bool = False) -> str:
    """How an answer names a text. CannotSay when it stands nowhere. ``says``: an answer to the user may be
    part of what an element says; ``exact``: letter by letter, as keys are touched."""
    text = text.strip()
    if not text:
        raise CannotSay("there is nothing to say")
    if text.isdigit() and says and int(text) <= SMALL and not exact:
        return str(int(text))
    if (found := prompt.goal.refer(text)) and (not exact or read(found, prompt) == text):
        return f"S{found[0][1:]}" if len(found) == 1 and found[0][0] == "s" else " ".join(found)
    for letter, held in (("n", prompt.notes), ("v", prompt.values)):
        for n, one in enumerate(held):
            if one == text or (not exact and words(one) and number(one) == number(text) != ""):
                return f"{letter}{n}"
    low = text.casefold()
    for n, one in enumerate(prompt.elements if not exact else ()):
        if one.texts and low == one.texts[0].casefold():
            return f": e{n}"
    holding = [n for n, e in enumerate(prompt.elements) if low in e.label.casefold()]
    if says and holding:
        return f": e{min(holding, key=lambda n: len(prompt.elements[n].label))}"
    raise CannotSay(f"{text!r} stands neither in the goal nor on the screen")


def read(references: Sequence[str], prompt: CompactPrompt, says: bool = False) -> str:
    """What references stand for. ActionError for those that stand for nothing."""
    first, *last = references or [""]
    if first == ":":
        one = prompt.element(" ".join(last))
        if not one.texts:
            raise ActionError("nothing stands there")
        return one.label if says else one.texts[0]
    if len(last) > 1 or not _REFERENCE.fullmatch(first):
        raise ActionError(f"{' '.join(references)!r} stands for no text")
    if first.isdigit() and not last:
        return first
    if first[0] in "Ss@":
        found = prompt.goal.slice(first.lower(), *last)
        if found is None:
            raise ActionError(f"the goal has no {' '.join(references)}")
        cut = words(found)
        return number(found) if len(cut) == 1 and cut[0].kind == "price" else found
    held = {"n": prompt.notes, "v": prompt.values}.get(first[0], [])
    if last or int(first[1:] or 0) >= len(held):
        raise ActionError(f"there is no {' '.join(references)}")
    return held[int(first[1:])]


def package(reference: str, prompt: CompactPrompt) -> str:
    """The app that a reference names. ActionError when the phone has none."""
    if reference[:1] == "S" and reference[1:].isdigit():
        spans = prompt.goal.spans
        if int(reference[1:]) < len(spans) and spans[int(reference[1:])].package:
            return spans[int(reference[1:])].package
    if reference[:1] == "A" and reference[1:].isdigit() and int(reference[1:]) < len(prompt.maybe):
        return prompt.maybe[int(reference[1:])]
    for one in prompt.screen.apps.values():
        if known_apps().get(one) == reference:
            return one
    raise ActionError(f"there is no app {reference}")


def refuses(text: str) -> bool:
    """Whether a last word says that it was not done."""
    return any(w.said in ("no", "not", "cannot", "can't") for w in words(text)) or "没有" in text
