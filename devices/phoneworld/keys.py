"""Hardware keys: what Android does with each."""

from devices.phoneworld import editing, touch

SYMBOLS = {
    "SPACE": " ",
    "COMMA": ",",
    "PERIOD": ".",
    "MINUS": "-",
    "EQUALS": "=",
    "SLASH": "/",
    "SEMICOLON": ";",
    "APOSTROPHE": "'",
    "LEFT_BRACKET": "[",
    "RIGHT_BRACKET": "]",
    "BACKSLASH": "\\",
    "GRAVE": "`",
    "AT": "@",
    "PLUS": "+",
    "STAR": "*",
    "POUND": "#",
}
SHIFTED = dict(zip("1234567890-=[]\\;',./`", '!@#$%^&*()_+{}|:"<>?~', strict=True))
ARROWS = {
    "DPAD_LEFT": "LEFT",
    "DPAD_RIGHT": "RIGHT",
    "DPAD_UP": "UP",
    "DPAD_DOWN": "DOWN",
    "MOVE_HOME": "HOME",
    "MOVE_END": "END",
}
CTRL = {"A": "all", "C": "copy", "X": "cut", "V": "paste"}


def press(step, name, ctrl=False, shift=False, alt=False):
    """Do what a key does now."""
    if name in ("POWER", "SLEEP", "WAKEUP"):
        return _power(step, name)
    if not step.get("screen_on"):
        return None
    if name == "BACK" or name == "ESCAPE":
        return touch.back(step)
    if name == "HOME":
        return step.go_home()
    if name == "APP_SWITCH":
        return step.set("recents", None) if step.get("recents") is not None else touch.show_recents(step)
    if name.startswith("VOLUME_"):
        return _volume(step, name)
    if name == "NOTIFICATION":
        step.unfocus()
        return step.changes.update(shade="notes", shade_scroll=0, headsup=None)
    if name == "MENU":
        return _menu(step)
    return _editing(step, name, ctrl, shift, alt)


def _editing(step, name, ctrl, shift, alt):
    if name in ("ENTER", "NUMPAD_ENTER", "DPAD_CENTER"):
        editing.enter(step)
    elif name == "TAB":
        _next_field(step, -1 if shift else 1)
    elif name == "DEL":
        editing.delete(step, word=ctrl)
    elif name == "FORWARD_DEL":
        editing.delete(step, forward=True, word=ctrl)
    elif name in ("CUT", "COPY", "PASTE"):
        editing.edit(step, name.lower())
    elif name == "SELECT_ALL":
        editing.edit(step, "all")
    elif name in ARROWS:
        editing.move(step, ARROWS[name], shift, ctrl)
    elif ctrl:
        if name in CTRL:
            editing.edit(step, CTRL[name])
    elif not alt:
        char = SYMBOLS.get(name) or (
            name.removeprefix("NUMPAD_") if len(name.removeprefix("NUMPAD_")) == 1 else ""
        )
        if char:
            editing.insert(step, SHIFTED.get(char, char.upper()) if shift else char.lower())


def _next_field(step, by):
    if step.entry is None:
        return
    names = list(step.app.screens[step.entry["screen"]].fields)
    focus = step.V.get("@focus")
    if names:
        at = names.index(focus[0]) + by if focus and focus[0] in names else 0
        step.focus(names[at % len(names)])


def _power(step, name):
    on = step.get("screen_on")
    if on and name != "WAKEUP":
        step.unfocus()
        step.changes.update(screen_on=False, locked=True, shade=None)
    elif not on and name != "SLEEP":
        step.changes.update(screen_on=True)


def _volume(step, name):
    now = int(step.Y["settings"].get("system.volume_music", "8"))
    new = {"VOLUME_UP": min(15, now + 1), "VOLUME_DOWN": max(0, now - 1)}.get(name, 0)
    step.set_setting("system.volume_music", new)


def _menu(step):
    if step.get("locked"):
        step.set("locked", False)
    elif step.entry is not None:
        screen = step.app.screens[step.entry["screen"]]
        found = next((k for k, o in screen.overlays.items() if o.kind == "menu" and not o.params), None)
        if found:
            step.show(found)
