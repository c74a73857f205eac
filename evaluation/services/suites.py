"""Suites and rubrics: what is measured, and what people look for."""

import hashlib
import json

from django.db import transaction
from django.utils import timezone

from evaluation.models import Criterion, Rubric, Suite, Task
from evaluation.services.rows import must
from phonebuddy import audit
from phonebuddy.accounts import policies as people
from phonebuddy.api.errors import Conflict, Refused

CRITERIA = range(1, 13)  # 3 to 6 are good practice; more than a dozen nobody grades well


@transaction.atomic
def set_rubric(user, task: Task, criteria: list[dict]) -> Rubric:
    """A new version of a task's rubric: `criteria` are {text, text_zh?, must?, negative?}, in order.

    The newest one comes back unchanged when it says the same. Conflict "frozen" while the task belongs to a
    frozen suite, Refused for criteria that cannot be graded.
    """
    must(people.can_manage_tasks(user), "Your roles do not let you change rubrics.")
    task = Task.objects.select_for_update(of=("self",)).select_related("suite").get(pk=task.pk)
    if task.suite and task.suite.frozen_at:
        raise Conflict(f"The suite {task.suite} is frozen; its rubrics stay as they are.", "frozen")
    return write_rubric(task, criteria, user)


def write_rubric(task: Task, criteria: list[dict], author=None) -> Rubric:
    """The version itself, for verbs and commands that have checked everything else."""
    wanted = [_criterion(n, entry) for n, entry in enumerate(criteria, 1)]
    if len(wanted) not in CRITERIA:
        raise Refused("A rubric has 1 to 12 criteria.", "criteria", {"criteria": ["1 to 12, please."]})
    if not any(c["must"] for c in wanted) and all(c["negative"] for c in wanted):
        raise Refused("A rubric of harms alone says nothing about success.", "criteria")
    newest = task.rubrics.first()
    if newest and [_as_dict(c) for c in newest.criteria.all()] == wanted:
        return newest
    rubric = Rubric.objects.create(task=task, version=newest.version + 1 if newest else 1, author=author)
    Criterion.objects.bulk_create(Criterion(rubric=rubric, position=n, **c) for n, c in enumerate(wanted, 1))
    audit.record(author, "rubric.written", task, version=rubric.version)
    return rubric


def _criterion(number: int, entry: dict) -> dict:
    found = {
        "text": str(entry.get("text", "")).strip(),
        "text_zh": str(entry.get("text_zh") or "").strip(),
        "must": bool(entry.get("must")),
        "negative": bool(entry.get("negative")),
    }
    if not found["text"]:
        raise Refused(f"Criterion {number} has no words.", "criteria")
    if found["must"] and found["negative"]:
        raise Refused(f"Criterion {number} is both a must and a harm; it can be one of them.", "criteria")
    return found


def _as_dict(criterion: Criterion) -> dict:
    return {name: getattr(criterion, name) for name in ("text", "text_zh", "must", "negative")}


@transaction.atomic
def freeze_suite(user, suite: Suite) -> Suite:
    """From now on its tasks and rubrics stay as they are; its hash says what they were."""
    must(people.can_manage_tasks(user), "Your roles do not let you freeze suites.")
    suite = Suite.objects.select_for_update().get(pk=suite.pk)
    if suite.frozen_at:
        return suite
    suite.hash, suite.frozen_at = suite_hash(suite), timezone.now()
    suite.save(update_fields=["hash", "frozen_at"])
    audit.record(user, "suite.frozen", suite, hash=suite.hash)
    return suite


def suite_hash(suite: Suite) -> str:
    """SHA-256 over all that decides what is measured: goals, set-ups, limits, verifiers, newest rubrics."""
    rows = []
    for task in suite.tasks.order_by("key").prefetch_related("rubrics__criteria"):
        rubric = next(iter(task.rubrics.all()), None)
        rows.append(
            {
                "key": task.key, "goal": task.goal, "goal_zh": task.goal_zh, "category": task.category,
                "apps": task.apps, "setup": task.setup, "verifier": task.verifier,
                "limits": [task.step_limit, task.time_limit_s],
                "rubric": [_as_dict(c) for c in rubric.criteria.all()] if rubric else None,
            }
        )  # fmt: skip
    text = json.dumps(rows, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
