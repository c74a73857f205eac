"""A phone: the façade over one immutable state. Everything a person, a test or a driver does goes through
here."""

from devices.phoneworld import clock, disturb, editing, touch
from devices.phoneworld.disturb.engine import after as disturb_after
from devices.phoneworld.disturb.kinds import Trouble
from devices.phoneworld.effects import Step
from devices.phoneworld.screen import App
from devices.phoneworld.setup import apply_setup
from devices.phoneworld.state import EMPTY, Frozen, digest, freeze
from devices.phoneworld.system import files, intents, launcher, provision, telephony
from devices.phoneworld.system.settings import Settings
from devices.phoneworld.tables import COLUMNS

TAP_MS, KEY_MS, SETTLE_MS = 100, 50, 300
SOON_MS = 1000
PASSING = ("toast_over", "snack_over", "headsup_over")


class Phone:
    """A mock phone of width × height px. 540×1200 is 240 dpi (360×800 dp), 1080×2400 is 480 dpi.

    Gestures end on a settled screen; time is virtual and moves only by what is done. `world` brings the apps,
    `profile` what may disturb whoever is at work (see disturb/).
    """

    system_columns = COLUMNS

    def __init__(
        self,
        seed: int = 0,
        width: int = 540,
        height: int = 1200,
        dpi: int | None = None,
        dark: bool = False,
        locale: str = "en-US",
        world=None,
        profile: str = "none",
    ):
        from devices.phoneworld.world import default_world

        self.world = world or default_world()
        self.apps = dict(self.world.apps)
        self.width, self.height = width, height
        self.dpi = dpi or round(240 * min(width, height) / 540)
        self._start, self.profile = (seed, dark, locale), profile
        self._composer = self.world.composer(width, height, self.dpi / 160)
        self._helpers()
        self.state = self.world.initial(seed, dark, locale)
        self.version = 0
        disturb.start(self, profile)

    def _helpers(self):
        self.intents, self.telephony = intents.Intents(self), telephony.Telephony(self)
        self.files, self.settings = files.Sdcard(self), Settings(self)
        self._frame = self._frame_state = self._canvas = self._finger = self._tapped = None

    # -- state
    def state_hash(self) -> str:
        """Hex digest of the state, the same in every process."""
        return digest(self.state).hex()

    @staticmethod
    def hash_of(state) -> str:
        """The hex digest of any snapshot."""
        return digest(state).hex()

    def snapshot(self):
        """The state; keep it to come back later. Costs nothing."""
        return self.state

    def restore(self, snapshot):
        """Go back to a snapshot of a phone with the same apps."""
        if snapshot is not self.state:
            if layouts_of(snapshot) is not layouts_of(self.state):
                self.apps = self.world.laid_out(self.apps, layouts_of(snapshot))
            self.state = snapshot
            self.version += 1
        self._finger = None

    def fork(self) -> "Phone":
        """A second phone in the same state, sharing everything; neither sees what the other does."""
        twin = Phone.__new__(Fork)
        twin._origin, twin.state, twin.version = self, self.state, self.version
        return twin

    def reset(self, seed=None, setup: dict | None = None):
        """Back to the factory state for a seed, with the edits of a set-up (see setup.py)."""
        _, dark, locale = self._start
        if seed is not None:
            self._start = (seed, dark, locale)
        self.apps = dict(self.world.apps)
        self.state = self.world.initial(*self._start)
        self.version += 1
        self._finger = None
        disturb.start(self, (setup or {}).get("profile") or self.profile)
        if setup:
            apply_setup(self, setup)

    @property
    def now(self) -> int:
        """Virtual time, ms since the epoch."""
        return self.state["now"]

    @property
    def settled(self) -> bool:
        """Nothing is due within a second that would change the picture (passing messages aside)."""
        limit = self.state["now"] + SOON_MS
        return not any(at <= limit and name not in PASSING for at, _, name, _ in self.state["events"])

    def advance(self, ms: int):
        """Let virtual time pass; due events run in order. A finger held still becomes a long press."""
        finger = self._finger
        if (
            finger is not None
            and not finger["done"]
            and finger["drag"] is None
            and (self.state["now"] + ms - finger["at"] >= touch.LONG_MS)
        ):
            finger["done"] = True
            self._do(0, touch.hold, self.frame(), finger["x"], finger["y"])
        self._pass(self.state["now"] + int(ms))

    def wait(self, ms: int):
        """The same as `advance`."""
        self.advance(ms)

    def _pass(self, until):
        state = self.state
        while state["events"] and state["events"][0][0] <= until:
            at, _, name, payload = state["events"][0]
            self.state = state.merge({"events": state["events"][1:], "now": max(at, state["now"])})
            self.version += 1
            step = Step(self)
            self._event(step, name, payload)
            self.state = state = step.commit()
        if state["now"] != until:
            if until // clock.MINUTE != state["now"] // clock.MINUTE:
                self.version += 1
            self.state = state.put("now", max(until, state["now"]))

    def _event(self, step, name, payload):
        if name == "toast_over":
            step.set("toast", None)
        elif name == "snack_over":
            step.set("snack", None)
        elif name == "headsup_over":
            step.set("headsup", None)
        elif name == "sms":
            self.telephony.receive(step, payload["sender"], payload["text"])
        elif name == "disturb":
            Trouble(step).due(payload["what"], payload["key"])
        elif ":" in name:
            package, event = name.split(":", 1)
            app = self.apps.get(package)
            if app is not None and event in app.events and package in step.Y["packages"]:
                self.run_in(step, package, app.events[event], payload)

    def run_in(self, step, package, handler, payload):
        """Run an app's event handler: on its screen if it is in front, else on its data alone."""
        if step.package == package:
            handler(step, payload)
            return
        kept = (step.package, step.app, step.S, step.V, step.entry)
        step._leave()
        step.package, step.app, step.S, step.entry = package, self.apps[package], step.apps[package], None
        changes = dict(step.changes)
        step.V = EMPTY
        handler(step, payload)
        step.apps = step.apps.put(package, step.S)
        step.changes.pop("home", None)
        if "home" in changes:
            step.changes["home"] = changes["home"]
        step.package, step.app, step.S, step.V, step.entry = kept
        if step.entry is not None:
            step.V, step.S = step.stack[-1]["vars"], step.apps[step.package]
            step.entry = step.stack[-1]

    def _do(self, ms, work, *args):
        """One step: the work's changes, then `ms` of time."""
        step = Step(self)
        work(step, *args)
        changes = step.changes
        if step.state["disturb"] is not None:
            disturb_after(step, work)
        until = step.now + ms
        if ms:
            changes["now"] = until
        self.state = state = step.commit()
        if len(changes) > (ms > 0):  # more than the time
            self.version += 1
        events = state["events"]
        if events and events[0][0] <= until:
            self._pass(until)

    def change_system(self, name, value):
        """Put a system table, from outside any app."""
        if value is not self.state["sys"][name]:
            self.state = self.state.put("sys", self.state["sys"].put(name, value))
            self.version += 1

    # -- gestures
    def tap(self, x, y):
        """A tap at a point in px."""
        if self.state["screen_on"]:
            self._do(TAP_MS, touch.tap, self.frame(), x, y)

    def double_tap(self, x, y):
        """Two taps."""
        if self.state["screen_on"]:
            self._do(TAP_MS, touch.tap, self.frame(), x, y)
            self._do(TAP_MS, touch.double, self.frame(), x, y)

    def long_press(self, x, y, ms: int = 800):
        """A touch held still for ms; under half a second it is a tap."""
        if self.state["screen_on"]:
            self._do(ms, touch.hold if ms >= touch.LONG_MS else touch.tap, self.frame(), x, y)

    def swipe(self, x1, y1, x2, y2, ms: int = 300, inertia: bool = True):
        """A straight swipe; without inertia the content stops under the finger (a drag)."""
        if not self.state["screen_on"]:
            return
        if abs(x2 - x1) + abs(y2 - y1) < touch.SLOP_DP * self.dpi / 160:
            self.long_press(x1, y1, ms)
            return
        self._do(ms + SETTLE_MS, self._swipe, x1, y1, x2, y2, max(1, ms), inertia)

    def _swipe(self, step, x1, y1, x2, y2, ms, inertia):
        look = self._look()
        drag = touch.begin(step, self.frame(), look, x1, y1, x2 - x1, y2 - y1)
        touch.move(step, drag, x2, y2)
        touch.end(step, drag, look, x2, y2, ms, inertia)

    def touch(self, action: str, x, y, pointer: int = 0):
        """A live finger: "down", "move", "up", "cancel". Time is told by `advance` between the calls."""
        if pointer != 0 or not self.state["screen_on"]:
            return
        finger = self._finger
        if action == "down":
            self._finger = {
                "x": x,
                "y": y,
                "at": self.now,
                "drag": None,
                "done": False,
                "trail": [(self.now, x, y)],
            }
        elif finger is None:
            return
        elif action == "move":
            self._finger_moves(finger, x, y)
        elif action == "up":
            self._finger = None
            self._finger_lifts(finger, x, y)
        else:
            self._finger = None

    def _finger_moves(self, finger, x, y):
        finger["trail"] = [*finger["trail"][-8:], (self.now, x, y)]
        slop = touch.SLOP_DP * self.dpi / 160
        if finger["done"]:
            return
        if finger["drag"] is None:
            dx, dy = x - finger["x"], y - finger["y"]
            if dx * dx + dy * dy < slop * slop:
                return
            self._do(0, self._take, finger, dx, dy)
        self._do(0, touch.move, finger["drag"], x, y)

    def _take(self, step, finger, dx, dy):
        finger["drag"] = touch.begin(step, self.frame(), self._look(), finger["x"], finger["y"], dx, dy)

    def _finger_lifts(self, finger, x, y):
        if finger["done"]:
            return
        if finger["drag"] is None:
            before, here = self._tapped, (finger["at"], finger["x"], finger["y"])
            again = before is not None and touch.twice(before, here, self.dpi / 160)
            self._do(0, touch.double if again else touch.tap, self.frame(), *here[1:])
            self._tapped = None if again else (self.now, *here[1:])
            return
        drag, then = finger["drag"], finger["trail"][0]
        elapsed = max(1, self.now - then[0])
        if drag.kind in ("scroll", "hscroll"):
            drag.x, drag.y = then[1], then[2]
        else:
            elapsed = max(1, self.now - finger["at"])
        self._do(0, touch.end, drag, self._look(), x, y, elapsed, True)

    def scroll_wheel(self, x, y, dx, dy):
        """A mouse wheel: notches right and up are positive, as Android counts them."""
        reach = 64 * self.dpi / 160
        self._do(KEY_MS, self._wheel, x, y, -dx * reach, -dy * reach)

    def _wheel(self, step, x, y, dx, dy):
        drag = touch.begin(step, self.frame(), self._look(), x, y, -dx or 0, -dy or 0)
        if drag.kind in ("scroll", "hscroll"):
            touch.move(step, drag, x - dx, y - dy)

    def type_text(self, text: str):
        """Commit Unicode text into the focused field, as an input method does. Returns whether a field took
        it."""
        taken = self.focused_field is not None
        if taken:
            self._do(KEY_MS, editing.insert, text)
        return taken

    def key(self, name: str, ctrl: bool = False, shift: bool = False, alt: bool = False):
        """A hardware key by Android's name without KEYCODE_ (BACK, HOME, ENTER, DEL, A…)."""
        from devices.phoneworld.keys import press

        self._do(KEY_MS, press, name.removeprefix("KEYCODE_"), ctrl, shift, alt)

    # -- apps
    def open_app(self, package: str) -> bool:
        """Bring an app to the front; False if it is not installed."""
        if package not in self.state["sys"]["packages"] or package not in self.apps:
            return False
        self._do(SETTLE_MS, Step.start_mini if self.apps[package].mini else Step.start, package)
        return True

    def send_intent(self, action: str, fields: dict) -> bool:
        """An intent from outside: the app that accepts it opens (or the sheet to choose); False if none
        does."""
        system = self.state["sys"]
        known = action == "view_url" and self.intents.owner(system, str(fields.get("uri") or ""))
        if not known and not self.intents.able(system, action):
            return False
        self._do(SETTLE_MS, self.intents.send, action, freeze(fields))
        return True

    def force_stop(self, package: str):
        """End an app's task; its data stays."""
        from devices.phoneworld.system.actions import close_task

        if any(t["package"] == package for t in self.state["tasks"]):
            front = self.state["fg"]
            self._do(KEY_MS, close_task, package)
            if front and front != package:
                self._do(0, Step.start, front)

    def clear_data(self, package: str):
        """Forget an app's data and permissions, and end its task."""
        self.force_stop(package)
        if package in self.apps:
            state = self.state
            rights = Frozen(
                {k: v for k, v in state["sys"]["permissions"].items() if not k.startswith(package + "/")}
            )
            self.state = state.merge(
                {
                    "apps": state["apps"].put(package, self.apps[package].initial),
                    "sys": state["sys"].put("permissions", rights),
                }
            )
            self.version += 1

    def install(self, package_name: str, label: str):
        """Install an app that only shows its name (what an APK from outside becomes); a known one comes
        back."""
        app = self.world.apps.get(package_name) or placeholder(package_name, label)
        self.apps = {**self.apps, package_name: app}
        state = self.state
        row = provision.package_row(app)
        self.state = state.merge(
            {
                "apps": state["apps"].put(package_name, state["apps"].get(package_name, app.initial)),
                "sys": state["sys"].put("packages", state["sys"]["packages"].put(package_name, row)),
            }
        )
        self.version += 1

    def uninstall(self, package_name: str) -> bool:
        """Remove an app and its data; False for a system app or an unknown one."""
        row = self.state["sys"]["packages"].get(package_name)
        if row is None or row["system"]:
            return False
        self.clear_data(package_name)
        self.change_system("packages", self.state["sys"]["packages"].without(package_name))
        return True

    def packages(self) -> list[dict]:
        """Installed apps: package, label, activity, system."""
        return [
            {"package": r["id"], "label": r["label"], "activity": r["activity"], "system": r["system"]}
            for r in self.state["sys"]["packages"].values()
            if not r["mini"]
        ]

    @property
    def foreground(self) -> dict:
        """The package and activity in front."""
        state = self.state
        if state["permission"] is not None:
            return {"package": "com.android.permissioncontroller", "activity": ".GrantPermissionsActivity"}
        if state["fg"] and state["recents"] is None:
            entry = state["tasks"][0]["stack"][-1]
            screen = self.apps[entry["app"]].screens[entry["screen"]]
            return {"package": entry["app"], "activity": f".{screen.activity}"}
        return {"package": launcher.PACKAGE, "activity": launcher.ACTIVITY}

    @property
    def foreground_package(self) -> str:
        """The package of the task in front, "" on the launcher."""
        state = self.state
        return state["fg"] if state["recents"] is None else ""

    # -- the device
    def rotate(self, n: int):
        """Turn the screen: 0 upright, 1 left, 2 upside down, 3 right."""
        if self.state["rotation"] != n % 4:
            self.state = self.state.put("rotation", n % 4)
            self.version += 1

    @property
    def screen_on(self) -> bool:
        """Whether the screen is lit."""
        return self.state["screen_on"]

    @property
    def battery(self) -> dict:
        """`{"level", "charging"}`."""
        return dict(self.state["sys"]["battery"])

    @battery.setter
    def battery(self, value: dict):
        self.change_system("battery", Frozen({**self.state["sys"]["battery"], **value}))

    @property
    def secure(self) -> bool:
        """Whether a window in sight forbids capture (FLAG_SECURE)."""
        return self.frame().secure

    @property
    def clipboard(self) -> str:
        """The clipboard's text."""
        return self.state["clipboard"]

    @clipboard.setter
    def clipboard(self, text: str):
        self.state = self.state.put("clipboard", str(text))

    @property
    def focused_field(self) -> dict | None:
        """The field with the caret: id, text, password, selection; None if there is none."""
        variables, fields = self._composer.holder(self.state, self.apps)
        focus = variables["@focus"]
        if focus is None:
            return None
        field = fields.get(focus[0])
        return {
            "id": focus[0],
            "text": str(variables.get(focus[0]) or ""),
            "password": bool(field and field.secret),
            "selection": (min(focus[1:]), max(focus[1:])),
        }

    @property
    def keyboard_shown(self) -> bool:
        """Whether the soft keyboard is up."""
        return self.state["ime"] is not None

    def settings_changed(self, step, key, value):
        """What a setting does beyond being stored."""
        if key == "global.airplane_mode_on" and value == "1":
            step.Y = step.Y.put("settings", step.Y["settings"].merge({"global.wifi_on": "0"}))
        elif key == "system.user_rotation":
            step.set("rotation", int(value) % 4 if value.isdigit() else 0)

    def post_notification(self, package: str, title: str, text: str, button: str | None = None):
        """A notification from outside, in an app's name."""
        self._do(0, Step.post, package, title, text, None, None, button)

    def receive_sms(self, sender: str, text: str):
        """A text message arrives."""
        self._do(0, self.telephony.receive, sender, text)

    # -- what is seen
    def _look(self):
        return self._composer.look(self.state["sys"]["settings"], self.state["rotation"])

    def frame(self):
        """The frame of the current state: windows, hit boxes, nodes, blocks."""
        if self._frame_state is not self.state:
            self._frame, self._frame_state = self._composer.frame(self.state, self.apps), self.state
        return self._frame

    def forget_frame(self):
        """Drop what this phone itself keeps of the last frame and pixels (shared memos stay)."""
        self._frame = self._frame_state = self._canvas = None

    def ui_xml(self) -> str:
        """uiautomator's XML of the active window."""
        return self.frame().xml()

    def ui_elements(self) -> list[dict]:
        """AndroidWorld's element dictionaries of every window in sight."""
        return self.frame().elements()

    def pixels(self):
        """The screen as (H, W, 4) uint8 RGBA; valid until the next call."""
        from devices.phoneworld.render.canvas import Canvas

        sideways = self.state["rotation"] % 2
        size = (self.height, self.width) if sideways else (self.width, self.height)
        if self._canvas is None or (self._canvas.width, self._canvas.height) != size:
            self._canvas = Canvas(*size)
        self._canvas.paint(self.frame().paint_list())
        return self._canvas.array()

    def verify(
        self, rules: dict, before_state=None, answer: str | None = None, ending: str | None = None
    ) -> dict:
        """The verdict of rules over the state before and now, and the answer (see verify.py)."""
        from devices.phoneworld.verify import verify

        before = before_state if before_state is not None else self.state
        return verify(rules, before, self.state, answer, ending)


class Fork(Phone):
    """A phone made by `fork`: it borrows everything from its origin until it is first used."""

    def __getattr__(self, name):
        origin = self.__dict__.get("_origin")
        if origin is None or name.startswith("__"):
            raise AttributeError(name)
        del self._origin
        for key in ("world", "apps", "width", "height", "dpi", "_start", "profile", "_composer"):
            setattr(self, key, getattr(origin, key))
        self._helpers()
        self.__class__ = Phone  # whose attributes are found without a call
        return getattr(self, name)


def layouts_of(state):
    """The layouts of apps that the disturbances of a state ask for."""
    return state["disturb"]["layouts"] if state["disturb"] is not None else EMPTY


def placeholder(package, label) -> App:
    """An app with one empty screen, for packages installed from outside."""
    from devices.phoneworld.spec import load_text

    quoted = label.replace('"', "'").replace("{", "").replace("}", "")
    return load_text(
        f'package: "{package}"\nlabel: "{quoted}"\ndomain: utilities\n'
        f'screens:\n  main:\n    title: "{quoted}"\n    body:\n'
        "      - empty:\n          icon: apps\n          title: Nothing here yet\n",
        package,
    )
