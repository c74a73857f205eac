"""`manage.py dataset …`: datasets without a browser, through the same verbs."""

import json
from pathlib import Path

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from phonebuddy.api.errors import Refused
from training import services
from training.data.formats import FORMATS, Options
from training.data.formats import export as export_to
from training.data.store import Damaged
from training.data.store import Dataset as Stored
from training.models import Dataset, Purpose
from training.services import building


class Command(BaseCommand):
    help = "List, preview, make, verify and export datasets."

    def add_arguments(self, parser):
        verbs = parser.add_subparsers(dest="verb", required=True)
        verbs.add_parser("list", help="all of them, newest first")
        for verb in ("preview", "create"):
            part = verbs.add_parser(verb, help=f"{verb} a selection")
            part.add_argument("--query", type=json.loads, default={}, help="JSON, as in the API")
            part.add_argument("--purpose", choices=Purpose.values, default=Purpose.SFT)
            part.add_argument("--as", dest="user", required=True, help="username of a lead or researcher")
            part.add_argument("--demonstrations", type=int, default=0, help="oracle rollouts beside them")
            part.add_argument("--seed", type=int, default=0)
            part.add_argument("--variation", choices=("natural", "none"), default="natural")
            part.add_argument("--only", action="append", default=[], help="a folder or key of templates")
            part.add_argument("--no-pictures", action="store_true", help="UI trees alone")
            if verb == "create":
                part.add_argument("name", help="of a dataset that is there: a new version of it")
                part.add_argument("--description", default="")
        for verb in ("card", "verify", "export"):
            part = verbs.add_parser(verb)
            part.add_argument("dataset", help="id, name, or name:version")
            if verb == "export":
                part.add_argument("format", choices=sorted(FORMATS))
                part.add_argument("folder", type=Path, help="is made, or must be empty")
                part.add_argument("--dialect", default="phonebuddy-json")
                part.add_argument("--observation", default="")
                part.add_argument("--image-width", type=int, default=0)

    def handle(self, *args, **options):
        try:
            getattr(self, options["verb"])(options)
        except Refused as refusal:
            fields = "; ".join(f"{name}: {' '.join(said)}" for name, said in (refusal.fields or {}).items())
            raise CommandError(f"{refusal}{f' ({fields})' if fields else ''}") from refusal
        except (Damaged, ValueError) as error:
            raise CommandError(str(error)) from error

    def list(self, options):
        for row in Dataset.objects.select_related("owner"):
            told = f"{row.n_episodes:,} episodes, {row.n_steps:,} steps" if row.sha256 else row.error
            self.stdout.write(f"{row.pk}  {row!s:40} {row.state:9} {told}")

    def preview(self, options):
        found = services.preview(
            self._user(options), options["query"], options["purpose"], self._demonstrations(options)
        )
        self.stdout.write(json.dumps(found, indent=1, ensure_ascii=False))

    def create(self, options):
        """Built in this process, to its end."""
        user, name = self._user(options), options["name"]
        newest = Dataset.objects.filter(name=name).order_by("-version").first()
        asked = {"query": options["query"], "demonstrations": self._demonstrations(options)}
        if newest:
            row = services.new_version(user, newest, **asked, description=options["description"] or None)
        else:
            row = services.create_dataset(
                user, name, purpose=options["purpose"], description=options["description"], **asked
            )
        building.build(row.pk)
        row.refresh_from_db()
        if row.state != "frozen":
            raise CommandError(row.error or "Another worker builds it; see `dataset list`.")
        self.stdout.write(
            f"{row.pk}\n{row}: {row.n_episodes:,} episodes, {row.n_steps:,} steps, {row.sha256}"
        )

    def card(self, options):
        from training.services.dataset_cards import card_of

        self.stdout.write(card_of(self._row(options)))

    def verify(self, options):
        row = self._row(options)
        stored = Stored.open(row.folder)
        stored.verify()
        if stored.sha256 != row.sha256:
            raise Damaged(f"the folder holds another dataset: {stored.sha256}, not {row.sha256}")
        self.stdout.write(f"{row} is as it was frozen: {row.sha256}")

    def export(self, options):
        folder = options["folder"]
        if folder.exists() and any(folder.iterdir()):
            raise CommandError(f"{folder} is not empty.")
        how = Options(options["dialect"], options["observation"], options["image_width"])
        written = export_to(Stored.open(self._row(options).folder), options["format"], folder, how)
        self.stdout.write(json.dumps(written.to_json(), indent=1, ensure_ascii=False))

    def _user(self, options):
        user = get_user_model().objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(f"There is nobody called {options['user']!r}.")
        return user

    def _demonstrations(self, options) -> dict:
        if not options["demonstrations"]:
            return {}
        return {
            "n": options["demonstrations"],
            "seed": options["seed"],
            "variation": options["variation"],
            "pictures": not options["no_pictures"],
            "only": options["only"],
        }

    def _row(self, options) -> Dataset:
        said = options["dataset"]
        name, _, version = said.rpartition(":")
        rows = Dataset.objects.filter(name=said)
        if name and version.isdecimal():
            rows = Dataset.objects.filter(name=name, version=int(version))
        elif not rows.exists() and len(said) == 36:
            rows = Dataset.objects.filter(pk=said)
        row = rows.order_by("-version").first()
        if row is None:
            raise CommandError(f"There is no dataset {said!r}.")
        if row.state != "frozen" and options["verb"] != "card":
            raise CommandError(f"{row} is {row.get_state_display().lower()}.")
        return row
