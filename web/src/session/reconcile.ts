// A new scene arrives whole. Pieces that have not changed keep their identity, so that only the others are drawn again.
import type { PieceView, Scene, SceneNow } from '../api/types';

const texts = new WeakMap<PieceView, string>();

function text(piece: PieceView): string {
  let known = texts.get(piece);
  if (known === undefined) {
    known = JSON.stringify(piece);
    texts.set(piece, known);
  }
  return known;
}

export function reconcile(before: readonly PieceView[], after: readonly PieceView[]): PieceView[] {
  const known = new Map(before.map((p) => [p.id, p]));
  return after.map((piece) => {
    const was = known.get(piece.id);
    return was && text(was) === text(piece) ? was : piece;
  });
}

/** Fills in what a partial scene left out, from the one before it. */
export function complete(before: Scene | undefined, now: SceneNow): Scene {
  const { whole, ...scene } = now;
  if (whole || !before) return scene;
  const changed = new Map(now.pieces.map((p) => [p.id, p]));
  return { ...scene, pieces: before.pieces.map((p) => changed.get(p.id) ?? p) };
}
