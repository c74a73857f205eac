"""`dumpsys`: the lines that clients read, in the form Android prints them."""

import datetime

from devices.virtual.shell.activity import _short, _tasks
from devices.virtual.shell.registry import Usage, verb

DISPLAY_ID = 4619827259835644672


@verb("dumpsys")
async def dumpsys(context):
    words = list(context.args)
    if words[:1] == ["-t"]:
        del words[:2]
    if not words or words == ["-l"]:
        await context.line("Currently running services:\n" + "\n".join(f"  {name}" for name in sorted(_SERVICES)))
        return
    section = _SERVICES.get(words[0])
    if section is None:
        raise Usage(f"Can't find service: {words[0]}")
    if words[0] == "battery" and len(words) > 1:
        _set_battery(context.device, words[1:])
        return
    await context.out(section(context.device, words[1:]))


def _bool(value):
    return str(bool(value)).lower()


def _battery(device, words):
    battery = device.phone.battery
    return (f"Current Battery Service state:\n  AC powered: false\n  USB powered: {_bool(battery['charging'])}\n"
            "  Wireless powered: false\n  Dock powered: false\n  Max charging current: 500000\n"
            f"  Max charging voltage: 5000000\n  Charge counter: {battery['level'] * 40000}\n"
            f"  status: {2 if battery['charging'] else 3}\n  health: 2\n  present: true\n  level: {battery['level']}\n"
            "  scale: 100\n  voltage: 4100\n  temperature: 270\n  technology: Li-ion\n")


def _set_battery(device, words):
    if words[0] == "reset":
        device.set_battery(100, True)
    elif words[0] == "unplug":
        device.set_battery(charging=False)
    elif words[0] == "set" and len(words) == 3:
        if words[1] == "level":
            device.set_battery(level=int(words[2]))
        elif words[1] in ("usb", "ac", "wireless", "status"):
            device.set_battery(charging=words[2] in (("2", "5") if words[1] == "status" else ("1", "true")))


def _display(device, words):
    width, height = device.size
    natural_width, natural_height = device.natural_size
    density, rotation = device.props["ro.sf.lcd_density"], device.rotation
    state = "ON" if device.phone.screen_on else "OFF"
    return ("DISPLAY MANAGER (dumpsys display)\n  mOnlyCode=false\n  mSafeMode=false\n"
            f"  mGlobalDisplayState={state}\n  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, "
            f"uniqueId='local:{DISPLAY_ID}', physicalPort=0, orientation={rotation}, logicalFrame=Rect(0, 0 - {width}, {height}), "
            f"physicalFrame=Rect(0, 0 - {width}, {height}), deviceWidth={width}, deviceHeight={height}}}]\n"
            f"Display Devices: size=1\n  DisplayDeviceInfo{{\"Built-in Screen\": uniqueId=\"local:{DISPLAY_ID}\", {natural_width} x "
            f"{natural_height}, modeId 1, renderFrameRate 60.0, density {density}, {density}.0 x {density}.0 dpi, touch INTERNAL, "
            f"rotation 0, type INTERNAL, state {state}, FLAG_DEFAULT_DISPLAY}}\n"
            f"Logical Displays: size=1\n  Display 0:\n    mDisplayId=0\n    mBaseDisplayInfo=DisplayInfo{{\"Built-in Screen\", displayId 0, "
            f"real {width} x {height}, largest app {max(width, height)} x {max(width, height)}, smallest app {min(width, height)} x "
            f"{min(width, height)}, appVsyncOff 1000000, rotation {rotation}, density {density}, state {state}}}\n"
            f"Display Power Controller:\n  mScreenState={state}\n  mCurrentOrientation={rotation}\n  SurfaceOrientation: {rotation}\n")


def _focus(device):
    at = device.phone.foreground
    return at["package"], f"{at['package']}/{at['activity']}"


