"""The Celery application: `celery -A phonebuddy worker -B`."""

import os
import sys
import warnings
from pathlib import Path

from celery import Celery
from celery.signals import worker_init

root = str(Path(__file__).resolve().parents[2])
if root not in sys.path:
    sys.path.insert(0, root)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phonebuddy.settings")

# Inside a container or on a bare machine the worker may well be root; it takes JSON only, no pickles.
warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")


@worker_init.connect
def end_with_supervisor(**_) -> None:
    """A warm shutdown waits for its tasks, for the broker, for the database: for ever, when all are gone."""
    from phonebuddy.services.process import end_after_starter

    end_after_starter()


app = Celery("phonebuddy")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
