/** System calls of captures of different tools, recognised only by the roles of their fields. */
import { describe, expect, it } from 'vitest';
import { answerOf, imported, rowsOf } from '../../../fixtures/samples.ts';
import { fixture } from '../../../fixtures/shared.ts';
import { syscalls } from './syscalls.ts';

async function callsOf(paths: string | readonly string[], ...columns: string[]): Promise<unknown[][]> {
  const workspace = await imported([paths].flat().map(path => fixture(path)));
  try {
    return rowsOf(await answerOf(workspace, syscalls), 'call', ...columns);
  } finally {
    await workspace.close();
  }
}

describe('system calls', () => {
  it('leave out the library functions that ltrace recorded', async () => {
    const rows = await callsOf('ltrace/system-calls.txt', 'count', 'errors');
    expect(rows).toContainEqual(['openat', 3, 1]);
    expect(rows.map(([call]) => call)).not.toContain('qsort');
  });

  it('of truss have the time that they slept as their duration', async () => {
    const rows = await callsOf('truss/illumos.txt', 'count', 'errors', 'total');
    expect(rows.slice(0, 2)).toEqual([
      ['waitid', 1, 1, 1_180_100_000],
      ['read', 1, 0, 1_000_000_000],
    ]);
    expect(rows.map(([call]) => call)).not.toContain('SIGCLD');
  });

  it('recorded by number by ftrace and perf have names', async () => {
    const ftrace = await callsOf('ftrace/raw-syscalls.txt');
    const perf = await callsOf('perf-script/raw-syscalls.txt');
    expect(ftrace.flat()).toContain('write');
    expect(perf.flat()).toContain('brk');
    expect([...ftrace, ...perf].flat().filter(call => `${call}`.startsWith('system call '))).toEqual([]);
  });

  it('have one row per name, also if some captures record their numbers too', async () => {
    const rows = await callsOf(['ftrace/raw-syscalls.txt', 'ftrace/events.txt', 'ltrace/system-calls.txt']);
    const names = rows.flat();
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('openat');
  });

  it('count once if recorded both by number and by name', async () => {
    const rows = await callsOf('perf-script/told-twice.txt', 'count', 'errors');
    expect(rows).toContainEqual(['openat', 31, 13]);
    expect(rows.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(119);
  });

  it('of dtruss, which prints durations and no times, are added up', async () => {
    const rows = await callsOf('dtrace/dtruss.txt', 'count', 'errors', 'total');
    expect(rows).toEqual([
      ['write', 1, 0, 1_201_000],
      ['open', 1, 0, 41_000],
      ['ioctl', 1, 1, 9000],
      ['lwp_sigmask', 1, 0, 7000],
    ]);
  });
});
