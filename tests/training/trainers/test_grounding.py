"""Which line a goal is about, without knowing its words: learnt from screens; the stored one does well."""

import numpy as np
import pytest

from training.data.demonstrations import Variation, chosen, generate
from training.forms.compact import grounding
from training.trainers.grounding import learn, screens


def screen(random, lines=6):
    """The line to touch is the one with most of what is compared first."""
    table = random.normal(size=(lines, 20)).astype(np.float32)
    return grounding.whole(table), int(table[:, 0].argmax())


def test_it_learns_what_tells_lines_apart():
    random = np.random.default_rng(1)
    arrays, right = learn([screen(random) for _ in range(1500)], seed=2)
    asked = [screen(random) for _ in range(200)]
    assert right(asked) > 0.8
    network = grounding.Network(arrays[:2], list(zip(arrays[2::2], arrays[3::2], strict=True)))
    for table, place in asked[:20]:
        chances = network(table[:, :20])
        assert chances.sum() == pytest.approx(1, abs=1e-5)
        assert (chances.argmax() == place) == (right([(table, place)]) == 1.0)


def test_the_stored_one_finds_lines_of_templates_that_it_was_not_taught():
    """Far more often than the one in twenty of chance."""
    episodes = generate(16, 3, of=chosen("validation"), variation=Variation.none())
    asked = list(screens(episodes))
    found = [
        grounding._network()(table[:, : -2 * grounding.COMPARED]).argmax() == place for table, place in asked
    ]
    assert len(found) > 30 and sum(found) / len(found) > 0.4
