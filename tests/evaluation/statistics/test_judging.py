"""What a judge's verdicts are worth, once people have graded some of the runs."""

import numpy as np
import pytest

from evaluation.statistics.judging import confusion, judged_rate


def test_confusion_by_hand():
    found = confusion([1, 1, 1, 0, 0, 0, 0], [1, 1, 0, 1, 0, 0, 0])
    assert tuple(found) == (2, 1, 1, 3)
    assert found.precision == found.recall == pytest.approx(2 / 3)
    assert found.accuracy == pytest.approx(5 / 7)
    nothing = confusion([0, 0], [0, 0])
    assert nothing.precision is None and nothing.recall is None and nothing.ac1 == 1


def test_verdicts_and_truths_must_pair():
    with pytest.raises(ValueError):
        confusion([True], [True, False])


def runs(chance, count, right=0.85, lenient=0.3, rate=0.4):
    truth = chance.random(count) < rate
    return truth, np.where(truth, chance.random(count) < right, chance.random(count) < lenient)


def test_a_lenient_judge_is_corrected_and_helps():
    chance, errors, inside, narrower = np.random.default_rng(11), [], 0, 0
    for _ in range(400):
        truth, said = runs(chance, 560)
        found = judged_rate(truth[:60], said[:60], said[60:])
        alone = judged_rate(truth[:60], said[:60], [])
        errors.append(found.rate - 0.4)
        inside += 0.4 in found.interval
        narrower += found.interval.high - found.interval.low < alone.interval.high - alone.interval.low
    assert abs(np.mean(errors)) < 0.01  # the judge alone would say 0.52
    assert inside / 400 > 0.92
    assert narrower / 400 > 0.95


def test_a_judge_that_guesses_is_hardly_trusted():
    chance = np.random.default_rng(4)
    weights = [
        judged_rate(t[:100], s[:100], s[100:]).weight
        for t, s in (runs(chance, 600, 0.5, 0.5) for _ in range(50))
    ]
    assert np.mean(weights) < 0.15


def test_without_further_verdicts_people_alone_speak():
    found = judged_rate([1, 0, 1, 1], [1, 1, 1, 1], [])
    assert found.rate == 0.75 and found.weight == 0
    with pytest.raises(ValueError):
        judged_rate([1], [1], [0, 1])
