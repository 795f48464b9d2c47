import { expect, it } from 'vitest';
import { wrappedLines } from './text-width.ts';

it('counts the lines of wrapped words, and of words that are longer than a line', () => {
  const lines = (text: string, room: number) => wrappedLines(text, room, words => words.length);
  expect(lines('', 10)).toBe(1);
  expect(lines('one two', 7)).toBe(1);
  expect(lines('one two', 6)).toBe(2);
  expect(lines('one two six', 7)).toBe(2);
  expect(lines('abcdefghij', 4)).toBe(3);
  expect(lines('a abcdefghij b', 4)).toBe(4);
});
