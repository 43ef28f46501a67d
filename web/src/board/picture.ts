// The field as a picture to keep: the ground, and every piece in plain shapes.
import type { PieceView } from '../api/types';
import type { Ground, Look } from '../ground/ground';
import { covered, initials, lay } from './layout';

const FILL = { one: '#33598f', two: '#9c3430' };
const INK = '#1d1409';
const PAPER = '#f6ecd2';
/** The longer side of the picture, in pixels, at most. */
const MOST = 2400;

export function picture(
  ground: Ground,
  look: Look,
  pieces: readonly PieceView[],
  caption: string,
): Promise<Blob | null> {
  const scale = Math.min(1.5, MOST / Math.max(ground.width, ground.height));
  const strip = 44;
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(ground.width * scale);
  canvas.height = Math.ceil(ground.height * scale) + strip;
  const ctx = canvas.getContext('2d', { alpha: false })!;
  ctx.scale(scale, scale);
  ground.draw(ctx, { ...look, numbers: false, names: ground.names(covered(pieces, ground)) });
  for (const laid of lay(pieces, ground, undefined)) {
    ctx.save();
    ctx.translate(laid.x, laid.y);
    drawPiece(ctx, laid.piece, laid);
    ctx.restore();
  }
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.fillStyle = PAPER;
  ctx.fillRect(0, canvas.height - strip, canvas.width, strip);
  ctx.fillStyle = INK;
  ctx.font = '600 20px serif';
  ctx.textBaseline = 'middle';
  ctx.fillText(caption, 14, canvas.height - strip / 2, canvas.width - 28);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

function drawPiece(
  ctx: CanvasRenderingContext2D,
  piece: PieceView,
  at: {
    scale: number;
    angle?: number | undefined;
    tilt?: number | undefined;
    reach: number;
    base?: { width: number; depth: number } | undefined;
  },
): void {
  const isLeader = piece.role === 'leader' || piece.role === 'grand_leader';
  ctx.fillStyle = FILL[piece.side];
  ctx.strokeStyle = INK;
  ctx.lineWidth = 1.2;
  ctx.textAlign = 'center';
  if (isLeader) {
    ctx.scale(at.scale, at.scale);
    ctx.fillRect(-14, -19, 30, 18);
    ctx.strokeRect(-14, -19, 30, 18);
    ctx.fillStyle = PAPER;
    ctx.font = '700 12px serif';
    ctx.fillText(initials(piece.name), 1, -6);
    return;
  }
  const [width, depth] = at.base ? [at.base.width, at.base.depth] : [42 + at.reach, 42];
  ctx.save();
  if (at.base) ctx.rotate((((at.angle ?? -90) + 90) * Math.PI) / 180);
  else if (at.tilt !== undefined) ctx.rotate((at.tilt * Math.PI) / 180);
  ctx.beginPath();
  ctx.roundRect(-width / 2, -depth / 2, width, depth, piece.side === 'one' ? 8 : 2);
  ctx.fill();
  ctx.stroke();
  ctx.restore();
  const values = piece.ratings
    .slice(0, 3)
    .map((r) => r.value)
    .join(' ');
  if (piece.role !== 'unit' || !values) return;
  ctx.fillStyle = PAPER;
  ctx.font = '700 12px sans-serif';
  ctx.fillText(values, 0, 5);
}
