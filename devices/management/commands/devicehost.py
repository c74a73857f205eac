"""`manage.py devicehost`: the process that owns this machine's phones and their stream sockets."""

import asyncio
import signal

import uvicorn
from django.core.management.base import BaseCommand, CommandError

from devices.adb.client import AdbError
from devices.adb.scrcpy.jar import JarRefused
from devices.host import DeviceHostProcess


class Command(BaseCommand):
    help = "Find this machine's phones, register them, and serve their live streams."

    def add_arguments(self, parser):
        parser.add_argument("--bind", default="127.0.0.1", help="Address to listen on.")
        parser.add_argument("--port", type=int, default=8001)

    def handle(self, *args, bind: str, port: int, **options):
        try:
            asyncio.run(serve(bind, port))
        except (AdbError, JarRefused, OSError) as error:
            raise CommandError(str(error)) from error


async def serve(bind: str, port: int) -> None:
    """Until SIGTERM or SIGINT."""
    from phonebuddy.hostasgi import application

    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        # uvicorn sets its own handlers while it serves, and then raises the signal again: by then we only
        # want to go on to the end of this function.
        loop.add_signal_handler(number, lambda: None)
    host = DeviceHostProcess()
    await host.start()
    config = uvicorn.Config(
        application,
        host=bind,
        port=port,
        lifespan="off",
        log_config=None,
        access_log=False,
        ws_per_message_deflate=False,  # compressed video costs thirty times the CPU and saves nothing
        ws_max_size=1024 * 1024,
        timeout_graceful_shutdown=3,
    )
    try:
        await uvicorn.Server(config).serve()
    finally:
        await host.stop()
