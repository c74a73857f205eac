"""The main flows of the bundled apps, played by taps on what is in sight and checked in the state."""

import io

import pytest
from PIL import Image


# -- Notes
def test_write_edit_pin_and_delete_a_note(hands):
    hands.open("notes").tap("New note")
    hands.phone.type_text("Lisbon trip")
    hands.type("Note", "Pastéis at nine").tap("Save")
    note = hands.row(hands.app("notes")["notes"], title="Lisbon trip")
    assert note["body"] == "Pastéis at nine" and note["updated"] >= note["created"] > 0
    hands.tap("Lisbon trip", "Edit").type("Title", "Porto trip").tap("Save")
    assert hands.app("notes")["notes"][note["id"]]["title"] == "Porto trip"
    hands.tap("Pin to top")
    assert hands.app("notes")["notes"][note["id"]]["pinned"]
    hands.tap("Delete")
    assert hands.sees("Delete note?")
    hands.tap("Cancel")
    assert note["id"] in hands.app("notes")["notes"]
    hands.tap("Delete", "Delete")
    assert note["id"] not in hands.app("notes")["notes"]
    hands.tap("Undo")
    assert note["id"] in hands.app("notes")["notes"]


def test_an_empty_note_is_refused_and_changes_are_not_lost_by_accident(hands):
    hands.open("notes").tap("New note", "Save")
    assert len(hands.app("notes")["notes"]) == 32
    hands.type("Title", "Half a thought").back().back()
    assert hands.sees("Discard changes?")
    hands.tap("Keep editing")
    assert hands.sees("Half a thought")


def test_notes_search_and_sort(hands):
    hands.open("notes").tap("Search notes")
    hands.phone.type_text("cabin")
    assert hands.sees("Wi-Fi at the cabin") and not hands.sees("Groceries")
    hands.phone.type_text("zzz")
    assert hands.sees("No matching notes")
    hands.back().back().tap("Sort", "Title")
    titles = [e["text"] for e in hands.elements() if (e["resource_id"] or "").endswith("/title")][1:]
    assert titles[0] == "Wi-Fi at the cabin" and titles[1:] == sorted(titles[1:], key=str.casefold)


# -- Contacts
def test_create_edit_favourite_and_delete_a_contact(hands):
    hands.open("contacts").tap("New contact", "Save")
    assert hands.sees("Enter a name")
    hands.type("Name", "Nora Quinn").type("Phone", "+1 555 0188").type("Email", "nora")
    hands.tap("Save")
    assert hands.sees("An email address has an @")
    hands.type("Email", "nora@example.org").tap("Save")
    contact = hands.row(hands.system("contacts"), name="Nora Quinn")
    assert contact["phone"] == "+1 555 0188"
    hands.tap("Add to favorites")
    assert hands.system("contacts")[contact["id"]]["starred"]
    hands.tap("Edit").type("Company", "Delta Works").tap("Save")
    assert hands.system("contacts")[contact["id"]]["company"] == "Delta Works"
    hands.tap("More options", "Delete", "Delete")
    assert contact["id"] not in hands.system("contacts")


def test_search_and_call(hands):
    hands.open("contacts").type("Search contacts", "jonas")
    assert hands.sees("Jonas Berg") and not hands.sees("Aisha Khan")
    hands.tap("Jonas Berg", "Call")
    assert hands.sees("Calling…")
    hands.tap("End call")
    assert max(hands.system("calls").values(), key=lambda c: c["at"])["number"] == "+1 555 0117"


def test_the_dial_pad_dials(hands):
    hands.open("contacts").tap("Recents", "Dial pad", "1", "2", "3")
    assert hands.sees("123")
    hands.tap("Delete digit", "Call")
    hands.row(hands.system("calls"), number="12")


# -- Messages
def test_answer_a_message(hands):
    hands.open("messages").tap("Maya Kowalski")
    assert all(m["read"] for m in hands.system("messages").values() if m["address"] == "+1 555 0125")
    hands.type("Text message", "Yes, on Monday 👍").tap("Send")
    sent = hands.row(hands.system("messages"), text="Yes, on Monday 👍")
    assert sent["mine"] and sent["address"] == "+1 555 0125"
    assert hands.sees("Yes, on Monday 👍")


def test_a_message_without_connection_says_so(hands):
    hands.phone.settings.put("global", "airplane_mode_on", "1")
    hands.open("messages").tap("Mum").type("Text message", "Hello").tap("Send")
    assert hands.sees("No connection")
    assert hands.row(hands.system("messages"), text="Hello")["status"] == "failed"


