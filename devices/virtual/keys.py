"""Android key codes: what a keycode does to a PhoneWorld phone."""

# Names as in android.view.KeyEvent, without KEYCODE_.
NAMES = {
    3: "HOME",
    4: "BACK",
    5: "CALL",
    6: "ENDCALL",
    19: "DPAD_UP",
    20: "DPAD_DOWN",
    21: "DPAD_LEFT",
    22: "DPAD_RIGHT",
    23: "DPAD_CENTER",
    24: "VOLUME_UP",
    25: "VOLUME_DOWN",
    26: "POWER",
    27: "CAMERA",
    28: "CLEAR",
    61: "TAB",
    66: "ENTER",
    67: "DEL",
    82: "MENU",
    83: "NOTIFICATION",
    84: "SEARCH",
    85: "MEDIA_PLAY_PAUSE",
    86: "MEDIA_STOP",
    87: "MEDIA_NEXT",
    88: "MEDIA_PREVIOUS",
    92: "PAGE_UP",
    93: "PAGE_DOWN",
    111: "ESCAPE",
    112: "FORWARD_DEL",
    122: "MOVE_HOME",
    123: "MOVE_END",
    126: "MEDIA_PLAY",
    127: "MEDIA_PAUSE",
    160: "NUMPAD_ENTER",
    164: "VOLUME_MUTE",
    187: "APP_SWITCH",
    219: "ASSIST",
    223: "SLEEP",
    224: "WAKEUP",
    277: "CUT",
    278: "COPY",
    279: "PASTE",
}
CHARACTERS = {7 + digit: (str(digit), ")!@#$%^&*("[digit]) for digit in range(10)}
CHARACTERS |= {29 + index: (chr(97 + index), chr(65 + index)) for index in range(26)}
CHARACTERS |= {
    17: ("*", "*"),
    18: ("#", "#"),
    55: (",", "<"),
    56: (".", ">"),
    62: (" ", " "),
    68: ("`", "~"),
    69: ("-", "_"),
    70: ("=", "+"),
    71: ("[", "{"),
    72: ("]", "}"),
    73: ("\\", "|"),
    74: (";", ":"),
    75: ("'", '"'),
    76: ("/", "?"),
    77: ("@", "@"),
    81: ("+", "+"),
}
CHARACTERS |= {144 + digit: (str(digit), str(digit)) for digit in range(10)}
CHARACTERS |= {154: ("/", "/"), 155: ("*", "*"), 156: ("-", "-"), 157: ("+", "+"), 158: (".", ".")}
CODES = {name: code for code, name in NAMES.items()}
CODES |= {chr(65 + index): 29 + index for index in range(26)} | {str(digit): 7 + digit for digit in range(10)}
CODES |= {
    "SPACE": 62,
    "COMMA": 55,
    "PERIOD": 56,
    "STAR": 17,
    "POUND": 18,
    "AT": 77,
    "SLASH": 76,
    "MINUS": 69,
    "PLUS": 81,
}
SHIFT, ALT, CTRL = 0x1, 0x2, 0x1000
_ALIASES = {"NUMPAD_ENTER": "ENTER", "PAGE_UP": "PAGE_UP", "NOTIFICATION": "NOTIFICATION"}


def code_of(word):
    """The keycode a word names ("4", "BACK", "KEYCODE_BACK"), or None."""
    if word.isdigit():
        return int(word)
    return CODES.get(word.upper().removeprefix("KEYCODE_"))


def press(device, code, meta=0):
    """Press and release one key. Unknown keys do nothing, as on a phone."""
    phone = device.phone
    ctrl, shift, alt = bool(meta & CTRL), bool(meta & SHIFT), bool(meta & ALT)
    if code in CHARACTERS and not (ctrl or alt):
        phone.type_text(CHARACTERS[code][shift])
    elif code in CHARACTERS:
        phone.key(CHARACTERS[code][0].upper(), ctrl=ctrl, shift=shift, alt=alt)
    elif code in NAMES:
        name = NAMES[code]
        if name in ("SLEEP", "WAKEUP"):
            if phone.screen_on == (name == "WAKEUP"):
                return
            name = "POWER"
        modifiers = {key: True for key, on in (("ctrl", ctrl), ("shift", shift), ("alt", alt)) if on}
        phone.key(_ALIASES.get(name, name), **modifiers)
    device.touched()
