"""The soft keyboard's place, from what the phone's window manager tells."""

import pytest

from devices.phoneworld import Phone
from devices.virtual.shell import dumps_of_screen
from evaluation import keyboard

SHOWN = """WINDOW MANAGER WINDOWS (dumpsys window windows)
  Window #4 Window{5d u0 InputMethod}:
    mAttrs={(0,0)(fillxfill) gr=BOTTOM CENTER_VERTICAL ty=INPUT_METHOD
    touchable region=SkRegion((0,1463,1080,2400))
    mHasSurface=true isReadyForDisplay()=true
    isVisible=true
  Window #5 Window{e1 u0 com.example/.Main}:
    touchable region=SkRegion((0,0,1080,2400))
    isVisible=true
"""


def test_the_region_is_that_of_the_input_method():
    assert keyboard.parse(SHOWN) == (0, 1463, 1080, 2400)


@pytest.mark.parametrize("text", ["", "nonsense", SHOWN.replace("InputMethod", "Other")])
def test_without_an_input_method_there_is_none(text):
    assert keyboard.parse(text) is None


def test_a_hidden_one_is_none():
    first, rest = SHOWN.split("  Window #5")
    assert keyboard.parse(first.replace("isVisible=true", "isVisible=false") + "  Window #5" + rest) is None


def test_a_touch_is_told_by_its_place():
    bounds = keyboard.parse(SHOWN)
    assert keyboard.hit(bounds, 500, 1400) == "" and keyboard.hit(None, 500, 1400) == ""
    assert keyboard.hit(bounds, 500, 1600) == "key"
    assert keyboard.hit(bounds, 1020, 2250) == "enter"


def test_the_mock_phone_tells_it_too(monkeypatch):
    phone = Phone(seed=1)

    class Device:
        size = natural_size = (540, 1200)
        rotation, secure = 0, False

        def pid(self, package):
            return 4242

    device = Device()
    device.phone = phone
    monkeypatch.setattr(dumps_of_screen, "focused", lambda device: ("org.phoneworld.notes", "x/.Y"))
    assert keyboard.parse("\n".join(dumps_of_screen.window_lines(device, []))) is None
    phone.open_app("org.phoneworld.notes")
    phone.tap(486, 1098)
    assert phone.keyboard_shown
    left, top, right, bottom = keyboard.parse("\n".join(dumps_of_screen.window_lines(device, [])))
    assert (left, right, bottom) == (0, 540, 1200) and 600 < top < 900
