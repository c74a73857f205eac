"""One encoder, many viewers, against a virtual phone behind the real adb."""

import asyncio
import uuid

import pytest

from devices.adb.client import AdbClient
from devices.adb.scrcpy.jar import bundled_jar
from devices.streaming.hub import Hub
from devices.streaming.input import InputRefused
from devices.streaming.session import Driver, PhoneSession, SessionListener
from devices.streaming.viewer import Viewer
from tests.patience import PATIENCE_S


async def until(condition, what: str, timeout: float = PATIENCE_S):
    async with asyncio.timeout(timeout):
        while not (value := condition()):
            await asyncio.sleep(0.02)
        return value


async def connected(adb_port, phone):
    client = AdbClient(adb_port)
    async with asyncio.timeout(PATIENCE_S):
        while (await client.devices()).get(phone.serial) != "device":
            await client.connect(phone.serial)
            await asyncio.sleep(0.1)
    return client.device(phone.serial)


@pytest.fixture
async def device(adb_port, shared_phone):
    return await connected(adb_port, shared_phone)


@pytest.fixture
async def session(device):
    session = PhoneSession(uuid.uuid4(), device, bundled_jar(), size=(540, 1200))
    session.start()
    await until(lambda: session.config, "the first config")
    yield session
    await session.close()


class Watcher:
    def __init__(self, session, mode="video", acknowledge=True):
        self.session, self.got, self.acknowledge = session, [], acknowledge
        self.viewer = Viewer(self.send, session, mode)
        self.task = asyncio.create_task(self.viewer.run())
        session.join(self.viewer)

    async def send(self, message):
        self.got.append(message)
        if isinstance(message, bytes) and message[0] in (2, 3) and self.acknowledge:
            self.viewer.ack(int.from_bytes(message[4:8], "little"))

    def kinds(self):
        return [message[0] for message in self.got if isinstance(message, bytes)]

    def close(self):
        self.session.leave(self.viewer)
        self.task.cancel()


def tap(session, x, y):
    return [
        {"type": "touch", "action": action, "pointer": 0, "x": x, "y": y, "w": session.video_width,
         "h": session.video_height}
        for action in ("down", "up")
    ]  # fmt: skip


async def test_many_viewers_share_one_encoder(session):
    first = Watcher(session)
    await until(lambda: 2 in first.kinds(), "the first picture")
    others = [Watcher(session) for _ in range(5)]
    for other in others:
        await until(lambda other=other: 2 in other.kinds(), "a late picture")
        assert other.kinds()[:2] == [1, 2]
        picture = next(message for message in other.got if isinstance(message, bytes) and message[0] == 2)
        assert picture[1] & 1, "the first picture is a key frame"
    assert session.encoder_runs == 1
    for watcher in [first, *others]:
        watcher.close()


async def test_requests_for_key_frames_are_coalesced(session):
    watcher = Watcher(session)
    await until(lambda: 2 in watcher.kinds(), "the first picture")
    await asyncio.sleep(0.5)
    configs = watcher.kinds().count(1)
    for event in tap(session, 100, 300):  # a delta, so that no late viewer can be served from memory
        await session.inject(event)
    await asyncio.sleep(0.3)
    late = [Watcher(session) for _ in range(8)]
    for other in late:
        await until(lambda other=other: 2 in other.kinds(), "a late picture")
    assert watcher.kinds().count(1) - configs <= 2
    for other in [watcher, *late]:
        other.close()


async def test_a_still_screen_stays_live(session):
    watcher = Watcher(session)
    await until(lambda: session.state == "live", "live")
    await asyncio.sleep(1.0)
    frames = len(watcher.kinds())
    await asyncio.sleep(3.0)
    assert len(watcher.kinds()) <= frames + 3, "nothing moves, (almost) nothing is sent"
    assert session.state == "live" and session.encoder_runs == 1
    watcher.close()


async def test_a_tap_changes_the_picture_and_listeners_hear_it_first(session):
    heard = []

    class Listener(SessionListener):
        wants_frames = True

        def on_input(self, event, at, user_id):
            heard.append((event["action"], user_id, session.frames.number))

        def on_packet(self, packet):
            heard.append(packet)

    listener = Listener()
    session.add_listener(listener)
    await until(lambda: session.frames.latest, "a decoded picture")
    await asyncio.to_thread(session.frames.settle)
    before = session.frames.latest
    replies = []
    driver = Driver(7, replies.append)
    for event in tap(session, 200, 500):
        await session.inject(event, driver)
    await until(lambda: session.frames.number > before.number, "another picture")
    inputs = [entry for entry in heard if isinstance(entry, tuple)]
    assert inputs == [("down", 7, before.number), ("up", 7, before.number)]
    assert session.frames.before(before.last_at).number == before.number
    for event in tap(session, 200, 500):
        await session.inject(event)
    assert len([entry for entry in heard if isinstance(entry, tuple)]) == 2, (
        "the platform's own are not heard"
    )
    session.remove_listener(listener)
    assert not session.frames.running


async def test_jpeg_for_those_without_a_decoder(session):
    watcher = Watcher(session, "jpeg")
    await until(lambda: 3 in watcher.kinds(), "a JPEG")
    picture = next(message for message in watcher.got if isinstance(message, bytes))
    assert picture[16:18] == b"\xff\xd8"
    count = len(watcher.kinds())
    for event in tap(session, 300, 700):
        await session.inject(event)
    await until(lambda: len(watcher.kinds()) > count, "the next JPEG")
    assert 2 not in watcher.kinds() and 1 not in watcher.kinds()
    watcher.close()
    assert not session.frames.running


