import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { chromeTrace } from '../../parsers/chrome-trace/format.ts';
import { readAll } from '../../parsers/kit/recorder.ts';

const program = join(import.meta.dirname, '../../bin/aftertrace.js');

interface TraceEvent {
  readonly ph: string;
  readonly cat?: string;
  readonly name: string;
  readonly id?: string;
  readonly pid: number;
  readonly tid: number;
}

describe('AFTERTRACE_TRACE', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-trace-'));
  const trace = join(folder, 'own.json');
  const run = (file: string, ...args: readonly string[]) =>
    execFileSync(process.execPath, [program, ...args], {
      env: { ...process.env, AFTERTRACE_TRACE: file },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  let events: readonly TraceEvent[];
  beforeAll(() => {
    const workspace = join(folder, 'w.aftertrace');
    run(trace, 'import', workspace, fixture('samples/cpu-hog'), '--workers', '2');
    run(trace, 'ask', workspace, 'functions');
    events = JSON.parse(`${readFileSync(trace, 'utf8').trimEnd().replace(/,$/, '')}]`) as TraceEvent[];
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('records the work of the program by process and thread', () => {
    const begun = (category: string) => events.filter(({ ph, cat }) => ph === 'b' && cat === category);
    const names = (category: string) => new Set(begun(category).map(({ name }) => name));
    expect(names('import')).toEqual(
      new Set(['file', 'read', 'land a batch', 'land what is left', 'commit', 'derive']),
    );
    expect(names('question')).toContain('functions');
    expect(begun('query').length).toBeGreaterThan(10);
    expect(new Set(events.map(({ pid }) => pid)).size).toBe(2);
    const [importing] = begun('import');
    expect(begun('worker').every(({ pid, tid }) => pid === importing!.pid && tid > 0)).toBe(true);
    expect(begun('worker').length).toBeGreaterThan(0);
  });

  it('has an end for every begin', () => {
    const ids = (phase: string) =>
      events
        .filter(({ ph }) => ph === phase)
        .map(({ id }) => id)
        .sort();
    expect(ids('e')).toEqual(ids('b'));
  });

  it('is recognised and imported as a trace', async () => {
    const bytes = await bytesOf(trace);
    expect(chromeTrace.sniff(bytes.subarray(0, 1 << 16), 'own.json')).toBe('yes');
    const { events: read, problems, lastClock } = await readAll(chromeTrace, bytes);
    expect(read.length).toBe(events.filter(({ ph }) => ph === 'b').length);
    expect(read.every(({ duration }) => duration !== null && duration >= 0)).toBe(true);
    expect(problems).toEqual([]);
    expect(lastClock).toMatchObject({ domain: 'utc', source: 'epoch-seconds' });
    expect(new Set(read.map(({ thread }) => thread?.process))).toEqual(
      new Set(['aftertrace import', 'aftertrace ask']),
    );
  });

  it('does not overwrite a file that is not a trace', () => {
    const other = join(folder, 'notes.txt');
    writeFileSync(other, 'not to be touched');
    run(other, 'questions');
    expect(readFileSync(other, 'utf8')).toBe('not to be touched');
  });
});
