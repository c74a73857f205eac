"""Which of two is better, on the same tasks."""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from evaluation.statistics.rates import Interval, bootstrap

FLIPS = 20_000


class Comparison(NamedTuple):
    """B against A. `difference` and `interval` are shares (B's rate minus A's); `only_a`, `only_b` count the
    tasks that just one of them does better; `p` is two-sided and not yet corrected for other comparisons."""

    n: int
    only_a: int
    only_b: int
    difference: float
    interval: Interval
    p: float


def compare(a: Mapping[Hashable, float], b: Mapping[Hashable, float], seed: int = 0) -> Comparison:
    """Compare two by their results per task (1 or 0, or the mean of several attempts).

    Only tasks that both have count. The interval is a bootstrap over tasks. With results of 1 or 0 the test
    is exact McNemar; else its sibling for means, which flips the sign of each task's difference at random.
    ValueError without a common task.
    """
    common = [task for task in a if task in b]
    if not common:
        raise ValueError("no task in common")
    gains = np.array([float(b[task]) - float(a[task]) for task in common])
    only_a, only_b = int((gains < 0).sum()), int((gains > 0).sum())
    if np.isin(gains, (-1, 0, 1)).all():
        p = mcnemar(only_a, only_b)
    else:
        p = _sign_flips(gains, seed)
    return Comparison(len(common), only_a, only_b, float(gains.mean()), bootstrap(gains, seed=seed), p)


def mcnemar(only_a: int, only_b: int) -> float:
    """Exact two-sided p of McNemar's test on the discordant pairs; 1 if there is none."""
    from scipy.stats import binomtest

    return float(binomtest(only_a, only_a + only_b, 0.5).pvalue) if only_a + only_b else 1.0


def _sign_flips(gains, seed):
    signs = np.random.default_rng(seed).choice((-1.0, 1.0), size=(FLIPS, gains.size))
    reached = np.abs(signs @ gains) >= abs(gains.sum()) - 1e-9
    return float((1 + reached.sum()) / (1 + FLIPS))


def holm(ps: Sequence[float]) -> list[float]:
    """P values corrected for having made them all (Holm's step-down, Scand. J. Statist. 6, 1979), in the
    order given. Not by statsmodels, which has all memory searched for garbage at every call: a third of a
    second in a server."""
    order = np.argsort(ps)
    stepped = np.asarray(ps, float)[order] * np.arange(len(ps), 0, -1)
    corrected = np.empty(len(ps))
    corrected[order] = np.minimum(np.maximum.accumulate(stepped), 1)
    return corrected.tolist()


def power(n: int, gain: float, discordant: float, alpha: float = 0.05) -> float:
    """The chance that exact McNemar on n tasks sees a true difference `gain` when the share `discordant` of
    the tasks comes out differently (at least `gain`)."""
    from scipy.stats import binom

    if not 0 <= gain <= discordant <= 1:
        raise ValueError("0 ≤ gain ≤ discordant ≤ 1")
    if discordant == 0:
        return 0.0
    counts = np.arange(1, n + 1)
    # The most wins of the worse one that are still seen: twice the lower tail stays under alpha.
    most = binom.ppf(alpha / 2, counts, 0.5)
    most -= 2 * binom.cdf(most, counts, 0.5) >= alpha
    share = (discordant + gain) / (2 * discordant)
    seen = binom.cdf(most, counts, share) + binom.sf(counts - most - 1, counts, share)
    return float((binom.pmf(counts, n, discordant) * np.where(most < 0, 0, seen)).sum())


def smallest_visible(n: int, discordant: float, wanted: float = 0.8, alpha: float = 0.05) -> float | None:
    """The smallest true difference that n tasks see with the power `wanted`, to a tenth of a point.

    None if even the largest possible one (all discordant tasks one way) stays unseen.
    """
    steps = np.arange(0, discordant + 1e-9, 0.001)
    if not len(steps) or power(n, float(steps[-1]), discordant, alpha) < wanted:
        return None
    low, high = 0, len(steps) - 1
    while low < high:  # power grows with the gain
        middle = (low + high) // 2
        if power(n, float(steps[middle]), discordant, alpha) >= wanted:
            high = middle
        else:
            low = middle + 1
    return float(steps[low])
