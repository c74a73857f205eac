"""How fast a phone is on one core: `python -m devices.phoneworld.bench` prints `name=value unit` lines.

A seeded driver works the Notes and shop apps the way a busy agent does: it taps what the current frame offers,
types texts (by the `type` action, not key by key), scrolls, goes back. Every step reads the new frame's hit boxes
(or XML, or pixels). After 40 steps an episode ends and the phone goes back to its first state, as in rollouts;
the walk goes on to new states, and what it shows again comes from the bounded memos. Beside it a headless
Chromium page of the like: a notes list that is clicked, changed, drawn again and captured.

`all_…` is the same driver in each app of the phone alone, after a short warm-up; `phones256_…` are 256 phones in
one fresh process that take turns step by step, each opening any of the apps and each at another step of its episode:
the memory of that whole process, and the steps of all phones together once they have run for 240 rounds, when two
steps in five still show something new; `…_fresh_…` after 30 rounds, when much is met for the first time. Steps that
read hit boxes alone are of phones that nobody looks at or reads: their blocks are only sketched (see block.py).

"One core" means CPU seconds: steps are counted per second of CPU time of this process, so a machine that others use
does not falsify them by taking turns. Shared caches and memory still slow it, as much of the time is waiting for
memory: a plain name is the mean of the whole walk, `…_best_tenth` that of the quickest tenth of its stretches, the
nearer to a machine of one's own. Python's cyclic collector is off while a walk is timed: the engine makes no cycles
(a test holds that), so whoever trains on it may do the same.
"""

# ruff: noqa: E501 - embedded text keeps its lines

import argparse
import gc
import random
import resource
import sys
import time
import tracemalloc
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from devices.phoneworld.phone import Phone
from devices.phoneworld.spec import APPS, load_app
from devices.phoneworld.world import World, default_world

BENCHED = ("notes", "shop")
WORDS = ("milk ", "tea ", "call Maya ", "42 ", "买菜 ", "ok ", "Lisbon ", "blue ")


EPISODE = 40


