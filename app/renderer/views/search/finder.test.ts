import { describe, expect, it } from 'vitest';
import { readSearch } from './conditions.ts';
import { finderOf } from './finder.ts';

const marked = (query: string, text: string): readonly string[] =>
  finderOf(readSearch(query)!)(text).map(({ from, to }) => text.slice(from, to));

describe('marks in a message', () => {
  it('are at every match of words and phrases, ignoring case unless the query has a capital', () => {
    expect(marked('lock "still waiting"', 'LOCK: still waiting for lock')).toEqual([
      'LOCK',
      'still waiting',
      'lock',
    ]);
    expect(marked('Lock', 'lock Lock')).toEqual(['Lock']);
    expect(marked('a.b*', 'aXb a.b*')).toEqual(['a.b*']);
  });

  it('are not excluded words, nor values of other fields', () => {
    expect(marked('a -b NOT c process:d message:e', 'abcde')).toEqual(['a', 'e']);
  });

  it('are at the value of a field, if the message names the field and the value meets the condition', () => {
    expect(marked('duration>200ms', 'duration: 231.4 ms  statement: END; duration: 12 ms')).toEqual([
      '231.4 ms',
    ]);
    expect(marked('duration>200ms OR status=500', 'status=500 duration=0.3s')).toEqual(['500', '0.3s']);
    expect(marked('prev_state=D', 'prev_state=R prev_state=D ==> next_comm=x')).toEqual(['D']);
    expect(marked('state=D', 'prev_state=D')).toEqual([]);
    expect(marked('NOT status=500 status!=404', 'status=500')).toEqual([]);
  });

  it('are merged where two overlap', () => {
    expect(marked('wait "still wait" waiting', 'still waiting')).toEqual(['still waiting']);
  });

  it('are at the matches of a regular expression', () => {
    expect(marked(String.raw`/took \d+ ms/`, 'it took 12 ms, and Took 7 ms')).toEqual([
      'took 12 ms',
      'Took 7 ms',
    ]);
    expect(marked('/checkpoint (starting|complete)/', 'checkpoint complete: 3')).toEqual([
      'checkpoint complete',
    ]);
    expect(marked(String.raw`/[A-Z]\w+/`, 'ab Cd')).toEqual(['Cd']);
  });

  it('are left out for an expression that may not terminate, or has another meaning in JavaScript', () => {
    for (const source of [
      '(a+)+$',
      '(a|a)*b',
      'a*a*b',
      '(ab){20}',
      '[[:alpha:]]',
      '(?P<n>a)',
      String.raw`\pN`,
    ])
      expect(marked(`/${source}/`, 'aaaa1 alpha ab')).toEqual([]);
  });
});
