"""One virtual phone as a process: the whole of `devices.virtual`, around a tiny phone that starts at once.

Each of its cells changes when it is tapped; it has one text field, which has the focus.
"""

import argparse
import asyncio
import sys
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "virtual"))

from fake_phone import FakePhone

from devices.virtual import phones


class FocusedPhone(FakePhone):
    def ui_xml(self):
        sideways = self.rotation & 1
        width, height = (self._height, self._width) if sideways else (self._width, self._height)
        return (
            f"<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation='{self.rotation}'>"
            f'<node text="{escape(self.text)}" resource-id="field" class="android.widget.EditText" '
            f'package="{self.foreground["package"]}" focused="true" bounds="[0,0][{width},{height}]"/>'
            "</hierarchy>"
        )


def make(seed, width, height, dark, profile):
    return FocusedPhone(seed, width, height)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    phones.add_arguments(parser)
    asyncio.run(phones.run(parser.parse_args(), make_phone=make))
