"""Where the embedded services of one `var/` folder live.

Everything is derived from the folder's path alone, so that any command finds running services without a
state file. Sockets stay in a short path: a Unix socket's name may have 107 bytes at most.
"""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Locations:
    var: Path

    @property
    def key(self) -> str:
        return hashlib.sha256(str(self.var).encode()).hexdigest()[:12]

    @property
    def sockets(self) -> Path:
        return Path("/tmp") / f"phonebuddy-{os.getuid()}-{self.key}"

    @property
    def data(self) -> Path:
        """`var/services`; elsewhere when root's services, which run as nobody, could not get there."""
        from phonebuddy.services.binaries import nobody, nobody_can_reach

        self.var.mkdir(parents=True, exist_ok=True)
        if nobody() is None or nobody_can_reach(self.var):
            return self.var / "services"
        return Path("/var/lib") / f"phonebuddy-{self.key}"

    @property
    def valkey_socket(self) -> Path:
        return self.sockets / "valkey.sock"

    @property
    def database_url(self) -> str:
        return self.database_url_of("phonebuddy")

    def database_url_of(self, name: str) -> str:
        """django-environ's form for a socket folder: `postgres://user@//folder/name`."""
        return f"postgres://phonebuddy@/{self.sockets}/{name}"

    @property
    def redis_url(self) -> str:
        return f"unix://{self.valkey_socket}"
