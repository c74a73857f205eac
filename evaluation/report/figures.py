"""From a campaign's material to its figures, one JSON-able mapping. Sources: see `evaluation.statistics`."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from itertools import combinations
from statistics import median

from evaluation.report.collect import Attempt, Given, Material
from evaluation.statistics import agreement, paired
from evaluation.statistics.judging import confusion, judged_rate
from evaluation.statistics.rates import pass_all, pass_at, success_rate, wilson

#: Below so many tasks a figure is shown, but greyed.
FEW = 20
ALPHA = 0.05
CATEGORIES = ("app", "cross_app", "mini_app")


def figures(material: Material) -> dict:
    """Everything a report shows. Rates and differences are shares, 0 to 1."""
    counted = [a for a in material.attempts if a.valid and a.success is not None]
    failed = [a for a in counted if a.success is False]
    return {
        "agents": material.agents,
        "few": FEW,
        "counts": _counts(material),
        "success": _success(material, counted),
        "attempts": _several(material, counted),
        "comparisons": _comparisons(material, counted),
        "smallest_visible": _visible(material, counted),
        "sensitivity": _sensitivity(material, counted),
        "endings": _tally(material, [a for a in material.attempts if a.ending], lambda a: a.ending),
        "failures": _tally(material, failed, lambda a: a.failure or "other"),
        "side_effects": _tally(material, counted, lambda a: a.side_effects or "none"),
        "claims": _claims(material, counted),
        "effort": _effort(material),
        "agreement": _agreement(material),
        "pairs": _pairs(material),
        "evaluators": _evaluators(material),
        "judges": _judges(material, counted),
        "verifier": _against(counted, lambda a: a.success, lambda a: a.verified),
        "table": _table(material),
    }


def slices(attempts: Iterable[Attempt]) -> dict[tuple[str, str], list[Attempt]]:
    """The attempts as a whole, by category, by app and by difficulty: {(kind, value): attempts}."""
    found: dict = defaultdict(list)
    for one in attempts:
        found[("all", "")].append(one)
        found[("category", one.category)].append(one)
        found[("difficulty", str(one.difficulty))].append(one)
        for app in one.apps:
            found[("app", app)].append(one)
    order = {"all": 0, "category": 1, "difficulty": 2, "app": 3}
    return dict(sorted(found.items(), key=lambda item: (order[item[0][0]], item[0][1])))


def _by_task(attempts) -> dict[str, list[bool]]:
    found: dict = defaultdict(list)
    for one in attempts:
        found[one.task].append(one.success)
    return found


def _means(attempts, agent) -> dict[str, float]:
    """An agent's result per task: 1 or 0, or the mean of several attempts."""
    return {task: sum(t) / len(t) for task, t in _by_task(a for a in attempts if a.agent == agent).items()}


def _counts(material):
    attempts = material.attempts
    return {
        "attempts": len(attempts),
        "ended": sum(a.valid is not None for a in attempts),
        "valid": sum(bool(a.valid) for a in attempts),
        "decided": sum(bool(a.valid) and a.success is not None for a in attempts),
        "grades": sum(g.kind == "grade" for g in material.grades),
        "adjudications": sum(g.kind == "adjudication" for g in material.grades),
        "overlap": material.overlap,
        "per_task": material.per_task,
        "phones": dict(sorted(Counter(a.phone for a in attempts if a.valid and a.phone).items())),
    }


def _success(material, counted):
    lines = []
    for (kind, value), part in slices(counted).items():
        for agent in material.agents:
            tries = list(_by_task(a for a in part if a.agent == agent).values())
            if not tries:
                continue
            rate, interval = success_rate(tries)
            lines.append(
                {
                    "agent": agent, "slice": kind, "value": value, "tasks": len(tries),
                    "attempts": sum(map(len, tries)), "successes": sum(sum(t) for t in tries),
                    "rate": rate, "low": interval.low, "high": interval.high, "few": len(tries) < FEW,
                }
            )  # fmt: skip
    return lines


def _several(material, counted):
    if material.per_task < 2:
        return []
    lines = []
    for agent in material.agents:
        tries = list(_by_task(a for a in counted if a.agent == agent).values())
        lines += [
            {"agent": agent, "k": k, "pass_at": pass_at(k, tries), "pass_all": pass_all(k, tries)}
            for k in range(1, material.per_task + 1)
        ]
    return lines


