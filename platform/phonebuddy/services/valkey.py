"""Our own Valkey (queue, channel layer, cache), on a Unix socket. It keeps nothing that rows do not hold too,
so it writes no file."""

from pathlib import Path

import redis

from phonebuddy.services import binaries
from phonebuddy.services.process import Service, private_folder


class Valkey(Service):
    name = "valkey"
    hushed = ("Memory overcommit", "Received SIGTERM", "ready to exit")  # it never saves, hence never forks

    def prepare(self) -> None:
        private_folder(self.locations.sockets)
        Path(self.locations.valkey_socket).unlink(missing_ok=True)

    def command(self) -> list[str]:
        options = {
            "port": "0", "unixsocket": self.locations.valkey_socket, "unixsocketperm": "700", "save": "",
            "appendonly": "no", "daemonize": "no", "loglevel": "warning", "dir": self.locations.sockets,
            "maxmemory": "256mb", "maxmemory-policy": "noeviction",
        }  # fmt: skip
        flat = [str(part) for key, value in options.items() for part in (f"--{key}", value)]
        return [str(binaries.valkey_server(self.locations)), *flat]

    def ready(self) -> bool:
        try:
            return redis.Redis(unix_socket_path=str(self.locations.valkey_socket), socket_timeout=5).ping()
        except redis.RedisError:
            return False
