"""`manage.py phoneworld <what>`: the workbench of the mock phone. Needs no database."""

from importlib import import_module

from django.core.management.base import BaseCommand

# Modules without Django that have `HELP`, `add_arguments(parser)` and `main(options) -> exit status`.
SUBCOMMANDS = {
    "lint": "devices.phoneworld.lint.command",
    "monkey": "devices.phoneworld.monkey",
    "sheet": "devices.phoneworld.sheet",
    "check": "devices.phoneworld.tasks.check",
    "stats": "devices.phoneworld.tasks.stats",
    "tasks": "devices.phoneworld.tasks.generate",
    "play": "devices.phoneworld.tasks.play",
    "freeze": "devices.phoneworld.tasks.suite",
}


class Command(BaseCommand):
    help = "Check, show and count the apps and tasks of the mock phone."
    requires_system_checks = []

    def add_arguments(self, parser):
        chosen = parser.add_subparsers(dest="what", metavar="what", required=True)
        for name, path in SUBCOMMANDS.items():
            module = import_module(path)
            module.add_arguments(chosen.add_parser(name, help=module.HELP, description=module.HELP))

    def handle(self, *args, what, **options):
        from argparse import Namespace

        status = import_module(SUBCOMMANDS[what]).main(Namespace(**options))
        if status:
            raise SystemExit(status)
