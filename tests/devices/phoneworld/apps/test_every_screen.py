"""Every screen that taps can reach draws, in light and dark; the linter's tests look at what it shows."""

from functools import lru_cache

import numpy as np
import pytest

from devices.phoneworld import Phone
from devices.phoneworld.lint.walk import Walk, in_dark
from devices.phoneworld.spec import bundled

APPS = ("calendar", "clock", "contacts", "files", "marlow", "messages", "notes", "settings")


@lru_cache(maxsize=8)
def reached(app):
    return Walk(Phone(seed=1), f"org.phoneworld.{app}").run()


@pytest.mark.parametrize("app", APPS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_screen_draws(app, dark):
    for where, phone in reached(app).items():
        pixels = (in_dark(phone) if dark else phone).pixels()
        assert pixels.shape == (1200, 540, 4), where
        assert len(np.unique(pixels[::8, ::8].reshape(-1, 4), axis=0)) > 8, where
        middle = pixels[60:1100, 200:340, :3].mean()  # scrims dim the light theme, so the bounds are wide
        colourful = app == "marlow" or where[0] in ("wallpaper", "file")  # a document stays on white paper
        assert (middle < 110) if dark and where[1] == "" and not colourful else middle > 5, where


@pytest.mark.parametrize("app", APPS)
def test_taps_reach_every_screen(app):
    spec = bundled()[f"org.phoneworld.{app}"]
    found = {screen for screen, _ in reached(app)}
    by_hand_over = {"pick", "save", "pay"}  # opened by other apps only, or once the balance covers the cart
    assert set(spec.screens) - found <= by_hand_over


@pytest.mark.parametrize("app", APPS)
def test_apps_have_content_and_a_version(app):
    spec = bundled()[f"org.phoneworld.{app}"]
    assert spec.label and spec.version and spec.icon


def test_chinese_and_arabic_phones_draw_too():
    for locale in ("zh-CN", "ar"):
        phone = Phone(seed=1, locale=locale)
        for app in APPS:
            phone.open_app(f"org.phoneworld.{app}")
            assert len(np.unique(phone.pixels()[::4, ::4].reshape(-1, 4), axis=0)) > 8


@pytest.mark.parametrize("scale", ["0.85", "1.3"])
def test_other_font_sizes_draw(scale):
    phone = Phone(seed=1)
    phone.settings.put("system", "font_scale", scale)
    for app in APPS:
        phone.open_app(f"org.phoneworld.{app}")
        assert len(np.unique(phone.pixels()[::4, ::4].reshape(-1, 4), axis=0)) > 8
