// Stands of men as they are seen from above, looking up: what they carry and ride sets each kind of troops apart.
import type { Formed, Picture } from '../api/types';

/** So many of a kind side by side in one rank. */
export interface Run {
  picture: Picture;
  rank: number;
  file: number;
  count: number;
}

export const standsOf = (formed: Formed): number => formed.stands.reduce((sum, [, n]) => sum + n, 0);

/** Who stands where, rank by rank from the front, each from the left. */
export function runsOf(formed: Formed): Run[] {
  const out: Run[] = [];
  const files = Math.max(1, formed.files);
  let at = 0;
  for (const [picture, n] of formed.stands) {
    for (let left = n; left > 0;) {
      const [rank, file] = [Math.floor(at / files), at % files];
      const count = Math.min(left, files - file);
      out.push({ picture, rank, file, count });
      at += count;
      left -= count;
    }
  }
  return out;
}

/** A shape and how it is painted: cloth, steel, skin, wood (lines), iron (lines)... */
type Shape = [look: string, path: string];
/** Where somebody stands and how he is turned. */
type Spot = [x: number, y: number, turn?: number];

export interface Stand {
  /** Every stand is 60 wide. */
  depth: number;
  spots: readonly Spot[];
  shapes: readonly Shape[];
}

export const WIDE = 60;

const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const SHOULDERS = 'M-4.8 1.4C-4.8-2-2.4-2.2 0-2.2 2.4-2.2 4.8-2 4.8 1.4 4.8 3.6-4.8 3.6-4.8 1.4Z';
const man = (head: 'hood' | 'steel' | 'skin', ...shapes: Shape[]): Shape[] => [
  ['cloth', SHOULDERS],
  [head, disc(0, 0, 2.3)],
  ...shapes,
];
const HEATER = 'M-7-4.6H-.6V-2.4C-.6-.4-2.4.8-3.8 1.4-5.2.8-7-.4-7-2.4Z';

const HORSE =
  'M0-20C1.9-20 2.5-17.4 2.3-14.6 2.3-12 4.6-9.6 4.9-6 5.4 0 5.2 6 4.6 10.6 3.8 14.6-3.8 14.6-4.6 10.6-5.2 6-5.4 0-4.9-6-4.6-9.6-2.3-12-2.3-14.6-2.5-17.4-1.9-20 0-20Z';
const TAIL = 'M0 13.4C1.6 17-1.4 18.6.4 22.4';
const rider = (head: 'hood' | 'steel', ...shapes: Shape[]): Shape[] => [
  ['wood', TAIL],
  ['horse', HORSE],
  ['mane', 'M0-16.6V-8'],
  ['cloth', 'M-5.6 3C-5.6-.8-3-1.2 0-1.2 3-1.2 5.6-.8 5.6 3 5.6 5.2-5.6 5.2-5.6 3Z'],
  [head, disc(0, 1.4, 2.5)],
  ...shapes,
];

const four = (y: number): Spot[] => [
  [8.6, y],
  [22.4, y],
  [36.2, y],
  [50, y],
];
const riders = (y: number): Spot[] => [
  [11.5, y + 1.5],
  [30, y],
  [48.5, y + 1.5],
];

const PIKES: Stand = {
  depth: 30,
  spots: [
    [6.4, 19],
    [18, 19],
    [29.6, 19],
    [41.2, 19],
    [52.8, 19],
  ],
  shapes: man('steel', ['wood', 'M4.9 10.4V-15'], ['point', 'M4.9-18.4 6.3-13.6H3.5Z']),
};

