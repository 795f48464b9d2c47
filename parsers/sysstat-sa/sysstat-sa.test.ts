import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { timesOf } from '../kit/metrics/testing.ts';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { sadf } from '../sadf/format.ts';
import { sysstatSa } from './format.ts';

const read = async (path: string) => readAll(sysstatSa, await bytesOf(path));

/** Values by series and second. */
function bySecond(recorder: Recorder): Map<string, number> {
  const zero = recorder.clocks[0]!.zero;
  return new Map(
    recorder.metrics.map(({ series, ts, value }) => {
      const { object, instance, counter, unit } = series;
      return [[object, instance, counter, unit, (zero + BigInt(ts!)) / 1_000_000_000n].join(' '), value];
    }),
  );
}

/** What sadf prints, to its two decimals (whole numbers where it rounds to them), that was read otherwise. */
function differences(recorder: Recorder, truth: Recorder): string[] {
  const found = bySecond(recorder);
  const wrong: string[] = [];
  for (const [key, expected] of bySecond(truth)) {
    const value = found.get(key);
    const close =
      value !== undefined && (Math.abs(value - expected) < 0.0051 || Math.round(value) === expected);
    if (!close) wrong.push(`${key}: ${value} for ${expected}`);
  }
  return wrong;
}

describe('data files of sadc', () => {
  it('works out what sadf prints', async () => {
    const recorder = await read(fixture('sysstat-sa/sa-snmp.bin'));
    const truth = readAll(sadf, await bytesOf(fixture('sadf/sadf-p-sa-snmp.txt')));
    expect(differences(recorder, truth)).toEqual([]);
    expect(truth.metrics).toHaveLength(78);
    expect(recorder.facts).toMatchObject({
      host: 'vm',
      arch: 'x86_64',
      cpus: 2,
      other: { sysstat: '12.6.1', zone: 'UTC' },
    });
    expect(recorder.clocks).toMatchObject([{ domain: 'utc', guess: false }]);
    expect(recorder.events.map(({ kind, message }) => [kind, message])).toEqual([['comment', 'a comment']]);
    expect(recorder.counts).toEqual({ used: 5716, blank: 0, steppedOver: 0 });
  });

  it('gives states from the first sample on, rates from the second', async () => {
    const recorder = await read(fixture('sysstat-sa/sa-snmp.bin'));
    const rows = (counter: string): number[] =>
      recorder.metrics.filter(metric => metric.series.counter === counter).map(metric => metric.row);
    expect(timesOf(recorder)).toHaveLength(2);
    expect([rows('kbmemfree'), rows('cswch/s')]).toEqual([[0, 1], [1]]);
  });

  it('says what a cut file lacks', async () => {
    const bytes = await bytesOf(fixture('sysstat-sa/sa-snmp.bin'));
    const recorder = readAll(sysstatSa, bytes.subarray(0, bytes.length - 100));
    expect(recorder.problemCounts()).toEqual({ 'cut-off': 1 });
    const { used, steppedOver } = recorder.counts;
    expect(used + steppedOver).toBe(bytes.length - 100);
  });

  it('reads the same however the bytes arrive', async () => {
    const bytes = await bytesOf(fixture('sysstat-sa/sa-snmp.bin'));
    const whole = readAll(sysstatSa, bytes);
    expect(readAll(sysstatSa, bytes, {}, 7).metrics).toEqual(whole.metrics);
    expect(readAll(sysstatSa, bytes, {}, 1000).metrics).toEqual(whole.metrics);
  });

  const old = corpus('sysstat/tests/data-11.6.5');
  it.skipIf(missing(old))('sends older files to sadf -c', async () => {
    expect((await read(old)).failed).toMatchObject({ code: 'old-format' });
  });

  const damaged = [
    'file_act-nr-0-err',
    'file_act-nr2-err',
    'file_hdr-act_size-err',
    'file_hdr-rec_size-err',
    'file_hdr-sa_act_nr-err',
  ];
  for (const name of damaged) {
    const path = corpus(`sysstat/tests/data-12.6.0-${name}`);
    it.skipIf(missing(path))(`refuses ${name}`, async () => {
      expect((await read(path)).failed).toMatchObject({ code: 'bad-header' });
    });
  }

  const further = corpus('sysstat/tests/data-extra-12.1.7');
  it.skipIf(missing(further))('passes over further structures and reads the rest', async () => {
    const recorder = await read(further);
    expect(recorder.metrics).toHaveLength(32);
    expect(recorder.failed).toBeNull();
  });

  const unknown = corpus('sysstat/tests/data-ukwn');
  it.skipIf(missing(unknown))('passes over activities it does not know, and says so', async () => {
    const recorder = await read(unknown);
    expect(recorder.problemCounts()).toEqual({ 'unknown-activity': 2 });
    expect(recorder.metrics.length).toBeGreaterThan(0);
  });

  const early = corpus('sysstat/tests/data-12.0.0');
  it.skipIf(missing(early))('reads a file of version 12.0, whose items were shorter', async () => {
    const recorder = await read(early);
    expect(recorder.failed).toBeNull();
    expect(recorder.allSeries.values.map(({ counter }) => counter)).toEqual(
      expect.arrayContaining(['%usr', 'rkB/s', 'kbhugused', 'squeezd/s', 'MBfsused']),
    );
  });
});
