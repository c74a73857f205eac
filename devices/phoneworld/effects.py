"""What actions may do: the effects of the language, their signatures, and the step that carries them out.

A `Step` gathers one event's changes (see transaction.py) and commits them as one new state tree.
"""

from dataclasses import dataclass

from devices.phoneworld import clock, functions, rng
from devices.phoneworld.state import EMPTY, Frozen, freeze
from devices.phoneworld.transaction import Transaction

TOAST_MS, SNACK_MS = 2000, 4000
CODE_DELAY_MS, CODE_LIFE_MS = 4000, 10 * clock.MINUTE


@dataclass(frozen=True)
class Signature:
    """How an effect is called. `keywords` is () or the allowed names, "columns", "params" or "any"."""

    positional: tuple = ()
    least: int = 0
    keywords: object = ()


EFFECTS = {
    "insert": Signature(("table",), 1, "columns"),
    "update": Signature(("table", "value"), 2, "columns"),
    "remove": Signature(("table", "value"), 2),
    "remove_where": Signature(("table",), 1, "columns"),
    "update_where": Signature(("table", "value", "value"), 3, "columns"),
    "clear": Signature(("table",), 1),
    "open": Signature(("screen",), 1, "params"),
    "replace": Signature(("screen",), 1, "params"),
    "root": Signature(("screen",), 1, "params"),
    "back": Signature(),
    "show": Signature(("overlay",), 1, "params"),
    "close": Signature(),
    "toast": Signature(("value",), 1),
    "snackbar": Signature(("value",), 1, ("undo",)),
    "launch": Signature(("value",), 1),
    "intent": Signature(("value",), 1, "any"),
    "pick": Signature(("value", "variable"), 2, "any"),
    "request": Signature(("value", "variable"), 2, "any"),
    "request_code": Signature(("value",), 1, ("text", "number")),
    "check_code": Signature(("value",), 1),
    "give": Signature(("value",), 1),
    "copy": Signature(("value",), 1),
    "notify": Signature(("value", "value"), 2, ("screen", "id", "button", "params")),
    "dismiss": Signature(("value",), 1),
    "send_sms": Signature(("value", "value"), 2),
    "focus": Signature(("variable",), 1),
    "unfocus": Signature(),
    "scroll_to": Signature(("value",), 1),
    "set_setting": Signature(("value", "value"), 2),
    "ask": Signature(("value",), 1),
    "after": Signature(("value", "value"), 2, "any"),
    "cancel": Signature(("value",), 1),
    "write_file": Signature(("value", "value"), 2),
    "remove_file": Signature(("value",), 1),
    "make_folder": Signature(("value",), 1),
    "move_file": Signature(("value", "value"), 2),
    "copy_file": Signature(("value", "value"), 2),
    "random": Signature(("value",), 1),
    "permit": Signature(("value", "value", "value"), 3),
    "set_wallpaper": Signature(("value",), 1),
    "uninstall": Signature(("value",), 1),
}


