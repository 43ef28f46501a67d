// A table on a canvas, in the style of the hex maps.
import type { Cover, Run } from '../../api/types';
import type { Box, Look } from '../ground';
import {
  type Ctx,
  Strokes,
  addGrass,
  addStroke,
  addTuft,
  closedLines,
  drawHouse,
  drawStream,
  drawTree,
  drawWater,
  near,
  openLine,
} from '../ink';
import { SERIF, haloText, textAlong } from '../letters';
import type { Palette } from '../palette';
import { drawFrame, drawPaper } from '../paper';
import { drawWay } from './lines';
import type { Patch, TableModel } from './model';
import { INCH, MARGIN, UNIT } from './shapes';

/** Shapes are turned into paths once and drawn as often as wanted. */
export class TablePainter {
  readonly #model: TableModel;
  readonly #patches: { patch: Patch; path: Path2D }[];
  readonly #ways: {
    name: string;
    run: Run;
    path: Path2D;
    flows: boolean;
    line: TableModel['ways'][number]['line'];
  }[];
  readonly #grass = new Strokes();
  readonly #tufts = new Strokes();
  readonly #hachures = new Strokes();
  readonly #furrows = new Strokes();

  constructor(model: TableModel) {
    this.#model = model;
    this.#patches = model.patches.map((patch) => ({ patch, path: closedLines([patch.edge]) }));
    this.#ways = model.ways.map((way) => ({ ...way, path: openLine(way.line) }));
    for (const mark of model.grass) addGrass(this.#grass.at(mark.x, mark.y), mark);
    for (const mark of model.tufts) addTuft(this.#tufts.at(mark.x, mark.y), mark);
    for (const s of model.hachures) addStroke(this.#hachures.at(s.x, s.y), s);
    for (const s of model.furrows) addStroke(this.#furrows.at(s.x, s.y), s);
  }

  /** Draws in map units: the caller has set the transform. */
  draw(
    ctx: Ctx,
    look: Look,
    seen: Box = { left: 0, top: 0, right: this.#model.width, bottom: this.#model.height },
  ): void {
    const { palette: p } = look;
    const m = this.#model;
    const isNear = near(seen);
    const field = { x: MARGIN, y: MARGIN, width: m.width - 2 * MARGIN, height: m.height - 2 * MARGIN };
    ctx.save();
    ctx.lineJoin = 'round';
    ctx.lineCap = 'round';
    ctx.fillStyle = p.margin;
    ctx.fillRect(0, 0, m.width, m.height);

    ctx.save();
    ctx.beginPath();
    ctx.rect(field.x, field.y, field.width, field.height);
    ctx.clip();
    ctx.fillStyle = p.ground[0]!;
    ctx.fillRect(field.x, field.y, field.width, field.height);
    this.#feet(ctx, p);
    ctx.lineWidth = 0.7;
    ctx.strokeStyle = p.grass;
    this.#grass.stroke(ctx, seen);
    for (const { patch, path } of this.#patches) this.#patch(ctx, patch, path, p);
    ctx.strokeStyle = p.contour;
    ctx.globalAlpha = 0.75;
    ctx.lineWidth = 0.95;
    this.#hachures.stroke(ctx, seen);
    ctx.globalAlpha = 1;
    ctx.strokeStyle = p.furrow;
    ctx.lineWidth = 1;
    this.#furrows.stroke(ctx, seen);
    ctx.strokeStyle = p.marshInk;
    ctx.lineWidth = 0.85;
    this.#tufts.stroke(ctx, seen);
    for (const way of this.#ways) if (!way.flows) drawWay(ctx, way.run, way.path, way.line, p);
    for (const way of this.#ways) if (way.flows) drawStream(ctx, way.path, way.run === 'river' ? 40 : 16, p);
    for (const stone of m.stones) if (isNear(stone)) drawStone(ctx, stone.x, stone.y, stone.size, p);
    for (const house of m.houses) if (isNear(house)) drawHouse(ctx, house, p);
    for (const tree of m.trees) if (isNear(tree)) drawTree(ctx, tree, p);
    ctx.restore();

    drawPaper(ctx, m.width, m.height, p);
    this.#edge(ctx, p);
    drawFrame(ctx, m.width, m.height, m.title, p, 28);
    this.#names(ctx, p, look.names);
    ctx.restore();
  }

  #patch(ctx: Ctx, patch: Patch, path: Path2D, p: Palette): void {
    if (patch.cover === 'water') {
      drawWater(ctx, path, p);
      return;
    }
    const washes: Partial<Record<Cover, [string, string, number[]]>> = {
      clear: [p.ground[Math.min(patch.level, p.ground.length - 1)]!, p.contour, []],
      wood: [p.wood, p.crownShade, [7, 4]],
      marsh: [p.marsh, p.marshInk, [2, 5]],
      field: [p.field, p.roadEdge, []],
      village: [p.road, p.wall, [9, 4]],
      rough: [p.ground[1]!, p.contour, [1, 4]],
    };
    const wash = washes[patch.cover];
    ctx.globalAlpha = wash ? 0.9 : 0.14;
    ctx.fillStyle = wash?.[0] ?? p.ink;
    ctx.fill(path);
    ctx.globalAlpha = 0.85;
    ctx.strokeStyle = wash?.[1] ?? p.ink;
    ctx.lineWidth = 1.1;
    ctx.setLineDash(wash?.[2] ?? [3, 3]);
    ctx.stroke(path);
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  }

  /** Faint lines a foot apart, so that a reader can judge distances. */
  #feet(ctx: Ctx, p: Palette): void {
    const { width, height } = this.#model;
    const foot = 12 * INCH * UNIT;
    ctx.strokeStyle = p.grid;
    ctx.lineWidth = 0.8;
    ctx.beginPath();
    for (let x = MARGIN + foot; x < width - MARGIN - 1; x += foot) {
      ctx.moveTo(x, MARGIN);
      ctx.lineTo(x, height - MARGIN);
    }
    for (let y = MARGIN + foot; y < height - MARGIN - 1; y += foot) {
      ctx.moveTo(MARGIN, y);
      ctx.lineTo(width - MARGIN, y);
    }
    ctx.stroke();
  }

  /** The edge of the table as a ruler: a tick an inch, a longer one each six, a number each foot. */
  #edge(ctx: Ctx, p: Palette): void {
    const { width, height } = this.#model;
    const inch = INCH * UNIT;
    ctx.strokeStyle = p.ink;
    ctx.fillStyle = p.ink;
    ctx.lineCap = 'butt';
    ctx.lineWidth = 1.1;
    ctx.strokeRect(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN);
    ctx.lineWidth = 0.8;
    ctx.font = `600 20px ${SERIF}`;
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'center';
    const long = (n: number) => (n % 12 === 0 ? 9 : n % 6 === 0 ? 6.5 : 3.5);
    ctx.beginPath();
    for (let n = 0; MARGIN + n * inch <= width - MARGIN + 0.5; n++) {
      const x = MARGIN + n * inch;
      ctx.moveTo(x, MARGIN);
      ctx.lineTo(x, MARGIN - long(n));
      ctx.moveTo(x, height - MARGIN);
      ctx.lineTo(x, height - MARGIN + long(n));
      if (n % 12 === 0 && n) ctx.fillText(`${n}`, x, height - MARGIN + 23);
    }
    for (let n = 0; MARGIN + n * inch <= height - MARGIN + 0.5; n++) {
      const y = MARGIN + n * inch;
      ctx.moveTo(MARGIN, y);
      ctx.lineTo(MARGIN - long(n), y);
      ctx.moveTo(width - MARGIN, y);
      ctx.lineTo(width - MARGIN + long(n), y);
      if (n % 12 === 0 && n) ctx.fillText(`${n}`, MARGIN - 24, y);
    }
    ctx.stroke();
  }

  #names(ctx: Ctx, p: Palette, where: Look['names']): void {
    ctx.textBaseline = 'middle';
    this.#model.labels.forEach((label, i) => {
      const { area, lines, size, gap } = label;
      const { x, y } = where?.[i] ?? label;
      ctx.font = `${area ? 'italic' : '600'} ${size}px ${SERIF}`;
      haloText(ctx, lines[0]!, x, y, gap, p);
    });
    for (const way of this.#ways) if (way.name && way.flows) textAlong(ctx, way.name, [...way.line], p, 26);
  }
}

function drawStone(ctx: Ctx, x: number, y: number, size: number, p: Palette): void {
  ctx.fillStyle = p.margin;
  ctx.strokeStyle = p.contour;
  ctx.lineWidth = 0.8;
  ctx.beginPath();
  ctx.moveTo(x - size, y);
  ctx.lineTo(x - size * 0.6, y - size * 0.9);
  ctx.lineTo(x + size * 0.4, y - size);
  ctx.lineTo(x + size, y);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
}
