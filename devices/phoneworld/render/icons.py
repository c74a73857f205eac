"""Material Symbols by name, as skia paths in a 24 by 24 box."""

import json
from functools import lru_cache
from pathlib import Path

from .skialib import skia
from .svgpath import parse

_FILE = Path(__file__).parent.parent / "assets" / "icons.json"

# Older or friendlier names for what the symbol set calls otherwise.
ALIASES = {
    "expand_more": "keyboard_arrow_down",
    "expand_less": "keyboard_arrow_up",
    "pin": "keep",
    "push_pin": "keep",
    "place": "location_on",
    "access_time": "schedule",
    "airplane": "flight",
    "airplanemode_active": "flight",
    "people": "group",
    "file": "draft",
    "insert_drive_file": "draft",
    "note": "sticky_note_2",
    "laptop": "computer",
    "favorite_border": "favorite",
    "cloudy": "cloud",
    "remove_circle": "do_not_disturb_on",
    "business": "apartment",
    "phone": "call",
    "trash": "delete",
    "cart": "shopping_cart",
    "back": "arrow_back",
    "wifi_strength_4": "signal_wifi_4_bar",
    "perm_identity": "person",
    "grade": "star",
    "contact": "person",
    "gallery": "photo_library",
    "hotel_stars": "hotel_class",
    "emoji_emotions": "mood",
    "nights_stay": "bedtime",
    "clear_night": "bedtime",
    "tag": "label",
    "local_offer": "sell",
    "phone_android": "mobile",
    "phone_iphone": "mobile",
    "vibration": "mobile_vibrate",
    "screenshot": "capture",
    "battery_saver": "battery_plus",
    "get_app": "download",
    "file_download": "download",
    "file_upload": "upload",
    "card_giftcard": "featured_seasonal_and_gifts",
    "emoji_events": "trophy",
    "auto_awesome": "wand_stars",
    "brightness_low": "brightness_5",
    "brightness_high": "brightness_7",
    "mobile_data_arrows": "mobiledata_arrows",
    "screen_rotation": "mobile_rotate",
    "screen_lock_rotation": "mobile_rotate_lock",
    "stay_current_portrait": "mobile",
    "discount": "percent_discount",
    "directions_transit": "directions_subway",
    "tips_and_updates": "lightbulb",
    "door_front_door": "door_front",
    "emoji_flags": "flag",
    "auto_fix_high": "wand_stars",
    "movie_filter": "movie",
    "face_retouching_natural": "face",
    "mobile_friendly": "mobile_check",
    "phonelink_lock": "mobile_lock_portrait",
    "system_update": "mobile_arrow_down",
    "install_mobile": "mobile_arrow_down",
    "app_blocking": "mobile_cancel",
    "app_settings_alt": "mobile_gear",
    "incognito": "visibility_off",
    "drive_file_rename_outline": "edit_note",
    "rename": "edit_note",
    "thumb_up_off_alt": "thumb_up",
    "image_not_supported": "hide_image",
    "sleep": "bedtime",
    "sim": "sim_card",
    "battery": "battery_full",
    "contacts_book": "contacts",
    "message": "chat",
    "messages": "chat",
}


@lru_cache(maxsize=1)
def _paths() -> dict[str, list[str]]:
    return json.loads(_FILE.read_text())


def resolve(name: str) -> str:
    """The symbol's own name. Raises KeyError for a name that is neither a symbol nor an alias."""
    if name in _paths():
        return name
    target = ALIASES.get(name)
    if target is None or target not in _paths():
        raise KeyError(f"no icon called {name!r}")
    return target


def exists(name: str) -> bool:
    """Is there an icon of this name?"""
    return name in _paths() or ALIASES.get(name) in _paths()


def names() -> list[str]:
    """Every name that draws, aliases included."""
    return sorted({*_paths(), *(alias for alias, target in ALIASES.items() if target in _paths())})


@lru_cache(maxsize=2048)
def path(name: str, filled: bool) -> "skia.Path":
    """The icon in a 24 by 24 box, ready to scale."""
    outlined, solid = _paths()[resolve(name)]
    matrix = skia.Matrix()
    matrix.preScale(24 / 960, 24 / 960)
    matrix.preTranslate(0, 960)
    result = skia.Path(parse(solid if filled and solid else outlined))
    result.transform(matrix)
    return result
