import { describe, expect, it } from 'vitest';
import { meanings } from '../../meanings.ts';
import { cpuIn, factorOf, meaningsOf, means } from './meaning.ts';

const series = (unit: string | null, cumulative = false) => ({
  object: 'Disk',
  instance: null,
  counter: '%Util',
  unit,
  host: null,
  cumulative,
});

describe('meanings', () => {
  it('are found by object and counter in any case, with the factor of the unit', () => {
    const meaningOf = meaningsOf({ disk: { '%util': means('system.disk.io_time') } });
    expect(meaningOf(series('%'))).toEqual({
      name: 'system.disk.io_time',
      attributes: {},
      factor: 0.01,
      addend: 0,
    });
    expect(meaningOf(series('ms', true))?.factor).toBe(0.001);
    expect(meaningOf(series('kB'))).toBeNull();
    expect(meaningOf({ ...series('%'), counter: 'await' })).toBeNull();
  });

  it('have helpers that take only modes of the conventions', () => {
    // @ts-expect-error `busy` is not a mode: a CPU that is busy in any mode has no `cpu.mode`
    cpuIn('busy');
  });

  it('do not apply to a cumulative count that has the name of a percentage', () => {
    const meaningOf = meaningsOf({ disk: { '%util': means('system.cpu.utilization') } });
    expect(meaningOf(series('%'))).not.toBeNull();
    expect(meaningOf(series('%', true))).toBeNull();
  });

  it.each([
    ['kB/s', 'By', true, 1024],
    ['kB', 'By', false, 1024],
    ['kB', 'By', true, null],
    ['bit/s', 'By', true, 0.125],
    ['Mbit', 'By/s', false, null],
    ['sectors/s', 'By', true, 512],
    ['%', '1', false, 0.01],
    ['%', 's', true, 0.01],
    ['ms', 's', false, 0.001],
    [null, '1', false, null],
    [null, '{process}', false, 1],
    ['/s', '{packet}', true, 1],
    ['%', '{packet}', true, null],
  ] as const)('%s is converted to %s (a rate: %s) with factor %s', (from, to, isRate, factor) => {
    expect(factorOf(from, to, isRate)).toBe(factor);
  });

  it('have descriptions, units in UCUM, and their source', () => {
    for (const [name, { unit, source, about }] of Object.entries(meanings)) {
      expect(unit, name).toMatch(/^(?:1|s|By|By\/s|\{\w+\})$/);
      expect(about, name).toMatch(/\.$/);
      expect(source === 'Aftertrace', name).toBe(name.startsWith('aftertrace.'));
    }
  });
});

it('have attributes whose names and values are checked by the compiler', () => {
  // @ts-expect-error: no mode of a CPU
  means('system.cpu.utilization', { 'cpu.mode': 'idel' });
  // @ts-expect-error: no attribute
  means('system.cpu.utilization', { 'cpu.mod': 'idle' });
  expect(means('system.cpu.utilization', { 'cpu.mode': 'idle' }).attributes).toEqual({ 'cpu.mode': 'idle' });
});
