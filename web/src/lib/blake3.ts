// BLAKE3 of short texts: at most 1024 bytes, which are one chunk. Seeds, shares and keys of the dice are shorter.

const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19] as const;
const ORDER = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
const LANES = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

const right = (x: number, n: number): number => ((x >>> n) | (x << (32 - n))) >>> 0;

function mixed(chain: readonly number[], block: Uint8Array, length: number, flags: number): number[] {
  const view = new DataView(block.buffer, block.byteOffset, 64);
  let words = Array.from({ length: 16 }, (_, i) => view.getUint32(4 * i, true));
  const v = [...chain, ...START.slice(0, 4), 0, 0, length, flags];
  for (let round = 0; round < 7; round++) {
    LANES.forEach(([a, b, c, d], lane) => {
      for (const [word, r, s] of [
        [words[2 * lane]!, 16, 12],
        [words[2 * lane + 1]!, 8, 7],
      ] as const) {
        v[a] = (v[a]! + v[b]! + word) >>> 0;
        v[d] = right(v[d]! ^ v[a]!, r);
        v[c] = (v[c]! + v[d]!) >>> 0;
        v[b] = right(v[b]! ^ v[c]!, s);
      }
    });
    words = ORDER.map((at) => words[at]!);
  }
  return START.map((_, i) => (v[i]! ^ v[i + 8]!) >>> 0);
}

export function blake3(data: Uint8Array): Uint8Array {
  if (data.length > 1024) throw new RangeError('only one chunk is hashed here');
  const blocks = Math.max(1, Math.ceil(data.length / 64));
  let chain: number[] = [...START];
  for (let at = 0; at < blocks; at++) {
    const part = data.subarray(64 * at, 64 * at + 64);
    const block = new Uint8Array(64);
    block.set(part);
    const flags = (at === 0 ? 1 : 0) | (at === blocks - 1 ? 2 | 8 : 0);
    chain = mixed(chain, block, part.length, flags);
  }
  const out = new Uint8Array(32);
  const view = new DataView(out.buffer);
  chain.forEach((word, i) => view.setUint32(4 * i, word, true));
  return out;
}

export const hex = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');

export const bytes = (text: string): Uint8Array =>
  Uint8Array.from({ length: text.length >> 1 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