def test_write_to_a_new_number_and_delete_the_conversation(hands):
    hands.open("messages").tap("Start chat")
    hands.phone.type_text("5550150")
    hands.tap("Send to 5550150").type("Text message", "Is the flat still free?").tap("Send")
    hands.row(hands.system("messages"), address="5550150")
    hands.tap("More options", "Delete conversation", "Delete")
    assert not [m for m in hands.system("messages").values() if m["address"] == "5550150"]


def test_attaching_asks_for_permission_once(hands):
    hands.open("messages").tap("Mum", "Attach")
    assert hands.sees("Allow") and hands.sees("Messages")
    hands.tap("Allow").tap("Attach")
    assert hands.sees("Choose a photo")
    hands.tap("Miso on the windowsill")
    assert hands.sees("📷 IMG_20260301_0904.jpg")


# -- Clock
def test_add_change_and_delete_an_alarm(hands):
    hands.open("clock").tap("Add alarm", "Later hour", "Later minute")
    hands.type("Label", "Ferry").tap("Mon", "Save")
    alarm = hands.row(hands.app("clock")["alarms"], label="Ferry")
    assert (alarm["minutes"], alarm["days"], alarm["active"]) == (545, "Mon", True)
    hands.tap("Ferry 09:05")
    assert not hands.app("clock")["alarms"][alarm["id"]]["active"]
    hands.tap("09:05", "Delete alarm", "Delete")
    assert alarm["id"] not in hands.app("clock")["alarms"]


def test_the_timer_rings(hands):
    hands.open("clock").tap("Timer", "3 min", "Start")
    hands.phone.advance(60_000)
    assert hands.sees("2:00")
    hands.phone.advance(121_000)
    assert hands.row(hands.system("notifications"), title="Timer finished")


def test_the_stopwatch_counts_laps(hands):
    hands.open("clock").tap("Stopwatch", "Start")
    hands.phone.advance(65_000)
    hands.tap("Lap", "Stop")
    assert len(hands.app("clock")["laps"]) == 1 and hands.app("clock")["watch_kept"] >= 65_000


def test_add_a_city(hands):
    hands.open("clock").tap("World", "Add city").type("Search cities", "Oslo").tap("Norway")
    hands.row(hands.app("clock")["cities"], name="Oslo")


# -- Calendar
def test_create_edit_and_delete_an_event(hands):
    hands.open("calendar").tap("17 March 2026", "New event", "Save")
    assert hands.sees("Give the event a title")
    hands.type("Title", "Ferry").type("Place", "Pier 3").tap("Work", "Save")
    event = hands.row(hands.system("calendar"), title="Ferry")
    assert event["end"] - event["start"] == 3_600_000 and event["calendar"] == "Work"
    hands.tap("Ferry", "Edit").tap("All day", "Save")
    assert hands.system("calendar")[event["id"]]["all_day"]
    hands.tap("Delete", "Delete")
    assert event["id"] not in hands.system("calendar")


def test_an_event_cannot_end_before_it_starts(hands):
    hands.open("calendar").tap("New event").type("Title", "Odd").tap("Ends")
    hands.tap("Earlier hour", "Earlier hour", "Done", "Save")
    assert hands.sees("must end after it starts")
    assert not [e for e in hands.system("calendar").values() if e["title"] == "Odd"]


# -- Files
def test_make_rename_move_and_delete(hands):
    hands.open("files").tap("Internal storage", "New folder")
    hands.phone.type_text("Trips")
    hands.tap("Create")
    assert hands.system("files")["/sdcard/Trips"]["kind"] == "folder"
    hands.tap("Options for Trips", "Rename").type("Name", "Journeys").tap("Rename")
    assert "/sdcard/Journeys" in hands.system("files") and "/sdcard/Trips" not in hands.system("files")
    hands.tap("Documents", "Options for Recipes.md", "Move to…", "Journeys", "Move here")
    assert "/sdcard/Journeys/Recipes.md" in hands.system("files")
    hands.back().tap("Options for Journeys", "Delete", "Delete")
    assert not [p for p in hands.system("files") if p.startswith("/sdcard/Journeys")]


def test_a_taken_name_is_refused(hands):
    hands.open("files").tap("Internal storage", "New folder")
    hands.phone.type_text("Music")
    hands.tap("Create")
    assert hands.sees("This name is taken")


def test_documents_and_songs_open(hands):
    hands.open("files").tap("boarding-pass.pdf")
    assert hands.sees("Gate B22")
    hands.back().tap("Audio", "Slow River.mp3", "Play")
    assert hands.sees("Playing / 5:01")
    hands.phone.advance(30_000)
    hands.tap("Pause")
    assert hands.sees("0:30 / 5:01")
    hands.tap("Forward 10 seconds")
    assert hands.sees("0:40 / 5:01")


