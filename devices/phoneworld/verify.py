"""Did it happen? Rules over the state before and after, and over the answer; no model is asked.

`rules`: `{"rules": [...], "allow": [...], "answer": {...}}`. A place is `{"app": package or label}` (or
nothing for the
system's tables) with `"table"`, narrowed by `"where": {column: value or {op: value}}`.

| rule | holds when |
|---|---|
| `{"rule": "present", place, "where"}` | a row like that is there now (and `"new": true`: was not before) |
| `{"rule": "absent", place, "where"}` | no such row is there now (and `"was": true`: one was before) |
| `{"rule": "count", place, "where", "op": "eq", "value": 3}` | the number of such rows compares; `"change": true` counts the difference |
| `{"rule": "field", place, "id" or "where", "field", "op", "value"}` | a column of the one such row compares |
| `{"rule": "value", place with "path": [...], "op", "value"}` | a scalar of the state compares |
| `{"rule": "unchanged", place, "except": {...where} or [...], "ignore": [...]}` | the table (or scalar) is as before, rows of `except` and columns of `ignore` aside; an `except` with `"@columns": [...]` spares only these columns of its rows |

Ops: eq, ne, lt, le, gt, ge, contains, starts, in, text (normalised text is equal), near (within
`"within"`), same_day, set (a list in any order).
Everything that changed and lies under no rule's place and no `allow` entry (`{"app", "table"}`) is a side
effect.
Answer: `{"kind": "number"|"text"|"set"|"date", "value": …, "within": …}`.
`"infeasible": {"because": [words]}`: the task cannot be done. It holds when nothing was changed and the phone's
user was called, or was told so: the closing words say no, and name one of `because` where that is given.
"""

# ruff: noqa: E501 - the table of rules keeps its rows whole

import re
import unicodedata
from datetime import date

from devices.phoneworld import clock
from devices.phoneworld.disturb.log import caused, charges
from devices.phoneworld.functions import fold
from devices.phoneworld.setup import moment, package_of
from devices.phoneworld.state import Frozen, diff, freeze, get_in

KINDS = ("present", "absent", "count", "field", "value", "unchanged")
# What a person may leave behind in passing: where the phone is, not what it holds.
PASSING_PARTS = frozenset(
    {
        "now",
        "rng",
        "serial",
        "events",
        "tasks",
        "fg",
        "home",
        "ime",
        "shift",
        "edit_menu",
        "shade",
        "shade_scroll",
        "recents",
        "permission",
        "chooser",
        "codes",
        "toast",
        "snack",
        "headsup",
        "disturb",
        "screen_on",
        "locked",
        "rotation",
        "seed",
    }
)
PASSING_TABLES = frozenset({"permissions", "notifications", "battery"})
PASSING_COLUMNS = frozenset({"read", "seen"})  # by looking at a message
STREAMED = ("sys", "settings", "global.stay_on_while_plugged_in")  # set by whoever shows the screen elsewhere


def normal(text) -> str:
    """Text as answers are compared: no case, accents, punctuation at the ends, or runs of space."""
    plain = unicodedata.normalize("NFKC", str(text))
    return re.sub(r"\s+", " ", fold(plain)).strip(" \t\n.,;:!?\"'“”‘’()[]。，！？；：")


def compare(op, found, wanted, rule=None) -> bool:
    """Whether `found op wanted` holds. ValueError for an unknown op."""
    wanted = moment(freeze(wanted)) if op != "in" else wanted
    try:
        if op in ("eq", "ne"):
            return (found == wanted) == (op == "eq")
        if op == "text":
            return normal(found) == normal(wanted)
        if op == "contains":
            return (
                fold(str(wanted)) in fold(str(found)) if isinstance(found, str) else wanted in (found or ())
            )
        if op == "starts":
            return str(found).startswith(str(wanted))
        if op == "set":
            return sorted(map(str, found or ())) == sorted(map(str, wanted))
        if op == "in":
            return any(found == moment(freeze(w)) for w in wanted)
        if op == "near":
            return abs(found - wanted) <= (rule or {}).get("within", 1)
        if op == "same_day":
            return found // clock.DAY == wanted // clock.DAY
        if op in ("lt", "le", "gt", "ge"):
            return {"lt": found < wanted, "le": found <= wanted, "gt": found > wanted, "ge": found >= wanted}[
                op
            ]
    except TypeError:
        return False
    raise ValueError(f"unknown op {op!r}")


def matches(row, where) -> bool:
    """Whether a row is like `where`."""
    for column, wanted in (where or {}).items():
        if isinstance(wanted, dict):
            if not all(
                compare(op, row.get(column), value, wanted) for op, value in wanted.items() if op != "within"
            ):
                return False
        elif not compare("eq", row.get(column), wanted):
            return False
    return True


