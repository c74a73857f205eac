"""Plays an oracle's moves on a phone as an agent could: it looks at the UI tree and gives actions of
`devices/actions.py`, nothing else.

What it cannot find in sight it scrolls for. A move that cannot be made raises `Stuck`.
"""

import re
from dataclasses import dataclass, field, replace

from devices import actions
from devices.phoneworld import clock, functions
from devices.phoneworld.block import CLICK, LONG, SCROLL
from devices.phoneworld.spec import bundled
from devices.phoneworld.tasks.language import app_names
from devices.phoneworld.tasks.moves import POINTED, Move
from devices.phoneworld.tasks.sight import EXACT, PART, START, Sight, from_frame

SCROLLS, STRIPS, SHARE, SLOW_MS = 40, 8, 0.6, 1500
WAIT_MS, WAITS, PASSING_MS, HOLD_MS = 1000, 12, 6000, 600
VERTICAL, SIDEWAYS = "vertical", "sideways"
EDGE = 24  # px at the bottom that belong to the gesture bar


class Stuck(Exception):
    """A move that cannot be made; says which, and what is in sight."""


class Hand:
    """A phone in this process: what it shows, and actions done through its public gestures."""

    def __init__(self, phone):
        self.phone = phone
        self.width, self.height = phone.width, phone.height

    def see(self) -> Sight:
        """The nodes in sight."""
        return from_frame(self.phone.frame())

    def do(self, action: actions.Action):
        """One action, to its end; then the phone has settled."""
        perform(self.phone, action)
        for _ in range(WAITS):
            if self.phone.settled:
                return
            self.phone.advance(WAIT_MS)


def perform(phone, action: actions.Action) -> None:
    """An action of the action space (points in px) on a phone; final actions do nothing to it."""
    name = action.name
    if name == "click":
        phone.tap(*action.points[0])
    elif name == "double_click":
        phone.double_tap(*action.points[0])
    elif name == "long_press":
        phone.long_press(*action.points[0], action.duration)
    elif name == "scroll":
        (x1, y1), (x2, y2) = action.points
        phone.swipe(x1, y1, x2, y2, action.duration)
    elif name == "drag":  # held first, longer than a long press, as over adb
        (x1, y1), (x2, y2) = action.points
        phone.touch("down", x1, y1)
        phone.advance(HOLD_MS)
        phone.touch("move", x2, y2)
        phone.advance(action.duration)
        phone.touch("up", x2, y2)
    elif name == "type":
        for number, line in enumerate(action.text.split("\n")):  # a line end is the Enter key, as over adb
            if number:
                phone.key("ENTER")
            if line:
                phone.type_text(line)
    elif name == "button_press":
        phone.key({"recents": "APP_SWITCH"}.get(action.type, action.type.upper()))
    elif name == "open_app":
        phone.open_app(action.package)
    elif name == "close_app":
        phone.force_stop(action.package)
    elif name == "wait":
        phone.advance(action.time)


@dataclass
class Played:
    """A trajectory: the actions, the states before each, and the words used."""

    actions: list = field(default_factory=list)
    states: list = field(default_factory=list)
    used: list = field(default_factory=list)  # (verb, text, drawn) of what was typed, tapped or answered
    packages: list = field(default_factory=list)  # the app in front at each action
    spans: list = field(default_factory=list)  # for each move, its first action and the one after its last

    @property
    def ending(self):
        """`(name, text)` of the last action if it is final, else `(None, None)`."""
        last = self.actions[-1] if self.actions else None
        return (last.name, last.text) if last is not None and last.is_final else (None, None)


