"""`manage.py phones`: virtual phones for a device host to connect to."""

import asyncio
import logging

from django.core.management.base import BaseCommand, CommandError

from devices.virtual import phones

log = logging.getLogger(__name__)


def tell(started: list[dict]) -> None:
    log.info("virtual phones listen at %s", ", ".join(phone["serial"] for phone in started))


class Command(BaseCommand):
    help = "Run virtual phones, each an adbd on its own port."
    requires_system_checks = []

    def add_arguments(self, parser):
        phones.add_arguments(parser)

    def handle(self, *args, **options):
        import argparse

        try:
            asyncio.run(phones.run(argparse.Namespace(**options), ready=tell))
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error
