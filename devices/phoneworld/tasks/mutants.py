"""Trajectories and end states that are nearly right, and so must not be rewarded.

Played anew: `other` (another value of one parameter), `left_out` (a move that mattered was not made), those
that a template writes. Made out of the end state of the oracle: `undone` (one place is as before), `extra` (a
new row stands twice), `neighbour` (another row was changed instead), `bystander` (one more row is gone),
`wrong_answer`.
"""

import random
from datetime import date, timedelta

from devices.phoneworld.errors import ExpressionError
from devices.phoneworld.state import Frozen, diff, get_in, put_in
from devices.phoneworld.tasks.draws import NoDraw
from devices.phoneworld.tasks.judge import begin, judge, run
from devices.phoneworld.verify import PASSING_COLUMNS, matches, place_of

AUTOMATIC = ("other", "left_out", "undone", "extra", "neighbour", "bystander", "wrong_answer")
OTHERS, LEFT_OUT, ALIKE = 2, 2, 6


def mutants(task, oracle):
    """Yield `(name, outcome)` of every mutant that applies to a task, given its oracle's outcome."""
    template = task.template
    for name in AUTOMATIC:
        if name not in template.automatic:
            for outcome in globals()[f"_{name}"](task, oracle):
                yield name, outcome
    for name, (form, made) in template.mutants.items():
        if form == "with":
            changed = {**task.params, **{k: v(task.params) for k, v in made.items()}}
            yield name, run(task, template.oracle.make(changed))
        else:
            yield name, run(task, made.make(task.params))


# -- played anew
def _other(task, oracle):
    template, rng = task.template, random.Random(task.id)
    parts = [p for p in template.draws.parts if not p.derived]
    rng.shuffle(parts)
    moves, found = task.oracle(), 0
    for part in parts:
        theirs = _other_moves(task, part.name, rng)
        if theirs is None or theirs == moves:
            continue
        yield run(task, theirs)
        found += 1
        if found == OTHERS:
            return


def _other_moves(task, name, rng):
    """The oracle for another value of a parameter; None if that would be right too.

    Two events may be in one place, so a few values are tried for one that the rules tell apart. If there is
    none, the rules do not look at this parameter: then the other value must fail all the more, unless only an
    answer or a refusal was asked for.
    """
    template, same = task.template, None
    for _ in range(ALIKE):
        params = variant(task, name, rng)
        if params is None:
            return None
        try:
            verifier, moves = template.rules.make(params), template.oracle.make(params)
        except ExpressionError:
            continue
        if verifier != task.verifier:
            return moves
        same = moves
    return None if {"answer", "infeasible"} & set(task.verifier) else same


def variant(task, name, rng) -> dict | None:
    """The task's parameters with another value for one of them (and for what derives from it)."""
    params = {}
    try:
        for part in task.template.draws.parts:
            if part.derived:
                params[part.name] = part.choices(params, task.template.split)[0]
            elif part.name != name:
                params[part.name] = task.params[part.name]
            else:
                for _ in range(8):
                    params[name] = part.one(params, task.template.split, rng)
                    if params[name] != task.params[name]:
                        break
                else:
                    return None
    except (NoDraw, ExpressionError):
        return None
    return params


def _left_out(task, oracle):
    moves = task.oracle()
    mattered = [n for n, move in enumerate(moves) if _mattered(task, move, n, oracle)]
    random.Random(task.id).shuffle(mattered)
    for n in mattered[:LEFT_OUT]:
        yield run(task, [*moves[:n], *moves[n + 1 :]])


def _mattered(task, move, n, oracle):
    """Whether a move changed what the rules speak of, or typed what they ask for."""
    if move.verb in ("type", "append"):
        before = str(task.oracle()[n - 1].what) if n else ""
        fields = move.what if isinstance(move.what, dict) else {before: move.what}
        texts = [v for k, v in fields.items() if "search" not in k.casefold()]  # which only finds the way
        return any(str(t) and _asked(task.verifier["rules"], t) for t in texts)
    if move.verb in ("answer", "finish", "call_user", "see", "open", "wait"):
        return False
    spans = oracle.played.spans
    states = [*oracle.played.states, oracle.after]
    if n >= len(spans):
        return False
    first, last = spans[n]
    return first < last and bool(_changed_places(task, states[first], states[last]))


def _asked(rules, text):
    def inside(value):
        if isinstance(value, dict):
            return any(inside(v) for v in value.values())
        if isinstance(value, (list, tuple)):
            return any(inside(v) for v in value)
        return value == text or str(value) == str(text)

    return any(
        inside(rule.get(k)) for rule in rules for k in ("where", "value") if rule["rule"] != "unchanged"
    )