async def test_turning_the_phone_gives_config_and_size(session):
    watcher = Watcher(session)
    await until(lambda: 2 in watcher.kinds(), "the first picture")
    driver = Driver(1, lambda message: None)
    down = tap(session, 100, 100)[0]
    await session.inject(down, driver)
    await session.inject({"type": "button", "name": "rotate"}, driver)
    await until(lambda: session.video_width > session.video_height, "the turned picture")
    assert (session.width, session.height) == (1200, 540)
    await until(lambda: session.rotation in (1, 3), "the rotation")
    assert not session.screen.fingers, "the finger was lifted"
    with pytest.raises(InputRefused):
        await session.inject(down, driver)
    last = [message for message in watcher.got if isinstance(message, bytes) and message[0] == 1]
    await until(
        lambda: any(m[4:6] == (session.video_width).to_bytes(2, "little") for m in last + watcher.got
                    if isinstance(m, bytes) and m[0] == 1), "the new config")  # fmt: skip
    await session.inject({"type": "button", "name": "rotate"}, driver)
    await until(lambda: session.video_height > session.video_width, "upright again")
    watcher.close()


async def test_text_is_typed_and_read_back(session):
    replies = []
    driver = Driver(1, replies.append)
    await session.set_clipboard("precious", paste=False)
    for number, text in enumerate(["plain words", "你好 🎉 naïve"]):
        await session.inject({"type": "text", "text": text, "id": number}, driver)
        reply = await until(lambda number=number: replies[number:], "an answer")
        assert reply[0]["type"] == "typed" and reply[0]["ok"], reply
        assert reply[0]["id"] == number and text in reply[0]["read_back"]
    await asyncio.sleep(0.2)
    assert await session.get_clipboard() == "precious", "the user's own clipboard is back"


async def test_clipboard_both_ways(session):
    await session.inject({"type": "clipboard_set", "text": "from the page ✓", "paste": False}, None)
    assert await session.get_clipboard() == "from the page ✓"


async def test_ui_tree_and_screenshot(session):
    await until(lambda: session.state == "live", "a picture")
    await asyncio.sleep(0.5)
    tree = await session.ui_tree()
    assert tree.at(100, 100).id == "field" and not tree.stale
    assert (await session.screenshot()).startswith(b"\x89PNG")


async def test_the_tree_is_kept_fresh_while_somebody_records(session):
    class Recorder(SessionListener):
        wants_frames = wants_tree = True

    recorder = Recorder()
    session.add_listener(recorder)
    first = await until(session.tree.latest, "a tree")
    for event in tap(session, 100, 900):
        await session.inject(event)
    await until(
        lambda: session.tree.latest().stale or session.tree.latest() is not first, "a changed picture"
    )
    newer = await until(
        lambda: (
            session.tree.latest() is not first and not session.tree.latest().stale and session.tree.latest()
        ),
        "a fresh tree",
    )
    assert newer.picture > first.picture
    session.remove_listener(recorder)
    assert session.tree.latest() is None


async def test_nonsense_input_is_refused(session):
    for bad in ({}, {"type": "shell"}, {"type": ["touch"]}, {"type": "open_app", "package": "a b"}):
        with pytest.raises(InputRefused):
            await session.inject(bad, None)


async def test_the_hub_keeps_one_session_warm_after_the_last(device):
    made = []

    def make(device_id):
        made.append(PhoneSession(device_id, device, bundled_jar(), size=(540, 1200)))
        return made[-1]

    hub = Hub(make, keep_warm=0.5)
    phone = uuid.uuid4()
    async with hub.use(phone) as one, hub.use(phone) as other:
        assert one is other
        await until(lambda: one.config, "a picture")
    async with hub.use(phone) as again:
        assert again is one and len(made) == 1
    await until(lambda: hub.get(phone) is None and one.state == "gone", "the end of the session")
    async with hub.use(phone) as new:
        assert new is not one
    await hub.close()


class Notes(SessionListener):
    def __init__(self):
        self.heard = []

    def on_input(self, event, at, user_id):
        self.heard.append((event["type"], event.get("action")))


async def test_a_line_that_breaks_under_a_finger_ends_the_touch_for_everybody(session):
    """Down was sent, the line breaks, up is refused: the next touch must not go on with that finger."""
    told, notes = [], Notes()
    driver = Driver(1, told.append)
    session.add_driver(driver)
    session.add_listener(notes)
    await until(lambda: session.state == "live", "a live phone")
    down, up = tap(session, 100, 300)
    await session.inject(down, driver)
    session._client._video.close()
    await until(lambda: session.state == "reconnecting", "the break")
    with pytest.raises(InputRefused) as refused:
        await session.inject(up, driver)
    assert refused.value.code == "not_live"
    assert [message["code"] for message in told] == ["touch_lost"]
    assert notes.heard == [("touch", "down"), ("touch", "cancel")], "what was refused nobody heard"
    await until(lambda: session.state == "live", "the line again")
    for event in (down, up):
        await session.inject(event, driver)
    assert notes.heard[2:] == [("touch", "down"), ("touch", "up")]


async def test_a_dead_control_line_takes_no_input_that_anybody_hears(session):
    notes = Notes()
    session.add_listener(notes)
    await until(lambda: session.state == "live", "a live phone")
    session._client._control.close()
    for event in (*tap(session, 100, 300), {"type": "button", "name": "home"}, {"type": "text", "text": "a"}):
        with pytest.raises(InputRefused):
            await session.inject(event, Driver(1, lambda message: None))
    assert notes.heard == []
