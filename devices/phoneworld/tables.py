"""The system's own tables, which apps share: their columns with defaults."""

from devices.phoneworld.expr import Table
from devices.phoneworld.state import Frozen

COLUMNS = {
    name: Frozen(columns)
    for name, columns in {
        "contacts": {
            "name": "",
            "phone": "",
            "email": "",
            "company": "",
            "address": "",
            "birthday": "",
            "notes": "",
            "starred": False,
        },
        "messages": {"address": "", "text": "", "at": 0, "mine": False, "read": True, "status": "sent"},
        "calls": {"number": "", "at": 0, "kind": "in", "duration": 0},
        "calendar": {
            "title": "",
            "start": 0,
            "end": 0,
            "all_day": False,
            "location": "",
            "notes": "",
            "calendar": "Personal",
            "color": "",
            "reminder": 10,
            "guests": "",
        },
        "files": {"name": "", "kind": "text", "size": 0, "modified": 0, "data": ""},
        "accounts": {"name": "", "kind": "", "email": ""},
        "notifications": {
            "package": "",
            "label": "",
            "title": "",
            "text": "",
            "at": 0,
            "screen": None,
            "params": Frozen(),
            "button": None,
        },
        "packages": {
            "label": "",
            "icon": "apps",
            "color": "#5f6368",
            "system": False,
            "version": "1.0",
            "hidden": False,
            "mini": "",
            "activity": "",
        },
    }.items()
}

PLAIN = ("settings", "permissions", "battery", "device")
TYPES = {name: Table(frozenset({"id", *columns})) for name, columns in COLUMNS.items()} | dict.fromkeys(PLAIN)
