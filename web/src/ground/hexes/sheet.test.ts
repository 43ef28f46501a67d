import { describe, expect, it } from 'vitest';
import { field } from '../testing';

const ground = field(6, 8);

describe('a hex map as a ground', () => {
  it('picks the place under a point, with a facing near the edge', () => {
    const centre = ground.centre({ hexes: ['0303'] })!;
    expect(ground.placeAt(centre)).toEqual({ hexes: ['0303'] });
    expect(ground.placeAt({ x: centre.x + 25, y: centre.y })).toEqual({ hexes: ['0303'], facing: 'E' });
    expect(ground.placeAt({ x: 1, y: 1 })).toBeUndefined();
  });

  it('knows what a piece covers, on one hex or two', () => {
    const wide = { hexes: ['0303', '0304'], facing: 'E' };
    expect(ground.covers(wide, undefined, { hexes: ['0304'] })).toBe(true);
    expect(ground.covers(wide, undefined, { hexes: ['0305'] })).toBe(false);
    expect(ground.parts(wide)).toEqual([{ hexes: ['0303'] }, { hexes: ['0304'] }]);
    expect(ground.head(wide)).toEqual({ hexes: ['0303'] });
    expect(ground.arrive(wide, { hexes: ['0305'], facing: 'E' })).toEqual({ hexes: ['0305', '0306'], facing: 'E' });
  });

  it('steps, describes and names', () => {
    expect(ground.step({ hexes: ['0303'] }, 'down')).toEqual({ hexes: ['0304'] });
    expect(ground.step({ hexes: ['0301'] }, 'up')).toBeUndefined();
    expect(ground.describe({ hexes: ['0303'] })).toBe('hex 0303, clear, low ground');
    expect(ground.between({ hexes: ['0301'] }, { hexes: ['0304'] }).distance).toBe('3 hexes');
    expect(ground.facing({ hexes: ['0303'], facing: 'E' })).toEqual({ short: 'E', spoken: 'east', bearing: 90 });
  });

  it('outlines a set once around', () => {
    const outline = ground.outline({ hexes: ['0303', '0304'] });
    expect(outline.match(/M/g)).toHaveLength(1);
    expect(outline.match(/L/g)).toHaveLength(9);
    expect(ground.contains({ hexes: ['0303'] }, { hexes: ['0303'], facing: 'W' })).toBe(true);
  });
});
