"""How likely each line is the one that a goal is about, without knowing a single word: by what the goal says
and the line has or leads to (the atlas), how it looks, where it stands, what was done before.

A network of one hidden layer, a few thousand weights (``grounding.npz``), learnt from demonstrations of
training templates (``training.trainers.grounding``). What it has never seen a word of it judges as well as
what it has: on templates it was not taught it finds two thirds of the lines that oracles touch
(docs/recipe.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from training.forms.atlas import atlas, stem, stems
from training.forms.compact.prompt import CompactPrompt
from training.forms.elements import Element
from training.forms.goals import GoalText
from training.forms.words import words

FILE = Path(__file__).parent / "grounding.npz"
USED, SHOWN = 0.3, 0.3  # what is left of a word's weight once it was used; of what lies behind, once it shows
ROLES = ("button", "row", "field", "check", "seek")
KINDS = tuple(
    """
    row tab action chip cover button day card search icon_button switch product tile fab quick_action
    like capsule segment step pin seat clear target key title fact bubble image composer header_action
    note add name body amount attach text month_step item send notes clip slider field_action hour_later
    hour_earlier minute_later minute_earlier label email star hero words number to subject price phone
    """.split()  # noqa: SIM905
)
_KIND = {kind: n for n, kind in enumerate(KINDS)}
_STATES = ("checked", "selected", "focused", "enabled")
COMPARED = 8  # the first numbers of a line that are also told beside the best on the screen
LIKELY, LEAST, MOST = 0.65, 0.05, 3  # a sure first; what is not worth telling; how many are told
LEADS, FAR, FEW = (
    2,
    0.2,
    3,
)  # words told of what lies behind a line: how many, from how near, of how few lines
SAYING = 1.2  # the weight of a word that is worth telling


@dataclass(slots=True)
class Context:
    """What is known beside the prompt. ``did``: names of what was touched; ``used``: what was referred to in
    answers; ``last``: what the last one said; ``steps``: how many there were; by line: how much of it
    the goal says, and whether it stands at the height of one that the goal says whole."""

    activity: str
    did: set[str]
    used: set[str]
    last: str
    steps: int
    matches: Sequence[str]
    beside: Sequence[bool]


@dataclass(slots=True)
class Grounded:
    """By the line's number: ``rank`` 0 for a sure first, 1 for one that is less sure, then 2 and 3;
    ``leads``: words of the goal that lie behind it and hardly any other line."""

    rank: dict[int, int]
    leads: dict[int, list[str]]


@lru_cache(4096)
def _asked(goal: GoalText) -> tuple[dict[str, str], dict[str, str]]:
    """Stems of the goal's own words -> what they are told as; of those in quotations and names -> their
    span."""
    own, quoted = {}, {}
    for word in words(goal.text):
        if not word.counts:
            continue
        span = next((n for n, s in enumerate(goal.spans) if s.start <= word.start < s.end), None)
        if span is None:
            if word.kind == "word":
                own[stem(word.said)] = word.shown
        elif not goal.spans[span].package:
            quoted[stem(word.said)] = f"s{span}"
    return own, quoted


@lru_cache(4096)
def maybe(goal: GoalText, most: int) -> tuple[str, ...]:
    """Packages of apps that the goal does not name and may be about."""
    own, quoted = _asked(goal)
    named = {span.package for span in goal.spans if span.package}
    letters = frozenset(w for w in quoted if w.isalpha())
    return tuple(p for p in atlas().likely(frozenset(own), letters, most + len(named)) if p not in named)[
        :most
    ]


def ground(prompt: CompactPrompt, context: Context) -> Grounded:
    """What is told of a screen's lines."""
    table, places, behind, said = features(prompt, context)
    if not places:
        return Grounded({}, {})
    chances = _network()(table)
    order = sorted(range(len(places)), key=lambda n: -chances[n])[:MOST]
    rank = {
        places[n]: (0 if chances[n] >= LIKELY else 1) if k == 0 else k + 1
        for k, n in enumerate(order)
        if chances[n] >= LEAST
    }
    return Grounded(rank, _leads(prompt.goal, places, behind, said))


