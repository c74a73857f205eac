"""One log of many programs: `web       │ line`, the prefix in the program's colour on a terminal."""

import os
import sys

COLOURS = [36, 33, 35, 32, 34, 96, 93, 95]
GREY, RED, BOLD = 90, 31, 1


class Console:
    def __init__(self, stream=None):
        self.stream = stream or sys.stdout
        self.coloured = self.stream.isatty() and "NO_COLOR" not in os.environ
        self._colours: dict[str, int] = {}

    def line(self, name: str, text: str) -> None:
        colour = self._colours.setdefault(name, COLOURS[len(self._colours) % len(COLOURS)])
        self._write(f"{self._paint(f'{name:<9} │', colour)} {text}")

    def say(self, text: str, colour: int = BOLD) -> None:
        self._write(self._paint(f"PhoneBuddy │ {text}", colour))

    def complain(self, text: str) -> None:
        self.say(text, RED)

    def plain(self, text: str = "") -> None:
        self._write(text)

    def _paint(self, text: str, colour: int) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if self.coloured else text

    def _write(self, text: str) -> None:
        try:
            print(text, file=self.stream, flush=True)
        except OSError:  # the terminal is gone; ending in order matters more than telling about it
            self.stream = open(os.devnull, "w")  # noqa: SIM115
