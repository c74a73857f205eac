"""`dumpsys`: the lines that clients read, in the form Android prints them."""

from devices.virtual.shell.dumps_of_screen import (
    DISPLAY_ID,
    activity_lines,
    display_lines,
    focused,
    input_lines,
    window_lines,
)
from devices.virtual.shell.registry import Usage, verb
from devices.virtual.shell.settings import DEFAULT_IME

INSTALLED = "2023-10-01 00:00:00"


@verb("dumpsys")
async def dumpsys(context):
    words = list(context.args)
    if words[:1] == ["-t"]:
        del words[:2]
    if not words or words == ["-l"]:
        await context.line("Currently running services:")
        for name in sorted(_SERVICES):
            await context.line(f"  {name}")
        return
    service, rest = words[0], words[1:]
    if service not in _SERVICES:
        raise Usage(f"Can't find service: {service}")
    if service == "battery" and rest:
        _set_battery(context.device, rest)
        return
    await context.out("".join(f"{line}\n" for line in _SERVICES[service](context.device, rest)))


def _bool(value):
    return str(bool(value)).lower()


def _battery(device, words):
    level, charging = device.phone.battery["level"], device.phone.battery["charging"]
    return [
        "Current Battery Service state:",
        "  AC powered: false",
        f"  USB powered: {_bool(charging)}",
        "  Wireless powered: false",
        "  Dock powered: false",
        "  Max charging current: 500000",
        "  Max charging voltage: 5000000",
        f"  Charge counter: {level * 40000}",
        f"  status: {2 if charging else 3}",
        "  health: 2",
        "  present: true",
        f"  level: {level}",
        "  scale: 100",
        "  voltage: 4100",
        "  temperature: 270",
        "  technology: Li-ion",
    ]


def _set_battery(device, words):
    if words[0] == "reset":
        device.set_battery(100, True)
    elif words[0] == "unplug":
        device.set_battery(charging=False)
    elif words[0] == "set" and len(words) == 3:
        name, value = words[1:]
        if name == "level":
            device.set_battery(level=int(value))
        elif name == "status":
            device.set_battery(charging=value in ("2", "5"))
        elif name in ("usb", "ac", "wireless"):
            device.set_battery(charging=value in ("1", "true"))


def _power(device, words):
    on = device.phone.screen_on
    stay_on = device.phone.settings.get("global", "stay_on_while_plugged_in")
    return [
        "POWER MANAGER (dumpsys power)",
        "",
        "Power Manager State:",
        f"  mWakefulness={'Awake' if on else 'Asleep'}",
        "  mWakefulnessChanging=false",
        f"  mIsPowered={_bool(device.phone.battery['charging'])}",
        f"  mBatteryLevel={device.phone.battery['level']}",
        "  mHoldingWakeLockSuspendBlocker=false",
        f"  mHoldingDisplaySuspendBlocker={_bool(on)}",
        f"  mStayOn={_bool(stay_on not in (None, '0'))}",
        f"Display Power: state={'ON' if on else 'OFF'}",
    ]


def _telephony(device, words):
    return [
        "last known state:",
        "  Phone Id=0",
        "    mCallState=0",
        "    mRingingCallState=0",
        "    mCallIncomingNumber=",
        "    mServiceState={mVoiceRegState=0(IN_SERVICE), mDataRegState=0(IN_SERVICE)}",
        "    mDataConnectionState=2",
    ]


def package_lines(device, name):
    """`dumpsys package NAME`."""
    entry = device.package(name)
    if entry is None:
        return [f"Unable to find package: {name}"]
    kind = "SYSTEM " if entry.get("system") else ""
    return [
        "Activity Resolver Table:",
        "  Non-Data Actions:",
        "      android.intent.action.MAIN:",
        f"        a1b2c3 {name}/{entry['activity']} filter d4e5f6",
        '          Action: "android.intent.action.MAIN"',
        '          Category: "android.intent.category.LAUNCHER"',
        "",
        "Packages:",
        f"  Package [{name}] (7a8b9c):",
        f"    userId={10000 + device.pid(name)}",
        f"    codePath=/data/app/{name}",
        "    versionCode=100 minSdk=26 targetSdk=35",
        f"    versionName={entry.get('version', '1.0.0')}",
        "    signatures=PackageSignatures{1f2e3d version:2, signatures:[abcd1234], past signatures:[]}",
        f"    pkgFlags=[ {kind}HAS_CODE ALLOW_CLEAR_USER_DATA ]",
        f"    timeStamp={INSTALLED}",
        f"    firstInstallTime={INSTALLED}",
        f"    lastUpdateTime={INSTALLED}",
        "    User 0: ceDataInode=1 installed=true hidden=false suspended=false stopped=false enabled=0",
        "      runtime permissions:",
        *(f"        {permission}: granted=true" for permission in device.permissions(name)),
        "",
    ]


def _package(device, words):
    names = words[-1:] or [entry["package"] for entry in device.phone.packages()]
    return [line for name in names for line in package_lines(device, name)]


def _surface_flinger(device, words):
    if "--display-id" in words:
        return [f'Display {DISPLAY_ID} (HWC display 0): port=0 pnpId=PWD displayName="PhoneWorld"']
    if "--list" in words:
        return [f"{focused(device)[1]}#0"]
    width, height = device.size
    return [f"Display {DISPLAY_ID}", f"  {width}x{height}, 60.00 Hz"]


def _input_method(device, words):
    shown = _bool(device.phone.keyboard_shown)
    chosen = device.phone.settings.get("secure", "default_input_method") or DEFAULT_IME
    return [
        "Current Input Method Manager state:",
        f"  mCurMethodId={chosen}",
        f"  mInputShown={shown}",
        f"  mIsInputViewShown={shown}",
        f"  mShowRequested={shown}",
        f"  mImeWindowVis={3 if device.phone.keyboard_shown else 0}",
    ]


def _wifi(device, words):
    on = device.phone.settings.get("global", "wifi_on") not in (None, "0")
    return [f"Wi-Fi is {'enabled' if on else 'disabled'}"]


def _notification(device, words):
    lines = ["Current Notification Manager state:", "  Notification List:"]
    for note in device.phone.state["sys"]["notifications"].values():
        lines.append(f"    NotificationRecord(0x1: pkg={note['package']} user=UserHandle{{0}} id=1)")
        lines.append(f"          android.title=String ({note['title']})")
        lines.append(f"          android.text=String ({note['text']})")
    return lines


def _cpuinfo(device, words):
    return ["Load: 0.5 / 0.4 / 0.3", "3% TOTAL: 2% user + 1% kernel"]


def _meminfo(device, words):
    return ["Total RAM: 7,800,000K (status normal)", " Free RAM: 3,900,000K", " Used RAM: 3,900,000K"]


_SERVICES = {
    "activity": activity_lines,
    "battery": _battery,
    "cpuinfo": _cpuinfo,
    "display": display_lines,
    "input": input_lines,
    "input_method": _input_method,
    "meminfo": _meminfo,
    "notification": _notification,
    "package": _package,
    "power": _power,
    "SurfaceFlinger": _surface_flinger,
    "telephony.registry": _telephony,
    "wifi": _wifi,
    "window": window_lines,
}
