"""What an explorer found of training apps: nearness, which apps speak of a goal, what must not be in it."""

import pytest

from devices.phoneworld.tasks.template import held_out_apps
from training.data.explore import explored
from training.environments.screens import observe
from training.forms import atlas
from training.forms.elements import elements
from training.forms.goals import known_apps
from training.forms.words import lexicon


@pytest.fixture(scope="module")
def known():
    return atlas.atlas()


@pytest.fixture
def clock():
    from devices.phoneworld import Phone

    phone = Phone(seed=3)
    phone.open_app("org.phoneworld.clock")
    return phone


def test_it_holds_training_apps_and_known_words_alone(known):
    assert set(known.apps) <= set(known_apps()) and not set(known.apps) & set(held_out_apps())
    kept = {stem for word in lexicon() for stem in atlas.stems(word)}
    assert len(known.apps) > 50
    assert {word for app in known.apps.values() for word in app.count} <= kept
    for app in known.apps.values():
        for _, (_, _, label) in app.behind:
            *whole, last = label.split() or [""]  # long ones are cut
            assert set(whole) <= lexicon() and (not last or any(word.startswith(last) for word in lexicon()))


def test_what_lies_behind_is_nearer_the_fewer_touches_it_takes(known, clock):
    seen = observe(clock)
    lines = {one.label: one for one in elements(seen.tree, seen.height) if one.touch}
    near = {
        label: known.behind("org.phoneworld.clock", seen.activity, one)[0].get("reset", 0.0)
        for label, one in lines.items()
        if label in ("Stopwatch", "World")
    }
    assert near == {"Stopwatch": 1.0, "World": atlas.NEARER}


def test_nothing_is_known_where_nobody_was(known, clock):
    seen = observe(clock)
    one = next(e for e in elements(seen.tree, seen.height) if e.touch)
    assert known.behind("org.example", seen.activity, one) == ({}, False)
    assert known.behind("org.phoneworld.clock", "org.phoneworld.clock.Nowhere", one) == ({}, False)


@pytest.mark.parametrize(
    "words, app",
    [("wake alarm", "clock"), ("photo album", "photos"), ("bluetooth", "settings"), ("playlist", "tremolo")],
)
def test_apps_speak_of_what_they_are_for(known, words, app):
    assert f"org.phoneworld.{app}" in known.likely(atlas.stems(words), frozenset(), 2)


def test_a_mini_app_speaks_for_its_host(known):
    assert known.likely(atlas.stems("top up the metro card"), frozenset(), 1) == ["org.phoneworld.talk"]


def test_the_stored_one_is_what_exploring_finds(known):
    """Whoever changes an app, the explorer or the lexicon: `python -m training.data.explore`."""
    package = "org.phoneworld.clock"
    again = atlas.Atlas(explored([package])).apps[package]
    assert again.says == known.apps[package].says
    assert again.behind == known.apps[package].behind


@pytest.mark.parametrize(
    "one, other", [("playlists", "playlist"), ("deleted", "delete"), ("timers", "timer")]
)
def test_endings_do_not_count(one, other):
    assert atlas.stem(one) == atlas.stem(other)