class Driver:
    """Chooses actions from what the screen offers. The same seed gives the same walk."""

    def __init__(self, phone: Phone, seed: int, packages=None):
        self.phone, self.chance = phone, random.Random(seed).random
        self.packages = list(phone.apps) if packages is None else packages
        hosts = {phone.apps[package].mini for package in self.packages} - {""}
        self.fronts = {*self.packages, *hosts}
        self.hosts = hosts.difference(self.packages)  # a mini-app's host alone is not what was asked for
        self.start, self.steps = phone.snapshot(), 0

    def step(self):
        """One busy action."""
        phone, chance = self.phone, self.chance
        self.steps += 1
        if self.steps % EPISODE == 0:
            phone.restore(self.start)
        dice, state = chance(), phone.state
        if (
            state["fg"] not in self.fronts
            or state["recents"] is not None
            or (self.hosts and state["tasks"][0]["stack"][-1]["app"] in self.hosts)
        ):
            phone.open_app(self.packages[int(chance() * len(self.packages))])
        elif dice < 0.10:
            up = chance() < 0.55
            phone.swipe(270, 800 if up else 500, 270, 500 if up else 800, 250)
        elif dice < 0.22 and state["ime"] is not None:
            phone.type_text(WORDS[int(chance() * len(WORDS))])
        elif dice < (0.15 if state["ime"] is None else 0.30):
            phone.key("BACK")
        else:
            boxes = phone.frame().hit_boxes
            for _ in range(20 if boxes else 0):
                left, top, right, bottom, target = boxes[int(chance() * len(boxes))]
                if target is not None and target[0] not in ("hscroll", "key"):
                    phone.tap((left + right) // 2, (top + bottom) // 2)
                    return
            phone.key("BACK")


STRETCH = 50


@contextmanager
def calm():
    """What is there already is left alone by the collector, and it does not run; see above."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


def look_at_boxes(phone):
    """What a step without tree and pixels asks for."""
    return phone.frame().hit_boxes


def walk(driver, seconds: float, look) -> tuple[float, float]:
    """Steps a CPU second of a driver: of the whole walk, and of its quickest tenth.

    `look(phone)` is what each step asks for.
    """
    phone, spent, clock = driver.phone, [], time.process_time
    while sum(spent) < seconds:
        start = clock()
        for _ in range(STRETCH):
            driver.step()
            look(phone)
        spent.append(clock() - start)
    return rates(spent, STRETCH)


def rates(spent, steps) -> tuple[float, float]:
    """Steps a second, of stretches of so many steps: of all, and of the quickest tenth."""
    quick = sorted(spent)[: max(1, len(spent) // 10)]
    return steps * len(spent) / sum(spent), steps * len(quick) / sum(quick)


def warmed(world, look, steps, packages=None, seed=1) -> Driver:
    """A driver that has gone some steps."""
    driver = Driver(world.phone(seed), seed, packages)
    for _ in range(steps):
        driver.step()
        look(driver.phone)
    return driver


def compiled(world):
    """The world with every screen and its readers compiled, as whoever trains on it has them before long."""
    for app in world.apps.values():
        for screen in app.screens.values():
            for shown in (screen, *screen.overlays.values()):
                _ = shown.inputs
    return world


def each_app(world, seconds: float) -> dict:
    """Steps a CPU second, hit boxes read, in each app alone, by package."""
    found = {}
    drivers = {p: warmed(world, look_at_boxes, 400, [p]) for p, app in world.apps.items() if not app.hidden}
    with calm():
        for package, driver in drivers.items():
            found[package] = walk(driver, seconds, look_at_boxes)[0]
    return found


def many(count=256, fresh=30, warm=240, rounds=20) -> tuple[float, float, float, float]:
    """`(MB of this process, steps a CPU second of all together, those of the quickest rounds, those of an earlier
    time)` of phones that take turns: from round `warm` on, and from round `fresh` on."""
    world = compiled(default_world())
    packages = [package for package, app in world.apps.items() if not app.hidden]
    drivers = [Driver(world.phone(n), n, packages) for n in range(count)]
    for n, driver in enumerate(drivers):
        driver.steps = n % EPISODE  # a round in which all episodes end at once would be the quickest of all
    spent, clock = [], time.process_time
    with calm():
        for _ in range(warm + rounds):
            start = clock()
            for driver in drivers:
                driver.step()
                look_at_boxes(driver.phone)
            spent.append(clock() - start)
    return resident(), *rates(spent[warm:], count), rates(spent[fresh : fresh + rounds], count)[0]


def resident() -> float:
    """MB of memory this process holds."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize() / 1e6
    except OSError:  # no Linux: the most it has held
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def shares(world, steps=2000, seed=1) -> tuple[float, float]:
    """The shares of steps that change the state (time aside), and that reach a state never seen before."""
    phone, seen, changed, new = world.phone(seed), set(), 0, 0
    driver = Driver(phone, seed)
    for _ in range(steps):
        before = phone.state
        driver.step()
        after = phone.state
        changed += any(after[k] is not before[k] for k in after if k not in ("now", "events", "serial"))
        key = after.merge({"now": 0, "events": (), "serial": 0})
        mark = Phone.hash_of(key)
        new += mark not in seen
        seen.add(mark)
    return changed / steps, new / steps


def _forks_of(phone, count=200, steps=30):
    """Forks that have each gone their own way."""
    forks = [phone.fork() for _ in range(count)]
    for n, twin in enumerate(forks):
        mover = Driver(twin, n)
        for _ in range(steps):
            mover.step()
        twin.forget_frame()
    return forks


def small(world):
    """`(snapshot µs, fork µs, KB of a further phone after 30 steps of its own)`."""
    phone = world.phone(1)
    driver = Driver(phone, 1)
    for _ in range(2000):
        driver.step()
        phone.frame()
    snapshot, fork = phone.snapshot, phone.fork
    spent = []
    for call in (snapshot, fork):
        best = 1e9
        for _ in range(5):
            start = time.process_time()
            for _ in range(20_000):
                call()
            best = min(best, (time.process_time() - start) / 20_000 * 1e6)
        spent.append(best)
    _forks_of(phone)  # warms what all phones share, so that only the phones' own memory is counted
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    forks = _forks_of(phone)
    world.forget()
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return spent[0], spent[1], grown / len(forks) / 1024


PAGE = """<!doctype html><meta name=viewport content="width=360"><style>body{margin:0;font:16px sans-serif}
.row{height:72px;padding:12px 16px;box-sizing:border-box;border-bottom:1px solid #ddd}</style><h2>Notes</h2><div id=list></div>
<script>let notes=[...Array(20)].map((_,i)=>({title:'Note '+i,body:'Milk, eggs, sourdough '+i,pinned:false,n:i}));
function draw(){list.innerHTML='';for(const n of [...notes].sort((a,b)=>b.pinned-a.pinned||b.n-a.n)){let d=document.createElement('div');
d.className='row';d.innerHTML='<b>'+n.title+(n.pinned?' *':'')+'</b><br>'+n.body;d.onclick=()=>{n.pinned=!n.pinned;n.n+=1;draw()};list.append(d)}}
draw()</script>"""


def chromium(seconds: float) -> float | None:
    """Steps a second of a Chromium page of 540 × 1200 px: click, change, draw, capture. None without
    Chromium."""
    import shutil

    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        return None
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 360, "height": 800}, device_scale_factor=1.5)
        page.set_content(PAGE)
        chance = random.Random(1)
        page.screenshot(type="jpeg")
        steps, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            page.mouse.click(180, 80 + 72 * chance.randrange(9))
            page.screenshot(type="jpeg")
            steps += 1
        rate = steps / (time.perf_counter() - start)
        browser.close()
    return rate


