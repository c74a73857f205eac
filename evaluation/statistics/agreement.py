"""Do people judge alike?

Ratings come as one sequence of labels a unit (a run, a criterion of a run), in any order of the raters: who
rated may differ from unit to unit, and None is no rating. Units with fewer than two ratings tell nothing
about agreement.

Every coefficient here depends on the units only through sums over them. So a unit becomes a row of numbers,
and a bootstrap of thousands of resamples is one matrix product.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

import numpy as np

from evaluation.statistics.rates import Interval

Units = Sequence[Sequence[Hashable | None]]
RESAMPLES = 4_000


class Agreement(NamedTuple):
    """A coefficient with its interval (a bootstrap over units); None where it is not defined."""

    value: float | None
    interval: Interval | None


def raw(units: Units) -> float | None:
    """The share of pairs of ratings of one unit that are equal, averaged over units."""
    return with_value(raw, units)


def alpha(units: Units) -> float | None:
    """Krippendorff's alpha for labels without an order (Krippendorff 2011). None if all ratings are one
    label: then chance alone would agree as well, and alpha says nothing."""
    return with_value(alpha, units)


def ac1(units: Units) -> float | None:
    """Gwet's AC1 (Gwet 2008), for two or more raters and missing ratings. Unlike kappa it does not fall when
    nearly all labels are the same although people agree. Chance agreement counts every rated unit."""
    return with_value(ac1, units)


def kappa(pairs: Units) -> float | None:
    """Cohen's kappa of two raters: each unit is `(first's label, second's label)`. None if it is undefined
    (both use one label only, or there is no unit that both rated)."""
    return with_value(kappa, pairs)


def with_value(measure: Callable[[Units], float | None], units: Units) -> float | None:
    """One of the measures above, without an interval."""
    rows, of = MEASURES[measure]
    return _defined(of(rows(units).sum(axis=0, keepdims=True)))


def with_interval(measure: Callable[[Units], float | None], units: Units, seed: int = 0) -> Agreement:
    """One of the measures above with a 95 % bootstrap interval over units."""
    prepare, of = MEASURES[measure]
    rows = prepare(units)
    value = _defined(of(rows.sum(axis=0, keepdims=True)))
    if value is None:
        return Agreement(None, None)
    often = np.random.default_rng(seed).multinomial(len(rows), [1 / len(rows)] * len(rows), RESAMPLES)
    found = of(often @ rows)
    low, high = np.nanquantile(found, [0.025, 0.975])
    return Agreement(value, Interval(float(low), float(high)))


def _defined(values) -> float | None:
    return None if np.isnan(values[0]) else float(values[0])


def _counts(units):
    """Units × labels: how many gave that label."""
    tallies = [Counter(label for label in unit if label is not None) for unit in units]
    labels = sorted({label for tally in tallies for label in tally}, key=str)
    counts = [[tally[label] for label in labels] for tally in tallies]
    return np.array(counts, float).reshape(len(units), len(labels))


def _parts(units):
    """A row a unit: [rated twice, equal pairs' share, rated, the labels' shares…, equal pairs by alpha's
    weight, the labels' counts where rated twice…]."""
    counts = _counts(units)
    n = counts.sum(axis=1, keepdims=True)
    twice, rated = n >= 2, n >= 1
    equal = (counts * (counts - 1)).sum(axis=1, keepdims=True)
    shares = np.divide(counts, n, out=np.zeros_like(counts), where=rated)
    by_pair = np.divide(equal, n * (n - 1), out=np.zeros_like(equal), where=twice)
    by_rating = np.divide(equal, n - 1, out=np.zeros_like(equal), where=twice)
    return np.hstack([twice, by_pair, rated, shares, by_rating, counts * twice])


def _split(sums):
    labels = (sums.shape[1] - 4) // 2
    twice, by_pair, rated = sums[:, 0], sums[:, 1], sums[:, 2]
    return twice, by_pair, rated, sums[:, 3 : 3 + labels], sums[:, 3 + labels], sums[:, 4 + labels :]


def _over(top, bottom):
    """Quotients, NaN where they are not defined."""
    return np.divide(top, bottom, out=np.full_like(top, np.nan, float), where=bottom > 1e-12)


def _raw(sums):
    twice, by_pair, *_ = _split(sums)
    return _over(by_pair, twice)


def _ac1(sums):
    _, _, rated, shares, *_ = _split(sums)
    shares = np.divide(shares, rated[:, None], out=np.zeros_like(shares), where=rated[:, None] > 0)
    labels = np.maximum(2, (shares > 0).sum(axis=1))
    chance = (shares * (1 - shares)).sum(axis=1) / (labels - 1)
    return _over(_raw(sums) - chance, 1 - chance)


def _alpha(sums):
    *_, equal, counts = _split(sums)
    n = counts.sum(axis=1)
    return 1 - _over((n - 1) * (n - equal), n * n - (counts * counts).sum(axis=1))


def _tables(pairs):
    """A row a unit that both rated: its cell in the table of labels × labels."""
    both = [pair for pair in pairs if None not in pair]
    labels = sorted({label for pair in both for label in pair}, key=str)
    cells = [labels.index(first) * len(labels) + labels.index(second) for first, second in both]
    return np.eye(max(1, len(labels) ** 2))[cells]


def _kappa(sums):
    size = round(sums.shape[1] ** 0.5)
    tables = sums.reshape(-1, size, size)
    n = tables.sum(axis=(1, 2))
    observed = _over(tables.trace(axis1=1, axis2=2), n)
    chance = _over((tables.sum(axis=1) * tables.sum(axis=2)).sum(axis=1), n * n)
    return _over(observed - chance, 1 - chance)


MEASURES = {raw: (_parts, _raw), alpha: (_parts, _alpha), ac1: (_parts, _ac1), kappa: (_tables, _kappa)}
