"""Step pictures: JPEG as the screen was, and a small one for lists, made once."""

import io

from PIL import Image

THUMBNAIL_WIDTH = 180
Image.MAX_IMAGE_PIXELS = 50_000_000  # no phone has more; a larger "screenshot" is an attack on memory


def jpeg(image: Image.Image, quality: int = 88) -> bytes:
    target = io.BytesIO()
    image.convert("RGB").save(target, "JPEG", quality=quality)
    return target.getvalue()


def thumbnail(picture: bytes) -> bytes:
    """WebP, 180 px wide, of any picture; the same bytes for the same picture."""
    image = Image.open(io.BytesIO(picture))
    height = max(1, round(image.height * THUMBNAIL_WIDTH / image.width))
    image.draft("RGB", (THUMBNAIL_WIDTH, height))  # a JPEG is decoded no larger than it has to be
    image = image.convert("RGB")
    target = io.BytesIO()
    image.resize((THUMBNAIL_WIDTH, height), Image.Resampling.LANCZOS).save(
        target, "WEBP", quality=80, method=2
    )
    return target.getvalue()
