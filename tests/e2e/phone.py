"""The phone on a page, for tests that touch it as a person would."""

import subprocess
import time

from playwright.sync_api import Page

from devices.adb import uitree
from devices.adb.server import adb_binary
from tests.patience import PATIENCE_S

SLOW = 120_000  # ms: what a phone, a database and a browser may take together on a busy machine


class Phone:
    """The live phone as the person sees it, and adb to know where things are on it."""

    def __init__(self, page: Page, adb_port: int, serial: str):
        self.page, self.screen = page, page.get_by_test_id("phone-screen")
        self.adb = [str(adb_binary()), "-P", str(adb_port), "-s", serial]

    def node(self, words: str, *flags: str) -> uitree.Node:
        """The element with this text, description or hint, once it is on the screen."""
        deadline, text = time.monotonic() + SLOW / 1000, ""
        while time.monotonic() < deadline:
            dump = [*self.adb, "exec-out", "uiautomator", "dump", "/dev/tty"]
            text = subprocess.run(dump, capture_output=True, timeout=PATIENCE_S).stdout.decode()
            if (end := text.rfind("</hierarchy>")) > 0:
                for node in uitree.parse(text[: end + len("</hierarchy>")]).root.walk():
                    if words in (node.text, node.desc) and {*flags} <= node.flags:
                        return node
        raise AssertionError(f"{words!r} is not on the phone; last seen: {text[:2000]}")

    def tap(self, words: str, *flags: str) -> None:
        left, top, right, bottom = self.node(words, *flags).bounds
        box = self.screen.bounding_box()
        x = box["x"] + (left + right) / 2 * box["width"] / 540
        y = box["y"] + (top + bottom) / 2 * box["height"] / 1200
        self.page.mouse.click(x, y, delay=60)

    def scroll(self) -> None:
        box = self.screen.bounding_box()
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.wheel(0, 200)
