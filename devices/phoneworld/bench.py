"""How fast a phone is on one core: `python -m devices.phoneworld.bench` prints `name=value unit` lines.

A seeded driver works the Notes and shop apps the way a busy agent does: it taps what the current frame offers,
types texts (by the `type` action, not key by key), scrolls, goes back. Every step reads the new frame's hit boxes
(or XML, or pixels). After 40 steps an episode ends and the phone goes back to its first state, as in rollouts;
the walk goes on to new states, and what it shows again comes from the bounded memos. Beside it a headless
Chromium page of the like: a notes list that is clicked, changed, drawn again and captured.

"One core" means CPU seconds: steps are counted per second of CPU time of this process, so a machine that others
use does not falsify them by taking turns. Shared caches and memory still slow it: `…_best` is the quickest tenth
of the walk's stretches, the nearer to a machine of one's own.
"""

# ruff: noqa: E501 - embedded text keeps its lines

import argparse
import gc
import random
import sys
import time
import tracemalloc

from devices.phoneworld.phone import Phone
from devices.phoneworld.spec import APPS, load_app
from devices.phoneworld.world import World

BENCHED = ("notes", "shop")
WORDS = ("milk ", "tea ", "call Maya ", "42 ", "买菜 ", "ok ", "Lisbon ", "blue ")


EPISODE = 40


class Driver:
    """Chooses actions from what the screen offers. The same seed gives the same walk."""

    def __init__(self, phone: Phone, seed: int):
        self.phone, self.chance = phone, random.Random(seed).random
        self.packages = list(phone.apps)
        self.start, self.steps = phone.snapshot(), 0

    def step(self):
        """One busy action."""
        phone, chance = self.phone, self.chance
        self.steps += 1
        if self.steps % EPISODE == 0:
            phone.restore(self.start)
        dice, state = chance(), phone.state
        if state["fg"] not in self.packages or state["recents"] is not None:
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
            for _ in range(20):
                left, top, right, bottom, target = boxes[int(chance() * len(boxes))]
                if target is not None and target[0] not in ("hscroll", "key"):
                    break
            phone.tap((left + right) // 2, (top + bottom) // 2)


STRETCH = 50


def walk(world, seconds: float, look, seed=1, warm=6000) -> tuple[float, float]:
    """Steps a CPU second of a driver after a warm-up: of the whole walk, and of its quickest tenth.

    `look(phone)` is what each step asks for.
    """
    phone = world.phone(seed)
    driver = Driver(phone, seed)
    for _ in range(warm):
        driver.step()
        look(phone)
    gc.collect()  # as a training loop does: the engine makes no cycles (a test holds that), none to look for
    gc.disable()
    spent, clock = [], time.process_time
    while sum(spent) < seconds:
        start = clock()
        for _ in range(STRETCH):
            driver.step()
            look(phone)
        spent.append(clock() - start)
    gc.enable()
    quick = sorted(spent)[: max(1, len(spent) // 10)]
    return STRETCH * len(spent) / sum(spent), STRETCH * len(quick) / sum(quick)


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
    parser.add_argument("--seconds", type=float, default=2.5, help="CPU seconds of each walk")
    parser.add_argument("--no-chromium", action="store_true")
    options = parser.parse_args(argv)
    world = World([load_app(APPS / name) for name in BENCHED])
    changed, new = shares(world)
    print(f"changing_share={changed:.2f} of steps")
    print(f"new_state_share={new:.2f} of steps")
    for name, look, warm in (
        ("state", lambda phone: phone.frame().hit_boxes, 6000),
        ("tree", Phone.ui_xml, 6000),
        ("pixel", Phone.pixels, 3000),
    ):
        steps, best = walk(world, options.seconds, look, warm=warm)
        print(f"{name}_steps_per_s={steps:.0f} steps/s", flush=True)
        print(f"{name}_steps_per_s_best={best:.0f} steps/s", flush=True)
    snapshot, fork, size = small(world)
    print(f"snapshot_us={snapshot:.3f} us\nfork_us={fork:.3f} us\nphone_kb={size:.2f} KB", flush=True)
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
