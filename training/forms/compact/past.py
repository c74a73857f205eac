"""The own past as the compact form keeps and tells it, and what is carried from one app into the next."""

import json
import re
from collections import Counter
from functools import lru_cache

from training.forms.compact.prompt import NOTES, PLACE, TEXT, CompactPrompt
from training.forms.goals import known_apps
from training.forms.words import known, words

PAST = 14  # answers that are told
ENOUGH = 2  # times that the same is answered on the same screen


def remember(answer: str, prompt: CompactPrompt) -> str:
    """An answer, on which screen it was given and what was to be read there, as a line of JSON."""
    answer = answer.partition("\n")[0]  # what was wrong with one that could not be read stands below it
    verb, *rest = answer.split()[:4] or [""]
    notes = _readings(prompt, leaves=verb in ("open", "home", "recents"))
    said = [_called(word, prompt) for word in rest]
    told = {"verb": verb, "said": " ".join(said), "answer": answer, "mark": prompt.mark, "notes": notes}
    return json.dumps(told, ensure_ascii=False)


@lru_cache(1 << 14)
def remembered(line: str) -> dict:
    """What ``remember`` wrote; of a line that it did not write, nothing."""
    try:
        memory = json.loads(line)
        return {
            "verb": str(memory["verb"]),
            "said": str(memory["said"]),
            "answer": str(memory["answer"]),
            "mark": memory["mark"],
            "notes": memory["notes"],
        }
    except (ValueError, TypeError, KeyError):
        return {"verb": "other", "said": "", "answer": "", "mark": "", "notes": []}


def history(before: list[dict], mark: str) -> list[str]:
    """The latest last; the same again is counted. ``mark``: of the screen now."""
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


def refused(before: list[dict], mark: str) -> tuple[str, ...]:
    """What was answered on this very screen and changed nothing, or twice whatever it did: who comes back to
    where one was tries something else. Waiting may help the second time."""
    tried: Counter[str] = Counter()
    after = [*(memory["mark"] for memory in before[1:]), mark]
    for memory, then in zip(before, after, strict=False):
        if memory["mark"] == mark and memory["answer"]:
            tried[memory["answer"]] += ENOUGH if then == mark and memory["verb"] != "wait" else 1
    return tuple(answer for answer, times in tried.items() if times >= ENOUGH)


def noted(prompt: CompactPrompt, before: list[dict]) -> list[str]:
    """What was read in other apps, the latest first."""
    told: list[str] = []
    for memory in reversed(before):
        for text in memory["notes"]:
            if len(prompt.notes) < NOTES and text not in prompt.notes:
                told += [*prompt.goal.label(text).tokens[:3], f"n{len(prompt.notes)}"]
                prompt.notes.append(text)
    return ["NOTES", *told] if told else []


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


def _called(word: str, prompt: CompactPrompt) -> str:
    """What an answer points at in words, and what it says as the goal tells it; any other word as it is."""
    if word[0] == "A" and TEXT.fullmatch(word):
        return " ".join(known_apps()[package] for package in prompt.maybe[int(word[1:]) :][:1]) or word
    if TEXT.fullmatch(word):
        return word.lower() if word[0] == "S" else "TEXT"
    place = int(word[1:]) if PLACE.fullmatch(word) else len(prompt.names)
    return " ".join(prompt.names[place]) if place < len(prompt.names) else word
