"""Modules of everyday apps under a person's hands: logs, countdowns, lists, study, catalogues, forms, tools."""

# ruff: noqa: E501 - embedded text keeps its lines

import pytest

from devices.phoneworld.arithmetic import calculate
from devices.phoneworld.spec import load_text
from devices.phoneworld.world import World
from tests.devices.phoneworld.samples import find, shown_words, tap

SPEC = """
package: org.example.days
label: Days
domain: time
home: main
state:
  log:
    columns: {metric: "", at: 0, value: 0, note: ""}
    rows:
      - {id: a, metric: water, at: "@-1d 10:00", value: 5}
      - {id: b, metric: water, at: "@0d 08:00", value: 2}
  rung: 0
  sent: ""
content:
  cards: {rows: [{id: one, deck: d, front: uno, back: one, hint: number}, {id: two, deck: d, front: dos, back: two, hint: number}]}
  asked:
    columns: {set: "", prompt: "", options: [], answer: "", why: ""}
    rows:
      - {id: q1, set: s, prompt: Two and two?, options: ["3", "4"], answer: "4", why: Count them.}
      - {id: q2, set: s, prompt: Sky?, options: [blue, green], answer: blue}
  goods:
    rows:
      - {id: lamp, title: Lamp, price: 30, room: Hall}
      - {id: rug, title: Rug, price: 80, room: Study}
      - {id: desk, title: Desk, price: 200, room: Study}
modules:
  - tracker: {metrics: [{id: water, title: Water, unit: glasses, goal: 8, high: 20}]}
  - countdown: {after: rung = rung + 1}
  - checklist: {table: shopping, title: Shopping, screen: shopping}
  - quiz: {questions: asked}
  - flashcards: {cards: cards}
  - catalog:
      table: goods
      screen: shop
      fields: [title]
      saved: liked
      online: Days
      one: thing
      sorts: {"A to Z": title, Dearest: "-price"}
      facets: [{column: room, label: Room}, {column: price, label: Price, kind: most, options: [50, 100], show: "up to {option}"}]
      row: {row: {title: "{item.title}", tap: "liked = with_item(liked, item.id)"}}
  - wizard:
      screen: apply
      title: Apply
      discard: Nothing was sent.
      steps:
        - {title: You, fields: [{name: who, label: Name, error: Who are you?}]}
        - {title: Work, fields: [{name: why, label: Why}]}
      done: ['sent = who + ": " + why', back()]
  - calculator: {}
  - devices: {table: things}
screens:
  main:
    title: Days
    body:
      - row: {title: go metric, tap: "open('metric', id='water')"}
      - row: {title: go timer, tap: "open('timer', minutes=5, subject='Eggs')"}
      - row: {title: go shopping, tap: "open('shopping')"}
      - row: {title: go quiz, tap: "open('quiz', set='s')"}
      - row: {title: go cards, tap: "open('cards', deck='d')"}
      - row: {title: go shop, tap: "open('shop')"}
      - row: {title: go offline, tap: "set_setting('global.airplane_mode_on', 1)"}
      - row: {title: go saved, tap: "open('saved')"}
      - row: {title: go apply, tap: "open('apply')"}
      - row: {title: go calculator, tap: "open('calculator')"}
      - row: {title: go lamp, tap: ["insert(things, id='l', name='Lamp', room='Hall', kind='light', on=True, level=40)", "open('device', id='l')"]}
"""
WORLD = []


@pytest.fixture
def phone():
    if not WORLD:
        WORLD.append(World([load_text(SPEC, "days/app.yaml")]))
    phone = WORLD[0].phone(1, height=2400)
    phone.open_app("org.example.days")
    return phone


def state(phone):
    return phone.state["apps"]["org.example.days"]


def test_a_logged_number_is_in_the_day_s_column(phone):
    tap(phone, "go metric")
    assert "Sat: 2 glasses" in shown_words(phone)
    tap(phone, "Log")
    tap(phone, "Save")
    assert len(state(phone)["log"]) == 2, "nothing was entered"
    tap(phone, "Water")
    phone.type_text("3")
    tap(phone, "Save")
    assert "Sat: 5 glasses" in shown_words(phone)
    tap(phone, "Fri: 5 glasses")
    assert "Yesterday, 10:00" in shown_words(phone) and "Today, 08:00" not in shown_words(phone)
    tap(phone, "Goal" if "Goal" in shown_words(phone) else "Daily goal")
    phone.type_text("0")
    tap(phone, "Save")
    assert state(phone)["goals"]["water"]["goal"] == 80


