"""Each dialect against examples worked out by hand: what is said, what it means on a 1080 × 2400 screen."""

# An example is easier to check when it stands in one line.
# ruff: noqa: E501

import pytest

from devices import actions
from devices.actions import ActionError
from evaluation.agents import dialects
from evaluation.agents.dialects import CannotSay, Screen
from evaluation.agents.dialects.ui_tars import smart_size

NOTES = "org.example.notes"
SCREEN = Screen(1080, 2400, apps={"Notes": NOTES}, elements=((0, 0, 100, 50), (200, 1000, 401, 1201)))

#: (dialect, what the model said, what it means)
EXAMPLES = [
    # PhoneBuddy: floor(x · 1080 / 1000), floor(y · 2400 / 1000); 1000 is the last pixel.
    ("phonebuddy-json", '<think>Tap it.</think><tool_call>{"name": "click", "arguments": {"points": [[500, 125]]}}</tool_call>',
     [actions.Click(((540, 300),))]),
    ("phonebuddy-json", '<think>a</think><tool_call>{"name": "click", "arguments": {"points": [1000, 1000]}}</tool_call>',
     [actions.Click(((1079, 2399),))]),
    ("phonebuddy-json", '<tool_call>{"name": "click", "arguments": {"points": "[[33, 7]]"}}</tool_call>',
     [actions.Click(((35, 16),))]),  # 35.64, 16.8
    ("phonebuddy-json", '<tool_call>\n```json\n{"name": "scroll", "arguments": {"points": [[500, 800], [500, 300]], "duration": 250,}}\n```',
     [actions.Scroll(((540, 1920), (540, 720)), duration=250)]),
    ("phonebuddy-json", 'thinking without an opening mark</think>{"name": "button_press", "arguments": {"type": "back"}}',
     [actions.ButtonPress("back")]),
    ("phonebuddy-json", '<tool_call>{"name": "finish"}</tool_call>', [actions.Finish("")]),
    ("phonebuddy-json", '<tool_call>{"name": "wait", "arguments": "{\\"time\\": 500}"}</tool_call>', [actions.Wait(500)]),
    ("phonebuddy-xml", "<think>t</think><tool_call>\n<function=type>\n<parameter=text>\n2 &lt; 3\n</parameter>\n</function>\n</tool_call>",
     [actions.Type("2 < 3")]),
    ("phonebuddy-xml", "<tool_call><function=drag><parameter=points>\n[[0, 0], [1000, 500]]\n</parameter></function>",
     [actions.Drag(((0, 0), (1079, 1200)))]),
    # Qwen2.5-VL: pixels of the picture it saw; half a pixel goes up.
    ("mobile-use", 'Action: tap.\n<tool_call>\n{"name": "mobile_use", "arguments": {"action": "click", "coordinate": [541, 1200]}}\n</tool_call>',
     [actions.Click(((541, 1200),))]),
    ("mobile-use", '<thinking>x</thinking><tool_call>{"name":"mobile_use","arguments":{"action":"swipe","coordinate":[500,1500],"coordinate2":[500,500]}}</tool_call>',
     [actions.Scroll(((500, 1500), (500, 500)))]),
    ("mobile-use", '{"action": "long_press", "coordinate": [1, 2], "time": "1.5"}', [actions.LongPress(((1, 2),), duration=1500)]),
    ("mobile-use", '{"action": "system_button", "button": "Back"}', [actions.ButtonPress("back")]),
    ("mobile-use", '{"action": "open", "text": "notes"}', [actions.OpenApp(NOTES)]),
    ("mobile-use", '{"action": "swipe", "direction": "up", "coordinate": [540, 2000]}',
     [actions.Scroll(((540, 2000), (540, 1040)))]),  # 40 % of 2400 is 960; the finger goes up
    ("mobile-use", '{"action": "terminate", "status": "failure"}', [actions.CallUser("")]),
    ("mobile-use", '{"action": "answer", "text": "42"}', [actions.Output("42")]),
    ("mobile-use-1000", '{"action": "click", "coordinate": [999, 1]}', [actions.Click(((1078, 2),))]),
    # UI-TARS.
    ("ui-tars", "Thought: the button\nAction: click(start_box='(500,125)')", [actions.Click(((540, 300),))]),
    ("ui-tars", "Thought: t\nAction: click(start_box='<|box_start|>(500,125)<|box_end|>')", [actions.Click(((540, 300),))]),
    ("ui-tars", "Action: click(start_box='[101, 201, 102, 202]')", [actions.Click(((109, 483),))]),  # 101.5 → 109.62; 201.5 → 483.6
    ("ui-tars", "Action: click(point='<point>500 125</point>')", [actions.Click(((540, 300),))]),
    ("ui-tars", "Action: scroll(start_box='(500,500)', direction='down')", [actions.Scroll(((540, 1200), (540, 240)))]),
    ("ui-tars", "Action: type(content='it's \\n')", [actions.Type("it's \n")]),
    ("ui-tars", "Action: press_home()", [actions.ButtonPress("home")]),
    ("ui-tars", "Action: open_app(app_name='Notes')", [actions.OpenApp(NOTES)]),
    ("ui-tars", "Action: finished(content='done')", [actions.Finish("done")]),
    # 1080 × 2400 is looked at as 1092 × 2408: x · 1080 / 1092, and .5 goes up.
    ("ui-tars-1.5", "Action: click(start_box='(546,1204)')", [actions.Click(((540, 1200),))]),
    ("ui-tars-1.5", "Action: click(start_box='(1092,0)')", [actions.Click(((1079, 0),))]),
    # AutoGLM.
    ("autoglm", '<think>open it</think><answer>do(action="Launch", app="Notes")</answer>', [actions.OpenApp(NOTES)]),
    ("autoglm", 'I tap.\ndo(action="Tap", element=[499, 501])', [actions.Click(((538, 1202),))]),  # 538.92, 1202.4
    ("autoglm", '<answer>do(action="Swipe", start=[500, 800], end=[500, 200])', [actions.Scroll(((540, 1920), (540, 480)))]),
    ("autoglm", '<answer>do(action="Type", text="say "hi"\nnow")</answer>', [actions.Type('say "hi"\nnow')]),
    ("autoglm", '<answer>do(action="Wait", duration="3 seconds")</answer>', [actions.Wait(3000)]),
    ("autoglm", '<answer>do(action="Take_over", message="sign in")</answer>', [actions.CallUser("sign in")]),
    ("autoglm", '<answer>finish(message="It is 21 °C.")</answer>', [actions.Finish("It is 21 °C.")]),
    # AndroidWorld: input_text taps, types and presses Enter; scroll is where the content is looked at.
    ("android-world", 'Reason: r\nAction: {"action_type": "click", "x": 540.5, "y": 300.49}', [actions.Click(((541, 300),))]),
    ("android-world", 'Reason: r\nAction: {"action_type": "click", "index": 1}', [actions.Click(((300, 1100),))]),
    ("android-world", '{"action_type": "input_text", "text": "milk", "index": 0}',
     [actions.Click(((50, 25),)), actions.Type("milk\n")]),
    ("android-world", '{"action_type": "scroll", "direction": "down"}', [actions.Scroll(((540, 1680), (540, 720)))]),
    ("android-world", '{"action_type": "swipe", "direction": "down"}', [actions.Scroll(((540, 720), (540, 1680)))]),
    ("android-world", '{"action_type": "status", "goal_status": "infeasible"}', [actions.CallUser("")]),
    ("android-world", '{"action_type": "answer", "text": "42"}', [actions.Output("42")]),
    ("android-control", '{"action_type": "input_text", "text": "milk"}', [actions.Type("milk")]),
    ("android-control", '{"action_type": "navigate_back"}', [actions.ButtonPress("back")]),
    ("android-control", '{"action_type": "open_app", "app_name": "Notes"}', [actions.OpenApp(NOTES)]),
]  # fmt: skip

