"""What there is to play: every app with its icon, counts and spec. Read from the apps' folders, never the
database."""

import base64
import io
from functools import cache

from PIL import Image

ICON_PX = 96


@cache
def apps() -> list[dict]:
    """Every app, ordered by label."""
    from devices.phoneworld.lint.static import rows_of
    from devices.phoneworld.spec import bundled  # late: the mock phone's fonts and apps take a moment

    known = bundled()
    found = [
        {
            "package": app.package,
            "label": app.label,
            "domain": app.domain,
            "summary": app.summary,
            "host": known[app.mini].label if app.mini in known else "",
            "system": app.system,
            "version": app.version,
            "screens": len(app.screens),
            "rows": rows_of(app),
            "icon": "data:image/png;base64," + base64.b64encode(icon(app.icon, app.color)).decode(),
        }
        for app in known.values()
    ]
    return sorted(found, key=lambda app: (app["label"].casefold(), app["package"]))


def disturbances() -> dict:
    """`disturbances` that can be brought about, with their words, and the names of the `profiles`."""
    from devices.phoneworld.disturb import KINDS, PROFILES

    kinds = [{"name": name, "words": words} for name, words in KINDS.items() if name != "layout"]
    return {"disturbances": kinds, "profiles": list(PROFILES)}


def icon(name: str, color: str) -> bytes:
    """An app's icon as PNG."""
    from devices.phoneworld.block import Pen, look
    from devices.phoneworld.render.canvas import Canvas
    from devices.phoneworld.system.intents import draw_app_icon

    pen = Pen(look(ICON_PX, ICON_PX, 1.0))
    draw_app_icon(pen, 0, 0, ICON_PX, name, color)
    block = pen.block(ICON_PX, ICON_PX)
    canvas = Canvas(ICON_PX, ICON_PX)
    canvas.paint([(block.key, 0, 0, ICON_PX, ICON_PX, None, block.ops, None)])
    out = io.BytesIO()
    Image.fromarray(canvas.array()[:, :, :3].copy()).save(out, "PNG", optimize=True)
    return out.getvalue()


def spec(package: str) -> list[dict] | None:
    """`{"name", "text"}` of each file of an app's folder, app.yaml first; None if there is no such app."""
    from devices.phoneworld.spec import bundled

    app = bundled().get(package)
    if app is None:
        return None
    paths = sorted(app.folder.glob("*.yaml"), key=lambda p: (p.name != "app.yaml", p.name))
    return [{"name": path.name, "text": path.read_text(encoding="utf-8")} for path in paths]
