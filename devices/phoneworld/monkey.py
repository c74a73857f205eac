"""Monkeys: random fingers on every app. What must never happen: an exception, a blank screen, a state that
cannot be stored, a text of the UI tree that is not drawn, texts on one another.

The same seed gives the same walk, so that a fall can be played again: every fault tells its last gestures.
"""

import json
import os
import sys
import time
import xml.etree.ElementTree as ET
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field

from devices.phoneworld import rng
from devices.phoneworld.block import TEXT
from devices.phoneworld.lint import look
from devices.phoneworld.lint.walk import place
from devices.phoneworld.state import digest, thaw

HELP = "Random steps over all apps; 1 if anything fell."
EPISODE, STORE_EVERY, LOOK_EVERY = 250, 50, 125
WORDS = ("a", "Maya", "12", "3.5", "买菜", "عربي", "😀", "x" * 60, " ")
KEYS = ("BACK", "BACK", "BACK", "ENTER", "DEL", "HOME", "APP_SWITCH", "TAB")


@dataclass
class Fault:
    """Something that must not happen. gestures: the last ones before it, from a fresh phone of the seed."""

    kind: str
    words: str
    app: str
    screen: str
    seed: int
    step: int
    gestures: list = field(default_factory=list)


class Monkey:
    """One phone in one monkey's hands."""

    def __init__(self, world, seed):
        self.world, self.seed = world, seed
        self.position = rng.seeded(seed)
        self.faults, self.known, self.seen = [], set(), set()
        self.recent = deque(maxlen=12)
        self.steps = 0

    def roll(self, n) -> int:
        """A number from 0 to n-1."""
        value, self.position = rng.below(self.position, max(1, n))
        return value

    def run(self, package, steps):
        """So many steps that begin in an app, on a fresh phone; in some episodes dark, in some disturbed."""
        profile = ("none", "none", "none", "hostile")[self.roll(4)]
        phone = self.world.phone(seed=self.roll(1000), dark=self.roll(2) == 1, profile=profile)
        self.recent.clear()
        phone.open_app(package)
        for n in range(steps):
            self.steps += 1
            try:
                self.gesture(phone, package, n)
                frame = phone.frame()
                if n % STORE_EVERY == 0:
                    digest(phone.state)
                if n % LOOK_EVERY == LOOK_EVERY - 1:
                    self.look(phone, frame)
            except Exception as error:
                self.fault("exception", f"{type(error).__name__}: {error}", phone)
                return
        try:
            json.dumps(thaw(phone.state))
        except (TypeError, ValueError) as error:
            self.fault("state", str(error), phone)

    def fault(self, kind, words, phone):
        """Remember a fault, once for each place."""
        try:
            app, screen, overlay = place(phone)
        except (KeyError, IndexError):
            app, screen, overlay = "?", "?", ""
        key = (kind, words[:80], app, screen)
        if key not in self.known:
            self.known.add(key)
            screen = f"{screen}/{overlay}" if overlay else screen
            self.faults.append(Fault(kind, words, app, screen, self.seed, self.steps, list(self.recent)))

    def gesture(self, phone, package, n):
        """Do something."""
        what, w, h = self.roll(100), phone.width, phone.height
        boxes = [b for b in phone.frame().hit_boxes if b[4]]
        if n % 40 == 39 and phone.foreground_package != package:
            move = ("open_app", package)
        elif what < 68 and boxes:
            left, top, right, bottom, _ = boxes[self.roll(len(boxes))]
            move = ("tap", (left + right) // 2, (top + bottom) // 2)
        elif what < 74:
            move = ("tap", self.roll(w), self.roll(h))
        elif what < 79 and boxes:
            left, top, right, bottom, _ = boxes[self.roll(len(boxes))]
            move = ("long_press", (left + right) // 2, (top + bottom) // 2)
        elif what < 88:
            move = ("swipe", self.roll(w), self.roll(h), self.roll(w), self.roll(h), 100 + self.roll(500))
        elif what < 92:
            move = ("key", KEYS[self.roll(len(KEYS))])
        elif what < 97:
            move = ("type_text", WORDS[self.roll(len(WORDS))])
        else:
            move = ("advance", (200, 2500, 70_000)[self.roll(3)])
        self.recent.append(move)
        getattr(phone, move[0])(*move[1:])

    # -- what is seen
    def look(self, phone, frame):
        """Is something drawn, does it agree with the tree, does nothing overlap?"""
        ET.fromstring(phone.ui_xml())
        phone.ui_elements()
        pixels = phone.pixels()[:, :, :3]
        if phone.screen_on and not any(
            op[0] in ("text", "icon", "image")
            for w in frame.windows[:-1]
            for b, *_ in w.placed
            for op in b.ops
        ):
            self.fault("blank", "nothing is drawn", phone)
        for text in undrawn(frame, pixels):
            self.fault("undrawn", f"{text!r} is in the tree and not on the screen", phone)
        for window in frame.windows:
            for block, *_ in window.placed if window.kind != "recents" else ():  # cards show whole screens
                if block.key not in self.seen:
                    self.seen.add(block.key)
                    said = []
                    look.overlaps(block, lambda check, text, words, said=said: said.append(words))
                    for words in said:
                        self.fault("overlap", words, phone)


def undrawn(frame, pixels):
    """Texts of the tree whose place on the screen has one colour; what a later block covers is left out."""
    height, width = pixels.shape[:2]
    placed = [p for window in frame.windows for p in window.placed]
    boxes = [(x, y, x + b.w, y + b.h) for b, x, y, _ in placed]
    for n, (block, x, y, clip) in enumerate(placed):
        left, top, right, bottom = clip or (0, 0, width, height)
        for _, nx, ny, nw, nh, cls, text, *_ in block.nodes:
            if cls != TEXT or not text.strip():
                continue
            x1, y1, x2, y2 = x + nx, y + ny, x + nx + nw, y + ny + nh
            if x1 < max(0, left) or y1 < max(0, top) or x2 > min(width, right) or y2 > min(height, bottom):
                continue
            cx, cy = (x1 + x2) / 2, (y1 + y2) / 2
            if any(b0 <= cx <= b2 and b1 <= cy <= b3 for b0, b1, b2, b3 in boxes[n + 1 :]) or nw < 24:
                continue
            crop = pixels[y1:y2, x1:x2]
            if crop.size and int(crop.max()) - int(crop.min()) < 12:
                yield text


def chunk(job):
    """(seed, packages, steps) in one process: `(steps done, faults as dicts, seconds)`."""
    from devices.phoneworld.world import default_world

    seed, packages, steps = job
    began = time.process_time()
    monkey = Monkey(default_world(), seed)
    while monkey.steps < steps:
        for package in packages:
            monkey.run(package, min(EPISODE, max(1, steps - monkey.steps)))
            if monkey.steps >= steps:
                break
    return monkey.steps, [asdict(fault) for fault in monkey.faults], time.process_time() - began


def add_arguments(parser):
    """The options of the command."""
    parser.add_argument("--steps", type=int, default=100_000, help="steps in all")
    parser.add_argument("--jobs", type=int, default=1, help="processes to use")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--app", action="append", help="the end of a package; all apps without it")


def main(options) -> int:
    """Let them run; faults as JSON lines, then the sum."""
    from devices.phoneworld.world import default_world

    os.nice(5)
    apps = sorted(default_world().apps)
    apps = [p for p in apps if not options.app or p.rpartition(".")[2] in options.app]
    if not apps:
        print("no such app")
        return 1
    parts = max(
        options.jobs, min(64, options.steps // 20_000)
    )  # small parts, so that both cores end together
    jobs = [
        (options.seed + n, apps[n % len(apps) :] + apps[: n % len(apps)], options.steps // parts)
        for n in range(parts)
    ]
    done, cpu, faults, known = 0, 0.0, [], set()
    with ProcessPoolExecutor(options.jobs) as pool:
        for steps, found, seconds in pool.map(chunk, jobs):
            done, cpu = done + steps, cpu + seconds
            for fault in found:
                key = (fault["kind"], fault["words"][:80], fault["app"], fault["screen"])
                if key not in known:
                    known.add(key)
                    faults.append(fault)
                    print(json.dumps(fault, ensure_ascii=False), flush=True)
            print(f"{done} steps, {len(faults)} faults", file=sys.stderr, flush=True)
    print(
        f"apps={len(apps)} steps={done} faults={len(faults)} steps_per_cpu_second={done / max(cpu, 1e-9):.0f}"
    )
    return 1 if faults else 0
