import { describe, expect, it } from 'vitest';
import type { Pose, TableGround } from '../../api/types';
import { tableModel } from './model';
import { MARGIN, UNIT, clockwise, corners, fromSheet, inBase, inPolygon, shapePath, toSheet, turn } from './shapes';
import { TableSheet, snap } from './sheet';

const table: TableGround = {
  width: 48_000,
  depth: 36_000,
  areas: [
    {
      name: 'Torwood',
      terrain: 'wood',
      cover: 'wood',
      level: 0,
      outline: [
        [1000, 1000],
        [9000, 1000],
        [9000, 7000],
        [1000, 7000],
      ],
    },
    {
      name: '',
      terrain: 'hill',
      cover: 'clear',
      level: 1,
      outline: [
        [20_000, 5000],
        [20_000, 9000],
        [30_000, 9000],
        [30_000, 5000],
      ],
    },
    {
      name: '',
      terrain: 'field',
      cover: 'field',
      level: 0,
      outline: [
        [35_000, 20_000],
        [45_000, 20_000],
        [45_000, 26_000],
        [35_000, 26_000],
      ],
    },
  ],
  lines: [
    {
      name: 'Burn',
      kind: 'stream',
      run: 'stream',
      points: [
        [0, 18_000],
        [24_000, 20_000],
        [48_000, 17_000],
      ],
    },
  ],
  labels: [{ name: 'Inn', at: [24_000, 30_000] }],
};
const ground = new TableSheet(table, 'A table');
const pose = (x: number, y: number, angle = 0): Pose => ({ x, y, angle });
const base = { width: 1600, depth: 800, round: false };

describe('points of a table', () => {
  it('go to the sheet and back to the thousandth', () => {
    expect(fromSheet(toSheet([12_345, 6789]))).toEqual([12_345, 6789]);
    expect(toSheet([0, 0])).toEqual({ x: MARGIN, y: MARGIN });
  });

  it('are picked to a hundredth of an inch, and not beside the table', () => {
    const p = toSheet([10_003, 4_996]);
    expect(ground.placeAt(p)).toEqual(pose(10_000, 5000));
    expect(ground.placeAt({ x: MARGIN - 5, y: 200 })).toBeUndefined();
    expect(ground.placeAt({ x: MARGIN + table.width * UNIT + 5, y: 200 })).toBeUndefined();
  });

  it('snap to a raster', () => {
    expect(snap(pose(1240, 1260, 450))).toEqual(pose(1000, 1500, 450));
    expect(snap(pose(1240, 1260), 250)).toEqual(pose(1250, 1250));
  });

  it('are told apart by name and found when one points near them', () => {
    const among = new Map([
      ['10000,5000', 'here'],
      ['10400,5000', 'there'],
    ]);
    expect(ground.nearest(pose(10_100, 5000), among)).toBe('here');
    expect(ground.nearest(pose(10_390, 5000), among)).toBe('there');
    expect(ground.nearest(pose(12_000, 5000), among)).toBeUndefined();
  });
});

describe('bases', () => {
  it('cover what lies under them, turned as they are', () => {
    expect(inBase(pose(5000, 5000), base, [5700, 5300])).toBe(true);
    expect(inBase(pose(5000, 5000), base, [5300, 5700])).toBe(false);
    // A quarter turn: the long side runs up the table.
    expect(inBase(pose(5000, 5000, 900), base, [5300, 5700])).toBe(true);
    expect(inBase(pose(5000, 5000, 900), base, [5700, 5300])).toBe(false);
    expect(ground.covers(pose(5000, 5000, 900), base, pose(5300, 5700))).toBe(true);
  });

  it('have their front up the table at 0 and turn clockwise', () => {
    const near = (spots: [number, number][]) => spots.map(([x, y]) => [Math.round(x), Math.round(y)]);
    expect(near(corners(pose(5000, 5000), base))).toEqual([
      [4200, 4600],
      [5800, 4600],
      [5800, 5400],
      [4200, 5400],
    ]);
    // Looking to the right: the left front corner is up and right.
    expect(near(corners(pose(5000, 5000, 900), base))[0]).toEqual([5400, 4200]);
    expect(ground.lie(pose(5000, 5000, 900), base)).toMatchObject({ angle: 0, base: { width: 64, depth: 32 } });
    expect(ground.lie(pose(5000, 5000), base).angle).toBe(-90);
  });

  it('are never stacked', () => {
    expect(ground.stackKeys()).toEqual([]);
  });
});

