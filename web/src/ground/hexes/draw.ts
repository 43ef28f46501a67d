// A map of hexes on a canvas, in the manner of an engraved and hand-coloured county map.
import type { Box, Look, Point } from '../ground';
import {
  type Ctx,
  Strokes,
  addGrass,
  addStroke,
  addTuft,
  closedLines,
  drawHouse,
  drawRoad,
  drawStream,
  drawTree,
  drawWater,
  near,
  openLine,
  strokeLine,
} from '../ink';
import { SERIF, haloText, measure, textAlong } from '../letters';
import { LEADING } from '../names';
import type { Palette } from '../palette';
import { drawFrame, drawPaper } from '../paper';
import { H, MARGIN, R } from './geometry';
import type { MapModel } from './model';
import { drawWorks } from './works';

/** Shapes are turned into paths once and drawn as often as wanted. */
export class MapPainter {
  readonly #model: MapModel;
  readonly #field: Path2D;
  readonly #margin: Path2D;
  readonly #grid = new Strokes();
  readonly #levels: { fill: Path2D; hachures: Strokes; level: number }[];
  readonly #marsh: Path2D;
  readonly #pools: Path2D;
  readonly #woods: Path2D;
  readonly #grass = new Strokes();
  readonly #tufts = new Strokes();
  readonly #streams: { path: Path2D; wide: boolean }[];
  readonly #burns: Path2D;
  readonly #roads: Path2D[];

