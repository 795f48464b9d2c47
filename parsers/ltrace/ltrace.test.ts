import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { strace } from '../strace/format.ts';
import { ltrace } from './format.ts';

const file = async (name: string) => readAll(ltrace, await bytesOf(fixture(`ltrace/${name}`)));

describe('ltrace', () => {
  it('reads a function that calls others, with the time of its begin', async () => {
    const { events, lastClock, counts } = await file('threads.txt');
    expect(counts).toEqual({ used: 30, blank: 0, skipped: 0 });
    expect(lastClock).toMatchObject({ domain: 'utc', source: 'epoch-seconds' });
    const [first] = events;
    expect(first).toMatchObject({ kind: 'strcmp', fields: { function: 'strcmp', result: -2 } });
    const qsort = events.find(({ kind }) => kind === 'qsort');
    expect(qsort).toMatchObject({ ts: 0, line: 1, fields: { function: 'qsort', result: null } });
    expect(qsort!.duration).toBeGreaterThan(3 * first!.duration!);
    expect(events.find(({ kind }) => kind === 'getenv')?.fields).toEqual({
      function: 'getenv',
      result: '"/root"',
    });
  });

  it('joins a call that returned after `<no return>`', async () => {
    const { events } = await file('relative.txt');
    expect(events.find(({ kind }) => kind === 'wait')).toMatchObject({
      message: expect.stringMatching(/^wait\(0x[0-9a-f]+ \) += \d+$/),
      fields: { result: expect.any(Number) },
    });
    expect(events.find(({ kind }) => kind === 'signal')?.fields).toEqual({ signal: 'SIGCHLD' });
  });

  it('keeps a call that never returned as unfinished', async () => {
    const { events } = await file('day.txt');
    const open = events.filter(({ fields }) => fields.state === 'unfinished');
    expect(open.map(({ kind, duration }) => [kind, duration])).toEqual([['_exit', null]]);
    const cut = readAll(ltrace, ascii('1 exit(0 <no return ...>\n1 +++ exited (status 0) +++\n')).events;
    expect(cut.map(({ kind, fields }) => [kind, fields])).toEqual([
      ['exit', {}],
      ['exit', { function: 'exit', state: 'unfinished' }],
    ]);
  });

  it('distinguishes system calls from functions', async () => {
    const { events, problems } = await file('system-calls.txt');
    const failed = events.find(({ message }) => message?.startsWith('SYS_openat(0xffffff9c, 0x40201f'));
    expect(failed).toMatchObject({ kind: 'SYS_openat', fields: { call: 'openat', result: -2, error: 2 } });
    expect(events.find(({ kind }) => kind === 'SYS_435')?.fields.call).toBe('clone3');
    expect(problems.map(({ code }) => code)).toEqual(['machine-assumed']);
    const restarted = events.find(({ kind }) => kind === 'SYS_clock_nanosleep');
    expect(restarted?.fields).toEqual({ call: 'clock_nanosleep', result: -516, error: null });
  });

  it('reads the summary', async () => {
    const recorder = await file('summary.txt');
    expect(recorder.counts.skipped).toBe(0);
    const values = valuesOf(recorder);
    expect(values.get('function strcmp calls')).toEqual([3]);
    expect(values.get('system call futex calls')).toEqual([2]);
  });

  it('skips a line that the program wrote into', async () => {
    const { counts, problems } = await file('terminal.txt');
    expect(counts).toEqual({ used: 31, blank: 0, skipped: 2 });
    expect(problems.map(({ code }) => code)).toEqual(['unknown-line', 'unknown-line']);
  });

  it('is distinguished from strace', () => {
    const functions = ascii('strlen("a")    = 1\nmalloc(3)      = 0x55\nputs("x")      = 2\n');
    expect([ltrace.sniff(functions, ''), strace.sniff(functions, '')]).toEqual(['yes', 'no']);
    // Output of a program itself is not aligned.
    expect(ltrace.sniff(ascii('strchr("a", 1) = "b"\nstrchr("a", 2) = ""\nstrrchr("a", 3) = ""\n'), '')).toBe(
      'no',
    );
    const calls = ascii('read(0, "", 1) = 0\nclose(3) = 0\nwrite(1, "x", 1) = 1\n');
    expect([ltrace.sniff(calls, ''), strace.sniff(calls, '')]).toEqual(['no', 'likely']);
  });
});
