import { expect, it } from 'vitest';
import { glob } from './glob.ts';

it.each([
  ['main', 'main', true],
  ['main', 'main2', false],
  ['', '', true],
  ['*', '', true],
  ['a*', 'abc', true],
  ['*c', 'abc', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['*b*b*', 'abcb', true],
  ['*b*b*', 'abc', false],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['*?b', 'b', false],
  ['x*ab?d*y', 'x ab abcd y', true],
  ['a\\*b', 'a*b', true],
  ['a\\*b', 'axb', false],
  ['a\\?', 'a?', true],
  ['\\\\', '\\', true],
  ['[a].+', '[a].+', true],
  ['a*b', 'a\n,b', true],
])('%j and %j: %s', (pattern, text, matches) => {
  expect(glob(pattern)(text)).toBe(matches);
});

/** Compares characters of the text so often as linear time allows. */
it.each(['*a*a*b', '*a?a*a*b', '*aaaaaaaa*aaaaaaab*', 'a*'.repeat(50_000)])(
  '%.20s takes time in proportion to the text',
  pattern => {
    let reads = 0;
    const text = new Proxy(new String('a'.repeat(3000)), {
      get(target, key) {
        if (typeof key === 'string' && /^\d/.test(key)) reads++;
        return Reflect.get(target, key) as unknown;
      },
    });
    expect(glob(pattern)(text as unknown as string)).toBe(false);
    expect(reads).toBeLessThan(20 * 3000);
  },
);
