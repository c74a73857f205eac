"""What breaks comes back, and the page keeps its socket, its lease and its place."""

import asyncio
import os
import signal

import pytest
from live_phones import PhoneProcess, open_page, shell, wait_for

from devices.adb.client import AdbClient
from devices.adb.server import AdbServer
from devices.models import Device, Lease
from devices.ports import free_port
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.django_db(transaction=True)


def url(host, phone) -> str:
    return f"{host.url}/ws/devices/{phone.pk}/stream?role=drive"


def state(phone) -> str:
    return Device.objects.get(serial=phone.serial).state


async def alive(page) -> None:
    """Live again: state, config, key frame; and a tap still changes the picture."""
    await page.message("state", state="live")
    await page.tap(100, 300, 540, 1200)
    await page.picture(2)


async def back_after(page, breaking) -> list[dict]:
    """Break something; the messages until it is live again."""
    await page.picture(2)
    page.messages.clear()
    await asyncio.to_thread(breaking)
    broken = await page.message("state", state="reconnecting")
    assert broken["reason"], "in plain words"
    await alive(page)
    return page.messages


def test_dropped_connections_and_a_dead_scrcpy_server(live_host, own_phone, annotator, cookie_for, adb_port):
    host = live_host(own_phone)
    phone = host.device(own_phone.serial)

    async def scene():
        async with open_page(url(host, phone), cookie_for(annotator)) as page:

            def die():
                shell(adb_port, own_phone.serial, "phoneworld", "fault", "scrcpy_dies")

            def drop():
                # It drops this very command's connection too.
                try:
                    shell(adb_port, own_phone.serial, "phoneworld", "fault", "drop")
                except Exception as error:
                    assert "Adb" in type(error).__name__

            await back_after(page, die)
            await back_after(page, drop)

    asyncio.run(scene())
    assert Lease.objects.get().ended_at is None, "one lease through it all"


def test_a_killed_phone_that_comes_back(live_host, own_phone, annotator, cookie_for):
    host = live_host(own_phone)
    phone = host.device(own_phone.serial)

    async def scene():
        async with open_page(url(host, phone), cookie_for(annotator)) as page:
            await page.picture(2)
            await asyncio.to_thread(own_phone.kill)
            await page.message("state", state="reconnecting")
            await asyncio.to_thread(
                wait_for, lambda: state(own_phone) in ("gone", "offline"), 60, "the phone's absence"
            )
            await asyncio.to_thread(own_phone.start)
            await alive(page)

    asyncio.run(scene())
    host.device(own_phone.serial)
    assert Device.objects.filter(serial=own_phone.serial).count() == 1


def test_a_killed_adb_server(live_host, own_phone, annotator, cookie_for):
    host = live_host(own_phone, port=free_port())  # its own adb server, not the shared one
    phone = host.device(own_phone.serial)
    first = host.host.adb.pid

    async def scene():
        async with open_page(url(host, phone), cookie_for(annotator)) as page:
            await back_after(page, lambda: os.kill(first, signal.SIGKILL))

    asyncio.run(scene())
    assert host.host.adb.pid not in (None, first)


def test_a_frozen_phone_is_seen_and_recovers(
    live_host, own_phone, annotator, cookie_for, adb_port, monkeypatch
):
    from devices.adb import properties

    quick = properties.read_status, properties.read_focus
    monkeypatch.setattr(properties, "read_status", lambda device: quick[0](device, timeout=1))
    monkeypatch.setattr(properties, "read_focus", lambda device: quick[1](device, timeout=1))
    host = live_host(own_phone)
    phone = host.device(own_phone.serial)

    def freeze_and_thaw():
        os.kill(own_phone.process.pid, signal.SIGSTOP)
        wait_for(lambda: state(own_phone) == "frozen", what="the frozen state")
        assert "does not answer" in Device.objects.get(serial=own_phone.serial).state_reason
        os.kill(own_phone.process.pid, signal.SIGCONT)

    async def scene():
        async with open_page(url(host, phone), cookie_for(annotator)) as page:
            await back_after(page, freeze_and_thaw)

    asyncio.run(scene())
    host.device(own_phone.serial)


def test_an_unauthorised_phone_is_explained(live_host, adb_port):
    stranger = PhoneProcess(free_port(), "--faults", "unauthorised").start()
    try:
        live_host(stranger)
        rows = Device.objects.filter(serial=stranger.serial, state="unauthorized")
        row = wait_for(rows.first, what="the state")
        assert "trust this computer" in row.state_reason
        shell_error = None
        try:
            shell(adb_port, stranger.serial, "echo", "x")
        except Exception as error:
            shell_error = error
        assert "unauthorized" in str(shell_error)
    finally:
        stranger.kill()
        asyncio.run(AdbClient(adb_port).disconnect(stranger.serial))


def test_the_server_is_started_again_when_it_dies():
    async def scene():
        async with AdbServer(free_port()) as server:
            first = server.pid
            os.kill(first, signal.SIGKILL)
            async with asyncio.timeout(PATIENCE_S):
                while server.starts < 2 or not await server._answers():
                    await asyncio.sleep(0.05)
            assert server.pid != first
            last = server.pid
        with pytest.raises(ProcessLookupError):
            os.kill(last, 0)

    asyncio.run(scene())
