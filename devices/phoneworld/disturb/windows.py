"""The windows of disturbances, drawn over an app or over everything."""

from devices.phoneworld.block import BUTTON, CLICK, FOCUSABLE, FRAME, IMAGE, STATUS_DP
from devices.phoneworld.disturb import content, kinds
from devices.phoneworld.frame import Window
from devices.phoneworld.system import actions
from devices.phoneworld.widgets.base import draw_avatar
from devices.phoneworld.window import draw_scrim

SYSTEM, PHONE = "android", "org.phoneworld.calls"
TAP = CLICK | FOCUSABLE


@actions.action
def trouble(step, answer, extra=None):
    """A touch on a disturbance's window."""
    if step.get("disturb") is not None:
        kinds.Trouble(step).answer(answer, extra)


def _button(pen, x, y, w, label, answer, style="filled", extra=None, name="button"):
    """A button of 40 dp height; returns its height with the room around it."""
    d, c = pen.d, pen.c
    ground, ink = {
        "filled": (c.primary, c.on_primary),
        "tonal": (c.secondary_container, c.on_secondary_container),
        "red": (c.error, c.on_error),
        "text": (None, c.primary),
    }[style]
    if ground:
        pen.rect(x, y, w, d(40), ground, d(20))
    pen.text(label, "label_large", ink, x, y + d(10), w, 1, "center", node=False)
    pen.hit(x, y - d(4), w, d(48), ("sys", "trouble", answer, extra))
    pen.node(BUTTON, x, y, w, d(40), label, name=name, flags=TAP)
    return d(48)


def _centered(pen, text, role, color, x, y, w, lines=4, name="text"):
    return pen.text(text, role, color, x + pen.d(32), y, w - pen.d(64), lines, "center", name=name).height


def draw_page(pen, x, y, w, height, icon, title, text, buttons, busy):
    """A page instead of the app's: an icon or a spinner, words, buttons."""
    d, c = pen.d, pen.c
    pen.fill(w, height, c.surface)
    pen.hit(x, y, w, height, None)
    top = y + int(height * 0.3)
    if busy:
        pen.stroke(x + w / 2 - d(22), top, d(44), d(44), d(22), d(4), c.primary)
        pen.rect(x + w / 2, top - d(1), d(24), d(18), c.surface)
        pen.node(
            "android.widget.ProgressBar",
            x + w / 2 - d(22),
            top,
            d(44),
            d(44),
            desc="Loading",
            name="progress",
        )
    else:
        pen.icon(icon, x + w / 2 - d(28), top - d(6), d(56), c.on_surface_variant)
    top += d(64)
    top += _centered(pen, title, "title_large", c.on_surface, x, top, w, 2, "title") + d(8)
    if text:
        top += _centered(pen, text, "body_medium", c.on_surface_variant, x, top, w) + d(20)
    for label, answer, style in buttons:
        top += _button(pen, x + w / 2 - d(90), top, d(180), label, answer, style) + d(8)
    return height


def draw_dialog(pen, x, y, w, icon, title, text, stars, buttons):
    """A dialog with stacked or side by side buttons; `stars` are five to tap."""
    d, c = pen.d, pen.c
    at, top = len(pen.ops), y
    pen.hit(x, y, w, 1 << 14, None)
    y += d(24)
    pen.icon(icon, x + (w - d(28)) / 2, y, d(28), c.primary)
    y += d(40)
    y += _centered(
        pen, title, "headline_small", c.on_surface, x - d(8), y, w + d(16), 3, "@android:id/title"
    ) + d(12)
    y += _centered(
        pen, text, "body_medium", c.on_surface_variant, x - d(8), y, w + d(16), 6, "@android:id/message"
    )
    y += d(16)
    if stars:
        for n in range(5):
            left = x + (w - d(240)) / 2 + n * d(48)
            pen.icon("star", left + d(8), y + d(8), d(32), c.primary)
            pen.hit(left, y, d(48), d(48), ("sys", "trouble", "stars", n + 1))
            pen.node(BUTTON, left, y, d(48), d(48), desc=f"{n + 1} stars", name="star", flags=TAP)
        y += d(60)
    for label, answer, style in buttons:
        y += _button(pen, x + d(24), y, w - d(48), label, answer, style, name="@android:id/button") + d(4)
    y += d(20)
    pen.hits[:] = [(a, b, e, min(f, y), t) for a, b, e, f, t in pen.hits]
    pen.ops[at:at] = [("rrect", x, top, w, y - top, d(28), c.surface_container_high)]
    return y - top