def _comparisons(material, counted):
    """Every pair of agents, over all tasks and by category. Corrected (Holm) within each of the two."""
    lines = []
    for kinds in ({"all"}, {"category"}):
        family = []
        for (kind, value), part in slices(counted).items():
            if kind not in kinds:
                continue
            for a, b in combinations(material.agents, 2):
                results = _means(part, a), _means(part, b)
                if not results[0].keys() & results[1].keys():
                    continue
                found = paired.compare(*results)
                family.append(
                    {
                        "a": a, "b": b, "slice": kind, "value": value, "tasks": found.n,
                        "only_a": found.only_a, "only_b": found.only_b, "difference": found.difference,
                        "low": found.interval.low, "high": found.interval.high, "p": found.p,
                        "few": found.n < FEW,
                    }
                )  # fmt: skip
        for line, p in zip(family, paired.holm([line["p"] for line in family]), strict=True):
            line["p_holm"] = p
            better = line["b"] if line["difference"] > 0 else line["a"]
            line["winner"] = better if p < ALPHA and line["difference"] else None
        lines += family
    return lines


def _visible(material, counted):
    """The smallest difference that this campaign can see (power 0.8), at the share of tasks on which its
    agents differ; None with fewer than two agents."""
    shares, n = [], 0
    for a, b in combinations(material.agents, 2):
        first, second = _means(counted, a), _means(counted, b)
        if common := first.keys() & second.keys():
            n = max(n, len(common))
            shares.append(sum(first[task] != second[task] for task in common) / len(common))
    if not shares:
        return None
    share = sum(shares) / len(shares)
    return {"tasks": n, "discordant": share, "difference": paired.smallest_visible(n, share), "power": 0.8}


def _sensitivity(material, counted):
    """What the result would be if every attempt lost to infrastructure were a failure, or a success."""
    lines = []
    for agent in material.agents:
        mine = [a for a in counted if a.agent == agent]
        lost = sum(a.valid is False for a in material.attempts if a.agent == agent)
        good, n = sum(a.success for a in mine), len(mine) + lost
        retried = sum(a.trials - 1 for a in material.attempts if a.agent == agent)
        lines.append(
            {
                "agent": agent, "excluded": lost, "retries": retried,
                "as_failures": good / n if n else None, "as_successes": (good + lost) / n if n else None,
            }
        )  # fmt: skip
    return lines


def _tally(material, attempts, of: Callable[[Attempt], str]):
    return [
        {"agent": agent, "counts": dict(Counter(of(a) for a in attempts if a.agent == agent).most_common())}
        for agent in material.agents
    ]


def _claims(material, counted):
    """How often an agent says that it succeeded, and how often that is false."""
    lines = []
    for agent in material.agents:
        said = [a for a in counted if a.agent == agent and a.claimed]
        false = sum(a.success is False for a in said)
        interval = wilson(false, len(said))
        lines.append(
            {"agent": agent, "claimed": len(said), "false": false, "low": interval.low, "high": interval.high}
        )
    return lines


def _effort(material):
    lines = []
    for agent in material.agents:
        mine = [a for a in material.attempts if a.agent == agent and a.valid]
        seconds = [a.seconds for a in mine if a.seconds is not None]
        lines.append(
            {
                "agent": agent, "steps": median([a.steps for a in mine]) if mine else None,
                "seconds": median(seconds) if seconds else None,
                "tokens": median([a.tokens for a in mine]) if mine else None,
            }
        )  # fmt: skip
    return lines


def _agreement(material):
    """Between evaluators, on success and on each kind of criterion, before any adjudication."""
    by_run: dict[str, list[Given]] = defaultdict(list)
    for grade in material.grades:
        if grade.kind == "grade":
            by_run[grade.run].append(grade)
    several = [grades for grades in by_run.values() if len(grades) > 1]
    success = [[str(g.success) for g in grades] for grades in several]
    kinds: dict[str, list] = defaultdict(list)
    for grades in several:
        for criterion, (kind, _) in grades[0].answers.items():
            kinds[kind].append([g.answers.get(criterion, ("", ""))[1] or None for g in grades])
    return [
        _agree("success", success),
        *(_agree(kind, kinds[kind]) for kind in ("must", "harm", "other") if kinds[kind]),
    ]


