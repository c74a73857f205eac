"""The words of dumpsys differ between Android versions; these are samples of their forms."""

import pytest

from devices.adb import properties

WINDOW = """WINDOW MANAGER WINDOWS (dumpsys window windows)
  Window #0 Window{aa11 u0 com.other/.Main}:
    mAttrs={(0,0)(fillxfill) ty=BASE_APPLICATION fl=LAYOUT_IN_SCREEN SECURE HARDWARE_ACCELERATED}
  Window #1 Window{bb22 u0 com.bank/com.bank.Login}:
    mAttrs={(0,0)(fillxfill) ty=BASE_APPLICATION fl=%s}
  mCurrentFocus=Window{bb22 u0 com.bank/com.bank.Login}
  mFocusedApp=ActivityRecord{cc u0 com.bank/.Login t7}
  mRotation=ROTATION_90
"""


def test_secure_means_the_focused_window():
    assert properties.parse_secure(WINDOW % "LAYOUT_IN_SCREEN SECURE")
    assert not properties.parse_secure(WINDOW % "LAYOUT_IN_SCREEN")
    assert not properties.parse_secure("nothing")


def test_foreground_prefers_the_focused_window_and_expands_short_names():
    assert properties.parse_foreground(WINDOW) == ("com.bank", "com.bank.Login")
    only_app = "mCurrentFocus=null\n  mFocusedApp=ActivityRecord{1f u0 com.a.b/.Main t3}"
    assert properties.parse_foreground(only_app) == ("com.a.b", "com.a.b.Main")
    assert properties.parse_foreground("") == ("", "")


@pytest.mark.parametrize(
    ("text", "rotation"),
    [("mRotation=ROTATION_270", 3), ("mCurrentRotation=ROTATION_0", 0), ("mRotation=1", 1), ("", None)],
)
def test_rotation(text, rotation):
    assert properties.parse_rotation(text) == rotation


def test_the_overridden_size_is_the_one_on_the_screen():
    text = "Physical size: 1440x3200\nOverride size: 1080x2400\n"
    assert properties.parse_wm_size(text) == (1080, 2400)
    assert properties.parse_wm_size("error") is None


def test_battery():
    text = "Current Battery Service state:\n  AC powered: false\n  USB powered: true\n  level: 73\n"
    assert properties.parse_battery(text) == (73, True)
    assert properties.parse_battery("") == (None, None)


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("mWakefulness=Awake", True),
        ("mWakefulness=Asleep", False),
        ("Display Power: state=OFF", False),
        ("?", None),
    ],
)
def test_screen(text, on):
    assert properties.parse_screen_on(text) is on


def test_getprop():
    assert properties.parse_getprop("[a.b]: [c d]\n[e]: []\n") == {"a.b": "c d", "e": ""}
