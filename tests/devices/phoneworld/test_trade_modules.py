"""Modules of trade and travel under a person's hands: options, basket, tracking, bookings, seats, money, places."""

# ruff: noqa: E501 - embedded text keeps its lines

import pytest

from devices.phoneworld.render import illustrations
from devices.phoneworld.spec import load_text
from devices.phoneworld.state import EMPTY, put_in
from devices.phoneworld.world import World
from tests.devices.phoneworld.samples import find, shown_words, tap

SPEC = """
package: org.example.mall
label: Mall
domain: travel
home: main
state:
  accounts:
    columns: {name: "", number: "", balance: 0}
    rows: [{id: mine, name: Everyday, number: "11", balance: 900}, {id: spare, name: Spare, number: "22", balance: 5}]
  payees:
    columns: {name: "", number: "", bank: "", own: "", last: 0}
    rows: [{id: nora, name: Nora, number: "33334444"}, {id: own, name: My spare, number: "22", own: spare}]
  bookings:
    columns: {code: "", title: "", detail: "", place: "", start: 0, end: 0, people: "", price: 0, payment: "", status: Confirmed, image: "", made: 0, departure: "", fare: "", seat: ""}
    rows:
      - {id: old, code: B-1, title: Once, start: "@-9d 10:00", end: "@-9d 11:00"}
      - {id: next, code: B-2, title: Soon, start: "@+9d 10:00", end: "@+9d 11:00"}
  addresses:
    columns: {label: "", name: "", street: "", city: "", postcode: ""}
    rows: [{id: home, label: Home, name: Alex, street: 1 Road, city: Northport, postcode: "40120"}]
content:
  items:
    rows:
      - {id: tea, title: Tea, about: Hot, price: 4, image: teapot, groups: [size, more], gone: false, shop: North}
      - {id: cake, title: Cake, about: Plum, price: 3, image: cake, groups: [], gone: true, shop: North}
      - {id: bun, title: Bun, about: Round, price: 2, image: bread, groups: [], gone: false, shop: South}
  groups:
    rows:
      - {id: size, name: Size, pick: one, choices: [{label: Small, extra: 0}, {label: Double, extra: 0, factor: 2}]}
      - {id: more, name: More, pick: many, choices: [{label: Milk, extra: 0.5}]}
  codes: {rows: [{code: TENTH, percent: 10, least: 5}]}
  stations: {rows: [{id: a, name: Aby, station: Aby Main, about: here}, {id: b, name: Bex, station: Bex Halt, about: there}]}
  departures: {rows: [{id: d1, code: T 1, origin: a, target: b, leave: 600, minutes: 90, price: 10, via: "", platform: 3, left: 9, late: 0}]}
  fare_kinds: {rows: [{id: full, name: Full, about: Any train, factor: 1.5}]}
modules:
  - options: {shop: item.shop, sold: item.gone}
  - basket: {promos: codes, fee: "1 if goods < 20 else 0", shopping: main, event: order_moves, pace: 6}
  - tracking: {steps: [Placed, Cooking, Arrived], pace: 6}
  - reviews: {target: thing}
  - transfer: {accounts: accounts, sender: Mallbank, limit: 500, home: main, pin: "2580"}
  - tickets: {}
  - journeys: {origin: a, target: b, payee: Mall, taken: "('1A',)", rows: "('AB', 'AB')", travellers: [{id: me, name: Alex Rivera}]}
screens:
  main:
    title: Mall
    body:
      - row: {title: go tea, tap: "open('customise', id='tea')"}
      - row: {title: go cake, tap: "open('customise', id='cake')"}
      - row: {title: go bun, tap: "open('customise', id='bun')"}
      - row: {title: go basket, tap: open('basket')}
      - row: {title: go bookings, tap: open('bookings')}
      - row: {title: go money, tap: open('transfer')}
      - row: {title: go reviews, tap: "open('reviews', thing='tea')"}
      - row: {title: go plan, tap: open('plan')}
"""
CITY = """
package: org.example.city
label: City
domain: maps
home: main
modules:
  - map_places: {directions: directions}
  - route: {}
screens:
  main:
    title: City
    body:
      - row: {title: go place, tap: "open('place', name='Lost Lane 4')"}
      - row: {title: go park, tap: "open('directions', target='larchpark')"}
"""
WORLD = []


