"""python -m devices.phoneworld.tasks check [--only folder] [--seeds 5] [--jobs 2] | play key [--seed n]"""

import argparse
import json
import sys

from devices.actions import canonical
from devices.phoneworld.errors import SpecError
from devices.phoneworld.tasks.check import check_all, chosen_by, table
from devices.phoneworld.tasks.judge import run


def main(argv=None) -> int:
    """Run the command; the exit code is 1 if a template has faults."""
    parser = argparse.ArgumentParser(prog="python -m devices.phoneworld.tasks")
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="oracle 1, no-op 0, all mutants 0, for every template")
    check.add_argument("--only", action="append", help="a folder, or folder.name; may be given again")
    check.add_argument("--seeds", type=int, default=5)
    check.add_argument("--jobs", type=int, default=1)
    play = commands.add_parser("play", help="play one oracle and show its actions")
    play.add_argument("key")
    play.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(argv)
    try:
        return _run(options)
    except SpecError as error:
        print(error, file=sys.stderr)
        return 1


def _run(options) -> int:
    if options.command == "play":
        return _play(options.key, options.seed)
    return 0 if table(check_all(chosen_by(options.only), options.seeds, options.jobs)) else 1


def _play(key, seed) -> int:
    task = next(t for t in chosen_by(key) if t.key == key).task(seed)
    outcome = run(task)
    print("\n".join([task.id, *task.goals.values(), *task.goals_zh]))
    print(json.dumps({"setup": task.setup, "verifier": task.verifier}, ensure_ascii=False, default=str))
    for action in outcome.played.actions:
        print("  ", canonical(action))
    for rule in outcome.rules:
        print("  ", "holds" if rule["ok"] else "FAILS", rule["rule"], rule["detail"])
    for effect in outcome.side_effects:
        print("   side effect", effect)
    print(f"reward {outcome.reward}", outcome.stuck)
    return 0 if outcome.reward else 1


if __name__ == "__main__":
    sys.exit(main())
