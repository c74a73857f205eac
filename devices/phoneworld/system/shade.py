"""The notification shade and quick settings."""

from devices.phoneworld.block import BUTTON, CLICK, FOCUSABLE, FRAME, GESTURE_DP, STATUS_DP
from devices.phoneworld.clock import ago, words
from devices.phoneworld.frame import Window
from devices.phoneworld.system.intents import draw_app_icon
from devices.phoneworld.widgets.base import flags
from devices.phoneworld.window import draw_ground

UI = "com.android.systemui"
TILES = (
    ("wifi", "Internet", "wifi", "global.wifi_on", "HomeNet-5G", "Off"),
    ("bluetooth", "Bluetooth", "bluetooth", "global.bluetooth_on", "On", "Off"),
    ("dnd", "Do Not Disturb", "do_not_disturb_on", "global.zen_mode", "On", "Off"),
    ("flashlight", "Flashlight", "flashlight_on", "system.flashlight", "On", "Off"),
    ("airplane", "Airplane mode", "flight", "global.airplane_mode_on", "On", "Off"),
    ("rotation", "Auto-rotate", "screen_rotation", "system.accelerometer_rotation", "On", "Off"),
    ("battery", "Battery Saver", "battery_plus", "global.low_power", "On", "Off"),
    ("dark", "Dark theme", "dark_mode", "secure.ui_night_mode", "On", "Off"),
    ("data", "Mobile data", "swap_vert", "global.mobile_data", "On", "Off"),
    ("location", "Location", "location_on", "secure.location_mode", "On", "Off"),
)
ON_VALUE = {"secure.ui_night_mode": ("2", "1"), "secure.location_mode": ("3", "0")}


def is_on(settings, key):
    """Whether a tile's setting is on."""
    on, off = ON_VALUE.get(key, ("1", "0"))
    default = "1" if key in ("global.wifi_on", "global.mobile_data") else off
    return settings.get(key, default) == on


def toggled(settings, key):
    """The setting's other value."""
    on, off = ON_VALUE.get(key, ("1", "0"))
    return off if is_on(settings, key) else on


def draw_head(pen, x, y, w, clock, date):
    """Clock and date at the top of the shade."""
    d, c = pen.d, pen.c
    pen.fill(w, d(64), c.surface_container_low)
    pen.text(clock, "headline_small", c.on_surface, x + d(24), y + d(16), name="clock")
    found = pen.layout(date, "body_medium")
    pen.text(date, "body_medium", c.on_surface_variant, x + w - d(24) - found.width, y + d(22), name="date")
    return d(64)


def draw_tiles(pen, x, y, w, tiles):
    """Quick settings tiles, two a line; each is `(name, label, icon, state, on)`."""
    d, c = pen.d, pen.c
    gap, h = d(8), d(68)
    wide = (w - d(32) - gap) / 2
    for n, (name, label, icon, state, on) in enumerate(tiles):
        left, top = x + d(16) + n % 2 * (wide + gap), y + n // 2 * (h + gap)
        ground, ink = (c.primary, c.on_primary) if on else (c.surface_container_highest, c.on_surface)
        pen.rect(left, top, wide, h, ground, d(28))
        pen.icon(icon, left + d(18), top + d(22), d(24), ink, on)
        pen.text(label, "label_large", ink, left + d(54), top + d(14), wide - d(66), node=False)
        pen.text(state, "body_small", ink, left + d(54), top + d(35), wide - d(66), node=False)
        pen.hit(left, top, wide, h, ("sys", "tile", name))
        pen.node(
            "android.widget.Switch",
            left,
            top,
            wide,
            h,
            state,
            desc=label,
            name="tile",
            flags=flags(True, True, on),
        )
    return (len(tiles) + 1) // 2 * (h + gap) + d(8)


def draw_brightness(pen, x, y, w, value):
    """The brightness slider, 0 to 255."""
    d, c = pen.d, pen.c
    full = w - d(32)
    pen.rect(x + d(16), y + d(4), full, d(44), c.surface_container_highest, d(22))
    pen.rect(x + d(16), y + d(4), max(d(44), full * value / 255), d(44), c.primary, d(22))
    pen.icon("light_mode", x + d(28), y + d(15), d(22), c.on_primary)
    pen.hit(
        x + d(16), y, full, d(52), ("slider", "Y", "system.screen_brightness", 1, 255, 1, x + d(16), full)
    )
    pen.node(
        "android.widget.SeekBar",
        x + d(16),
        y,
        full,
        d(52),
        str(value),
        desc="Display brightness",
        name="slider",
        flags=FOCUSABLE,
    )
    return d(60)


