import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { banner } from './entry.ts';
import { exampleFormat } from './format.ts';

// EXAMPLE: the conformance suite tests what every format must do (any split, any truncation, a ledger that closes)
// with the fixtures. This file tests what only this format does: its rows, its unusual lines.
describe('the example of a format', () => {
  it('reads samples with their stacks, and metrics', async () => {
    const recorder = readAll(exampleFormat, await bytesOf(fixture('example-format/example.txt')));
    const [sample] = recorder.samples;
    expect(sample).toMatchObject({ kind: 'cpu-clock', weight: 1, thread: { process: 'postgres', tid: 718 } });
    expect(sample?.stack).toBe('main;heap_update');
    expect(valuesOf(recorder).get('cpu 0 user')).toEqual([12.5, 40]);
    expect(timesOf(recorder)).toEqual(['2026-11-21T04:22:04.020Z', '2026-11-21T04:22:05.020Z']);
  });

  it('reads records of several lines, whatever follows them', async () => {
    const recorder = readAll(exampleFormat, await bytesOf(fixture('example-format/example.txt')));
    expect(recorder.samples.map(({ stack }) => stack)).toEqual([
      'main;heap_update',
      null,
      'main;heap_update',
      'execve',
    ]);
    const cut = readAll(exampleFormat, ascii(`${banner}\n0.1 stack 1 sh cycles\n  a@b`));
    expect(cut.samples.map(({ stack }) => stack)).toEqual(['a']);
    expect(cut.counts).toEqual({ used: 3, blank: 0, skipped: 0 });
    const lost = readAll(exampleFormat, ascii(`${banner}\n  a@b\n`));
    expect(lost.counts).toEqual({ used: 1, blank: 0, skipped: 1 });
  });

  it('reads rows of any other table', async () => {
    const recorder = readAll(exampleFormat, await bytesOf(fixture('example-format/example.txt')));
    expect(recorder.rows.get('state')).toEqual([
      expect.objectContaining({ state: 'waiting', duration: 4_000_000 }),
    ]);
  });

  it('gives its counters their meanings', () => {
    const key = { object: 'cpu', instance: '0', counter: 'user', unit: '%', host: null, cumulative: false };
    expect(exampleFormat.meanings?.(key)).toMatchObject({
      name: 'system.cpu.utilization',
      attributes: { 'cpu.mode': 'user' },
      factor: 0.01,
    });
  });

  it('counts from the start that the header states', async () => {
    const recorder = readAll(exampleFormat, await bytesOf(fixture('example-format/example.txt')));
    expect(recorder.lastClock).toMatchObject({ domain: 'utc', source: 'run-start' });
    const without = readAll(exampleFormat, ascii(`${banner}\nstarted some day\n0.5 metric cpu 0 user 1 %\n`));
    expect(without.lastClock).toMatchObject({ domain: 'none', source: 'run-seconds' });
    expect(without.problems.map(({ code, line }) => [code, line])).toEqual([['unknown-line', 2]]);
  });

  it('reports lines that it does not understand, and counts them as skipped', () => {
    const text = `${banner}\n0.1 nonsense\n1.1 metric cpu 0 user - %\n`;
    const { counts, problems, metrics } = readAll(exampleFormat, ascii(text));
    expect(counts).toMatchObject({ used: 2, skipped: 1 });
    expect(problems.map(({ code, line }) => [code, line])).toEqual([['unknown-line', 2]]);
    expect(metrics).toEqual([]);
  });
});
