import { describe, expect, it } from 'vitest';
import {
  FORMS,
  again,
  asOwn,
  blocks,
  freshId,
  items,
  means,
  parts,
  places,
  plain,
  withCopy,
  withField,
  withParts,
  without,
  writeParts,
} from './roster';

const FILE = `# A remark.
[scenario]
id = "elements/ford"
title = "At the ford"

[[side]]
name = "Scots"
zone = [0, 0, 9000, 6000]

[[unit]]
id = "S1"
side = "Scots"
kinds = [["Pikes", 12]]
at = [1000, 2000, 900]   
hidden = true

[[unit]]
id = "E1"
side = "English"
`;

describe('a scenario file, piece by piece', () => {
  it('is read as its tables', () => {
    const found = blocks(FILE);
    expect(found.map((b) => b.kind)).toEqual(['scenario', 'side', 'unit', 'unit']);
    expect(found[2]!.fields.get('kinds')).toBe('[["Pikes", 12]]');
    expect(found[2]!.fields.get('at')).toBe('[1000, 2000, 900]');
    expect(plain(found[3]!.fields.get('id'))).toBe('E1');
  });
  it('is changed only where it is changed', () => {
    const unit = blocks(FILE)[2]!;
    expect(withField(FILE, unit, 'at', '[5, 5, 0]')).toBe(FILE.replace('at = [1000, 2000, 900]   ', 'at = [5, 5, 0]'));
    expect(withField(FILE, unit, 'hidden', '')).toBe(FILE.replace('hidden = true\n', ''));
    expect(blocks(withField(FILE, unit, 'files', '4'))[2]!.fields.get('files')).toBe('4');
    const less = without(FILE, unit);
    expect(blocks(less).map((b) => b.fields.get('id'))).toEqual(['"elements/ford"', undefined, '"E1"']);
    expect(less.startsWith('# A remark.')).toBe(true);
  });
  it('takes somebody from a list', () => {
    const [, , scots] = blocks(FILE);
    const units = blocks(FILE).filter((b) => b.kind === 'unit');
    expect(freshId(units, 'Scots')).toBe('S2');
    expect(freshId(units, 'English')).toBe('E2');
    const more = withCopy(FILE, FORMS.elements!, scots!, { id: '"E2"', side: '"English"' });
    const added = blocks(more).at(-1)!;
    expect([added.kind, added.fields.get('id'), added.fields.get('side')]).toEqual(['unit', '"E2"', '"English"']);
    expect(added.fields.has('hidden')).toBe(false);
    expect(more.startsWith(FILE.trimEnd())).toBe(true);
  });
  it('counts kinds, and keeps ranks and files', () => {
    const [, , scots] = blocks(FILE);
    expect(parts(scots!.fields.get('kinds'))).toEqual([['Pikes', 12]]);
    expect(
      writeParts([
        ['Pikes', 3],
        ['Spears', 1],
      ]),
    ).toBe('[["Pikes", 3], ["Spears", 1]]');
    const deep = withField(FILE, scots!, 'files', '4');
    const fewer = withParts(deep, again(deep, scots!), 'kinds', [['Pikes', 3]]);
    expect(again(fewer, scots!).fields.get('files')).toBe('3');
    const more = withParts(fewer, again(fewer, scots!), 'kinds', [['Pikes', 5]]);
    expect(again(more, scots!).fields.get('files')).toBe('5');
    expect(items('["sword", "dagger"]')).toEqual(['"sword"', '"dagger"']);
    expect(means('{ kind = "nag", stamina = 8 }', '{ kind = "nag" }')).toBe(true);
    expect(means('{ kind = "nag" }', '{ kind = "warhorse" }')).toBe(false);
  });
  it('has a name of its own once', () => {
    const own = asOwn(FILE);
    expect(blocks(own)[0]!.fields.get('id')).toBe('"my/ford"');
    expect(asOwn(own)).toBe(own);
  });
  it('knows where somebody new could stand', () => {
    expect(places('[0, 0, 9000, 6000]', 9)).toEqual([
      [2500, 2000],
      [5500, 2000],
    ]);
    expect(places('[0, 0, 72000, 46000]', 12)).toHaveLength(12);
  });
});
