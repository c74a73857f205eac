"""A bounded walk through an app: what fingers, keys and a minute's patience can reach, without trying alike
things twice.

Rows of a list share their action, so two of them are enough; a screen is visited again only where it offers
something not yet tried there.
"""

from collections import Counter, deque

from devices.phoneworld.effects import Step
from devices.phoneworld.phone import Phone
from devices.phoneworld.state import EMPTY, Frozen

STEPS, ALIKE, PAGES = 1500, 2, 4
TYPED = ("a", "12")
BROUGHT = {  # what another app may hand over
    "text": "Dinner at eight?", "subject": "Dinner", "title": "Dinner", "number": "+1 555 0144",
    "name": "Maya Chen", "email": "maya@example.org", "url": "https://example.org",
}  # fmt: skip


def place(phone) -> tuple[str, str, str]:
    """(package, screen, open dialog or sheet) the phone shows; ("", "", "") on the home screen."""
    state = phone.state
    if not state["fg"] or not state["tasks"]:
        return "", "", ""
    top = state["tasks"][0]["stack"][-1]
    return top["app"], top["screen"], top["vars"].get("@overlay") or ""


def likeness(target):
    """What a target does, without whom it does it to: targets alike are told apart by nothing else."""
    if target[0] == "act":
        return ("act", _action(target[1]), _action(target[2]))
    if target[0] == "set":
        return target
    if target[0] in ("field", "slider"):
        return target[:3]
    return target[0], str(target[1:3])


def _action(what):
    if not what:
        return None
    head = what[0]
    if head == "closing":
        return ("closing", _action(what[1]))
    if head == "key":
        return ("key", what[2])
    return what if isinstance(head, str) else head


def _is_keypad(target):
    return target[0] == "act" and target[1] and target[1][0] == "key"


def _enough(target):
    """How many targets alike are tried."""
    return 1 if target[0] in ("set", "sys") else ALIKE


def _at_the_end(step):
    step.scroll_to("bottom")


def _opened(step, package, screen, build):
    """The app's screen as another app opens it."""
    step.start(package)
    step.push(package, screen, build(step.S, EMPTY, step.Y, step.N, Frozen(BROUGHT)))


class Walk:
    """Goes through one app on forks of a phone. `found`: a phone for each (screen, overlay), nearest first.

    `see(phone)` is called with every phone on the way that shows the app; `fell(words, phone)` when a gesture
    raised.
    """

    def __init__(self, phone, package, steps=STEPS, see=None, fell=None):
        self.phone, self.package, self.left = phone, package, steps
        self.see, self.fell = see, fell
        self.root = phone.apps[package].mini or package  # a mini-app runs in its host's task
        self.found, self.tried = {}, Counter()
        self.near, self.far = deque(), deque()
        self.secrets = self._secrets()

    def _secrets(self):
        """PINs, passwords and user names that the app's own state tells."""
        initial = self.phone.apps[self.package].initial
        names = ("pin", "password", "code", "user")
        return [
            str(v)
            for k, v in initial.items()
            if isinstance(v, (str, int)) and v and any(n in k for n in names)
        ]

    def run(self):
        """Walk until nothing new is left, or the steps are used up."""
        start = self.phone.fork()
        if not start.open_app(self.package):
            return self.found
        self._arrived(start)
        self._run_out()
        for screen, build, *_ in self.phone.apps[self.package].accepts.values():
            if (screen, "") not in self.found:
                self._follow(self._do(start, Phone._do, 0, _opened, self.package, screen, build))
        self._run_out()
        return self.found

    def _run_out(self):
        while (self.near or self.far) and self.left > 0:
            self._around(self.near.popleft() if self.near else self.far.popleft())

    def _arrived(self, phone):
        state = phone.state
        if not state["tasks"] or state["tasks"][0]["package"] != self.root or not state["fg"]:
            return
        where = place(phone)
        if where[0] == self.package:
            if self.see is not None:
                self.see(phone)
            if where[1:] not in self.found and state["chooser"] is None and state["permission"] is None:
                self.found[where[1:]] = phone
                self.near.append(phone)
                return
        if self._news(phone, where):
            (self.near if where[0] == self.package else self.far).append(phone)

    def _news(self, phone, where):
        """Whether the phone offers something not yet tried there."""
        return any(
            self.tried[self._key(where, target)] < _enough(target)
            for _, target in self._points(phone)
            if target[0] != "key"
        )

    @staticmethod
    def _key(where, target):
        return (*where, likeness(target))

    @staticmethod
    def _points(phone):
        return [
            (((left + right) // 2, (top + bottom) // 2), target)
            for left, top, right, bottom, target in phone.frame().hit_boxes
            if target and target[0] not in ("hscroll", "edit")
        ]

    def _do(self, phone, gesture, *args):
        """A fork after a gesture; None if nothing changed or it raised."""
        self.left -= 1
        after = phone.fork()
        try:
            gesture(after, *args)
            changed = after.state is not phone.state
            if changed:
                after.frame()
        except Exception as error:
            if self.fell is not None:
                self.fell(f"{type(error).__name__}: {error}", phone)
            return None
        return after if changed else None

    def _around(self, phone):
        where, page = place(phone), phone
        if phone is not self.found.get(where[1:]) and not self._news(phone, where):
            return
        for n in range(PAGES):
            for point, target in self._points(page):
                if target[0] == "key":
                    continue
                key = self._key(where, target)
                if self.left > 0 and self.tried[key] < _enough(target):
                    self.tried[key] += 1
                    self._try(page, point, target)
            if n < PAGES - 2:
                middle = page.width // 2
                further = self._do(page, Phone.swipe, middle, page.height * 3 // 4,
                                   middle, page.height // 4, 300, False)  # fmt: skip
            else:
                further = self._do(page, Phone._do, 0, _at_the_end)
            if further is None or place(further) != where:
                break
            self._seen(further)
            page = further
        self._follow(self._do(phone, Phone.advance, 60_000))
        if self.secrets and any(_is_keypad(t) for _, t in self._points(phone)):
            self._press(phone)

    def _seen(self, phone):
        if self.see is not None and place(phone)[0] == self.package:
            self.see(phone)

    def _follow(self, phone):
        if phone is not None:
            self._arrived(phone)

    def _try(self, phone, point, target):
        after = self._do(phone, Phone.tap, *point)
        self._follow(after)
        if target[0] == "act" and target[2] is not None:
            self._follow(self._do(phone, Phone.long_press, *point))
        if target[0] == "field" and after is not None:
            for text in [*TYPED, *self.secrets]:
                typed = self._do(after, Phone.type_text, text)
                if typed is not None:
                    shown = self._do(typed, Phone.key, "BACK")
                    self._follow(shown)
                    self._follow(shown and self._do(shown, Phone.key, "BACK"))
                    self._follow(self._do(typed, Phone.key, "ENTER"))

    def _press(self, phone):
        """Enter the app's own PINs on its keypad."""
        for secret in self.secrets:
            after = phone.fork()
            for key in secret:
                keys = [(p, t[1][2]) for p, t in self._points(after) if _is_keypad(t)]
                point = next((p for p, name in keys if str(name) == key), None)
                if point is None:
                    break
                after = self._do(after, Phone.tap, *point) or after
            self._follow(after)


def in_dark(phone):
    """A fork of the phone with the dark theme."""
    dark = phone.fork()
    dark._do(0, Step.set_setting, "secure.ui_night_mode", "2")
    return dark
