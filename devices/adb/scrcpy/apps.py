"""The names of a phone's apps as its holder reads them: adb tells only packages, scrcpy's server both."""

import re

from devices.adb.client import AdbDevice, AdbError
from devices.adb.scrcpy.client import REMOTE_JAR
from devices.adb.scrcpy.jar import ServerJar

LINE = re.compile(r"^\s*[*-]\s+(\S.*?)\s+([A-Za-z]\w*(?:\.\w+)+)\s*$", re.MULTILINE | re.ASCII)
SLOWEST_S = 30.0  # a real phone draws each app's resources to read its name


async def labels(device: AdbDevice, jar: ServerJar) -> dict[str, str]:
    """Package by label of what can be started. Raises AdbError when the phone tells none."""
    await device.push(jar.read(), REMOTE_JAR, timeout=SLOWEST_S)
    command = (
        f"CLASSPATH={REMOTE_JAR} app_process / com.genymobile.scrcpy.Server {jar.version} list_apps=true"
    )
    said = (await device.shell_line(command, timeout=SLOWEST_S)).text
    found = dict(LINE.findall(said))
    if not found:
        raise AdbError(f"the phone told no apps: {said.strip()[-200:]}")
    return found
