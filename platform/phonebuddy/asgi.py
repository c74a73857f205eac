"""The web process: pages, API and admin over HTTP. Streams belong to hostasgi."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phonebuddy.settings")
application = get_asgi_application()
