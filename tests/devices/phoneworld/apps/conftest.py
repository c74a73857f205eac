"""A pair of hands for the bundled apps: find by words in the UI tree, tap, type, scroll, look."""

import pytest

from devices.phoneworld import Phone


class Hands:
    """Plays an app by what the UI tree says. A verb that finds nothing fails with what was in sight."""

    def __init__(self, phone):
        self.phone = phone

    def open(self, app):
        assert self.phone.open_app(f"org.phoneworld.{app}")
        return self

    def elements(self):
        return [e for e in self.phone.ui_elements() if e["package_name"] != "com.android.systemui"]

    def words(self):
        return [w for e in self.elements() for w in (e["text"], e["content_description"]) if w]

    def sees(self, words):
        return any(words in found for found in self.words())

    def _find(self, words):
        exact = [e for e in self.elements() if words in (e["text"], e["content_description"])]
        part = [
            e
            for e in self.elements()
            if words in (e["text"] or "") or words in (e["content_description"] or "")
        ]
        return (exact or part or [None])[-1]

    def find(self, words, scroll=True):
        found = self._find(words)
        for _ in range(20 if scroll and found is None else 0):
            before = self.phone.state_hash()
            width, height = self.phone.width, self.phone.height
            start = height * (0.5 if self.phone.keyboard_shown else 0.7)  # never begin on the keyboard
            self.phone.swipe(width // 2, start, width // 2, start - height * 0.25, inertia=False)
            found = self._find(words)
            if found or self.phone.state_hash() == before:
                break
        assert found, f"no {words!r} among {self.words()}"
        return found

    @staticmethod
    def centre(element):
        box = element["bbox_pixels"]
        return (box["x_min"] + box["x_max"]) // 2, (box["y_min"] + box["y_max"]) // 2

    def tap(self, *many):
        for words in many:
            self.phone.tap(*self.centre(self.find(words)))
        return self

    def hold(self, words):
        self.phone.long_press(*self.centre(self.find(words)))
        return self

    def type(self, field, text):
        """Tap a field and write into it, replacing what it holds."""
        self.tap(field)
        self.phone.key("A", ctrl=True)
        self.phone.type_text(text)
        return self

    def back(self):
        self.phone.key("BACK")
        return self

    def app(self, name):
        return self.phone.state["apps"][f"org.phoneworld.{name}"]

    def system(self, table):
        return self.phone.state["sys"][table]

    def row(self, table, **columns):
        """The one row of a table with these values."""
        rows = [r for r in table.values() if all(r[k] == v for k, v in columns.items())]
        assert len(rows) == 1, f"{len(rows)} rows with {columns}"
        return rows[0]


@pytest.fixture
def hands():
    return Hands(Phone(seed=1))