#: (dialect, what is no answer in it, a word of why)
NONSENSE = [
    ("phonebuddy-json", "I am not sure.", "no tool call"),
    ("phonebuddy-json", '<tool_call>{"name": "fly", "arguments": {}}</tool_call>', "no action called"),
    ("phonebuddy-json", '<tool_call>{"name": "click", "arguments": {"points": [[-5, 3]]}}</tool_call>', "out of range"),
    ("phonebuddy-json", '<tool_call>{"name":"finish"}</tool_call><tool_call>{"name":"finish"}</tool_call>', "more than one"),
    ("phonebuddy-json", '<tool_call>{"name": "click", "arguments": {"points": [["a", 3]]}}</tool_call>', "number"),
    ("phonebuddy-json", '<tool_call>{"name": "scroll", "arguments": {"points": [[1, 3]]}}</tool_call>', "two points"),
    ("mobile-use", '{"action": "key", "text": "volume_up"}', "no button"),
    ("mobile-use", '{"action": "click"}', "coordinate"),
    ("mobile-use", '{"action": "open", "text": "Nowhere"}', "no app"),
    ("ui-tars", "Thought: hm", "no Action"),
    ("ui-tars", "Action: hotkey(key='ctrl c')", "no key"),
    ("ui-tars", "Action: click(start_box='here')", "box"),
    ("ui-tars", "Action: __import__('os').system('true')", "by name"),
    ("autoglm", "<answer>wait</answer>", "neither"),
    ("autoglm", '<answer>do(action="Note", message="True")</answer>', "cannot do"),
    ("android-world", '{"action_type": "click", "index": 9}', "no element"),
    ("android-world", '{"action_type": "click", "x": NaN, "y": 1}', "number"),
    ("android-control", '{"action_type": "answer", "text": "42"}', "no action_type"),
]  # fmt: skip


