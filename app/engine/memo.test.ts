import { describe, expect, it } from 'vitest';
import { Memo } from './memo.ts';

const make = (value: string, bytes = 10) => {
  const calls = { count: 0 };
  return {
    calls,
    of: async () => {
      calls.count++;
      return { value, bytes };
    },
  };
};

describe('Memo', () => {
  it('computes a value once for all callers', async () => {
    const memo = new Memo(100);
    const tree = make('tree');
    expect(await Promise.all([memo.get('t', tree.of), memo.get('t', tree.of)])).toEqual(['tree', 'tree']);
    expect(await memo.get('t', tree.of)).toBe('tree');
    expect(tree.calls.count).toBe(1);
  });

  it('computes it for the other callers if the first one is cancelled', async () => {
    const memo = new Memo(100);
    const first = memo.get('t', () => Promise.reject(new Error('cancelled')));
    const second = memo.get('t', make('tree').of);
    await expect(first).rejects.toThrow('cancelled');
    expect(await second).toBe('tree');
  });

  it('drops the least recently used values beyond its limit, but never the newest', async () => {
    const memo = new Memo(25);
    const [a, b, huge] = [make('a'), make('b'), make('huge', 1000)];
    await memo.get('a', a.of);
    await memo.get('b', b.of);
    await memo.get('a', a.of);
    await memo.get('c', make('c').of);
    await memo.get('a', a.of);
    await memo.get('b', b.of);
    expect([a.calls.count, b.calls.count]).toEqual([1, 2]);
    await memo.get('huge', huge.of);
    await memo.get('huge', huge.of);
    expect(huge.calls.count).toBe(1);
  });

  it('forgets everything when cleared', async () => {
    const memo = new Memo(100);
    const tree = make('tree');
    await memo.get('t', tree.of);
    memo.clear();
    await memo.get('t', tree.of);
    expect(tree.calls.count).toBe(2);
  });
});
