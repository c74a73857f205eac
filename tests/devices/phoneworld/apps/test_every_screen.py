"""Every screen of every app that taps can reach: draws in light and dark, keeps to its box, can be named."""

import re
import xml.etree.ElementTree as ET
from functools import lru_cache

import numpy as np
import pytest

from devices.phoneworld import Phone
from devices.phoneworld.render.text import layout_of
from devices.phoneworld.sheet import explore
from devices.phoneworld.spec import bundled

APPS = ("calendar", "clock", "contacts", "files", "marlow", "messages", "notes", "settings")


@lru_cache(maxsize=16)
def reached(app, dark):
    return explore(Phone(seed=1, dark=dark), f"org.phoneworld.{app}")


@pytest.mark.parametrize("app", APPS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_screen_draws(app, dark):
    for where, phone in reached(app, dark).items():
        pixels = phone.pixels()
        assert pixels.shape == (1200, 540, 4), where
        assert len(np.unique(pixels[::4, ::4].reshape(-1, 4), axis=0)) > 8, where
        middle = pixels[60:1100, 200:340, :3].mean()  # scrims dim the light theme, so the bounds are wide
        colourful = app == "marlow" or where[0] in ("wallpaper", "file")  # a document stays on white paper
        assert (middle < 110) if dark and where[1] == "" and not colourful else middle > 5, where


@pytest.mark.parametrize("app", APPS)
def test_taps_reach_every_screen(app):
    spec = bundled()[f"org.phoneworld.{app}"]
    found = {screen for screen, _ in reached(app, False)}
    by_hand_over = {"pick", "save", "pay"}  # opened by other apps only, or once the balance covers the cart
    assert set(spec.screens) - found <= by_hand_over


@pytest.mark.parametrize("app", APPS)
def test_text_stays_inside_its_block(app):
    for where, phone in reached(app, False).items():
        for _, _, _, w, h, _, ops, _ in phone.frame().paint_list():
            depth = 0
            for op in ops:
                depth += (op[0] == "clip") - (op[0] == "endclip")
                if op[0] == "text" and not depth:  # clipped text scrolls on purpose
                    layout = layout_of(op[3])
                    assert op[1] >= -1 and op[1] + layout.width <= w + 1.5, (where, op[3][0])
                    assert op[2] + layout.height <= h + 3, (where, op[3][0])


@pytest.mark.parametrize("app", APPS)
def test_everything_clickable_can_be_named(app):
    for where, phone in reached(app, False).items():
        for node in ET.fromstring(phone.ui_xml()).iter("node"):
            _, top, _, bottom = map(int, re.findall(r"-?\d+", node.get("bounds")))
            if (
                node.get("clickable") == "true" and bottom - top > 40
            ):  # less: a row cut by the edge of its list
                words = [n.get("text") or n.get("content-desc") for n in node.iter("node")]
                assert any(words), (where, node.attrib)


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
