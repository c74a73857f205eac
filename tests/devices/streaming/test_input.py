"""Touches are scaled or refused, never dropped silently, and no finger sticks."""

import struct

import pytest

from devices.adb.scrcpy import protocol
from devices.streaming import input as inputs
from devices.streaming.input import InputRefused, Screen


def touch(action, x=10, y=20, w=540, h=1200, pointer=0):
    return {"type": "touch", "action": action, "x": x, "y": y, "w": w, "h": h, "pointer": pointer}


def decode(message):
    kind, action, pointer, x, y, w, h, *_ = struct.unpack(">BBqiiHHHII", message)
    assert kind == 2
    return action, pointer, x, y, w, h


@pytest.fixture
def screen():
    return Screen(540, 1200)


def test_a_touch_in_the_current_size_passes_as_it_is(screen):
    (message,) = screen.touch(touch("down"), "ann")
    assert decode(message) == (protocol.DOWN, 0, 10, 20, 540, 1200)


def test_one_aimed_at_a_smaller_picture_is_scaled(screen):
    (message,) = screen.touch(touch("down", 135, 300, 270, 600), "ann")
    assert decode(message)[2:] == (270, 600, 540, 1200)


def test_one_aimed_at_the_screen_before_it_turned_is_refused(screen):
    with pytest.raises(InputRefused) as refused:
        screen.touch(touch("down", w=1200, h=540), "ann")
    assert refused.value.code == "stale_size"


def test_outside_is_the_edge(screen):
    (message,) = screen.touch(touch("down", -50, 5000), "ann")
    assert decode(message)[2:4] == (0, 1199)


def test_turning_lifts_the_finger_in_the_new_size_and_says_so(screen):
    told = []
    screen.on_lift = lambda *finger: told.append(finger)
    screen.touch(touch("down", 270, 600), "ann")
    lifted = [decode(message) for message in screen.resize(1200, 540)]
    assert lifted == [(protocol.CANCEL, 0, 600, 270, 1200, 540), (protocol.UP, 0, 600, 270, 1200, 540)]
    assert told == [("ann", 0)]
    assert screen.touch(touch("move"), "ann") == []
    assert screen.touch(touch("up"), "ann") == []
    assert len(screen.touch(touch("down", w=1200, h=540), "ann")) == 1


def test_an_encoder_restart_of_the_same_size_lifts_nothing(screen):
    screen.touch(touch("down"), "ann")
    assert screen.resize(540, 1200) == []
    assert len(screen.touch(touch("up"), "ann")) == 1


def test_who_leaves_takes_their_fingers_along(screen):
    screen.touch(touch("down", pointer=0), "ann")
    screen.touch(touch("down", pointer=1), "bob")
    assert [decode(message)[:2] for message in screen.release("ann")] == [
        (protocol.CANCEL, 0),
        (protocol.UP, 0),
    ]
    assert len(screen.touch(touch("up", pointer=1), "bob")) == 1


def test_cancel_needs_no_place(screen):
    screen.touch(touch("down"), "ann")
    messages = screen.touch({"type": "touch", "action": "cancel", "pointer": 0}, "ann")
    assert [decode(message)[0] for message in messages] == [protocol.CANCEL, protocol.UP]


@pytest.mark.parametrize(
    "bad",
    [
        touch("press"),
        touch(["down"]),
        touch("down", x="1"),
        touch("down", x=float("nan")),
        touch("down", x=None),
        touch("down", w=0),
        touch("down", pointer=10),
        touch("down", pointer=True),
        {"type": "touch"},
    ],
)
def test_nonsense_is_refused(screen, bad):
    with pytest.raises(InputRefused) as refused:
        screen.touch(bad, "ann")
    assert refused.value.code == "bad_input"


def test_before_the_first_picture_nothing_can_be_aimed_at():
    with pytest.raises(InputRefused) as refused:
        Screen().touch(touch("down"), "ann")
    assert refused.value.code == "no_picture"


def test_keys_and_buttons():
    event = {"type": "key", "code": "Enter", "key": "Enter", "action": "press", "meta": {"shift": True}}
    assert inputs.key(event) == [protocol.keycode(0, 66, meta=1), protocol.keycode(1, 66, meta=1)]
    assert inputs.key({**event, "action": "down"}) == [protocol.keycode(0, 66, meta=1)]
    assert inputs.button({"name": "rotate"}) == [protocol.rotate()]
    assert inputs.button({"name": "back"}) == [protocol.keycode(0, 4), protocol.keycode(1, 4)]
    for bad in ({"name": "reboot"}, {"name": ["back"]}, {}):
        with pytest.raises(InputRefused):
            inputs.button(bad)
    with pytest.raises(InputRefused) as refused:
        inputs.key({**event, "code": "KeyE", "key": "é"})
    assert refused.value.code == "unknown_key"


@pytest.mark.parametrize("name", ["+com.a.b", "?maps", "com.a; reboot", "nodots", "", "com.a.b\n", 5])
def test_only_a_package_name_starts_an_app(name):
    with pytest.raises(InputRefused):
        inputs.package({"package": name})


def test_long_text_is_split_for_the_wire():
    messages = inputs.plain_text("x" * 700)
    assert [len(message) - 5 for message in messages] == [300, 300, 100]
    assert inputs.plain("Hello, world!") and not inputs.plain("naïve") and not inputs.plain("two\nlines")


@pytest.mark.parametrize("value", ["\ud800", "a\udfffb", "nul \0", 5, None])
def test_a_text_that_no_phone_could_hold_is_refused(value):
    with pytest.raises(InputRefused):
        inputs.text({"text": value}, "text")
    assert inputs.text({"text": "😀"}, "text") == "😀"
