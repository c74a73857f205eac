"""Typing: what the keyboard, a hardware key or an input method does to the field that has the caret."""

from devices.phoneworld import functions

WORD = str.isalnum
SENTENCE = (". ", "! ", "? ", "\n")


def focused(step):
    """`(name, text, a, b)` of the field with the caret (a is the anchor, b the caret); None if there is
    none."""
    focus = step.V.get("@focus")
    if focus is None:
        return None
    name, a, b = focus
    text = functions.text(step.V.get(name))
    return name, text, min(a, len(text)), min(b, len(text))


def field_of(step, name):
    """The compiled field, None in the launcher."""
    return step.app.screens[step.entry["screen"]].fields.get(name) if step.entry is not None else None


def store(step, name, text, a, b=None):
    """Put text and selection into the field and run what listens to it."""
    b = a if b is None else b
    changed = step.V.get(name) != text
    step.V = step.V.merge({name: text, "@focus": (name, a, b)})
    shift = step.get("shift")
    if shift != 2:
        kind = field_of(step, name)
        wanted = 0
        if kind is not None and kind.keyboard == "text" and not kind.secret:
            wanted = 1 if b == 0 or text[max(0, b - 2) : b] in SENTENCE or text[b - 1 : b] == "\n" else 0
        if shift != wanted:
            step.changes["shift"] = wanted
    if step.get("edit_menu") and a == b:
        step.changes["edit_menu"] = False
    if changed and step.entry is not None:
        handler = step.app.screens[step.entry["screen"]].changed.get(name)
        if handler is not None:
            handler(step)


def insert(step, piece) -> bool:
    """Type text in place of the selection; False when no field has the caret."""
    now = focused(step)
    if now is None:
        return False
    name, text, a, b = now
    field = field_of(step, name)
    if field is None or field.lines <= 1:
        piece = piece.replace("\r", "").replace("\n", " ")
    low, high = (a, b) if a <= b else (b, a)
    store(step, name, text[:low] + piece + text[high:], low + len(piece))
    return True


def delete(step, forward=False, word=False):
    """Remove the selection, or the character (or word) before or after the caret."""
    now = focused(step)
    if now is None:
        return
    name, text, a, b = now
    low, high = (a, b) if a <= b else (b, a)
    if low == high:
        if forward:
            high = next_stop(text, high, word)
        else:
            low = previous_stop(text, low, word)
    if low != high:
        store(step, name, text[:low] + text[high:], low)


def previous_stop(text, at, word=False):
    """The caret place before: a character (never half an emoji or accent), or a word."""
    if word:
        while at > 0 and not WORD(text[at - 1]):
            at -= 1
        while at > 0 and WORD(text[at - 1]):
            at -= 1
        return at
    at = max(0, at - 1)
    while at > 0 and _joins(text, at):
        at -= 1
    return at


def next_stop(text, at, word=False):
    """The caret place after."""
    if word:
        while at < len(text) and not WORD(text[at]):
            at += 1
        while at < len(text) and WORD(text[at]):
            at += 1
        return at
    at = min(len(text), at + 1)
    while at < len(text) and _joins(text, at):
        at += 1
    return at


def _joins(text, at):
    """Whether the character at this place belongs to the one before it."""
    code, before = ord(text[at]), ord(text[at - 1])
    return (
        0x300 <= code <= 0x36F
        or 0xFE00 <= code <= 0xFE0F
        or code == 0x200D
        or before == 0x200D
        or 0x1F3FB <= code <= 0x1F3FF
        or 0x20D0 <= code <= 0x20FF
    )


def word_at(text, at):
    """The bounds of the word around a place (the character there if it is no word)."""
    if not text:
        return 0, 0
    at = min(at, len(text) - 1)
    low = high = at
    if WORD(text[at]) and text[at].isascii():
        while low > 0 and WORD(text[low - 1]) and text[low - 1].isascii():
            low -= 1
        while high < len(text) and WORD(text[high]) and text[high].isascii():
            high += 1
        return low, high
    return previous_stop(text, at + 1), next_stop(text, at)


def select(step, a, b, menu=True):
    """Set the selection; the edit toolbar shows unless told not to."""
    now = focused(step)
    if now is not None:
        step.V = step.V.put("@focus", (now[0], a, b))
        step.changes["edit_menu"] = menu


def edit(step, what):
    """Cut, copy, paste, select all."""
    now = focused(step)
    if now is None:
        return
    name, text, a, b = now
    low, high = (a, b) if a <= b else (b, a)
    field = field_of(step, name)
    if what in ("cut", "copy") and low != high and not (field and field.secret):
        step.copy(text[low:high])
        if what == "cut":
            store(step, name, text[:low] + text[high:], low)
        else:
            select(step, high, high, False)
    elif what == "paste":
        insert(step, step.get("clipboard"))
        step.changes["edit_menu"] = False
    elif what == "all" and text:
        select(step, 0, len(text))


def choices(text, a, b, clipboard, secret):
    """`(label, key)` of the edit toolbar for a selection."""
    found = []
    if a != b and not secret:
        found += [("Cut", "cut"), ("Copy", "copy")]
    if clipboard:
        found.append(("Paste", "paste"))
    if text and abs(a - b) != len(text):
        found.append(("Select all", "all"))
    return tuple(found)


def enter(step):
    """Enter: a line break in a field of several lines, else the field's `submit`, else nothing but a hidden
    keyboard."""
    now = focused(step)
    if now is None:
        return
    field = field_of(step, now[0])
    if field is not None and field.submit is not None:
        field.submit(step)
    elif field is not None and field.lines > 1:
        insert(step, "\n")
    else:
        step.set("ime", None)


def move(step, key, shift=False, ctrl=False):
    """Arrow keys, Home and End; with shift they extend the selection."""
    now = focused(step)
    if now is None:
        return
    name, text, a, b = now
    if key == "LEFT":
        b = min(a, b) if a != b and not shift else previous_stop(text, b, ctrl)
    elif key == "RIGHT":
        b = max(a, b) if a != b and not shift else next_stop(text, b, ctrl)
    elif key in ("UP", "DOWN"):
        start = text.rfind("\n", 0, b) + 1
        if key == "UP":
            b = 0 if start == 0 else min(text.rfind("\n", 0, start - 1) + 1 + b - start, start - 1)
        else:
            end = text.find("\n", b)
            b = (
                len(text)
                if end < 0
                else min(
                    end + 1 + b - start,
                    len(text) if text.find("\n", end + 1) < 0 else text.find("\n", end + 1),
                )
            )
    elif key == "HOME":
        b = 0 if ctrl else text.rfind("\n", 0, b) + 1
    elif key == "END":
        b = len(text) if ctrl or text.find("\n", b) < 0 else text.find("\n", b)
    step.V = step.V.put("@focus", (name, a if shift else b, b))
    step.changes["edit_menu"] = False


def press(step, name):
    """A key of the soft keyboard."""
    if name == "SHIFT":
        step.set("shift", (step.get("shift") + 1) % 3)
    elif name == "DEL":
        delete(step)
    elif name == "ENTER":
        enter(step)
    elif name.startswith("LAYOUT "):
        step.set("ime", name[7:])
    else:
        insert(step, name)
