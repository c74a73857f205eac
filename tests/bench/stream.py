"""`python -m tests.bench.stream`: from a tap to the changed pixel, and a crowd with one stalled viewer.

Both ways to a phone are measured in the same Chromium and in turn, so that their ratio holds when the
machine's speed drifts: the platform's own page, and a bare bridge (adb, socket, decoder). Each sample taps a
switch and waits until the switch's pixels on the page's canvas differ. Then four phones have four viewers
each, first all awake, then with one that never reads; the figure is the time from a tap to the first picture
at each viewer. Prints one `name=value unit` a line.
"""

import asyncio
import json
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

import psutil
import websockets
from playwright.async_api import Page, async_playwright

from devices.adb.client import AdbClient
from devices.adb.uitree import dump
from tests.bench.bare_bridge import bare_bridge
from tests.running import Up, chromium_path

PASSWORD = "phonebuddy-demo"
SAMPLES = 60
ROUND = 10  # samples before the other way has its turn
CROWD_ROUNDS = 3  # quiet and stalled in turn
CROWD_TAPS = 20
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]

# Reads a patch of the canvas as often as the browser lets us, from the tap until it differs.
MEASURE = """
async ([x, y, w, h]) => {
  const canvas = document.querySelector("canvas");
  const box = canvas.getBoundingClientRect();
  const patch = new OffscreenCanvas(16, 16).getContext("2d", { willReadFrequently: true });
  const look = () => {
    patch.drawImage(canvas, x - 8, y - 8, 16, 16, 0, 0, 16, 16);
    return patch.getImageData(0, 0, 16, 16).data;
  };
  const before = look();
  const at = { clientX: box.left + x * box.width / w, clientY: box.top + y * box.height / h, bubbles: true,
               pointerId: 1, pointerType: "mouse", isPrimary: true, button: 0, cancelable: true };
  const start = performance.now();
  canvas.dispatchEvent(new PointerEvent("pointerdown", { ...at, buttons: 1 }));
  canvas.dispatchEvent(new PointerEvent("pointerup", at));
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      const elapsed = performance.now() - start;
      let change = 0;
      look().forEach((value, i) => { change += Math.abs(value - before[i]); });
      if (change > 16 * 16 * 20 || elapsed > 3000) resolve(elapsed);
      else setTimeout(() => port2.postMessage(0), 1);
    };
    port2.postMessage(0);
  });
}
"""


def say(name: str, value: float, unit: str) -> None:
    print(f"{name}={value:.2f} {unit}", flush=True)


def p95(samples: list[float]) -> float:
    return statistics.quantiles(samples, n=20)[-1]


