"""The starter model's form: the goal, what was done, and the UI tree as a few hundred plain tokens.

    GOAL pin @0 QUOTE s0 PAST OPEN app:notes APP app:notes ROW = s0 e0 BUTTON new note e1 DO -> long e0

What a small model cannot learn in minutes the form tells, by spelling alone: words of the goal that stand on
the screen are told by their number in the goal, labels say how much of them the goal says (``= ~ -``),
what was touched before says ``DID``. An answer points at the end of a line (``tap e1``), where whoever reads
from left to right has just read all of it; what it may say of the goal is told once more at the end (``WORDS
pin book S0``) for the same reason. ``choices`` tells which it is, so that a teacher may say of every one of
them whether it is the one. The past is told by words (``TAP new note``): places are another screen's.
Texts are never spelled out: an answer points (``type S0``) and ``read`` puts in what stands there. All of it
comes from the goal, the tree and the own past; no task is known here.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from zlib import crc32

from devices import actions
from devices.actions import Action, ActionError
from devices.observation import Observation
from evaluation.agents.dialects import CannotSay, Screen
from training.data.episodes import Episode, not_taught
from training.forms.base import Prompt
from training.forms.elements import EDGE, Element, elements
from training.forms.goals import GoalText, goal_text, known_apps
from training.forms.words import SMALL, known, number, words

TITLE, REST, NAME, PAST, NOTES, VALUES = 6, 4, 3, 14, 12, 24
SLOW_MS, SHARE, WAIT_MS = 1500, 0.6, 2000
_REFERENCE = re.compile(r"[Ss@nv]\d+|\d+")
_PLACE = re.compile(r"e\d+")
_TEXT = re.compile(r"[Snv]\d+")
CHOICES = (_PLACE, _TEXT)  # the kinds of tokens that an answer chooses among
_NTH = re.compile(r"x[2-9]")
POINTING = {"tap": actions.Click, "long": actions.LongPress, "double": actions.DoubleClick}
PLAIN = {
    "back": actions.ButtonPress("back"), "home": actions.ButtonPress("home"),
    "enter": actions.ButtonPress("enter"), "recents": actions.ButtonPress("recents"),
    "done": actions.Finish("Done"), "ask": actions.CallUser("This cannot be done."),
    "wait": actions.Wait(WAIT_MS),
}  # fmt: skip


@dataclass(slots=True)
class CompactPrompt(Prompt):
    """With what the references of an answer stand for. ``names``: of each element, for the past; ``ends``:
    the number of the token that each element's line ends with; ``texts``: of those that stand for a text."""

    goal: GoalText | None = None
    elements: list[Element] = field(default_factory=list)
    names: list[tuple[str, ...]] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    texts: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    front: str = ""
    mark: str = ""