def draw_ad(pen, x, y, w, height, brand, words, action, picture, color, ready):
    """An advertisement over the whole screen: picture, words, one big button, and a small cross."""
    d = pen.d
    ground = pen.look.color(color)
    pen.fill(w, height, ground)
    pen.hit(x, y, w, height, ("sys", "trouble", "open", None))
    pen.text("Sponsored", "label_medium", 0xFFFFFFFF, x + d(16), y + d(16), d(200), name="ad_label")
    pen.image(picture, x + d(32), y + d(88), w - d(64), int(height * 0.4), d(20))
    pen.node(
        IMAGE,
        x + d(32),
        y + d(88),
        w - d(64),
        int(height * 0.4),
        desc=f"Advertisement: {brand}",
        name="ad_image",
    )
    top = y + d(112) + int(height * 0.4)
    top += _centered(pen, brand, "headline_medium", 0xFFFFFFFF, x, top, w, 2, "ad_brand") + d(8)
    top += _centered(pen, words, "body_large", 0xFFFFFFFF, x, top, w, 3, "ad_words") + d(28)
    pen.rect(x + d(48), top, w - d(96), d(52), 0xFFFFFFFF, d(26))
    pen.text(action, "title_medium", ground, x + d(48), top + d(14), w - d(96), 1, "center", node=False)
    pen.hit(x + d(48), top, w - d(96), d(52), ("sys", "trouble", "open", None))
    pen.node(BUTTON, x + d(48), top, w - d(96), d(52), action, name="ad_action", flags=TAP)
    if ready:
        left = x + w - d(52)
        pen.circle(left + d(22), y + d(24), d(14), 0x66000000)
        pen.icon("close", left + d(13), y + d(15), d(18), 0xFFFFFFFF)
        pen.hit(left, y + d(2), d(44), d(44), ("sys", "trouble", "close", None))
        pen.node(BUTTON, left, y + d(2), d(44), d(44), desc="Close advertisement", name="ad_close", flags=TAP)
    else:
        pen.text(
            "Skip in a moment", "label_medium", 0xFFFFFFFF, x + w - d(140), y + d(16), d(124), 1, "right"
        )
    return height


def draw_call(pen, x, y, w, name, hint, talking):
    """An incoming call over the top of the screen, or one that is going on."""
    d, c = pen.d, pen.c
    h = d(124)
    pen.shadow(x, y, w, h, d(28), 3)
    pen.rect(x, y, w, h, c.surface_container_high, d(28))
    pen.hit(x, y, w, h, None)
    pen.begin(FRAME, x, y, w, h, name="incoming_call")
    draw_avatar(pen, x + d(16), y + d(14), d(40), name)
    pen.text(name, "title_medium", c.on_surface, x + d(68), y + d(12), w - d(84), name="caller")
    words = "Call in progress" if talking else f"Incoming call · {hint}"
    pen.text(words, "body_small", c.on_surface_variant, x + d(68), y + d(37), w - d(84), name="call_state")
    if talking:
        _button(pen, x + d(68), y + d(70), w - d(136), "Hang up", "end", "red", name="hang_up")
    else:
        half = (w - d(44)) / 2
        _button(pen, x + d(16), y + d(70), half, "Decline", "decline", "red", name="decline")
        _button(pen, x + d(28) + half, y + d(70), half, "Answer", "accept", name="answer")
    pen.end()
    return h


def draw_code(pen, x, y, w, height, label, number, entered, wrong):
    """Signing in with a code out of a text message."""
    d, c = pen.d, pen.c
    pen.fill(w, height, c.surface)
    pen.hit(x, y, w, height, None)
    top = y + d(56)
    top += _centered(pen, f"Sign in to {label}", "headline_small", c.on_surface, x, top, w, 2, "title") + d(8)
    words = f"Enter the six digits we sent to {number}."
    top += _centered(pen, words, "body_medium", c.on_surface_variant, x, top, w) + d(16)
    shown = " ".join(entered.ljust(6, "–"))
    top += _centered(pen, shown, "headline_medium", c.on_surface, x, top, w, 1, "code") + d(8)
    if wrong:
        top += _centered(pen, "That code is not right", "body_medium", c.error, x, top, w, 1, "error")
    top = y + height - d(4 * 64 + 16)
    for n, key in enumerate(("1", "2", "3", "4", "5", "6", "7", "8", "9", "", "0", "⌫")):
        if key:
            left, row = x + d(24) + n % 3 * (w - d(48)) / 3, top + n // 3 * d(64)
            wide = (w - d(48)) / 3
            pen.rect(left + d(6), row + d(4), wide - d(12), d(56), c.surface_container_high, d(28))
            pen.text(key, "title_large", c.on_surface, left, row + d(18), wide, 1, "center", node=False)
            pen.hit(left, row, wide, d(64), ("sys", "trouble", "digit", key))
            desc = "Delete" if key == "⌫" else ""
            pen.node(
                BUTTON, left + d(6), row + d(4), wide - d(12), d(56), key, desc=desc, name="key", flags=TAP
            )
    return height


