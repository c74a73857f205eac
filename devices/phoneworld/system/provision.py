"""A fresh phone: system settings, people, messages, files, and every app installed."""

from functools import lru_cache
from pathlib import Path

from devices.phoneworld import clock, rng, tables
from devices.phoneworld.source import parse
from devices.phoneworld.state import EMPTY, Frozen, freeze
from devices.phoneworld.system import files, launcher

SETTINGS = {
    "global.wifi_on": "1",
    "global.bluetooth_on": "0",
    "global.airplane_mode_on": "0",
    "global.mobile_data": "1",
    "global.zen_mode": "0",
    "global.low_power": "0",
    "global.device_name": "PhoneWorld",
    "global.adb_enabled": "1",
    "global.auto_time": "1",
    "global.stay_on_while_plugged_in": "0",
    "secure.location_mode": "3",
    "secure.ui_night_mode": "1",
    "secure.display_scale": "1",
    "secure.screensaver_enabled": "0",
    "secure.default_input_method": "org.phoneworld.keyboard/.Keyboard",
    "system.screen_brightness": "128",
    "system.screen_brightness_mode": "1",
    "system.screen_off_timeout": "30000",
    "system.font_scale": "1.0",
    "system.accelerometer_rotation": "0",
    "system.user_rotation": "0",
    "system.flashlight": "0",
    "system.time_12_24": "24",
    "system.locale": "en-US",
    "system.ringer": "normal",
    "system.volume_music": "8",
    "system.volume_ring": "5",
    "system.volume_alarm": "6",
    "system.wallpaper": "wallpaper/dunes",
    "system.sound_effects_enabled": "1",
    "system.haptic_feedback_enabled": "1",
}

TIMES = ("at", "start", "end")
WORLD = Path(__file__).parent.parent / "apps" / "world.yaml"


def _rows(name, values):
    defaults, found = tables.COLUMNS[name], {}
    for n, value in enumerate(values, 1):
        key = str(value.get("id") or f"{name[0]}{n}")
        row = {k: clock.relative(v) if k in TIMES and isinstance(v, str) else v for k, v in value.items()}
        unknown = set(row) - {"id", *defaults}
        if unknown:
            raise value.error(f"no column {', '.join(sorted(unknown))} in {name}", next(iter(unknown)))
        found[key] = Frozen({"id": key} | defaults | freeze(row) | {"id": key})
    return Frozen(found)


def _files(rows):
    tree = files.with_folder(EMPTY, files.ROOT, clock.START - 200 * clock.DAY)
    for name in files.FOLDERS:
        tree = files.with_folder(tree, f"{files.ROOT}/{name}", clock.START - 200 * clock.DAY)
    for row in rows:
        modified = clock.relative(row["modified"]) if "modified" in row else clock.START - 200 * clock.DAY
        if row["kind"] == "folder":
            tree = files.with_folder(tree, row["path"], modified)
        else:
            tree = files.written(tree, row["path"], row.get("data", ""), modified)
            path = files.clean(row["path"])
            tree = tree.put(path, tree[path].merge({"kind": row["kind"], "size": row["size"]}))
    return tree


@lru_cache(1)
def sample_tables():
    """The system tables of a phone that has been in use (`apps/world.yaml`), packages left out."""
    document = parse(WORLD.read_text(encoding="utf-8"), "apps/world.yaml")
    found = {
        "notifications": EMPTY,
        "permissions": EMPTY,
        "battery": Frozen({"level": 82, "charging": False}),
        "device": Frozen(
            {
                "model": "PhoneWorld",
                "android": "15",
                "number": "+1 555 0190",
                "owner": "Alex Rivera",
                "storage_total": 128_000_000_000,
                "storage_used": 61_400_000_000,
            }
        ),
        "settings": Frozen({**SETTINGS, **document["settings"]}),
    }
    for name in ("accounts", "contacts", "messages", "calls", "calendar"):
        found[name] = _rows(name, document["tables"][name])
    found["files"] = _files(document["tables"]["files"])
    return Frozen(found)


def package_row(app):
    """An installed app as a row of the packages table."""
    return Frozen(
        {
            "id": app.package,
            "label": app.label,
            "icon": app.icon,
            "color": app.color,
            "system": app.system,
            "version": app.version,
            "hidden": app.hidden or bool(app.mini),
            "mini": app.mini,
            "activity": f".{app.screens[app.home].activity}",
        }
    )


def initial_state(apps, seed, dark, locale):
    """The state after a factory reset with the sample data."""
    settings = Frozen(
        {**sample_tables()["settings"], "secure.ui_night_mode": "2" if dark else "1", "system.locale": locale}
    )
    system = sample_tables().merge(
        {"packages": Frozen({p: package_row(a) for p, a in apps.items()}), "settings": settings}
    )
    return Frozen(
        {
            "now": clock.START,
            "seed": seed,
            "rng": rng.seeded(seed),
            "serial": 1000,
            "events": (),
            "apps": Frozen({p: a.initial for p, a in apps.items()}),
            "sys": system,
            "tasks": (),
            "fg": "",
            "home": launcher.START,
            "ime": None,
            "shift": 0,
            "edit_menu": False,
            "shade": None,
            "shade_scroll": 0,
            "recents": None,
            "permission": None,
            "chooser": None,
            "toast": None,
            "snack": None,
            "headsup": None,
            "disturb": None,
            "codes": EMPTY,
            "clipboard": "",
            "screen_on": True,
            "locked": False,
            "rotation": 0,
        }
    )
