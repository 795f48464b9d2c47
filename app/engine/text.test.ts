import { describe, expect, it } from 'vitest';
import type { Answer } from '../../analyzers/contract.ts';
import { nullWide } from '../../workspace/query.ts';
import { pickRows } from './page.ts';
import { sheetOf, sheetsOf } from './sheet.ts';
import { toText } from './text.ts';

const answer: Answer = {
  rows: 3,
  columns: [
    { name: 'function', kind: 'code', about: '' },
    { name: 'count', kind: 'integer', about: '' },
    { name: 'start', kind: 'time', about: '' },
  ],
  data: [
    { index: Int32Array.from([0, 1, -1]), values: ['say "a,b"\nagain', '-[NSObject init]'] },
    Float64Array.from([1.5, 2 ** 60, Number.NaN]),
    BigInt64Array.from([1n, -1n, nullWide]),
  ],
  notes: [],
};
/** A page of these rows. */
const page = (...rows: number[]) => ({
  total: answer.rows,
  rows: rows.length,
  data: pickRows(answer.data, Uint32Array.from(rows)),
});
async function text(as: 'json' | 'csv' | 'tsv', ...parts: readonly number[][]): Promise<string> {
  let whole = '';
  const sheets = (parts.length > 0 ? parts : [[0, 1, 2]]).map(rows => sheetOf(answer.columns, page(...rows)));
  for await (const piece of toText(sheets, as)) whole += piece;
  return whole;
}

describe('toText', () => {
  it('writes JSON with exact times and integers', async () => {
    expect(JSON.parse(await text('json'))).toEqual([
      { function: 'say "a,b"\nagain', count: 1.5, start: '1970-01-01T00:00:00.000000001Z' },
      { function: '-[NSObject init]', count: '1152921504606846976', start: '1969-12-31T23:59:59.999999999Z' },
      { function: null, count: null, start: null },
    ]);
  });

  it('writes RFC 4180, and no cell that a spreadsheet would run', async () => {
    expect(await text('csv')).toBe(
      'function,count,start\r\n' +
        '"say ""a,b""\nagain",1.5,1970-01-01T00:00:00.000000001Z\r\n' +
        "'-[NSObject init],1152921504606846976,1969-12-31T23:59:59.999999999Z\r\n" +
        ',,\r\n',
    );
  });

  it('writes tabs for the clipboard', async () => {
    expect((await text('tsv')).split('\n')[0]).toBe('function\tcount\tstart');
  });

  it('writes an empty array for no rows', async () => {
    expect(JSON.parse(await text('json', []))).toEqual([]);
  });

  it('writes the same in parts as in one piece', async () => {
    for (const form of ['json', 'csv', 'tsv'] as const)
      expect(await text(form, [0], [1, 2])).toBe(await text(form));
  });
});

describe('sheetsOf', () => {
  const asked: (readonly [number, number])[] = [];
  const read = async (offset: number, limit: number) => {
    asked.push([offset, limit]);
    return { ...page(...[0, 1, 2].slice(offset, offset + Math.min(limit, 2))), total: 3 };
  };

  it('reads pages until it has all rows, or the requested number', async () => {
    const rows = async (limit?: number) => {
      const counts: number[] = [];
      for await (const sheet of sheetsOf(answer.columns, read, [], limit)) counts.push(sheet.rows);
      return counts;
    };
    expect(await rows()).toEqual([2, 1]);
    expect(await rows(2)).toEqual([2]);
    expect(await rows(0)).toEqual([0]);
    expect(asked.map(([offset]) => offset)).toEqual([0, 2, 0, 0]);
  });
});
