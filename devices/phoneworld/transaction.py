"""One event's changes to a phone's state: app state S, screen variables V, system tables Y, everything else
in `changes`. `commit()` makes one new state tree of them; the old one never changes."""

from operator import itemgetter

from devices.phoneworld import clock
from devices.phoneworld.state import EMPTY, Frozen

_BRANCHES = itemgetter("now", "sys", "apps", "tasks", "fg", "home")


class Transaction:
    """The changes of one event, and the tables and variables that actions may change."""

    __slots__ = (
        "S",
        "V",
        "Y",
        "app",
        "apps",
        "changes",
        "entry",
        "now",
        "package",
        "phone",
        "stack",
        "state",
        "tasks",
        "visits",
    )

    def __init__(self, phone):
        self.phone, self.state = phone, phone.state
        self.now, self.Y, self.apps, tasks, front, home = _BRANCHES(phone.state)
        self.tasks, self.changes, self.visits = tasks, {}, 0
        if front and tasks:
            self.stack = stack = tasks[0]["stack"]
            self.entry = entry = stack[-1]
            self.V, self.package = entry["vars"], entry["app"]
            self.app, self.S = phone.apps[self.package], self.apps[self.package]
        else:
            self.stack, self.entry, self.package, self.app = (), None, "", None
            self.S, self.V = EMPTY, home

    @property
    def N(self) -> int:
        """The minute, which is all that views know of the time."""
        return self.now - self.now % clock.MINUTE

    @property
    def before(self):
        """`(package, its state)` of the app that was in front when the event began; "" on the launcher."""
        tasks = self.state["tasks"]
        if not self.state["fg"] or not tasks:
            return "", EMPTY
        package = tasks[0]["stack"][-1]["app"]
        return package, self.state["apps"][package]

    # -- bookkeeping
    def _enter(self, entry):
        self.visits += 1
        self.entry, self.V = entry, entry["vars"]
        self.package = package = entry["app"]
        self.app, self.S = self.phone.apps[package], self.apps[package]

    def _leave(self):
        """Put the working S and V back into the apps and the stack."""
        entry = self.entry
        if entry is None:
            self.changes["home"] = self.V
            return
        if self.V is not entry["vars"]:
            self.entry = entry = Frozen({**entry, "vars": self.V})
            self.stack = (*self.stack[:-1], entry)
        if self.S is not self.apps[self.package]:
            self.apps = Frozen({**self.apps, self.package: self.S})

    def _store_task(self):
        self._leave()
        if self.entry is not None:
            tasks, stack = self.tasks, self.stack
            if tasks and tasks[0]["stack"] is not stack:
                self.tasks = (Frozen({**tasks[0], "stack": stack}), *tasks[1:])

    def get(self, key):
        """A top-level value of the state as changed so far."""
        changes = self.changes
        return changes[key] if key in changes else self.state[key]

    def set(self, key, value):
        """Change a top-level value of the state."""
        self.changes[key] = value

    def commit(self) -> Frozen:
        """The new state tree (the old one if nothing changed)."""
        self._store_task()
        state, changes = self.state, self.changes
        if "home" in changes and changes["home"] is state["home"]:
            del changes["home"]
        if self.Y is not state["sys"]:
            changes["sys"] = self.Y
        if self.apps is not state["apps"]:
            changes["apps"] = self.apps
        if self.tasks is not state["tasks"]:
            changes["tasks"] = self.tasks
        return Frozen({**state, **changes}) if changes else state

    def fresh_id(self, letter="r") -> str:
        """A new row id, unique on this phone."""
        serial = self.get("serial") + 1
        self.set("serial", serial)
        return f"{letter}{serial}"

    def schedule(self, delay, name, payload=EMPTY):
        """Queue an event `delay` ms from now."""
        serial = self.get("serial") + 1
        self.set("serial", serial)
        self.set(
            "events", clock.schedule(self.get("events"), self.now + max(0, int(delay)), serial, name, payload)
        )

    def unschedule(self, name):
        """Drop the queued events of that name."""
        events = self.get("events")
        kept = tuple([e for e in events if e[2] != name])
        if len(kept) != len(events):
            self.set("events", kept)

    # -- variables and tables
    def set_variable(self, V, visit, name, value):
        """Assign a variable of the screen an action began on; returns that screen's variables."""
        if (
            self.visits != visit
        ):  # the action has left the screen: only the action itself still sees the variable
            return V.put(name, value)
        self.V = self.V.put(name, value)
        return self.V

    def of(self, package) -> Frozen:
        """An app's state as changed so far."""
        return self.S if package == self.package else self.apps[package]

    def set_slot(self, package, name, value):
        """Assign a scalar of an app's state."""
        if package == self.package:
            self.S = self.S.put(name, value)
        else:
            self.apps = self.apps.put(package, self.apps[package].put(name, value))

    def _table(self, package, name):
        """A table of an app, or of the system ("Y")."""
        return self.Y[name] if package == "Y" else self.of(package)[name]

    def _store(self, package, name, table):
        if package == "Y":
            self.Y = self.Y.put(name, table)
        else:
            self.set_slot(package, name, table)

    def _defaults(self, package, name):
        if package == "Y":
            return self.phone.system_columns[name]
        return self.phone.apps[package].defaults.get(name, EMPTY)

    def insert(self, package, name, /, **columns):
        """Add a row at the end of a table; returns its id."""
        key = columns.pop("id", None) or self.fresh_id(name[:1])
        row = Frozen({"id": key, **self._defaults(package, name), **columns})
        table = self._table(package, name)
        self._store(package, name, Frozen({**table, key: row}))
        return key

    def update(self, package, name, key, /, **columns):
        """Change columns of a row; nothing happens when there is no such row."""
        table = self._table(package, name)
        row = table.get(key)
        if row is not None and any(row.get(k, columns) != v for k, v in columns.items()):
            self._store(package, name, Frozen({**table, key: Frozen({**row, **columns})}))

    def remove(self, package, name, key):
        """Delete a row."""
        table = self._table(package, name)
        if key in table:
            self._store(package, name, table.without(key))

    def remove_where(self, package, name, /, **columns):
        """Delete the rows whose columns equal the given values."""
        table, pairs = self._table(package, name), columns.items()
        kept = {k: r for k, r in table.items() if any(r.get(c) != v for c, v in pairs)}
        if len(kept) != len(table):
            self._store(package, name, Frozen(kept))

    def update_where(self, package, name, column, value, /, **columns):
        """Change columns of the rows whose `column` equals the value."""
        for key, row in self._table(package, name).items():
            if row.get(column) == value:
                self.update(package, name, key, **columns)

    def clear(self, package, name):
        """Delete all rows."""
        if self._table(package, name):
            self._store(package, name, EMPTY)
