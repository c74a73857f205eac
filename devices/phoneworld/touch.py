"""Fingers: taps, long presses, drags and flings become events of the step. One finger acts; others are
ignored."""

from devices.phoneworld import editing
from devices.phoneworld.block import GESTURE_DP, STATUS_DP
from devices.phoneworld.disturb.kinds import Trouble
from devices.phoneworld.frame import OUTSIDE
from devices.phoneworld.render.text import layout_of
from devices.phoneworld.system import actions, intents

SLOP_DP, EDGE_DP, LONG_MS, DOUBLE_MS, DOUBLE_DP = 8, 20, 500, 300, 48
FLING_DP, FLING_MS = 0.35, 260  # dp per ms that start a fling, and how long it carries on at that speed


class Drag:
    """A finger that has left its place: what it moves, and by how much."""

    __slots__ = ("data", "kind", "last_x", "last_y", "x", "y")

    def __init__(self, kind, data, x, y):
        self.kind, self.data, self.x, self.y = kind, data, x, y
        self.last_x, self.last_y = x, y


# -- taps
def tap(step, frame, x, y):
    """A short touch."""
    window, target = frame.hit(x, y)
    if step.state["edit_menu"] and (target is None or target[0] != "edit"):
        step.changes["edit_menu"] = False
    if window is not None:
        perform(step, window, target, x, y)


def perform(step, window, target, x, y):
    """Do what a target asks."""
    if target is None:
        return
    if target is OUTSIDE:
        return outside(step, window)
    kind = target[0]
    if kind == "act":
        if target[1] is not None:
            run(step, target[1], x, y)
    elif kind == "field":
        place_caret(step, target, *window.inside(target, x, y))
    elif kind == "key":
        editing.press(step, target[1])
    elif kind == "set":
        assign(step, target[1], target[2], target[3])
    elif kind == "slider":
        slide(step, target, window.inside(target, x, y)[0])
    elif kind == "sys":
        actions.ACTIONS[target[1]](step, *target[2:])
    elif kind == "edit":
        editing.edit(step, target[1])
    elif kind == "note":
        actions.open_note(step, target[1])
    elif kind == "task":
        step.start(target[1])


def run(step, what, x=0, y=0):
    """Run an action `(handler, arguments)` or one of the built-in forms."""
    head = what[0]
    if head.__class__ is not str:
        before = step.V.get("@overlay") if step.entry is not None else None
        head(step, *what[1])
        if step.entry is not None and step.V["@overlay"] not in (None, before):
            step.V = step.V.put("@anchor", (int(x), int(y)))
    elif head == "set":
        assign(step, what[1], what[2], what[3])
    elif head == "closing":
        if not step.app.screens[step.entry["screen"]].overlay:  # there the action itself says when to leave
            step.close()
        if what[1] is not None:
            run(step, what[1], x, y)
    elif head == "back":
        back(step)
    elif head == "key":
        step.V = step.V.put("key", what[2])
        run(step, what[1], x, y)


def assign(step, letter, name, value):
    """Set a bound variable or scalar, and run what listens to it."""
    if letter == "V":
        step.V = step.V.put(name, value)
        if step.V.get("@focus") is not None and step.V["@focus"][0] == name:
            text = str(value)
            step.V = step.V.put("@focus", (name, len(text), len(text)))
        if step.entry is not None:
            handler = step.app.screens[step.entry["screen"]].changed.get(name)
            if handler is not None:
                handler(step)
    elif letter == "Y":
        step.set_setting(name, value)
    else:
        step.S = step.S.put(name, value)


def slide(step, target, px):
    """Set a slider by the place of the finger."""
    _, letter, name, low, high, unit, left, width = target
    value = low + (high - low) * min(1, max(0, (px - left) / max(1, width)))
    value = round((value - low) / unit) * unit + low
    assign(step, letter, name, int(value) if float(value).is_integer() else round(value, 4))


def place_caret(step, target, px, py):
    """Put the caret where the finger is (in the block's pixels), and show the keyboard."""
    _, _, name, tx, ty, key, secret = target
    focused = step.V.get("@focus")
    if focused is None or focused[0] != name or step.get("ime") is None:
        step.focus(name)
    found = layout_of(key)
    text = editing.focused(step)[1]
    if text and not secret:
        at = found.index_at(px - tx, py - ty)
        step.V = step.V.put("@focus", (name, at, at))


def outside(step, window):
    """A touch on bare ground: it closes what may be closed."""
    if window.kind in ("dialog", "sheet", "menu"):
        overlay = step.app.screens[step.entry["screen"]].overlays[step.V["@overlay"]]
        if overlay.dismissable:
            step.close()
    elif window.kind == "chooser":
        intents.Intents.leave(step)
    elif window.kind == "folder":
        step.V = step.V.put("folder", None)
    elif window.kind == "recents":
        step.set("recents", None)
    elif window.kind == "shade":
        step.set("shade", None)