class Step(Transaction):
    """What actions do, as methods. `commit()` returns the new tree."""

    __slots__ = ()

    # -- screens
    def _run(self, handler, *args):
        if handler is not None:
            handler(self, *args)

    def push(self, package, screen, params, result=None, unanswered=None):
        """Open a screen of an app on the current task. `result` is the variable below that its answer fills;
        `unanswered` the answer when it is left without one."""
        if self.entry is not None:
            self.unfocus()
            self._leave()
        definition = self.phone.apps[package].screens[screen]
        entry = Frozen(
            {
                "app": package,
                "screen": screen,
                "vars": definition.variables.merge(params),
                "result": result,
                "unanswered": unanswered,
            }
        )
        self.stack = (*self.stack, entry)
        self._enter(entry)
        self._run(definition.load)
        auto = definition.variables["@auto"]
        if auto and self.entry is entry:
            self.focus(auto)

    def open(self, screen, /, **params):
        """Open a screen of this app."""
        self.push(self.package, screen, params)

    def replace(self, screen, /, **params):
        """Open a screen in place of this one; who asked this one for an answer now gets it from that."""
        self.unfocus()
        self._leave()
        left = self.entry
        self.stack, self.entry = self.stack[:-1], None
        self.push(self.package, screen, params, left["result"], left["unanswered"])

    def root(self, screen, /, **params):
        """Open a screen as the only one of this app; the app that led here stays below."""
        self.unfocus()
        self._leave()
        package, left = self.package, self.entry
        while self.stack and self.stack[-1]["app"] == package:
            left, self.stack = self.stack[-1], self.stack[:-1]
        self.entry = None
        self.push(package, screen, params, left["result"], left["unanswered"])

    def back(self):
        """Close the top screen; the last one leaves the app (its task stays in Recents)."""
        self.unfocus()
        if self.V.get("@overlay") and not self.app.screens[self.entry["screen"]].overlay:
            self.close()
            return
        self._leave()
        if len(self.stack) > 1:
            left = self.entry
            self.stack = self.stack[:-1]
            self._enter(self.stack[-1])
            if left["unanswered"] is not None:
                self.answer(left["result"], left["unanswered"])
        else:
            self.go_home()

    def give(self, value):
        """Answer the app that asked for something, and close this screen and those opened for it. Where
        nobody asked, this screen closes."""
        if not any(entry["result"] for entry in self.stack[1:]):
            self.back()
            return
        self.unfocus()
        self._leave()
        result = None
        while not result:
            result = self.entry["result"]
            self.stack = self.stack[:-1]
            self._enter(self.stack[-1])
        self.answer(result, freeze(value))

    def answer(self, variable, value):
        """Put an answer into a variable of the screen in front, and run what listens to it."""
        self.V = self.V.put(variable, value)
        self._run(self.app.screens[self.entry["screen"]].changed.get(variable))

    def show(self, overlay, /, **params):
        """Show a dialog, sheet or menu of this screen."""
        self.V = self.V.merge({**params, "@overlay": overlay, "@overlay_scroll": 0})
        self.unfocus()
        auto = self.app.screens[self.entry["screen"]].overlays[overlay].auto
        if auto:
            self.focus(auto)

    def close(self):
        """Close the dialog, sheet or menu; a screen that is nothing else closes with it."""
        if self.app.screens[self.entry["screen"]].overlay:
            self.back()
            return
        self.unfocus()
        self.V = self.V.put("@overlay", None)

    def go_home(self):
        """Show the launcher; the task stays."""
        self.unfocus()
        self._store_task()
        self.entry, self.stack, self.package, self.app = None, (), "", None
        self.V = self.get("home").merge({"drawer": False, "folder": None, "query": "", "@focus": None})
        self.changes.update(fg="", recents=None, shade=None)

    def start(self, package, screen=None, params=EMPTY):
        """Bring an app to the front, on its last screen, or on the given one."""
        if self.phone.apps[package].mini:
            return self.start_mini(package, screen, params)
        self.unfocus()
        self._store_task()
        if self.entry is None:
            self.V = self.V.merge({"drawer": False, "folder": None, "query": ""})
            self._leave()
        self.entry = None
        found = next((t for t in self.tasks if t["package"] == package), None)
        others = tuple(t for t in self.tasks if t is not found)
        if found is None:
            found = Frozen({"package": package, "stack": ()})
        self.tasks, self.stack = (found, *others), found["stack"]
        self.changes.update(fg=package, recents=None, shade=None)
        if self.stack:
            self._enter(self.stack[-1])
        if not self.stack or screen:
            if not self.stack:
                self.push(package, self.phone.apps[package].home, EMPTY)
            if (screen and screen != self.entry["screen"]) or params:
                self.push(package, screen or self.phone.apps[package].home, params)
        self._store_task()

    def launch(self, package):
        """Start another app, if it is installed."""
        if not self.phone.intents.there(self.Y, package):
            self.toast("App isn't installed")
        elif self.phone.apps[package].mini:
            self.start_mini(package)
        else:
            self.start(package)

    def start_mini(self, package, screen=None, params=EMPTY):
        """Open a mini-app over its host, which comes to the front; a mini-app that is open already is
        started afresh. The host hears of it by its event `mini_opened`."""
        app = self.phone.apps[package]
        if not self.stack or all(entry["app"] != app.mini for entry in self.stack):
            self.start(app.mini)
        self.unfocus()
        self._leave()
        while self.stack[-1]["app"] == package:
            self.stack = self.stack[:-1]
        self._enter(self.stack[-1])
        heard = self.phone.apps[app.mini].events.get("mini_opened")
        if heard:
            self.phone.run_in(self, app.mini, heard, Frozen({"package": package}))
        self.push(package, screen or app.home, params)

    def close_mini(self):
        """Leave the mini-app in front with all its screens; its data stays."""
        self.unfocus()
        self._leave()
        package = self.package
        while self.stack[-1]["app"] == package:
            self.stack = self.stack[:-1]
        self._enter(self.stack[-1])

    # -- hand-off between apps
    def intent(self, action, /, **fields):
        """Ask the system to do something by whichever app can: share, view_url, dial, sms, create_event…"""
        self.phone.intents.send(self, action, freeze(fields))

    def pick(self, kind, variable, /, **fields):
        """Let the user pick a contact, photo, file or place in the app that has them; the answer fills the
        variable."""
        self.phone.intents.send(self, f"pick_{kind}", freeze(fields), result=variable)

    def request(self, action, variable, /, **fields):
        """Ask another app to do something and tell how it went: pay, login, invite… The variable gets its
        answer, a record with `status`: "cancelled" when it was left, "unavailable" when no app can."""
        self.phone.intents.send(self, action, freeze(fields), variable, Frozen({"status": "cancelled"}))

    # -- one-time codes
    def request_code(self, sender, text=None, number=None):
        """Have a one-time code sent to this phone by SMS: six digits of the seeded stream arrive in a few
        seconds, in `text` where it says `#`. A new one makes the old one void."""
        code = f"{self.random(900_000) + 100_000}"
        held = Frozen({"code": code, "until": self.now + CODE_LIFE_MS})
        self.set("codes", self.get("codes").put(self.package, held))
        words = text or f"{sender}: # is your verification code. It is valid for 10 minutes."
        sms = Frozen({"sender": str(number or sender), "text": str(words).replace("#", code)})
        self.schedule(CODE_DELAY_MS, "sms", sms)

    def check_code(self, entered):
        """Whether the text is this app's one-time code and still valid; a code that was right is used up."""
        held = self.get("codes").get(self.package)
        right = held is not None and held["code"] == functions.text(entered).strip()
        if right and held["until"] >= self.now:
            self.set("codes", self.get("codes").without(self.package))
            return True
        return False

    # -- words to the user
    def toast(self, text):
        """A short message that passes."""
        self.unschedule("toast_over")
        self.set("toast", Frozen({"text": str(text), "app": self.package}))
        self.schedule(TOAST_MS, "toast_over")

    def snackbar(self, text, undo=False):
        """A message at the bottom of the screen; with `undo`, a button that restores the app's state."""
        package, before = self.before
        self.unschedule("snack_over")
        self.set(
            "snack",
            Frozen(
                {
                    "text": str(text),
                    "app": self.package,
                    "undo": before if undo and package == self.package else None,
                }
            ),
        )
        self.schedule(SNACK_MS, "snack_over")

    def notify(self, title, text, screen=None, id=None, button=None, params=EMPTY):
        """Post a notification of this app; a tap opens `screen` with `params`."""
        self.post(self.package, title, text, screen, id, button, freeze(params))

    def post(self, package, title, text, screen=None, id=None, button=None, params=EMPTY):
        """Post a notification of an app; it heads up on the screen unless Do Not Disturb is on."""
        key = f"{package}/{id or self.fresh_id('n')}"
        label = self.Y["packages"][package]["label"] if package in self.Y["packages"] else package
        row = Frozen(
            {
                "id": key,
                "package": package,
                "label": label,
                "title": str(title),
                "text": str(text),
                "at": self.now,
                "screen": screen,
                "params": params,
                "button": button,
            }
        )
        self.Y = self.Y.put("notifications", Frozen({key: row, **self.Y["notifications"].without(key)}))
        settings = self.Y["settings"]
        if settings.get("global.zen_mode", "0") == "0" and settings.get(f"app.notify.{package}", "1") == "1":
            self.unschedule("headsup_over")
            self.set("headsup", key)
            self.schedule(5000, "headsup_over")

    def dismiss(self, key):
        """Take a notification away (its full id, or this app's own id)."""
        for name in (key, f"{self.package}/{key}"):
            if name in self.Y["notifications"]:
                self.Y = self.Y.put("notifications", self.Y["notifications"].without(name))
            if self.get("headsup") == name:
                self.set("headsup", None)

    def copy(self, text):
        """Put text on the clipboard."""
        self.set("clipboard", str(text))

    # -- editing and scrolling
    def focus(self, variable):
        """Put the caret at the end of a field."""
        text = functions.text(self.V.get(variable))
        field = self.app.screens[self.entry["screen"]].fields.get(variable) if self.app else None
        self.V = self.V.put("@focus", (variable, len(text), len(text)))
        self.changes.update(
            ime=field.keyboard if field and field.keyboard in ("number", "phone") else "abc",
            shift=0 if text or field is None or field.secret or field.keyboard != "text" else 1,
            edit_menu=False,
        )

    def unfocus(self):
        """Take the caret away and hide the keyboard."""
        if self.V.get("@focus") is not None:
            self.V = self.V.put("@focus", None)
        if self.get("ime") is not None:
            self.changes.update(ime=None, edit_menu=False)

    def scroll_to(self, where):
        """Scroll the screen to its "top" or "bottom"."""
        self.V = self.V.put("@scroll", 0 if where == "top" else 1 << 24)

    # -- the system
    def set_setting(self, key, value):
        """Write an Android setting, `global.airplane_mode_on`; values are kept as text, as Android does."""
        text = str(int(value)) if isinstance(value, bool) else str(value)
        settings = self.Y["settings"]
        if settings.get(key) != text:
            self.Y = self.Y.put("settings", settings.put(key, text))
            self.phone.settings_changed(self, key, text)

    def ask(self, permission):
        """Ask the user for a runtime permission, unless it was granted or refused for good."""
        state = self.Y["permissions"].get(f"{self.package}/{permission}")
        if state not in ("granted", "never"):
            self.unfocus()
            self.set(
                "permission", Frozen({"package": self.package, "name": permission, "asked": state or ""})
            )

    def permit(self, package, permission, state):
        """Set an app's runtime permission: "granted", "denied", or "" to ask again (Settings does this)."""
        self.Y = self.Y.put("permissions", self.Y["permissions"].put(f"{package}/{permission}", str(state)))

    def after(self, ms, name, /, **payload):
        """Queue one of this app's events."""
        self.schedule(ms, f"{self.package}:{name}", freeze(payload))

    def cancel(self, name):
        """Drop this app's queued events of that name."""
        self.unschedule(f"{self.package}:{name}")

    def random(self, n):
        """A number from 0 to n-1 out of the phone's seeded stream."""
        value, position = rng.below(self.get("rng"), max(1, int(n)))
        self.set("rng", position)
        return value

    def send_sms(self, number, text):
        """Send a text message through the system's SMS provider."""
        self.phone.telephony.send(self, number, text)

    def write_file(self, path, content):
        """Create or overwrite a text file."""
        self.Y = self.Y.put("files", self.phone.files.written(self.Y["files"], path, content, self.now))

    def remove_file(self, path):
        """Delete a file, or a folder with all in it."""
        self.Y = self.Y.put("files", self.phone.files.removed(self.Y["files"], path))

    def make_folder(self, path):
        """Create a folder and its parents."""
        self.Y = self.Y.put("files", self.phone.files.with_folder(self.Y["files"], path, self.now))

    def move_file(self, path, target):
        """Move or rename a file or folder."""
        self.Y = self.Y.put("files", self.phone.files.moved(self.Y["files"], path, target, self.now))

    def copy_file(self, path, target):
        """Copy a file or folder."""
        self.Y = self.Y.put("files", self.phone.files.copied(self.Y["files"], path, target, self.now))

    def set_wallpaper(self, name):
        """Change the launcher's wallpaper."""
        self.Y = self.Y.put("settings", self.Y["settings"].put("system.wallpaper", str(name)))

    def uninstall(self, package):
        """Remove an app, its task and its data; system apps stay."""
        row = self.Y["packages"].get(package)
        if row is None or row["system"] or package == self.package:
            return
        self._store_task()
        self.tasks = tuple(t for t in self.tasks if t["package"] != package)
        self.apps = self.apps.put(package, self.phone.apps[package].initial)
        self.Y = self.Y.put("packages", self.Y["packages"].without(package))
