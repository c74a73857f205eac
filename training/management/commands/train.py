"""`manage.py train start sft --dataset Demos`: jobs from a terminal, by the same verbs as everywhere else."""

import json
import time
from contextlib import suppress

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q

from phonebuddy.api.errors import Refused
from training import services
from training.admin.jobs import duration
from training.config import CONFIGS, PRESETS
from training.models import UNFINISHED, Checkpoint, Dataset, Job
from training.options import fields_of
from training.trust import distrust

POLL_S = 1.0


class Command(BaseCommand):
    help = "Start, list, follow, cancel, resume or retry training jobs."

    def add_arguments(self, parser):
        verbs = parser.add_subparsers(dest="verb", required=True)
        start = verbs.add_parser("start", help="put a job into its queue")
        start.add_argument("kind", choices=sorted(CONFIGS))
        start.add_argument("--user", required=True, help="username of the person in whose name it is done")
        start.add_argument("--name", default="")
        start.add_argument("--preset", default="starter", choices=PRESETS)
        start.add_argument("--dataset", help="name (the newest frozen version) or id")
        start.add_argument("--base", help="checkpoint: its id, or its name")
        start.add_argument("--judge", help="checkpoint of a judge that rewards on real apps: id or name")
        start.add_argument(
            "--judge-anyway", action="store_true", help="though its precision is below its threshold"
        )
        start.add_argument("--queue", default="", help="training-cpu or training-gpu; as the preset says")
        start.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", dest="changes")
        start.add_argument("--estimate", action="store_true", help="only tell what it would take")
        start.add_argument("--follow", action="store_true", help="stay, and show its log")
        verbs.add_parser("list", help="what runs, waits and ended").add_argument("--state")
        for verb, words in {
            "follow": "show a job's log until it ends",
            "cancel": "save a checkpoint and stop",
            "resume": "go on with a stopped job",
            "retry": "try a failed job again",
        }.items():
            one = verbs.add_parser(verb, help=words)
            one.add_argument("job", help="id, or how it begins")
            if verb != "follow":
                one.add_argument("--user", required=True, help="username of the person who does it")

    def handle(self, *args, verb, **options):
        try:
            getattr(self, f"do_{verb}")(options)
        except Refused as refusal:
            fields = [f"{name}: {' '.join(words)}" for name, words in (refusal.fields or {}).items()]
            raise CommandError("\n".join([str(refusal), *fields])) from refusal

    def do_start(self, options):
        kind, preset = options["kind"], options["preset"]
        asked = {
            "dataset": _dataset(options["dataset"]),
            "base": _checkpoint(options["base"]),
            "queue": options["queue"],
        }
        judge = _checkpoint(options["judge"])
        changes = _changes(kind, options["changes"])
        found = services.outlook(kind, preset, changes, **asked)
        memory, disk = f"{found.memory_mb:,.0f} MB of memory", f"{found.disk_mb:,.0f} MB of disk"
        self.stdout.write(f"About {duration(found.seconds)}, {memory}, {disk}.")
        for words in found.words:
            self.stdout.write(words)
        if options["estimate"]:
            return
        person = _person(options["user"])
        job = services.start_training(
            person, kind, name=options["name"], preset=preset, config=changes, **asked, judge=judge,
            judge_anyway=options["judge_anyway"],
        )  # fmt: skip
        if job.judge_anyway:
            self.stdout.write(f"Warning: {distrust(job.judge.about)}")
        self.stdout.write(f"{job.pk} {job.name}: {job.get_state_display().lower()}")
        if options["follow"]:
            self.follow(job)

    def do_list(self, options):
        jobs = Job.objects.busiest_first()
        if options["state"]:
            jobs = jobs.filter(state=options["state"])
        for job in jobs[:100]:
            self.stdout.write(f"{job.pk} {job.state:<9} {job.kind:<9} {job.step:>6}/{job.of:<6} {job.name}")

    def do_follow(self, options):
        self.follow(_job(options["job"]))

    def follow(self, job: Job) -> None:
        """Its log as it grows, until it ends; then how. CommandError when it failed."""
        folder, after = services.folder_of(job), 0
        with suppress(KeyboardInterrupt):
            while True:
                job.refresh_from_db()
                text, after, _ = folder.log_from(after)
                self.stdout.write(text, ending="")
                if text:
                    continue
                if job.state not in UNFINISHED:
                    break
                time.sleep(POLL_S)
        self.stdout.write(f"{job.name}: {job.get_state_display().lower()} at step {job.step} of {job.of}")
        if job.result:
            self.stdout.write(json.dumps(job.result, indent=1))
        if job.state == "failed":
            raise CommandError(job.error)

    def do_cancel(self, options):
        self._tell(services.cancel_training(_person(options["user"]), _job(options["job"])))

    def do_resume(self, options):
        self._tell(services.resume_training(_person(options["user"]), _job(options["job"])))

    def do_retry(self, options):
        self._tell(services.retry_training(_person(options["user"]), _job(options["job"])))

    def _tell(self, job: Job) -> None:
        self.stdout.write(f"{job.name}: {job.get_state_display().lower()}")


def _person(username: str):
    person = get_user_model().objects.filter(username=username).first()
    if person is None:
        raise CommandError(f"There is nobody called {username}.")
    return person


def _job(text: str) -> Job:
    return _the_one(Job.objects.filter(id__startswith=text), "job", text)


def _dataset(text: str | None) -> Dataset | None:
    if not text:
        return None
    found = Dataset.objects.offered().filter(_named(text)).order_by("-version")
    return _the_one(found[:1], "frozen dataset", text)


def _checkpoint(text: str | None) -> Checkpoint | None:
    return _the_one(Checkpoint.objects.usable().filter(_named(text)), "checkpoint", text) if text else None


def _named(text: str) -> Q:
    try:
        Job._meta.pk.to_python(text)
    except ValidationError:
        return Q(name=text)
    return Q(pk=text)


def _the_one(found, what: str, text: str):
    rows = list(found[:2])
    if not rows:
        raise CommandError(f"There is no {what} {text}.")
    if len(rows) > 1:
        raise CommandError(f"There is more than one {what} {text}; say which by its id.")
    return rows[0]


def _changes(kind: str, words: list[str]) -> dict:
    """`epochs=2` as the field's own type."""
    types = {field["name"]: type(field["default"]) for field in fields_of(CONFIGS[kind])}
    changes = {}
    for word in words:
        name, given, text = word.partition("=")
        if not given or name not in types:
            raise CommandError(f"{word}: no such setting; there are: {', '.join(sorted(types))}.")
        changes[name] = text
        if types[name] is not str:
            with suppress(ValueError):  # the configuration says what is wrong with it
                changes[name] = json.loads(text.lower())
    return changes
