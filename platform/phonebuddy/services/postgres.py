"""Our own PostgreSQL, on a Unix socket that only we can enter."""

import os
import shutil
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg

from phonebuddy.services import binaries
from phonebuddy.services.process import Service, StartFailed, private_folder


class Postgres(Service):
    name = "postgres"
    stop_signal = signal.SIGINT  # "fast": closes sessions, writes a checkpoint, ends
    # What it says while it comes up and goes down, to whoever asks too early or too late.
    hushed = ("database system is", "Consistent recovery state has not been yet reached")

    @property
    def folder(self) -> Path:
        return self.locations.data / "postgres"

    def prepare(self) -> None:
        bin_folder = binaries.postgres_bin(self.locations)
        self.locations.data.mkdir(parents=True, exist_ok=True)
        private_folder(self.locations.sockets)
        self._end_leftover()
        if (self.folder / "PG_VERSION").exists():
            return
        shutil.rmtree(self.folder, ignore_errors=True)  # an initdb that was cut short
        private_folder(self.folder)
        done = subprocess.run(
            [
                bin_folder / "initdb", "-D", self.folder, "-U", "phonebuddy", "-E", "UTF8", "-A", "trust",
                *self._locale(bin_folder), *([] if self.durable else ["--no-sync"]),
            ],
            capture_output=True, text=True, cwd="/", **binaries.as_nobody(),
        )  # fmt: skip
        if done.returncode:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise StartFailed(f"initdb failed:\n{done.stderr or done.stdout}")

    def command(self) -> list[str]:
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": self.locations.sockets,
            "max_connections": 200,
            "shared_buffers": "64MB",
            "logging_collector": "off",
            "log_min_messages": "fatal",  # a failed statement is told by the program that sent it
            "log_checkpoints": "off",
            "log_line_prefix": "",
            "timezone": "UTC",
        }
        if not self.durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
            # Tests roll back what they write: statistics, taken between two of them, call every table empty,
            # and the plans that follow from that are many times slower than those without any.
            settings |= {"autovacuum": "off"}
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        return [str(binaries.postgres_bin(self.locations) / "postgres"), "-D", str(self.folder), *options]

    def ready(self) -> bool:
        try:
            self._connect().close()
        except psycopg.OperationalError:
            return False
        return True

    def finish(self) -> None:
        with suppress(psycopg.errors.DuplicateDatabase), self._connect() as connection:
            connection.execute("CREATE DATABASE phonebuddy")

    def _connect(self) -> psycopg.Connection:
        return psycopg.connect(
            host=str(self.locations.sockets), user="phonebuddy", dbname="postgres", autocommit=True,
            connect_timeout=5,
        )  # fmt: skip

    def _locale(self, bin_folder: Path) -> list[str]:
        version = subprocess.run(
            [bin_folder / "postgres", "--version"], capture_output=True, text=True, cwd="/"
        )
        major = int(version.stdout.split()[-1].split(".")[0]) if version.returncode == 0 else 0
        if major >= 17:  # the built-in provider sorts alike on every system
            return ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
        return ["--locale=C.UTF-8"]

    def _end_leftover(self) -> None:
        """After a kill -9 the pid file stays. Its process may still live (then it ends now), or the number
        may meanwhile be somebody else's (then only the file goes)."""
        pid_file = self.folder / "postmaster.pid"
        if not pid_file.exists():
            return
        try:
            process = psutil.Process(int(pid_file.read_text().split()[0]))
            ours = process.name().startswith("postgres") and str(self.folder) in process.cmdline()
            if ours:
                process.send_signal(self.stop_signal)
                process.wait(30)
        except (psutil.NoSuchProcess, ValueError, IndexError):
            pass
        with suppress(FileNotFoundError):
            os.unlink(pid_file)
