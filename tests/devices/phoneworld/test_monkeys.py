"""Random fingers on every app: nothing falls; and what a monkey must notice, it notices."""

import pytest

from devices.phoneworld import Phone
from devices.phoneworld.monkey import Monkey, chunk
from devices.phoneworld.spec import bundled, load_text
from devices.phoneworld.world import World

APPS = sorted(bundled())
SPEC = """
package: org.example.one
label: One
domain: notes
screens:
  home:
    title: Home
    body: [%s]
"""


def run(body, seeds=(1,)):
    """The faults of a monkey for each seed, on an app with that body."""
    found = []
    for seed in seeds:
        monkey = Monkey(World([load_text(SPEC % body)]), seed)
        monkey.run("org.example.one", 130)
        found += monkey.faults
    return found


@pytest.mark.parametrize("part", [0, 1, 2])
def test_no_monkey_brings_an_app_down(part):
    steps, faults, _ = chunk((part + 1, APPS[part::3], 1500))
    assert steps == 1500 and faults == []


def test_a_monkey_finds_a_text_that_cannot_be_seen():
    assert run("{text: Hello}", range(4)) == []
    pale = run("{text: {text: Hello there, color: '#FEF7FF'}}", range(4))  # some of the four phones are light
    assert {f.kind for f in pale} == {"undrawn"}


def test_a_monkey_finds_texts_on_one_another():
    long = "A label so long that it runs over what stands before it in the same row"
    assert "overlap" in {f.kind for f in run(f"{{row: {{title: Hello there, meta: {long}}}}}")}


def test_a_monkey_finds_an_exception_and_tells_how_it_came_there(monkeypatch):
    def fall(phone, x, y):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(Phone, "tap", fall)
    (fault,) = run("{text: Hello}")
    assert (fault.kind, fault.words) == ("exception", "ZeroDivisionError: oh")
    assert fault.gestures[-1][0] == "tap" and fault.screen == "home"


def test_the_same_seed_is_the_same_walk():
    walks = []
    for _ in range(2):
        monkey = Monkey(World([load_text(SPEC % "{text: Hello}")]), 5)
        monkey.run("org.example.one", 40)
        walks.append(list(monkey.recent))
    assert walks[0] == walks[1]
