"""What `dumpsys display, window, activity, input` say about screen and focus."""

from devices.virtual.shell.activity import full_activity, running_tasks, short_activity

DISPLAY_ID = 4619827259835644672


def focused(device):
    """(package, "package/activity") in the foreground."""
    at = device.phone.foreground
    return at["package"], f"{at['package']}/{full_activity(at['package'], at['activity'])}"


def display_lines(device, words):
    (width, height), (natural_width, natural_height) = device.size, device.natural_size
    density, rotation = device.props["ro.sf.lcd_density"], device.rotation
    state = "ON" if device.phone.screen_on else "OFF"
    frame = f"Rect(0, 0 - {width}, {height})"
    longer, shorter = max(width, height), min(width, height)
    return [
        "DISPLAY MANAGER (dumpsys display)",
        "  mOnlyCode=false",
        "  mSafeMode=false",
        f"  mGlobalDisplayState={state}",
        "  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, "
        f"uniqueId='local:{DISPLAY_ID}', physicalPort=0, orientation={rotation}, logicalFrame={frame}, "
        f"physicalFrame={frame}, deviceWidth={width}, deviceHeight={height}}}]",
        "Display Devices: size=1",
        f'  DisplayDeviceInfo{{"Built-in Screen": uniqueId="local:{DISPLAY_ID}", '
        f"{natural_width} x {natural_height}, modeId 1, renderFrameRate 60.0, density {density}, "
        f"{density}.0 x {density}.0 dpi, touch INTERNAL, rotation 0, type INTERNAL, state {state}, "
        "FLAG_DEFAULT_DISPLAY}",
        "Logical Displays: size=1",
        "  Display 0:",
        "    mDisplayId=0",
        '    mBaseDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0, '
        f"real {width} x {height}, largest app {longer} x {longer}, smallest app {shorter} x {shorter}, "
        f"appVsyncOff 1000000, rotation {rotation}, density {density}, state {state}}}",
        "Display Power Controller:",
        f"  mScreenState={state}",
        f"  mCurrentOrientation={rotation}",
        f"  SurfaceOrientation: {rotation}",
    ]


def _keyboard_window(device, frame):
    """The input method's window while it shows; its touchable region is where the keys lie."""
    if not device.phone.keyboard_shown:
        return []
    windows = getattr(device.phone.frame(), "windows", ())
    found = next((window for window in windows if window.kind == "ime"), None)
    if found is None:
        return []
    left, top, right, bottom = (int(n) for n in found.bounds)
    return [
        "  Window #1 Window{1e0a1 u0 InputMethod}:",
        "    mAttrs={(0,0)(fillxfill) ty=INPUT_METHOD fmt=TRANSPARENT}",
        f"    Frames: parent={frame} display={frame} frame={frame}",
        f"    touchable region=SkRegion(({left},{top},{right},{bottom}))",
        "    mHasSurface=true isReadyForDisplay()=true isVisible=true",
    ]


def window_lines(device, words):
    package, name = focused(device)
    pid, on = device.pid(package), device.phone.screen_on
    (width, height), (natural_width, natural_height) = device.size, device.natural_size
    window = f"Window{{{pid:x}a1 u0 {name}}}"
    rotation = f"ROTATION_{device.rotation * 90}"
    awake, keyboard = str(on).lower(), str(bool(device.phone.keyboard_shown)).lower()
    frame = f"[0,0][{width},{height}]"
    return [
        "WINDOW MANAGER WINDOWS (dumpsys window windows)",
        f"  Window #0 {window}:",
        f"    mDisplayId=0 rootTaskId={pid - 2000} mSession=Session{{b2 {pid}:u0a10100}}",
        f"    mOwnerUid=10100 showForAllUsers=false package={package} appop=NONE",
        "    mAttrs={(0,0)(fillxfill) sim={adjust=resize} ty=BASE_APPLICATION fmt=TRANSPARENT",
        f"      fl=LAYOUT_IN_SCREEN LAYOUT_INSET_DECOR{' SECURE' if device.secure else ''}}}",
        "    mHasSurface=true isReadyForDisplay()=true",
        f"    Frames: parent={frame} display={frame} frame={frame}",
        *_keyboard_window(device, frame),
        f"  mGlobalConfiguration={{1.0 w{width}dp h{height}dp}}",
        "  mHasPermanentDpad=false",
        "  mTopFocusedDisplayId=0",
        f"  mCurrentFocus={window}",
        f"  mFocusedApp=ActivityRecord{{{pid:x}c3 u0 {name} t{pid - 2000}}}",
        f"  mInputMethodTarget={window}",
        f"  isKeyboardShowing={keyboard}",
        f"  mInputMethodWindowVisible={keyboard}",
        f"  mCurrentRotation={rotation}",
        f"  mRotation={rotation}",
        f"  cur={width}x{height} app={width}x{height} init={natural_width}x{natural_height}",
        f"  mAwake={awake}",
        f"  mScreenOnFully={awake}",
        "  mDreamingLockscreen=false",
        "  mShowingLockscreen=false",
        f"  screenState=SCREEN_STATE_{'ON' if on else 'OFF'}",
    ]


