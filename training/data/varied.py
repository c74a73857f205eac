"""A player of oracles that does not always take the shortest way: it opens apps from the launcher, searches
instead of scrolling, scrolls without knowing where to, errs and puts it right, is disturbed and copes.

Everything out of the ordinary is tried, and taken back when it does not lead where it should (a phone goes
back to a snapshot for nothing). What became of the whole the verifier says at the end.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from devices import actions
from devices.actions import Action
from devices.phoneworld.block import CLICK, FOCUSED
from devices.phoneworld.spec import bundled
from devices.phoneworld.state import digest
from devices.phoneworld.tasks.player import EDGE, VERTICAL, Hand, Player, Stuck, perform
from devices.phoneworld.tasks.template import held_out_apps
from training.data import troubles

MISTAKE, RECOVERY, CLOSING = "mistake", "recovery", "closing"
TRIES = 3
CURES = 10  # actions against one disturbance


@dataclass(frozen=True)
class Habits:
    """How likely what is, 0 to 1: ``launcher``, ``search``, ``up`` (the app bar's arrow for Back) and
    ``shuffle`` (of fields) whenever there is occasion; ``blind`` (scrolling without knowing where to),
    ``mistakes`` and ``disturbed`` an episode. ``jitter``: touches lie anywhere on what they touch."""

    launcher: float = 0.0
    search: float = 0.0
    blind: float = 0.0
    up: float = 0.0
    shuffle: float = 0.0
    mistakes: float = 0.0
    disturbed: float = 0.0
    jitter: bool = False


@dataclass(slots=True)
class Taken:
    """An action as it was taken: the state before it, and what it was besides the way ("" or ``mistake:…``,
    ``recovery``, ``closing:…``)."""

    state: object
    action: Action
    mark: str = ""


class RecordingHand(Hand):
    """A hand that keeps what it does."""

    def __init__(self, phone):
        super().__init__(phone)
        self.taken: list[Taken] = []
        self.mark = ""

    def do(self, action: Action) -> None:
        self.taken.append(Taken(self.phone.state, action, self.mark))
        super().do(action)


@dataclass
class VariedPlayer(Player):
    """Plays moves with ``habits`` drawn from ``rng``. ``ways``: what it did otherwise than the oracle."""

    hand: RecordingHand
    habits: Habits
    rng: random.Random
    ways: list[str] = field(default_factory=list)

    def __post_init__(self):
        super().__init__(self.hand)
        self.share = self.rng.uniform(0.75, 1.25) if self.habits.jitter else 1.0
        self.blind = self._chance(self.habits.blind)
        self.disturb_at = self.rng.randrange(1, 9) if self._chance(self.habits.disturbed) else -1
        self.err_at: set[int] = set()

    def _chance(self, share: float) -> bool:
        return share > 0 and self.rng.random() < share

    # -- trying
    def _attempt(self, work: Callable[[], bool | None]) -> bool:
        """Do it; unless it works out, all is as it was before. Never inside of each other."""
        hand, played, phone = self.hand, self.played, self.hand.phone
        before, mark, ways = phone.snapshot(), hand.mark, len(self.ways)
        lists = (hand.taken, played.actions, played.states, played.packages, played.used)
        lengths = [len(held) for held in lists]
        try:
            well = work() is not False
        except Stuck:
            well = False
        hand.mark = mark
        if not well:
            phone.restore(before)
            del self.ways[ways:]
            for held, length in zip(lists, lengths, strict=True):
                del held[length:]
        return well

    def _look(self):
        """Equal when a person would say that nothing has changed."""
        sight = self.hand.see()
        return sight.fingerprint(), sight.keyboard

    def _marked(self, mark: str, action: Action) -> None:
        kept, self.hand.mark = self.hand.mark, mark
        super()._do(action)
        self.hand.mark = kept

    # -- actions
    def play(self, moves, finish=True):
        if self._chance(self.habits.mistakes) and moves:
            self.err_at = {self.rng.randrange(len(moves))}
            if self._chance(self.habits.mistakes / 2):
                self.err_at.add(self.rng.randrange(len(moves)))
        self._cure()  # a profile may have something in store from the start
        return super().play(moves, finish)

    def move(self, move):
        index = len(self.played.spans)
        if index in self.err_at and move.verb not in ("type", "open"):
            self._attempt(lambda: self._err(move))
        if move.verb == "type" and isinstance(move.what, dict) and len(move.what) > 1:
            move = self._shuffled(move)
        super().move(move)

    def _shuffled(self, move):
        """The fields of a form in any order."""
        if not self._chance(self.habits.shuffle):
            return move
        fields = list(move.what.items())
        self.rng.shuffle(fields)
        self.ways.append("fields in another order")
        return replace(move, what=dict(fields))

    def _do(self, action):
        if len(self.played.actions) == self.disturb_at and not action.is_final:
            self.disturb_at = -1
            kinds = self.rng.sample(troubles.CURABLE, TRIES)
            any(self._attempt(lambda kind=kind: self._disturbed(kind)) for kind in kinds)
        if action.name == "type" and self.hand.phone.focused_field is None:
            self._again()  # what came in between took the focus
        super()._do(action)
        self._cure()

    def _again(self) -> None:
        """The touch that gave a field its focus, once more."""
        last = next((t.action for t in reversed(self.hand.taken) if not t.mark), None)
        if last is not None and last.name == "click":
            self._marked(RECOVERY, last)

    # -- what comes in between
    def _disturbed(self, kind: str) -> bool:
        """Something comes up, is closed rightly, and all is as before."""
        before = self._look()
        typing = self.hand.phone.focused_field is not None
        try:
            troubles.inject(self.hand.phone, kind)
        except ValueError:
            return False
        if kind != "message" and not troubles.showing(self.hand.phone):
            return False
        self._cure()
        if typing and self.hand.phone.focused_field is None:
            self._again()
        if kind == "message":  # seen, and left alone
            self.ways.append("disturbed: message")
            return True
        return self._look() == before and troubles.all_right(self.hand.phone)

    def _cure(self) -> None:
        """Close what is in the way, the right way. Stuck when that does not help."""
        for _ in range(CURES):
            kind = troubles.showing(self.hand.phone)
            if not kind:
                return
            self._marked(f"{CLOSING}:{kind}", troubles.answer(self.hand.phone, self.hand.see(), kind))
        raise Stuck("what is in the way does not go away")

    # -- mistakes
    def _err(self, move) -> bool:
        """A wrong touch, seen to be wrong and taken back with Back."""
        sight = self.hand.see()
        wanted = {str(move.what), *sight_words(sight, move)}
        nodes = [n for n in sight.nodes if n.flags & CLICK and not n.flags & FOCUSED and not _says(n, wanted)]
        before, data = self._look(), self._data()
        for node in self.rng.sample(nodes, min(TRIES, len(nodes))):
            if (point := self._free(sight, node, CLICK)) is None:
                continue
            fork = self.hand.phone.fork()
            perform(fork, actions.Click((point,)))
            if _data(fork) != data or Hand(fork).see().fingerprint() == before[0]:
                continue
            self._marked(f"{MISTAKE}:tap", actions.Click((point,)))
            self._marked(RECOVERY, actions.ButtonPress("back"))
            self._cure()
            self.ways.append("wrong tap")
            return self._look() == before and self._data() == data
        return False

    def _data(self):
        return _data(self.hand.phone)

    def _open(self, app, move):
        if len(self.played.spans) in self.err_at and self._attempt(self._wrong_app):
            self.hand.mark = RECOVERY
        if not (self._chance(self.habits.launcher) and self._attempt(lambda: self._from_launcher(app, move))):
            super()._open(app, move)
        self.hand.mark = ""

    def _wrong_app(self) -> None:
        self._marked(f"{MISTAKE}:app", actions.OpenApp(self.rng.choice(open_apps())))
        self._cure()
        self.ways.append("wrong app")

    def _from_launcher(self, app, move) -> bool:
        if self.hand.phone.foreground_package:
            self._do(actions.ButtonPress("home"))
        self._pointed("tap", str(app), move)
        self.ways.append("launcher")
        front = self.hand.phone.foreground_package
        return bool(front) and bundled()[front].label.casefold() == str(app).casefold()

    def _fill(self, label, text, move, keep=False):
        wrong = None
        if len(self.played.spans) in self.err_at and text and not keep:
            wrong = self._wrong_text(text)
        if wrong is None or not self._attempt(lambda: self._wrongly(label, wrong, text, move)):
            super()._fill(label, text, move, keep)

    def _wrong_text(self, text: str) -> str:
        """A slip of the finger: two letters the other way round, one missing, one too many."""
        if len(text) < 3:
            return text + text[-1]
        at = self.rng.randrange(len(text) - 1)
        wrong = self.rng.choice(
            (
                text[:at] + text[at + 1] + text[at] + text[at + 2 :],
                text[:at] + text[at + 1 :],
                text[:at] + text[at : at + 1] + text[at:],
            )
        )
        return wrong if wrong != text else text + text[-1]

    def _wrongly(self, label, wrong, text, move) -> bool:
        super()._fill(label, wrong, move)
        self.hand.taken[-1].mark = f"{MISTAKE}:text"
        self.hand.mark = RECOVERY
        nodes = [n for n in self.hand.see().nodes if n.flags & FOCUSED and n.editable]
        if not nodes:
            return False
        self._do(actions.LongPress((self._free(self.hand.see(), nodes[0], CLICK) or nodes[0].centre,)))
        menu = [n for n in self.hand.see().nodes if n.text == "Select all" and n.package == "android"]
        if not menu:
            return False
        self._do(actions.Click((menu[0].centre,)))
        self._do(actions.Type(text))
        self.ways.append("wrong text")
        held = self.hand.phone.focused_field
        return held is not None and held["text"] == text

    # -- other ways
    def _back(self, _, move):
        if not (self._chance(self.habits.up) and self._attempt(self._up)):
            super()._back(_, move)

    def _up(self) -> bool:
        arrows = [n for n in self.hand.see().nodes if n.desc == "Navigate up" and n.flags & CLICK]
        if not arrows:
            return False
        fork = Hand(self.hand.phone.fork())
        fork.do(actions.ButtonPress("back"))
        self._do(actions.Click((arrows[0].centre,)))
        self.ways.append("arrow")
        return self._look()[0] == fork.see().fingerprint()

    def _find(self, look, scroll=True):
        if not scroll or not self.blind or look(self.hand.see(), 0):
            return super()._find(look, scroll)
        found = []

        def work():
            found.append(self._find_by_hand(look, scroll))
            return bool(found[-1]) and self._settled_on(look)

        before = len(self.played.actions)
        if self._attempt(work):
            if len(self.played.actions) > before:
                self.ways.append("blind scroll")
            return look(self.hand.see(), 0) or found[-1]
        return super()._find(look, scroll)

    def _settled_on(self, look) -> bool:
        """Only the very words end a search that goes without a plan."""
        return bool(look(self.hand.see(), 0))

    def _pointed(self, verb, words, move):
        if self._chance(self.habits.search) and not self.hand.see().matching(words):
            self._attempt(lambda: self._searched(words))
        super()._pointed(verb, words, move)

    def _searched(self, words) -> bool:
        """Look for it with the page's own search, where there is one."""
        doors = [
            n for n in self.hand.see().nodes if n.flags & CLICK and (n.desc or n.text).startswith("Search")
        ]
        if not doors:
            return False
        self._do(actions.Click((doors[0].centre,)))
        if self.hand.phone.focused_field is None:
            return False
        self._do(actions.Type(words))
        self.ways.append("search")
        return bool([n for n in self.hand.see().matching(words, 0) if not n.editable])

    def _swipe(self, sight, kind, forth, n=0):
        action = super()._swipe(sight, kind, forth, n)
        if action is None or self.share == 1.0 or kind is not VERTICAL:
            return action
        (x, a), (_, b) = action.points
        middle, reach = (a + b) / 2, (a - b) * self.share / 2
        return actions.Scroll(((x, round(middle + reach)), (x, round(middle - reach))), action.duration)

    def _free(self, sight, node, flags):
        point = super()._free(sight, node, flags)
        if point is None or not self.habits.jitter:
            return point
        left, top, right, bottom = node.box
        taker = sight.at(*point)
        for _ in range(TRIES):
            x = left + round((right - left) * self.rng.triangular(0.1, 0.9, 0.5))
            y = top + round((bottom - top) * self.rng.triangular(0.1, 0.9, 0.5))
            low = sight.keyboard[1] if sight.keyboard else self.hand.height - EDGE
            if node.holds(x, y) and y < low and sight.at(x, y) is taker:
                return x, y
        return point


@lru_cache(1)
def open_apps() -> tuple[str, ...]:
    """Packages of the apps that may be shown in training: none that is kept for measuring, no mini-app."""
    kept = held_out_apps()
    return tuple(sorted(p for p, a in bundled().items() if not a.mini and p.rsplit(".", 1)[-1] not in kept))


def _data(phone):
    """What apps and system hold, apart from what is shown."""
    return digest(phone.state["apps"]), digest(phone.state["sys"])


def _says(node, words) -> bool:
    return any(said and said in words for said in (node.text, node.desc))


def sight_words(sight, move) -> set[str]:
    """What the things say that a move is about: a wrong touch is none of them."""
    if not isinstance(move.what, str):
        return set()
    return {said for n in sight.matching(move.what) for said in (n.text, n.desc) if said}
