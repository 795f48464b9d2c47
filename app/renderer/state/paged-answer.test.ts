import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../../analyzers/contract.ts';
import { asksNothing } from '../../../fixtures/samples.ts';
import type { PageRequest } from '../../contract.ts';
import { ColumnAnswer } from '../../engine/held.ts';
import { pageSize, type Reader } from './arranged-answer.ts';
import { PagedAnswer } from './paged-answer.ts';

/** Waits for what follows from settled promises; by default, the next try would be 50 ms later. */
const soon = (check: () => void) => vi.waitFor(check, { interval: 1 });

const rows = 1000;
const answer: Answer = {
  rows,
  columns: [
    { name: 'function', kind: 'code', about: '' },
    { name: 'self', kind: 'integer', about: '' },
    { name: 'time', kind: 'time', about: '' },
  ],
  data: [
    {
      index: Int32Array.from({ length: rows }, (_, i) => (i === 3 ? -1 : i % 10)),
      values: [...'abcdefghij'],
    },
    Float64Array.from({ length: rows }, (_, i) => (i === 4 ? Number.NaN : i)),
    BigInt64Array.from({ length: rows }, (_, i) =>
      i === 5 ? -(2n ** 63n) : 1_714_537_324_015_123_456n + BigInt(i),
    ),
  ],
  notes: [],
};
const head = {
  answer: 1,
  rows,
  columns: answer.columns,
  notes: [],
  whole: null,
  elapsed: 1,
  revision: 1,
};
const bySelf = { sort: { column: 'self', descending: true } };

/** Pages as the engine makes them, which were asked for, and which were cancelled. */
function paged(fail?: string) {
  const held = new ColumnAnswer(answer);
  const ask = asksNothing;
  const asked: PageRequest[] = [];
  const cancelled: string[] = [];
  let jobs = 0;
  const reader: Reader = {
    newJob: what => `${what}-${++jobs}`,
    api: {
      page: async (_job, _answer, request) => {
        asked.push(request);
        if (fail) throw new Error(fail);
        return held.page(ask, request);
      },
      find: (_job, _answer, request) => held.find(ask, request),
      exportAnswer: async (_job, _answer, { sort }) => JSON.stringify(sort ?? null),
      cancel: async job => void cancelled.push(job),
    },
  };
  return {
    paged: new PagedAnswer(reader, head, { question: 'functions', params: {}, scope: {} }),
    asked,
    cancelled,
  };
}

describe('a sorted or filtered answer', () => {
  it('fetches the pages in view, once', async () => {
    const { paged: answers, asked } = paged();
    const shown = answers.arranged();
    expect(shown.cell(0, 'self')).toBeUndefined();
    shown.want(250, 260);
    await soon(() => expect(shown.cell(259, 'self')).toBe(259));
    shown.want(0, 40);
    expect(asked.map(({ offset }) => offset)).toEqual([0, pageSize]);
    expect([...shown.filled.get()]).toEqual(['function', 'self', 'time']);
  });

  it('does not fetch rows that were scrolled past', async () => {
    const { paged: answers, asked } = paged();
    const shown = answers.arranged();
    for (let row = 0; row < rows; row += 50) shown.want(row, row + 50);
    await soon(() => expect(shown.cell(999, 'self')).toBe(999));
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  it('keeps nanoseconds and nulls', async () => {
    const { paged: answers } = paged();
    const read = (await answers.read(0, 7)).records();
    expect(read[6]).toEqual({ function: 'g', self: 6, time: 1_714_537_324_015_123_462n });
    expect([read[3]!.function, read[4]!.self, read[5]!.time]).toEqual([null, null, null]);
  });

  it('reads a row that is far away, and none beyond the end', async () => {
    const { paged: answers } = paged();
    expect(await answers.arranged(bySelf).row(0)).toMatchObject({ self: 999 });
    expect(await answers.arranged().row(rows)).toBeNull();
  });

  it('has the number of filtered rows from its first page', async () => {
    const { paged: answers } = paged();
    const shown = answers.arranged({ filter: 'J' });
    expect(shown.count.get()).toBeNull();
    shown.want(0, 20);
    await soon(() => expect(shown.count.get()).toBe(100));
    expect(shown.cell(1, 'self')).toBe(19);
  });

  it('cancels pending requests without subscribers', async () => {
    const { paged: answers, cancelled } = paged();
    const shown = answers.arranged();
    const [one, two] = [shown.watch(), shown.watch()];
    shown.want(0, 20);
    const finding = shown.find({ contains: 'a' }, 0, false);
    one();
    one();
    expect(cancelled).toEqual([]);
    two();
    expect(cancelled).toEqual(['page-1', 'find-2']);
    await finding;
    await new Promise(resolve => setTimeout(resolve));
    expect(shown.cell(0, 'self')).toBeUndefined();
    shown.want(0, 20);
    await soon(() => expect(shown.cell(0, 'self')).toBe(0));
  });

  it('has the error message', async () => {
    const { paged: answers } = paged('This answer is no longer held; ask again.');
    const shown = answers.arranged();
    shown.want(0, 10);
    await soon(() => expect(shown.error.get()).toBe('This answer is no longer held; ask again.'));
  });
});

describe('sort orders and filters', () => {
  it('do not affect other views, which read the answer in its original order', async () => {
    const { paged: answers } = paged();
    const [sorted, plain] = [answers.arranged(bySelf), answers.arranged()];
    sorted.want(0, 20);
    plain.want(0, 20);
    await soon(() => expect(sorted.cell(0, 'self')).toBe(999));
    await soon(() => expect(plain.cell(0, 'self')).toBe(0));
    expect((await answers.read(0, 1)).records()[0]!.self).toBe(0);
    expect(await sorted.find({ contains: 'A' }, 0, false)).toBe(9);
    expect(await plain.find({ contains: 'A' }, 0, false)).toBe(0);
    expect(await sorted.export('csv')).toBe('{"column":"self","descending":true}');
    expect(await plain.export('csv')).toBe('null');
  });

  it('share their pages when they are equal', async () => {
    const { paged: answers, asked } = paged();
    const one = answers.arranged(bySelf);
    one.want(0, 20);
    await soon(() => expect(one.cell(0, 'self')).toBe(999));
    const two = answers.arranged({ sort: { ...bySelf.sort }, filter: '' });
    expect(two).toBe(one);
    two.want(0, 20);
    expect(asked).toHaveLength(1);
  });

  it('ignore a sort by a column that the answer lacks', () => {
    const { paged: answers } = paged();
    expect(answers.arranged({ sort: { column: 'bytes', descending: true } })).toBe(answers.arranged());
  });
});
