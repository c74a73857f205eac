"""A state to a frame: which windows show, from the app at the bottom to the status bar on top."""

from operator import itemgetter

from devices.phoneworld import editing, functions
from devices.phoneworld.block import look as look_of
from devices.phoneworld.clock import MINUTE, words
from devices.phoneworld.disturb import windows as disturbances
from devices.phoneworld.frame import Frame, Window
from devices.phoneworld.memo import drop_oldest
from devices.phoneworld.state import EMPTY
from devices.phoneworld.system import dialogs, intents, keyboard, launcher, recents, shade, statusbar
from devices.phoneworld.widgets.bars import snackbar
from devices.phoneworld.window import app_window, overlay_window

WINDOWS_KEPT, SCREENS_KEPT, SHELLS_KEPT, LOOKS_KEPT = 2000, 1024, 1000, 1000

# What decides all that shows around an app, but for a toast's words, the keyboard's Enter key and the edit
# toolbar. Of the system's tables only those that are shown there: most that apps do changes none of them.
_SHELL = itemgetter(
    "rotation",
    "disturb",
    "screen_on",
    "locked",
    "recents",
    "ime",
    "shift",
    "chooser",
    "permission",
    "headsup",
    "shade",
    "shade_scroll",
)
_SYSTEM = itemgetter("settings", "notifications", "packages", "battery", "files")


class Shell:
    """What is around an app: the keyboard's height, the windows up to it, those above, and the plans of
    screens in its look."""

    __slots__ = ("above", "before", "ime_height", "look", "plans")

    def __init__(self, look, plans, ime_height, before, above):
        self.look, self.plans, self.ime_height = look, plans, ime_height
        self.before, self.above = before, above


class Shown:
    """A window of an app, and the last frame it was in: what shows the same is one frame, which tells its
    boxes once."""

    __slots__ = ("frame", "window")

    def __init__(self, window):
        self.window, self.frame = window, None


