"""Hand-off between apps: who can do what, the share sheet when several can, and answers to a pick."""

from devices.phoneworld.block import GROUP
from devices.phoneworld.frame import Window
from devices.phoneworld.functions import money
from devices.phoneworld.render.illustrations import exists
from devices.phoneworld.state import EMPTY, Frozen
from devices.phoneworld.widgets.base import flags
from devices.phoneworld.window import draw_scrim

WORDS = {
    "share": "Share",
    "view_url": "Open with",
    "dial": "Call with",
    "sms": "Message with",
    "pick_contact": "Choose a contact",
    "pick_photo": "Choose a photo",
    "pick_file": "Choose a file",
    "pick_place": "Choose a place",
    "view_file": "Open with",
    "view_place": "Open with",
    "create_event": "Create event with",
    "set_alarm": "Set alarm with",
    "email": "Send email with",
    "pay": "Pay with",
    "login": "Sign in with",
    "invite": "Answer with",
}
ICONS = {"place": "location_on", "link": "link", "file": "attach_file"}
UNAVAILABLE = Frozen({"status": "unavailable"})
SCHEMES = ("phoneworld://", "https://", "http://")


def shared_kind(fields, files):
    """What a share hands over: photo, file, place, link or text."""
    if fields.get("file"):
        return "photo" if (files.get(fields["file"]) or {}).get("kind") == "image" else "file"
    return "place" if fields.get("place") else "link" if fields.get("uri") else "text"


def described(fields, files):
    """The fields of a share with its `kind`, and with a `text` for apps that only take words."""
    kind, place = shared_kind(fields, files), fields.get("place")
    if kind == "place":
        words = place if isinstance(place, str) else f"{place.get('name', '')}, {place.get('address', '')}"
    elif kind in ("photo", "file"):
        words = fields["file"].rsplit("/", 1)[-1]
    else:
        words = fields.get("uri") or ""
    return fields.merge({"kind": kind, "text": fields.get("text") or words})


def link_parts(uri):
    """`(name, segments, query)` of `phoneworld://name/a/b?c=d` or `https://name.example/a/b?c=d`; None for
    an address that is no app's."""
    scheme = next((s for s in SCHEMES if uri.startswith(s)), None)
    if scheme is None:
        return None
    path, _, query = uri[len(scheme) :].partition("?")
    host, *segments = [p for p in path.split("/") if p] or [""]
    if scheme != "phoneworld://":
        if not host.endswith(".example"):
            return None
        host = host.removesuffix(".example").removeprefix("www.")
    pairs = dict(p.split("=", 1) for p in query.split("&") if "=" in p)
    return host, segments, pairs


class Intents:
    """Sends an action to the installed app that accepts it."""

    def __init__(self, phone):
        self.phone = phone

    def there(self, Y, package):
        """Whether an app is installed; a mini-app is where its host is."""
        app = self.phone.apps.get(package)
        return app is not None and package in Y["packages"] and (not app.mini or app.mini in Y["packages"])

    def able(self, Y, action, sender="", kind=None):
        """The packages that accept an action (and this kind of share, where given), in launcher order."""
        apps, accepting = self.phone.apps, self.phone.world.accepting.get(action, ())
        return tuple(
            p
            for p in Y["packages"]
            if p in accepting
            and self.there(Y, p)
            and (action != "share" or p != sender)
            and (kind is None or kind in apps[p].accepts[action][3])
        )

    def send(self, step, action, fields, result=None, unanswered=None):
        """Open the one app that can, or the sheet to choose; a toast when none can. An app that can do it
        itself, or a mini-app's host, is asked at once; a link goes to the app it belongs to."""
        if action == "view_url" and self.follow(step, str(fields.get("uri") or "")):
            return
        if action == "share":
            fields = described(fields, step.Y["files"])
        packages = step.Y["packages"]
        fields = fields.merge(
            {"sender": step.package, "sender_label": (packages.get(step.package) or {}).get("label", "")}
        )
        able = self.able(step.Y, action, step.package, fields["kind"] if action == "share" else None)
        own = (step.app.mini or step.package) if step.app else ""
        if own in able and action != "share":
            able = (own,)
        if not able:
            step.toast("No app can do this")
            if unanswered is not None:
                step.answer(result, UNAVAILABLE)
        elif len(able) == 1 and action != "share":
            self.deliver(step, able[0], action, fields, result, unanswered)
        else:
            step.unfocus()
            step.set(
                "chooser",
                Frozen(
                    {
                        "action": action,
                        "fields": fields,
                        "able": able,
                        "result": result,
                        "unanswered": unanswered,
                    }
                ),
            )

    def deliver(self, step, package, action, fields, result=None, unanswered=None):
        """Open the accepting screen on top of the asking app's stack."""
        app = self.phone.apps[package]
        screen, build, *_ = app.accepts[action]
        params = build(step.apps[package], EMPTY, step.Y, step.N, fields)
        self.open(step, package, screen, params, result, unanswered)

    @staticmethod
    def open(step, package, screen, params, result=None, unanswered=None):
        """Open an app's screen over whatever is in front."""
        if step.phone.apps[package].mini:
            step.start_mini(package, screen, params)
        elif step.entry is None:
            step.start(package, screen, params)
        else:
            step.push(package, screen, params, result, unanswered)

    def owner(self, Y, uri):
        """`(package, screen, build, values)` of the installed app a link belongs to (its home screen and no
        `build` for a bare one), or None."""
        parts = link_parts(uri)
        if parts is None:
            return None
        name, segments, query = parts
        for package in Y["packages"]:
            if package.rsplit(".", 1)[-1] != name or not self.there(Y, package):
                continue
            app = self.phone.apps[package]
            if not segments:
                return package, app.home, None, EMPTY
            for pattern, screen, build in app.links:
                found = matched(pattern, segments)
                if found is not None:
                    return package, screen, build, Frozen({**query, **found})
        return None

    def follow(self, step, uri):
        """Open what an app's link leads to; False if no installed app knows it."""
        found = self.owner(step.Y, uri)
        if found is None:
            return False
        package, screen, build, values = found
        params = build(step.apps[package], EMPTY, step.Y, step.N, values) if build else EMPTY
        self.open(step, package, screen, params)
        return True

    def choose(self, step, package):
        """A tap on an app of the sheet."""
        chooser = step.get("chooser")
        step.set("chooser", None)
        if chooser and package in chooser["able"]:
            self.deliver(
                step,
                package,
                chooser["action"],
                chooser["fields"],
                chooser["result"],
                chooser["unanswered"],
            )

    @staticmethod
    def leave(step):
        """The sheet closes without a choice."""
        chooser = step.get("chooser")
        step.set("chooser", None)
        if chooser and chooser["unanswered"] is not None:
            step.answer(chooser["result"], chooser["unanswered"])