def main(argv=None):
    """Print all lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2, help="CPU seconds of each walk")
    parser.add_argument("--no-chromium", action="store_true")
    options = parser.parse_args(argv)
    world = World([load_app(APPS / name) for name in BENCHED])
    changed, new = shares(world)
    print(f"changing_share={changed:.2f} of steps")
    print(f"new_state_share={new:.2f} of steps")
    for name, look, warm in (
        ("state", look_at_boxes, 6000),
        ("tree", Phone.ui_xml, 6000),
        ("pixel", Phone.pixels, 3000),
    ):
        driver = warmed(world, look, warm)
        with calm():
            steps, best = walk(driver, options.seconds, look)
        print(f"{name}_steps_per_s={steps:.0f} steps/s", flush=True)
        print(f"{name}_steps_per_s_best_tenth={best:.0f} steps/s", flush=True)
    snapshot, fork, size = small(world)
    print(f"snapshot_us={snapshot:.3f} us\nfork_us={fork:.3f} us\nphone_kb={size:.2f} KB", flush=True)
    each = each_app(compiled(default_world()), options.seconds / 20)
    slowest = min(each, key=each.get)
    print(f"all_state_steps_per_s_mean={sum(each.values()) / len(each):.0f} steps/s ({len(each)} apps)")
    print(f"all_state_steps_per_s_min={each[slowest]:.0f} steps/s ({slowest})", flush=True)
    with ProcessPoolExecutor(1, get_context("spawn")) as fresh:
        held, rate, best, early = fresh.submit(many).result()
    print(f"phones256_mb={held:.0f} MB\nphones256_steps_per_s={rate:.0f} steps/s")
    print(f"phones256_steps_per_s_best_tenth={best:.0f} steps/s")
    print(f"phones256_fresh_steps_per_s={early:.0f} steps/s", flush=True)
    if not options.no_chromium:
        rate = chromium(options.seconds)
        print(
            f"chromium_steps_per_s={rate:.1f} steps/s"
            if rate is not None
            else "chromium_steps_per_s=0 steps/s (no Chromium found)"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
