"""A judge without a model: it decides criteria whose words say what to look for, of all others "can't tell".

| words of the criterion | decided by |
|---|---|
| The answer is/says/names "…" | the answer that was given |
| The app … is opened / was reached | the packages in front, step by step |
| The app … is in front at the end | the package in front on the last screen |
| The last screen shows "…", "…" is shown at the end | the words of the last screen |
| The last screen does not show "…" | the same |
| … is on / off (a switch by its words) | the state of that switch on the last screen |

Quotes may be "…", “…” or 「…」. What is *not* on the last screen may still be true elsewhere: there the
answer is yes or "can't tell", and no only where the words say "the last screen".
"""

import re

from devices.phoneworld.verify import normal
from evaluation.judges.base import NO, UNSURE, YES, Case, Criterion, Frame, Judged, Verdict

NAME, VERSION = "text", "2"
AT_THE_END = re.compile(r"\b(?:last|final) screen\b|\bat the end\b", re.I)
QUOTED = re.compile(r'"([^"]+)"|“([^”]+)”|「([^」]+)」')


def judge(case: Case) -> Judged:
    """A verdict on every criterion."""
    return Judged({c.id: _verdict(c, case) for c in case.criteria}, details={"frames": len(case.frames)})


def _verdict(criterion: Criterion, case: Case) -> Verdict:
    for rule in (_answer, _app, _shown, _switch):
        found = rule(criterion.text, case)
        if found:
            return found
    return Verdict(UNSURE, None, "These words name nothing that can be read off the screens.")


def quoted(text: str) -> list[str]:
    return [next(part for part in match if part) for match in QUOTED.findall(text)]


def _answer(text: str, case: Case) -> Verdict | None:
    wanted = quoted(text)
    if not re.match(
        r"(the |its )?(final )?(answer|reply)\b.*\b(is|says|names|gives|contains|states)\b", text, re.I
    ):
        return None
    if not wanted or re.search(r"\b(not|no|neither|nor)\b", QUOTED.sub("", text), re.I):
        return None
    if not case.answer.strip():
        return Verdict(NO, None, "No answer was given.")
    given = normal(case.answer)
    missing = [words for words in wanted if not _within(normal(words), given)]
    why = f"The answer was “{case.answer[:200]}”."
    return Verdict(NO if missing else YES, None, why)


def _within(words: str, text: str) -> bool:
    """As a word of its own: 5 is not in 15."""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def _app(text: str, case: Case) -> Verdict | None:
    match = re.match(
        r"(the )?(app )?(?P<name>.+?)( app)? (is|was|has been) (opened|reached|in front)\b", text, re.I
    )
    if not match:
        return None
    name = match["name"].strip(" \"“”'")
    package = {normal(label): package for label, package in case.apps.items()}.get(normal(name))
    if package is None:
        return Verdict(UNSURE, None, f"No app called {name} is known.")
    if AT_THE_END.search(text[match.end() :]):
        last = case.frames[-1] if case.frames else None
        if last is None or not last.package:
            return Verdict(UNSURE, None, "It is not known what was in front at the end.")
        return Verdict(YES if last.package == package else NO, last.index, f"{last.package} is in front.")
    for frame in case.frames:
        if frame.package == package:
            return Verdict(YES, frame.index, f"{name} is in front.")
    known = case.frames and all(frame.package for frame in case.frames)
    return Verdict(NO if known else UNSURE, None, f"{name} is never in front.")


def _shown(text: str, case: Case) -> Verdict | None:
    bare = QUOTED.sub("", text)
    wanted, hidden = quoted(text), re.search(r"\b(last|final) screen does not show\b", bare, re.I)
    shows = re.search(r"\bshow(s|n)?\b|\bis visible\b|\bappears\b", bare, re.I)
    if not wanted or not AT_THE_END.search(bare) or not shows:
        return None
    if re.search(r"\b(not|no|never|without)\b", bare, re.I) and not hidden:
        return None
    frame = _last(case)
    if frame is None:
        return Verdict(UNSURE, None, "The last screen has no UI tree.")
    here = [normal(words) for words in _words(frame)]
    missing = [words for words in wanted if not any(_within(normal(words), shown) for shown in here)]
    if hidden:
        there = [words for words in wanted if words not in missing]
        why = f"The last screen shows “{there[0]}”." if there else "The last screen does not show it."
        return Verdict(NO if there else YES, frame.index, why)
    if not missing:
        return Verdict(YES, frame.index, "The last screen shows it.")
    certain = re.search(r"\b(last|final) screen\b", bare, re.I)
    return Verdict(NO if certain else UNSURE, frame.index, f"The last screen does not show “{missing[0]}”.")


def _switch(text: str, case: Case) -> Verdict | None:
    match = re.match(r"(the )?(switch )?(?P<name>.+?) is (switched |turned )?(?P<state>on|off)\b", text, re.I)
    frame = _last(case)
    if not match or frame is None:
        return None
    name = normal(match["name"])
    for node in frame.nodes:
        words = normal(node.get("text") or node.get("desc") or "")
        if words == name and node.get("checkable"):
            on = bool(node.get("checked"))
            right = on == (match["state"].lower() == "on")
            return Verdict(YES if right else NO, frame.index, f"The switch is {'on' if on else 'off'}.")
    return Verdict(UNSURE, frame.index, "The last screen has no such switch.")


def _last(case: Case) -> Frame | None:
    return case.frames[-1] if case.frames and case.frames[-1].nodes else None


def _words(frame: Frame) -> list[str]:
    return [words for node in frame.nodes for words in (node.get("text"), node.get("desc")) if words]
