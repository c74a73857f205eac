"""The status bar (clock, notification icons, Wi-Fi, signal, battery) and the gesture bar."""

from devices.phoneworld.block import GESTURE_DP, IMAGE, STATUS_DP
from devices.phoneworld.clock import words
from devices.phoneworld.frame import Window

UI = "com.android.systemui"


def draw_status(pen, x, y, w, clock, icons, notifications, charge, ink):
    """One line: clock left, then a dot per app with news; system icons right, then the charge in words."""
    d = pen.d
    h = d(STATUS_DP)
    found = pen.text(clock, "label_large", ink, x + d(24), y + (h - d(20)) // 2, name="clock")
    left = x + d(24) + found.width + d(10)
    for icon in notifications[:4]:
        pen.icon(icon, left, y + (h - d(16)) // 2, d(16), ink, True)
        pen.node(
            IMAGE, left, y + (h - d(16)) // 2, d(16), d(16), desc="notification", name="notification_icon"
        )
        left += d(20)
    right = x + w - d(20)
    if charge:
        size = pen.layout(charge, "label_medium", lines=1)
        right -= size.width
        pen.text(charge, "label_medium", ink, right, y + (h - size.height) // 2, name="battery_percent")
        right -= d(3)
    for icon, desc in reversed(icons):
        size = d(17)
        right -= size
        pen.icon(icon, right, y + (h - size) // 2, size, ink, True)
        pen.node(IMAGE, right, y + (h - size) // 2, size, size, desc=desc, name="status_icon")
        right -= d(3)
    return h


def draw_gesture(pen, x, y, w, ink):
    """The pill at the bottom."""
    d = pen.d
    pen.rect(x + (w - d(108)) / 2, y + d(12), d(108), d(4), ink, d(2))
    return d(GESTURE_DP)


def battery_icon(level, charging, saving=False):
    """The symbol for a charge in percent."""
    if saving:
        return "battery_plus"
    if charging:
        return "battery_charging_full"
    return "battery_full" if level >= 90 else f"battery_{max(0, min(6, level * 7 // 100))}_bar"


def system_icons(settings, battery, offline=False):
    """`(icon, description)` from left to right."""
    found = []
    if settings.get("global.zen_mode", "0") != "0":
        found.append(("do_not_disturb_on", "Do Not Disturb"))
    if settings.get("global.bluetooth_on") == "1":
        found.append(("bluetooth", "Bluetooth on"))
    if settings.get("system.ringer", "normal") == "vibrate":
        found.append(("mobile_vibrate", "Vibrate"))
    if settings.get("global.airplane_mode_on") == "1":
        found.append(("flight", "Airplane mode"))
    if settings.get("global.wifi_on") == "1":
        found.append(
            ("signal_wifi_off", "Wi-Fi without internet")
            if offline
            else ("signal_wifi_4_bar", "Wi-Fi connected")
        )
    if settings.get("global.airplane_mode_on") != "1" and settings.get("global.mobile_data", "1") == "1":
        found.append(("signal_cellular_3_bar", "Phone signal: three bars"))
    if settings.get("global.data_saver", "0") == "1":
        found.append(("data_saver_on", "Data Saver on"))
    level, saving = battery["level"], settings.get("global.low_power") == "1"
    words = f"Battery {level} percent" + (", Battery Saver on" if saving else "")
    found.append((battery_icon(level, battery["charging"], saving), words))
    return tuple(found)


def status_window(look, state, N, light, offline=False):
    """The status bar's window; `light` draws it in white, over a wallpaper or the shade."""
    Y = state["sys"]
    ink = 0xFFFFFFFF if light else look.theme.on_surface
    news = tuple(
        dict.fromkeys(
            Y["packages"][n["package"]]["icon"]
            for n in Y["notifications"].values()
            if n["package"] in Y["packages"]
        )
    )
    icons = system_icons(Y["settings"], Y["battery"], offline)
    clock = words(N, "%H:%M" if Y["settings"].get("system.time_12_24", "24") == "24" else "%-I:%M %p")
    shown = Y["settings"].get("system.status_bar_show_battery_percent", "0") == "1"
    charge = f"{Y['battery']['level']}%" if shown else ""
    bar = look.block((draw_status, clock, icons, news, charge, ink))
    pill = look.block((draw_gesture, ink))
    bounds = (0, 0, look.width, look.d(STATUS_DP))
    return Window(
        UI, "status", ((bar, 0, 0, None), (pill, 0, look.height - pill.h, None)), bounds, dumped=False
    )
