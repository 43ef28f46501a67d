// Lines and shores: smoothed, walked along, bent a little.
import type { Point } from './ground';

/** Takes the zigzag out of a line. */
export function relax(points: readonly Point[], closed: boolean, rounds = 1): Point[] {
  let line = [...points];
  for (let round = 0; round < rounds; round++) {
    line = line.map((p, i) => {
      const n = line.length;
      if (!closed && (i === 0 || i === n - 1)) return p;
      const a = line[(i + n - 1) % n]!;
      const b = line[(i + 1) % n]!;
      return { x: (a.x + 2 * p.x + b.x) / 4, y: (a.y + 2 * p.y + b.y) / 4 };
    });
  }
  return line;
}

/** Chaikin's corner cutting. */
export function round(points: readonly Point[], closed: boolean, rounds = 2): Point[] {
  let line = [...points];
  for (let i = 0; i < rounds; i++) {
    if (line.length < 3) return line;
    const cut: Point[] = closed ? [] : [line[0]!];
    const last = closed ? line.length : line.length - 1;
    for (let j = 0; j < last; j++) {
      const a = line[j]!;
      const b = line[(j + 1) % line.length]!;
      cut.push({ x: 0.75 * a.x + 0.25 * b.x, y: 0.75 * a.y + 0.25 * b.y });
      cut.push({ x: 0.25 * a.x + 0.75 * b.x, y: 0.25 * a.y + 0.75 * b.y });
    }
    if (!closed) cut.push(line[line.length - 1]!);
    line = cut;
  }
  return line;
}

/** Points at even steps along a line, each with the direction of the line there. */
export function along(
  points: readonly Point[],
  closed: boolean,
  every: number,
  start = 0,
): (Point & { angle: number })[] {
  const found: (Point & { angle: number })[] = [];
  let left = start;
  const n = closed ? points.length : points.length - 1;
  for (let i = 0; i < n; i++) {
    const a = points[i]!;
    const b = points[(i + 1) % points.length]!;
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const angle = Math.atan2(b.y - a.y, b.x - a.x);
    while (left < length) {
      const t = left / length;
      found.push({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, angle });
      left += every;
    }
    left -= length;
  }
  return found;
}

export function lengthOf(points: readonly Point[]): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++) {
    sum += Math.hypot(points[i]!.x - points[i - 1]!.x, points[i]!.y - points[i - 1]!.y);
  }
  return sum;
}

/** Bends a line a little, always in the same way for the same place: shores are not drawn with a ruler. */
export function wobble(points: readonly Point[], by: number): Point[] {
  return points.map(({ x, y }) => ({
    x: x + by * (Math.sin(x * 0.11 + y * 0.07) + 0.6 * Math.sin(y * 0.23 - x * 0.05)),
    y: y + by * (Math.cos(y * 0.1 - x * 0.08) + 0.6 * Math.sin(x * 0.21 + y * 0.06)),
  }));
}
