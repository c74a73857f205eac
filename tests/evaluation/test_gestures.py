"""What fingers, keys and buttons become."""

import pytest

from devices import actions
from evaluation.gestures import GestureRecogniser


class Driver:
    """Feeds a recogniser and keeps the last form of every gesture."""

    def __init__(self):
        self.recogniser = GestureRecogniser(540, 1200, scale=1.5)
        self.now = 100.0
        self.seen = {}

    def send(self, event, keyboard=""):
        for gesture in self.recogniser.feed(event, self.now, keyboard):
            self.seen[gesture.number] = gesture

    def touch(self, action, x, y, pointer=0, keyboard=""):
        self.send({"type": "touch", "action": action, "pointer": pointer, "x": x, "y": y}, keyboard)

    def tap(self, x, y, hold=0.05, keyboard=""):
        self.touch("down", x, y, keyboard=keyboard)
        self.now += hold
        self.touch("up", x, y)

    def path(self, *points, step=0.02, rest=0.0):
        self.touch("down", *points[0])
        self.now += rest
        for point in points[1:]:
            self.now += step
            self.touch("move", *point)
        self.touch("up", *points[-1])

    def key(self, key, code=None, **meta):
        self.send(
            {"type": "key", "code": code or f"Key{key.upper()}", "key": key, "action": "press", "meta": meta}
        )

    @property
    def actions(self):
        return [gesture.action for gesture in self.seen.values()]


@pytest.fixture
def driver():
    return Driver()


def test_a_short_press_is_a_click_where_the_finger_went_down(driver):
    driver.touch("down", 100, 200)
    driver.now += 0.1
    driver.touch("move", 104, 203)
    driver.touch("up", 104, 203)
    assert driver.actions == [actions.Click(((100, 200),))]


def test_two_quick_taps_become_one_double_click(driver):
    driver.tap(100, 200)
    assert driver.actions == [actions.Click(((100, 200),))], "written at once, amended later"
    driver.now += 0.12
    driver.tap(103, 201)
    assert driver.actions == [actions.DoubleClick(((100, 200),), interval=120)]


def test_taps_far_apart_in_time_or_place_stay_clicks(driver):
    driver.tap(100, 200)
    driver.now += 0.6
    driver.tap(100, 200)
    driver.now += 0.1
    driver.tap(400, 900)
    assert [a.name for a in driver.actions] == ["click"] * 3


def test_a_third_tap_starts_anew(driver):
    for _ in range(3):
        driver.tap(100, 200)
        driver.now += 0.1
    assert [a.name for a in driver.actions] == ["double_click", "click"]


def test_a_held_finger_is_a_long_press(driver):
    driver.tap(100, 200, hold=0.9)
    assert driver.actions == [actions.LongPress(((100, 200),), duration=900)]


def test_a_swipe_is_a_scroll_and_keeps_its_path(driver):
    driver.path((270, 900), (270, 700), (270, 500), (270, 300))
    (gesture,) = driver.seen.values()
    assert gesture.action == actions.Scroll(((270, 900), (270, 300)), duration=60)
    assert gesture.path[0] == (0, 0, 270, 900) and gesture.path[-1] == (60, 0, 270, 300)


def test_press_hold_then_move_is_a_drag(driver):
    driver.path((270, 900), (270, 700), (270, 500), rest=0.7)
    assert driver.actions == [actions.Drag(((270, 900), (270, 500)), duration=740)]


def test_a_slow_path_is_a_drag(driver):
    driver.path((100, 600), (150, 600), (200, 600), step=0.7)
    assert driver.actions[0].name == "drag"


def test_a_long_path_is_thinned_with_its_ends_kept(driver):
    driver.path(*[(270, 1100 - i) for i in range(500)], step=0.001)
    (gesture,) = driver.seen.values()
    assert len(gesture.path) == 64
    assert gesture.path[0][2:] == (270, 1100) and gesture.path[-1][2:] == (270, 601)


def test_two_fingers_are_flagged_as_more_than_the_action_space_holds(driver):
    driver.touch("down", 200, 600, pointer=0)
    driver.touch("down", 340, 600, pointer=1)
    driver.now += 0.2
    driver.touch("move", 100, 600, pointer=0)
    driver.touch("move", 440, 600, pointer=1)
    driver.touch("up", 100, 600, pointer=0)
    driver.touch("up", 440, 600, pointer=1)
    (gesture,) = driver.seen.values()
    assert gesture.action == actions.Drag(((200, 600), (100, 600)), duration=200)
    assert gesture.flag.startswith("2 fingers")
    assert {pointer for _, pointer, _, _ in gesture.path} == {0, 1}


