"""The stream socket of a real device host: who gets in, what they see, and who may touch."""

import asyncio
import json
import time

import pytest
import websockets
from asgiref.sync import sync_to_async
from live_phones import open_page, shell, wait_for

from devices import services
from devices.models import Lease
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def host(live_host, shared_phone):
    return live_host(shared_phone)


@pytest.fixture
def phone(host, shared_phone):
    return host.device(shared_phone.serial)


def url(host, phone, **query) -> str:
    words = "&".join(f"{name}={value}" for name, value in query.items())
    return f"{host.url}/ws/devices/{phone.pk}/stream?{words}"


async def refused(address, cookie="", **options) -> tuple[int, str]:
    """The close code (or HTTP status) of a socket that is not let in."""
    try:
        async with open_page(address, cookie, **options) as page:
            async with asyncio.timeout(PATIENCE_S):
                while True:
                    await page.read()
    except websockets.ConnectionClosed as closed:
        return closed.rcvd.code, closed.rcvd.reason
    except websockets.InvalidStatus as status:
        return status.response.status_code, ""


def run(coroutine):
    """Each test runs its own event loop: the database work beside it stays plain."""
    return asyncio.run(coroutine)


def test_the_host_registers_what_it_finds(host, phone):
    assert phone.kind == "mock" and phone.model == "PhoneWorld" and phone.android_version == "15"
    assert (phone.width, phone.height, phone.density) == (540, 1200, 240)
    assert phone.battery_level == 100 and phone.screen_on and phone.foreground_package
    assert phone.name == "PhoneWorld 1" and phone.host.online
    assert phone.stream_url == f"{host.url}/ws/devices/{phone.pk}/stream"


def test_strangers_outsiders_and_foreign_pages_stay_out(host, phone, annotator, outsider, cookie_for):
    address = url(host, phone)
    assert run(refused(address))[0] == 4401
    assert run(refused(address, cookie_for(outsider)))[0] == 4403
    assert run(refused(address, cookie_for(annotator), origin="http://evil.example"))[0] == 403
    # A program sends no Origin: it needs a token, a cookie proves nothing.
    assert run(refused(address, cookie_for(annotator), origin=None))[0] == 4401, (
        "a cookie alone is no browser"
    )
    unknown = address.replace(str(phone.pk), "00000000-0000-0000-0000-000000000000")
    assert run(refused(unknown, cookie_for(annotator)))[0] == 4404


def test_a_reviewer_watches_but_does_not_drive(host, phone, reviewer, cookie_for):
    assert run(refused(url(host, phone, role="drive"), cookie_for(reviewer)))[0] == 4403

    async def watch():
        async with open_page(url(host, phone), cookie_for(reviewer)) as page:
            hello = await page.message("hello")
            assert hello["role"] == "watch" and hello["driver"] is None
            assert hello["device"]["name"] == "PhoneWorld 1"
            config = await page.picture(1)
            assert abs(int.from_bytes(config[4:6], "little") - 540) < 8
            picture = await page.picture(2)
            assert picture[1] & 1
            for event in (
                {"type": "touch", "action": "down", "pointer": 0, "x": 1, "y": 1, "w": 540, "h": 1200},
                {"type": "text", "text": "no"},
                {"type": "button", "name": "home"},
                {"type": "clipboard_set", "text": "no", "paste": True},
                {"type": "clipboard_get"},
                {"type": "open_app", "package": "com.fake.notes"},
            ):
                await page.send(**event)
                assert (await page.message("error"))["code"] == "watching"
            await page.send(type="ping", t=5)
            assert (await page.message("pong"))["t"] == 5

    run(watch())


