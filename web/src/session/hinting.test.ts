import { expect, it } from 'vitest';
import type { Offer, PieceView } from '../api/types';
import { strokes } from './hinting.svelte';

const piece = (id: string, hex: string, side = 'one') =>
  ({ id, name: id, side, at: { hexes: [hex] } }) as unknown as PieceView;
const offer = (of: Partial<Offer>) =>
  ({ choice: '', kind: 'step', role: 'act', label: '', rolls: false, ...of }) as Offer;
const byId = new Map(
  [piece('moray', '1320'), piece('keith', '0417'), piece('hereford', '1018', 'two')].map((p) => [p.id, p]),
);

it('draws the way of each piece, and whom it would strike', () => {
  const shown = [
    offer({ piece: 'moray' }),
    offer({ piece: 'moray', to: { hexes: [], facing: 'N' } }),
    // Whoever goes along is not struck.
    offer({ piece: 'moray', target: 'keith' }),
    offer({ piece: 'moray', to: { hexes: ['1319'] } }),
    offer({ piece: 'moray', to: { hexes: ['1318'] } }),
    offer({ piece: 'keith', target: 'hereford' }),
    offer({ piece: 'nobody', to: { hexes: ['0101'] } }),
    offer({ kind: 'end' }),
  ];
  const [moray, keith, ...others] = strokes(shown, byId);
  expect(moray!.way).toEqual([{ hexes: ['1320'] }, { hexes: ['1319'] }, { hexes: ['1318'] }]);
  expect(keith!.way).toEqual([{ hexes: ['0417'] }]);
  expect(keith!.upon).toEqual([{ hexes: ['1018'] }]);
  expect(others).toEqual([]);
});

it('rings everybody of a company', () => {
  const shown = [offer({ company: ['moray', 'keith'], target: 'hereford' })];
  expect(strokes(shown, byId).map((stroke) => stroke.piece.id)).toEqual(['moray', 'keith']);
});
