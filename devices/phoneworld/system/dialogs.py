"""System windows over apps: runtime permissions, toasts, heads-up notifications, the edit toolbar, screen
off."""

from devices.phoneworld.block import BUTTON, CLICK, FRAME, GESTURE_DP, STATUS_DP
from devices.phoneworld.frame import Window
from devices.phoneworld.widgets.base import flags
from devices.phoneworld.window import draw_ground, draw_scrim

PERMISSIONS = {
    "contacts": ("contacts", "access your contacts"),
    "sms": ("sms", "send and view SMS messages"),
    "calendar": ("calendar_month", "access your calendar"),
    "camera": ("photo_camera", "take pictures and record video"),
    "location": ("location_on", "access this device's location"),
    "microphone": ("mic", "record audio"),
    "files": ("folder", "access photos and files on your device"),
    "notifications": ("notifications", "send you notifications"),
    "phone": ("call", "make and manage phone calls"),
}
ONCE = ("location", "camera", "microphone")


def draw_permission(pen, x, y, w, icon, sentence, choices):
    """The permission dialog: an icon, one sentence, stacked buttons."""
    d, c = pen.d, pen.c
    top, at = y, len(pen.ops)
    pen.icon(icon, x + (w - d(28)) / 2, y + d(24), d(28), c.primary)
    y += d(64)
    y += pen.text(
        sentence,
        "title_medium",
        c.on_surface,
        x + d(24),
        y,
        w - d(48),
        4,
        "center",
        name="@com.android.permissioncontroller:id/permission_message",
    ).height + d(20)
    for n, (label, answer) in enumerate(choices):
        r = d(16)
        corners = (r if n == 0 else d(4),) * 2 + (r if n == len(choices) - 1 else d(4),) * 2
        pen.ops.append(("rrect4", x + d(24), y, w - d(48), d(56), corners, c.primary_container))
        pen.text(
            label,
            "label_large",
            c.on_primary_container,
            x + d(24),
            y + d(18),
            w - d(48),
            1,
            "center",
            node=False,
        )
        pen.hit(x + d(24), y, w - d(48), d(56), ("sys", "permit", answer))
        pen.node(
            BUTTON,
            x + d(24),
            y,
            w - d(48),
            d(56),
            label,
            name=f"@com.android.permissioncontroller:id/permission_{answer}_button",
            flags=CLICK,
        )
        y += d(58)
    y += d(20)
    pen.ops[at:at] = [("rrect", x, top, w, y - top, d(28), c.surface_container_high)]
    return y - top


