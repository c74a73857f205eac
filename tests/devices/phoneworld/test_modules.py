"""Modules: screen groups that work as they come, in an app of their own and under a person's hands."""

# ruff: noqa: E501 - embedded text keeps its lines

import json

import jsonschema
import pytest

from devices.phoneworld import schema
from devices.phoneworld.errors import SpecError
from devices.phoneworld.modules import MODULES
from devices.phoneworld.modules.template import fill
from devices.phoneworld.source import parse
from devices.phoneworld.spec import APPS, load_text
from devices.phoneworld.world import World
from tests.devices.phoneworld.samples import find, shown_words, tap

SPEC = """
package: org.example.mall
label: Mall
domain: notes
home: main
uses: [files]
modules:
  - crud: {table: books, title: Books, fields: {title: "", pages: 0, read: false, notes: ""}, icon: menu_book}
  - search: {table: books, fields: [title, notes], title_field: title, target: books_detail}
  - form: {screen: contact, title: Contact us, fields: [{name: subject, error: Required}, {name: message, lines: 3}], save: ['back()', 'toast("Sent")']}
  - chat: {replies: [Sure, Later]}
  - profile: {name: Alex Rivera, email: alex@example.org}
  - cart: {products: goods, table: basket}
  - wallet: {balance: 50, history: spent}
  - settings: {items: [{name: alerts, title: Alerts, value: true}, {name: speed, title: Speed, value: Slow, options: [Slow, Fast]}]}
  - login: {user: alex, password: pw, then: main}
  - agenda: {table: calendar}
  - file_browser: {find: find_file}
content:
  goods:
    rows:
      - {id: mug, title: Mug, price: 12.5, image: product/mug, stock: 3}
screens:
  main:
    title: Mall
    body: [ROWS]
"""
SCREENS = [
    "books_list",
    "search",
    "contact",
    "chat",
    "profile",
    "cart",
    "orders",
    "wallet",
    "pay",
    "settings",
    "login",
    "agenda",
    "folder",
    "find_file",
]


@pytest.fixture
def phone():
    rows = "".join(f"\n      - row: {{title: go {s}, tap: 'open(\"{s}\")'}}" for s in SCREENS)
    rows += '\n      - row: {title: buy, tap: \'insert(basket, id="mug", product="mug", quantity=1)\'}'
    rows += '\n      - row: {title: spend, tap: \'open("pay", payee="Cafe", amount=20)\'}'
    phone = World([load_text(SPEC.replace(" [ROWS]", rows), "mall/app.yaml")]).phone(1, height=2400)
    phone.open_app("org.example.mall")
    return phone


def state(phone):
    return phone.state["apps"]["org.example.mall"]


@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_shows(phone, screen):
    tap(phone, f"go {screen}")
    assert phone.pixels().std() > 1 and phone.ui_xml().count("<node") > 3


def test_crud_adds_changes_deletes_with_undo(phone):
    tap(phone, "go books_list")
    assert "No books yet" in shown_words(phone)
    tap(phone, "New book")
    tap(phone, "Save")
    assert not state(phone)["books"]
    tap(phone, "Title")
    phone.type_text("Dune")
    tap(phone, "Pages")
    phone.type_text("412")
    tap(phone, "Save")
    (book,) = state(phone)["books"].values()
    assert (book["title"], book["pages"]) == ("Dune", 412)
    tap(phone, "Dune")
    tap(phone, "Edit")
    tap(phone, "Read")
    tap(phone, "Save")
    assert next(iter(state(phone)["books"].values()))["read"]
    tap(phone, "Delete")
    phone.tap(*find(phone, "Delete"))
    assert not state(phone)["books"]
    tap(phone, "Undo")
    assert len(state(phone)["books"]) == 1


def test_cart_to_order_and_cancel(phone):
    tap(phone, "buy")
    tap(phone, "go cart")
    tap(phone, "Increase")
    tap(phone, "Checkout")
    tap(phone, "Place order")
    assert not state(phone)["orders"]
    tap(phone, "Add an address")
    for field, text in (("Full name", "Alex"), ("Street and number", "1 Quay"), ("City", "Port")):
        tap(phone, field)
        phone.type_text(text)
    tap(phone, "Postcode")
    phone.type_text("12345")
    phone.key("BACK")
    tap(phone, "Save address")
    tap(phone, "Place order")
    (order,) = state(phone)["orders"].values()
    assert (order["total"], order["items"], order["address"]) == (25, "Mug", "1 Quay, Port")
    assert not state(phone)["basket"]
    tap(phone, "See order")
    tap(phone, "Cancel order")
    phone.tap(*find(phone, "Cancel order"))
    assert next(iter(state(phone)["orders"].values()))["status"] == "Cancelled"


