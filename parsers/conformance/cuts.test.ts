import { expect, it } from 'vitest';
import { cutsOf } from './cuts.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

it('cuts a text at every byte', () => {
  const bytes = bytesOf('a 1 b\nc 22 d\n# title: x\n');
  const { chunkings } = cutsOf(bytes, [], new Set());
  const combs = chunkings.filter(({ length }) => length > 1);
  // The first bytes of the lines, then the second …
  expect(combs.slice(0, 3)).toEqual([
    [6, 13],
    [1, 7, 14],
    [2, 8, 15],
  ]);
  expect([...new Set(chunkings.flat())].sort((a, b) => a - b)).toEqual(range(1, bytes.length));
});

it('truncates at every byte of the first line of each kind, and around the others', () => {
  const known = new Set<string>();
  const first = cutsOf(bytesOf('a 1 b\nc 22 d\n'), [], known);
  const lines = 'cpu   7   idle\n'.repeat(20);
  const next = cutsOf(bytesOf(`${lines}# title: x\n${lines}`), [], known);
  expect(first.truncations).toEqual(expect.arrayContaining(range(1, 7)));
  expect(next.truncations).toEqual(expect.arrayContaining(range(300, 311)));
  for (const start of [15, 30, 326])
    expect(next.truncations).toEqual(expect.arrayContaining(range(start - 1, start + 2)));
  // 40 lines of a known kind: three bytes each, and 64 that are drawn.
  expect(next.truncations.length).toBeLessThan(40 * 3 + 64 + 15);
});

it('takes records from the answers of the reader if there are no lines', () => {
  const { chunkings, truncations } = cutsOf(new Uint8Array(200), [50, 100, 150], new Set());
  expect(chunkings[0]).toEqual([50, 100, 150]);
  expect(chunkings[1]).toEqual([1, 51, 101, 151]);
  expect(truncations).toEqual(expect.arrayContaining([49, 50, 51, 99, 100, 101]));
});

it('cuts long records at several bytes by one reading', () => {
  const { chunkings } = cutsOf(new Uint8Array(300), [150], new Set());
  expect(chunkings[1]).toEqual([1, 65, 129, 151, 215, 279]);
});

it('cuts in the same places each time, and in fewer of a large capture', () => {
  const bytes = Uint8Array.from({ length: 40_000 }, (_, at) => (at * at) & 255);
  const { chunkings, truncations } = cutsOf(bytes, [], new Set());
  expect(cutsOf(bytes, [], new Set())).toEqual({ chunkings, truncations });
  expect(chunkings.length).toBeLessThan(150);
  expect(truncations.reduce((sum, length) => sum + length, 0)).toBeLessThan(1.5e6);
});
