"""What `ps` shows: apps that were opened, and commands that a shell runs."""

import dataclasses
import itertools

FIRST_PID = 2100
SYSTEM = {"init": 1, "adbd": 412, "surfaceflinger": 501, "system_server": 1480, "com.android.systemui": 1777}


@dataclasses.dataclass(eq=False)
class Process:
    """A running command; `task` is the asyncio task that is its life."""

    pid: int
    name: str
    task: object

    def kill(self):
        self.task.cancel()


class Processes:
    def __init__(self):
        self._pids = itertools.count(FIRST_PID)
        self._apps = {}
        self.commands = set()

    def app_pid(self, package):
        """The pid of an app's process: the same until it is stopped."""
        if package in SYSTEM:
            return SYSTEM[package]
        if package not in self._apps:
            self._apps[package] = next(self._pids)
        return self._apps[package]

    def stopped(self, package):
        self._apps.pop(package, None)

    def forget_apps(self):
        self._apps.clear()

    def started(self, name, task):
        process = Process(next(self._pids), name, task)
        self.commands.add(process)
        task.add_done_callback(lambda _: self.commands.discard(process))
        return process

    def named(self, name):
        return [process for process in self.commands if process.name == name]

    def table(self, running):
        """[(pid, user, name)] in order of pid; `running` are the packages that have a task."""
        rows = [(pid, "root" if pid < 500 else "system", name) for name, pid in SYSTEM.items()]
        rows += [(self.app_pid(name), f"u0_a{100 + self.app_pid(name) % 100}", name) for name in running]
        rows += [(process.pid, "shell", process.name) for process in self.commands]
        return sorted(rows)