def test_a_driver_taps_and_types(host, phone, annotator, cookie_for, adb_port, shared_phone):
    shell(adb_port, shared_phone.serial, "phoneworld", "reset", "--seed", "1")

    async def drive():
        async with open_page(url(host, phone, role="drive"), cookie_for(annotator)) as page:
            hello = await page.message("hello")
            assert (hello["role"], hello["driver"]) == ("drive", "ann")
            lease = await page.message("lease")
            assert lease["expires_at"] and lease["idle_warning_s"] is None
            await page.picture(2)
            await page.tap(100, 700, 540, 1200)
            await page.picture(2)
            await page.send(type="text", text="你好", id=4)
            typed = await page.message("typed")
            assert typed["ok"] and typed["read_back"] == "你好" and typed["id"] == 4
            await page.send(
                type="key",
                code="KeyX",
                key="x",
                action="press",
                meta={"ctrl": False, "shift": False, "alt": False},
            )
            await page.send(type="heartbeat", active=True)
            assert (await page.message("lease"))["expires_at"] > lease["expires_at"]
            await page.send(type="clipboard_set", text="set by this page", paste=False)
            await page.send(type="clipboard_get")
            assert (await page.message("clipboard"))["text"] == "set by this page"
            await page.send(type="screenshot")
            assert (await page.picture(4))[4:8] == b"\x89PNG"

    run(drive())
    assert Lease.objects.get().holder == annotator
    state = json.loads(shell(adb_port, shared_phone.serial, "phoneworld", "state"))
    assert "1,11" in state["cells"], "the tap arrived where it was aimed"


def test_nonsense_is_answered_not_fatal(host, phone, annotator, cookie_for, monkeypatch):
    monkeypatch.setattr("devices.consumers.StreamConsumer.screenshot", lambda _: 1 / 0)

    async def drive():
        async with open_page(url(host, phone, role="drive"), cookie_for(annotator)) as page:
            await page.picture(2)
            half = ('{"type": "text", "text": "\\ud800"}', '{"type": "clipboard_set", "text": "\\udfff"}')
            for bad in (
                "",
                "[]",
                "null",
                '{"type": []}',
                '{"type": "shell", "cmd": "id"}',
                "[" * 5000,
                *half,
            ):
                await page.socket.send(bad)
                assert (await page.message("error"))["code"] == "bad_message"
            await page.socket.send(b"\0\1\2")
            assert (await page.message("error"))["code"] == "bad_message"
            await page.send(type="touch", action="down", pointer=0, x="1", y=1, w=540, h=1200)
            assert (await page.message("error"))["code"] == "bad_input"
            await page.send(type="touch", action="down", pointer=0, x=1, y=1, w=1200, h=540)
            assert (await page.message("error"))["code"] == "stale_size"
            await page.send(type="screenshot")
            assert (await page.message("error"))["code"] == "server_error"
            await page.send(type="ack", seq="x")
            await page.send(type="ping", t=1)
            await page.message("pong")

    run(drive())


def test_a_held_phone_is_refused_and_shows_its_driver(host, phone, annotator, lead, cookie_for):
    async def both():
        async with open_page(url(host, phone, role="drive"), cookie_for(annotator)) as page:
            await page.message("hello")
            code, reason = await refused(url(host, phone, role="drive"), cookie_for(lead))
            assert code == 4409 and "Ann" in reason
            async with open_page(url(host, phone), cookie_for(lead)) as watcher:
                assert (await watcher.message("hello"))["driver"] == "ann"

    run(both())


def test_takeover_makes_the_driver_a_watcher_with_the_reason(host, phone, annotator, lead, cookie_for):
    async def scene():
        address = url(host, phone, role="drive")
        async with (
            open_page(address, cookie_for(annotator)) as ann,
            open_page(url(host, phone), cookie_for(lead)) as watcher,
        ):
            await ann.picture(2)
            await watcher.picture(2)
            await sync_to_async(services.take_over)(phone, lead, "The demo starts")
            assert (await ann.message("hello"))["role"] == "watch"
            over = await ann.message("error", code="lease_over")
            assert "The demo starts" in over["message"]
            await ann.tap(10, 10, 540, 1200)
            assert (await ann.message("error"))["code"] == "watching"
            assert (await watcher.message("driver", username="lea"))["username"] == "lea"
            async with open_page(address, cookie_for(lead)) as driving:
                assert (await driving.message("hello"))["role"] == "drive"

    run(scene())


def test_a_dead_tab_frees_the_phone(host, phone, annotator, cookie_for, monkeypatch):
    monkeypatch.setattr(services, "TAB_GRACE", services.timedelta(seconds=1))

    async def visit():
        async with open_page(url(host, phone, role="drive"), cookie_for(annotator)) as page:
            await page.message("hello")

    run(visit())
    lease = wait_for(lambda: Lease.objects.filter(end="expired").first(), what="the end of the lease")
    assert lease.holder == annotator


