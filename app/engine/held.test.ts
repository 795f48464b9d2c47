import { describe, expect, it } from 'vitest';
import type { Answer } from '../../analyzers/contract.ts';
import { asksNothing } from '../../fixtures/samples.ts';
import { nullWide } from '../../workspace/query.ts';
import type { FindRequest } from '../contract.ts';
import { ColumnAnswer } from './held.ts';

const answer: Answer = {
  rows: 5,
  columns: [
    { name: 'function', kind: 'code', about: '' },
    { name: 'self', kind: 'number', about: '' },
    { name: 'start', kind: 'time', about: '' },
  ],
  data: [
    { index: Int32Array.from([0, 1, -1, 2, 1]), values: ['beta', 'Alpha', 'gamma'] },
    Float64Array.from([-1.5, 3, Number.NaN, 3, 0]),
    BigInt64Array.from([5n, nullWide, -7n, 2n ** 62n, 0n]),
  ],
  notes: [],
};

const ask = asksNothing;
const sorted = async (column: string, descending: boolean) =>
  Array.from(await new ColumnAnswer(answer).rows(ask, { sort: { column, descending } }));

describe('rows', () => {
  it('keeps the order of the answer if no order is requested', async () => {
    expect(Array.from(await new ColumnAnswer(answer).rows(ask, {}))).toEqual([0, 1, 2, 3, 4]);
  });

  it('sorts numbers stably, nulls last in both directions', async () => {
    expect(await sorted('self', false)).toEqual([0, 4, 1, 3, 2]);
    expect(await sorted('self', true)).toEqual([1, 3, 4, 0, 2]);
  });

  it('sorts texts without regard to case, nulls last in both directions', async () => {
    expect(await sorted('function', false)).toEqual([1, 4, 0, 3, 2]);
    expect(await sorted('function', true)).toEqual([3, 0, 1, 4, 2]);
  });

  it('sorts 64-bit times, nulls last in both directions', async () => {
    expect(await sorted('start', false)).toEqual([2, 4, 0, 3, 1]);
    expect(await sorted('start', true)).toEqual([3, 0, 4, 2, 1]);
  });

  it('agrees with a comparator on many doubles', async () => {
    const values = Float64Array.from({ length: 5000 }, (_, i) => Math.sin(i * 7919) * 10 ** ((i % 40) - 20));
    const held = new ColumnAnswer({
      rows: values.length,
      columns: [{ name: 'v', kind: 'number', about: '' }],
      data: [values],
      notes: [],
    });
    const rows = await held.rows(ask, { sort: { column: 'v', descending: false } });
    expect(Float64Array.from(rows, row => values[row]!)).toEqual(values.slice().sort());
  });

  it('filters by text, ignoring case, in sorted order', async () => {
    const held = new ColumnAnswer(answer);
    const rows = await held.rows(ask, { filter: 'ALPH', sort: { column: 'self', descending: false } });
    expect(Array.from(rows)).toEqual([4, 1]);
  });

  it('names an unknown column', async () => {
    await expect(sorted('nope', false)).rejects.toThrow('The answer has no column "nope" to sort by.');
  });

  it('sorts an answer without rows', async () => {
    const held = new ColumnAnswer({ ...answer, rows: 0, data: [{ index: new Int32Array(0), values: [] }] });
    expect(await held.rows(ask, { sort: { column: 'function', descending: false } })).toHaveLength(0);
  });
});

describe('page', () => {
  it('copies the requested rows, with the texts that they use', async () => {
    const sort = { column: 'self', descending: true };
    const page = await new ColumnAnswer(answer).page(ask, { sort, offset: 1, limit: 2 });
    expect([page.total, page.rows]).toEqual([5, 2]);
    expect(page.data).toEqual([
      { index: Int32Array.of(0, 1), values: ['gamma', 'Alpha'] },
      Float64Array.of(3, 0),
      BigInt64Array.of(2n ** 62n, 0n),
    ]);
    // A view would transfer the whole buffer.
    for (const data of page.data.slice(1)) expect((data as Float64Array).buffer.byteLength).toBe(16);
  });

  it('counts the rows that pass a filter', async () => {
    const page = await new ColumnAnswer(answer).page(ask, { filter: 'a', offset: 0, limit: 1 });
    expect([page.total, page.rows]).toEqual([4, 1]);
  });
});

describe('find', () => {
  const held = new ColumnAnswer(answer);
  const sort = { column: 'self', descending: false };
  const find = (request: Omit<FindRequest, 'sort'>) => held.find(ask, { sort, ...request });

  it('searches the rows in the order shown, in both directions', async () => {
    expect(await find({ sought: { contains: 'alpha' }, after: 0 })).toBe(1);
    expect(await find({ sought: { contains: 'alpha' }, after: 2 })).toBe(2);
    expect(await find({ sought: { contains: 'beta' }, after: 4, backwards: true })).toBe(0);
    expect(await find({ sought: { contains: 'delta' }, after: 0 })).toBe(-1);
  });

  it('finds one of several texts, or a time', async () => {
    expect(await find({ sought: { column: 'function', among: ['gamma', 'beta'] }, after: 1 })).toBe(3);
    expect(await find({ sought: { column: 'start', since: 1n }, after: 0 })).toBe(0);
    expect(await find({ sought: { column: 'start', since: 6n }, after: 0 })).toBe(3);
    await expect(find({ sought: { column: 'self', since: 1n }, after: 0 })).rejects.toThrow(
      'nothing of that kind',
    );
  });

  it('finds the interval of a thread that covers a moment', async () => {
    const states = new ColumnAnswer({
      rows: 3,
      columns: [
        { name: 'tid', kind: 'integer', about: '' },
        { name: 'time', kind: 'time', about: '' },
        { name: 'duration', kind: 'duration', about: '' },
      ],
      data: [Float64Array.from([1, 2, 1]), BigInt64Array.from([0n, 0n, 10n]), Float64Array.from([10, 99, 5])],
      notes: [],
    });
    const at = (moment: bigint, tid: number) => states.find(ask, { sought: { at: moment, tid }, after: 0 });
    expect(await at(9n, 1)).toBe(0);
    expect(await at(10n, 1)).toBe(2);
    expect(await at(15n, 1)).toBe(-1);
    expect(await at(98n, 2)).toBe(1);
    await expect(held.find(ask, { sought: { at: 1n, tid: 1 }, after: 0 })).rejects.toThrow(
      'no column "time"',
    );
  });
});
