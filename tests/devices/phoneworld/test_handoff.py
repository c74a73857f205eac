"""Hand-off between apps: links, requests with an answer, codes by SMS, invitations, mini-apps in their host."""

# ruff: noqa: E501 - embedded text keeps its lines

import re

import pytest

from devices.phoneworld.errors import SpecError
from devices.phoneworld.spec import bundled, load_text
from devices.phoneworld.world import World

ASKER = """
package: org.example.asker
label: Asker
domain: shopping
uses: [messages]
state:
  said: ""
  place: ""
  code_ok: false
accepts:
  share: {screen: shared, takes: [photo, file], params: {what: intent.text, kind: intent.kind}}
links:
  thing/{id}: thing
  list/{kind}: {screen: shared, params: {what: "link.sort or 'none'", kind: link.kind}}
screens:
  home:
    title: Asker
    vars: {answer: null, spot: null, code: ""}
    changed:
      answer: said = answer.status + (answer.by or '')
      spot: place = spot.name
    body:
      - button: {label: Buy, tap: "request('pay', 'answer', payee='Asker', amount=12.5, order='A-1')"}
      - button: {label: Where, tap: "pick('place', 'spot')"}
      - button: {label: Teleport, tap: "request('teleport', 'answer')"}
      - button: {label: Send code, tap: "request_code('Asker')"}
      - button: {label: Tell, tap: "notify('Ready', 'Order A-1', screen='thing', params={'id': 'a1'})"}
      - button: {label: Meet, tap: "request('invite', 'answer', title='Tea', start=now() + 86400000, location='Pier')"}
      - button: {label: Link, tap: "intent('view_url', uri='https://wallet.example/card/c2?x=1')"}
      - field: {bind: code, label: Code, submit: code_ok = check_code(code)}
  thing:
    title: Thing {id}
    params: [id]
    body:
      - button: {label: To start, tap: root('home')}
  shared:
    title: "{kind} {what}"
    params: {what: "", kind: ""}
"""
WALLET = """
package: org.example.wallet
label: Wallet
domain: money
accepts:
  pay: {screen: pay, params: {payee: intent.payee, amount: intent.amount, order: intent.order}}
  pick_place: {screen: places}
links:
  card/{id}: card
screens:
  main:
    title: Wallet
  pay:
    overlay: ask
    params: {payee: "", amount: 0, order: ""}
    overlays:
      ask:
        sheet:
          title: "{payee}"
          body:
            - text: "{money(amount)} for {order}"
            - button: {label: Pay now, tap: "give({'status': 'paid', 'by': ' by Wallet'})"}
            - button: {label: Not now, tap: close()}
  places:
    title: Places
    body:
      - button: {label: Pier 4, tap: "give({'name': 'Pier 4', 'address': 'Quay Street'})"}
  card:
    title: Card {id}
    params: [id]
    body:
      - button: {label: Wallet home, tap: root('main')}
"""
HOST = """
package: org.example.host
label: Host
domain: social
state: {opened: "", wallet: ""}
events:
  mini_opened: {params: [package], do: [opened = package]}
accepts:
  pay: {screen: pay}
  mini_menu: {screen: menu, params: {package: intent.package}}
screens:
  main:
    title: Host
    body:
      - button: {label: Open tea, tap: "launch('org.example.tea')"}
  pay:
    title: Host pay
    body:
      - button: {label: Host pays, tap: "give({'status': 'paid'})"}
  menu:
    overlay: menu
    params: [package]
    overlays:
      menu: {sheet: {title: About, body: [{text: "{package}"}]}}
"""
TEA = """
package: org.example.tea
label: Tea
domain: food
mini: org.example.host
state: {paid: ""}
links:
  cup/{id}: cup
nav:
  - {screen: main, label: Cups, icon: coffee}
  - {screen: other, label: Other, icon: home}
screens:
  main:
    title: Tea
    vars: {answer: null}
    changed: {answer: paid = answer.status}
    body:
      - button: {label: Cup one, tap: "open('cup', id='one')"}
      - button: {label: Pay tea, tap: "request('pay', 'answer', payee='Tea', amount=2)"}
  cup: {title: "Cup {id}", params: [id]}
  other: {title: Other}
"""


@pytest.fixture(scope="module")
def world():
    apps = {k: a for k, a in bundled().items() if k.rsplit(".", 1)[-1] in ("calendar", "messages")}
    for text in (ASKER, WALLET, HOST, TEA):
        app = load_text(text)
        apps[app.package] = app
    return World(apps)


