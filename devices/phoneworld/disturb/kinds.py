"""Each kind of disturbance: how it begins, what answers it takes, and which of them are right."""

from devices.phoneworld import rng
from devices.phoneworld.disturb import content
from devices.phoneworld.disturb.log import opened
from devices.phoneworld.functions import digits
from devices.phoneworld.state import EMPTY, Frozen

# Apps about these things work without a network.
AT_HOME = frozenset({"system", "files", "time", "utilities", "contacts", "notes", "photos", "communication"})
IN_APPS = frozenset(
    {"slow", "failed", "stale", "permission", "update", "rating", "ad", "login", "captcha", "crash"}
)
RING_MS, OFFLINE_MS, STALE_MS, AGAIN_MS, SKIP_MS = 20_000, (20_000, 50_000), (3000, 8000), 900, 2000
UNSOLVED = {"picked": (), "wrong": False, "round": 0}
BEGIN = {}
# An answer of a window: its kind and the answer -> (word for the log, whether that is right, side effect).
ENDS = {
    ("update", "later"): ("put off", True, ""),
    ("rating", "later"): ("put off", True, ""),
    ("rating", "never"): ("refused", True, ""),
    ("ad", "close"): ("closed", True, ""),
    ("ad", "open"): ("followed", False, "an advertisement was followed"),
    ("call", "decline"): ("declined", True, ""),
    ("call", "end"): ("answered", True, ""),
    ("battery", "later"): ("put off", True, ""),
    ("battery", "saver"): ("saver on", True, ""),
    ("crash", "close"): ("closed", True, ""),
    ("crash", "again"): ("opened again", True, ""),
}


def begins(work):
    """Register how a kind begins: `work(trouble, key, package)`; the kind is the function's name."""
    BEGIN[work.__name__] = work
    return work


def online(phone, package) -> bool:
    """Whether an app needs the network for what it shows."""
    app = phone.apps.get(package)
    return app is not None and not app.system and app.domain not in AT_HOME