/** Every picture that can stand in ranks; the others are no troops. */
export const STANDS: Partial<Record<Picture, Stand>> = {
  pikes: PIKES,
  ring: PIKES,
  spears: {
    depth: 30,
    spots: four(18.5),
    shapes: man('steel', ['wood', 'M5.6 7V-10'], ['point', 'M5.6-14.2 7.2-9.2H4Z'], ['shield', disc(-3.4, -2.4, 3.5)]),
  },
  polearms: {
    depth: 30,
    spots: four(18.5),
    shapes: man(
      'steel',
      ['wood', 'M5.2 8.4V-9'],
      ['point', 'M5.2-14.4 6.5-9.8H3.9Z'],
      ['steel', 'M5.2-9.6C9.4-11.2 9.8-4.4 5.2-5.4ZM5.2-8.6 2.2-7.4 5.2-6.6Z'],
    ),
  },
  sword: {
    depth: 30,
    spots: four(18),
    shapes: man(
      'steel',
      ['shield', HEATER],
      ['cross', 'M-3.8-4.2V1M-6.6-2.4H-1'],
      ['iron', 'M5.6 1.4V-9.4'],
      ['wood', 'M3.4-1.4H7.8'],
    ),
  },
  levy: {
    depth: 30,
    spots: [
      [9, 19, -8],
      [22.6, 18, 6],
      [36.4, 19.4, -4],
      [50, 18, 9],
    ],
    shapes: man('skin', ['wood', 'M5.4 8V-7.4'], ['iron', 'M2.8-12V-7.6H8V-12M5.4-7.6V-12.4']),
  },
  rabble: {
    depth: 30,
    spots: [
      [9, 20, -24],
      [23, 13.4, 14],
      [36.6, 20.4, 32],
      [50.4, 13, -12],
    ],
    shapes: man('hood', ['club', 'M4.6 1 7.4-7.4']),
  },
  longbow: {
    depth: 30,
    spots: four(19),
    shapes: man(
      'hood',
      ['iron', 'M-6.6-5 0-2.6 6.6-5'],
      ['bow', 'M-6.6-5C-3.4-10.4 3.4-10.4 6.6-5'],
      ['wood', 'M0-2.6V-13'],
      ['point', 'M0-15.4 1.3-11.8H-1.3Z'],
    ),
  },
  short_bow: {
    depth: 30,
    spots: [
      [16, 20, -6],
      [43, 16.4, 8],
    ],
    shapes: man(
      'hood',
      ['iron', 'M-4.6-3.8 0-2.4 4.6-3.8'],
      ['bow', 'M-4.6-3.8C-3-8 3-8 4.6-3.8'],
      ['wood', 'M0-2.4V-10.4'],
    ),
  },
  javelins: {
    depth: 30,
    spots: [
      [16, 20, -6],
      [43, 16.4, 8],
    ],
    shapes: man(
      'skin',
      ['wood', 'M5.2 5V-8.6M7.6 6V-6.4'],
      ['point', 'M5.2-12 6.5-8H3.9ZM7.6-9.8 8.9-5.8H6.3Z'],
      ['shield', disc(-3.6, -2.2, 2.7)],
    ),
  },
  crossbow: {
    depth: 30,
    spots: four(19),
    shapes: man(
      'steel',
      ['bow', 'M-5.6-6.4H5.6'],
      ['iron', 'M-5.6-6.4 0-3.2 5.6-6.4'],
      ['club', 'M0-2V-9.6'],
      ['iron', 'M-1.6-10.2a1.6 1.6 0 1 1 3.2 0'],
    ),
  },
  handgun: {
    depth: 30,
    spots: four(19),
    shapes: man('steel', ['wood', 'M4 5.6V-3'], ['barrel', 'M2.7-2.4H5.3L5.1-13H2.9Z']),
  },
  cavalry: {
    depth: 60,
    spots: riders(30),
    shapes: rider('hood', ['wood', 'M6.6 9V-15'], ['point', 'M6.6-19 8-14.4H5.2Z']),
  },
  heavy_cavalry: {
    depth: 60,
    spots: riders(30),
    shapes: rider('steel', ['wood', 'M6.6 9V-15'], ['point', 'M6.6-19 8-14.4H5.2Z'], ['shield', disc(-5, -0.4, 3.7)]),
  },
  knights: {
    depth: 60,
    spots: riders(32),
    shapes: rider(
      'steel',
      ['shield', 'M-8.4-2.6H-2V.2C-2 2.4-3.8 3.8-5.2 4.6-6.6 3.8-8.4 2.4-8.4.2Z'],
      ['wood', 'M6.6 12V-23'],
      ['point', 'M6.6-28.4 8-22.6H5.2Z'],
      ['steel', 'M4.8.4H8.4L7.4-3.4H5.8Z'],
    ),
  },
  barded_knights: {
    depth: 60,
    spots: riders(32),
    shapes: [
      [
        'trapper',
        'M-2.6-15.4C-7-11.4-8.4 4-8 20.6L-4.4 18-1.6 21 1.6 21 4.4 18 8 20.6C8.4 4 7-11.4 2.6-15.4 2.6-18.4 2-20.4 0-20.4-2-20.4-2.6-18.4-2.6-15.4Z',
      ],
      ['cross', 'M0-14V-3M-6.2 10.4H6.2M0 6V18.4'],
      ['cloth', 'M-5.6 3C-5.6-.8-3-1.2 0-1.2 3-1.2 5.6-.8 5.6 3 5.6 5.2-5.6 5.2-5.6 3Z'],
      ['steel', disc(0, 1.4, 2.6)],
      ['plume', 'M0 1.4C1.4 4 3 5.4 1.2 8.6-.8 6.6-1.4 4 0 1.4Z'],
      ['shield', 'M-9-2.6H-2.6V.2C-2.6 2.4-4.4 3.8-5.8 4.6-7.2 3.8-9 2.4-9 .2Z'],
      ['wood', 'M7.2 12V-23'],
      ['plume', 'M7.2-21.6 14-19.4 7.2-16.6Z'],
      ['point', 'M7.2-28.4 8.6-22.6H5.8Z'],
    ],
  },
  light_gun: {
    depth: 60,
    spots: [[30, 30]],
    shapes: [
      ['wood', 'M0 6 -4 25M0 6 4 25'],
      ['wheel', 'M-14.6-9H-10.4V13H-14.6ZM10.4-9H14.6V13H10.4Z'],
      ['iron', 'M-11 2H11'],
      ['barrel', 'M-2.6-23H2.6L4 9H-4Z'],
      ['iron', 'M-3-12H3M-3.6 0H3.6'],
      [
        'cloth',
        `M-26 18C-26 14.4-16.4 14.4-16.4 18-16.4 20.2-26 20.2-26 18ZM16.4 16C16.4 12.4 26 12.4 26 16 26 18.2 16.4 18.2 16.4 16Z`,
      ],
      ['steel', `${disc(-21.2, 16.8, 2.3)}${disc(21.2, 14.8, 2.3)}`],
      ['wood', 'M24.6 20V0'],
    ],
  },
  bombard: {
    depth: 80,
    spots: [[30, 40]],
    shapes: [
      ['timber', 'M-15-12H15V33H-15Z'],
      ['wood', 'M-15 0H15M-15 12H15M-15 24H15'],
      ['barrel', 'M-8-36H8L7 2H10V27H-10V2H-7Z'],
      ['iron', 'M-8-27H8M-7.6-16H7.6M-7.2-6H7.2M-10 10H10M-10 19H10'],
      ['timber', 'M-28-31H-11V-26H-28ZM11-31H28V-26H11Z'],
      [
        'cloth',
        `M-26 16C-26 12.4-16.4 12.4-16.4 16-16.4 18.2-26 18.2-26 16ZM16.4 26C16.4 22.4 26 22.4 26 26 26 28.2 16.4 28.2 16.4 26Z`,
      ],
      ['steel', `${disc(-21.2, 14.8, 2.3)}${disc(21.2, 24.8, 2.3)}`],
      ['shot', `${disc(21, 8, 3.2)}${disc(25, 14, 3.2)}${disc(18.4, 14, 3.2)}`],
    ],
  },
};
