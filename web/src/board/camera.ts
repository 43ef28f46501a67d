// Where the reader looks: map point = (screen point - offset) / scale.
import type { Box, Point } from '../ground/ground';

export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export const MAX_SCALE = 4;

export function toMap(camera: Camera, screen: Point): Point {
  return { x: (screen.x - camera.x) / camera.scale, y: (screen.y - camera.y) / camera.scale };
}

export function toScreen(camera: Camera, map: Point): Point {
  return { x: map.x * camera.scale + camera.x, y: map.y * camera.scale + camera.y };
}

/** The smallest scale: the whole sheet just fits. */
export function minScale(sheet: Size, view: Size): number {
  return Math.min(view.width / sheet.width, view.height / sheet.height, 1) * 0.96;
}

/** Keeps the sheet in sight: no side of it may be dragged past the middle of the view. */
export function hold(camera: Camera, sheet: Size, view: Size): Camera {
  const scale = Math.min(MAX_SCALE, Math.max(minScale(sheet, view), camera.scale));
  const clamp = (offset: number, length: number, room: number) => {
    const shown = length * scale;
    if (shown <= room) return (room - shown) / 2;
    const slack = room * 0.35;
    return Math.min(slack, Math.max(room - shown - slack, offset));
  };
  return { scale, x: clamp(camera.x, sheet.width, view.width), y: clamp(camera.y, sheet.height, view.height) };
}

/** Zooms so that the map point under `screen` stays under it. */
export function zoomAt(camera: Camera, screen: Point, factor: number, sheet: Size, view: Size): Camera {
  const scale = Math.min(MAX_SCALE, Math.max(minScale(sheet, view), camera.scale * factor));
  const p = toMap(camera, screen);
  return hold({ scale, x: screen.x - p.x * scale, y: screen.y - p.y * scale }, sheet, view);
}

export function pan(camera: Camera, dx: number, dy: number, sheet: Size, view: Size): Camera {
  return hold({ ...camera, x: camera.x + dx, y: camera.y + dy }, sheet, view);
}

/** Shows a part of the sheet as large as it goes, but not smaller than `least`: then the middle of it. */
export function frame(box: Box, sheet: Size, view: Size, most = 1.6, least = 0): Camera {
  const width = Math.max(1, box.right - box.left);
  const height = Math.max(1, box.bottom - box.top);
  const scale = Math.max(least, Math.min(most, view.width / width, view.height / height));
  const x = view.width / 2 - ((box.left + box.right) / 2) * scale;
  const y = view.height / 2 - ((box.top + box.bottom) / 2) * scale;
  return hold({ scale, x, y }, sheet, view);
}

/**
 * Moves just as far as needed to bring a map point into the view with some room around it; at the right so many pixels are taken
 * by something else.
 */
export function reveal(camera: Camera, point: Point, sheet: Size, view: Size, room = 90, right = 0): Camera {
  const s = toScreen(camera, point);
  const inset = Math.min(room, view.width / 3, view.height / 3);
  let dx = 0;
  let dy = 0;
  if (s.x < inset) dx = inset - s.x;
  else if (s.x > view.width - right - inset) dx = view.width - right - inset - s.x;
  if (s.y < inset) dy = inset - s.y;
  else if (s.y > view.height - inset) dy = view.height - inset - s.y;
  return dx || dy ? pan(camera, dx, dy, sheet, view) : camera;
}

/** Moves towards a point, at most until it is in the middle and as far as a box stays in sight, with some room around it. */
export function lean(camera: Camera, box: Box, towards: Point, sheet: Size, view: Size, room: number): Camera {
  const [from, to] = [toScreen(camera, { x: box.left, y: box.top }), toScreen(camera, { x: box.right, y: box.bottom })];
  const goal = toScreen(camera, towards);
  const along = (goal: number, from: number, to: number, length: number) =>
    goal > length / 2
      ? -Math.max(0, Math.min(goal - length / 2, from - room))
      : Math.max(0, Math.min(length / 2 - goal, length - room - to));
  const [dx, dy] = [along(goal.x, from.x, to.x, view.width), along(goal.y, from.y, to.y, view.height)];
  return pan(camera, dx, dy, sheet, view);
}

/** Two fingers: the points under them stay under them. */
export function pinch(camera: Camera, before: [Point, Point], after: [Point, Point], sheet: Size, view: Size): Camera {
  const gap = (pair: [Point, Point]) => Math.hypot(pair[0].x - pair[1].x, pair[0].y - pair[1].y);
  const middle = (pair: [Point, Point]) => ({ x: (pair[0].x + pair[1].x) / 2, y: (pair[0].y + pair[1].y) / 2 });
  const was = middle(before);
  const now = middle(after);
  const moved = { ...camera, x: camera.x + now.x - was.x, y: camera.y + now.y - was.y };
  return zoomAt(moved, now, gap(after) / Math.max(1, gap(before)), sheet, view);
}

/** Of an army the third that is nearest to the other. */
export function frontOf<P extends Point>(own: readonly P[], foes: readonly P[]): readonly P[] {
  if (!own.length || !foes.length) return own.length ? own : foes;
  const gap = (p: Point) => Math.min(...foes.map((q) => Math.hypot(p.x - q.x, p.y - q.y)));
  return byNearness(own, gap).slice(0, Math.max(1, Math.ceil(own.length / 3)));
}

/** Somebody who takes room to either side, and above and below. */
export interface Spread extends Point {
  wide?: number;
  high?: number;
}

/**
 * Of two armies as many as find room in a view of this size, in map units: around `first` one's own, the nearest to him before the
 * others, then those of the other army.
 */
function inRoom<P extends Spread>(first: P, own: readonly P[], foes: readonly P[], room: Size): readonly P[] {
  const away = (p: Point) => Math.hypot(p.x - first.x, p.y - first.y);
  const box = { left: first.x, right: first.x, top: first.y, bottom: first.y };
  return [...byNearness(own, away), ...byNearness(foes, away)].filter((p) => {
    const [wide, high] = [p.wide ?? 0, p.high ?? 0];
    const [left, right] = [Math.min(box.left, p.x - wide), Math.max(box.right, p.x + wide)];
    const [top, bottom] = [Math.min(box.top, p.y - high), Math.max(box.bottom, p.y + high)];
    const isIn = right - left <= room.width && bottom - top <= room.height;
    if (isIn) Object.assign(box, { left, right, top, bottom });
    return isIn;
  });
}

/** The part of one's front where most of one's own find room together, with those of the other army who are seen there too. */
export function fullest<P extends Spread>(own: readonly P[], foes: readonly P[], room: Size): readonly P[] {
  const firsts = frontOf(own, foes);
  let best: readonly P[] = firsts.slice(0, 1);
  let most = 0;
  const mine = new Set(own.length ? own : foes);
  for (const first of firsts) {
    const found = inRoom(first, own, foes, room);
    const many = found.filter((p) => mine.has(p)).length;
    if (many > most) [best, most] = [found, many];
  }
  return best;
}

const byNearness = <P extends Point>(points: readonly P[], away: (p: Point) => number): P[] =>
  [...points].sort((a, b) => away(a) - away(b));

/** A round length for the scale bar: 1, 2 or 5 times a power of ten, about `target` pixels long. */
export function scaleBar(perUnit: number, scale: number, target = 120): { length: number; pixels: number } {
  const whole = (target / scale) * perUnit;
  const power = 10 ** Math.floor(Math.log10(whole));
  const lead = whole / power;
  const nice = (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
  return { length: nice, pixels: (nice / perUnit) * scale };
}
