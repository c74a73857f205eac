"""Disturbances: drawn by the seed, carried by the state, handled by touch, and charged only where wrong."""

import sys
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor

import pytest

from devices.phoneworld import Phone, disturb
from devices.phoneworld.disturb.engine import fresh
from devices.phoneworld.disturb.kinds import BEGIN
from devices.phoneworld.disturb.layouts import CHANGES, variant
from devices.phoneworld.spec import bundled
from devices.phoneworld.state import digest, freeze, put_in

SHOP = "org.phoneworld.marlow"


def words(phone):
    """What can be read on the screen."""
    return [e["text"] or e["content_description"] or "" for e in phone.ui_elements()]


def press(phone, label):
    """Tap what says `label`."""
    for element in phone.ui_elements():
        if label in (element["text"], element["content_description"]):
            box = element["bbox_pixels"]
            phone.tap((box["x_min"] + box["x_max"]) // 2, (box["y_min"] + box["y_max"]) // 2)
            return
    raise AssertionError(f"{label!r} is not on the screen: {words(phone)}")


def disturbed(kind, **options):
    phone = Phone(seed=3, **options)
    phone.open_app(SHOP)
    disturb.inject(phone, kind)
    phone.advance(100)
    return phone


def log(phone, kind):
    """The last row of a kind."""
    return [row for row in disturb.table(phone.state) if row["kind"] == kind][-1]


def wander(phone, steps):
    """Taps, one like the other on every phone."""
    for n in range(steps):
        if n % 25 == 0:
            phone.key("BACK")
            phone.open_app(SHOP if n % 50 else "org.phoneworld.messages")
        phone.tap((n * 197) % 540, 80 + (n * 331) % 1080)
        phone.advance(700)


def side_effects(phone, before):
    return [e["path"] for e in phone.verify({"rules": []}, before)["side_effects"]]


# -- the same for the same seed, and nothing without a profile
def test_no_profile_is_the_phone_as_it_was():
    assert Phone(seed=1).state_hash() == Phone(seed=1, profile="none").state_hash()
    assert Phone(seed=1).state["disturb"] is None


@pytest.mark.parametrize("profile", ["mild", "realistic", "hostile"])
def test_same_seed_and_actions_same_state(profile):
    one, other = (Phone(seed=7, profile=profile) for _ in range(2))
    wander(one, 120)
    wander(other, 120)
    assert one.state_hash() == other.state_hash()
    elsewhere = Phone(seed=8, profile=profile)
    wander(elsewhere, 120)
    assert elsewhere.state_hash() != one.state_hash()


def test_profiles_differ_in_how_much_happens():
    counts = []
    for profile in ("mild", "realistic", "hostile"):
        phones = [Phone(seed=seed, profile=profile) for seed in range(2)]
        for phone in phones:
            wander(phone, 60)
        counts.append(sum(r["kind"] != "layout" for p in phones for r in disturb.table(p.state)))
    assert counts[0] < counts[1] < counts[2]


def test_snapshot_fork_and_reset_carry_the_disturbances():
    phone = Phone(seed=7, profile="hostile")
    start = phone.state_hash()
    wander(phone, 60)
    kept, twin = phone.snapshot(), phone.fork()
    wander(phone, 30)
    wander(twin, 30)
    assert phone.state_hash() == twin.state_hash()
    phone.restore(kept)
    wander(phone, 30)
    assert phone.state_hash() == twin.state_hash()
    phone.reset()
    assert phone.state_hash() == start
    phone.reset(setup={"profile": "mild"})
    assert phone.state["disturb"]["profile"] == "mild"
    assert digest(phone.state)


def test_an_unknown_profile_is_refused():
    with pytest.raises(ValueError, match="mild"):
        Phone(profile="wild")


# -- each kind shows itself and can be handled
@pytest.mark.parametrize("kind", sorted(BEGIN))
def test_every_kind_is_logged_once_begun(kind):
    phone = disturbed(kind)
    row = log(phone, kind)
    assert row["at"] and row["app"] in (SHOP, "")
    phone.pixels()
    phone.ui_xml()


def test_a_slow_screen_loads_by_itself():
    phone = disturbed("slow")
    assert "Loading…" in words(phone)
    phone.advance(10_000)
    assert "Loading…" not in words(phone) and log(phone, "slow")["handled"] == "waited"


def test_a_failed_screen_loads_when_tried_again():
    phone = disturbed("failed")
    for _ in range(3):
        if "Retry" in words(phone):
            press(phone, "Retry")
            phone.advance(1500)
    assert "Search products" in words(phone) and log(phone, "failed")["right"]


@pytest.mark.parametrize(
    ("kind", "good", "bad"), [("update", "Later", "Update"), ("rating", "Not now", "4 stars")]
)
def test_dialogs_put_off_cost_nothing_and_agreed_to_are_charged(kind, good, bad):
    phone = disturbed(kind)
    before = phone.snapshot()
    press(phone, good)
    assert log(phone, kind)["right"] is True and side_effects(phone, before) == []
    phone.restore(before)
    press(phone, bad)
    assert log(phone, kind)["right"] is False and side_effects(phone, before) == ["disturbances/d1"]


def test_back_puts_a_dialog_off():
    phone = disturbed("update")
    phone.key("BACK")
    assert log(phone, "update")["handled"] == "put off" and phone.foreground_package == SHOP


def test_an_ad_is_closed_by_its_cross_only():
    phone = disturbed("ad")
    before = phone.snapshot()
    assert "Close advertisement" not in words(phone)
    phone.advance(2500)
    press(phone, "Close advertisement")
    assert log(phone, "ad")["handled"] == "closed" and side_effects(phone, before) == []
    phone.restore(before)
    phone.tap(270, 600)
    assert log(phone, "ad")["charged"] and side_effects(phone, before)


def test_a_right_without_need_is_refused_or_charged():
    phone = disturbed("permission")
    before = phone.snapshot()
    press(phone, "Don't allow")
    assert log(phone, "permission")["handled"] == "refused" and side_effects(phone, before) == []
    phone.restore(before)
    press(phone, "Allow" if "Allow" in words(phone) else "While using the app")
    assert log(phone, "permission")["right"] is False and side_effects(phone, before)


def test_a_call_is_declined_answered_or_missed():
    phone = disturbed("call")
    before = phone.snapshot()
    press(phone, "Decline")
    assert log(phone, "call")["handled"] == "declined"
    phone.restore(before)
    press(phone, "Answer")
    press(phone, "Hang up")
    assert log(phone, "call")["right"]
    phone.restore(before)
    phone.advance(25_000)
    assert log(phone, "call")["handled"] == "let ring"
    assert side_effects(phone, before) == []  # the missed call is in the list of calls, by itself


def test_a_message_comes_in_and_is_nobodys_side_effect():
    phone = disturbed("message")
    before = phone.snapshot()
    phone.advance(3000)
    assert len(phone.state["sys"]["messages"]) == len(before["sys"]["messages"]) + 1
    verdict = phone.verify({"rules": [{"rule": "unchanged", "table": "messages"}]}, before)
    assert verdict["success"] and verdict["side_effects"] == []


def test_signing_in_again_with_the_saved_account():
    phone = disturbed("login")
    press(phone, "Sign in as Alex")
    phone.advance(1500)
    assert log(phone, "login")["handled"] == "signed in" and "Search products" in words(phone)


def test_signing_in_with_a_code_from_a_message():
    phone = disturbed("login", profile="hostile")
    while log(phone, "login")["ended"] is None and "Send code" not in words(phone):
        phone.advance(5000)
    before = set(phone.state["sys"]["messages"])
    press(phone, "Send code")
    phone.advance(3000)
    (key,) = set(phone.state["sys"]["messages"]) - before
    for digit in phone.state["sys"]["messages"][key]["text"][:6]:
        press(phone, digit)
    phone.advance(1500)
    assert log(phone, "login")["handled"] == "signed in"


def test_a_captcha_is_a_dead_end_until_the_user_helps():
    phone = disturbed("captcha")
    for _ in range(3):
        press(phone, "Picture 3")
        press(phone, "Verify")
    assert "Verify" in words(phone)
    phone.key("HOME")
    phone.open_app(SHOP)
    assert "Verify" in words(phone) and log(phone, "captcha")["ended"] is None
    assert disturb.user_helps(phone)
    assert "Verify" not in words(phone) and log(phone, "captcha")["right"]


def test_without_a_network_nothing_loads_until_it_is_back():
    phone = disturbed("network")
    press(phone, "Browse")
    assert "You're offline" in words(phone) and "Wi-Fi without internet" in words(phone)
    press(phone, "Retry")
    phone.advance(1500)
    assert "You're offline" in words(phone)
    phone.advance(60_000)
    press(phone, "Retry")
    phone.advance(1500)
    assert "You're offline" not in words(phone) and log(phone, "network")["handled"] == "waited"


def test_a_crash_ends_the_app_and_keeps_what_was_stored():
    phone = disturbed("crash")
    stored = phone.state["apps"][SHOP]
    assert "Marlow keeps stopping" in words(phone) and phone.foreground_package == ""
    press(phone, "Open again")
    assert phone.foreground_package == SHOP and phone.state["apps"][SHOP] is stored


def test_a_low_battery_is_told():
    phone = disturbed("battery")
    assert phone.battery["level"] == 15
    press(phone, "Got it")
    assert log(phone, "battery")["right"]


def test_a_stale_list_catches_up():
    phone = Phone(seed=3)
    phone.open_app(SHOP)
    disturb.inject(phone, "stale")  # the list is held as it is now
    press(phone, "Cart")
    before = words(phone)
    cart = phone.state["apps"][SHOP]["cart"].without("c1")
    phone.state = put_in(phone.state, ("apps", SHOP, "cart"), cart)
    assert words(phone) == before
    phone.advance(10_000)
    assert words(phone) != before and log(phone, "stale")["handled"] == "waited"


def laid_out(package, *changes):
    """A phone on which an app is laid out otherwise, the app in front."""
    phone = Phone(seed=3)
    held = fresh("none", 3).put("layouts", freeze({package: changes}))
    phone.restore(phone.state.put("disturb", held))
    phone.open_app(package)
    return phone


def place_of(phone, label):
    """The middle of what says `label`."""
    for element in phone.ui_elements():
        if label in (element["text"], element["content_description"]):
            box = element["bbox_pixels"]
            return (box["x_min"] + box["x_max"]) // 2, (box["y_min"] + box["y_max"]) // 2
    raise AssertionError(f"{label!r} is not on the screen: {words(phone)}")


def test_other_layouts_move_the_buttons_and_keep_the_state():
    notes = "org.phoneworld.notes"
    assert place_of(laid_out(SHOP), "Browse") < place_of(laid_out(SHOP), "Account")
    assert place_of(laid_out(SHOP, "nav"), "Browse") > place_of(laid_out(SHOP, "nav"), "Account")
    assert place_of(laid_out(notes), "New note")[1] > 900
    moved = laid_out(notes, "button")
    assert place_of(moved, "New note")[1] < 200
    press(moved, "New note")
    assert moved.state["tasks"][0]["stack"][-1]["screen"] == "edit"
    assert moved.state["apps"] is Phone(seed=3).state["apps"]
    tiles = [laid_out(SHOP, *changes).frame().hit_boxes for changes in ((), ("columns",))]
    assert len(tiles[0]) > len(tiles[1])  # one column shows fewer products


def test_a_phone_goes_back_to_the_layout_of_the_state_it_goes_back_to():
    phone = laid_out(SHOP, "nav")
    kept = phone.snapshot()
    phone.reset()
    phone.open_app(SHOP)
    assert place_of(phone, "Browse") < place_of(phone, "Account")
    phone.restore(kept)
    assert place_of(phone, "Browse") > place_of(phone, "Account")
    assert place_of(phone.fork(), "Browse") > place_of(phone.fork(), "Account")


def test_phones_in_threads_keep_their_own_layouts():
    """They share what composes their frames."""
    phones = [laid_out(SHOP), laid_out(SHOP, "nav")] * 2
    alone = [phone.ui_xml() for phone in phones]
    assert alone[0] != alone[1]

    def look(phone) -> set[str]:
        twin, seen = phone.fork(), set()
        for _ in range(150):
            twin.forget_frame()
            seen.add(twin.ui_xml())
        return seen

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # threads take turns in the middle of everything
    try:
        with ThreadPoolExecutor(len(phones)) as pool:
            assert list(pool.map(look, phones)) == [{xml} for xml in alone]
    finally:
        sys.setswitchinterval(usual)


@pytest.mark.parametrize("part", range(4))
def test_every_app_can_be_laid_out_otherwise(part):
    for package, app in sorted(bundled().items())[part::4]:
        changed = variant(app, CHANGES)
        for screen in changed.screens.values():
            screen.compile()
        assert changed.package == package


def test_layouts_are_drawn_by_the_seed():
    layouts = [Phone(seed=s, profile="hostile").state["disturb"]["layouts"] for s in (1, 1, 2)]
    assert layouts[0] == layouts[1] != layouts[2]
    assert {change for changes in layouts[0].values() for change in changes} == set(CHANGES)
    assert "org.phoneworld.settings" not in layouts[0]  # the system is the same on every phone


def test_a_ui_dump_shows_the_window_in_front():
    root = ET.fromstring(disturbed("update").ui_xml())
    assert any(n.get("text") == "Later" for n in root.iter("node"))
