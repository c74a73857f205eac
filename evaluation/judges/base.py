"""What a judge is shown, and what it says."""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

YES, NO, UNSURE = "y", "n", "u"


@dataclass(frozen=True)
class Frame:
    """The screen before a step and what was done on it. ``picture`` is a JPEG or PNG; ``nodes`` the UI tree
    (see ``evaluation.trees``), empty where there was none."""

    index: int
    action: dict
    package: str = ""
    nodes: tuple[dict, ...] = ()
    picture: bytes | None = None


@dataclass(frozen=True)
class Criterion:
    id: str
    text: str
    must: bool = False
    negative: bool = False


@dataclass(frozen=True)
class Case:
    """A run to judge. ``apps``: label -> package of the apps that the phone has, where known."""

    goal: str
    criteria: tuple[Criterion, ...]
    frames: tuple[Frame, ...]
    answer: str = ""
    ending: str = ""
    apps: dict[str, str] = field(default_factory=dict)

    def key(self, *more: str) -> str:
        """Hash of all that a judge is shown (and of `more`, what it is): the same is not asked twice."""
        frames = [
            [f.index, f.action, f.package, f.nodes, hashlib.sha256(f.picture or b"").hexdigest()]
            for f in self.frames
        ]
        parts = [
            self.goal,
            [asdict(c) for c in self.criteria],
            frames,
            self.answer,
            self.ending,
            self.apps,
            more,
        ]
        return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


@dataclass(frozen=True)
class Verdict:
    """On one criterion: ``answer`` y, n or u ("can't tell"), the step that shows it, and why."""

    answer: str
    step: int | None = None
    why: str = ""


@dataclass(frozen=True)
class Judged:
    """``verdicts`` by criterion id, for every criterion. ``samples``: a model's raw answers."""

    verdicts: dict[str, Verdict]
    samples: list[str] = field(default_factory=list)
    details: dict = field(default_factory=dict)


class JudgeDown(Exception):
    """Nobody answers: no verdict at all, rather than a guess."""


def vote(answers: Sequence[Verdict]) -> Verdict:
    """The answer that more than half gave, with the first reason for it; else can't tell."""
    best, count = Counter(v.answer for v in answers).most_common(1)[0]
    if 2 * count <= len(answers):
        return Verdict(UNSURE, None, "The samples differ.")
    return next(v for v in answers if v.answer == best)
