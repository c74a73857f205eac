"""`manage.py demo`: accounts, tasks and episodes to try PhoneBuddy with. Repeating it changes nothing."""

from django.core.management.base import BaseCommand
from django.db import transaction

import evaluation.demo
import evaluation.demo_episodes
from phonebuddy.accounts import demo as accounts_demo


class Command(BaseCommand):
    help = "Load the demo accounts, tasks and episodes, unless they are there."

    @transaction.atomic
    def handle(self, *args, **options):
        accounts_demo.load()
        evaluation.demo.load()
        evaluation.demo_episodes.load()
