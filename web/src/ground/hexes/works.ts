// What men have built or trodden at hexsides: bridges, fords, walls and gates.
import type { Ctx } from '../ink';
import type { Palette } from '../palette';
import { R } from './geometry';
import type { Built, Work } from './model';

const DRAW: Record<Built, (ctx: Ctx, p: Palette) => void> = {
  // Drawn with the way across along x, the hexside along y.
  bridge(ctx, p) {
    ctx.fillStyle = p.road;
    ctx.strokeStyle = p.wall;
    ctx.lineWidth = 1.4;
    ctx.fillRect(-13, -5.5, 26, 11);
    ctx.beginPath();
    for (let x = -11; x <= 11; x += 3.7) {
      ctx.moveTo(x, -5);
      ctx.lineTo(x, 5);
    }
    ctx.globalAlpha = 0.5;
    ctx.stroke();
    ctx.globalAlpha = 1;
    ctx.lineWidth = 2.2;
    ctx.beginPath();
    for (const y of [-6, 6]) {
      ctx.moveTo(-16, y * 1.5);
      ctx.lineTo(-12, y);
      ctx.lineTo(12, y);
      ctx.lineTo(16, y * 1.5);
    }
    ctx.stroke();
  },
  ford(ctx, p) {
    ctx.fillStyle = p.road;
    ctx.strokeStyle = p.roadEdge;
    ctx.lineWidth = 0.9;
    for (const [x, y] of [
      [-7, -3],
      [-2.4, 2.6],
      [2.6, -2.4],
      [7.4, 3],
    ] as const) {
      ctx.beginPath();
      ctx.ellipse(x, y, 3.1, 2.2, 0, 0, 7);
      ctx.fill();
      ctx.stroke();
    }
  },
  fortification(ctx, p) {
    ctx.fillStyle = p.wall;
    ctx.fillRect(-2.2, -R / 2, 4.4, R);
    for (let y = -R / 2; y < R / 2; y += 6.4) ctx.fillRect(-4, y, 8, 3.2);
  },
  gate(ctx, p) {
    ctx.fillStyle = p.road;
    ctx.strokeStyle = p.wall;
    ctx.lineWidth = 1.6;
    ctx.fillRect(-5, -7, 10, 14);
    ctx.strokeRect(-5, -7, 10, 14);
    ctx.fillStyle = p.wall;
    for (const y of [-10, 7]) ctx.fillRect(-5.5, y, 11, 3.4);
  },
};

/** Walls first: gates are in them. */
export function drawWorks(ctx: Ctx, works: readonly Work[], p: Palette, near: (work: Work) => boolean): void {
  for (const last of [false, true]) {
    for (const work of works) {
      if ((work.kind === 'gate') !== last || !near(work)) continue;
      ctx.save();
      ctx.translate(work.x, work.y);
      ctx.rotate(work.angle);
      DRAW[work.kind](ctx, p);
      ctx.restore();
    }
  }
}
