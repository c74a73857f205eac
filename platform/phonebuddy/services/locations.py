"""Where the embedded services of one `var/` folder live.

Everything is derived from the folder's path alone, so that any command finds running services without a
state file. Sockets stay in a short path: a Unix socket's name may have 107 bytes at most.
"""

import hashlib
import os
from contextlib import suppress
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

    def tidy(self) -> None:
        """Remove the sockets' folder once nothing is in it: everything that used it has ended."""
        with suppress(OSError):
            self.sockets.rmdir()

    @property
    def data(self) -> Path:
        """`var/services`; elsewhere when root's services, which run as nobody, could not get there.

        Where a database lies already, it stays: folder permissions that change later must not lead to an
        empty one.
        """
        from phonebuddy.services.binaries import nobody, nobody_can_reach

        self.var.mkdir(parents=True, exist_ok=True)
        inside, outside = self.var / "services", self.outside
        if nobody() is None:
            return inside
        for place in (inside, outside):
            if (place / "postgres" / "PG_VERSION").exists():
                return place
        return inside if nobody_can_reach(self.var) else outside

    @property
    def outside(self) -> Path:
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
