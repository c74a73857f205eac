"""A screen as the compact form tells it: a line of tokens for each element, under the goal."""

from collections.abc import Callable
from zlib import crc32

from devices.observation import Observation
from training.forms.compact.grounding import KINDS, Context, Grounded
from training.forms.compact.prompt import VALUES, CompactPrompt
from training.forms.compact.touches import POINTING
from training.forms.elements import Element
from training.forms.goals import GoalText

TITLE, REST, NAME = 6, 4, 3  # tokens of a first text, of further ones, of what the past calls an element
SILENT = ("list", "strip")  # nothing points at them
#: What a line begins with: what kind of thing it is, where ids of training apps tell that, else its role.
TELLING = frozenset(KINDS) - {"row", "text", "body", "label"}
_IDS = frozenset({"fab", "search", "action", "month", "hour", "minute"})


def lines(
    prompt: CompactPrompt,
    before: list[dict],
    used: set[str],
    activity: str,
    ground: Callable[[CompactPrompt, Context], Grounded],
) -> list[str]:
    """The tokens of all lines; puts into the prompt what they stand for. ``before``: what was answered;
    ``used``: the words of that."""
    goal, tokens = prompt.goal, []
    told = [_told(goal, e) for e in prompt.elements]
    said = [_label(prompt, one, labels) for one, (labels, _) in zip(prompt.elements, told, strict=True)]
    whole = [e.box for e, (_, match) in zip(prompt.elements, told, strict=True) if match == "="]
    prompt.mark = _mark(prompt.elements)
    touched = [memory["said"] for memory in before if memory["verb"] in POINTING]
    context = Context(
        activity=activity,
        did=set(touched),
        used=used,
        last=before[-1]["said"] if before else "",
        steps=len(before),
        matches=[match for _, match in told],
        beside=[_beside(one.box, whole) for one in prompt.elements],
    )
    found = ground(prompt, context)
    for n, (one, match, (hint, label)) in enumerate(zip(prompt.elements, context.matches, said, strict=True)):
        tokens.append(one.id.upper() if one.touch and one.id in TELLING else one.role.upper())
        tokens += _states(one)
        if match or (one.touch and context.beside[n]):
            tokens.append(match or "BY")
        if one.touch and " ".join(prompt.names[n]) in context.did:
            tokens.append("DID")
        tokens += [*hint, ":", *label] if hint else label
        if n in found.leads:
            tokens += [">", *found.leads[n]]
        if n in found.rank:
            tokens.append(f"r{found.rank[n]}")
        if one.role not in SILENT:
            tokens.append(f"e{n}")
        prompt.ends.append(len(tokens) - 1)
    return tokens


def _label(prompt: CompactPrompt, one: Element, labels) -> tuple[list[str], list[str]]:
    """``(tokens of the hint of a field, tokens of what it says)``; its name and values go into the prompt."""
    label: list[str] = []
    for text, limit in labels:
        for k, token in enumerate(text.tokens[:limit]):
            value = next((v for at, v in text.values if at == k), None)
            label.append(token)
            if value is not None and len(prompt.values) < VALUES:
                label.append(f"v{len(prompt.values)}")
                prompt.values.append(value)
    hint = prompt.goal.label(one.hint).tokens[:NAME] if one.role == "field" else []
    if not label and not hint and one.touch and one.id in _IDS:
        label = [one.id]
    span = labels[0][0].span if labels and not hint else ""
    name = [span] if span else hint or [t for t in label if not _numbered(t)]
    prompt.names.append(tuple(name[:NAME]) or (one.role.upper(),))
    return hint, label


def _told(goal: GoalText, one: Element):
    """``([(a text of it, how many of its tokens)], how much of it the goal says)``."""
    labels = []
    for n, text in enumerate(one.texts[:4]):
        told = goal.label(text)
        labels.append((told, TITLE if n == 0 else REST if told.met or told.values else 2))
    match = labels[0][0].match if labels else ""
    if match != "=" and any(told.met for told, _ in labels[1:]):
        match = max(match, "-", key=" -~=".index) if match else "-"
        if any(told.match == "=" for told, _ in labels[1:]):
            match = "~"
    return labels, match


def _states(one: Element) -> list[str]:
    flags, states = one.flags, []
    if "checkable" in flags:
        states.append("ON" if "checked" in flags else "OFF")
    if "selected" in flags:
        states.append("CHOSEN")
    if "focused" in flags:
        states.append("FOCUS")
    if one.touch and "enabled" not in flags:
        states.append("GREY")
    return states


def _beside(box, whole) -> bool:
    """Whether something that the goal names stands at the same height."""
    middle = (box[1] + box[3]) // 2
    return any(b[1] <= middle < b[3] and b != box for b in whole)


def _numbered(token: str) -> bool:
    return token[0] == "v" and token[1:].isdigit()


def _mark(found: list[Element]) -> str:
    """The same for a screen that looks the same, whatever was touched on it."""
    looks = [(one.role, one.texts, sorted(one.flags), one.box) for one in found]
    return f"{crc32(repr(looks).encode()):x}"


def front(seen: Observation) -> str:
    """The package that the tree shows, which is the dialog's where one lies over an app."""
    return seen.tree.root.children[0].package if seen.tree.root.children else seen.package


def elsewhere(package: str) -> str:
    """What stands for an app that neither the goal nor the form knows: a dialog or the launcher."""
    return "app:launcher" if package.endswith("launcher") else "app:android"
