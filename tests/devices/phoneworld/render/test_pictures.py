"""Icons, pictures, colours: every name draws something, variants differ, caches are bounded."""

import numpy as np
import pytest

from devices.phoneworld.render import icons, illustrations
from devices.phoneworld.render.canvas import Canvas
from devices.phoneworld.render.skialib import skia
from devices.phoneworld.render.svgpath import parse
from devices.phoneworld.render.theme import TYPE, blend, theme


def pixels(name, width, height):
    return illustrations.raster(name, width, height).toarray(colorType=skia.kRGBA_8888_ColorType)


def test_every_icon_draws_inside_its_box():
    for name in icons.names():
        for filled in (False, True):
            bounds = icons.path(name, filled).computeTightBounds()
            assert max(bounds.width(), bounds.height()) > 3, name
            assert (
                bounds.left() >= -0.5
                and bounds.top() >= -0.5
                and bounds.right() <= 24.5
                and bounds.bottom() <= 24.5
            ), name


def test_icons_have_aliases_and_refuse_unknown_names():
    assert icons.exists("home") and icons.exists("expand_more") and not icons.exists("nope")
    with pytest.raises(KeyError):
        icons.path("nope", False)
    assert all(target in icons.names() for target in icons.ALIASES.values())


@pytest.mark.parametrize("name", illustrations.names())
def test_every_picture_draws_something(name):
    drawn = pixels(name, 96, 72)
    assert (drawn[:, :, 3] == 255).all()
    assert len(np.unique(drawn.reshape(-1, 4), axis=0)) > 60


def test_a_picture_has_colours_and_fills_any_frame():
    assert not np.array_equal(pixels("shoe", 60, 60), pixels("shoe:navy", 60, 60))
    assert not np.array_equal(pixels("photo/lake", 60, 60), pixels("photo/lake:2", 60, 60))
    assert (pixels("photo/sunset", 30, 200)[:, :, 3] == 255).all()


def test_rasters_are_bounded():
    for size in range(illustrations.CACHED_RASTERS + 20):
        illustrations.raster("bulb", 4 + size, 4)
    assert illustrations.raster.cache_info().currsize == illustrations.CACHED_RASTERS


def luminance(color):
    channels = [((color >> shift & 255) / 255) for shift in (16, 8, 0)]
    r, g, b = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a, b):
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("seed", [None, "#00639B", "#386A20", "#B3261E", "#E0A526"])
def test_text_is_readable_on_every_surface(dark, seed):
    colors = theme(dark, seed)
    for role in (
        "primary",
        "primary_container",
        "secondary_container",
        "tertiary_container",
        "error",
        "error_container",
    ):
        assert contrast(getattr(colors, role), getattr(colors, f"on_{role}")) >= 4.5, role
    for surface in ("surface", "surface_container", "surface_container_high", "surface_container_highest"):
        assert contrast(getattr(colors, surface), colors.on_surface) >= 7
        assert contrast(getattr(colors, surface), colors.on_surface_variant) >= 4.5
    assert contrast(colors.inverse_surface, colors.inverse_on_surface) >= 7


def test_blend_is_opaque_and_between():
    assert blend(0xFF000000, 0xFFFFFFFF, 0.5) in (0xFF7F7F7F, 0xFF808080)
    assert blend(0xFFFEF7FF, 0xFF6750A4, 0) == 0xFFFEF7FF


def test_type_scale_grows():
    sizes = [
        TYPE[name][0]
        for name in (
            "label_small",
            "body_medium",
            "title_medium",
            "title_large",
            "headline_large",
            "display_large",
        )
    ]
    assert sizes == sorted(sizes)
    assert all(line >= size for size, line, _, _ in TYPE.values())


def test_path_data_of_every_command_reads():
    path = parse("M1 1l2 0H8v3C9 9 10 10 11 8s3-2 4 0Q16 9 17 8t2 0A3 3 0 0 1 22 11zm1,1L5-5")
    assert path.countVerbs() > 9
    assert Canvas(8, 8).paint(
        [("p", 0, 0, 8, 8, None, (("path", "M0 0H8V8H0Z", 0, 0, 1, 0xFFFF0000),), None)]
    )
    for bad in ("M1", "1 2", "M1 2 3"):
        with pytest.raises(ValueError):
            parse(bad)