def draw_captcha(pen, x, y, w, height, label, picked, wrong, turn):
    """Nine pictures and a question that only a human answers."""
    d, c = pen.d, pen.c
    pen.fill(w, height, c.surface)
    pen.hit(x, y, w, height, None)
    top = y + d(32)
    top += _centered(pen, "Are you a human?", "headline_small", c.on_surface, x, top, w, 1, "title") + d(8)
    words = f"{label} noticed unusual activity. Choose all pictures with the quietest bicycles."
    top += _centered(pen, words, "body_medium", c.on_surface_variant, x, top, w) + d(16)
    cell = (w - d(64)) // 3
    for n in range(9):
        left, row = x + d(32) + n % 3 * cell, top + n // 3 * cell
        picture = content.PICTURES[(n * 4 + turn) % 9]
        pen.image(picture, left + d(3), row + d(3), cell - d(6), cell - d(6), d(8))
        if n in picked:
            pen.stroke(left + d(3), row + d(3), cell - d(6), cell - d(6), d(8), d(4), c.primary)
        pen.hit(left, row, cell, cell, ("sys", "trouble", "pick", n))
        pen.node(IMAGE, left, row, cell, cell, desc=f"Picture {n + 1}", name="captcha_picture",
                 flags=TAP | (256 if n in picked else 0))  # fmt: skip
    top += 3 * cell + d(16)
    _button(pen, x + w / 2 - d(90), top, d(180), "Verify", "verify")
    if wrong:
        _centered(
            pen,
            "That was not right. Please try again.",
            "body_medium",
            c.error,
            x,
            top + d(56),
            w,
            2,
            "error",
        )
    return height


def dialog_of(showing, label):
    """`(icon, title, text, stars, buttons)` of the kinds that are dialogs; None for others."""
    kind = showing["kind"]
    if kind == "update":
        words = f"Version {showing['version']} is ready. It brings small repairs and a fresher look."
        return (
            "system_update",
            f"Update {label}?",
            words,
            False,
            (("Update", "now", "filled"), ("Later", "later", "text")),
        )
    if kind == "rating":
        buttons = (("Not now", "later", "text"), ("Don't ask again", "never", "text"))
        return "star", f"Do you like {label}?", "Tap a star to tell others.", True, buttons
    if kind == "battery":
        buttons = (("Turn on Battery Saver", "saver", "tonal"), ("Got it", "later", "text"))
        return "battery_alert", "Battery low", "15% left. Charge your phone soon.", False, buttons
    if kind == "crash":
        buttons = (("Open again", "again", "tonal"), ("Close app", "close", "text"))
        return "error", f"{label} keeps stopping", "The app ended unexpectedly.", False, buttons
    return None


def window(look, state):
    """The window of the disturbance in sight, or None."""
    showing = state["disturb"]["showing"]
    if showing is None:
        return None
    package, kind = showing["app"], showing["kind"]
    front = state["fg"] if state["recents"] is None else ""
    if state["locked"] or (package and package != front and kind != "crash"):
        return None
    packages = state["sys"]["packages"]
    label = packages[package]["label"] if package in packages else ""
    width, height, d = look.width, look.height, look.d
    bounds = (0, 0, width, height)
    if kind == "call":
        block = look.block((draw_call, showing["name"], showing["hint"], showing["talking"]), width - d(16))
        box = (d(8), d(STATUS_DP), width - d(8), d(STATUS_DP) + block.h)
        return Window(PHONE, "call", ((block, d(8), d(STATUS_DP), None),), box)
    found = dialog_of(showing, label)
    if found is not None:
        wide = min(width - d(48), d(312))
        block = look.block((draw_dialog, *found), wide)
        place = ((width - wide) // 2, (height - block.h) // 2)
        scrim = look.block((draw_scrim, height, 0x80))
        owner = SYSTEM if kind in ("battery", "crash") else package
        return Window(owner, "trouble", ((scrim, 0, 0, None), (block, *place, None)), bounds, True)
    block = look.block(_page(showing, label, height - d(STATUS_DP), state))
    return Window(
        package, "trouble", ((block, 0, d(STATUS_DP), None),), (0, d(STATUS_DP), width, height), True
    )


def _page(showing, label, room, state):
    kind = showing["kind"]
    if kind == "slow":
        return (draw_page, room, "", "Loading…", "", (), True)
    if kind == "failed":
        icon, title = (
            ("wifi_off", "You're offline") if showing["offline"] else ("cloud_off", "That didn't load")
        )
        words = "Check your connection and try again."
        busy = showing["busy"]
        return (draw_page, room, icon, "Loading…" if busy else title, "" if busy else words,
                () if busy else (("Retry", "retry", "filled"),), busy)  # fmt: skip
    if kind == "ad":
        ready = state["now"] >= showing["from"]
        return (draw_ad, room, *(showing[k] for k in ("brand", "words", "action", "picture", "color")), ready)
    if kind == "login":
        if showing["asking"] and not showing["busy"]:
            number = state["sys"]["device"]["number"]
            return (draw_code, room, label, number, showing["entered"], showing["wrong"])
        busy = showing["busy"]
        words = f"Your session in {label} has ended. Your account is saved on this phone."
        buttons = () if busy else (("Send code" if showing["code"] else "Sign in as Alex", "go", "filled"),
                                   ("Not now", "leave", "text"))  # fmt: skip
        return (
            draw_page,
            room,
            "lock",
            "Signing in…" if busy else "Sign in again",
            "" if busy else words,
            buttons,
            busy,
        )
    return (draw_captcha, room, label, showing["picked"], showing["wrong"], showing["round"])
