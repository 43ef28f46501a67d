// Components that only show what they are given, rendered to text.
import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import type { Odds, Track } from '../lib/types';
import OddsView from './OddsView.svelte';
import Tracks from './Tracks.svelte';

const text = (html: string) => html.replace(/<!--.*?-->/g, '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ').trim();
const onrule = () => undefined;

describe('odds', () => {
  const odds: Odds = {
    choice: 'attack a b',
    reckoning: { base: 9, cite: 'E-97', modifiers: [{ name: 'rear', value: 4, cite: 'E-98' }], total: 13 },
    outcomes: [{ outcome: 'miss', exact: '1/6', basis_points: 1667 }, { outcome: 'rout +1', exact: '5/6', basis_points: 8333 }],
  };

  it('say when they are foreseen', () => {
    expect(text(render(OddsView, { props: { odds, onrule } }).body)).not.toContain('Foreseen');
    const said = text(render(OddsView, { props: { odds: { ...odds, foreseen: 'resolve a' }, onrule } }).body);
    expect(said).toContain('if nothing changes until then');
    expect(said).toMatch(/Needs 13 or less: 9 E-97 \+4 rear E-98/);
  });

  it('name no number to roll where dice cannot miss', () => {
    const table = { ...odds, outcomes: [{ outcome: 'both lose', exact: '1/36', basis_points: 278 }, { outcome: 'defender retreats', exact: '35/36', basis_points: 9722 }] };
    const said = text(render(OddsView, { props: { odds: table, onrule } }).body);
    expect(said).not.toContain('Needs');
    expect(said).toContain('= 13');
  });
});

describe('tracks', () => {
  it('show their boxes, what the counter means and who lies on them', () => {
    const tracks: Track[] = [
      { name: 'morale', least: -2, most: 2, value: 1, text: 'The Scots add 1.', marks: [[2, 'Scots +2']], pieces: [] },
      { name: 'scattered', side: 'two', least: 0, most: 3, value: 2, text: 'Two English units are scattered.', marks: [], pieces: ['e-1', 'gone'] },
    ];
    const byId = new Map([['e-1', { id: 'e-1', name: 'English horse 1', side: 'two' as const, hexes: [], symbol: 'cavalry', face: 'normal', ratings: [], badges: [] }]]);
    const html = render(Tracks, { props: { tracks, sides: ['Scots', 'English'], byId } }).body;
    expect(html).toContain('aria-label="morale: 1 of -2 to 2"');
    expect(html.match(/aria-current="true"/g)).toHaveLength(2);
    expect(text(html)).toContain('Morale 2 1 0 1 2 The Scots add 1. 2: Scots +2');
    expect(text(html)).toContain('English horse 1, gone');
  });
});