class Trouble:
    """The disturbances of one step."""

    def __init__(self, step):
        self.step = step

    @property
    def held(self):
        """The state's `disturb` as changed so far."""
        return self.step.get("disturb")

    def put(self, **values):
        """Change parts of it."""
        self.step.set("disturb", self.held.merge(values))

    def roll(self, n) -> int:
        """A number from 0 to n-1 out of the disturbances' own stream."""
        value, position = rng.below(self.held["rng"], max(1, n))
        self.put(rng=position)
        return value

    def between(self, limits) -> int:
        """A number within the limits."""
        return limits[0] + self.roll(limits[1] - limits[0] + 1)

    def choose(self, options):
        """One of them."""
        return options[self.roll(len(options))]

    def later(self, ms, what, key):
        """An event of this disturbance, `ms` from now."""
        self.step.schedule(ms, "disturb", Frozen({"what": what, "key": key}))

    # -- the log
    def begin(self, kind, package):
        """Begin a kind; its row is in the log from now on."""
        package = package if kind in IN_APPS else ""
        log, key = opened(self.held["log"], kind, package, self.step.now)
        self.put(log=log)
        BEGIN[kind](self, key, package)

    def row(self, key):
        """A row of the log."""
        return self.held["log"][key]

    def note(self, key, **values):
        """Change a row of the log."""
        self.put(log=self.held["log"].put(key, self.row(key).merge(values)))

    def end(self, key, handled, right, charged=""):
        """It is over."""
        if self.row(key)["ended"] is None:
            self.note(key, ended=self.step.now, handled=handled, right=right, charged=charged)
        if self.held["showing"] and self.held["showing"]["key"] == key:
            self.put(showing=None)

    def show(self, kind, package, key=None, **more):
        """Put its window up."""
        key = key or next(k for k, r in self.held["log"].items() if r["kind"] == kind and r["app"] == package)
        self.step.unfocus()
        self.put(showing=Frozen({"kind": kind, "key": key, "app": package, **more}))

    def change(self, **values):
        """Change what the window shows."""
        self.put(showing=self.held["showing"].merge(values))

    def able(self, kind, package) -> bool:
        """Whether a kind may be drawn now."""
        held, step = self.held, self.step
        if kind in IN_APPS:
            app = step.phone.apps.get(package)
            if app is None or app.system or step.package != package:
                return False
            if kind == "captcha":
                return online(step.phone, package) and not any(
                    r["kind"] == kind for r in held["log"].values()
                )
            if kind == "permission":
                return bool(self.needless(package))
        if kind in ("network", "battery"):
            return not any(r["kind"] == kind for r in held["log"].values())
        return True

    def needless(self, package) -> list:
        """Rights that an app does not need and has not been refused."""
        declared = self.step.phone.apps[package].permissions
        known = self.step.Y["permissions"]
        return [p for p in content.NEEDLESS if p not in declared and f"{package}/{p}" not in known]

    def notice_permission(self):
        """Log the answer to a right that was asked for needlessly."""
        step = self.step
        for key, row in self.held["log"].items():
            if row["kind"] == "permission" and row["ended"] is None and step.get("permission") is None:
                package, name = row["app"], row["handled"]
                granted = step.Y["permissions"].get(f"{package}/{name}") == "granted"
                label = step.phone.apps[package].label
                self.end(key, "granted" if granted else "refused", not granted,
                         f"{label} was granted {name} without need" if granted else "")  # fmt: skip

    def notice_leaving(self, package):
        """An app that is left takes its window along; a sign-in stays, a captcha comes back with the app."""
        showing = self.held["showing"]
        if showing is None or showing["app"] in ("", package) or showing["kind"] in ("crash", "login"):
            return
        if showing["kind"] == "captcha":
            self.put(showing=None)
        else:
            self.end(showing["key"], "left", True)

    # -- answers
    def answer(self, answer, extra=None):
        """A touch on its window."""
        showing = self.held["showing"]
        if showing is None:
            return
        kind, key = showing["kind"], showing["key"]
        special = getattr(self, f"_{kind}_{answer}", None)
        if special is not None:
            special(key, showing, extra)
        elif (kind, answer) in ENDS:
            self.end(key, *ENDS[kind, answer])

    def back(self) -> bool:
        """The Back button on its window; False if there is none in sight."""
        showing = self.held["showing"]
        if showing is None or not visible(self.step, showing) or showing["kind"] == "call":
            return False
        if showing["kind"] in ("slow", "failed", "login", "captcha"):
            if showing["kind"] != "captcha":
                self.end(showing["key"], "left", True)
            else:
                self.put(showing=None)
            self.step.back()
        elif showing["kind"] == "ad":
            self._ad_close(showing["key"], showing, None)
        else:
            self.answer("close" if showing["kind"] == "crash" else "later")
        return True

    def _login_leave(self, key, showing, extra):
        self.end(key, "left", True)
        self.step.go_home()

    def _failed_retry(self, key, showing, extra):
        tries = showing["tries"] + 1
        self.change(busy=True, tries=tries)
        self.later(AGAIN_MS, "retried", key)

    def _ad_close(self, key, showing, extra):
        if self.step.now >= showing["from"]:
            self.end(key, *ENDS["ad", "close"])

    def _call_accept(self, key, showing, extra):
        self.change(talking=True)

    def _rating_stars(self, key, showing, extra):
        label = self.step.phone.apps[showing["app"]].label
        self.end(key, "rated", False, f"{label} was given {extra} stars")

    def _update_now(self, key, showing, extra):
        label = self.step.phone.apps[showing["app"]].label
        self.end(key, "updated", False, f"an update of {label} was begun")
        self.step.toast(f"{label} is being updated")

    def _ad_open(self, key, showing, extra):
        self.end(key, *ENDS["ad", "open"])
        self.step.toast(f"{showing['brand']} is not available in your region")

    def _battery_saver(self, key, showing, extra):
        self.step.set_setting("global.low_power", "1")
        self.end(key, *ENDS["battery", "saver"])

    def _crash_again(self, key, showing, extra):
        self.end(key, *ENDS["crash", "again"])
        self.step.start(showing["app"])

    def _login_go(self, key, showing, extra):
        if showing["code"]:
            self.change(asking=True)
            self.later(2500, "code", key)
        else:
            self.change(busy=True)
            self.later(AGAIN_MS, "signed in", key)

    def _login_digit(self, key, showing, extra):
        entered = showing["entered"][:-1] if extra == "⌫" else (showing["entered"] + extra)[:6]
        self.change(entered=entered, wrong=False)
        if len(entered) == 6:
            if entered == showing["code"]:
                self.change(busy=True)
                self.later(AGAIN_MS, "signed in", key)
            else:
                self.change(entered="", wrong=True)

    def _captcha_pick(self, key, showing, extra):
        picked = showing["picked"]
        self.change(picked=tuple(p for p in picked if p != extra) if extra in picked else (*picked, extra))

    def _captcha_verify(self, key, showing, extra):
        self.change(picked=(), wrong=True, round=showing["round"] + 1)

    def helped(self):
        """The user passes the captcha."""
        for key, row in self.held["log"].items():
            if row["kind"] == "captcha" and row["ended"] is None:
                self.end(key, "passed by the user", True)
        self.put(blocked=())

    # -- what falls due
    def due(self, what, key):
        """An event of a disturbance."""
        if what == "message":
            self._message_comes(key)
            return
        if self.row(key)["ended"] is not None:
            return
        showing = self.held["showing"]
        mine = showing is not None and showing["key"] == key
        if what == "loaded":
            self.end(key, "waited", True)
        elif what == "retried":
            if self.held["offline"] or (mine and showing["tries"] < showing["needed"]):
                self.change(busy=False)
            else:
                self.end(key, "tried again", True)
        elif what == "fresh":
            self.put(stale=self.held["stale"].without(self.row(key)["app"]))
            self.end(key, "waited", True)
        elif what == "rung" and mine and not showing["talking"]:
            self._missed(key, showing)
        elif what == "connected":
            self.put(offline=False)
            self.end(key, "waited", True)
        elif what == "signed in":
            self.end(key, "signed in", True)
        elif what == "code" and mine:
            self._sms(
                key, self.step.phone.apps[self.row(key)["app"]].label, content.code_text(showing["code"])
            )

    def _missed(self, key, showing):
        row = self.step.insert(
            "Y", "calls", number=showing["number"], kind="missed", at=self.step.now, duration=0
        )
        self.note(key, rows=(*self.row(key)["rows"], ("sys", "calls", row)))
        self.end(key, "let ring", True)

    def _sms(self, key, sender, text):
        before = self.step.Y["messages"]
        self.step.phone.telephony.receive(self.step, sender, text)
        new = tuple(("sys", "messages", k) for k in self.step.Y["messages"] if k not in before)
        self.note(key, rows=(*self.row(key)["rows"], *new))

    def _message_comes(self, key):
        sender, text = self.choose(content.MESSAGES)
        self._sms(key, sender, text)
        self.end(key, "came in", True)


