"""Photos, mail, posts, music, news, books, a forum and a browser: what a person does there."""


def table(hands, app, name):
    return list(hands.app(app)[name].values())


# -- Photos and Camera
def test_a_chosen_photo_goes_to_an_album_and_to_the_trash_and_back(hands):
    hands.open("photos").hold("Mirror Lake")
    hands.tap("Add to album", "Miso")
    mirror_lake = "/sdcard/DCIM/Camera/IMG_20260308_1611.jpg"
    hands.row(hands.app("photos")["album_items"], list="miso", item=mirror_lake)
    hands.tap("View from the ridge", "Delete", "Move to trash")
    assert not hands.sees("View from the ridge")
    hands.tap("Library", "Trash", "View from the ridge", "Restore")
    assert not table(hands, "photos", "trash")


def test_the_camera_takes_a_picture_after_its_timer(hands):
    hands.open("camera").tap("While using the app")
    hands.tap("Timer off", "Take photo")
    assert not table(hands, "camera", "shots")
    hands.phone.advance(4000)
    (shot,) = table(hands, "camera", "shots")
    assert hands.system("files")[shot["path"]]["data"] == "photo/bridge"


# -- Mail
def test_an_invitation_lands_in_the_calendar_once(hands):
    hands.open("mail").tap("Film Night at Pier 4", "Yes", "Maybe")
    hands.row(hands.system("calendar"), title="Harbour Film Night", location="Pier 4, Northport")
    hands.tap("No")
    assert not [e for e in hands.system("calendar").values() if e["title"] == "Harbour Film Night"]


def test_a_mail_needs_an_address_and_left_alone_becomes_a_draft(hands):
    hands.open("mail").tap("Compose")
    hands.type("Subject", "Tables")
    hands.tap("Send")
    assert hands.sees("Enter an address")
    hands.type("To", "anna.l@example.org").tap("Send")
    hands.row(hands.app("mail")["mails"], folder="sent", subject="Tables", to="anna.l@example.org")
    hands.tap("Compose").type("Subject", "Later")
    hands.tap("Close", "Close")  # the first puts the keyboard away
    hands.row(hands.app("mail")["mails"], folder="drafts", subject="Later")


# -- Perch, Flick, Townboard
def test_a_post_is_liked_and_answered(hands):
    hands.open("perch").tap("Like")
    liked = [p for p in table(hands, "perch", "posts") if p["liked"] and p["id"] == "p1"]
    assert liked[0]["likes"] == 87
    hands.tap("Four people, eleven dishes")
    hands.type("Add a comment", "Save me one").tap("Send")
    hands.row(hands.app("perch")["comments"], target="p1", text="Save me one", mine=True)


def test_a_vote_taken_back_leaves_the_sum(hands):
    hands.open("townboard").tap("Ferries run again")
    for votes in (35, 34):
        hands.phone.tap(*hands.centre(hands.find("Vote up the thread")))
        assert hands.app("townboard")["threads"]["f2"]["votes"] == votes


def test_watching_is_remembered_and_a_video_is_kept(hands):
    hands.open("flick").tap("Save the video of skatecat", "Climbing")
    hands.row(hands.app("flick")["collections_items"], list="climb", item="v1")
    hands.tap("Video by @skatecat")
    assert table(hands, "flick", "watched")[-1]["video"] == "v1"


# -- Tremolo and Earshot
def test_playing_goes_on_with_the_clock(hands):
    hands.open("tremolo").tap("Low Water", "Play")
    hands.phone.advance(61_000)
    hands.tap("Pause")
    state = hands.app("tremolo")
    assert not state["playing"] and 61_000 <= state["position"] < 64_000
    hands.tap("Next")
    assert hands.app("tremolo")["now_playing"] == "t9"


def test_speed_and_a_note_at_a_moment(hands):
    hands.open("earshot").tap("The man who mapped every bench", "1× speed", "2×", "Play")
    hands.phone.advance(30_000)
    hands.tap("Mark this moment").type("What was said?", "Benches")
    hands.tap("Save")
    note = hands.row(hands.app("earshot")["clips"], text="Benches")
    assert 60 <= note["position"] < 64


def test_the_sleep_timer_stops_what_plays(hands):
    hands.open("earshot").tap("The man who mapped every bench", "Play", "Sleep timer", "15 minutes")
    hands.phone.advance(16 * 60_000)
    state = hands.app("earshot")
    assert not state["playing"] and not state["sleep_at"] and state["position"] > 14 * 60_000


# -- Ledger and Folio
def test_a_passage_is_highlighted_with_a_note(hands):
    hands.open("ledger").tap("Ferry strike ends", "The first boat leaves", "Add a note")
    hands.type("Your note", "Pier 1!").tap("Save")
    (row,) = [h for h in table(hands, "ledger", "highlights") if h["item"] == "ferry"]
    assert row["note"] == "Pier 1!" and row["text"].startswith("The first boat leaves Pier 1")
    hands.tap("Save")
    assert "ferry" in hands.app("ledger")["saved"]


def test_reading_on_moves_the_progress(hands):
    hands.open("folio").tap("The Salt Road", "Continue", "Next chapter")
    assert hands.app("folio")["books"]["salt"]["chapter"] == 4


# -- Wayfarer
def test_an_address_a_link_and_a_form(hands):
    hands.open("wayfarer").tap("Search or type an address")
    hands.phone.type_text("northport.example")
    hands.phone.key("ENTER")
    hands.tap("Parking permits")
    assert table(hands, "wayfarer", "visits")[-1]["url"] == "https://northport.example/parking"
    hands.tap("Send")
    assert not table(hands, "wayfarer", "sent")
    hands.type("Name", "Alex Rivera").type("Email", "alex@example.org").tap("Send")
    hands.row(hands.app("wayfarer")["sent"], page="https://northport.example/parking", name="Alex Rivera")


def test_a_wrong_address_says_so(hands):
    hands.open("wayfarer").tap("Search or type an address")
    hands.phone.type_text("nowhere.example")
    hands.phone.key("ENTER")
    assert hands.sees("This site cannot be reached")