def draw_note(pen, x, y, w, key, icon, color, label, title, text, age, button):
    """One notification of the shade."""
    d, c = pen.d, pen.c
    body = pen.layout(text, "body_medium", w - d(116), 3)
    h = d(44) + body.height + d(16) + (d(36) if button else 0)
    pen.rect(x + d(8), y, w - d(16), h, c.surface_container_high, d(20))
    draw_app_icon(pen, x + d(24), y + d(18), d(36), icon, color)
    pen.hit(x + d(8), y, w - d(16), h, ("note", key))
    pen.begin(FRAME, x + d(8), y, w - d(16), h, name="notification", flags=CLICK)
    pen.text(
        f"{label} · {age}",
        "label_medium",
        c.on_surface_variant,
        x + d(76),
        y + d(10),
        w - d(100),
        name="app_name_text",
    )
    pen.text(title, "title_small", c.on_surface, x + d(76), y + d(26), w - d(100), weight=600, name="title")
    pen.text(text, "body_medium", c.on_surface_variant, x + d(76), y + d(46), w - d(116), 3, name="text")
    if button:
        pen.text(button, "label_large", c.primary, x + d(76), y + h - d(34), w - d(116), name="action")
    pen.end()
    return h + d(4)


def draw_clear(pen, x, y, w, any_notes):
    """The foot: Clear all, or a word that there is nothing."""
    d, c = pen.d, pen.c
    if not any_notes:
        pen.text(
            "No notifications",
            "body_medium",
            c.on_surface_variant,
            x,
            y + d(20),
            w,
            1,
            "center",
            name="no_notifications",
        )
        return d(60)
    found = pen.layout("Clear all", "label_large")
    wide = found.width + d(40)
    left = x + w - wide - d(16)
    pen.rect(left, y + d(8), wide, d(40), c.surface_container_highest, d(20))
    pen.text("Clear all", "label_large", c.on_surface, left, y + d(18), wide, 1, "center", node=False)
    pen.hit(left, y + d(4), wide, d(48), ("sys", "clear_notes"))
    pen.node(BUTTON, left, y + d(8), wide, d(40), "Clear all", name="dismiss_text", flags=CLICK)
    return d(60)


def window(look, state, N):
    """The shade: `state["shade"]` is "notes" (four tiles) or "quick" (all tiles and brightness)."""
    Y, d = state["sys"], look.d
    settings, packages = Y["settings"], Y["packages"]
    full = state["shade"] == "quick"
    ground = look.block((draw_ground, look.theme.surface_container_low, look.height))
    tiles = tuple(
        (name, label, icon, on_text if is_on(settings, key) else off_text, is_on(settings, key))
        for name, label, icon, key, on_text, off_text in (TILES if full else TILES[:4])
    )
    blocks = [look.block((draw_head, words(N, "%H:%M"), words(N, "%a, %-d %b")))]
    if full:
        blocks.append(look.block((draw_brightness, int(settings.get("system.screen_brightness", 128)))))
    blocks.append(look.block((draw_tiles, tiles)))
    notes = list(Y["notifications"].values())
    if not full:
        for note in notes:
            app = packages.get(note["package"], {})
            blocks.append(
                look.block(
                    (
                        draw_note,
                        note["id"],
                        app.get("icon", "apps"),
                        app.get("color", "#5f6368"),
                        note["label"],
                        note["title"],
                        note["text"],
                        ago(note["at"], N),
                        note["button"] or "",
                    )
                )
            )
        blocks.append(look.block((draw_clear, bool(notes))))
    y, placed = d(STATUS_DP), [(ground, 0, 0, None)]
    total = sum(b.h for b in blocks)
    most = max(0, total - (look.height - d(STATUS_DP + GESTURE_DP)))
    offset = min(state["shade_scroll"], most)
    clip = (0, d(STATUS_DP), look.width, look.height - d(GESTURE_DP))
    for block in blocks:
        placed.append((block, 0, y - offset, clip))
        y += block.h
    return Window(
        UI,
        "shade",
        tuple(placed),
        (0, 0, look.width, look.height),
        True,
        (*clip, "shade", offset, most),
        (1, len(placed)),
    )