@pytest.mark.parametrize("name, said, meant", EXAMPLES)
def test_what_it_says_and_what_it_means(name, said, meant):
    assert list(dialects.get(name).read(said, SCREEN).actions) == meant


@pytest.mark.parametrize("name, said, why", NONSENSE)
def test_what_is_no_answer_is_the_models_error_in_plain_words(name, said, why):
    with pytest.raises(ActionError, match=why):
        dialects.get(name).read(said, SCREEN)


SAYABLE = [
    actions.Click(((540, 300),)), actions.DoubleClick(((540, 300),)), actions.LongPress(((540, 300),), duration=1000),
    actions.Scroll(((540, 1680), (540, 720))), actions.Drag(((54, 240), (540, 720))), actions.Type("milk & 2 > 1"),
    actions.Type("milk\n"), actions.ButtonPress("back"), actions.ButtonPress("home"), actions.ButtonPress("recents"),
    actions.OpenApp(NOTES), actions.CloseApp(NOTES), actions.Wait(1000), actions.Output("42"), actions.Finish(""),
    actions.CallUser(""),
]  # fmt: skip
#: What a dialect says otherwise than it was meant: it has one word for both.
SAME_WORD = {
    "ui-tars": {"scroll": "drag", "output": "finish"},
    "ui-tars-1.5": {"scroll": "drag", "output": "finish"},
    "autoglm": {"output": "finish"},
}
TIMES = {"duration", "interval"}


@pytest.mark.parametrize(
    "action", SAYABLE, ids=lambda a: f"{a.name}-{list(a.to_json()['arguments'].values())}"[:40]
)
@pytest.mark.parametrize("name", sorted(dialects.DIALECTS))
def test_what_can_be_said_reads_back_as_it_was_meant(name, action):
    dialect = dialects.get(name)
    try:
        said = dialect.write(action, SCREEN, "because")
    except CannotSay:
        return
    reply = dialect.read(said, SCREEN)
    (back,) = reply.actions
    assert reply.thought == "because"
    assert back.name == SAME_WORD.get(name, {}).get(action.name, action.name)
    meant, got = action.to_json()["arguments"], back.to_json()["arguments"]
    for key in meant.keys() & got.keys() - TIMES:
        if key == "points":
            assert all(
                abs(a - b) <= 3
                for p, q in zip(meant[key], got[key], strict=True)
                for a, b in zip(p, q, strict=True)
            )
        else:
            assert got[key] == meant[key]


def test_what_an_environment_would_do_otherwise_is_not_said():
    world = dialects.get("android-world")
    for text in ("milk", "牛奶\n"):  # it would press Enter; it would drop the letters
        with pytest.raises(CannotSay):
            world.write(actions.Type(text), SCREEN)


def test_a_scaled_picture_is_scaled_back_with_halves_up():
    seen = Screen(1080, 2400, image=(720, 1600))
    (tap,) = dialects.get("mobile-use").read('{"action": "click", "coordinate": [101, 201]}', seen).actions
    assert tap.points == ((152, 302),)  # 151.5 and 301.5


@pytest.mark.parametrize(
    "size, looked_at",
    [
        ((1080, 2400), (1092, 2408)),
        ((540, 1200), (532, 1204)),
        ((42, 42000), (56, 42000)),
        ((70, 280), (140, 560)),
    ],
)  # 42/28 = 1.5 → 2; 70 × 280: scaled up by √(78400/19600) = 2, to 140 × 560, each side rounded up to 28s
def test_the_size_at_which_a_picture_is_looked_at(size, looked_at):
    assert smart_size(*size) == looked_at


def test_every_dialect_tells_how_to_answer():
    for dialect in dialects.DIALECTS.values():
        assert len(dialect.tools(SCREEN)) > 300 and dialect.version
