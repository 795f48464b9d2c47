import { expect, it } from 'vitest';
import type { Table } from '../state/table.ts';
import { threadTracks } from './thread-track.ts';

it('makes a track of each thread, with its states from the bottom up and without waiting', () => {
  const columns = {
    track: { index: Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1), values: ['a 1', 'b 2'] },
    key: { index: Int32Array.of(0, 0, 1, 1, 0, 0, 1, 1), values: ['running', 'waiting'] },
    time: BigInt64Array.of(5n, 6n, 5n, 6n, 5n, 6n, 5n, 6n),
    value: Float64Array.of(40, 0, 60, 100, 10, 20, 90, 80),
  };
  const read = (name: string) => columns[name as keyof typeof columns];
  const table = { rows: 8, texts: read, times: read, numbers: read } as unknown as Table;
  const [a, b] = threadTracks(table);
  expect(a?.name).toBe('a 1');
  expect([...(a?.data.times ?? [])]).toEqual([5n, 6n]);
  expect(a?.data.series.map(({ key }) => key)).toEqual(['running', 'ready', 'unknown']);
  expect([...(b?.data.series[0]?.values ?? [])]).toEqual([10, 20]);
  expect(b?.data.peak).toBe(20);
  expect(threadTracks(null)).toEqual([]);
});