async def find_switch(adb: AdbClient, serial: str) -> tuple[list[int], tuple[int, int]]:
    """Open Settings; the middle of its first switch and the screen's size, px."""
    phone = adb.device(serial)
    package = re.search(r"package:(\S*settings\S*)", (await phone.shell(["pm", "list", "packages"])).text)[1]
    await phone.shell(["monkey", "-p", package, "-c", "android.intent.category.LAUNCHER", "1"])
    await asyncio.sleep(1)
    tree = await dump(phone)
    screen = next(node for node in tree.root.walk() if node.cls)
    for node in tree.root.walk():
        if "checkable" in node.flags:
            _left, top, right, bottom = node.bounds
            return [right - (bottom - top) // 2, (top + bottom) // 2], screen.bounds[2:]
    raise RuntimeError("Settings shows no switch")


async def tap_to_pixel(platform: Page, bare: Page, spots: list) -> None:
    ways = {"tap_to_pixel": (platform, []), "bare": (bare, [])}
    for _ in range(SAMPLES // ROUND):
        for (way, (page, samples)), (spot, size) in zip(ways.items(), spots, strict=True):
            await page.bring_to_front()
            for n in range(ROUND + 1):
                elapsed = await page.evaluate(MEASURE, [*spot, *size])
                if elapsed > 3000:
                    picture = Path(tempfile.gettempdir()) / f"bench-{way}.png"
                    await page.screenshot(path=picture)
                    raise RuntimeError(f"{way}: no pixel changed within 3 s of a tap; see {picture}")
                if n:  # the first after a change of page only wakes it up
                    samples.append(elapsed)
                await asyncio.sleep(0.25 + 0.007 * n)  # not in step with the phone's 30 Hz
    for name, (_, samples) in ways.items():
        say(f"{name}_p50_ms", statistics.median(samples), "ms")
        say(f"{name}_p95_ms", p95(samples), "ms")
    say("ratio", statistics.median(ways["tap_to_pixel"][1]) / statistics.median(ways["bare"][1]), "x")


class Watcher:
    """One viewer of the crowd. A stalled one connects and then never reads again."""

    def __init__(self, socket, stalled: bool):
        self.socket, self.stalled = socket, stalled
        self.arrivals: list[float] = []

    async def run(self) -> None:
        if self.stalled:
            self.socket.transport.pause_reading()
            await asyncio.Event().wait()
        async for message in self.socket:
            if isinstance(message, bytes) and message[0] == 2:
                self.arrivals.append(time.monotonic())
                sequence = int.from_bytes(message[4:8], "little")
                await self.socket.send(json.dumps({"type": "ack", "seq": sequence}))


async def crowd(phones: list[dict], spots: list, cookie: str, origin: str, stall: bool) -> list[float]:
    """Tap every phone in turn; ms from each tap to the first picture after it, at each viewer awake."""
    samples: list[float] = []
    async with asyncio.TaskGroup() as group:
        watchers: list[list[Watcher]] = []
        tasks = []
        for number, phone in enumerate(phones):
            watchers.append([])
            for seat in range(4):
                socket = await websockets.connect(
                    f"{phone['stream_url']}?mode=auto&role={'watch' if seat else 'drive'}",
                    origin=origin,
                    additional_headers={"Cookie": cookie},
                    compression=None,
                    max_size=None,
                )
                watchers[-1].append(Watcher(socket, stalled=stall and number == 0 and seat == 3))
                tasks.append(group.create_task(watchers[-1][-1].run()))
        await asyncio.sleep(2)
        for n in range(CROWD_TAPS):
            for seats, (spot, size) in zip(watchers, spots, strict=True):
                for seat in seats:
                    seat.arrivals.clear()
                start = time.monotonic()
                for action in ("down", "up"):
                    touch = {"type": "touch", "action": action, "pointer": 0, "x": spot[0], "y": spot[1]}
                    await seats[0].socket.send(json.dumps({**touch, "w": size[0], "h": size[1]}))
                await asyncio.sleep(0.15 + 0.003 * (n % 7))
                samples += [(s.arrivals[0] - start) * 1000 for s in seats if s.arrivals]
        for task in tasks:
            task.cancel()
    for seat in (seat for seats in watchers for seat in seats):
        seat.socket.transport.abort()  # a stalled one would wait for a farewell that it never reads
    return samples


async def run(up: Up) -> None:
    origin = await asyncio.to_thread(up.address)
    adb = AdbClient(up.adb_port)
    host = psutil.Process(up.groups()["host"])
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=chromium_path(), args=CHROMIUM)
        context = await browser.new_context(viewport={"width": 1440, "height": 1000})
        page = await context.new_page()
        await page.goto(f"{origin}/sign-in")
        token = (await (await context.request.get(f"{origin}/api/session")).json())["csrf_token"]
        signed_in = await context.request.post(
            f"{origin}/api/session",
            data={"username": "annotator", "password": PASSWORD},
            headers={"X-CSRFToken": token, "Referer": origin},
        )
        if not signed_in.ok:
            raise RuntimeError(f"sign-in failed: {await signed_in.text()}")
        phones: list[dict] = []
        for _ in range(100):
            listed = (await (await context.request.get(f"{origin}/api/devices")).json())["results"]
            phones = [phone for phone in listed if phone["state"] == "online"]
            if len(phones) == 4:
                break
            await asyncio.sleep(0.3)
        spots = [await find_switch(adb, phone["serial"]) for phone in phones]
        token = (await (await context.request.get(f"{origin}/api/session")).json())["csrf_token"]
        await context.request.post(
            f"{origin}/api/devices/{phones[0]['id']}/lease",
            data={"purpose": "manual"},
            headers={"X-CSRFToken": token, "Referer": origin},
        )
        await page.goto(f"{origin}/phones/{phones[0]['id']}")
        await page.locator("canvas").wait_for()
        async with bare_bridge(up.adb_port, phones[1]["serial"]) as address:
            bare = await context.new_page()
            await bare.goto(address)
            await asyncio.sleep(3)
            await tap_to_pixel(page, bare, spots[:2])
        cookie = "; ".join(f"{c['name']}={c['value']}" for c in await context.cookies(origin))
        await browser.close()
    quiet, stalled = [], []
    before = host.memory_info().rss
    for _ in range(CROWD_ROUNDS):
        quiet += await crowd(phones, spots, cookie, origin, stall=False)
        stalled += await crowd(phones, spots, cookie, origin, stall=True)
    say("crowd_quiet_p95_ms", p95(quiet), "ms")
    say("crowd_stalled_p95_ms", p95(stalled), "ms")
    say("crowd_ratio", p95(stalled) / p95(quiet), "x")
    say("host_memory_mb", host.memory_info().rss / 2**20, "MB")
    say("host_memory_growth_mb", (host.memory_info().rss - before) / 2**20, "MB")


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="phonebuddy-bench-") as folder:
        up = Up(Path(folder), phones=4, phone_size="540x1200")
        try:
            asyncio.run(run(up))
        finally:
            up.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
