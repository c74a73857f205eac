"""`manage.py web`: the web process, pages and API."""

import uvicorn
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Serve pages, API and admin with uvicorn."

    def add_arguments(self, parser):
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--workers", type=int, default=1)

    def handle(self, *args, **options):
        uvicorn.run(
            "phonebuddy.asgi:application",
            host=options["host"],
            port=options["port"],
            workers=options["workers"],
            ws="none",  # sockets belong to the device host
            lifespan="off",
            access_log=False,
            log_config=None,  # Django's, one form for all
            timeout_graceful_shutdown=3,
        )
