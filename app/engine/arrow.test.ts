import { tableFromIPC } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../analyzers/contract.ts';
import { nullWide } from '../../workspace/query.ts';
import { toArrow } from './arrow.ts';
import { pickRows } from './page.ts';

const answer: Answer = {
  rows: 4,
  columns: [
    { name: 'function', kind: 'code', about: '' },
    { name: 'self', kind: 'number', about: '' },
    { name: 'start', kind: 'time', about: '' },
  ],
  data: [
    { index: Int32Array.from([2, 0, -1, 2]), values: ['main', 'never sent', 'größe'] },
    Float64Array.from([1, Number.NaN, 3, 4]),
    BigInt64Array.from([1_700_000_000_123_456_789n, nullWide, 3n, 4n]),
  ],
  notes: [],
};
const page = (...rows: number[]) => ({
  total: answer.rows,
  rows: rows.length,
  data: pickRows(answer.data, Uint32Array.from(rows)),
});

describe.each(['stream', 'file'] as const)('toArrow (%s)', form => {
  const table = tableFromIPC(toArrow(answer.columns, page(3, 2, 1, 0), form));

  it('has names, types and rows in the requested order', () => {
    expect(table.schema.fields.map(field => `${field.name}: ${field.type}`)).toEqual([
      'function: Dictionary<Int32, Utf8>',
      'self: Float64',
      'start: Timestamp<NANOSECOND, UTC>',
    ]);
    expect(Array.from(table.getChild('function')!)).toEqual(['größe', null, 'main', 'größe']);
    expect(Array.from(table.getChild('self')!)).toEqual([4, 3, null, 1]);
    expect(table.getChild('start')!.data[0]!.values).toEqual(
      BigInt64Array.from([4n, 3n, nullWide, 1_700_000_000_123_456_789n]),
    );
    expect(table.getChild('start')!.isValid(2)).toBe(false);
  });

  it('sends only the texts it uses', () => {
    expect(Array.from(table.getChild('function')!.data[0]!.dictionary!)).toEqual(['größe', 'main']);
  });
});

describe('toArrow', () => {
  it('writes a valid page without rows', () => {
    expect(tableFromIPC(toArrow(answer.columns, page(), 'stream')).numRows).toBe(0);
  });
});
