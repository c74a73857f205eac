"""What there is, counted: apps, mini-apps, domains, modules, screens, templates, distinct tasks."""

from collections import Counter

from devices.phoneworld.modules import MODULES
from devices.phoneworld.spec import bundled
from devices.phoneworld.tasks.generate import MOST, distinct
from devices.phoneworld.tasks.template import templates

HELP = "Count apps, screens, templates and distinct tasks (needs no database)."


def add_arguments(parser):
    """The options of the command."""
    parser.add_argument("--most", type=int, default=MOST, help="distinct tasks counted a template, at most")


def counts(most=MOST) -> dict:
    """Every count by name."""
    apps = [a for a in bundled().values() if a.mini or not a.hidden]
    plain, small = [a for a in apps if not a.mini], [a for a in apps if a.mini]
    made = {t.key: sum(1 for _ in distinct(t, most)) for t in templates()}
    kinds, splits, tasks = Counter(), Counter(), Counter()
    for t in templates():
        kinds[t.kind] += 1
        splits[t.split] += 1
        tasks[t.split] += made[t.key]
    return {
        "apps": len(plain),
        "mini_apps": len(small),
        "domains": len({a.domain for a in apps}),
        "modules": len(MODULES),
        "screens": sum(len(a.screens) for a in apps),
        "templates": len(templates()),
        "templates_cross_app": sum(t.cross_app for t in templates()),
        "templates_mini_app": sum(t.mini_app for t in templates()),
        "templates_with_zh": sum(bool(t.goals_zh) for t in templates()),
        **{f"templates_{kind}": n for kind, n in sorted(kinds.items())},
        **{f"templates_{split}": n for split, n in sorted(splits.items())},
        "generated_tasks": sum(made.values()),
        **{f"generated_tasks_{split}": n for split, n in sorted(tasks.items())},
    }


def main(options) -> int:
    """Print a line for each count."""
    for name, number in counts(options.most).items():
        print(f"{name}={number}")
    return 0
