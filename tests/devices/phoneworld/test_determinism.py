"""Same seed, same actions: same state, same pixels, in any process; what is memoised never shows."""

# ruff: noqa: E501 - embedded text keeps its lines

import gc
import random
import subprocess
import sys

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from devices.phoneworld import memo
from devices.phoneworld.block import BLOCKS_KEPT, XML_KEPT
from devices.phoneworld.compose import SCREENS_KEPT, WINDOWS_KEPT
from devices.phoneworld.render.canvas import Canvas
from devices.phoneworld.section import SECTION_KEPT
from devices.phoneworld.spec import load_text
from devices.phoneworld.state import Frozen, diff, digest, freeze
from devices.phoneworld.world import World
from tests.devices.phoneworld.samples import NOTES_PACKAGE, PEOPLE_PACKAGE, new_phone, shown_words, tap, world

SCRIPT = """
import hashlib
from tests.devices.phoneworld.test_determinism import wander
from tests.devices.phoneworld.samples import new_phone
phone = new_phone(7)
wander(phone, 7, 250)
print(phone.state_hash(), hashlib.sha256(phone.pixels().tobytes()).hexdigest(), hashlib.sha256(phone.ui_xml().encode()).hexdigest())
"""


def one_action(phone, chance):
    """One random doing of a person."""
    boxes = [b for b in phone.frame().hit_boxes if b[4]]
    box = boxes[int(chance() * len(boxes))] if boxes else (0, 0, 540, 1200, None)
    x, y, dice = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2, chance()
    if dice < 0.55:
        phone.tap(x, y)
    elif dice < 0.65:
        phone.long_press(x, y)
    elif dice < 0.80:
        phone.swipe(
            x, y, int(chance() * 540), int(chance() * 1200), 100 + int(chance() * 900), chance() < 0.5
        )
    elif dice < 0.86:
        phone.type_text(("milk ", "王小明", "👩‍👩‍👧 ", "سلام", "x\ny")[int(chance() * 5)])
    elif dice < 0.93:
        phone.key(("BACK", "HOME", "APP_SWITCH", "DEL", "POWER", "ENTER", "VOLUME_UP")[int(chance() * 7)])
    elif dice < 0.96:
        phone.open_app((NOTES_PACKAGE, PEOPLE_PACKAGE)[int(chance() * 2)])
    else:
        phone.advance(int(chance() * 9000))


def wander(phone, seed, steps):
    """A walk of random actions."""
    chance = random.Random(seed).random
    for _ in range(steps):
        one_action(phone, chance)


def run_elsewhere(hash_seed):
    """The walk's hashes in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(p for p in sys.path if p)},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.split()


def test_two_processes_agree():
    assert run_elsewhere("1") == run_elsewhere("2")


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10_000))
def test_damaged_redraw_equals_a_full_one(seed):
    """Thousands of random steps: the picture kept up to date is the picture drawn afresh."""
    phone = new_phone(seed)
    chance = random.Random(seed).random
    for n in range(180):
        one_action(phone, chance)
        shown = phone.pixels()
        if n % 6 == 0:
            fresh = Canvas(shown.shape[1], shown.shape[0])
            fresh.paint(phone.frame().paint_list())
            assert np.array_equal(shown, fresh.array()), f"step {n}"


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10_000))
def test_memos_never_show(seed):
    """The frame of a state is the same after other phones have filled and emptied the memos."""
    phone = new_phone(seed)
    wander(phone, seed, 60)
    xml, boxes = phone.ui_xml(), [b[:4] for b in phone.frame().hit_boxes]
    world().forget()
    phone.forget_frame()
    assert phone.ui_xml() == xml
    assert [b[:4] for b in phone.frame().hit_boxes] == boxes


def test_what_was_only_sketched_is_drawn_like_the_rest():
    phone = new_phone(3, width=532, height=1182)  # a look that no other test has seen
    blocks, chance = set(), random.Random(3)
    for _ in range(80):
        left, top, right, bottom, _ = chance.choice([b for b in phone.frame().hit_boxes if b[4]])
        phone.tap((left + right) // 2, (top + bottom) // 2)
        blocks.update(block for window in phone.frame().windows for block, *_ in window.placed)
        if phone.foreground_package != NOTES_PACKAGE:
            phone.open_app(NOTES_PACKAGE)
    looks = [look for _, looks, _ in phone._composer._looks.values() for look in looks.values()]
    assert len(blocks) > 30 and not any(look.seen for look in looks)
    kept = {block: (look, *key) for look in looks for key, block in look.blocks.items()}
    for look in looks:
        look.blocks, look.seen = {}, True
    for block in blocks & kept.keys():
        look, node, width = kept[block]
        drawn = look.block(node, width)
        assert (block.h, block.hits, block.raised) == (drawn.h, drawn.hits, drawn.raised)
        assert (block.ops, block.nodes) == (drawn.ops, drawn.nodes)


def test_memos_tell_true_from_one():
    """Python holds True, 1 and 1.0 equal; what a screen shows of them differs."""
    source = """
