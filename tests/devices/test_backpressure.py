"""A stalled watcher costs nobody else anything: not their frames, not the server's memory."""

import asyncio
import contextlib

import pytest
from live_phones import open_page

from devices.streaming.viewer import MAX_BYTES_ON_THE_WAY, MAX_FRAMES_ON_THE_WAY

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = 4


async def play(page) -> None:
    """Tap around so that the screen keeps changing."""
    with contextlib.suppress(asyncio.CancelledError):
        for number in range(10_000):
            await page.tap(30 + number * 61 % 500, 100 + number * 67 % 1000, 540, 1200)
            await asyncio.sleep(0.04)


async def read_all(page) -> None:
    with contextlib.suppress(asyncio.CancelledError):
        while True:
            await page.read()


def test_the_others_go_on_while_one_is_stalled(live_host, shared_phone, annotator, reviewer, cookie_for):
    host = live_host(shared_phone)
    phone = host.device(shared_phone.serial)
    watch = f"{host.url}/ws/devices/{phone.pk}/stream"

    async def scene():
        cookies = cookie_for(annotator), cookie_for(reviewer)
        async with (
            open_page(f"{watch}?role=drive", cookies[0]) as driver,
            open_page(watch, cookies[1]) as good,
            open_page(watch, cookies[1]) as mute,
            open_page(watch, cookies[1]) as stalled,
        ):
            await driver.picture(2)
            await good.picture(2)
            mute.acknowledge = False  # reads everything, says nothing
            tasks = [asyncio.create_task(work) for work in (read_all(driver), read_all(good), read_all(mute))]
            tasks.append(asyncio.create_task(play(driver)))
            most = 0
            for _ in range(SECONDS * 20):  # `stalled` reads nothing at all
                await asyncio.sleep(0.05)
                most = max(most, *(viewer.buffered for viewer in host.session(phone).viewers))
            counts = {name: len(page.frames) for name, page in (("good", good), ("mute", mute))}
            encoder_runs = host.session(phone).encoder_runs
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            # The stalled one wakes up: it gets its picture again, starting with a key frame.
            stalled.frames.clear()
            waking = asyncio.create_task(play(driver))
            reading = asyncio.create_task(read_all(driver))
            await stalled.until(lambda m: isinstance(m, bytes) and m[0] == 2 and m[1] & 1, 60)
            for task in (waking, reading):
                task.cancel()
            return most, counts, encoder_runs

    most, counts, encoder_runs = asyncio.run(scene())
    assert most <= MAX_BYTES_ON_THE_WAY + 1_000_000
    assert counts["good"] > SECONDS * 4, "the good one sees the screen move"
    assert counts["mute"] <= MAX_FRAMES_ON_THE_WAY * (2 + SECONDS) and counts["mute"] < counts["good"]
    assert encoder_runs == 1