class Compact:
    """See above. Languages other than English are read, but their words are mostly unknown to the lexicon."""

    name, version = "compact", "2"
    sees, reads = False, True

    # -- asking
    def prompt(
        self, goal: str, seen: Observation, past: Sequence[str], apps: dict[str, str]
    ) -> CompactPrompt:
        """Raises ValueError when there is no tree."""
        if seen.tree is None:
            raise ValueError("the compact form reads the UI tree, and there is none")
        text = goal_text(goal, apps)
        found = elements(seen.tree, seen.height)
        before = [_remembered(line) for line in past]
        screen = Screen(seen.width, seen.height, apps=apps, elements=tuple(e.box for e in found))
        prompt = CompactPrompt(screen, goal=text, elements=found)
        prompt.front = tree_package(seen)
        did = {m["said"] for m in before if m["verb"] in POINTING}
        lines = self._lines(prompt, did)
        prompt.mark = _digest(lines)
        told = ["GOAL", *text.tokens, "PAST", *_history(before, prompt.mark)]
        told += self._noted(prompt, before)
        told += ["APP", text.app(prompt.front) or _elsewhere(prompt.front)]
        prompt.ends = [len(told) + end for end in prompt.ends]
        used = {word for memory in before for word in memory["said"].split()}
        told += [*lines, "WORDS", *text.choices(used), "DO"]
        prompt.texts = [n for n, token in enumerate(told) if _TEXT.fullmatch(token)]
        prompt.text = " ".join(told)
        return prompt

    def _lines(self, prompt: CompactPrompt, did: set[str]) -> list[str]:
        goal, lines = prompt.goal, []
        told = [_told(goal, e) for e in prompt.elements]
        whole = [e.box for e, (_, match) in zip(prompt.elements, told, strict=True) if match == "="]
        for n, (one, (labels, match)) in enumerate(zip(prompt.elements, told, strict=True)):
            label: list[str] = []
            for text, limit in labels:
                for k, token in enumerate(text.tokens[:limit]):
                    value = next((v for at, v in text.values if at == k), None)
                    label.append(token)
                    if value is not None and len(prompt.values) < VALUES:
                        label.append(f"v{len(prompt.values)}")
                        prompt.values.append(value)
            hint = goal.label(one.hint).tokens[:NAME] if one.role == "field" else []
            if not label and not hint and one.touch and one.id in _IDS:
                label = [one.id]
            beside = one.touch and not match and _beside(one.box, whole)
            span = labels[0][0].span if labels and not hint else ""
            name = [span] if span else hint or [t for t in label if not _numbered(t)]
            prompt.names.append(tuple(name[:NAME]) or (one.role.upper(),))
            lines.append(one.role.upper())
            lines += _states(one)
            if match or beside:
                lines.append(match or "BY")
            if one.touch and " ".join(prompt.names[-1]) in did:
                lines.append("DID")
            lines += [*hint, ":", *label] if hint else label
            if one.role not in SILENT:
                lines.append(f"e{n}")
            prompt.ends.append(len(lines) - 1)
        return lines

    @staticmethod
    def _noted(prompt: CompactPrompt, before: list[dict]) -> list[str]:
        """What was read in other apps, the latest first."""
        told: list[str] = []
        for memory in reversed(before):
            for text in memory["notes"]:
                if len(prompt.notes) < NOTES and text not in prompt.notes:
                    told += [*prompt.goal.label(text).tokens[:3], f"n{len(prompt.notes)}"]
                    prompt.notes.append(text)
        return ["NOTES", *told] if told else []

    # -- answering
    def write(self, action: Action, prompt: CompactPrompt, thought: str = "") -> str:
        name = action.name
        if name in ("click", "long_press", "double_click"):
            verb = next(v for v, kind in POINTING.items() if kind.name == name)
            n = self._under(prompt, *action.points[0])
            one = prompt.elements[n]
            if one.role == "seek" and verb == "tap":
                left, _, right, _ = one.box
                share = round(10 * (action.points[0][0] - left) / max(1, right - left))
                return f"slide e{n} : {max(0, min(10, share))}"
            return f"{verb} e{n}"
        if name in ("scroll", "drag"):
            return self._write_scroll(action, prompt)
        if name == "type":
            return f"type {self._refer(action.text, prompt)}"
        if name == "open_app":
            named = prompt.goal.naming(action.package)
            if not (said := f"S{named}" if named >= 0 else known_apps().get(action.package)):
                raise CannotSay("an app that is neither known nor named")
            return f"open {said}"
        if name == "output":
            return f"say {self._refer(action.text, prompt, says=True)}"
        if name == "finish":
            return "ask" if _refuses(action.text) else "done"
        if name == "call_user":
            return "ask"
        if name == "wait":
            return "wait"
        if name == "button_press" and action.type in PLAIN:
            return action.type
        raise CannotSay(f"the compact form has no word for {name}")

    def read(self, answer: str, prompt: CompactPrompt) -> tuple[Action, ...]:
        verb, *rest = answer.split() or [""]
        if verb in PLAIN and not rest:
            return (PLAIN[verb],)
        if verb in POINTING and len(rest) == 1:
            return (POINTING[verb]((self._element(rest[0], prompt).point,)),)
        if verb in ("fill", "edit") and rest[1:2] == [":"]:
            touches = (_at_end if verb == "fill" else _all_chosen)(self._element(rest[0], prompt), prompt)
            return *touches, actions.Type(self._text(rest[2:], prompt))
        if verb == "type" and rest:
            return (actions.Type(self._text(rest, prompt)),)
        if verb == "keys" and rest:
            return self._keys(self._text(rest, prompt), prompt)
        if verb == "say" and rest:
            return (actions.Output(self._text(rest, prompt, says=True)),)
        if verb == "open" and len(rest) == 1:
            return (actions.OpenApp(self._package(rest[0], prompt)),)
        if verb == "slide" and rest[1:2] == [":"] and len(rest) == 3 and rest[2] in TENTHS:
            left, top, right, bottom = self._element(rest[0], prompt).box
            x = left + (right - left) * int(rest[2]) // 10
            return (actions.Click(((min(max(x, left + 1), right - 2), (top + bottom) // 2),)),)
        if verb in ("down", "up") and not rest:
            return (self._scroll(verb, prompt),)
        if verb in ("left", "right") and len(rest) < 2:
            return (self._sideways(verb, rest, prompt),)
        if verb == "shade" and not rest:
            x = prompt.screen.width // 2
            return (actions.Scroll(((x, 5), (x, prompt.screen.height // 2)), 300),)
        raise ActionError(f"{answer!r} is no answer of the compact form")

    def remember(self, answer: str, prompt: CompactPrompt) -> str:
        verb, *rest = answer.split()[:4] or [""]
        notes = _readings(prompt, leaves=verb in ("open", "home", "recents"))
        said = [_called(word, prompt) for word in rest]
        return json.dumps(
            {"verb": verb, "said": " ".join(said), "mark": prompt.mark, "notes": notes}, ensure_ascii=False
        )

    # -- teaching
    def examples(self, episode: Episode) -> list[tuple[Prompt, str]]:
        """A field that is touched to be typed into, and keys that spell something, are one row."""
        rows, past, n = [], [], 0
        skipped = not_taught(episode) | set(episode.about.get("unseen", ()))
        while n < len(episode.steps):
            step = episode.steps[n]
            prompt = self.prompt(episode.goal, step.observation, past, episode.apps)
            try:
                answer, used = self._example(episode, n, prompt)
            except CannotSay:
                past.append(self.remember(step.action.name, prompt))
                n += 1
                continue
            if n not in skipped:
                rows.append((prompt, answer))
            past.append(self.remember(answer, prompt))
            n += used
        return rows

    def _example(self, episode: Episode, n: int, prompt: CompactPrompt) -> tuple[str, int]:
        steps = episode.steps
        action = steps[n].action
        odd = {*episode.about.get("mistakes", ()), *map(int, episode.about.get("closings", ()))}
        if action.name == "click" and n not in odd and n + 1 not in odd:
            one = prompt.elements[self._under(prompt, *action.points[0])]
            found = self._typed(steps, n, one, prompt) if one.role == "field" else None
            found = found or (self._spelt(steps, n, one, prompt, odd) if len(one.label) == 1 else None)
            if found:
                return found
        return self.write(action, prompt), 1

    def _typed(self, steps, n, field, prompt) -> tuple[str, int] | None:
        """A field touched, its text chosen where it had any, and typed into."""
        kinds = [step.action.name for step in steps[n : n + 4]]
        ways = (("fill", 1), ("edit", 2), ("edit", 3))
        for (verb, at), way in zip(ways, (CLICK_TYPE, CHOOSE_TYPE, CHOOSE_ALL_TYPE), strict=True):
            if tuple(kinds[: len(way)]) == way and (at == 1 or field.holds(*steps[n + 1].action.points[0])):
                try:
                    text = self._refer(steps[n + at].action.text, prompt)
                except CannotSay:
                    return None
                return f"{verb} e{prompt.elements.index(field)} : {text}", at + 1
        return None

    def _spelt(self, steps, n, first, prompt, odd) -> tuple[str, int] | None:
        """Keys touched one after another that spell what can be referred to."""
        typed, k = first.label, n + 1
        while k < len(steps) and steps[k].action.name == "click" and k not in odd:
            seen, point = steps[k].observation, steps[k].action.points[0]
            there = elements(seen.tree, seen.height)
            key, here = _at(there, *point), _at(prompt.elements, *point)
            if key is None or here is None or len(there[key].label) != 1:
                break
            typed, k = typed + there[key].label, k + 1
        for size in range(len(typed), 1, -1):
            try:
                return f"keys {self._refer(typed[:size], prompt, exact=True)}", size
            except CannotSay:
                continue
        return None

    @staticmethod
    def choices(prompt: CompactPrompt, answer: str) -> list[tuple[list[int], int]]:
        """What an answer chooses among: the lines' ends, and what stands for a text. Of each the tokens of
        the prompt (their numbers), and the one that was chosen or -1."""
        told = prompt.text.split()
        found = []
        able = [end for end, one in zip(prompt.ends, prompt.elements, strict=True) if one.role not in SILENT]
        for kind, tokens in zip(CHOICES, (able, prompt.texts), strict=True):
            wanted = next((word for word in answer.split() if kind.fullmatch(word)), "")
            found.append((tokens, next((n for n in tokens if told[n] == wanted), -1)))
        return found

    # -- pointing
    @staticmethod
    def _under(prompt: CompactPrompt, x: int, y: int) -> int:
        found = _at(prompt.elements, x, y)
        if found is None:
            raise CannotSay("there is nothing to touch there")
        return found

    @staticmethod
    def _element(place: str, prompt: CompactPrompt) -> Element:
        if not _PLACE.fullmatch(place) or int(place[1:]) >= len(prompt.elements):
            raise ActionError(f"nothing on the screen is called {place!r}")
        return prompt.elements[int(place[1:])]

    def _keys(self, text: str, prompt: CompactPrompt) -> tuple[Action, ...]:
        keys = {e.label: e.point for e in prompt.elements if e.touch and len(e.label) == 1}
        if missing := sorted(set(text) - set(keys)):
            raise ActionError(f"there is no key {missing[0]!r}")
        return tuple(actions.Click((keys[char],)) for char in text)

    # -- scrolling
    @staticmethod
    def _write_scroll(action: Action, prompt: CompactPrompt) -> str:
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

    @staticmethod
    def _scroll(verb: str, prompt: CompactPrompt) -> Action:
        """The slow swipe that scrolls the largest list, three fifths of it."""
        lists = [e.box for e in prompt.elements if e.role == "list"]
        if not lists:
            raise ActionError("nothing scrolls here")
        left, top, right, bottom = max(lists, key=lambda b: (b[3] - b[1]) * (b[2] - b[0]))
        bottom = min(bottom, prompt.screen.height - EDGE)
        x, reach, middle = (left + right) // 2, int((bottom - top) * SHARE), (top + bottom) // 2
        a, b = middle + reach // 2, middle - reach // 2
        return actions.Scroll(((x, a), (x, b)) if verb == "down" else ((x, b), (x, a)), SLOW_MS)

    @staticmethod
    def _sideways(verb: str, nth: Sequence[str], prompt: CompactPrompt) -> Action:
        strips = [e.box for e in prompt.elements if e.role == "strip"]
        place = int(nth[0][1:]) if nth and _NTH.fullmatch(nth[0]) else 1
        if len(strips) < place:
            raise ActionError("nothing scrolls sideways here")
        left, top, right, bottom = strips[place - 1]
        a, b, y = left + (right - left) * 4 // 5, left + (right - left) // 5, (top + bottom) // 2
        return actions.Scroll(((a, y), (b, y)) if verb == "right" else ((b, y), (a, y)), SLOW_MS)

    # -- texts
    def _refer(self, text: str, prompt: CompactPrompt, says: bool = False, exact: bool = False) -> str:
        text = text.strip()
        if not text:
            raise CannotSay("there is nothing to say")
        if text.isdigit() and says and int(text) <= SMALL and not exact:
            return str(int(text))
        if (found := prompt.goal.refer(text)) and (not exact or self._text(found, prompt) == text):
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

    def _text(self, references: Sequence[str], prompt: CompactPrompt, says: bool = False) -> str:
        first, *last = references or [""]
        if first == ":":
            one = self._element(" ".join(last), prompt)
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

    @staticmethod
    def _package(reference: str, prompt: CompactPrompt) -> str:
        if reference[:1] == "S" and reference[1:].isdigit():
            spans = prompt.goal.spans
            if int(reference[1:]) < len(spans) and spans[int(reference[1:])].package:
                return spans[int(reference[1:])].package
        for package in prompt.screen.apps.values():
            if known_apps().get(package) == reference:
                return package
        raise ActionError(f"there is no app {reference}")


SILENT = ("list", "strip")  # nothing points at them
CLICK_TYPE = ("click", "type")
CHOOSE_TYPE = ("click", "long_press", "type")
CHOOSE_ALL_TYPE = ("click", "long_press", "click", "type")
TENTHS = tuple(map(str, range(11)))
_IDS = frozenset({"fab", "search", "action", "month", "hour", "minute"})


def tree_package(seen: Observation) -> str:
    """The package that the tree shows, which is the dialog's where one lies over an app."""
    return seen.tree.root.children[0].package if seen.tree.root.children else seen.package


def _elsewhere(package: str) -> str:
    return "app:launcher" if package.endswith("launcher") else "app:android"


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


def _at_end(field: Element, prompt: CompactPrompt) -> tuple[Action, ...]:
    """A touch after the last letter."""
    _, _, right, bottom = field.box
    return (actions.Click((field.point if not field.texts else (right - 8, bottom - 8),)),)


def _all_chosen(field: Element, prompt: CompactPrompt) -> tuple[Action, ...]:
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


def _called(word: str, prompt: CompactPrompt) -> str:
    """What an answer points at in words, and what it says as the goal tells it; any other word as it is."""
    if _TEXT.fullmatch(word):
        return word.lower() if word[0] == "S" else "TEXT"
    place = int(word[1:]) if _PLACE.fullmatch(word) else len(prompt.names)
    return " ".join(prompt.names[place]) if place < len(prompt.names) else word


def _numbered(token: str) -> bool:
    return token[0] == "v" and token[1:].isdigit()


def _at(found: list[Element], x: int, y: int) -> int | None:
    for n in range(len(found) - 1, -1, -1):
        if found[n].touch and found[n].holds(x, y):
            return n
    return None


def _digest(lines: list[str]) -> str:
    return f"{crc32(' '.join(lines).replace(' DID', '').encode()):x}"


@lru_cache(1 << 14)
def _remembered(line: str) -> dict:
    try:
        memory = json.loads(line)
        return {
            "verb": str(memory["verb"]),
            "said": str(memory["said"]),
            "mark": memory["mark"],
            "notes": memory["notes"],
        }
    except (ValueError, TypeError, KeyError):
        return {"verb": "other", "said": "", "mark": "", "notes": []}


def _history(before: list[dict], mark: str) -> list[str]:
    """The latest last; the same again is counted."""
    told: list[tuple[str, ...]] = []
    counts: list[int] = []
    for memory in before:
        line = (memory["verb"], *memory["said"].split()[:4])
        if told and told[-1] == line:
            counts[-1] += 1
        else:
            told.append(line)
            counts.append(1)
    tokens: list[str] = []
    for line, count in list(zip(told, counts, strict=True))[-PAST:]:
        tokens += [line[0].upper(), *line[1:], *([f"x{min(count, 9)}"] if count > 1 else [])]
    if before and before[-1]["mark"] == mark:
        tokens.append("SAME")
    return tokens


def _readings(prompt: CompactPrompt, leaves: bool) -> list[str]:
    """Values and unusual short texts of a screen, those in rows that the goal names first; when the app is
    left all of them, else only those."""
    if prompt.front.endswith("launcher"):
        return []
    ranked: list[tuple[int, str]] = []
    for one, label in zip(prompt.elements, prompt.names, strict=True):
        if one.role in ("list", "strip"):
            continue
        near = any(t[0] == "s" and t[1:].isdigit() for t in label)
        if not (near or leaves):
            continue
        for text in one.texts:
            cut = words(text)
            values = [text[w.start : w.end] for w in cut if w.value]
            ranked += [(0 if near else 2, value) for value in values]
            parts = [p.strip() for p in re.split(r"[:,;·\n]\s", text)] if leaves and len(cut) < 40 else []
            for part in [text, *(parts if len(parts) > 1 else [])] if leaves else ():
                if 0 < len(part) <= 40 and part not in values and not part.isdigit():
                    odd = not all(map(known, words(part)))
                    ranked.append((1 if near and odd else 3 if odd else 4, part))
    order = sorted(range(len(ranked)), key=lambda n: (ranked[n][0], n))
    said = {s.text for s in prompt.goal.spans}
    found = dict.fromkeys(ranked[n][1] for n in order)
    return [text for text in found if text not in said][: NOTES if leaves else 3]


def _refuses(text: str) -> bool:
    return any(w.said in ("no", "not", "cannot", "can't") for w in words(text)) or "没有" in text
