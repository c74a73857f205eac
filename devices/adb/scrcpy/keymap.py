"""Browser key -> Android key. Only what stands here reaches the phone.

A printable character is mapped by the character itself (so a German or French keyboard types what it shows),
everything else by its physical `code`.
"""

from dataclasses import dataclass

META_SHIFT, META_ALT, META_CTRL = 0x1, 0x2, 0x1000

NAMED = {
    "Enter": 66,
    "NumpadEnter": 160,
    "Backspace": 67,
    "Delete": 112,
    "Tab": 61,
    "Escape": 111,
    "Space": 62,
    "ArrowUp": 19,
    "ArrowDown": 20,
    "ArrowLeft": 21,
    "ArrowRight": 22,
    "PageUp": 92,
    "PageDown": 93,
    "Home": 122,
    "End": 123,
    "Insert": 124,
    "CapsLock": 115,
    "ShiftLeft": 59,
    "ShiftRight": 60,
    "AltLeft": 57,
    "AltRight": 58,
    "ControlLeft": 113,
    "ControlRight": 114,
    "ContextMenu": 82,
    **{f"F{n}": 130 + n for n in range(1, 13)},
}

# Buttons of the phone itself, by the name the page uses.
BUTTONS = {
    "back": 4,
    "home": 3,
    "recents": 187,
    "power": 26,
    "volume_up": 24,
    "volume_down": 25,
    "menu": 82,
    "enter": 66,
    "wake": 224,
}

_PLAIN = {
    **{chr(ord("a") + n): 29 + n for n in range(26)},
    **{str(n): 7 + n for n in range(10)},
    " ": 62, ",": 55, ".": 56, "`": 68, "-": 69, "=": 70,
    "[": 71, "]": 72, "\\": 73, ";": 74, "'": 75, "/": 76,
}  # fmt: skip
_SHIFTED = dict(zip('!@#$%^&*()~_+{}|:"<>?', "1234567890`-=[]\\;',./", strict=True))

CHARACTERS: dict[str, tuple[int, int]] = {
    **{char: (code, 0) for char, code in _PLAIN.items()},
    **{char.upper(): (code, META_SHIFT) for char, code in _PLAIN.items() if char.isalpha()},
    **{char: (_PLAIN[base], META_SHIFT) for char, base in _SHIFTED.items()},
}


@dataclass(frozen=True, slots=True)
class AndroidKey:
    code: int
    meta: int = 0


def from_browser(
    code: str, key: str, ctrl: bool = False, shift: bool = False, alt: bool = False
) -> AndroidKey | None:
    """None: not a key for the phone (a character without a key is to be sent as text)."""
    held = META_CTRL * ctrl | META_SHIFT * shift | META_ALT * alt
    if len(key) == 1 and key in CHARACTERS:
        keycode, needed = CHARACTERS[key]
        # Shift as the *phone's* layout needs it: "/" is Shift+7 on a German keyboard, plain on the phone's.
        return AndroidKey(keycode, held & ~META_SHIFT | needed | (META_SHIFT if ctrl and shift else 0))
    if len(key) == 1 and code != "Space":
        return None
    return AndroidKey(NAMED[code], held) if code in NAMED else None
