import { describe, expect, it } from 'vitest';
import type { Answer } from '../../analyzers/contract.ts';
import { asksNothing } from '../../fixtures/samples.ts';
import { AnswerStore } from './answers.ts';

/** 8 bytes a row. */
const answer = (rows: number): Answer => ({
  rows,
  columns: [{ name: 'v', kind: 'number', about: '' }],
  data: [new Float64Array(rows)],
  notes: [],
});

describe('AnswerStore', () => {
  it('drops the least recently used answers beyond its limit', () => {
    const store = new AnswerStore(2000);
    const [a, b] = [store.add(answer(100)), store.add(answer(100))];
    store.get(a);
    const c = store.add(answer(100));
    expect(() => store.get(b)).toThrow('ask again');
    expect([store.get(a), store.get(c)].map(held => held.answer.rows)).toEqual([100, 100]);
  });

  it('counts the sorted orders of an answer towards its limit', async () => {
    const store = new AnswerStore(2000);
    const a = store.add(answer(100));
    const ask = asksNothing;
    for (const descending of [false, true])
      await store.get(a).page(ask, { sort: { column: 'v', descending }, offset: 0, limit: 1 });
    store.add(answer(100));
    expect(() => store.get(a)).toThrow('ask again');
  });

  it('keeps an answer larger than the limit as long as it is the newest', () => {
    const store = new AnswerStore(10);
    expect(store.get(store.add(answer(100))).answer.rows).toBe(100);
  });
});
