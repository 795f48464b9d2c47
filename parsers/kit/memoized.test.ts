import { expect, it } from 'vitest';
import { memoized } from './memoized.ts';

it('computes once for each text, and clears the cache when there are too many texts', () => {
  const computed: string[] = [];
  const length = memoized(text => {
    computed.push(text);
    return text.length;
  }, 2);
  expect(['a', 'bc', 'a', '', 'bc', 'a'].map(length)).toEqual([1, 2, 1, 0, 2, 1]);
  expect(computed).toEqual(['a', 'bc', '', 'bc', 'a']);
});
