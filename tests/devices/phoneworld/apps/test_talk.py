"""Talk and its mini-apps as a person meets them: the ways in, consent, payment, the menu, what stays."""

import re

import pytest

from devices.phoneworld import Phone
from devices.phoneworld.spec import bundled
from tests.devices.phoneworld.test_handoff import tap

PACKAGE = "org.phoneworld.talk"
MINIS = sorted(p.rsplit(".", 1)[1] for p, a in bundled().items() if a.mini == PACKAGE)


@pytest.fixture
def phone():
    found = Phone(seed=1)
    found.open_app(PACKAGE)
    return found


def talk(phone, name, app=PACKAGE):
    return phone.state["apps"][app][name]


def mini(phone, name, app):
    return phone.state["apps"][f"{PACKAGE}.{app}"][name]


def type_into(phone, field, text):
    tap(phone, field)
    phone.type_text(text)


def pin(phone, digits="258025"):
    for digit in digits:
        tap(phone, digit)


def test_every_mini_app_stands_in_the_list_and_opens(phone):
    listed = {row["name"] for row in bundled()[PACKAGE].content["minis"].values()}
    assert listed == set(MINIS) and len(MINIS) >= 18
    for name in MINIS:
        phone.send_intent("view_url", {"uri": f"https://{name}.example/"})
        assert phone.foreground["package"] == f"{PACKAGE}.{name}"
        assert talk(phone, "recent_minis")[0] == f"{PACKAGE}.{name}"
        tap(phone, "Close")
        assert phone.foreground["package"] == PACKAGE


def search(phone):
    tap(phone, "Search")
    phone.type_text("咖啡")
    tap(phone, "Beanly 咖啡")


def chat_card(phone):
    tap(phone, "Swiftbox 快盒")
    tap(phone, "Mini-app · Swiftbox 快盒")


def qr_code(phone):
    tap(phone, "Discover")
    tap(phone, "Scan")
    tap(phone, "Table 12")


def album(phone):
    tap(phone, "Discover")
    tap(phone, "Scan")
    tap(phone, "Choose from album")
    tap(phone, "Code at the yoga studio")


@pytest.mark.parametrize(
    ("way", "name", "words"),
    [
        (search, "beanly", "Stamp card"),
        (chat_card, "swiftbox", "618 204"),
        (qr_code, "lantern", "Table 12"),
        (album, "pulse", "Morning yoga"),
    ],
)
def test_the_ways_into_a_mini_app(phone, way, name, words):
    way(phone)
    assert phone.foreground["package"] == f"{PACKAGE}.{name}" and words in phone.ui_xml()


def test_consent_is_asked_once_and_can_be_withdrawn(phone):
    link = {"uri": "phoneworld://harbourclinic"}
    for answer in ("Refuse", "Allow"):
        phone.send_intent("view_url", link)
        tap(phone, "Me")
        tap(phone, "Sign in with Talk")
        tap(phone, answer)
        assert bool(mini(phone, "member", "harbourclinic")) == (answer == "Allow")
    tap(phone, "Sign out")
    tap(phone, "Sign in with Talk")
    assert mini(phone, "member", "harbourclinic") == "Alex Rivera"
    tap(phone, "More")
    tap(phone, "About")
    tap(phone, "Withdraw access")
    assert f"{PACKAGE}.harbourclinic" not in [c["mini"] for c in talk(phone, "consents").values()]


def test_a_wrong_pin_pays_nothing_and_the_right_one_pays_once(phone):
    phone.send_intent("view_url", {"uri": "phoneworld://metro"})
    tap(phone, "Top up 充值")
    tap(phone, "Pay $20.00")
    tap(phone, "Pay now")
    before = talk(phone, "balance")
    pin(phone, "000000")
    assert "Wrong PIN" in phone.ui_xml() and talk(phone, "balance") == before
    pin(phone)
    assert talk(phone, "balance") == round(before - 20, 2)
    assert mini(phone, "cards", "metro")["c2207"]["balance"] == 34.6
    paid = list(talk(phone, "payments").values())[-1]
    assert (paid["payee"], paid["amount"], paid["method"]) == ("Northport Metro", 20, "Balance")


def test_what_the_balance_does_not_cover_needs_a_card(phone):
    phone.reset(setup={"edits": [{"app": "Talk", "table": "balance", "op": "put", "value": 5.0}]})
    phone.send_intent("view_url", {"uri": "phoneworld://metro"})
    tap(phone, "Top up 充值")
    tap(phone, "Pay $20.00")
    assert "does not cover" in phone.ui_xml()
    tap(phone, "Balance")
    tap(phone, "Northbank ·· 9032")
    tap(phone, "Pay now")
    pin(phone)
    assert talk(phone, "balance") == 5.0
    assert list(talk(phone, "payments").values())[-1]["method"] == "Northbank ·· 9032"


