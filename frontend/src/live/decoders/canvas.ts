/** A canvas that takes pictures of any size; an opaque context saves the compositor a blend. */
export function pictureCanvas(): {
  canvas: HTMLCanvasElement;
  draw(source: CanvasImageSource, w: number, h: number): void;
} {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { alpha: false });
  return {
    canvas,
    draw(source, width, height) {
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      context?.drawImage(source, 0, 0);
    },
  };
}