def _window(device, words):
    package, name = _focus(device)
    token = f"{device.pid(package):x}"
    width, height = device.size
    rotation = f"ROTATION_{device.rotation * 90}"
    keyboard = _bool(device.phone.keyboard_shown)
    awake = "AWAKE" if device.phone.screen_on else "OFF"
    secure = " SECURE" if device.secure else ""
    return ("WINDOW MANAGER WINDOWS (dumpsys window windows)\n"
            f"  Window #0 Window{{{token}a1 u0 {name}}}:\n    mDisplayId=0 rootTaskId={device.pid(package) - 2000} mSession=Session{{b2 {device.pid(package)}:u0a10100}}\n"
            f"    mOwnerUid=10100 showForAllUsers=false package={package} appop=NONE\n"
            f"    mAttrs={{(0,0)(fillxfill) sim={{adjust=resize}} ty=BASE_APPLICATION fmt=TRANSPARENT\n      fl=LAYOUT_IN_SCREEN LAYOUT_INSET_DECOR{secure}}}\n"
            f"    mHasSurface=true isReadyForDisplay()=true\n    Frames: parent=[0,0][{width},{height}] display=[0,0][{width},{height}] frame=[0,0][{width},{height}]\n"
            f"  mGlobalConfiguration={{1.0 w{width}dp h{height}dp}}\n  mHasPermanentDpad=false\n"
            f"  mTopFocusedDisplayId=0\n  mCurrentFocus=Window{{{token}a1 u0 {name}}}\n"
            f"  mFocusedApp=ActivityRecord{{{token}c3 u0 {name} t{device.pid(package) - 2000}}}\n"
            f"  mInputMethodTarget=Window{{{token}a1 u0 {name}}}\n  isKeyboardShowing={keyboard}\n  mInputMethodWindowVisible={keyboard}\n"
            f"  mCurrentRotation={rotation}\n  mRotation={rotation}\n  cur={width}x{height} app={width}x{height} init={device.natural_size[0]}x{device.natural_size[1]}\n"
            f"  mAwake={_bool(device.phone.screen_on)}\n  mScreenOnFully={_bool(device.phone.screen_on)}\n  mDreamingLockscreen=false\n"
            f"  mShowingLockscreen=false\n  screenState=SCREEN_STATE_{'ON' if device.phone.screen_on else 'OFF'}\n  mWakefulness={awake}\n")


def _activity(device, words):
    package, name = _focus(device)
    at = device.phone.foreground
    short = f"{package}/{_short(at)}"
    pid, part = device.pid(package), words[0] if words else "activities"
    if part == "top":
        return (f"TASK {package} id={pid - 2000} userId=0\n  ACTIVITY {short} {pid:x} pid={pid}\n    Local Activity {pid:x} State:\n"
                "      mResumed=true mStopped=false mFinished=false\n")
    if part == "recents":
        lines = ["ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)", "mRecentsUid=1000"]
        for index, (entry, task) in enumerate(_tasks(device)):
            lines += [f"  * Recent #{index}: Task{{{task:x} #{task} type=standard A=10100:{entry['package']}}}",
                      f"    userId=0 effectiveUid=u0a100 baseIntent=Intent {{ cmp={entry['package']}/{entry['activity']} }}",
                      f"    id={task} rootTaskId={task}"]
        return "\n".join(lines) + "\n"
    if part == "processes":
        rows = [f"  *APP* UID 10100 ProcessRecord{{{pid:x} {pid}:{name}/u0a100}}" for pid, _, name in device.processes.table()]
        return "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n" + "\n".join(rows) + "\n"
    if part in ("services", "broadcasts", "providers", "intents"):
        return f"ACTIVITY MANAGER {part.upper()} (dumpsys activity {part})\n  (nothing)\n"
    record = f"ActivityRecord{{{pid:x} u0 {short} t{pid - 2000}}}"
    return ("ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (activities from top to bottom):\n"
            f"  * Task{{{pid:x} #{pid - 2000} type=standard A=10100:{package} U=0 visible=true mode=fullscreen}}\n"
            f"    mLastPausedActivity: null\n    * Hist  #0: {record}\n      packageName={package} processName={package}\n"
            f"      state=RESUMED\n  topResumedActivity={record}\n  mResumedActivity: {record}\n  ResumedActivity: {record}\n"
            f"  mFocusedApp={record}\n")


def _input(device, words):
    width, height = device.size
    frame = f"[0, 0, {width}, {height}]"
    _, name = _focus(device)
    return ("INPUT MANAGER (dumpsys input)\n\nEvent Hub State:\n  Devices:\n    1: touchscreen\n      Classes: TOUCH | TOUCH_MT\n"
            f"Input Reader State:\n  Device 1: touchscreen\n    Touch Input Mapper (mode - DIRECT):\n      Viewport INTERNAL: displayId=0, "
            f"uniqueId=local:{DISPLAY_ID}, port=0, orientation={device.rotation}, logicalFrame={frame}, physicalFrame={frame}, "
            f"deviceSize=[{width}, {height}], isActive=[1]\n      SurfaceWidth: {width}px\n      SurfaceHeight: {height}px\n"
            f"      SurfaceOrientation: {device.rotation}\nInput Dispatcher State:\n  FocusedDisplayId: 0\n  FocusedWindows:\n"
            f"    displayId=0, name='{name}'\n")


