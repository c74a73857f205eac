"""A drawing kit for pictures: a 100 by 100 box laid in the middle of any raster, gradients, soft shadows."""

from functools import lru_cache

from ..skialib import skia
from ..svgpath import parse


def shade(color: int, amount: float) -> int:
    """Lighter (amount > 0, towards white) or darker (amount < 0, towards black), amount -1..1."""
    target = 255 if amount > 0 else 0
    mixed = color >> 24
    for shift in (16, 8, 0):
        channel = color >> shift & 255
        mixed = mixed << 8 | round(channel + (target - channel) * abs(amount))
    return mixed


@lru_cache(maxsize=512)
def _gradient(x1, y1, x2, y2, colors, stops):
    return skia.GradientShader.MakeLinear(
        points=[skia.Point(x1, y1), skia.Point(x2, y2)],
        colors=list(colors),
        positions=list(stops) if stops else None,
    )


class Pen:
    """Draws on a canvas of w by h px. `cover` fills all of it; the other verbs work in the 100 by 100 box."""

    def __init__(self, canvas, width: int, height: int):
        self.canvas, self.width, self.height = canvas, width, height
        self.unit = min(width, height) / 100
        self.left, self.top = (width / self.unit - 100) / 2, (height / self.unit - 100) / 2
        canvas.scale(self.unit, self.unit)
        canvas.translate(self.left, self.top)

    # What lies outside the box, in the box's own units: pictures bleed to the edges with these.
    @property
    def x0(self):
        return -self.left

    @property
    def x1(self):
        return 100 + self.left

    @property
    def y0(self):
        return -self.top

    @property
    def y1(self):
        return 100 + self.top

    def _paint(self, bounds, colors, angle=90, stops=None, blur=0.0):
        paint = skia.Paint(AntiAlias=True)
        if isinstance(colors, int):
            paint.setColor(colors)
        else:
            dx, dy = {90: (0, 1), 0: (1, 0), 45: (1, 1), 135: (-1, 1)}[angle]
            x1 = bounds.left() if dx >= 0 else bounds.right()
            x2 = bounds.right() if dx > 0 else bounds.left()
            y1, y2 = bounds.top(), bounds.bottom() if dy else bounds.top()
            paint.setShader(_gradient(x1, y1, x2, y2, tuple(colors), stops))
        if blur:
            paint.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, blur))
        return paint

    def cover(self, *colors, angle=90, stops=None):
        """Fill the whole raster."""
        rect = skia.Rect.MakeLTRB(self.x0 - 1, self.y0 - 1, self.x1 + 1, self.y1 + 1)
        self.canvas.drawRect(rect, self._paint(rect, colors if len(colors) > 1 else colors[0], angle, stops))

    def fill(self, data: str, *colors, angle=90, blur=0.0):
        """Fill SVG path data with one colour or a gradient over its bounds."""
        path = parse(data)
        self.canvas.drawPath(
            path, self._paint(path.getBounds(), colors if len(colors) > 1 else colors[0], angle, None, blur)
        )

    def stroke(self, data: str, width: float, *colors, angle=90, butt=False):
        path = parse(data)
        paint = self._paint(path.getBounds(), colors if len(colors) > 1 else colors[0], angle)
        paint.setStyle(skia.Paint.kStroke_Style)
        paint.setStrokeWidth(width)
        paint.setStrokeJoin(skia.Paint.kRound_Join)
        paint.setStrokeCap(skia.Paint.kButt_Cap if butt else skia.Paint.kRound_Cap)
        self.canvas.drawPath(path, paint)

    def box(self, x, y, w, h, r, *colors, angle=90, blur=0.0):
        rect = skia.Rect.MakeXYWH(x, y, w, h)
        paint = self._paint(rect, colors if len(colors) > 1 else colors[0], angle, None, blur)
        self.canvas.drawRoundRect(rect, r, r, paint)

    def oval(self, cx, cy, rx, ry, *colors, angle=90, blur=0.0):
        rect = skia.Rect.MakeLTRB(cx - rx, cy - ry, cx + rx, cy + ry)
        self.canvas.drawOval(
            rect, self._paint(rect, colors if len(colors) > 1 else colors[0], angle, None, blur)
        )

    def dot(self, cx, cy, r, *colors, **options):
        self.oval(cx, cy, r, r, *colors, **options)

    def ring(self, cx, cy, r, width, *colors):
        rect = skia.Rect.MakeLTRB(cx - r, cy - r, cx + r, cy + r)
        paint = self._paint(rect, colors if len(colors) > 1 else colors[0])
        paint.setStyle(skia.Paint.kStroke_Style)
        paint.setStrokeWidth(width)
        self.canvas.drawOval(rect, paint)

    def glow(self, cx, cy, r, color):
        """A round light that fades out."""
        shader = skia.GradientShader.MakeRadial(skia.Point(cx, cy), r, [color, color & 0xFFFFFF])
        self.canvas.drawCircle(cx, cy, r, skia.Paint(AntiAlias=True, Shader=shader))

    def ground(self, cx=50, cy=84, rx=32, ry=3.2, alpha=0x50):
        """The soft shadow something stands on."""
        self.oval(cx, cy, rx, ry, alpha << 24, blur=2.6)

    def turned(self, degrees, cx=50, cy=50):
        """Draw the following rotated; pair with restore()."""
        self.canvas.save()
        self.canvas.rotate(degrees, cx, cy)

    def clipped(self, data: str):
        """Draw the following only inside a path; pair with restore()."""
        self.canvas.save()
        self.canvas.clipPath(parse(data), True)

    def restore(self):
        self.canvas.restore()
