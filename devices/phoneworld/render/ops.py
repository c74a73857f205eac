"""Draw one display list. Every op is a plain tuple, in px local to its block."""

from functools import lru_cache

from . import icons, illustrations
from .skialib import skia
from .svgpath import parse
from .text import layout_of


@lru_cache(maxsize=512)
def _fill(color: int) -> "skia.Paint":
    return skia.Paint(AntiAlias=True, Color=color)


@lru_cache(maxsize=256)
def _stroke(color: int, width: float) -> "skia.Paint":
    return skia.Paint(AntiAlias=True, Color=color, Style=skia.Paint.kStroke_Style, StrokeWidth=width)


@lru_cache(maxsize=64)
def _blur(sigma: float, alpha: int) -> "skia.Paint":
    return skia.Paint(
        AntiAlias=True,
        Color=alpha << 24,
        MaskFilter=skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, sigma),
    )


def shadow_margin(elevation: float) -> int:
    """How far, in px, a shadow of this elevation reaches outside its shape."""
    return int(elevation * 3) + 2


def rounded(x: float, y: float, w: float, h: float, radii) -> "skia.RRect":
    """A rounded rect; radii is one number or (top left, top right, bottom right, bottom left)."""
    rect = skia.Rect.MakeXYWH(x, y, w, h)
    if isinstance(radii, (int, float)):
        return skia.RRect.MakeRectXY(rect, radii, radii)
    shape = skia.RRect()
    shape.setRectRadii(rect, [skia.Point(r, r) for r in radii])
    return shape


def _rect(canvas, x, y, w, h, color):
    canvas.drawRect(skia.Rect.MakeXYWH(x, y, w, h), _fill(color))


def _rrect(canvas, x, y, w, h, r, color):
    canvas.drawRRect(rounded(x, y, w, h, r), _fill(color))


def _outline(canvas, x, y, w, h, r, width, color):
    half = width / 2  # the whole line lies inside the box
    canvas.drawRRect(
        rounded(x + half, y + half, w - width, h - width, max(0, r - half)), _stroke(color, width)
    )


def _circle(canvas, cx, cy, r, color):
    canvas.drawCircle(cx, cy, r, _fill(color))


def _line(canvas, x1, y1, x2, y2, width, color):
    canvas.drawLine(x1, y1, x2, y2, _stroke(color, width))


def _text(canvas, x, y, key, color):
    blob = layout_of(key).blob
    if blob is not None:
        canvas.drawTextBlob(blob, x, y, _fill(color))


def _icon(canvas, name, x, y, size, color, filled=False):
    canvas.save()
    canvas.translate(x, y)
    canvas.scale(size / 24, size / 24)
    canvas.drawPath(icons.path(name, bool(filled)), _fill(color))
    canvas.restore()


def _path(canvas, data, x, y, scale, color):
    canvas.save()
    canvas.translate(x, y)
    canvas.scale(scale, scale)
    canvas.drawPath(parse(data), _fill(color))
    canvas.restore()


def _image(canvas, name, x, y, w, h, radii=0):
    image = illustrations.raster(name, max(1, round(w)), max(1, round(h)))
    matrix = skia.Matrix.Translate(x, y)
    shader = image.makeShader(skia.TileMode.kClamp, skia.TileMode.kClamp, skia.SamplingOptions(), matrix)
    canvas.drawRRect(rounded(x, y, w, h, radii or 0), skia.Paint(AntiAlias=True, Shader=shader))


def _shadow(canvas, x, y, w, h, r, elevation):
    if elevation <= 0:
        return
    # Material's two lights: a soft one from all around and a key light from above.
    canvas.drawRRect(rounded(x, y + elevation * 0.25, w, h, r), _blur(elevation * 0.9, 30))
    canvas.drawRRect(rounded(x, y + elevation * 0.5, w, h, r), _blur(elevation * 0.45, 46))


def _clip(canvas, x, y, w, h, r=0):
    canvas.save()
    if r:
        canvas.clipRRect(rounded(x, y, w, h, r), True)
    else:
        canvas.clipRect(skia.Rect.MakeXYWH(x, y, w, h), skia.ClipOp.kIntersect, False)


def _alpha(canvas, alpha):
    canvas.saveLayerAlpha(None, round(alpha * 255) if alpha <= 1 else int(alpha))


def _restore(canvas):
    canvas.restore()


DRAW = {
    "rect": _rect,
    "rrect": _rrect,
    "rrect4": _rrect,
    "stroke": _outline,
    "circle": _circle,
    "line": _line,
    "text": _text,
    "icon": _icon,
    "image": _image,
    "shadow": _shadow,
    "clip": _clip,
    "endclip": _restore,
    "alpha": _alpha,
    "endalpha": _restore,
    "path": _path,
}


def draw(canvas, ops: tuple) -> None:
    """Draw a display list. Raises KeyError for an op, icon or picture that does not exist."""
    for op in ops:
        DRAW[op[0]](canvas, *op[1:])