def _power(device, words):
    on = device.phone.screen_on
    return ("POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mWakefulness=" + ("Awake" if on else "Asleep") +
            f"\n  mWakefulnessChanging=false\n  mIsPowered={_bool(device.phone.battery['charging'])}\n  mBatteryLevel={device.phone.battery['level']}\n"
            f"  mHoldingWakeLockSuspendBlocker=false\n  mHoldingDisplaySuspendBlocker={_bool(on)}\n"
            f"  mStayOn={_bool(device.phone.settings.get('global', 'stay_on_while_plugged_in') not in (None, '0'))}\n"
            f"Display Power: state={'ON' if on else 'OFF'}\n")


def _telephony(device, words):
    state = getattr(device.phone, "call_state", 0)
    return ("last known state:\n  Phone Id=0\n    mCallState=" + str(state) + "\n    mRingingCallState=0\n    mCallIncomingNumber=\n"
            "    mServiceState={mVoiceRegState=0(IN_SERVICE), mDataRegState=0(IN_SERVICE)}\n    mDataConnectionState=2\n")


def package_dump(device, name):
    """`dumpsys package NAME`."""
    entry = device.package(name)
    if entry is None:
        return f"Unable to find package: {name}\n"
    installed = datetime.datetime.fromtimestamp(0, datetime.UTC).replace(year=2023, month=10, day=1).strftime("%Y-%m-%d %H:%M:%S")
    flags = "[ SYSTEM HAS_CODE ALLOW_CLEAR_USER_DATA ]" if entry.get("system") else "[ HAS_CODE ALLOW_CLEAR_USER_DATA ]"
    granted = "".join(f"        {permission}: granted=true\n" for permission in sorted(device.permissions[name]))
    return (f"Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n        a1b2c3 {name}/{entry['activity']} filter d4e5f6\n"
            f"          Action: \"android.intent.action.MAIN\"\n          Category: \"android.intent.category.LAUNCHER\"\n\nPackages:\n"
            f"  Package [{name}] (7a8b9c):\n    userId={10000 + device.pid(name)}\n    codePath=/data/app/{name}\n    versionCode=100 minSdk=26 targetSdk=35\n"
            f"    versionName={entry.get('version', '1.0.0')}\n    signatures=PackageSignatures{{1f2e3d version:2, signatures:[abcd1234], past signatures:[]}}\n"
            f"    pkgFlags={flags}\n    timeStamp={installed}\n    firstInstallTime={installed}\n    lastUpdateTime={installed}\n"
            f"    User 0: ceDataInode=1 installed=true hidden=false suspended=false stopped=false enabled=0\n      runtime permissions:\n{granted}\n")


def _package(device, words):
    if words:
        return package_dump(device, words[-1])
    return "".join(package_dump(device, entry["package"]) for entry in device.phone.packages())


def _surface_flinger(device, words):
    if "--display-id" in words:
        return f'Display {DISPLAY_ID} (HWC display 0): port=0 pnpId=PWD displayName="PhoneWorld"\n'
    if "--list" in words:
        return f"{_focus(device)[1]}#0\n"
    width, height = device.size
    return f"Display {DISPLAY_ID}\n  {width}x{height}, 60.00 Hz\n"


def _input_method(device, words):
    shown = _bool(device.phone.keyboard_shown)
    ime = device.phone.settings.get("secure", "default_input_method") or "com.phonebuddy.ime/.Keyboard"
    return (f"Current Input Method Manager state:\n  mCurMethodId={ime}\n  mInputShown={shown}\n  mIsInputViewShown={shown}\n"
            f"  mShowRequested={shown}\n  mImeWindowVis={3 if device.phone.keyboard_shown else 0}\n")


def _wifi(device, words):
    on = device.phone.settings.get("global", "wifi_on") not in (None, "0")
    return f"Wi-Fi is {'enabled' if on else 'disabled'}\n"


def _notification(device, words):
    lines = ["Current Notification Manager state:", "  Notification List:"]
    for note in getattr(device.phone, "notifications", None) or ():
        lines.append(f"    NotificationRecord(0x1: pkg={note.get('package', note.get('app', 'android'))} user=UserHandle{{0}} id=1)")
        lines.append(f"          android.title=String ({note.get('title', '')})\n          android.text=String ({note.get('text', '')})")
    return "\n".join(lines) + "\n"


def _cpuinfo(device, words):
    return "Load: 0.5 / 0.4 / 0.3\n3% TOTAL: 2% user + 1% kernel\n"


def _meminfo(device, words):
    return "Total RAM: 7,800,000K (status normal)\n Free RAM: 3,900,000K\n Used RAM: 3,900,000K\n"


_SERVICES = {"battery": _battery, "display": _display, "window": _window, "activity": _activity, "input": _input, "power": _power,
             "telephony.registry": _telephony, "package": _package, "SurfaceFlinger": _surface_flinger,
             "input_method": _input_method, "wifi": _wifi, "notification": _notification, "cpuinfo": _cpuinfo, "meminfo": _meminfo}
