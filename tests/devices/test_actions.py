"""The action space: canonical form, coordinates, and PhoneBuddy's own tool calls."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices import actions
from devices.actions import ActionError

EXAMPLES = [
    actions.Click(((270, 600),)),
    actions.DoubleClick(((1, 2),), interval=120),
    actions.LongPress(((539, 1199),), duration=900),
    actions.Scroll(((270, 900), (270, 300)), duration=250),
    actions.Drag(((10, 20), (30, 40)), duration=1500),
    actions.Type('héllo 你好 🎉 <b> & "x"\nsecond line '),
    actions.ButtonPress("back"),
    actions.OpenApp("com.example.notes"),
    actions.CloseApp("com.example.notes"),
    actions.Wait(2000),
    actions.Output("42 < 43"),
    actions.Finish(""),
    actions.CallUser("please sign in"),
]


def test_every_kind_has_an_example():
    assert {a.name for a in EXAMPLES} == set(actions.KINDS)


@pytest.mark.parametrize("action", EXAMPLES, ids=lambda a: a.name)
def test_canonical_form_reads_back_equal(action):
    assert actions.from_json(action.to_json()) == action
    assert actions.canonical(actions.from_json(action.to_json())) == actions.canonical(action)


@pytest.mark.parametrize("form", ["json", "xml"])
@pytest.mark.parametrize("action", EXAMPLES, ids=lambda a: a.name)
def test_tool_calls_read_back_equal(action, form):
    reply = f"<think>a <tool_call> in a thought</think>I tap.\n{actions.to_tool_call(action, form)}"
    assert actions.from_tool_call(reply) == action


@given(st.text())
def test_any_text_survives_both_forms(text):
    for form in ("json", "xml"):
        assert actions.from_tool_call(actions.to_tool_call(actions.Type(text), form)).text == text


def test_the_runners_argument_names():
    assert actions.ButtonPress("home").to_json() == {"name": "button_press", "arguments": {"type": "home"}}
    assert actions.Wait(500).to_json() == {"name": "wait", "arguments": {"time": 500}}
    assert actions.Click(((3, 4),)).to_json() == {"name": "click", "arguments": {"points": [[3, 4]]}}


@pytest.mark.parametrize(
    "data, says",
    [
        ({"name": "tap", "arguments": {}}, "no action called"),
        ({"name": "click", "arguments": {}}, "lacks points"),
        ({"name": "click", "arguments": {"points": [[1, 2], [3, 4]]}}, "[[x, y]]"),
        ({"name": "click", "arguments": {"points": [[-1, 2]]}}, "at least 0"),
        ({"name": "click", "arguments": {"points": [[True, 2]]}}, "number"),
        ({"name": "click", "arguments": {"points": [[1, 2]], "speed": 1}}, "no argument speed"),
        ({"name": "type", "arguments": {"text": 5}}, "must be text"),
        ({"name": "button_press", "arguments": {"type": "turbo"}}, "one of"),
        ({"name": "wait", "arguments": {"time": float("nan")}}, "finite"),
        ({"name": "open_app", "arguments": {"package": " "}}, "empty"),
        (["click"], "an object"),
    ],
)
def test_what_is_no_action_is_refused_in_plain_words(data, says):
    with pytest.raises(ActionError, match=says.replace("[", r"\[").replace("]", r"\]")):
        actions.from_json(data)


@pytest.mark.parametrize(
    "reply",
    [
        "I am done.",
        '<tool_call>{"name": "click"</tool_call>',
        "<tool_call><function=click><parameter=points>here</parameter></function></tool_call>",
        actions.to_tool_call(EXAMPLES[0]) + actions.to_tool_call(EXAMPLES[0]),
    ],
)
def test_a_bad_reply_is_an_error_never_a_no_op(reply):
    with pytest.raises(ActionError):
        actions.from_tool_call(reply)


@given(st.integers(1, 1000), st.data())
def test_pixels_come_back_exactly_on_screens_up_to_1000(size, data):
    px = data.draw(st.integers(0, size - 1))
    assert actions.pixel(actions.thousandth(px, size), size) == px


@given(st.integers(1001, 2000), st.data())
def test_larger_screens_come_back_within_a_pixel(size, data):
    px = data.draw(st.integers(0, size - 1))
    assert abs(actions.pixel(actions.thousandth(px, size), size) - px) <= 1


@given(st.integers(1000, 4000), st.integers(0, 999))
def test_model_values_survive_the_way_to_pixels_and_back(size, value):
    assert actions.thousandth(actions.pixel(value, size), size) == value


def test_the_edges():
    assert actions.pixel(0, 540) == 0
    assert actions.pixel(1000, 540) == 539
    assert actions.pixel(999, 2400) == 2397
    assert actions.to_device(actions.Click(((500, 1000),)), 1080, 2400) == actions.Click(((540, 2399),))
    assert actions.to_model(actions.Wait(5), 540, 1200) == actions.Wait(5)