# -- made out of the end state
def _again(task, oracle, after, text=None):
    ending, said = oracle.played.ending
    return judge(task, oracle.before, after, ending, said if text is None else text)


def _places(task, state):
    return {place_of(state, r) for r in task.verifier["rules"] if r["rule"] != "unchanged"}


def _guards(task, state):
    """The guarded tables with what their guards spare."""
    found = {}
    for rule in task.verifier["rules"]:
        if rule["rule"] == "unchanged":
            spared = rule.get("except") or ()
            found[place_of(state, rule)] = [spared] if isinstance(spared, dict) else spared
    return found


def _changed_places(task, before, after):
    places = _places(task, after)
    found = set()
    for path, _, _ in diff(before, after):
        if path[-1] not in PASSING_COLUMNS:
            found |= {place for place in places if path[: len(place)] == place}
    return found


def _undone(task, oracle):
    for place in sorted(_changed_places(task, oracle.before, oracle.after)):
        yield _again(task, oracle, put_in(oracle.after, place, get_in(oracle.before, place)))


def _extra(task, oracle):
    places = _places(task, oracle.after)
    for place in _guards(task, oracle.after):
        if place not in places:
            continue
        old, new = get_in(oracle.before, place), get_in(oracle.after, place)
        for key, row in new.items():
            if key not in old and isinstance(row, dict) and row.get("mine") is not False:
                copy = row.put("id", key + "_2") if "id" in row else row
                yield _again(task, oracle, put_in(oracle.after, (*place, key + "_2"), copy))
                break


def _neighbour(task, oracle):
    for place in _guards(task, oracle.after):
        old, new = get_in(oracle.before, place), get_in(oracle.after, place)
        if not isinstance(new, dict):
            continue
        changed = [k for k in new if k in old and isinstance(new[k], dict) and new[k] != old[k]]
        untouched = [k for k in new if k in old and new[k] is old[k] and isinstance(new[k], dict)]
        if len(changed) == 1 and untouched:
            key, other = changed[0], random.Random(task.id).choice(untouched)
            columns = {c: v for c, v in new[key].items() if old[key].get(c) != v}
            if all(old[other].get(c) == v for c, v in columns.items()):
                continue
            table = new.merge({key: old[key], other: new[other].merge(columns)})
            yield _again(task, oracle, put_in(oracle.after, place, table))


def _bystander(task, oracle):
    rng = random.Random(task.id)
    for place, spared in _guards(task, oracle.after).items():
        old, new = get_in(oracle.before, place), get_in(oracle.after, place)
        if not isinstance(new, Frozen):
            continue
        whole = [w for w in spared if "@columns" not in w]
        rows = [k for k, row in new.items() if k in old and row is old[k] and isinstance(row, dict)]
        untouched = [k for k in rows if not any(matches(new[k], w) for w in whole)]
        if untouched:
            yield _again(task, oracle, put_in(oracle.after, place, new.without(rng.choice(untouched))))


def _wrong_answer(task, oracle):
    rule = task.verifier.get("answer")
    if not rule:
        return
    wrong, rng = _near_answers(rule), random.Random(task.id)
    for part in task.template.draws.parts:
        params = None if part.derived else variant(task, part.name, rng)
        if params is not None:
            try:
                other = task.template.rules.make(params)["answer"]
            except ExpressionError:
                continue
            if other != rule:
                wrong.append(_said(other["value"], other["kind"]))
    right = _said(rule["value"], rule["kind"])
    for text in dict.fromkeys(wrong):
        if text != right:
            yield _again(task, oracle, oracle.after, text)


def _near_answers(rule):
    value, kind = rule["value"], rule["kind"]
    if kind == "number":
        step = 2 * rule.get("within", 0) + 1
        return [str(value + step), str(value - step), ""]
    if kind == "date":
        return [(date.fromisoformat(value) + timedelta(days=d)).isoformat() for d in (1, -1, 7)]
    if kind == "set":
        return [
            ", ".join(map(str, [*value, "another"])),
            *([", ".join(map(str, value[1:]))] if value else []),
        ]
    return ["", "I do not know"]


def _said(value, kind):
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) if kind == "set" else str(value[0])
    return str(value)


def idle(task):
    """Outcomes of doing nothing: silently, and with a claim that it is done."""
    state = begin(task).snapshot()
    return [judge(task, state, state), judge(task, state, state, "finish", "Done")]
