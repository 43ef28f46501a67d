// What runs across a table and is no water: roads, hedges, walls, ditches, stakes.
import type { Run } from '../../api/types';
import type { Point } from '../ground';
import { type Ctx, drawRoad } from '../ink';
import { along } from '../lines';
import type { Palette } from '../palette';

type Draw = (ctx: Ctx, path: Path2D, line: readonly Point[], p: Palette) => void;

/** Small strokes at right angles to the line, on one side of it. */
function ticks(ctx: Ctx, line: readonly Point[], every: number, length: number): void {
  ctx.beginPath();
  for (const at of along(line, false, every, every / 2)) {
    ctx.moveTo(at.x, at.y);
    ctx.lineTo(at.x - Math.sin(at.angle) * length, at.y + Math.cos(at.angle) * length);
  }
  ctx.stroke();
}

const DRAW: Partial<Record<Run, Draw>> = {
  road: (ctx, path, _line, p) => drawRoad(ctx, path, p, 13),
  track(ctx, path, _line, p) {
    ctx.strokeStyle = p.contour;
    ctx.lineWidth = 3.4;
    ctx.setLineDash([12, 8]);
    ctx.stroke(path);
    ctx.setLineDash([]);
  },
  hedge(ctx, path, line, p) {
    ctx.strokeStyle = p.crownShade;
    ctx.lineWidth = 2;
    ctx.stroke(path);
    for (const at of along(line, false, 11, 5)) {
      const r = 5.6 + (Math.sin(at.x * 1.7 + at.y) + 1) * 1.2;
      ctx.beginPath();
      ctx.arc(at.x, at.y - 1, r, 0, 7);
      ctx.fillStyle = p.hedge;
      ctx.fill();
      ctx.lineWidth = 0.6;
      ctx.stroke();
    }
  },
  wall(ctx, path, line, p) {
    ctx.strokeStyle = p.wall;
    ctx.lineWidth = 8.4;
    ctx.lineCap = 'butt';
    ctx.stroke(path);
    ctx.strokeStyle = p.road;
    ctx.lineWidth = 5.8;
    ctx.stroke(path);
    ctx.strokeStyle = p.wall;
    ctx.lineWidth = 0.8;
    ctx.beginPath();
    for (const at of along(line, false, 9, 4)) {
      const [x, y] = [Math.sin(at.angle) * 3.4, -Math.cos(at.angle) * 3.4];
      ctx.moveTo(at.x - x, at.y - y);
      ctx.lineTo(at.x + x, at.y + y);
    }
    ctx.stroke();
    ctx.lineCap = 'round';
  },
  ditch(ctx, path, line, p) {
    ctx.strokeStyle = p.contour;
    ctx.lineWidth = 2.4;
    ctx.stroke(path);
    ctx.lineWidth = 1.3;
    ticks(ctx, line, 7, 9);
  },
  stakes(ctx, _path, line, p) {
    ctx.strokeStyle = p.ink;
    ctx.lineWidth = 2;
    ctx.beginPath();
    for (const at of along(line, false, 13, 6)) {
      ctx.moveTo(at.x - 5, at.y + 5);
      ctx.lineTo(at.x + 4, at.y - 6);
      ctx.moveTo(at.x + 5, at.y + 5);
      ctx.lineTo(at.x - 4, at.y - 6);
    }
    ctx.stroke();
  },
};

export function drawWay(ctx: Ctx, run: Run, path: Path2D, line: readonly Point[], p: Palette): void {
  const draw = DRAW[run];
  if (draw) {
    draw(ctx, path, line, p);
    return;
  }
  ctx.strokeStyle = p.ink;
  ctx.lineWidth = 1.4;
  ctx.setLineDash([3, 4]);
  ctx.stroke(path);
  ctx.setLineDash([]);
}