class Composer:
    """Builds frames. It holds no state but memos, so forks share one."""

    def __init__(self, width, height, scale):
        self.width, self.height, self.scale = width, height, scale
        self._looks, self._shells = {}, {}

    def look(self, settings, rotation, seed_color=None):
        """The look that the settings ask for."""
        looks = self._looks_of(settings, rotation)[1]
        if seed_color not in looks:
            looks[seed_color] = self._look_of(settings, rotation % 2, seed_color)
        return looks[seed_color]

    def _looks_of(self, settings, rotation):
        """`(settings, looks by colour, plans by screen)` of settings, which are told by their identity."""
        held = self._looks.get((id(settings), rotation))
        if held is None:
            drop_oldest(self._looks, LOOKS_KEPT)
            held = self._looks[(id(settings), rotation)] = (settings, {}, {})
        return held

    def _look_of(self, settings, sideways, seed_color):
        return look_of(
            self.height if sideways else self.width,
            self.width if sideways else self.height,
            self.scale * float(settings.get("secure.display_scale", 1)),
            settings.get("secure.ui_night_mode") == "2",
            float(settings.get("system.font_scale", 1)),
            settings.get("system.locale", "en-US")[:2] in ("ar", "he", "fa", "ur"),
            seed_color,
        )

    def forget(self):
        """Drop windows and blocks."""
        self._shells.clear()
        for _, looks, plans in self._looks.values():
            plans.clear()
            for look in looks.values():
                look.windows.clear()
                look.blocks.clear()

    def kept(self, look, key, held, build, *args):
        """A window out of the look's memo. `held` keeps alive what the key names by id."""
        windows = look.windows
        found = windows.get(key)
        if found is None:
            if len(windows) >= WINDOWS_KEPT:
                drop_oldest(windows, WINDOWS_KEPT)
            found = windows[key] = (build(*args), held)
        return found[0]

    def frame(self, state, apps) -> Frame:
        """All windows of a state, of a phone with these apps: each phone may have its own layouts."""
        N = state["now"]
        N -= N % MINUTE
        if not state["fg"]:
            return self._elsewhere(state, apps, N)
        toast, enter = state["toast"], self._enter_kind(state, apps) if state["ime"] is not None else None
        words = toast["text"] if toast is not None else None
        key = (_SHELL(state), _SYSTEM(state["sys"]), N, words, enter)
        shell = self._shells.get(key)
        if shell is None:
            if state["recents"] is not None or state["locked"] or not state["screen_on"]:
                return self._elsewhere(state, apps, N)
            shell = self._shell(state, apps, N)
            if state["disturb"] is None:  # what disturbs may change by the second
                drop_oldest(self._shells, SHELLS_KEPT)
                self._shells[key] = shell
        found = []
        shown = self._app(state, apps, state["tasks"][0]["stack"], shell.plans, N, shell.ime_height, found)
        found += shell.before
        if shell.ime_height and state["edit_menu"]:
            self._edit_menu(state, apps, shell.look, found)
        found += shell.above
        if shown is None:
            return Frame(found, state["rotation"])
        frame = shown.frame
        if frame is None or frame.windows != found or frame.rotation != state["rotation"]:
            frame = shown.frame = Frame(found, state["rotation"])
        return frame

    def _shell(self, state, apps, N):
        """What is around an app."""
        settings, rotation = state["sys"]["settings"], state["rotation"]
        look, before, above = self.look(settings, rotation), [], []
        ime_height = keyboard.height(look) if state["ime"] is not None else 0
        if state["disturb"] is not None:
            self._disturbed(state, apps, look, before)
        if ime_height:
            before.append(self._keyboard(state, apps, look))
        self._over(state, look, ime_height, above)
        self._top(state, look, N, False, above)
        return Shell(look, self._looks_of(settings, rotation)[2], ime_height, before, above)

    def _elsewhere(self, state, apps, N):
        """The frame where no app is in front: dark, locked, Recents, or the launcher."""
        Y, rotation = state["sys"], state["rotation"]
        settings, plain, found, light = Y["settings"], self.look(Y["settings"], rotation), [], True
        if not state["screen_on"]:
            return Frame((dialogs.dark_window(plain),), rotation)
        ime_height = keyboard.height(plain) if state["ime"] is not None else 0
        if state["locked"]:
            notes = tuple((n["label"], n["title"]) for n in list(Y["notifications"].values())[:4])
            found.append(dialogs.lock_window(plain, words(N, "%H:%M"), words(N, "%A, %-d %B"), notes))
        elif state["recents"] is not None:
            found.append(recents.window(plain, state, lambda task: self._picture(state, apps, task, N)))
        else:
            key = (
                "home",
                id(state["home"]),
                id(Y["packages"]),
                id(Y["notifications"]),
                id(settings),
                N,
                ime_height,
            )
            found += self.kept(
                plain, key, (state["home"], Y), launcher.windows, plain, state["home"], Y, N, ime_height
            )
            light = not state["home"]["drawer"]
        if not state["locked"]:
            if state["disturb"] is not None:
                self._disturbed(state, apps, plain, found)
            if ime_height and state["recents"] is None:
                found.append(self._keyboard(state, apps, plain))
                if state["edit_menu"]:
                    self._edit_menu(state, apps, plain, found)
            self._over(state, plain, ime_height, found)
        self._top(state, plain, N, light, found)
        return Frame(found, rotation)

    def _top(self, state, plain, N, light, found):
        """The shade, and the status bar (`light`: on a picture)."""
        Y = state["sys"]
        settings = Y["settings"]
        if state["shade"]:
            key = ("shade", state["shade"], state["shade_scroll"], id(Y["notifications"]), id(settings), N)
            found.append(self.kept(plain, key, Y, shade.window, plain, state, N))
            light = False
        offline = state["disturb"] is not None and state["disturb"]["offline"]
        key = ("status", id(settings), id(Y["notifications"]), id(Y["battery"]), N, light, offline)
        bar = self.kept(plain, key, Y, statusbar.status_window, plain, state, N, light, offline)
        found.append(self.kept(plain, bar.placed, None, lambda: bar))  # bars that look alike are one

    def _keyboard(self, state, apps, look):
        enter = self._enter_kind(state, apps)
        key = ("ime", state["ime"], state["shift"], enter)
        return self.kept(look, key, None, keyboard.window, look, state["ime"], state["shift"], enter)

    def _app(self, state, apps, stack, plans, N, ime_height, found):
        """Put the windows of an app's top screen into `found`. Of a screen that is not a sheet over others,
        its `Shown`."""
        entry = stack[-1]
        package, V, Y = entry["app"], entry["vars"], state["sys"]
        screen = apps[package].screens[entry["screen"]]
        plan = plans.get(screen) or self._plan(state, apps, screen, plans)
        S = state["apps"][package]
        if state["disturb"] is not None:  # a list that has not heard of the last change
            S = state["disturb"]["stale"].get(package, S)
        overlay, shown = V["@overlay"], None
        if not plan.sheet:
            height = 0 if overlay else ime_height
            inputs = plan.inputs(S, V, Y, N)
            key = (inputs, height)
            shown = plan.windows.get(key)
            if shown is None:
                plan.used = True
                drop_oldest(plan.windows, SCREENS_KEPT)
                shown = Shown(app_window(screen, plan, inputs, S, V, Y, N, height))
                plan.windows[key] = shown
            found.append(shown.window)
        elif len(stack) > 1:  # over the screen that led to it
            self._app(state, apps, stack[:-1], plans, N, 0, found)
        if overlay:
            read, windows = plan.over[overlay]
            key = (read(S, V, Y, N), ime_height)
            window = windows.get(key, windows)
            if window is windows:
                plan.used = True
                drop_oldest(windows, SCREENS_KEPT)
                window = windows[key] = overlay_window(plan.look, screen, overlay, S, V, Y, N, ime_height)
            if window is not None:
                found.append(window)
        snack = state["snack"]
        if snack is not None and snack["app"] == package:
            look = plan.look
            over = ime_height or look.gesture + (look.d(80) if screen.nav is not None else 0)
            key = ("snack", package, snack["text"], snack["undo"] is not None, over)
            found.append(self.kept(look, key, None, self._snack_window, look, *key[1:]))
        return shown

    def _plan(self, state, apps, screen, plans):
        color = apps[screen.package].theme_color
        look = self.look(state["sys"]["settings"], state["rotation"], color)
        found = plans[screen] = screen.plan(look)
        return found

    def _disturbed(self, state, apps, plain, found):
        showing = state["disturb"]["showing"]
        app = apps.get(showing["app"]) if showing is not None else None
        settings, rotation = state["sys"]["settings"], state["rotation"]
        look = self.look(settings, rotation, app.theme_color) if app is not None else plain
        window = disturbances.window(look, state)
        if window is not None:
            found.append(window)

    @staticmethod
    def _snack_window(look, package, text, undo, over):
        block = look.block((snackbar, text, "Undo" if undo else ""))
        at = look.height - over - block.h - look.d(8)
        bounds = (0, at, look.width, at + block.h)
        return Window(package, "snack", ((block, 0, at, None),), bounds, dumped=False)

    def _over(self, state, look, ime_height, found):
        """Share sheet, permission dialog, toast, heads-up."""
        Y = state["sys"]
        if state["chooser"] is not None:
            found.append(intents.chooser_window(look, state["chooser"], Y["packages"], Y["files"]))
        if state["permission"] is not None:
            found.append(dialogs.permission_window(look, state["permission"], Y["packages"]))
        if state["toast"] is not None:
            text = state["toast"]["text"]
            found.append(
                self.kept(
                    look, ("toast", text, ime_height), None, dialogs.toast_window, look, text, ime_height
                )
            )
        if state["headsup"] in Y["notifications"] and not state["shade"]:
            found.append(dialogs.headsup_window(look, Y["notifications"][state["headsup"]], Y["packages"]))

    def holder(self, state, apps):
        """`(variables, fields)` of what can be typed into now: the top screen, or the launcher."""
        if state["fg"]:
            entry = state["tasks"][0]["stack"][-1]
            return entry["vars"], apps[entry["app"]].screens[entry["screen"]].fields
        return state["home"], EMPTY

    def _enter_kind(self, state, apps):
        variables, fields = self.holder(state, apps)
        focus = variables["@focus"]
        field = fields.get(focus[0]) if focus else None
        if field is None:
            return "search" if focus else "enter"
        return (
            "send"
            if field.submit and field.lines > 1
            else "search"
            if field.submit
            else ("enter" if field.lines > 1 else "done")
        )

    def _edit_menu(self, state, apps, look, found):
        variables, fields = self.holder(state, apps)
        focus = variables["@focus"]
        if focus is None:
            return
        text = functions.text(variables.get(focus[0]))
        field = fields.get(focus[0])
        choices = editing.choices(text, focus[1], focus[2], state["clipboard"], bool(field and field.secret))
        place = field_place(found, focus[0])
        if choices and place:
            found.append(dialogs.edit_menu_window(look, choices, place[0], place[1]))

    def _picture(self, state, apps, task, N):
        """The blocks of a task's last screen, for its card."""
        windows = []
        plans = self._looks_of(state["sys"]["settings"], state["rotation"])[2]
        self._app({**state, "tasks": (task,), "snack": None}, apps, task["stack"], plans, N, 0, windows)
        entry = task["stack"][-1]
        placed = tuple(p for w in windows for p in w.placed)
        return placed, (*tuple((b.key, x, y) for b, x, y, _ in placed), entry["screen"])


def field_place(windows, name):
    """Screen x (middle) and y (top) of the text field bound to a variable; None if it is out of sight."""
    for window in reversed(windows):
        for block, bx, by, _ in window.placed:
            for x1, y1, x2, _y2, target in block.hits:
                if target and target[0] == "field" and target[2] == name:
                    return bx + (x1 + x2) // 2, by + y1
    return None