def _leads(goal, places, behind, said) -> dict[int, list[str]]:
    weights = atlas().weight
    found: dict[int, list[tuple[float, str]]] = {}
    for word, shown in _asked(goal)[0].items():
        weight = weights.get(word, 0.0)
        if weight < SAYING:
            continue
        near = [lies.get(word, 0.0) for lies in behind]
        best = max(near, default=0.0)
        if best < FAR:
            continue
        there = [n for n, value in enumerate(near) if value == best and word not in said[n]]
        if len(there) <= FEW:
            for n in there:
                found.setdefault(places[n], []).append((weight * best, shown))
    return {
        place: [shown for _, shown in sorted(told, reverse=True)[:LEADS]] for place, told in found.items()
    }


def features(prompt: CompactPrompt, context: Context):
    """``(numbers of each line that can be touched, the lines' numbers, what lies behind them, what they
    say)``."""
    known, (own, quoted) = atlas(), _asked(prompt.goal)
    weight, most = known.weight, known.most
    asked = {word: USED if shown in context.used else 1.0 for word, shown in own.items()}
    named = {word: USED if span in context.used else 1.0 for word, span in quoted.items()}
    says = [_said(one) for one in prompt.elements]
    shown = set().union(*says) if says else set()
    behind_worth = {
        w: u * weight[w] * (SHOWN if w in shown else 1.0) for w, u in asked.items() if w in weight
    }
    own_worth = {w: u * weight.get(w, most) for w, u in asked.items()}
    named_worth = {w: u * weight.get(w, most) for w, u in named.items()}
    wide, high, count = prompt.screen.width, prompt.screen.height, len(prompt.elements)
    table, places, behind, said = [], [], [], []
    for n, one in enumerate(prompt.elements):
        if not one.touch:
            continue
        lies, exact = known.behind(prompt.front, context.activity, one)
        words_of, name = says[n], " ".join(prompt.names[n])
        leads = sorted((worth * lies[w] for w, worth in behind_worth.items() if w in lies), reverse=True)
        has = sum(worth for w, worth in own_worth.items() if w in words_of)
        holds = sum(worth for w, worth in named_worth.items() if w in words_of)
        size = 1 + len(words_of)
        left, top, right, _ = one.box
        row = [
            sum(leads), leads[0] if leads else 0.0, leads[1] if len(leads) > 1 else 0.0,
            0.3 * sum(weight.get(w, most) * lies[w] for w in named if w in lies),
            has, holds, has / size, holds / size,
            *(context.matches[n] == mark for mark in "=~-"), context.beside[n],
            name in context.did, name == context.last, exact, bool(lies),
            *(state in one.flags for state in _STATES),
            count / 50, n / count, top / high, left / wide, (right - left) / wide,
            len(one.texts) / 4, bool(one.texts), len(words_of) / 5, one.role == "field" and bool(one.texts),
            context.steps / 10, bool(named), len(named) / 5,
            *(one.role == role for role in ROLES),
        ]  # fmt: skip
        hot = [0.0] * len(KINDS)
        if (kind := _KIND.get(one.id)) is not None:
            hot[kind] = 1.0
        table.append(row + hot)
        places.append(n)
        behind.append(lies)
        said.append(words_of)
    return np.asarray(table, np.float32), places, behind, said


def whole(table: np.ndarray) -> np.ndarray:
    """Lines × features: each line's numbers, beside the best of the screen, and the screen's mean."""
    first = table[:, :COMPARED]
    best = first.max(0)
    return np.concatenate([table, first - best, (first == best) & (first > 0)], 1, dtype=np.float32)


class Network:
    """``scale``: mean and deviation of the features; ``layers``: weights and biases."""

    def __init__(self, scale, layers):
        self.scale, self.layers = scale, layers

    def __call__(self, table: np.ndarray) -> np.ndarray:
        """Of lines' features (as ``features`` gives them) the chance of each to be the one."""
        mean, deviation = self.scale
        x = (whole(table) - mean) / deviation
        (w1, b1), *rest = self.layers
        half = x.shape[1]
        x = x @ w1[:half] + (x.mean(0) @ w1[half:] + b1)
        for w, b in rest:
            x = np.maximum(x, 0.0) @ w + b
        x = x[:, 0] - x.max()
        chances = np.exp(x)
        return chances / chances.sum()


@lru_cache(1)
def _network() -> Network:
    with np.load(FILE) as held:
        parts = [held[name].astype(np.float32) for name in sorted(held.files)]
    return Network(parts[:2], list(zip(parts[2::2], parts[3::2], strict=True)))


@lru_cache(1 << 14)
def _said_of(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*map(stems, texts))


def _said(one: Element) -> frozenset[str]:
    return _said_of((*one.texts, one.hint) if one.hint else tuple(one.texts))
