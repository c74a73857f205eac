"""Agreement coefficients, against the example that the literature shares."""

import krippendorff
import numpy as np
import pytest
from statsmodels.stats.inter_rater import cohens_kappa

from evaluation.statistics.agreement import ac1, alpha, kappa, raw, with_interval

_ = None
# Krippendorff's four observers and twelve units, with gaps (Krippendorff 2011; Gwet 2014 has AC1 for it).
FOUR = [
    (1, 1, _, 1), (2, 2, 3, 2), (3, 3, 3, 3), (3, 3, 3, 3), (2, 2, 2, 2), (1, 2, 3, 4),
    (4, 4, 4, 4), (1, 1, 2, 1), (2, 2, 2, 2), (_, 5, 5, 5), (_, _, 1, 1), (_, _, 3, _),
]  # fmt: skip


def test_the_shared_example():
    assert raw(FOUR) == pytest.approx(0.81818, abs=5e-6)
    assert alpha(FOUR) == pytest.approx(0.74342, abs=5e-6)
    assert ac1(FOUR) == pytest.approx(0.77544, abs=5e-6)


def test_kappa_of_the_usual_table():
    # 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: (0.7 - 0.5) / (1 - 0.5)
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    assert kappa(pairs) == pytest.approx(0.4)
    assert kappa([*pairs, ("y", None)]) == pytest.approx(0.4)


def test_kappa_falls_where_people_agree_on_a_rare_label_and_ac1_does_not():
    pairs = [("y", "y")] * 87 + [("n", "n")] * 7 + [("y", "n")] * 3 + [("n", "y")] * 3
    assert raw(pairs) == pytest.approx(0.94)
    assert kappa(pairs) == pytest.approx((0.94 - 0.82) / 0.18)
    assert ac1(pairs) == pytest.approx((0.94 - 0.18) / 0.82)


@pytest.mark.parametrize("seed", range(12))
def test_alpha_and_kappa_are_those_of_the_libraries(seed):
    chance = np.random.default_rng(seed)
    units, raters, labels = chance.integers(5, 60), chance.integers(2, 5), chance.integers(2, 5)
    ratings = chance.integers(labels, size=(units, raters)).astype(float)
    ratings[chance.random(ratings.shape) < 0.15] = np.nan
    mine = [[None if np.isnan(r) else int(r) for r in unit] for unit in ratings]
    assert alpha(mine) == pytest.approx(krippendorff.alpha(ratings.T, level_of_measurement="nominal"))
    table = np.zeros((labels, labels))
    for unit in mine:
        if None not in unit[:2]:
            table[unit[0], unit[1]] += 1
    assert kappa([unit[:2] for unit in mine]) == pytest.approx(cohens_kappa(table, return_results=False))


def test_who_rates_first_does_not_matter():
    swapped = [unit[::-1] for unit in FOUR]
    assert (raw(swapped), alpha(swapped), ac1(swapped)) == (raw(FOUR), alpha(FOUR), ac1(FOUR))


def test_where_nothing_can_be_said():
    assert raw([(1, None), (None,)]) is alpha([(1,)]) is ac1([]) is None
    always = [("y", "y")] * 5
    assert raw(always) == 1 and ac1(always) == 1
    assert alpha(always) is None and kappa(always) is None


def test_the_interval_holds_the_truth_as_often_as_it_says():
    chance, inside = np.random.default_rng(2), 0
    for n in range(40):
        truth = chance.random(120) < 0.5
        units = [tuple(int(t ^ (chance.random() < 0.1)) for _ in range(2)) for t in truth]
        inside += 0.82 in with_interval(raw, units, seed=n).interval  # 0.9² + 0.1²
    assert inside >= 34


def test_no_interval_without_a_value():
    assert with_interval(alpha, [("y", "y")] * 3) == (None, None)
