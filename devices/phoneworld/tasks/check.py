"""Every template tried: the oracle is rewarded 1, doing nothing 0, every mutant 0, over several seeds."""

import multiprocessing
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field

from devices.phoneworld.tasks.difficulty import measure
from devices.phoneworld.tasks.draws import NoDraw
from devices.phoneworld.tasks.judge import run
from devices.phoneworld.tasks.mutants import idle, mutants
from devices.phoneworld.tasks.template import FOLDER, load_folder, templates


@dataclass
class Report:
    """What came of one template. faults: `(seed, what, why)`."""

    key: str
    kind: str
    category: str
    split: str
    where: str
    seeds: int = 0
    actions: list = field(default_factory=list)
    levels: list = field(default_factory=list)
    mutants: Counter = field(default_factory=Counter)
    faults: list = field(default_factory=list)
    seconds: float = 0.0


def check(template, seeds=5) -> Report:
    """Try a template with tasks of different parameters."""
    started = time.process_time()
    report = Report(
        template.key, template.kind, template.category, template.split, f"{template.file}:{template.line}"
    )
    tried = set()
    for seed in range(seeds * 4):
        if report.seeds == seeds:
            break
        try:
            task = template.task(seed)
            if task.id in tried:
                continue
            tried.add(task.id)
            report.seeds += 1
            _check_task(task, report)
        except NoDraw:
            report.faults.append((seed, "draw", "no parameters fit the conditions"))
            break
        except Exception as error:  # whatever is wrong with a template belongs in the report
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{last.filename.rsplit('/', 1)[-1]}:{last.lineno}"
            report.faults.append((seed, "error", f"{type(error).__name__}: {error} ({where})"))
    report.seconds = time.process_time() - started
    return report


def _check_task(task, report):
    def fault(what, why):
        report.faults.append((task.seed, what, why))

    for words in (*task.goals.values(), *task.goals_zh, *(c["text"] for c in task.rubric)):
        if not words.strip() or "None" in words:
            fault("goal", f"reads {words!r}")
    oracle = run(task)
    if not oracle.reward:
        broken = [f"{r['rule']}: {r['detail']}" for r in oracle.rules if not r["ok"]]
        fault("oracle", oracle.stuck or "; ".join(broken))
        return
    if oracle.stuck:
        fault("oracle", oracle.stuck)
    if oracle.side_effects:
        fault("side effect", ", ".join(sorted({e["path"] for e in oracle.side_effects}))[:300])
    report.actions.append(len(oracle.played.actions))
    report.levels.append(measure(task, oracle.played).level)
    if task.template.steps and len(oracle.played.actions) > task.template.steps:
        fault("steps", f"the oracle needs {len(oracle.played.actions)}, the limit is {task.template.steps}")
    if any(outcome.reward for outcome in idle(task)):
        fault("no-op", "doing nothing is rewarded")
    for name, outcome in mutants(task, oracle):
        report.mutants[name] += 1
        if outcome.reward:
            fault(f"mutant {name}", "is rewarded: " + "; ".join(r["detail"] for r in outcome.rules)[:200])


def check_all(chosen=None, seeds=5, jobs=1):
    """Yield the report of every template (or those chosen), in order."""
    chosen = list(templates() if chosen is None else chosen)
    if jobs <= 1:
        for template in chosen:
            yield check(template, seeds)
        return
    _AT_WORK[:] = chosen
    # Forked, so that compiled apps and laid-out blocks are shared.
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        yield from pool.imap(_check_nth, [(n, seeds) for n in range(len(chosen))], chunksize=1)


_AT_WORK = []


def _check_nth(work):
    n, seeds = work
    return check(_AT_WORK[n], seeds)


HELP = "Try every template: the oracle is rewarded 1, doing nothing 0, every mutant 0."


def add_arguments(parser):
    """The options of the command."""
    parser.add_argument("--only", action="append", help="a folder, or folder.name; may be given again")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=1, help="processes to use")
    parser.add_argument("--quiet", action="store_true", help="only faults and the sum")


def main(options) -> int:
    """Print the table; 1 if a template has faults."""
    errors = []
    found = check_all(chosen_by(options.only, errors), options.seeds, options.jobs)
    well = table(found, verbose=not options.quiet)
    for error in errors:
        print(error)
    return 0 if well and not errors else 1


def chosen_by(only, errors=None) -> list:
    """The templates of a folder, or those whose key begins with `folder.name`; all for nothing. Only their
    folders are read, and with `errors` all files that can be."""
    words = [only] if isinstance(only, str) else list(only or ())
    folders = sorted({w.split(".", 1)[0] for w in words} or {p.name for p in FOLDER.iterdir() if p.is_dir()})
    found = [t for folder in folders for t in load_folder(FOLDER / folder, errors)]
    return [t for t in found if not words or t.folder in words or any(t.key.startswith(w) for w in words)]


def table(reports, out=sys.stdout, verbose=True) -> bool:
    """Print the table; whether all is well."""
    total, bad, work, started = 0, 0, 0.0, time.perf_counter()
    if verbose:
        print(f"{'template':44} {'kind':13} {'split':10} seeds actions level mutants", file=out)
    for r in reports:
        total += 1
        work += r.seconds
        bad += bool(r.faults)
        if verbose:
            actions = f"{min(r.actions)}-{max(r.actions)}" if r.actions else "-"
            levels = f"{min(r.levels)}-{max(r.levels)}" if r.levels else "-"
            line = f"{r.key:44} {r.kind:13} {r.split:10} {r.seeds:5} {actions:>7} {levels:>5}"
            print(
                f"{line} {sum(r.mutants.values()):7} {'FAULTS' if r.faults else 'ok'}", file=out, flush=True
            )
        for seed, what, why in r.faults:
            print(f"    {r.where} {r.key} seed {seed}: {what}: {why}", file=out, flush=True)
    spent = f"{time.perf_counter() - started:.0f} s ({work:.0f} s of work)"
    print(f"{total} templates, {total - bad} well, {bad} with faults, {spent}", file=out)
    return bad == 0
