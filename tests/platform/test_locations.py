"""Where the embedded database lies, and that it stays there."""

import os
import pwd

import pytest

from phonebuddy.services import binaries
from phonebuddy.services.locations import Locations


@pytest.fixture
def places(tmp_path, monkeypatch):
    """As root, whose services run as another account."""
    monkeypatch.setattr(binaries, "nobody", lambda: pwd.getpwuid(os.getuid()))
    monkeypatch.setattr(Locations, "outside", tmp_path / "outside")
    return Locations(tmp_path / "var")


def reachable(monkeypatch, yes: bool) -> None:
    monkeypatch.setattr(binaries, "nobody_can_reach", lambda path: yes)


@pytest.mark.parametrize("at_first", [True, False])
def test_a_database_stays_where_it_was_made(places, monkeypatch, at_first):
    reachable(monkeypatch, at_first)
    chosen = places.data
    assert chosen == (places.var / "services" if at_first else places.outside)
    (chosen / "postgres").mkdir(parents=True)
    (chosen / "postgres" / "PG_VERSION").touch()
    reachable(monkeypatch, not at_first)  # somebody changed the permissions of a folder above
    assert places.data == chosen
