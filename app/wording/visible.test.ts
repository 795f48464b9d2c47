import { expect, it } from 'vitest';
import { runsOf, visible } from './visible.ts';

const text = 'a\u001b[31mred\u001b[0m\tb\n\u202etxt.exe\u0000\u007f\u200b';

it('makes invisible characters visible, except line ends and tabs', () => {
  expect(visible(text)).toBe('a␛[31mred␛[0m\tb\n⟦U+202E⟧txt.exe␀␡⟦U+200B⟧');
  expect(visible('é → 漢字')).toBe('é → 漢字');
});

it('leaves text that is copied unchanged', () => {
  const runs = runsOf(text);
  expect(runs.map(run => run.text).join('')).toBe(text);
  expect(runs.map(({ text: of, shown }) => shown ?? of).join('')).toBe(visible(text));
  expect(runsOf('')).toEqual([]);
});
