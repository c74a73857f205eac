"""`manage.py import_suite suite.csv`: a team's own tasks with rubrics, or PhoneWorld-150."""

from pathlib import Path

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from evaluation import services
from evaluation.suite_files import BadSuite


class Command(BaseCommand):
    help = "Import a suite of tasks with rubrics from a CSV or YAML file: all of it or, with faults, nothing."

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path)
        parser.add_argument("--name", default="", help="the suite's name; the file's without it")
        parser.add_argument("--user", help="email of the person in whose name it is done")
        parser.add_argument("--freeze", action="store_true", help="and freeze it")

    def handle(self, *args, file, name, user, freeze, **options):
        people = get_user_model().objects
        person = people.filter(email__iexact=user).first() if user else None
        if user and person is None:
            raise CommandError(f"There is nobody with the address {user}.")
        try:
            suite = services.import_suite(person, file.read_bytes(), file.name, name, freeze)
        except FileNotFoundError:
            raise CommandError(f"There is no file {file}.") from None
        except BadSuite as error:
            for line in error.fields["file"]:
                self.stderr.write(line)
            raise CommandError("Nothing was imported.") from None
        self.stdout.write(f"{suite.name}: {suite.tasks.count()} tasks{', frozen' if suite.frozen_at else ''}")
