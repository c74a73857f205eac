"""The recorder against a session that is played: what becomes a row, what never does."""

import asyncio
import io
import json
import uuid

import av
import numpy as np
import pytest
from channels.db import database_sync_to_async
from django.utils import timezone
from PIL import Image

from devices import actions
from devices.adb import uitree
from evaluation import services
from evaluation.recorder import Recorder
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.django_db(transaction=True)

NODE = '<node class="android.widget.{kind}" package="{package}" {rest}bounds="{bounds}"{end}'
NOTES, KEYBOARD = "com.example.notes", "org.example.inputmethod"


def node(kind, bounds, *inside, package=NOTES, **attributes):
    rest = "".join(f'{name.replace("_", "-")}="{value}" ' for name, value in attributes.items())
    end = f">{''.join(inside)}</node>" if inside else "/>"
    return NODE.format(kind=kind, package=package, rest=rest, bounds=bounds, end=end)


def key(bounds, **attributes):
    return node("Button", bounds, package=KEYBOARD, clickable="true", **attributes)


BUTTON = node("Button", "[400,1000][520,1100]", resource_id=f"{NOTES}:id/add", text="Add", clickable="true")
KEYS = node(
    "FrameLayout",
    "[0,700][540,1200]",
    key("[0,700][60,760]", text="q"),
    key("[60,700][120,760]", text="w"),
    key("[480,1100][540,1160]", content_desc="Enter"),
    package=KEYBOARD,
)


def field(text="", focused=True, password=False):
    flags = {"focused": str(focused).lower(), "password": str(password).lower()}
    return node("EditText", "[0,100][540,180]", resource_id="title", text=text, clickable="true", **flags)


class Frames:
    """Pictures whose shade tells when they were shown."""

    def __init__(self):
        self.shown = []
        self.latest = None

    def show(self, shade, at):
        picture = av.VideoFrame.from_ndarray(np.full((120, 54, 3), shade, np.uint8), "rgb24").reformat(
            format="yuv420p"
        )
        self.number = len(self.shown) + 1
        frame = type("F", (), {"picture": picture, "at": at, "shade": shade, "number": self.number})()
        self.shown.append(frame)
        self.latest = frame

    def settle(self):
        pass

    def unchanged(self, number, frame, box, size):
        return number > 0 and self.shown[number - 1].shade == frame.shade

    def before(self, at):
        return next((f for f in reversed(self.shown) if f.at <= at), None)

    def jpeg(self, frame, quality):
        target = io.BytesIO()
        Image.new("RGB", (540, 1200), (frame.shade,) * 3).save(target, "JPEG")
        return target.getvalue()


class Session:
    """What the recorder needs of a PhoneSession."""

    width, height, state = 540, 1200, "live"

    def __init__(self):
        self.frames = Frames()
        self.listener = None
        self.keyboard_window = self.boot = ""
        self.device = self
        self.tree = self
        self.status = type("S", (), {"package": "com.example.notes", "activity": ".Edit"})()
        self._tree = None

    def show_tree(self, *inside, stale=False, picture=0):
        screen = node("FrameLayout", "[0,0][540,1200]", *inside)
        self._tree = uitree.parse(f'<hierarchy rotation="0">{screen}</hierarchy>')
        self._tree.captured_at = asyncio.get_running_loop().time() + 10  # seen after whatever was typed
        self._tree.stale, self._tree.picture = stale, picture

    def latest(self):
        return self._tree

    async def shell(self, args, timeout):
        return type("R", (), {"text": self.boot if "boot_id" in args[-1] else self.keyboard_window})

    async def ui_tree(self):
        return self._tree

    def want_key(self, gap=0):
        pass

    def add_listener(self, listener):
        self.listener = listener

    def remove_listener(self, listener):
        self.listener = None


