"""A whole demonstration on a virtual phone, through adb, scrcpy, the device host and its sockets."""

import asyncio
import contextlib
import importlib
import importlib.util
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import av
import pytest
from asgiref.sync import sync_to_async
from PIL import Image

from devices.ports import free_port
from evaluation import export, services, wrapup
from evaluation.models import Episode
from evaluation.traces import trace
from tests.patience import PATIENCE_S

TESTS = Path(__file__).resolve().parents[1]
sys.path.append(str(TESTS / "devices"))  # the phones and the host that its tests use
live = importlib.import_module("live_phones")
spec = importlib.util.spec_from_file_location("fixtures_of_devices", TESTS / "devices" / "conftest.py")
fixtures = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fixtures)
adb_port, live_host, cookie_for = fixtures.adb_port, fixtures.live_host, fixtures.cookie_for

pytestmark = pytest.mark.django_db(transaction=True)
NOTES = "org.phoneworld.notes"


class World(live.PhoneProcess):
    """A PhoneWorld phone as a process."""

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "devices.virtual", "--base-port", str(self.port), *self.options],
            cwd=TESTS.parent,
            env=dict(os.environ),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert json.loads(self.process.stdout.readline())["ready"]
        return self


@pytest.fixture(scope="module")
def world():
    phone = World(free_port(), "--seed", "5").start()
    yield phone
    phone.kill()


@pytest.fixture
def host(live_host, world):
    return live_host(world)


@pytest.fixture
def phone(host, world):
    return host.device(world.serial)


@contextlib.asynccontextmanager
async def page_of(host, episode, cookie, role="drive"):
    address = f"{host.url}/ws/episodes/{episode.pk}/stream?role={role}"
    async with live.open_page(address, cookie) as page:
        yield page


async def seen(page, what):
    """The next step message that satisfies the condition, as the workbench would show it."""
    message = await page.until(
        lambda m: isinstance(m, dict) and m["type"] == "step" and what(m["step"]), timeout=PATIENCE_S
    )
    return message["step"]


async def centre_of(host, phone, fits):
    """Where the element is, read from the phone itself."""
    for _ in range(800):
        tree = await host.host.adb.client.device(phone.serial).exec_out(["uiautomator", "dump", "/dev/tty"])
        from devices.adb import uitree

        text = tree.decode()
        for node in uitree.parse(text[: text.rfind("</hierarchy>") + 12]).root.walk():
            if fits(node):
                left, top, right, bottom = node.bounds
                return (left + right) // 2, (top + bottom) // 2
        await asyncio.sleep(0.1)
    raise AssertionError("no such element")


async def until(condition):
    async with asyncio.timeout(PATIENCE_S):
        while not condition():
            await asyncio.sleep(0.05)


def on_the_hosts_loop(host, coroutine):
    return asyncio.wrap_future(asyncio.run_coroutine_threadsafe(coroutine, host.loop))


def named(name):
    return lambda node: name in (node.id, node.desc, node.text) or node.id.endswith(f"/{name}")


@pytest.fixture
def start(annotator, phone, make_task):
    def make():
        task = make_task(device_kind="mock", apps=[NOTES], setup={"seed": 3, "open": NOTES})
        return services.start_episode(annotator, phone, services.claim_task(annotator, task))

    return make


def test_a_demonstration_from_preparation_to_export(host, phone, annotator, reviewer, cookie_for, start):
    episode = start()

    async def demonstrate():
        async with page_of(host, episode, cookie_for(annotator)) as page:
            await page.until(
                lambda m: (
                    isinstance(m, dict) and m["type"] == "episode" and m["episode"]["state"] == "recording"
                ),
                timeout=PATIENCE_S,
            )
            at = await on_the_hosts_loop(host, centre_of(host, phone, named("fab")))
            session = host.session(phone)
            await until(lambda: (tree := session.tree.latest()) and not tree.stale)  # as a person looks first
            await page.tap(*at, 540, 1200)
            click = await seen(page, lambda step: step["action"]["name"] == "click")
            assert click["action"]["arguments"]["points"] == [list(at)]
            assert click["element"]["id"].endswith("fab") and click["screenshot"] and click["thumbnail"]
            assert click["foreground"]["package"] == NOTES
            await asyncio.sleep(1)
            await page.send(type="text", text="Milk and 牛奶", id=1)
            typed = await seen(page, lambda step: step["action"]["arguments"].get("text") == "Milk and 牛奶")
            assert typed["action"]["name"] == "type" and typed["index"] == 1
            await page.send(type="button", name="back")
            await seen(page, lambda step: step["action"]["name"] == "button_press")
            await sync_to_async(services.finish_episode)(annotator, episode, "finished")
            await page.until(
                lambda m: isinstance(m, dict) and m["type"] == "episode" and m["episode"]["state"] == "draft"
                and not m["episode"]["saving"],
                timeout=PATIENCE_S,
            )  # fmt: skip
            await page.send(type="button", name="home")
            refusal = await page.message("error")
            assert refusal["code"] in ("not_recording", "watching"), "the phone stays as it was left"

    asyncio.run(demonstrate())
    done = Episode.objects.get(pk=episode.pk)
    rows = trace(done)
    assert [row.action.name for row in rows] == ["click", "type", "button_press", "finish"]
    assert all(row.step.screenshot and row.step.tree for row in rows)
    assert (done.width, done.height) == (540, 1200)
    width, height = Image.open(rows[0].step.screenshot.path).size
    assert abs(width / height - 540 / 1200) < 0.01  # an encoder may round the size up
    assert done.video and done.video.media_type == "video/mp4"
    with av.open(str(done.video.path)) as film:
        assert film.streams.video[0].codec_context.name == "h264"
        seconds = film.duration / 1_000_000
    assert seconds > 1 and abs((done.video_started_at - done.started_at).total_seconds()) < 5
    assert services.submit_episode(annotator, done).state == "submitted"
    assert export.hash_of(done)