def hold(step, frame, x, y):
    """A long press: a text field selects a word, a widget runs its long action (or its tap)."""
    window, target = frame.hit(x, y)
    if window is None or target is None or target is OUTSIDE:
        return
    if target[0] == "field":
        place_caret(step, target, *window.inside(target, x, y))
        now = editing.focused(step)
        a, b = editing.word_at(now[1], max(0, now[3] - 1) if now[3] == len(now[1]) else now[3])
        editing.select(step, a, b)
    elif target[0] == "act" and target[2] is not None:
        run(step, target[2], x, y)
    elif target[0] in ("act", "set"):
        perform(step, window, target, x, y)


def double(step, frame, x, y):
    """The second tap of a double tap: a word is selected in a field; elsewhere it is one more tap."""
    target = frame.hit(x, y)[1]
    if target is not None and target[0] == "field":
        hold(step, frame, x, y)
    else:
        tap(step, frame, x, y)


def twice(first, second, scale):
    """Whether two taps `(ms, x, y)` are near enough, in time and place, to be one double tap."""
    gap, near = second[0] - first[0], DOUBLE_DP * scale
    return 0 <= gap <= DOUBLE_MS and abs(second[1] - first[1]) < near and abs(second[2] - first[2]) < near


# -- Back
def back(step):
    """The Back button or gesture: closes the topmost thing that is open."""
    for key in ("permission", "chooser", "shade", "recents"):
        if step.get(key) is not None:
            if key == "permission":
                return actions.permit(step, "deny")
            if key == "chooser":
                return intents.Intents.leave(step)
            return step.set(key, None)
    if step.get("ime") is not None:
        step.set("ime", None)
        step.changes["edit_menu"] = False
        return None
    if step.get("disturb") is not None and Trouble(step).back():
        return None
    if step.entry is None:
        step.V = step.V.merge({"drawer": False, "folder": None, "query": "", "@focus": None})
        return None
    screen = step.app.screens[step.entry["screen"]]
    overlay = step.V["@overlay"]
    if overlay:
        if screen.overlays[overlay].dismissable:
            step.close()
    elif screen.back is not None:
        screen.back(step)
    else:
        step.back()
    return None


# -- drags
def begin(step, frame, look, x, y, dx, dy):
    """What a finger moves that went down at (x, y) and left towards (dx, dy)."""
    d = look.d
    state_get = step.get
    sideways = abs(dx) > abs(dy)
    window = frame.hit(x, y)[0]
    if state_get("locked"):
        return Drag("unlock", None, x, y)
    if y >= look.height - d(GESTURE_DP) and dy < 0:
        return Drag("home", None, x, y)
    if y < d(STATUS_DP) and dy > 0:
        return Drag("shade", "quick" if state_get("shade") == "notes" else "notes", x, y)
    if (
        sideways
        and not (step.entry is None and state_get("recents") is None and not state_get("shade"))
        and ((x < d(EDGE_DP) and dx > 0) or (x > look.width - d(EDGE_DP) and dx < 0))
    ):
        return Drag("back", None, x, y)
    if window is None:
        return Drag("none", None, x, y)
    if window.kind == "ime":
        return Drag("none", None, x, y)
    kind = _widget_drag(step, window, x, y, sideways)
    if kind is not None:
        return kind
    if window.kind == "recents":
        if sideways:
            return Drag("scroll", ("recents", window.scroll[6]), x, y)
        target = frame.hit(x, y)[1]
        return (
            Drag("card", target[1], x, y)
            if target and target[0] == "task" and dy < 0
            else Drag("none", None, x, y)
        )
    if window.kind == "shade":
        target = frame.hit(x, y)[1]
        if sideways and target and target[0] == "note":
            return Drag("note", target[1], x, y)
        if not sideways and dy > 0 and state_get("shade") == "notes" and state_get("shade_scroll") == 0:
            return Drag("shade", "quick", x, y)
        if not sideways and dy < 0 and state_get("shade_scroll") >= window.scroll[6]:
            return Drag("close_shade", None, x, y)
    if window.kind == "headsup":
        return Drag("headsup", None, x, y)
    if window.kind in ("home", "folder"):
        return Drag("page" if sideways else "drawer" if dy < 0 else "shade", "notes", x, y)
    if window.kind == "drawer" and dy > 0 and step.V["@scroll"] == 0:
        return Drag("close_drawer", None, x, y)
    if window.kind == "sheet" and not sideways and dy > 0 and step.V["@overlay_scroll"] == 0:
        return Drag("close_sheet", None, x, y)
    if window.scroll is not None and not sideways:
        left, top, right, bottom, key, offset, most = window.scroll
        if top <= y < bottom and left <= x < right:
            _settle_offset(step, key, offset)
            if dy > 0 and offset == 0 and window.kind == "app":
                pull = step.app.screens[step.entry["screen"]].pull
                if pull is not None:
                    return Drag("pull", pull, x, y)
            return Drag("scroll", (key, most), x, y)
    return Drag("none", None, x, y)


