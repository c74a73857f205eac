"""A suite out of a file: all of it, or nothing."""

from django.db import transaction
from django.utils import timezone

from evaluation import suite_files
from evaluation.models import Suite, Task
from evaluation.services.rows import must
from evaluation.services.suites import freeze_suite, suite_hash, write_rubric
from phonebuddy import audit
from phonebuddy.accounts import policies as people


@transaction.atomic
def import_suite(user, data: bytes, file_name: str, name: str = "", freeze: bool = False) -> Suite:
    """Make or renew the suite of a CSV or YAML file (see suite_files.py); `user` may be None for a command.

    Tasks are known by their key. BadSuite, with all faults by row, leaves everything as it was; so do a
    frozen suite, and keys that are another suite's. Tasks of a held-out suite are offered to no annotator.
    """
    if user is not None:
        must(people.can_manage_tasks(user), "Your roles do not let you import suites.")
    head, rows = suite_files.read(data, file_name, name)
    suite = Suite.objects.select_for_update().filter(pk=head["name"]).first()
    if suite and suite.frozen_at:
        raise suite_files.BadSuite([(0, "suite", f"{suite.name} is frozen; import it under another name")])
    suite = suite or Suite(name=head["name"])
    suite.title, suite.description = (
        head["title"][:200] or suite.title,
        head["description"] or suite.description,
    )
    suite.held_out = head["held_out"] or suite.held_out
    suite.save()
    known = {
        t.key: t
        for t in Task.objects.select_for_update(of=("self",)).filter(key__in=[r["key"] for r in rows])
    }
    others = [
        (number, "key", f"{row['key']!r} is a task of {known[row['key']].suite_id or 'no suite'} already")
        for number, row in enumerate(rows, 1)
        if row["key"] in known and known[row["key"]].suite_id != suite.name
    ]
    if others:
        raise suite_files.BadSuite(others)
    for row in rows:
        criteria = row.pop("criteria")
        task, _ = Task.objects.update_or_create(
            key=row["key"], defaults={**row, "suite": suite, "paused": suite.held_out}
        )
        write_rubric(task, criteria, user)
    audit.record(user, "suite.imported", suite, tasks=len(rows))
    return _frozen(user, suite) if freeze else suite


def _frozen(user, suite: Suite) -> Suite:
    if user is not None:
        return freeze_suite(user, suite)
    suite.hash, suite.frozen_at = suite_hash(suite), timezone.now()
    suite.save(update_fields=["hash", "frozen_at"])
    audit.record(None, "suite.frozen", suite, hash=suite.hash)
    return suite
