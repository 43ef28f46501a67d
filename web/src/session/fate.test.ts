import { describe, expect, it } from 'vitest';
import type { PieceView, StoryEntry, Telling } from '../api/types';
import { fateOf } from './fate';
import { namer } from './mentions';

const piece = (id: string, name: string): PieceView => ({
  id,
  name,
  side: 'one',
  symbol: 'horseman',
  role: 'unit',
  picture: 'cavalry',
  face: 'knight',
  ratings: [],
  badges: [],
});
const tell = (text: string, more: Partial<Telling> = {}): Telling => ({
  kind: 'wound',
  role: 'event',
  text,
  cites: [],
  ...more,
});
const entry = (...events: Telling[]): StoryEntry => ({ side: 'one', choice: 'ready', dice: [], events });

describe('what has befallen a piece', () => {
  const names = namer([piece('S01', 'King Robert'), piece('E01', 'Henry de Bohun'), piece('E011', 'A squire')]);
  const story = [
    entry(
      tell('S01 comes to 3,4 facing 90.', { kind: 'move', way: [[1, 2]] }),
      tell('E01 4, S01 9: S01 strikes home', { kind: 'fight' }),
      tell('E011 loses 2 stamina.'),
    ),
    entry(
      tell('Turn 2', { kind: 'turn', role: 'turn' }),
      tell('E01 loses 3 stamina.'),
      tell('E01 is disabled.', { role: 'loss' }),
    ),
    entry(tell('S01 morale 3 against 8: passed', { kind: 'test' })),
  ];
  it('is whatever was told of it, by turns and without its marches', () => {
    expect(fateOf(story, 'E01', names).map((f) => [f.entry, f.turn, f.telling.text])).toEqual([
      [0, undefined, 'E01 4, S01 9: S01 strikes home'],
      [1, 'Turn 2', 'E01 loses 3 stamina.'],
      [1, undefined, 'E01 is disabled.'],
    ]);
    expect(fateOf(story, 'S01', names).map((f) => f.telling.kind)).toEqual(['fight', 'test']);
    expect(fateOf(story, 'E011', names)).toHaveLength(1);
  });
});
