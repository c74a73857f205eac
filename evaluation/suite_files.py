"""Suites of tasks from a spreadsheet (CSV) or YAML, read whole before anything is stored.

Columns of the CSV, one task a row; the same are keys of a task in YAML (`suite`, `title`, `description`, `held_out`,
`tasks` at its top):

| column | what |
|---|---|
| goal (needed) | what the phone's user asks for |
| key | a short name, unique everywhere; made of the suite's name and the row's number without it |
| goal_zh, hints | the goal in Chinese; a hint for people |
| category | app, mini_app or cross_app; app without it |
| apps (needed) | names of the apps, separated by `;` |
| difficulty | 1 to 5, 1 without it |
| steps, seconds | what an attempt is given; 30 and 600 without it |
| device | real (without it), mock or any |
| prepare | what is done to a real phone before the clock starts, a line each: `open com.android.settings`, `force_stop package`, `clear_data package`, `dark on`, `setting system screen_brightness 120` |
| must (needed), want, negative | criteria of the rubric, a line each: needed for success, good to have, a harm |

YAML may have `criteria` (a list of `{must: …}`, `{want: …}`, `{negative: …}`) for these three, and for mock phones
`setup`, `verifier` and `oracle`.
"""

# ruff: noqa: E501 - the table keeps its rows whole

import csv
import io
import json
import re

import yaml

from phonebuddy.api.errors import Refused
from phonebuddy.api.storable import unstorable

MAX_BYTES, MAX_TASKS, MAX_FAULTS = 8 << 20, 2000, 50
KINDS = ("must", "want", "negative")
COLUMNS = (
    "key", "goal", "goal_zh", "hints", "category", "apps", "difficulty", "steps", "seconds", "device", "prepare",
    *KINDS,
)  # fmt: skip
MORE = ("criteria", "setup", "verifier", "oracle", "template", "kind", "end_state")
HEAD = ("suite", "version", "title", "description", "held_out", "hash", "tasks")
NAME = re.compile(r"[a-zA-Z0-9_-]{1,60}")
KEY = re.compile(r"[a-zA-Z0-9_-]{1,100}")
CATEGORIES, DEVICES = ("app", "mini_app", "cross_app"), ("real", "mock", "any")
NUMBERS = {"difficulty": (1, 5, 1), "steps": (1, 1000, 30), "seconds": (10, 36_000, 600)}  # low, high, usual
PREPARE = {
    "open": ("package",),
    "force_stop": ("package",),
    "clear_data": ("package",),
    "dark": ("on",),
    "setting": ("namespace", "key", "value"),
}


class BadSuite(Refused):
    """Not a suite that can be imported; `faults` are `(row, column, words)`, row 1 the first line of a CSV."""

    def __init__(self, faults):
        self.faults = [*faults][:MAX_FAULTS]
        said = [f"{f'row {row}, ' if row else ''}{column}: {words}" for row, column, words in self.faults]
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"{said[0]}{more}", "bad_suite", {"file": said})


