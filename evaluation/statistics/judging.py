"""How good is a judge, and what are its verdicts worth?"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from evaluation.statistics.agreement import ac1
from evaluation.statistics.rates import Interval


class Confusion(NamedTuple):
    """A judge's verdicts beside the truth; precision and recall are None where nothing could be counted."""

    true_positive: int
    false_positive: int
    false_negative: int
    true_negative: int

    @property
    def n(self) -> int:
        return sum(self)

    @property
    def precision(self) -> float | None:
        said = self.true_positive + self.false_positive
        return self.true_positive / said if said else None

    @property
    def recall(self) -> float | None:
        there = self.true_positive + self.false_negative
        return self.true_positive / there if there else None

    @property
    def accuracy(self) -> float | None:
        return (self.true_positive + self.true_negative) / self.n if self.n else None

    @property
    def ac1(self) -> float | None:
        pairs = [(1, 1), (1, 0), (0, 1), (0, 0)]
        return ac1([pair for pair, count in zip(pairs, self, strict=True) for _ in range(count)])


def confusion(verdicts: Sequence[bool], truths: Sequence[bool]) -> Confusion:
    """Count verdicts against truths, pair by pair. ValueError if they differ in number."""
    pairs = [(bool(v), bool(t)) for v, t in zip(verdicts, truths, strict=True)]
    return Confusion(
        *(pairs.count(kind) for kind in ((True, True), (True, False), (False, True), (False, False)))
    )


class Estimate(NamedTuple):
    """A rate, its interval, and how much the judge was trusted (`weight`, 0 to 1)."""

    rate: float
    interval: Interval
    weight: float


def judged_rate(
    graded: Sequence[bool], judged: Sequence[bool], judged_only: Sequence[bool], confidence: float = 0.95
) -> Estimate:
    """The success rate from many verdicts of a judge, corrected by a few grades of people.

    `graded` and `judged` are people's and the judge's answers on the same *randomly* chosen runs,
    `judged_only` the judge's on the others. Prediction-powered inference with its power tuning (PPI++, arXiv
    2311.01453): unbiased however wrong the judge is, and no wider than the people's answers alone. ValueError
    with fewer than two graded runs.
    """
    from scipy.stats import norm

    truth, seen, rest = (np.asarray(v, float) for v in (graded, judged, judged_only))
    if len(truth) < 2 or len(truth) != len(seen):
        raise ValueError("two or more runs with both a grade and a verdict are needed")
    n, many, weight = len(truth), len(rest), 0.0
    spread = np.concatenate([seen, rest]).var(ddof=1)
    if many and spread > 0:
        together = np.cov(truth, seen, ddof=1)[0, 1]
        weight = float(np.clip(together / ((1 + n / many) * spread), 0, 1))
    rate, variance = truth.mean(), (truth - weight * seen).var(ddof=1) / n
    if weight:
        rate += weight * (rest.mean() - seen.mean())
        variance += weight**2 * (rest.var(ddof=1) if many > 1 else spread) / many
    reach = norm.ppf((1 + confidence) / 2) * variance**0.5
    return Estimate(float(rate), Interval(max(0.0, rate - reach), min(1.0, rate + reach)), weight)