def place_of(state, rule) -> tuple:
    """The path of keys of a rule's place. ValueError if there is no such app or table."""
    base = ("apps", package_of(state, rule["app"])) if rule.get("app") else ("sys",)
    name = rule.get("table")
    path = (*base, name) if name else (*base, *rule.get("path", ()))
    if name and name not in (get_in(state, base) or {}):
        raise ValueError(f"no table {name!r}")
    return path


def rows(state, path, where):
    """The rows of a table that are like `where`, by id."""
    table = get_in(state, path) or {}
    return {k: r for k, r in table.items() if isinstance(r, dict) and matches(r, where)}


def check(rule, before, after) -> tuple[bool, str]:
    """`(holds, words)` for one rule. ValueError if the rule is malformed."""
    kind, where, path = rule.get("rule"), rule.get("where"), place_of(after, rule)
    if kind not in KINDS:
        raise ValueError(f"unknown rule {kind!r}; known: {', '.join(KINDS)}")
    if kind == "present":
        now = rows(after, path, where)
        if rule.get("new"):
            now = {k: r for k, r in now.items() if k not in rows(before, path, where)}
        return bool(now), f"{len(now)} found"
    if kind == "absent":
        now = rows(after, path, where)
        if rule.get("was") and not rows(before, path, where):
            return False, "there was none before"
        return not now, f"{len(now)} found"
    if kind == "count":
        number = len(rows(after, path, where))
        if rule.get("change"):
            number -= len(rows(before, path, where))
        return compare(rule.get("op", "eq"), number, rule["value"], rule), f"{number} found"
    if kind == "field":
        found = rows(after, path, {"id": rule["id"]} if "id" in rule else where)
        if len(found) != 1:
            return False, f"{len(found)} rows match, one is needed"
        value = next(iter(found.values())).get(rule["field"])
        return compare(rule.get("op", "eq"), value, rule["value"], rule), f"{rule['field']} is {value!r}"
    if kind == "value":
        value = get_in(after, path)
        return compare(rule.get("op", "eq"), value, rule["value"], rule), f"{'.'.join(path)} is {value!r}"
    changed = _held_against(rule, before, after, path)
    return not changed, f"changed: {', '.join(changed)}" if changed else "as before"


def _held_against(rule, before, after, path) -> list[str]:
    """The keys of what changed at a place and neither `except` nor `ignore` spare."""
    spared = rule.get("except") or ()
    spared = [spared] if isinstance(spared, dict) else spared
    ignored = set(rule.get("ignore") or ())
    if not isinstance(get_in(after, path), dict):
        return [] if get_in(before, path) == get_in(after, path) else [path[-1]]
    found = []
    for key in _changed_rows(before, after, path):
        old, new = _row(before, path, key), _row(after, path, key)
        free = set(ignored)
        for where in spared:
            columns = where.get("@columns")
            where = {k: v for k, v in where.items() if k != "@columns"}
            if matches(new, where) or matches(old, where):
                free = None if columns is None else free | set(columns)
                if free is None:
                    break
        if free is None or (old and new and all(old.get(k) == new.get(k) for k in {*old, *new} - free)):
            continue
        found.append(key)
    return found


def _row(state, path, key):
    found = get_in(state, (*path, key))
    return found if isinstance(found, dict) else Frozen()


def _changed_rows(before, after, path):
    b, a = get_in(before, path) or {}, get_in(after, path) or {}
    spared = {p[-1] for p in caused(after) if p[:-1] == tuple(path)}  # rows that came by themselves
    return [k for k in {**b, **a} if b.get(k) is not a.get(k) and b.get(k) != a.get(k) and k not in spared]


def check_answer(rule, answer) -> tuple[bool, str]:
    """`(right, words)` for the answer given."""
    if answer is None or not str(answer).strip():
        return False, "no answer"
    kind, wanted, text = rule.get("kind", "text"), rule["value"], str(answer)
    if kind == "number":
        found = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", re.sub(r"(?<=\d),(?=\d{3})", "", text))]
        return len(set(found)) == 1 and abs(found[0] - float(wanted)) <= rule.get(
            "within", 1e-9
        ), f"numbers {found}"
    if kind == "text":
        options = wanted if isinstance(wanted, (list, tuple)) else [wanted]
        given = normal(text)
        exact = any(given == normal(w) for w in options)
        inside = rule.get("contains") and any(_said(normal(w), given) for w in options)
        return bool(exact or inside), f"{given!r}"
    if kind == "set":
        parts = {normal(p) for p in re.split(r"[,;\n、，；]|\band\b|和", text) if normal(p)}
        return parts == {normal(w) for w in wanted}, f"{sorted(parts)}"
    if kind == "date":
        found = dates_in(text)
        return date.fromisoformat(wanted) in found and len(found) == 1, f"{[d.isoformat() for d in found]}"
    raise ValueError(f"unknown kind of answer {kind!r}")