def _widget_drag(step, window, x, y, sideways):
    """A drag that belongs to a widget: a handle of the selection, a slider, a row that scrolls sideways."""
    for target, bx, by in window.targets(x, y):
        if target is None:
            continue
        if target[0] == "slider":
            return Drag("slider", (target, bx), x, y)
        if target[0] == "hscroll" and sideways:
            return Drag("hscroll", target, x, y)
        if target[0] == "field":
            focus = step.V.get("@focus")
            if focus is not None and focus[0] == target[2] and focus[1] != focus[2]:
                at = layout_of(target[5]).index_at(x - bx - target[3], y - by - target[4])
                a, b = sorted(focus[1:])
                near = min(abs(at - a), abs(at - b))
                if near <= max(2, (b - a) // 3):
                    return Drag("handle", (target, bx, by, b if abs(at - a) < abs(at - b) else a), x, y)
    return None


def _settle_offset(step, key, offset):
    if key in ("@scroll", "@overlay_scroll") and step.V[key] != offset:
        step.V = step.V.put(key, offset)


def move(step, drag, x, y):
    """The finger is now at (x, y): what follows it at once."""
    dx, dy = x - drag.last_x, y - drag.last_y
    drag.last_x, drag.last_y = x, y
    if drag.kind == "scroll":
        scroll(step, drag.data[0], drag.data[1], dx if drag.data[0] == "recents" else -dy)
    elif drag.kind == "slider":
        target, bx = drag.data
        slide(step, target, x - bx)
    elif drag.kind == "hscroll":
        _, key, most = drag.data
        step.V = step.V.put(key, int(max(0, min(most, step.V[key] - dx))))
    elif drag.kind == "handle":
        target, bx, by, fixed = drag.data
        at = layout_of(target[5]).index_at(x - bx - target[3], y - by - target[4])
        if at != fixed:
            editing.select(step, fixed, at)


def scroll(step, key, most, by):
    """Scroll a part by pixels, within its bounds."""
    if key == "recents":
        step.set("recents", int(max(0, min(most, (step.get("recents") or 0) + by))))
    elif key == "shade":
        step.set("shade_scroll", int(max(0, min(most, step.get("shade_scroll") + by))))
    else:
        new = int(max(0, min(most, min(step.V[key], most) + by)))
        if new != step.V[key]:
            step.V = step.V.put(key, new)


def end(step, drag, look, x, y, ms, inertia):
    """The finger lifts: flings carry on, gestures complete. ms: how long the last stretch took."""
    d = look.d
    dx, dy = x - drag.x, y - drag.y
    speed_x, speed_y = dx / max(1, ms), dy / max(1, ms)
    if drag.kind == "scroll":
        speed = speed_x if drag.data[0] == "recents" else -speed_y
        if inertia and abs(speed) > FLING_DP * look.scale:
            scroll(step, drag.data[0], drag.data[1], round(speed * FLING_MS))
    elif drag.kind == "hscroll" and inertia and abs(speed_x) > FLING_DP * look.scale:
        _, key, most = drag.data
        step.V = step.V.put(key, int(max(0, min(most, step.V[key] - round(speed_x * FLING_MS)))))
    elif drag.kind == "unlock":
        if -dy > d(80):
            step.set("locked", False)
    elif drag.kind == "home":
        if -dy > d(40):
            if ms >= 600:
                show_recents(step)
            else:
                step.go_home()
    elif drag.kind == "shade":
        if dy > d(40):
            step.unfocus()
            step.changes.update(
                shade=drag.data if step.get("shade") else "notes", shade_scroll=0, headsup=None
            )
    elif drag.kind == "close_shade":
        if -dy > d(24):
            step.set("shade", None)
    elif drag.kind == "back":
        if abs(dx) > d(32):
            back(step)
    elif drag.kind == "card":
        if -dy > d(80):
            actions.close_task(step, drag.data)
    elif drag.kind == "note":
        if abs(dx) > d(60):
            step.dismiss(drag.data)
    elif drag.kind == "headsup":
        if abs(dx) > d(40) or -dy > d(20):
            step.set("headsup", None)
    elif drag.kind == "page":
        if abs(dx) > d(48):
            from devices.phoneworld.system.launcher import arrange

            last = len(arrange(step.Y["packages"])["pages"]) - 1
            step.V = step.V.put("page", max(0, min(last, step.V["page"] + (1 if dx < 0 else -1))))
    elif drag.kind == "drawer":
        if -dy > d(48):
            step.V = step.V.merge({"drawer": True, "query": "", "@scroll": 0, "folder": None})
    elif drag.kind == "close_drawer":
        if dy > d(48):
            step.unfocus()
            step.V = step.V.put("drawer", False)
    elif drag.kind == "close_sheet" and dy > d(48):
        step.close()
    elif drag.kind == "pull" and dy > d(72):
        drag.data(step)


def show_recents(step):
    """The recents screen over whatever is there."""
    step.unfocus()
    step._store_task()
    step.changes.update(recents=0, shade=None, chooser=None)
