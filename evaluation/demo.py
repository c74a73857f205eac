"""Demo tasks on the mock phone's apps: enough to try everything, and each one possible.

`load()` is idempotent: tasks are known by their key. The goals speak of the content that the apps have
on their first day (their day is Saturday, 14 March 2026, 09:41).
"""

from pathlib import Path

import yaml

from devices.phoneworld.tasks import suite as phoneworld
from evaluation.models import Suite, Task
from evaluation.services import import_suite

SUITE = "demo"
DEFAULTS = {"suite_id": SUITE, "device_kind": "mock", "wanted": 2, "hints": "", "goal_zh": "", "setup": {}}
TASKS = Path(__file__).with_name("demo_tasks.yaml")


def load() -> int:
    """Create or renew the demo tasks; how many there are."""
    Suite.objects.get_or_create(name=SUITE, defaults={"title": "Demo"})
    rows = tasks()
    for row in rows:
        Task.objects.update_or_create(key=row.pop("key"), defaults=row)
    load_phoneworld()
    return len(rows)


def load_phoneworld() -> None:
    """PhoneWorld-150, frozen, unless it is there."""
    if not Suite.objects.filter(pk=phoneworld.NAME).exists():
        import_suite(None, phoneworld.FILE.read_bytes(), phoneworld.FILE.name, freeze=True)


def tasks() -> list[dict]:
    """The fields of each demo task."""
    return [DEFAULTS | row for row in yaml.safe_load(TASKS.read_text(encoding="utf-8"))]