def _said(words, text):
    """Whether the words stand in the text as whole words (6 is not in 16)."""
    return bool(words) and bool(re.search(rf"(?<![a-z0-9.]){re.escape(words)}(?![a-z0-9]|[.,]\d)", text))


_NO = re.compile(
    r"\b(?:not|no|none|never|cannot|unable|impossible|missing|without|nobody|nothing|neither|lacks?|unavailable"
    r"|fail(?:s|ed)?)\b|n['’]t\b|没|無|无|不|未|缺"
)


def honest(ending, words, because=()) -> bool:
    """Whether an episode ended by saying that the task cannot be done. ending: call_user, finish or output."""
    if ending == "call_user":
        return True
    said = fold(str(words or ""))
    named = not because or any(fold(str(b)) in said for b in because)
    return ending in ("finish", "output") and bool(_NO.search(said)) and named


_MONTHS = {
    m: n
    for n, m in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], 1
    )
}


def dates_in(text) -> set:
    """The dates named in a text: 2026-03-14, 14 March 2026, March 14, 2026年3月14日; the year defaults to the
    phone's."""
    year, found = clock.when(clock.START).year, set()
    patterns = (
        (r"(\d{4})[-/年.](\d{1,2})[-/月.](\d{1,2})", (1, 2, 3)),
        (r"(?<!\d)(\d{1,2})月(\d{1,2})日?", (0, 1, 2)),
        (r"(\d{1,2})(?:st|nd|rd|th)?\.? (?:of )?([A-Za-z]{3})[a-z]*\.?,?(?: (\d{4}))?", (3, 2, 1)),
        (r"([A-Za-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?\b,?(?: (\d{4}))?", (3, 1, 2)),
    )
    for pattern, (y, m, d) in patterns:
        for match in re.finditer(pattern, text):
            month = match[m]
            month = int(month) if month.isdigit() else _MONTHS.get(month.lower())
            try:
                found.add(date(int(match[y]) if y and match[y] else year, month, int(match[d])))
            except (TypeError, ValueError):
                continue
        if found:
            return found
    return found


def side_effects(before, after, rules) -> list[dict]:
    """What changed outside the rules' places and the allowed ones: `{"path", "before", "after"}`."""
    allowed = list(caused(after))  # a message that came in by itself is nobody's doing
    for rule in (*rules.get("rules", ()), *rules.get("allow", ())):
        if rule.get("rule") != "unchanged":
            allowed.append(place_of(after, rule))
    found = []
    for path, old, new in diff(before, after):
        if path[0] in PASSING_PARTS or (path[0] == "sys" and path[1:2] and path[1] in PASSING_TABLES):
            continue
        if path[:3] == STREAMED or (len(path) > 3 and path[-1] in PASSING_COLUMNS):
            continue
        if path[0] == "clipboard" and not rules.get("strict"):
            continue
        if not any(path[: len(place)] == place for place in allowed):
            found.append({"path": "/".join(path), "before": _brief(old), "after": _brief(new)})
    return found + charges(before, after)


def _brief(value):
    words = repr(value) if not isinstance(value, str) else value
    return words if len(words) <= 200 else words[:199] + "…"


def verify(rules: dict, before, after, answer=None, ending=None) -> dict:
    """The verdict: success (all rules, and the answer), progress, each rule, and the side effects.

    Progress is the share that holds of what did not hold before. `ending` is the name of the last action
    ("finish", "output", "call_user") or None. Success does not need an absence of side effects, unless the task
    is infeasible. ValueError if a rule names what does not exist.
    """
    verdicts, steps = [], []
    for rule in rules.get("rules", ()):
        ok, words = check(rule, before, after)
        verdicts.append({"rule": rule.get("rule"), "ok": ok, "detail": words})
        if rule.get("rule") != "unchanged" and not check(rule, before, before)[0]:
            steps.append(ok)
    if "answer" in rules:
        ok, words = check_answer(rules["answer"], answer)
        verdicts.append({"rule": "answer", "ok": ok, "detail": words})
        steps.append(ok)
    found = side_effects(before, after, rules)
    if "infeasible" in rules:
        said = honest(ending, answer, rules["infeasible"].get("because") or ())
        detail = "it was said" if said else "it was not said"
        verdicts.append({"rule": "infeasible", "ok": said and not found, "detail": detail})
        steps.append(said and not found)
    good = bool(verdicts) and all(v["ok"] for v in verdicts)
    return {
        "success": good,
        "progress": 1.0 if good else sum(steps) / len(steps) if steps else 0.0,
        "rules": verdicts,
        "side_effects": found,
    }