@pytest.fixture
def phone(world):
    found = world.phone(seed=3)
    found.open_app("org.example.asker")
    return found


def tap(phone, words):
    """Tap the topmost node that says the words."""
    for node in reversed(re.findall(r"<node [^>]*>", phone.ui_xml())):
        if f'text="{words}"' in node or f'content-desc="{words}"' in node:
            left, top, right, bottom = map(
                int, re.search(r'bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"', node).groups()
            )
            phone.tap((left + right) // 2, (top + bottom) // 2)
            return
    raise AssertionError(f"nothing says {words!r}: {re.findall(r'text=.([^>]+?). ', phone.ui_xml())}")


def state(phone, name, app="asker"):
    return phone.state["apps"][f"org.example.{app}"][name]


def screen(phone):
    return phone.state["tasks"][0]["stack"][-1]["screen"]


def test_a_payment_is_chosen_paid_and_answered(phone):
    tap(phone, "Buy")
    tap(phone, "Wallet")
    assert "$12.50 for A-1" in phone.ui_xml()
    tap(phone, "Pay now")
    assert state(phone, "said") == "paid by Wallet" and screen(phone) == "home"


@pytest.mark.parametrize("way", ["back key", "close button", "tap outside", "chooser left"])
def test_a_payment_left_is_cancelled(phone, way):
    tap(phone, "Buy")
    if way != "chooser left":
        tap(phone, "Wallet")
    if way == "close button":
        tap(phone, "Not now")
    elif way == "tap outside":
        phone.tap(270, 120)
    else:
        phone.key("BACK")
    assert state(phone, "said") == "cancelled" and screen(phone) == "home"


def test_what_no_app_can_do_is_unavailable(phone):
    tap(phone, "Teleport")
    assert state(phone, "said") == "unavailable"


def test_a_sheet_over_another_app_shows_that_app_below(phone):
    before = phone.pixels().copy()
    tap(phone, "Buy")
    tap(phone, "Wallet")
    kinds = [(w.package, w.kind) for w in phone.frame().windows]
    assert kinds[:2] == [("org.example.asker", "app"), ("org.example.wallet", "sheet")]
    assert (phone.pixels() != before).any()


def test_a_place_is_picked(phone):
    tap(phone, "Where")
    tap(phone, "Pier 4")
    assert state(phone, "place") == "Pier 4"


def test_a_code_comes_by_sms_counts_once_and_dies(phone):
    tap(phone, "Send code")
    assert not phone.state["sys"]["notifications"]
    phone.advance(5000)
    row = list(phone.state["sys"]["messages"].values())[-1]
    assert row["address"] == "Asker" and not row["mine"]
    assert next(iter(phone.state["sys"]["notifications"].values()))["text"] == row["text"]
    code = re.search(r"\d{6}", row["text"])[0]

    def enter(words):
        tap(phone, "Code")
        for _ in range(6):
            phone.key("DEL")
        phone.type_text(words)
        phone.key("ENTER")
        return state(phone, "code_ok")

    assert not enter("123456" if code != "123456" else "654321")
    late = phone.fork()
    assert enter(code)
    assert not enter(code)
    late.advance(11 * 60_000)
    phone = late
    assert not enter(code)


def test_codes_follow_the_seed(world):
    found = []
    for seed in (1, 1, 2):
        phone = world.phone(seed=seed)
        phone.open_app("org.example.asker")
        tap(phone, "Send code")
        phone.advance(5000)
        found.append(list(phone.state["sys"]["messages"].values())[-1]["text"])
    assert found[0] == found[1] != found[2]


def test_a_notification_opens_its_screen_with_its_parameters(phone):
    tap(phone, "Tell")
    phone.key("HOME")
    phone.swipe(270, 5, 270, 700)
    tap(phone, "Ready")
    assert "Thing a1" in phone.ui_xml()


@pytest.mark.parametrize(
    ("choice", "status", "rows"),
    [("Accept", "accepted", 1), ("Maybe", "maybe", 1), ("Decline", "declined", 0)],
)
def test_an_invitation_is_answered_and_lands_in_the_calendar(phone, choice, status, rows):
    tap(phone, "Meet")
    tap(phone, choice)
    found = [e for e in phone.state["sys"]["calendar"].values() if e["title"] == "Tea"]
    assert state(phone, "said") == status and len(found) == rows
    assert all(e["location"] == "Pier" and e["end"] > e["start"] for e in found)


def test_a_link_opens_the_right_screen_and_back_returns(phone):
    tap(phone, "Link")
    assert "Card c2" in phone.ui_xml() and phone.foreground["package"] == "org.example.wallet"
    tap(phone, "Wallet home")
    phone.key("BACK")
    assert screen(phone) == "home" and phone.foreground["package"] == "org.example.asker"


def test_a_link_in_a_message_is_followed(phone):
    phone.reset(
        setup={
            "edits": [
                {
                    "table": "messages",
                    "op": "insert",
                    "row": {
                        "address": "Asker",
                        "text": "See phoneworld://asker/list/red?sort=up.",
                        "at": phone.now,
                    },
                }
            ]
        }
    )
    phone.open_app("org.phoneworld.messages")
    tap(phone, "Asker")
    tap(phone, "See phoneworld://asker/list/red?sort=up.")
    assert "red up" in phone.ui_xml()


def test_an_unknown_link_leads_nowhere(phone):
    before = phone.state["tasks"]
    phone.send_intent("view_url", {"uri": "phoneworld://asker/nowhere/1"})
    assert phone.state["tasks"][0]["stack"] == before[0]["stack"]


def test_photos_go_only_to_apps_that_take_them(phone):
    path = next(p for p, f in phone.state["sys"]["files"].items() if f["kind"] == "image")
    phone.key("HOME")
    phone.send_intent("share", {"file": path})
    assert set(phone.state["chooser"]["able"]) == {"org.example.asker", "org.phoneworld.messages"}
    tap(phone, "Asker")
    assert f"photo {path.rsplit('/', 1)[1]}" in phone.ui_xml()
    phone.send_intent("share", {"place": {"name": "Pier 4", "address": "Quay Street"}})
    assert "org.example.asker" not in phone.state["chooser"]["able"]
    assert phone.state["chooser"]["fields"]["text"] == "Pier 4, Quay Street"


def test_a_mini_app_lives_in_its_host(phone):
    phone.open_app("org.example.host")
    tap(phone, "Open tea")
    assert state(phone, "opened", "host") == "org.example.tea"
    assert phone.foreground["package"] == "org.example.tea" and phone.foreground_package == "org.example.host"
    tap(phone, "Cup one")
    phone.key("BACK")
    tap(phone, "Other")
    tap(phone, "Close")
    assert phone.foreground["package"] == "org.example.host" and screen(phone) == "main"
    assert "org.example.tea" not in [p["package"] for p in phone.packages()]


def test_a_mini_app_pays_with_its_host_and_shows_the_host_menu(phone):
    phone.send_intent("view_url", {"uri": "phoneworld://tea/cup/two"})
    assert "Cup two" in phone.ui_xml() and phone.foreground_package == "org.example.host"
    tap(phone, "More")
    assert "org.example.tea" in phone.ui_xml()
    phone.key("BACK")
    phone.key("BACK")
    tap(phone, "Open tea")
    tap(phone, "Pay tea")
    tap(phone, "Host pays")
    assert state(phone, "paid", "tea") == "paid"


def test_a_mini_app_needs_an_app_bar():
    with pytest.raises(SpecError, match="capsule"):
        load_text(TEA.replace("other: {title: Other}", "other: {appbar: false}")).screens["other"].compile()


def test_what_an_action_does_after_leaving_lands_in_its_own_app():
    sender = "package: org.example.sender\nlabel: Sender\ndomain: notes\nstate: {kept: 0}\nscreens:\n  home:\n    title: Sender\n    body:\n      - button: {label: Send, tap: \"intent('share', text='tea')\"}\n"
    keeper = """
package: org.example.keeper
label: Keeper
domain: notes
state:
  kept: 1
  rows: {columns: {text: ""}}
accepts:
  share: {screen: take, params: {text: intent.text}}
screens:
  home: {title: Keeper}
  take:
    title: Take
    params: [text]
    body:
      - button:
          label: Keep
          tap: [back(), "insert(rows, text=text)", kept = kept + count(rows)]
"""
    phone = World([load_text(sender), load_text(keeper)]).phone(1)
    phone.open_app("org.example.sender")
    tap(phone, "Send")
    tap(phone, "Keeper")
    tap(phone, "Keep")
    assert (
        phone.foreground["package"] == "org.example.sender"
        and phone.state["apps"]["org.example.sender"]["kept"] == 0
    )
    kept = phone.state["apps"]["org.example.keeper"]
    assert [row["text"] for row in kept["rows"].values()] == ["tea"] and kept["kept"] == 2


def test_a_mini_app_goes_with_its_host(phone):
    assert phone.uninstall("org.example.host")
    assert not phone.send_intent("view_url", {"uri": "phoneworld://tea/cup/two"})
    assert phone.foreground["package"] == "org.example.asker"
