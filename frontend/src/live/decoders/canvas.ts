/** Shown at less than this part of its size, a picture is made small by us: browsers skip pixels. */
const SMALL = 0.6;

/** The size to draw at, in pixels of the canvas; `shown` is its width on the screen, 0 while unknown. */
export function drawnSize(width: number, height: number, shown: number): [number, number] {
  if (shown <= 0 || shown >= width * SMALL) return [width, height];
  return [Math.round(shown), Math.max(1, Math.round((height * shown) / width))];
}

/** A canvas that takes pictures of any size; an opaque context saves the compositor a blend. */
export function pictureCanvas(): {
  canvas: HTMLCanvasElement;
  draw(source: CanvasImageSource, w: number, h: number): void;
} {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { alpha: false });
  let shown = 0;

  function draw(source: CanvasImageSource, width: number, height: number) {
    const [w, h] = drawnSize(width, height, shown);
    if (canvas.width !== w) canvas.width = w;
    if (canvas.height !== h) canvas.height = h;
    if (!context) return;
    context.imageSmoothingQuality = "high"; // a new size has reset it
    context.drawImage(source, 0, 0, w, h);
  }

  new ResizeObserver(([entry]) => {
    shown = (entry?.contentRect.width ?? 0) * devicePixelRatio;
    const { width, height } = canvas;
    const [w] = drawnSize(width, height, shown);
    if (w === width) return;
    // The next picture may be long in coming: the one that stands is made small too.
    const copy = document.createElement("canvas");
    copy.width = width;
    copy.height = height;
    copy.getContext("2d", { alpha: false })?.drawImage(canvas, 0, 0);
    draw(copy, width, height);
  }).observe(canvas);
  return { canvas, draw };
}
