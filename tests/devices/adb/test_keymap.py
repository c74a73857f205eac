import pytest

from devices.adb.scrcpy.keymap import META_ALT, META_CTRL, META_SHIFT, AndroidKey, from_browser


@pytest.mark.parametrize(
    ("code", "key", "held", "expected"),
    [
        ("KeyA", "a", {}, AndroidKey(29)),
        ("KeyA", "A", {"shift": True}, AndroidKey(29, META_SHIFT)),
        ("KeyA", "a", {"ctrl": True}, AndroidKey(29, META_CTRL)),
        ("KeyZ", "Z", {"ctrl": True, "shift": True}, AndroidKey(54, META_CTRL | META_SHIFT)),
        ("Digit7", "/", {"shift": True}, AndroidKey(76)),  # a German keyboard: the phone's "/" needs no Shift
        ("KeyY", "z", {}, AndroidKey(54)),
        ("Digit2", "@", {"shift": True}, AndroidKey(9, META_SHIFT)),
        ("Enter", "Enter", {}, AndroidKey(66)),
        ("Backspace", "Backspace", {"alt": True}, AndroidKey(67, META_ALT)),
        ("Delete", "Delete", {}, AndroidKey(112)),
        ("Space", " ", {}, AndroidKey(62)),
        ("ArrowLeft", "ArrowLeft", {"shift": True}, AndroidKey(21, META_SHIFT)),
        ("F12", "F12", {}, AndroidKey(142)),
    ],
)
def test_mapped(code, key, held, expected):
    assert from_browser(code, key, **held) == expected


@pytest.mark.parametrize(
    ("code", "key"), [("Power", "Power"), ("KeyE", "é"), ("", ""), ("WakeUp", "WakeUp"), ("KeyN", "你")]
)
def test_what_is_not_listed_does_not_reach_the_phone(code, key):
    assert from_browser(code, key) is None