class Phone:
    """A recorder at work, driven by the episode's author."""

    def __init__(self, episode):
        self.session = Session()
        self.recorder = Recorder(episode.pk, episode.author_id, self.session, 1.5)
        self.user = episode.author_id
        self.session.frames.show(10, 0)
        self.session.show_tree(BUTTON)
        self.recorder.start()

    @property
    def now(self):
        return asyncio.get_running_loop().time()

    def send(self, user=None, **event):
        if self.session.listener:
            self.session.listener.on_input(event, self.now, user or self.user)

    async def tap(self, x, y, user=None, hold=0.02):
        for action in ("down", "up"):
            # Half the size of the screen: the video may be smaller.
            self.send(user, type="touch", action=action, pointer=0, x=x / 2, y=y / 2, w=270, h=600)
            await asyncio.sleep(hold)

    def key(self, letter):
        self.send(type="key", code=f"Key{letter.upper()}", key=letter, action="press", meta={})


async def until(stored):
    """Poll the database until it is so."""
    async with asyncio.timeout(PATIENCE_S):
        while not await database_sync_to_async(stored)():
            await asyncio.sleep(0.05)


def play(episode, script):
    """Run a script against a recorder of the episode; its steps afterwards."""

    async def run():
        phone = Phone(episode)
        await script(phone)
        await phone.recorder.finish()

    from asgiref.sync import async_to_sync

    async_to_sync(run)()
    return list(episode.steps.select_related("screenshot", "thumbnail", "tree"))


def names(steps):
    return [step.action["name"] for step in steps]


def everything_stored(steps) -> str:
    """All that was kept of steps, trees included, as one text."""
    parts = []
    for step in steps:
        parts.append(
            json.dumps([step.action, step.element, step.path, step.foreground, step.flag], ensure_ascii=False)
        )
        if step.tree:
            parts.append(step.tree.path.read_text())
    return "\n".join(parts)


@pytest.fixture
def episode(recording):
    return recording(steps=0)


def test_a_tap_is_a_click_with_what_was_there_before_it(episode):
    async def script(phone):
        before = phone.now
        phone.session.frames.show(100, before)
        await phone.tap(450, 1050)
        phone.session.frames.show(200, phone.now)

    (step,) = play(episode, script)
    assert step.action == {"name": "click", "arguments": {"points": [[450, 1050]]}}, "device px, not video px"
    assert step.element["id"] == "com.example.notes:id/add" and step.element["bounds"] == [
        400,
        1000,
        520,
        1100,
    ]
    assert step.foreground == {"package": "com.example.notes", "activity": ".Edit"}
    assert (step.width, step.height, step.tree_stale, step.secret) == (540, 1200, False, False)
    shade = Image.open(step.screenshot.path).getpixel((5, 5))[0]
    assert abs(shade - 100) < 4, "the picture before the touch"
    assert Image.open(step.thumbnail.path).size == (180, 400)
    assert [n["id"] for n in json.loads(step.tree.path.read_text())["nodes"]][1] == "com.example.notes:id/add"


def test_two_taps_amend_the_row_that_was_written(episode):
    async def script(phone):
        await phone.tap(450, 1050)
        await phone.tap(450, 1050)

    (step,) = play(episode, script)
    assert step.action["name"] == "double_click"


def test_a_step_is_in_the_database_as_soon_as_it_is_known(episode):
    async def script(phone):
        await phone.tap(450, 1050)
        phone.key("a")
        await until(lambda: episode.steps.count() == 2)

    assert names(play(episode, script)) == ["click", "type"]


def test_only_the_author_is_recorded_and_nothing_after_the_end(episode, reviewer):
    async def script(phone):
        await phone.tap(450, 1050, user=reviewer.pk)
        listener = phone.session.listener
        await phone.recorder.finish()
        phone.session.listener = listener
        await phone.tap(450, 1050)

    assert play(episode, script) == []


def test_typing_is_one_step_with_what_the_field_gained(episode):
    async def script(phone):
        phone.session.show_tree(field("Buy "), KEYS)
        await phone.tap(30, 730)
        await phone.tap(90, 730)
        phone.session.show_tree(field("Buy qw"), KEYS)
        await asyncio.sleep(0.6)
        await phone.tap(500, 1130)

    typed, enter = play(episode, script)
    assert typed.action == {"name": "type", "arguments": {"text": "qw"}}
    assert typed.element["id"] == "title" and typed.path == []
    assert enter.action == {"name": "button_press", "arguments": {"type": "enter"}}


