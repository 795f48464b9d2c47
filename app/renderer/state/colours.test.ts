import { describe, expect, it } from 'vitest';
import { levels } from '../../../parsers/levels.ts';
import { Colours, categories, lineColours } from './colours.ts';

describe('Colours', () => {
  const colours = new Colours().with(
    ['postgres', 'swapper', 'sh', 'pgbench'],
    ['[kernel.kallsyms]', '/usr/lib/postgresql/bin/postgres', '/usr/lib/libc.so.6', '[unknown]'],
  );

  it('gives the module of a process its colour, and no other', () => {
    expect(colours.module('/usr/lib/postgresql/bin/postgres')).toBe(colours.process('postgres'));
    expect(colours.module('[kernel.kallsyms]')).not.toBe(colours.process('postgres'));
  });

  it('has fixed greys for idle CPUs, for unknown and for the rest', () => {
    expect(colours.process('swapper')).toBe('var(--idle)');
    expect(colours.module('[unknown]')).toBe('var(--unknown)');
    expect(colours.process('cron')).toBe('var(--other)');
    expect(colours.process('other')).toBe('var(--other)');
  });

  it('never gives two objects the same colour, be they processes or modules', () => {
    const names = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
    for (const [processes, modules] of [
      [30, 30],
      [1, 30],
      [30, 1],
      [4, 4],
    ] as const) {
      const of = new Colours().with(names('p', processes), names('m', modules));
      const given = [
        ...names('p', processes).map(name => of.process(name)),
        ...names('m', modules).map(name => of.module(name)),
      ].filter(colour => colour !== 'var(--other)');
      expect(given).toHaveLength(Math.min(categories, processes + modules));
      expect(new Set(given).size).toBe(given.length);
    }
  });

  it('keeps the colours of objects when others are added', () => {
    const before = ['postgres', 'sh', 'pgbench'].map(name => colours.process(name));
    const later = colours.with(['java', 'pgbench', 'sh', 'postgres'], ['/opt/libjvm.so']);
    expect(['postgres', 'sh', 'pgbench'].map(name => later.process(name))).toEqual(before);
    expect(before).not.toContain(later.process('java'));
  });

  it('colours the object of a cell', () => {
    expect(colours.of('process', 'sh')).toBe(colours.process('sh'));
    expect(colours.of('pid', '12')).toBeNull();
    expect(colours.of('level', 'fatal')).not.toBe(colours.of('level', 'error'));
  });

  it('has distinct colours for all levels', () => {
    expect(new Set(levels.map(level => colours.of('level', level))).size).toBe(levels.length);
  });
});

describe('lineColours', () => {
  it('has one colour for each category, then grey', () => {
    const keys = Array.from({ length: categories + 2 }, (_, i) => `s${i}`);
    expect(new Set(lineColours(keys)).size).toBe(categories + 1);
  });

  it('keeps the colours of objects, and gives unused colours to other lines', () => {
    const colours = new Colours().with(['postgres', 'sh'], []);
    const keys = ['sh', 'cron', 'postgres', 'swapper', 'bash', 'other'];
    const lines = lineColours(keys, name => colours.process(name));
    expect(lines[0]).toBe(colours.process('sh'));
    expect(lines[2]).toBe(colours.process('postgres'));
    expect(lines[3]).toBe('var(--idle)');
    expect(lines[5]).toBe('var(--other)');
    expect(new Set(lines).size).toBe(keys.length);
  });

  it('has a grey for the idle task, under the name of any tool', () => {
    const colours = new Colours().with(['swapper/3', 'Idle', 'postgres'], []);
    for (const name of ['swapper', 'swapper/3', 'Idle', 'System Idle Process'])
      expect(colours.process(name), name).toBe('var(--idle)');
    expect(colours.process('postgres')).not.toBe('var(--idle)');
  });
});
