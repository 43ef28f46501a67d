// Lettering on a map: spaced words with a halo, and names along streams.
import type { Point } from './ground';
import type { Ctx } from './ink';
import { along, lengthOf } from './lines';
import type { Palette } from './palette';

export const SERIF =
  '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", "Book Antiqua", "Liberation Serif", Georgia, serif';

export function split(text: string): string[] {
  const words = text.split(' ');
  if (words.length < 2) return [text];
  let best = 1;
  for (let i = 1; i < words.length; i++) {
    const gap = (n: number) => Math.abs(words.slice(0, n).join(' ').length - words.slice(n).join(' ').length);
    if (gap(i) < gap(best)) best = i;
  }
  return [words.slice(0, best).join(' '), words.slice(best).join(' ')];
}

export function measure(ctx: Ctx, text: string, gap: number): number {
  return [...text].reduce((sum, l) => sum + ctx.measureText(l).width + gap, -gap);
}

/** Canvas letter spacing is not to be had everywhere: letter by letter. */
function letters(
  ctx: Ctx,
  text: string,
  x: number,
  y: number,
  gap: number,
  put: (l: string, x: number, y: number) => void,
): void {
  ctx.textAlign = 'left';
  let at = x - measure(ctx, text, gap) / 2;
  for (const l of text) {
    put(l, at, y);
    at += ctx.measureText(l).width + gap;
  }
}

export function haloText(ctx: Ctx, text: string, x: number, y: number, gap: number, p: Palette): void {
  ctx.strokeStyle = p.halo;
  ctx.lineWidth = 4;
  letters(ctx, text, x, y, gap, (l, lx, ly) => ctx.strokeText(l, lx, ly));
  ctx.fillStyle = p.ink;
  letters(ctx, text, x, y, gap, (l, lx, ly) => ctx.fillText(l, lx, ly));
}

export function spaced(ctx: Ctx, text: string, x: number, y: number, font: string, gap: number): void {
  ctx.font = font;
  letters(ctx, text, x, y, gap, (l, lx, ly) => ctx.fillText(l, lx, ly));
}

/** A name that follows a stream. */
export function textAlong(ctx: Ctx, text: string, line: Point[], p: Palette, size = 14): void {
  ctx.font = `italic ${size}px ${SERIF}`;
  const letters = [...text];
  const gap = 2.2;
  const widths = letters.map((l) => ctx.measureText(l).width + gap);
  const whole = widths.reduce((a, b) => a + b, 0);
  const length = lengthOf(line);
  if (length < whole * 1.3) return;
  // Read left to right, whichever way the stream is listed.
  const points = along(line, false, 2);
  const first = points[0];
  const last = points[points.length - 1];
  if (!first || !last) return;
  const forward = first.x <= last.x;
  const path = forward ? points : points.reverse();
  // Streams wind: the letters follow a calmer line above them.
  const at = (i: number) => path[Math.max(0, Math.min(path.length - 1, Math.round(i)))]!;
  const calm = (i: number) => {
    let x = 0;
    let y = 0;
    for (let k = -18; k <= 18; k += 6) {
      x += at(i + k).x / 7;
      y += at(i + k).y / 7;
    }
    return { x, y };
  };
  let along0 = (length * 0.45 - whole / 2) / 2;
  letters.forEach((letter, i) => {
    const middle = along0 + widths[i]! / 4;
    const here = calm(middle);
    const a = calm(middle - 9);
    const b = calm(middle + 9);
    ctx.save();
    ctx.translate(here.x, here.y);
    ctx.rotate(Math.atan2(b.y - a.y, b.x - a.x));
    ctx.textAlign = 'center';
    ctx.strokeStyle = p.halo;
    ctx.lineWidth = 3.2;
    ctx.strokeText(letter, 0, -size * 0.93);
    ctx.fillStyle = p.streamName;
    ctx.fillText(letter, 0, -size * 0.93);
    ctx.restore();
    along0 += widths[i]! / 2;
  });
}
