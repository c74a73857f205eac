"""`manage.py setup`: brings database and static files to this version. Run it before every start."""

import hashlib

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Migrate the database, collect static files if they changed, and with --demo load demo data."

    def add_arguments(self, parser):
        parser.add_argument("--demo", action="store_true", help="also demo accounts and tasks")

    def handle(self, *args, **options):
        call_command("migrate", interactive=False, verbosity=0)
        self._collect_static()
        if options["demo"]:
            call_command("demo")

    def _collect_static(self) -> None:
        """Only when the sources changed: compressing them takes seconds."""
        digest = hashlib.sha256()
        sources = [source for finder in get_finders() for source in finder.list(None)]
        for name, storage in sorted(sources, key=lambda source: source[0]):
            with storage.open(name) as file:
                digest.update(name.encode() + b"\0" + file.read())
        stamp = settings.STATIC_ROOT / ".stamp"
        if stamp.exists() and stamp.read_text() == digest.hexdigest():
            return
        call_command("collectstatic", interactive=False, verbosity=0, clear=True)
        stamp.write_text(digest.hexdigest())
