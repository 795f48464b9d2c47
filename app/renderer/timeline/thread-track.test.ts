import { expect, it } from 'vitest';
import type { Table } from '../state/table.ts';
import { threadTracks } from './thread-track.ts';

const answer = (rows: readonly (readonly [tid: number, state: string, time: bigint, share: number])[]) => {
  const states = ['running', 'ready', 'waiting', 'unknown'];
  const columns = {
    process: { index: Int32Array.from(rows, ([tid]) => tid - 1), values: ['a', 'b'] },
    tid: Float64Array.from(rows, ([tid]) => tid),
    state: { index: Int32Array.from(rows, ([, state]) => states.indexOf(state)), values: states },
    time: BigInt64Array.from(rows, ([, , time]) => time),
    share: Float64Array.from(rows, ([, , , share]) => share),
  };
  const read = (name: string) => columns[name as keyof typeof columns];
  return { rows: rows.length, texts: read, times: read, numbers: read } as unknown as Table;
};

const none = new Set<string>();

it('stacks the shares of a bucket, running at the bottom; the rest is waiting', () => {
  const table = answer([
    [1, 'waiting', 5n, 20],
    [1, 'ready', 5n, 30],
    [1, 'running', 5n, 50],
    [2, 'running', 5n, 100],
  ]);
  const [a, b] = threadTracks(table, true, none);
  expect([a?.name, b?.name]).toEqual(['a 1', 'b 2']);
  expect(a?.rows).toEqual([2, 1]);
  expect([...(a?.low ?? [])]).toEqual([0, 0.5]);
  expect([...(a?.high ?? [])]).toEqual([0.5, 0.8]);
  expect(threadTracks(table, true, new Set(['running']))[0]?.rows).toEqual([1]);
});

it('distinguishes the states of intervals also by height', () => {
  const table = answer([
    [1, 'running', 5n, 100],
    [1, 'waiting', 6n, 100],
    [1, 'ready', 8n, 100],
    [1, 'unknown', 9n, 100],
  ]);
  const [a] = threadTracks(table, false, none);
  const high = [...(a?.high ?? [])];
  expect(new Set(high).size).toBe(4);
  expect([...(a?.low ?? [])]).toEqual([0, 0, 0, 0]);
  expect(threadTracks(null, false, none)).toEqual([]);
});