def test_wallet_wants_the_right_pin(phone):
    tap(phone, "spend")
    assert phone.secure
    for key in "1111":
        tap(phone, key)
    assert state(phone)["balance"] == 50
    for key in "1234":
        tap(phone, key)
    assert state(phone)["balance"] == 30 and len(state(phone)["spent"]) == 1


def test_chat_answers_on_the_clock(phone):
    tap(phone, "go chat")
    tap(phone, "Message")
    phone.type_text("Hi")
    tap(phone, "Send")
    assert [m["mine"] for m in state(phone)["chat"].values()] == [True]
    phone.advance(5000)
    assert [m["mine"] for m in state(phone)["chat"].values()] == [True, False]


def test_form_login_settings(phone):
    tap(phone, "go contact")
    phone.tap(*find(phone, "Save"))
    assert "Required" in shown_words(phone)
    phone.key("BACK")
    tap(phone, "go login")
    tap(phone, "Email or user name")
    phone.type_text("Alex")
    tap(phone, "Password")
    phone.type_text("no")
    phone.key("BACK")
    phone.tap(*reversed_find(phone, "Sign in"))
    assert "Wrong user name or password" in shown_words(phone)
    tap(phone, "Password")
    phone.type_text("pw")
    phone.key("BACK")
    phone.tap(*reversed_find(phone, "Sign in"))
    assert state(phone)["signed_in"]
    tap(phone, "go settings")
    tap(phone, "Alerts")
    tap(phone, "Speed")
    tap(phone, "Fast")
    assert not state(phone)["alerts"] and state(phone)["speed"] == "Fast"


def reversed_find(phone, words):
    """The lowest element with the words: the button, not the title."""
    boxes = [e["bbox_pixels"] for e in phone.ui_elements() if words in (e["text"], e["content_description"])]
    box = max(boxes, key=lambda b: b["y_min"])
    return (box["x_min"] + box["x_max"]) // 2, (box["y_min"] + box["y_max"]) // 2


def test_gaps_of_a_template_take_words_values_and_lists():
    made = fill(
        """
        title: Open $name
        size: $size
        gone: $nothing
        body: [one, $more, $nothing]
        price: $$5
        $name: {a: "get($name, id)"}
        """,
        name="notes",
        size=3,
        nothing=None,
        more=["two", {"three": 3}],
    )
    assert made == {
        "title": "Open notes",
        "size": 3,
        "body": ["one", "two", {"three": 3}],
        "price": "$5",
        "notes": {"a": "get(notes, id)"},
    }
    with pytest.raises(KeyError):
        fill("a: tap $unknown")


def test_what_the_app_says_lies_over_the_module_key_by_key():
    text = """
package: org.example.books
label: Books
domain: notes
modules:
  - crud: {table: books, title: Books, fields: {title: ""}, more: [delete]}
screens:
  books_list:
    overlays:
      sort:
        menu: [{label: Title, tap: close()}]
  books_detail:
    appbar: {subtitle: In detail}
"""
    app = load_text(text)
    assert set(app.screens["books_list"].overlays) == {"more", "delete", "sort"}
    assert app.screens["books_detail"].overlays and app.screens["books_detail"].appbar


def test_a_mistake_in_what_a_module_was_given_is_told_at_its_line():
    text = """
package: org.example.books
label: Books
domain: notes
modules:
  - crud:
      table: books
      title: Books
      fields: {title: ""}
      row:
        row:
          title: "{item.titel}"
"""
    with pytest.raises(SpecError, match=r"books/app.yaml:12.*titel"):
        load_text(text, "books/app.yaml")


def test_every_bundled_module_has_an_app_that_uses_it():
    apps = "".join(path.read_text(encoding="utf-8") for path in APPS.glob("**/app.yaml"))
    inside = {"wallet"}  # part of the cart
    assert [name for name in MODULES if f"  - {name}:" not in apps and name not in inside] == []
    assert "wallet_options:" in apps


def test_this_spec_fits_the_schema():
    document = parse(SPEC.replace(" [ROWS]", "\n      - divider"), "mall/app.yaml")
    jsonschema.Draft202012Validator(schema.schema()).validate(json.loads(json.dumps(document)))
