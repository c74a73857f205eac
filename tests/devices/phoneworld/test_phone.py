"""A person's doings: apps, gestures, typing, the system's own windows, hand-off, events."""

import pytest

from devices.phoneworld import Phone
from tests.devices.phoneworld.samples import (
    NOTES_PACKAGE,
    PEOPLE_PACKAGE,
    find,
    new_phone,
    notes,
    shown_words,
    tap,
    world,
)


def test_write_edit_pin_delete_undo(phone):
    tap(phone, "New note")
    tap(phone, "Title")
    phone.type_text("Tea")
    tap(phone, "Note")
    phone.type_text("green")
    tap(phone, "Save")
    assert [n["body"] for n in notes(phone).values() if n["title"] == "Tea"] == ["green"]
    assert "Note saved" in shown_words(phone)
    tap(phone, "Tea")
    tap(phone, "Edit")
    tap(phone, "Title")
    phone.key("A", ctrl=True)
    phone.type_text("Coffee ☕")
    tap(phone, "Save")
    assert "Coffee ☕" in shown_words(phone)
    tap(phone, "Delete")
    assert "Delete note?" in shown_words(phone)
    tap(phone, "Cancel")
    assert len(notes(phone)) == 4
    tap(phone, "Delete")
    phone.tap(*find(phone, "Delete"))
    assert len(notes(phone)) == 3
    tap(phone, "Undo")
    assert len(notes(phone)) == 4


def test_back_closes_keyboard_then_screen_then_app(phone):
    tap(phone, "Search")
    assert phone.keyboard_shown and phone.focused_field["id"] == "query"
    phone.key("BACK")
    assert not phone.keyboard_shown and phone.foreground["activity"] == ".SearchActivity"
    phone.key("BACK")
    assert phone.foreground == {"package": NOTES_PACKAGE, "activity": ".ListActivity"}
    phone.key("BACK")
    assert phone.foreground["package"] != NOTES_PACKAGE
    phone.open_app(NOTES_PACKAGE)
    assert phone.foreground["activity"] == ".ListActivity"


def test_long_press_runs_its_action(phone):
    phone.long_press(*find(phone, "Groceries"))
    assert notes(phone)["food"]["pinned"]


def test_menu_sets_the_order(phone):
    tap(phone, "Sort")
    tap(phone, "By title")
    assert phone.state["apps"][NOTES_PACKAGE]["order"] == "title"
    assert "By title" not in shown_words(phone)
    tap(phone, "Sort")
    phone.tap(100, 1100)
    assert "By title" not in shown_words(phone)