def test_a_cancelled_touch_is_nothing(driver):
    driver.touch("down", 100, 200)
    driver.touch("cancel", 100, 200)
    driver.touch("up", 100, 200)
    assert driver.actions == []


def test_a_rotation_in_mid_touch_drops_the_touch(driver):
    driver.touch("down", 100, 200)
    driver.recogniser.resize(1200, 540)
    driver.touch("up", 100, 200)
    assert driver.actions == []
    driver.tap(1100, 300)
    assert driver.actions == [actions.Click(((1100, 300),))]


def test_keys_text_and_keyboard_taps_merge_into_one_type(driver):
    driver.key("H")
    driver.key("i")
    driver.send({"type": "text", "text": " 你好🎉", "id": 1})
    driver.tap(100, 1000, keyboard="key")
    assert len(driver.actions) == 1
    assert driver.actions[0] == actions.Type("Hi 你好🎉")


def test_backspace_takes_back_what_was_typed(driver):
    driver.key("a")
    driver.key("b")
    driver.key("Backspace", code="Backspace")
    assert driver.actions == [actions.Type("a")]


def test_a_click_between_ends_a_type(driver):
    driver.key("a")
    driver.tap(100, 200)
    driver.key("b")
    assert [a.name for a in driver.actions] == ["type", "click", "type"]


def test_enter_is_a_button_and_modifiers_alone_are_nothing(driver):
    driver.key("Shift", code="ShiftLeft")
    assert driver.actions == []
    driver.key("a")
    driver.key("Enter", code="Enter")
    driver.tap(500, 1150, keyboard="enter")
    assert driver.actions == [actions.Type("a"), actions.ButtonPress("enter"), actions.ButtonPress("enter")]


def test_a_shortcut_is_noted(driver):
    driver.key("v", ctrl=True)
    (gesture,) = driver.seen.values()
    assert gesture.action == actions.Type("") and gesture.flag == "Ctrl+V"


def test_a_paste_from_the_platform_is_a_type(driver):
    driver.send({"type": "clipboard_set", "text": "from outside", "paste": True})
    driver.send({"type": "clipboard_set", "text": "only kept"})
    assert driver.actions == [actions.Type("from outside")]


def test_wheel_turns_merge_until_the_direction_changes(driver):
    for dy in (-60, -60, -60, 60):
        driver.send({"type": "wheel", "x": 270, "y": 600, "dx": 0, "dy": dy})
        driver.now += 0.1
    first, second = driver.actions
    assert first.points == ((270, 600), (270, 420))
    assert second.points == ((270, 600), (270, 660))


def test_buttons_and_apps(driver):
    driver.send({"type": "button", "name": "back"})
    driver.send({"type": "open_app", "package": "com.example.notes"})
    driver.send({"type": "button", "name": "power"})
    assert driver.actions[:2] == [actions.ButtonPress("back"), actions.OpenApp("com.example.notes")]
    assert "power" in list(driver.seen.values())[2].flag


@pytest.mark.parametrize(
    "kind", ["ack", "ping", "heartbeat", "screenshot", "clipboard_get", "reset_video", None]
)
def test_what_is_no_input_is_no_gesture(driver, kind):
    driver.send({"type": kind})
    assert driver.actions == []


def test_points_stay_inside_the_screen(driver):
    driver.tap(-5, 5000)
    assert driver.actions == [actions.Click(((0, 1199),))]


def test_a_cut_off_touch_leaves_no_finger_behind():
    """Its end was never heard, or it was told to be over: the next tap is a tap, not a drag from there."""
    for told in (False, True):
        recogniser = GestureRecogniser(540, 1200, 1.5)
        touch = {"type": "touch", "pointer": 0}
        recogniser.feed({**touch, "action": "down", "x": 95, "y": 200}, 1.0)
        if told:
            recogniser.feed({**touch, "action": "cancel"}, 1.1)
            assert not recogniser.touching
        recogniser.feed({**touch, "action": "down", "x": 100, "y": 420}, 5.0)
        (tap,) = recogniser.feed({**touch, "action": "up", "x": 100, "y": 420}, 5.1)
        assert tap.action.to_json() == {"name": "click", "arguments": {"points": [[100, 420]]}}
        assert tap.started_at == 5.0
