import { describe, expect, it } from 'vitest';
import { options, Recorder } from '../recorder.ts';
import { MomentClock } from './moment-clock.ts';
import { readMoment } from './moments.ts';
import { PacedClock, readDate, timeOfDay, WallClock } from './wall-clock.ts';

const iso = (days: number): string => new Date(days * 86_400_000).toISOString().slice(0, 10);
const ns = (text: string): bigint => BigInt(Date.parse(text)) * 1_000_000n;
const facts = { domain: 'local', zone: null, source: 'row-times', error: null } as const;
const none = new Uint8Array(0);

describe('times of day', () => {
  it.each([
    ['12:53:20 CPU', 46400],
    ['  03:15:06 PM  all', 54906],
    ['12:00:00 AM x', 0],
    ['17時58分12秒  CPU', 64692],
    ['午後05時58分12秒 CPU', 64692],
    ['17.58.12 CPU', 64692],
  ])('reads %s', (text, seconds) => expect(timeOfDay(text)?.seconds).toBe(seconds));

  it.each(['25:00:00', '13:00:00 PM', '12:53', 'CPU 12:53:20', '1.2.3.4'])('does not read %s', text => {
    expect(timeOfDay(text)).toBeNull();
  });

  it('reads fractions', () => expect(timeOfDay('12:53:20.5')).toMatchObject({ seconds: 46400, nanos: 5e8 }));
});

describe('dates', () => {
  it.each([
    ['2018-12-18', '2018-12-18', false],
    ['2015年05月09日', '2015-05-09', false],
    ['2026년11월21일', '2026-11-21', false],
    ['21.11.2026', '2026-11-21', false],
    ['11/21/26', '2026-11-21', false],
    ['06/01/20', '2020-06-01', true],
    ['19/05/16', '2016-05-19', true],
    ['05/21/2019', '2019-05-21', false],
  ])('reads %s', (text, date, guess) => {
    const read = readDate(text, null);
    expect([iso(read!.days), read!.isGuess]).toEqual([date, guess]);
  });

  it('prefers the date on which the file was written', () => {
    expect(iso(readDate('06/01/20', ns('2020-01-06T10:00:00Z'))!.days)).toBe('2020-01-06');
    expect(iso(readDate('19/05/16', ns('2019-05-17T00:00:00Z'))!.days)).toBe('2019-05-16');
  });

  it.each(['2018-13-01', '31.02.2026', '99/99/99', 'today'])('does not read %s', text => {
    expect(readDate(text, null)).toBeNull();
  });
});

describe('a clock', () => {
  it.each([
    ['2026-11-21T04:22:04Z', 1e9],
    ['2026-11-21T04:22:04.015Z', 1e6],
    ['2026-11-21 04:22:04.000123', 1e3],
    ['1591016000', 1e9],
  ])('whose first time is %s has an error of %d ns', (text, error) => {
    const recorder = new Recorder();
    new MomentClock(recorder, options(none), 'line-times').read(text);
    expect(recorder.lastClock?.error).toBe(error);
  });
});

describe('moments', () => {
  it.each([
    ['1591016000', '2020-06-01T12:53:20', true, false],
    ['2026-11-21T04:23:38+0100', '2026-11-21T03:23:38', true, false],
    ['2026-11-21 04:23:38 UTC', '2026-11-21T04:23:38', true, false],
    ['2026-11-21 04:23:38 CET', '2026-11-21T03:23:38', true, true],
    ['2026-11-21 4:00:40 PM', '2026-11-21T16:00:40', false, false],
    ['2026-11-21 12:00:40am', '2026-11-21T00:00:40', false, false],
    ['2026-11-21 04:23:38 PM CET', '2026-11-21T15:23:38', true, true],
    ['05/11/2026 17:58:14', '2026-11-05T17:58:14', false, true],
    ['05/11/2026 05:58:14 PM', '2026-05-11T17:58:14', false, true],
    ['12/21/2021 03:15:06 PM', '2021-12-21T15:15:06', false, false],
    ['2026年11月21日 17時58分16秒', '2026-11-21T17:58:16', false, false],
    ['Sat Nov 21 04:23:38 UTC 2026', '2026-11-21T04:23:38', true, false],
    ['November 21, 2026 04:23:38 AM UTC', '2026-11-21T04:23:38', true, false],
  ])('reads %s', (text, time, utc, guess) => {
    const moment = readMoment(text, null)!;
    const read = new Date(moment.seconds * 1000).toISOString().slice(0, 19);
    expect([read, moment.utc, moment.orderAssumed || moment.abbreviated]).toEqual([time, utc, guess]);
  });

  it.each(['vda 1.00', 'avg-cpu:', '12 K total memory', '3', 'Linux 6.1'])('does not read %s', text => {
    expect(readMoment(text, null)).toBeNull();
  });
});

describe('clocks', () => {
  it('go on to the next day at midnight, and stay on the day when they are set back', () => {
    const clock = new WallClock(new Recorder(), options(none), facts);
    clock.setDate(20000);
    const at = (seconds: number): number => {
      const instant = clock.nearestSeconds(seconds);
      clock.at(instant);
      return instant - 20000 * 86400;
    };
    expect([86390, 10, 5, 86399].map(at)).toEqual([86390, 86410, 86405, 86399]);
  });

  it('find the first occurrence of a time of day at or after a moment', () => {
    const clock = new WallClock(new Recorder(), options(none), facts);
    const day = 20000 * 86400;
    const after = (seconds: number) => clock.nextSeconds(seconds, day + 600) - day;
    expect([599, 600, 601, 0].map(after)).toEqual([86400 + 599, 600, 601, 86400]);
  });

  it('take the date on which the file was written, if the file states none', () => {
    const recorder = new Recorder();
    const clock = new WallClock(recorder, options(none, { modified: ns('2026-11-21T00:10:00Z') }), facts);
    for (const seconds of [86000, 86399, 30]) clock.at(clock.nearestSeconds(seconds));
    clock.finish();
    expect(recorder.clocks.at(-1)).toMatchObject({ zero: ns('2026-11-20T23:53:20Z'), dateFrom: 'file-time' });
  });

  it('are unaligned if the file states no date and the time of its last change is unknown', () => {
    const recorder = new Recorder();
    const clock = new WallClock(recorder, options(none), facts);
    clock.at(clock.nearestSeconds(60));
    clock.finish();
    expect(recorder.clocks.at(-1)).toMatchObject({ domain: 'none', utcOffset: null, dateFrom: 'unknown' });
  });

  it('without times give a sample a time only if start and interval are set', () => {
    const bare = new Recorder();
    expect(new PacedClock(bare, options(none)).at(3)).toBeNaN();
    expect(bare.clocks).toMatchObject([{ domain: 'none', utcOffset: null, startSet: false }]);
    const timed = new Recorder();
    expect(new PacedClock(timed, options(none, { start: 7n, interval: 5e9 })).at(3)).toBe(15e9);
    expect(timed.clocks).toMatchObject([{ domain: 'none', utcOffset: 7n, startSet: true }]);
  });
});
