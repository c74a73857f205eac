"""Task templates: loaded from YAML with errors that tell file, line, field; made into tasks by seed."""

import hashlib
import json
import random
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from devices.phoneworld.errors import SpecError
from devices.phoneworld.source import Map, parse
from devices.phoneworld.spec import bundled
from devices.phoneworld.state import thaw
from devices.phoneworld.tasks.draws import SPLITS, Draws
from devices.phoneworld.tasks.language import Language, app_names
from devices.phoneworld.tasks.moves import Moves
from devices.phoneworld.tasks.rules import Rules
from devices.phoneworld.tasks.setups import Setup

FOLDER = Path(__file__).parent / "templates"
KINDS = ("do", "find", "do_and_answer", "conditional", "repeat", "correct", "undo", "impossible")
KEYS = {
    "kind", "apps", "split", "draw", "if", "goal", "goal_zh", "setup", "verify", "allow", "answer", "because",
    "oracle", "mutants", "rubric", "steps", "about",
}  # fmt: skip
WORDINGS = ("explicit", "plain", "terse")


@lru_cache(1)
def held_out_apps() -> tuple[str, ...]:
    """The apps (short names) that only test templates may use."""
    file = FOLDER.parent / "splits.yaml"
    return tuple(parse(file.read_text(encoding="utf-8"), file.name)["held_out_apps"])


@dataclass
class Task:
    """One generated task. goals: by wording; setup, verifier: as the phone takes them; seed: the phone's."""

    id: str
    template: "Template"
    params: dict
    seed: int
    goals: dict
    goals_zh: list
    setup: dict
    verifier: dict
    rubric: list = field(default_factory=list)

    @property
    def goal(self) -> str:
        """The goal in the wording that the seed chose."""
        return self.goals[WORDINGS[self.seed % len(self.goals)]]

    def oracle(self):
        """The oracle's moves."""
        return self.template.oracle.make(self.params)


