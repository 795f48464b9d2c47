import { describe, expect, it } from 'vitest';
import { ByteTable, TupleTable } from './intern.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('ByteTable', () => {
  it('gives dense ids in the order seen, and equal ids for equal bytes', () => {
    const table = new ByteTable();
    const texts = Array.from({ length: 20_000 }, (_, i) => `text ${i % 7000} ${'x'.repeat((i % 7000) % 90)}`);
    const ids = texts.map(text => {
      const bytes = bytesOf(`..${text}..`);
      return table.intern(bytes, 2, bytes.length - 2);
    });
    expect(ids.slice(0, 7000)).toEqual(Array.from({ length: 7000 }, (_, i) => i));
    expect(ids.slice(7000)).toEqual(ids.slice(0, 13_000));
    expect(table.count).toBe(7000);
  });

  it('returns entries added since an id, and removes them', () => {
    const table = new ByteTable();
    for (const text of ['', 'a', 'bc']) table.intern(bytesOf(text), 0, text.length);
    const { bytes, lengths } = table.since(1);
    expect([new TextDecoder().decode(bytes), [...lengths]]).toEqual(['abc', [1, 2]]);
    table.truncate(1);
    expect(table.intern(bytesOf('new'), 0, 3)).toBe(1);
    expect(table.intern(bytesOf(''), 0, 0)).toBe(0);
    expect(table.intern(bytesOf('a'), 0, 1)).toBe(2);
  });
});

describe('TupleTable', () => {
  it.each([2, 3, 4] as const)('of width %i gives dense ids and returns the tuples', width => {
    const table = new TupleTable(width);
    const parts = (i: number) => [i % 61, -(i % 53), i % 7, i] as const;
    const key = (i: number) => parts(i).slice(0, width).join();
    const first = new Map<string, number>();
    const wrong: number[] = [];
    for (let i = 0; i < 30_000; i++) {
      const [a, b, c, d] = parts(i);
      const id = table.intern(a, b, width > 2 ? c : 0, width > 3 ? d : 0);
      if (id !== (first.get(key(i)) ?? first.size)) wrong.push(i);
      first.set(key(i), id);
    }
    expect(wrong).toEqual([]);
    const [last] = [...first].at(-1) as [string, number];
    expect(Array.from({ length: width }, (_, k) => table.get(table.count - 1, k)).join()).toBe(last);
    expect(table.since(table.count - 1)).toHaveLength(width);
    table.truncate(10);
    expect(table.intern(99, 99, 0, 0)).toBe(10);
  });
});
