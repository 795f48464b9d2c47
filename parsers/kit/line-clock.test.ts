import { describe, expect, it } from 'vitest';
import { LineClock } from './line-clock.ts';
import { LineTime } from './line-time.ts';
import { options, Recorder } from './recorder.ts';

/** Times of lines, and the clock of their file. */
function readTimes(lines: readonly string[], modified: string | null = null) {
  const recorder = new Recorder();
  const written = modified === null ? null : BigInt(Date.parse(modified)) * 1_000_000n;
  const clock = new LineClock(recorder, options(new Uint8Array(0), { modified: written }));
  const time = new LineTime();
  const ts = lines.map(line => {
    const bytes = new TextEncoder().encode(line);
    time.read(bytes, 0, bytes.length);
    return clock.at(time);
  });
  clock.finish();
  const { zero, dateFrom = null, domain, source } = recorder.lastClock!;
  return { ts, source, zero: new Date(Number(zero / 1_000_000n)).toISOString(), dateFrom, domain };
}

describe('times of lines', () => {
  it('with a date are on that date, whenever the file was written', () => {
    const lines = ['2026-11-22 23:59:59.5 a', '2026-11-23 00:00:01.0 b'];
    for (const modified of [null, '2027-01-01T00:00:00Z'])
      expect(readTimes(lines, modified)).toEqual({
        ts: [0, 1.5e9],
        source: 'line-times',
        zero: '2026-11-22T23:59:59.500Z',
        dateFrom: null,
        domain: 'local',
      });
  });

  it('without a date continue after midnight, on the days before the file was written', () => {
    const lines = ['23:59:59.5 a', '00:00:01.0 b'];
    expect(readTimes(lines, '2026-11-23T00:10:00Z')).toEqual({
      ts: [0, 1.5e9],
      source: 'line-times',
      zero: '2026-11-22T23:59:59.500Z',
      dateFrom: 'file-time',
      domain: 'local',
    });
    expect(readTimes(lines)).toMatchObject({ ts: [0, 1.5e9], dateFrom: 'unknown', domain: 'none' });
  });

  it('relative to the line before add up, without a date', () => {
    const lines = ['     0.000000 a', '     0.000250 b', '     0.001000 c'];
    const { ts, source } = readTimes(lines);
    expect([ts, source]).toEqual([[0, 250_000, 1_250_000], 'run-seconds']);
  });

  it('are none in a file of lines without', () => {
    expect(readTimes(['a', 'b'])).toMatchObject({ ts: [Number.NaN, Number.NaN], source: 'none' });
  });
});