class Template:
    """A compiled template. `key` is `folder.name`; `split` train, validation or test."""

    def __init__(self, key: str, holder: Map):
        self.key, self.holder, self.file, self.line = key, holder, holder.file, holder.line
        if unknown := set(holder) - KEYS:
            raise holder.error(f"unknown key {sorted(unknown)[0]!r}; known: {', '.join(sorted(KEYS))}")
        self.kind, self.split = holder.get("kind", "do"), holder.get("split", "train")
        if self.kind not in KINDS:
            raise holder.error(f"unknown kind {self.kind!r}; known: {', '.join(KINDS)}", "kind")
        if self.split not in SPLITS:
            raise holder.error(f"unknown split {self.split!r}; known: {', '.join(SPLITS)}", "split")
        self.apps = self._apps(holder)
        kept = sorted(set(self.apps) & set(held_out_apps()))
        if kept and self.split != "test":
            raise holder.error(f"{kept[0]} is held out: only test templates may use it (splits.yaml)", "apps")
        language = Language(self.apps)
        self.draws = Draws(holder, language)
        self.rules = Rules(holder, self.apps, language)
        self.setup = Setup(holder, language, self.rules.place)
        self.goals = self._goals(holder, "goal", language)
        if len(self.goals) != len(WORDINGS):
            raise holder.error("three wordings are needed: explicit, plain, terse", "goal")
        self.goals_zh = self._goals(holder, "goal_zh", language)
        if "oracle" not in holder:
            raise holder.error("a template needs an oracle", "oracle")
        self.oracle = Moves(holder, "oracle", holder["oracle"], language)
        self.rubric = self._rubric(holder, language)
        self.mutants, self.automatic = self._mutants(holder, language)
        self.steps = holder.get("steps")

    @property
    def folder(self) -> str:
        """The folder that the template lies in."""
        return self.key.split(".", 1)[0]

    @property
    def packages(self) -> list[str]:
        """The packages of the apps."""
        return [app_names()[a] for a in self.apps]

    @property
    def labels(self) -> list[str]:
        """The names of the apps as people see them."""
        return [bundled()[p].label for p in self.packages]

    @property
    def mini_app(self) -> bool:
        """Whether a mini-app is among its apps."""
        return any(bundled()[p].mini for p in self.packages)

    @property
    def cross_app(self) -> bool:
        """Whether it crosses from one app to another: a mini-app and its host are one."""
        return len({bundled()[p].mini or p for p in self.packages}) > 1

    @cached_property
    def category(self) -> str:
        """app, mini_app or cross_app, as suites count them."""
        return "cross_app" if self.cross_app else "mini_app" if self.mini_app else "app"

    def _apps(self, holder):
        found = []
        labels = {app.label.casefold(): app for app in bundled().values()}
        names = {
            **{n: n for n in app_names()},
            **{k: a.package.rsplit(".", 1)[-1] for k, a in labels.items()},
        }
        given = holder.get("apps")
        for name in [given] if isinstance(given, str) else given or ():
            if str(name).casefold() not in names:
                raise holder.error(f"no app {name!r}; known: {', '.join(sorted(app_names()))}", "apps")
            found.append(names[str(name).casefold()])
        if not found:
            raise holder.error("a template needs `apps`", "apps")
        return found

    @staticmethod
    def _goals(holder, key, language):
        value = holder.get(key) or []
        if isinstance(value, Map):
            if unknown := set(value) - set(WORDINGS):
                raise value.error(f"unknown wording {sorted(unknown)[0]!r}", key)
            value = [value[w] for w in WORDINGS if w in value]
        value = [value] if isinstance(value, str) else value
        if not all(isinstance(v, str) for v in value):
            raise holder.error("expected texts", key)
        return [language.text(holder, key, v) for v in value]

    @staticmethod
    def _rubric(holder, language):
        found = []
        for entry in holder.get("rubric") or ():
            if isinstance(entry, str):
                entry = Map({"want": entry}, file=holder.file, line=holder.lines.get("rubric", holder.line))
            kinds = [k for k in ("must", "want", "negative") if k in entry]
            if len(kinds) != 1 or set(entry) - {kinds[0], "weight"}:
                raise entry.error(
                    "a criterion is `must`, `want` or `negative` with a text, and may have a weight"
                )
            text = language.text(entry, kinds[0], entry[kinds[0]])
            found.append((kinds[0], text, float(entry.get("weight", 1))))
        if holder.get("split") == "test" and not (
            3 <= len(found) <= 6 and {"must", "negative"} <= {kind for kind, _, _ in found}
        ):
            raise holder.error("a test template needs a rubric of 3 to 6, some must, some negative", "rubric")
        return found

    @staticmethod
    def _mutants(holder, language):
        """`(written mutants, names of the automatic ones that are switched off)`."""
        written, off = {}, set()
        for name, value in (holder.get("mutants") or {}).items():
            if value is False:
                off.add(name)
            elif isinstance(value, Map) and set(value) == {"with"}:
                changes = {k: language.value(value, k, v) for k, v in value["with"].items()}
                written[name] = ("with", changes)
            else:
                moves = Moves(holder["mutants"], name, value, language)
                written[name] = ("moves", moves)
        return written, frozenset(off)

    # -- tasks
    def task(self, seed: int) -> Task:
        """The task of a seed. NoDraw if no parameters fit."""
        rng = random.Random(f"{self.key}/{seed}")
        return self.of(self.draws.one(self.split, rng), seed)

    def of(self, params: dict, seed: int = 0) -> Task:
        """The task with these parameters."""
        goals = {w: g(params) for w, g in zip(WORDINGS, self.goals, strict=True)}
        return Task(
            id=f"{self.key}-{self.digest(params)}",
            template=self,
            params=params,
            seed=seed,
            goals=goals,
            goals_zh=[g(params) for g in self.goals_zh],
            setup=self.setup.make(params),
            verifier=self.rules.make(params),
            rubric=[{"kind": kind, "text": text(params), "weight": w} for kind, text, w in self.rubric],
        )

    @staticmethod
    def digest(params) -> str:
        """Eight hex digits that tell parameters apart."""
        held = json.dumps({k: thaw(v) for k, v in params.items()}, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(held.encode()).hexdigest()[:8]


def load_text(text: str, file: str, folder: str) -> list[Template]:
    """The templates of a YAML text: names with templates, and `defaults` for all of them."""
    document = parse(text, file)
    defaults = document.pop("defaults", None) or {}
    found = []
    for name, holder in document.items():
        if not isinstance(holder, Map):
            raise document.error("expected a template", name)
        line = document.lines.get(name, holder.line)
        merged = Map(
            {**defaults, **holder},
            file=file,
            line=line,
            lines={**getattr(defaults, "lines", {}), **holder.lines},
        )
        found.append(Template(f"{folder}.{name}", merged))
    return found


def load_folder(folder: Path, errors: list | None = None) -> list[Template]:
    """The templates of a folder's files. A file with a mistake goes to `errors`, or raises without it."""
    found = {}
    for path in sorted(folder.glob("*.yaml")):
        file = f"tasks/templates/{folder.name}/{path.name}"
        try:
            loaded = load_text(path.read_text(encoding="utf-8"), file, folder.name)
        except SpecError as error:
            if errors is None:
                raise
            errors.append(error)
            continue
        for template in loaded:
            if template.key in found:
                raise SpecError(f"{template.key} stands twice", template.file, template.line)
            found[template.key] = template
    return list(found.values())


@lru_cache(1)
def templates() -> tuple[Template, ...]:
    """All templates, by folder and file."""
    return tuple(
        t for folder in sorted(p for p in FOLDER.iterdir() if p.is_dir()) for t in load_folder(folder)
    )
