"""The soft keyboard: letters, symbols and digits, and what each key does."""

from devices.phoneworld.block import BUTTON, CLICK, GESTURE_DP
from devices.phoneworld.frame import Window

PACKAGE = "org.phoneworld.keyboard"
ROWS = {
    "abc": ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "sym": ("1234567890", "@#$_&-+()/", "*\"':;!?%=", "<>[]{}\\"),
    "sym2": ("~`|·√π÷×¶∆", "£¢€¥^°©®™✓", "…—–«»“”„‘", "¡¿§•{}|"),
}
NUMBER = (("1", "2", "3"), ("4", "5", "6"), ("7", "8", "9"), (".", "0", "-"))
PHONE = (("1", "2", "3"), ("4", "5", "6"), ("7", "8", "9"), ("+", "0", "#"))
ENTER = {"search": "search", "send": "send", "done": "check", "enter": "keyboard_return"}


def draw_keyboard(pen, x, y, w, layout, shift, enter):
    """The whole keyboard as one block; key targets are `("key", name)`."""
    d, c = pen.d, pen.c
    h = height(pen.look) - d(GESTURE_DP)
    pen.fill(w, h + d(GESTURE_DP), c.surface_container_highest)
    if layout in ("number", "phone"):
        _digits(pen, w, h, PHONE if layout == "phone" else NUMBER, enter)
        return h + d(GESTURE_DP)
    rows, top, each = ROWS[layout], d(6), (h - d(8)) / 5
    unit = (w - d(8)) / 10
    for n, letters in enumerate(rows):
        left = d(4) + (10 - len(letters)) * unit / 2
        for char in letters:
            shown = char.upper() if shift and layout == "abc" else char
            _key(pen, left, top, unit, each, shown, ("key", shown))
            left += unit
        if n == 3:
            side = (10 - len(letters)) * unit / 2
            if layout == "abc":
                _key(
                    pen,
                    d(4),
                    top,
                    side,
                    each,
                    "keyboard_capslock" if shift == 2 else "shift",
                    ("key", "SHIFT"),
                    "Shift",
                    c.primary_container if shift else c.surface_dim,
                )
            else:
                other = "sym2" if layout == "sym" else "sym"
                _key(
                    pen,
                    d(4),
                    top,
                    side,
                    each,
                    "=\\<" if layout == "sym" else "?123",
                    ("key", f"LAYOUT {other}"),
                    "More symbols",
                    c.surface_dim,
                    small=True,
                )
            _key(pen, w - d(4) - side, top, side, each, "backspace", ("key", "DEL"), "Delete", c.surface_dim)
        top += each
    side = 1.5 * unit
    other = "abc" if layout != "abc" else "sym"
    _key(
        pen,
        d(4),
        top,
        side,
        each,
        "ABC" if other == "abc" else "?123",
        ("key", f"LAYOUT {other}"),
        "Letters" if other == "abc" else "Symbols",
        c.surface_dim,
        small=True,
    )
    _key(pen, d(4) + side, top, unit, each, ",", ("key", ","))
    _key(pen, d(4) + side + unit, top, 5 * unit, each, " ", ("key", " "), "Space")
    _key(pen, d(4) + side + 6 * unit, top, unit, each, ".", ("key", "."))
    _key(
        pen,
        d(4) + side + 7 * unit,
        top,
        side,
        each,
        ENTER.get(enter, ENTER["enter"]),
        ("key", "ENTER"),
        "Enter",
        c.primary_container,
    )
    return h + d(GESTURE_DP)


def _key(pen, x, y, w, h, label, target, desc="", ground=None, small=False):
    d, c = pen.d, pen.c
    plain = c.surface_bright if c.dark else c.surface_container_lowest
    bx, by, bw, bh = x + d(2.5), y + d(3), w - d(5), h - d(6)
    pen.rect(bx, by, bw, bh, ground or plain, d(6) if label != ENTER["enter"] else d(18))
    if len(label) > 4:
        pen.icon(label, bx + (bw - d(22)) / 2, by + (bh - d(22)) / 2, d(22), c.on_surface)
    elif label != " ":
        found = pen.layout(label, "label_large" if small else "title_large")
        pen.ops.append(
            ("text", bx + (bw - found.width) / 2, int(by + (bh - found.height) / 2), found.key, c.on_surface)
        )
    pen.hit(x, y, w, h, target)
    pen.node(BUTTON, x, y, w, h, "" if desc else label, desc=desc, name="key", flags=CLICK)


def _digits(pen, w, h, rows, enter):
    d, c = pen.d, pen.c
    unit, each = (w - d(8)) / 4, (h - d(8)) / 4
    for n, row in enumerate(rows):
        for k, char in enumerate(row):
            _key(pen, d(4) + k * unit, d(6) + n * each, unit, each, char, ("key", char))
    side = (
        ("backspace", "DEL", "Delete"),
        (" ", " ", "Space"),
        (",", ",", ""),
        (ENTER.get(enter, ENTER["enter"]), "ENTER", "Enter"),
    )
    for n, (label, key, desc) in enumerate(side):
        _key(
            pen,
            d(4) + 3 * unit,
            d(6) + n * each,
            unit,
            each,
            label,
            ("key", key),
            desc,
            c.primary_container if key == "ENTER" else c.surface_dim,
        )


def height(look) -> int:
    """Px the keyboard covers, gesture bar included."""
    return min(look.d(256), int(look.height * 0.5)) + look.d(GESTURE_DP)


def window(look, layout, shift, enter):
    """The keyboard's window."""
    block = look.block((draw_keyboard, layout, shift if layout == "abc" else 0, enter))
    top = look.height - block.h
    return Window(PACKAGE, "ime", ((block, 0, top, None),), (0, top, look.width, look.height), dumped=False)
