"""What the web process asks of a phone now and then, through its host's adb server.

No text from outside becomes shell.
"""

import json
import re
from pathlib import PurePosixPath

from devices.adb import properties
from devices.adb.client import AdbClient, AdbDevice, AdbError
from devices.models import Device

MAX_FILE = 512 * 1024 * 1024
DOWNLOADS = PurePosixPath("/sdcard/Download")
UPLOADED_APK = "/data/local/tmp/phonebuddy-upload.apk"


class SecureWindow(Exception):
    """The window on the screen forbids pictures of itself."""


def connect(device: Device) -> AdbDevice:
    host, _, port = device.host.adb_address.rpartition(":")
    return AdbClient(int(port), host or "127.0.0.1").device(device.serial)


def safe_name(name: str) -> str:
    """A file name as a person knows it, without anything that means something to a path."""
    last = re.split(r"[/\\]", name)[-1]
    clean = re.sub(r"[\x00-\x1f\x7f]", "", last).strip().lstrip(".")[:120]
    return clean or "file"


async def send_file(phone: AdbDevice, name: str, data: bytes) -> str:
    """Put a file into Download; its path on the phone. AdbError when the phone refuses (full storage)."""
    path = str(DOWNLOADS / safe_name(name))
    await phone.push(data, path)
    return path


async def install(phone: AdbDevice, data: bytes) -> None:
    """Install an APK. AdbError with the package manager's words when it refuses."""
    await phone.push(data, UPLOADED_APK)
    try:
        result = await phone.shell(["pm", "install", "-r", "-t", UPLOADED_APK], timeout=180)
        said = (result.text + result.stderr.decode("utf-8", "replace")).strip()
        if "Success" not in said:
            raise AdbError(said[:300] or "the phone did not install it")
    finally:
        await phone.shell(["rm", "-f", UPLOADED_APK])


async def screenshot(phone: AdbDevice) -> bytes:
    """PNG. SecureWindow rather than a black picture; AdbError when it cannot be had."""
    if (await properties.read_focus(phone)).secure:
        raise SecureWindow
    data = await phone.exec_out(["screencap", "-p"], timeout=15)
    if not data.startswith(b"\x89PNG"):
        raise AdbError(data[:200].decode("utf-8", "replace").strip() or "it sent no picture")
    return data


async def apps(phone: AdbDevice) -> list[dict[str, str]]:
    """The apps a person can start, with the last part of the package as label: adb tells no better name."""
    result = await phone.shell(
        [
            "cmd", "package", "query-activities", "--brief",
            "-a", "android.intent.action.MAIN", "-c", "android.intent.category.LAUNCHER",
        ]
    )  # fmt: skip
    packages = sorted(set(re.findall(r"^\s*([A-Za-z][\w.]*)/[\w.$]+\s*$", result.text, re.MULTILINE)))
    if not packages:
        listed = (await phone.shell(["pm", "list", "packages"])).check().text
        packages = sorted(set(re.findall(r"^package:([\w.]+)\s*$", listed, re.MULTILINE)))
    return [{"package": package, "label": label_of(package)} for package in packages]


async def labels(phone: AdbDevice, mock: bool) -> dict[str, str]:
    """Package by label of the apps that can be opened. A mock phone knows how its apps are called."""
    if mock:
        return json.loads((await phone.shell(["phoneworld", "apps"])).check().text)
    return {app["label"]: app["package"] for app in await apps(phone)}


def label_of(package: str) -> str:
    parts = [part for part in package.split(".") if part not in ("android", "app", "apps", "mobile")]
    return (parts[-1] if parts else package).replace("_", " ").capitalize()