def test_a_keyboard_that_no_tree_shows_is_told_by_its_place(episode):
    async def script(phone):
        phone.session.keyboard_window = (
            "  Window #1 Window{1e0a1 u0 InputMethod}:\n"
            "    touchable region=SkRegion((0,780,540,1200))\n    isVisible=true\n"
        )
        phone.session.show_tree(field(""))
        await asyncio.sleep(0.5)
        await phone.tap(100, 900)
        phone.session.show_tree(field("w"))
        await asyncio.sleep(0.6)
        await phone.tap(510, 1130)
        await phone.tap(100, 140)

    typed, enter, click = play(episode, script)
    assert typed.action == {"name": "type", "arguments": {"text": "w"}} and typed.path == []
    assert enter.action == {"name": "button_press", "arguments": {"type": "enter"}}
    assert click.action["name"] == "click" and click.element["id"] == "title"


def test_what_the_field_made_of_it_wins_over_the_keys(episode):
    async def script(phone):
        phone.session.show_tree(field(""))
        phone.key("t")
        phone.send(type="key", code="ArrowLeft", key="ArrowLeft", action="press", meta={})
        phone.session.show_tree(field("the"))
        await asyncio.sleep(0.6)

    (step,) = play(episode, script)
    assert step.action["arguments"]["text"] == "the"


def test_a_field_that_cannot_be_read_keeps_what_the_keys_spell(episode):
    async def script(phone):
        phone.session.show_tree(field(""))
        for letter in "你好":
            phone.send(type="text", text=letter, id=1)
        phone.session.show_tree(BUTTON, stale=True)
        await phone.tap(450, 1050)

    typed, click = play(episode, script)
    assert typed.action["arguments"]["text"] == "你好" and click.tree_stale


def test_a_secret_field_leaves_no_text_anywhere(episode):
    async def script(phone):
        phone.session.show_tree(field("", password=True), KEYS)
        await phone.tap(30, 730)
        await phone.tap(90, 730)
        for letter in "hunter2":
            phone.key(letter)
        phone.send(type="text", text="hunter2", id=1)
        await asyncio.sleep(0.3)
        phone.session.show_tree(field("••••", password=True), BUTTON, KEYS)
        await asyncio.sleep(0.6)
        phone.session.show_tree(field("qwhunter2hunter2", focused=False), BUTTON)  # "show password"
        await phone.tap(450, 1050)

    typed, click = play(episode, script)
    assert typed.secret and typed.action == {"name": "type", "arguments": {"text": ""}} and typed.path == []
    assert not click.secret
    for word in ("hunter2", "qw", "•"):
        assert word not in everything_stored([typed, click])


def test_secret_fields_are_painted_over_in_the_picture(episode):
    async def script(phone):
        phone.session.show_tree(field("", password=True), BUTTON)
        await phone.tap(450, 1050)

    (step,) = play(episode, script)
    picture = Image.open(step.screenshot.path)
    assert abs(picture.getpixel((200, 140))[0] - 128) < 4 and picture.getpixel((200, 300))[0] < 20


def test_typing_right_after_a_tap_on_a_secret_field_is_secret_although_the_tree_is_old(episode):
    async def script(phone):
        phone.session.show_tree(field("", focused=False, password=True))
        await phone.tap(100, 140)
        phone.session._tree.stale = True
        phone.key("s")
        phone.key("3")

    click, typed = play(episode, script)
    assert names([click, typed]) == ["click", "type"]
    assert typed.secret and "s3" not in everything_stored([typed])


def test_the_film_is_cut_while_a_secret_field_has_the_focus(episode):
    async def script(phone):
        written = []
        phone.recorder.film.write = lambda packet: written.append(packet)
        packet = type("P", (), {"config": False, "key": True, "data": b"", "pts_us": 0})()
        phone.recorder.on_packet(packet)
        phone.session.show_tree(field("", password=True))
        await asyncio.sleep(0.5)
        phone.recorder.on_packet(packet)
        assert len(written) == 1

    play(episode, script)