def visible(step, showing) -> bool:
    """Whether its window is in front: those of an app only over that app."""
    return not showing["app"] or (step.package == showing["app"] or showing["kind"] == "crash")


@begins
def slow(trouble, key, package):
    """A page that loads, for as long as the profile says."""
    from devices.phoneworld.disturb.profiles import Profile, profile_of

    limits = (profile_of(trouble.held["profile"]) or Profile()).load
    trouble.show("slow", package, key)
    trouble.later(trouble.between(limits), "loaded", key)


@begins
def failed(trouble, key, package):
    """A page that did not load; the first or second try succeeds."""
    trouble.show("failed", package, key, busy=False, tries=0, needed=1 + trouble.roll(2),
                 offline=trouble.held["offline"])  # fmt: skip


@begins
def stale(trouble, key, package):
    """What the app shows is as it was before this step, for a while."""
    before = trouble.step.state["apps"][package]
    trouble.put(stale=trouble.held["stale"].put(package, before))
    trouble.later(trouble.between(STALE_MS), "fresh", key)


@begins
def permission(trouble, key, package):
    """The system's dialog, for a right the app has no need of; `handled` names it until it is answered."""
    name = trouble.choose(trouble.needless(package) or list(content.NEEDLESS))
    trouble.note(key, handled=name)
    trouble.step.unfocus()
    trouble.step.set("permission", Frozen({"package": package, "name": name, "asked": ""}))


@begins
def update(trouble, key, package):
    """Update now, or later."""
    trouble.show("update", package, key, version=f"{2 + trouble.roll(9)}.{trouble.roll(10)}")


@begins
def rating(trouble, key, package):
    """Five stars, or not now."""
    trouble.show("rating", package, key)


@begins
def ad(trouble, key, package):
    """An advertisement whose cross works after two seconds."""
    brand, words, action, picture, color = trouble.choose(content.ADS)
    trouble.show("ad", package, key, brand=brand, words=words, action=action, picture=picture, color=color,
                 **{"from": trouble.step.now + SKIP_MS})  # fmt: skip
    trouble.later(SKIP_MS, "skip", key)


@begins
def call(trouble, key, package):
    """Somebody calls: one of the contacts, or a number nobody knows."""
    people = list(trouble.step.Y["contacts"].values())
    known = people and trouble.roll(3) > 0
    person = trouble.choose(people) if known else EMPTY
    number = person["phone"] if known else f"+1 555 01{trouble.roll(90) + 10}"
    trouble.show("call", "", key, name=person["name"] if known else number, number=number,
                 hint="Mobile" if known and digits(number) else "Unknown number", talking=False)  # fmt: skip
    trouble.later(RING_MS, "rung", key)


@begins
def message(trouble, key, package):
    """A text message within two seconds."""
    trouble.later(200 + trouble.roll(1800), "message", key)


@begins
def login(trouble, key, package):
    """The session is over; in a hostile profile a code from a message is needed."""
    from devices.phoneworld.disturb.profiles import profile_of

    profile = profile_of(trouble.held["profile"])
    code = f"{trouble.roll(900_000) + 100_000}" if profile is not None and profile.code else ""
    trouble.show("login", package, key, code=code, asking=False, busy=False, entered="", wrong=False)


@begins
def captcha(trouble, key, package):
    """The app lets nobody in but the human who passes this."""
    trouble.put(blocked=(*trouble.held["blocked"], package))
    trouble.show("captcha", package, key, **UNSOLVED)


@begins
def network(trouble, key, package):
    """No connection for a while: what needs it does not load."""
    trouble.put(offline=True)
    trouble.step.toast("No internet connection")
    trouble.later(trouble.between(OFFLINE_MS), "connected", key)


@begins
def battery(trouble, key, package):
    """Fifteen percent left."""
    step = trouble.step
    step.Y = step.Y.put("battery", step.Y["battery"].merge({"level": 15, "charging": False}))
    trouble.show("battery", "", key)


@begins
def crash(trouble, key, package):
    """The app ends; what was stored stays."""
    from devices.phoneworld.system.actions import close_task

    trouble.step.unfocus()
    close_task(trouble.step, package)
    trouble.show("crash", package, key)