@pytest.mark.parametrize(("name", "kind"), [("IMG_20260308_1611.jpg", "JPEG"), ("trail-map.png", "PNG")])
def test_sample_pictures_are_pictures(hands, name, kind):
    (path,) = [p for p in hands.system("files") if p.endswith(name)]
    data = hands.phone.files.read(path)
    with Image.open(io.BytesIO(data)) as image:
        assert (image.format, image.size) == (kind, (1280, 960))
        assert len(image.resize((8, 8)).convert("RGB").getcolors()) > 8
    assert len(data) == hands.phone.files.stat(path)["size"]
    hands.phone.files.write("/sdcard/copy.jpg", b"not a picture")
    assert hands.phone.files.read("/sdcard/copy.jpg") == b"not a picture"


def test_sample_documents_are_documents(hands):
    data = hands.phone.files.read("/sdcard/Download/boarding-pass.pdf")
    assert data.startswith(b"%PDF-1.4") and data.rstrip().endswith(b"%%EOF") and b"(Gate B22" in data
    start = int(data.split(b"startxref\n")[1].split()[0])
    assert data[start:].startswith(b"xref")
    assert abs(len(data) - hands.phone.files.stat("/sdcard/Download/boarding-pass.pdf")["size"]) < 300


# -- Settings
def test_join_a_network_by_its_password(hands):
    hands.open("settings").tap("Wi-Fi", "Café Ostwind")
    hands.phone.type_text("wrong one")
    hands.tap("Connect")
    assert hands.sees("Wrong password")
    hands.type("Password", "flatwhite").tap("Connect")
    network = hands.row(hands.app("settings")["networks"], connected=True)
    assert network["name"] == "Café Ostwind" and network["saved"]


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        (("Airplane mode",), "global.airplane_mode_on", "1"),
        (("Do Not Disturb",), "global.zen_mode", "1"),
        (("Bluetooth", "Use Bluetooth"), "global.bluetooth_on", "0"),
        (("Display", "Dark theme"), "secure.ui_night_mode", "2"),
        (("Display", "Screen timeout", "2 minutes"), "system.screen_off_timeout", "120000"),
        (("Display", "Font size", "Large"), "system.font_scale", "1.15"),
        (("Display", "Wallpaper", "Ocean"), "system.wallpaper", "wallpaper/ocean"),
        (("Battery", "Battery Saver"), "global.low_power", "1"),
        (("Sound and vibration", "Vibrate for calls"), "system.vibrate_when_ringing", "0"),
    ],
)
def test_settings_write_what_android_reads(hands, path, key, value):
    hands.open("settings").tap(*path)
    assert hands.system("settings")[key] == value


def test_settings_search_permissions_and_uninstall(hands):
    hands.open("settings").tap("Search settings")
    hands.phone.type_text("phone name")
    hands.tap("About phone", "Phone name").type("Name", "Blue brick").tap("Save")
    assert hands.system("settings")["global.device_name"] == "Blue brick"
    hands.back().back().tap("Apps", "Marlow", "Permissions", "Location", "Allow")
    assert hands.system("permissions")["org.phoneworld.marlow/location"] == "granted"
    hands.back().tap("Uninstall", "Uninstall")
    assert "org.phoneworld.marlow" not in hands.system("packages")


@pytest.mark.parametrize(
    "path",
    [("Battery", "Battery percentage"), ("Battery", "Battery Saver"), ("Network and internet", "Data Saver")],
)
def test_settings_show_in_the_status_bar(hands, path):
    hands.open("settings").tap(*path[:-1])
    before = hands.phone.pixels()[:36].copy()
    hands.tap(path[-1])
    assert (hands.phone.pixels()[:36] != before).any()
    hands.tap(path[-1])
    assert (hands.phone.pixels()[:36] == before).all()


# -- Marlow
ORDERS = 33


def test_buy_something(hands):
    hands.open("marlow").tap("Nordic Desk Lamp", "Increase", "Add to cart")
    assert hands.row(hands.app("marlow")["cart"], product="p2")["quantity"] == 2
    hands.back().tap("Cart", "Checkout", "Pay on delivery", "Place order")
    assert hands.sees("Thank you!")
    order = max(hands.app("marlow")["orders"].values(), key=lambda o: o["at"])
    assert order["status"] == "Placed" and order["payment"] == "Pay on delivery"
    assert order["total"] == pytest.approx(399 + 2 * 12 + 2 * 42.5 + 2.5)
    assert not hands.app("marlow")["cart"]
    hands.tap("See order", "Cancel order", "Cancel order")
    assert hands.app("marlow")["orders"][order["id"]]["status"] == "Cancelled"