  constructor(model: MapModel) {
    this.#model = model;
    this.#field = closedLines(model.field);
    this.#margin = closedLines(model.field);
    this.#margin.rect(0, 0, model.width, model.height);
    this.#levels = model.levels.map((level) => {
      const hachures = new Strokes();
      for (const s of level.hachures) addStroke(hachures.at(s.x, s.y), s);
      return { level: level.level, fill: closedLines(level.loops), hachures };
    });
    this.#marsh = closedLines(model.marsh);
    this.#pools = closedLines(model.pools);
    this.#woods = closedLines(model.woods);
    this.#streams = model.streams.map((s) => ({ path: openLine(s.line), wide: s.wide }));
    this.#burns = closedLines(model.burns);
    this.#roads = model.roads.map(openLine);

    for (const { x, y } of model.centres) {
      // Three sides a hex are enough: the neighbours draw the others.
      const path = this.#grid.at(x, y);
      path.moveTo(x - R, y);
      path.lineTo(x - R / 2, y - H);
      path.lineTo(x + R / 2, y - H);
      path.lineTo(x + R, y);
    }
    for (const mark of model.grass) addGrass(this.#grass.at(mark.x, mark.y), mark);
    for (const mark of model.tufts) addTuft(this.#tufts.at(mark.x, mark.y), mark);
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
    ctx.save();
    ctx.lineJoin = 'round';
    ctx.lineCap = 'round';
    ctx.fillStyle = p.ground[0]!;
    ctx.fillRect(0, 0, m.width, m.height);
    this.#levels.forEach(({ fill }, i) => {
      ctx.fillStyle = p.ground[Math.min(i + 1, p.ground.length - 1)]!;
      ctx.fill(fill);
    });
    this.#washes(ctx, p);
    ctx.lineWidth = 0.7;
    ctx.strokeStyle = p.grass;
    this.#grass.stroke(ctx, seen);

    // Slopes: a firm contour and hachures running down from it.
    for (const { fill, hachures, level } of this.#levels) {
      ctx.strokeStyle = p.contour;
      ctx.globalAlpha = 0.75;
      ctx.lineWidth = 0.85 + level * 0.1;
      hachures.stroke(ctx, seen);
      ctx.globalAlpha = 0.9;
      ctx.lineWidth = 1.1;
      ctx.stroke(fill);
      ctx.globalAlpha = 1;
    }
    ctx.strokeStyle = p.grid;
    ctx.lineWidth = 0.8;
    this.#grid.stroke(ctx, seen);
    ctx.lineWidth = 0.85;
    ctx.strokeStyle = p.marshInk;
    this.#tufts.stroke(ctx, seen);
    drawWater(ctx, this.#pools, p);
    // A plank where a road crosses a burn is left out on purpose: whether one may cross there is for the rules to say.
    for (const road of this.#roads) drawRoad(ctx, road, p);
    for (const { path, wide } of this.#streams) drawStream(ctx, path, wide ? 12 : 6.2, p);
    drawWorks(ctx, m.works, p, isNear);
    for (const house of m.houses) if (isNear(house)) drawHouse(ctx, house, p);
    for (const tree of m.trees) if (isNear(tree)) drawTree(ctx, tree, p);
    for (const patch of m.other) this.#unknown(ctx, patch, p);

    // The margin is laid over what runs off the field: far cheaper than clipping every stroke to its jagged edge.
    ctx.fillStyle = p.margin;
    ctx.fill(this.#margin, 'evenodd');
    drawPaper(ctx, m.width, m.height, p);
    this.#edges(ctx, look);
    drawFrame(ctx, m.width, m.height, m.title, p);
    this.#names(ctx, p, look.names);
    if (look.numbers) this.#numbers(ctx, p, isNear);
    ctx.restore();
  }

  #washes(ctx: Ctx, p: Palette): void {
    ctx.globalAlpha = 0.75;
    ctx.fillStyle = p.marsh;
    ctx.fill(this.#marsh);
    ctx.globalAlpha = 0.55;
    ctx.fillStyle = p.burn;
    ctx.fill(this.#burns);
    ctx.globalAlpha = 0.7;
    ctx.strokeStyle = p.burnEdge;
    ctx.lineWidth = 1.2;
    ctx.stroke(this.#burns);
    ctx.globalAlpha = 0.9;
    ctx.fillStyle = p.wood;
    ctx.fill(this.#woods);
    ctx.globalAlpha = 1;
  }

  #unknown(ctx: Ctx, patch: { name: string; loops: Point[][] }, p: Palette): void {
    const path = closedLines(patch.loops);
    ctx.globalAlpha = 0.12;
    ctx.fillStyle = p.ink;
    ctx.fill(path);
    ctx.globalAlpha = 1;
    ctx.font = `italic 9px ${SERIF}`;
    ctx.fillStyle = p.faint;
    ctx.textAlign = 'center';
    for (const hex of this.#model.ground.hexes) {
      if (hex.terrain !== patch.name) continue;
      const centre = this.#model.centres.find((c) => c.id === hex.id);
      if (centre) ctx.fillText(patch.name, centre.x, centre.y + H - 6);
    }
  }

  /** Friendly edges: a band with the side's own pattern, and its name. */
  #edges(ctx: Ctx, look: Look): void {
    const { palette: p } = look;
    const { width, height, edges } = this.#model;
    ctx.strokeStyle = p.ink;
    ctx.lineWidth = 1.1;
    ctx.stroke(this.#field);
    for (const edge of edges) {
      const [a, b] = edge.line;
      if (!a || !b) continue;
      const color = p.sides[edge.side === 'one' ? 0 : 1];
      ctx.lineCap = 'butt';
      ctx.strokeStyle = color;
      ctx.lineWidth = 9;
      ctx.setLineDash(edge.side === 'one' ? [] : [12, 5]);
      strokeLine(ctx, a, b);
      ctx.setLineDash([]);
      if (edge.side === 'one') {
        // A light cord through the middle tells it from the other side without colour.
        ctx.strokeStyle = p.margin;
        ctx.lineWidth = 2;
        strokeLine(ctx, a, b);
      }
      const upright = Math.abs(b.x - a.x) < Math.abs(b.y - a.y);
      const name = `friendly edge of the ${look.sideNames[edge.side === 'one' ? 0 : 1]}`;
      ctx.save();
      ctx.translate((a.x + b.x) / 2, (a.y + b.y) / 2);
      if (upright) ctx.rotate(a.x < width / 2 ? -Math.PI / 2 : Math.PI / 2);
      ctx.font = `italic 14px ${SERIF}`;
      ctx.textAlign = 'center';
      ctx.textBaseline = 'middle';
      const out = upright || a.y < height / 2 ? -15 : 15;
      ctx.fillStyle = color;
      ctx.fillText(name, 0, out);
      ctx.restore();
    }
  }

  #names(ctx: Ctx, p: Palette, where: Look['names']): void {
    ctx.textBaseline = 'middle';
    this.#model.labels.forEach((label, n) => {
      const { area, lines, size, gap } = label;
      const place = where?.[n] ?? label;
      ctx.font = `${area ? 'italic ' : '600 '}${size}px ${SERIF}`;
      lines.forEach((text, i) => {
        const width = measure(ctx, text, gap);
        const x = Math.max(MARGIN + width / 2, Math.min(this.#model.width - MARGIN - width / 2, place.x));
        haloText(ctx, text, x, place.y + i * size * LEADING, gap, p);
      });
    });
    for (const { text, line } of this.#model.streamLabels) textAlong(ctx, text, line, p);
  }

  #numbers(ctx: Ctx, p: Palette, isNear: (p: Point) => boolean): void {
    ctx.font = '7px system-ui, sans-serif';
    ctx.textAlign = 'center';
    ctx.textBaseline = 'alphabetic';
    ctx.fillStyle = p.faint;
    for (const hex of this.#model.centres) if (isNear(hex)) ctx.fillText(hex.id, hex.x, hex.y - H + 8);
  }
}
