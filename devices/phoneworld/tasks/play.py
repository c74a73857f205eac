"""One oracle played, and all that can be said about it: to see why a template is not as it should be."""

import json

from devices.actions import canonical
from devices.phoneworld.tasks.check import chosen_by
from devices.phoneworld.tasks.judge import run
from devices.phoneworld.tasks.mutants import mutants

HELP = "Play one oracle and show its actions, rules, side effects and mutants."


def add_arguments(parser):
    """The options of the command."""
    parser.add_argument("key", help="folder.name")
    parser.add_argument("--seed", type=int, default=0)


def main(options) -> int:
    """Show it; 1 if the oracle is not rewarded."""
    task = next(t for t in chosen_by(options.key) if t.key == options.key).task(options.seed)
    outcome = run(task)
    print("\n".join([task.id, *task.goals.values(), *task.goals_zh]))
    print(json.dumps({"setup": task.setup, "verifier": task.verifier}, ensure_ascii=False))
    for action in outcome.played.actions:
        print("  ", canonical(action))
    for rule in outcome.rules:
        print("  ", "holds" if rule["ok"] else "FAILS", rule["rule"], rule["detail"])
    for effect in outcome.side_effects:
        print("   side effect", effect)
    print(f"reward {outcome.reward}", outcome.stuck)
    for name, mutant in mutants(task, outcome) if outcome.reward else ():
        print(f"   {name}: {mutant.reward}", mutant.stuck[:100])
    return 0 if outcome.reward else 1
