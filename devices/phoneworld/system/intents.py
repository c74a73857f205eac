"""Hand-off between apps: who can do what, the share sheet when several can, and answers to a pick."""

from devices.phoneworld.block import GROUP
from devices.phoneworld.state import EMPTY, Frozen
from devices.phoneworld.widgets.base import flags
from devices.phoneworld.window import Window, draw_scrim

WORDS = {
    "share": "Share",
    "view_url": "Open with",
    "dial": "Call with",
    "sms": "Message with",
    "pick_contact": "Choose a contact",
    "pick_photo": "Choose a photo",
    "pick_file": "Choose a file",
    "view_file": "Open with",
    "create_event": "Create event with",
    "set_alarm": "Set alarm with",
    "email": "Send email with",
}


class Intents:
    """Sends an action to the installed app that accepts it."""

    def __init__(self, phone):
        self.phone = phone

    def able(self, Y, action, sender=""):
        """The packages that accept an action, in launcher order."""
        return tuple(
            p
            for p in Y["packages"]
            if p in self.phone.apps
            and action in self.phone.apps[p].accepts
            and not (action == "share" and p == sender)
        )

    def send(self, step, action, fields, result=None):
        """Open the one app that can, or the sheet to choose; a toast when none can."""
        able = self.able(step.Y, action, step.package)
        if not able:
            step.toast("No app can do this")
        elif len(able) == 1 and action != "share":
            self.deliver(step, able[0], action, fields, result)
        else:
            step.unfocus()
            step.set("chooser", Frozen({"action": action, "fields": fields, "able": able, "result": result}))

    def deliver(self, step, package, action, fields, result=None):
        """Open the accepting screen on top of the asking app's stack."""
        app = self.phone.apps[package]
        screen, build, _ = app.accepts[action]
        params = build(step.apps[package], EMPTY, step.Y, step.N, fields)
        if step.entry is None:
            step.start(package, screen, params)
        else:
            step.push(package, screen, params, result)

    def choose(self, step, package):
        """A tap on an app of the sheet."""
        chooser = step.get("chooser")
        step.set("chooser", None)
        if chooser and package in chooser["able"]:
            self.deliver(step, package, chooser["action"], chooser["fields"], chooser["result"])


def draw_chooser(pen, x, y, w, title, text, apps):
    """The sheet: what is shared, then the apps in a grid of four."""
    d, c = pen.d, pen.c
    at = len(pen.ops)
    pen.hit(x, y, w, 1 << 14, None)
    pen.rect(x + (w - d(32)) / 2, y + d(14), d(32), d(4), c.on_surface_variant, d(2))
    top = y + d(32)
    top += pen.text(
        title, "title_large", c.on_surface, x + d(24), top, w - d(48), name="@android:id/title"
    ).height + d(8)
    if text:
        found = pen.layout(text, "body_medium", w - d(80), 2)
        pen.rect(x + d(24), top, w - d(48), found.height + d(24), c.surface_container_highest, d(12))
        pen.text(
            text,
            "body_medium",
            c.on_surface_variant,
            x + d(40),
            top + d(12),
            w - d(80),
            2,
            name="content_preview",
        )
        top += found.height + d(36)
    cell = (w - d(32)) // 4
    for n, (package, label, icon, color) in enumerate(apps):
        left, row = x + d(16) + n % 4 * cell, top + n // 4 * d(96)
        draw_app_icon(pen, left + (cell - d(52)) / 2, row + d(4), d(52), icon, color)
        pen.text(label, "body_small", c.on_surface, left, row + d(64), cell, 1, "center", node=False)
        pen.hit(left, row, cell, d(92), ("sys", "choose", package))
        pen.node(GROUP, left, row, cell, d(92), label, name="target", flags=flags(True))
    h = top - y + (len(apps) + 3) // 4 * d(96) + d(16)
    r = d(28)
    pen.ops[at:at] = [("rrect4", x, y, w, h, (r, r, 0, 0), c.surface_container_low)]
    return h


def draw_app_icon(pen, x, y, size, icon, color):
    """An app's icon: a white symbol on its colour."""
    pen.rect(x, y, size, size, pen.look.color(color), size * 0.3)
    inner = round(size * 0.56)
    pen.icon(icon, x + (size - inner) / 2, y + (size - inner) / 2, inner, 0xFFFFFFFF, True)


def chooser_window(look, chooser, packages):
    """The share sheet's window."""
    fields = chooser["fields"]
    apps = tuple(
        (p, packages[p]["label"], packages[p]["icon"], packages[p]["color"]) for p in chooser["able"]
    )
    text = str(fields.get("text") or fields.get("name") or fields.get("file") or fields.get("uri") or "")
    block = look.block((draw_chooser, WORDS.get(chooser["action"], "Open with"), text, apps))
    scrim = look.block((draw_scrim, look.height, 0x52))
    return Window(
        "android",
        "chooser",
        ((scrim, 0, 0, None), (block, 0, look.height - block.h, None)),
        (0, 0, look.width, look.height),
        True,
    )
