"""Demonstrations at any scale: oracles of PhoneWorld's task templates, played with natural variation.

``generate(count=1000, seed=1)`` yields episodes that the verifier rewards. The same arguments give the same
episodes, however many processes make them. ``about`` of an episode tells what is out of the ordinary in it:
``mistakes`` are the indices of steps that were planted wrong (a learner sees them, and does not copy them),
``recoveries`` what puts them right, ``closings`` what closes a pop-up; ``unseen`` are touches on what a UI
dump does not show. Test templates are never played.
"""

import multiprocessing
import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from itertools import count as count_from
from itertools import islice

from devices.phoneworld import Phone
from devices.phoneworld.spec import bundled
from devices.phoneworld.tasks.check import chosen_by
from devices.phoneworld.tasks.generate import distinct
from devices.phoneworld.tasks.judge import judge
from devices.phoneworld.tasks.player import Stuck
from devices.phoneworld.tasks.template import Task, Template, templates
from training.data import troubles
from training.data.episodes import Episode, Source, Step, TaskRef
from training.data.heldout import HeldOut
from training.data.trees import plain
from training.data.varied import CLOSING, MISTAKE, RECOVERY, Habits, RecordingHand, VariedPlayer, open_apps
from training.environments.screens import observe

SPLITS = ("train", "validation")
POINTED = ("click", "long_press", "double_click")
WAIT_MS = 1000
NATURAL = Habits(launcher=0.25, search=0.3, blind=0.25, up=0.4, shuffle=0.3, mistakes=0.3,
                 disturbed=0.25, jitter=True)  # fmt: skip
#: Few mistakes, no detours, English wordings: what a small model can learn in minutes.
CALM = Habits(mistakes=0.08, disturbed=0.2, jitter=True)
WORDINGS = {"plain": 3, "explicit": 2, "terse": 2}
MOST, BATCH, TRIES = 200, 25, 3  # tasks of a template until they come again; attempts a parcel; tries


@dataclass(frozen=True)
class Variation:
    """How episodes differ. ``wordings`` and ``starts`` are weights: of how the goal is said (a wording that
    a template lacks falls back to plain), and of what is on the screen at the start. ``profile``: of
    disturbances (``devices.phoneworld.disturb``) from the start on, beside ``habits.disturbed``."""

    wordings: dict = field(default_factory=lambda: {"plain": 3, "explicit": 2, "terse": 2, "zh": 1})
    starts: dict = field(default_factory=lambda: {"home": 4, "other": 1, "within": 1})
    habits: Habits = NATURAL
    profile: str = ""

    @classmethod
    def none(cls) -> "Variation":
        """The oracle's shortest way from the home screen, the goal in plain words."""
        return cls({"plain": 1}, {"home": 1}, Habits())

    def to_json(self) -> dict:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict) -> "Variation":
        """The same again; what is not said is as usual. TypeError for what it does not know."""
        return cls(**{**data, **({"habits": Habits(**data["habits"])} if "habits" in data else {})})


def chosen(
    split: str = "train", only: Sequence[str] = (), apps: Sequence[str] = (), categories: Sequence[str] = ()
) -> list[Template]:
    """The templates of a split; ``only``: folders or keys, ``apps``: labels. HeldOut for test templates that
    are named, and for the split itself."""
    if split not in SPLITS:
        raise HeldOut(
            f"The split {split!r} is for measuring alone; demonstrations are of {' or '.join(SPLITS)}."
        )
    known = chosen_by(only) if only else templates()
    named = [t for t in known if not only or t.key in only or t.folder in only]
    if kept := sorted(t.key for t in named if t.split == "test" and t.key in only):
        raise HeldOut(f"The template {kept[0]} is held out for measuring.")
    found = [t for t in named if t.split == split and (not categories or t.category in categories)]
    return [t for t in found if not apps or set(t.labels) <= set(apps)]


def generate(
    count: int,
    seed: int = 0,
    *,
    of: Sequence[Template] | None = None,
    variation: Variation | None = None,
    picture: bool = False,
    processes: int = 1,
    then: Callable[[Episode], object] | None = None,
) -> Iterator:
    """Yield up to ``count`` episodes, templates in turn. ``of``: templates (all training ones by default).

    ``then``: a function of an episode whose value is yielded instead; with several processes it runs there,
    and must be importable, its value picklable (without it an episode's trees travel, which is slow).
    HeldOut when a test template is among them.
    """
    of = list(chosen() if of is None else of)
    if kept := [t.key for t in of if t.split not in SPLITS]:
        raise HeldOut(f"The template {kept[0]} is held out for measuring.")
    variation = variation or Variation()
    if not of or count <= 0:
        return
    random.Random(f"order {seed}").shuffle(of)
    source = _Source(of, seed, variation, picture)
    made = _here(source, then) if processes < 2 else _spread(source, then, processes)
    yield from islice(made, count)


@dataclass
class _Source:
    """The endless row of attempts: number n is the (n // templates)-th task of template n % templates."""

    of: list[Template]
    seed: int
    variation: Variation
    picture: bool

    def __post_init__(self):
        self.drawn = {t.key: distinct(t, MOST) for t in self.of}
        self.tasks: dict[str, list] = {t.key: [] for t in self.of}

    def __getstate__(self):
        return [t.key for t in self.of], self.seed, self.variation, self.picture

    def __setstate__(self, state):
        keys, self.seed, self.variation, self.picture = state
        known = {t.key: t for t in chosen_by(keys)}
        self.of = [known[key] for key in keys]
        self.__post_init__()

    def episode(self, number: int) -> Episode | None:
        """None when the template has no task, or none of the tries was rewarded."""
        round_, at = divmod(number, len(self.of))
        template = self.of[at]
        tasks = self.tasks[template.key]
        while len(tasks) <= round_ and (found := next(self.drawn[template.key], None)):
            tasks.append(found)
        if not tasks:
            return None
        seed, params = tasks[round_ % len(tasks)]
        return play(template.of(params, seed), f"{self.seed}/{round_}", self.variation, self.picture)