def read(data: bytes, file_name: str, name: str = "") -> tuple[dict, list[dict]]:
    """`(head, tasks)` of a file: head has name, title, description, held_out; tasks the fields that are stored.

    `name` names the suite, else the file does. BadSuite tells every fault by row and column.
    """
    if len(data) > MAX_BYTES:
        raise BadSuite([(0, "file", f"larger than {MAX_BYTES >> 20} MB")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadSuite([(0, "file", "not UTF-8; save the spreadsheet as CSV UTF-8")]) from None
    is_yaml = file_name.lower().endswith((".yaml", ".yml"))
    head, rows = _yaml(text) if is_yaml else _csv(text)
    stem = re.sub(r"[^a-zA-Z0-9_-]+", "-", file_name.rsplit("/", 1)[-1].rsplit(".", 1)[0]).strip("-")
    head["name"] = name or str(head.pop("suite", "") or stem)
    faults = []
    if not NAME.fullmatch(head["name"]):
        faults.append((0, "suite", f"{head['name']!r} is no name: letters, digits, - and _, at most 60"))
    if not rows:
        faults.append((0, "tasks", "there are none"))
    if len(rows) > MAX_TASKS:
        raise BadSuite([(0, "tasks", f"more than {MAX_TASKS}")])
    tasks, seen = [], {}
    for row, raw in rows:
        reader = _Row(row, raw)
        task = reader.task(head["name"])
        if task["key"] in seen:
            reader.fault("key", f"{task['key']!r} is that of row {seen[task['key']]} too")
        seen.setdefault(task["key"], row)
        faults += reader.faults
        tasks.append(task)
    if faults:
        raise BadSuite(faults)
    return head, tasks


def _csv(text):
    """`(head, [(row, columns)])`; rows are counted as a spreadsheet counts them, the heading being row 1."""
    sample = text.split("\n", 1)[0]
    try:
        table = list(
            csv.reader(
                io.StringIO(text),
                delimiter=";" if sample.count(";") > sample.count(",") else ",",
                strict=True,
            )
        )
    except csv.Error as error:
        raise BadSuite([(0, "file", f"no CSV: {error}")]) from None
    if not table:
        raise BadSuite([(0, "file", "empty")])
    names = [name.strip().lower() for name in table[0]]
    faults = [
        (1, n or "heading", f"unknown column; known: {', '.join(COLUMNS)}") for n in names if n not in COLUMNS
    ]
    faults += [(1, n, "stands twice") for n in sorted({n for n in names if names.count(n) > 1})]
    faults += [(1, n, "this column is needed") for n in ("goal", "apps", "must") if n not in names]
    if faults:
        raise BadSuite(faults)
    rows = []
    for number, cells in enumerate(table[1:], 2):
        if any(cell.strip() for cell in cells):
            if len(cells) > len(names):
                raise BadSuite([(number, "row", f"{len(cells)} cells under {len(names)} headings")])
            rows.append((number, dict(zip(names, cells, strict=False))))
    return {"title": "", "description": "", "held_out": False}, rows


def _yaml(text):
    try:
        document = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" at line {mark.line + 1}" if mark else ""
        raise BadSuite(
            [(0, "file", f"no YAML{where}: {getattr(error, 'problem', '') or 'cannot be read'}")]
        ) from None
    if not isinstance(document, dict) or not isinstance(document.get("tasks"), list):
        raise BadSuite([(0, "tasks", "expected a mapping with a list of `tasks`")])
    if unknown := sorted(str(k) for k in document if k not in HEAD):
        raise BadSuite([(0, unknown[0], f"unknown key; known: {', '.join(HEAD)}")])
    head = {k: str(document.get(k) or "") for k in ("suite", "title", "description")}
    head["held_out"] = bool(document.get("held_out"))
    rows = []
    for number, task in enumerate(document["tasks"], 1):
        if not isinstance(task, dict):
            raise BadSuite([(number, "tasks", "expected a mapping")])
        rows.append((number, task))
    return head, rows


class _Row:
    """One task, read with every fault noted."""

    def __init__(self, number, raw):
        self.number, self.raw, self.faults = number, raw, []

    def fault(self, column, words):
        self.faults.append((self.number, column, words))

    def task(self, suite) -> dict:
        for key in self.raw:
            if key not in (*COLUMNS, *MORE):
                self.fault(str(key), f"unknown; known: {', '.join((*COLUMNS, *MORE))}")
        goal = self._text("goal", 4000, needed=True)
        key = self._text("key", 100) or f"{suite}-{self.number:03d}"[:100]
        if not KEY.fullmatch(key):
            self.fault("key", f"{key!r} is no key: letters, digits, - and _, at most 100")
        device = self._choice("device", DEVICES)
        setup = self._mapping("setup")
        if steps := self._prepare():
            setup = {**setup, "real": steps}
        if "oracle" in self.raw:
            setup = {**setup, "oracle": self.raw["oracle"]}
        verifier = self._mapping("verifier")
        if (verifier or "oracle" in self.raw) and device != "mock":
            self.fault("verifier", "only a mock phone can check itself or be set up so")
        return {
            "key": key,
            "goal": goal,
            "goal_zh": self._text("goal_zh", 4000),
            "hints": self._text("hints", 4000),
            "category": self._choice("category", CATEGORIES),
            "apps": self._apps(),
            "difficulty": self._number("difficulty"),
            "step_limit": self._number("steps"),
            "time_limit_s": self._number("seconds"),
            "device_kind": device,
            "setup": setup,
            "verifier": verifier,
            "criteria": self._criteria(),
        }

    def _text(self, column, most, needed=False):
        value = self.raw.get(column)
        text = "" if value is None else str(value).strip()
        if needed and not text:
            self.fault(column, "is needed")
        if len(text) > most:
            self.fault(column, f"longer than {most} characters")
        if problem := unstorable(text):
            self.fault(column, problem)
        return text

    def _choice(self, column, choices):
        text = self._text(column, 40).lower() or choices[0]
        if text not in choices:
            self.fault(column, f"{text!r} is not one of {', '.join(choices)}")
        return text

    def _number(self, column):
        low, high, usual = NUMBERS[column]
        text = self._text(column, 20)
        if not text:
            return usual
        if not re.fullmatch(r"\d{1,6}", text) or not low <= int(text) <= high:
            self.fault(column, f"{text!r} is no whole number from {low} to {high}")
            return usual
        return int(text)

    def _apps(self):
        value = self.raw.get("apps") or ""
        names = value if isinstance(value, list) else str(value).split(";")
        names = [str(n).strip() for n in names if str(n).strip()]
        if not names:
            self.fault("apps", "name at least one app")
        if any(len(n) > 100 for n in names):
            self.fault("apps", "a name longer than 100 characters")
        return names

    def _mapping(self, column):
        value = self.raw.get(column)
        if value in (None, ""):
            return {}
        if not isinstance(value, dict):
            self.fault(column, "expected a mapping")
            return {}
        try:
            json.dumps(value)
        except (TypeError, ValueError):
            self.fault(column, "holds what JSON cannot, such as a bare date; quote it")
            return {}
        if problem := unstorable(value):
            self.fault(column, problem)
        return value

    def _lines(self, column):
        value = self.raw.get(column) or ""
        lines = value if isinstance(value, list) else re.split(r"[\n|]", str(value))
        return [str(line).strip() for line in lines if str(line).strip()]

    def _criteria(self):
        found = [(kind, text) for kind in KINDS for text in self._lines(kind)]
        for entry in self.raw.get("criteria") or ():
            if not isinstance(entry, dict) or len(entry) != 1 or next(iter(entry)) not in KINDS:
                self.fault("criteria", "expected `must`, `want` or `negative` with a text")
                continue
            kind, text = next(iter(entry.items()))
            found.append((kind, str(text).strip()))
        if not any(kind == "must" for kind, _ in found):
            self.fault("must", "at least one criterion is needed for success")
        if len(found) > 12:
            self.fault("must", f"{len(found)} criteria; nobody grades more than 12 well")
        for kind, text in found:
            if not text or len(text) > 1000 or unstorable(text):
                self.fault(kind, "a criterion has 1 to 1000 plain characters")
        return [
            {"text": text, "must": kind == "must", "negative": kind == "negative"} for kind, text in found
        ]

    def _prepare(self):
        found = []
        for line in self._lines("prepare"):
            verb, *values = line.split()
            names = PREPARE.get(verb)
            if names is None or len(values) != len(names):
                forms = "; ".join(" ".join((v, *(n.upper() for n in names))) for v, names in PREPARE.items())
                self.fault("prepare", f"cannot read {line!r}; lines are: {forms}")
                continue
            step = {"do": verb, **dict(zip(names, values, strict=True))}
            if verb == "dark":
                step["on"] = values[0].lower() in ("on", "yes", "true", "1")
            found.append(step)
        return found
