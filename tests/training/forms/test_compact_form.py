"""The compact form: what is told of a screen, and that every answer means what was done."""

import pytest

from devices import actions
from devices.actions import ActionError
from devices.adb.uitree import parse
from devices.observation import Observation
from devices.phoneworld.tasks.judge import begin, judge
from devices.phoneworld.tasks.player import Hand
from devices.phoneworld.tasks.template import templates
from evaluation.agents.dialects import CannotSay
from training import forms
from training.data.demonstrations import Variation, play
from training.environments.screens import observe

FORM = forms.get("compact")
GOAL = "Pin my note “Book ideas”, then text Maya Kowalski $12.50 for 3 tickets."


def template(key):
    return next(t for t in templates() if t.key == key)


def phone_of(key, seed=0):
    task = template(key).task(seed)
    return task, begin(task)


def apps_of(phone):
    return {row["label"]: row["package"] for row in phone.packages()}


@pytest.fixture(scope="module")
def notes():
    _, phone = phone_of("notes.pin")
    phone.open_app("org.phoneworld.notes")
    return phone


@pytest.fixture
def prompt(notes):
    return FORM.prompt(GOAL, observe(notes), [], apps_of(notes))


def test_goal_and_screen_share_their_words(prompt):
    assert [s.text for s in prompt.goal.spans] == ["Book ideas", "Maya Kowalski", "$12.50", "3"]
    assert " ROW = s0 " in prompt.text and " QUOTE book ideas s0 " in prompt.text


def test_the_same_screen_over_adb_is_told_the_same(notes, prompt):
    seen = observe(notes)
    dumped = Observation(seen.width, seen.height, None, parse(notes.ui_xml()), seen.package, seen.activity)
    assert FORM.prompt(GOAL, dumped, [], apps_of(notes)).text == prompt.text


ACTIONS = [
    actions.OpenApp("org.phoneworld.clock"),
    actions.Type("Book ideas"),
    actions.Type("text Maya Kowalski"),
    actions.Type("12.50"),
    actions.Output("Maya Kowalski"),
    actions.Output("7"),
    actions.Finish("Done"),
    actions.CallUser("This cannot be done."),
    *(actions.ButtonPress(button) for button in ("back", "home", "enter", "recents")),
    actions.Wait(2000),
    actions.Scroll(((270, 5), (270, 600)), 300),
]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda a: actions.canonical(a)[:60])
def test_an_answer_comes_back_as_the_action(prompt, action):
    (found,) = FORM.read(FORM.write(action, prompt), prompt)
    assert found.name == action.name
    if action.name == "type" and action.text == "12.50":
        assert float(found.text) == 12.5
    elif action.name not in ("finish", "call_user"):
        assert found == action


@pytest.mark.parametrize(
    "kind", [actions.Click, actions.LongPress, actions.DoubleClick], ids=lambda k: k.name
)
def test_a_touch_anywhere_on_an_element_comes_back_onto_it(prompt, kind):
    for one in (e for e in prompt.elements if e.touch and e.role != "seek"):
        x, y = one.point
        (found,) = FORM.read(FORM.write(kind(((x + 1, y + 1),)), prompt), prompt)
        assert found.name == kind.name and found.points == ((x, y),)


@pytest.mark.parametrize("way", ["down", "up"])
def test_scrolling_comes_back_the_same_way(prompt, way):
    (scroll,) = FORM.read(way, prompt)
    assert FORM.write(scroll, prompt) == way
    (_, before), (_, after) = scroll.points
    assert (after < before) == (way == "down")


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "tap",
        "tap e999",
        "type s99",
        "type",
        "open s0",
        "open app:none",
        "say n0",
        "keys s1",
        "fly e1",
        "down e1",
    ],
)
def test_what_is_no_answer_is_refused(prompt, answer):
    with pytest.raises(ActionError):
        FORM.read(answer, prompt)
    FORM.remember(answer, prompt)  # a step that failed is remembered too


def test_what_stands_nowhere_cannot_be_said(prompt):
    with pytest.raises(CannotSay):
        FORM.write(actions.Type("Zanzibar"), prompt)


def test_history_counts_and_says_when_nothing_changed(notes):
    seen, apps = observe(notes), apps_of(notes)
    past = []
    for _ in range(3):
        prompt = FORM.prompt(GOAL, seen, past, apps)
        place = next(n for n, name in enumerate(prompt.names) if name == ("search", "notes"))
        past.append(FORM.remember(f"tap e{place}", prompt))
    told = FORM.prompt(GOAL, seen, past, apps).text.split(" PAST ")[1].split(" APP ")[0]
    assert told.split()[0] == "TAP" and "x3 SAME" in told
    assert " ACTION DID search notes " in FORM.prompt(GOAL, seen, past, apps).text


