// The ground in two pictures: the whole sheet, shown while the map moves, and the part in sight at its true size, drawn over
// it when the reader has come to rest.
import type { Ground, Look } from '../ground/ground';
import type { Viewport } from './viewport';

/** Enough for the map in motion. */
const BASE_SCALE = 1;

export interface Canvases {
  base: HTMLCanvasElement;
  picture: HTMLImageElement;
  sharp: HTMLCanvasElement;
}

export class Painting {
  #sheets = 0;

  constructor(readonly canvases: Canvases) {}

  drawBase(ground: Ground, look: Look): void {
    const { base, picture } = this.canvases;
    base.hidden = false;
    picture.hidden = true;
    base.width = Math.ceil(ground.width * BASE_SCALE);
    base.height = Math.ceil(ground.height * BASE_SCALE);
    const ctx = base.getContext('2d', { alpha: false })!;
    ctx.setTransform(BASE_SCALE, 0, 0, BASE_SCALE, 0, 0);
    ground.draw(ctx, { ...look, numbers: false });
    this.#freeze();
  }

  /**
   * Turns the sheet into a picture. A picture and the counters over it make one layer that the browser only has to move
   * about; a canvas would be a layer of its own, handed over anew for every frame.
   */
  #freeze(): void {
    const { base, picture } = this.canvases;
    const drawn = ++this.#sheets;
    base.toBlob((blob) => {
      if (!blob || drawn !== this.#sheets) return;
      const url = URL.createObjectURL(blob);
      const next = new Image();
      next.onload = () => {
        if (drawn === this.#sheets) {
          picture.src = url;
          picture.hidden = false;
          base.hidden = true;
          // The canvas has done its work; its memory is worth having back.
          base.width = base.height = 0;
        }
        setTimeout(() => URL.revokeObjectURL(url), 5000);
      };
      // Where pictures of one's own making are not allowed, the canvas stays.
      next.onerror = () => URL.revokeObjectURL(url);
      next.src = url;
    });
  }

  drawSharp(ground: Ground, look: Look, view: Viewport): void {
    const { sharp } = this.canvases;
    const ratio = Math.min(devicePixelRatio, 2);
    const scale = view.camera.scale * ratio;
    const seen = view.seen();
    sharp.width = Math.round(view.size.width * ratio);
    sharp.height = Math.round(view.size.height * ratio);
    sharp.style.transform = `translate(${seen.left}px, ${seen.top}px) scale(${1 / scale})`;
    const ctx = sharp.getContext('2d')!;
    ctx.setTransform(scale, 0, 0, scale, -seen.left * scale, -seen.top * scale);
    ground.draw(ctx, { ...look, numbers: look.numbers && view.camera.scale >= 0.95 }, seen);
    sharp.hidden = false;
  }
}