def test_the_preparation_resets_the_phone_and_is_not_in_the_trace(
    host, phone, annotator, cookie_for, start, world
):
    before = live.shell(host.adb_port, world.serial, "phoneworld", "hash")
    episode = start()

    async def watch():
        async with page_of(host, episode, cookie_for(annotator)) as page:
            await page.until(
                lambda m: (
                    isinstance(m, dict) and m["type"] == "episode" and m["episode"]["state"] == "recording"
                ),
                timeout=PATIENCE_S,
            )
        return [m["episode"]["preparing"] for m in page.messages if m["type"] == "episode"]

    # A page reads how far it is whenever it hears of a change, so it may miss one that did not last.
    progress = [(p["step"], p["of"], p["message"]) for p in asyncio.run(watch()) if p]
    assert progress and progress == sorted(progress)
    words = [
        "Waiting for the phone",
        "Resetting the phone",
        "Noting the starting state",
        "Waiting for the screen to settle",
    ]
    assert [words[step] for step, _, _ in progress] == [message for _, _, message in progress]
    assert live.shell(host.adb_port, world.serial, "phoneworld", "hash") != before
    assert Episode.objects.get(pk=episode.pk).steps.count() == 0


def test_a_lost_line_loses_no_step_and_recording_goes_on(host, phone, annotator, cookie_for, start):
    episode = start()

    async def demonstrate():
        for n in range(2):
            async with page_of(host, episode, cookie_for(annotator)) as page:
                await page.until(
                    lambda m: (
                        isinstance(m, dict)
                        and m["type"] == "episode"
                        and m["episode"]["state"] == "recording"
                    ),
                    timeout=PATIENCE_S,
                )
                await page.send(type="button", name="home" if n == 0 else "recents")
                await asyncio.sleep(0.05)  # and gone, without waiting for an answer

    asyncio.run(demonstrate())
    live.wait_for(lambda: episode.steps.count() == 2, what="both steps")
    assert [s.action["arguments"]["type"] for s in episode.steps.all()] == ["home", "recents"]


def test_another_person_may_watch_but_never_drive(host, phone, annotator, lead, outsider, cookie_for, start):
    import websockets

    episode = start()

    async def watch():
        async with page_of(host, episode, cookie_for(lead)) as page:
            assert (await page.message("hello"))["role"] == "watch"
            await page.send(type="button", name="home")
            assert (await page.message("error"))["code"] == "watching"
        for person in (outsider,):
            with pytest.raises(websockets.ConnectionClosed):
                async with page_of(host, episode, cookie_for(person)) as page:
                    while True:
                        await page.read()

    asyncio.run(watch())
    assert episode.steps.count() == 0


def test_what_no_host_saved_the_worker_saves(host, phone, annotator, start, later, monkeypatch):
    """The host was killed between the finish and the saving."""
    episode = services.start_recording(start(), 540, 1200)
    services.finish_episode(annotator, episode, "finished", "done")
    monkeypatch.setattr(wrapup, "HOST_GRACE", wrapup.timedelta(0))
    deadline = time.monotonic() + PATIENCE_S
    while not wrapup.save_left_over():
        assert time.monotonic() < deadline
    episode.refresh_from_db()
    (row,) = trace(episode)
    assert row.action.name == "output" and row.step.screenshot and row.step.tree
    assert episode.saved_at and not episode.video


def test_a_password_typed_on_the_phone_is_kept_nowhere(host, phone, annotator, cookie_for, make_task):
    settings = "org.phoneworld.settings"
    task = make_task("join-wifi", device_kind="mock", setup={"seed": 3, "open": settings})
    episode = services.start_episode(annotator, phone, services.claim_task(annotator, task))

    async def demonstrate():
        async with page_of(host, episode, cookie_for(annotator)) as page:
            await page.until(
                lambda m: (
                    isinstance(m, dict) and m["type"] == "episode" and m["episode"]["state"] == "recording"
                ),
                timeout=PATIENCE_S,
            )
            for words in ("Wi-Fi", "Café Ostwind", "Password"):
                at = await on_the_hosts_loop(host, centre_of(host, phone, named(words)))
                await page.tap(*at, 540, 1200)
                await seen(page, lambda step: step["action"]["name"] == "click")
                await asyncio.sleep(1)
            await page.send(type="text", text="flatwhite", id=1)
            await seen(page, lambda step: step["secret"])
            await asyncio.sleep(1)
            for words in ("Show password", "Connect"):
                at = await on_the_hosts_loop(host, centre_of(host, phone, named(words)))
                await page.tap(*at, 540, 1200)
                await seen(page, lambda step: step["action"]["name"] == "click" and step["index"] >= 4)
                await asyncio.sleep(1)

    asyncio.run(demonstrate())
    live.wait_for(lambda: episode.steps.count() == 6, what="all steps")
    steps = list(episode.steps.select_related("tree"))
    assert [step.action["name"] for step in steps] == ["click", "click", "click", "type", "click", "click"]
    assert steps[3].secret and steps[3].action["arguments"]["text"] == ""
    kept = [json.dumps([s.action, s.element, s.path]) + s.tree.path.read_text() for s in steps]
    assert not any("flatwhite" in text for text in kept)