def permission_window(look, asked, packages):
    """The window that asks for a runtime permission."""
    icon, words = PERMISSIONS.get(asked["name"], ("shield", f"use {asked['name']}"))
    label = packages[asked["package"]]["label"]
    choices = (
        [("While using the app", "allow"), ("Only this time", "allow_once")]
        if asked["name"] in ONCE
        else [("Allow", "allow")]
    )
    choices.append(
        ("Don't allow", "deny")
        if asked["asked"] != "denied"
        else ("Don't allow and don't ask again", "never")
    )
    wide = min(look.width - look.d(48), look.d(328))
    block = look.block((draw_permission, icon, f"Allow {label} to {words}?", tuple(choices)), wide)
    scrim = look.block((draw_scrim, look.height, 0x80))
    at = ((look.width - wide) // 2, (look.height - block.h) // 2)
    return Window(
        "com.android.permissioncontroller",
        "permission",
        ((scrim, 0, 0, None), (block, *at, None)),
        (0, 0, look.width, look.height),
        True,
    )


def draw_toast(pen, x, y, w, text):
    """A toast: a dark pill."""
    d, c = pen.d, pen.c
    found = pen.layout(text, "body_medium", w - d(48), 2, "center" if len(text) > 40 else "start")
    pen.rect(x, y, w, found.height + d(28), c.inverse_surface, d(24))
    pen.text(
        text,
        "body_medium",
        c.inverse_on_surface,
        x + d(24),
        y + d(14),
        w - d(48),
        2,
        "center",
        name="@android:id/message",
    )
    return found.height + d(28)


def toast_window(look, text, ime_height):
    """The toast's window, above the keyboard if that is shown."""
    from devices.phoneworld.block import Pen

    d = look.d
    wide = int(min(look.width - d(48), Pen(look).layout(text, "body_medium").width + d(50)))
    block = look.block((draw_toast, text), wide)
    at = look.height - (ime_height or d(GESTURE_DP)) - block.h - d(40)
    return Window(
        "android",
        "toast",
        ((block, (look.width - wide) // 2, at, None),),
        (0, at, look.width, at + block.h),
        dumped=False,
    )


def draw_headsup(pen, x, y, w, icon, color, label, title, text):
    """A heads-up notification."""
    from devices.phoneworld.system.intents import draw_app_icon

    d, c = pen.d, pen.c
    body = pen.layout(text, "body_medium", w - d(84), 2)
    h = d(52) + body.height + d(16)
    pen.shadow(x, y, w, h, d(28), 3)
    pen.rect(x, y, w, h, c.surface_container_high, d(28))
    draw_app_icon(pen, x + d(16), y + d(20), d(36), icon, color)
    pen.hit(x, y, w, h, ("sys", "open_headsup"))
    pen.begin(FRAME, x, y, w, h, name="heads_up", flags=CLICK)
    pen.text(
        f"{label} · now",
        "label_medium",
        c.on_surface_variant,
        x + d(68),
        y + d(12),
        w - d(84),
        name="app_name",
    )
    pen.text(title, "title_small", c.on_surface, x + d(68), y + d(28), w - d(84), weight=600, name="title")
    pen.text(text, "body_medium", c.on_surface_variant, x + d(68), y + d(50), w - d(84), 2, name="text")
    pen.end()
    return h


def headsup_window(look, note, packages):
    """The window of a heads-up notification."""
    app = packages.get(note["package"], {})
    d = look.d
    block = look.block(
        (
            draw_headsup,
            app.get("icon", "apps"),
            app.get("color", "#5f6368"),
            note["label"],
            note["title"],
            note["text"],
        ),
        look.width - d(16),
    )
    return Window(
        "com.android.systemui",
        "headsup",
        ((block, d(8), d(STATUS_DP), None),),
        (d(8), d(STATUS_DP), look.width - d(8), d(STATUS_DP) + block.h),
        dumped=False,
    )


def draw_edit_menu(pen, x, y, w, choices):
    """The floating toolbar over a selection."""
    d, c = pen.d, pen.c
    pen.shadow(x, y, w, d(48), d(24), 2)
    pen.rect(x, y, w, d(48), c.surface_container_high, d(24))
    left = x + d(8)
    for label, key, wide in choices:
        pen.text(label, "label_large", c.on_surface, left, y + d(14), wide, 1, "center", node=False)
        pen.hit(left, y, wide, d(48), ("edit", key))
        pen.node(
            BUTTON,
            left,
            y,
            wide,
            d(48),
            label,
            name="@android:id/floating_toolbar_menu_item",
            flags=flags(True),
        )
        left += wide
    return d(48)


def edit_menu_window(look, choices, x, y):
    """The edit toolbar near a point: above it if there is room."""
    from devices.phoneworld.block import Pen

    pen, d = Pen(look), look.d
    sized = tuple((label, key, int(pen.layout(label, "label_large").width + d(24))) for label, key in choices)
    wide = sum(s[2] for s in sized) + d(16)
    left = max(d(8), min(x - wide // 2, look.width - wide - d(8)))
    at = y - d(60) if y - d(60) > d(STATUS_DP) else y + d(60)
    return Window(
        "android",
        "edit_menu",
        ((look.block((draw_edit_menu, sized), wide), left, at, None),),
        (left, at, left + wide, at + d(48)),
        dumped=False,
    )


def dark_window(look):
    """The screen while it is off."""
    block = look.block((draw_ground, 0xFF000000, look.height))
    return Window(
        "com.android.systemui", "off", ((block, 0, 0, None),), (0, 0, look.width, look.height), True
    )


def draw_lock(pen, x, y, w, height, clock, date, notes):
    """The lock screen: a large clock, the date, what is new."""
    d = pen.d
    pen.image("wallpaper/dunes:dark", x, y, w, height)
    pen.text(clock, "display_large", 0xFFFFFFFF, x, y + d(120), w, 1, "center", name="lock_clock")
    pen.text(date, "title_medium", 0xFFFFFFFF, x, y + d(192), w, 1, "center", name="lock_date")
    top = y + d(250)
    for label, title in notes:
        pen.rect(x + d(16), top, w - d(32), d(64), pen.c.surface_container_high, d(20))
        pen.text(label, "label_medium", pen.c.on_surface_variant, x + d(32), top + d(10), w - d(64))
        pen.text(title, "body_medium", pen.c.on_surface, x + d(32), top + d(30), w - d(64))
        top += d(70)
    pen.text(
        "Swipe up to unlock",
        "body_medium",
        0xFFFFFFFF,
        x,
        y + height - d(72),
        w,
        1,
        "center",
        name="lock_hint",
    )
    pen.hit(x, y, w, height, None)
    return height


def lock_window(look, clock, date, notes):
    """The lock screen's window."""
    block = look.block((draw_lock, look.height, clock, date, notes))
    return Window(
        "com.android.systemui", "lock", ((block, 0, 0, None),), (0, 0, look.width, look.height), True
    )