def test_the_menu_keeps_a_favourite_sends_a_card_and_restarts(phone):
    phone.send_intent("view_url", {"uri": "phoneworld://petal/flower/rose"})
    tap(phone, "More")
    tap(phone, "Add to favourites")
    assert f"{PACKAGE}.petal" in talk(phone, "favourites") and "Red roses" in phone.ui_xml()
    tap(phone, "More")
    tap(phone, "Send to chat")
    tap(phone, "Leila Haddad")
    tap(phone, "Send")
    sent = list(talk(phone, "log").values())[-1]
    assert (sent["chat"], sent["kind"], sent["ref"]) == ("leila", "card", "phoneworld://petal")
    assert phone.foreground["package"] == f"{PACKAGE}.petal"
    tap(phone, "More")
    tap(phone, "Restart")
    assert phone.state["tasks"][0]["stack"][-1]["screen"] == "shop"


def test_a_booking_goes_from_the_mini_app_into_the_calendar(phone):
    phone.send_intent("view_url", {"uri": "phoneworld://paws"})
    tap(phone, "Book")
    tap(phone, "Eye exam")
    slot = re.findall(r'text="(\d\d:\d\d)"', phone.ui_xml())[0]
    tap(phone, slot)
    type_into(phone, "Which pet and why", "Biscuit")
    phone.key("BACK")
    tap(phone, next(t for t in re.findall(r'text="([^"]+)"', phone.ui_xml()) if t.startswith("Book · ")))
    made = list(mini(phone, "visits", "paws").values())[-1]
    assert (made["visit"], made["note"], made["status"]) == ("Eye exam", "Biscuit", "Booked")
    tap(phone, "Eye exam")
    tap(phone, "Add to calendar")
    tap(phone, "Save")
    assert list(phone.state["sys"]["calendar"].values())[-1]["start"] == made["at"]


def test_the_memory_game_can_be_won(phone):
    phone.send_intent("view_url", {"uri": "phoneworld://pairs/play/Easy"})
    before = len(mini(phone, "scores", "pairs"))
    deck = phone.state["tasks"][0]["stack"][-1]["vars"]["deck"]
    assert sorted(deck.count(face) for face in set(deck)) == [2, 2, 2, 2]
    found = re.findall(r'text="？"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"', phone.ui_xml())
    cards = [((int(x1) + int(x2)) // 2, (int(y1) + int(y2)) // 2) for x1, y1, x2, y2 in found]
    assert len(cards) == 8
    for face in dict.fromkeys(deck):
        for n, shown in enumerate(deck):
            if shown == face:
                phone.tap(*cards[n])
    rows = list(mini(phone, "scores", "pairs").values())
    assert len(rows) == before + 1 and rows[-1]["moves"] == 4


def test_recents_start_again_after_they_were_cleared(phone):
    tap(phone, "Mini-apps")
    tap(phone, "Clear")
    assert talk(phone, "recent_minis") == ()
    phone.send_intent("view_url", {"uri": "phoneworld://pairs"})
    assert talk(phone, "recent_minis") == (f"{PACKAGE}.pairs",)


def test_the_chat_list_pulled_down_shows_the_mini_apps(phone):
    phone.swipe(270, 400, 270, 420, 400)
    assert phone.state["tasks"][0]["stack"][-1]["screen"] == "chats"
    phone.swipe(270, 300, 270, 900)
    assert phone.state["tasks"][0]["stack"][-1]["screen"] == "minis"


def test_a_mini_app_calls_back_with_a_notification(phone):
    phone.send_intent("view_url", {"uri": "phoneworld://lantern/dish/house"})
    tap(phone, "Add · $13.50")
    phone.send_intent("view_url", {"uri": "phoneworld://lantern"})
    tap(phone, "Basket")
    tap(phone, "Order and pay")
    tap(phone, "Pay now")
    pin(phone)
    phone.key("HOME")
    phone.advance(13 * 60_000)
    phone.swipe(270, 5, 270, 700)
    tap(phone, "Your noodles are ready")
    assert (
        phone.foreground["package"] == f"{PACKAGE}.lantern" and "Collect it at the counter" in phone.ui_xml()
    )
    assert phone.foreground_package == PACKAGE


def test_without_a_connection_nothing_is_paid_and_a_message_waits(phone):
    phone.reset(setup={"edits": [{"op": "setting", "key": "global.airplane_mode_on", "value": "1"}]})
    phone.send_intent("view_url", {"uri": "phoneworld://metro"})
    tap(phone, "Top up 充值")
    tap(phone, "Pay $20.00")
    assert "No connection" in phone.ui_xml()
    tap(phone, "Pay now")
    assert "Payment PIN" not in phone.ui_xml()
    phone.send_intent("view_url", {"uri": "phoneworld://talk/chat/leila"})
    type_into(phone, "Message", "On my way")
    tap(phone, "Send")
    assert list(talk(phone, "log").values())[-1]["status"] == "failed"
    phone.settings.put("global", "airplane_mode_on", "0")
    tap(phone, "On my way")
    tap(phone, "Send again")
    assert list(talk(phone, "log").values())[-1]["status"] == ""


def test_what_has_just_been_sent_is_now(phone):
    phone.advance(20_000)
    tap(phone, "Leila Haddad")
    type_into(phone, "Message", "Peonies it is")
    tap(phone, "Send")
    phone.key("BACK")
    phone.key("BACK")
    row = phone.ui_xml().split('text="Leila Haddad"')[1].split('resource-id="org.phoneworld.talk:id/row"')[0]
    assert 'text="now"' in row
