"""SVG path data ("M3 4h5v…Z") as skia paths."""

import re
from functools import lru_cache

from .skialib import skia

_TOKEN = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@lru_cache(maxsize=512)
def parse(data: str) -> "skia.Path":
    """The path of SVG path data. Raises ValueError for data that does not read."""
    path = skia.Path()
    x = y = start_x = start_y = control_x = control_y = 0.0
    last = ""
    for command, numbers in _segments(data):
        name, relative = command.upper(), command.islower()
        ox, oy = (x, y) if relative else (0.0, 0.0)
        previous, last = last, name
        if name == "Z":
            path.close()
            x, y = start_x, start_y
        elif name == "M":
            x, y = start_x, start_y = numbers[0] + ox, numbers[1] + oy
            path.moveTo(x, y)
        elif name in "LHV":
            if name == "L":
                x, y = numbers[0] + ox, numbers[1] + oy
            elif name == "H":
                x = numbers[0] + ox
            else:
                y = numbers[0] + oy
            path.lineTo(x, y)
        elif name in "CS":
            if name == "S":
                first = (2 * x - control_x, 2 * y - control_y) if previous in ("C", "S") else (x, y)
                rest = numbers
            else:
                first, rest = (numbers[0] + ox, numbers[1] + oy), numbers[2:]
            control_x, control_y, x, y = rest[0] + ox, rest[1] + oy, rest[2] + ox, rest[3] + oy
            path.cubicTo(*first, control_x, control_y, x, y)
        elif name in "QT":
            if name == "T":
                control_x, control_y = (
                    (2 * x - control_x, 2 * y - control_y) if previous in ("Q", "T") else (x, y)
                )
                rest = numbers
            else:
                control_x, control_y, rest = numbers[0] + ox, numbers[1] + oy, numbers[2:]
            x, y = rest[0] + ox, rest[1] + oy
            path.quadTo(control_x, control_y, x, y)
        else:
            rx, ry, turn, large, sweep = numbers[:5]
            x, y = numbers[5] + ox, numbers[6] + oy
            path.arcTo(
                rx, ry, turn,
                skia.Path.ArcSize.kLarge_ArcSize if large else skia.Path.ArcSize.kSmall_ArcSize,
                skia.PathDirection.kCW if sweep else skia.PathDirection.kCCW, x, y,
            )  # fmt: skip
    return path


def _segments(data: str):
    command, numbers = "", []
    for letter, number in _TOKEN.findall(data):
        if letter:
            if numbers:
                raise ValueError(f"path data: {len(numbers)} numbers too many before {letter!r}")
            command = letter
            if letter in "Zz":
                yield letter, []
            continue
        if not command or command in "Zz":
            raise ValueError("path data: a number without a command")
        numbers.append(float(number))
        if len(numbers) == _ARGUMENTS[command.upper()]:
            yield command, numbers
            numbers = []
            if command in "Mm":  # further pairs after a move are lines
                command = "L" if command == "M" else "l"
    if numbers:
        raise ValueError("path data ends in the middle of a command")