def test_a_countdown_rings_on_the_clock_and_can_be_paused(phone):
    tap(phone, "go timer")
    assert "5:00" in shown_words(phone)
    tap(phone, "Start")
    tap(phone, "Pause")
    left = state(phone)["timer_left"]
    assert 0 < left < 300_000
    phone.wait(400_000)
    assert state(phone)["rung"] == 0
    tap(phone, "Resume")
    phone.wait(300_000)
    assert state(phone)["rung"] == 1 and state(phone)["timer_end"] == 0


def test_a_checklist_adds_ticks_and_clears(phone):
    tap(phone, "go shopping")
    for word in ("Milk", "Bread"):
        tap(phone, "Add an item")
        phone.type_text(word)
        tap(phone, "Add to list")
    phone.key("BACK")
    tap(phone, "Milk")
    assert "1 of 2 done" in shown_words(phone)
    tap(phone, "More options")
    tap(phone, "Remove ticked")
    assert [i["title"] for i in state(phone)["shopping"].values()] == ["Bread"]
    tap(phone, "Undo")
    assert len(state(phone)["shopping"]) == 2


def test_a_quiz_counts_right_answers_once(phone):
    tap(phone, "go quiz")
    tap(phone, "4")
    tap(phone, "Check")
    tap(phone, "3")
    assert "Right!" in shown_words(phone), "a checked answer cannot be changed"
    tap(phone, "Next question")
    tap(phone, "green")
    tap(phone, "Check")
    assert "The answer is blue" in shown_words(phone)
    tap(phone, "See result")
    (score,) = state(phone)["scores"].values()
    assert (score["set"], score["right"], score["total"]) == ("s", 1, 2)


def test_flashcards_remember_what_is_known(phone):
    tap(phone, "go cards")
    tap(phone, "uno")
    assert "one" in shown_words(phone)
    tap(phone, "Got it")
    tap(phone, "Again")
    assert state(phone)["known"] == ("one",) and "All cards seen" in shown_words(phone)


def test_a_catalogue_narrows_orders_and_saves(phone):
    tap(phone, "go shop")
    tap(phone, "Filters")
    tap(phone, "Study")
    tap(phone, "up to 100")
    tap(phone, "Show 1 thing")
    assert "Rug" in shown_words(phone) and "Desk" not in shown_words(phone)
    tap(phone, "Filters · 2")
    tap(phone, "Clear all")
    tap(phone, "A to Z")
    tap(phone, "Dearest")
    assert find(phone, "Desk")[1] < find(phone, "Rug")[1] < find(phone, "Lamp")[1]
    tap(phone, "Lamp")
    phone.key("BACK")
    tap(phone, "go saved")
    assert "Lamp" in shown_words(phone) and "Rug" not in shown_words(phone)


def test_a_catalogue_without_a_connection_says_so(phone):
    tap(phone, "go offline")
    tap(phone, "go shop")
    assert "You are offline" in shown_words(phone) and "Lamp" not in shown_words(phone)


def test_a_form_of_pages_lets_on_when_right_and_asks_before_it_is_lost(phone):
    tap(phone, "go apply")
    tap(phone, "Next")
    assert "Who are you?" in shown_words(phone)
    tap(phone, "Name")
    phone.type_text("Ada")
    tap(phone, "Next")
    phone.key("BACK")
    assert "Step 1 of 3" in shown_words(phone)
    phone.key("BACK")
    tap(phone, "Keep going")
    tap(phone, "Next")
    tap(phone, "Why")
    phone.type_text("Sums")
    tap(phone, "Next")
    assert {"Ada", "Sums", "Step 3 of 3"} <= set(shown_words(phone))
    tap(phone, "Submit")
    assert state(phone)["sent"] == "Ada: Sums"


def test_the_calculator_keeps_what_it_worked_out(phone):
    tap(phone, "go calculator")
    for key in ("1", "2", "×", "+", "3", "="):
        tap(phone, key)
    (row,) = state(phone)["calculations"].values()
    assert (row["line"], row["result"]) == ("12+3", "15")
    for key in ("÷", "0", "="):
        tap(phone, key)
    assert "Cannot work this out" in shown_words(phone) and len(state(phone)["calculations"]) == 1


def test_a_device_is_switched_and_dimmed(phone):
    tap(phone, "go lamp")
    assert "40 %" in shown_words(phone)
    tap(phone, "Power")
    assert not state(phone)["things"]["l"]["on"] and "Off" in shown_words(phone)


@pytest.mark.parametrize(
    "line, value",
    [("2+3×4", 14), ("(2+3)×4", 20), ("50%×80", 40), ("2^3^2", 512), ("−3+√16", 1), ("7÷2", 3.5)],
)
def test_arithmetic(line, value):
    assert calculate(line) == value


@pytest.mark.parametrize("line", ["", "1+", "5÷0", "√(1−2)", "9^99", "2)", "a", "1" * 400])
def test_no_arithmetic(line):
    assert calculate(line) is None
