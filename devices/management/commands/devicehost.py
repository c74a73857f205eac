"""`manage.py devicehost`: the process that owns this machine's phones and their stream sockets."""

import asyncio

import uvicorn
from django.core.management.base import BaseCommand

from devices.host import DeviceHostProcess


class Command(BaseCommand):
    help = "Find this machine's phones, register them, and serve their live streams."

    def add_arguments(self, parser):
        parser.add_argument("--bind", default="127.0.0.1", help="Address to listen on.")
        parser.add_argument("--port", type=int, default=8001)

    def handle(self, *args, bind: str, port: int, **options):
        asyncio.run(serve(bind, port))


async def serve(bind: str, port: int) -> None:
    from phonebuddy.hostasgi import application

    host = DeviceHostProcess()
    await host.start()
    config = uvicorn.Config(
        application,
        host=bind,
        port=port,
        lifespan="off",
        log_config=None,
        access_log=False,
        ws="websockets",
        ws_per_message_deflate=False,  # compressed video costs thirty times the CPU and saves nothing
        ws_max_size=1024 * 1024,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=3,
    )
    try:
        await uvicorn.Server(config).serve()
    finally:
        await host.stop()
