"""How often something succeeds, with an interval."""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np

RESAMPLES = 10_000


class Interval(NamedTuple):
    """Both ends, as shares (0 to 1) unless said otherwise."""

    low: float
    high: float

    def __contains__(self, value) -> bool:
        return self.low <= value <= self.high


def wilson(successes: int, n: int, confidence: float = 0.95) -> Interval:
    """Wilson's interval of a success rate. Without a trial nothing is known: 0 to 1.

    Not the textbook normal interval, which is wrong for small n and rates near 0 or 1 (arXiv 2503.01747).
    """
    from scipy.stats import binomtest

    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n}")
    if n == 0:
        return Interval(0.0, 1.0)
    interval = binomtest(successes, n).proportion_ci(confidence, method="wilson")
    return Interval(float(interval.low), float(interval.high))


def bootstrap(values: Sequence[float], confidence: float = 0.95, seed: int = 0) -> Interval:
    """Percentile bootstrap of a mean. `values` holds one number a task: resampling whole tasks keeps the
    attempts at one task together, as they are not independent (arXiv 2411.00640)."""
    values = np.asarray(values, float)
    if values.size == 0:
        raise ValueError("no values")
    picks = np.random.default_rng(seed).integers(values.size, size=(RESAMPLES, values.size))
    low, high = np.quantile(values[picks].mean(axis=1), [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(float(low), float(high))


def task_means(attempts: Sequence[Sequence[bool]]) -> list[float]:
    """Each task's share of successful attempts; tasks without a valid attempt are left out."""
    return [sum(map(bool, tries)) / len(tries) for tries in attempts if len(tries)]


def success_rate(attempts: Sequence[Sequence[bool]], confidence: float = 0.95) -> tuple[float, Interval]:
    """`(rate, interval)` over tasks, each a sequence of outcomes, one an attempt.

    With one attempt a task the interval is Wilson's; with more it is a bootstrap over tasks.
    ValueError if no task has an attempt.
    """
    means = task_means(attempts)
    if not means:
        raise ValueError("no attempts")
    if max(len(tries) for tries in attempts) == 1:
        return sum(means) / len(means), wilson(int(sum(means)), len(means), confidence)
    return sum(means) / len(means), bootstrap(means, confidence)


def pass_at(k: int, attempts: Sequence[Sequence[bool]]) -> float | None:
    """pass@k: the chance that at least one of k attempts succeeds, averaged over the tasks with k or more
    attempts (unbiased estimator of arXiv 2107.03374). None if no task has as many."""
    return _over_tasks(k, attempts, lambda n, c: 1 - comb(n - c, k) / comb(n, k))


def pass_all(k: int, attempts: Sequence[Sequence[bool]]) -> float | None:
    """pass^k: the chance that all of k attempts succeed (arXiv 2406.12045), averaged likewise."""
    return _over_tasks(k, attempts, lambda n, c: comb(c, k) / comb(n, k))


def _over_tasks(k, attempts, chance):
    if k < 1:
        raise ValueError("k counts from 1")
    found = [chance(len(tries), sum(map(bool, tries))) for tries in attempts if len(tries) >= k]
    return sum(found) / len(found) if found else None
