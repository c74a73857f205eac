"""On a slim Linux image skia's wheel does not load: the message says what to install."""

import importlib
import sys

import pytest

from devices.phoneworld.render import skialib


class Refuses:
    """Stands in for a wheel whose shared library is missing."""

    def __init__(self, message):
        self.message = message

    def find_spec(self, name, path=None, target=None):
        if name == "skia":
            raise ImportError(self.message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("libGL.so.1: cannot open shared object file", "apt-get install libgl1 libegl1"),
        ("libEGL.so.1: cannot open shared object file", "apt-get install libgl1 libegl1"),
        ("No module named 'skia'", "No module named 'skia'"),
    ],
)
def test_the_message_says_what_to_do(monkeypatch, message, expected):
    monkeypatch.delitem(sys.modules, "skia", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Refuses(message), *sys.meta_path])
    spec = importlib.util.spec_from_file_location("skialib_alone", skialib.__file__)
    with pytest.raises(ImportError, match=expected):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
