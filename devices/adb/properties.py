"""What a phone is (model, version, size) and how it is (battery, screen, foreground), read over adb.

Each reader tolerates what it cannot find: vendors word `dumpsys` differently. None means "not told".
"""

import asyncio
import re
from dataclasses import dataclass, field

from devices.adb.client import AdbDevice, AdbError


@dataclass(frozen=True, slots=True)
class Properties:
    """What stays the same while the phone is connected. Size in px, in the natural orientation."""

    model: str = ""
    manufacturer: str = ""
    android_version: str = ""
    sdk: int | None = None
    hardware_serial: str = ""
    mock: bool = False
    stand_in: bool = False
    width: int | None = None
    height: int | None = None
    density: int | None = None
    all: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Status:
    """How the phone is right now."""

    battery_level: int | None = None
    charging: bool | None = None
    screen_on: bool | None = None
    rotation: int | None = None
    package: str = ""
    activity: str = ""
    secure: bool = False


def parse_getprop(text: str) -> dict[str, str]:
    return dict(re.findall(r"^\[([^\]]+)\]: \[(.*)\]\s*$", text, re.MULTILINE))


def parse_wm_size(text: str) -> tuple[int, int] | None:
    """The override wins over the physical size, as it does on the screen."""
    found = dict(re.findall(r"(Physical|Override) size: (\d+x\d+)", text))
    size = found.get("Override") or found.get("Physical")
    return tuple(int(n) for n in size.split("x")) if size else None


def parse_density(text: str) -> int | None:
    found = dict(re.findall(r"(Physical|Override) density: (\d+)", text))
    value = found.get("Override") or found.get("Physical")
    return int(value) if value else None


def parse_battery(text: str) -> tuple[int | None, bool | None]:
    level = re.search(r"^\s*level: (\d+)", text, re.MULTILINE)
    powered = re.findall(r"^\s*(?:AC|USB|Wireless|Dock) powered: (true|false)", text, re.MULTILINE)
    return (int(level[1]) if level else None), ("true" in powered if powered else None)


def parse_screen_on(text: str) -> bool | None:
    wakefulness = re.search(r"mWakefulness=(\w+)", text)
    if wakefulness:
        return wakefulness[1] not in ("Asleep", "Dozing")
    display = re.search(r"Display Power: state=(\w+)", text)
    return display[1] == "ON" if display else None


def parse_foreground(text: str) -> tuple[str, str]:
    """(package, activity) of the focused window, from `dumpsys window`."""
    found = re.search(r"mCurrentFocus=Window\{\S+ \S+ ([\w.]+)/([\w.$]+)\}", text)
    found = found or re.search(r"mFocusedApp=.*? ([\w.]+)/([\w.$]+)", text)
    if not found:
        return "", ""
    package, activity = found.groups()
    return package, package + activity if activity.startswith(".") else activity


def parse_rotation(text: str) -> int | None:
    found = re.search(r"m(?:Current)?Rotation=(?:ROTATION_)?(\d+)", text)
    if not found:
        return None
    value = int(found[1])
    return value // 90 if value >= 90 else value


def parse_secure(text: str) -> bool:
    """FLAG_SECURE on the focused window: its screen is black for everyone but the phone's holder."""
    focus = re.search(r"mCurrentFocus=Window\{(\S+) ", text)
    if not focus:
        return False
    window = rf"Window #\d+ Window\{{{re.escape(focus[1])} .*?(?=\n\s*Window #|\Z)"
    section = re.search(window, text, re.DOTALL)
    return bool(section and re.search(r"\bfl=[^}\n]*\bSECURE\b", section[0]))


async def read_properties(device: AdbDevice) -> Properties:
    """Raises AdbError when the phone does not answer."""
    props, size, density = await asyncio.gather(
        device.shell(["getprop"]), device.shell(["wm", "size"]), device.shell(["wm", "density"])
    )
    known = parse_getprop(props.text)
    width, height = parse_wm_size(size.text) or (None, None)
    sdk = known.get("ro.build.version.sdk", "")
    return Properties(
        model=known.get("ro.product.model", ""),
        manufacturer=known.get("ro.product.manufacturer", ""),
        android_version=known.get("ro.build.version.release", ""),
        sdk=int(sdk) if sdk.isdigit() else None,
        hardware_serial=known.get("ro.serialno", ""),
        mock=known.get("ro.phonebuddy.mock") == "1",
        stand_in=known.get("ro.phonebuddy.stand_in") == "1",
        width=width,
        height=height,
        density=parse_density(density.text),
        all=known,
    )


async def read_status(device: AdbDevice, timeout: float = 8.0) -> Status:
    """Raises AdbError when the phone does not answer."""
    battery, power, window = await asyncio.gather(
        device.shell(["dumpsys", "battery"], timeout),
        device.shell(["dumpsys", "power"], timeout),
        device.shell(["dumpsys", "window"], timeout),
    )
    level, charging = parse_battery(battery.text)
    package, activity = parse_foreground(window.text)
    return Status(
        battery_level=level,
        charging=charging,
        screen_on=parse_screen_on(power.text),
        rotation=parse_rotation(window.text),
        package=package,
        activity=activity,
        secure=parse_secure(window.text),
    )


async def read_focus(device: AdbDevice, timeout: float = 5.0) -> Status:
    """The quick half of `read_status`, for a phone that somebody watches: screen, rotation, foreground."""
    power, window = await asyncio.gather(
        device.shell(["dumpsys", "power"], timeout), device.shell(["dumpsys", "window"], timeout)
    )
    package, activity = parse_foreground(window.text)
    return Status(
        screen_on=parse_screen_on(power.text),
        rotation=parse_rotation(window.text),
        package=package,
        activity=activity,
        secure=parse_secure(window.text),
    )


async def read_window(device: AdbDevice, timeout: float = 5.0) -> Status:
    """What is in front, and whether it may be looked at: one question, for who asks before every step."""
    return parse_window((await device.shell(["dumpsys", "window"], timeout)).text)


def parse_window(window: str) -> Status:
    """The same from what `dumpsys window` printed."""
    package, activity = parse_foreground(window)
    return Status(
        rotation=parse_rotation(window), package=package, activity=activity, secure=parse_secure(window)
    )


async def read_boot(device: AdbDevice, timeout: float = 5.0) -> str:
    """Names the phone's present run: another value after each restart; "" when it does not tell."""
    told = await device.shell(["cat", "/proc/sys/kernel/random/boot_id"], timeout)
    found = re.fullmatch(r"[0-9a-f-]{36}", told.text.strip())
    return found[0] if found else ""


async def heartbeat(device: AdbDevice, timeout: float = 5.0) -> bool:
    """Does its shell still answer? A frozen phone says "device" for ever."""
    try:
        return (await device.shell(["echo", "ok"], timeout)).text.strip() == "ok"
    except AdbError:
        return False
