// Components that only show what they are given, rendered to text.
import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import type { Odds, Picture, Track } from '../api/types';
import Stands from '../board/Stands.svelte';
import Symbols from '../board/Symbols.svelte';
import { STANDS } from '../board/stands';
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
    certain: false,
    throws: [{ dice: 2, sides: 6 }],
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
    expect(text(render(OddsView, { props: { pieces: [], odds, onrule } }).body)).not.toContain('Foreseen');
    const said = text(
      render(OddsView, { props: { pieces: [], odds: { ...odds, foreseen: 'resolve a' }, onrule } }).body,
    );
    expect(said).toContain('if nothing changes until then');
    expect(said).toMatch(/Needs 13 or less: 9 E-97 \+4 rear E-98/);
  });

  it('name no number to roll where a table decides', () => {
    const ratio = { ...odds, reckoning: { ...odds.reckoning!, of: 'ratio' as const, base: -2, total: 3 } };
    expect(text(render(OddsView, { props: { pieces: [], odds: ratio, onrule } }).body)).toMatch(
      /^Dice: 2d6 1:2 E-97 \+4 rear E-98 = 3:1/,
    );
    // The dice are still to fall: what one roll would show is nobody's number.
    const modifiers = [...odds.reckoning!.modifiers, { name: 'range', value: -1, cite: 'E-99' }];
    const dice = { ...odds, reckoning: { ...odds.reckoning!, of: 'dice' as const, base: 0, modifiers, total: 3 } };
    expect(text(render(OddsView, { props: { pieces: [], odds: dice, onrule } }).body)).toMatch(
      /^Dice: 2d6 the dice E-97 \+4 rear E-98 −1 range E-99 = the dice \+3/,
    );
  });
});

describe('odds that are no table', () => {
  const certain: Odds = {
    choice: 'go',
    reckoning: null,
    throws: [],
    certain: true,
    outcomes: [],
  };
  const said = (odds: Odds) => text(render(OddsView, { props: { pieces: [], odds, onrule } }).body);

  it('say that nothing is rolled', () => {
    expect(said(certain)).toBe('Certain: no dice are rolled.');
    const outcomes = [{ outcome: 'no effect', exact: '1', basis_points: 10_000, fails: true }];
    expect(said({ ...certain, certain: false, outcomes })).toBe('Whatever is rolled: no effect.');
  });

  it('say that there are too many ways to count', () => {
    expect(said({ ...certain, certain: false, outcomes: [], too_many: 2_000_000 })).toBe(
      'No exact odds: the dice can fall in more than 2,000,000 ways.',
    );
  });

  it('show what an outcome may further bring under it', () => {
    const parts = [
      { outcome: 'by one', exact: '1/4', basis_points: 2500 },
      { outcome: 'by two', exact: '1/4', basis_points: 2500 },
    ];
    const outcomes = [
      { outcome: 'retreat', exact: '1/2', basis_points: 5000, fails: false, parts },
      { outcome: 'holds', exact: '1/2', basis_points: 5000, fails: true },
    ];
    expect(said({ ...certain, certain: false, outcomes })).toBe(
      'Chances retreat 50 % 1/2 by one 25 % 1/4 by two 25 % 1/4 holds 50 % 1/2',
    );
    const alone = outcomes.map((o) => ({ ...o, parts: o.parts?.slice(0, 1) ?? [] }));
    expect(said({ ...certain, certain: false, outcomes: alone })).toBe(
      'Chances retreat 50 % 1/2 by one holds 50 % 1/2',
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
          symbol: 'cavalry',
          role: 'unit' as const,
          picture: 'cavalry' as const,
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

describe('pictures', () => {
  // The type check asks for every picture that a game can choose.
  const pictures: Record<Picture, true> = {
    spears: true,
    pikes: true,
    ring: true,
    rabble: true,
    levy: true,
    sword: true,
    polearms: true,
    javelins: true,
    longbow: true,
    short_bow: true,
    crossbow: true,
    handgun: true,
    cavalry: true,
    heavy_cavalry: true,
    knights: true,
    barded_knights: true,
    light_gun: true,
    bombard: true,
    leader: true,
    banner: true,
    pit: true,
  };
  it('are drawn for whatever a game can choose; leaders have their pennon', () => {
    const html = render(Symbols).body;
    const missing = Object.keys(pictures).filter((name) => !html.includes(`id="sym-${name}"`));
    expect(missing).toEqual(['leader']);
  });
  it('stand in ranks, each kind of troops with a look of its own', () => {
    const html = render(Stands).body;
    const troops = Object.keys(pictures).filter((name) => !['leader', 'banner', 'pit'].includes(name));
    const missing = troops.filter(
      (name) => !['one', 'two'].every((side) => html.includes(`id="stand-${side}-${name}"`)),
    );
    expect(missing).toEqual([]);
    // A ring is of pikes.
    const looks = new Set(Object.values(STANDS).map((stand) => JSON.stringify(stand.shapes)));
    expect(looks.size).toBe(troops.length - 1);
  });
});
