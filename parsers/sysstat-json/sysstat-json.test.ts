import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { cifsiostat } from '../cifsiostat/format.ts';
import type { Format } from '../contract.ts';
import { iostat } from '../iostat/format.ts';
import { ascii } from '../kit/bytes.ts';
import { differences, timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { mpstat } from '../mpstat/format.ts';
import { pidstat } from '../pidstat/format.ts';
import { sadf } from '../sadf/format.ts';
import { tapestat } from '../tapestat/format.ts';
import { sysstatJson } from './format.ts';

const read = async (path: string) => readAll(sysstatJson, await bytesOf(path));

describe('JSON of sysstat', () => {
  it('reads sadf -j, with its zone and the names of the tables', async () => {
    const recorder = await read(fixture('sysstat-json/sadf-j.txt'));
    expect(timesOf(recorder)).toEqual(['2026-11-21T17:58:24', '2026-11-21T17:58:25', '2026-11-21T17:58:26']);
    expect(recorder.clocks).toMatchObject([{ domain: 'utc', source: 'row-times' }]);
    const values = valuesOf(recorder);
    expect(values.get('cpu all %idle')).toEqual([99.5, 97.5, 100]);
    expect(values.get('network lo rxpck/s')).toHaveLength(3);
    expect(values.get('disk rtps')).toEqual([0, 0, 0]);
    expect(recorder.facts).toMatchObject({ host: 'vm', cpus: 2, arch: 'x86_64' });
  });

  it('reads times without a date, and interrupts by name', async () => {
    const recorder = await read(fixture('sysstat-json/mpstat.txt'));
    expect(timesOf(recorder)).toEqual(['2026-11-21T18:12:55', '2026-11-21T18:12:56']);
    expect(valuesOf(recorder).get('interrupts 0 TIMER/s')?.[0]).toBe(63.37);
    expect(valuesOf(recorder).get('interrupts all intr/s')?.[0]).toBe(1608.91);
  });

  it('recognises the first report of iostat', async () => {
    const recorder = await read(fixture('sysstat-json/iostat-t.txt'));
    expect(timesOf(recorder)).toEqual(['2026-11-21T18:12:56', '2026-11-21T18:12:57']);
    expect(recorder.metrics.every(({ row, sinceBoot }) => sinceBoot === (row === 0))).toBe(true);
  });

  it('gives events for restarts and comments', () => {
    const text =
      '{"sysstat": {"hosts": [{"nodename": "h", "statistics": [], "restarts": [{"boot": {"date": "2019-04-18", "time": "13:37:29", "tz": "UTC", "cpu_count": 9}}],\n' +
      '"comments": [{"comment": {"date": "2019-04-18", "time": "13:39:09", "tz": "UTC", "com": "a \\"}] comment"}}]}]}}';
    const recorder = readAll(sysstatJson, ascii(text));
    expect(recorder.events.map(({ kind, message }) => [kind, message])).toEqual([
      ['restart', 'restart (9 CPU)'],
      ['comment', 'a "}] comment'],
    ]);
    expect(recorder.counts).toEqual({ used: text.length, blank: 0, skipped: 0 });
  });

  it('leaves out the last sample of a truncated file, and reports that', () => {
    const text =
      '{"sysstat": {"hosts": [{"statistics": [\n{"timestamp": "12:00:00", "queue": {"blocked": 1}},\n{"timestamp":\n';
    const recorder = readAll(sysstatJson, ascii(text));
    expect(recorder.metrics).toHaveLength(1);
    expect(recorder.counts.skipped).toBe('{"timestamp":\n'.length);
    expect(recorder.problemCounts()).toEqual({ 'document-cut': 1 });
  });

  it('reads the facts of each host before its samples', () => {
    const host = (name: string) =>
      `{"nodename": "${name}", "number-of-cpus": 2, "statistics": [{"queue": {"blocked": 1}}]}`;
    const recorder = readAll(sysstatJson, ascii(`{"sysstat": {"hosts": [${host('a')}, ${host('b')}]}}`));
    expect(recorder.metrics.map(({ series }) => series.host)).toEqual(['a', 'b']);
    expect(recorder.facts).toMatchObject({ cpus: 2 });
  });

  it('reports text that is not JSON, and reads the next document', () => {
    const one = '{"sysstat": {"hosts": [{"statistics": [{"queue": {"blocked": 1}}]}]}}\n';
    const recorder = readAll(sysstatJson, ascii(`${one}}\n${one}`));
    expect(recorder.problems.map(({ code, line }) => [code, line])).toEqual([['not-json', 2]]);
    expect(recorder.counts).toEqual({ used: 138, blank: 3, skipped: 1 });
    expect(recorder.metrics).toHaveLength(2);
  });

  const same: readonly [string, Format, string][] = [
    ['sadf-d', sadf, 'sadf-j'],
    ['data-11.6.5-sadf-d', sadf, 'data-11.6.5-sadf-j'],
    ['data-wghfreq-sadf-d', sadf, 'data-wghfreq-sadf-j'],
    ['mpstat-A', mpstat, 'mpstat-A-JSON'],
    ['iostat-x-p-ALL', iostat, 'iostat-x-p-ALL-JSON'],
    ['pidstat-At-ALL', pidstat, 'pidstat-At-ALL-JSON'],
    ['cifsiostat-k', cifsiostat, 'cifsiostat-kt-JSON'],
    ['tapestat-m', tapestat, 'tapestat-mt-JSON'],
  ];
  for (const [text, format, json] of same) {
    const paths = [text, json].map(name => corpus(`sysstat/tests/expected.${name}`));
    it.skipIf(paths.some(missing))(`gives the same as ${text}`, async () => {
      const [lines, samples] = [readAll(format, await bytesOf(paths[0]!)), await read(paths[1]!)];
      // sadf -j also gives disk sizes in sectors; the JSON of mpstat -A ends after its first sample.
      const found = differences(samples, lines, { missing: 'second', by: 'row' });
      expect(found.filter(difference => !/sec\/s|avg[rq]/.test(difference))).toEqual([]);
      expect(samples.metrics.length).toBeGreaterThan(0);
    });
  }
});
