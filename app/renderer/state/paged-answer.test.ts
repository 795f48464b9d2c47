import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../../analyzers/contract.ts';
import type { EngineApi, PageRequest } from '../../contract.ts';
import { toArrow } from '../../engine/arrow.ts';
import { HeldAnswer } from '../../engine/held.ts';
import { PagedAnswer, pageSize } from './paged-answer.ts';

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

/** Pages as the engine makes them, and which were asked for. */
function paged(): { paged: PagedAnswer; asked: PageRequest[] } {
  const held = new HeldAnswer(answer);
  const asked: PageRequest[] = [];
  const api: Pick<EngineApi, 'page' | 'find'> = {
    page: async (_, request) => {
      asked.push(request);
      return toArrow(
        held,
        held.rows(request).subarray(request.offset, request.offset + request.limit),
        'stream',
      );
    },
    find: async (_, request) => held.find(request),
  };
  const head = { answer: 1, rows, columns: answer.columns, notes: [], whole: null, elapsed: 1, revision: 1 };
  return { paged: new PagedAnswer(api as EngineApi, head), asked };
}

describe('PagedAnswer', () => {
  it('fetches the pages in view, once', async () => {
    const { paged: answers, asked } = paged();
    expect(answers.cell(0, 'self')).toBeUndefined();
    answers.want(250, 260);
    await vi.waitFor(() => expect(answers.cell(259, 'self')).toBe(259));
    answers.want(0, 40);
    expect(asked.map(({ offset }) => offset)).toEqual([0, pageSize]);
  });

  it('never fetches what was scrolled past', async () => {
    const { paged: answers, asked } = paged();
    for (let row = 0; row < rows; row += 50) answers.want(row, row + 50);
    await vi.waitFor(() => expect(answers.cell(999, 'self')).toBe(999));
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  it('keeps nanoseconds and nulls', async () => {
    const { paged: answers } = paged();
    const read = await answers.read(0, 7);
    expect(read[6]).toEqual({ function: 'g', self: 6, time: 1_714_537_324_015_123_462n });
    expect([read[3]!.function, read[4]!.self, read[5]!.time]).toEqual([null, null, null]);
  });

  it('shows the order before until the new one is here', async () => {
    const { paged: answers } = paged();
    answers.want(0, 20);
    await vi.waitFor(() => expect(answers.cell(0, 'self')).toBe(0));
    answers.setSort({ column: 'self', descending: true });
    expect(answers.cell(0, 'self')).toBe(0);
    await vi.waitFor(() => expect(answers.cell(0, 'self')).toBe(999));
  });

  it('reads apart from what is shown', async () => {
    const { paged: answers } = paged();
    const read = await answers.read(0, 2, { filter: 'J', sort: { column: 'self', descending: true } });
    expect(read.map(row => row.self)).toEqual([999, 989]);
    expect(answers.sort).toBeUndefined();
  });

  it('says what went wrong', async () => {
    const api = { page: () => Promise.reject(new Error('This answer is no longer held; ask again.')) };
    const head = {
      answer: 1,
      rows,
      columns: answer.columns,
      notes: [],
      whole: null,
      elapsed: 1,
      revision: 1,
    };
    const answers = new PagedAnswer(api as unknown as EngineApi, head);
    answers.want(0, 10);
    await vi.waitFor(() => expect(answers.error.get()).toBe('This answer is no longer held; ask again.'));
  });
});
