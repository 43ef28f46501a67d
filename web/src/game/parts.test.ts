// Components that only show what they are given, rendered to text.
import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import type { Odds, Track } from '../lib/types';
import OddsView from './OddsView.svelte';
import Tracks from './Tracks.svelte';

const text = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const onrule = () => undefined;

describe('odds', () => {
  const odds: Odds = {
    choice: 'attack a b',
    reckoning: {
      of: 'needed',
      base: 9,
      cite: 'E-97',
      modifiers: [{ name: 'rear', value: 4, cite: 'E-98' }],
      total: 13,
    },
    outcomes: [
      { outcome: 'miss', exact: '1/6', basis_points: 1667, fails: true },
      { outcome: 'rout +1', exact: '5/6', basis_points: 8333, fails: false },
    ],
  };

  it('say when they are foreseen', () => {
    expect(text(render(OddsView, { props: { odds, onrule } }).body)).not.toContain('Foreseen');
    const said = text(render(OddsView, { props: { odds: { ...odds, foreseen: 'resolve a' }, onrule } }).body);
    expect(said).toContain('if nothing changes until then');
    expect(said).toMatch(/Needs 13 or less: 9 E-97 \+4 rear E-98/);
  });

  it('name no number to roll where a table decides', () => {
    const ratio = { ...odds, reckoning: { ...odds.reckoning!, of: 'ratio' as const, base: -2, total: 3 } };
    expect(text(render(OddsView, { props: { odds: ratio, onrule } }).body)).toMatch(/^1:2 E-97 \+4 rear E-98 = 3:1/);
    // The dice are still to fall: what one roll would show is nobody's number.
    const modifiers = [...odds.reckoning!.modifiers, { name: 'range', value: -1, cite: 'E-99' }];
    const dice = { ...odds, reckoning: { ...odds.reckoning!, of: 'dice' as const, modifiers } };
    expect(text(render(OddsView, { props: { odds: dice, onrule } }).body)).toMatch(
      /^the dice E-97 \+4 rear E-98 −1 range E-99 = the dice \+3/,
    );
  });
});

describe('tracks', () => {
  it('show their boxes, what the counter means and who lies on them', () => {
    const tracks: Track[] = [
      { name: 'morale', least: -2, most: 2, value: 1, text: 'The Scots add 1.', marks: [[2, 'Scots +2']], pieces: [] },
      {
        name: 'scattered',
        side: 'two',
        least: 0,
        most: 3,
        value: 2,
        text: 'Two English units are scattered.',
        marks: [],
        pieces: ['e-1', 'gone'],
      },
    ];
    const byId = new Map([
      [
        'e-1',
        {
          id: 'e-1',
          name: 'English horse 1',
          side: 'two' as const,
          hexes: [],
          symbol: 'cavalry',
          face: 'normal',
          ratings: [],
          badges: [],
        },
      ],
    ]);
    const html = render(Tracks, { props: { tracks, sides: ['Scots', 'English'], byId } }).body;
    expect(html).toContain('aria-label="morale: 1 of -2 to 2"');
    expect(html.match(/aria-current="true"/g)).toHaveLength(2);
    expect(text(html)).toContain('Morale 2 1 0 1 2 The Scots add 1. 2: Scots +2');
    expect(text(html)).toContain('English horse 1, gone');
  });
});
