"""Pictures by name, drawn as vectors, kept as rasters per size."""

from functools import lru_cache

from .skialib import skia


@lru_cache(maxsize=256)
def raster(name: str, width: int, height: int) -> "skia.Image":
    surface = skia.Surface.MakeRasterN32Premul(width, height)
    surface.getCanvas().clear(0xFFDDD8E8)
    return surface.makeImageSnapshot()
