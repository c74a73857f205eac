"""Do people judge alike?

Ratings come as one sequence of labels a unit (a run, a criterion of a run), in any order of the raters: who
rated may differ from unit to unit, and None is no rating. Units with fewer than two ratings tell nothing
about agreement.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

import numpy as np

from evaluation.statistics.rates import Interval

Units = Sequence[Sequence[Hashable | None]]
RESAMPLES = 2_000


class Agreement(NamedTuple):
    """A coefficient with its interval (a bootstrap over units); None where it is not defined."""

    value: float | None
    interval: Interval | None


def raw(units: Units) -> float | None:
    """The share of pairs of ratings of one unit that are equal, averaged over units."""
    return _raw(_counts(units))


def alpha(units: Units) -> float | None:
    """Krippendorff's alpha for labels without an order. None if all ratings are one label: then chance alone
    would agree as well, and alpha says nothing."""
    return _alpha(_counts(units))


def ac1(units: Units) -> float | None:
    """Gwet's AC1 (Gwet 2008), for two or more raters and missing ratings. Unlike kappa it does not fall when
    nearly all labels are the same although people agree. Chance agreement counts every rated unit."""
    return _ac1(_counts(units))


def kappa(pairs: Units) -> float | None:
    """Cohen's kappa of two raters: each unit is `(first's label, second's label)`. None if it is undefined
    (both use one label only, or there is no unit that both rated)."""
    return _kappa(_coded(pairs))


def with_interval(measure: Callable[[Units], float | None], units: Units, seed: int = 0) -> Agreement:
    """Any of the above with a 95 % bootstrap interval over units."""
    prepare, of = MEASURES[measure]
    table = prepare(units)
    value = of(table)
    if value is None:
        return Agreement(None, None)
    picks = np.random.default_rng(seed).integers(len(table), size=(RESAMPLES, len(table)))
    found = [again for pick in picks if (again := of(table[pick])) is not None]
    low, high = np.quantile(found, [0.025, 0.975])
    return Agreement(value, Interval(float(low), float(high)))


def _counts(units):
    """Units × labels: how many gave that label."""
    tallies = [Counter(label for label in unit if label is not None) for unit in units]
    labels = sorted({label for tally in tallies for label in tally}, key=str)
    return np.array([[tally[label] for label in labels] for tally in tallies], int).reshape(
        len(units), len(labels)
    )


def _coded(pairs):
    """Units × 2: the labels as numbers, of the units that both rated."""
    both = [pair for pair in pairs if None not in pair]
    labels = sorted({label for pair in both for label in pair}, key=str)
    return np.array([[labels.index(label) for label in pair] for pair in both], int).reshape(-1, 2)


def _raw(counts):
    n = counts.sum(axis=1)
    counts, n = counts[n >= 2], n[n >= 2]
    return float(((counts * (counts - 1)).sum(axis=1) / (n * (n - 1))).mean()) if len(n) else None


def _alpha(counts):
    import krippendorff

    rated = counts[counts.sum(axis=1) >= 2]
    if (rated.sum(axis=0) > 0).sum() < 2:
        return None
    return float(krippendorff.alpha(value_counts=rated, level_of_measurement="nominal"))


def _ac1(counts):
    observed = _raw(counts)
    if observed is None:
        return None
    n = counts.sum(axis=1)
    shares = (counts[n > 0] / n[n > 0, None]).mean(axis=0)
    labels = max(2, int((shares > 0).sum()))
    chance = float((shares * (1 - shares)).sum()) / (labels - 1)
    return (observed - chance) / (1 - chance)


def _kappa(coded):
    from statsmodels.stats.inter_rater import cohens_kappa

    if len(set(coded.flat)) < 2:
        return None
    size = coded.max() + 1
    table = np.bincount(coded[:, 0] * size + coded[:, 1], minlength=size * size).reshape(size, size)
    return float(cohens_kappa(table, return_results=False))


# What a bootstrap resamples for each measure: the units, counted once.
MEASURES = {raw: (_counts, _raw), alpha: (_counts, _alpha), ac1: (_counts, _ac1), kappa: (_coded, _kappa)}
