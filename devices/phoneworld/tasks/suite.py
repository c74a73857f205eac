"""PhoneWorld-150: 50 tasks in one app, 50 in mini-apps, 50 across apps, all from templates kept for testing.

`manage.py phoneworld freeze` draws them and writes `suites/phoneworld-150.yaml`, in the form in which any
suite is imported (evaluation/suite_files.py). From then on the file is what counts: its hash stands in it.
"""

import hashlib
import json
from pathlib import Path

import yaml

from devices.phoneworld.tasks.difficulty import measure
from devices.phoneworld.tasks.generate import distinct, limits
from devices.phoneworld.tasks.judge import begin, judge, run
from devices.phoneworld.tasks.moves import as_json, from_json
from devices.phoneworld.tasks.player import Hand, Player
from devices.phoneworld.tasks.template import WORDINGS, templates

HELP = "Draw PhoneWorld-150 anew and write it, with its hash."
FILE = Path(__file__).parent / "suites" / "phoneworld-150.yaml"
NAME, VERSION = "phoneworld-150", 1
CATEGORIES, EACH, LEAST = ("app", "mini_app", "cross_app"), 50, 25
GOALS = (1, 0, 1)  # which wording, in turn: as people say it, most often
HEAD = "# Made by `manage.py phoneworld freeze`; not edited by hand. The hash is over the tasks.\n"


class TooFew(Exception):
    """Not enough templates kept for testing."""


def add_arguments(parser):
    """The options of the command."""
    parser.add_argument("--out", default=str(FILE))


def main(options) -> int:
    """Write the suite; 1 if there are too few templates."""
    try:
        suite = draw()
    except TooFew as error:
        print(error)
        return 1
    Path(options.out).write_text(as_yaml(suite), encoding="utf-8")
    print(f"{len(suite['tasks'])} tasks, {suite['hash']}")
    return 0


def draw(each=EACH, least=LEAST) -> dict:
    """The suite as data. TooFew if a category has fewer than `least` templates, or its tasks run out."""
    rows = []
    for category in CATEGORIES:
        chosen = sorted((t for t in templates() if t.split == "test" and t.category == category), key=_order)
        if len(chosen) < least:
            raise TooFew(f"{category}: {len(chosen)} templates kept for testing, {least} are needed")
        rows += _rows(chosen, each, category)
    suite = {
        "suite": NAME,
        "version": VERSION,
        "title": "PhoneWorld-150",
        "description": "Fifty tasks in one app, fifty in mini-apps, fifty across apps, on the mock phone.",
        "held_out": True,
    }
    return {**suite, "hash": hash_of(rows), "tasks": rows}


def _order(template):
    return hashlib.sha256(template.key.encode()).hexdigest()


def _rows(chosen, each, category):
    """One task a template in turn, until there are enough."""
    sources = [(t, distinct(t, each)) for t in chosen]
    found = []
    while len(found) < each:
        if not sources:
            raise TooFew(f"{category}: {len(found)} tasks, {each} are needed")
        left = []
        for template, source in sources:
            row = next(
                (r for seed, params in source if (r := _row(template.of(params, seed), len(found)))), None
            )
            if row is not None:
                found.append(row)
                left.append((template, source))
            if len(found) == each:
                break
        sources = left
    return found


def _row(task, position):
    """A task of the suite, or None if its oracle fails or leaves something behind."""
    oracle = run(task)
    if not oracle.reward or oracle.side_effects:
        return None
    template, hard = task.template, measure(task, oracle.played)
    most = limits(template, hard.actions)
    must = [c["text"] for c in task.rubric if c["kind"] == "must"]
    return json.loads(
        json.dumps(
            {
                "key": task.id.replace(".", "-").replace("_", "-"),
                "template": template.key,
                "kind": template.kind,
                "category": template.category,
                "apps": template.labels,
                "goal": task.goals[WORDINGS[GOALS[position % len(GOALS)]]],
                **({"goal_zh": task.goals_zh[0]} if task.goals_zh else {}),
                "difficulty": hard.level,
                "steps": most["steps"],
                "seconds": most["seconds"],
                "device": "mock",
                "end_state": " ".join(must),
                "criteria": [{c["kind"]: c["text"]} for c in task.rubric],
                "setup": {"seed": task.seed, **task.setup},
                "verifier": task.verifier,
                "oracle": [as_json(move) for move in task.oracle()],
            },
            ensure_ascii=False,
        )
    )


def hash_of(rows) -> str:
    """SHA-256 over the tasks."""
    text = json.dumps(rows, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def as_yaml(suite) -> str:
    """The file's text."""
    return HEAD + yaml.dump(suite, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=110)


class _Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):
    def ignore_aliases(self, data):
        return True


def load(file=FILE) -> dict:
    """The suite as frozen. ValueError if it is not what its hash says."""
    suite = yaml.load(Path(file).read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    if hash_of(suite["tasks"]) != suite["hash"]:
        raise ValueError(f"{file} is not what its hash says")
    return suite


class Frozen:
    """A task of a frozen suite, in the form that `judge` takes."""

    def __init__(self, row):
        self.id, self.verifier = row["key"], row["verifier"]
        self.seed = row["setup"].get("seed", 0)
        self.setup = {k: v for k, v in row["setup"].items() if k != "seed"}
        self.moves = [from_json(move) for move in row["oracle"]]


def play(row):
    """The outcome of a frozen task's oracle, played anew."""
    task = Frozen(row)
    phone = begin(task)
    before, player = phone.snapshot(), Player(Hand(phone))
    played = player.play(task.moves)
    return judge(task, before, phone.state, *played.ending, actions=len(played.actions))
