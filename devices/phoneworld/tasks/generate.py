"""Tasks out of templates: distinct ones, played by their oracle before they are handed out.

`manage.py phoneworld tasks --split train --count 5000 --out tasks.jsonl` writes a line of JSON for each: id,
template, kind, category, apps, goal, goals (by wording), goals_zh, setup, verifier, rubric, limits,
difficulty, what it was measured by, oracle.
"""

import json
import random
import sys
from dataclasses import asdict

from devices.phoneworld.tasks.difficulty import measure
from devices.phoneworld.tasks.draws import NoDraw
from devices.phoneworld.tasks.judge import run
from devices.phoneworld.tasks.moves import as_json

HELP = "Generate tasks, each feasible, as lines of JSON."
MOST, DRY = 200, 40  # distinct tasks counted a template; draws in a row that bring nothing new


def add_arguments(parser):
    """The options of the command."""
    parser.add_argument("--split", choices=("train", "validation", "test"), default="train")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--only", action="append", help="a folder, or folder.name; may be given again")
    parser.add_argument("--out", help="a file; standard output without it")


def main(options) -> int:
    """Write the tasks; 1 if fewer were found than asked for."""
    from devices.phoneworld.tasks.check import chosen_by

    chosen = [t for t in chosen_by(options.only) if t.split == options.split]
    with open(options.out, "w", encoding="utf-8") if options.out else sys.stdout as out:
        made = 0
        for row in rows(chosen, options.count):
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            made += 1
    print(f"{made} tasks from {len(chosen)} templates", file=sys.stderr)
    return int(made < options.count)


def distinct(template, most=MOST):
    """Yield `(seed, parameters)` of tasks that differ in their parameters (wordings do not count)."""
    seen, dry, seed = set(), 0, 0
    while len(seen) < most and dry < DRY:
        try:
            params = template.draws.one(template.split, random.Random(f"{template.key}/{seed}"))
            key = template.digest(params)
        except NoDraw:
            key = None
        if key is None or key in seen:
            dry += 1
        else:
            seen.add(key)
            dry = 0
            yield seed, params
        seed += 1


def rows(chosen, count):
    """Up to `count` tasks as JSON, one a template in turn. Those whose oracle fails are left out."""
    sources = [distinct(t, count) for t in chosen]
    made = 0
    while sources:
        for source, template in zip(list(sources), list(chosen), strict=True):
            found = next(source, None)
            if found is None:
                at = sources.index(source)
                sources, chosen = sources[:at] + sources[at + 1 :], chosen[:at] + chosen[at + 1 :]
                continue
            row = task_row(template.of(found[1], found[0]))
            if row is not None:
                yield row
                made += 1
                if made == count:
                    return


def task_row(task) -> dict | None:
    """A task as JSON, or None if its oracle is not rewarded."""
    oracle = run(task)
    if not oracle.reward:
        return None
    template, hard = task.template, measure(task, oracle.played)
    return json.loads(
        json.dumps(
            {
                "id": task.id,
                "template": template.key,
                "kind": template.kind,
                "category": template.category,
                "split": template.split,
                "apps": template.labels,
                "seed": task.seed,
                "goal": task.goal,
                "goals": task.goals,
                "goals_zh": task.goals_zh,
                "setup": task.setup,
                "verifier": task.verifier,
                "rubric": task.rubric,
                "limits": limits(template, hard.actions),
                "difficulty": hard.level,
                "measured": asdict(hard),
                "oracle": [as_json(m) for m in task.oracle()],
            },
            ensure_ascii=False,
        )
    )


def limits(template, actions) -> dict:
    """Steps and seconds that a task is given: twice the oracle's actions and some to look around."""
    steps = template.steps or max(12, 2 * actions + 6)
    return {"steps": steps, "seconds": max(180, 20 * steps)}
