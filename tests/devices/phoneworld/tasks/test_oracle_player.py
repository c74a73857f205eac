"""The player sees what the UI tree tells, acts in the action space alone, and says what it cannot find."""

import json

import pytest

from devices import actions
from devices.phoneworld import Phone
from devices.phoneworld.errors import SpecError
from devices.phoneworld.tasks.judge import begin, judge, run
from devices.phoneworld.tasks.moves import Move, as_json, from_json
from devices.phoneworld.tasks.player import Hand, Player, Stuck, perform
from devices.phoneworld.tasks.sight import from_frame, from_xml
from devices.phoneworld.tasks.template import FOLDER, load_folder, load_text


def one(folder, name, seed=0):
    return next(t for t in load_folder(FOLDER / folder) if t.key == f"{folder}.{name}").task(seed)


@pytest.mark.parametrize("app", ["calendar", "contacts", "files", "marlow", "messages", "notes", "settings"])
def test_a_frame_shows_what_the_dump_shows(app):
    phone = Phone(seed=1)
    phone.open_app(f"org.phoneworld.{app}")
    said = [(n.text, n.desc, n.box) for n in from_frame(phone.frame()).nodes if n.text or n.desc]
    dumped = [(n.text, n.desc, n.box) for n in from_xml(phone.ui_xml()).nodes if n.text or n.desc]
    assert set(dumped) <= set(said)
    assert all(box in {d[2] for d in dumped} for _, _, box in said if box[1] >= 60)  # the status bar aside


def test_a_trajectory_is_actions_alone():
    task = one("messages", "send", 2)
    outcome = run(task)
    assert outcome.reward == 1
    phone = begin(task)
    before = phone.snapshot()
    for action in outcome.played.actions:  # and played again from their JSON they come to the same
        perform(phone, actions.from_json(json.loads(json.dumps(action.to_json()))))
        phone.advance(0)
    last = outcome.played.actions[-1]
    assert judge(task, before, phone.state, last.name, last.text).reward == 1


def test_moves_survive_json():
    moves = one("contacts", "add").oracle()
    assert [as_json(from_json(json.loads(json.dumps(as_json(m))))) for m in moves] == [
        as_json(m) for m in moves
    ]
    text = HARD.replace("[{open: Notes}, ", "[{open: Notes}, {scroll: '{2 + 3}'}, ")
    assert as_json(load_text(text, "sample.yaml", "sample")[0].task(0).oracle()[1]) == {"scroll": 5}
    with pytest.raises(ValueError, match="no move"):
        from_json({"jump": "high"})


def test_the_last_rows_of_a_long_list_are_found_and_absent_ones_reported():
    phone = Phone(seed=1)
    player = Player(Hand(phone))
    player.play([Move("open", "Contacts"), Move("tap", "王小明")], finish=False)
    assert "xiaoming@example.org" in player.hand.see().words()
    with pytest.raises(Stuck, match="Nobody Here"):
        player.play([Move("tap", "Nobody Here")])


def test_without_a_fork_it_scrolls_for_real():
    class Eyes(Hand):
        """A hand that only sees and does."""

        def __init__(self, phone):
            self._phone, self.width, self.height = phone, phone.width, phone.height

        phone = None

        def see(self):
            return from_xml(self._phone.ui_xml())

        def do(self, action):
            perform(self._phone, action)

    phone = Phone(seed=1)
    Player(Eyes(phone)).play(
        [Move("open", "Notes"), Move("long", "Meter readings"), Move("tap", "Pin to top")]
    )
    assert phone.state["apps"]["org.phoneworld.notes"]["notes"]["energy"]["pinned"]


def test_near_below_and_nth_choose_between_equals():
    phone = Phone(seed=1)
    player = Player(Hand(phone))
    player.play([Move("open", "Marlow"), Move("tap", "Cart")], finish=False)
    player.move(Move("tap", "Increase", near="Remove Dotted Notebook A5"))
    cart = phone.state["apps"]["org.phoneworld.marlow"]["cart"]
    assert (cart["c1"]["quantity"], cart["c2"]["quantity"]) == (1, 3)
    player.move(Move("tap", "Increase", nth=1))
    assert phone.state["apps"]["org.phoneworld.marlow"]["cart"]["c1"]["quantity"] == 2


HARD = """ask:
  kind: impossible
  apps: [Notes]
  goal: [Delete the note “Sailing”., Delete “Sailing”., delete Sailing]
  because: [Sailing]
  oracle: [{open: Notes}, {finish: "There is no note Sailing."}]
"""


@pytest.mark.parametrize(
    ("ending", "text", "reward"),
    [
        ("call_user", "", 1),
        ("finish", "There is no note called Sailing", 1),
        ("output", "没有 Sailing 这条笔记", 1),
        ("finish", "I could not do it", 0),
        ("finish", "Sailing is deleted", 0),
        (None, None, 0),
    ],
)
def test_what_cannot_be_done_is_to_be_said(ending, text, reward):
    task = load_text(HARD, "sample.yaml", "sample")[0].task(0)
    state = begin(task).snapshot()
    outcome = judge(task, state, state, ending, text)
    assert outcome.reward == reward
    assert outcome.false_claim == (ending in ("finish", "output") and not reward)


def test_an_honest_word_does_not_excuse_damage():
    task = load_text(HARD, "sample.yaml", "sample")[0].task(0)
    phone = begin(task)
    before = phone.snapshot()
    Player(Hand(phone)).play([Move("open", "Notes"), Move("long", "Quotes"), Move("tap", "Pin to top")])
    outcome = judge(task, before, phone.state, "call_user", "")
    assert outcome.reward == 0 and outcome.side_effects


def test_progress_side_effects_and_length_are_told_apart():
    task = one("notes", "pin_three", 1)
    moves = task.oracle()
    outcome = run(task, moves[:3])
    assert (outcome.reward, round(outcome.progress, 2), outcome.false_claim) == (0, 0.33, True)
    assert outcome.side_effects == []
    state = begin(task).snapshot()
    assert judge(task, state, state, actions=30, oracle_actions=10).over_long
    assert not judge(task, state, state, actions=20, oracle_actions=10).over_long


def test_what_is_read_can_be_typed():
    phone = Phone(seed=1)
    phone.receive_sms("Doorman", "Your code is 482913. It works for ten minutes.")
    moves = [
        Move("open", "Messages"),
        Move("tap", "Doorman"),
        Move("read", {"code": r"code is (\d{6})"}),
        Move("open", "Notes"),
        Move("tap", "New note"),
        Move("type", {"Title": "Code <code>"}),
        Move("tap", "Save"),
    ]
    Player(Hand(phone)).play(moves)
    assert any(
        n["title"] == "Code 482913" for n in phone.state["apps"]["org.phoneworld.notes"]["notes"].values()
    )
    with pytest.raises(SpecError, match="one group"):
        load_text(HARD.replace("{open: Notes}, ", "{open: Notes}, {read: {code: 'x'}}, "), "a.yaml", "a")
