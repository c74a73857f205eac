"""A driver without a film: nothing is encoded, nothing decoded, for whoever drives many phones at once.

Input still goes through scrcpy's control socket (quick, and Unicode). That the screen stands still is told
by UI trees that stay the same, and the last of them is the tree of the observation: one look, not two.
"""

import asyncio
import time

from devices.adb import properties, uitree
from devices.adb.client import AdbDevice, AdbError
from devices.adb.scrcpy import protocol
from devices.adb.scrcpy.client import ScrcpyClient
from devices.adb.scrcpy.jar import ServerJar
from devices.driver import DeviceLost, PhoneDriver, capturing
from devices.observation import Observation

REACTION_S = 0.15  # from the last input to the first look
STILL_S = 0.15  # between two looks that are the same
IDLE_S = 0.5  # a dump that took so long has itself waited for the screen to be idle
MOST_S = 6.0
BOTH = "uiautomator dump /dev/tty; dumpsys window"


class QuietDriver(PhoneDriver):
    """As PhoneDriver, but ``observe`` waits until the screen stands still; ``settle`` has nothing to do.

    ``raw``: screenshots come uncompressed, which is quicker where the line is no cable.
    """

    def __init__(
        self,
        device: AdbDevice,
        jar: ServerJar,
        raw: bool,
        reaction_s: float = REACTION_S,
        still_s: float = STILL_S,
    ):
        super().__init__(device, jar, mock=raw)
        self.reaction_s, self.still_s = reaction_s, still_s
        self._client = ScrcpyClient(device, jar, {"clipboard_autosync": "false"}, video=False)
        self._open = False

    async def __aenter__(self) -> "QuietDriver":
        self._natural = properties.parse_wm_size((await self.device.shell(["wm", "size"])).text)
        if self._natural is None:
            raise AdbError("the phone does not tell the size of its screen")
        self.width, self.height = self._natural
        try:
            await self._client.start()
        except BaseException:
            await self._client.close()
            raise
        self._open = True
        return self

    async def close(self) -> None:
        self._open = False
        await self._client.close()

    def want_key(self) -> None:
        """There are no pictures to ask for."""

    def _touch(self, action: int, x: float, y: float) -> None:
        self._client.send(protocol.touch(action, 0, round(x), round(y), self.width, self.height))

    def _must_live(self) -> None:
        if not (self._open and self._client.takes_input):
            raise DeviceLost("the line to the phone is closed")

    async def settle(self) -> bool:
        """``observe`` does it."""
        return True

    async def observe(self, screenshot: bool = True, tree: bool = True) -> Observation:
        """The screen once it stands still (or after six seconds as it is). The tree is always there."""
        self._must_live()
        with capturing():
            xml, status, settled = await self._still()
            at = time.monotonic()
            image = await self._screenshot() if screenshot and not status.secure else None
            seen = uitree.parse(xml)
        turned = (status.rotation or 0) % 2
        self.width, self.height = self._natural[::-1] if turned else self._natural
        self._observations += 1
        return Observation(
            self.width, self.height, image, seen, status.package, status.activity, status.rotation or 0,
            status.secure, settled, at, self._observations,
        )  # fmt: skip

    async def _still(self) -> tuple[str, properties.Status, bool]:
        """The tree as XML, what is in front, and whether the screen stands still."""
        await asyncio.sleep(self.reaction_s)
        began = asked = time.monotonic()
        before = await uitree.dump_xml(self.device)
        if time.monotonic() - asked >= IDLE_S:
            return before, await properties.read_window(self.device), True
        while True:
            await asyncio.sleep(self.still_s)
            xml, status = await self._both()
            if xml == before or time.monotonic() - began > MOST_S:
                return xml, status, xml == before
            before = xml

    async def _both(self) -> tuple[str, properties.Status]:
        """Tree and foreground by one command: connections are what a look costs most."""
        said = (await self.device.shell_line(BOTH)).text
        if xml := uitree.xml_in(said):
            return xml, properties.parse_window(said[said.rfind("</hierarchy>") :])
        return await uitree.dump_xml(self.device), await properties.read_window(self.device)
