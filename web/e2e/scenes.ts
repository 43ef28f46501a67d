// Made-up battles for the tests: one on a table in inches, one on a few hexes.
import type { Destination, Offer, Picture, PieceView, Pose, Side } from '../src/api/types';
import type { Spot } from '../src/ground/table/shapes';
import type { MadeUp } from './made-up';

const pose = (x: number, y: number, angle = 0): Pose => ({ x: x * 1000, y: y * 1000, angle });
const spots = (...list: [number, number][]): Spot[] => list.map(([x, y]) => [x * 1000, y * 1000]);

function unit(
  id: string,
  side: Side,
  symbol: string,
  picture: Picture,
  at: Pose,
  width: number,
  depth: number,
): PieceView {
  return {
    id,
    name: id,
    side,
    at,
    base: { width: width * 1000, depth: depth * 1000, round: false },
    symbol,
    role: 'unit',
    picture,
    face: symbol === 'schiltrom' ? 'open' : symbol,
    ratings: [
      { name: 'strength', value: '12', strength: true },
      { name: 'armour', value: 'B' },
    ],
    badges: [],
  };
}

const leader = (id: string, side: Side, at: Pose): PieceView => ({
  id,
  name: id,
  side,
  at,
  symbol: 'leader',
  role: 'leader',
  picture: 'leader',
  face: 'leader',
  ratings: [],
  badges: [],
});