package: org.example.kinds
label: Kinds
domain: notes
screens:
  main:
    vars: {value: 1}
    body:
      - text: "It is {value}"
      - button: {label: Truth, tap: value = True}
      - button: {label: One, tap: value = 1}
      - list:
          items: "(True, 1)"
          as: each
          row:
            row: {title: Pick, tap: value = each}
"""
    phone = World([load_text(source)]).phone(1)
    phone.open_app("org.example.kinds")
    for words, shown in (("Truth", "It is yes"), ("One", "It is 1"), ("Truth", "It is yes")):
        tap(phone, words)
        assert shown in shown_words(phone)
    for at, shown in ((0, "It is yes"), (1, "It is 1")):
        rows = [b for b in phone.frame().hit_boxes if b[4] and b[4][0] == "act" and b[4][1][1]]
        phone.tap((rows[at][0] + rows[at][2]) // 2, (rows[at][1] + rows[at][3]) // 2)
        assert shown in shown_words(phone)


def test_snapshot_restore_and_forks_are_apart():
    phone = new_phone(1)
    start, name = phone.snapshot(), phone.state_hash()
    twins = [phone.fork() for _ in range(3)]
    for n, twin in enumerate(twins):
        wander(twin, n, 40)
    assert phone.state is start and phone.state_hash() == name
    assert len({t.state_hash() for t in twins}) == 3
    again = phone.fork()
    wander(again, 1, 40)
    assert again.state_hash() == twins[1].state_hash()
    twins[2].restore(start)
    assert twins[2].state_hash() == name and np.array_equal(twins[2].pixels(), phone.pixels())


def test_reset_brings_the_first_state_back():
    phone = world().phone(4)
    name = phone.state_hash()
    wander(phone, 4, 50)
    phone.reset()
    assert phone.state_hash() == name
    phone.reset(5)
    assert phone.state_hash() != name


def test_caches_are_bounded():
    phone = new_phone(2)
    wander(phone, 2, 600)
    look = phone._look()
    assert len(look.blocks) <= BLOCKS_KEPT and len(look.windows) <= WINDOWS_KEPT
    for block in look.blocks.values():
        assert len(block._xml or ()) <= XML_KEPT
    for app in world().apps.values():
        for screen in app.screens.values():
            for plan in screen.plans.values():
                windows = [plan.windows, *(memo for _, memo in plan.over.values())]
                assert all(len(memo) <= SCREENS_KEPT for memo in windows)
                parts = [memo for pick, memo, _ in plan.parts if pick is not None]
                assert all(len(memo) <= SECTION_KEPT for memo in parts)


def test_memos_may_be_tidied_at_any_moment(monkeypatch):
    phone = new_phone(5)
    wander(phone, 5, 150)
    world().forget()
    monkeypatch.setattr(memo, "TIDY_ROUND", 0)  # every block that is laid out tidies someone
    again = new_phone(5)
    wander(again, 5, 150)
    assert again.state_hash() == phone.state_hash() and again.ui_xml() == phone.ui_xml()


def test_nothing_is_left_for_the_collector():
    phone = new_phone(3)
    wander(phone, 3, 100)
    gc.collect()
    gc.disable()
    try:
        wander(phone, 4, 300)
        phone.ui_xml(), phone.pixels()
        assert gc.collect() < 50  # a few of the test's own
    finally:
        gc.enable()


def test_state_cannot_be_changed():
    tree = freeze({"a": {"b": [1, 2]}})
    for attempt in (
        lambda: tree.update(a=1),
        lambda: tree.__setitem__("a", 1),
        lambda: tree.pop("a"),
        lambda: tree.clear(),
    ):
        try:
            attempt()
        except TypeError:
            continue
        raise AssertionError("the state was changed")


_data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


@given(
    st.dictionaries(st.text(max_size=3), _data, max_size=4),
    st.dictionaries(st.text(max_size=3), _data, max_size=4),
)
def test_digest_and_diff_tell_states_apart(one, other):
    one, other = freeze(one), freeze(other)
    same = list(diff(one, other)) == []
    if list(one) == list(other):
        assert same or digest(one) != digest(other)
    assert digest(one) == digest(Frozen(dict(one)))


HEADINGS = """
package: org.example.days
label: Days
domain: notes
state:
  days:
    columns: {title: ""}
    rows: [{id: a, title: Halcyon days}]
screens:
  home:
    title: Days
    body:
      - list:
          items: days
          as: day
          section: "{day.title}"
          row: {row: {title: Something, tap: open('other')}}
  other:
    title: Other
    body:
      - section: Halcyon days
"""


def test_the_same_words_elsewhere_change_no_shade_of_a_heading():
    first, second = (World([load_text(HEADINGS, "days")]).phone(1) for _ in range(2))
    first.open_app("org.example.days")
    before = first.pixels().copy()
    tap(first, "Something")  # where the words are no heading of a list
    first.pixels()
    second.open_app("org.example.days")
    assert (second.pixels() == before).all()