def test_balance_must_cover_the_order(hands):
    hands.open("marlow").tap("Cart", "Checkout", "Marlow balance", "Place order")
    assert hands.sees("Not enough balance") and len(hands.app("marlow")["orders"]) == ORDERS


def test_the_balance_pays_behind_a_pin(hands):
    hands.open("marlow").tap("Cart", "Remove Pocket Camera M4", "Remove", "Checkout", "Marlow balance")
    hands.tap("Place order")
    assert hands.phone.secure
    hands.tap("1", "1", "1", "1")
    assert hands.sees("Wrong PIN") and len(hands.app("marlow")["orders"]) == ORDERS
    hands.tap("4", "4", "7", "1")
    assert hands.sees("Thank you!")
    assert hands.row(hands.app("marlow")["orders"], payment="Marlow balance", status="Placed")["total"] == 24
    assert hands.app("marlow")["balance"] == 96
    hands.row(hands.app("marlow")["paid"], amount=24)


def test_signing_out_and_in_again(hands):
    hands.open("marlow").tap("Account", "Sign out")
    hands.back().tap("Cart", "Checkout", "Place order")
    assert hands.sees("Sign in to Marlow")
    hands.type("Email or user name", "alex.rivera@example.org").type("Password", "guess").back()
    hands.tap("Sign in")
    assert hands.sees("Wrong user name or password")
    hands.type("Password", "larch-4471").back().tap("Sign in")
    assert hands.app("marlow")["signed_in"] and hands.sees("Sign out")
    hands.tap("Alex Rivera", "Edit name").type("Name", "Alexandra Rivera").tap("Save")
    assert hands.app("marlow")["profile_name"] == "Alexandra Rivera"


def test_shop_search_wishlist_and_categories(hands):
    hands.open("marlow").tap("Search products")
    hands.phone.type_text("teapot")
    hands.tap("Cast Iron Teapot", "Add to wishlist")
    assert "p18" in hands.app("marlow")["wishlist"]
    assert "teapot" in hands.app("marlow")["recent"]


def test_addresses_are_checked_in_plain_words(hands):
    hands.open("marlow").tap("Account", "Addresses", "Add address", "Save address")
    assert hands.sees("Enter the name on the door") and hands.sees("A postcode has five digits")
    hands.type("Full name", "Alex Rivera").type("Street and number", "1 Pier").type("City", "Northport")
    hands.type("Postcode", "40121").back().tap("Save address")
    hands.row(hands.app("marlow")["addresses"], street="1 Pier")


def test_the_shop_offline_offers_to_try_again(hands):
    hands.phone.settings.put("global", "airplane_mode_on", "1")
    hands.open("marlow")
    assert hands.sees("You are offline")
    hands.phone.settings.put("global", "airplane_mode_on", "0")
    assert hands.sees("Trail Runner 3")


# -- from app to app
def test_share_a_note_as_a_message(hands):
    hands.open("notes").tap("Dentist", "Share", "Messages", "Leila Haddad")
    assert hands.sees("Dr. Osei")
    hands.tap("Send")
    sent = [m for m in hands.system("messages").values() if "Dr. Osei" in m["text"]]
    assert len(sent) == 1 and sent[0]["address"] == "+1 555 0120"


def test_message_a_contact(hands):
    hands.open("contacts").tap("Anna Lindqvist", "Message").type("Text message", "Lunch?").tap("Send")
    assert hands.row(hands.system("messages"), text="Lunch?")["address"] == "+1 555 0102"


def test_invite_a_contact_to_an_event(hands):
    hands.open("contacts").tap("Anna Lindqvist", "Invite", "Save")
    assert hands.row(hands.system("calendar"), title="Meet Anna Lindqvist")["guests"] == "Anna Lindqvist"


def test_pick_a_guest_from_contacts(hands):
    hands.open("calendar").tap("New event").type("Title", "Tea").tap("Pick a guest", "Chloe Dubois", "Save")
    assert hands.row(hands.system("calendar"), title="Tea")["guests"] == "Chloe Dubois"


def test_share_a_message_into_a_note(hands):
    hands.open("messages").tap("Henry Walsh", "The plumber comes", "Share", "Notes").type("Title", "Plumber")
    hands.tap("Save")
    assert "plumber comes on Wednesday" in hands.row(hands.app("notes")["notes"], title="Plumber")["body"]


def test_save_shared_text_as_a_file(hands):
    hands.open("notes").tap("Coffee ratio", "Share", "Files", "Save")
    assert "94 °C" in hands.phone.files.read("/sdcard/Documents/Coffee ratio.txt").decode()