/** Two armies on six feet by four, with every kind of ground and line that the page has a picture for. */
export function tableBattle(): MadeUp {
  const pieces: PieceView[] = [];
  for (let i = 0; i < 4; i++) {
    pieces.push(
      unit(
        `Schiltrom ${i + 1}`,
        'one',
        'schiltrom',
        'pikes',
        pose(17 + i * 8, 33 + (i % 2) * 2, (i - 1.5) * 40),
        4.8,
        2.4,
      ),
    );
    pieces.push(unit(`Archers ${i + 1}`, 'one', 'longbow', 'longbow', pose(15 + i * 9, 29, 50), 3.2, 0.8));
    pieces.push(
      unit(
        `Knights ${i + 1}`,
        'two',
        'cavalry',
        'cavalry',
        pose(18 + i * 9, 16 - (i % 2) * 2, 1800 + (i - 1) * 120),
        3.2,
        1.6,
      ),
    );
    pieces.push(unit(`Spears ${i + 1}`, 'two', 'infantry', 'spears', pose(20 + i * 8, 8, 1750), 3.2, 1.6));
  }
  pieces.push(unit('Keith', 'one', 'cavalry', 'cavalry', pose(58, 36, 3300), 3.2, 1.6));
  pieces.push(leader('Robert Bruce', 'one', pose(33, 38)));
  pieces.push(leader('King Edward', 'two', pose(36, 4, 1800)));
  const start = pose(17, 33, -60);
  const ways: Destination[] = [
    { to: pose(17, 31, -60), cost: '2', plan: ['go 1'], path: [start, pose(17, 31)] },
    { to: pose(17, 29.5, -60), cost: '3½', plan: ['go 2'], path: [start, pose(17, 29.5)] },
    { to: pose(20, 30, 450), cost: '5', plan: ['go 3'], path: [start, pose(18, 31), pose(20, 30)] },
  ];
  return {
    board: {
      title: 'A field in inches',
      source: 'made up',
      ground: {
        kind: 'table',
        width: 72_000,
        depth: 48_000,
        areas: [
          {
            name: 'Coxet Hill',
            terrain: 'hill',
            cover: 'clear',
            level: 1,
            outline: spots([8, 34], [14, 29.5], [24, 30], [30, 36], [27, 43], [14, 45], [7, 41]),
          },
          {
            name: '',
            terrain: 'hill',
            cover: 'clear',
            level: 2,
            outline: spots([13, 36], [18, 34], [24, 37], [21, 41], [14, 41]),
          },
          {
            name: 'Torwood',
            terrain: 'wood',
            cover: 'wood',
            level: 0,
            outline: spots([2, 3], [13, 2], [15, 8], [11, 13], [4, 12], [1, 8]),
          },
          {
            name: 'New Park',
            terrain: 'wood',
            cover: 'wood',
            level: 0,
            outline: spots([34, 41], [50, 40], [53, 44], [48, 47.2], [36, 47]),
          },
          {
            name: 'The Carse',
            terrain: 'marsh',
            cover: 'marsh',
            level: 0,
            outline: spots([56, 6], [68, 3], [71, 14], [63, 20], [55, 14]),
          },
          {
            name: '',
            terrain: 'field',
            cover: 'field',
            level: 0,
            outline: spots([40, 20], [50, 18], [52, 24], [42, 26]),
          },
          {
            name: '',
            terrain: 'field',
            cover: 'field',
            level: 0,
            outline: spots([52.5, 24.2], [50.5, 18], [55, 17], [58, 23]),
          },
          {
            name: 'St Ninians',
            terrain: 'village',
            cover: 'village',
            level: 0,
            outline: spots([60, 28], [67, 27], [68, 33], [61, 34]),
          },
          {
            name: 'Halbert Loch',
            terrain: 'lake',
            cover: 'water',
            level: 0,
            outline: spots([2, 18], [7, 16], [10, 20], [9, 25], [4, 26], [1.5, 22]),
          },
          {
            name: '',
            terrain: 'rough',
            cover: 'rough',
            level: 0,
            outline: spots([58, 39], [66, 38], [68, 44], [60, 45]),
          },
          { name: '', terrain: 'dunes', cover: 'tint', level: 0, outline: spots([30, 2], [33, 1], [34, 5], [31, 6]) },
        ],
        lines: [
          { name: '', kind: 'road', run: 'road', points: spots([28, 0], [29, 12], [33, 24], [44, 32], [72, 31]) },
          {
            name: 'Bannock Burn',
            kind: 'stream',
            run: 'stream',
            points: spots([0, 15], [14, 18], [26, 24], [40, 22], [54, 27], [72, 24]),
          },
          { name: '', kind: 'hedge', run: 'hedge', points: spots([40, 20], [50, 18], [55, 17]) },
          { name: '', kind: 'wall', run: 'wall', points: spots([60, 28], [61, 34], [68, 33]) },
          { name: '', kind: 'ditch', run: 'ditch', points: spots([36, 28], [42, 28.5], [47, 27.5]) },
          { name: '', kind: 'stakes', run: 'stakes', points: spots([14, 27], [20, 27.2], [26, 27]) },
          { name: '', kind: 'track', run: 'track', points: spots([10, 48], [12, 30], [20, 20]) },
          { name: '', kind: 'fence', run: 'dashes', points: spots([46, 6], [52, 8]) },
        ],
        labels: [{ name: 'The Entry', at: [33_000, 20_500] }],
      },
    },
    pieces,
    offers: [
      { choice: 'move 1', kind: 'move', role: 'open', label: 'Move', piece: 'Schiltrom 1', rolls: false },
      { choice: 'move 2', kind: 'move', role: 'open', label: 'Move', piece: 'Schiltrom 2', rolls: false },
      {
        choice: 'shoot',
        kind: 'shoot',
        role: 'act',
        label: 'Shoot at Knights 1',
        piece: 'Schiltrom 1',
        target: 'Knights 1',
        rolls: true,
      },
      { choice: 'end', kind: 'end', role: 'finish', label: 'End this phase', rolls: false },
    ],
    answer(request) {
      if (request.do === 'destinations') return request.piece === 'Schiltrom 1' ? ways : [];
      if (request.do === 'areas')
        return [
          {
            kind: 'command ranges',
            side: 'one',
            piece: 'Robert Bruce',
            shape: { centre: [33_000, 38_000], radius: 9000 },
            cite: '',
          },
          {
            kind: 'arcs of shooting',
            side: 'one',
            piece: 'Archers 2',
            shape: { outline: spots([22.4, 28.6], [18, 16], [31, 16], [25.6, 28.6]) },
            cite: '',
          },
        ];
      if (request.do === 'drag') {
        const { to } = request;
        if (!to || 'hexes' in to)
          return [
            {
              kind: 'straight on',
              side: 'one',
              piece: request.piece,
              shape: { outline: spots([14.6, 27.4], [19.4, 27.4], [19.4, 33], [14.6, 33]) },
              cite: 'LR-18',
            },
            {
              kind: 'after a wheel',
              side: 'one',
              piece: request.piece,
              shape: { outline: spots([11, 29], [14.6, 27.4], [14.6, 33]) },
              cite: 'LR-21',
            },
          ];
        const y = Math.max(27_400, to.y);
        return {
          choice: `go to ${to.x} ${y}`,
          to: { ...to, y },
          path: [start, { ...to, y }],
          cost: `${(33 - y / 1000).toFixed(1)} of 6 in`,
          needs: [{ words: 'Control test, 8 or less', cite: 'L-56', basis_points: 7222 }],
          ...(y > to.y ? { short: { code: 'TooFar', cite: 'LR-18', why: 'It can go no further.' } } : {}),
        };
      }
      if (request.do === 'check')
        return request.choice.startsWith('go') ? null : { code: 'Syntax', cite: 'LR-82', why: 'That is no order.' };
      if (request.do === 'why_not') return { code: 'TooFar', cite: '', why: 'That is further than it can march.' };
      if (request.do === 'odds')
        return {
          choice: request.choice,
          reckoning: null,
          certain: false,
          throws: [{ dice: 12, sides: 6, least: 4 }],
          outcomes: [
            {
              outcome: 'hit',
              exact: '1/3',
              basis_points: 3333,
              fails: false,
              parts: [
                { outcome: 'one falls', exact: '1/4', basis_points: 2500 },
                { outcome: 'two fall', exact: '1/12', basis_points: 833 },
              ],
            },
            { outcome: 'miss', exact: '2/3', basis_points: 6667, fails: true },
          ],
        };
      return null;
    },
  };
}

