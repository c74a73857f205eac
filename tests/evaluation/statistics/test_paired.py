"""Comparisons on the same tasks, against tables and simulation."""

import numpy as np
import pytest
from statsmodels.stats.contingency_tables import mcnemar as reference_mcnemar
from statsmodels.stats.multitest import multipletests

from evaluation.statistics.paired import compare, holm, mcnemar, power, smallest_visible


@pytest.mark.parametrize(("only_a", "only_b"), [(0, 0), (0, 6), (5, 5), (3, 17), (59, 86), (12, 30)])
def test_mcnemar_is_the_exact_test(only_a, only_b):
    expected = (
        1.0 if only_a == only_b == 0 else reference_mcnemar([[0, only_a], [only_b, 0]], exact=True).pvalue
    )
    assert mcnemar(only_a, only_b) == pytest.approx(expected)


def test_a_comparison_by_hand():
    a = {"mail": 1, "shop": 0, "maps": 0, "bank": 1, "only a": 1}
    b = {"mail": 1, "shop": 1, "maps": 1, "bank": 0, "only b": 1}
    found = compare(a, b)
    assert (found.n, found.only_a, found.only_b, found.difference) == (4, 1, 2, 0.25)
    assert found.p == 1.0  # one against two: a fair coin does that always
    assert found.interval.low <= 0.25 <= found.interval.high


def test_it_is_the_same_seen_from_the_other_side():
    chance = np.random.default_rng(1)
    a, b = ({n: int(chance.random() < rate) for n in range(150)} for rate in (0.4, 0.6))
    there, back = compare(a, b), compare(b, a)
    assert there.p == back.p < 0.05
    assert there.difference == -back.difference
    assert there.interval.low == pytest.approx(-back.interval.high, abs=0.01)


def test_means_of_several_attempts_are_tested_by_flipping_signs():
    a = dict.fromkeys(range(12), 0.5)
    assert compare(a, dict.fromkeys(range(12), 0.75)).p == pytest.approx(2 / 2**12, rel=0.5)
    assert compare(a, {n: 0.5 + 0.25 * (-1) ** n for n in range(12)}).p == pytest.approx(1.0)


def test_no_common_task_is_an_error():
    with pytest.raises(ValueError):
        compare({"a": 1}, {"b": 1})


def test_holm_is_stricter_step_by_step():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []
    ps = [0.5, 0.001, 0.2, 0.02, 0.02, 0.9]
    assert holm(ps) == pytest.approx(multipletests(ps, method="holm")[1])


def test_power_agrees_with_simulation():
    chance, n, gain, discordant = np.random.default_rng(5), 80, 0.15, 0.35
    seen = 0
    for _ in range(1500):
        only_b, only_a, _same = chance.multinomial(
            n, [(discordant + gain) / 2, (discordant - gain) / 2, 1 - discordant]
        )
        seen += mcnemar(int(only_a), int(only_b)) < 0.05
    assert power(n, gain, discordant) == pytest.approx(seen / 1500, abs=0.04)


def test_what_150_tasks_can_see():
    # The protocol's own planning figures: +15 points surely, +10 points perhaps.
    assert power(150, 0.15, 0.25) > 0.9
    assert 0.5 < power(150, 0.10, 0.25) < 0.8
    smallest = smallest_visible(150, 0.25)
    assert 0.10 < smallest < 0.15
    assert power(150, smallest, 0.25) >= 0.8 > power(150, smallest - 0.002, 0.25)
    assert smallest_visible(6, 0.3) is None