describe('the cursor', () => {
  it('moves by half an inch, on the raster, and stays on the table', () => {
    expect(ground.step(pose(10_130, 5000), 'right')).toEqual(pose(10_500, 5000));
    expect(ground.step(pose(10_000, 5000), 'up')).toEqual(pose(10_000, 4500));
    expect(ground.step(pose(0, 0), 'left')).toBeUndefined();
    expect(ground.step(pose(48_000, 36_000), 'down')).toBeUndefined();
  });

  it('says where it is', () => {
    expect(ground.describe(pose(2500, 3000))).toBe('2.5 inches from the left, 3 from the top, wood (Torwood)');
    expect(ground.describe(pose(25_000, 7000))).toBe('25 inches from the left, 7 from the top, hill, height 1');
    expect(ground.describe(pose(12_000, 12_000))).toContain('open ground');
    expect(ground.name(pose(2500, 3250))).toBe('2.5 × 3.25 in');
    expect(ground.facing(pose(0, 0, 450))).toEqual({ short: '45°', spoken: 'up and to the right', bearing: 45 });
    expect(ground.facing(pose(0, 0, -900)).spoken).toBe('to the left');
  });

  it('goes straight ahead by half inches, wherever a piece looks', () => {
    const north = pose(10_000, 10_000);
    expect(ground.stepsAhead(north, pose(14_000, 7_900))).toBe(4);
    expect(ground.stepsAhead(north, pose(10_000, 12_000))).toBe(0);
    expect(ground.advance(north, 4)).toEqual(pose(10_000, 8000));
    const east = pose(10_000, 10_000, 900);
    expect(ground.stepsAhead(east, pose(13_000, 2000))).toBe(6);
    expect(ground.advance(east, 6)).toEqual(pose(13_000, 10_000, 900));
  });

  it('measures', () => {
    expect(ground.between(pose(1000, 1000), pose(4000, 5000)).distance).toBe('5 in');
  });
});

describe('shapes', () => {
  it('are outlined the same way round, whichever way they are given', () => {
    const square: [number, number][] = [
      [0, 0],
      [1000, 0],
      [1000, 1000],
      [0, 1000],
    ];
    const there = shapePath({ outline: square });
    const back = shapePath({ outline: [...square].reverse() });
    expect(there.match(/L/g)).toHaveLength(3);
    expect(back.match(/L/g)).toHaveLength(3);
    expect(turn(clockwise([...square].reverse().map(toSheet)))).toBeGreaterThan(0);
    expect(ground.outline({ centre: [5000, 5000], radius: 1000 })).toMatch(/^M222\.0 262\.0A40\.0 40\.0/);
  });

  it('contain what lies in them', () => {
    const circle = { centre: [5000, 5000] as [number, number], radius: 1000 };
    expect(ground.contains(circle, pose(5700, 5700))).toBe(true);
    expect(ground.contains(circle, pose(5800, 5800))).toBe(false);
    expect(ground.contains({ outline: table.areas[0]!.outline }, pose(2000, 2000))).toBe(true);
    expect(ground.contains({ hexes: ['0101'] }, pose(0, 0))).toBe(false);
  });
});

describe('what is drawn on a table', () => {
  const model = tableModel(table, 'A table');

  it('stands inside its area', () => {
    const wood = model.patches.find((p) => p.cover === 'wood')!;
    expect(model.trees.length).toBeGreaterThan(100);
    expect(model.trees.every((tree) => inPolygon(wood.edge, tree))).toBe(true);
    expect(model.grass.some((blade) => inPolygon(wood.edge, blade))).toBe(false);
    expect(model.furrows.length).toBeGreaterThan(10);
  });

  it('is called by one name, or by the word for it where it has none', () => {
    const [wood, hill, field] = table.areas as [
      (typeof table.areas)[0],
      (typeof table.areas)[0],
      (typeof table.areas)[0],
    ];
    const camp = { ...wood, name: 'The camp', terrain: 'camp', cover: 'tint' as const };
    const grove = { ...field, terrain: 'grove', cover: 'tint' as const };
    const labels = tableModel({ ...table, areas: [camp, hill, grove] }, 'A table').labels;
    expect(labels.map((l) => l.lines[0])).toEqual(['Inn', 'The camp', 'grove']);
  });

  it('is the same on every screen', () => {
    expect(tableModel(table, 'A table').trees).toEqual(model.trees);
  });

  it('slopes down from a hill on all sides', () => {
    const hill = model.patches.find((p) => p.level === 1)!;
    for (const s of model.hachures) {
      const foot = { x: s.x + Math.cos(s.angle) * 3, y: s.y + Math.sin(s.angle) * 3 };
      expect(inPolygon(hill.edge, foot)).toBe(false);
    }
  });
});