def open_app(package):
    if not WORLD:
        WORLD.append(World([load_text(SPEC, "mall/app.yaml"), load_text(CITY, "city/app.yaml")]))
    phone = WORLD[0].phone(1, height=2400)
    phone.open_app(package)
    return phone


@pytest.fixture
def phone():
    return open_app("org.example.mall")


@pytest.fixture
def city():
    return open_app("org.example.city")


def state(phone):
    return phone.state["apps"]["org.example.mall"]


def rows(phone, table):
    return list(state(phone)[table].values())


def write(phone, field, text):
    tap(phone, field)
    phone.type_text(text)
    phone.key("BACK")


def keys(phone, digits):
    for digit in digits:
        tap(phone, digit)


def test_options_make_the_price_and_the_same_choice_is_one_line(phone):
    for _ in range(2):
        tap(phone, "go tea")
        tap(phone, "Double")
        tap(phone, "Milk")
        tap(phone, "Add to basket · $8.50")
    (line,) = rows(phone, "basket")
    assert (line["quantity"], line["price"], line["detail"]) == (2, 8.5, "Double, Milk")


def test_what_is_sold_out_cannot_be_added_and_another_shop_asks_first(phone):
    tap(phone, "go cake")
    tap(phone, "Sold out")
    assert not rows(phone, "basket")
    phone.key("BACK")
    for thing in ("go tea", "go bun"):
        tap(phone, thing)
        tap(phone, "Add to basket", exact=False)
    assert [line["title"] for line in rows(phone, "basket")] == ["Tea"]
    tap(phone, "Start new")
    assert [line["title"] for line in rows(phone, "basket")] == ["Bun"]


def test_a_code_lowers_the_total_and_the_order_moves_on_the_clock_until_it_is_cancelled(phone):
    tap(phone, "go tea")
    tap(phone, "Increase")
    tap(phone, "Add to basket", exact=False)
    tap(phone, "go basket")
    tap(phone, "Go to checkout")
    write(phone, "Promo code", "nonsense")
    tap(phone, "Apply code")
    assert "This code is not valid" in shown_words(phone)
    tap(phone, "Promo code")
    for _ in "nonsense":
        phone.key("DEL")
    phone.type_text("tenth")
    phone.key("BACK")
    tap(phone, "Apply code")
    tap(phone, "Place order")
    (order,) = rows(phone, "orders")
    assert (order["total"], order["code"], order["items"]) == (8.2, "TENTH", "2 × Tea")
    assert not rows(phone, "basket")
    phone.advance(6 * 60_000 + 1000)
    assert rows(phone, "orders")[0]["status"] == "Cooking"
    assert "Cancel order" not in shown_words(phone), "too late to cancel"


def test_an_order_that_undo_took_away_leaves_its_screen_empty(phone):
    tap(phone, "go tea")
    tap(phone, "Add to basket", exact=False)
    tap(phone, "go basket")
    tap(phone, "Go to checkout")
    tap(phone, "Place order")
    assert {"Placed", "Cancel order"} <= set(shown_words(phone))
    phone.restore(put_in(phone.state, ("apps", "org.example.mall", "orders"), EMPTY))
    assert not {"Placed", "Cancel order"} & set(shown_words(phone))


def test_bookings_are_sorted_by_when_they_are_and_cancelled_after_asking(phone):
    tap(phone, "go bookings")
    assert "Soon" in shown_words(phone) and "Once" not in shown_words(phone)
    tap(phone, "Past")
    assert "Once" in shown_words(phone)
    tap(phone, "Once")
    assert "Cancel ticket" not in shown_words(phone)
    phone.key("BACK")
    tap(phone, "Upcoming")
    tap(phone, "Soon")
    tap(phone, "Cancel ticket")
    tap(phone, "Keep")
    assert state(phone)["bookings"]["next"]["status"] == "Confirmed"
    tap(phone, "Cancel ticket")
    tap(phone, "Cancel ticket")
    assert state(phone)["bookings"]["next"]["status"] == "Cancelled"


