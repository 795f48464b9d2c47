import { describe, expect, it } from 'vitest';
import { definitions } from './formats/index.ts';
import { ceiling, ceilingOf, Openings } from './glance.ts';
import { Levels } from './levels.ts';
import { Pattern } from './pattern.ts';

const weight = (pattern: string): number => new Pattern(pattern, new Levels()).specificity;

const openingsOf = (...lines: readonly string[]): Openings => {
  const bytes = new TextEncoder().encode(lines.join('\n'));
  let start = 0;
  const spans = lines.map(line => {
    const end = start + new TextEncoder().encode(line).length;
    const span = { start, end };
    start = end + 1;
    return span;
  });
  return new Openings(bytes, spans);
};

describe('the maximum weight of a pattern', () => {
  it('is never below its weight, and mostly equal to it', () => {
    const patterns = definitions.flatMap(({ patterns = [] }) => patterns);
    expect(patterns.filter(pattern => ceilingOf(pattern) < weight(pattern))).toEqual([]);
    const near = patterns.filter(pattern => ceilingOf(pattern) <= weight(pattern) + 8);
    expect(near.length / patterns.length).toBeGreaterThan(0.9);
  });

  it('ignores optional parts, and parses classes with braces', () => {
    expect(ceilingOf('{time:HH:mm} ab(cd{x:int})? {_:[^)}]]}{rest}')).toBe(6 + 4 + 1);
    expect(ceilingOf('\\(é\\)')).toBe(2 + 6 + 2);
  });

  it('can be set by the format', () => {
    expect(ceiling({ id: 'x', title: 'x', specificity: 30, patterns: ['{message}'], samples: [] })).toBe(30);
  });
});

describe('the possible beginnings of lines', () => {
  it('never rule out a format for one of its lines', () => {
    const wrong = definitions.filter(({ samples, ...format }) =>
      samples.some(({ text }) => openingsOf(...text.split(/\r?\n/)).of({ ...format, samples }) === 'no'),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('distinguish lines that begin otherwise', () => {
    const format = {
      id: 'x',
      title: 'x',
      patterns: ['[{time:yyyy-MM-dd}] {message}', 'at {x}'],
      samples: [],
    };
    expect(openingsOf('2024-01-01] x', '[2024-13-01] x').of(format)).toBe('no');
    expect(openingsOf('x', '[2024-12-01]').of(format)).toBe('likely');
    expect(openingsOf('attic').of(format)).toBe('likely');
    expect(openingsOf('x').of({ ...format, patterns: ['{x:word} y'] })).toBe('maybe');
    expect(openingsOf(' {}', '[]').of({ id: 'x', title: 'x', json: { time: [] }, samples: [] })).toBe('no');
  });
});
