import { describe, expect, it } from 'vitest';
import type { Answer } from '../../analyzers/contract.ts';
import { nullWide } from '../../workspace/query.ts';
import { HeldAnswer } from './held.ts';
import { sheetOf } from './sheet.ts';
import { toText } from './text.ts';

const held = new HeldAnswer({
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
} satisfies Answer);
const rows = held.rows({});
const text = (as: 'json' | 'csv' | 'tsv') => Array.from(toText(sheetOf(held, rows), as)).join('');

describe('toText', () => {
  it('writes JSON a program can trust', () => {
    expect(JSON.parse(text('json'))).toEqual([
      { function: 'say "a,b"\nagain', count: 1.5, start: '1970-01-01T00:00:00.000000001Z' },
      { function: '-[NSObject init]', count: '1152921504606846976', start: '1969-12-31T23:59:59.999999999Z' },
      { function: null, count: null, start: null },
    ]);
  });

  it('writes RFC 4180, and no cell that a spreadsheet would run', () => {
    expect(text('csv')).toBe(
      'function,count,start\r\n' +
        '"say ""a,b""\nagain",1.5,1970-01-01T00:00:00.000000001Z\r\n' +
        "'-[NSObject init],1152921504606846976,1969-12-31T23:59:59.999999999Z\r\n" +
        ',,\r\n',
    );
  });

  it('writes tabs for the clipboard', () => {
    expect(text('tsv').split('\n')[0]).toBe('function\tcount\tstart');
  });

  it('writes an empty array for no rows', () => {
    expect(JSON.parse(Array.from(toText(sheetOf(held, new Uint32Array(0)), 'json')).join(''))).toEqual([]);
  });
});