def test_watching_the_screen_at_work_is_a_wait(episode, monkeypatch):
    monkeypatch.setattr("evaluation.recorder.WAIT_S", 1.5)
    monkeypatch.setattr("evaluation.recorder.WAIT_CHANGE_S", 1.0)

    async def script(phone):
        await phone.tap(450, 1050)
        for n in range(8):
            await asyncio.sleep(0.35)
            phone.session.frames.show(40 * (n % 6) + 20, phone.now)
        await asyncio.sleep(0.5)
        await phone.tap(450, 1050)

    first, wait, second = play(episode, script)
    assert names([first, wait, second]) == ["click", "wait", "click"]
    assert 1000 <= wait.action["arguments"]["time"] <= 6000


def test_thinking_before_a_still_screen_is_no_wait(episode, monkeypatch):
    monkeypatch.setattr("evaluation.recorder.WAIT_S", 0.8)
    monkeypatch.setattr("evaluation.recorder.WAIT_CHANGE_S", 0.5)

    async def script(phone):
        await phone.tap(450, 1050)
        await asyncio.sleep(1.5)
        await phone.tap(450, 1050)

    assert names(play(episode, script)) == ["click", "click"]


def test_a_forbidden_picture_is_none_not_black(episode):
    async def script(phone):
        phone.session.state = "secure"
        await phone.tap(450, 1050)

    (step,) = play(episode, script)
    assert step.screenshot is None and "forbids pictures" in step.flag


def test_a_wheel_scrolls_as_far_as_android_does(episode):
    async def script(phone):
        phone.send(type="wheel", x=135, y=300, w=270, h=600, dx=0, dy=-2)

    (step,) = play(episode, script)
    assert step.action["name"] == "scroll"
    assert step.action["arguments"]["points"] == [[270, 600], [270, 600 - 2 * 96]]


def test_a_database_that_comes_back_loses_no_step(episode, monkeypatch):
    from django.db import OperationalError

    from evaluation import recorder, services

    monkeypatch.setattr(recorder, "RETRY_S", 0.05)
    real, failures = services.record_step, iter([OperationalError("gone"), OperationalError("gone")])

    def flaky(*args, **kwargs):
        if error := next(failures, None):
            raise error
        return real(*args, **kwargs)

    monkeypatch.setattr(services, "record_step", flaky)

    async def script(phone):
        await phone.tap(450, 1050)
        phone.send(type="button", name="back")

    assert names(play(episode, script)) == ["click", "button_press"]


def test_a_new_recorder_goes_on_with_the_next_number(episode):
    async def script(phone):
        await phone.tap(450, 1050)

    play(episode, script)
    assert [step.seq for step in play(episode, script)] == [0, 1]


def line_breaks_and_comes_back(phone):
    phone.recorder.on_state("reconnecting", "The connection to the phone broke; trying again.")
    phone.recorder.on_state("live", "")


@pytest.mark.parametrize("quick", [True, False])
def test_a_phone_that_restarted_is_noted_at_the_first_step_after_it(episode, quick):
    async def script(phone):
        phone.session.boot = f"{uuid.uuid4()}\n"
        line_breaks_and_comes_back(phone)
        await phone.tap(450, 1050)
        await asyncio.sleep(0.5)
        line_breaks_and_comes_back(phone)  # only the line: the phone is the same as before
        await asyncio.sleep(0.5)
        phone.send(type="button", name="home")
        await asyncio.sleep(0.5)
        phone.session.boot = f"{uuid.uuid4()}\n"
        line_breaks_and_comes_back(phone)
        await asyncio.sleep(0 if quick else 0.5)
        phone.send(type="button", name="back")
        phone.send(type="button", name="recents")
        await asyncio.sleep(0.5)

    steps = play(episode, script)
    assert names(steps) == ["click", "button_press", "button_press", "button_press"]
    assert ["restarted" in step.flag for step in steps] == [False, False, True, False]
    episode.refresh_from_db()
    assert steps[1].at < episode.phone_restarted_at < steps[2].at


