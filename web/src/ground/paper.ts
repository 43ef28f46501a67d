// The sheet itself: grain, a darker border, and the frame of an old map with its title.
import { type Ctx } from './ink';
import { SERIF, spaced } from './letters';
import type { Palette } from './palette';
import { scatter } from './scatter';

let grained: { color: string; tile: HTMLCanvasElement } | undefined;

/** Grain and a darker border, as of paper that has been handled. */
export function drawPaper(ctx: Ctx, width: number, height: number, p: Palette): void {
  if (grained?.color !== p.grain) grained = { color: p.grain, tile: grain(p.grain) };
  const pattern = ctx.createPattern(grained.tile, 'repeat');
  if (pattern) {
    ctx.fillStyle = pattern;
    ctx.fillRect(0, 0, width, height);
  }
  const shade = ctx.createRadialGradient(
    width / 2,
    height / 2,
    Math.min(width, height) * 0.45,
    width / 2,
    height / 2,
    Math.hypot(width, height) / 2,
  );
  shade.addColorStop(0, 'rgba(60,40,10,0)');
  shade.addColorStop(1, 'rgba(60,40,10,0.14)');
  ctx.fillStyle = shade;
  ctx.fillRect(0, 0, width, height);
}

/** The neat line, ticked like the border of an old map, and the title in its upper margin. */
export function drawFrame(ctx: Ctx, width: number, height: number, title: string, p: Palette, size = 21): void {
  ctx.lineCap = 'butt';
  const inset = 9;
  ctx.strokeStyle = p.ink;
  ctx.lineWidth = 1.6;
  ctx.strokeRect(inset, inset, width - 2 * inset, height - 2 * inset);
  ctx.lineWidth = 0.6;
  ctx.strokeRect(inset + 6, inset + 6, width - 2 * inset - 12, height - 2 * inset - 12);
  ctx.lineWidth = 4.6;
  ctx.setLineDash([48, 48]);
  ctx.strokeRect(inset + 3, inset + 3, width - 2 * inset - 6, height - 2 * inset - 6);
  ctx.setLineDash([]);

  ctx.fillStyle = p.ink;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  spaced(ctx, title.split(':')[0]!.toUpperCase(), width / 2, 39 + size / 3, `600 ${size}px ${SERIF}`, (size / 21) * 5);
}

function grain(color: string): HTMLCanvasElement {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 160;
  const ctx = tile.getContext('2d')!;
  const random = scatter('paper');
  ctx.fillStyle = color;
  for (let i = 0; i < 900; i++) {
    ctx.globalAlpha = 0.02 + random() * 0.05;
    const s = 0.5 + random() * 1.1;
    ctx.fillRect(random() * 160, random() * 160, s, s);
  }
  ctx.globalAlpha = 0.05;
  ctx.strokeStyle = color;
  for (let i = 0; i < 14; i++) {
    const x = random() * 160;
    const y = random() * 160;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + random() * 14 - 7, y + random() * 6 - 3);
    ctx.stroke();
  }
  return tile;
}