class Player:
    """Plays moves with a hand and keeps what it did in `played`."""

    def __init__(self, hand):
        self.hand, self.played = hand, Played()
        self.read = {}  # what `read` moves have found, by name

    def play(self, moves: list[Move], finish: bool = True) -> Played:
        """All moves, then `finish` unless they end otherwise. Stuck when one cannot be made."""
        for move in moves:
            first = len(self.played.actions)
            self.move(move)
            self.played.spans.append((first, len(self.played.actions)))
        if finish and self.played.ending[0] is None:
            self._do(actions.Finish("Done"))
        return self.played

    def move(self, move: Move):
        """One move, which may take several actions."""
        if self.read:
            move = self._with_what_was_read(move)
        if move.verb in POINTED:
            self._note(move, move.what)
            self._pointed(move.verb, functions.text(move.what), move)
        elif move.verb == "type" and isinstance(move.what, dict):
            for label, text in move.what.items():
                self._note(move, text)
                self._fill(label, functions.text(text), move)
        else:
            if move.verb in ("type", "answer", "keys"):
                self._note(move, move.what)
            getattr(self, f"_{move.verb}")(move.what, move)

    def _with_what_was_read(self, move):
        """The move with every `<name>` filled in."""

        def fill(value):
            if isinstance(value, dict):
                return {key: fill(v) for key, v in value.items()}
            for name, text in self.read.items() if isinstance(value, str) else ():
                value = value.replace(f"<{name}>", text)
            return value

        return replace(move, what=fill(move.what), near=fill(move.near), below=fill(move.below))

    def _note(self, move, text):
        self.played.used.append((move.verb, functions.text(text), move.drawn))

    def _do(self, action):
        phone = getattr(self.hand, "phone", None)
        if phone is not None:
            self.played.states.append(phone.state)
            self.played.packages.append(phone.foreground_package)
        self.played.actions.append(action)
        self.hand.do(action)

    def _stuck(self, why, move):
        seen = [w for w in self.hand.see().words() if w]
        where = f"line {move.line}: " if move.line else ""
        return Stuck(f"{where}{why}; in sight: {' | '.join(w[:40] for w in seen[:40])}")

    # -- pointing
    def _pointed(self, verb, words, move):
        flags = LONG | CLICK if verb == "long" else CLICK

        def look(sight, level):
            nodes = self._narrowed(sight, sight.matching(words, level), move)
            for node in nodes[move.nth - 1 :] if move.nth > 1 else nodes:
                if point := self._free(sight, node, flags):
                    return point
            return None

        if move.near is not None:
            self._bring(move.near, move)
        point = self._find(look, move.scroll)
        if point is None:
            raise self._stuck(f"nothing to {verb} says {words!r}", move)
        kind = {"tap": actions.Click, "long": actions.LongPress, "double": actions.DoubleClick}[verb]
        self._do(kind((point,)))

    def _bring(self, words, move):
        if not self._find(lambda sight, level: sight.matching(words, level)):
            raise self._stuck(f"nothing says {words!r}", move)

    def _narrowed(self, sight, nodes, move):
        if move.below is not None:
            tops = [n.box[3] for n in sight.matching(move.below)]
            nodes = [n for n in nodes if tops and n.box[1] >= tops[0] - 1]
        if move.near is not None:
            anchors = sight.matching(move.near)
            if not anchors:
                return []
            gap = lambda n: min(_apart(n, a) for a in anchors)  # noqa: E731
            return sorted((n for n in nodes if gap(n)[0] < self.hand.height / 8), key=gap)
        # What can be touched comes before what is only said (a title), and that before what was typed.
        touched = lambda n: any(a.flags & (CLICK | LONG) for a in n.above())  # noqa: E731
        return sorted(nodes, key=lambda n: 2 if n.editable and n.text else 0 if touched(n) else 1)

    def _free(self, sight, node, flags):
        """A point of the node that nothing else covers."""
        holders = {id(n) for n in node.above()}
        taker = next((n for n in node.above() if n.flags & flags), node)
        points = [node.centre]
        for left, top, right, bottom in (node.box, taker.box):
            points += [
                (left + (right - left) * k // 8, top + (bottom - top) * m // 8)
                for m in (4, 2, 6)
                for k in (1, 3, 6)
            ]
        for x, y in points:
            top = sight.at(x, y)
            if y >= self.hand.height - EDGE or (sight.keyboard and y >= sight.keyboard[1]):
                continue
            if top is None or id(top) in holders or (node in top.above() and not node.flags & CLICK):
                return x, y
        return None

    # -- scrolling
    def _find(self, look, scroll=True):
        """What `look(sight, level)` finds here, else by scrolling; on forks until it is known where.

        The page is searched for the very words first, then for what begins so, then for what has them inside.
        """
        here = self.hand.see()
        if found := look(here, EXACT):
            return found
        if getattr(self.hand, "phone", None) is None:
            return self._find_by_hand(look, scroll)
        if self.hand.phone.state["events"]:
            later = Hand(self.hand.phone.fork())
            later.do(actions.Wait(PASSING_MS))
            if found := look(later.see(), EXACT):  # a message that pops up lay over it
                self._do(actions.Wait(PASSING_MS))
                return found
        places = [([], here)]
        for kind in (VERTICAL, SIDEWAYS) if scroll else ():
            walks = [
                self._walk(kind, forth, n)
                for n in range(STRIPS if kind is SIDEWAYS else 1)
                for forth in (1, 0)
            ]
            while walks:  # a step this way, a step that way: what is nearest is found first
                for walk in list(walks):
                    step = next(walk, None)
                    if step is None:
                        walks.remove(walk)
                    elif look(step[1], EXACT):
                        return self._go(look, step[0], EXACT)
                    else:
                        places.append(step)
            for level in (START, PART):
                for path, sight in places:
                    if look(sight, level):
                        return self._go(look, path, level)
        return next((found for level in (START, PART) if (found := look(here, level))), None)

    def _go(self, look, path, level):
        for action in path:
            self._do(action)
        return look(self.hand.see(), level)

    def _find_by_hand(self, look, scroll):
        """The same where nothing can be tried on a fork: scroll to the end and back, and stop where it is."""
        ways = [(VERTICAL, True), (VERTICAL, False), (SIDEWAYS, True), (SIDEWAYS, False)] if scroll else []
        for level in (EXACT, START, PART):
            if found := look(self.hand.see(), level):
                return found
            for kind, forth in ways:
                for n in range(STRIPS if kind is SIDEWAYS else 1):
                    for _ in range(SCROLLS):
                        before = self.hand.see()
                        action = self._swipe(before, kind, forth, n)
                        if action is None:
                            break
                        self._do(action)
                        if found := look(self.hand.see(), level):
                            return found
                        if self.hand.see().fingerprint() == before.fingerprint():
                            break
        self._do(actions.Wait(PASSING_MS))  # a message that pops up may have lain over it
        return look(self.hand.see(), EXACT)

    def _walk(self, kind, forth, n):
        """`(actions, sight)` of each place that scrolling one way leads to, tried on a fork."""
        hand, path, sight = Hand(self.hand.phone.fork()), [], self.hand.see()
        for _ in range(SCROLLS):
            action = self._swipe(sight, kind, forth, n)
            if action is None:
                return
            hand.do(action)
            before, sight = sight, hand.see()
            if sight is before or sight.fingerprint() == before.fingerprint():
                return
            path = [*path, action]
            yield path, sight

    def _swipe(self, sight, kind, forth, n=0):
        """The slow swipe that scrolls the largest list, or the n-th strip; None if there is none."""
        strips = [s for s in sight.nodes if s.flags & SCROLL and s.cls.endswith("HorizontalScrollView")]
        if kind is SIDEWAYS:
            if n >= len(strips):
                return None
            left, top, right, bottom = strips[n].box
            a, b, y = left + (right - left) * 4 // 5, left + (right - left) // 5, (top + bottom) // 2
            return actions.Scroll(((a, y), (b, y)) if forth else ((b, y), (a, y)), SLOW_MS)
        lists = [s for s in sight.nodes if s.flags & SCROLL and s not in strips]
        if not lists:
            return None
        largest = max(lists, key=lambda s: (s.box[3] - s.box[1]) * (s.box[2] - s.box[0]))
        left, top, right, bottom = largest.box
        bottom = min(bottom, sight.keyboard[1] if sight.keyboard else bottom, self.hand.height - EDGE)
        x, reach, middle = (left + right) // 2, int((bottom - top) * SHARE), (top + bottom) // 2
        a, b = middle + reach // 2, middle - reach // 2
        return actions.Scroll(((x, a), (x, b)) if forth else ((x, b), (x, a)), SLOW_MS)

    def _scroll(self, way, move):
        if way not in ("down", "up"):
            self._bring(functions.text(way), move)
            return
        action = self._swipe(self.hand.see(), VERTICAL, way == "down")
        if action is None:
            raise self._stuck(f"nothing scrolls {way}", move)
        self._do(action)

    # -- text
    def _field(self, label, move):
        """`(point, node)` of the field with this label, hint or text."""

        def look(sight, level):
            for node in sight.matching(label, level):
                if node.editable and (point := self._free(sight, node, CLICK)):
                    return point, node
            return None

        found = self._find(look)
        if not found:
            raise self._stuck(f"no field {label!r}", move)
        return found

    def _fill(self, label, text, move, keep=False):
        point, node = self._field(label, move)
        self._do(actions.Click((point,)))
        if node.text and not keep:
            self._select_all(label, move)
        if keep and node.text:
            raise self._stuck(f"the field {label!r} is not empty", move)
        if text:
            self._do(actions.Type(text))

    def _select_all(self, label, move):
        point, _ = self._field(label, move)
        self._do(actions.LongPress((point,)))
        for node in self.hand.see().nodes:
            if node.text == "Select all" and node.package == "android":
                self._do(actions.Click((node.centre,)))
                return

    def _type(self, text, move):
        self._do(actions.Type(functions.text(text)))

    def _append(self, what, move):
        for label, text in what.items():
            self._note(move, text)
            point, node = self._field(label, move)
            _, _, right, bottom = node.box
            self._do(actions.Click(((right - 8, bottom - 8) if node.text else point,)))
            self._do(actions.Type(functions.text(text)))

    def _clear(self, label, move):
        _, node = self._field(functions.text(label), move)
        if not node.text:
            return
        cross = [n for n in self.hand.see().nodes if n.desc == "Clear" and node.holds(*n.centre)]
        if cross:
            self._do(actions.Click((cross[0].centre,)))
            return
        self._fill(label, "", move)
        for node in self.hand.see().nodes:
            if node.text == "Cut" and node.package == "android":
                self._do(actions.Click((node.centre,)))
                return

    def _keys(self, text, move):
        for char in functions.text(text):
            self._pointed("tap", char, move)

    # -- pickers
    def _day(self, ms, move):
        """The day of a moment in a month's grid."""
        month = clock.words(int(ms), "%B %Y")
        for _ in range(40):
            shown = next((n.text for n in self.hand.see().nodes if n.name == "month"), None)
            if shown is None:
                raise self._stuck("no month in sight", move)
            if shown == month:
                break
            back = _month(shown) > _month(month)
            self._pointed("tap", "Previous month" if back else "Next month", move)
        self._pointed("tap", f"{clock.words(int(ms), '%-d')} {month}", move)

    def _time(self, value, move):
        """A time in a time picker: minutes from midnight, a moment in ms, or `HH:MM`."""
        if isinstance(value, str):
            hour, minute = value.split(":")
            value = int(hour) * 60 + int(minute)
        value = int(value) // clock.MINUTE if value >= 1440 else int(value)
        for name, wanted, size, step in (("hour", value // 60 % 24, 24, 1), ("minute", value % 60, 60, 5)):
            for _ in range(24):
                shown = [n for n in self.hand.see().nodes if n.name == name]
                if not shown:
                    raise self._stuck("no time picker in sight", move)
                gap = (wanted - int(shown[0].text)) % size
                if gap == 0:
                    break
                if gap % step:
                    raise self._stuck(f"the picker steps {name}s by {step}", move)
                self._pointed("tap", f"{'Later' if gap <= size // 2 else 'Earlier'} {name}", move)

    def _slide(self, what, move):
        """A slider set to a share of its way, 0 to 1."""
        for label, share in what.items():
            self._bring(label, move)
            found = [n for n in self.hand.see().matching(label) if n.cls.endswith("SeekBar")]
            if not found:
                raise self._stuck(f"no slider {label!r}", move)
            left, top, right, bottom = found[0].box
            x = left + round((right - left) * float(share))
            self._do(actions.Click(((min(max(x, left), right - 1), (top + bottom) // 2),)))

    # -- the rest
    def _see(self, words, move):
        """The words must be somewhere on this page."""
        self._bring(functions.text(words), move)

    def _read(self, what, move):
        """Words that nobody knew before, found by patterns on this page."""
        for name, pattern in what.items():

            def look(sight, level, pattern=pattern):
                return next((m for w in sight.words() if (m := re.search(pattern, w))), None)

            found = self._find(look)
            if not found:
                raise self._stuck(f"nothing is like {pattern!r}", move)
            self.read[name] = found[1]

    def _open(self, app, move):
        package = app_names().get(str(app).lower()) or _labelled(self.hand, app)
        if package is None:
            raise self._stuck(f"no app {app!r}", move)
        if bundled()[package].mini:
            raise self._stuck(f"{app!r} is a mini-app: it is opened in its host", move)
        self._do(actions.OpenApp(package))

    def _back(self, _, move):
        self._do(actions.ButtonPress("back"))

    def _home(self, _, move):
        self._do(actions.ButtonPress("home"))

    def _enter(self, _, move):
        self._do(actions.ButtonPress("enter"))

    def _recents(self, _, move):
        self._do(actions.ButtonPress("recents"))

    def _shade(self, _, move):
        """Pull down the notifications."""
        x = self.hand.width // 2
        self._do(actions.Scroll(((x, 5), (x, self.hand.height // 2)), 300))

    def _wait(self, ms, move):
        self._do(actions.Wait(int(ms or WAIT_MS)))

    def _answer(self, text, move):
        said = ", ".join(functions.text(t) for t in text) if isinstance(text, (list, tuple)) else text
        self._do(actions.Output(functions.text(said)))

    def _finish(self, text, move):
        self._do(actions.Finish(functions.text(text) or "Done"))

    def _call_user(self, text, move):
        self._do(actions.CallUser(functions.text(text)))


def _apart(node, anchor):
    """How far two nodes are apart: `(rows, columns)` in px."""
    (x1, y1), (x2, y2) = node.centre, anchor.centre
    inside = anchor.box[1] <= y1 < anchor.box[3] or node.box[1] <= y2 < node.box[3]
    return (0 if inside else abs(y1 - y2), abs(x1 - x2))


def _month(words):
    name, year = words.rsplit(" ", 1)
    return int(year), [clock.words(clock.stamp(2026, m, 1), "%B") for m in range(1, 13)].index(name)


def _labelled(hand, label):
    return next((p for p, app in bundled().items() if app.label.casefold() == str(label).casefold()), None)
