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

from collections.abc import Sequence

from devices import actions
from devices.actions import Action, ActionError
from devices.observation import Observation
from evaluation.agents.dialects import CannotSay, Screen
from training.data.episodes import Episode, not_taught
from training.forms.base import Prompt
from training.forms.compact import grounding, screen, texts, touches
from training.forms.compact import past as pasts
from training.forms.compact.prompt import CHOICES, MAYBE, TEXT, CompactPrompt
from training.forms.compact.touches import POINTING
from training.forms.elements import elements
from training.forms.goals import goal_text, known_apps

WAIT_MS = 2000
PLAIN = {
    "back": actions.ButtonPress("back"), "home": actions.ButtonPress("home"),
    "enter": actions.ButtonPress("enter"), "recents": actions.ButtonPress("recents"),
    "done": actions.Finish("Done"), "ask": actions.CallUser("This cannot be done."),
    "wait": actions.Wait(WAIT_MS),
}  # fmt: skip
CLICK_TYPE = ("click", "type")
CHOOSE_TYPE = ("click", "long_press", "type")
CHOOSE_ALL_TYPE = ("click", "long_press", "click", "type")
TENTHS = tuple(map(str, range(11)))


class Compact:
    """See above. Languages other than English are read, but their words are mostly unknown to the lexicon."""

    name, version = "compact", "3"
    sees, reads = False, True

    def __init__(self, ground=grounding.ground):
        """``ground``: who says which lines a goal is about."""
        self._ground = ground

    # -- asking
    def prompt(
        self, goal: str, seen: Observation, past: Sequence[str], apps: dict[str, str]
    ) -> CompactPrompt:
        """Raises ValueError when there is no tree."""
        if seen.tree is None:
            raise ValueError("the compact form reads the UI tree, and there is none")
        text = goal_text(goal, apps)
        found = elements(seen.tree, seen.height)
        before = [pasts.remembered(line) for line in past]
        size = Screen(seen.width, seen.height, apps=apps, elements=tuple(e.box for e in found))
        prompt = CompactPrompt(size, goal=text, elements=found)
        prompt.front = screen.front(seen)
        used = {word for memory in before for word in memory["said"].split()}
        lines = screen.lines(prompt, before, used, seen.activity, self._ground)
        prompt.refused = pasts.refused(before, prompt.mark)
        prompt.maybe = grounding.maybe(text, MAYBE)
        told = ["GOAL", *text.tokens, "PAST", *pasts.history(before, prompt.mark)]
        told += pasts.noted(prompt, before)
        told += ["APP", text.app(prompt.front) or screen.elsewhere(prompt.front)]
        prompt.ends = [len(told) + end for end in prompt.ends]
        told += [*lines, "WORDS", *text.choices(used), "ALSO" if text.names_apps else "MAYBE"]
        told += [
            token for n, package in enumerate(prompt.maybe) for token in (known_apps()[package], f"A{n}")
        ]
        told.append("DO")
        prompt.texts = [n for n, token in enumerate(told) if token[:1] in "SnvA" and TEXT.fullmatch(token)]
        prompt.text = " ".join(told)
        return prompt

    # -- answering
    def write(self, action: Action, prompt: CompactPrompt, thought: str = "") -> str:
        name = action.name
        if name in ("click", "long_press", "double_click"):
            verb = next(v for v, kind in POINTING.items() if kind.name == name)
            n = touches.under(prompt, *action.points[0])
            one = prompt.elements[n]
            if one.role == "seek" and verb == "tap":
                left, _, right, _ = one.box
                share = round(10 * (action.points[0][0] - left) / max(1, right - left))
                return f"slide e{n} : {max(0, min(10, share))}"
            return f"{verb} e{n}"
        if name in ("scroll", "drag"):
            return touches.scrolled(action, prompt)
        if name == "type":
            return f"type {texts.refer(action.text, prompt)}"
        if name == "open_app":
            named = prompt.goal.naming(action.package)
            maybe = f"A{prompt.maybe.index(action.package)}" if action.package in prompt.maybe else ""
            if not (said := f"S{named}" if named >= 0 else maybe or known_apps().get(action.package)):
                raise CannotSay("an app that is neither known nor named")
            return f"open {said}"
        if name == "output":
            return f"say {texts.refer(action.text, prompt, says=True)}"
        if name == "finish":
            return "ask" if texts.refuses(action.text) else "done"
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
            return (POINTING[verb]((prompt.element(rest[0]).point,)),)
        if verb in ("fill", "edit") and rest[1:2] == [":"]:
            before = (touches.at_end if verb == "fill" else touches.all_chosen)(
                prompt.element(rest[0]), prompt
            )
            return *before, actions.Type(texts.read(rest[2:], prompt))
        if verb == "type" and rest:
            return (actions.Type(texts.read(rest, prompt)),)
        if verb == "keys" and rest:
            return touches.keys(texts.read(rest, prompt), prompt)
        if verb == "say" and rest:
            return (actions.Output(texts.read(rest, prompt, says=True)),)
        if verb == "open" and len(rest) == 1:
            return (actions.OpenApp(texts.package(rest[0], prompt)),)
        if verb == "slide" and rest[1:2] == [":"] and len(rest) == 3 and rest[2] in TENTHS:
            left, top, right, bottom = prompt.element(rest[0]).box
            x = left + (right - left) * int(rest[2]) // 10
            return (actions.Click(((min(max(x, left + 1), right - 2), (top + bottom) // 2),)),)
        if verb in ("down", "up") and not rest:
            return (touches.scroll(verb, prompt),)
        if verb in ("left", "right") and len(rest) < 2:
            return (touches.sideways(verb, rest, prompt),)
        if verb == "shade" and not rest:
            x = prompt.screen.width // 2
            return (actions.Scroll(((x, 5), (x, prompt.screen.height // 2)), 300),)
        raise ActionError(f"{answer!r} is no answer of the compact form")

    def remember(self, answer: str, prompt: CompactPrompt) -> str:
        return pasts.remember(answer, prompt)

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
            one = prompt.elements[touches.under(prompt, *action.points[0])]
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
                    text = texts.refer(steps[n + at].action.text, prompt)
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
            key, here = touches.at(there, *point), touches.at(prompt.elements, *point)
            if key is None or here is None or len(there[key].label) != 1:
                break
            typed, k = typed + there[key].label, k + 1
        for size in range(len(typed), 1, -1):
            try:
                return f"keys {texts.refer(typed[:size], prompt, exact=True)}", size
            except CannotSay:
                continue
        return None

    @staticmethod
    def choices(prompt: CompactPrompt, answer: str) -> list[tuple[list[int], int]]:
        """What an answer chooses among: the lines' ends, and what stands for a text. Of each the tokens of
        the prompt (their numbers), and the one that was chosen or -1."""
        told = prompt.text.split()
        found = []
        able = [
            end
            for end, one in zip(prompt.ends, prompt.elements, strict=True)
            if one.role not in screen.SILENT
        ]
        for kind, tokens in zip(CHOICES, (able, prompt.texts), strict=True):
            wanted = next((word for word in answer.split() if kind.fullmatch(word)), "")
            found.append((tokens, next((n for n in tokens if told[n] == wanted), -1)))
        return found
