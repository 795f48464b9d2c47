import { describe, expect, it } from 'vitest';
import { Levels } from './levels.ts';
import { Pattern } from './pattern.ts';
import { isInWords, wordColumns } from './words.ts';

const wordsOf = (text: string): string[] => {
  const pattern = new Pattern(text, new Levels());
  const isField = (column: number) => !['component', 'message'].includes(pattern.columns[column]!);
  return wordColumns(pattern.steps, pattern.column('message'), isField).map(
    column => pattern.columns[column]!,
  );
};

describe('columns that may be words of the message', () => {
  it.each([
    ['{message<}{a:word} {b:word}{message>}', ['a', 'b']],
    ['{x:word} "{message<}{a:[A-Z]} {b:[^" ]}( {c:[^" ]})?{message>}" {y:int}', ['a', 'b', 'c']],
    ['{message<}{a:word}( {b:word}( {c:word})?)?{message>}', ['a', 'b', 'c']],
    ['{message<}{a:word}{message>}', ['a']],
  ])('of %s', (pattern, words) => {
    expect(wordsOf(pattern)).toEqual(words);
  });

  it.each([
    ['there is no message', '{a:word} {b:word}'],
    ['the message is a column of its own', '{a:word} {message}'],
    ['one may hold a blank', '{message<}{a:[^"]} {b:word}{message>}'],
    ['one is a text of any kind', '{message<}{a} {b:word}{message>}'],
    ['one is a number', '{message<}{a:word} {b:int}{message>}'],
    ['one is no field', '{message<}{a:word} {component:word}{message>}'],
    ['one has no name', '{message<}{a:word} {_:word}{message>}'],
    ['one stands there twice', '{message<}{a:word} {a:word}{message>}'],
    ['more than a blank is between', '{message<}{a:[a-z]}: {b:word}{message>}'],
    ['there need be no blank between', '{message<}{a:[a-z]}~{b:word}{message>}'],
    ['there is more in the message', '{message<}{a:word} {b:word} done{message>}'],
    ['the first may be absent', '{message<}({a:word} )?{b:word}{message>}'],
    ['there is a choice', '{message<}{a:word}( {b:word}| {c:word})?{message>}'],
  ])('there are none if %s', (_why, pattern) => {
    expect(wordsOf(pattern)).toEqual([]);
  });
});

describe('a message consists of its columns', () => {
  const message = new TextEncoder().encode('GET /x');
  const spans = (...columns: readonly (readonly [number, number])[]) => Int32Array.from(columns.flat());
  const absent = [-1, -1] as const;

  it.each([
    ['if one blank is between each two', spans([0, 3], [4, 6]), true],
    ['if the last is absent', spans([0, 6], absent), true],
    ['not if one before another is absent', spans([0, 3], absent, [4, 6]), false],
    ['not if more follows', spans([0, 3], absent), false],
  ])('%s', (_how, places, expected) => {
    const columns = Array.from({ length: places.length / 2 }, (_, column) => column);
    expect(isInWords(columns, places, message, 0, message.length)).toBe(expected);
  });
});
