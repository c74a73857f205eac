"""Text into the phone's focused field: typed, then read back, because ways of typing lose characters.

Plain ASCII goes as keys, everything else through the clipboard and paste. What did not arrive at all is
pasted once more. No failure switches a way off for later: the next field may well take it.
"""

import asyncio
import contextlib
import logging
import unicodedata
from collections.abc import Callable

from devices.adb.client import AdbError
from devices.adb.uitree import Node
from devices.streaming import input as inputs
from devices.streaming.input import InputRefused

log = logging.getLogger(__name__)

SETTLE = 0.3
ATTEMPTS = 3


def same(text: str) -> str:
    """Compare what people see: composed characters, one kind of line end."""
    return unicodedata.normalize("NFC", text).replace("\r\n", "\n")


class Typist:
    def __init__(self, session):
        self.session = session
        self._borrowed: str | None = None  # the user's own clipboard while ours is in it
        self._turn = asyncio.Lock()

    async def type(self, text: str) -> None:
        """Put the text in; returns when the phone has taken it. Raises InputRefused when not connected."""
        async with self._turn:
            if inputs.plain(text):
                self.session.send_text(text)
            else:
                await self._paste(text)

    async def _paste(self, text: str) -> None:
        if self._borrowed is None:
            self._borrowed = await self.session.get_clipboard(timeout=0.4) or ""
        if not await self.session.set_clipboard(text, paste=True):
            log.info("%s: the phone did not acknowledge a paste", self.session.serial)

    async def confirm(self, text: str, number, reply: Callable[[dict], None]) -> None:
        """Read the field and tell: `typed`, ok, and what stands there (None: no field, or secret)."""
        try:
            field = await self._read(text)
            if field and not field.password and same(text) not in same(field.text):
                field = await self._paste_instead(text, field)
            ok = field is not None and (field.password or same(text) in same(field.text))
            read_back = None if field is None or field.password else field.text
            reply({"type": "typed", "ok": ok, "text": text, "read_back": read_back, "id": number})
        except (AdbError, InputRefused) as error:
            reply(
                {
                    "type": "error",
                    "code": "not_verified",
                    "message": f"The text could not be checked: {error}",
                }
            )
        finally:
            await self._give_back()

    async def _read(self, text: str) -> Node | None:
        """The focused field, read until it shows the text or has had its chances."""
        field = None
        for _ in range(ATTEMPTS):
            await asyncio.sleep(SETTLE)
            field = (await self.session.tree.read()).focused()
            if field and (field.password or same(text) in same(field.text)):
                break
        return field

    async def _paste_instead(self, text: str, field: Node) -> Node | None:
        """Only when nothing of it arrived: typing twice would be worse than not at all."""
        if any(part in same(field.text) for part in same(text).split() if part):
            return field
        async with self._turn:
            await self._paste(text)
        return await self._read(text)

    async def _give_back(self) -> None:
        """The clipboard belongs to the phone's user."""
        borrowed, self._borrowed = self._borrowed, None
        if borrowed is not None:
            with contextlib.suppress(AdbError, InputRefused):
                await self.session.set_clipboard(borrowed, paste=False)