def test_what_may_be_said_is_told_once_more_and_whether_it_was(notes):
    seen, apps = observe(notes), apps_of(notes)
    prompt = FORM.prompt(GOAL, seen, [], apps)
    assert prompt.text.split(" MAYBE ")[0].endswith(
        " WORDS note QUOTE S0 text maya S1 text PRICE S2 text 3 S3"
    )
    answer = FORM.write(actions.Type("Book ideas"), prompt)
    assert answer == "type S0"
    after = FORM.prompt(GOAL, seen, [FORM.remember(answer, prompt)], apps).text
    assert " QUOTE DID S0 " in after and " QUOTE S0 " in prompt.text and "TYPE s0" in after


def test_what_was_read_in_another_app_can_be_typed():
    episode = play(template("across.code_into_note").task(0), "0", Variation.none())
    answers = [answer for _, answer in FORM.examples(episode)]
    assert [a for a in answers if a.startswith(("fill", "type")) and " n" in a], answers


@pytest.mark.parametrize("key", ["contacts.new_number", "notes.create", "talk.beanly_order", "todo.new_task"])
def test_a_demonstration_in_answers_is_still_rewarded(key):
    """Fields filled, texts replaced, keys of a PIN: several actions in one answer."""
    task = template(key).task(0)
    episode = play(task, "0", Variation.none())
    phone = begin(task)
    hand, before, past, ending = Hand(phone), phone.snapshot(), [], (None, None)
    answers = [answer for _, answer in FORM.examples(episode)]
    for answer in answers:
        prompt = FORM.prompt(episode.goal, observe(phone), past, episode.apps)
        for action in FORM.read(answer, prompt):
            if action.is_final:
                ending = action.name, action.text
            else:
                hand.do(action)
        past.append(FORM.remember(answer, prompt))
    assert judge(task, before, phone.state, *ending).reward == 1
    assert len(answers) <= len(episode.steps)


def test_planted_mistakes_are_history_but_no_rows():
    task = template("notes.create").task(0)
    episode = play(task, "0", Variation.none())
    plain = FORM.examples(episode)
    episode.about["mistakes"] = [1]
    assert len(FORM.examples(episode)) == len(plain) - 1


def test_an_app_that_the_goal_does_not_name_is_pointed_at_among_those_that_speak_of_it(notes):
    asked = FORM.prompt("Delete my “Night bus” alarm.", observe(notes), [], apps_of(notes))
    assert asked.maybe[0] == "org.phoneworld.clock" and " MAYBE app:clock A0 " in asked.text
    answer = FORM.write(actions.OpenApp("org.phoneworld.clock"), asked)
    assert answer == "open A0"
    assert FORM.read(answer, asked) == (actions.OpenApp("org.phoneworld.clock"),)
    assert '"said": "app:clock"' in FORM.remember(answer, asked)
    named = FORM.prompt("Delete my “Night bus” alarm in Clock.", observe(notes), [], apps_of(notes))
    assert "org.phoneworld.clock" not in named.maybe and " ALSO " in named.text
    with pytest.raises(ActionError):
        FORM.read("open A9", asked)


def test_what_changed_nothing_is_not_answered_again_and_nothing_a_third_time(notes):
    seen, apps = observe(notes), apps_of(notes)
    past, answers = [], []
    for answer in ("tap e0", "wait", "wait", "tap e0"):
        prompt = FORM.prompt(GOAL, seen, past, apps)
        answers.append(prompt.refused)
        past.append(FORM.remember(answer, prompt))
    assert answers == [(), ("tap e0",), ("tap e0",), ("tap e0", "wait")]
    elsewhere = notes.fork()
    elsewhere.open_app("org.phoneworld.clock")
    there, past = observe(elsewhere), []
    for looked, answer in ((seen, "home"), (there, "back"), (seen, "home"), (there, "back")):
        prompt = FORM.prompt(GOAL, looked, past, apps)
        assert not prompt.refused
        past.append(FORM.remember(answer, prompt))
    assert FORM.prompt(GOAL, seen, past, apps).refused == ("home",)


def test_who_said_nothing_is_asked_again(notes):
    seen, apps = observe(notes), apps_of(notes)
    past = [FORM.remember("", FORM.prompt(GOAL, seen, [], apps))]
    again = FORM.prompt(GOAL, seen, past, apps)
    assert again.refused == () and " SAME " in again.text


def test_an_answer_that_could_not_be_read_is_not_given_again(notes):
    seen, apps = observe(notes), apps_of(notes)
    prompt = FORM.prompt(GOAL, seen, [], apps)
    past = [FORM.remember("open S9\n(This could not be read: there is no app S9.)", prompt)]
    assert FORM.prompt(GOAL, seen, past, apps).refused == ("open S9",)


def test_a_line_says_what_words_of_the_goal_lie_behind_it(notes):
    """And how likely it is the one."""
    phone = notes.fork()
    phone.open_app("org.phoneworld.clock")
    lines = FORM.prompt("Start a stopwatch.", observe(phone), [], apps_of(phone)).text
    assert " TAB = stopwatch > start r0 e4 " in lines
