"""Which programs run on one machine, at which ports, with which settings."""

import asyncio
import os
import shutil
import socket
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from phonebuddy.services.locations import Locations
from phonebuddy.services.postgres import Postgres
from phonebuddy.services.process import Service
from phonebuddy.services.valkey import Valkey
from phonebuddy.supervisor import ports
from phonebuddy.supervisor.program import Program

HUSHED = "Fontconfig warning"  # the library's, about the system's own font settings


@dataclass(frozen=True)
class Options:
    host: str = "127.0.0.1"
    port: int = 8000
    phones: int = 4
    phone_size: str = "540x1200"
    phone_port: int = 6555
    adb_port: int = 5137


class Plan:
    """Ports are picked here, so that every program is told the same ones."""

    def __init__(self, options: Options, tell: Callable[[str], None]):
        self.options = options
        self.host = options.host
        self.web_port = ports.pick("web", self.host, options.port, tell)
        wanted = self.web_port + 1
        self.stream_port = ports.pick("streams", self.host, wanted, tell)
        self.adb_port = ports.pick("adb server", "127.0.0.1", options.adb_port, tell)
        self.phone_port = ports.pick("phones", "127.0.0.1", options.phone_port, tell, max(options.phones, 1))
        self.environment = self._environment()

    def services(self) -> list[Service]:
        """PostgreSQL and Valkey of our own, unless the environment names others."""
        locations = Locations(settings.VAR)
        own: list[Service] = []
        if "DATABASE_URL" not in os.environ:
            own.append(Postgres(locations))
        if "REDIS_URL" not in os.environ:
            own.append(Valkey(locations))
        return own

    def service_programs(self) -> list[Program]:
        return [
            Program(
                name=service.name,
                prepare=service.prepare,
                command=service.command,
                ready=in_thread(service.ready),
                stop_signal=service.stop_signal,
                as_nobody=True,
                hushed=service.hushed,
                cwd="/",
            )
            for service in self.services()
        ]

    def phone_program(self) -> Program | None:
        """The virtual phones need neither database nor queue: they come up meanwhile."""
        if not self.options.phones:
            return None
        numbers = ["--count", self.options.phones, "--size", self.options.phone_size, "--seed", 1]
        command = manage("phones", *numbers, "--base-port", self.phone_port)
        last = self.phone_port + self.options.phones - 1
        return self._program("phones", command, answers_tcp("127.0.0.1", last))

    def programs(self) -> list[Program]:
        near = "127.0.0.1" if self.host in ("0.0.0.0", "::") else self.host
        web = manage("web", "--host", self.host, "--port", self.web_port)
        host = manage("devicehost", "--bind", self.host, "--port", self.stream_port)
        clock = celery("worker", "-B", "--concurrency", "2")
        # A run waits for its phone and its model nearly all the time: threads, one for each.
        agents = celery("agents", "--queues", "agents", "--pool", "threads", "--concurrency", "10")
        # One job at a time; its trainer is a process of its own, and the thread only watches it.
        queues = "training-cpu,training-gpu" if shutil.which("nvidia-smi") else "training-cpu"
        training = celery("training", "--queues", queues, "--pool", "threads", "--concurrency", "1")
        return [
            self._program("web", web, answers_http(near, self.web_port)),
            self._program("host", host, answers_http(near, self.stream_port)),
            self._program("worker", clock, answers_ping("worker")),
            # Each thread keeps its own connection; a pool would be too small for all of them.
            self._program("agents", agents, answers_ping("agents"), PHONEBUDDY_DB_POOL="0"),
            self._program("training", training, answers_ping("training"), PHONEBUDDY_DB_POOL="0"),
        ]

    @property
    def address(self) -> str:
        return f"http://{'127.0.0.1' if self.host in ('0.0.0.0', '::') else self.host}:{self.web_port}/"

    @property
    def other_addresses(self) -> list[str]:
        """How colleagues on the network reach us; nothing while we listen on loopback only."""
        if self.host not in ("0.0.0.0", "::"):
            return []
        return [f"http://{name}:{self.web_port}/" for name in names_of_this_machine()]

    def _program(
        self, name: str, command: list[str], ready: Callable[[], Awaitable[bool]], **environment: str
    ) -> Program:
        return Program(
            name,
            lambda: command,
            ready,
            self.environment | environment,
            cwd=str(settings.BASE_DIR),
            hushed=(HUSHED,),
        )

    def _environment(self) -> dict[str, str]:
        phones = [f"127.0.0.1:{self.phone_port + n}" for n in range(self.options.phones)]
        local = ["localhost", "127.0.0.1", "[::1]", self.host]
        names = local + (names_of_this_machine() if self.host in ("0.0.0.0", "::") else [])
        chosen = {
            "DJANGO_SETTINGS_MODULE": "phonebuddy.settings",
            "PYTHONPATH": os.pathsep.join([str(settings.BASE_DIR), str(settings.BASE_DIR / "platform")]),
            "PYTHONUNBUFFERED": "1",
            "PHONEBUDDY_VAR": str(settings.VAR),
            "PHONEBUDDY_ADB_SERVER_PORT": str(self.adb_port),
            "PHONEBUDDY_ADB_CONNECT": ",".join([*settings.ADB_CONNECT, *phones]),
        }
        if sys.stdout.isatty() and "NO_COLOR" not in os.environ:
            chosen["FORCE_COLOR"] = "1"  # the programs write to our pipe, we to a terminal
        defaults = {
            "PHONEBUDDY_HTTPS": "0",
            "ALLOWED_HOSTS": ",".join(dict.fromkeys(names)),
            "PHONEBUDDY_WEB_ORIGINS": f"http://*:{self.web_port}",
            "PHONEBUDDY_STREAM_URL": f"ws://*:{self.stream_port}",
        }
        return chosen | {key: os.environ.get(key, value) for key, value in defaults.items()}


def manage(*words) -> list[str]:
    return [sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), *map(str, words)]


def in_thread(ask: Callable[[], bool]) -> Callable[[], Awaitable[bool]]:
    return lambda: asyncio.to_thread(ask)


def answers_tcp(host: str, port: int) -> Callable[[], Awaitable[bool]]:
    async def ask() -> bool:
        _, writer = await asyncio.open_connection(host, port)
        writer.close()
        return True

    return ask


def answers_http(host: str, port: int) -> Callable[[], Awaitable[bool]]:
    async def ask() -> bool:
        reader, writer = await asyncio.open_connection(host, port)
        try:
            writer.write(f"GET /healthz HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
            return b" 200 " in await asyncio.wait_for(reader.readline(), 5)
        finally:
            writer.close()

    return ask


def celery(name: str, *words: str) -> list[str]:
    command = [sys.executable, "-m", "celery", "-q", "-A", "phonebuddy", "worker", "--hostname", f"{name}@%h"]
    return [*command, *words, "--loglevel", "INFO"]


def answers_ping(name: str) -> Callable[[], Awaitable[bool]]:
    async def ask() -> bool:
        from phonebuddy.celery import app

        replies = await asyncio.to_thread(app.control.ping, timeout=0.5)
        return any(worker.startswith(f"{name}@") for reply in replies for worker in reply)

    return ask


def names_of_this_machine() -> list[str]:
    names = [socket.gethostname()]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only chooses the outgoing address
            names.append(probe.getsockname()[0])
        except OSError:
            pass
    return list(dict.fromkeys(names))
