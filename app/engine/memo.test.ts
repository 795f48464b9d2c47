import { describe, expect, it } from 'vitest';
import { Memo } from './memo.ts';

const make = (value: string, bytes = 10) => {
  const calls = { count: 0 };
  return {
    calls,
    compute: async () => {
      calls.count++;
      return { value, bytes };
    },
  };
};

describe('Memo', () => {
  it('computes a value once for all callers', async () => {
    const memo = new Memo(100);
    const tree = make('tree');
    expect(await Promise.all([memo.get('t', tree.compute), memo.get('t', tree.compute)])).toEqual([
      'tree',
      'tree',
    ]);
    expect(await memo.get('t', tree.compute)).toBe('tree');
    expect(tree.calls.count).toBe(1);
  });

  it('computes it for the other callers if the first one is cancelled', async () => {
    const memo = new Memo(100);
    const first = memo.get('t', () => Promise.reject(new Error('cancelled')));
    const second = memo.get('t', make('tree').compute);
    await expect(first).rejects.toThrow('cancelled');
    expect(await second).toBe('tree');
  });

  it('drops the least recently used values beyond its limit, but never the newest', async () => {
    const memo = new Memo(25);
    const [a, b, huge] = [make('a'), make('b'), make('huge', 1000)];
    await memo.get('a', a.compute);
    await memo.get('b', b.compute);
    await memo.get('a', a.compute);
    await memo.get('c', make('c').compute);
    await memo.get('a', a.compute);
    await memo.get('b', b.compute);
    expect([a.calls.count, b.calls.count]).toEqual([1, 2]);
    await memo.get('huge', huge.compute);
    await memo.get('huge', huge.compute);
    expect(huge.calls.count).toBe(1);
  });

  it('forgets everything when cleared', async () => {
    const memo = new Memo(100);
    const tree = make('tree');
    await memo.get('t', tree.compute);
    memo.clear();
    await memo.get('t', tree.compute);
    expect(tree.calls.count).toBe(2);
  });
});