def test_the_note_of_a_restart_is_neither_taken_back_nor_swallowed_by_another_flag(episode):
    """The tree of a step may come late and amends it; a step in doubt has a flag of its own."""

    def step(action, flag=""):
        fields = {"at": timezone.now(), "action": action.to_json(), "flag": flag, "width": 1, "height": 1}
        return services.record_step(episode.id, **fields)

    services.note_phone_boot(episode.id, "one", timezone.now())
    services.note_phone_boot(episode.id, "two", timezone.now())
    doubted = step(actions.Click(((1, 1),)), "It may be lost.")
    noted = step(actions.Click(((2, 2),)))
    services.record_step(episode.id, noted.pk, flag="", duration_ms=5)
    last = step(actions.Click(((3, 3),)))
    for one in (doubted, noted, last):
        one.refresh_from_db()
    assert [one.flag for one in (doubted, last)] == ["It may be lost.", ""]
    assert "restarted" in noted.flag and noted.duration_ms == 5


def test_a_phone_that_restarted_while_the_host_was_down_is_noted_too(episode):
    async def script(phone):
        phone.session.boot = f"{uuid.uuid4()}\n"
        line_breaks_and_comes_back(phone)
        await phone.tap(450, 1050)
        await asyncio.sleep(0.5)

    play(episode, script)
    steps = play(episode, script)  # another recorder, another run of the phone
    assert ["restarted" in step.flag for step in steps] == [False, True]


def test_a_tap_just_before_the_line_broke_says_that_it_may_be_lost(episode):
    async def script(phone):
        await phone.tap(450, 1050)
        await asyncio.sleep(0.7)
        await phone.tap(450, 1000)
        phone.session.listener.on_state("reconnecting", "The connection to the phone broke.")
        phone.session.listener.on_state("live", "")

    first, last = play(episode, script)
    assert first.flag == ""
    assert "may not have reached the phone" in last.flag


def test_a_touch_cut_off_by_a_broken_line_is_no_part_of_the_next(episode):
    async def script(phone):
        phone.send(type="touch", action="down", pointer=0, x=50, y=100, w=270, h=600)
        phone.send(type="touch", action="cancel", pointer=0)
        await phone.tap(450, 1050)

    (step,) = play(episode, script)
    assert step.action == {"name": "click", "arguments": {"points": [[450, 1050]]}}


SORT = node("Button", "[400,1000][520,1100]", text="Sort", clickable="true")
SAVE = node("Button", "[400,1000][520,1100]", text="Save", clickable="true")


async def tap_right_after_a_change(phone):
    """The tree is still the one of picture 1, the finger is already on picture 2."""
    phone.session.show_tree(SORT, stale=True, picture=1)
    phone.session.frames.show(120, phone.now)
    await phone.tap(450, 1050)


def test_a_tap_that_was_quicker_than_the_tree_names_no_element_of_the_screen_before(episode):
    async def script(phone):
        await tap_right_after_a_change(phone)
        await asyncio.sleep(0.3)
        phone.session.frames.show(200, phone.now)
        phone.session.show_tree(SAVE, picture=3)
        await asyncio.sleep(0.4)

    (step,) = play(episode, script)
    assert step.tree_stale and step.element is None


def test_the_tree_of_the_touched_picture_is_taken_when_it_still_comes(episode):
    async def script(phone):
        await tap_right_after_a_change(phone)
        await until(lambda: episode.steps.count() == 1)
        phone.session.show_tree(SAVE, picture=2)
        await until(lambda: not episode.steps.get().tree_stale)

    (step,) = play(episode, script)
    assert not step.tree_stale and step.element["text"] == "Save"
    assert "Save" in step.tree.path.read_text()


def test_elsewhere_on_the_screen_something_may_move(episode):
    async def script(phone):
        phone.session.show_tree(SORT, stale=True, picture=1)  # and nothing changed where the button is
        await phone.tap(450, 1050)

    (step,) = play(episode, script)
    assert step.tree_stale and step.element["text"] == "Sort"
