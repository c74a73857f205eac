"""`manage.py demo`: accounts and tasks to try PhoneBuddy with. Repeating it changes nothing."""

from django.core.management.base import BaseCommand
from django.db import transaction

import evaluation.demo
from phonebuddy.accounts import demo as accounts_demo


class Command(BaseCommand):
    help = "Load the demo accounts and tasks, unless they are there."

    @transaction.atomic
    def handle(self, *args, **options):
        accounts_demo.load()
        evaluation.demo.load()
