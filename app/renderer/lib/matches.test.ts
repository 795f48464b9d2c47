import { describe, expect, it } from 'vitest';
import { broughtForward, firstOf, placesOf, together } from './matches.ts';

describe('positions of matches in a text', () => {
  it('include the first match, ignoring case', () => {
    expect(firstOf('b')('aBb')).toEqual([{ from: 1, to: 2 }]);
    expect(firstOf('')('a')).toEqual([]);
  });

  it('include every match of several patterns, merged where they overlap', () => {
    expect(together([placesOf(/ab/g), placesOf(/bc/g)])('abc ab')).toEqual([
      { from: 0, to: 3 },
      { from: 4, to: 6 },
    ]);
  });

  it('include the last group of a pattern, if it passes the test', () => {
    const find = placesOf(/took (\d+)/g, text => Number(text) > 10);
    expect(find('took 9, took 12')).toEqual([{ from: 13, to: 15 }]);
  });

  it('are brought into view if much text precedes the first', () => {
    const text = `${'word '.repeat(20)}here it is`;
    const shown = broughtForward(text, firstOf('here')(text));
    expect(shown.text).toMatch(/^… word .*here it is$/);
    expect(shown.text.length).toBeLessThan(50);
    const [match] = shown.matches;
    expect(shown.text.slice(match!.from, match!.to)).toBe('here');
    expect(broughtForward('it is here', firstOf('here')('it is here')).text).toBe('it is here');
    const long = `${'x'.repeat(90)}here`;
    expect(broughtForward(long, firstOf('here')(long)).text).toBe(`… ${'x'.repeat(24)}here`);
  });
});
