"""`manage.py up`: everything on this machine, in one terminal. `make run` calls it."""

import asyncio
import fcntl

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from phonebuddy.supervisor.console import Console
from phonebuddy.supervisor.leftovers import Notebook
from phonebuddy.supervisor.plan import Options, Plan
from phonebuddy.supervisor.supervisor import Supervisor


class Command(BaseCommand):
    help = "Start PostgreSQL, Valkey, virtual phones, device host, web and worker; Ctrl-C stops them all."
    requires_system_checks = []

    def add_arguments(self, parser):
        default = Options()
        parser.add_argument("--host", default=default.host, help="0.0.0.0 serves the network too")
        parser.add_argument("--port", type=int, default=default.port)
        parser.add_argument("--phones", type=int, default=default.phones, help="how many virtual phones")
        parser.add_argument("--phone-size", default=default.phone_size, help="in pixels, as 540x1200")
        parser.add_argument("--phone-port", type=int, default=default.phone_port)
        parser.add_argument("--adb-port", type=int, default=settings.ADB_SERVER_PORT)

    def handle(self, *args, **options):
        console = Console()
        settings.VAR.mkdir(parents=True, exist_ok=True)
        with (settings.VAR / "up.lock").open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise CommandError(f"PhoneBuddy already runs from here ({settings.VAR}).") from None
            notebook = Notebook(settings.VAR / "up.json")
            if left := notebook.end_leftovers():
                console.say(f"Ended what the last run left: {', '.join(left)}.")
            chosen = {name: options[name] for name in Options.__dataclass_fields__}
            plan = Plan(Options(**chosen), console.say)
            raise SystemExit(asyncio.run(supervise(plan, console, notebook)))


async def supervise(plan: Plan, console: Console, notebook: Notebook) -> int:
    return await Supervisor(plan, console, notebook).run()