def test_slider_by_tap_and_drag(phone):
    _x, y = find(phone, "Level")
    element = next(e for e in phone.ui_elements() if e["class_name"].endswith("SeekBar"))
    box = element["bbox_pixels"]
    y = (box["y_min"] + box["y_max"]) // 2
    phone.tap(box["x_max"] - 1, y)
    assert phone.state["apps"][NOTES_PACKAGE]["level"] == 100
    phone.swipe(box["x_max"] - 40, y, (box["x_min"] + box["x_max"]) // 2, y, inertia=False)
    assert 45 <= phone.state["apps"][NOTES_PACKAGE]["level"] <= 55


def test_soft_keyboard_types_shifts_and_deletes(phone):
    tap(phone, "New note")
    tap(phone, "Title")
    for key in "Hi":
        tap(phone, key)
    assert phone.focused_field["text"] == "Hi"
    tap(phone, "Symbols")
    tap(phone, "@")
    tap(phone, "Letters")
    tap(phone, "Delete")
    tap(phone, "Space")
    tap(phone, "x")
    assert phone.focused_field["text"] == "Hi x"
    tap(phone, "Shift")
    tap(phone, "Q")
    assert phone.focused_field["text"] == "Hi xQ"
    tap(phone, "PIN")
    assert "Symbols" not in shown_words(phone)
    tap(phone, "7")
    assert phone.focused_field == {"id": "pin", "text": "7", "password": True, "selection": (1, 1)}
    assert 'password="true"' in phone.ui_xml() and "•" in phone.ui_xml()


def test_caret_selection_clipboard(phone):
    tap(phone, "New note")
    tap(phone, "Note")
    phone.type_text("alpha beta 王小明 👩‍👩‍👧")
    for _ in range(1):
        phone.key("DEL")
    assert phone.focused_field["text"] == "alpha beta 王小明 "
    box = next(e["bbox_pixels"] for e in phone.ui_elements() if e["text"] and e["text"].startswith("alpha"))
    phone.long_press(box["x_min"] + 40, box["y_min"] + 40)
    assert phone.focused_field["selection"] == (0, 5)
    assert {"Cut", "Copy", "Select all"} <= set(shown_words(phone))
    tap(phone, "Cut")
    assert phone.clipboard == "alpha" and phone.focused_field["text"] == " beta 王小明 "
    phone.key("MOVE_END")
    phone.key("V", ctrl=True)
    assert phone.focused_field["text"] == " beta 王小明 alpha"
    phone.key("DPAD_LEFT", shift=True)
    phone.key("DEL")
    assert phone.focused_field["text"] == " beta 王小明 alph"


def test_selection_handle_drags(phone):
    tap(phone, "New note")
    tap(phone, "Note")
    phone.type_text("one two three four")
    box = next(e["bbox_pixels"] for e in phone.ui_elements() if e["text"] == "one two three four")
    phone.long_press(box["x_min"] + 30, box["y_min"] + 40)
    low, high = phone.focused_field["selection"]
    x = box["x_min"] + 24 + 9 * (high - low)
    phone.swipe(x, box["y_min"] + 40, x + 120, box["y_min"] + 40, inertia=False)
    assert phone.focused_field["selection"][1] > high


def test_scrolling_has_inertia_and_drags_do_not():
    phone = world().phone(1)
    phone.open_app(PEOPLE_PACKAGE)
    first = phone.ui_xml()
    phone.swipe(270, 900, 270, 400, ms=200)
    flung = phone.frame().active().scroll[5]
    phone.reset()
    phone.open_app(PEOPLE_PACKAGE)
    phone.swipe(270, 900, 270, 400, ms=200, inertia=False)
    dragged = phone.frame().active().scroll[5]
    assert dragged == 500 and flung > dragged
    phone.swipe(270, 400, 270, 900, inertia=False)
    assert phone.ui_xml() == first


def test_live_finger_does_what_the_gesture_does(phone):
    x, y = find(phone, "Groceries")
    phone.touch("down", x, y)
    phone.advance(60)
    phone.touch("up", x, y)
    assert phone.foreground["activity"] == ".DetailActivity"
    phone.key("BACK")
    phone.touch("down", x, y)
    phone.advance(700)
    assert notes(phone)["food"]["pinned"]
    phone.touch("up", x, y)
    assert phone.foreground["activity"] == ".ListActivity"


def test_two_quick_taps_of_a_live_finger_select_a_word(phone):
    tap(phone, "New note")
    tap(phone, "Title")
    phone.type_text("Groceries")
    box = next(b for b in phone.frame().hit_boxes if b[4] and b[4][0] == "field" and b[4][2] == "title")
    x, y = box[0] + 40, (box[1] + box[3]) // 2

    def two_taps(pause):
        for wait in (pause, 0):
            phone.touch("down", x, y)
            phone.advance(40)
            phone.touch("up", x, y)
            phone.advance(wait)
        a, b = phone.focused_field["selection"]
        return b - a

    assert two_taps(900) == 0
    phone.advance(900)
    assert two_taps(100) == len("Groceries")


def test_live_finger_scrolls_as_it_moves():
    phone = world().phone(1)
    phone.open_app(PEOPLE_PACKAGE)
    phone.touch("down", 270, 900)
    for y in range(880, 500, -20):
        phone.advance(16)
        phone.touch("move", 270, y)
    assert phone.frame().active().scroll[5] > 300
    phone.touch("up", 270, 500)
    assert phone.frame().active().scroll[5] >= 380


def test_wheel_scrolls():
    phone = world().phone(1)
    phone.open_app(PEOPLE_PACKAGE)
    phone.scroll_wheel(270, 600, 0, -3)
    assert phone.frame().active().scroll[5] > 0


def test_home_gesture_recents_and_dismissal(phone):
    phone.open_app(PEOPLE_PACKAGE)
    phone.swipe(270, 1195, 270, 600, ms=200)
    assert phone.foreground["package"] == "org.phoneworld.launcher"
    phone.swipe(270, 1195, 270, 600, ms=900)
    assert {"People", "Notes", "Clear all"} <= set(shown_words(phone))
    _x, _y = find(phone, "People")
    phone.swipe(270, 600, 270, 200)
    assert [t["package"] for t in phone.state["tasks"]] == [NOTES_PACKAGE]
    phone.tap(270, 600)
    assert phone.foreground["package"] == NOTES_PACKAGE
    phone.key("APP_SWITCH")
    tap(phone, "Clear all")
    assert phone.state["tasks"] == ()


def test_back_gesture_from_the_edge(phone):
    tap(phone, "Groceries")
    phone.swipe(2, 600, 300, 600)
    assert phone.foreground["activity"] == ".ListActivity"


def test_launcher_drawer_and_search():
    phone = world().phone(1)
    phone.swipe(270, 800, 270, 300)
    assert "Notes" in shown_words(phone)
    tap(phone, "Search apps")
    phone.type_text("peo")
    assert "Notes" not in shown_words(phone)
    tap(phone, "People")
    assert phone.foreground["package"] == PEOPLE_PACKAGE
    phone.key("HOME")
    assert not phone.keyboard_shown and phone.state["home"]["query"] == ""


def test_shade_tiles_notifications_and_clearing(phone):
    phone.post_notification(NOTES_PACKAGE, "Water", "Drink some")
    assert "Drink some" in shown_words(phone)
    phone.advance(6000)
    assert "Drink some" not in shown_words(phone)
    phone.swipe(270, 5, 270, 700)
    assert {"Water", "Internet", "Clear all"} <= set(shown_words(phone))
    tap(phone, "Do Not Disturb")
    assert phone.settings.get("global", "zen_mode") == "1"
    phone.swipe(270, 5, 270, 700)
    assert "Airplane mode" in shown_words(phone)
    tap(phone, "Airplane mode")
    assert phone.settings.get("global", "wifi_on") == "0"
    phone.key("BACK")
    assert "Internet" not in shown_words(phone)
    phone.key("NOTIFICATION")
    x, y = find(phone, "Water")
    phone.swipe(x, y, x + 300, y)
    assert "No notifications" in shown_words(phone)
    phone.post_notification(NOTES_PACKAGE, "Silent", "no pop-up")
    assert phone.state["headsup"] is None


def test_a_notification_opens_what_it_is_about(phone):
    tap(phone, "Groceries")
    tap(phone, "Later")
    phone.key("HOME")
    assert phone.settled
    phone.advance(4500)
    assert not phone.settled or phone.state["headsup"]
    phone.advance(1000)
    assert phone.state["apps"][NOTES_PACKAGE]["heard"] == "hello"
    tap(phone, "Rang")
    assert phone.foreground["package"] == NOTES_PACKAGE
    assert not phone.state["sys"]["notifications"]


def test_permission_dialog(phone):
    tap(phone, "Groceries")
    tap(phone, "Ask")
    assert phone.foreground["package"] == "com.android.permissioncontroller"
    tap(phone, "Don't allow")
    tap(phone, "Ask")
    tap(phone, "Allow")
    assert "allowed, " in shown_words(phone)
    tap(phone, "Ask")
    assert phone.foreground["package"] == NOTES_PACKAGE


def test_picking_a_contact_comes_back(phone):
    tap(phone, "Groceries")
    tap(phone, "Pick a person")
    assert phone.foreground == {"package": PEOPLE_PACKAGE, "activity": ".PickActivity"}
    name = min(c["name"] for c in phone.state["sys"]["contacts"].values() if c["name"][0] == "A")
    tap(phone, name)
    assert phone.foreground["package"] == NOTES_PACKAGE
    assert f"not allowed, {name}" in shown_words(phone)


def test_share_sheet_hands_text_over():
    phone = world().phone(1)
    phone.open_app(NOTES_PACKAGE)
    tap(phone, "Groceries")
    tap(phone, "Share")
    assert "People" in shown_words(phone)
    tap(phone, "People")
    assert phone.foreground["package"] == PEOPLE_PACKAGE
    phone.key("BACK")
    assert phone.foreground["package"] == NOTES_PACKAGE


def test_sms_reaches_every_reader(phone):
    before = len(phone.state["sys"]["messages"])
    phone.receive_sms("+1 555 0100", "code 1234")
    assert len(phone.state["sys"]["messages"]) == before + 1
    assert phone.state["apps"][NOTES_PACKAGE]["heard"] == "code 1234"
    phone.key("HOME")
    phone.receive_sms("+1 555 0100", "code 77")
    assert phone.state["apps"][NOTES_PACKAGE]["heard"] == "code 77"


def test_power_lock_and_rotation(phone):
    phone.key("POWER")
    assert not phone.screen_on and phone.pixels()[..., :3].max() == 0
    phone.key("POWER")
    assert "Swipe up to unlock" in shown_words(phone)
    phone.swipe(270, 900, 270, 200)
    assert phone.foreground["package"] == NOTES_PACKAGE
    assert phone.pixels().shape == (1200, 540, 4)
    phone.rotate(1)
    assert phone.pixels().shape == (540, 1200, 4)
    assert 'rotation="1"' in phone.ui_xml()


@pytest.mark.parametrize("options", [{"dark": True}, {"locale": "ar-EG"}, {"width": 1080, "height": 2400}])
def test_other_looks_draw_and_work(options):
    phone = new_phone(**options)
    picture = phone.pixels().copy()
    assert picture.std() > 5
    tap(phone, "Groceries")
    assert phone.foreground["activity"] == ".DetailActivity"
    phone.settings.put("system", "font_scale", "1.5")
    assert (phone.pixels() != picture).any()
    tap(phone, "Pin to top")
    assert notes(phone)["food"]["pinned"]


def test_files_and_settings_from_outside(phone):
    phone.files.write("/storage/emulated/0/Download/a/b.txt", "héllo".encode())
    assert phone.files.read("/sdcard/Download/a/b.txt") == "héllo".encode()
    assert [f["path"] for f in phone.files.list("/sdcard/Download/a")] == ["/sdcard/Download/a/b.txt"]
    phone.files.move("/sdcard/Download/a", "/sdcard/Documents/a")
    assert phone.files.stat("/sdcard/Download/a") is None
    assert phone.files.stat("/sdcard/Documents/a/b.txt")["size"] == 6
    phone.files.write("/sdcard/x.bin", b"\0\xff")
    assert phone.files.read("/sdcard/x.bin") == b"\0\xff"
    phone.files.delete("/sdcard/Documents/a")
    with pytest.raises(FileNotFoundError):
        phone.files.read("/sdcard/Documents/a/b.txt")
    phone.settings.put("global", "thing", 5)
    assert phone.settings.get("global", "thing") == "5" and phone.settings.delete("global", "thing")


def test_install_uninstall_clear_force_stop(phone):
    phone.install("com.example.new", "Brand New")
    assert phone.open_app("com.example.new") and "Brand New" in shown_words(phone)
    assert phone.uninstall("com.example.new") and not phone.open_app("com.example.new")
    phone.open_app(NOTES_PACKAGE)
    phone.long_press(*find(phone, "Groceries"))
    phone.clear_data(NOTES_PACKAGE)
    assert not notes(phone)["food"]["pinned"] and phone.foreground["package"] != NOTES_PACKAGE


def test_bundled_phone_starts():
    phone = Phone(seed=3)
    assert len(phone.packages()) >= 1
    for package in phone.packages():
        assert phone.open_app(package["package"])
        assert phone.pixels().std() > 5
        assert phone.ui_xml().count("<node") > 3