const hexes = Array.from({ length: 9 * 8 }, (_, i) => {
  const [column, row] = [(i % 9) + 1, Math.floor(i / 9) + 1];
  return { id: `0${column}0${row}`, column, row, terrain: 'clear' as const, cover: 'clear' as const, elevation: 0 };
});

/** Three units that can attack together, step by step. */
export function musterBattle(): MadeUp {
  const stand = (id: string, side: Side, hex: string, facing: string): PieceView => ({
    id,
    name: id,
    side,
    at: { hexes: [hex], facing },
    symbol: 'infantry',
    role: 'unit',
    picture: 'spears',
    face: 'organised',
    ratings: [{ name: 'strength', value: '4', strength: true }],
    badges: [],
  });
  let company: string[] = [];
  let struck: string[] = [];
  const own = ['Ross', 'Lennox', 'Angus'];
  const offers = (): Offer[] => {
    const so = { company: [...company], struck: struck.map((hex) => ({ hexes: [hex] })), rolls: false };
    const end: Offer = { choice: 'end', kind: 'end', role: 'finish', label: 'End this phase', rolls: false };
    const names = ['0503', '0603'].filter((hex) => !struck.includes(hex));
    const against = names.map((hex) => ({
      ...so,
      choice: `against ${hex}`,
      kind: 'against',
      role: 'against' as const,
      label: `Attack ${hex}`,
      to: { hexes: [hex] },
    }));
    if (!struck.length) return [...against, end];
    return [
      ...against,
      ...struck.map((hex) => ({
        ...so,
        choice: `spare ${hex}`,
        kind: 'spare',
        role: 'spare' as const,
        label: `Leave ${hex} alone`,
        to: { hexes: [hex] },
      })),
      ...own.map((id) =>
        company.includes(id)
          ? { ...so, choice: `drop ${id}`, kind: 'drop', role: 'drop' as const, label: `${id} stays out`, piece: id }
          : { ...so, choice: `join ${id}`, kind: 'join', role: 'join' as const, label: `${id} joins in`, piece: id },
      ),
      ...(company.length
        ? [{ ...so, choice: 'go', kind: 'attack', role: 'go' as const, label: 'Attack', rolls: true }]
        : []),
      end,
    ];
  };
  return {
    board: {
      title: 'A few hexes',
      source: 'made up',
      ground: {
        kind: 'hexes',
        columns: 9,
        rows: 8,
        pushed_down: 'even',
        metres_per_hex: 50,
        hexes,
        sides: [],
        roads: [],
        streams: [],
        places: [],
        edges: [],
      },
    },
    pieces: [
      stand('Ross', 'one', '0404', 'N'),
      stand('Lennox', 'one', '0504', 'N'),
      stand('Angus', 'one', '0604', 'N'),
      stand('Hereford', 'two', '0503', 'S'),
      stand('Gloucester', 'two', '0603', 'S'),
    ],
    offers: offers(),
    answer(request, game) {
      if (request.do === 'odds') {
        const hit = Math.min(9000, company.length * 2500);
        return {
          choice: request.choice,
          reckoning: null,
          certain: false,
          throws: [{ dice: 2, sides: 6 }],
          outcomes: [
            { outcome: 'driven back', exact: `${hit}/10000`, basis_points: hit, fails: false },
            { outcome: 'holds', exact: `${10_000 - hit}/10000`, basis_points: 10_000 - hit, fails: true },
          ],
        };
      }
      if (request.do === 'choose') {
        const [what, whom = ''] = request.choice.split(' ');
        if (what === 'against') struck = [...struck, whom];
        if (what === 'spare') struck = struck.filter((hex) => hex !== whom);
        if (what === 'join') company = [...company, whom];
        if (what === 'drop') company = company.filter((id) => id !== whom);
        if (what === 'go') [company, struck] = [[], []];
        game.offers = offers();
      }
      return request.do === 'areas' || request.do === 'destinations' ? [] : null;
    },
  };
}
