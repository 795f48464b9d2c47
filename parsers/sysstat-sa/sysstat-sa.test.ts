import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import type { SeriesKey } from '../contract.ts';
import { timesOf } from '../kit/metrics/metrics.testing.ts';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { sadf } from '../sadf/format.ts';
import { sar } from '../sar/format.ts';
import { sysstatSa } from './format.ts';

const read = async (path: string) => readAll(sysstatSa, await bytesOf(path));

type Rename = (series: SeriesKey) => SeriesKey;

/** Values by series and second. */
function bySecond(recorder: Recorder, rename: Rename): Map<string, number> {
  const zero = recorder.clocks[0]!.zero;
  return new Map(
    recorder.metrics.map(({ series, ts, value }) => {
      const { object, instance, counter, unit } = rename(series);
      return [[object, instance, counter, unit, (zero + BigInt(ts!)) / 1_000_000_000n].join(' '), value];
    }),
  );
}

/** sar names disks by the devices of the machine on which it runs, and files without a unit. */
function asInFile({ object, instance, unit }: SeriesKey): Partial<SeriesKey> {
  const [, letter, part] = /^sd([a-p])(\d*)$/.exec(instance ?? '') ?? [];
  const minor = letter === undefined ? Number.NaN : (letter.charCodeAt(0) - 97) * 16 + Number(part);
  return {
    instance: object === 'disk' && !Number.isNaN(minor) ? `dev8-${minor}` : instance,
    unit: object === 'filesystem' && unit === 'count' ? null : unit,
  };
}

/**
 * Values that sar prints of old files though they are not in them (mostly 0), kbmemused computed otherwise than in
 * sysstat 12.0 to 12.6, and unsupported activities.
 */
const unrecorded =
  /: undefined for 0$|^(?:fan|temperature|voltage|usb) | kbavail .*: undefined for|(?: kb| %)memused /;

/** Values that sadf prints with two decimals (or rounded to integers) and that were read differently. */
function differences(recorder: Recorder, truth: Recorder, rename: Rename = series => series): string[] {
  const found = bySecond(recorder, rename);
  const wrong: string[] = [];
  for (const [key, expected] of bySecond(truth, rename)) {
    const value = found.get(key);
    const close =
      value !== undefined && (Math.abs(value - expected) < 0.0051 || Math.round(value) === expected);
    if (!close) wrong.push(`${key}: ${value} for ${expected}`);
  }
  return wrong;
}

describe('data files of sadc', () => {
  it('computes the values that sadf prints', async () => {
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
    expect(recorder.clocks).toMatchObject([{ domain: 'utc', source: 'epoch-seconds' }]);
    expect(recorder.events.map(({ kind, message }) => [kind, message])).toEqual([['comment', 'a comment']]);
    expect(recorder.counts).toEqual({ used: 5716, blank: 0, skipped: 0 });
  });

  it('gives gauges from the first sample on, and rates from the second', async () => {
    const recorder = await read(fixture('sysstat-sa/sa-snmp.bin'));
    const rows = (counter: string): number[] =>
      recorder.metrics.filter(metric => metric.series.counter === counter).map(metric => metric.row);
    expect(timesOf(recorder)).toHaveLength(2);
    expect([rows('kbmemfree'), rows('cswch/s')]).toEqual([[0, 1], [1]]);
  });

  it('reports the missing part of a truncated file', async () => {
    const bytes = await bytesOf(fixture('sysstat-sa/sa-snmp.bin'));
    const recorder = readAll(sysstatSa, bytes.subarray(0, bytes.length - 100));
    expect(recorder.problemCounts()).toEqual({ 'cut-off': 1 });
    const { used, skipped } = recorder.counts;
    expect(used + skipped).toBe(bytes.length - 100);
  });

  it('reads the same however the bytes are chunked', async () => {
    const bytes = await bytesOf(fixture('sysstat-sa/sa-snmp.bin'));
    const whole = readAll(sysstatSa, bytes);
    expect(readAll(sysstatSa, bytes, {}, 7).metrics).toEqual(whole.metrics);
    expect(readAll(sysstatSa, bytes, {}, 1000).metrics).toEqual(whole.metrics);
  });

  for (const version of ['11.6.5', '10.3.1', '9.1.6']) {
    const old = corpus(`sysstat/tests/data-${version}`);
    it.skipIf(missing(old))(`computes the values that sar prints, of version ${version}`, async () => {
      const recorder = await read(old);
      const truth = readAll(sar, await bytesOf(corpus(`sysstat/tests/expected.data-${version}`)));
      const wrong = differences(recorder, truth, series => ({ ...series, ...asInFile(series) }));
      expect(wrong.filter(line => !unrecorded.test(line))).toEqual([]);
      expect(truth.metrics.length - wrong.length).toBeGreaterThan(600);
      expect(recorder.counts.skipped).toBe(0);
    });
  }

  const hostile = corpus('sysstat/tests/data-10.3.1');
  it.skipIf(missing(hostile))(
    'refuses a damaged old file with a sentence, and closes its ledger',
    async () => {
      const bytes = await bytesOf(hostile);
      for (const change of [8, 76, 88, 92, 370, 372, 376, 380, 1044 + 40, 1044 + 56, 1132 + 40]) {
        const damaged = Uint8Array.from(bytes);
        damaged.fill(0xff, change, change + 4);
        const { failed, counts } = readAll(sysstatSa, damaged);
        if (failed === null) expect(counts.used + counts.skipped, String(change)).toBe(bytes.length);
        else expect(failed.code, String(change)).toMatch(/^bad-(?:header|record)$/);
      }
      for (let cut = 1; cut < 1400; cut += 13) {
        const { failed, counts } = readAll(sysstatSa, bytes.subarray(0, cut));
        expect(failed).toBeNull();
        expect(counts.used + counts.skipped).toBe(cut);
      }
    },
  );

  const oldest = corpus('sysstat/tests/data-9.1.5');
  it.skipIf(missing(oldest))('names the version of a file that it cannot read', async () => {
    const { failed } = await read(oldest);
    expect(failed).toMatchObject({ code: 'old-format' });
    expect(failed!.message).toContain('sysstat 9.1.5, in a format (2170) that is not supported');
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
  it.skipIf(missing(further))('skips further structures and reads the rest', async () => {
    const recorder = await read(further);
    expect(recorder.metrics).toHaveLength(32);
    expect(recorder.failed).toBeNull();
  });

  const unknown = corpus('sysstat/tests/data-ukwn');
  it.skipIf(missing(unknown))('skips unknown activities, and reports them', async () => {
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