def matched(pattern, segments):
    """What a link's `{names}` stand for, or None when it does not fit the pattern."""
    if len(pattern) != len(segments):
        return None
    found = {}
    for wanted, got in zip(pattern, segments, strict=True):
        if wanted[:1] == "{":
            found[wanted[1:-1]] = got
        elif wanted != got:
            return None
    return found


def draw_chooser(pen, x, y, w, title, text, apps, icon, picture):
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
        side = d(56) if picture else d(40)  # beside the words: the photo itself, or what kind of thing it is
        found = pen.layout(text, "body_medium", w - d(76) - side, 2)
        h = max(found.height + d(24), side + d(8) if picture else 0)
        pen.rect(x + d(24), top, w - d(48), h, c.surface_container_highest, d(12))
        if picture:
            pen.image(picture, x + d(28), top + d(4), side, side, d(8))
        else:
            pen.icon(icon, x + d(36), top + (h - d(20)) / 2, d(20), c.on_surface_variant)
        pen.text(
            text,
            "body_medium",
            c.on_surface_variant,
            x + d(40 if picture else 28) + side,
            top + (h - found.height) / 2,
            w - d(76) - side,
            2,
            name="content_preview",
        )
        top += h + d(12)
    cell = (w - d(32)) // 4
    for n, (package, label, icon, color) in enumerate(apps):
        left, row = x + d(16) + n % 4 * cell, top + n // 4 * d(96)
        pen.hit(left, row, cell, d(92), ("sys", "choose", package))
        if pen.sketching:
            continue
        draw_app_icon(pen, left + (cell - d(52)) / 2, row + d(4), d(52), icon, color)
        pen.text(label, "body_small", c.on_surface, left, row + d(64), cell, 1, "center", node=False)
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


def chooser_window(look, chooser, packages, files):
    """The share sheet's window."""
    fields = chooser["fields"]
    apps = tuple(
        (p, packages[p]["label"], packages[p]["icon"], packages[p]["color"]) for p in chooser["able"]
    )
    kind, paying = fields.get("kind"), chooser["action"] == "pay"
    text = str(fields.get("text") or fields.get("name") or fields.get("file") or fields.get("uri") or "")
    if paying:
        text = f"{fields.get('payee', '')} · {money(fields.get('amount'))}"
    picture = (files.get(fields["file"]) or {}).get("data", "") if kind == "photo" else ""
    picture = picture if exists(picture) else ""
    icon = ICONS.get(kind) or ("payments" if paying else "notes")
    title = WORDS.get(chooser["action"], "Open with")
    block = look.block((draw_chooser, title, text, apps, icon, picture))
    scrim = look.block((draw_scrim, look.height, 0x52))
    return Window(
        "android",
        "chooser",
        ((scrim, 0, 0, None), (block, 0, look.height - block.h, None)),
        (0, 0, look.width, look.height),
        True,
    )
