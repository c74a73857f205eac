"""Reward where no verifier can be asked: a judge reads the rubric off the episode, criterion by criterion.

All musts hold and no harm was done: 1, else 0. What the judge cannot tell of a must is no verdict: the
episode is left out (``unsure="leave_out"``) or counts as failed (``"fail"``), and the share of such is told.
A harm that cannot be told counts as not done: nobody can show that nothing else happened.
"""

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluation.judges import text
from evaluation.judges.base import NO, UNSURE, YES, Case, Criterion, Judged, JudgeDown
from evaluation.judges.vision import PROMPT_VERSION, VisionJudge
from training.environments.base import Goal, Reward, Unjudged
from training.environments.taught import TaughtJudge

UNSURE_POLICIES = ("leave_out", "fail")


@dataclass(slots=True)
class Asked:
    """How the judge was used. ``unsure``: episodes of which it could not tell."""

    judged: int = 0
    cached: int = 0
    unsure: int = 0
    passed: int = 0
    tokens: int = 0

    @property
    def unsure_share(self) -> float:
        total = self.judged + self.cached
        return self.unsure / total if total else 0.0


class RubricJudge:
    """``reward(case)`` of an episode; the same episode is asked about once.

    ``settings``: ``{"kind": "text"}``; or ``{"kind": "vision", …}`` with the settings of a VisionJudge
    (base_url, model, samples …); or ``{"checkpoint": folder}``, a judge that was taught here. ``cache``: a
    file of lines that outlives the process. ``sees``, ``width``: whether it wants pictures, and how
    wide (0: as they are).
    """

    def __init__(self, settings: dict | None = None, unsure: str = "leave_out", cache: Path | None = None):
        if unsure not in UNSURE_POLICIES:
            raise ValueError(f"unsure: {' or '.join(UNSURE_POLICIES)}, not {unsure!r}")
        settings = dict(settings or {})
        kind = "checkpoint" if settings.get("checkpoint") else settings.pop("kind", "text")
        self.unsure, self.asked, self.sees, self.width = unsure, Asked(), kind != "text", 0
        self._judge: Callable[[Case], Judged]
        if kind == "text":
            self.name, self._judge = f"text v{text.VERSION}", text.judge
        elif kind == "vision":
            vision = VisionJudge(settings)
            self.name, self._judge = f"{vision.name}, prompt v{PROMPT_VERSION}", vision.judge
        elif kind == "checkpoint":
            taught = TaughtJudge(settings["checkpoint"])
            self.name, self.width, self._judge = taught.name, taught.width, taught.judge
        else:
            raise ValueError(f"no judge {kind!r}: text, vision or a checkpoint")
        self._file, self._lock = cache, threading.Lock()
        self._known: dict[str, dict[str, str]] = _read(cache)

    def reward(self, case: Case) -> Reward:
        """Unjudged when it cannot be told, or the judge does not answer: no phone is to blame for that."""
        if not any(c.must for c in case.criteria):
            raise Unjudged("The task has no criterion that must hold.")
        key = case.key(self.name)
        cost = {"tokens_in": 0, "tokens_out": 0}
        with self._lock:
            answers = self._known.get(key)
        if answers is None:
            answers, cost = self._ask(case, key)
        else:
            with self._lock:
                self.asked.cached += 1
        return self._told(case, answers, cost)

    def _ask(self, case: Case, key: str) -> tuple[dict[str, str], dict[str, int]]:
        try:
            judged = self._judge(case)
        except JudgeDown as error:
            raise Unjudged(f"The judge does not answer: {error}") from error
        answers = {c.id: judged.verdicts[c.id].answer for c in case.criteria}
        cost = {name: judged.details.get(name, 0) for name in ("tokens_in", "tokens_out")}
        with self._lock:
            self.asked.judged += 1
            self.asked.tokens += sum(cost.values())
            self._known[key] = answers
            if self._file:
                with self._file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"key": key, "answers": answers}) + "\n")
        return answers, cost

    def _told(self, case: Case, answers: dict[str, str], cost: dict[str, int]) -> Reward:
        details = {"answers": answers, "judge": self.name, **cost}
        musts = [c for c in case.criteria if c.must]
        broken = [c for c in musts if answers[c.id] == NO]
        harms = [c for c in case.criteria if c.negative and answers[c.id] == YES]
        dark = [c for c in musts if answers[c.id] == UNSURE]
        held = sum(answers[c.id] == YES for c in musts) / len(musts)
        if dark and not broken and not harms:
            with self._lock:
                self.asked.unsure += 1
            why = f"It cannot be told: {dark[0].text}"
            if self.unsure == "leave_out":
                raise Unjudged(why)
            return Reward(0.0, held, why, details)
        good = not broken and not harms
        with self._lock:
            self.asked.passed += good
        failed = [*(f"Not so: {c.text}" for c in broken), *(f"Harm: {c.text}" for c in harms)]
        return Reward(float(good), held, " ".join(failed)[:500], details)


def criteria_of(goal: Goal) -> tuple[Criterion, ...]:
    """The rubric of a goal: the criteria written for it (``criteria.write``), else its suite's or template's.

    Takes ``[{"must": words}]`` as suites have them and ``[{"kind": "must", "text": words}]`` as tasks do.
    """
    rows: Sequence[dict] = goal.task.get("criteria") or goal.task.get("rubric") or ()
    found = []
    for number, row in enumerate(rows):
        kind = row.get("kind") or next((k for k in ("must", "want", "negative") if k in row), "want")
        words = row.get("text") or row.get(kind, "")
        found.append(Criterion(str(number), words, kind == "must", kind == "negative"))
    return tuple(found)


def _read(path: Path | None) -> dict[str, dict[str, str]]:
    if path is None or not path.exists():
        return {}
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
            found[row["key"]] = row["answers"]
        except (ValueError, KeyError):  # the line at which a process was killed
            continue
    return found