def test_a_seat_that_is_taken_stays_taken_and_a_ticket_costs_what_the_fare_says(phone):
    tap(phone, "go plan")
    tap(phone, "Search")
    tap(phone, "10:00 – 11:30")
    tap(phone, "Full")
    tap(phone, "Choose seats")
    tap(phone, "Seat 1A, taken")
    assert "Choose 1 seat" in shown_words(phone)
    tap(phone, "Seat 2B")
    tap(phone, "Continue")
    tap(phone, "Pay")
    made = next(b for b in rows(phone, "bookings") if b["departure"])
    assert (made["seat"], made["price"], made["people"]) == ("2B", 15, "Alex Rivera")


def test_small_sums_need_the_pin_and_between_own_accounts_both_change(phone):
    tap(phone, "go money")
    tap(phone, "My spare")
    write(phone, "Amount", "40")
    tap(phone, "Continue")
    keys(phone, "1111")
    assert "Wrong PIN, try again" in shown_words(phone)
    keys(phone, "2580")
    assert [a["balance"] for a in rows(phone, "accounts")] == [860, 45]
    assert sorted(t["amount"] for t in rows(phone, "transactions")) == [-40, 40]


def test_large_sums_need_the_code_that_comes_by_sms(phone):
    tap(phone, "go money")
    tap(phone, "Nora")
    write(phone, "Amount", "600")
    tap(phone, "Continue")
    keys(phone, "2580")
    phone.advance(6000)
    (message,) = (m for m in phone.state["sys"]["messages"].values() if m["address"] == "Mallbank")
    code = "".join(c for c in message["text"].split(" is ")[1] if c.isdigit())
    write(phone, "Code", "000000")
    tap(phone, "Send money")
    assert "This code is not right or too old" in shown_words(phone)
    assert not rows(phone, "transactions")
    tap(phone, "Code")
    for _ in range(6):
        phone.key("DEL")
    phone.type_text(code)
    phone.key("BACK")
    tap(phone, "Send money")
    assert state(phone)["accounts"]["mine"]["balance"] == 300


def test_an_unknown_address_becomes_a_search_and_a_known_place_has_a_way(city):
    tap(city, "go place")
    assert "Lost Lane 4" in shown_words(city) and "No place found" in shown_words(city)
    city.key("BACK")
    city.key("BACK")
    tap(city, "go park")
    tap(city, "Walk")
    tap(city, "Start")
    (trip,) = list(city.state["apps"]["org.example.city"]["trips"].values())
    assert (trip["target"], trip["mode"]) == ("larchpark", "walk") and trip["minutes"] > 20


def test_one_s_own_review_counts_in_the_average_and_can_be_changed(phone):
    tap(phone, "go reviews")
    assert "No reviews yet" in shown_words(phone)
    tap(phone, "Write a review")
    tap(phone, "4 stars")
    tap(phone, "Post review")
    tap(phone, "Options for your review")
    tap(phone, "Edit")
    tap(phone, "2 stars")
    tap(phone, "Post review")
    (review,) = rows(phone, "reviews")
    assert review["stars"] == 2 and review["mine"]
    assert "2" in shown_words(phone)


def test_a_map_follows_its_place_and_a_code_its_text():
    def picture(name):
        return illustrations.raster(name, 80, 80).tobytes()

    assert picture("map/city:30,50,20") != picture("map/city:70,50,20")
    assert picture("map/city:30,50,20") != picture("map/city:30,50,20,dark")
    assert picture("qr:A1") == picture("qr:A1") != picture("qr:A2")


def test_pins_outside_the_map_cannot_be_touched(city):
    tap(city, "go park")
    with pytest.raises(AssertionError):
        find(city, "Lighthouse Point")
