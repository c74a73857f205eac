"""The Celery application: `celery -A phonebuddy worker -B`."""

import os
import sys
import warnings
from pathlib import Path

from celery import Celery

root = str(Path(__file__).resolve().parents[2])
if root not in sys.path:
    sys.path.insert(0, root)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phonebuddy.settings")

# Inside a container or on a bare machine the worker may well be root; it takes JSON only, no pickles.
warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")

app = Celery("phonebuddy")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