def test_a_reload_within_the_grace_keeps_the_lease(host, phone, annotator, cookie_for):
    async def visit():
        async with open_page(url(host, phone, role="drive"), cookie_for(annotator)) as page:
            await page.message("hello")

    run(visit())
    run(visit())
    assert Lease.objects.count() == 1


def test_losing_the_role_ends_the_picture(host, phone, annotator, cookie_for, monkeypatch):
    from devices import consumers

    monkeypatch.setattr(consumers, "RECHECK_EVERY", 0)

    async def visit():
        async with open_page(url(host, phone, role="drive"), cookie_for(annotator)) as page:
            await page.picture(2)
            annotator.roles = []
            await sync_to_async(annotator.save)()
            await page.send(type="ping", t=1)
            with pytest.raises(websockets.ConnectionClosed) as closed:
                async with asyncio.timeout(PATIENCE_S):
                    while True:
                        await page.read()
            assert closed.value.rcvd.code == 4403

    run(visit())


def test_late_viewers_get_their_picture_at_once(host, phone, annotator, reviewer, cookie_for):
    async def scene():
        async with open_page(url(host, phone, role="drive"), cookie_for(annotator)) as driver:
            await driver.picture(2)
            await driver.tap(200, 200, 540, 1200)
            await driver.picture(2)
            waits = []
            for _ in range(5):
                begun = time.monotonic()
                async with open_page(url(host, phone), cookie_for(reviewer)) as late:
                    config = await late.picture(1)
                    picture = await late.picture(2)
                    assert config and picture[1] & 1
                    waits.append(time.monotonic() - begun)
            return waits

    waits = run(scene())
    print("late viewers waited", [round(wait * 1000) for wait in waits], "ms")
    assert len(waits) == 5


def test_jpeg_mode(host, phone, reviewer, cookie_for):
    async def watch():
        async with open_page(url(host, phone, mode="jpeg"), cookie_for(reviewer)) as page:
            picture = await page.picture(3)
            assert picture[16:18] == b"\xff\xd8"

    run(watch())


def test_a_secret_window_and_a_dark_screen_are_told(
    host, phone, annotator, cookie_for, adb_port, shared_phone
):
    def fault(name, value):
        shell(adb_port, shared_phone.serial, "phoneworld", "fault", name, value)

    async def watch():
        async with open_page(url(host, phone, role="drive"), cookie_for(annotator)) as page:
            await page.message("state", state="live")
            await asyncio.to_thread(fault, "secure", "on")
            assert (await page.message("state", state="secure"))["reason"]
            await page.send(type="screenshot")
            assert (await page.message("error"))["code"] == "secure_window"
            await asyncio.to_thread(fault, "secure", "off")
            await page.message("state", state="live")
            await page.send(type="button", name="power")
            await page.message("state", state="screen_off")
            await page.send(type="button", name="power")
            await page.message("state", state="live")

    try:
        run(watch())
    finally:
        fault("secure", "off")


def test_files_apps_and_screenshots_over_http(
    host, phone, annotator, client_for, adb_port, shared_phone, settings
):
    from django.core.files.uploadedfile import SimpleUploadedFile

    client = client_for(annotator)
    services.lease_device(annotator, phone)
    name = "../evil; rm -rf $HOME 'x'.txt"
    upload = SimpleUploadedFile("x.txt", b"hello " * 50_000)
    upload.name = name
    answer = client.post(f"/api/devices/{phone.pk}/files", {"file": upload}, format="multipart")
    assert answer.status_code == 200, answer.json()
    path = answer.json()["path"]
    assert path.startswith("/sdcard/Download/") and "/" not in path.removeprefix("/sdcard/Download/")
    assert shell(adb_port, shared_phone.serial, "cat", path) == "hello " * 50_000
    assert client.get(f"/api/devices/{phone.pk}/screenshot").content.startswith(b"\x89PNG")
    assert {"com.fake.notes", "com.fake.settings"} <= {
        app["package"] for app in client.get(f"/api/devices/{phone.pk}/apps").json()
    }
    broken = SimpleUploadedFile("broken.apk", b"not an apk")
    answer = client.post(f"/api/devices/{phone.pk}/files", {"file": broken}, format="multipart")
    assert answer.status_code == 503 and answer.json()["code"] == "phone_refused"
    shell(adb_port, shared_phone.serial, "rm", path)
