import { describe, expect, it } from 'vitest';
import { Levels } from '../levels.ts';
import { Pattern } from '../pattern.ts';
import type { Spelling } from '../time.ts';
import { continuationOf } from './alike.ts';

const spellings = new Map<string, Spelling>();
const levels = new Levels();

function goesOn(text: string, before: string) {
  const pattern = new Pattern(text, levels, spellings);
  const on = continuationOf(pattern.steps, new Pattern(before, levels, spellings).steps);
  return on && { behind: pattern.columns[on.column], noted: on.noted, keepsTime: on.keepsTime };
}

describe('a pattern continues where the pattern before it failed', () => {
  it.each([
    ['behind a column', '{a:word} x {b}', '{a:word} y {b}', { behind: 'a', noted: 1, keepsTime: false }],
    [
      'behind its last',
      '{a:word} {b:int}',
      '{a:word} {b:int} {c:int}',
      { behind: 'b', noted: 2, keepsTime: false },
    ],
    [
      'with the time',
      '{time:HH:mm:ss} {a:word} x',
      '{time:HH:mm:ss} {a:word} y',
      { behind: 'a', noted: 1, keepsTime: true },
    ],
    [
      'before what the other takes again',
      '{a:word} {b:word} x',
      '{a:word} {b:word} {b:word}',
      { behind: 'a', noted: 1, keepsTime: false },
    ],
    [
      'before the time that the other reads again',
      '{a:word} {time:HH:mm:ss} {b:word}',
      '{a:word} {time:HH:mm:ss} {b:word} {time:HH:mm:ss}',
      { behind: 'a', noted: 1, keepsTime: false },
    ],
    [
      'behind a group',
      '({a:int} )?{b:word} x',
      '({a:int} )?{b:word} y',
      { behind: 'b', noted: 2, keepsTime: false },
    ],
    [
      'with nothing of a column that is still open',
      '{a:word} {message<}{b:word} x{message>}',
      '{a:word} {message<}{b:word} y{message>}',
      { behind: 'a', noted: 1, keepsTime: false },
    ],
  ])('%s', (_where, text, before, on) => {
    expect(goesOn(text, before)).toEqual(on);
  });

  it.each([
    ['they differ at once', '{a:word} x', '{a:int} x'],
    ['nothing is noted', 'x {a:word}', 'x {a:int}'],
    ['only quotes are', '{a:quoted} x', '{a:quoted} y'],
    ['what is alike is in a group', '({a:word} x)?', '({a:word} x)? y'],
  ])('except if %s', (_why, text, before) => {
    expect(goesOn(text, before)).toBeNull();
  });
});