def _here(source: _Source, then) -> Iterator:
    failed = 0
    for number in count_from(0):
        episode = source.episode(number)
        failed = 0 if episode else failed + 1
        if episode:
            yield episode if then is None else then(episode)
        if failed >= len(source.of):
            return  # a whole round brought nothing


_mine: _Source | None = None  # of a process that helps


def _begin(source: _Source) -> None:
    global _mine
    _mine = source


def _parcel(first: int, then) -> list:
    made = []
    for episode in map(_mine.episode, range(first, first + BATCH)):
        if episode is None:
            continue
        if then is None:
            for step in episode.steps:
                step.observation = replace(step.observation, tree=plain(step.observation.tree))
            made.append(episode)
        else:
            made.append(then(episode))
    return made


def _spread(source: _Source, then, processes: int) -> Iterator:
    """Parcels from processes of their own, in order, no more of them under way than are soon asked for."""
    context = multiprocessing.get_context("spawn")  # never fork a process that may hold threads or a GPU
    with ProcessPoolExecutor(processes, context, _begin, (source,)) as pool:
        under_way: deque = deque()
        empty = 0
        for first in count_from(0, BATCH):
            under_way.append(pool.submit(_parcel, first, then))
            if len(under_way) < 2 * processes:
                continue
            made = under_way.popleft().result()
            yield from made
            empty = 0 if made else empty + BATCH
            if empty > len(source.of):
                break
        for parcel in under_way:
            parcel.cancel()


def play(
    task: Task, seed: str = "0", variation: Variation | None = None, picture: bool = False
) -> Episode | None:
    """An episode of this task that the verifier rewards. Each try varies otherwise, the last one least; None
    when not even the plain oracle is rewarded."""
    variation = variation or Variation()
    for attempt in range(TRIES):
        rng = random.Random(f"{seed}/{task.id}/{attempt}")
        if attempt == TRIES - 1:
            variation = replace(variation, starts={"home": 1}, habits=Habits())
        if episode := _try(task, seed, variation, rng, picture):
            return episode
    return None


def _try(task, seed, variation, rng, picture) -> Episode | None:
    wording = _drawn(rng, variation.wordings)
    goal = task.goals["plain"]
    if wording == "zh" and task.goals_zh:
        goal = rng.choice(task.goals_zh)
    elif wording in task.goals:
        goal = task.goals[wording]
    else:
        wording = "plain"
    phone = Phone(task.seed)
    phone.reset(setup={**task.setup, **({"profile": variation.profile} if variation.profile else {})})
    moves = task.oracle()
    start = _drawn(rng, variation.starts)
    start, moves = _started(phone, task, moves, start, rng)
    while not phone.settled:
        phone.advance(WAIT_MS)
    before = phone.snapshot()
    player = VariedPlayer(RecordingHand(phone), variation.habits, rng)
    try:
        player.play(moves)
    except Stuck:
        return None
    outcome = judge(task, before, phone.state, *player.played.ending)
    if not outcome.reward or outcome.side_effects or not troubles.all_right(phone):
        return None
    taken = player.hand.taken
    about = {
        "wording": wording,
        "start": start,
        "seed": seed,
        "task_seed": task.seed,
        "ways": player.ways,
        "mistakes": [n for n, t in enumerate(taken) if t.mark.startswith(MISTAKE)],
        "recoveries": [n for n, t in enumerate(taken) if t.mark == RECOVERY],
        "closings": {
            str(n): t.mark.partition(":")[2] for n, t in enumerate(taken) if t.mark.startswith(CLOSING)
        },
    }
    steps, unseen = [], []
    for n, one in enumerate(taken):
        phone.restore(one.state)
        steps.append(Step(observe(phone, picture), one.action))
        if one.action.name in POINTED and not _in_tree(phone.frame(), one.action.points[0]):
            unseen.append(n)
    about["unseen"] = unseen
    template = task.template
    return Episode(
        id=f"{task.id}/{seed}",
        goal=goal,
        task=TaskRef(task.id, "", template.category, tuple(template.labels), 0, template.key, template.split),
        source=Source.ORACLE,
        steps=steps,
        reward=1.0,
        answer=player.played.ending[1] if player.played.ending[0] == "output" else "",
        apps={row["label"]: row["package"] for row in phone.packages()},
        language="zh" if wording == "zh" else "en",
        about=about,
    )


def _in_tree(frame, point) -> bool:
    """Whether a UI dump shows what a touch meets: it holds one window, and no toolbar that floats above."""
    return frame.hit(*point)[0] in (frame.active(), None)


def _started(phone, task, moves, start, rng):
    """``(where it starts, the moves from there)``: at home, in an app that has nothing to do with it, or in
    the app itself, which then need not be opened."""
    if start != "home" and "open" not in task.setup and moves and moves[0].verb == "open":
        if start == "other":
            if phone.open_app(rng.choice([p for p in open_apps() if p not in task.template.packages])):
                return start, moves
        elif bundled()[task.template.packages[0]].label == str(moves[0].what) and phone.open_app(
            task.template.packages[0]
        ):
            return start, moves[1:]
    return "home", moves


def _drawn(rng: random.Random, weights: dict[str, float]) -> str:
    names = sorted(weights)
    return rng.choices(names, [weights[name] for name in names])[0]
