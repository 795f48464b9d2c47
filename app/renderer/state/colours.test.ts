import { describe, expect, it } from 'vitest';
import { Colours } from './colours.ts';

describe('Colours', () => {
  const colours = new Colours(
    ['postgres', 'sh', 'pgbench'],
    ['[kernel.kallsyms]', '/usr/lib/postgresql/bin/postgres', '/usr/lib/libc.so.6'],
  );

  it('gives the module of a process its colour, and no other', () => {
    expect(colours.module('/usr/lib/postgresql/bin/postgres')).toBe(colours.process('postgres'));
    expect(colours.module('[kernel.kallsyms]')).not.toBe(colours.process('postgres'));
  });

  it('gives the rest one colour', () => {
    expect(colours.process('cron')).toBe('var(--category-7)');
    expect(colours.module('cron')).toBe('var(--category-7)');
  });

  it('keeps its categories for work', () => {
    const of = new Colours(['swapper', 'postgres'], []);
    expect(of.process('swapper')).toBe('var(--category-7)');
    expect(of.process('postgres')).toBe('var(--category-0)');
  });

  it('never gives two of the heaviest the same', () => {
    const many = Array.from({ length: 30 }, (_, i) => `m${i}`);
    const of = new Colours(['m6', 'm2'], many);
    expect(new Set(many.slice(0, 7).map(name => of.module(name))).size).toBe(7);
  });
});