def _agree(what, units):
    line: dict = {"what": what, "units": len(units)}
    for measure in (agreement.raw, agreement.alpha, agreement.kappa, agreement.ac1):
        name = measure.__name__
        pairs = [unit[:2] for unit in units] if name == "kappa" else units
        value, interval = agreement.with_interval(measure, pairs) if units else (None, None)
        line[name] = {"value": value, "low": interval and interval.low, "high": interval and interval.high}
    return line


def _pairs(material):
    """Each two evaluators: on how many runs both graded, and how often they said the same."""
    by_run: dict[str, dict[str, bool | None]] = defaultdict(dict)
    for grade in material.grades:
        if grade.kind == "grade":
            by_run[grade.run][grade.evaluator] = grade.success
    found: dict = defaultdict(list)
    for given in by_run.values():
        for a, b in combinations(sorted(given), 2):
            found[(a, b)].append(given[a] == given[b])
    return [
        {"a": a, "b": b, "units": len(same), "raw": sum(same) / len(same)}
        for (a, b), same in sorted(found.items())
    ]


def _evaluators(material):
    """Each evaluator's error rate, by the gold items that they did not know to be such."""
    lines = []
    for name in sorted({g.evaluator for g in material.grades}):
        mine = [g for g in material.grades if g.evaluator == name]
        gold = [g for g in mine if g.kind == "gold"]
        wrong = sum(g.success != g.truth for g in gold)
        interval = wilson(wrong, len(gold))
        lines.append(
            {
                "evaluator": name, "grades": sum(g.kind == "grade" for g in mine), "gold": len(gold),
                "gold_wrong": wrong, "error_rate": wrong / len(gold) if gold else None,
                "low": interval.low, "high": interval.high,
            }
        )  # fmt: skip
    return lines


def _against(attempts, verdict, truth):
    """A confusion matrix of two sources over the attempts that have both; None without any."""
    both = [(verdict(a), truth(a)) for a in attempts if verdict(a) is not None and truth(a) is not None]
    if not both:
        return None
    found = confusion(*zip(*both, strict=True))
    return {
        **found._asdict(), "n": found.n, "precision": found.precision, "recall": found.recall,
        "accuracy": found.accuracy, "ac1": found.ac1,
    }  # fmt: skip


def _judges(material, counted):
    """Each judge against people and against the verifier, and what its verdicts say once people correct
    them (which holds where the graded runs were chosen at random)."""
    names = sorted({name for a in material.attempts for name in a.judged})
    return [_judge(name, material, counted) for name in names]


def _judge(judge, material, counted):
    def said(attempt):
        return attempt.judged.get(judge)

    lines = []
    for agent in material.agents:
        seen = [a for a in material.attempts if a.agent == agent and a.valid and said(a) is not None]
        graded = [a for a in seen if a.success is not None]
        rest = [said(a) for a in seen if a.success is None]
        line = {"agent": agent, "graded": len(graded), "judged_only": len(rest)}
        if len(graded) > 1:
            found = judged_rate([a.success for a in graded], [said(a) for a in graded], rest)
            line |= {
                "rate": found.rate, "low": found.interval.low, "high": found.interval.high,
                "weight": found.weight, "people": _against(graded, said, lambda a: a.success),
            }  # fmt: skip
        lines.append(line)
    return {
        "judge": judge,
        "people": _against(counted, said, lambda a: a.success),
        "verifier": _against(material.attempts, said, lambda a: a.verified),
        "by_agent": lines,
    }


def _table(material):
    """Task × agent, with the runs behind each cell."""
    rows: dict[str, dict] = {}
    for one in material.attempts:
        row = rows.setdefault(
            one.task, {"task": one.task, "category": one.category, "difficulty": one.difficulty, "cells": {}}
        )
        cell = {"run": one.run, "success": one.success, "valid": one.valid, "ending": one.ending}
        row["cells"].setdefault(one.agent, []).append(cell)
    return list(rows.values())
