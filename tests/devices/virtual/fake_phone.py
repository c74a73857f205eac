"""A tiny phone with the façade's methods: coloured cells that change on tap, and a text field."""

import hashlib
import json

import numpy as np

CELL = 60
FIELD_HEIGHT = 60
HOME = {"package": "com.fake.launcher", "activity": ".Main"}


class Table(dict):
    def merge(self, values):
        return Table({**self, **values})


class FakeFiles:
    def __init__(self, phone):
        self.phone = phone
        self.tree = {"/sdcard": None, "/sdcard/Download": None}

    def list(self, path):
        return [self.stat(name) for name in self.tree if name != path and name.rpartition("/")[0] == path]

    def stat(self, path):
        if path not in self.tree:
            return None
        data = self.tree[path]
        kind = "folder" if data is None else "text"
        return {"path": path, "kind": kind, "size": len(data or b""), "modified": self.phone.now}

    def read(self, path):
        return self.tree[path]

    def write(self, path, data):
        self.tree[path] = data

    def delete(self, path):
        del self.tree[path]

    def mkdir(self, path):
        self.tree[path] = None


class FakeSettings:
    def __init__(self):
        self.values = {("system", "screen_brightness"): "102", ("global", "airplane_mode_on"): "0"}

    def get(self, namespace, key):
        return self.values.get((namespace, key))

    def put(self, namespace, key, value):
        self.values[namespace, key] = value

    def delete(self, namespace, key):
        self.values.pop((namespace, key), None)

    def list(self, namespace):
        return {key: value for (space, key), value in self.values.items() if space == namespace}


class FakePhone:
    def __init__(self, seed=0, width=540, height=1200, dark=False):
        self.seed, self._width, self._height, self.dpi = seed, width, height, 240
        self.settings = FakeSettings()
        self.files = FakeFiles(self)
        self.now = 1_697_384_040_000
        self.version = 0
        self.screen_on = True
        self.secure = False
        self.battery = {"level": 100, "charging": True}
        self.clipboard = ""
        self.installed = {"com.fake.notes": ("Notes", False), "com.fake.settings": ("Settings", True)}
        self.reset()

    def reset(self, seed=None, setup=None):
        self.cells, self.text, self.foreground = {}, "", dict(HOME)
        self.touches, self.keys, self.notifications = [], [], []
        self.fingers, self.permissions, self.tasks = {}, Table(), []
        self.rotation, self.shade = 0, None
        self._changed()

    def _changed(self):
        self.version += 1

    @property
    def state(self):
        return {
            "cells": {f"{x},{y}": n for (x, y), n in self.cells.items()},
            "text": self.text,
            "rotation": self.rotation,
            "shade": self.shade,
            "locked": False,
            "tasks": [{"package": package} for package in self.tasks],
            "sys": {"permissions": self.permissions, "notifications": {}, "packages": {}},
        }

    def state_hash(self):
        return hashlib.sha256(json.dumps(self.state, sort_keys=True).encode()).hexdigest()

    @property
    def settled(self):
        return not self.fingers

    keyboard_shown = False

    def advance(self, ms):
        self.now += ms

    def touch(self, action, x, y, pointer=0):
        self.touches.append((action, x, y, pointer))
        if action == "down":
            self.fingers[pointer] = self.now
        elif action in ("up", "cancel"):
            held = self.now - self.fingers.pop(pointer, self.now)
            if action == "up":
                step = 2 if held >= 500 else 1
                cell = (int(x) // CELL, int(y) // CELL)
                self.cells[cell] = self.cells.get(cell, 0) + step
        self._changed()

    def scroll_wheel(self, x, y, dx, dy):
        self.touches.append(("wheel", x, y, (dx, dy)))
        self._changed()

    def type_text(self, text):
        self.text += text
        self._changed()

    def key(self, name, **modifiers):
        self.keys.append((name, modifiers))
        if name == "NOTIFICATION":
            self.shade = "notes"
        elif name == "BACK" and self.shade:
            self.shade = None
        elif name == "POWER":
            self.screen_on = not self.screen_on
        elif name == "HOME":
            self.foreground = dict(HOME)
        elif name == "DEL":
            self.text = self.text[:-1]
        elif name == "PASTE":
            self.text += self.clipboard
        elif name == "COPY":
            self.clipboard = self.text
        elif name == "CUT":
            self.clipboard, self.text = self.text, ""
        self._changed()

    def rotate(self, rotation):
        self.rotation = rotation
        self._changed()

    def packages(self):
        rows = [
            {"package": name, "label": label, "activity": ".MainActivity", "system": system}
            for name, (label, system) in self.installed.items()
        ]
        return [*rows, {**HOME, "label": "Home", "system": True}]

    def open_app(self, package):
        self.foreground = {"package": package, "activity": ".MainActivity"}
        self.tasks = [package, *(name for name in self.tasks if name != package)]
        self._changed()

    def force_stop(self, package):
        self.tasks = [name for name in self.tasks if name != package]
        if self.foreground["package"] == package:
            self.foreground = dict(HOME)
        self._changed()

    def clear_data(self, package):
        self.cells = {}
        self._changed()

    def install(self, package, label):
        self.installed[package] = (label, False)

    def uninstall(self, package):
        del self.installed[package]

    def post_notification(self, package, title, text):
        self.notifications.append({"title": title, "text": text})
        self._changed()

    def receive_sms(self, sender, text):
        self.notifications.append({"title": sender, "text": text})
        self._changed()

    def swipe(self, x1, y1, x2, y2, ms=300):
        if self.shade:
            self.shade = "quick"

    def change_system(self, name, value):
        assert name == "permissions"
        self.permissions = value

    def verify(self, rules, before, answer, ending=None):
        return {
            "success": before != self.state,
            "progress": 1.0,
            "rules": [],
            "side_effects": [],
            "answer": answer,
        }

    def ui_xml(self):
        width, height = self._width, self._height
        return (
            "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">"
            f'<node index="0" text="{self.text}" resource-id="field" class="android.widget.EditText" '
            f'package="{self.foreground["package"]}" bounds="[0,0][{width},{height}]" /></hierarchy>'
        )

    def pixels(self):
        width, height = (self._height, self._width) if self.rotation & 1 else (self._width, self._height)
        picture = np.full((height, width, 4), 255, np.uint8)
        picture[..., 0] = np.arange(width, dtype=np.uint32) // CELL * 20 % 256
        picture[..., 1] = (np.arange(height, dtype=np.uint32) // CELL * 11 % 256)[:, None]
        picture[..., 2] = 90
        for (x, y), count in self.cells.items():
            picture[y * CELL : (y + 1) * CELL, x * CELL : (x + 1) * CELL, :3] = (count * 70 % 256, 30, 220)
        picture[: FIELD_HEIGHT // 2, : min(width, 8 * len(self.text)), :3] = 255
        return picture
