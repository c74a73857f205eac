"""What a killed run left: its process groups are written down while it runs, and ended by the next.

On Linux the kernel ends the children of a killed supervisor; this waits for them, and covers their children
and other systems. A number is ended only if its process is no younger than the note about it says.
"""

import json
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import psutil


def group_members(group: int, not_before: float) -> list[psutil.Process]:
    members = []
    for process in psutil.process_iter(["create_time"]):
        with suppress(ProcessLookupError, PermissionError, psutil.Error):
            if os.getpgid(process.pid) == group and process.info["create_time"] >= not_before - 2:
                members.append(process)
    return [p for p in members if p.status() != psutil.STATUS_ZOMBIE]


class Notebook:
    """`var/up.json`: group → name and when it was started."""

    def __init__(self, path: Path):
        self.path = path
        self.groups: dict[str, dict] = {}

    def note(self, group: int, name: str) -> None:
        self.groups[str(group)] = {"name": name, "since": time.time()}
        self._write()

    def forget(self, group: int) -> None:
        self.groups.pop(str(group), None)
        self._write()

    def _write(self) -> None:
        draft = self.path.with_suffix(".draft")
        draft.write_text(json.dumps(self.groups))
        draft.replace(self.path)

    def end_leftovers(self, patience_s: float = 10) -> list[str]:
        """End what the last run left. Returns the names of what still ran."""
        try:
            old = json.loads(self.path.read_text())
        except (FileNotFoundError, ValueError):
            return []
        left = {int(g): note for g, note in old.items() if group_members(int(g), note["since"])}
        # PostgreSQL waits for its sessions on SIGTERM and drops them on SIGINT.
        for group, note in left.items():
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGINT if note["name"] == "postgres" else signal.SIGTERM)
        deadline = time.monotonic() + patience_s
        while left_now := [g for g, note in left.items() if group_members(g, note["since"])]:
            if time.monotonic() > deadline:
                for group in left_now:
                    with suppress(ProcessLookupError):
                        os.killpg(group, signal.SIGKILL)
                deadline = time.monotonic() + patience_s
            time.sleep(0.05)
        self._write()
        return [note["name"] for note in left.values()]
