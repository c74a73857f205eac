"""Pictures by name, drawn as vectors, kept as rasters per size (bounded).

"shoe"            an object on its own backdrop
"shoe:navy"       the same in another colour (COLORS)
"photo/lake"      a scene that fills its frame; "photo/lake:2" the same in other light
"face/3"          a portrait
"art/7"           an abstract cover of a record, a podcast or a book
"qr:NP-4471"      a code to scan; "poster:12" a poster; "map/city:50,50,40" a map around a point
"wallpaper/dunes" a home screen background; "wallpaper/dunes:dark" for the dark theme
"""

from functools import lru_cache

from ..skialib import skia
from . import art, faces, food, goods, maps, places, things, travel, wallpapers
from .pen import Pen

CACHED_RASTERS = 192

DRAWINGS = {
    **things.THINGS,
    **food.FOOD,
    **goods.GOODS,
    **travel.TRAVEL,
    **maps.PICTURES,
    "map/city": maps.city,
    **{f"photo/{name}": draw for name, draw in places.PLACES.items()},
    **{f"art/{name}": draw for name, draw in art.ART.items()},
    **{f"face/{name}": draw for name, draw in faces.FACES.items()},
    **{f"wallpaper/{name}": draw for name, draw in wallpapers.WALLPAPERS.items()},
}


def names() -> list[str]:
    """Every picture there is, without variants."""
    return sorted(DRAWINGS)


def exists(name: str) -> bool:
    return name.partition(":")[0] in DRAWINGS


@lru_cache(maxsize=CACHED_RASTERS)
def raster(name: str, width: int, height: int) -> "skia.Image":
    """The picture at this size in px. Raises KeyError for a name that does not exist."""
    base, _, variant = name.partition(":")
    if base not in DRAWINGS:
        raise KeyError(f"no picture called {base!r}")
    surface = skia.Surface.MakeRasterN32Premul(width, height)
    canvas = surface.getCanvas()
    canvas.clear(0)
    DRAWINGS[base](Pen(canvas, width, height), variant)
    return surface.makeImageSnapshot()
