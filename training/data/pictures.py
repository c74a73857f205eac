"""Pictures of steps as files: kept as they were encoded, decoded when somebody looks."""

import io
from collections.abc import Callable

import numpy as np
from PIL import Image

from devices.observation import Observation

TYPES = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp"}
QUALITY = 90
EXTENSIONS = {extension: media_type for media_type, extension in TYPES.items()}


class Pictured(Observation):
    """An observation whose picture lies encoded somewhere: ``load`` gives its bytes, ``extension`` says what
    they are. ``image`` decodes each time, so that ten thousand steps fit into memory."""

    __slots__ = ("extension", "load", "name")

    def __init__(self, *, load: Callable[[], bytes], extension: str, name: str = "", **told):
        super().__init__(**told)
        self.load, self.extension, self.name = load, extension, name

    @property
    def image(self) -> np.ndarray:
        return decode(self.load())

    @image.setter
    def image(self, value) -> None:
        """The dataclass puts its default here; the picture stays where it is."""


def encoded(seen: Observation) -> tuple[bytes, str] | None:
    """``(bytes, extension)`` of an observation's picture; one that is not encoded becomes a JPEG, as recorded
    steps have it (a PNG takes eight times as long to write)."""
    if isinstance(seen, Pictured):
        return seen.load(), seen.extension
    if seen.image is None:
        return None
    out = io.BytesIO()
    Image.fromarray(seen.image).save(out, "JPEG", quality=QUALITY)
    return out.getvalue(), "jpg"


def decode(data: bytes) -> np.ndarray:
    """RGB uint8 (height, width, 3)."""
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGB"))