def activity_lines(device, words):
    part = words[0] if words else "activities"
    package, _ = focused(device)
    short = f"{package}/{short_activity(package, device.phone.foreground['activity'])}"
    pid = device.pid(package)
    task = pid - 2000
    if part == "top":
        return [
            f"TASK {package} id={task} userId=0",
            f"  ACTIVITY {short} {pid:x} pid={pid}",
            f"    Local Activity {pid:x} State:",
            "      mResumed=true mStopped=false mFinished=false",
        ]
    if part == "recents":
        lines = ["ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)", "mRecentsUid=1000"]
        for number, (package, activity, task) in enumerate(running_tasks(device)):
            lines += [
                f"  * Recent #{number}: Task{{{task:x} #{task} type=standard A=10100:{package}}}",
                f"    userId=0 effectiveUid=u0a100 baseIntent=Intent {{ cmp={package}/{activity} }}",
                f"    id={task} rootTaskId={task}",
            ]
        return lines
    if part == "processes":
        return [
            "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)",
            *(
                f"  *APP* UID 10100 ProcessRecord{{{number:x} {number}:{name}/u0a100}}"
                for number, _, name in device.process_table()
            ),
        ]
    if part in ("services", "broadcasts", "providers", "intents"):
        return [f"ACTIVITY MANAGER {part.upper()} (dumpsys activity {part})", "  (nothing)"]
    record = f"ActivityRecord{{{pid:x} u0 {short} t{task}}}"
    return [
        "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)",
        "Display #0 (activities from top to bottom):",
        f"  * Task{{{pid:x} #{task} type=standard A=10100:{package} U=0 visible=true mode=fullscreen}}",
        "    mLastPausedActivity: null",
        f"    * Hist  #0: {record}",
        f"      packageName={package} processName={package}",
        "      state=RESUMED",
        f"  topResumedActivity={record}",
        f"  mResumedActivity: {record}",
        f"  ResumedActivity: {record}",
        f"  mFocusedApp={record}",
    ]


def input_lines(device, words):
    width, height = device.size
    frame = f"[0, 0, {width}, {height}]"
    return [
        "INPUT MANAGER (dumpsys input)",
        "",
        "Event Hub State:",
        "  Devices:",
        "    1: touchscreen",
        "      Classes: TOUCH | TOUCH_MT",
        "Input Reader State:",
        "  Device 1: touchscreen",
        "    Touch Input Mapper (mode - DIRECT):",
        f"      Viewport INTERNAL: displayId=0, uniqueId=local:{DISPLAY_ID}, port=0, "
        f"orientation={device.rotation}, logicalFrame={frame}, physicalFrame={frame}, "
        f"deviceSize=[{width}, {height}], isActive=[1]",
        f"      SurfaceWidth: {width}px",
        f"      SurfaceHeight: {height}px",
        f"      SurfaceOrientation: {device.rotation}",
        "Input Dispatcher State:",
        "  FocusedDisplayId: 0",
        "  FocusedWindows:",
        f"    displayId=0, name='{focused(device)[1]}'",
    ]
