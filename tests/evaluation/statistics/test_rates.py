"""Rates and their intervals, against the published ones."""

import numpy as np
import pytest

from evaluation.statistics.rates import Interval, bootstrap, pass_all, pass_at, success_rate, wilson


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (55, 150, 0.294, 0.446),  # the three checkpoints of arXiv 2606.23049
        (61, 150, 0.331, 0.487),
        (68, 150, 0.376, 0.533),
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, Statistics in Medicine 17:857, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_is_as_published(successes, n, low, high):
    digits = 3 if n == 150 else 4
    assert tuple(round(end, digits) for end in wilson(successes, n)) == (low, high)


def test_wilson_at_the_ends():
    assert wilson(0, 0) == Interval(0, 1)
    assert wilson(0, 7).low == 0 and wilson(7, 7).high == 1
    with pytest.raises(ValueError):
        wilson(8, 7)


def test_wilson_holds_the_truth_as_often_as_it_says():
    draws = np.random.default_rng(3).binomial(50, 0.12, 2000)
    inside = np.mean([0.12 in wilson(int(successes), 50) for successes in draws])
    assert 0.93 < inside < 0.98


def test_one_attempt_gives_wilson_and_several_a_bootstrap_by_task():
    once = [[True]] * 30 + [[False]] * 20
    assert success_rate(once) == (0.6, wilson(30, 50))
    # Four attempts that always end alike tell no more than one: the interval must not shrink.
    rate, four = success_rate([tries * 4 for tries in once])
    assert rate == pytest.approx(0.6)
    assert (four.high - four.low) / (wilson(30, 50).high - wilson(30, 50).low) == pytest.approx(1, abs=0.1)


def test_tasks_without_a_valid_attempt_do_not_count():
    assert success_rate([[True], [], [False]])[0] == 0.5
    with pytest.raises(ValueError):
        success_rate([[], []])


def test_bootstrap_repeats_itself():
    values = [0, 1, 1, 0.5, 0.25, 1]
    assert bootstrap(values, seed=4) == bootstrap(values, seed=4)


def test_pass_at_and_pass_all_by_hand():
    # 2 of 4: of the 6 pairs of attempts 5 hold a success and 1 holds only successes.
    assert pass_at(2, [[True, True, False, False]]) == pytest.approx(5 / 6)
    assert pass_all(2, [[True, True, False, False]]) == pytest.approx(1 / 6)
    both = [[True, True], [True, False], [False, False]]
    assert pass_at(1, both) == pass_all(1, both) == 0.5
    assert pass_at(2, both) == pytest.approx(2 / 3)
    assert pass_all(2, both) == pytest.approx(1 / 3)
    assert pass_at(3, both) is None
    assert pass_at(2, [[True], [True, False]]) == 1  # too few attempts: left out
